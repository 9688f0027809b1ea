// SPDX-License-Identifier: MIT
/// joint_sweep3.h: joint islands with many loops, such as nets and cloth, solved by Gauss-Seidel
/// sweeps over parts, as contacts are.
///
/// Parts are colored: no movable body occurs twice in a color, so the blocks of a color may be
/// solved in parallel. Rows are prepared once a step and extrapolated linearly within it; masses of
/// points and the rows of springs follow bodies that turn (TURNED_ARM). Hard
/// parts act as stiff springs in the solve pass; relaxation removes the velocity that this adds.
/// Restitution begins without impulses, and leaves none to the substep.
///
/// While a joint sweep `holds`, impulses are stored in its lanes. Else they are in JointSet3.rows,
/// where code that changes or packs joints reads them.
#ifndef TUM_JOINT3_JOINT_SWEEP3_H
#define TUM_JOINT3_JOINT_SWEEP3_H

#include "base/array.h"
#include "space3/joint_block3.h"
#include "space3/joint_data3.h"

/// Blocks of a color.
typedef struct JointSweepColor3 {
    uint32_t point_first, point_count;
    uint32_t part_first, part_count;
} JointSweepColor3;

/// Impulses of a part block.
typedef struct PartImpulses3 {
    Lanes rows[PART_ROWS];
} PartImpulses3;

struct JointSweep3 {
    ARRAY(PointBlock3) points;
    ARRAY(PointInertia3) inertia; ///< Inertia of each point block.
    ARRAY(PointFrames3) frames;   ///< Frames of each point block.
    ARRAY(PartBlock3) parts;
    ARRAY(Lanes3) point_impulses;       ///< Kept while blocks are struck: PointBlock3.is_struck.
    ARRAY(PartImpulses3) part_impulses; ///< Likewise.
    ARRAY(JointSweepColor3) colors;
    ARRAY(int32_t) point_joints; ///< WIDE per point block: joints, or NONE.
    ARRAY(int32_t) others;       ///< Joints with lanes in part blocks, ascending.
    uint64_t changes;            ///< JointSet3.changes when the blocks were last updated.
    bool loads_frames;           ///< The blocks are to load the frames again.
    bool holds;
};

/// Lays out the joints of a joint island in lanes.
/// @param joints  `count` slots, ascending.
/// @return false when out of memory.
bool tum_joint_sweep3_lay_out(JointSweep3 *joint_sweep, JointSet3 *set,
                              const JointIsland3 *joint_island, const int32_t *joints,
                              int32_t count, const TumAllocator *allocator);
void tum_joint_sweep3_clear(JointSweep3 *joint_sweep, const TumAllocator *allocator);

/// Begins joint sweeps before the first pass in each split of a step.
void tum_joint_sweeps3_begin(Space3 *space, const Topology *topology, StepTime time);

/// Measures the strain of the bodies of a joint sweep and enlarges their moments, as a step begins:
/// joint_sweep_strain3.c.
void tum_joint_sweep3_follow_strain(Space3 *space, JointIsland3 *joint_island,
                                    JointSweep3 *joint_sweep, float substep);

/// Writes impulses of all joint sweeps back to the joints.
void tum_joint_sweeps3_release(JointSet3 *set);

/// The impulse of a part's row in a joint sweep.
double tum_joint_sweep3_impulse(JointSweep3 *joint_sweep, const JointPart3 *part, int32_t row);

/// Whether the lanes of a joint's parts still match the parts.
bool tum_joint3_fits_joint_sweep(const JointSet3 *set, const Joint3 *joint);

/// Prepares point blocks, then joints with other parts. Call it once in each split of a step.
/// @param items  range over both, point blocks first.
void tum_joint_sweep3_prepare(Space3 *space, JointSweep3 *joint_sweep, StepTime time, Range items);

/// Takes the inertia of the bodies of blocks anew, as contacts have taken it.
void tum_joint_sweep3_weigh(const Space3 *space, PointBatch3 points, PartBlock3 *parts,
                            uint32_t part_count);

/// Updates springs whose bodies have turned, after bodies were moved.
/// @param others  range of JointSweep3.others
void tum_joint_sweep3_follow(Space3 *space, JointSweep3 *joint_sweep, StepTime time, Range others);

/// Whether the joint sweep is small enough for one job with all passes.
bool tum_joint_sweep3_is_small(const JointSweep3 *joint_sweep);
void tum_joint_sweep3_run(Space3 *space, StepTime time, JointPass pass,
                          const JointIsland3 *joint_island);

// Functions for the schedule's table:

int32_t tum_space3_joint_sweep_colors(const Space *space, int32_t joint_island, JointPass pass);
uint32_t tum_space3_joint_sweep_items(const Space *space, int32_t joint_island, JointPass pass,
                                      int32_t color);
void tum_space3_run_joint_sweep(Space *space, StepTime time, JointPass pass, int32_t joint_island,
                                int32_t color, Range items);

#endif
