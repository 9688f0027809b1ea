// SPDX-License-Identifier: MIT
/// math3_64.h: vectors, rotations, matrices and poses in 3D, in double precision.
///
/// Loading uses these types: hierarchies, hulls, mass properties; world/build.c rounds once.
/// Vectors are columns; a matrix is its three columns; quaternions are x y z w, q turns v to q v
/// q*.
#ifndef TUM_MATH_MATH3_64_H
#define TUM_MATH_MATH3_64_H

#include "math/scalar.h"

typedef struct DVec3 {
    double x, y, z;
} DVec3;

typedef struct DQuat {
    double x, y, z, w;
} DQuat;

/// Three columns.
typedef struct DMat3 {
    DVec3 x, y, z;
} DMat3;

/// A symmetric matrix: inertia, its inverse, second moments.
typedef struct DSym3 {
    double xx, yy, zz, xy, xz, yz;
} DSym3;

/// Maps p to position + rotation * p.
typedef struct DPose3 {
    DVec3 position;
    DQuat rotation;
} DPose3;

static inline DVec3 dvec3(double x, double y, double z)
{
    return (DVec3){x, y, z};
}

static inline DVec3 dvec3_add(DVec3 a, DVec3 b)
{
    return (DVec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline DVec3 dvec3_sub(DVec3 a, DVec3 b)
{
    return (DVec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline DVec3 dvec3_scale(DVec3 a, double factor)
{
    return (DVec3){a.x * factor, a.y * factor, a.z * factor};
}

/// a + b * factor.
static inline DVec3 dvec3_add_scaled(DVec3 a, DVec3 b, double factor)
{
    return (DVec3){a.x + b.x * factor, a.y + b.y * factor, a.z + b.z * factor};
}

static inline DVec3 dvec3_negate(DVec3 a)
{
    return (DVec3){-a.x, -a.y, -a.z};
}

/// Component by component.
static inline DVec3 dvec3_multiply(DVec3 a, DVec3 b)
{
    return (DVec3){a.x * b.x, a.y * b.y, a.z * b.z};
}

static inline DVec3 dvec3_absolute(DVec3 a)
{
    return (DVec3){absolute64(a.x), absolute64(a.y), absolute64(a.z)};
}

static inline DVec3 dvec3_minimum(DVec3 a, DVec3 b)
{
    return (DVec3){minimum64(a.x, b.x), minimum64(a.y, b.y), minimum64(a.z, b.z)};
}

static inline DVec3 dvec3_maximum(DVec3 a, DVec3 b)
{
    return (DVec3){maximum64(a.x, b.x), maximum64(a.y, b.y), maximum64(a.z, b.z)};
}

static inline double dvec3_dot(DVec3 a, DVec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline DVec3 dvec3_cross(DVec3 a, DVec3 b)
{
    return (DVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double dvec3_length_squared(DVec3 a)
{
    return dvec3_dot(a, a);
}

static inline double dvec3_length(DVec3 a)
{
    return square_root64(dvec3_dot(a, a));
}

static inline double dvec3_distance(DVec3 a, DVec3 b)
{
    return dvec3_length(dvec3_sub(a, b));
}

/// a scaled to unit length; `fallback` where a is too short to have a direction.
static inline DVec3 dvec3_normalize_or(DVec3 a, DVec3 fallback)
{
    const double squared = dvec3_dot(a, a);
    if (!(squared > 1e-300)) {
        return fallback;
    }
    return dvec3_scale(a, 1.0 / square_root64(squared));
}

/// A unit vector at right angles to the unit vector a; a function of a alone.
static inline DVec3 dvec3_perpendicular(DVec3 a)
{
    const DVec3 b = absolute64(a.x) < 0.6 ? (DVec3){0.0, a.z, -a.y} : (DVec3){a.y, -a.x, 0.0};
    return dvec3_scale(b, 1.0 / dvec3_length(b));
}

static inline double dvec3_part(DVec3 a, int axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

static inline bool dvec3_is_finite(DVec3 a)
{
    return is_finite64(a.x) && is_finite64(a.y) && is_finite64(a.z);
}

#define DQUAT_IDENTITY ((DQuat){0.0, 0.0, 0.0, 1.0})

/// The rotation b, followed by a.
static inline DQuat dquat_multiply(DQuat a, DQuat b)
{
    return (DQuat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                   a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/// The inverse of a unit quaternion.
static inline DQuat dquat_conjugate(DQuat q)
{
    return (DQuat){-q.x, -q.y, -q.z, q.w};
}

/// The unit quaternion; the identity where q has no length.
static inline DQuat dquat_normalize(DQuat q)
{
    const double squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (!(squared > 1e-300)) {
        return DQUAT_IDENTITY;
    }
    const double factor = 1.0 / square_root64(squared);
    return (DQuat){q.x * factor, q.y * factor, q.z * factor, q.w * factor};
}

static inline DVec3 dquat_rotate(DQuat q, DVec3 v)
{
    const DVec3 u = {q.x, q.y, q.z};
    DVec3 t = dvec3_cross(u, v);
    t = dvec3_add(t, t);
    return dvec3_add(dvec3_add(v, dvec3_scale(t, q.w)), dvec3_cross(u, t));
}

/// Rotates v by the inverse of q.
static inline DVec3 dquat_unrotate(DQuat q, DVec3 v)
{
    return dquat_rotate(dquat_conjugate(q), v);
}

static inline DMat3 dquat_matrix(DQuat q)
{
    const double x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    const double xx = q.x * x2, xy = q.x * y2, xz = q.x * z2;
    const double yy = q.y * y2, yz = q.y * z2, zz = q.z * z2;
    const double wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    return (DMat3){{1.0 - (yy + zz), xy + wz, xz - wy},
                   {xy - wz, 1.0 - (xx + zz), yz + wx},
                   {xz + wy, yz - wx, 1.0 - (xx + yy)}};
}

/// q advanced by the small rotation vector `turn` [rad]: the Cayley form (1, turn/2) / sqrt(1 +
/// |turn/2|^2), a unit quaternion about the same axis by 2 atan(|turn|/2). Second-order accurate
/// and free of trigonometry (docs/simulation.md#2-free-motion).
static inline DQuat dquat_advance(DQuat q, DVec3 turn)
{
    const DQuat step = {0.5 * turn.x, 0.5 * turn.y, 0.5 * turn.z, 1.0};
    return dquat_normalize(dquat_multiply(step, q));
}

/// The rotation of a matrix with orthonormal columns and determinant 1 (Shepperd, "Quaternion from
/// Rotation Matrix", 1978).
static inline DQuat dquat_from_matrix(DMat3 m)
{
    const double trace = m.x.x + m.y.y + m.z.z;
    DQuat q;
    if (trace > 0.0) {
        const double s = square_root64(trace + 1.0);
        const double r = 0.5 / s;
        q = (DQuat){(m.y.z - m.z.y) * r, (m.z.x - m.x.z) * r, (m.x.y - m.y.x) * r, 0.5 * s};
    } else if (m.x.x >= m.y.y && m.x.x >= m.z.z) {
        const double s = square_root64(1.0 + m.x.x - m.y.y - m.z.z);
        const double r = 0.5 / s;
        q = (DQuat){0.5 * s, (m.x.y + m.y.x) * r, (m.z.x + m.x.z) * r, (m.y.z - m.z.y) * r};
    } else if (m.y.y >= m.z.z) {
        const double s = square_root64(1.0 + m.y.y - m.x.x - m.z.z);
        const double r = 0.5 / s;
        q = (DQuat){(m.x.y + m.y.x) * r, 0.5 * s, (m.y.z + m.z.y) * r, (m.z.x - m.x.z) * r};
    } else {
        const double s = square_root64(1.0 + m.z.z - m.x.x - m.y.y);
        const double r = 0.5 / s;
        q = (DQuat){(m.z.x + m.x.z) * r, (m.y.z + m.z.y) * r, 0.5 * s, (m.x.y - m.y.x) * r};
    }
    return dquat_normalize(q);
}

#define DMAT3_IDENTITY ((DMat3){{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}})

static inline DVec3 dmat3_transform(DMat3 m, DVec3 v)
{
    return (DVec3){m.x.x * v.x + m.y.x * v.y + m.z.x * v.z, m.x.y * v.x + m.y.y * v.y + m.z.y * v.z,
                   m.x.z * v.x + m.y.z * v.y + m.z.z * v.z};
}

/// The transpose of m, times v.
static inline DVec3 dmat3_transform_transposed(DMat3 m, DVec3 v)
{
    return (DVec3){dvec3_dot(m.x, v), dvec3_dot(m.y, v), dvec3_dot(m.z, v)};
}

static inline DMat3 dmat3_multiply(DMat3 a, DMat3 b)
{
    return (DMat3){dmat3_transform(a, b.x), dmat3_transform(a, b.y), dmat3_transform(a, b.z)};
}

static inline DMat3 dmat3_transpose(DMat3 m)
{
    return (DMat3){{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}

static inline double dmat3_determinant(DMat3 m)
{
    return dvec3_dot(m.x, dvec3_cross(m.y, m.z));
}

/// The inverse; all zero where the determinant is zero.
static inline DMat3 dmat3_inverse(DMat3 m)
{
    const DVec3 r0 = dvec3_cross(m.y, m.z), r1 = dvec3_cross(m.z, m.x), r2 = dvec3_cross(m.x, m.y);
    const double determinant = dvec3_dot(m.x, r0);
    const double factor = determinant != 0.0 ? 1.0 / determinant : 0.0;
    return (DMat3){{r0.x * factor, r1.x * factor, r2.x * factor},
                   {r0.y * factor, r1.y * factor, r2.y * factor},
                   {r0.z * factor, r1.z * factor, r2.z * factor}};
}

static inline DVec3 dsym3_transform(DSym3 m, DVec3 v)
{
    return (DVec3){m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
                   m.xz * v.x + m.yz * v.y + m.zz * v.z};
}

static inline DMat3 dsym3_matrix(DSym3 m)
{
    return (DMat3){{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}};
}

/// rotation * diag(diagonal) * rotation transposed (docs/dialects.md#d2).
static inline DSym3 dsym3_from_diagonal(DMat3 rotation, DVec3 diagonal)
{
    const DVec3 a = rotation.x, b = rotation.y, c = rotation.z, d = diagonal;
    return (DSym3){d.x * a.x * a.x + d.y * b.x * b.x + d.z * c.x * c.x,
                   d.x * a.y * a.y + d.y * b.y * b.y + d.z * c.y * c.y,
                   d.x * a.z * a.z + d.y * b.z * b.z + d.z * c.z * c.z,
                   d.x * a.x * a.y + d.y * b.x * b.y + d.z * c.x * c.y,
                   d.x * a.x * a.z + d.y * b.x * b.z + d.z * c.x * c.z,
                   d.x * a.y * a.z + d.y * b.y * b.z + d.z * c.y * c.z};
}

#define DPOSE3_IDENTITY ((DPose3){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0}})

static inline DVec3 dpose3_transform(DPose3 pose, DVec3 point)
{
    return dvec3_add(pose.position, dquat_rotate(pose.rotation, point));
}

static inline DVec3 dpose3_untransform(DPose3 pose, DVec3 point)
{
    return dquat_unrotate(pose.rotation, dvec3_sub(point, pose.position));
}

/// a_from_c = pose_multiply(a_from_b, b_from_c).
static inline DPose3 dpose3_multiply(DPose3 a, DPose3 b)
{
    return (DPose3){dpose3_transform(a, b.position), dquat_multiply(a.rotation, b.rotation)};
}

static inline DPose3 dpose3_inverse(DPose3 pose)
{
    const DQuat back = dquat_conjugate(pose.rotation);
    return (DPose3){dquat_rotate(back, dvec3_negate(pose.position)), back};
}

/// b_from_c out of a_from_b and a_from_c.
static inline DPose3 dpose3_relative(DPose3 a_from_b, DPose3 a_from_c)
{
    const DQuat back = dquat_conjugate(a_from_b.rotation);
    return (DPose3){dquat_rotate(back, dvec3_sub(a_from_c.position, a_from_b.position)),
                    dquat_multiply(back, a_from_c.rotation)};
}

#endif
