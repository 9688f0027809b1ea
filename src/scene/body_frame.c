// SPDX-License-Identifier: MIT
// body_frame.c: bodies and colliders of the active scene, both in node order.
#include "scene/body_frame.h"

#include <stddef.h>
#include <string.h>

#include "base/sort.h"
#include "math/shared_transform.h"
#include "scene/body4.h"
#include "scene/collider_shape.h"
#include "tumble/capacity.h"

// Moves an item to the end of the kept ones.
static void keep(void *items, size_t *kept, size_t at, size_t item_bytes)
{
    if (*kept != at) {
        memcpy((char *)items + *kept * item_bytes, (const char *)items + at * item_bytes,
               item_bytes);
    }
    ++*kept;
}

// Turns an authored velocity to the world. One that is not finite counts as zero.
static void settle_velocity(const TumBody *body, DQuat rotation, double velocity[3])
{
    DVec3 v = {velocity[0], velocity[1], velocity[2]};
    if (!body->velocity_in_world) {
        v = dquat_rotate(rotation, v);
    }
    if (body->kind == TUM_BODY_STATIC || !dvec3_is_finite(v)) {
        v = (DVec3){0.0, 0.0, 0.0};
    }
    velocity[0] = v.x;
    velocity[1] = v.y;
    velocity[2] = v.z;
}

static void frame_body(SceneBuilder *builder, const Hierarchy *hierarchy, TumBody *body)
{
    const TumNode *node = &builder->nodes[body->node];
    const DQuat rotation = hierarchy_rotation(hierarchy, body->node);
    body->rotation = stored_rotation(rotation);
    store_vector(tum_translation_part(node->world), body->position);
    // The residual stretch (docs/dialects.md#bodies): the linear part without its rotation.
    const DMat3 back = dmat3_transpose(dquat_matrix(rotation));
    double stretch[16];
    tum_store_matrix(dmat3_multiply(back, tum_linear_part(node->world)), (DVec3){0.0, 0.0, 0.0},
                     stretch);
    body->stretch = tum_scene_builder_keep_matrix(builder, stretch);
    settle_velocity(body, rotation, body->linear_velocity);
    settle_velocity(body, rotation, body->angular_velocity);
}

/// Sorts an array of items by their member `node`, which is not negative, where it is not sorted
/// yet: most readers add items in this order. Items of one node keep theirs.
#define SORT_BY_NODE(builder, array, Item)                                                         \
    sort_by_node((builder), (array).items, (array).count, sizeof(Item), offsetof(Item, node))

static int32_t node_of(const void *items, size_t index, size_t item_bytes, size_t node_offset)
{
    int32_t node;
    memcpy(&node, (const char *)items + index * item_bytes + node_offset, sizeof node);
    return node;
}

static TumStatus sort_by_node(SceneBuilder *builder, void *items, size_t count, size_t item_bytes,
                              size_t node_offset)
{
    bool is_sorted = true;
    for (size_t i = 1; i < count; ++i) {
        is_sorted = is_sorted && node_of(items, i - 1, item_bytes, node_offset) <=
                                     node_of(items, i, item_bytes, node_offset);
    }
    if (is_sorted) {
        return TUM_OK;
    }
    void *scratch = tum_allocate_zeroed(&builder->allocator, count, item_bytes);
    if (scratch == NULL) {
        return TUM_ERROR_MEMORY;
    }
    tum_sort_items(items, count, item_bytes, node_offset, scratch);
    tum_release(&builder->allocator, scratch, count * item_bytes);
    return TUM_OK;
}

// Leaves the bodies of nodes in the scene, in node order; the first motion of a node wins.
static TumStatus order_bodies(SceneBuilder *builder)
{
    TumBody *bodies = builder->bodies.items;
    size_t kept = 0;
    for (size_t i = 0; i < builder->bodies.count; ++i) {
        if (builder_has_live_node(builder, bodies[i].node)) {
            keep(bodies, &kept, i, sizeof *bodies);
        }
    }
    builder->bodies.count = kept;
    const TumStatus status = SORT_BY_NODE(builder, builder->bodies, TumBody);
    kept = 0;
    for (size_t i = 0; i < builder->bodies.count; ++i) {
        if (kept == 0 || bodies[kept - 1].node != bodies[i].node) {
            keep(bodies, &kept, i, sizeof *bodies);
        }
    }
    builder->bodies.count = kept;
    return status;
}

TumStatus tum_build_bodies(SceneBuilder *builder, const Hierarchy *hierarchy)
{
    const TumStatus status = order_bodies(builder);
    if (status != TUM_OK) {
        return status;
    }
    if (builder->bodies.count > TUM_MAX_BODIES) {
        return TUM_ERROR_CAPACITY;
    }
    for (size_t i = 0; i < builder->node_count; ++i) {
        builder->nodes[i].body = -1;
    }
    for (size_t i = 0; i < builder->bodies.count; ++i) {
        TumBody *body = &builder->bodies.items[i];
        builder->nodes[body->node].body = (int32_t)i;
        if (builder->dimension == 4) {
            tum_frame_body4(builder, hierarchy, body);
        } else {
            frame_body(builder, hierarchy, body);
        }
    }
    for (size_t i = 0; i < hierarchy->order_count; ++i) {
        TumNode *node = &builder->nodes[hierarchy->order[i]];
        if (node->body < 0 && node->parent >= 0) {
            node->body = builder->nodes[node->parent].body;
        }
    }
    return TUM_OK;
}

// Most maps are those of the colliders before, or the identity.
static bool keep_map(SceneBuilder *builder, const DMat3 *map, size_t index)
{
    static const DMat3 identity = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    builder->maps[index] = tum_keep_shared(&builder->scratch, map, sizeof *map,
                                           index > 0 ? builder->maps[index - 1] : NULL, &identity);
    return builder->maps[index] != NULL;
}

// Places collider `at`, which becomes collider `kept` where it has a shape.
static TumStatus place_collider(SceneBuilder *builder, const Hierarchy *hierarchy, size_t at,
                                size_t *kept)
{
    TumCollider *collider = &builder->colliders.items[at];
    Placement placement;
    const TumStatus status =
        tum_place_shape(builder, hierarchy, collider->node, collider->authored_shape,
                        collider->pointer, &placement);
    if (status != TUM_OK || placement.shape < 0) {
        return status;
    }
    collider->shape = placement.shape;
    collider->body = builder->nodes[collider->node].body;
    collider->enabled = placement.enabled;
    tum_placement_store(builder, &placement, collider->position, &collider->rotation,
                        collider->scale);
    if (builder->dimension == 3 && !keep_map(builder, &placement.map, *kept)) {
        return TUM_ERROR_MEMORY;
    }
    keep(builder->colliders.items, kept, at, sizeof *collider);
    return TUM_OK;
}

TumStatus tum_build_colliders(SceneBuilder *builder, const Hierarchy *hierarchy)
{
    TumCollider *colliders = builder->colliders.items;
    size_t kept = 0;
    for (size_t i = 0; i < builder->colliders.count; ++i) {
        if (builder_has_live_node(builder, colliders[i].node) && colliders[i].authored_shape >= 0) {
            keep(colliders, &kept, i, sizeof *colliders);
        }
    }
    builder->colliders.count = kept;
    if (kept > TUM_MAX_COLLIDERS) {
        return TUM_ERROR_CAPACITY;
    }
    builder->maps = tum_arena_zeroed(&builder->scratch, kept, sizeof *builder->maps);
    TumStatus status = builder->maps != NULL
                           ? SORT_BY_NODE(builder, builder->colliders, TumCollider)
                           : TUM_ERROR_MEMORY;
    kept = 0;
    for (size_t i = 0; status == TUM_OK && i < builder->colliders.count; ++i) {
        status = place_collider(builder, hierarchy, i, &kept);
    }
    builder->colliders.count = kept;
    return status;
}
