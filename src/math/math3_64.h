// SPDX-License-Identifier: MIT
/// math3_64.h: vectors, rotations, matrices and poses in 3D, in double precision.
///
/// Loading uses these types: hierarchies, hulls, mass properties; world/build.c rounds once.
/// Vectors are columns; a matrix is its three columns; quaternions are x y z w, q turns v to q v
/// q*.
#ifndef TUM_MATH_MATH3_64_H
#define TUM_MATH_MATH3_64_H

#include "math/scalar.h"

#include "math/double_names.inl"

#include "math/real3.inl"

#include "math/double_names_end.inl"

#define DQUAT_IDENTITY ((DQuat){0.0, 0.0, 0.0, 1.0})

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

static inline DMat3 dsym3_matrix(DSym3 m)
{
    return (DMat3){{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}};
}

#define DPOSE3_IDENTITY ((DPose3){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0}})

#endif
