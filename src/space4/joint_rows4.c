// SPDX-License-Identifier: MIT
// joint_rows4.c: targets and softness of joint rows in a substep.
//
// The method is that of 3D (joint3/joint_rows3.c). The target of a hard row is its goal at the end
// of the substep: x' = -(x - goal) / h, first with the current x, then with the predicted one.
// Relaxation afterwards leaves only velocities along the joint. Both together are the RATTLE scheme
// (Andersen, "Rattle: a velocity version of the Shake algorithm", 1983), which keeps energy.
//
// A soft row is a spring and a damper, f = -k e - c x', with e taken a share theta of the substep
// ahead. Slow springs (theta near 0) keep their energy; stiff springs (theta 1) are stable:
//
//     x' + k e / (c + theta h k) + p / (h (c + theta h k)) = 0
#include <math.h>

#include "math/scalar.h"
#include "schedule/joint_numbers.h"
#include "space4/joint4.h"

static const double INFINITE = (double)INFINITY;

// Constants of rows solved by sweeps.
static const double TURN = 6.283185307179586476925286766559;
static const double SWEPT_SHARE = 1.0;    // Frequency as a share of the substep rate.
static const double SWEPT_DAMPING = 20.0; // Damping ratio.

// Sets bounds and clamps the impulse; the impulse of a row at a bound follows the bound.
static void bound_impulse(JointRow4 *row, double low, double high)
{
    row->low = low;
    row->high = high;
    if (row->state == ROW4_AT_LOW && low > -INFINITE) {
        row->impulse = low;
    } else if (row->state == ROW4_AT_HIGH && high < INFINITE) {
        row->impulse = high;
    } else {
        row->state = ROW4_FREE;
        row->impulse = clamp64(row->impulse, low, high);
    }
}

static void rest(JointRow4 *row)
{
    row->is_idle = true;
    row->impulse = row->low = row->high = row->bias = 0.0;
    row->state = ROW4_AT_LOW;
    row->side = SIDE4_NONE;
}

// Violation that remains at the end of the substep.
static double goal_of(const JointRow4 *row, double violation, double substep)
{
    const double most = (row->is_angular ? TURN_SPEED : PULL_SPEED) * substep;
    return violation - clamp64(violation, -most, most);
}

static void begin_equality(JointRow4 *row, double at, double substep)
{
    row->goal = at + goal_of(row, row->value - at, substep);
    row->bias = (row->value - row->goal) / substep;
    row->is_idle = false;
    row->side = SIDE4_NONE;
    row->state = ROW4_FREE;
    bound_impulse(row, -INFINITE, INFINITE);
}

// Only the nearer end of a range acts in a substep.
static void begin_hard_range(const JointTerm4 *term, JointRow4 *row, double substep)
{
    const double above = row->value - term->low, below = term->high - row->value;
    const RowSide4 side = above <= below ? SIDE4_LOW : SIDE4_HIGH;
    const double end = side == SIDE4_LOW ? term->low : term->high;
    if (side != row->side) {
        row->side = (uint8_t)side;
        row->state = side == SIDE4_LOW ? ROW4_AT_LOW : ROW4_AT_HIGH;
        row->impulse = 0.0;
    }
    const bool is_inside = side == SIDE4_LOW ? above >= 0.0 : below >= 0.0;
    row->goal = is_inside ? end : end + goal_of(row, row->value - end, substep);
    row->bias = (row->value - row->goal) / substep;
    row->is_idle = false;
    bound_impulse(row, side == SIDE4_LOW ? 0.0 : -INFINITE, side == SIDE4_LOW ? INFINITE : 0.0);
}

// A spring of the stretch [m] or [rad], and a damper of the velocity relative to `speed`.
// @return true when the row's softness has changed.
static bool begin_spring(JointRow4 *row, double stretch, double stiffness, double damping,
                         double speed, double most, double substep)
{
    const double ratio = substep * substep * stiffness * row->diagonal;
    const double ahead =
        clamp64((ratio - SLOW_SPRING) / (STIFF_SPRING - SLOW_SPRING), IMPLICIT_SHARE_MIN, 1.0);
    const double give = damping + ahead * substep * stiffness;
    if (!(give > 0.0) || !(most > 0.0)) {
        const bool changed = !row->is_idle;
        rest(row);
        return changed;
    }
    const double gamma = 1.0 / (substep * give);
    const bool changed = row->is_idle || gamma != row->gamma;
    row->gamma = gamma;
    row->bias = (stiffness * stretch - damping * speed) / give;
    if (row->is_idle) {
        row->state = ROW4_FREE;
        row->is_idle = false;
    }
    bound_impulse(row, -most * substep, most * substep);
    return changed;
}

static bool begin_soft_range(const JointTerm4 *term, JointRow4 *row, double substep)
{
    const double under = row->value - term->low, over = row->value - term->high;
    const double stretch = under < 0.0 ? under : over > 0.0 ? over : 0.0;
    if (stretch == 0.0) {
        const bool changed = !row->is_idle;
        rest(row);
        return changed;
    }
    return begin_spring(row, stretch, term->stiffness, term->damping, 0.0, INFINITE, substep);
}

static bool begin_drive(const JointTerm4 *term, JointRow4 *row, double substep)
{
    const double mass = term->accelerates ? 1.0 / row->diagonal : 1.0;
    const double stiffness = term->has_target ? term->stiffness * mass : 0.0;
    return begin_spring(row, term->has_target ? row->value - term->target : 0.0, stiffness,
                        term->damping * mass, term->speed, term->max_force, substep);
}

static bool is_open(const JointTerm4 *term)
{
    return !(term->low > -INFINITE) && !(term->high < INFINITE);
}

static bool begin_term(const JointTerm4 *term, JointRow4 *row, double substep)
{
    if (term->is_drive) {
        return begin_drive(term, row, substep);
    }
    if (is_open(term)) {
        const bool changed = !row->is_idle;
        rest(row);
        return changed;
    }
    if (row->is_soft) {
        return begin_soft_range(term, row, substep);
    }
    const uint8_t before = row->state;
    if (term->low == term->high) {
        begin_equality(row, term->low, substep);
    } else {
        begin_hard_range(term, row, substep);
    }
    return row->state != before;
}

static bool begin_row(const JointTerm4 *term, JointRow4 *row, double substep)
{
    if (!(row->diagonal > 0.0)) { // the row cannot move either body
        const bool changed = !row->is_idle;
        rest(row);
        return changed;
    }
    if (term != NULL) {
        return begin_term(term, row, substep);
    }
    const uint8_t before = row->state;
    begin_equality(row, 0.0, substep);
    return row->state != before;
}

// Term of a row; NULL for locks.
static const JointTerm4 *term_of(const Joint4 *joint, int32_t row)
{
    return row < joint->lock_count ? NULL : &joint->terms[row - joint->lock_count];
}

bool tum_joint4_begin_substep(Joint4 *joint, double substep)
{
    bool changed = false;
    for (int32_t i = 0; i < joint->row_count; ++i) {
        const uint8_t before = joint->rows[i].state;
        changed |= begin_row(term_of(joint, i), &joint->rows[i], substep);
        changed |= joint->rows[i].state != before;
    }
    return changed;
}

bool tum_joint4_begin_piece(Joint4 *joint, double seconds)
{
    bool changed = false;
    for (int32_t i = 0; i < joint->row_count; ++i) {
        JointRow4 *row = &joint->rows[i];
        if (!row->is_soft && !row->is_idle) {
            changed |= begin_row(term_of(joint, i), row, seconds);
        }
    }
    return changed;
}

// The soft constraint of contacts (Catto, "Soft Constraints", 2011), with stiff parameters that
// lose little of the impulse.
static void soften(JointRow4 *row, double substep)
{
    const double omega = TURN * SWEPT_SHARE / substep;
    const double a1 = 2.0 * SWEPT_DAMPING + substep * omega;
    const double most = row->is_angular ? TURN_SPEED : PULL_SPEED;
    row->gamma = row->diagonal / (substep * omega * a1);
    row->bias = clamp64(omega / a1 * (row->bias * substep), -most, most);
}

static bool is_within(const JointRow4 *row)
{
    return row->side == SIDE4_LOW    ? row->bias > 0.0
           : row->side == SIDE4_HIGH ? row->bias < 0.0
                                     : false;
}

void tum_joint4_begin_sweeping(Joint4 *joint, double substep)
{
    tum_joint4_begin_substep(joint, substep);
    for (int32_t i = 0; i < joint->row_count; ++i) {
        JointRow4 *row = &joint->rows[i];
        if (row->is_soft || row->is_idle) {
            continue;
        }
        const JointTerm4 *term = term_of(joint, i);
        const double end = term == NULL ? 0.0 : row->side == SIDE4_HIGH ? term->high : term->low;
        row->bias = (row->value - end) / substep;
        if (!is_within(row)) { // inside its range, a row may move as far as the end
            soften(row, substep);
        }
    }
}

void tum_joint4_begin_relaxing(Joint4 *joint, double substep)
{
    for (int32_t i = 0; i < joint->row_count; ++i) {
        JointRow4 *row = &joint->rows[i];
        if (row->is_soft || row->is_idle) {
            continue;
        }
        const JointTerm4 *term = term_of(joint, i);
        row->gamma = 0.0;
        row->bias = row->side == SIDE4_LOW    ? maximum64(row->value - term->low, 0.0) / substep
                    : row->side == SIDE4_HIGH ? minimum64(row->value - term->high, 0.0) / substep
                                              : 0.0;
    }
}

void tum_joint4_begin_restitution(Joint4 *joint, double substep)
{
    tum_joint4_begin_relaxing(joint, substep);
    for (int32_t i = 0; i < joint->row_count; ++i) {
        JointRow4 *row = &joint->rows[i];
        row->load = row->impulse;
        row->impulse = 0.0;
        if (row->is_soft) {
            row->is_idle = true;
            row->state = ROW4_AT_LOW;
        }
    }
}

void tum_joint4_end_restitution(Joint4 *joint)
{
    for (int32_t i = 0; i < joint->row_count; ++i) {
        joint->rows[i].impulse = joint->rows[i].load;
    }
}
