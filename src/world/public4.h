// SPDX-License-Identifier: MIT
/// public4.h: conversions of 4D vectors, rotations and poses between the public types and the
/// internal ones, and between single and double precision; inside world/ only.
#ifndef TUM_WORLD_PUBLIC4_H
#define TUM_WORLD_PUBLIC4_H

#include "math/rotation4.h"
#include "math/widen4.h"
#include "tumble/pose.h"

static inline TumVec4 public_vec4(Vec4 v)
{
    return (TumVec4){v.x, v.y, v.z, v.w};
}

static inline TumBivec4 public_bivec4(Bivec4 a)
{
    return (TumBivec4){a.xy, a.xz, a.yz, a.xw, a.yw, a.zw};
}

static inline TumPose4 public_pose4(Pose4 pose)
{
    const Mat4 m = rotation4_matrix(pose.rotation);
    return (TumPose4){public_vec4(pose.position),
                      {public_vec4(m.x), public_vec4(m.y), public_vec4(m.z), public_vec4(m.w)}};
}

static inline Vec4 inner_vec4(TumVec4 v)
{
    return vec4(v.x, v.y, v.z, v.w);
}

static inline Bivec4 inner_bivec4(TumBivec4 a)
{
    return (Bivec4){a.xy, a.xz, a.yz, a.xw, a.yw, a.zw};
}

static inline bool bivec4_is_finite(Bivec4 a)
{
    return is_finite(a.xy) && is_finite(a.xz) && is_finite(a.yz) && is_finite(a.xw) &&
           is_finite(a.yw) && is_finite(a.zw);
}

static inline bool pose4_is_finite(Pose4 pose)
{
    const Quat l = pose.rotation.left, r = pose.rotation.right;
    return vec4_is_finite(pose.position) && vec4_is_finite(vec4(l.x, l.y, l.z, l.w)) &&
           vec4_is_finite(vec4(r.x, r.y, r.z, r.w));
}

static inline DVec4 inner_dvec4(TumVec4 v)
{
    return (DVec4){(double)v.x, (double)v.y, (double)v.z, (double)v.w};
}

/// The rotation nearest to a matrix. @return false where the matrix is singular or mirrors.
static inline bool inner_rotation4(TumBasis4 basis, Rotation4 *rotation)
{
    const DMat4 matrix = {inner_dvec4(basis.x), inner_dvec4(basis.y), inner_dvec4(basis.z),
                          inner_dvec4(basis.w)};
    const double determinant = dmat4_determinant(matrix);
    if (!(determinant > 1e-6) || !is_finite64(determinant)) {
        return false;
    }
    const DRotation4 nearest = tum_rotation4_from_matrix(matrix);
    *rotation = rotation4_narrow(nearest);
    return true;
}

/// @return false where a number is not finite, or the matrix is singular or mirrors.
static inline bool inner_pose4(TumPose4 given, Pose4 *pose)
{
    pose->position = inner_vec4(given.position);
    return vec4_is_finite(pose->position) && inner_rotation4(given.rotation, &pose->rotation);
}

#endif
