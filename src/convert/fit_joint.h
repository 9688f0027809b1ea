// SPDX-License-Identifier: MIT
/// fit_joint.h: joints in the form of a target: kinds of limits and drives, places of frames.
#ifndef TUM_CONVERT_FIT_JOINT_H
#define TUM_CONVERT_FIT_JOINT_H

#include "convert/scene_writer.h"

/// Converts the limits and drives of a joint to the target's kinds, and reports the losses.
void tum_writer_fit_joint(SceneWriter *writer, WrittenJoint *joint);

/// Moves the frames of a joint to the target's places; creates nodes and anchors as needed.
void tum_writer_place_joint(SceneWriter *writer, WrittenJoint *joint);

#endif
