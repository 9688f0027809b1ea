// SPDX-License-Identifier: MIT
/// rigid_joint.h: joint objects of nodes, with any form of description.
///
///     {"connectedNode": 4, "joint": 0, "enableCollision": true}
#ifndef TUM_DIALECTS_RIGID_JOINT_H
#define TUM_DIALECTS_RIGID_JOINT_H

#include "dialects/joint_description.h"

/// Adds the joint of a node to the scene; an invalid joint gets a finding.
///
/// @param description  limits and drives; an empty one disables collisions of the two sides only.
/// @param may_be_open  an absent `connectedNode` means the world (decision D22); otherwise the
///                     member is required.
void tum_rigid_joint_read(SceneReader *reader, int32_t node, const Cursor *joint,
                          const JointDescription *description, bool may_be_open);

#endif
