// SPDX-License-Identifier: MIT
/// joint_block3.h: joints in blocks of eight lanes, for joint islands with so many loops that a
/// direct solution would cost too much (joint_sweep3.h).
///
/// A lane is one part of a joint. Points (three locked linear axes) have blocks of their own and
/// are solved with a 3 by 3 matrix; all other parts have one to three rows. The inertia is that of
/// contacts (contact_block3.h), at the start of the step or as they have taken it since; the arms
/// of points rotate with their bodies.
///
/// Empty lanes, missing rows and rows without effect hold zeros.
#ifndef TUM_SPACE3_JOINT_BLOCK3_H
#define TUM_SPACE3_JOINT_BLOCK3_H

#include "math/wide3.h"
#include "space3/contact_block3.h"

/// Angular terms of a row.
typedef struct RowLanes3 {
    Lanes3 ja, jb; ///< [m] r x direction; for angular rows the direction.
    Lanes3 ka, kb; ///< I^-1 j
} RowLanes3;

/// Eight points in their bodies, and at the start of the step. Only passes that follow a motion
/// read them, because only then the points have moved.
typedef struct PointFrames3 {
    _Alignas(64) Lanes3 local_a, local_b; ///< [m] From the centres of mass, in the body frames.
    Lanes3 arm_a, arm_b;                  ///< [m] The same in the world.
    Lanes3 apart;                         ///< [m] From A's point to B's.
    Lanes3 surface_velocity; ///< [m/s] Velocity of frames that move within their bodies.
} PointFrames3;

/// Inverse inertia of the bodies of a block of points, used where some of them are not isotropic.
typedef struct PointInertia3 {
    _Alignas(64) LanesSym3 a, b; ///< [1/(kg m^2)] Inverse, in the world.
} PointInertia3;

/// Eight points shared by two bodies: the members that passes read.
typedef struct PointBlock3 {
    _Alignas(64) int32_t body_a[WIDE];
    int32_t body_b[WIDE];
    Lanes inverse_mass_a, inverse_mass_b; ///< [1/kg]
    Lanes round_a, round_b;               ///< [1/(kg m^2)] Inverse inertia of isotropic bodies.
    Lanes3 arm_a, arm_b;         ///< [m] From the centres of mass, in the world, at present.
    Lanes3 apart;                ///< [m] From A's point to B's, at present.
    LanesSym3 mass;              ///< [kg] Effective mass.
    Lanes3 impulse;              ///< [N s] Of the last substep, on B.
    uint32_t store_a, store_b;   ///< Masks, a bit per lane: the body on this side has finite mass.
    uint32_t surface_velocities; ///< Nonzero: some lane has a surface velocity.
    uint32_t is_round;           ///< Nonzero: all bodies are isotropic.
    bool is_struck;              ///< Impulses are those of restitution; JointSweep3 keeps its own.
} PointBlock3;

_Static_assert(sizeof(PointBlock3) % 64 == 0, "blocks are whole cache lines");

/// One direction in which a part acts. The row equation is
///
///     x' + surface_velocity + target(stretch) + gamma p = 0,      low <= p <= high
typedef struct PartRow3 {
    Lanes3 n;               ///< Zero for angular rows.
    RowLanes3 row;          ///< Angular terms.
    Lanes mass;             ///< Inverse of J M^-1 J^T + gamma; 0: no effect.
    Lanes gamma;            ///< Softness.
    Lanes stretch;          ///< [m] or [rad] Position error at the start of the step.
    Lanes rate_at_rest;     ///< [m/s] or [rad/s] Change of the stretch for bodies at rest.
    Lanes surface_velocity; ///< [m/s] or [rad/s] Negated target velocity.
    Lanes rate;             ///< [1/s] Springs: velocity per stretch that is added.
    Lanes hard;             ///< 1: no spring; the stretch is corrected as for points.
    Lanes side; ///< 1, -1: the bound of a range from which the stretch grows inwards; 0: no range.
    Lanes most; ///< [m/s] or [rad/s] Limit of the correction speed.
    Lanes low, high; ///< [N s] or [N m s]
    Lanes impulse;
} PartRow3;

enum { PART_ROWS = 3 };

typedef struct PartBlock3 {
    _Alignas(64) int32_t body_a[WIDE];
    int32_t body_b[WIDE];
    Lanes inverse_mass_a, inverse_mass_b;
    PartRow3 rows[PART_ROWS];
    uint32_t row_count; ///< Largest number of rows of a lane.
    uint32_t store_a, store_b;
    bool is_struck; ///< As for points.
} PartBlock3;

_Static_assert(sizeof(PartBlock3) % 64 == 0, "blocks are whole cache lines");

/// Parameters of a pass over joint blocks.
typedef struct JointPass3 {
    bool bias;             ///< true: corrects stretches; false: velocities alone.
    bool impact;           ///< Springs are too slow to take part.
    float inverse_substep; ///< [1/s]
    float elapsed;     ///< [s] Since rows were prepared: end of the motion that bodies have made.
    Softness softness; ///< Softness of hard rows.
} JointPass3;

/// Rows of eight numbers of a block's bodies: the pose, from BodyPlace3.center on, and the mass,
/// ContactBody3, or zeros.
typedef struct PointSources3 {
    const float *place_a[WIDE], *place_b[WIDE];
    const float *weight_a[WIDE], *weight_b[WIDE];
} PointSources3;

/// Blocks of points of a color, and the arrays beside them.
typedef struct PointBatch3 {
    PointBlock3 *blocks;
    PointInertia3 *inertia;
    const PointFrames3 *frames;
    uint32_t count;
    SolverBody3 *bodies;
} PointBatch3;

/// Passes over blocks, compiled per instruction set.
typedef struct JointKernel3 {
    /// Inverse masses and inertia, arms, stretch and effective mass, from sources and local points.
    void (*prepare_points)(PointBlock3 *block, PointInertia3 *inertia, PointFrames3 *frames,
                           const PointSources3 *sources);
    /// Takes the inertia of the sources anew, where it has changed.
    void (*weigh_points)(PointBlock3 *block, PointInertia3 *inertia, const PointSources3 *sources);
    /// [N m s] Angular impulses by which the points pull at most on the bodies of each lane.
    void (*strain_points)(const PointBlock3 *block, Lanes on_a, Lanes on_b);
    /// A pass without bias computes the present places of points; passes with bias use them.
    void (*warm_start_points)(PointBatch3 batch);
    void (*solve_points)(PointBatch3 batch, const JointPass3 *pass);
    void (*warm_start_parts)(PartBlock3 *blocks, uint32_t count, SolverBody3 *bodies);
    void (*solve_parts)(PartBlock3 *blocks, uint32_t count, SolverBody3 *bodies,
                        const JointPass3 *pass);
} JointKernel3;

/// Kernel for these instructions, or the widest available one below them. All give the same bits.
const JointKernel3 *tum_choose_joint_kernel3(CpuInstructions instructions);

KERNEL_DECLARE(const JointKernel3, tum_joint_kernel3);

#endif
