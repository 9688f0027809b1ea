// SPDX-License-Identifier: MIT
/// stale_pair3.h: kernel for eight pairs whose budget is used up (recycle3.h): relative poses of
/// their shapes, the approach ahead in the coming step, and the displacement since the last
/// collision.
///
/// A pair that moves by more than the size of its shapes seldom meets. With the distance d of the
/// balls around both shapes and the relative displacement m of the bodies in the step, points of
/// the shapes are never nearer along the straight path than
///
///     min |d + t m| - DEFLECTION t |m| - radii        0 <= t <= 1
///
/// where the second term leaves room for a path that is bent by impacts on others. The minimum is
/// at t = -d.m / m^2 + p D / (|m| sqrt(1 - D^2)), p being the distance of the line from the centre
/// of the other ball.
///
/// stale_pair3.c implements this, a kernel.
#ifndef TUM_CONTACT3_STALE_PAIR3_H
#define TUM_CONTACT3_STALE_PAIR3_H

#include "base/kernel.h"
#include "math/wide3.h"
#include "system/cpu.h"

/// Sine and tangent of 30 degrees.
static const float DEFLECTION = 0.5f, DEFLECTION_TANGENT = 0.57735027f;

/// Pose of a shape in its body: a row of eight numbers.
typedef struct StaleShape3 {
    Pose3 center_from_shape;
    float bounding_radius; ///< [m] Of the shape.
} StaleShape3;

/// Inputs of eight pairs, per side. Pointers lead to rows of eight numbers.
typedef struct StalePairs3 {
    const float *place[2][WIDE]; ///< BodyPlace3, up to its rotation.
    const float *state[2][WIDE]; ///< SolverBody3, its velocities.
    const float *pose[WIDE];     ///< RecyclePose3
    StaleShape3 shape[2][WIDE];
    _Alignas(32) Lanes bounding_radius[2]; ///< [m] Of the bodies; may be infinite.
} StalePairs3;

/// Results of a pair: three rows.
typedef struct StalePlace3 {
    Pose3 world_from_a;
    float ahead; ///< [m] Bound of the approach of two points of the bodies in the coming step.
    Pose3 a_from_b;
    float left; ///< [m] Left of the slack of the last collision.
    Pose3 seen; ///< Pose of the shape with the smaller bounding radius, in that of the other.
    /// [m] Bound of the separation of the shapes on their way through the step; -1 where they move
    /// by less than their size.
    float passing;
} StalePlace3;

typedef struct StalePairKernel3 {
    /// @param seconds  of the coming step
    void (*locate)(const StalePairs3 *pairs, float seconds, StalePlace3 places[WIDE]);
} StalePairKernel3;

KERNEL_DECLARE(const StalePairKernel3, tum_stale_pair3);

static inline const StalePairKernel3 *stale_pair_kernel3(CpuInstructions instructions)
{
    return cpu_choose_kernel_to_avx2(instructions, tum_stale_pair3);
}

#endif
