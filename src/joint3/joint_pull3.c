// SPDX-License-Identifier: MIT
// joint_pull3.c: pull of separated joints: velocities that close them, as far as they are
// compatible.
//
// Joints of a loop that cannot close, or between immovable bodies, contradict each other. No
// velocity satisfies all of them, and near such a pose every velocity that does is far too fast.
// The corrections of a separated joint island are therefore damped least squares (Wampler,
// "Manipulator inverse kinematic solutions based on vector formulations and damped least-squares
// methods", 1986): rows are soft, and a correction of 1 m/s causes a velocity of at most
// 1 / (2 sqrt(yield)). Loads are solved for before, by hard rows. Pull velocities are removed once
// bodies have moved by them; in free directions of the joints they would add up.
//
// Gaps are those predicted for the end of the substep, with the velocities after loads. A loop
// whose rods rotate at 30 rad/s would open by millimetres in each substep if it were pulled along
// the tangents.
#include "joint3/joint_pull3.h"

#include "joint3/joint_ahead3.h"
#include "joint3/joint_numbers3.h"
#include "joint3/joint_rows3.h"
#include "joint3/joint_system3.h"
#include "space3/space3.h"

// Factor of APART_LENGTH and APART_ANGLE for trees: their joints do not contradict each other, but
// a correction of more than a millimetre leaves velocities that strain light links.
static const double TREE_APART = 3.0;

#include <math.h>

static double joint_gap(const JointSet3 *set, const Joint3 *joint)
{
    double most = 0.0;
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        const double least = part->is_angular ? APART_ANGLE : APART_LENGTH;
        most = maximum64(most, tum_joint3_part_gap(set, part) / least);
    }
    return most;
}

// Largest error of hard rows relative to APART_LENGTH or APART_ANGLE.
static double widest_gap(JointSet3 *set, const JointIsland3 *joint_island)
{
    double most = 0.0;
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        most = maximum64(most, joint_gap(set, joint_island3_joint(set, joint_island, i)));
    }
    return most;
}

// Sets hard rows to reach their goals.
static void begin_pulling(const JointSet3 *set, const Joint3 *joint, double substep)
{
    for (int32_t i = 0; i < joint->row_count; ++i) {
        JointRow3 *row = &set->rows.items[joint->row_first + i];
        if (!row->is_soft && !row->is_idle) {
            row->bias = (row->value - row->goal) / substep +
                        (joint->is_moving ? tum_joint3_surface_velocity(set, joint, row) : 0.0);
        }
    }
}

// Motion of a joint island as if it were rigid, with its momentum and its angular momentum.
typedef struct RigidMotion {
    DVec3 center; // [m]
    DVec3 linear, angular;
} RigidMotion;

static DMat3 inertia_of(const JointBody3 *body)
{
    return dmat3_inverse(dsym3_matrix(body->inverse_inertia));
}

// Adds the inertia of a mass at the end of an arm, m (r^2 1 - r r^T), and another one.
static void add_inertia(DMat3 *sum, DMat3 inertia, double mass, DVec3 arm)
{
    const double squared = dvec3_length_squared(arm);
    const DVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    DVec3 *columns[3] = {&sum->x, &sum->y, &sum->z};
    const DVec3 own[3] = {inertia.x, inertia.y, inertia.z};
    for (int k = 0; k < 3; ++k) {
        const DVec3 about =
            dvec3_add_scaled(dvec3_scale(axes[k], squared), arm, -dvec3_part(arm, k));
        *columns[k] = dvec3_add_scaled(dvec3_add(*columns[k], own[k]), about, mass);
    }
}

// Where some body is immovable, nothing has to be conserved: the joint island is taken not to turn.
static RigidMotion rigid_motion(const JointSet3 *set, const JointIsland3 *joint_island)
{
    const JointBody3 *bodies = &set->bodies.items[joint_island->body_first];
    RigidMotion motion = {.center = {0.0, 0.0, 0.0}};
    DVec3 sum = {0.0, 0.0, 0.0}, momentum = sum, angular_momentum = sum;
    double mass = 0.0;
    bool is_free = true;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        is_free &= bodies[i].is_movable && bodies[i].inverse_mass > 0.0;
        if (bodies[i].is_movable && bodies[i].inverse_mass > 0.0) {
            const double own = 1.0 / bodies[i].inverse_mass;
            mass += own;
            sum = dvec3_add_scaled(sum, bodies[i].center.position, own);
            momentum = dvec3_add_scaled(momentum, bodies[i].linear, own);
        }
    }
    if (!(mass > 0.0)) {
        return motion;
    }
    motion.center = dvec3_scale(sum, 1.0 / mass);
    motion.linear = dvec3_scale(momentum, 1.0 / mass);
    DMat3 inertia = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int32_t i = 0; i < joint_island->body_count && is_free; ++i) {
        const DVec3 arm = dvec3_sub(bodies[i].center.position, motion.center);
        const double own = 1.0 / bodies[i].inverse_mass;
        const DMat3 turning = inertia_of(&bodies[i]);
        add_inertia(&inertia, turning, own, arm);
        angular_momentum = dvec3_add(
            angular_momentum, dvec3_add(dmat3_transform(turning, bodies[i].angular),
                                        dvec3_scale(dvec3_cross(arm, bodies[i].linear), own)));
    }
    motion.angular = dmat3_transform(dmat3_inverse(inertia), angular_momentum);
    return motion;
}

// Bodies of a separated joint island lose a share of their motion against each other, whatever the
// impulses; momentum and angular momentum stay.
static void calm(JointSet3 *set, const JointIsland3 *joint_island, double share)
{
    const RigidMotion mean = rigid_motion(set, joint_island);
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &set->bodies.items[joint_island->body_first + i];
        if (body->is_movable) {
            const DVec3 arm = dvec3_sub(body->center.position, mean.center);
            const DVec3 linear = dvec3_add(mean.linear, dvec3_cross(mean.angular, arm));
            body->linear = dvec3_add_scaled(body->linear, dvec3_sub(linear, body->linear), share);
            body->angular =
                dvec3_add_scaled(body->angular, dvec3_sub(mean.angular, body->angular), share);
        }
    }
}

// Share of the pull velocity that contacts have not removed since. It is the same for all bodies,
// so that no momentum is lost.
static double part_left(const JointSet3 *set, const JointIsland3 *joint_island)
{
    double left = 0.0, whole = 0.0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody3 *body = &set->bodies.items[joint_island->body_first + i];
        if (body->is_movable && body->inverse_mass > 0.0) {
            const DVec3 gained = dvec3_sub(body->linear, body->unpulled_linear);
            left += dvec3_dot(gained, body->pulled_linear) / body->inverse_mass;
            whole += dvec3_length_squared(body->pulled_linear) / body->inverse_mass;
        }
    }
    return whole > 0.0 ? clamp64(left / whole, 0.0, 1.0) : 1.0;
}

void tum_joint3_end_pull(JointSet3 *set, JointIsland3 *joint_island)
{
    if (!joint_island->is_pulled) {
        return;
    }
    const double part = part_left(set, joint_island);
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &set->bodies.items[joint_island->body_first + i];
        body->linear = dvec3_add_scaled(body->linear, body->pulled_linear, -part);
        body->angular = dvec3_add_scaled(body->angular, body->pulled_angular, -part);
    }
    joint_island->is_pulled = false;
}

static void note_pull(Space3 *space, JointIsland3 *joint_island)
{
    joint_island->is_pulled = true;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &space->joints.bodies.items[joint_island->body_first + i];
        body->pulled_linear = dvec3_sub(body->linear, body->unpulled_linear);
        body->pulled_angular = dvec3_sub(body->angular, body->unpulled_angular);
        const double speed = dvec3_length(body->pulled_linear) +
                             dvec3_length(body->pulled_angular) *
                                 (double)space->bodies.masses.items[body->slot].bounding_radius;
        joint_island->pull = maximum(joint_island->pull, (float)speed);
    }
}

bool tum_joint3_pull(Space3 *space, JointIsland3 *joint_island, double quiet, double substep,
                     bool is_costly)
{
    JointSet3 *set = &space->joints;
    if (joint_island->gap < 0.0) {
        joint_island->gap = widest_gap(set, joint_island);
    }
    const double gap = joint_island->gap;
    if (!is_costly && !(gap > (joint_island->is_tree ? TREE_APART : 1.0))) {
        return false;
    }
    const bool is_again = joint_island->is_pulled; // contacts have acted since
    tum_joint3_end_pull(set, joint_island);
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        tum_joint3_begin_relaxing(set, joint_island3_joint(set, joint_island, i), substep);
    }
    tum_joint3_solve(set, joint_island, quiet, (double)INFINITY);
    if (!is_again) {
        calm(set, joint_island, minimum64(gap * CALM_LEAST, CALM_MOST));
    }
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &set->bodies.items[joint_island->body_first + i];
        body->unpulled_linear = body->linear;
        body->unpulled_angular = body->angular;
    }
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        begin_pulling(set, joint_island3_joint(set, joint_island, i), substep);
    }
    (void)tum_joint3_aim_ahead(space, joint_island, substep);
    tum_joint3_solve_yielding(set, joint_island, YIELD);
    note_pull(space, joint_island);
    return true;
}
