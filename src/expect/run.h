// SPDX-License-Identifier: MIT
/// run.h: a run that passes by: its form is checked, its steps go to a listener.
#ifndef TUM_EXPECT_RUN_H
#define TUM_EXPECT_RUN_H

#include "base/hash.h"
#include "expect/motion.h"

enum { REFUSAL_BYTES = 320 };

/// Receiver of the steps of a run whose form is right.
typedef struct RunListener {
    /// Takes a step; for step 0 motion->first and motion->now are the same state.
    ///
    /// @return false when out of memory.
    bool (*step)(void *user, const Motion *motion, const TumRunStep *step);
    void *user;
} RunListener;

/// Lines of a run that came in pieces (run_lines.c).
typedef struct LineReader {
    ARRAY(char) line; ///< The beginning of a line whose end has not come.
    Arena arena;      ///< The tree of one line.
    size_t number;    ///< Lines so far.
    ARRAY(TumRunNode) nodes;
    ARRAY(TumRunBody) bodies;
    ARRAY(TumRunEvent) events;
    ARRAY(const char *) texts;
} LineReader;

struct TumRun {
    TumAllocator allocator;
    const TumScene *scene;
    double duration;     ///< [s]
    double wanted_rate;  ///< [Hz] 0: the header's.
    const double *rates; ///< [rate_count] Where wanted_rate is 0, rates that it may have.
    size_t rate_count;
    RunListener listener;
    Arena arena; ///< Texts and arrays of the header.
    Motion motion;
    uint64_t *step_of;            ///< [body_count] Number of the last step with the body, plus one.
    const char *engine, *version; ///< "" where unknown.
    const char **unsupported;     ///< [unsupported_count]
    size_t unsupported_count;
    uint64_t step_count; ///< Steps so far.
    uint64_t wanted_steps;
    bool has_header, is_refused, is_out_of_memory;
    char refusal[REFUSAL_BYTES];
    Hash digest; ///< Digest of all steps.
    LineReader lines;
};

/// Begins a run. Its memory is freed by tum_run_clear.
void tum_run_begin(TumRun *run, const TumScene *scene, const TumAllocator *allocator,
                   double duration, double rate, RunListener listener);

/// Checks that all steps came, and refuses the run otherwise.
void tum_run_finish(TumRun *run);

void tum_run_clear(TumRun *run);

/// Refuses a run; the first reason stays. @return false.
__attribute__((format(__printf__, 2, 3))) bool tum_run_fail(TumRun *run, const char *format, ...);

/// Hands the last line to the run, where it has no line feed.
void tum_run_flush_lines(TumRun *run);

#endif
