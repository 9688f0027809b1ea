// SPDX-License-Identifier: MIT
// joint_measure3.c: rows of a joint from its parts: directions and position errors.
//
// The definition of a part (limit3.h) needs the rotation between the frames as a quaternion, and
// arctangents. Most parts need less. A point or a distance needs the origins only, two nearly
// parallel axes only their cross product. Where all three directions are locked, any three axes are
// equivalent, so the axes of the world are used.
//
// A hinge about x with a limited angle, as an example, is three parts and six rows. c is a centre
// of mass, v and w are its velocities [m/s], [rad/s]; a_x, a_y, a_z and b_x, b_y, b_z are the axes
// of the frames in the world, p_a and p_b their origins, and r = p_b - c, one per body.
//
//     FORM_POINT   C  = p_b - p_a                                       [m] three rows
//                  C' = vb + wb x rb - va - wa x ra
//                  row i: n = e_i, j = r x e_i, with the axes e_i of the world
//     FORM_SWING   C  = a_k . s, k = y, z                               [rad] two rows
//                  with s along a_x x b_x, as long as the angle between a_x and b_x
//                  C' = a_k . (wb - wa): n = 0, j = a_k
//     FORM_TWIST   C  = 2 atan2(b_y . a_z - b_z . a_y, 1 + trace), plus whole turns [rad] one row
//                  with trace = a_x . b_x + a_y . b_y + a_z . b_z
//                  C' = t . (wb - wa), t = (a_x + b_x) / (1 + a_x . b_x): n = 0, j = t, unless
//                  the axes are nearly opposite (limit3.h)
//
// C is JointRow3.value, and C' the x' of joint_data3.h. C' of a lock holds to first order in the
// opening of the joint. joint_rows3.c sets the wanted C': the locks close in a substep, the twist
// reaches the nearer end of its range at most.
#include "joint3/joint_measure3.h"

#include <math.h>

#include "joint3/joint_count3.h"
#include "joint3/joint_frames3.h"
#include "joint3/joint_numbers3.h"
#include "joint3/limit3.h"

typedef struct FramePair {
    DVec3 arm[2];   // [m] from the centres to the origin of b
    DVec3 d;        // [m] from origin to origin
    DMat3 a, b;     // where has_axes
    DQuat a_from_b; // where has_turn
    bool has_axes, has_turn;
} FramePair;

static FramePair place_by_definition(const Joint3 *joint, DPose3 center_a, DPose3 center_b)
{
    const DPose3 a = dpose3_multiply(center_a, joint->frame[0]);
    const DPose3 b = dpose3_multiply(center_b, joint->frame[1]);
    return (FramePair){
        .arm = {dvec3_sub(b.position, center_a.position), dvec3_sub(b.position, center_b.position)},
        .d = dvec3_sub(b.position, a.position),
        .a = dquat_matrix(a.rotation),
        .b = dquat_matrix(b.rotation),
        .a_from_b = dquat_normalize(dquat_multiply(dquat_conjugate(a.rotation), b.rotation)),
        .has_axes = true,
        .has_turn = true};
}

static FramePair place_frames(const JointSet3 *set, const Joint3 *joint, bool ahead)
{
    const JointBody3 *a = &set->bodies.items[joint->body[0]];
    const JointBody3 *b = &set->bodies.items[joint->body[1]];
    const DPose3 *center_a = ahead ? &a->ahead : &a->center;
    const DPose3 *center_b = ahead ? &b->ahead : &b->center;
    if (set->by_definition) {
        return place_by_definition(joint, *center_a, *center_b);
    }
    const DVec3 to_a = dmat3_transform(a->axes, joint->frame[0].position);
    const DVec3 to_b = dmat3_transform(b->axes, joint->frame[1].position);
    const DVec3 apart = dvec3_sub(center_b->position, center_a->position);
    FramePair frames;
    frames.arm[0] = dvec3_add(apart, to_b);
    frames.arm[1] = to_b;
    frames.d = dvec3_sub(frames.arm[0], to_a);
    frames.has_axes = frames.has_turn = false;
    return frames;
}

static void place_axes(const JointSet3 *set, const Joint3 *joint, FramePair *frames)
{
    if (!frames->has_axes) {
        frames->a = dmat3_multiply(set->bodies.items[joint->body[0]].axes, joint->axes[0]);
        frames->b = dmat3_multiply(set->bodies.items[joint->body[1]].axes, joint->axes[1]);
        frames->has_axes = true;
    }
}

static DQuat turn_of(FramePair *frames)
{
    if (!frames->has_turn) {
        frames->a_from_b = dquat_from_matrix(dmat3_multiply(dmat3_transpose(frames->a), frames->b));
        frames->has_turn = true;
    }
    return frames->a_from_b;
}

static void direct_linear(JointRow3 *row, const FramePair *frames, DVec3 direction)
{
    row->is_angular = false;
    row->n = direction;
    row->j[0] = dvec3_cross(frames->arm[0], direction);
    row->j[1] = dvec3_cross(frames->arm[1], direction);
}

static void direct_angular(JointRow3 *row, DVec3 direction)
{
    row->is_angular = true;
    row->n = (DVec3){0.0, 0.0, 0.0};
    row->j[0] = direction;
    row->j[1] = direction;
}

static void weigh(JointRow3 *row, const JointBody3 *a, const JointBody3 *b)
{
    row->k[0] = dsym3_transform(a->inverse_inertia, row->j[0]);
    row->k[1] = dsym3_transform(b->inverse_inertia, row->j[1]);
    row->diagonal = (a->inverse_mass + b->inverse_mass) * dvec3_length_squared(row->n) +
                    dvec3_dot(row->j[0], row->k[0]) + dvec3_dot(row->j[1], row->k[1]);
}

static bool counts_turns(const JointPart3 *part)
{
    return part->is_angular && axis_count(part->axes) == 1 &&
           (part->kind != PART_LOCK || is_finite64(part->stiffness));
}

// Whether a part is measured as one value with one direction, as a range is; else one per axis.
static bool is_measured_whole(const JointPart3 *part)
{
    return part->kind != PART_LOCK || (part->is_angular && axis_count(part->axes) == 1);
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

static double angle_per_sine(double sine_squared)
{
    double sum = ARCSINE_TERMS[ARCSINE_COUNT - 1];
    for (int i = ARCSINE_COUNT - 1; i-- > 0;) {
        sum = ARCSINE_TERMS[i] + sine_squared * sum;
    }
    return sum;
}

// Rotation vector between axis k of both frames, along a x b, in the world; false where it is not
// small.
static bool small_swing(const FramePair *frames, int k, DVec3 *swing)
{
    const DVec3 a = column_of(frames->a, k), b = column_of(frames->b, k);
    const DVec3 across = dvec3_cross(a, b);
    const double sine_squared = dvec3_length_squared(across);
    *swing = dvec3_scale(across, angle_per_sine(sine_squared));
    return sine_squared < SMALL_SINE_SQUARED && dvec3_dot(a, b) > 0.0;
}

// Rotation vector between the frames, by 2 sin(angle) axis = sum of a_i x b_i; false where it is
// not small.
static bool small_turn(const FramePair *frames, DVec3 *turn)
{
    const DVec3 sum = dvec3_add(
        dvec3_cross(frames->a.x, frames->b.x),
        dvec3_add(dvec3_cross(frames->a.y, frames->b.y), dvec3_cross(frames->a.z, frames->b.z)));
    const double trace = dvec3_dot(frames->a.x, frames->b.x) + dvec3_dot(frames->a.y, frames->b.y) +
                         dvec3_dot(frames->a.z, frames->b.z);
    const double sine_squared = 0.25 * dvec3_length_squared(sum);
    *turn = dvec3_scale(sum, 0.5 * angle_per_sine(sine_squared));
    return sine_squared < SMALL_SINE_SQUARED && trace > 1.0;
}

// The error of a lock of these angular axes, a number per axis of a.
static DVec3 angular_lock(const JointPart3 *part, FramePair *frames)
{
    DVec3 vector;
    if (part->form == FORM_SWING &&
        small_swing(frames, first_axis(AXES_ALL & ~part->axes), &vector)) {
        return dmat3_transform_transposed(frames->a, vector);
    }
    return tum_limit3_lock(turn_of(frames), part->axes);
}

static DVec3 whole_lock(FramePair *frames)
{
    DVec3 vector;
    return small_turn(frames, &vector)
               ? vector
               : dmat3_transform(frames->a, tum_limit3_lock(turn_of(frames), AXES_ALL));
}

// tan(angle / 2) of the rotation about axis i is (b_j . a_k - b_k . a_j) / (1 + trace).
static double twist_angle(FramePair *frames, unsigned axes)
{
    const int i = first_axis(axes), j = (i + 1) % 3, k = (i + 2) % 3;
    const DVec3 aj = column_of(frames->a, j), ak = column_of(frames->a, k);
    const DVec3 bj = column_of(frames->b, j), bk = column_of(frames->b, k);
    const double along = dvec3_dot(column_of(frames->a, i), column_of(frames->b, i));
    const double below = 1.0 + along + dvec3_dot(aj, bj) + dvec3_dot(ak, bk);
    return below > 0.1 ? 2.0 * tum_atan2_64(dvec3_dot(ak, bj) - dvec3_dot(aj, bk), below)
                       : tum_limit3_angle(turn_of(frames), axes);
}

static Measure3 measure_twist(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part,
                              FramePair *frames)
{
    const int axis = first_axis(part->axes);
    const DVec3 a = column_of(frames->a, axis), b = column_of(frames->b, axis);
    const double stretch = 1.0 + dvec3_dot(a, b);
    double angle = twist_angle(frames, part->axes);
    if (counts_turns(part)) {
        angle = tum_joint3_whole_angle(set, joint, axis, angle, stretch < 0.5e-8);
    }
    return (Measure3){angle, part->kind == PART_DRIVE ? a : tum_limit3_twist_direction(a, b)};
}

static Measure3 measure_cone(const JointPart3 *part, FramePair *frames)
{
    const int axis = first_axis(AXES_ALL & ~part->axes);
    const DVec3 a = column_of(frames->a, axis), b = column_of(frames->b, axis);
    const DVec3 across = dvec3_cross(a, b);
    const double sine = dvec3_length(across);
    return (Measure3){tum_atan2_64(sine, dvec3_dot(a, b)),
                      sine > SHORTEST ? dvec3_scale(across, 1.0 / sine)
                                      : column_of(frames->a, first_axis(part->axes))};
}

static Measure3 measure_distance(const JointSet3 *set, const Joint3 *joint, const FramePair *frames)
{
    const double length = dvec3_length(frames->d);
    if (length > SHORTEST) {
        return (Measure3){length, dvec3_scale(frames->d, 1.0 / length)};
    }
    const DMat3 body = set->bodies.items[joint->body[0]].axes;
    return (Measure3){length, dmat3_transform(body, joint->axes[0].x)};
}

static Measure3 measure_by_definition(const JointSet3 *set, const Joint3 *joint,
                                      const JointPart3 *part, FramePair *frames)
{
    if (!part->is_angular) {
        return tum_limit3_linear(frames->a, frames->d, part->axes);
    }
    const DQuat turn = turn_of(frames);
    Measure3 measure = tum_limit3_angular(frames->a, turn, part->axes);
    if (counts_turns(part)) {
        measure.value = tum_joint3_whole_angle(set, joint, first_axis(part->axes), measure.value,
                                               tum_limit3_is_twist_undefined(turn, part->axes));
    }
    if (part->kind == PART_DRIVE) {
        measure.direction = column_of(frames->a, first_axis(part->axes));
    }
    return measure;
}

static Measure3 measure_part(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part,
                             FramePair *frames)
{
    switch (part->form) {
    case FORM_DISTANCE: return measure_distance(set, joint, frames);
    case FORM_CONE: return measure_cone(part, frames);
    case FORM_TWIST: return measure_twist(set, joint, part, frames);
    default: return measure_by_definition(set, joint, part, frames);
    }
}

static double lock_value(const JointPart3 *part, const FramePair *frames, DVec3 angles, int axis)
{
    return part->is_angular ? dvec3_part(angles, axis)
                            : dvec3_dot(column_of(frames->a, axis), frames->d);
}

// Measures locks of linear axes, or of several angular ones.
static void measure_lock(const JointPart3 *part, FramePair *frames, JointRow3 *rows)
{
    const DVec3 angles = part->is_angular ? angular_lock(part, frames) : frames->d;
    for (int i = 0; i < part->row_count; ++i) {
        const int axis = axis_at(part->axes, i);
        rows[i].value = lock_value(part, frames, angles, axis);
        if (!part->is_angular) {
            direct_linear(&rows[i], frames, column_of(frames->a, axis));
        } else {
            direct_angular(&rows[i], column_of(frames->a, axis));
        }
    }
}

// Angular velocities by unit impulses along the axes of the world at the end of an arm.
static JointSpin3 spin_of_point(DSym3 inverse_inertia, DVec3 arm)
{
    const DMat3 m = dsym3_matrix(inverse_inertia);
    return (JointSpin3){.x = dvec3_sub(dvec3_scale(m.y, arm.z), dvec3_scale(m.z, arm.y)),
                        .y = dvec3_sub(dvec3_scale(m.z, arm.x), dvec3_scale(m.x, arm.z)),
                        .z = dvec3_sub(dvec3_scale(m.x, arm.y), dvec3_scale(m.y, arm.x))};
}

// The part of the diagonal by rotation of one body.
static DVec3 turned_diagonal(const JointSpin3 *spin, DVec3 arm)
{
    return (DVec3){spin->x.y * arm.z - spin->x.z * arm.y, spin->y.z * arm.x - spin->y.x * arm.z,
                   spin->z.x * arm.y - spin->z.y * arm.x};
}

static void measure_first_point(Joint3 *joint, JointRow3 *rows, const FramePair *frames,
                                const JointBody3 *a, const JointBody3 *b)
{
    joint->spin[0] = spin_of_point(a->inverse_inertia, frames->arm[0]);
    joint->spin[1] = spin_of_point(b->inverse_inertia, frames->arm[1]);
    const double inverse_mass = a->inverse_mass + b->inverse_mass;
    const DVec3 turned = dvec3_add(turned_diagonal(&joint->spin[0], frames->arm[0]),
                                   turned_diagonal(&joint->spin[1], frames->arm[1]));
    for (int i = 0; i < 3; ++i) {
        rows[i].value = dvec3_part(frames->d, i);
        rows[i].n = (DVec3){i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
        rows[i].is_angular = false;
        rows[i].diagonal = inverse_mass + dvec3_part(turned, i);
    }
}

static void measure_point(JointRow3 *rows, const FramePair *frames, const JointBody3 *a,
                          const JointBody3 *b)
{
    for (int i = 0; i < 3; ++i) {
        const DVec3 axis = {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
        rows[i].value = dvec3_part(frames->d, i);
        direct_linear(&rows[i], frames, axis);
        weigh(&rows[i], a, b);
    }
}

static void measure_turn(JointRow3 *rows, FramePair *frames, const JointBody3 *a,
                         const JointBody3 *b)
{
    const DVec3 turn = whole_lock(frames);
    for (int i = 0; i < 3; ++i) {
        rows[i].value = dvec3_part(turn, i);
        direct_angular(&rows[i],
                       (DVec3){i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0});
        rows[i].k[0] = column_of(dsym3_matrix(a->inverse_inertia), i);
        rows[i].k[1] = column_of(dsym3_matrix(b->inverse_inertia), i);
        rows[i].diagonal = dvec3_part(rows[i].k[0], i) + dvec3_part(rows[i].k[1], i);
    }
}

// Counts turns of axes whose drive is currently idle.
static void count_idle_axes(const JointSet3 *set, Joint3 *joint, FramePair *frames, unsigned axes)
{
    for (int axis = 0; axis < 3; ++axis) {
        const unsigned bit = axes & 1u << axis;
        if (bit != 0) {
            const double angle = twist_angle(frames, bit);
            const bool is_undefined = tum_limit3_is_twist_undefined(turn_of(frames), bit);
            joint->angle[axis] = tum_joint3_whole_angle(set, joint, axis, angle, is_undefined);
            joint->known |= (uint8_t)bit;
        }
    }
}

// Whether an angle about one axis changes faster than its direction says (limit3.h).
static bool is_twist_loose(const JointPart3 *part, const FramePair *frames)
{
    const int axis = first_axis(part->axes);
    return part->is_angular && axis_count(part->axes) == 1 &&
           1.0 + dvec3_dot(column_of(frames->a, axis), column_of(frames->b, axis)) < LOOSE_STRETCH;
}

void tum_joint3_measure(JointSet3 *set, Joint3 *joint)
{
    const JointBody3 *a = &set->bodies.items[joint->body[0]];
    const JointBody3 *b = &set->bodies.items[joint->body[1]];
    FramePair frames = place_frames(set, joint, false);
    if (joint->needs_axes) {
        place_axes(set, joint, &frames);
    }
    joint->arm[0] = frames.arm[0];
    joint->arm[1] = frames.arm[1];
    unsigned measured = 0;
    for (int32_t i = 0; i < joint->part_count; ++i) {
        JointPart3 *part = &set->parts.items[joint->part_first + i];
        JointRow3 *rows = &set->rows.items[part->row_first];
        if (part->is_implied) {
            continue;
        }
        if (part->form == FORM_POINT) {
            // The rows of a point need no j and k where it is the first part of a joint that is
            // not swept: joint_system_kernel3.c has them by `spin`.
            if (i == 0 && joint->is_point_first && joint->joint_sweep == 0) {
                measure_first_point(joint, rows, &frames, a, b);
            } else {
                measure_point(rows, &frames, a, b);
            }
            continue;
        }
        if (part->form == FORM_TURN) {
            measure_turn(rows, &frames, a, b);
            continue;
        }
        if (!is_measured_whole(part)) {
            measure_lock(part, &frames, rows);
        } else {
            const Measure3 measure = measure_part(set, joint, part, &frames);
            rows->value = measure.value;
            part->is_loose = is_twist_loose(part, &frames);
            if (part->is_angular) {
                direct_angular(rows, measure.direction);
            } else {
                direct_linear(rows, &frames, measure.direction);
            }
            if (counts_turns(part)) {
                joint->angle[first_axis(part->axes)] = measure.value;
                joint->known |= (uint8_t)part->axes;
                measured |= part->axes;
            }
        }
        for (int32_t k = 0; k < part->row_count; ++k) {
            weigh(&rows[k], a, b);
        }
    }
    if ((joint->counts & ~measured) != 0) {
        count_idle_axes(set, joint, &frames, joint->counts & ~measured);
    }
}

// Share of the correction from predicted poses, by the rotation in the substep: 1 for slow
// rotations, 0 for whips. The linearization is wrong for large rotations; without the correction
// whips lose energy instead of gaining it.
static double share_of_correction(double turn_squared, double slow, double fast)
{
    return turn_squared > slow * slow
               ? clamp64((fast - square_root64(turn_squared)) / (fast - slow), 0.0, 1.0)
               : 1.0;
}

// [rad^2] Squared rotation of the arms of a joint in a substep.
static double sweep_squared(const Joint3 *joint, const JointBody3 *a, const JointBody3 *b,
                            double substep)
{
    return substep * substep *
           maximum64(arm3_sweep_squared(a->angular, joint->arm[0]),
                     arm3_sweep_squared(b->angular, joint->arm[1]));
}

// Aims the rows of a joint's first part, a point, at the origins' distance in a substep.
static void aim_point(JointRow3 *rows, DVec3 ahead, DVec3 moving, double substep, double share)
{
    for (int32_t k = 0; k < 3; ++k) {
        if (!rows[k].is_idle) {
            const double bias =
                (dvec3_part(ahead, k) - rows[k].goal) / substep - dvec3_part(moving, k);
            rows[k].bias += share * (bias - rows[k].bias);
        }
    }
}

// Whether an angular range is inactive and too far from its end to reach it in this substep. An
// angle about one axis may change faster than bodies rotate while the axis swings; the factor
// bounds this.
static bool is_far(const JointPart3 *part, const JointRow3 *row, const JointBody3 *a,
                   const JointBody3 *b, double substep)
{
    const double most = 5.0 * substep;
    const double slack = minimum64(row->value - part->low, part->high - row->value);
    return part->is_angular && row->state != ROW_FREE && slack > 0.0 &&
           slack * slack > most * most * dvec3_length_squared(dvec3_sub(b->angular, a->angular));
}

// Predicts the position errors of a part's rows, a number per row.
// @return the cosine of the rotation of a range's direction until then; 0 where it is unknown.
static double measure_ahead(const JointSet3 *set, const Joint3 *joint, const JointPart3 *part,
                            FramePair *frames, double ahead[3])
{
    if (part->form == FORM_POINT || part->form == FORM_TURN) {
        const DVec3 wrong = part->form == FORM_POINT ? frames->d : whole_lock(frames);
        ahead[0] = wrong.x;
        ahead[1] = wrong.y;
        ahead[2] = wrong.z;
        return 1.0;
    }
    if (!is_measured_whole(part)) {
        const DVec3 angles = part->is_angular ? angular_lock(part, frames) : frames->d;
        for (int32_t k = 0; k < part->row_count; ++k) {
            ahead[k] = lock_value(part, frames, angles, axis_at(part->axes, k));
        }
        return 1.0;
    }
    const JointRow3 *row = &set->rows.items[part->row_first];
    const Measure3 measure = measure_part(set, joint, part, frames);
    const DVec3 direction = part->is_angular ? row->j[0] : row->n;
    ahead[0] = measure.value;
    if (is_twist_loose(part, frames)) {
        return 0.0;
    }
    return dvec3_dot(measure.direction, direction) /
           square_root64(dvec3_length_squared(measure.direction) * dvec3_length_squared(direction));
}

double tum_joint3_look_ahead(JointSet3 *set, const Joint3 *joint, double substep)
{
    const JointBody3 *a = &set->bodies.items[joint->body[0]];
    const JointBody3 *b = &set->bodies.items[joint->body[1]];
    const double spin_squared =
        substep * substep *
        maximum64(dvec3_length_squared(a->angular), dvec3_length_squared(b->angular));
    // The arm of a joint rotates no faster than its body.
    const double linear_share =
        spin_squared > SLOW_SWEEP * SLOW_SWEEP
            ? share_of_correction(sweep_squared(joint, a, b, substep), SLOW_SWEEP, FAST_SWEEP)
            : 1.0;
    const double angular_share = share_of_correction(spin_squared, SLOW_SPIN, FAST_SPIN);
    Joint3 then; // with the frames at the end of the substep
    const Joint3 *placed = joint;
    if (joint->is_moving) {
        then = *joint;
        tum_joint3_advance_frames(&then, substep);
        placed = &then;
    }
    FramePair frames = place_frames(set, placed, true);
    double turn_squared = spin_squared;
    int32_t i = 0;
    if (joint->is_point_first) {
        aim_point(&set->rows.items[joint->row_first], frames.d, joint3_point_velocity(joint, a, b),
                  substep, linear_share);
        i = 1;
    }
    for (; i < joint->part_count; ++i) {
        const JointPart3 *part = &set->parts.items[joint->part_first + i];
        JointRow3 *rows = &set->rows.items[part->row_first];
        if (part->kind == PART_DRIVE || rows->is_soft || part->is_implied ||
            (part->kind == PART_RANGE && !joint->is_moving && is_far(part, rows, a, b, substep))) {
            continue;
        }
        if (part->form != FORM_POINT && part->form != FORM_DISTANCE) {
            place_axes(set, placed, &frames);
        }
        double ahead[3];
        const double cosine = measure_ahead(set, placed, part, &frames, ahead);
        const double part_share =
            (part->is_angular ? angular_share : linear_share) *
            clamp64((cosine - TURNED_MUCH) / (TURNED_LITTLE - TURNED_MUCH), 0.0, 1.0);
        turn_squared = maximum64(turn_squared, 2.0 - 2.0 * cosine);
        for (int32_t k = 0; k < part->row_count; ++k) {
            JointRow3 *row = &rows[k];
            if (!row->is_idle) {
                const double bias =
                    (ahead[k] - row->goal) / substep - joint_row3_velocity(row, a, b);
                row->bias += part_share * (bias - row->bias);
            }
        }
    }
    return turn_squared;
}
