// SPDX-License-Identifier: MIT
/// joint_block3.h: joints in lanes, eight parts at a time: for assemblies with so many loops that
/// solving them as one would cost too much (joint_sweep3.h).
///
/// A part of a joint is a lane. Points (three linear axes locked) have blocks of their own, solved
/// as one with a 3 by 3 matrix; all other parts have one to three rows. Inertia stays that of the
/// pose in which the step began, as with contacts (contact_block3.h); the arms of points turn
/// along.
///
/// Lanes without a part, and rows that a part does not have or that do nothing, hold zeros.
#ifndef TUM_SPACE3_JOINT_BLOCK3_H
#define TUM_SPACE3_JOINT_BLOCK3_H

#include "math/wide3.h"
#include "space3/contact_block3.h"

/// What turns where a row acts.
typedef struct RowLanes3 {
    Lanes3 ja, jb; ///< [m] r x direction; the direction, where it is angular.
    Lanes3 ka, kb; ///< I^-1 j
} RowLanes3;

/// Where eight points are in their bodies, and were when the step began. The passes that follow a
/// move read it: only then do points have new places.
typedef struct PointFrames3 {
    _Alignas(64) Lanes3 local_a, local_b; ///< [m] From the centres of mass, in the bodies.
    Lanes3 arm_a, arm_b;                  ///< [m] The same in the world.
    Lanes3 apart;                         ///< [m] From A's point to B's.
    Lanes3 surface_velocity;              ///< [m/s] What frames that move in their bodies add.
} PointFrames3;

/// What turns the bodies of a block of points, where some of them are not round.
typedef struct PointInertia3 {
    _Alignas(64) LanesSym3 a, b; ///< [1/(kg m^2)] Inverse, in the world.
} PointInertia3;

/// Eight points that two bodies share: what passes read.
typedef struct PointBlock3 {
    _Alignas(64) int32_t body_a[WIDE];
    int32_t body_b[WIDE];
    Lanes inverse_mass_a, inverse_mass_b; ///< [1/kg]
    Lanes round_a, round_b;               ///< [1/(kg m^2)] Inverse inertia of what is round.
    Lanes3 arm_a, arm_b;                  ///< [m] From centres of mass, in the world, now.
    Lanes3 apart;                         ///< [m] From A's point to B's, now.
    LanesSym3 mass;                       ///< [kg] Inverse of what an impulse changes.
    Lanes3 impulse;                       ///< [N s] Of the last substep, on B.
    uint32_t store_a, store_b;            ///< A bit a lane: this side can be moved.
    uint32_t surface_velocities;          ///< Some lane has a drift.
    uint32_t is_round;                    ///< All bodies turn as easily about any axis.
} PointBlock3;

_Static_assert(sizeof(PointBlock3) % 64 == 0, "blocks are whole cache lines");

/// One direction in which a part acts. Wanted is
///
///     x' + drift + target(stretch) + gamma p = 0,      low <= p <= high
typedef struct PartRow3 {
    Lanes3 n;      ///< Zero for angular rows.
    RowLanes3 row; ///< What turns.
    Lanes mass;    ///< Inverse of J M^-1 J^T + gamma; 0: does nothing.
    Lanes gamma;   ///< Softness.
    Lanes stretch; ///< [m] or [rad] From where it is to be, when the step began.
    Lanes way;     ///< [m/s] or [rad/s] How fast the stretch changes though bodies stand still.
    Lanes surface_velocity; ///< [m/s] or [rad/s] Wanted velocity but for its sign.
    Lanes rate;             ///< [1/s] Of springs: what a stretch adds to that.
    Lanes hard;             ///< 1: no spring; the stretch is undone as that of points is.
    Lanes side;      ///< 1, -1: the end of a range from which stretches grow inwards; 0: no range.
    Lanes most;      ///< [m/s] or [rad/s] At most so fast.
    Lanes low, high; ///< [N s] or [N m s]
    Lanes impulse;
} PartRow3;

enum { PART_ROWS = 3 };

typedef struct PartBlock3 {
    _Alignas(64) int32_t body_a[WIDE];
    int32_t body_b[WIDE];
    Lanes inverse_mass_a, inverse_mass_b;
    PartRow3 rows[PART_ROWS];
    uint32_t row_count; ///< Of the lane that has most.
    uint32_t store_a, store_b;
} PartBlock3;

_Static_assert(sizeof(PartBlock3) % 64 == 0, "blocks are whole cache lines");

/// What a pass wants to know about the substep.
typedef struct JointPass3 {
    bool bias;             ///< Undo stretches; else velocities alone.
    float inverse_substep; ///< [1/s]
    float elapsed;         ///< [s] Since rows were prepared: the end of what bodies have moved.
    Softness softness;     ///< Of hard rows.
} JointPass3;

/// Rows of eight numbers of a block's bodies: where they are, from BodyPlace3.center on, and what
/// moves them, ContactBody3, or zeros.
typedef struct PointSources3 {
    const float *place_a[WIDE], *place_b[WIDE];
    const float *weight_a[WIDE], *weight_b[WIDE];
} PointSources3;

/// Blocks of points of a color, and what is beside each.
typedef struct PointBatch3 {
    PointBlock3 *blocks;
    const PointInertia3 *inertia;
    const PointFrames3 *frames;
    uint32_t count;
    SolverBody3 *bodies;
} PointBatch3;

/// Passes over blocks, compiled per instruction set.
typedef struct JointKernel3 {
    /// Inverse masses and inertia, arms, stretch and mass from sources and local points.
    void (*prepare_points)(PointBlock3 *block, PointInertia3 *inertia, PointFrames3 *frames,
                           const PointSources3 *sources);
    /// Where points are now a pass without bias finds out, and leaves it to those with.
    void (*warm_start_points)(PointBatch3 batch);
    void (*solve_points)(PointBatch3 batch, const JointPass3 *pass);
    void (*warm_start_parts)(PartBlock3 *blocks, uint32_t count, SolverBody3 *bodies);
    void (*solve_parts)(PartBlock3 *blocks, uint32_t count, SolverBody3 *bodies,
                        const JointPass3 *pass);
} JointKernel3;

/// The kernel for these instructions, or the widest we have below them. All give the same bits.
const JointKernel3 *tum_choose_joint_kernel3(CpuInstructions instructions);

extern const JointKernel3 tum_joint_kernel3_scalar;
#if defined(__x86_64__) || defined(__i386__)
extern const JointKernel3 tum_joint_kernel3_sse2;
extern const JointKernel3 tum_joint_kernel3_avx2;
extern const JointKernel3 tum_joint_kernel3_avx512;
#endif

#endif
