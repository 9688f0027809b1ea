// SPDX-License-Identifier: MIT
// joint_bodies3.c: bodies of joint islands, loaded from the space and stored back.
#include "joint3/joint_bodies3.h"

#include <math.h>

#include "math/widen3.h"
#include "space3/body_motion3.h"
#include "space3/gyroscope3.h"

static const double INFINITE = (double)INFINITY;

DVec3 tum_joint3_inverse_moments(const BodyMass3 *mass, double least)
{
    const double most = least > 0.0 ? 1.0 / least : INFINITE;
    return dvec3_minimum(vec3_widen(mass->inverse_inertia), (DVec3){most, most, most});
}

DSym3 tum_joint3_inverse_inertia(const BodyMass3 *mass, DQuat rotation, double least)
{
    const DVec3 inverse = tum_joint3_inverse_moments(mass, least);
    if (mass->is_isotropic) {
        return (DSym3){inverse.x, inverse.x, inverse.x, 0.0, 0.0, 0.0};
    }
    return dsym3_from_diagonal(
        dquat_matrix(tum_principal_rotation3(rotation, mass->body_from_principal)), inverse);
}

void tum_joint3_load_poses(Space3 *space, const JointIsland3 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &space->joints.bodies.items[joint_island->body_first + i];
        const BodyPlace3 *place = &space->bodies.places.items[body->slot];
        const Vec3 moved = space->bodies.states.items[body->slot].moved;
        body->center.position = dvec3_add(vec3_widen(place->center), vec3_widen(moved));
        body->center.rotation = quat_widen(place->rotation);
        body->axes = dquat_matrix(body->center.rotation);
        if (body->is_movable) {
            const BodyMass3 *mass = &space->bodies.masses.items[body->slot];
            body->inverse_mass = (double)mass->inverse_mass;
            body->inverse_inertia =
                tum_joint3_inverse_inertia(mass, body->center.rotation, body->least_inertia);
        }
    }
}

void tum_joint3_accelerate(Space3 *space, const JointIsland3 *joint_island, StepTime time)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody3 *body = &space->joints.bodies.items[joint_island->body_first + i];
        if (body->is_movable) {
            tum_accelerate3(space, time, body->slot);
        }
    }
}

void tum_joint3_load_velocities(Space3 *space, const JointIsland3 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &space->joints.bodies.items[joint_island->body_first + i];
        const SolverBody3 *state = &space->bodies.states.items[body->slot];
        body->linear = vec3_widen(state->linear);
        body->angular = vec3_widen(state->angular);
    }
}

static bool is_rounded(DVec3 velocity, Vec3 stored)
{
    const Vec3 v = vec3_narrow(velocity);
    return v.x == stored.x && v.y == stored.y && v.z == stored.z;
}

bool tum_joint3_load_changed(Space3 *space, const JointIsland3 *joint_island)
{
    bool changed = false;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &space->joints.bodies.items[joint_island->body_first + i];
        const SolverBody3 *state = &space->bodies.states.items[body->slot];
        if (!is_rounded(body->linear, state->linear) ||
            !is_rounded(body->angular, state->angular)) {
            body->linear = vec3_widen(state->linear);
            body->angular = vec3_widen(state->angular);
            changed = true;
        }
    }
    return changed;
}

void tum_joint3_store_velocities(Space3 *space, const JointIsland3 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody3 *body = &space->joints.bodies.items[joint_island->body_first + i];
        if (body->is_movable) {
            SolverBody3 *state = &space->bodies.states.items[body->slot];
            state->linear = vec3_narrow(body->linear);
            state->angular = vec3_narrow(body->angular);
        }
    }
}
