// SPDX-License-Identifier: MIT
// surface_velocity3.c: velocities of surfaces within their bodies.
#include "contact3/surface_velocity3.h"

#include <string.h>

#include "math/widen3.h"
#include "shape3/core3.h"
#include "space3/contact_data3.h"
#include "space3/gyroscope3.h"
#include "space3/space3.h"

static const float JUMP_SPEED = 1e5f; // [m/s], [rad/s] A faster motion is a jump.

bool tum_space3_add_surface_velocity(Space3 *space, int32_t collider)
{
    while (space->colliders.surface_velocity_of.count <= (size_t)collider) {
        int32_t *none = array_push(&space->colliders.surface_velocity_of, &space->allocator);
        if (none == NULL) {
            return false;
        }
        *none = NONE;
    }
    if (space->colliders.surface_velocity_of.items[collider] != NONE) {
        return true;
    }
    if (array_push(&space->colliders.surface_velocities, &space->allocator) == NULL) {
        return false;
    }
    space->colliders.surface_velocity_of.items[collider] =
        (int32_t)space->colliders.surface_velocities.count - 1;
    return true;
}

SurfaceVelocity3 *tum_surface_velocity3(const Space3 *space, int32_t collider)
{
    if ((size_t)collider >= space->colliders.surface_velocity_of.count ||
        space->colliders.surface_velocity_of.items[collider] == NONE) {
        return NULL;
    }
    return &space->colliders.surface_velocities
                .items[space->colliders.surface_velocity_of.items[collider]];
}

float tum_surface_speed3(const Space3 *space, int32_t collider)
{
    const SurfaceVelocity3 *surface_velocity = tum_surface_velocity3(space, collider);
    return surface_velocity != NULL ? surface_velocity->speed : 0.0f;
}

// [m/s] Bound of the displacement of any point of a surface: the sum of all changes of sizes. Only
// the borders of sheets change: their faces stay.
static float growth(const Shape3 *from, const Shape3 *to)
{
    if (from->kind != to->kind || !shape3_is_convex(from)) {
        return 0.0f;
    }
    const float sizes = vec3_distance(from->half, to->half) +
                        absolute(from->half_height - to->half_height) +
                        absolute(from->radius_bottom - to->radius_bottom) +
                        absolute(from->radius_top - to->radius_top);
    const Vec3 s = from->scale;
    return from->kind == SHAPE3_ELLIPTIC ? sizes * maximum(s.x, maximum(s.y, s.z)) : sizes;
}

static bool is_same_shape(const Shape3 *a, const Shape3 *b)
{
    return a->kind == b->kind && a->half.x == b->half.x && a->half.y == b->half.y &&
           a->half.z == b->half.z && a->half_height == b->half_height &&
           a->radius_bottom == b->radius_bottom && a->radius_top == b->radius_top &&
           a->double_sided == b->double_sided;
}

static bool is_same_pose(const Pose3 *a, const Pose3 *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

bool tum_surface_aim3(Space3 *space, int32_t collider, Pose3 next_pose, const Shape3 *next_shape,
                      bool is_even, float seconds)
{
    SurfaceVelocity3 *surface_velocity = tum_surface_velocity3(space, collider);
    const Pose3 *pose = &space->colliders.center_from_shapes.items[collider];
    const Shape3 *shape = &space->colliders.shapes.items[collider];
    *surface_velocity = (SurfaceVelocity3){.speed = 0.0f};
    if (is_same_pose(pose, &next_pose) && is_same_shape(shape, next_shape)) {
        return false;
    }
    const float per_second = 1.0f / seconds;
    const DVec3 turn =
        tum_turn_between3(quat_widen(pose->rotation), quat_widen(next_pose.rotation));
    const Vec3 linear = vec3_scale(vec3_sub(next_pose.position, pose->position), per_second);
    const Vec3 angular = vec3_scale(vec3_narrow(turn), per_second);
    const float grown = growth(shape, next_shape) * per_second;
    const float bounding_radius =
        minimum(maximum(shape->bounding_radius, next_shape->bounding_radius), BOUNDING_RADIUS_MAX);
    if (is_even && vec3_length(linear) < JUMP_SPEED && vec3_length(angular) < JUMP_SPEED &&
        grown < JUMP_SPEED) {
        surface_velocity->linear = linear;
        surface_velocity->angular = angular;
        surface_velocity->speed = vec3_length(linear) + grown;
        if (vec3_length(angular) > 0.0f) {
            surface_velocity->speed += vec3_length(angular) * bounding_radius;
        }
        surface_velocity->rate = grown > 0.0f ? per_second : 0.0f;
        surface_velocity->next = *next_shape;
    }
    return true;
}

void tum_surface_land3(Space3 *space, int32_t collider, Pose3 pose, const Shape3 *shape)
{
    SurfaceVelocity3 *surface_velocity = tum_surface_velocity3(space, collider);
    Pose3 *own_pose = &space->colliders.center_from_shapes.items[collider];
    Shape3 *own_shape = &space->colliders.shapes.items[collider];
    *surface_velocity = (SurfaceVelocity3){.speed = 0.0f};
    *own_pose = pose;
    *own_shape = *shape;
}

bool tum_surface_flow3(const Space3 *space, int32_t body, int32_t collider, Vec3 outward,
                       SurfaceFlow3 *flow)
{
    *flow = (SurfaceFlow3){.linear = {0.0f, 0.0f, 0.0f}};
    const SurfaceVelocity3 *surface_velocity = tum_surface_velocity3(space, collider);
    if (surface_velocity == NULL || !(surface_velocity->speed > 0.0f)) {
        return false;
    }
    const Quat rotation = space->bodies.places.items[body].rotation;
    const Pose3 *local = &space->colliders.center_from_shapes.items[collider];
    flow->origin = quat_rotate(rotation, local->position);
    flow->linear = quat_rotate(rotation, surface_velocity->linear);
    flow->angular = quat_rotate(rotation, surface_velocity->angular);
    if (surface_velocity->rate > 0.0f) {
        const Quat world_from_shape = quat_multiply(rotation, local->rotation);
        const Vec3 n = quat_unrotate(world_from_shape, outward);
        const Vec3 displacement =
            vec3_sub(tum_shape3_support(&surface_velocity->next, n),
                     tum_shape3_support(&space->colliders.shapes.items[collider], n));
        flow->linear = vec3_add_scaled(flow->linear, outward,
                                       vec3_dot(displacement, n) * surface_velocity->rate);
    }
    return true;
}
