// SPDX-License-Identifier: MIT
// joint_system3.c: the system of equations of a joint island, and the set of rows in it.
//
// For free rows the impulses dp that make x' + bias + gamma p = 0 follow from
//
//     (J M^-1 J^T + gamma + epsilon) dp = -(x' + bias + (gamma + epsilon) p)
//
// factored once for the poses of a substep, and only when an error is left. Rows with a bounded
// impulse (a range pushes in one direction, a drive has a maximum force) are free or held at a
// bound. The free set is found by exchanges of violating rows and repeated solves (Murty's
// principal pivoting, all rows at once and a few times: states persist, so the next substep
// corrects the rest). The matrix has room for all rows and is packed to the free ones.
#include "joint3/joint_system3.h"

#include <math.h>
#include <string.h>

#include "joint3/joint_numbers3.h"
#include "space3/joint_data3.h"

// [m/s], [rad/s] Tolerated error of free rows after the first sweep over several system blocks,
// which exchange a share of every correction.
static const double SWEEP_SPEED = 1e-4;

enum { SWEEPS = 6 }; // over the system blocks of a joint island that has several

static void apply(const JointRow3 *row, JointBody3 *a, JointBody3 *b, double impulse)
{
    if (!row->is_angular) {
        a->linear = dvec3_add_scaled(a->linear, row->n, -impulse * a->inverse_mass);
        b->linear = dvec3_add_scaled(b->linear, row->n, impulse * b->inverse_mass);
    }
    a->angular = dvec3_add_scaled(a->angular, row->k[0], -impulse);
    b->angular = dvec3_add_scaled(b->angular, row->k[1], impulse);
}

void tum_joint3_apply(JointSet3 *set, const Joint3 *joint)
{
    JointBody3 *a = &set->bodies.items[joint->body[0]], *b = &set->bodies.items[joint->body[1]];
    for (int32_t i = 0; i < joint->row_count; ++i) {
        const JointRow3 *row = &set->rows.items[joint->row_first + i];
        apply(row, a, b, row->impulse);
    }
}

static void list_free_rows(JointSet3 *set, SystemBlock *system_block)
{
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        Joint3 *joint = joint_set3_ordered(set, system_block->joint_first + i);
        const JointRow3 *rows = &set->rows.items[joint->row_first];
        uint8_t *list = &set->free_rows.items[joint->row_first];
        joint->free_count = 0;
        for (int32_t k = 0; k < joint->row_count; ++k) {
            if (rows[k].state == ROW_FREE) {
                list[joint->free_count++] = (uint8_t)k;
            }
        }
        system_block->matrix.size[system_block->matrix.place[i]] = joint->free_count;
    }
}

// Whether all rows of the first part are free: the axes of the world at a point.
static bool is_whole_point(const Joint3 *joint, const uint8_t *list)
{
    return joint->is_point_first && joint->free_count >= 3 && list[2] == 2;
}

static void fill_diagonal(JointSet3 *set, SystemBlock *system_block, const Joint3 *joint,
                          int32_t position)
{
    double *values = block_cholesky_diagonal(&system_block->matrix, position);
    const JointRow3 *rows = &set->rows.items[joint->row_first];
    const uint8_t *list = &set->free_rows.items[joint->row_first];
    const double inverse_mass = set->bodies.items[joint->body[0]].inverse_mass +
                                set->bodies.items[joint->body[1]].inverse_mass;
    const bool is_point = is_whole_point(joint, list);
    const int32_t n = joint->free_count;
    for (int32_t k = 0; k < n; ++k) {
        const JointRow3 *other = &rows[list[k]];
        const DVec3 spin = dvec3_add(other->k[0], other->k[1]);
        int32_t i = k + 1;
        if (is_point && k < 3) {
            const DVec3 moved = dvec3_add(dvec3_cross(other->k[0], joint->arm[0]),
                                          dvec3_cross(other->k[1], joint->arm[1]));
            for (; i < 3; ++i) {
                values[i * n + k] = dvec3_part(moved, i);
            }
        }
        for (; i < n; ++i) {
            const JointRow3 *row = &rows[list[i]];
            values[i * n + k] = row->is_angular ? dvec3_dot(row->j[0], spin)
                                                : inverse_mass * dvec3_dot(row->n, other->n) +
                                                      dvec3_dot(row->j[0], other->k[0]) +
                                                      dvec3_dot(row->j[1], other->k[1]);
        }
        values[k * n + k] = other->diagonal * (1.0 + EPSILON + system_block->yield) + other->gamma;
    }
}

// Adds to a column the effect of an impulse of `other` on the rows of a joint, by a shared body.
static void add_column(const JointSet3 *set, const Joint3 *joint, int side, const JointRow3 *other,
                       int other_side, double *column, int32_t stride)
{
    const JointRow3 *rows = &set->rows.items[joint->row_first];
    const uint8_t *list = &set->free_rows.items[joint->row_first];
    const double sign = side == other_side ? 1.0 : -1.0;
    const DVec3 spin = dvec3_scale(other->k[other_side], sign);
    const DVec3 push =
        dvec3_scale(other->n, sign * set->bodies.items[joint->body[side]].inverse_mass);
    int32_t i = 0;
    if (is_whole_point(joint, list)) {
        const DVec3 moved = dvec3_add(push, dvec3_cross(spin, joint->arm[side]));
        column[0] += moved.x;
        column[stride] += moved.y;
        column[2 * stride] += moved.z;
        i = 3;
    }
    for (; i < joint->free_count; ++i) {
        const JointRow3 *row = &rows[list[i]];
        column[i * stride] += row->is_angular
                                  ? dvec3_dot(row->j[side], spin)
                                  : dvec3_dot(row->n, push) + dvec3_dot(row->j[side], spin);
    }
}

static void fill_link(JointSet3 *set, SystemBlock *system_block, const JointLink *link)
{
    const Joint3 *a = joint_set3_ordered(set, link->a), *b = joint_set3_ordered(set, link->b);
    const uint8_t *list = &set->free_rows.items[b->row_first];
    const int32_t rows = a->free_count, columns = b->free_count;
    double *values = block_cholesky_block(&system_block->matrix, link->block);
    for (int32_t i = 0; i < rows * columns; ++i) {
        values[i] = 0.0;
    }
    for (int shared = 0; shared < link->count; ++shared) {
        for (int32_t k = 0; k < columns; ++k) {
            add_column(set, a, link->side[shared][0], &set->rows.items[b->row_first + list[k]],
                       link->side[shared][1], values + k, columns);
        }
    }
}

static void factor(JointSet3 *set, SystemBlock *system_block)
{
    tum_block_cholesky_begin(&system_block->matrix);
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        fill_diagonal(set, system_block, joint_set3_ordered(set, system_block->joint_first + i),
                      system_block->matrix.place[i]);
    }
    for (int32_t i = 0; i < system_block->link_count; ++i) {
        fill_link(set, system_block, &set->layout.links.items[system_block->link_first + i]);
    }
    tum_block_cholesky_factor(&system_block->matrix);
    system_block->is_stale = false;
}

static double softness(const JointRow3 *row)
{
    return row->gamma + EPSILON * row->diagonal;
}

// Loads the velocity errors of a joint's free rows into x. @return the largest one.
static double load_wrong(const JointSet3 *set, const Joint3 *joint, double *x)
{
    const JointBody3 *a = &set->bodies.items[joint->body[0]];
    const JointBody3 *b = &set->bodies.items[joint->body[1]];
    const JointRow3 *rows = &set->rows.items[joint->row_first];
    const uint8_t *list = &set->free_rows.items[joint->row_first];
    int32_t i = 0;
    if (is_whole_point(joint, list)) {
        const DVec3 moving =
            dvec3_sub(dvec3_add(b->linear, dvec3_cross(b->angular, joint->arm[1])),
                      dvec3_add(a->linear, dvec3_cross(a->angular, joint->arm[0])));
        x[0] = moving.x;
        x[1] = moving.y;
        x[2] = moving.z;
        i = 3;
    }
    for (; i < joint->free_count; ++i) {
        const JointRow3 *row = &rows[list[i]];
        x[i] = joint_row3_velocity(row, a, b);
    }
    double most = 0.0;
    for (i = 0; i < joint->free_count; ++i) {
        const JointRow3 *row = &rows[list[i]];
        x[i] = -(x[i] + row->bias + softness(row) * row->impulse);
        most = maximum64(most, absolute64(x[i]));
    }
    return most;
}

static void add_impulses(JointSet3 *set, const Joint3 *joint, const double *solution, double share)
{
    double x[BLOCK_SIZE_MOST];
    for (int32_t k = 0; k < joint->free_count; ++k) {
        x[k] = share * solution[k];
    }
    JointBody3 *a = &set->bodies.items[joint->body[0]], *b = &set->bodies.items[joint->body[1]];
    JointRow3 *rows = &set->rows.items[joint->row_first];
    const uint8_t *list = &set->free_rows.items[joint->row_first];
    DVec3 linear = {0.0, 0.0, 0.0}, angular_a = linear, angular_b = linear;
    int32_t i = 0;
    if (is_whole_point(joint, list)) {
        linear = (DVec3){x[0], x[1], x[2]};
        for (; i < 3; ++i) {
            rows[i].impulse += x[i];
            angular_a = dvec3_add_scaled(angular_a, rows[i].k[0], x[i]);
            angular_b = dvec3_add_scaled(angular_b, rows[i].k[1], x[i]);
        }
    }
    for (; i < joint->free_count; ++i) {
        JointRow3 *row = &rows[list[i]];
        row->impulse += x[i];
        if (!row->is_angular) {
            linear = dvec3_add_scaled(linear, row->n, x[i]);
        }
        angular_a = dvec3_add_scaled(angular_a, row->k[0], x[i]);
        angular_b = dvec3_add_scaled(angular_b, row->k[1], x[i]);
    }
    a->linear = dvec3_add_scaled(a->linear, linear, -a->inverse_mass);
    b->linear = dvec3_add_scaled(b->linear, linear, b->inverse_mass);
    a->angular = dvec3_sub(a->angular, angular_a);
    b->angular = dvec3_add(b->angular, angular_b);
}

// Share of a solution that is applied. Nearly redundant rows, as of a straight chain between two
// walls, would spend kilojoules on a micrometre.
static double share_to_give(const JointSet3 *set, const SystemBlock *system_block)
{
    double cost = 0.0, alone = 0.0;
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        const Joint3 *joint = joint_set3_ordered(set, system_block->joint_first + i);
        const JointRow3 *rows = &set->rows.items[joint->row_first];
        const uint8_t *list = &set->free_rows.items[joint->row_first];
        const double *change = set->vector.items + joint->row_first;
        const double *wrong = set->wrong.items + joint->row_first;
        for (int32_t k = 0; k < joint->free_count; ++k) {
            const JointRow3 *row = &rows[list[k]];
            const double soft = softness(row) * row->impulse;
            // dp . x' + dp . K dp / 2, with K dp = -(x' + bias + soft).
            cost -= change[k] * (0.5 * wrong[k] + row->bias + soft);
            alone += (row->bias * row->bias + soft * soft) / row->diagonal;
        }
    }
    return cost > COST_MOST * alone ? square_root64(COST_MOST * alone / cost) : 1.0;
}

// Loads are always solved for, up to the share that the energy limit allows. A correction from
// predicted poses that costs too much is skipped: where rods of a ring lie side by side, a share of
// it would spin them at 100 rad/s, and the ring would open by a quarter of its size.
// @return the largest error of free rows before; INFINITY: too large to be corrected.
static double solve_free_rows(JointSet3 *set, SystemBlock *system_block, double quiet, double loud)
{
    double most = 0.0;
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        const Joint3 *joint = joint_set3_ordered(set, system_block->joint_first + i);
        most = maximum64(most, load_wrong(set, joint, set->wrong.items + joint->row_first));
    }
    if (most <= quiet || most > loud) {
        return most;
    }
    if (system_block->is_stale) {
        factor(set, system_block);
    }
    memcpy(set->vector.items + system_block->row_first, set->wrong.items + system_block->row_first,
           (size_t)system_block->matrix.row_count * sizeof(double));
    tum_block_cholesky_solve(&system_block->matrix, set->vector.items + system_block->row_first);
    const double share = share_to_give(set, system_block);
    if (share < 1.0 && loud < (double)INFINITY) {
        return (double)INFINITY;
    }
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        const Joint3 *joint = joint_set3_ordered(set, system_block->joint_first + i);
        add_impulses(set, joint, set->vector.items + joint->row_first, share);
    }
    return share < 1.0 ? (double)INFINITY : most;
}

static void hold(JointRow3 *row, JointBody3 *a, JointBody3 *b, double bound, RowState state)
{
    apply(row, a, b, bound - row->impulse);
    row->impulse = bound;
    row->state = (uint8_t)state;
}

static bool exchange_rows(JointSet3 *set, const Joint3 *joint, bool may_release)
{
    JointBody3 *a = &set->bodies.items[joint->body[0]], *b = &set->bodies.items[joint->body[1]];
    bool changed = false;
    for (int32_t i = 0; i < joint->row_count; ++i) {
        JointRow3 *row = &set->rows.items[joint->row_first + i];
        if (row->state == ROW_FREE) {
            if (row->impulse < row->low) {
                hold(row, a, b, row->low, ROW_AT_LOW);
                changed = true;
            } else if (row->impulse > row->high) {
                hold(row, a, b, row->high, ROW_AT_HIGH);
                changed = true;
            }
        } else if (may_release && !row->is_idle) {
            const double wrong =
                joint_row3_velocity(row, a, b) + row->bias + softness(row) * row->impulse;
            if (row->state == ROW_AT_LOW ? wrong < -RELEASE_SPEED : wrong > RELEASE_SPEED) {
                row->state = ROW_FREE;
                changed = true;
            }
        }
    }
    return changed;
}

// @return true if the state of a row changed.
static bool exchange(JointSet3 *set, const SystemBlock *system_block, bool may_release)
{
    bool changed = false;
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        const Joint3 *joint = joint_set3_ordered(set, system_block->joint_first + i);
        if (joint->has_bounds) {
            changed |= exchange_rows(set, joint, may_release);
        }
    }
    return changed;
}

// @return the largest error of its free rows before the solve.
static double solve_system_block(JointSet3 *set, SystemBlock *system_block, double quiet,
                                 double loud)
{
    double most = 0.0;
    for (int round = 0; round < EXCHANGES_MOST; ++round) {
        if (system_block->is_stale) {
            list_free_rows(set, system_block);
        }
        const double wrong = solve_free_rows(set, system_block, quiet, loud);
        most = maximum64(most, wrong);
        if (wrong > loud || !exchange(set, system_block, round < EXCHANGES_MOST - 2)) {
            break;
        }
        system_block->is_stale = true;
    }
    return most;
}

void tum_joint3_solve_yielding(JointSet3 *set, const JointIsland3 *joint_island, double yield)
{
    for (int32_t i = 0; i < joint_island->system_block_count; ++i) {
        SystemBlock *system_block =
            &set->layout.system_blocks.items[joint_island->system_block_first + i];
        system_block->yield = yield;
        system_block->is_stale = true;
        solve_system_block(set, system_block, QUIET_SPEED, (double)INFINITY);
        system_block->yield = 0.0;
        system_block->is_stale = true;
    }
}

double tum_joint3_solve(JointSet3 *set, const JointIsland3 *joint_island, double quiet, double loud)
{
    const int sweeps = joint_island->system_block_count > 1 ? SWEEPS : 1;
    double first = 0.0, most = (double)INFINITY;
    for (int sweep = 0; sweep < sweeps && most > SWEEP_SPEED; ++sweep) {
        most = 0.0;
        for (int32_t i = 0; i < joint_island->system_block_count; ++i) {
            SystemBlock *system_block =
                &set->layout.system_blocks.items[joint_island->system_block_first + i];
            most = maximum64(
                most, solve_system_block(set, system_block,
                                         sweep == 0 ? quiet : maximum64(quiet, SWEEP_SPEED), loud));
        }
        first = sweep == 0 ? most : first;
    }
    return first;
}
