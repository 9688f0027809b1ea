// SPDX-License-Identifier: MIT
/// rigid_joint.h: joint objects of nodes, whatever they are described by.
///
///     {"connectedNode": 4, "joint": 0, "enableCollision": true}
#ifndef TUM_DIALECTS_RIGID_JOINT_H
#define TUM_DIALECTS_RIGID_JOINT_H

#include "dialects/joint_description.h"

/// Adds the joint of a node to the scene, unless it cannot be; a finding says why.
///
/// @param description  what the joint does; empty, it keeps the two sides from colliding.
/// @param may_be_open  without `connectedNode` the other side is the world (decision D22); else it
///                     is required.
void tum_rigid_joint_read(SceneReader *reader, int32_t node, const Cursor *joint,
                          const JointDescription *description, bool may_be_open);

#endif
