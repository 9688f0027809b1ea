// SPDX-License-Identifier: MIT
/// stale_pair3.h: pairs whose budget is spent (recycle3.h), eight side by side: where their shapes
/// are to each other, how much nearer they may come in the coming step, and how far they have moved
/// since they were looked at.
///
/// stale_pair3.inl has it once for each set of instructions; all give the same bits.
#ifndef TUM_CONTACT3_STALE_PAIR3_H
#define TUM_CONTACT3_STALE_PAIR3_H

#include "math/wide3.h"
#include "system/cpu.h"

/// A shape in its body: a row of eight numbers.
typedef struct StaleShape3 {
    Pose3 center_from_shape;
    float reach; ///< [m] Of the shape.
} StaleShape3;

/// What is asked of eight pairs; of either side the first. Rows of eight numbers where they are
/// kept.
typedef struct StalePairs3 {
    const float *place[2][WIDE]; ///< BodyPlace3, as far as its rotation
    const float *state[2][WIDE]; ///< SolverBody3, as far as it says how fast the body is
    const float *look[WIDE];     ///< RecyclePose3
    StaleShape3 shape[2][WIDE];
    _Alignas(32) Lanes reach[2]; ///< [m] Of the bodies; may be endless.
} StalePairs3;

/// What is answered of a pair: three rows.
typedef struct StalePlace3 {
    Pose3 world_from_a;
    float ahead; ///< [m] The farthest that two points of the bodies approach each other in a step.
    Pose3 a_from_b;
    float left; ///< [m] Of the last look's slack.
    Pose3 seen; ///< Of the shape that reaches less far, in the frame of the other.
    float unused;
} StalePlace3;

typedef struct StalePairKernel3 {
    /// @param seconds  of the coming step
    void (*locate)(const StalePairs3 *pairs, float seconds, StalePlace3 places[WIDE]);
} StalePairKernel3;

/// For what every processor of this build's kind has.
extern const StalePairKernel3 tum_stale_pair3_base;
/// x86 with AVX2 only.
extern const StalePairKernel3 tum_stale_pair3_avx2;

/// The one for this processor.
static inline const StalePairKernel3 *stale_pair3_kernel(void)
{
    return cpu_choose_avx2(&tum_stale_pair3_avx2, &tum_stale_pair3_base);
}

#endif
