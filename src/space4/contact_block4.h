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
/// Where the inertia of both bodies is the same in all planes, as of balls and tesseracts, k is j
/// by a number of the body, and is not stored: half of what a pass would have to read.
///
/// Friction acts at the middle of the contact: along the contact, which has three dimensions, and
/// against turning within it, which has three as well. Each is a block of three rows in a frame
/// that makes its effective mass a diagonal, so that Coulomb's ball can be met exactly
/// (docs/simulation.md#11-four-dimensions):
///
///     along     the force's length up to friction * pressure
///     turning   the torque up to friction * pressure * lever: an ellipsoid, since points lie
///               nearer to some axes than to others. Rows are scaled so that it is a ball.
///
/// A lane keeps its features and impulses from step to step; all else is prepared anew
/// (contact_prepare4.inl). Lanes without a contact, and points that a contact does not have, hold
/// inert rows: all zero.
#ifndef TUM_SPACE4_CONTACT_BLOCK4_H
#define TUM_SPACE4_CONTACT_BLOCK4_H

#include "math/math4.h"
#include "math/wide4.h"
#include "schedule/contact_numbers.h"
#include "space4/body4.h"
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
    float uneven;          ///< 1: where it is not.
} SolverBody4;

_Static_assert(sizeof(SolverBody4) == 96, "a body is three rows of eight");

/// A plane of contact, relative to the centre of mass of the contact's first body, in the world.
/// Whole rows of eight words, so that eight planes are read by transposing.
typedef struct Manifold4 {
    Vec4 normal;
    int32_t point_count;
    int32_t unused[3];
    LocalPoint4 points[LOCAL_POINTS_MAX4];
} Manifold4;

_Static_assert(sizeof(Manifold4) % (WIDE * 4) == 0, "rows of eight");

/// One direction in which a contact acts.
typedef struct ContactRow4 {
    LanesHalves4 ja, jb; ///< [m]
} ContactRow4;

/// What an impulse along a row turns; only in blocks that are uneven.
typedef struct ContactTurn4 {
    LanesHalves4 ka, kb;
} ContactTurn4;

/// A point of a plane. jb is ja less what is the same for all points of the plane (shift): what a
/// pass reads is what it waits for.
typedef struct ContactPointLanes4 {
    LanesHalves4 ja; ///< [m]
    Lanes base;      ///< [m] separation when the step began
    Lanes mass;      ///< [kg] effective mass along the normal; 0: no such point
    Lanes impulse;   ///< [N s] of the last substep
} ContactPointLanes4;

/// Friction along the contact, against the velocity of B at the middle seen from A.
typedef struct FrictionLanes4 {
    Lanes4 tangent[3];
    ContactRow4 row[3];
    Lanes inverse_mass[3]; ///< [1/kg] Of the rows, which do not see each other.
    Lanes impulse[3];      ///< [N s]
} FrictionLanes4;

/// Friction against turning within the contact.
typedef struct TwistLanes4 {
    LanesHalves4 j[3];     ///< [m] Of both bodies.
    Lanes inverse_mass[3]; ///< [1/kg]
    Lanes impulse[3];      ///< [N s] A lever is in the rows.
} TwistLanes4;

/// What only contacts with restitution need.
typedef struct BounceLanes4 {
    Lanes least; ///< [m/s] Slower approaches do not bounce, and what presses has to be faster by
    Lanes load;  ///< so many times what its impulse adds.
    Lanes fall_a, fall_b; ///< [m/s^2] along the normal, by forces, of a body that nothing
                          ///< holds.
    Lanes free_a, free_b; ///< 1: no joint holds that body, and it can be moved.
    Lanes approach[LOCAL_POINTS_MAX4]; ///< [m/s] velocity along the normal at the last bounce; 0:
                                       ///< was not in it
    Lanes speed[LOCAL_POINTS_MAX4];    ///< [m/s] the same as it was at the end of the substep
    Lanes time[LOCAL_POINTS_MAX4];     ///< [s] into the substep, when that bounce was
    Lanes parting[LOCAL_POINTS_MAX4];  ///< [m/s] velocity along the normal that bounce was to give
    Lanes restitution_impulse[LOCAL_POINTS_MAX4]; ///< [N s] of the last bounce
    Lanes struck[LOCAL_POINTS_MAX4];              ///< [N s] of all bounces of the step
} BounceLanes4;

/// Where a substep began for a body: once forces, and blows, had acted, and before contacts did.
/// A body that still has that velocity flies.
typedef struct BodyStart4 {
    Vec4 linear;   ///< [m/s]
    Halves4 spin;  ///< [rad/s]
    float gravity; ///< Factor; 0 also where mass is infinite.
    float unused;
} BodyStart4;

/// Values of ContactBlock4.slip.
#define SLIP4_SLIDES 1000.0f
#define SLIP4_NEW -1.0f

/// In the order in which passes walk it: what comes later, fewer of them need.
typedef struct ContactBlock4 {
    _Alignas(64) uint32_t store_a;
    uint32_t store_b;     ///< A bit a lane: this side can be moved.
    uint32_t point_count; ///< Of the lane that has most.
    uint32_t deep;        ///< A bit a lane: some point is pushed out faster than DEEP_PUSH.
    uint32_t sweeps;      ///< Over the points, each visit.
    uint32_t uneven;      ///< Some body's inertia differs between planes: `turns` are set.
    uint32_t bounces;     ///< A bit a lane: has restitution.
    uint32_t bounced;     ///< A bit a lane: in the last pass.
    uint32_t presses;     ///< Some point pressed harder than pressing_speed as the step began,
    uint32_t bears;       ///< or than StepTime.light.
    // Eight lanes each from here on.
    _Alignas(64) int32_t body_a[WIDE];
    int32_t body_b[WIDE];
    Lanes inverse_mass_a, inverse_mass_b; ///< [1/kg]
    Lanes turn_a,
        turn_b; ///< [1/(kg m^2)] k = j * this, where the inertia is the same in all planes.
    Lanes4 normal;
    LanesHalves4 shift; ///< [m] ja - jb of all points: halves of (b - a) ^ n / 2.
    Lanes restitution, static_friction, dynamic_friction;
    Lanes slip; ///< 0: sticks. 1, 2 …: was pulled beyond sticking so often in a row. SLIP4_SLIDES,
                ///< SLIP4_NEW: not yet judged.
    FrictionLanes4 friction;
    ContactPointLanes4 points[LOCAL_POINTS_MAX4];
    TwistLanes4 twist;
    ContactTurn4 point_turns[LOCAL_POINTS_MAX4], friction_turns[3], twist_turns[3];
    // Only where a step is prepared.
    uint32_t lane_points[WIDE]; ///< Points that a lane has.
    uint32_t feature[LOCAL_POINTS_MAX4][WIDE];
    BounceLanes4 bounce;
} ContactBlock4;

_Static_assert(sizeof(ContactBlock4) % 64 == 0, "blocks are whole cache lines");

/// What a contact remembers while it has no lane.
typedef struct ContactMemory4 {
    uint32_t feature[LOCAL_POINTS_MAX4];
    float impulse[LOCAL_POINTS_MAX4];
    uint32_t point_count;
    Vec4 friction; ///< [N s] In the world.
    Halves4 twist; ///< [N m s] Likewise.
    float slip;
} ContactMemory4;

/// Numbers of a pass that solves.
typedef struct ContactPass4 {
    float inverse_substep; ///< [1/s]
    bool pushes;           ///< Overlaps apart; else velocities alone, with
                           ///< friction.
    Softness softness;     ///< Where it pushes.
    float patience; ///< Relaxations in a row after which a contact pulled beyond sticking slides.
} ContactPass4;

/// What lanes are prepared from.
typedef struct ContactSources4 {
    const Manifold4 *manifolds;
    const int32_t *lanes; ///< The manifold of each lane; where `alone`, of each block.
    uint32_t lane_count;  ///< Of the batch; lanes beyond are empty.
    bool alone;           ///< One contact a block.
    const SolverBody4 *bodies;
    const InverseInertia4 *inverse_inertias; ///< One a body.
    const float
        *centers; ///< [m] Four numbers and four others a body, `center_motion_bound` bytes apart.
    size_t center_motion_bound;
    float impulse_scale; ///< This substep by the one before it.
    float deep;          ///< [m] What overlaps by more is pushed out faster than DEEP_PUSH.
} ContactSources4;

/// Passes over blocks, compiled per instruction set.
typedef struct ContactKernel4 {
    const char *name;
    /// Rows, masses and carried impulses of a step; contact_prepare4.inl.
    void (*prepare)(ContactBlock4 *blocks, uint32_t count, const ContactSources4 *sources);
    /// The same turns and masses again, after inertia has changed.
    void (*weigh)(ContactBlock4 *block, const InverseInertia4 *inverse_inertias);
    /// Whether contacts slide on: those that are new, and those that did in the step before.
    void (*judge_slip)(ContactBlock4 *blocks, uint32_t count, SolverBody4 *bodies);
    void (*warm_start)(ContactBlock4 *blocks, uint32_t count, SolverBody4 *bodies);
    void (*solve)(ContactBlock4 *blocks, uint32_t count, SolverBody4 *bodies,
                  const ContactPass4 *pass);
    /// Bounces what meets within this substep, or only finds it; contact_restitution4.inl.
    void (*bounce)(ContactBlock4 *blocks, uint32_t count, SolverBody4 *bodies, BodyStart4 *starts,
                   float substep, bool only_finds);
} ContactKernel4;

/// The kernel for these instructions, or the widest we have below them. All give the same bits.
const ContactKernel4 *tum_choose_contact_kernel4(CpuInstructions instructions);

extern const ContactKernel4 tum_contact_kernel4_scalar;
#if defined(__x86_64__) || defined(__i386__)
extern const ContactKernel4 tum_contact_kernel4_sse2;
extern const ContactKernel4 tum_contact_kernel4_avx2;
#endif

#endif
