// SPDX-License-Identifier: MIT
/// joint_sweep3.h: assemblies with so many loops, as nets and cloth, that they are not solved as
/// one but swept part by part, as contacts are.
///
/// Parts are coloured: no movable body occurs twice in a colour, so that its blocks may be solved
/// side by side. Rows are prepared once a step and followed linearly within it. Hard parts give way
/// like stiff springs while they are pushed; relaxation takes that velocity back.
///
/// While a weave `holds`, impulses are in its lanes; else in JointSet3.rows, where they belong when
/// joints are changed or packed.
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

struct JointSweep3 {
    ARRAY(PointBlock3) points;
    ARRAY(PointInertia3) inertia; ///< Of points, as
    ARRAY(PointFrames3) frames;   ///< these are.
    ARRAY(PartBlock3) parts;
    ARRAY(JointSweepColor3) colors;
    ARRAY(int32_t) point_joints; ///< WIDE a point block: joints, or NONE.
    ARRAY(int32_t) others;       ///< Joints with lanes in part blocks, ascending.
    uint64_t changes;            ///< JointSet3.changes that blocks know of.
    bool loads_frames;           ///< They are to learn them anew.
    bool holds;
};

/// Lays out the joints of an assembly in lanes.
/// @param joints  `count` slots, ascending.
/// @return false when out of memory.
bool tum_joint_sweep3_lay_out(JointSweep3 *joint_sweep, JointSet3 *set,
                              const JointIsland3 *joint_island, const int32_t *joints,
                              int32_t count, const TumAllocator *allocator);
void tum_joint_sweep3_clear(JointSweep3 *joint_sweep, const TumAllocator *allocator);

/// Before the first pass in each part of a step.
void tum_joint_sweeps3_begin(Space3 *space, const Topology *topology, StepTime time);

/// Impulses of all weaves go back to where joints have them.
void tum_joint_sweeps3_release(JointSet3 *set);

/// The impulse of a row of a part that a weave holds.
double tum_joint_sweep3_impulse(JointSweep3 *joint_sweep, const JointPart3 *part, int32_t row);

/// Whether the lanes that the parts of a joint have are still of their kind.
bool tum_joint3_fits_joint_sweep(const JointSet3 *set, const Joint3 *joint);

/// Once in each part of a step: prepares blocks of points, then joints that have other parts.
/// @param items  of both, counted through.
void tum_joint_sweep3_prepare(Space3 *space, JointSweep3 *joint_sweep, StepTime time, Range items);

/// All passes over an assembly that is no more than one worker's work.
bool tum_joint_sweep3_is_small(const JointSweep3 *joint_sweep);
void tum_joint_sweep3_run(Space3 *space, StepTime time, SolvePass pass, JointSweep3 *joint_sweep);

// For the table of sim:

int32_t tum_space3_joint_sweep_colors(const Space *space, int32_t joint_island, SolvePass pass);
uint32_t tum_space3_joint_sweep_items(const Space *space, int32_t joint_island, SolvePass pass,
                                      int32_t color);
void tum_space3_run_joint_sweep(Space *space, StepTime time, SolvePass pass, int32_t joint_island,
                                int32_t color, Range items);

#endif
