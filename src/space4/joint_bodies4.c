// SPDX-License-Identifier: MIT
// joint_bodies4.c: bodies of joint islands, loaded from the space and stored back.
#include <math.h>

#include "math/scalar.h"
#include "math/widen4.h"
#include "space4/gyroscope4.h"
#include "space4/joint_bodies4.h"
#include "space4/space_data4.h"

static const double INFINITE = (double)INFINITY;

// a * diag(d) * b transposed.
static DMat3 between(DMat3 a, DVec3 d, DMat3 b)
{
    const DMat3 scaled = {dvec3_scale(a.x, d.x), dvec3_scale(a.y, d.y), dvec3_scale(a.z, d.z)};
    return dmat3_multiply(scaled, dmat3_transpose(b));
}

DBivec4 tum_joint4_inverse_moments(const Inertness4 *inertness, double least)
{
    const double most = least > 0.0 ? 1.0 / least : INFINITE;
    const DBivec4 i = bivec4_widen(inertness->inverse_inertia);
    return (DBivec4){minimum64(i.xy, most), minimum64(i.xz, most), minimum64(i.yz, most),
                     minimum64(i.xw, most), minimum64(i.yw, most), minimum64(i.zw, most)};
}

DInverseInertia4 tum_joint4_inverse_inertia(const Inertness4 *inertness, DRotation4 rotation,
                                            double least)
{
    const DBivec4 i = tum_joint4_inverse_moments(inertness, least);
    const DVec3 same = {0.5 * (i.yz + i.xw), 0.5 * (i.xz + i.yw), 0.5 * (i.xy + i.zw)};
    const DVec3 other = {0.5 * (i.yz - i.xw), 0.5 * (i.xz - i.yw), 0.5 * (i.xy - i.zw)};
    if (inertness->is_even) {
        const DMat3 even = {{same.x, 0.0, 0.0}, {0.0, same.x, 0.0}, {0.0, 0.0, same.x}};
        return (DInverseInertia4){.left = even, .right = even};
    }
    const DMat3 left = dquat_matrix(rotation.left), right = dquat_matrix(rotation.right);
    return (DInverseInertia4){between(left, same, left), between(right, same, right),
                              between(left, other, right)};
}

void tum_joint4_load_poses(Space4 *space, const JointIsland4 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody4 *body = &space->joints.bodies.items[joint_island->body_first + i];
        const BodyPlace4 *place = &space->places.items[body->slot];
        body->center.position =
            dvec4_add(vec4_widen(place->center), vec4_widen(space->states.items[body->slot].moved));
        body->center.rotation = rotation4_widen(place->rotation);
        if (body->is_movable) {
            const Inertness4 *inertness = &space->masses.items[body->slot].inertness;
            body->inverse_mass = (double)inertness->inverse_mass;
            body->inverse_inertia =
                tum_joint4_inverse_inertia(inertness, body->center.rotation, body->least_inertia);
        }
    }
}

void tum_joint4_load_velocities(Space4 *space, const JointIsland4 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody4 *body = &space->joints.bodies.items[joint_island->body_first + i];
        const SolverBody4 *state = &space->states.items[body->slot];
        body->linear = vec4_widen(state->linear);
        body->spin = halves4_widen(state->spin);
    }
}

static bool is_same3(Vec3 a, Vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool is_stored(const JointBody4 *body, const SolverBody4 *state)
{
    const Vec4 v = vec4_narrow(body->linear);
    const Halves4 spin = halves4_narrow(body->spin);
    return v.x == state->linear.x && v.y == state->linear.y && v.z == state->linear.z &&
           v.w == state->linear.w && is_same3(spin.left, state->spin.left) &&
           is_same3(spin.right, state->spin.right);
}

bool tum_joint4_load_changed(Space4 *space, const JointIsland4 *joint_island)
{
    bool changed = false;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody4 *body = &space->joints.bodies.items[joint_island->body_first + i];
        const SolverBody4 *state = &space->states.items[body->slot];
        if (!is_stored(body, state)) {
            body->linear = vec4_widen(state->linear);
            body->spin = halves4_widen(state->spin);
            changed = true;
        }
    }
    return changed;
}

void tum_joint4_store_velocities(Space4 *space, const JointIsland4 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody4 *body = &space->joints.bodies.items[joint_island->body_first + i];
        if (body->is_movable) {
            SolverBody4 *state = &space->states.items[body->slot];
            state->linear = vec4_narrow(body->linear);
            state->spin = halves4_narrow(body->spin);
        }
    }
}

void tum_joint4_load_ahead(Space4 *space, const JointIsland4 *joint_island, double substep)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody4 *body = &space->joints.bodies.items[joint_island->body_first + i];
        const BodyMass4 *mass = &space->masses.items[body->slot];
        const DBivec4 spin = dbivec4_from_halves(body->spin);
        body->ahead.position = dvec4_add_scaled(body->center.position, body->linear, substep);
        body->ahead.rotation = body->center.rotation;
        if (mass->is_gyroscopic) {
            const DBivec4 inertia = bivec4_widen(mass->inertness.inertia);
            tum_turn_gyroscopic4(&body->ahead.rotation,
                                 tum_momentum_of_spin4(body->center.rotation, spin, inertia),
                                 inertia, substep);
        } else {
            tum_turn_isotropic4(&body->ahead.rotation, spin, substep);
        }
    }
}
