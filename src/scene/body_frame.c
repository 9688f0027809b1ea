// SPDX-License-Identifier: MIT
// body_frame.c: bodies and colliders of the active scene, both in node order.
#include "scene/body_frame.h"

#include "base/sort.h"
#include "scene/body4.h"
#include "scene/collider_shape.h"
#include "tumble/capacity.h"

static DVec3 turned(DQuat rotation, const double v[3])
{
    return dquat_rotate(rotation, (DVec3){v[0], v[1], v[2]});
}

// A velocity that is not finite counts as zero.
static void store_velocity(const MotionDef *motion, DQuat rotation, const double authored[3],
                           double out[3])
{
    DVec3 v = {authored[0], authored[1], authored[2]};
    if (motion->velocity_space == VELOCITY_IN_NODE) {
        v = turned(rotation, authored);
    }
    if (motion->kind == TUM_BODY_STATIC || !dvec3_is_finite(v)) {
        v = (DVec3){0.0, 0.0, 0.0};
    }
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

static void frame_body(SceneBuilder *builder, const Hierarchy *hierarchy, const MotionDef *motion,
                       TumBody *body)
{
    const TumNode *node = &builder->nodes[motion->node];
    const DQuat rotation = hierarchy_rotation(hierarchy, motion->node);
    *body = (TumBody){.node = motion->node,
                      .kind = motion->kind,
                      .tag = motion->tag,
                      .rotation = stored_rotation(rotation),
                      .gravity_factor =
                          is_finite64(motion->gravity_factor) ? motion->gravity_factor : 1.0,
                      .user = motion->user,
                      .velocity_in_world = motion->velocity_space == VELOCITY_IN_WORLD,
                      .pointer = motion->pointer};
    store_vector(tum_translation_part(node->world), body->position);
    // The residual stretch (docs/dialects.md#bodies): the linear part without its rotation.
    const DMat3 back = dmat3_transpose(dquat_matrix(rotation));
    tum_store_matrix(dmat3_multiply(back, tum_linear_part(node->world)), (DVec3){0.0, 0.0, 0.0},
                     body->stretch);
    store_velocity(motion, rotation, motion->linear_velocity, body->linear_velocity);
    store_velocity(motion, rotation, motion->angular_velocity, body->angular_velocity);
}

// Maps nodes to bodies; the first motion of a node wins.
static TumStatus order_bodies(SceneBuilder *builder, const Hierarchy *hierarchy)
{
    const size_t count = builder->motions.count;
    builder->motion_of = tum_arena_zeroed(&builder->scratch, count, sizeof *builder->motion_of);
    builder->bodies = tum_arena_zeroed(&builder->arena, count, sizeof *builder->bodies);
    if (builder->motion_of == NULL || builder->bodies == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < builder->node_count; ++i) {
        builder->nodes[i].body = -1;
    }
    // For now a node's body is the index of its motion.
    for (size_t i = count; i-- > 0;) {
        const int32_t node = builder->motions.items[i].node;
        if (builder_has_live_node(builder, node)) {
            builder->nodes[node].body = (int32_t)i;
        }
    }
    for (size_t i = 0; i < builder->node_count; ++i) {
        TumNode *node = &builder->nodes[i];
        if (node->body >= 0) {
            const MotionDef *motion = &builder->motions.items[node->body];
            node->body = (int32_t)builder->body_count;
            builder->motion_of[builder->body_count] = motion;
            TumBody *body = &builder->bodies[builder->body_count++];
            if (builder->dimension == 4) {
                tum_frame_body4(builder, hierarchy, motion, body);
            } else {
                frame_body(builder, hierarchy, motion, body);
            }
        }
    }
    return TUM_OK;
}

TumStatus tum_build_bodies(SceneBuilder *builder, const Hierarchy *hierarchy)
{
    const TumStatus status = order_bodies(builder, hierarchy);
    if (status != TUM_OK) {
        return status;
    }
    if (builder->body_count > TUM_MAX_BODIES) {
        return TUM_ERROR_CAPACITY;
    }
    for (size_t i = 0; i < hierarchy->order_count; ++i) {
        TumNode *node = &builder->nodes[hierarchy->order[i]];
        if (node->body < 0 && node->parent >= 0) {
            node->body = builder->nodes[node->parent].body;
        }
    }
    return TUM_OK;
}

static TumStatus place_collider(SceneBuilder *builder, const Hierarchy *hierarchy,
                                BuiltCollider *built)
{
    TumCollider *collider = &built->collider;
    Placement placement;
    const TumStatus status = tum_place_shape(builder, hierarchy, collider->node, built->source,
                                             collider->pointer, &placement);
    if (status != TUM_OK) {
        return status;
    }
    collider->shape = placement.shape;
    collider->authored_shape = built->source;
    collider->body = builder->nodes[collider->node].body;
    collider->enabled = placement.enabled;
    tum_placement_store(&placement, collider->position, &collider->rotation, collider->scale);
    built->map = placement.map;
    return TUM_OK;
}

static bool is_sorted_by_node(const SceneBuilder *builder)
{
    for (size_t i = 1; i < builder->colliders.count; ++i) {
        const BuiltCollider *built = &builder->colliders.items[i];
        if (built[-1].collider.node > built[0].collider.node) {
            return false;
        }
    }
    return true;
}

// Most readers add colliders in this order.
static TumStatus sort_by_node(SceneBuilder *builder)
{
    if (is_sorted_by_node(builder)) {
        return TUM_OK;
    }
    const size_t count = builder->colliders.count, bytes = sizeof *builder->colliders.items;
    void *scratch = tum_allocate_zeroed(&builder->allocator, count, bytes);
    if (scratch == NULL) {
        return TUM_ERROR_MEMORY;
    }
    // Nodes are not negative here, so the unsigned order is the same.
    tum_sort_items(builder->colliders.items, count, bytes, offsetof(BuiltCollider, collider.node),
                   scratch);
    tum_release(&builder->allocator, scratch, count * bytes);
    return TUM_OK;
}

// Moves a collider to the end of the kept ones.
static void keep_collider(SceneBuilder *builder, size_t *kept, size_t at)
{
    if (*kept != at) {
        builder->colliders.items[*kept] = builder->colliders.items[at];
    }
    ++*kept;
}

TumStatus tum_build_colliders(SceneBuilder *builder, const Hierarchy *hierarchy)
{
    size_t kept = 0;
    for (size_t i = 0; i < builder->colliders.count; ++i) {
        const BuiltCollider *built = &builder->colliders.items[i];
        if (builder_has_live_node(builder, built->collider.node) && built->source >= 0) {
            keep_collider(builder, &kept, i);
        }
    }
    builder->colliders.count = kept;
    if (kept > TUM_MAX_COLLIDERS) {
        return TUM_ERROR_CAPACITY;
    }
    TumStatus status = kept > 0 ? sort_by_node(builder) : TUM_OK;
    kept = 0;
    for (size_t i = 0; status == TUM_OK && i < builder->colliders.count; ++i) {
        BuiltCollider *built = &builder->colliders.items[i];
        status = place_collider(builder, hierarchy, built);
        if (built->collider.shape >= 0) {
            keep_collider(builder, &kept, i);
        }
    }
    builder->colliders.count = kept;
    return status;
}
