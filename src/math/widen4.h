// SPDX-License-Identifier: MIT
/// widen4.h: conversions between single and double precision in 4D.
///
/// Bodies, planes and spins are floats; computations sensitive to rounding use doubles.
#ifndef TUM_MATH_WIDEN4_H
#define TUM_MATH_WIDEN4_H

#include "math/math4.h"
#include "math/math4_64.h"
#include "math/widen3.h"

static inline DVec4 vec4_widen(Vec4 v)
{
    return (DVec4){(double)v.x, (double)v.y, (double)v.z, (double)v.w};
}

static inline Vec4 vec4_narrow(DVec4 v)
{
    return (Vec4){(float)v.x, (float)v.y, (float)v.z, (float)v.w};
}

static inline DBivec4 bivec4_widen(Bivec4 a)
{
    return (DBivec4){(double)a.xy, (double)a.xz, (double)a.yz,
                     (double)a.xw, (double)a.yw, (double)a.zw};
}

static inline Bivec4 bivec4_narrow(DBivec4 a)
{
    return (Bivec4){(float)a.xy, (float)a.xz, (float)a.yz, (float)a.xw, (float)a.yw, (float)a.zw};
}

static inline DHalves4 halves4_widen(Halves4 a)
{
    return (DHalves4){vec3_widen(a.left), vec3_widen(a.right)};
}

static inline Halves4 halves4_narrow(DHalves4 a)
{
    return (Halves4){vec3_narrow(a.left), vec3_narrow(a.right)};
}

/// The halves of a float rotation have unit length to seven digits only, which in doubles would be
/// a scale; those of the result have unit length to the precision of doubles.
static inline DRotation4 rotation4_widen(Rotation4 a)
{
    const Quat l = a.left, r = a.right;
    return drotation4_normalize((DRotation4){{(double)l.x, (double)l.y, (double)l.z, (double)l.w},
                                             {(double)r.x, (double)r.y, (double)r.z, (double)r.w}});
}

static inline Rotation4 rotation4_narrow(DRotation4 a)
{
    return (Rotation4){quat_narrow(a.left), quat_narrow(a.right)};
}

static inline DPose4 pose4_widen(Pose4 pose)
{
    return (DPose4){vec4_widen(pose.position), rotation4_widen(pose.rotation)};
}

#endif
