// SPDX-License-Identifier: MIT
// gravity_volume.c: volumes of gravity: their sources under the full transform of their node.
#include "scene/gravity_volume.h"

#include "base/sort.h"
#include "math/scalar.h"
#include "scene/collider_shape.h"

static void store_frame(DPose3 frame, TumGravityVolume *volume)
{
    store_vector(frame.position, volume->position);
    volume->rotation = stored_rotation(dquat_normalize(frame.rotation));
}

// The frame of the node, without its scale.
static DPose3 node_frame(const SceneBuilder *builder, const Hierarchy *hierarchy, int32_t node)
{
    return (DPose3){tum_translation_part(builder->nodes[node].world),
                    hierarchy_rotation(hierarchy, node)};
}

// A circle mapped to an ellipse: the half axes follow from u and v, the images of two perpendicular
// radii, by rotating these until they are perpendicular again (one rotation of Jacobi's method on
// the matrix of their products).
static void straighten(DVec3 *u, DVec3 *v)
{
    const double uv = dvec3_dot(*u, *v);
    if (uv == 0.0) {
        return;
    }
    const double tau = (dvec3_dot(*v, *v) - dvec3_dot(*u, *u)) / (2.0 * uv);
    const double sign = tau < 0.0 ? -1.0 : 1.0;
    const double tangent = sign / (absolute64(tau) + square_root64(1.0 + tau * tau));
    const double cosine = 1.0 / square_root64(1.0 + tangent * tangent), sine = tangent * cosine;
    const DVec3 p = dvec3_sub(dvec3_scale(*u, cosine), dvec3_scale(*v, sine));
    *v = dvec3_add(dvec3_scale(*u, sine), dvec3_scale(*v, cosine));
    *u = p;
}

static void place_ellipse(const TumNode *node, double radius, DPose3 from_world,
                          TumGravityVolume *volume)
{
    const DMat3 linear = tum_linear_part(node->world);
    DVec3 u = dvec3_scale(linear.x, radius), v = dvec3_scale(linear.z, radius);
    straighten(&u, &v);
    volume->radii[0] = dvec3_length(u);
    volume->radii[1] = dvec3_length(v);
    const DVec3 any = dvec3_perpendicular(dvec3_normalize_or(v, (DVec3){0.0, 0.0, 1.0}));
    const DVec3 x = dvec3_normalize_or(u, any);
    // An axis without length is replaced by any direction across the other one.
    const DVec3 z = dvec3_normalize_or(v, dvec3_perpendicular(x));
    const DMat3 axes = {x, dvec3_cross(z, x), z};
    const DPose3 world_from_ellipse = {tum_translation_part(node->world), dquat_from_matrix(axes)};
    store_frame(dpose3_multiply(from_world, world_from_ellipse), volume);
}

static TumStatus place_points(SceneBuilder *builder, const Hierarchy *hierarchy,
                              const GravityVolumeDef *source, TumGravityVolume *volume)
{
    const size_t first = builder->gravity_points.count, count = source->point_count * 3;
    if (first / 3 + source->point_count > INT32_MAX) {
        return TUM_ERROR_CAPACITY;
    }
    if (!array_reserve(&builder->gravity_points, first + count, &builder->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    const DMat3 linear = tum_linear_part(builder->nodes[source->node].world);
    for (size_t i = 0; i < count; i += 3) {
        const double *p = &source->points[i];
        const DVec3 placed = dquat_unrotate(hierarchy_rotation(hierarchy, source->node),
                                            dmat3_transform(linear, (DVec3){p[0], p[1], p[2]}));
        double *slot = &builder->gravity_points.items[first + i];
        slot[0] = placed.x;
        slot[1] = placed.y;
        slot[2] = placed.z;
    }
    builder->gravity_points.count += count;
    volume->point_first = (int32_t)(first / 3);
    volume->point_count = (int32_t)source->point_count;
    return TUM_OK;
}

static TumStatus place_shape(SceneBuilder *builder, const Hierarchy *hierarchy,
                             const GravityVolumeDef *source, TumGravityVolume *volume)
{
    if (source->shape < 0) {
        return TUM_OK;
    }
    Placement placement;
    const TumStatus status = tum_place_shape(builder, hierarchy, source->node, source->shape,
                                             source->pointer, &placement);
    if (status == TUM_OK && placement.enabled) {
        volume->shape = placement.shape;
        store_vector(placement.scale, volume->scale);
        store_frame(placement.pose, volume);
    }
    return status;
}

// The first trigger of a node, or -1. Triggers are in node order.
static int32_t trigger_at(const SceneBuilder *builder, int32_t node)
{
    size_t low = 0, high = builder->built_triggers.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (builder->built_triggers.items[middle].node < node) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const bool is_there =
        low < builder->built_triggers.count && builder->built_triggers.items[low].node == node;
    return is_there ? (int32_t)low : -1;
}

static TumStatus add_volume(SceneBuilder *builder, const Hierarchy *hierarchy,
                            const GravityVolumeDef *source)
{
    const TumNode *node = &builder->nodes[source->node];
    TumGravityVolume volume = {.node = source->node,
                               .trigger = trigger_at(builder, source->node),
                               .kind = source->kind,
                               .gravity = source->gravity,
                               .priority = source->priority,
                               .replace = source->replace,
                               .stop = source->stop,
                               .unit_distance = source->unit_distance,
                               .body = node->body,
                               .shape = -1,
                               .pointer = source->pointer};
    const DPose3 from_world = dpose3_inverse(builder_body_pose(builder, node->body));
    store_frame(dpose3_multiply(from_world, node_frame(builder, hierarchy, source->node)), &volume);
    TumStatus status = TUM_OK;
    switch (source->kind) {
    case TUM_GRAVITY_DIRECTIONAL: {
        const double *d = source->direction;
        store_vector(dvec3_normalize_or((DVec3){d[0], d[1], d[2]}, (DVec3){0.0, -1.0, 0.0}),
                     volume.direction);
        break;
    }
    case TUM_GRAVITY_POINT: break;
    case TUM_GRAVITY_DISC:
    case TUM_GRAVITY_TORUS: place_ellipse(node, source->radius, from_world, &volume); break;
    case TUM_GRAVITY_LINE: status = place_points(builder, hierarchy, source, &volume); break;
    case TUM_GRAVITY_SHAPED: status = place_shape(builder, hierarchy, source, &volume); break;
    }
    TumGravityVolume *slot =
        status == TUM_OK ? array_push(&builder->built_gravity, &builder->allocator) : NULL;
    if (slot == NULL) {
        return status == TUM_OK ? TUM_ERROR_MEMORY : status;
    }
    *slot = volume;
    return TUM_OK;
}

// Highest priority first, then by node, then in the order of addition.
static TumStatus sort_volumes(SceneBuilder *builder)
{
    TumGravityVolume *items = builder->built_gravity.items;
    const size_t count = builder->built_gravity.count;
    Arena *scratch = &builder->scratch;
    TumGravityVolume *sorted = tum_arena_zeroed(scratch, count, sizeof *sorted);
    uint64_t *keys = tum_arena_zeroed(scratch, 2 * count, sizeof *keys);
    uint32_t *order = tum_arena_zeroed(scratch, 2 * count, sizeof *order);
    if (sorted == NULL || keys == NULL || order == NULL) {
        return TUM_ERROR_MEMORY;
    }
    // Nodes are not negative here, so the unsigned order is the same.
    tum_sort_items(items, count, sizeof *items, offsetof(TumGravityVolume, node), sorted);
    for (size_t i = 0; i < count; ++i) {
        // Inverting the sign bit gives signed order; inverting all bits gives descending order.
        keys[i] = ~((uint64_t)items[i].priority ^ (uint64_t)1 << 63);
        order[i] = (uint32_t)i;
    }
    tum_sort_keys(keys, order, count, keys + count, order + count);
    for (size_t i = 0; i < count; ++i) {
        sorted[i] = items[order[i]];
    }
    memcpy(items, sorted, count * sizeof *items);
    return TUM_OK;
}

TumStatus tum_build_gravity(SceneBuilder *builder, const Hierarchy *hierarchy)
{
    for (size_t i = 0; i < builder->gravity_volumes.count; ++i) {
        const GravityVolumeDef *source = &builder->gravity_volumes.items[i];
        if (!builder_has_live_node(builder, source->node)) {
            continue;
        }
        const TumStatus status = add_volume(builder, hierarchy, source);
        if (status != TUM_OK) {
            return status;
        }
    }
    return builder->built_gravity.count > 0 ? sort_volumes(builder) : TUM_OK;
}
