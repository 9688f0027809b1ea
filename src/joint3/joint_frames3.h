// SPDX-License-Identifier: MIT
/// joint_frames3.h: frames of joints: poses in the world, and motion of frames in their bodies.
#ifndef TUM_JOINT3_JOINT_FRAMES3_H
#define TUM_JOINT3_JOINT_FRAMES3_H

#include "space3/space3.h"

/// The pose of a body's centre of mass in the world.
DPose3 tum_joint3_body_center(const Space3 *space, int32_t body);

/// The pose of a joint's frame in the world. @param body  slot of the body of that side.
DPose3 tum_space3_joint_frame(const Space3 *space, int32_t slot, int side, int32_t body);

/// Moves the frames of a joint by their own velocities for a substep [s].
void tum_joint3_advance_frames(Joint3 *joint, double substep);

#endif
