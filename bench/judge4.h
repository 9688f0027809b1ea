// SPDX-License-Identifier: MIT
/// judge4.h: the quality of a simulated scene of four dimensions.
#ifndef BENCH_JUDGE4_H
#define BENCH_JUDGE4_H

#include "judge.h"

/// Of boxes and balls; others are counted as unmeasured. @return false when out of memory.
bool bench_judge4(const TumScene *scene, const BenchPoses *now, const BenchPoses *before,
                  BenchQuality *quality);

#endif
