// SPDX-License-Identifier: MIT
// joint_strain3.c: moments of inertia of bodies that joints pull harder than a substep can follow.
#include "joint3/joint_strain3.h"

#include "joint3/joint_bodies3.h"
#include "joint3/joint_numbers3.h"
#include "math/widen3.h"
#include "space3/gyroscope3.h"

// Moments are enlarged a little more than the strain asks for, and kept until it asks for less than
// this part of them: each change costs a measurement and a factorization. More room would take more
// energy from what swings.
static const double ROOM = 1.03, LEFT_LEAST = 0.87;

static void add_strain(JointSet3 *set, const Joint3 *joint)
{
    const JointRow3 *rows = &set->rows.items[joint->row_first];
    DVec3 pull = {0.0, 0.0, 0.0};
    int32_t i = 0;
    if (joint->is_point_first) {
        pull = (DVec3){rows[0].impulse, rows[1].impulse, rows[2].impulse};
        i = 3;
    }
    for (; i < joint->row_count; ++i) {
        if (!rows[i].is_angular) {
            pull = dvec3_add_scaled(pull, rows[i].n, rows[i].impulse);
        }
    }
    const double impulse = dvec3_length(pull);
    set->bodies.items[joint->body[0]].strain += impulse * dvec3_length(joint->arm[0]);
    set->bodies.items[joint->body[1]].strain += impulse * dvec3_length(joint->arm[1]);
}

void tum_joint3_measure_strain(JointSet3 *set, const JointIsland3 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        set->bodies.items[joint_island->body_first + i].strain = 0.0;
    }
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        add_strain(set, joint_island3_joint(set, joint_island, i));
    }
}

void tum_joint3_forget_strain(JointSet3 *set, const JointIsland3 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        set->bodies.items[joint_island->body_first + i].least_inertia = 0.0;
    }
}

// Angular velocity of a body after an increase of its moments: angular momentum is conserved. A
// decrease leaves the velocity unchanged, so energy falls.
static DVec3 keep_momentum(const BodyMass3 *mass, const JointBody3 *body, double least)
{
    const DVec3 before = tum_joint3_inverse_moments(mass, body->least_inertia);
    const DVec3 now = tum_joint3_inverse_moments(mass, least);
    const DVec3 share = {before.x > now.x ? now.x / before.x : 1.0,
                         before.y > now.y ? now.y / before.y : 1.0,
                         before.z > now.z ? now.z / before.z : 1.0};
    const DQuat principal =
        tum_principal_rotation3(body->center.rotation, mass->body_from_principal);
    const DVec3 own = dquat_rotate(dquat_conjugate(principal), body->angular);
    return dquat_rotate(principal, (DVec3){share.x * own.x, share.y * own.y, share.z * own.z});
}

// Contacts of a body use its increased moments as joints do; otherwise energy would be gained.
static void tell_contacts(Space3 *space, const JointBody3 *body)
{
    ContactBody3 *weight = space3_weight(space, body->slot);
    if (body->least_inertia > 0.0 || weight->joined > JOINED) {
        const DSym3 m = body->inverse_inertia;
        weight->inverse_inertia =
            (Sym3){(float)m.xx, (float)m.yy, (float)m.zz, (float)m.xy, (float)m.xz, (float)m.yz};
        weight->joined = JOINED_STRAINED;
    }
}

double tum_joint3_strained_inertia(const BodyMass3 *mass, const JointBody3 *body, double substep)
{
    const Vec3 inverse = mass->inverse_inertia;
    const double most = (double)maximum(inverse.x, maximum(inverse.y, inverse.z));
    const double wanted = substep * body->strain / SWING_MOST;
    return wanted * most > 1.0 ? wanted : 0.0;
}

void tum_joint3_enlarge_moments(Space3 *space, JointBody3 *body, double least)
{
    const BodyMass3 *mass = &space->bodies.masses.items[body->slot];
    SolverBody3 *state = space3_state(space, body->slot);
    const DQuat rotation = quat_widen(space->bodies.places.items[body->slot].rotation);
    body->center.rotation = rotation;
    body->angular = vec3_widen(state->angular);
    state->angular = vec3_narrow(keep_momentum(mass, body, least));
    body->least_inertia = least;
    body->inverse_inertia = tum_joint3_inverse_inertia(mass, rotation, least);
    tell_contacts(space, body);
}

bool tum_joint3_follow_strain(Space3 *space, JointIsland3 *joint_island, double substep,
                              bool may_shrink)
{
    bool changed = false;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &space->joints.bodies.items[joint_island->body_first + i];
        if (!body->is_movable) {
            continue;
        }
        const BodyMass3 *mass = &space->bodies.masses.items[body->slot];
        const double own = tum_joint3_strained_inertia(mass, body, substep);
        if (own > body->least_inertia || (may_shrink && own < LEFT_LEAST * body->least_inertia)) {
            const double least = own * ROOM;
            body->angular = keep_momentum(mass, body, least);
            body->least_inertia = least;
            body->inverse_inertia = tum_joint3_inverse_inertia(mass, body->center.rotation, least);
            joint_island->is_strained = changed = true;
        }
        tell_contacts(space, body);
    }
    return changed;
}
