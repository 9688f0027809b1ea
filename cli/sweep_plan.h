// SPDX-License-Identifier: MIT
/// sweep_plan.h: the plan of a sweep: its document, its design, its measures, and the name of each
/// run.
#ifndef TUM_CLI_SWEEP_PLAN_H
#define TUM_CLI_SWEEP_PLAN_H

#include "batch.h"
#include "measure.h"
#include "sweep_design.h"
#include "tumble/tumble.h"

typedef struct SweepSettings {
    OptionTexts varies, measures;
    const char *design;
    int samples, seed;
    const char *out, *shard, *trajectory;
    int jobs, memory_limit;
    double time_limit, claim_timeout;
    double duration, rate;
    int substeps;
    OptionNumbers gravity;
    const char *dialect;
    bool literal_stiffness, no_animations, retry, json, quiet;
} SweepSettings;

/// Digits of a run's name and a zero.
enum { RUN_NAME_BYTES = 17, SWEEP_MOST_VARIES = OPTION_MAX_TEXTS };

/// A zeroed plan is empty; sweep_plan_free frees one.
typedef struct SweepPlan {
    const SweepSettings *settings;
    const char *file;
    TumDialect dialect;
    TumDocument *document;
    TumScene *scene; ///< Scene of the document as it is.
    TumReport *report;
    Design design;
    Measure *measures; ///< [measure_count]
    size_t measure_count;
    uint64_t common; ///< Hash of all that runs have in common.
} SweepPlan;

/// Opens the file, reads design and measures, and checks that each number can be set.
///
/// @return EXIT_DONE, or an ExitCode after a message.
int sweep_plan_make(SweepPlan *plan, const SweepSettings *settings, const char *file,
                    Console *console);

void sweep_plan_free(SweepPlan *plan);

/// The name of a run: a hash of the document with its buffers, of tumble's version and commit, of
/// options, measures and values. Runs of one name have one result.
///
/// @param values  [design.vary_count]
void sweep_run_name(const SweepPlan *plan, const double *values, char name[RUN_NAME_BYTES]);

/// Reads the scene of a document as the options say.
TumStatus sweep_read_scene(const SweepPlan *plan, const TumDocument *document, TumScene **scene,
                           TumReport *report);

#endif
