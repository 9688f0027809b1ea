// SPDX-License-Identifier: MIT
/// judge.h: how good a simulated scene is: figures for any engine, from the poses
/// of its bodies and the shapes of the file.
#ifndef BENCH_JUDGE_H
#define BENCH_JUDGE_H

#include "tumble/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where the bodies of a scene are, in its order.
typedef struct BenchPoses {
    const float *positions; ///< [m] 3 a body: the body frame's origin; in 4D 4.
    const float *rotations; ///< 4 a body: x y z w; in 4D a matrix of 16, column by column.
    const bool *awake;      ///< One a body.
} BenchPoses;

typedef struct BenchQuality {
    double deepest, deep99;           ///< [m] Of pairs that overlap: the largest, 99th percentile.
    uint64_t overlaps;                ///< Such pairs.
    double drift_largest, drift_mean; ///< [m] From the start, across.
    uint64_t fallen;                  ///< Over 0.5 m below their start.
    uint64_t lost;                    ///< Below y = -3.
    double joint_largest, joint_mean; ///< [m] Between the two anchors of a joint.
    double speed;                     ///< [m/s] Mean distance of the last frame, per second.
    double energy;       ///< Kinetic and potential, by that of the start; see judge.c. 4D: 0.
    uint64_t outside;    ///< `drum`: not inside it.
    uint64_t disturbed;  ///< Called "asleep", and awake or somewhere else.
    uint64_t not_finite; ///< Bodies with a number that is none.
    uint64_t unmeasured; ///< Colliders whose shape is not known here.
} BenchQuality;

/// A scene of four dimensions is judged by the same figures, but of joints: judge4.c.
///
/// @param name    of the scene: `drum` has a question of its own, `net` may hang below y = -3.
/// @param before  poses one frame ago.
/// @return false when out of memory.
bool bench_judge(const TumScene *scene, const char *name, const BenchPoses *now,
                 const BenchPoses *before, BenchQuality *quality);

/// The rays of the scene `rays`.
typedef struct BenchRays {
    float *from, *along; ///< [m] 3 numbers each.
    size_t count;
} BenchRays;

bool bench_rays_init(BenchRays *rays);
void bench_rays_free(BenchRays *rays);

#ifdef __cplusplus
}
#endif

#endif
