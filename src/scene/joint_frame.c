// SPDX-License-Identifier: MIT
// joint_frame.c: joint frames: the pose of a node in the frame of its body, without scale.
#include "scene/joint_frame.h"

#include "math/linear4.h"

static int32_t body_of(const SceneBuilder *builder, int32_t node)
{
    return node >= 0 ? builder->nodes[node].body : -1;
}

// The frame of a node without its scale, in a body frame of 4D or in the world.
static void place_side4(SceneBuilder *builder, const Hierarchy *hierarchy, int32_t body,
                        int32_t node, double position[4], TumRotation *rotation)
{
    const NodeFrame4 *frame = hierarchy->frames4[node];
    const TumBody *moved = body >= 0 ? &builder->bodies.items[body] : NULL;
    double back[16] = LINEAR4_IDENTITY;
    if (moved != NULL) {
        tum_linear4_transpose(moved->rotation.m, back);
    }
    for (int i = 0; i < 4; ++i) {
        position[i] = frame->world.position[i] - (moved != NULL ? moved->position[i] : 0.0);
    }
    tum_linear4_transform(back, position, position);
    tum_linear4_multiply(back, frame->rotation, back);
    *rotation = tum_store_rotation4(builder, back);
}

static void place_side(SceneBuilder *builder, const Hierarchy *hierarchy, int32_t body,
                       int32_t node, double position[4], TumRotation *rotation)
{
    if (builder->dimension == 4) {
        place_side4(builder, hierarchy, body, node, position, rotation);
        return;
    }
    const DPose3 world_from_node = {tum_translation_part(builder->nodes[node].world),
                                    hierarchy_rotation(hierarchy, node)};
    const DPose3 frame = dpose3_relative(builder_body_pose(builder, body), world_from_node);
    store_vector(frame.position, position);
    *rotation = stored_rotation(dquat_normalize(frame.rotation));
}

static bool has_effect(SceneBuilder *builder, const JointSource *source)
{
    const TumJoint *joint = &source->joint;
    if ((joint->node_b != -1 && !builder_has_live_node(builder, joint->node_b)) ||
        (source->frame_node != -1 && !builder_has_live_node(builder, source->frame_node))) {
        tum_report_add(builder->report, CODE_PHYSICS_JOINT_NODE_NOT_IN_SCENE, builder->file,
                       joint->pointer, "node %d is joined to node %d, which is not in the scene",
                       joint->node_a, joint->node_b);
        return false;
    }
    const int32_t a = body_of(builder, joint->node_a), b = body_of(builder, joint->node_b);
    if (a == b && a >= 0) {
        tum_report_add(builder->report, CODE_PHYSICS_JOINT_SAME_BODY, builder->file, joint->pointer,
                       "both sides, node %d and node %d, belong to one body; the joint is ignored",
                       joint->node_a, joint->node_b);
        tum_report_mark_decision(builder->report, "D21");
        return false;
    }
    if (!builder_is_dynamic(builder, a) && !builder_is_dynamic(builder, b)) {
        tum_report_add_as(builder->report, CODE_PHYSICS_JOINT_NO_MOTION,
                          source->needs_motion ? TUM_SEVERITY_ERROR : TUM_SEVERITY_WARNING,
                          builder->file, joint->pointer,
                          "neither node %d nor node %d belongs to a simulated body; the joint is "
                          "ignored",
                          joint->node_a, joint->node_b);
        tum_report_mark_decision(builder->report, "D21");
        return false;
    }
    return true;
}

TumStatus tum_place_joints(SceneBuilder *builder, const Hierarchy *hierarchy)
{
    for (size_t i = 0; i < builder->joints.count; ++i) {
        JointSource *source = &builder->joints.items[i];
        source->built = -1;
        // A joint with its own node elsewhere belongs to another scene and gets no finding.
        const bool is_shared = source->frame_node != -1;
        const bool is_world_a = is_shared && source->joint.node_a == -1;
        if ((!is_world_a && !builder_has_live_node(builder, source->joint.node_a)) ||
            !has_effect(builder, source)) {
            continue;
        }
        TumJoint *joint = array_push(&builder->built_joints, &builder->allocator);
        if (joint == NULL) {
            return TUM_ERROR_MEMORY;
        }
        *joint = source->joint;
        source->built = (int32_t)builder->built_joints.count - 1;
        joint->body_a = body_of(builder, joint->node_a);
        joint->body_b = body_of(builder, joint->node_b);
        joint->is_at_nodes = !is_shared && joint->node_b != -1;
        const int32_t at_a = is_shared ? source->frame_node : joint->node_a;
        const int32_t at_b = is_shared || joint->node_b == -1 ? at_a : joint->node_b;
        place_side(builder, hierarchy, joint->body_a, at_a, joint->position_a, &joint->rotation_a);
        place_side(builder, hierarchy, joint->body_b, at_b, joint->position_b, &joint->rotation_b);
    }
    return TUM_OK;
}
