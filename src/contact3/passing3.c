// SPDX-License-Identifier: MIT
// passing3.c: movable bodies that fly past each other in a step.
#include "contact3/passing3.h"

#include "contact3/stale_pair3.h"

static inline bool is_loose(const Topology *topology, int32_t body)
{
    const BodyRecord *record = &topology->bodies.items[body];
    return record->is_movable && record->joint_island == NONE && record->first_joint == NONE;
}

static inline bool may_pass_by(const Space3 *space, const Topology *topology, int32_t a, int32_t b,
                               float smaller_radius, float seconds)
{
    return is_loose(topology, a) && is_loose(topology, b) &&
           space->colliders.surface_velocities.count == 0 &&
           !space3_falls_far(space, smaller_radius, seconds);
}

bool tum_may_pass_by3(const Space3 *space, const Topology *topology, const Contact *contact,
                      float seconds)
{
    return may_pass_by(space, topology, contact->body[0], contact->body[1],
                       space3_smaller_radius(space, contact->collider[0], contact->collider[1]),
                       seconds);
}

static inline Vec3 middle_of(const Space3 *space, int32_t body, int32_t collider)
{
    const BodyPlace3 *place = &space->bodies.places.items[body];
    const Vec3 local = space->colliders.center_from_shapes.items[collider].position;
    return local.x == 0.0f && local.y == 0.0f && local.z == 0.0f
               ? place->center
               : vec3_add(place->center, quat_rotate(place->rotation, local));
}

// StalePlace3.passing, for one pair.
bool tum_passes_by3(const Space *opaque, const Topology *topology, int32_t collider_a,
                    int32_t collider_b, float seconds)
{
    const Space3 *space = (const Space3 *)opaque;
    const int32_t a = topology->colliders.items[collider_a].body;
    const int32_t b = topology->colliders.items[collider_b].body;
    const SolverBody3 *state_a = &space->bodies.states.items[a];
    const SolverBody3 *state_b = &space->bodies.states.items[b];
    const Vec3 moved = vec3_scale(vec3_sub(state_a->linear, state_b->linear), seconds);
    const float radius_a = space->colliders.shapes.items[collider_a].bounding_radius;
    const float radius_b = space->colliders.shapes.items[collider_b].bounding_radius;
    const float radii = radius_a + radius_b, squared = vec3_length_squared(moved);
    if (!(squared > radii * radii)) {
        return false;
    }
    const Vec3 between = vec3_sub(middle_of(space, a, collider_a), middle_of(space, b, collider_b));
    const float length = square_root(squared), least = -vec3_dot(between, moved) / squared;
    const float across = vec3_length(vec3_add_scaled(between, moved, least));
    const float t = clamp(least + across * DEFLECTION_TANGENT / length, 0.0f, 1.0f);
    const float turning = (state_a->angular_speed_bound + state_b->angular_speed_bound) * seconds;
    const float smaller_radius = minimum(radius_a, radius_b);
    const float room =
        radii + DEFLECTION * t * length + turning + space3_margin_at_rest(smaller_radius);
    return vec3_length_squared(vec3_add_scaled(between, moved, t)) > room * room &&
           may_pass_by(space, topology, a, b, smaller_radius, seconds);
}
