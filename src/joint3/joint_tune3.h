// SPDX-License-Identifier: MIT
/// joint_tune3.h: changes of ranges, drives and frames while a joint acts.
///
/// An even change is spread over the substeps of a step: the end of a range moves at a constant
/// velocity and takes along the bodies it holds. Each change is announced before a step together
/// with its duration, and set to the exact value after it:
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

/// Numbers of a part that move evenly; the rest take their new values at once.
typedef struct EvenChange3 {
    bool low, high, target;
} EvenChange3;

/// Gives a part new numbers, to be reached in `seconds`. Kind and axes of `next` are those of the
/// part; only a part with may_lock may change between lock and range.
///
/// @param part  into JointSet3.parts.
/// @return whether a number is different now or will be.
bool tum_joint3_tune(JointSet3 *set, int32_t joint, int32_t part, const JointPart3 *next,
                     EvenChange3 change, double seconds);

/// Sets the numbers of a part to those of `next`.
void tum_joint3_land(JointSet3 *set, int32_t joint, int32_t part, const JointPart3 *next);

/// Moves a frame within its body to another pose in `seconds`. A frame that does not move evenly,
/// or moves too fast, is placed there after the step.
/// @return whether the pose is a different one.
bool tum_joint3_aim_frame(JointSet3 *set, int32_t joint, int side, DPose3 next, bool is_even,
                          double seconds);

/// Stops all motion of the joint's frames, ranges and targets.
void tum_joint3_halt(JointSet3 *set, int32_t joint);

/// Advances moving numbers and frames by a substep [s], for the solver.
void tum_joint3_advance(JointSet3 *set, Joint3 *joint, double substep);

#endif
