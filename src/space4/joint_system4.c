// SPDX-License-Identifier: MIT
// joint_system4.c: the linear system of a joint island, and its active set of rows.
//
// As in 3D (joint3/joint_system_kernel3.c). The impulses dp of free rows, which make
// x' + bias + gamma p = 0, follow from
//
//     (J M^-1 J^T + gamma + epsilon) dp = -(x' + bias + (gamma + epsilon) p)
//
// factored once for the poses of a substep. Rows with bounded impulses (limits push one way, a
// drive has a maximum) are free or held at a bound. The active set is found by exchanging wrong
// rows and solving again: Murty's principal pivoting, with all wrong rows at once and a few rounds.
// The rest is corrected in the next substep, since states are kept.
#include <math.h>

#include "math/scalar.h"
#include "schedule/joint_numbers.h"
#include "space4/joint4.h"

// [m/s], [rad/s] Tolerated error of free rows after the first sweep over several system blocks,
// which transfer part of every correction to each other.
static const double SWEEP_SPEED = 1e-4;

enum { SWEEPS = 6 }; // Alternating sweeps over the system blocks of an island with several.

static Joint4 *joint_at(const JointSet4 *set, int32_t ordered)
{
    return &set->joints.items[set->layout.ordered.items[ordered]];
}

static void apply(const JointRow4 *row, JointBody4 *a, JointBody4 *b, double impulse)
{
    if (!row->is_angular) {
        a->linear = dvec4_add_scaled(a->linear, row->n, -impulse * a->inverse_mass);
        b->linear = dvec4_add_scaled(b->linear, row->n, impulse * b->inverse_mass);
    }
    a->spin = dhalves4_add_scaled(a->spin, row->k[0], -impulse);
    b->spin = dhalves4_add_scaled(b->spin, row->k[1], impulse);
}

void tum_joint4_apply(JointSet4 *set, const Joint4 *joint)
{
    JointBody4 *a = &set->bodies.items[joint->body[0]], *b = &set->bodies.items[joint->body[1]];
    for (int32_t i = 0; i < joint->row_count; ++i) {
        apply(&joint->rows[i], a, b, joint->rows[i].impulse);
    }
}

static int32_t position_at(const JointSet4 *set, const SystemBlock *system_block, int32_t index)
{
    return set->layout.positions.items[system_block->joint_first + index];
}

// Packs free rows of the joints of a node side by side. The zeros beside them are set here.
static void list_free_rows(const JointSet4 *set, SystemBlock *system_block)
{
    int32_t node = NONE;
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        Joint4 *joint = joint_at(set, system_block->joint_first + i);
        const int32_t position = position_at(set, system_block, i);
        int32_t *size = &system_block->matrix.size[position];
        if (position != node) {
            node = position;
            *size = 0;
        }
        joint->free_count = 0;
        for (int32_t k = 0; k < joint->row_count; ++k) {
            if (joint->rows[k].state == ROW4_FREE) {
                joint->free_rows[joint->free_count++] = (uint8_t)k;
            }
        }
        joint->node_offset = *size;
        joint->vector_first =
            system_block->vector_first + system_block->matrix.first_row[position] + *size;
        *size += joint->free_count;
        if (*size % 2 != 0) {
            set->vector.items[joint->vector_first + joint->free_count] = 0.0;
        }
    }
}

static void fill_diagonal(const JointSet4 *set, SystemBlock *system_block, const Joint4 *joint,
                          int32_t position)
{
    const int32_t stride = block_cholesky_stride(&system_block->matrix, position);
    double *values = block_cholesky_diagonal(&system_block->matrix, position) +
                     joint->node_offset * (stride + 1);
    const double inverse_mass = set->bodies.items[joint->body[0]].inverse_mass +
                                set->bodies.items[joint->body[1]].inverse_mass;
    const int32_t n = joint->free_count;
    for (int32_t k = 0; k < n; ++k) {
        const JointRow4 *other = &joint->rows[joint->free_rows[k]];
        for (int32_t i = k + 1; i < n; ++i) {
            const JointRow4 *row = &joint->rows[joint->free_rows[i]];
            values[k * stride + i] = inverse_mass * dvec4_dot(row->n, other->n) +
                                     dhalves4_dot(row->j[0], other->k[0]) +
                                     dhalves4_dot(row->j[1], other->k[1]);
        }
        values[k * stride + k] =
            other->diagonal * (1.0 + EPSILON + system_block->yield) + other->gamma;
    }
}

// Change of x' of `row` per impulse of `other`, by a shared body that is the given sides of both.
static double coupling(const JointRow4 *row, int side, const JointRow4 *other, int other_side,
                       double inverse_mass)
{
    const double change = inverse_mass * dvec4_dot(row->n, other->n) +
                          dhalves4_dot(row->j[side], other->k[other_side]);
    return side == other_side ? change : -change;
}

static void fill_link(const JointSet4 *set, SystemBlock *system_block, const JointLink *link)
{
    const Joint4 *a = joint_at(set, link->a), *b = joint_at(set, link->b);
    const int32_t stride =
        block_cholesky_stride(&system_block->matrix, set->layout.positions.items[link->a]);
    double *values = block_cholesky_block(&system_block->matrix, link->block) +
                     b->node_offset * stride + a->node_offset;
    for (int32_t i = 0; i < a->free_count; ++i) {
        for (int32_t k = 0; k < b->free_count; ++k) {
            double sum = 0.0;
            for (int shared = 0; shared < link->count; ++shared) {
                const int side = link->side[shared][0];
                sum +=
                    coupling(&a->rows[a->free_rows[i]], side, &b->rows[b->free_rows[k]],
                             link->side[shared][1], set->bodies.items[a->body[side]].inverse_mass);
            }
            values[k * stride + i] = sum;
        }
    }
}

static void factor(const JointSet4 *set, SystemBlock *system_block)
{
    tum_block_cholesky_begin(&system_block->matrix);
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        fill_diagonal(set, system_block, joint_at(set, system_block->joint_first + i),
                      position_at(set, system_block, i));
    }
    for (int32_t i = 0; i < system_block->link_count; ++i) {
        fill_link(set, system_block, &set->layout.links.items[system_block->link_first + i]);
    }
    tum_block_cholesky_factor(&system_block->matrix);
    system_block->is_stale = false;
}

static double softness(const JointRow4 *row)
{
    return row->gamma + EPSILON * row->diagonal;
}

static double wrong_of(const JointRow4 *row, const JointBody4 *a, const JointBody4 *b)
{
    return joint_row4_velocity(row, a, b) + row->bias + softness(row) * row->impulse;
}

// Stores the errors of a joint's free rows in x. @return the greatest error.
static double load_wrong(const JointSet4 *set, const Joint4 *joint, double *x)
{
    const JointBody4 *a = &set->bodies.items[joint->body[0]];
    const JointBody4 *b = &set->bodies.items[joint->body[1]];
    double most = 0.0;
    for (int32_t i = 0; i < joint->free_count; ++i) {
        x[i] = -wrong_of(&joint->rows[joint->free_rows[i]], a, b);
        most = maximum64(most, absolute64(x[i]));
    }
    return most;
}

// Share of a solution that is applied. Nearly redundant rows, as in a straight chain between two
// walls, would otherwise add kilojoules for a micrometre.
static double share_to_give(JointSet4 *set, const SystemBlock *system_block)
{
    double cost = 0.0, alone = 0.0;
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        const Joint4 *joint = joint_at(set, system_block->joint_first + i);
        const double *change = set->vector.items + joint->vector_first;
        const JointBody4 *a = &set->bodies.items[joint->body[0]];
        const JointBody4 *b = &set->bodies.items[joint->body[1]];
        for (int32_t k = 0; k < joint->free_count; ++k) {
            const JointRow4 *row = &joint->rows[joint->free_rows[k]];
            const double soft = softness(row) * row->impulse;
            // dp . x' + dp . K dp / 2, where K dp is the error: -(x' + bias + soft).
            cost -= change[k] * (row->bias + soft - 0.5 * wrong_of(row, a, b));
            alone += (row->bias * row->bias + soft * soft) / row->diagonal;
        }
    }
    return cost > COST_MOST * alone ? square_root64(COST_MOST * alone / cost) : 1.0;
}

// Loads are always solved for, up to the share that the energy limit allows. A correction from
// predicted poses that costs too much is skipped, as in 3D: a share of it would spin light bodies.
// @return the greatest error of the free rows before; INFINITY: too great to be corrected.
static double solve_free_rows(JointSet4 *set, SystemBlock *system_block, double quiet, double loud)
{
    double most = 0.0;
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        const Joint4 *joint = joint_at(set, system_block->joint_first + i);
        most = maximum64(most, load_wrong(set, joint, set->vector.items + joint->vector_first));
    }
    if (most <= quiet || most > loud) {
        return most;
    }
    if (system_block->is_stale) {
        factor(set, system_block);
    }
    tum_block_cholesky_solve(&system_block->matrix, set->vector.items + system_block->vector_first);
    const double share = share_to_give(set, system_block);
    if (share < 1.0 && loud < (double)INFINITY) {
        return (double)INFINITY;
    }
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        Joint4 *joint = joint_at(set, system_block->joint_first + i);
        const double *x = set->vector.items + joint->vector_first;
        JointBody4 *a = &set->bodies.items[joint->body[0]], *b = &set->bodies.items[joint->body[1]];
        for (int32_t k = 0; k < joint->free_count; ++k) {
            JointRow4 *row = &joint->rows[joint->free_rows[k]];
            row->impulse += share * x[k];
            apply(row, a, b, share * x[k]);
        }
    }
    return share < 1.0 ? (double)INFINITY : most;
}

static void hold(JointRow4 *row, JointBody4 *a, JointBody4 *b, double bound, RowState4 state)
{
    apply(row, a, b, bound - row->impulse);
    row->impulse = bound;
    row->state = (uint8_t)state;
}

static bool exchange_rows(JointSet4 *set, Joint4 *joint, bool may_release)
{
    JointBody4 *a = &set->bodies.items[joint->body[0]], *b = &set->bodies.items[joint->body[1]];
    bool changed = false;
    for (int32_t i = joint->lock_count; i < joint->row_count; ++i) {
        JointRow4 *row = &joint->rows[i];
        if (row->state == ROW4_FREE) {
            if (row->impulse < row->low) {
                hold(row, a, b, row->low, ROW4_AT_LOW);
                changed = true;
            } else if (row->impulse > row->high) {
                hold(row, a, b, row->high, ROW4_AT_HIGH);
                changed = true;
            }
        } else if (may_release && !row->is_idle) {
            const double wrong = wrong_of(row, a, b);
            if (row->state == ROW4_AT_LOW ? wrong < -RELEASE_SPEED : wrong > RELEASE_SPEED) {
                row->state = ROW4_FREE;
                changed = true;
            }
        }
    }
    return changed;
}

// @return true when the state of a row changed.
static bool exchange(JointSet4 *set, const SystemBlock *system_block, bool may_release)
{
    bool changed = false;
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        changed |= exchange_rows(set, joint_at(set, system_block->joint_first + i), may_release);
    }
    return changed;
}

// Only the first round may find errors that are too large to be corrected: in later ones they come
// from rows that were held, and have to be solved for.
// @param first  raised to the largest error of its free rows before the solve.
// @return       the largest error of its free rows in all rounds.
static double solve_system_block(JointSet4 *set, SystemBlock *system_block, double quiet,
                                 double loud, double *first)
{
    double most = 0.0;
    for (int round = 0; round < EXCHANGES_MOST; ++round) {
        if (system_block->is_stale) {
            list_free_rows(set, system_block);
        }
        const double limit = round == 0 ? loud : (double)INFINITY;
        const double wrong = solve_free_rows(set, system_block, quiet, limit);
        most = maximum64(most, wrong);
        *first = round == 0 ? maximum64(*first, wrong) : *first;
        if (wrong > limit || !exchange(set, system_block, round < EXCHANGES_MOST - 2)) {
            break;
        }
        system_block->is_stale = true;
    }
    return most;
}

void tum_joint4_solve_yielding(JointSet4 *set, const JointIsland4 *joint_island, double yield)
{
    for (int32_t i = 0; i < joint_island->system_block_count; ++i) {
        SystemBlock *system_block =
            &set->layout.system_blocks.items[joint_island->system_block_first + i];
        system_block->yield = yield;
        system_block->is_stale = true;
        double first = 0.0;
        solve_system_block(set, system_block, QUIET_SPEED, (double)INFINITY, &first);
        system_block->yield = 0.0;
        system_block->is_stale = true;
    }
}

double tum_joint4_solve(JointSet4 *set, const JointIsland4 *joint_island, double quiet, double loud)
{
    const int sweeps = joint_island->system_block_count > 1 ? SWEEPS : 1;
    double first = 0.0, later = 0.0, most = (double)INFINITY;
    for (int sweep = 0; sweep < sweeps && most > SWEEP_SPEED; ++sweep) {
        most = 0.0;
        for (int32_t i = 0; i < joint_island->system_block_count; ++i) {
            const int32_t at = sweep % 2 == 0 ? i : joint_island->system_block_count - 1 - i;
            SystemBlock *system_block =
                &set->layout.system_blocks.items[joint_island->system_block_first + at];
            const double least = sweep == 0 ? quiet : maximum64(quiet, SWEEP_SPEED);
            most = maximum64(most, solve_system_block(set, system_block, least, loud,
                                                      sweep == 0 ? &first : &later));
        }
    }
    return first;
}
