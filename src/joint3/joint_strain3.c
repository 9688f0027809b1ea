// SPDX-License-Identifier: MIT
// joint_strain3.c: moments of inertia of bodies that joints pull harder than a substep can follow.
#include "joint3/joint_strain3.h"

#include "joint3/joint_bodies3.h"
#include "joint3/joint_numbers3.h"
#include "joint3/joint_sweep3.h"
#include "math/widen3.h"

static void add_strain(JointSet3 *set, const Joint3 *joint)
{
    DVec3 pull = {0.0, 0.0, 0.0};
    for (int32_t i = 0; i < joint->row_count; ++i) {
        const JointRow3 *row = &set->rows.items[joint->row_first + i];
        pull = dvec3_add_scaled(pull, row->n, row->impulse);
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
    const DQuat principal = tum_joint3_principal_rotation(mass, body->center.rotation);
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

// [kg m^2] Moments that the strain of a body requires; 0: its own suffice.
static double least_inertia_of(const BodyMass3 *mass, const JointBody3 *body, double substep)
{
    const Vec3 inverse = mass->inverse_inertia;
    const double most = (double)maximum(inverse.x, maximum(inverse.y, inverse.z));
    const double wanted = substep * body->strain / SWING_MOST;
    return wanted * most > 1.0 ? wanted : 0.0;
}

// Strained links of a joint sweep keep their moments for a whole step, as its rows do.
static void strain_body(Space3 *space, JointBody3 *body, double least)
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

// [N s] Impulse of the linear rows of a part.
static double pull_of(JointSweep3 *joint_sweep, const JointPart3 *part)
{
    double squared = 0.0;
    for (int32_t k = 0; k < part->row_count && !part->is_angular; ++k) {
        const double impulse = tum_joint_sweep3_impulse(joint_sweep, part, k);
        squared += impulse * impulse;
    }
    return square_root64(squared);
}

static void add_swept_strain(JointSet3 *set, JointSweep3 *joint_sweep, const Joint3 *joint)
{
    double pull = 0.0;
    for (int32_t k = 0; k < joint->part_count; ++k) {
        pull += pull_of(joint_sweep, &set->parts.items[joint->part_first + k]);
    }
    for (int side = 0; side < 2; ++side) {
        set->bodies.items[joint->body[side]].strain +=
            pull * dvec3_length(joint->frame[side].position);
    }
}

// Share of a body's moments below which rounding cannot hide that it is strained.
static const float STRAIN_NEAR = 0.9f;

// Bound of the inverse moments of a lane, whatever way its body is turned.
static float inverse_moment(const LanesSym3 *matrices, int lane, bool is_round)
{
    return is_round ? matrices->xx[lane]
                    : matrices->xx[lane] + matrices->yy[lane] + matrices->zz[lane];
}

// Sums the strain of all bodies of point blocks, by slot.
static void sum_strains(const JointSweep3 *joint_sweep, float *strains)
{
    for (size_t i = 0; i < joint_sweep->points.count; ++i) {
        const PointBlock3 *block = &joint_sweep->points.items[i];
        for (int lane = 0; lane < WIDE; ++lane) {
            strains[block->body_a[lane]] = strains[block->body_b[lane]] = 0.0f;
        }
    }
    for (size_t i = 0; i < joint_sweep->points.count; ++i) {
        const PointBlock3 *block = &joint_sweep->points.items[i];
        for (uint32_t lane = 0; lane < WIDE; ++lane) {
            const float pull = vec3_length(lane3(&block->impulse, lane));
            strains[block->body_a[lane]] += pull * vec3_length(lane3(&block->arm_a, lane));
            strains[block->body_b[lane]] += pull * vec3_length(lane3(&block->arm_b, lane));
        }
    }
}

// Whether a body may be strained, by the blocks of points alone, as the step before left them.
// Where they say no, no body is strained, so a world from a checkpoint, which has no blocks yet,
// goes on alike.
static bool may_be_strained(const JointSweep3 *joint_sweep, float *strains, float substep)
{
    sum_strains(joint_sweep, strains);
    const float scale = substep / (float)SWING_MOST;
    float most = 0.0f;
    for (size_t i = 0; i < joint_sweep->points.count; ++i) {
        const PointBlock3 *block = &joint_sweep->points.items[i];
        const PointInertia3 *inertia = &joint_sweep->inertia.items[i];
        const bool is_round = block->is_round != 0;
        for (int lane = 0; lane < WIDE; ++lane) {
            most = maximum(most, strains[block->body_a[lane]] *
                                     inverse_moment(&inertia->a, lane, is_round));
            most = maximum(most, strains[block->body_b[lane]] *
                                     inverse_moment(&inertia->b, lane, is_round));
        }
    }
    return most * scale > STRAIN_NEAR || joint_sweep->parts.count > 0;
}

void tum_joint_sweep3_follow_strain(Space3 *space, JointIsland3 *joint_island,
                                    JointSweep3 *joint_sweep, float substep)
{
    JointSet3 *set = &space->joints;
    const bool is_known = !joint_sweep->loads_frames && !joint_island->is_strained;
    joint_island->is_strained = false;
    if (is_known && !may_be_strained(joint_sweep, set->strains.items, substep)) {
        return;
    }
    JointBody3 *bodies = &set->bodies.items[joint_island->body_first];
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        bodies[i].strain = bodies[i].least_inertia = 0.0;
    }
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        add_swept_strain(set, joint_sweep, joint_island3_joint(set, joint_island, i));
    }
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const BodyMass3 *mass = &space->bodies.masses.items[bodies[i].slot];
        const double least =
            bodies[i].is_movable ? least_inertia_of(mass, &bodies[i], (double)substep) : 0.0;
        if (least > 0.0) {
            strain_body(space, &bodies[i], least);
            joint_island->is_strained = true;
        }
    }
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
        const double own = least_inertia_of(mass, body, substep);
        const double least = may_shrink ? own : maximum64(own, body->least_inertia);
        if (least != body->least_inertia) {
            body->angular = keep_momentum(mass, body, least);
            body->least_inertia = least;
            body->inverse_inertia = tum_joint3_inverse_inertia(mass, body->center.rotation, least);
            joint_island->is_strained = changed = true;
        }
        tell_contacts(space, body);
    }
    return changed;
}
