// SPDX-License-Identifier: MIT
// joint_rows3.c: from the parts of a joint to rows: where they act, what they want.
//
// A hard row wants to be at its goal at the end of the substep: x' = -(x - goal) / h. First from x
// as it is, then once more from where the bodies would get to, so that what swings stays on its
// circle and not on the tangent. Relaxation afterwards leaves only velocities along the joint: the
// two together are the RATTLE scheme (Andersen, "Rattle: a velocity version of the Shake
// algorithm", 1983), which keeps energy.
//
// A soft row is a spring and a damper, f = -k e - c x', whose e is taken a part theta of the
// substep ahead: e + theta h x'. Slow springs (theta near 0) keep their energy, stiff ones (theta
// 1) cannot explode:
//
//     x' + k e / (c + theta h k) + p / (h (c + theta h k)) = 0
#include "space3/joint3.h"
#include "space3/joint_tune3.h"
#include "space3/limit3.h"

#include <math.h>

static const double INFINITE = (double)INFINITY;

// Violations are undone at most so fast.
static const double PULL_SPEED = 4.0;  // [m/s]
static const double TURN_SPEED = 10.0; // [rad/s]

// Springs with (omega h)^2 below the first are taken where they are, above the second where they
// will be. The least part makes a spring without a damper a solvable row.
static const double SLOW_SPRING = 0.1, STIFF_SPRING = 0.5;
static const double LEAST_AHEAD = 0.01;

// [rad] Turns in a substep up to which the correction from ahead is made whole, and not at all.
static const double SLOW_TURN = 0.03, FAST_TURN = 0.09;

typedef struct FramePair {
    DVec3 origin_b;     // [m] in the world
    DVec3 arm_a, arm_b; // [m] from the centres to origin_b
    DVec3 d;            // [m] from origin to origin
    DMat3 a;
    DQuat a_from_b;
} FramePair;

static FramePair place_frames(const Joint3 *joint, DPose3 center_a, DPose3 center_b)
{
    const DPose3 a = dpose3_multiply(center_a, joint->frame[0]);
    const DPose3 b = dpose3_multiply(center_b, joint->frame[1]);
    return (FramePair){b.position,
                       dvec3_sub(b.position, center_a.position),
                       dvec3_sub(b.position, center_b.position),
                       dvec3_sub(b.position, a.position),
                       dquat_matrix(a.rotation),
                       dquat_normalize(dquat_multiply(dquat_conjugate(a.rotation), b.rotation))};
}

// What moving frames add to x': the velocity of B's origin less that of the same point of A's
// frame.
static double drift_of(const Joint3 *joint, const JointRow3 *row, DPose3 center_a, DPose3 center_b,
                       DVec3 d)
{
    const DVec3 u_a = dquat_rotate(center_a.rotation, joint->frame_linear[0]);
    const DVec3 w_a = dquat_rotate(center_a.rotation, joint->frame_angular[0]);
    const DVec3 u_b = dquat_rotate(center_b.rotation, joint->frame_linear[1]);
    const DVec3 w_b = dquat_rotate(center_b.rotation, joint->frame_angular[1]);
    if (dvec3_length_squared(row->n) > 0.0) {
        return dvec3_dot(row->n, dvec3_sub(dvec3_sub(u_b, u_a), dvec3_cross(w_a, d)));
    }
    return dvec3_dot(row->jb, w_b) - dvec3_dot(row->ja, w_a);
}

static void direct_linear(JointRow3 *row, const FramePair *frames, DVec3 direction)
{
    row->n = direction;
    row->ja = dvec3_cross(frames->arm_a, direction);
    row->jb = dvec3_cross(frames->arm_b, direction);
}

static void direct_angular(JointRow3 *row, DVec3 direction)
{
    row->n = (DVec3){0.0, 0.0, 0.0};
    row->ja = direction;
    row->jb = direction;
}

static void weigh(JointRow3 *row, const JointBody3 *a, const JointBody3 *b)
{
    row->ka = dsym3_transform(a->inverse_inertia, row->ja);
    row->kb = dsym3_transform(b->inverse_inertia, row->jb);
    row->diagonal = (a->inverse_mass + b->inverse_mass) * dvec3_length_squared(row->n) +
                    dvec3_dot(row->ja, row->ka) + dvec3_dot(row->jb, row->kb);
}

// The continuous angle about one axis: whole turns are chosen once and counted from then on.
static double whole_angle(const JointPart3 *part, DQuat a_from_b)
{
    const double angle = tum_limit3_angle(a_from_b, part->axes);
    if (part->angle_is_known) {
        return tum_limit3_is_twist_undefined(a_from_b, part->axes)
                   ? part->angle
                   : tum_limit3_unwrap_after(angle, part->angle);
    }
    switch (part->kind) {
    case PART_RANGE: return tum_limit3_unwrap_into(angle, part->low, part->high);
    case PART_DRIVE:
        return part->has_target ? tum_limit3_unwrap_into(angle, part->target, part->target) : angle;
    default: return angle;
    }
}

static bool counts_turns(const JointPart3 *part)
{
    return part->is_angular && part->kind != PART_LOCK && axis_count(part->axes) == 1;
}

static int axis_at(unsigned axes, int index)
{
    for (int axis = 0; axis < 3; ++axis) {
        if ((axes >> axis & 1) != 0 && index-- == 0) {
            return axis;
        }
    }
    return 0;
}

static double lock_value(const JointPart3 *part, const FramePair *frames, int axis)
{
    return part->is_angular ? dvec3_part(tum_limit3_lock(frames->a_from_b, part->axes), axis)
                            : dvec3_dot(column_of(frames->a, axis), frames->d);
}

static Measure3 measure_part(const JointPart3 *part, const FramePair *frames)
{
    if (!part->is_angular) {
        return tum_limit3_linear(frames->a, frames->d, part->axes);
    }
    Measure3 measure = tum_limit3_angular(frames->a, frames->a_from_b, part->axes);
    if (counts_turns(part)) {
        measure.value = whole_angle(part, frames->a_from_b);
    }
    if (part->kind == PART_DRIVE) {
        measure.direction = column_of(frames->a, first_axis(part->axes));
    }
    return measure;
}

static void measure_lock(const JointPart3 *part, const FramePair *frames, JointRow3 *rows)
{
    for (int i = 0; i < part->row_count; ++i) {
        const int axis = axis_at(part->axes, i);
        rows[i].value = lock_value(part, frames, axis);
        if (!part->is_angular) {
            direct_linear(&rows[i], frames, column_of(frames->a, axis));
        } else if (part->row_count == 1) {
            direct_angular(&rows[i],
                           tum_limit3_angular(frames->a, frames->a_from_b, part->axes).direction);
        } else {
            direct_angular(&rows[i], column_of(frames->a, axis));
        }
    }
}

void tum_joint3_measure(JointSet3 *set, Joint3 *joint)
{
    const JointBody3 *a = &set->bodies.items[joint->body[0]];
    const JointBody3 *b = &set->bodies.items[joint->body[1]];
    const FramePair frames = place_frames(joint, a->center, b->center);
    joint->arm[0] = dvec3_length(frames.arm_a);
    joint->arm[1] = dvec3_length(frames.arm_b);
    for (int32_t i = 0; i < joint->part_count; ++i) {
        JointPart3 *part = &set->parts.items[joint->part_first + i];
        JointRow3 *rows = &set->rows.items[part->row_first];
        if (part->kind == PART_LOCK) {
            measure_lock(part, &frames, rows);
        } else {
            const Measure3 measure = measure_part(part, &frames);
            rows->value = measure.value;
            if (part->is_angular) {
                direct_angular(rows, measure.direction);
            } else {
                direct_linear(rows, &frames, measure.direction);
            }
            if (counts_turns(part)) {
                part->angle = measure.value;
                part->angle_is_known = true;
            }
        }
        for (int32_t k = 0; k < part->row_count; ++k) {
            weigh(&rows[k], a, b);
            rows[k].drift =
                joint->is_moving ? drift_of(joint, &rows[k], a->center, b->center, frames.d) : 0.0;
        }
    }
}

void tum_joint3_look_ahead(JointSet3 *set, const Joint3 *joint, double substep)
{
    Joint3 then; // with frames where they are to be as well
    const Joint3 *placed = joint;
    if (joint->is_moving) {
        then = *joint;
        tum_joint3_advance_frames(&then, substep);
        placed = &then;
    }
    const FramePair frames = place_frames(placed, set->bodies.items[joint->body[0]].ahead,
                                          set->bodies.items[joint->body[1]].ahead);
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        JointRow3 *rows = &set->rows.items[part->row_first];
        for (int k = 0; part->kind == PART_LOCK && k < part->row_count; ++k) {
            rows[k].ahead = lock_value(part, &frames, axis_at(part->axes, k));
        }
        if (part->kind == PART_RANGE) {
            rows->ahead = measure_part(part, &frames).value;
        }
    }
}

// The impulse keeps within its bounds; a row at a bound that moved moves along.
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

// Where a violation is to be at the end of the substep.
static double goal_of(const JointPart3 *part, double violation, double substep)
{
    const double most = (part->is_angular ? TURN_SPEED : PULL_SPEED) * substep;
    return violation - clamp64(violation, -most, most);
}

static void begin_hard_equality(const JointPart3 *part, JointRow3 *row, double at, double substep)
{
    row->goal = at + part->low_rate * substep + goal_of(part, row->value - at, substep);
    row->bias = (row->value - row->goal) / substep + row->drift;
    row->is_idle = false;
    row->side = SIDE_NONE;
    row->state = ROW_FREE;
    bound_impulse(row, -INFINITE, INFINITE);
}

// Only one end matters in a substep: the nearer.
static void begin_hard_range(const JointPart3 *part, JointRow3 *row, double substep)
{
    const double above = row->value - part->low, below = part->high - row->value;
    const RowSide side = above <= below ? SIDE_LOW : SIDE_HIGH;
    const double end = side == SIDE_LOW ? part->low : part->high;
    if (side != row->side) {
        row->side = (uint8_t)side;
        row->state = side == SIDE_LOW ? ROW_AT_LOW : ROW_AT_HIGH;
        row->impulse = 0.0;
    }
    const bool is_inside = side == SIDE_LOW ? above >= 0.0 : below >= 0.0;
    const double then = end + (side == SIDE_LOW ? part->low_rate : part->high_rate) * substep;
    row->goal = is_inside ? then : then + goal_of(part, row->value - end, substep);
    row->bias = (row->value - row->goal) / substep + row->drift;
    row->is_idle = false;
    bound_impulse(row, side == SIDE_LOW ? 0.0 : -INFINITE, side == SIDE_LOW ? INFINITE : 0.0);
}

// @return true when the row's softness is not what it was.
static bool begin_spring(JointRow3 *row, double stretch, double stiffness, double damping,
                         double speed, double most, double substep)
{
    const double ratio = substep * substep * stiffness * row->diagonal;
    const double ahead =
        clamp64((ratio - SLOW_SPRING) / (STIFF_SPRING - SLOW_SPRING), LEAST_AHEAD, 1.0);
    const double give = damping + ahead * substep * stiffness;
    if (!(give > 0.0) || !(most > 0.0)) {
        const bool changed = !row->is_idle;
        rest(row);
        return changed;
    }
    const double gamma = 1.0 / (substep * give);
    const bool changed = row->is_idle || gamma != row->gamma;
    row->gamma = gamma;
    row->bias = (stiffness * stretch - damping * speed) / give + row->drift;
    if (row->is_idle) {
        row->state = ROW_FREE;
        row->is_idle = false;
    }
    bound_impulse(row, -most * substep, most * substep);
    return changed;
}

static bool begin_soft_range(const JointPart3 *part, JointRow3 *row, double substep)
{
    const double under = row->value - part->low, over = row->value - part->high;
    const double stretch = under < 0.0 ? under : over > 0.0 ? over : 0.0;
    if (stretch == 0.0) {
        const bool changed = !row->is_idle;
        rest(row);
        return changed;
    }
    return begin_spring(row, stretch, part->stiffness, part->damping, 0.0, INFINITE, substep);
}

static bool begin_drive(const JointPart3 *part, JointRow3 *row, double substep)
{
    const double mass = part->accelerates ? 1.0 / row->diagonal : 1.0;
    const double stiffness = part->has_target ? part->stiffness * mass : 0.0;
    const double target = part->target + part->target_rate * substep;
    return begin_spring(row, part->has_target ? row->value - target : 0.0, stiffness,
                        part->damping * mass, part->speed, part->max_force, substep);
}

static bool is_equality(const JointPart3 *part)
{
    return part->low == part->high && part->low_rate == part->high_rate;
}

static bool begin_row(const JointPart3 *part, JointRow3 *row, bool is_spare, double substep)
{
    if (!(row->diagonal > 0.0) || is_spare || part->is_open) {
        const bool changed = !row->is_idle;
        rest(row); // nothing that it could move, or should
        return changed;
    }
    if (part->kind == PART_DRIVE) {
        return begin_drive(part, row, substep);
    }
    if (row->is_soft) {
        return part->kind == PART_LOCK ? begin_spring(row, row->value, part->stiffness,
                                                      part->damping, 0.0, INFINITE, substep)
                                       : begin_soft_range(part, row, substep);
    }
    if (part->kind == PART_LOCK) {
        begin_hard_equality(part, row, 0.0, substep);
    } else if (is_equality(part)) {
        begin_hard_equality(part, row, part->low, substep);
    } else {
        const uint8_t before = row->state;
        begin_hard_range(part, row, substep);
        return row->state != before;
    }
    return false;
}

bool tum_joint3_begin_substep(JointSet3 *set, const Joint3 *joint, double substep)
{
    bool changed = false;
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        for (int32_t k = 0; k < part->row_count; ++k) {
            JointRow3 *row = &set->rows.items[part->row_first + k];
            const uint8_t before = row->state;
            const bool is_spare = k > 0 && part->kind != PART_LOCK;
            changed |= begin_row(part, row, is_spare, substep);
            changed |= row->state != before;
        }
    }
    return changed;
}

// Of the correction from ahead: all where bodies turn slowly. Of whips it is left out: from far
// away it is no longer right, and without it they lose energy instead.
static double share_of_correction(const JointSet3 *set, const Joint3 *joint, double substep)
{
    const double a = dvec3_length(set->bodies.items[joint->body[0]].angular);
    const double b = dvec3_length(set->bodies.items[joint->body[1]].angular);
    return clamp64((FAST_TURN - maximum64(a, b) * substep) / (FAST_TURN - SLOW_TURN), 0.0, 1.0);
}

void tum_joint3_correct(JointSet3 *set, const Joint3 *joint, double substep)
{
    const double share = share_of_correction(set, joint, substep);
    for (int32_t i = 0; i < joint->row_count; ++i) {
        JointRow3 *row = &set->rows.items[joint->row_first + i];
        if (!row->is_soft && !row->is_idle) {
            const double bias = (row->ahead - row->goal) / substep - joint_row3_velocity(set, row);
            row->bias += share * (bias - row->bias);
        }
    }
}

void tum_joint3_begin_relaxing(JointSet3 *set, const Joint3 *joint, double substep)
{
    for (int32_t i = 0; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        for (int32_t k = 0; k < part->row_count; ++k) {
            JointRow3 *row = &set->rows.items[part->row_first + k];
            if (row->is_soft || row->is_idle) {
                continue;
            }
            switch (row->side) {
            case SIDE_LOW:
                row->bias = maximum64(row->value - part->low, 0.0) / substep - part->low_rate;
                break;
            case SIDE_HIGH:
                row->bias = minimum64(row->value - part->high, 0.0) / substep - part->high_rate;
                break;
            default: row->bias = -part->low_rate; break;
            }
            row->bias += row->drift;
        }
    }
}
