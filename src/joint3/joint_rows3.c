// SPDX-License-Identifier: MIT
// joint_rows3.c: right-hand sides and softness of a joint's rows.
//
// A hard row reaches its goal at the end of the substep: x' = -(x - goal) / h. The solve takes x
// first from the current pose, then from the pose that the bodies would reach, so that a swinging
// body stays on its circle and does not leave along the tangent. Relaxation afterwards leaves only
// velocities along the joint. Both together are the RATTLE scheme (Andersen, "Rattle: a velocity
// version of the Shake algorithm", 1983), which conserves energy.
//
// A soft row is a spring and a damper, f = -k e - c x', with e predicted by a share theta of the
// substep: e + theta h x'. Slow springs (theta near 0) conserve energy, stiff ones (theta 1) are
// stable:
//
//     x' + k e / (c + theta h k) + p / (h (c + theta h k)) = 0
#include "joint3/joint_rows3.h"

#include <math.h>

#include "joint3/joint_numbers3.h"
#include "space3/joint_data3.h"

static const double INFINITE = (double)INFINITY;

// Velocity of B's origin relative to the same point of A's frame, by motion of the frames.
double tum_joint3_surface_velocity(const JointSet3 *set, const Joint3 *joint, const JointRow3 *row)
{
    const DQuat a = set->bodies.items[joint->body[0]].center.rotation;
    const DQuat b = set->bodies.items[joint->body[1]].center.rotation;
    const DVec3 w_a = dquat_rotate(a, joint->frame_angular[0]);
    const DVec3 w_b = dquat_rotate(b, joint->frame_angular[1]);
    if (row->is_angular) {
        return dvec3_dot(row->j[0], dvec3_sub(w_b, w_a));
    }
    const DVec3 d = dvec3_sub(joint->arm[0], dquat_rotate(a, joint->frame[0].position));
    const DVec3 u_a = dvec3_add(dquat_rotate(a, joint->frame_linear[0]), dvec3_cross(w_a, d));
    return dvec3_dot(row->n, dvec3_sub(dquat_rotate(b, joint->frame_linear[1]), u_a));
}

// Sets the bounds of the impulse; the impulse of a row at a bound follows the bound.
static void bound_impulse(JointRow3 *row, double low, double high)
{
    row->low = low;
    row->high = high;
    if (row->state == ROW_AT_LOW && low > -INFINITE) {
        row->impulse = low;
    } else if (row->state == ROW_AT_HIGH && high < INFINITE) {
        row->impulse = high;
    } else {
        row->state = ROW_FREE;
        row->impulse = clamp64(row->impulse, low, high);
    }
}

static void rest(JointRow3 *row)
{
    row->is_idle = true;
    row->impulse = row->low = row->high = row->bias = 0.0;
    row->state = ROW_AT_LOW;
    row->side = SIDE_NONE;
}

// Violation that is left at the end of the substep: correction speeds are limited. A loose angle is
// not corrected, since it would change along another direction than its row has.
static double goal_of(const JointPart3 *part, double violation, double substep)
{
    if (part->is_loose) {
        return violation;
    }
    const double most = (part->is_angular ? TURN_SPEED : PULL_SPEED) * substep;
    return violation - clamp64(violation, -most, most);
}

static void begin_hard_equality(const JointPart3 *part, JointRow3 *row, double at, double substep)
{
    row->goal = at + part->low_rate * substep + goal_of(part, row->value - at, substep);
    row->bias = (row->value - row->goal) / substep;
    row->is_idle = false;
    row->side = SIDE_NONE;
    row->state = ROW_FREE;
    bound_impulse(row, -INFINITE, INFINITE);
}

// In a substep only one end of a range is a constraint: the nearer one, unless the velocity leads
// from it beyond the other one.
static RowSide side_of(const JointPart3 *part, double value, double ahead)
{
    const bool is_low_nearer = value - part->low <= part->high - value;
    if (is_low_nearer ? ahead > part->high : ahead < part->low) {
        return is_low_nearer ? SIDE_HIGH : SIDE_LOW;
    }
    return is_low_nearer ? SIDE_LOW : SIDE_HIGH;
}

// @param ahead  value at the end of the substep without impulses of the row.
static void begin_hard_range(const JointPart3 *part, JointRow3 *row, double ahead, double substep)
{
    const double above = row->value - part->low, below = part->high - row->value;
    const RowSide side = side_of(part, row->value, ahead);
    const double end = side == SIDE_LOW ? part->low : part->high;
    if (side != row->side) {
        row->side = (uint8_t)side;
        row->state = side == SIDE_LOW ? ROW_AT_LOW : ROW_AT_HIGH;
        row->impulse = 0.0;
    }
    const bool is_inside = side == SIDE_LOW ? above >= 0.0 : below >= 0.0;
    const double then = end + (side == SIDE_LOW ? part->low_rate : part->high_rate) * substep;
    row->goal = is_inside ? then : then + goal_of(part, row->value - end, substep);
    row->bias = (row->value - row->goal) / substep;
    row->is_idle = false;
    bound_impulse(row, side == SIDE_LOW ? 0.0 : -INFINITE, side == SIDE_LOW ? INFINITE : 0.0);
}

Spring3 tum_joint3_spring(double diagonal, double stiffness, double damping, double most,
                          double substep)
{
    const double ratio = substep * substep * stiffness * diagonal;
    const double ahead =
        clamp64((ratio - SLOW_SPRING) / (STIFF_SPRING - SLOW_SPRING), IMPLICIT_SHARE_MIN, 1.0);
    const double give = damping + ahead * substep * stiffness;
    if (!(give > 0.0) || !(most > 0.0)) {
        return (Spring3){.acts = false};
    }
    return (Spring3){give, 1.0 / (substep * give), true};
}

// @param force  [N] or [N m] of the spring and the damper at the present position, at rest.
// @param low, high  [N s] or [N m s] bounds of the impulse.
// @return true if the row's softness changed.
static bool begin_spring(JointRow3 *row, Spring3 spring, double force, double low, double high)
{
    if (!spring.acts) {
        const bool changed = !row->is_idle;
        rest(row);
        return changed;
    }
    const bool changed = row->is_idle || spring.gamma != row->gamma;
    row->gamma = spring.gamma;
    row->bias = force / spring.give;
    if (row->is_idle) {
        row->state = ROW_FREE;
        row->is_idle = false;
    }
    bound_impulse(row, low, high);
    return changed;
}

static bool begin_soft_lock(const JointPart3 *part, JointRow3 *row, double stretch, double substep)
{
    const Spring3 spring =
        tum_joint3_spring(row->diagonal, part->stiffness, part->damping, INFINITE, substep);
    return begin_spring(row, spring, part->stiffness * stretch, -INFINITE, INFINITE);
}

// A spring whose end is reached within the substep only pushes, and is implicit: a stretch that
// nothing resisted would be energy from nothing.
static bool begin_reached_end(const JointPart3 *part, JointRow3 *row, bool is_low, double substep)
{
    const double give = part->damping + substep * part->stiffness;
    const Spring3 spring = {give, 1.0 / (substep * give), give > 0.0};
    return begin_spring(row, spring,
                        part->stiffness * (row->value - (is_low ? part->low : part->high)),
                        is_low ? 0.0 : -INFINITE, is_low ? INFINITE : 0.0);
}

// @param ahead  as for begin_hard_range.
static bool begin_soft_range(const JointPart3 *part, JointRow3 *row, double ahead, double substep)
{
    const double under = row->value - part->low, over = row->value - part->high;
    if (under < 0.0 || over > 0.0) {
        return begin_soft_lock(part, row, under < 0.0 ? under : over, substep);
    }
    if (ahead < part->low || ahead > part->high) {
        return begin_reached_end(part, row, ahead < part->low, substep);
    }
    const bool changed = !row->is_idle;
    rest(row);
    return changed;
}

static bool begin_drive(const JointPart3 *part, JointRow3 *row, double substep)
{
    const double mass = part->accelerates ? 1.0 / row->diagonal : 1.0;
    const double stiffness = part->has_target ? part->stiffness * mass : 0.0;
    const double damping = part->damping * mass, most = part->max_force * substep;
    const double stretch =
        part->has_target ? row->value - part->target - part->target_rate * substep : 0.0;
    const Spring3 spring =
        tum_joint3_spring(row->diagonal, stiffness, damping, part->max_force, substep);
    return begin_spring(row, spring, stiffness * stretch - damping * part->speed, -most, most);
}

static bool is_equality(const JointPart3 *part)
{
    return part->low == part->high && part->low_rate == part->high_rate;
}

// Value of a row at the end of the substep, at the present velocities. A distance or an angle from
// an axis, of several axes, passes zero and grows again.
static double value_ahead(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part,
                          const JointRow3 *row, double substep)
{
    const double ahead =
        row->value + substep * joint_row3_velocity(row, &set->bodies.items[joint->body[0]],
                                                   &set->bodies.items[joint->body[1]]);
    const bool is_signed = (part->axes & (part->axes - 1)) == 0;
    return is_signed ? ahead : maximum64(ahead, 0.0);
}

static bool begin_row(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part,
                      JointRow3 *row, bool is_spare, double substep)
{
    if (!(row->diagonal > 0.0) || is_spare || part->is_open || part->is_implied) {
        const bool changed = !row->is_idle;
        rest(row); // the row is spare, open, or has no movable body
        return changed;
    }
    if (part->kind == PART_DRIVE) {
        return begin_drive(part, row, substep);
    }
    if (row->is_soft) {
        return part->kind == PART_LOCK
                   ? begin_soft_lock(part, row, row->value, substep)
                   : begin_soft_range(part, row, value_ahead(set, joint, part, row, substep),
                                      substep);
    }
    if (part->kind == PART_LOCK) {
        begin_hard_equality(part, row, 0.0, substep);
    } else if (is_equality(part)) {
        begin_hard_equality(part, row, part->low, substep);
    } else {
        const uint8_t before = row->state;
        begin_hard_range(part, row, value_ahead(set, joint, part, row, substep), substep);
        return row->state != before;
    }
    return false;
}

// The rows of a hard lock.
static bool begin_lock(JointSet3 *set, const JointPart3 *part, double substep)
{
    bool changed = false;
    JointRow3 *rows = &set->rows.items[part->row_first];
    const double then = part->low_rate * substep;
    for (int32_t k = 0; k < part->row_count; ++k) {
        JointRow3 *row = &rows[k];
        changed |= row->state != ROW_FREE;
        row->goal = then + goal_of(part, row->value, substep);
        row->bias = (row->value - row->goal) / substep;
        row->is_idle = false;
        row->side = SIDE_NONE;
        row->state = ROW_FREE;
        row->low = -INFINITE;
        row->high = INFINITE;
    }
    return changed;
}

// Whether all that a part does is to hold: its rows are not spare, open or soft.
static bool is_plain_lock(const JointSet3 *set, const JointPart3 *part)
{
    bool are_plain = part->kind == PART_LOCK && !part->is_open;
    for (int32_t k = 0; k < part->row_count && are_plain; ++k) {
        const JointRow3 *row = &set->rows.items[part->row_first + k];
        are_plain = !row->is_soft && row->diagonal > 0.0;
    }
    return are_plain;
}

static bool rest_all(JointSet3 *set, const JointPart3 *part)
{
    bool changed = false;
    for (int32_t k = 0; k < part->row_count; ++k) {
        JointRow3 *row = &set->rows.items[part->row_first + k];
        if (!row->is_idle) {
            rest(row);
            changed = true;
        }
    }
    return changed;
}

bool tum_joint3_begin_substep(JointSet3 *set, const Joint3 *joint, double substep)
{
    bool changed = false;
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        if (part->is_implied) {
            changed |= rest_all(set, part);
            continue;
        }
        if (!joint->is_moving && is_plain_lock(set, part)) {
            changed |= begin_lock(set, part, substep);
            continue;
        }
        for (int32_t k = 0; k < part->row_count; ++k) {
            JointRow3 *row = &set->rows.items[part->row_first + k];
            const uint8_t before = row->state;
            const bool is_spare = k > 0 && part->kind != PART_LOCK;
            changed |= begin_row(set, joint, part, row, is_spare, substep);
            row->bias += joint->is_moving && !row->is_idle
                             ? tum_joint3_surface_velocity(set, joint, row)
                             : 0.0;
            changed |= row->state != before;
        }
    }
    return changed;
}

bool tum_joint3_begin_piece(JointSet3 *set, const Joint3 *joint, double seconds)
{
    bool changed = false;
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        for (int32_t k = 0; k < part->row_count; ++k) {
            JointRow3 *row = &set->rows.items[part->row_first + k];
            if (part->kind != PART_DRIVE && !row->is_soft && !row->is_idle) {
                changed |= begin_row(set, joint, part, row, false, seconds);
            }
        }
    }
    return changed;
}

void tum_joint3_begin_relaxing(JointSet3 *set, const Joint3 *joint, double substep)
{
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        for (int32_t k = 0; k < part->row_count && !part->is_implied; ++k) {
            JointRow3 *row = &set->rows.items[part->row_first + k];
            if (row->is_soft || row->is_idle) {
                continue;
            }
            // The direction of a loose angle has turned: what was given along the old one is not
            // taken back along the new one.
            row->impulse = part->is_loose ? 0.0 : row->impulse;
            switch (row->side) {
            case SIDE_LOW:
                row->bias = maximum64(row->value - part->low, 0.0) / substep - part->low_rate;
                break;
            case SIDE_HIGH:
                row->bias = minimum64(row->value - part->high, 0.0) / substep - part->high_rate;
                break;
            default: row->bias = -part->low_rate; break;
            }
            row->bias += joint->is_moving ? tum_joint3_surface_velocity(set, joint, row) : 0.0;
        }
    }
}

void tum_joint3_keep_impulses(JointSet3 *set, const Joint3 *joint)
{
    for (int32_t i = 0; i < joint->row_count; ++i) {
        set->kept.items[joint->row_first + i] = set->rows.items[joint->row_first + i].impulse;
    }
}

bool tum_joint3_recall_impulses(JointSet3 *set, const Joint3 *joint)
{
    bool changed = false;
    for (int32_t i = 0; i < joint->row_count; ++i) {
        JointRow3 *row = &set->rows.items[joint->row_first + i];
        row->impulse = set->kept.items[joint->row_first + i];
        const bool is_held =
            row->state == ROW_AT_LOW ? row->impulse <= row->low : row->impulse >= row->high;
        if (row->state != ROW_FREE && !row->is_idle && !is_held) {
            row->state = ROW_FREE;
            changed = true;
        }
    }
    return changed;
}

void tum_joint3_begin_restitution(JointSet3 *set, const Joint3 *joint, double substep)
{
    tum_joint3_begin_relaxing(set, joint, substep);
    tum_joint3_keep_impulses(set, joint);
    for (int32_t i = 0; i < joint->row_count; ++i) {
        JointRow3 *row = &set->rows.items[joint->row_first + i];
        row->impulse = 0.0;
        if (row->is_soft) {
            row->is_idle = true;
            row->state = ROW_AT_LOW;
        }
    }
}

double tum_joint3_part_gap(const JointSet3 *set, const JointPart3 *part)
{
    double most = 0.0;
    for (int32_t k = 0; k < part->row_count && part->kind != PART_DRIVE && !part->is_implied; ++k) {
        const JointRow3 *row = &set->rows.items[part->row_first + k];
        const double wrong = part->kind == PART_LOCK
                                 ? absolute64(row->value)
                                 : maximum64(part->low - row->value, row->value - part->high);
        most = row->is_soft || row->is_idle ? most : maximum64(most, wrong);
    }
    return most;
}
