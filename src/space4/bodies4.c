// SPDX-License-Identifier: MIT
// bodies4.c: bodies and colliders of a 4D space: creation, and changes between steps.
#include <math.h> // INFINITY

#include "math/widen4.h"
#include "schedule/contact_numbers.h"
#include "space4/bodies4.h"
#include "space4/gyroscope4.h"

// Isotropic inertia is the same in any pose.
static InverseInertia4 even_inertia(float inverse)
{
    const Mat3 same = {{inverse, 0.0f, 0.0f}, {0.0f, inverse, 0.0f}, {0.0f, 0.0f, inverse}};
    return (InverseInertia4){.left = same, .right = same};
}

void tum_space4_weigh_body(Space4 *space, int32_t body)
{
    const BodyMass4 *mass = &space->masses.items[body];
    const Inertness4 *inertness = &mass->inertness;
    SolverBody4 *state = &space->states.items[body];
    state->inverse_mass = inertness->inverse_mass;
    state->gravity_factor = mass->gravity_factor;
    state->inverse_inertia = inertness->is_even ? inertness->inverse_inertia.xy : 0.0f;
    state->uneven = inertness->is_even ? 0.0f : 1.0f;
    space->inverse_inertias.items[body] =
        inertness->is_even ? even_inertia(inertness->inverse_inertia.xy)
                           : tum_inverse_inertia4(inertness, space->places.items[body].rotation);
}

bool tum_space4_reserve_body(Space4 *space, size_t slot)
{
    const TumAllocator *allocator = &space->allocator;
    return array_extend(&space->states, slot + 1, allocator) &&
           array_extend(&space->places, slot + 1, allocator) &&
           array_extend(&space->masses, slot + 1, allocator) &&
           array_extend(&space->pushes, slot + 1, allocator) &&
           array_extend(&space->rests, slot + 1, allocator) &&
           array_extend(&space->inverse_inertias, slot + 1, allocator) &&
           array_extend(&space->starts, slot + 1, allocator) &&
           array_extend(&space->seen, slot + 1, allocator) &&
           array_extend(&space->motions, slot + 1, allocator);
}

bool tum_space4_reserve_collider(Space4 *space, size_t slot)
{
    return array_extend(&space->shapes, slot + 1, &space->allocator) &&
           array_extend(&space->sizes, slot + 1, &space->allocator) &&
           array_extend(&space->principal_from_shapes, slot + 1, &space->allocator);
}

BodyDef4 tum_nobody4(void)
{
    return (BodyDef4){
        .pose = POSE4_IDENTITY,
        .mass = INFINITY,
        .inertia = {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY},
        .body_from_principal = POSE4_IDENTITY,
    };
}

// Relative difference of two moments: 0: equal; 1: one is negligible.
static float difference(float a, float b)
{
    return absolute(a - b) / maximum(maximum(a, b), 1e-30f);
}

// Rotation in the plane of two axes changes the inertia by the differences of their moments with
// each of the other two axes.
static Bivec4 inertia_anisotropy_of(Bivec4 i)
{
    return (Bivec4){
        .xy = maximum(difference(i.xz, i.yz), difference(i.xw, i.yw)),
        .xz = maximum(difference(i.xy, i.yz), difference(i.xw, i.zw)),
        .yz = maximum(difference(i.xy, i.xz), difference(i.yw, i.zw)),
        .xw = maximum(difference(i.xy, i.yw), difference(i.xz, i.zw)),
        .yw = maximum(difference(i.xy, i.xw), difference(i.yz, i.zw)),
        .zw = maximum(difference(i.xz, i.xw), difference(i.yz, i.yw)),
    };
}

static Bivec4 momentum_of(const BodyMass4 *mass, Rotation4 rotation, Bivec4 spin)
{
    if (!mass->is_gyroscopic) {
        return (Bivec4){0};
    }
    return bivec4_narrow(tum_momentum_of_spin4(rotation4_widen(rotation), bivec4_widen(spin),
                                               bivec4_widen(mass->inertness.inertia)));
}

void tum_space4_set_spin(Space4 *space, int32_t body, Bivec4 spin)
{
    BodyPlace4 *place = &space->places.items[body];
    SolverBody4 *state = &space->states.items[body];
    state->spin = bivec4_halves(spin);
    place->start = place->rotation;
    place->spin = state->spin;
    place->momentum = momentum_of(&space->masses.items[body], place->rotation, spin);
}

Bivec4 tum_space4_spin(const Space4 *space, int32_t body)
{
    return bivec4_from_halves(space->states.items[body].spin);
}

void tum_space4_set_dynamic(Space *opaque, int32_t body, bool is_dynamic)
{
    Space4 *space = (Space4 *)opaque;
    BodyMass4 *mass = &space->masses.items[body];
    const BodyDef4 nobody = tum_nobody4();
    mass->inertness = is_dynamic ? mass->weight : tum_inertness4(nobody.mass, nobody.inertia);
    mass->is_gyroscopic = !mass->inertness.keeps_spin && !mass->inertness.is_even;
    mass->inertia_anisotropy =
        mass->is_gyroscopic ? inertia_anisotropy_of(mass->inertness.inertia) : (Bivec4){.xy = 0.0f};
    tum_space4_set_spin(space, body, tum_space4_spin(space, body));
    tum_space4_weigh_body(space, body);
}

void tum_space4_set_pose(Space4 *space, int32_t body, Pose4 pose)
{
    const Bivec4 spin = tum_space4_spin(space, body);
    const Pose4 place = pose4_multiply(pose, space->masses.items[body].body_from_principal);
    space->places.items[body].center = place.position;
    space->places.items[body].rotation = rotation4_normalize(place.rotation);
    tum_space4_set_spin(space, body, spin);
}

Pose4 tum_space4_body_pose(const Space4 *space, int32_t body)
{
    return pose4_multiply(space4_pose(space, body),
                          pose4_inverse(space->masses.items[body].body_from_principal));
}

void tum_space4_set_body(Space4 *space, int32_t slot, const BodyDef4 *body)
{
    BodyMass4 *mass = &space->masses.items[slot];
    space->states.items[slot] = (SolverBody4){.linear = body->linear_velocity,
                                              .spin = bivec4_halves(body->angular_velocity)};
    *mass = (BodyMass4){.weight = tum_inertness4(body->mass, body->inertia),
                        .body_from_principal = body->body_from_principal,
                        .gravity_factor = body->gravity_factor,
                        .bounding_radius = mass->bounding_radius,
                        .lever = mass->lever};
    space->rests.items[slot] = (BodyRest4){.trend = {.speed = INFINITY}};
    space->pushes.items[slot] = (Push4){.force = {0.0f, 0.0f, 0.0f, 0.0f}};
    space->inverse_inertias.items[slot] = (InverseInertia4){0};
    tum_space4_set_dynamic((Space *)space, slot, body->is_dynamic);
    tum_space4_set_pose(space, slot, body->pose);
    space->seen.items[slot] = space4_pose(space, slot);
}

bool tum_space4_add_body(Space4 *space, const BodyDef4 *body)
{
    const size_t slot = space->states.count;
    if (!tum_space4_reserve_body(space, slot)) {
        return false;
    }
    tum_space4_set_body(space, (int32_t)slot, body);
    return true;
}

void tum_space4_lay_down(Space *opaque, int32_t body)
{
    Space4 *space = (Space4 *)opaque;
    space->states.items[body].linear = (Vec4){0.0f, 0.0f, 0.0f, 0.0f};
    tum_space4_set_spin(space, body, (Bivec4){.xy = 0.0f});
}

void tum_space4_stop(Space *opaque, int32_t body)
{
    Space4 *space = (Space4 *)opaque;
    space->states.items[body] = (SolverBody4){.linear = {0.0f, 0.0f, 0.0f, 0.0f}};
    tum_space4_weigh_body(space, body);
    tum_space4_set_spin(space, body, (Bivec4){.xy = 0.0f});
}

static bool is_any(Bivec4 a)
{
    return a.xy != 0.0f || a.xz != 0.0f || a.yz != 0.0f || a.xw != 0.0f || a.yw != 0.0f ||
           a.zw != 0.0f;
}

bool tum_space4_has_weight(const Space *opaque, int32_t body)
{
    const Inertness4 *weight = &((const Space4 *)opaque)->masses.items[body].weight;
    return weight->inverse_mass > 0.0f || is_any(weight->inverse_inertia);
}

void tum_space4_set_gravity_factor(Space *opaque, int32_t body, float factor)
{
    ((Space4 *)opaque)->masses.items[body].gravity_factor = factor;
}

void tum_space4_clear_pushes(Space4 *space)
{
    for (size_t i = 0; i < space->pushes.count && space->has_pushes; ++i) {
        space->pushes.items[i] = (Push4){.force = {0.0f, 0.0f, 0.0f, 0.0f}};
    }
    space->has_pushes = false;
}

bool tum_space4_push(Space4 *space, int32_t body, Vec4 linear, Bivec4 angular)
{
    const BodyMass4 *mass = &space->masses.items[body];
    const BodyPlace4 *place = &space->places.items[body];
    SolverBody4 *state = &space->states.items[body];
    const InverseInertia4 inverse = tum_inverse_inertia4(&mass->inertness, place->rotation);
    const Vec4 speed = vec4_scale(linear, mass->inertness.inverse_mass);
    const Halves4 more = space4_respond(&inverse, bivec4_halves(angular));
    state->linear = vec4_add(state->linear, speed);
    // The momentum takes the angular impulse unrounded, so that opposite impulses cancel exactly.
    const Bivec4 momentum = bivec4_add(place->momentum, angular);
    tum_space4_set_spin(space, body,
                        bivec4_from_halves((Halves4){vec3_add(state->spin.left, more.left),
                                                     vec3_add(state->spin.right, more.right)}));
    if (mass->is_gyroscopic) {
        space->places.items[body].momentum = momentum;
    }
    return vec4_length_squared(speed) > 0.0f || is_any(bivec4_from_halves(more));
}

Pose4 tum_space4_from_body(const Space4 *space, int32_t body, Pose4 body_from_shape)
{
    return pose4_relative(space->masses.items[body].body_from_principal, body_from_shape);
}

static float bounding_radius_of(const Space4 *space, int32_t collider)
{
    return vec4_length(space->principal_from_shapes.items[collider].position) +
           minimum((float)space->shapes.items[collider].bounding_radius, BOUNDING_RADIUS_MAX);
}

static float lever_of(const Space4 *space, int32_t collider)
{
    return vec4_length(space->principal_from_shapes.items[collider].position) +
           minimum((float)shape4_lever(&space->shapes.items[collider]), BOUNDING_RADIUS_MAX);
}

void tum_space4_update_bounding_radius(Space *opaque, const Topology *topology, int32_t body)
{
    Space4 *space = (Space4 *)opaque;
    float bounding_radius = 0.0f, lever = 0.0f;
    for (int32_t slot = topology->bodies.items[body].first_collider; slot != NONE;
         slot = topology->colliders.items[slot].next) {
        bounding_radius = maximum(bounding_radius, bounding_radius_of(space, slot));
        lever = maximum(lever, lever_of(space, slot));
    }
    space->masses.items[body].bounding_radius = bounding_radius;
    space->masses.items[body].lever = lever;
}

void tum_space4_set_weight(Space4 *space, const Topology *topology, int32_t body, float mass,
                           Bivec4 inertia, Pose4 body_from_principal)
{
    BodyMass4 *own = &space->masses.items[body];
    SolverBody4 *state = &space->states.items[body];
    const Pose4 pose = tum_space4_body_pose(space, body);
    const Vec4 center = space->places.items[body].center;
    const Pose4 new_from_old = pose4_relative(body_from_principal, own->body_from_principal);
    for (int32_t slot = topology->bodies.items[body].first_collider; slot != NONE;
         slot = topology->colliders.items[slot].next) {
        Pose4 *place = &space->principal_from_shapes.items[slot];
        *place = pose4_multiply(new_from_old, *place);
        place->rotation = rotation4_normalize(place->rotation);
    }
    own->weight = tum_inertness4(mass, inertia);
    own->body_from_principal = body_from_principal;
    tum_space4_set_dynamic((Space *)space, body,
                           topology->bodies.items[body].kind == TUM_BODY_DYNAMIC);
    tum_space4_set_pose(space, body, pose);
    const Vec4 arm = vec4_sub(space->places.items[body].center, center);
    state->linear = vec4_add(state->linear, bivec4_velocity(tum_space4_spin(space, body), arm));
    tum_space4_update_bounding_radius((Space *)space, topology, body);
}

static DMat4 widen(Mat4 m)
{
    return (DMat4){{(double)m.x.x, (double)m.x.y, (double)m.x.z, (double)m.x.w},
                   {(double)m.y.x, (double)m.y.y, (double)m.y.z, (double)m.y.w},
                   {(double)m.z.x, (double)m.z.y, (double)m.z.z, (double)m.z.w},
                   {(double)m.w.x, (double)m.w.y, (double)m.w.z, (double)m.w.w}};
}

Box tum_box4(const Shape4 *shape, Pose4 pose)
{
    const Bound4 bound =
        tum_shape4_bound(shape, vec4_widen(pose.position), widen(rotation4_matrix(pose.rotation)));
    return (Box){
        {(float)bound.low.x, (float)bound.low.y, (float)bound.low.z, (float)bound.low.w},
        {(float)bound.high.x, (float)bound.high.y, (float)bound.high.z, (float)bound.high.w}};
}

Box tum_space4_box(const Space *opaque, int32_t body, int32_t collider)
{
    const Space4 *space = (const Space4 *)opaque;
    return tum_box4(&space->shapes.items[collider], space4_shape_pose(space, body, collider));
}

void tum_space4_set_shape(Space4 *space, size_t slot, const Shape4 *shape)
{
    space->shapes.items[slot] = *shape;
    space->sizes.items[slot] = (ShapeSize4){(float)shape->bounding_radius,
                                            shape4_is_ball(shape) ? (float)shape->radius : 0.0f};
}

void tum_space4_set_collider(Space4 *space, int32_t slot, int32_t body, const Shape4 *shape,
                             Pose4 body_from_shape)
{
    BodyMass4 *mass = &space->masses.items[body];
    tum_space4_set_shape(space, (size_t)slot, shape);
    space->principal_from_shapes.items[slot] = tum_space4_from_body(space, body, body_from_shape);
    mass->bounding_radius = maximum(mass->bounding_radius, bounding_radius_of(space, slot));
    mass->lever = maximum(mass->lever, lever_of(space, slot));
}

bool tum_space4_add_collider(Space4 *space, int32_t body, const Shape4 *shape,
                             Pose4 body_from_shape, Box *box)
{
    const size_t slot = space->shapes.count;
    if (!tum_space4_reserve_collider(space, slot)) {
        return false;
    }
    tum_space4_set_collider(space, (int32_t)slot, body, shape, body_from_shape);
    *box = tum_space4_box((const Space *)space, body, (int32_t)slot);
    return true;
}
