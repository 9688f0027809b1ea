// SPDX-License-Identifier: MIT
/// scalar.h: functions of one number with the same bits everywhere.
///
/// Simulated state uses + - * /, square root, comparison and the functions of this file: no libm.
/// Minimum and maximum are compare and select, as in the wide kernels: the second argument wins
/// when the comparison is false, NaN included.
#ifndef TUM_MATH_SCALAR_H
#define TUM_MATH_SCALAR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/exact.h"

#define PI 3.14159265358979323846
#define PI_F 3.14159265f

/// The square root, correctly rounded by IEEE 754 on every machine; compiled to one instruction.
static inline float square_root(float x)
{
    return __builtin_sqrtf(x);
}

static inline double square_root64(double x)
{
    return __builtin_sqrt(x);
}

static inline float absolute(float x)
{
    return __builtin_fabsf(x);
}

static inline double absolute64(double x)
{
    return __builtin_fabs(x);
}

/// The magnitude of one number with the sign of another, -0 included.
static inline double with_sign64(double size, double sign)
{
    return __builtin_copysign(size, sign);
}

static inline float minimum(float a, float b)
{
    return a < b ? a : b;
}

static inline float maximum(float a, float b)
{
    return a > b ? a : b;
}

static inline double minimum64(double a, double b)
{
    return a < b ? a : b;
}

static inline double maximum64(double a, double b)
{
    return a > b ? a : b;
}

static inline float clamp(float x, float low, float high)
{
    return minimum(maximum(x, low), high);
}

static inline double clamp64(double x, double low, double high)
{
    return minimum64(maximum64(x, low), high);
}

/// False for NaN and both infinities, also where the optimizer assumes there are none.
static inline bool is_finite(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & 0x7f800000u) != 0x7f800000u;
}

static inline bool is_finite64(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & 0x7ff0000000000000u) != 0x7ff0000000000000u;
}

/// Sine and cosine of any finite angle [rad]; error below 2 units in the last place for |angle| up
/// to 8192, growing beyond.
void tum_sine_cosine(float angle, float *sine, float *cosine);
void tum_sine_cosine64(double angle, double *sine, double *cosine);

/// Angle [rad] of the point (x, y) in [-pi, pi]; 0 for the origin. Signs of zero as in C's atan2.
double tum_atan2_64(double y, double x);

#endif
