// SPDX-License-Identifier: MIT
// bodies3.c: bodies and colliders of a space: addition, changes and impulses between steps.
#include "space3/bodies3.h"

#include "space3/impulse3.h"
#include "space3/space3.h"

static const float CCD_DISTANCE_MAX = 1e6f; // [m] Without CCD.

static bool grow_state_of(Space3 *space, size_t wanted)
{
    for (size_t i = space->bodies.state_of.count; i < wanted; ++i) {
        uint32_t *at = array_push(&space->bodies.state_of, &space->allocator);
        if (at == NULL) {
            return false;
        }
        *at = (uint32_t)i;
    }
    return true;
}

bool tum_space3_reserve_body(Space3 *space, size_t slot)
{
    const TumAllocator *allocator = &space->allocator;
    return array_extend(&space->bodies.states, slot + 1, allocator) &&
           grow_state_of(space, slot + 1) &&
           array_extend(&space->bodies.places, slot + 1, allocator) &&
           array_extend(&space->bodies.masses, slot + 1, allocator) &&
           array_extend(&space->bodies.contact_bodies, slot + 1, allocator) &&
           array_extend(&space->bodies.starts, slot + 1, allocator) &&
           array_extend(&space->bodies.weights, slot + 1, allocator) &&
           array_extend(&space->bodies.pushes, slot + 1, allocator) &&
           array_extend(&space->bodies.pulls, slot + 1, allocator) &&
           array_extend(&space->bodies.rests, slot + 1, allocator) &&
           array_extend(&space->bodies.before, slot + 1, allocator) &&
           array_extend(&space->bodies.bounds, slot + 1, allocator) &&
           array_extend(&space->bodies.spins, slot + 1, allocator) &&
           array_extend(&space->bodies.resists_anew, slot + 1, allocator) &&
           array_extend(&space->bodies.margin_left, slot + 1, allocator);
}

bool tum_space3_reserve_collider(Space3 *space, size_t slot)
{
    return array_extend(&space->colliders.shapes, slot + 1, &space->allocator) &&
           array_extend(&space->colliders.center_from_shapes, slot + 1, &space->allocator);
}

// Relative difference: 0 for equal moments, 1 where one of them is negligible.
static float difference(float a, float b)
{
    return absolute(a - b) / maximum(maximum(a, b), 1e-30f);
}

void tum_space3_set_dynamic(Space3 *space, int32_t body, bool is_dynamic)
{
    BodyMass3 *mass = &space->bodies.masses.items[body];
    const BodyWeight3 nothing = {.inverse_mass = 0.0f};
    const BodyWeight3 weight = is_dynamic ? space->bodies.weights.items[body] : nothing;
    const Vec3 inverse = weight.inverse_inertia;
    const bool all_finite = inverse.x > 0.0f && inverse.y > 0.0f && inverse.z > 0.0f;
    const bool even = inverse.x == inverse.y && inverse.y == inverse.z;
    ++space->joints.changes;
    ++space->joints.masses_changes;
    mass->inverse_mass = weight.inverse_mass;
    mass->inverse_inertia = inverse;
    mass->inertia = weight.inertia;
    mass->is_gyroscopic = all_finite && !even;
    mass->is_isotropic = even;
    mass->inertia_anisotropy = (Vec3){0.0f, 0.0f, 0.0f};
    space->bodies.contact_bodies.items[body] = (ContactBody3){.inverse_mass = 0.0f};
    if (mass->is_gyroscopic) {
        const Vec3 moments = weight.inertia;
        mass->inertia_anisotropy =
            (Vec3){difference(moments.y, moments.z), difference(moments.x, moments.z),
                   difference(moments.x, moments.y)};
    }
}

void tum_space3_set_body(Space3 *space, int32_t slot, const BodyDef3 *body)
{
    SolverBody3 *state = &space->bodies.states.items[slot];
    BodyPlace3 *place = &space->bodies.places.items[slot];
    BodyMass3 *mass = &space->bodies.masses.items[slot];
    *state = (SolverBody3){.linear = body->linear_velocity, .angular = body->angular_velocity};
    place->center = pose3_transform(body->pose, body->local_center);
    place->rotation = body->pose.rotation;
    *mass = (BodyMass3){.body_from_principal = body->body_from_principal,
                        .local_center = body->local_center,
                        .gravity_factor = body->gravity_factor,
                        .bounding_radius = mass->bounding_radius,
                        .ccd_distance = mass->ccd_distance};
    space->bodies.weights.items[slot] =
        (BodyWeight3){body->inverse_mass, body->inertia, body->inverse_inertia};
    space->bodies.rests.items[slot] = (BodyRest3){.trend = {.speed = INFINITY}};
    space->bodies.pushes.items[slot] = (Push3){.force = {0.0f, 0.0f, 0.0f}};
    tum_space3_set_dynamic(space, slot, body->is_dynamic);
}

bool tum_space3_add_body(Space3 *space, const BodyDef3 *body)
{
    const size_t slot = space->bodies.states.count;
    if (!tum_space3_reserve_body(space, slot)) {
        return false;
    }
    tum_space3_set_body(space, (int32_t)slot, body);
    return true;
}

void tum_space3_clear_pushes(Space3 *space)
{
    for (size_t i = 0; i < space->bodies.pushes.count && space->bodies.has_pushes; ++i) {
        space->bodies.pushes.items[i] = (Push3){.force = {0.0f, 0.0f, 0.0f}};
    }
    space->bodies.has_pushes = false;
}

// Meshes have no CCD.
float tum_space3_ccd_distance(const Shape3 *shape)
{
    return shape3_is_convex(shape) ? CCD_DISTANCE_SHARE * shape->inner : CCD_DISTANCE_MAX;
}

static float bounding_radius_of(const Space3 *space, int32_t collider)
{
    return vec3_length(space->colliders.center_from_shapes.items[collider].position) +
           minimum(space->colliders.shapes.items[collider].bounding_radius, BOUNDING_RADIUS_MAX);
}

void tum_space3_update_bounding_radius(Space3 *space, const Topology *topology, int32_t body)
{
    float bounding_radius = 0.0f, ccd_distance = CCD_DISTANCE_MAX;
    for (int32_t slot = topology->bodies.items[body].first_collider; slot != NONE;
         slot = topology->colliders.items[slot].next) {
        bounding_radius = maximum(bounding_radius, bounding_radius_of(space, slot));
        ccd_distance =
            minimum(ccd_distance, tum_space3_ccd_distance(&space->colliders.shapes.items[slot]));
    }
    space->bodies.masses.items[body].bounding_radius = bounding_radius;
    space->bodies.masses.items[body].ccd_distance = ccd_distance;
}

void tum_space3_set_collider(Space3 *space, int32_t slot, int32_t body, const Shape3 *shape,
                             Pose3 body_from_shape)
{
    BodyMass3 *mass = &space->bodies.masses.items[body];
    space->colliders.shapes.items[slot] = *shape;
    space->colliders.center_from_shapes.items[slot] =
        (Pose3){vec3_sub(body_from_shape.position, mass->local_center), body_from_shape.rotation};
    mass->bounding_radius = maximum(mass->bounding_radius, bounding_radius_of(space, slot));
    const float ccd_distance = tum_space3_ccd_distance(&space->colliders.shapes.items[slot]);
    mass->ccd_distance =
        mass->ccd_distance > 0.0f ? minimum(mass->ccd_distance, ccd_distance) : ccd_distance;
}

Box tum_space3_box(const Space3 *space, int32_t body, int32_t collider)
{
    const BodyPlace3 *place = &space->bodies.places.items[body];
    const Pose3 pose = pose3_multiply((Pose3){place->center, place->rotation},
                                      space->colliders.center_from_shapes.items[collider]);
    const Bound3 bound = tum_shape3_bound(&space->colliders.shapes.items[collider], &pose);
    return (Box){{bound.low.x, bound.low.y, bound.low.z, 0.0f},
                 {bound.high.x, bound.high.y, bound.high.z, 0.0f}};
}

bool tum_space3_add_collider(Space3 *space, int32_t body, const Shape3 *shape,
                             Pose3 body_from_shape, Box *box)
{
    const size_t slot = space->colliders.shapes.count;
    if (!tum_space3_reserve_collider(space, slot)) {
        return false;
    }
    tum_space3_set_collider(space, (int32_t)slot, body, shape, body_from_shape);
    *box = tum_space3_box(space, body, (int32_t)slot);
    return true;
}

// The inverse inertia is diagonal in the principal frame.
static Vec3 spin_of(const BodyMass3 *mass, Quat rotation, Vec3 angular)
{
    const Quat world_from_principal = quat_multiply(rotation, mass->body_from_principal);
    const Vec3 local = quat_unrotate(world_from_principal, angular);
    return quat_rotate(world_from_principal, vec3_multiply(local, mass->inverse_inertia));
}

static bool is_zero(Vec3 v)
{
    return v.x == 0.0f && v.y == 0.0f && v.z == 0.0f;
}

bool tum_space3_push(Space3 *space, int32_t body, Vec3 linear, Vec3 angular)
{
    const BodyMass3 *mass = &space->bodies.masses.items[body];
    SolverBody3 *state = &space->bodies.states.items[body];
    const Vec3 speed = vec3_scale(linear, mass->inverse_mass);
    const Vec3 spin = spin_of(mass, space->bodies.places.items[body].rotation, angular);
    state->linear = vec3_add(state->linear, speed);
    state->angular = vec3_add(state->angular, spin);
    return !is_zero(speed) || !is_zero(spin);
}
