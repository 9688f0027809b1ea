// SPDX-License-Identifier: MIT
// limit3.c: metrics of joint limits.
//
// The specification states these angles with arccosines, which near zero keep only half of the
// digits. Joints at rest are near zero, so arctangents are used here.
#include "joint3/limit3.h"

static const double TURN = 2.0 * PI;
static const double SHORTEST = 1e-12; // [m], and of sines: shorter vectors have no direction
static const double FARTHEST = 1e6;   // [rad] beyond it whole turns are not counted

// q and -q are the same rotation; the one with w >= 0 has an angle in (-pi, pi].
static double twist_angle(double part, double w)
{
    return w < 0.0 ? 2.0 * tum_atan2_64(-part, -w) : 2.0 * tum_atan2_64(part, w);
}

// Angle between axis k of both frames: i and j carry its sine, k and w its cosine.
static double swing_angle(double i, double j, double k, double w)
{
    return 2.0 * tum_atan2_64(square_root64(i * i + j * j), square_root64(k * k + w * w));
}

double tum_limit3_angle(DQuat a_from_b, unsigned axes)
{
    const double x = a_from_b.x, y = a_from_b.y, z = a_from_b.z, w = a_from_b.w;
    switch (axes) {
    case AXIS_X: return twist_angle(x, w);
    case AXIS_Y: return twist_angle(y, w);
    case AXIS_Z: return twist_angle(z, w);
    case AXIS_X | AXIS_Y: return swing_angle(x, y, z, w);
    case AXIS_X | AXIS_Z: return swing_angle(x, z, y, w);
    case AXIS_Y | AXIS_Z: return swing_angle(y, z, x, w);
    default: return 2.0 * tum_atan2_64(square_root64(x * x + y * y + z * z), absolute64(w));
    }
}

static double part_of(DQuat q, int axis)
{
    return axis == 0 ? q.x : axis == 1 ? q.y : q.z;
}

bool tum_limit3_is_twist_undefined(DQuat a_from_b, unsigned axis)
{
    const double part = part_of(a_from_b, first_axis(axis));
    return part * part + a_from_b.w * a_from_b.w < 0.25e-8;
}

Measure3 tum_limit3_linear(DMat3 a, DVec3 d, unsigned axes)
{
    DVec3 measured = d;
    switch (axis_count(axes)) {
    case 1: {
        const DVec3 direction = column_of(a, first_axis(axes));
        return (Measure3){dvec3_dot(direction, d), direction};
    }
    case 2: {
        const DVec3 left_out = column_of(a, first_axis(AXES_ALL & ~axes));
        measured = dvec3_add_scaled(d, left_out, -dvec3_dot(left_out, d));
        break;
    }
    default: break;
    }
    const double length = dvec3_length(measured);
    return (Measure3){length, length > SHORTEST ? dvec3_scale(measured, 1.0 / length)
                                                : column_of(a, first_axis(axes))};
}

DVec3 tum_limit3_twist_direction(DVec3 a, DVec3 b)
{
    const double along = dvec3_dot(a, b);
    const DVec3 across = dvec3_add_scaled(b, a, -along);
    return dvec3_add_scaled(a, across, 1.0 / maximum64(1.0 + along, LOOSE_STRETCH));
}

static DVec3 twist_direction(DMat3 a, DQuat a_from_b, int axis)
{
    const DVec3 unit = {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
    return dmat3_transform(a, tum_limit3_twist_direction(unit, dquat_rotate(a_from_b, unit)));
}

// Axis of the rotation by the smaller angle, in frame a.
static DVec3 axis_of(DQuat a_from_b, DVec3 fallback)
{
    const double sign = a_from_b.w < 0.0 ? -1.0 : 1.0;
    const DVec3 v = dvec3_scale((DVec3){a_from_b.x, a_from_b.y, a_from_b.z}, sign);
    const double length = dvec3_length(v);
    return length > SHORTEST ? dvec3_scale(v, 1.0 / length) : fallback;
}

// ak x bk, normalised, in frame a.
static DVec3 swing_axis(DQuat a_from_b, int left_out, DVec3 fallback)
{
    const DVec3 unit = {left_out == 0 ? 1.0 : 0.0, left_out == 1 ? 1.0 : 0.0,
                        left_out == 2 ? 1.0 : 0.0};
    const DVec3 across = dvec3_cross(unit, dquat_rotate(a_from_b, unit));
    const double length = dvec3_length(across);
    return length > SHORTEST ? dvec3_scale(across, 1.0 / length) : fallback;
}

static DVec3 turning_axis(DQuat a_from_b, unsigned axes)
{
    const int first = first_axis(axes);
    const DVec3 fallback = {first == 0 ? 1.0 : 0.0, first == 1 ? 1.0 : 0.0, first == 2 ? 1.0 : 0.0};
    return axis_count(axes) == 2 ? swing_axis(a_from_b, first_axis(AXES_ALL & ~axes), fallback)
                                 : axis_of(a_from_b, fallback);
}

Measure3 tum_limit3_angular(DMat3 a, DQuat a_from_b, unsigned axes)
{
    const double angle = tum_limit3_angle(a_from_b, axes);
    if (axis_count(axes) == 1) {
        return (Measure3){angle, twist_direction(a, a_from_b, first_axis(axes))};
    }
    return (Measure3){angle, dmat3_transform(a, turning_axis(a_from_b, axes))};
}

DVec3 tum_limit3_lock(DQuat a_from_b, unsigned axes)
{
    const double angle = tum_limit3_angle(a_from_b, axes);
    if (axis_count(axes) == 1) {
        return (DVec3){angle, angle, angle};
    }
    return dvec3_scale(turning_axis(a_from_b, axes), angle);
}

// The multiple of a whole turn nearest to this angle.
static double whole_turns(double angle)
{
    if (!(absolute64(angle) < FARTHEST)) {
        return 0.0;
    }
    const double turns = angle / TURN;
    return TURN * (double)(int32_t)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
}

double tum_limit3_unwrap_into(double angle, double low, double high)
{
    const double below = low - angle, above = angle - high;
    if (below > 0.0) {
        // The nearest angle may lie on either side of the lower end.
        const double near = angle + whole_turns(below);
        return near < low && is_finite64(high) && near + TURN <= high ? near + TURN : near;
    }
    if (above > 0.0) {
        const double near = angle - whole_turns(above);
        return near > high && is_finite64(low) && near - TURN >= low ? near - TURN : near;
    }
    return angle;
}

double tum_limit3_unwrap_after(double angle, double before)
{
    return angle + whole_turns(before - angle);
}
