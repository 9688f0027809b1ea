// SPDX-License-Identifier: MIT
// bounds3.c: boxes of colliders for the predicted motion of the coming step, and bodies that may
// have escaped from the boxes in the tree.
#include "motion3/bounds3.h"

#include "base/fetch.h"
#include "contact3/impact3.h"
#include "contact3/recycle3.h"
#include "contact3/surface_velocity3.h"
#include "space3/body_motion3.h"
#include "space3/space3.h"

// Share of a body's bounding radius. A fast body (impact3.h) moves by more than 1 / sqrt(6) of its
// bounding radius in a step, along some axis and by rotation.
static const float FAST_SHARE = 0.4f;

float tum_space3_max_point_speed(const Space *opaque, int32_t body)
{
    const Space3 *space = (const Space3 *)opaque;
    const SolverBody3 *state = &space->bodies.states.items[body];
    const float bounding_radius =
        minimum(space->bodies.masses.items[body].bounding_radius, BOUNDING_RADIUS_MAX);
    return vec3_length(state->linear) + vec3_length(state->angular) * bounding_radius;
}

// Pose and predicted motion of a body.
static inline BodyBound3 bound_of(const Space3 *space, const Topology *topology, int32_t body,
                                  float seconds)
{
    const BodyPlace3 *place = &space->bodies.places.items[body];
    const BodyMass3 *mass = &space->bodies.masses.items[body];
    const SolverBody3 *state = &space->bodies.states.items[body];
    Vec3 speed = state->linear;
    if (mass->inverse_mass > 0.0f) {
        const Vec3 gravity = space3_gravity(space, body, place->center);
        speed = vec3_add_scaled(speed, gravity, seconds * mass->gravity_factor);
    }
    const float spin = vec3_length(state->angular),
                bounding_radius = minimum(mass->bounding_radius, BOUNDING_RADIUS_MAX);
    float other_displacement = minimum(spin * seconds, 2.0f) * bounding_radius;
    if (topology->bodies.items[body].joint_island == NONE && tum_is_fast3(mass, state, seconds)) {
        // A bounce may lead anywhere, but no farther from here than the path is long.
        other_displacement = (vec3_length(speed) + spin * bounding_radius) * seconds;
        speed = (Vec3){0.0f, 0.0f, 0.0f};
    }
    return (BodyBound3){place->center, place->rotation, vec3_scale(speed, seconds),
                        other_displacement};
}

// Box of a collider for the next step: it contains the present pose and that after the predicted
// motion.
static Box swept_box(const Space3 *space, int32_t collider, const BodyBound3 *body, float seconds)
{
    const Pose3 world_from_center = {body->center, body->rotation};
    const Pose3 pose =
        pose3_multiply(world_from_center, space->colliders.center_from_shapes.items[collider]);
    const Bound3 bound = tum_shape3_bound(&space->colliders.shapes.items[collider], &pose);
    const float far = body->other_displacement + tum_surface_speed3(space, collider) * seconds;
    const Vec3 zero = {0.0f, 0.0f, 0.0f}, all = {far, far, far};
    const Vec3 low = vec3_sub(vec3_add(bound.low, vec3_minimum(body->move, zero)), all);
    const Vec3 high = vec3_add(vec3_add(bound.high, vec3_maximum(body->move, zero)), all);
    return (Box){{low.x, low.y, low.z, 0.0f}, {high.x, high.y, high.z, 0.0f}};
}

// [m] Displacement since the boxes were computed, along the worst axis, plus the growth of the
// predicted motion.
static float escape_distance(const BodyBound3 *then, const BodyBound3 *now, float bounding_radius)
{
    const Vec3 moved = vec3_add(vec3_absolute(vec3_sub(now->center, then->center)),
                                vec3_absolute(vec3_sub(now->move, then->move)));
    // A turn by an angle a changes a rotation by 2 sin(a/4), and moves a point at distance r by
    // 2 r sin(a/2).
    const Quat a = now->rotation, b = then->rotation;
    const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, w = a.w - b.w;
    const float turned = 2.0f * square_root(x * x + y * y + z * z + w * w);
    return maximum(moved.x, maximum(moved.y, moved.z)) + turned * bounding_radius +
           (now->other_displacement - then->other_displacement);
}

static float largest(Vec3 a)
{
    const Vec3 size = vec3_absolute(a);
    return maximum(size.x, maximum(size.y, size.z));
}

// [m] Predicted displacement in the coming step, without that of gravity.
static float displacement_ahead(const SolverBody3 *state, float seconds)
{
    return (largest(state->linear) + state->angular_speed_bound) * seconds;
}

// Whether the accumulated displacement since the last exact comparison keeps the body within its
// margin.
static bool stays_by_far(Space3 *space, int32_t body, float seconds)
{
    const SolverBody3 *state = &space->bodies.states.items[body];
    float *margin_left = &space->bodies.margin_left.items[body];
    *margin_left -= largest(state->moved) + state->angular_bound;
    return *margin_left > displacement_ahead(state, seconds);
}

// Exact comparison with the body's bound. Infinite bodies, and bodies with surface velocities, are
// bounded in each step.
static bool stays(Space3 *space, const Topology *topology, int32_t body, float seconds)
{
    const float room = topology->margins.items[body],
                bounding_radius = space->bodies.masses.items[body].bounding_radius;
    if (!(room > 0.0f) || !(bounding_radius < BOUNDING_RADIUS_MAX) ||
        space->colliders.surface_velocities.count > 0) {
        return false;
    }
    const BodyBound3 *then = &space->bodies.bounds.items[body];
    const BodyBound3 now = bound_of(space, topology, body, seconds);
    // Displacement so far, and the part of the predicted motion that is not due to gravity. The
    // part of gravity is constant if gravity is uniform.
    const BodyBound3 here = {now.center, now.rotation, then->move, then->other_displacement};
    const Vec3 pull = vec3_add_scaled(now.move, space->bodies.states.items[body].linear, -seconds);
    const float gone =
        escape_distance(then, &here, bounding_radius) + largest(vec3_sub(then->move, pull));
    space->bodies.margin_left.items[body] = minimum(room - gone, FAST_SHARE * bounding_radius);
    return escape_distance(then, &now, bounding_radius) < room;
}

uint32_t tum_space3_find_escaped(Space *opaque, Topology *topology, StepTime time,
                                 const int32_t *bodies, uint32_t count)
{
    Space3 *space = (Space3 *)opaque;
    const bool stays_in_margin =
        space->local_gravity == NULL && space->colliders.surface_velocities.count == 0;
    uint32_t escaped = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const int32_t body = bodies[i];
        const bool left = !(stays_in_margin && stays_by_far(space, body, time.sweep)) &&
                          !stays(space, topology, body, time.sweep);
        topology->escaped.items[body] = left;
        escaped += left;
    }
    return escaped;
}

// Boxes were read by the worker that refitted and searched the tree; they are prefetched for
// writing.
enum { FETCH_BOUND = 6 };

static void fetch_bound(const Space3 *space, const Topology *topology, int32_t body)
{
    const int32_t collider = topology->bodies.items[body].first_collider;
    fetch_to_write(&space->bodies.bounds.items[body]);
    if (collider != NONE) {
        fetch_to_write(&topology->boxes.items[collider]);
    }
}

void tum_space3_bound(Space *opaque, Topology *topology, StepTime time, Range awake)
{
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = awake.begin; i < awake.end; ++i) {
        const int32_t body = topology->awake.items[i];
        if (i + FETCH_BOUND < awake.end) {
            fetch_bound(space, topology, topology->awake.items[i + FETCH_BOUND]);
        }
        const BodyBound3 bound = bound_of(space, topology, body, time.sweep);
        for (int32_t collider = topology->bodies.items[body].first_collider; collider != NONE;
             collider = topology->colliders.items[collider].next) {
            topology->boxes.items[collider] = swept_box(space, collider, &bound, time.sweep);
        }
        space->bodies.bounds.items[body] = bound;
        space->bodies.margin_left.items[body] = 0.0f;
        tum_space3_note_angular_speed(space, body);
        tum_space3_note_spin(space, body, time.sweep);
    }
}
