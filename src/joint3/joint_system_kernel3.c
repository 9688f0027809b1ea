// SPDX-License-Identifier: MIT
// joint_system_kernel3.c: the system of equations of a joint island, and the set of rows in it; a
// kernel.
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

#define BLOCK_CHOLESKY_SCOPE static
#define BLOCK_CHOLESKY_NAME(name) name##_matrix
#include "math/block_cholesky_numbers.inl"

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

// Applies an impulse at the point of a joint.
#if defined(__AVX__)
static Four four_of(const DVec3 *v)
{
    return *(const Four *)&v->x;
}

static void push(JointBody3 *body, const JointSpin3 *spin, double inverse_mass, Four impulse)
{
    *(Four *)&body->linear.x += impulse * inverse_mass;
    *(Four *)&body->angular.x += four_of(&spin->x) * impulse[0] + four_of(&spin->y) * impulse[1] +
                                 four_of(&spin->z) * impulse[2];
}

static void apply_at_point(const Joint3 *joint, JointBody3 *a, JointBody3 *b, DVec3 impulse)
{
    const Four on_b = {impulse.x, impulse.y, impulse.z, 0.0};
    push(a, &joint->spin[0], a->inverse_mass, -on_b);
    push(b, &joint->spin[1], b->inverse_mass, on_b);
}
#else
static void push(JointBody3 *body, const JointSpin3 *spin, double inverse_mass, DVec3 impulse)
{
    const DMat3 columns = {spin->x, spin->y, spin->z};
    body->linear = dvec3_add(body->linear, dvec3_scale(impulse, inverse_mass));
    body->angular = dvec3_add(body->angular, dmat3_transform(columns, impulse));
}

static void apply_at_point(const Joint3 *joint, JointBody3 *a, JointBody3 *b, DVec3 impulse)
{
    push(a, &joint->spin[0], a->inverse_mass, dvec3_negate(impulse));
    push(b, &joint->spin[1], b->inverse_mass, impulse);
}
#endif

static void apply_joint(JointSet3 *set, const Joint3 *joint)
{
    JointBody3 *a = &set->bodies.items[joint->body[0]], *b = &set->bodies.items[joint->body[1]];
    const JointRow3 *rows = &set->rows.items[joint->row_first];
    int32_t i = 0;
    if (joint->is_point_first) {
        apply_at_point(joint, a, b, (DVec3){rows[0].impulse, rows[1].impulse, rows[2].impulse});
        i = 3;
    }
    for (; i < joint->row_count; ++i) {
        apply(&rows[i], a, b, rows[i].impulse);
    }
}

static int32_t position_at(const JointSet3 *set, const SystemBlock *system_block, int32_t index)
{
    return set->layout.positions.items[system_block->joint_first + index];
}

// Packs free rows of the joints of a node side by side. The zeros beside them are set here.
static void list_free_rows(JointSet3 *set, SystemBlock *system_block)
{
    int32_t node = NONE;
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        Joint3 *joint = joint_set3_ordered(set, system_block->joint_first + i);
        const JointRow3 *rows = &set->rows.items[joint->row_first];
        uint8_t *list = &set->free_rows.items[joint->row_first];
        const int32_t position = position_at(set, system_block, i);
        int32_t *size = &system_block->matrix.size[position];
        if (position != node) {
            node = position;
            *size = 0;
        }
        joint->free_count = 0;
        for (int32_t k = 0; k < joint->row_count; ++k) {
            if (rows[k].state == ROW_FREE) {
                list[joint->free_count++] = (uint8_t)k;
            }
        }
        joint->is_whole_point = joint->is_point_first && joint->free_count >= 3 && list[2] == 2;
        joint->node_offset = *size;
        joint->vector_first =
            system_block->vector_first + system_block->matrix.first_row[position] + *size;
        *size += joint->free_count;
        if (*size % 2 != 0) {
            set->wrong.items[joint->vector_first + joint->free_count] = 0.0;
        }
    }
}

// Adds the velocities of the point of a joint by unit impulses on a body, one per column.
// @param push  effect of each impulse along its own axis of the world.
// @param spin  angular velocities by the impulses.
static void add_point(DVec3 arm, double push, const JointSpin3 *spin, double *columns,
                      int32_t stride)
{
    const DVec3 x = dvec3_cross(spin->x, arm), y = dvec3_cross(spin->y, arm),
                z = dvec3_cross(spin->z, arm);
    columns[0] += push + x.x;
    columns[1] += x.y;
    columns[2] += x.z;
    columns += stride;
    columns[0] += y.x;
    columns[1] += push + y.y;
    columns[2] += y.z;
    columns += stride;
    columns[0] += z.x;
    columns[1] += z.y;
    columns[2] += push + z.z;
}

// The effect of an impulse on a row, by a shared body.
static double answer_of(const JointRow3 *row, int side, DVec3 push, DVec3 spin)
{
    return row->is_angular ? dvec3_dot(row->j[side], spin)
                           : dvec3_dot(row->n, push) + dvec3_dot(row->j[side], spin);
}

// Adds to a column the effect of an impulse on the rows of a joint, by a shared body.
static void add_column(const JointSet3 *set, const Joint3 *joint, int side, DVec3 push, DVec3 spin,
                       double *column)
{
    const JointRow3 *rows = &set->rows.items[joint->row_first];
    const uint8_t *list = &set->free_rows.items[joint->row_first];
    int32_t i = 0;
    if (joint->is_whole_point) {
        const DVec3 moved = dvec3_add(push, dvec3_cross(spin, joint->arm[side]));
        column[0] += moved.x;
        column[1] += moved.y;
        column[2] += moved.z;
        i = 3;
    }
    for (; i < joint->free_count; ++i) {
        column[i] += answer_of(&rows[list[i]], side, push, spin);
    }
}

static void fill_diagonal(JointSet3 *set, SystemBlock *system_block, const Joint3 *joint,
                          int32_t position)
{
    const int32_t stride = block_cholesky_stride(&system_block->matrix, position);
    double *values = block_cholesky_diagonal(&system_block->matrix, position) +
                     joint->node_offset * (stride + 1);
    const JointRow3 *rows = &set->rows.items[joint->row_first];
    const uint8_t *list = &set->free_rows.items[joint->row_first];
    const double inverse_mass = set->bodies.items[joint->body[0]].inverse_mass +
                                set->bodies.items[joint->body[1]].inverse_mass;
    const int32_t n = joint->free_count;
    int32_t k = 0;
    if (joint->is_whole_point) {
        const JointSpin3 *a = &joint->spin[0], *b = &joint->spin[1];
        const DVec3 x =
            dvec3_add(dvec3_cross(a->x, joint->arm[0]), dvec3_cross(b->x, joint->arm[1]));
        const DVec3 y =
            dvec3_add(dvec3_cross(a->y, joint->arm[0]), dvec3_cross(b->y, joint->arm[1]));
        values[1] = x.y;
        values[2] = x.z;
        values[stride + 2] = y.z;
        const DVec3 spin[3] = {dvec3_add(a->x, b->x), dvec3_add(a->y, b->y), dvec3_add(a->z, b->z)};
        for (int32_t i = 3; i < n; ++i) {
            const JointRow3 *row = &rows[list[i]];
            for (k = 0; k < 3; ++k) {
                const DVec3 of_a = k == 0 ? a->x : k == 1 ? a->y : a->z;
                const DVec3 of_b = k == 0 ? b->x : k == 1 ? b->y : b->z;
                values[k * stride + i] = row->is_angular ? dvec3_dot(row->j[0], spin[k])
                                                         : inverse_mass * dvec3_part(row->n, k) +
                                                               dvec3_dot(row->j[0], of_a) +
                                                               dvec3_dot(row->j[1], of_b);
            }
        }
        k = 3;
    }
    for (; k < n; ++k) {
        const JointRow3 *other = &rows[list[k]];
        const DVec3 spin = dvec3_add(other->k[0], other->k[1]);
        for (int32_t i = k + 1; i < n; ++i) {
            const JointRow3 *row = &rows[list[i]];
            values[k * stride + i] = row->is_angular ? dvec3_dot(row->j[0], spin)
                                                     : inverse_mass * dvec3_dot(row->n, other->n) +
                                                           dvec3_dot(row->j[0], other->k[0]) +
                                                           dvec3_dot(row->j[1], other->k[1]);
        }
    }
    for (k = 0; k < n; ++k) {
        const JointRow3 *own = &rows[list[k]];
        values[k * stride + k] = own->diagonal * (1.0 + EPSILON + system_block->yield) + own->gamma;
    }
}

static JointSpin3 scaled(const JointSpin3 *m, double scale)
{
    return (JointSpin3){.x = dvec3_scale(m->x, scale),
                        .y = dvec3_scale(m->y, scale),
                        .z = dvec3_scale(m->z, scale)};
}

static void fill_link(JointSet3 *set, SystemBlock *system_block, const JointLink *link)
{
    const Joint3 *a = joint_set3_ordered(set, link->a), *b = joint_set3_ordered(set, link->b);
    const JointRow3 *rows_a = &set->rows.items[a->row_first],
                    *rows = &set->rows.items[b->row_first];
    const uint8_t *list_a = &set->free_rows.items[a->row_first];
    const uint8_t *list = &set->free_rows.items[b->row_first];
    const int32_t stride =
        block_cholesky_stride(&system_block->matrix, set->layout.positions.items[link->a]);
    double *values = block_cholesky_block(&system_block->matrix, link->block) +
                     b->node_offset * stride + a->node_offset;
    for (int shared = 0; shared < link->count; ++shared) {
        const int side = link->side[shared][0], other = link->side[shared][1];
        const JointBody3 *body = &set->bodies.items[a->body[side]];
        const double sign = side == other ? 1.0 : -1.0, inverse_mass = sign * body->inverse_mass;
        int32_t k = 0;
        if (b->is_whole_point) {
            const JointSpin3 spin = scaled(&b->spin[other], sign);
            int32_t i = 0;
            if (a->is_whole_point) {
                add_point(a->arm[side], inverse_mass, &spin, values, stride);
                i = 3;
            }
            for (; i < a->free_count; ++i) {
                const JointRow3 *row = &rows_a[list_a[i]];
                const DVec3 j = row->j[side];
                values[i] += inverse_mass * row->n.x + dvec3_dot(j, spin.x);
                values[stride + i] += inverse_mass * row->n.y + dvec3_dot(j, spin.y);
                values[2 * stride + i] += inverse_mass * row->n.z + dvec3_dot(j, spin.z);
            }
            k = 3;
        }
        for (; k < b->free_count; ++k) {
            const JointRow3 *row = &rows[list[k]];
            add_column(set, a, side, dvec3_scale(row->n, inverse_mass),
                       dvec3_scale(row->k[other], sign), values + k * stride);
        }
    }
}

static void factor(JointSet3 *set, SystemBlock *system_block)
{
    tum_block_cholesky_begin(&system_block->matrix);
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        fill_diagonal(set, system_block, joint_set3_ordered(set, system_block->joint_first + i),
                      position_at(set, system_block, i));
    }
    for (int32_t i = 0; i < system_block->link_count; ++i) {
        fill_link(set, system_block, &set->layout.links.items[system_block->link_first + i]);
    }
    factor_matrix(&system_block->matrix);
    system_block->is_stale = false;
}

static double softness(const JointRow3 *row)
{
    return row->gamma + EPSILON * row->diagonal;
}

// Loads the velocity errors of a joint's free rows. @return the largest one.
static double load_wrong(JointSet3 *set, const Joint3 *joint)
{
    const JointBody3 *a = &set->bodies.items[joint->body[0]];
    const JointBody3 *b = &set->bodies.items[joint->body[1]];
    const JointRow3 *rows = &set->rows.items[joint->row_first];
    const uint8_t *list = &set->free_rows.items[joint->row_first];
    double *wrong = set->wrong.items + joint->vector_first;
    double *aims = set->aims.items + joint->vector_first;
    double most = 0.0;
    int32_t i = 0;
    if (joint->is_whole_point) {
        const DVec3 moving = joint3_point_velocity(joint, a, b);
        for (; i < 3; ++i) {
            aims[i] = rows[i].bias + softness(&rows[i]) * rows[i].impulse;
            wrong[i] = -(dvec3_part(moving, i) + aims[i]);
            most = maximum64(most, absolute64(wrong[i]));
        }
    }
    for (; i < joint->free_count; ++i) {
        const JointRow3 *row = &rows[list[i]];
        aims[i] = row->bias + softness(row) * row->impulse;
        wrong[i] = -(joint_row3_velocity(row, a, b) + aims[i]);
        most = maximum64(most, absolute64(wrong[i]));
    }
    return most;
}

static void add_impulses(JointSet3 *set, const Joint3 *joint, double share)
{
    JointBody3 *a = &set->bodies.items[joint->body[0]], *b = &set->bodies.items[joint->body[1]];
    JointRow3 *rows = &set->rows.items[joint->row_first];
    const uint8_t *list = &set->free_rows.items[joint->row_first];
    const double *solution = set->vector.items + joint->vector_first;
    int32_t i = 0;
    if (joint->is_whole_point) {
        const DVec3 impulse = dvec3_scale((DVec3){solution[0], solution[1], solution[2]}, share);
        rows[0].impulse += impulse.x;
        rows[1].impulse += impulse.y;
        rows[2].impulse += impulse.z;
        apply_at_point(joint, a, b, impulse);
        i = 3;
    }
    for (; i < joint->free_count; ++i) {
        JointRow3 *row = &rows[list[i]];
        const double impulse = share * solution[i];
        row->impulse += impulse;
        apply(row, a, b, impulse);
    }
}

// Energy of a solution by its rows alone; of some of them where these have `enough`.
static double cost_alone(const JointSet3 *set, const SystemBlock *system_block, double enough)
{
    double sum = 0.0;
    for (int32_t i = 0; i < system_block->joint_count && sum < enough; ++i) {
        const Joint3 *joint = joint_set3_ordered(set, system_block->joint_first + i);
        const JointRow3 *rows = &set->rows.items[joint->row_first];
        const uint8_t *list = &set->free_rows.items[joint->row_first];
        for (int32_t k = 0; k < joint->free_count; ++k) {
            const JointRow3 *row = &rows[list[k]];
            const double soft = softness(row) * row->impulse;
            sum += (row->bias * row->bias + soft * soft) / row->diagonal;
        }
    }
    return sum;
}

// Share of a solution that is applied. Nearly redundant rows, as of a straight chain between two
// walls, would spend kilojoules on a micrometre.
static double share_to_give(const JointSet3 *set, const SystemBlock *system_block)
{
    const BlockCholesky *matrix = &system_block->matrix;
    double cost = 0.0;
    for (int32_t p = 0; p < matrix->count; ++p) {
        const int32_t first = system_block->vector_first + matrix->first_row[p];
        for (int32_t k = first; k < first + matrix->size[p]; ++k) {
            // dp . x' + dp . K dp / 2, with K dp = -(x' + bias + soft).
            cost -= set->vector.items[k] * (0.5 * set->wrong.items[k] + set->aims.items[k]);
        }
    }
    if (!(cost > 0.0)) {
        return 1.0;
    }
    const double most = COST_MOST * cost_alone(set, system_block, 2.0 * cost / COST_MOST);
    return cost > most ? square_root64(most / cost) : 1.0;
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
        most = maximum64(most, load_wrong(set, joint));
    }
    if (most <= quiet || most > loud) {
        return most;
    }
    if (system_block->is_stale) {
        factor(set, system_block);
    }
    memcpy(set->vector.items + system_block->vector_first,
           set->wrong.items + system_block->vector_first,
           (size_t)system_block->matrix.row_count * sizeof(double));
    solve_matrix(&system_block->matrix, set->vector.items + system_block->vector_first);
    const double share = share_to_give(set, system_block);
    if (share < 1.0 && loud < (double)INFINITY) {
        return (double)INFINITY;
    }
    for (int32_t i = 0; i < system_block->joint_count; ++i) {
        const Joint3 *joint = joint_set3_ordered(set, system_block->joint_first + i);
        add_impulses(set, joint, share);
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

// Only the first round may find errors that are too large to be corrected: in later ones they come
// from rows that were held, and have to be solved for.
// @param first  raised to the largest error of its free rows before the solve.
// @return       the largest error of its free rows in all rounds.
static double solve_system_block(JointSet3 *set, SystemBlock *system_block, double quiet,
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

static void solve_yielding(JointSet3 *set, const JointIsland3 *joint_island, double yield)
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

static double solve(JointSet3 *set, const JointIsland3 *joint_island, double quiet, double loud)
{
    const int sweeps = joint_island->system_block_count > 1 ? SWEEPS : 1;
    double first = 0.0, later = 0.0, most = (double)INFINITY;
    for (int sweep = 0; sweep < sweeps && most > SWEEP_SPEED; ++sweep) {
        most = 0.0;
        for (int32_t i = 0; i < joint_island->system_block_count; ++i) {
            SystemBlock *system_block =
                &set->layout.system_blocks.items[joint_island->system_block_first + i];
            const double least = sweep == 0 ? quiet : maximum64(quiet, SWEEP_SPEED);
            most = maximum64(most, solve_system_block(set, system_block, least, loud,
                                                      sweep == 0 ? &first : &later));
        }
    }
    return first;
}

const JointSystemKernel3 KERNEL_NAME(tum_joint_system_kernel3) = {
    .solve = solve,
    .solve_yielding = solve_yielding,
    .apply = apply_joint,
};
