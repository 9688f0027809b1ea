// SPDX-License-Identifier: MIT
/// kit.h: scenes in a few lines, for the tests of src/scene.
///
///     Kit kit = kit_begin();
///     const int32_t crate = kit_node(&kit, -1);
///     kit.locals[crate].scale[0] = 2.0;
///     kit_box(&kit, kit_motion(&kit, crate), 1, 1, 1);
///     const TumScene *scene = kit_finish(&kit);
///     …
///     kit_end(&kit);
#ifndef TUM_TESTS_SCENE_KIT_H
#define TUM_TESTS_SCENE_KIT_H

#include "math/math3_64.h"
#include "scene/scene_builder.h"
#include "tests/support/support.h"

enum { KIT_MAX = 32 };

typedef struct Kit {
    TumReport *report;
    SceneBuilder *builder;
    TumScene *scene;
    NodeDef nodes[KIT_MAX];
    TumTransform locals[KIT_MAX]; ///< Of the nodes.
    MotionDef motions[KIT_MAX];
    ColliderDef colliders[KIT_MAX];
    TriggerDef triggers[KIT_MAX];
    JointDef joints[KIT_MAX];
    size_t node_count, motion_count, collider_count, trigger_count, joint_count;
} Kit;

static inline Kit kit_begin(void)
{
    Kit kit = {.report = tum_report_create(NULL)};
    kit.builder = tum_scene_builder_create(NULL, 3, 1000.0, "kit.gltf", kit.report);
    return kit;
}

/// A node at its parent's origin, in the scene.
static inline int32_t kit_node(Kit *kit, int32_t parent)
{
    assert_true(kit->node_count < KIT_MAX);
    kit->nodes[kit->node_count] = (NodeDef){.parent = parent, .in_scene = true, .name = "node"};
    kit->locals[kit->node_count] = (TumTransform){.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
    return (int32_t)kit->node_count++;
}

static inline int32_t kit_node_at(Kit *kit, int32_t parent, double x, double y, double z)
{
    const int32_t node = kit_node(kit, parent);
    kit->locals[node].translation[0] = x;
    kit->locals[node].translation[1] = y;
    kit->locals[node].translation[2] = z;
    return node;
}

static inline void kit_scale(Kit *kit, int32_t node, double x, double y, double z)
{
    kit->locals[node].scale[0] = x;
    kit->locals[node].scale[1] = y;
    kit->locals[node].scale[2] = z;
}

/// A turn by `angle` about an axis of unit length.
static inline void kit_turn(Kit *kit, int32_t node, double x, double y, double z, double angle)
{
    const double s = sin(0.5 * angle);
    const double q[4] = {x * s, y * s, z * s, cos(0.5 * angle)};
    memcpy(kit->locals[node].rotation, q, sizeof q);
}

/// Makes a node a dynamic body; its pointer is "/nodes/N/motion".
static inline MotionDef *kit_motion(Kit *kit, int32_t node)
{
    MotionDef *motion = &kit->motions[kit->motion_count++];
    *motion = tum_default_motion_def();
    motion->node = node;
    motion->pointer = "/motion";
    return motion;
}

/// A collider with a shape of its own; its pointer is "/collider".
static inline ColliderDef *kit_collider(Kit *kit, int32_t node, TumShape shape)
{
    ColliderDef *collider = &kit->colliders[kit->collider_count++];
    *collider = (ColliderDef){.node = node,
                              .shape = tum_scene_builder_shape(kit->builder, &shape),
                              .material = -1,
                              .filter = -1,
                              .group = -1,
                              .pointer = "/collider"};
    return collider;
}

static inline ColliderDef *kit_box(Kit *kit, int32_t node, double x, double y, double z)
{
    return kit_collider(kit, node, (TumShape){.kind = TUM_SHAPE_BOX, .size = {x, y, z}});
}

static inline ColliderDef *kit_sphere(Kit *kit, int32_t node, double radius)
{
    return kit_collider(kit, node, (TumShape){.kind = TUM_SHAPE_SPHERE, .radius = radius});
}

static inline TriggerDef *kit_trigger(Kit *kit, int32_t node, int32_t shape)
{
    TriggerDef *trigger = &kit->triggers[kit->trigger_count++];
    *trigger = (TriggerDef){.node = node, .shape = shape, .filter = -1, .pointer = "/trigger"};
    return trigger;
}

static inline JointDef *kit_joint(Kit *kit, int32_t node_a, int32_t node_b)
{
    JointDef *joint = &kit->joints[kit->joint_count++];
    *joint = (JointDef){.node_a = node_a, .node_b = node_b, .pointer = "/joint"};
    return joint;
}

/// translation * rotation * scale, as a 4 by 4 matrix.
static inline void kit_local(TumTransform *local)
{
    const DMat3 r = dquat_matrix(
        (DQuat){local->rotation[0], local->rotation[1], local->rotation[2], local->rotation[3]});
    const DVec3 columns[3] = {dvec3_scale(r.x, local->scale[0]), dvec3_scale(r.y, local->scale[1]),
                              dvec3_scale(r.z, local->scale[2])};
    for (size_t k = 0; k < 3; ++k) {
        local->matrix[4 * k] = columns[k].x;
        local->matrix[4 * k + 1] = columns[k].y;
        local->matrix[4 * k + 2] = columns[k].z;
        local->matrix[12 + k] = local->translation[k];
    }
    local->matrix[15] = 1.0;
}

/// Hands everything to the builder.
static inline void kit_say(Kit *kit, SceneBuilder *builder)
{
    for (size_t i = 0; i < kit->node_count; ++i) {
        if (!kit->nodes[i].has_matrix) {
            kit_local(&kit->locals[i]);
        }
    }
    tum_scene_builder_node_count(builder, kit->node_count);
    for (size_t i = 0; i < kit->node_count; ++i) {
        kit->nodes[i].local = &kit->locals[i];
        tum_scene_builder_node(builder, i, &kit->nodes[i]);
    }
    for (size_t i = 0; i < kit->motion_count; ++i) {
        tum_scene_builder_motion(builder, &kit->motions[i]);
    }
    for (size_t i = 0; i < kit->collider_count; ++i) {
        tum_scene_builder_collider(builder, &kit->colliders[i]);
    }
    for (size_t i = 0; i < kit->trigger_count; ++i) {
        tum_scene_builder_trigger(builder, &kit->triggers[i]);
    }
    for (size_t i = 0; i < kit->joint_count; ++i) {
        tum_scene_builder_joint(builder, &kit->joints[i]);
    }
}

/// The finished scene; lives until kit_end.
static inline const TumScene *kit_finish(Kit *kit)
{
    kit_say(kit, kit->builder);
    assert_int_equal(tum_scene_builder_finish(kit->builder, &kit->scene), TUM_OK);
    return kit->scene;
}

static inline void kit_end(Kit *kit)
{
    tum_scene_destroy(kit->scene);
    tum_scene_builder_destroy(kit->builder);
    tum_report_destroy(kit->report);
}

static inline void assert_vector(const double *actual, double x, double y, double z)
{
    assert_near(actual[0], x, 1e-9);
    assert_near(actual[1], y, 1e-9);
    assert_near(actual[2], z, 1e-9);
}

/// The rotation takes the X axis to `x` and the Y axis to `y`.
static inline void assert_axes(const TumRotation *rotation, DVec3 x, DVec3 y)
{
    const DMat3 m =
        dquat_matrix((DQuat){rotation->q[0], rotation->q[1], rotation->q[2], rotation->q[3]});
    const double columns[6] = {m.x.x, m.x.y, m.x.z, m.y.x, m.y.y, m.y.z};
    assert_vector(columns, x.x, x.y, x.z);
    assert_vector(columns + 3, y.x, y.y, y.z);
}

#endif
