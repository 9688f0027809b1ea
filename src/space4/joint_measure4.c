// SPDX-License-Identifier: MIT
// joint_measure4.c: relative pose of a joint's frames, and the rows that follow from it.
#include "math/rotation4.h"
#include "math/scalar.h"
#include "schedule/joint_numbers.h"
#include "space4/joint4.h"

#include <math.h>

static const double TURN = 6.283185307179586476925286766559;

// Both frames of a joint in the world.
typedef struct FramePair4 {
    DVec4 arm[2];    // [m] From the centres of both bodies to the anchor of B.
    DVec4 between;   // [m] From the anchor of A to that of B.
    DRotation4 turn; // Rotation of B in A.
    DMat4 a;
} FramePair4;

static const int PLANE_AXES[6][2] = {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}};

enum { PLANE_XY = 0, PLANE_ZW = 5 };

static const double FARTHEST = 1e6; // [rad] Whole turns beyond this are not counted.

// [rad] Greatest change of an angle by rounding, when the program moves both bodies together.
static const double SAME_ANGLE = 1e-3;

static const double NO_DIRECTION = 1e-12; // Sine of a rotation without a direction.

static DVec4 column(const DMat4 *m, int i)
{
    return i == 0 ? m->x : i == 1 ? m->y : i == 2 ? m->z : m->w;
}

static FramePair4 place_frames(const Joint4 *joint, const DPose4 *pose_a, const DPose4 *pose_b)
{
    const DPose4 a = dpose4_multiply(*pose_a, joint->frame[0]);
    const DPose4 b = dpose4_multiply(*pose_b, joint->frame[1]);
    return (FramePair4){
        .arm = {dvec4_sub(b.position, pose_a->position), dvec4_sub(b.position, pose_b->position)},
        .between = dvec4_sub(b.position, a.position),
        .turn = drotation4_multiply(drotation4_inverse(a.rotation), b.rotation),
        .a = drotation4_matrix(a.rotation)};
}

static double whole_turns(double angle)
{
    return absolute64(angle) < FARTHEST
               ? TURN * (double)(int64_t)(angle / TURN + (angle < 0.0 ? -0.5 : 0.5))
               : 0.0;
}

// By halves, a rotation by xy in X Y and by zw in Z W is a rotation by xy - zw and one by xy + zw
// about the same axis; each half has its own quaternion (docs/simulation.md#11-four-dimensions).
static double plane_angle(const FramePair4 *frames, int plane, double near)
{
    const DQuat l = frames->turn.left, r = frames->turn.right;
    const double left = tum_atan2_64(l.z, l.w), right = tum_atan2_64(r.z, r.w);
    const double angle = plane == PLANE_XY ? right + left : right - left;
    return angle + whole_turns(near - angle);
}

static double part_of(DBivec4 a, int plane)
{
    const double parts[6] = {a.xy, a.xz, a.yz, a.xw, a.yw, a.zw};
    return parts[plane];
}

// The rotation about X and Y that takes +Z to its rotated direction.
static DVec3 swing_of_z(DQuat q)
{
    const double x = 2.0 * (q.x * q.z + q.w * q.y), y = 2.0 * (q.y * q.z - q.w * q.x);
    const double z = 1.0 - 2.0 * (q.x * q.x + q.y * q.y);
    const double sine = square_root64(x * x + y * y), angle = tum_atan2_64(sine, z);
    return sine > NO_DIRECTION ? (DVec3){-y * angle / sine, x * angle / sine, 0.0}
                               : (DVec3){angle, 0.0, 0.0};
}

// The rotation in planes of +W that takes +W to its rotated direction.
static DBivec4 swing_of_w(DRotation4 turn)
{
    const DVec4 w = drotation4_rotate(turn, (DVec4){0.0, 0.0, 0.0, 1.0});
    const double sine = square_root64(w.x * w.x + w.y * w.y + w.z * w.z);
    const double angle = tum_atan2_64(sine, w.w);
    return sine > NO_DIRECTION ? (DBivec4){.xw = -w.x * angle / sine,
                                           .yw = -w.y * angle / sine,
                                           .zw = -w.z * angle / sine}
                               : (DBivec4){.xw = angle};
}

// Rotation of B beyond the freedoms of the joint.
static DBivec4 tilt_of(const Joint4 *joint, const FramePair4 *frames)
{
    DBivec4 tilt = {.xy = 0.0};
    switch (joint->kind) {
    case JOINT_LINE_PIN: return swing_of_w(frames->turn);
    case JOINT_HINGE:
    case JOINT_DUO_HINGE:
        tilt = dbivec4_from_halves(
            (DHalves4){swing_of_z(frames->turn.left), swing_of_z(frames->turn.right)});
        tilt.zw = plane_angle(frames, PLANE_ZW, 0.0);
        return tilt;
    case JOINT_WELD:
    case JOINT_SLIDER: return tum_rotation4_log(frames->turn);
    default: return tilt;
    }
}

// Values that the locks hold at zero, in the order of rows.
static void measure_locks(const Joint4 *joint, const FramePair4 *frames, double *values)
{
    const DBivec4 tilt = tilt_of(joint, frames);
    for (int32_t i = 0; i < joint->lock_count; ++i) {
        const JointRow4 *row = &joint->rows[i];
        values[i] = row->is_angular ? part_of(tilt, row->at)
                                    : dvec4_dot(column(&frames->a, row->at), frames->between);
    }
}

static int plane_of(JointFreedom4 freedom)
{
    return freedom == FREE_XY ? PLANE_XY : PLANE_ZW;
}

// Initial angle: within half a turn of zero, or in the range of a limit, or nearest to it.
static double first_angle(const Joint4 *joint, const FramePair4 *frames, JointFreedom4 freedom)
{
    double low = -(double)INFINITY, high = (double)INFINITY;
    for (int32_t i = 0; i < joint->term_count; ++i) {
        const JointTerm4 *term = &joint->terms[i];
        if (!term->is_drive && term->freedom == freedom) {
            low = maximum64(low, term->low);
            high = minimum64(high, term->high);
        }
    }
    const double angle = plane_angle(frames, plane_of(freedom), 0.0);
    if (angle < low) {
        const double near = plane_angle(frames, plane_of(freedom), low);
        return near < low && near + TURN <= high ? near + TURN : near;
    }
    if (angle > high) {
        const double near = plane_angle(frames, plane_of(freedom), high);
        return near > high && near - TURN >= low ? near - TURN : near;
    }
    return angle;
}

static double whole_angle(const Joint4 *joint, const FramePair4 *frames, JointFreedom4 freedom)
{
    if (!joint->angles_are_known) {
        return first_angle(joint, frames, freedom);
    }
    const double counted = joint->angle[freedom == FREE_XY ? 0 : 1];
    const double next = plane_angle(frames, plane_of(freedom), counted);
    return joint->is_placed && absolute64(next - counted) > SAME_ANGLE
               ? first_angle(joint, frames, freedom)
               : next;
}

static double measure_freedom(const Joint4 *joint, const FramePair4 *frames, JointFreedom4 freedom)
{
    return freedom == FREE_X ? dvec4_dot(frames->a.x, frames->between)
                             : whole_angle(joint, frames, freedom);
}

static DHalves4 half_of_wedge(DVec4 a, DVec4 b)
{
    return dbivec4_halves(dbivec4_scale(dvec4_wedge(a, b), 0.5));
}

static void direct(JointRow4 *row, const FramePair4 *frames)
{
    if (row->is_angular) {
        const int *axes = PLANE_AXES[row->at];
        row->n = (DVec4){0.0, 0.0, 0.0, 0.0};
        row->j[0] = half_of_wedge(column(&frames->a, axes[0]), column(&frames->a, axes[1]));
        row->j[1] = row->j[0];
    } else {
        row->n = column(&frames->a, row->at);
        row->j[0] = half_of_wedge(frames->arm[0], row->n);
        row->j[1] = half_of_wedge(frames->arm[1], row->n);
    }
}

static DHalves4 respond(const DInverseInertia4 *inverse, DHalves4 twist)
{
    return (DHalves4){dvec3_add(dmat3_transform(inverse->left, twist.left),
                                dmat3_transform(inverse->across, twist.right)),
                      dvec3_add(dmat3_transform_transposed(inverse->across, twist.left),
                                dmat3_transform(inverse->right, twist.right))};
}

static void weigh(JointRow4 *row, const JointBody4 *a, const JointBody4 *b)
{
    const DHalves4 zero = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    row->k[0] = respond(&a->inverse_inertia, dhalves4_add_scaled(zero, row->j[0], 2.0));
    row->k[1] = respond(&b->inverse_inertia, dhalves4_add_scaled(zero, row->j[1], 2.0));
    row->diagonal = (a->inverse_mass + b->inverse_mass) * dvec4_length_squared(row->n) +
                    dhalves4_dot(row->j[0], row->k[0]) + dhalves4_dot(row->j[1], row->k[1]);
}

static void count_turns(Joint4 *joint, const FramePair4 *frames)
{
    const double xy = whole_angle(joint, frames, FREE_XY);
    const double zw = whole_angle(joint, frames, FREE_ZW);
    joint->angle[0] = xy;
    joint->angle[1] = zw;
    joint->angles_are_known = true;
}

static bool has_angles(const Joint4 *joint)
{
    return joint->kind == JOINT_HINGE || joint->kind == JOINT_DUO_HINGE;
}

void tum_joint4_measure_at(Joint4 *joint, const JointBody4 *a, const JointBody4 *b)
{
    const FramePair4 frames = place_frames(joint, &a->center, &b->center);
    double values[BLOCK_SIZE_MOST];
    if (has_angles(joint)) {
        count_turns(joint, &frames);
    }
    measure_locks(joint, &frames, values);
    for (int32_t i = 0; i < joint->row_count; ++i) {
        JointRow4 *row = &joint->rows[i];
        row->value =
            i < joint->lock_count
                ? values[i]
                : measure_freedom(joint, &frames, joint->terms[i - joint->lock_count].freedom);
        direct(row, &frames);
        weigh(row, a, b);
    }
    for (int side = 0; side < 2; ++side) {
        joint->arm[side] = frames.arm[side];
        joint->arm_length[side] = dvec4_length(frames.arm[side]);
    }
}

void tum_joint4_measure(const JointSet4 *set, Joint4 *joint)
{
    tum_joint4_measure_at(joint, &set->bodies.items[joint->body[0]],
                          &set->bodies.items[joint->body[1]]);
}

double tum_joint4_value(const Joint4 *joint, const DPose4 *a, const DPose4 *b,
                        JointFreedom4 freedom)
{
    const FramePair4 frames = place_frames(joint, a, b);
    return measure_freedom(joint, &frames, freedom);
}

double tum_arm4_sweep(DHalves4 spin, DVec4 arm)
{
    const double length = dvec4_length(arm);
    return length > 1e-6 ? dvec4_length(dbivec4_velocity(dbivec4_from_halves(spin), arm)) / length
                         : 0.0;
}

static double share_of_correction(double turn, double slow, double fast)
{
    return clamp64((fast - turn) / (fast - slow), 0.0, 1.0);
}

static double rate_of(DHalves4 spin)
{
    return 0.5 * (dvec3_length(spin.left) + dvec3_length(spin.right));
}

double tum_joint4_look_ahead(const JointSet4 *set, Joint4 *joint, double substep)
{
    const JointBody4 *a = &set->bodies.items[joint->body[0]];
    const JointBody4 *b = &set->bodies.items[joint->body[1]];
    const double sweep = substep * maximum64(tum_arm4_sweep(a->spin, joint->arm[0]),
                                             tum_arm4_sweep(b->spin, joint->arm[1]));
    const double turn = substep * maximum64(rate_of(a->spin), rate_of(b->spin));
    const double linear_share = share_of_correction(sweep, SLOW_SWEEP, FAST_SWEEP);
    const double angular_share = share_of_correction(turn, SLOW_SPIN, FAST_SPIN);
    const FramePair4 frames = place_frames(joint, &a->ahead, &b->ahead);
    double values[BLOCK_SIZE_MOST];
    measure_locks(joint, &frames, values);
    for (int32_t i = 0; i < joint->row_count; ++i) {
        JointRow4 *row = &joint->rows[i];
        if (row->is_soft || row->is_idle) {
            continue;
        }
        const double then =
            i < joint->lock_count
                ? values[i]
                : measure_freedom(joint, &frames, joint->terms[i - joint->lock_count].freedom);
        const double bias = (then - row->goal) / substep - joint_row4_velocity(row, a, b);
        row->bias += (row->is_angular ? angular_share : linear_share) * (bias - row->bias);
    }
    return turn;
}
