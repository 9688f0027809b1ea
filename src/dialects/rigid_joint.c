// SPDX-License-Identifier: MIT
// rigid_joint.c: the two sides of a joint.
#include "dialects/rigid_joint.h"

// The node at the other end, or -1 for an invalid joint.
static int32_t read_connected_node(SceneReader *reader, int32_t node, const Cursor *joint)
{
    if (!tum_read_required(joint, "connectedNode")) {
        return -1;
    }
    const int32_t connected = tum_cursor_index(joint, "connectedNode", reader->node_count);
    const Cursor at = tum_cursor_member(joint, "connectedNode");
    if (connected == node) {
        tum_cursor_report(&at, CODE_PHYSICS_JOINT_SELF,
                          "The joint connects node %d to itself; it is ignored.", (int)node);
        return -1;
    }
    if (connected >= 0 && !tum_document_node(reader->document, (size_t)connected)->in_scene) {
        tum_cursor_report(&at, CODE_PHYSICS_JOINT_NODE_NOT_IN_SCENE,
                          "Node %d is outside the active scene; the joint is ignored.",
                          (int)connected);
        return -1;
    }
    return connected;
}

void tum_rigid_joint_read(SceneReader *reader, int32_t node, const Cursor *joint,
                          const JointDescription *description, bool may_be_open)
{
    const bool is_open = may_be_open && !reader_has(joint, "connectedNode");
    JointDef made = {.node_a = node,
                     .node_b = is_open ? -1 : read_connected_node(reader, node, joint),
                     .limits = description->limits,
                     .limit_count = description->limit_count,
                     .drives = description->drives,
                     .drive_count = description->drive_count,
                     .description = description->pointer};
    tum_cursor_boolean(joint, "enableCollision", &made.enable_collision);
    if ((is_open || made.node_b >= 0) &&
        tum_reader_expand(reader, made.limit_count + made.drive_count)) {
        made.pointer = tum_reader_pointer(reader, joint);
        tum_scene_builder_joint(reader->builder, &made);
    }
}
