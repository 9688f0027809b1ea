// SPDX-License-Identifier: MIT
/// limit3.h: metrics of joint limits, and the directions of their impulses
/// (docs/simulation.md#5-joints).
///
/// a and b are the joint's frames at node A and node B, d points from the origin of a to the origin
/// of b, q rotates from b's frame to a's. `axes` has a bit per axis of a.
#ifndef TUM_JOINT3_LIMIT3_H
#define TUM_JOINT3_LIMIT3_H

#include "math/math3_64.h"

enum { AXIS_X = 1, AXIS_Y = 2, AXIS_Z = 4, AXES_ALL = 7 };

/// A metric and its gradient. A linear one changes with the velocity of b's origin relative to the
/// same point of A, an angular one with the angular velocity of B relative to A.
typedef struct Measure3 {
    double value;    ///< [m] or [rad]
    DVec3 direction; ///< In the world; unit length, but for a slight stretch of a 1D angle.
} Measure3;

/// The angle [rad] of a limit of these axes:
///     1 axis   rotation about it, signed             (-pi, pi]
///     2 axes   between the two remaining axes        [0, pi]
///     3 axes   of the whole rotation                 [0, pi]
double tum_limit3_angle(DQuat a_from_b, unsigned axes);

/// One plus the cosine between the axes of both frames below which the angle about them is loose:
/// its gradient grows without bound as the axes become opposite.
static const double LOOSE_STRETCH = 0.1;

/// Direction of the rotation about an axis a of A, with b the same axis of B: the derivative of the
/// angle is direction . (wb - wa), with
///
///     direction = (a + b) / (1 + a . b) = a + (b - (a . b) a) / (1 + a . b)
///
/// Where the angle is loose, LOOSE_STRETCH bounds the last divisor, so that the part across a fades
/// out as the axes become opposite.
DVec3 tum_limit3_twist_direction(DVec3 a, DVec3 b);

/// Whether the rotation about one axis is undefined: the axes of both frames point in opposite
/// directions, within 1e-4 rad.
bool tum_limit3_is_twist_undefined(DQuat a_from_b, unsigned axis);

Measure3 tum_limit3_linear(DMat3 a, DVec3 d, unsigned axes);

/// The angular metric. `axes` has one, two or three bits.
Measure3 tum_limit3_angular(DMat3 a, DQuat a_from_b, unsigned axes);

/// The error of a lock of these axes at zero, a number per axis of a: one rotation, the swing
/// between the remaining axes, or the rotation vector.
DVec3 tum_limit3_lock(DQuat a_from_b, unsigned axes);

/// `angle` plus the whole turns that bring it nearest to the range [low, high]; for a range that is
/// open at one end, nearest to the other end.
double tum_limit3_unwrap_into(double angle, double low, double high);

/// The continuation of `before` to an angle that is known up to whole turns.
double tum_limit3_unwrap_after(double angle, double before);

static inline int first_axis(unsigned axes)
{
    return (axes & AXIS_X) != 0 ? 0 : (axes & AXIS_Y) != 0 ? 1 : 2;
}

static inline int axis_count(unsigned axes)
{
    return (int)((axes & 1) + (axes >> 1 & 1) + (axes >> 2 & 1));
}

static inline DVec3 column_of(DMat3 m, int axis)
{
    return axis == 0 ? m.x : axis == 1 ? m.y : m.z;
}

#endif
