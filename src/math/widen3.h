// SPDX-License-Identifier: MIT
/// widen3.h: conversions between single and double precision in 3D.
///
/// Bodies, shapes and contacts are floats; computations sensitive to rounding use doubles.
#ifndef TUM_MATH_WIDEN3_H
#define TUM_MATH_WIDEN3_H

#include "math/math3.h"
#include "math/math3_64.h"

static inline DVec3 vec3_widen(Vec3 v)
{
    return (DVec3){(double)v.x, (double)v.y, (double)v.z};
}

static inline Vec3 vec3_narrow(DVec3 v)
{
    return (Vec3){(float)v.x, (float)v.y, (float)v.z};
}

/// A float quaternion has unit length to seven digits only, which in doubles would be a scale; the
/// result has unit length to the precision of doubles.
static inline DQuat quat_widen(Quat q)
{
    return dquat_normalize((DQuat){(double)q.x, (double)q.y, (double)q.z, (double)q.w});
}

static inline Quat quat_narrow(DQuat q)
{
    return (Quat){(float)q.x, (float)q.y, (float)q.z, (float)q.w};
}

#endif
