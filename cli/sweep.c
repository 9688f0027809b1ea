// SPDX-License-Identifier: MIT
// sweep.c: tumble sweep: many runs of a file, each with other numbers.
#include "console.h"
#include "dialect_option.h"
#include "sweep_plan.h"
#include "sweep_work.h"
#include "verbs.h"

static const SweepSettings defaults = {
    .duration = 10.0, .rate = 60.0, .substeps = 4, .claim_timeout = 120.0};

static const char *choice_of_trajectory(size_t index)
{
    static const char *const names[] = {"ndjson", "npz"};
    return index < sizeof names / sizeof *names ? names[index] : NULL;
}

static const Option options[] = {
    OPTION_TEXTS(SweepSettings, varies, "vary", "NAME=VALUES", NULL,
                 "a number to vary, in the file by JSON pointer or an option: FROM:STEP:TO, a,b,c, "
                 "or FROM:TO for samples (repeatable)"),
    OPTION_CHOICE(SweepSettings, design, "design", "KIND", choice_of_design,
                  "all combinations, random samples or a Latin hypercube; without it a grid, or "
                  "random with --sample"),
    OPTION_COUNT(SweepSettings, samples, "sample", "N", 0, SWEEP_MOST_RUNS,
                 "number of samples; 0: none, a grid"),
    OPTION_COUNT(SweepSettings, seed, "seed", "S", 0, 2147483647, "seed of the samples"),
    OPTION_TEXTS(SweepSettings, measures, "measure", "QUANTITY", NULL,
                 "a number that a run leaves, \"z(Ball)@end\" or \"max tilt(Tower)@1:3\" "
                 "(repeatable)"),
    OPTION_FILE(SweepSettings, out, "out", "DIR", OPTION_FOLDER,
                "the folder of the runs; finished ones in it are not done again"),
    OPTION_CHOICE(SweepSettings, trajectory, "trajectory", "KIND", choice_of_trajectory,
                  "keep the trajectory of each run, as JSON Lines or NumPy arrays"),
    OPTION_NUMBER(SweepSettings, duration, "duration", "S", 0.0, 1e6, "simulated time [s]"),
    OPTION_NUMBER(SweepSettings, rate, "rate", "HZ", 1.0, 1e4, "steps per simulated second"),
    OPTION_COUNT(SweepSettings, substeps, "substeps", "N", 1, TUM_MAX_SUBSTEPS,
                 "solver substeps per step"),
    OPTION_NUMBERS(SweepSettings, gravity, "gravity", "X,Y,Z[,W]", 3, 4, -1e6, 1e6,
                   "gravity [m/s^2], in place of the file's"),
    OPTION_DIALECT(SweepSettings, dialect),
    OPTION_FLAG(SweepSettings, literal_stiffness, "literal-stiffness",
                "small stiffnesses that Godot wrote for limits are N/m, not rigid"),
    OPTION_FLAG(SweepSettings, no_animations, "no-animations", "ignore the animations of the file"),
    OPTION_TEXT(SweepSettings, shard, "shard", "K/N", NULL,
                "take the share K of N, 1 to N, of the runs; auto: as Slurm, Kubernetes or MPI "
                "say"),
    OPTION_COUNT(SweepSettings, jobs, "jobs", "N", 0, BATCH_MOST_JOBS,
                 "runs worked on at once; 0: one a processor"),
    OPTION_COUNT(SweepSettings, memory_limit, "memory-limit", "MB", 0, 1 << 24,
                 "memory for a run; 0: no limit"),
    OPTION_NUMBER(SweepSettings, time_limit, "time-limit", "S", 0.0, 1e6,
                  "seconds for a run; 0: no limit"),
    OPTION_NUMBER(SweepSettings, claim_timeout, "claim-timeout", "S", 1.0, 1e6,
                  "a run is taken over when the process that works on it was silent for S seconds"),
    OPTION_FLAG(SweepSettings, retry, "retry", "do runs that failed once more"),
    OPTION_FLAG(SweepSettings, json, "json", "print each row when its run is done"),
    OPTION_FLAG(SweepSettings, quiet, "quiet", "print nothing but errors"),
};

static int run_sweep(const void *settings_bytes, const char *const *arguments, Console *console)
{
    const SweepSettings *settings = settings_bytes;
    SweepPlan plan;
    console->quiet = settings->quiet;
    if (settings->out == NULL) {
        console_error(console, "a sweep needs --out DIR, the folder of its runs");
        return EXIT_USAGE;
    }
    int code = sweep_plan_make(&plan, settings, arguments[0], console);
    code = code == EXIT_DONE ? sweep_work(&plan, console) : code;
    sweep_plan_free(&plan);
    return code;
}

const Verb sweep_verb = {
    .name = "sweep",
    .arguments = "FILE",
    .argument_files = VERB_FILES,
    .summary = "many runs of a file, each with other numbers",
    .about =
        "Runs FILE once for each set of values of --vary and writes a row with the measures of\n"
        "each run into DIR. The same command again does the runs that are left, so a sweep\n"
        "that was killed goes on; several processes and machines may work on one DIR. A run\n"
        "that fails is a row. tumble report DIR makes tables and plots of the rows.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .argument_count = 1,
    .defaults = &defaults,
    .settings_bytes = sizeof defaults,
    .examples =
        {{"tumble sweep bounce.gltf --vary gravity=2:2:20 --measure \"span y(Restitution 0.5)\" "
          "--duration 3 --out runs",
          "ten runs, each with how far a ball fell"},
         {"tumble sweep bounce.gltf --vary rate=30:240 --vary substeps=1,2,4,8 --sample 20 "
          "--measure \"y(Restitution 0.5)@1.5\" --duration 2 --out samples",
          "twenty random samples, to see how far a result depends on the step"}},
    .run = run_sweep,
};
