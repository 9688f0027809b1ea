// SPDX-License-Identifier: MIT
/// result.h: what one run of one scene measured, as any engine tells it.
#ifndef BENCH_RESULT_H
#define BENCH_RESULT_H

#include <stdio.h>

#include "judge.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BENCH_PHASES = 16 };

/// One run. Milliseconds are of one frame: one step, or for `rays` all rays.
typedef struct BenchResult {
    const char *scene, *engine; ///< "tumble 0.1.0", "Bullet 3.24"
    int threads;
    size_t frames; ///< Timed ones.
    double mean_ms, median_ms, p95_ms, p99_ms, worst_ms;
    double cpu_ms, cpu_p99_ms; ///< Mean and percentile of processor time, all threads together:
                               ///< other programs are not in it.
    uint64_t hash;             ///< Of the last state; 0: the engine has none.
    BenchQuality half, end;    ///< After half of the timed frames, after the last.
    uint64_t hits;             ///< `rays`: that hit,
    double fraction;           ///< and the mean fraction of their length.
    size_t phase_count;        ///< Or 0: not measured.
    const char *phase_names[BENCH_PHASES];
    double phase_ms[BENCH_PHASES]; ///< Mean of a frame.
} BenchResult;

/// Mean and percentiles of frames, whose arrays are sorted by it. The p-th percentile is the least
/// frame that p % of the frames do not exceed.
///
/// @param cpu_ms  processor time of each frame.
void bench_result_time(BenchResult *result, double *frame_ms, double *cpu_ms, size_t count);

/// A line of JSON. What is not finite is null.
void bench_result_print_json(FILE *out, const BenchResult *result);

/// A row for people; the first call of a table with `is_first` prints the head too.
void bench_result_print(FILE *out, const BenchResult *result, bool is_first);

#ifdef __cplusplus
}
#endif

#endif
