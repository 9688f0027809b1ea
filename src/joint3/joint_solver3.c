// SPDX-License-Identifier: MIT
// joint_solver3.c: passes over the joints of a joint island.
//
// A substep of a joint island: warm start, solve, solve again where contacts pushed, move
// (joint_pieces3.c), relax at the new poses, relax again where contacts pushed. An island with
// contacts closes its gaps at the end of the substep in the second solve alone.
#include "joint3/joint_solver3.h"

#include <math.h>

#include "joint3/joint_ahead3.h"
#include "joint3/joint_bodies3.h"
#include "joint3/joint_measure3.h"
#include "joint3/joint_numbers3.h"
#include "joint3/joint_pull3.h"
#include "joint3/joint_rows3.h"
#include "joint3/joint_strain3.h"
#include "joint3/joint_system3.h"
#include "joint3/joint_tune3.h"

static const double INFINITE = (double)INFINITY;

// Scales impulses to a substep of another length.
static void scale_impulses(JointSet3 *set, const JointIsland3 *joint_island, double scale)
{
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        const Joint3 *joint = joint_island3_joint(set, joint_island, i);
        for (int32_t k = 0; k < joint->row_count; ++k) {
            set->rows.items[joint->row_first + k].impulse *= scale;
        }
    }
}

static SystemBlock *system_block_at(JointSet3 *set, const JointIsland3 *joint_island, int32_t index)
{
    return &set->layout.system_blocks.items[joint_island->system_block_first + index];
}

static void mark_stale(JointSet3 *set, const JointIsland3 *joint_island)
{
    for (int32_t i = 0; i < joint_island->system_block_count; ++i) {
        system_block_at(set, joint_island, i)->is_stale = true;
    }
}

static void measure(JointSet3 *set, JointIsland3 *joint_island)
{
    joint_island->gap = -1.0;
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        tum_joint3_measure(set, joint_island3_joint(set, joint_island, i));
    }
    mark_stale(set, joint_island);
}

// Moves frames, ranges and targets that move.
static void advance(JointSet3 *set, const JointIsland3 *joint_island, double substep)
{
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        Joint3 *joint = joint_island3_joint(set, joint_island, i);
        if (joint->is_moving) {
            tum_joint3_advance(set, joint, substep);
        }
    }
}

// Sets the rows for a substep of this length; the impulses are kept.
static void begin_rows(JointSet3 *set, JointIsland3 *joint_island, double substep)
{
    joint_island->gap = -1.0;
    for (int32_t i = 0; i < joint_island->system_block_count; ++i) {
        SystemBlock *system_block = system_block_at(set, joint_island, i);
        for (int32_t k = 0; k < system_block->joint_count; ++k) {
            system_block->is_stale |= tum_joint3_begin_substep(
                set, joint_set3_ordered(set, system_block->joint_first + k), substep);
        }
    }
}

// Applies the impulses of the last substep once more, within the bounds of this one.
static void apply_impulses(JointSet3 *set, const JointIsland3 *joint_island)
{
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        tum_joint3_apply(set, joint_island3_joint(set, joint_island, i));
    }
}

static void begin_relaxing(JointSet3 *set, const JointIsland3 *joint_island, double substep)
{
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        tum_joint3_begin_relaxing(set, joint_island3_joint(set, joint_island, i), substep);
    }
}

static void begin_restitution(JointSet3 *set, const JointIsland3 *joint_island, double substep)
{
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        tum_joint3_begin_restitution(set, joint_island3_joint(set, joint_island, i), substep);
    }
}

static void end_restitution(JointSet3 *set, JointIsland3 *joint_island)
{
    bool changed = false;
    for (int32_t i = 0; joint_island->is_struck && i < joint_island->joint_count; ++i) {
        changed |= tum_joint3_recall_impulses(set, joint_island3_joint(set, joint_island, i));
    }
    if (changed) {
        mark_stale(set, joint_island);
    }
    joint_island->is_struck = false;
}

// Keeps velocities and impulses, to take a solution back.
static void keep(JointSet3 *set, const JointIsland3 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &set->bodies.items[joint_island->body_first + i];
        body->kept_linear = body->linear;
        body->kept_angular = body->angular;
    }
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        tum_joint3_keep_impulses(set, joint_island3_joint(set, joint_island, i));
    }
}

static void take_back(JointSet3 *set, const JointIsland3 *joint_island)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &set->bodies.items[joint_island->body_first + i];
        body->linear = body->kept_linear;
        body->angular = body->kept_angular;
    }
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        (void)tum_joint3_recall_impulses(set, joint_island3_joint(set, joint_island, i));
    }
    mark_stale(set, joint_island); // the last exchange of rows may be another
}

static double kinetic_energy(const JointBody3 *body, DVec3 linear, DVec3 angular)
{
    const DMat3 inertia = dmat3_inverse(dsym3_matrix(body->inverse_inertia));
    return 0.5 * (dvec3_length_squared(linear) / body->inverse_mass +
                  dvec3_dot(angular, dmat3_transform(inertia, angular)));
}

// Whether closing gaps flings the bodies: relaxation takes the energy of a correction back, but
// not where it turns directions of joints by much.
static bool flings(const JointSet3 *set, const JointIsland3 *joint_island, double substep)
{
    const JointBody3 *bodies = &set->bodies.items[joint_island->body_first];
    double turn_squared = 0.0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const DVec3 change = dvec3_sub(bodies[i].angular, bodies[i].kept_angular);
        turn_squared = maximum64(turn_squared, dvec3_length_squared(change));
    }
    const double turn = square_root64(turn_squared) * substep;
    if (turn <= FLUNG_TURN_LEAST) {
        return false;
    }
    double before = 0.0, now = 0.0, mass = 0.0;
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        const JointBody3 *body = &bodies[i];
        if (body->is_movable && body->inverse_mass > 0.0) {
            before += kinetic_energy(body, body->kept_linear, body->kept_angular);
            now += kinetic_energy(body, body->linear, body->angular);
            mass += 1.0 / body->inverse_mass;
        }
    }
    const double share = turn > FLUNG_TURN ? GAIN_MOST : GAIN_MUCH;
    return now - before > maximum64(share * before, GAIN_LEAST * mass);
}

// @return whether the solution closes all joints at the end of the substep.
static bool close_gaps(Space3 *space, JointIsland3 *joint_island, double substep)
{
    JointSet3 *set = &space->joints;
    tum_joint3_solve(set, joint_island, QUIET_SPEED, INFINITE);
    double loud = CORRECTION_MOST;
    for (int round = 0; round < CORRECTIONS_MOST; ++round) {
        const double turn = tum_joint3_aim_ahead(space, joint_island, substep);
        const double wrong = tum_joint3_solve(set, joint_island, CORRECTED_SPEED, loud);
        if (wrong > loud || wrong * minimum64(2.0 * turn, 1.0) <= CORRECTED_SPEED) {
            // Faster turns are foreseen in part only.
            return wrong <= loud && turn <= SLOW_SPIN;
        }
        loud = CONTRACTION * wrong;
    }
    return false;
}

void tum_joint_island3_solve_positions(Space3 *space, JointIsland3 *joint_island, double substep)
{
    JointSet3 *set = &space->joints;
    joint_island->is_aimed = false;
    if (tum_joint3_pull(space, joint_island, QUIET_SPEED, substep, false)) {
        return;
    }
    keep(set, joint_island);
    const bool is_closed = close_gaps(space, joint_island, substep);
    if (flings(set, joint_island, substep)) {
        take_back(set, joint_island);
        tum_joint3_pull(space, joint_island, QUIET_SPEED, substep, true);
        return;
    }
    joint_island->is_aimed = is_closed && !joint_island->is_tree && !(joint_island->pull > 0.0f);
}

void tum_joint_island3_relax(JointSet3 *set, JointIsland3 *joint_island, double seconds)
{
    measure(set, joint_island);
    tum_joint3_end_pull(set, joint_island);
    begin_relaxing(set, joint_island, seconds);
    tum_joint3_solve(set, joint_island, QUIET_SPEED, INFINITE);
}

void tum_joint_island3_prepare(Space3 *space, JointIsland3 *joint_island, StepTime time)
{
    JointSet3 *set = &space->joints;
    scale_impulses(set, joint_island, (double)time.impulse_scale);
    joint_island->is_strained = false;
    joint_island->pull = 0.0f;
    tum_joint3_forget_strain(set, joint_island);
    tum_joint3_load_poses(space, joint_island);
    measure(set, joint_island);
}

static void warm_start(Space3 *space, JointIsland3 *joint_island, StepTime time)
{
    JointSet3 *set = &space->joints;
    const double substep = (double)time.substep;
    end_restitution(set, joint_island);
    if (time.joints_accelerate) {
        tum_joint3_accelerate(space, joint_island, time);
    }
    tum_joint3_load_velocities(space, joint_island);
    tum_joint3_measure_strain(set, joint_island);
    // Impulses change between solving and relaxing, most where rows are nearly redundant, as in a
    // taut bridge. Moments of loops that followed them down would take a factorization in each
    // substep.
    if (tum_joint3_follow_strain(space, joint_island, substep, joint_island->is_tree)) {
        measure(set, joint_island);
    }
    begin_rows(set, joint_island, substep);
    apply_impulses(set, joint_island);
}

static void solve_restitution(Space3 *space, JointIsland3 *joint_island, double substep)
{
    JointSet3 *set = &space->joints;
    tum_joint3_load_changed(space, joint_island);
    tum_joint3_forget_strain(set, joint_island); // restitution needs true inertias
    tum_joint3_load_poses(space, joint_island);
    measure(set, joint_island);
    begin_restitution(set, joint_island, substep);
    tum_joint3_solve(set, joint_island, QUIET_SPEED, INFINITE);
}

// @return true if velocities changed.
static bool solve_restitution_again(Space3 *space, JointIsland3 *joint_island, double substep)
{
    if (!joint_island->is_hit) {
        return false;
    }
    if (!joint_island->is_struck) {
        joint_island->is_struck = true;
        solve_restitution(space, joint_island, substep);
        return true;
    }
    if (!tum_joint3_load_changed(space, joint_island)) {
        return false;
    }
    tum_joint3_solve(&space->joints, joint_island, QUIET_SPEED, INFINITE);
    return true;
}

static void relax(Space3 *space, JointIsland3 *joint_island, double substep)
{
    JointSet3 *set = &space->joints;
    tum_joint3_load_changed(space, joint_island);
    tum_joint3_load_poses(space, joint_island);
    tum_joint3_measure_strain(set, joint_island);
    tum_joint3_follow_strain(space, joint_island, substep, false);
    advance(set, joint_island, substep);
    tum_joint_island3_relax(set, joint_island, substep);
}

void tum_joint_island3_solve(Space3 *space, JointIsland3 *joint_island, StepTime time,
                             JointPass pass)
{
    const double substep = (double)time.substep;
    switch (pass) {
    case JOINTS_WARM_START: warm_start(space, joint_island, time); break;
    case JOINTS_SOLVE:
        tum_joint3_load_changed(space, joint_island);
        if (joint_island->touches) {
            tum_joint3_solve(&space->joints, joint_island, QUIET_SPEED, INFINITE);
        } else {
            tum_joint_island3_solve_positions(space, joint_island, substep);
        }
        break;
    case JOINTS_SOLVE_AGAIN:
        if (!tum_joint3_load_changed(space, joint_island) && !joint_island->touches) {
            return;
        }
        tum_joint_island3_solve_positions(space, joint_island, substep);
        break;
    case JOINTS_RESTITUTION_BEGIN:
        joint_island->is_struck = joint_island->is_hit;
        if (!joint_island->is_struck) {
            return;
        }
        solve_restitution(space, joint_island, substep);
        break;
    case JOINTS_RESTITUTION:
        if (!solve_restitution_again(space, joint_island, substep)) {
            return;
        }
        break;
    case JOINTS_SINK:
    case JOINTS_SINK_RELAX:
        if (!joint_island->is_sunk || !tum_joint3_load_changed(space, joint_island)) {
            return;
        }
        tum_joint3_solve(&space->joints, joint_island, QUIET_SPEED, INFINITE);
        break;
    case JOINTS_RELAX_AGAIN:
        if (!tum_joint3_load_changed(space, joint_island)) {
            return;
        }
        tum_joint3_solve(&space->joints, joint_island, QUIET_SPEED, INFINITE);
        break;
    case JOINTS_RELAX: relax(space, joint_island, substep); break;
    case JOINTS_PREPARE: return; // joint sweeps only
    }
    tum_joint3_store_velocities(space, joint_island);
}

// Prepares a joint island that leaves its articulation within a step.
static void take_up(Space3 *space, JointIsland3 *joint_island, StepTime time)
{
    time.impulse_scale = 1.0f;
    tum_joint_island3_prepare(space, joint_island, time);
    tum_joint3_load_velocities(space, joint_island);
    begin_rows(&space->joints, joint_island, (double)time.substep);
}

void tum_joint_island3_go_on(Space3 *space, JointIsland3 *joint_island, StepTime time)
{
    take_up(space, joint_island, time);
    tum_joint_island3_solve_positions(space, joint_island, (double)time.substep);
    tum_joint3_store_velocities(space, joint_island);
}

void tum_joint_island3_take_over(Space3 *space, JointIsland3 *joint_island, StepTime time)
{
    JointSet3 *set = &space->joints;
    take_up(space, joint_island, time);
    begin_relaxing(set, joint_island, (double)time.substep);
    tum_joint3_solve(set, joint_island, QUIET_SPEED, INFINITE);
    tum_joint3_store_velocities(space, joint_island);
}
