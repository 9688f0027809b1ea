// SPDX-License-Identifier: MIT
// joint_pull4.c: correction of joint islands that are apart, as in 3D (joint3/joint_pull3.c).
//
// Joints of a loop that cannot close contradict each other, so a joint island with loops that is
// apart is corrected by damped least squares (Wampler, "Manipulator inverse kinematic solutions
// based on vector formulations and damped least-squares methods", 1986). Loads are solved before,
// with rows that do not yield; velocities of a correction are removed once bodies have moved by
// them. A joint island without loops can satisfy all rows and is corrected directly: yielding rows
// would move a far frame at a sixteenth of the speed.
#include <math.h>

#include "math/scalar.h"
#include "math/widen4.h"
#include "schedule/joint_numbers.h"
#include "space4/space_data4.h"

// Multiple of APART_LENGTH or APART_ANGLE beyond which a joint island without loops counts as
// moving to its place.
static const double TREE_APART = 167.0;

static Joint4 *joint_at(JointSet4 *set, const JointIsland4 *joint_island, int32_t index)
{
    return &set->joints.items[set->layout.ordered.items[joint_island->joint_first + index]];
}

// Violation of a hard row [m] or [rad].
static double row_gap(const Joint4 *joint, int32_t index)
{
    const JointRow4 *row = &joint->rows[index];
    if (row->is_soft || row->is_idle) {
        return 0.0;
    }
    if (index < joint->lock_count) {
        return absolute64(row->value);
    }
    const JointTerm4 *term = &joint->terms[index - joint->lock_count];
    return maximum64(maximum64(term->low - row->value, row->value - term->high), 0.0);
}

// Greatest violation of hard rows, in units of APART_LENGTH or APART_ANGLE.
static double widest_gap(JointSet4 *set, const JointIsland4 *joint_island)
{
    double most = 0.0;
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        const Joint4 *joint = joint_at(set, joint_island, i);
        for (int32_t k = 0; k < joint->row_count; ++k) {
            const double least = joint->rows[k].is_angular ? APART_ANGLE : APART_LENGTH;
            most = maximum64(most, row_gap(joint, k) / least);
        }
    }
    return most;
}

// Sets the targets of hard rows to their goals again.
static void begin_pulling(Joint4 *joint, double substep)
{
    for (int32_t i = 0; i < joint->row_count; ++i) {
        JointRow4 *row = &joint->rows[i];
        if (!row->is_soft && !row->is_idle) {
            row->bias = (row->value - row->goal) / substep;
        }
    }
}

static DHalves4 halves_less(DHalves4 a, DHalves4 b)
{
    return dhalves4_add_scaled(a, b, -1.0);
}

// Damps the motion of bodies relative to the mean of their joint island, whatever its cause.
static void calm(JointSet4 *set, const JointIsland4 *joint_island, double share)
{
    DVec4 momentum = {0.0, 0.0, 0.0, 0.0};
    double mass = 0.0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody4 *body = &set->bodies.items[joint_island->body_first + i];
        if (body->is_movable && body->inverse_mass > 0.0) {
            momentum = dvec4_add_scaled(momentum, body->linear, 1.0 / body->inverse_mass);
            mass += 1.0 / body->inverse_mass;
        }
    }
    const DVec4 mean = dvec4_scale(momentum, mass > 0.0 ? 1.0 / mass : 0.0);
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody4 *body = &set->bodies.items[joint_island->body_first + i];
        if (body->is_movable) {
            body->linear = dvec4_add_scaled(body->linear, dvec4_sub(mean, body->linear), share);
            body->spin = dhalves4_add_scaled(body->spin, body->spin, -share);
        }
    }
}

// Share of the pull's velocities that contacts have left. All bodies have the same share, so that
// contacts lose no momentum.
static double part_left(const JointSet4 *set, const JointIsland4 *joint_island)
{
    double left = 0.0, whole = 0.0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody4 *body = &set->bodies.items[joint_island->body_first + i];
        if (body->is_movable && body->inverse_mass > 0.0) {
            const DVec4 gained = dvec4_sub(body->linear, body->unpulled_linear);
            left += dvec4_dot(gained, body->pulled_linear) / body->inverse_mass;
            whole += dvec4_length_squared(body->pulled_linear) / body->inverse_mass;
        }
    }
    return whole > 0.0 ? clamp64(left / whole, 0.0, 1.0) : 1.0;
}

void tum_joint4_end_pull(JointSet4 *set, JointIsland4 *joint_island)
{
    if (!joint_island->is_pulled) {
        return;
    }
    const double part = part_left(set, joint_island);
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody4 *body = &set->bodies.items[joint_island->body_first + i];
        body->linear = dvec4_add_scaled(body->linear, body->pulled_linear, -part);
        body->spin = dhalves4_add_scaled(body->spin, body->pulled_spin, -part);
    }
    joint_island->is_pulled = false;
}

static void note_pull(Space4 *space, JointIsland4 *joint_island)
{
    joint_island->is_pulled = true;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody4 *body = &space->joints.bodies.items[joint_island->body_first + i];
        body->pulled_linear = dvec4_sub(body->linear, body->unpulled_linear);
        body->pulled_spin = halves_less(body->spin, body->unpulled_spin);
        const float speed = (float)dvec4_length(body->pulled_linear) +
                            halves4_rate(halves4_narrow(body->pulled_spin)) *
                                space->masses.items[body->slot].bounding_radius;
        joint_island->pull = maximum(joint_island->pull, speed);
    }
}

bool tum_joint4_pull(Space4 *space, JointIsland4 *joint_island, double quiet, double substep)
{
    JointSet4 *set = &space->joints;
    const double gap = widest_gap(set, joint_island);
    if (joint_island->is_tree && gap > TREE_APART) {
        joint_island->pull = (float)PULL_SPEED; // the joint island is moving, although its
                                                // velocities do not show it
    }
    if (joint_island->is_tree || !(gap > 1.0)) {
        return false;
    }
    const bool is_again = joint_island->is_pulled; // a repeated pull, after contacts were solved
    tum_joint4_end_pull(set, joint_island);
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        tum_joint4_begin_relaxing(joint_at(set, joint_island, i), substep);
    }
    tum_joint4_solve(set, joint_island, quiet, (double)INFINITY);
    if (!is_again) {
        calm(set, joint_island, minimum64(gap * CALM_LEAST, CALM_MOST));
    }
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody4 *body = &set->bodies.items[joint_island->body_first + i];
        body->unpulled_linear = body->linear;
        body->unpulled_spin = body->spin;
    }
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        begin_pulling(joint_at(set, joint_island, i), substep);
    }
    tum_joint4_solve_yielding(set, joint_island, YIELD);
    note_pull(space, joint_island);
    return true;
}
