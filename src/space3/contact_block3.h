// SPDX-License-Identifier: MIT
/// contact_block3.h: eight contacts as the solver wants them: a lane each, rows prepared.
///
/// During a step rows and inertia stay fixed, so a contact's velocity and separation are linear in
/// the motion of its two bodies (bench/findings.md, opportunities 1 to 3):
///
///     velocity    n . (vb - va) + jb . wb - ja . wa          j = r x n
///     separation  base + the same with the motion since the step began
///     impulse p   va -= ma p n, wa -= ka p; vb += mb p n, wb += kb p      k = I^-1 j
///
/// Surfaces may drift: colliders that move or change their shape within their bodies add a constant
/// to each velocity, and what it comes to over time to each separation.
///
/// A lane keeps its features and impulses from step to step; all else is prepared anew. Lanes
/// without a contact, and points that a contact does not have, hold inert rows: all zero.
#ifndef TUM_SPACE3_CONTACT_BLOCK3_H
#define TUM_SPACE3_CONTACT_BLOCK3_H

#include "math/wide.h"
#include "space3/collide3.h"
#include "system/cpu.h"

/// What the solver moves: one cache line a body, two rows of eight numbers. The second half is the
/// motion since the step began.
typedef struct SolverBody3 {
    Vec3 linear; ///< [m/s] of the centre of mass
    float unused_0;
    Vec3 angular; ///< [rad/s]
    float unused_1;
    Vec3 moved; ///< [m]
    float unused_2;
    Vec3 turned; ///< [rad]
    float unused_3;
} SolverBody3;

_Static_assert(sizeof(SolverBody3) == 64, "a body is one cache line");

/// One direction in which a contact acts.
typedef struct ContactRow3 {
    Lanes3 ja, jb; ///< [m] r x direction
    Lanes3 ka, kb; ///< I^-1 j
} ContactRow3;

typedef struct ContactPointLanes3 {
    ContactRow3 row;
    Lanes base;     ///< [m] separation when the step began
    Lanes mass;     ///< [kg] effective mass along the normal; 0: no such point
    Lanes impulse;  ///< [N s] of the last substep
    Lanes lever;    ///< [m] distance from the middle of the contact, for twisting friction
    Lanes drift;    ///< [m/s] of the surfaces in their bodies, along the normal
    Lanes approach; ///< [m/s] velocity along the normal at the last bounce; 0: was not in it
    Lanes time;     ///< [s] into the substep, when that bounce was
    Lanes parting;  ///< [m/s] velocity along the normal that bounce was to give
    Lanes blow;     ///< [N s] of the last bounce
    Lanes struck;   ///< [N s] of all bounces of the step
    uint32_t feature[WIDE];
} ContactPointLanes3;

/// Values of ContactBlock3.slip.
#define SLIP_SLIDES 1000.0f
#define SLIP_NEW -1.0f

typedef struct ContactBlock3 {
    // Eight lanes each, up to `lanes_end`: lanes are copied and cleared without naming fields.
    _Alignas(64) int32_t body_a[WIDE];
    int32_t body_b[WIDE];
    uint32_t lane_points[WIDE];                 ///< Points that a lane has.
    Lanes inverse_mass_a, inverse_mass_b;       ///< [1/kg]
    Lanes3 normal, tangent;                     ///< The second tangent is their cross product.
    Lanes bias_rate, mass_scale, impulse_scale; ///< The soft contact, by what it stands on.
    Lanes static_friction, dynamic_friction, restitution;
    Lanes fall, held_fall; ///< [m/s^2] of B against A along the normal, by gravity: as if no
                           ///< joint held them, and as if joints held what is joined.
    Lanes free_a, free_b;  ///< 1: that body flies till they meet; 0: held by joints, or unmovable.
    Lanes joined;          ///< 1: joints hold one of the bodies.
    Lanes wanted, got;     ///< [J] of the last bounce: p . (x' - x), x' - x as it is to be and is.
    Lanes more;            ///< Blows are to be longer by this factor.
    ContactRow3 friction[2];   ///< At the middle of the contact.
    Lanes friction_mass[3];    ///< [kg] inverse of the 2 by 2 effective mass: xx, yy, xy
    Lanes friction_impulse[2]; ///< [N s]
    Lanes3 twist_ka, twist_kb; ///< I^-1 n
    Lanes twist_mass;          ///< [kg m^2]
    Lanes twist_impulse;       ///< [N m s]
    Lanes friction_drift[2];   ///< [m/s] of the surfaces in their bodies, at the middle
    Lanes twist_drift;         ///< [rad/s] likewise, about the normal
    Lanes slip;                ///< 0: sticks. 1: was pulled beyond sticking once. 2: slides.
                               ///< -1: new, not yet judged.
    ContactPointLanes3 points[TOUCH_POINTS];

    uint32_t lanes_end;        ///< Unused: marks where the lanes end.
    uint32_t store_a, store_b; ///< A bit a lane: this side can be moved.
    uint32_t point_count;      ///< Of the lane that has most.
    uint32_t bounces;          ///< A bit a lane: has restitution.
    uint32_t bounced;          ///< A bit a lane: in the last pass.
    uint32_t drifts;           ///< Some lane has drifting surfaces.
} ContactBlock3;

_Static_assert(sizeof(ContactBlock3) % 64 == 0, "blocks are whole cache lines");

/// What a contact remembers while it has no lane.
typedef struct ContactMemory3 {
    uint32_t feature[TOUCH_POINTS];
    float impulse[TOUCH_POINTS];
    uint32_t point_count;
    Vec3 normal;
    Vec3 friction_impulse; ///< In the world.
    float twist_impulse;
    float slip;
} ContactMemory3;

/// Passes over blocks, compiled per instruction set.
typedef struct ContactKernel3 {
    const char *name;
    void (*warm_start)(ContactBlock3 *blocks, uint32_t count, SolverBody3 *bodies);
    /// @param bias      push overlaps apart; else velocities alone, with friction.
    /// @param patience  relaxations in a row after which a contact pulled beyond sticking slides.
    void (*solve)(ContactBlock3 *blocks, uint32_t count, SolverBody3 *bodies, float inverse_substep,
                  bool bias, float patience);
    /// Bounces what meets within this substep, or only finds it; contact_bounce3.inl.
    void (*bounce)(ContactBlock3 *blocks, uint32_t count, SolverBody3 *bodies, float substep,
                   bool only_finds);
    /// What the last bounces did, once joints have taken their share: `wanted` and `got`.
    void (*weigh_blows)(ContactBlock3 *blocks, uint32_t count, SolverBody3 *bodies, float substep);
    /// Makes the last bounces longer by `more`; or has friction act where bodies are joined.
    void (*press_on)(ContactBlock3 *blocks, uint32_t count, SolverBody3 *bodies, bool drags);
} ContactKernel3;

/// The kernel for these instructions, or the widest we have below them. All give the same bits.
const ContactKernel3 *tum_choose_contact_kernel3(CpuInstructions instructions);

extern const ContactKernel3 tum_contact_kernel3_scalar;
#if defined(__x86_64__) || defined(__i386__)
extern const ContactKernel3 tum_contact_kernel3_sse2;
extern const ContactKernel3 tum_contact_kernel3_avx2;
#endif

#endif
