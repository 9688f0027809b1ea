// SPDX-License-Identifier: MIT
// extent.c: highest and lowest coordinates of a body's colliders.
#include "expect/extent.h"

#include "math/scalar.h"

// The authored shape, or the simulated one where only that has a surface of points, and in 4D.
static const TumShape *measured_shape(const TumScene *scene, const TumCollider *collider,
                                      bool *is_simulated)
{
    if (scene->dimension == 4) {
        *is_simulated = true;
        return &scene->shapes[collider->shape];
    }
    const TumShape *authored = &scene->shapes[collider->authored_shape];
    *is_simulated = authored->kind == TUM_SHAPE_GENERAL || authored->kind == TUM_SHAPE_HEIGHTMAP;
    return *is_simulated ? &scene->shapes[collider->shape] : authored;
}

// @param shape4  receives the shape of 4D, of unit scale.
static bool has_extent(const TumScene *scene, const TumShape *shape, Shape4 *shape4)
{
    static const double unit[4] = {1.0, 1.0, 1.0, 1.0};
    if (scene->dimension == 4 && shape->mesh < 0) {
        return tum_shape4_of_scene(shape, scene->curves, NULL, unit, shape4);
    }
    return shape->kind != TUM_SHAPE_PLANE && shape->kind != TUM_SHAPE_RAY &&
           shape->kind != TUM_SHAPE_GENERAL;
}

static Affine affine_of_collider(const TumScene *scene, const TumCollider *collider)
{
    const double *p = collider->position, *scale = collider->scale;
    const bool is_4d = scene->dimension == 4;
    const DMat4 turn = drotation4_matrix(
        tum_turn_of(scene->dimension, is_4d ? collider->rotation.m : collider->rotation.q));
    return (Affine){{dvec4_scale(turn.x, scale[0]), dvec4_scale(turn.y, scale[1]),
                     dvec4_scale(turn.z, scale[2]), dvec4_scale(turn.w, is_4d ? scale[3] : 1.0)},
                    {p[0], p[1], p[2], is_4d ? p[3] : 0.0}};
}

// The node's matrix in the rigid frame of the body.
static Affine node_in_body(const TumScene *scene, int32_t node, DPose4 body)
{
    const Affine world = tum_rest_matrix(scene, node);
    const DRotation4 q = body.rotation;
    return (Affine){{drotation4_unrotate(q, world.linear.x), drotation4_unrotate(q, world.linear.y),
                     drotation4_unrotate(q, world.linear.z),
                     drotation4_unrotate(q, world.linear.w)},
                    drotation4_unrotate(q, dvec4_sub(world.origin, body.position))};
}

static bool is_of_body(const Motion *motion, const TumCollider *collider, int32_t body)
{
    return tum_motion_carrier(motion, collider->node) == body;
}

static bool make(const Motion *motion, int32_t body, Arena *arena, Arena *scratch, Extent *extent)
{
    const TumScene *scene = motion->scene;
    DPose4 rest;
    *extent = (Extent){.body = body};
    if (!tum_rest_pose(scene, motion->nodes[body], scratch, &rest)) {
        return false;
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        extent->count += is_of_body(motion, &scene->colliders[i], body);
    }
    extent->parts = tum_arena_zeroed(arena, extent->count + 1, sizeof *extent->parts);
    extent->count = 0;
    for (size_t i = 0; extent->parts != NULL && i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        if (!is_of_body(motion, collider, body)) {
            continue;
        }
        bool is_simulated;
        ExtentPart *part = &extent->parts[extent->count++];
        part->shape = measured_shape(scene, collider, &is_simulated);
        part->in_body = is_simulated ? affine_of_collider(scene, collider)
                                     : node_in_body(scene, collider->node, rest);
        extent->is_endless = extent->is_endless || !has_extent(scene, part->shape, &part->shape4);
    }
    return extent->parts != NULL;
}

const Extent *tum_extent_of(const Motion *motion, int32_t body, Arena *arena, Arena *scratch)
{
    if (motion->extents[body] == NULL) {
        Extent *extent = tum_arena_zeroed(arena, 1, sizeof *extent);
        if (extent == NULL || !make(motion, body, arena, scratch, extent)) {
            return NULL;
        }
        motion->extents[body] = extent;
    }
    return motion->extents[body];
}

static DVec4 round_support(const TumShape *shape, DVec4 d)
{
    const bool is_capsule = shape->kind == TUM_SHAPE_CAPSULE;
    const double half = 0.5 * shape->height, top = shape->radius_top;
    const double bottom = shape->radius_bottom;
    // The part of the direction that a rim is at right angles to: all of it for a ball.
    const DVec4 across = {d.x, is_capsule ? d.y : 0.0, d.z, 0.0};
    const double length = dvec4_length(across);
    const DVec4 u = tum_unit(across);
    const bool is_top = half * d.y + top * length >= -half * d.y + bottom * length;
    return dvec4_add_scaled((DVec4){.y = is_top ? half : -half}, u, is_top ? top : bottom);
}

static double mesh_reach(const TumMesh *mesh, size_t width, DVec4 d)
{
    double best = 0.0;
    for (size_t i = 0; i < mesh->point_count; ++i) {
        const double *p = mesh->points + width * i;
        const double reach = p[0] * d.x + p[1] * d.y + p[2] * d.z + (width == 4 ? p[3] * d.w : 0.0);
        best = i == 0 || reach > best ? reach : best;
    }
    return best;
}

// The largest d·p over the points p of a shape, in its frame.
static double reach_of(const TumScene *scene, const ExtentPart *part, DVec4 d)
{
    const TumShape *shape = part->shape;
    if (shape->mesh >= 0) {
        return mesh_reach(&scene->meshes[shape->mesh], scene->dimension == 4 ? 4 : 3, d);
    }
    if (scene->dimension == 4) {
        return dvec4_dot(tum_shape4_support(&part->shape4, d), d);
    }
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE: return shape->radius * dvec4_length(d);
    case TUM_SHAPE_BOX:
        return 0.5 * (shape->size[0] * absolute64(d.x) + shape->size[1] * absolute64(d.y) +
                      shape->size[2] * absolute64(d.z));
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER: return dvec4_dot(round_support(shape, d), d);
    default: return 0.0;
    }
}

double tum_extent_reach(const Extent *extent, const Motion *motion, int axis, bool is_high)
{
    const BodyState *state = &motion->now[extent->body];
    const double sign = is_high ? 1.0 : -1.0;
    const DVec4 world = {axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0,
                         axis == 3 ? sign : 0.0};
    const DVec4 d = drotation4_unrotate(state->rotation, world);
    double best = 0.0;
    for (size_t i = 0; i < extent->count; ++i) {
        const Affine *m = &extent->parts[i].in_body;
        const DVec4 local = dmat4_transform_transposed(m->linear, d);
        const double reach =
            dvec4_dot(m->origin, d) + reach_of(motion->scene, &extent->parts[i], local);
        best = i == 0 || reach > best ? reach : best;
    }
    return dvec4_part(state->position, axis) + sign * best;
}
