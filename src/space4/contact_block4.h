// SPDX-License-Identifier: MIT
/// contact_block4.h: eight contacts in 4D as the solver wants them: a lane each, rows prepared.
///
/// As in 3D, rows and inertia stay fixed during a step, so a contact's velocity and separation are
/// linear in the motion of its two bodies. Spins and torques are kept by halves (Halves4), in which
/// inertia is cheap; a torque's work on a spin is half the sum of products, and rows hold the half
/// that is missing:
///
///     velocity    n . (vb - va) + jb . wb - ja . wa        j = halves of (r ^ n) / 2
///     separation  base + the same with the motion since the step began
///     impulse p   va -= ma p n, wa -= ka p; vb += mb p n, wb += kb p      k = I^-1 (2 j)
///
/// Friction acts at the middle of the contact: along the contact, which has three dimensions, and
/// against turning within it, which has three as well. Each is a block of three rows in a frame
/// that makes its effective mass a diagonal, so that Coulomb's ball can be met exactly
/// (spec/physics4d.md section 4.1):
///
///     along     the force's length up to friction * pressure
///     turning   the torque up to friction * pressure * lever: an ellipsoid, since points lie
///     nearer
///               to some axes than to others. Rows are scaled so that it is a ball.
///
/// A lane keeps its features and impulses from step to step; all else is prepared anew. Lanes
/// without a contact, and points that a contact does not have, hold inert rows: all zero.
#ifndef TUM_SPACE4_CONTACT_BLOCK4_H
#define TUM_SPACE4_CONTACT_BLOCK4_H

#include "math/math4.h"
#include "math/wide4.h"
#include "space4/collide4.h"
#include "system/cpu.h"

/// What the solver moves: three rows of eight numbers.
typedef struct SolverBody4 {
    Vec4 linear;    ///< [m/s] of the centre of mass
    Halves4 spin;   ///< [rad/s] in the world
    Vec4 moved;     ///< [m] since the step began
    Halves4 turned; ///< [rad] likewise
    // Of awake bodies, kept here for the rows that are prepared from them:
    float inverse_mass; ///< [1/kg]
    float gravity_factor;
    float inverse_inertia; ///< [1/(kg m^2)] Where it is the same in all planes, else 0.
    float unused;
} SolverBody4;

_Static_assert(sizeof(SolverBody4) == 96, "a body is three rows of eight");

/// One direction in which a contact acts.
typedef struct ContactRow4 {
    LanesHalves4 ja, jb; ///< [m]
    LanesHalves4 ka, kb;
} ContactRow4;

typedef struct ContactPointLanes4 {
    ContactRow4 row;
    Lanes base;     ///< [m] separation when the step began
    Lanes mass;     ///< [kg] effective mass along the normal; 0: no such point
    Lanes impulse;  ///< [N s] of the last substep
    Lanes approach; ///< [m/s] velocity along the normal at the last bounce; 0: was not in it
    Lanes time;     ///< [s] into the substep, when that bounce was
    Lanes parting;  ///< [m/s] velocity along the normal that bounce was to give
    Lanes blow;     ///< [N s] of the last bounce
    Lanes struck;   ///< [N s] of all bounces of the step
    uint32_t feature[WIDE];
} ContactPointLanes4;

/// Friction along the contact, against the velocity of B at the middle seen from A.
typedef struct FrictionLanes4 {
    ContactRow4 row[3];
    Lanes4 tangent[3];
    Lanes inverse_mass[3]; ///< [1/kg] Of the rows, which do not see each other.
    Lanes impulse[3];      ///< [N s]
} FrictionLanes4;

/// Friction against turning within the contact.
typedef struct TwistLanes4 {
    LanesHalves4 j[3]; ///< [m] Of both bodies.
    LanesHalves4 ka[3], kb[3];
    Lanes inverse_mass[3]; ///< [1/kg]
    Lanes impulse[3];      ///< [N s] A lever is in the rows.
} TwistLanes4;

/// Values of ContactBlock4.slip.
#define SLIP4_SLIDES 1000.0f
#define SLIP4_NEW -1.0f

typedef struct ContactBlock4 {
    // Eight lanes each, up to `lanes_end`: lanes are copied and cleared without naming fields.
    _Alignas(64) int32_t body_a[WIDE];
    int32_t body_b[WIDE];
    uint32_t lane_points[WIDE];           ///< Points that a lane has.
    Lanes inverse_mass_a, inverse_mass_b; ///< [1/kg]
    Lanes4 normal;
    Lanes bias_rate, mass_scale, impulse_scale; ///< The soft contact.
    Lanes static_friction, dynamic_friction, restitution;
    Lanes fall;           ///< [m/s^2] Of B against A along the normal, by gravity.
    Lanes free_a, free_b; ///< 1: a push moves that body.
    Lanes slip;           ///< 0: sticks. 1, 2 …: was pulled beyond sticking so often in a row.
                          ///< SLIP4_SLIDES, SLIP4_NEW: not yet judged.
    FrictionLanes4 friction;
    TwistLanes4 twist;
    ContactPointLanes4 points[TOUCH_POINTS4];

    uint32_t lanes_end;        ///< Unused: marks where the lanes end.
    uint32_t store_a, store_b; ///< A bit a lane: this side can be moved.
    uint32_t point_count;      ///< Of the lane that has most.
    uint32_t sweeps;           ///< Over the points, each visit.
    uint32_t bounces;          ///< A bit a lane: has restitution.
    uint32_t bounced;          ///< A bit a lane: in the last pass.
} ContactBlock4;

_Static_assert(sizeof(ContactBlock4) % 64 == 0, "blocks are whole cache lines");

/// What a contact remembers while it has no lane.
typedef struct ContactMemory4 {
    uint32_t feature[TOUCH_POINTS4];
    float impulse[TOUCH_POINTS4];
    uint32_t point_count;
    Vec4 friction; ///< [N s] In the world.
    Halves4 twist; ///< [N m s] Likewise.
    float slip;
} ContactMemory4;

/// Passes over blocks, compiled per instruction set.
typedef struct ContactKernel4 {
    const char *name;
    void (*warm_start)(ContactBlock4 *blocks, uint32_t count, SolverBody4 *bodies);
    /// @param bias      push overlaps apart; else velocities alone, with friction.
    /// @param patience  relaxations in a row after which a contact pulled beyond sticking slides.
    void (*solve)(ContactBlock4 *blocks, uint32_t count, SolverBody4 *bodies, float inverse_substep,
                  bool bias, float patience);
    /// Bounces what meets within this substep, or only finds it; contact_bounce4.inl.
    void (*bounce)(ContactBlock4 *blocks, uint32_t count, SolverBody4 *bodies, float substep,
                   bool only_finds);
} ContactKernel4;

/// The kernel for these instructions, or the widest we have below them. All give the same bits.
const ContactKernel4 *tum_choose_contact_kernel4(CpuInstructions instructions);

extern const ContactKernel4 tum_contact_kernel4_scalar;
#if defined(__x86_64__) || defined(__i386__)
extern const ContactKernel4 tum_contact_kernel4_sse2;
extern const ContactKernel4 tum_contact_kernel4_avx2;
#endif

#endif
