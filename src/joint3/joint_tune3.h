// SPDX-License-Identifier: MIT
/// joint_tune3.h: joints whose ranges, drives and frames change while they hold.
///
/// What changes evenly does so over the substeps of a step: the end of a range arrives where it is
/// to be with the speed of its way, and takes along what it holds. Before a step each change is
/// told with its length, after the step it is landed on the last digit:
///
///     tum_joint3_tune(set, joint, part, &next, change, seconds);
///     tum_joint3_aim_frame(set, joint, side, next_frame, true, seconds);
///     … tum_sim_step …
///     tum_joint3_land(set, joint, part, &next);
///     tum_space3_set_joint_frame(space, joint, side, next_frame);
///     tum_joint3_halt(set, joint);
#ifndef TUM_JOINT3_JOINT_TUNE3_H
#define TUM_JOINT3_JOINT_TUNE3_H

#include "space3/joint_data3.h"

/// Which ends of a part move evenly; the others are where they are to be at once.
typedef struct EvenChange3 {
    bool low, high, target;
} EvenChange3;

/// Gives a part other numbers, to be reached in `seconds`. Kind and axes of `next` are those that
/// the part was made with, but that a part with may_lock may be a lock or a range.
///
/// @param part  into JointSet3.parts.
/// @return whether anything is or becomes another.
bool tum_joint3_tune(JointSet3 *set, int32_t joint, int32_t part, const JointPart3 *next,
                     EvenChange3 change, double seconds);

/// The numbers of a part are those of `next` now.
void tum_joint3_land(JointSet3 *set, int32_t joint, int32_t part, const JointPart3 *next);

/// Moves a frame within its body to another pose, in `seconds`; where it does not go evenly, or too
/// fast for a way, it is there after the step. @return whether that is elsewhere.
bool tum_joint3_aim_frame(JointSet3 *set, int32_t joint, int side, DPose3 next, bool is_even,
                          double seconds);

/// Nothing of the joint moves on its own from here on.
void tum_joint3_halt(JointSet3 *set, int32_t joint);

/// Moves on by a substep [s]: for the solver.
void tum_joint3_advance(JointSet3 *set, Joint3 *joint, double substep);
void tum_joint3_advance_frames(Joint3 *joint, double substep);

#endif
