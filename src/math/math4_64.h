// SPDX-License-Identifier: MIT
/// math4_64.h: vectors, bivectors, rotations and matrices in 4D, in double precision.
///
/// Loading uses these types: hierarchies, hulls, mass properties. So does free spin, whose momentum
/// would drift in single precision. Vectors are columns; a matrix is its four columns. Conventions
/// and formulas: docs/simulation.md#11-four-dimensions. A bivector XY XZ YZ XW YW ZW with positive
/// XY turns +X toward +Y.
#ifndef TUM_MATH_MATH4_64_H
#define TUM_MATH_MATH4_64_H

#include "math/math3_64.h"

typedef struct DVec4 {
    double x, y, z, w;
} DVec4;

/// An oriented area: a rate of rotation, a torque, an angular momentum.
typedef struct DBivec4 {
    double xy, xz, yz, xw, yw, zw;
} DBivec4;

/// A bivector as two independent 3-vectors: with a = (YZ, -XZ, XY), the planes of 3D, and b = (XW,
/// YW, ZW), left = a - b and right = a + b. A rotation turns each by its own quaternion.
typedef struct DHalves4 {
    DVec3 left, right;
} DHalves4;

/// A rotation: turns v, read as a quaternion x y z w, to left v right*. Both quaternions have unit
/// length; every rotation has two pairs, (left, right) and (-left, -right).
typedef struct DRotation4 {
    DQuat left, right;
} DRotation4;

/// Four columns.
typedef struct DMat4 {
    DVec4 x, y, z, w;
} DMat4;

/// Maps p to position + rotation * p.
typedef struct DPose4 {
    DVec4 position;
    DRotation4 rotation;
} DPose4;

static inline DVec4 dvec4(double x, double y, double z, double w)
{
    return (DVec4){x, y, z, w};
}

static inline DVec4 dvec4_add(DVec4 a, DVec4 b)
{
    return (DVec4){a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

static inline DVec4 dvec4_sub(DVec4 a, DVec4 b)
{
    return (DVec4){a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
}

static inline DVec4 dvec4_scale(DVec4 a, double factor)
{
    return (DVec4){a.x * factor, a.y * factor, a.z * factor, a.w * factor};
}

/// a + b * factor.
static inline DVec4 dvec4_add_scaled(DVec4 a, DVec4 b, double factor)
{
    return (DVec4){a.x + b.x * factor, a.y + b.y * factor, a.z + b.z * factor, a.w + b.w * factor};
}

static inline DVec4 dvec4_negate(DVec4 a)
{
    return (DVec4){-a.x, -a.y, -a.z, -a.w};
}

/// Component by component.
static inline DVec4 dvec4_multiply(DVec4 a, DVec4 b)
{
    return (DVec4){a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w};
}

static inline DVec4 dvec4_absolute(DVec4 a)
{
    return (DVec4){absolute64(a.x), absolute64(a.y), absolute64(a.z), absolute64(a.w)};
}

static inline DVec4 dvec4_minimum(DVec4 a, DVec4 b)
{
    return (DVec4){minimum64(a.x, b.x), minimum64(a.y, b.y), minimum64(a.z, b.z),
                   minimum64(a.w, b.w)};
}

static inline DVec4 dvec4_maximum(DVec4 a, DVec4 b)
{
    return (DVec4){maximum64(a.x, b.x), maximum64(a.y, b.y), maximum64(a.z, b.z),
                   maximum64(a.w, b.w)};
}

static inline double dvec4_dot(DVec4 a, DVec4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

static inline double dvec4_length_squared(DVec4 a)
{
    return dvec4_dot(a, a);
}

static inline double dvec4_length(DVec4 a)
{
    return square_root64(dvec4_dot(a, a));
}

static inline double dvec4_distance(DVec4 a, DVec4 b)
{
    return dvec4_length(dvec4_sub(a, b));
}

/// a scaled to unit length; `fallback` where a is too short to have a direction.
static inline DVec4 dvec4_normalize_or(DVec4 a, DVec4 fallback)
{
    const double squared = dvec4_dot(a, a);
    if (!(squared > 1e-60)) {
        return fallback;
    }
    return dvec4_scale(a, 1.0 / square_root64(squared));
}

static inline double dvec4_part(DVec4 a, int axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : axis == 2 ? a.z : a.w;
}

static inline bool dvec4_is_finite(DVec4 a)
{
    return is_finite64(a.x) && is_finite64(a.y) && is_finite64(a.z) && is_finite64(a.w);
}

/// A vector at right angles to all three; its length is the volume they span, and X, Y, Z give +W.
static inline DVec4 dvec4_perpendicular(DVec4 a, DVec4 b, DVec4 c)
{
    const double xy = b.x * c.y - b.y * c.x, xz = b.x * c.z - b.z * c.x;
    const double yz = b.y * c.z - b.z * c.y, xw = b.x * c.w - b.w * c.x;
    const double yw = b.y * c.w - b.w * c.y, zw = b.z * c.w - b.w * c.z;
    return (DVec4){-(a.y * zw - a.z * yw + a.w * yz), a.x * zw - a.z * xw + a.w * xz,
                   -(a.x * yw - a.y * xw + a.w * xy), a.x * yz - a.y * xz + a.z * xy};
}

static inline DBivec4 dbivec4_add(DBivec4 a, DBivec4 b)
{
    return (DBivec4){a.xy + b.xy, a.xz + b.xz, a.yz + b.yz, a.xw + b.xw, a.yw + b.yw, a.zw + b.zw};
}

static inline DBivec4 dbivec4_scale(DBivec4 a, double factor)
{
    return (DBivec4){a.xy * factor, a.xz * factor, a.yz * factor,
                     a.xw * factor, a.yw * factor, a.zw * factor};
}

/// Component by component: inertia times rate, in principal axes.
static inline DBivec4 dbivec4_multiply(DBivec4 a, DBivec4 b)
{
    return (DBivec4){a.xy * b.xy, a.xz * b.xz, a.yz * b.yz, a.xw * b.xw, a.yw * b.yw, a.zw * b.zw};
}

static inline double dbivec4_dot(DBivec4 a, DBivec4 b)
{
    return a.xy * b.xy + a.xz * b.xz + a.yz * b.yz + a.xw * b.xw + a.yw * b.yw + a.zw * b.zw;
}

static inline double dbivec4_length(DBivec4 a)
{
    return square_root64(dbivec4_dot(a, a));
}

/// The oriented area from a to b: the torque of the force b at the arm a.
static inline DBivec4 dvec4_wedge(DVec4 a, DVec4 b)
{
    return (DBivec4){a.x * b.y - a.y * b.x, a.x * b.z - a.z * b.x, a.y * b.z - a.z * b.y,
                     a.x * b.w - a.w * b.x, a.y * b.w - a.w * b.y, a.z * b.w - a.w * b.z};
}

/// Velocity of the point at `arm` from the center under the rate `spin`. With any force F,
/// dot(wedge(arm, F), spin) = dot(F, velocity).
static inline DVec4 dbivec4_velocity(DBivec4 spin, DVec4 arm)
{
    return (DVec4){-(spin.xy * arm.y + spin.xz * arm.z + spin.xw * arm.w),
                   spin.xy * arm.x - spin.yz * arm.z - spin.yw * arm.w,
                   spin.xz * arm.x + spin.yz * arm.y - spin.zw * arm.w,
                   spin.xw * arm.x + spin.yw * arm.y + spin.zw * arm.z};
}

static inline DHalves4 dbivec4_halves(DBivec4 a)
{
    return (DHalves4){{a.yz - a.xw, -a.xz - a.yw, a.xy - a.zw},
                      {a.yz + a.xw, -a.xz + a.yw, a.xy + a.zw}};
}

static inline DBivec4 dbivec4_from_halves(DHalves4 a)
{
    return (DBivec4){.xy = 0.5 * (a.left.z + a.right.z),
                     .xz = -0.5 * (a.left.y + a.right.y),
                     .yz = 0.5 * (a.left.x + a.right.x),
                     .xw = 0.5 * (a.right.x - a.left.x),
                     .yw = 0.5 * (a.right.y - a.left.y),
                     .zw = 0.5 * (a.right.z - a.left.z)};
}

#define DROTATION4_IDENTITY ((DRotation4){{0.0, 0.0, 0.0, 1.0}, {0.0, 0.0, 0.0, 1.0}})

/// The rotation b, followed by a.
static inline DRotation4 drotation4_multiply(DRotation4 a, DRotation4 b)
{
    return (DRotation4){dquat_multiply(a.left, b.left), dquat_multiply(a.right, b.right)};
}

static inline DRotation4 drotation4_inverse(DRotation4 a)
{
    return (DRotation4){dquat_conjugate(a.left), dquat_conjugate(a.right)};
}

/// Normalizes each half, which removes the rounding errors of a rotation.
static inline DRotation4 drotation4_normalize(DRotation4 a)
{
    return (DRotation4){dquat_normalize(a.left), dquat_normalize(a.right)};
}

static inline DVec4 drotation4_rotate(DRotation4 a, DVec4 v)
{
    const DQuat turned = dquat_multiply(dquat_multiply(a.left, (DQuat){v.x, v.y, v.z, v.w}),
                                        dquat_conjugate(a.right));
    return (DVec4){turned.x, turned.y, turned.z, turned.w};
}

/// Rotates v by the inverse of a.
static inline DVec4 drotation4_unrotate(DRotation4 a, DVec4 v)
{
    return drotation4_rotate(drotation4_inverse(a), v);
}

static inline DHalves4 drotation4_rotate_halves(DRotation4 a, DHalves4 v)
{
    return (DHalves4){dquat_rotate(a.left, v.left), dquat_rotate(a.right, v.right)};
}

static inline DBivec4 drotation4_rotate_bivec(DRotation4 a, DBivec4 v)
{
    return dbivec4_from_halves(drotation4_rotate_halves(a, dbivec4_halves(v)));
}

/// Rotates v by the inverse of a.
static inline DBivec4 drotation4_unrotate_bivec(DRotation4 a, DBivec4 v)
{
    return drotation4_rotate_bivec(drotation4_inverse(a), v);
}

static inline DMat4 drotation4_matrix(DRotation4 rotation)
{
    const double a = rotation.left.w, b = rotation.left.x, c = rotation.left.y, d = rotation.left.z;
    const double p = rotation.right.w, q = rotation.right.x;
    const double s = rotation.right.y, t = rotation.right.z;
    const double ap = a * p, aq = a * q, as = a * s, at = a * t;
    const double bp = b * p, bq = b * q, bs = b * s, bt = b * t;
    const double cp = c * p, cq = c * q, cs = c * s, ct = c * t;
    const double dp = d * p, dq = d * q, ds = d * s, dt = d * t;
    return (DMat4){{ap + bq - cs - dt, at + bs + cq + dp, -as + bt - cp + dq, aq - bp - ct + ds},
                   {-at + bs + cq - dp, ap - bq + cs - dt, aq + bp + ct + ds, as + bt - cp - dq},
                   {as + bt + cp + dq, -aq - bp + ct + ds, ap - bq - cs + dt, at - bs + cq - dp},
                   {-aq + bp - ct + ds, -as + bt + cp - dq, -at - bs + cq + dp, ap + bq + cs + dt}};
}

/// The quaternion of the rotation vector `angle` [rad].
static inline DQuat dquat_exp(DVec3 angle)
{
    const double half_squared = 0.25 * dvec3_dot(angle, angle);
    double sine, cosine, factor;
    if (half_squared < 1e-5) {
        // The next terms, x^6/5040 and x^8/40320 of the half angle, are below the last place.
        factor = 1.0 - half_squared / 6.0 * (1.0 - half_squared / 20.0);
        cosine =
            1.0 - half_squared / 2.0 * (1.0 - half_squared / 12.0 * (1.0 - half_squared / 30.0));
    } else {
        const double half = square_root64(half_squared);
        tum_sine_cosine64(half, &sine, &cosine);
        factor = sine / half;
    }
    const DVec3 part = dvec3_scale(angle, 0.5 * factor);
    return (DQuat){part.x, part.y, part.z, cosine};
}

/// The rotation by the bivector `angle` [rad], whether simple, isoclinic or double, since each half
/// has its own exponential.
static inline DRotation4 drotation4_exp(DBivec4 angle)
{
    const DHalves4 halves = dbivec4_halves(angle);
    return (DRotation4){dquat_exp(halves.left), dquat_exp(halves.right)};
}

#define DMAT4_IDENTITY                                                                             \
    ((DMat4){                                                                                      \
        {1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}, {0.0, 0.0, 0.0, 1.0}})

static inline DVec4 dmat4_transform(DMat4 m, DVec4 v)
{
    return (DVec4){m.x.x * v.x + m.y.x * v.y + m.z.x * v.z + m.w.x * v.w,
                   m.x.y * v.x + m.y.y * v.y + m.z.y * v.z + m.w.y * v.w,
                   m.x.z * v.x + m.y.z * v.y + m.z.z * v.z + m.w.z * v.w,
                   m.x.w * v.x + m.y.w * v.y + m.z.w * v.z + m.w.w * v.w};
}

/// The transpose of m, times v.
static inline DVec4 dmat4_transform_transposed(DMat4 m, DVec4 v)
{
    return (DVec4){dvec4_dot(m.x, v), dvec4_dot(m.y, v), dvec4_dot(m.z, v), dvec4_dot(m.w, v)};
}

static inline DMat4 dmat4_multiply(DMat4 a, DMat4 b)
{
    return (DMat4){dmat4_transform(a, b.x), dmat4_transform(a, b.y), dmat4_transform(a, b.z),
                   dmat4_transform(a, b.w)};
}

static inline DMat4 dmat4_transpose(DMat4 m)
{
    return (DMat4){{m.x.x, m.y.x, m.z.x, m.w.x},
                   {m.x.y, m.y.y, m.z.y, m.w.y},
                   {m.x.z, m.y.z, m.z.z, m.w.z},
                   {m.x.w, m.y.w, m.z.w, m.w.w}};
}

static inline double dmat4_determinant(DMat4 m)
{
    // perpendicular(X, Y, Z) = +W, the last column of the identity.
    return dvec4_dot(dvec4_perpendicular(m.x, m.y, m.z), m.w);
}

static inline DVec4 dpose4_transform(DPose4 pose, DVec4 point)
{
    return dvec4_add(pose.position, drotation4_rotate(pose.rotation, point));
}

/// a_from_c = pose_multiply(a_from_b, b_from_c).
static inline DPose4 dpose4_multiply(DPose4 a, DPose4 b)
{
    return (DPose4){dpose4_transform(a, b.position), drotation4_multiply(a.rotation, b.rotation)};
}

static inline DPose4 dpose4_inverse(DPose4 pose)
{
    const DRotation4 back = drotation4_inverse(pose.rotation);
    return (DPose4){drotation4_rotate(back, dvec4_negate(pose.position)), back};
}

/// b_from_c out of a_from_b and a_from_c.
static inline DPose4 dpose4_relative(DPose4 a_from_b, DPose4 a_from_c)
{
    return dpose4_multiply(dpose4_inverse(a_from_b), a_from_c);
}

#endif
