// SPDX-License-Identifier: MIT
// extent.c: highest and lowest coordinates of a body's colliders.
#include "expect/extent.h"

#include "math/scalar.h"

// The authored shape, or the simulated one where only that has a surface of points.
static const TumShape *measured_shape(const TumScene *scene, const TumCollider *collider,
                                      bool *is_simulated)
{
    const TumShape *authored = &scene->shapes[collider->authored_shape];
    *is_simulated = authored->kind == TUM_SHAPE_GENERAL || authored->kind == TUM_SHAPE_HEIGHTMAP;
    return *is_simulated ? &scene->shapes[collider->shape] : authored;
}

static bool has_extent(const TumShape *shape)
{
    return shape->kind != TUM_SHAPE_PLANE && shape->kind != TUM_SHAPE_RAY &&
           shape->kind != TUM_SHAPE_GENERAL;
}

static Affine affine_of_pose(const double position[4], const double rotation[4],
                             const double scale[4])
{
    const DMat3 turn = dquat_matrix((DQuat){rotation[0], rotation[1], rotation[2], rotation[3]});
    return (Affine){{dvec3_scale(turn.x, scale[0]), dvec3_scale(turn.y, scale[1]),
                     dvec3_scale(turn.z, scale[2])},
                    {position[0], position[1], position[2]}};
}

// The node's matrix in the rigid frame of the body.
static Affine node_in_body(const TumScene *scene, int32_t node, DPose3 body)
{
    const Affine world = tum_rest_matrix(scene, node);
    const DQuat q = body.rotation;
    return (Affine){{dquat_unrotate(q, world.linear.x), dquat_unrotate(q, world.linear.y),
                     dquat_unrotate(q, world.linear.z)},
                    dquat_unrotate(q, dvec3_sub(world.origin, body.position))};
}

static bool is_of_body(const Motion *motion, const TumCollider *collider, int32_t body)
{
    return tum_motion_carrier(motion, collider->node) == body;
}

static bool make(const Motion *motion, int32_t body, Arena *arena, Arena *scratch, Extent *extent)
{
    const TumScene *scene = motion->scene;
    DPose3 rest;
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
        part->in_body =
            is_simulated ? affine_of_pose(collider->position, collider->rotation.q, collider->scale)
                         : node_in_body(scene, collider->node, rest);
        extent->is_endless = extent->is_endless || !has_extent(part->shape);
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

static DVec3 round_support(const TumShape *shape, DVec3 d)
{
    const bool is_capsule = shape->kind == TUM_SHAPE_CAPSULE;
    const double half = 0.5 * shape->height, top = shape->radius_top;
    const double bottom = shape->radius_bottom;
    // The part of the direction that a rim is at right angles to: all of it for a ball.
    const DVec3 across = {d.x, is_capsule ? d.y : 0.0, d.z};
    const double length = dvec3_length(across);
    const DVec3 u = tum_unit(across);
    const bool is_top = half * d.y + top * length >= -half * d.y + bottom * length;
    return dvec3_add_scaled((DVec3){0.0, is_top ? half : -half, 0.0}, u, is_top ? top : bottom);
}

static double mesh_reach(const TumMesh *mesh, DVec3 d)
{
    double best = 0.0;
    for (size_t i = 0; i < mesh->point_count; ++i) {
        const double *p = mesh->points + 3 * i;
        const double reach = p[0] * d.x + p[1] * d.y + p[2] * d.z;
        best = i == 0 || reach > best ? reach : best;
    }
    return best;
}

// The largest d·p over the points p of a shape, in its frame.
static double reach_of(const TumScene *scene, const TumShape *shape, DVec3 d)
{
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE: return shape->radius * dvec3_length(d);
    case TUM_SHAPE_BOX:
        return 0.5 * (shape->size[0] * absolute64(d.x) + shape->size[1] * absolute64(d.y) +
                      shape->size[2] * absolute64(d.z));
    case TUM_SHAPE_CAPSULE:
    case TUM_SHAPE_CYLINDER: return dvec3_dot(round_support(shape, d), d);
    default: return shape->mesh >= 0 ? mesh_reach(&scene->meshes[shape->mesh], d) : 0.0;
    }
}

double tum_extent_reach(const Extent *extent, const Motion *motion, int axis, bool is_high)
{
    const BodyState *state = &motion->now[extent->body];
    const double sign = is_high ? 1.0 : -1.0;
    const DVec3 world = {axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0};
    const DVec3 d = dquat_unrotate(state->rotation, world);
    double best = 0.0;
    for (size_t i = 0; i < extent->count; ++i) {
        const Affine *m = &extent->parts[i].in_body;
        const DVec3 local = {dvec3_dot(m->linear.x, d), dvec3_dot(m->linear.y, d),
                             dvec3_dot(m->linear.z, d)};
        const double reach =
            dvec3_dot(m->origin, d) + reach_of(motion->scene, extent->parts[i].shape, local);
        best = i == 0 || reach > best ? reach : best;
    }
    return dvec3_part(state->position, axis) + sign * best;
}
