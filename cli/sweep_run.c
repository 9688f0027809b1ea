// SPDX-License-Identifier: MIT
// sweep_run.c: sets the numbers of a run, simulates and measures.
#include "sweep_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "interrupt.h"
#include "output.h"
#include "sweep_row.h"
#include "system/path.h"

enum { STEPS_OF_BEAT = 64 };

// All of a run. Zeroed: none.
typedef struct Run {
    const SweepPlan *plan;
    const double *values;
    double duration, rate, substeps; // As the values say.
    double gravity[4];
    bool has_gravity;
    TumReport *report;
    TumDocument *document;
    TumScene *scene;
    TumWorld *world;
    MeasureSeries *series; // [measure_count]
    const char *path;      // File of the trajectory; NULL: none.
    Output output;
    TumTrajectory *trajectory;
    char message[256]; // "": that of the status, or of a finding.
    bool is_wrong_use; // A value is out of the range of its option.
} Run;

static const double *base_gravity(const Run *run)
{
    const OptionNumbers *given = &run->plan->settings->gravity;
    return given->count > 0 ? given->value : run->scene->world_gravity;
}

static void scale_gravity(Run *run, double strength)
{
    double square = 0.0;
    for (int i = 0; i < 4; ++i) {
        square += run->gravity[i] * run->gravity[i];
    }
    for (int i = 0; i < 4; ++i) {
        // Without a direction of its own gravity points down.
        run->gravity[i] = square > 0.0 ? run->gravity[i] / sqrt(square) * strength
                          : i == 1     ? -strength
                                       : 0.0;
    }
}

static void set_option(Run *run, VaryTarget target, double value)
{
    run->has_gravity |= target >= VARY_GRAVITY;
    switch (target) {
    case VARY_RATE: run->rate = value; break;
    case VARY_DURATION: run->duration = value; break;
    case VARY_SUBSTEPS: run->substeps = rint(value); break;
    case VARY_GRAVITY: scale_gravity(run, value); break;
    case VARY_GRAVITY_X:
    case VARY_GRAVITY_Y:
    case VARY_GRAVITY_Z:
    case VARY_GRAVITY_W: run->gravity[target - VARY_GRAVITY_X] = value; break;
    case VARY_DOCUMENT: break;
    }
}

// @return false with a message, where an option is out of its range.
static bool is_in_range(Run *run, const char *name, double value, double low, double high)
{
    if (value >= low && value <= high) {
        return true;
    }
    run->is_wrong_use = true;
    snprintf(run->message, sizeof run->message, "%s %g is out of its range, %g to %g", name, value,
             low, high);
    return false;
}

static TumStatus set_numbers(Run *run)
{
    const Design *design = &run->plan->design;
    TumStatus status = tum_document_copy(run->plan->document, &run->document);
    for (size_t i = 0; i < design->vary_count; ++i) {
        const Vary *vary = &design->varies[i];
        for (size_t k = 0; k < vary->name_count && status == TUM_OK; ++k) {
            if (vary->targets[k] == VARY_DOCUMENT) {
                status = tum_document_set_number(run->document, vary->names[k], run->values[i]);
            }
        }
    }
    return status;
}

static bool set_options(Run *run)
{
    const SweepSettings *settings = run->plan->settings;
    const Design *design = &run->plan->design;
    run->duration = settings->duration;
    run->rate = settings->rate;
    run->substeps = settings->substeps;
    run->has_gravity = settings->gravity.count > 0;
    for (int i = 0; i < run->scene->dimension && i < 4; ++i) {
        run->gravity[i] = base_gravity(run)[i];
    }
    for (size_t i = 0; i < design->vary_count; ++i) {
        for (size_t k = 0; k < design->varies[i].name_count; ++k) {
            set_option(run, design->varies[i].targets[k], run->values[i]);
        }
    }
    return is_in_range(run, "rate", run->rate, 1.0, 1e4) &&
           is_in_range(run, "duration", run->duration, 0.0, 1e6) &&
           is_in_range(run, "substeps", run->substeps, 1.0, TUM_MAX_SUBSTEPS);
}

static TumStatus make_world(Run *run)
{
    TumWorldDef def = tum_default_world_def();
    def.substeps = (int)run->substeps;
    def.override_gravity = run->has_gravity;
    def.number = 1;
    for (int i = 0; i < 4 && run->has_gravity; ++i) {
        def.gravity[i] = (float)run->gravity[i];
    }
    return tum_world_create(run->scene, &def, &run->world, run->report);
}

static TumStatus prepare(Run *run)
{
    const size_t count = run->plan->measure_count;
    run->report = tum_report_create(NULL);
    run->series = calloc(count + 1, sizeof *run->series);
    if (run->report == NULL || run->series == NULL) {
        return TUM_ERROR_MEMORY;
    }
    TumStatus status = set_numbers(run);
    status = status == TUM_OK ? sweep_read_scene(run->plan, run->document, &run->scene, run->report)
                              : status;
    if (status == TUM_OK && !set_options(run)) {
        status = TUM_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < count && status == TUM_OK; ++i) {
        const Measure *measure = &run->plan->measures[i];
        run->series[i] = (MeasureSeries){.measure = measure, .scene = run->scene};
        if (run->scene->nodes[measure->node].body < 0) {
            snprintf(run->message, sizeof run->message, "physics does not move node %d in this run",
                     (int)measure->node);
            status = TUM_ERROR_INPUT;
        }
    }
    return status == TUM_OK ? make_world(run) : status;
}

static TumStatus tell_file(Run *run, FileResult result, Console *console)
{
    if (result != FILE_OK) {
        console_error(console, "%s: %s", run->path, tum_file_result_text(result));
    }
    return tum_file_result_status(result);
}

static TumStatus open_trajectory(Run *run, Console *console)
{
    if (run->path == NULL) {
        return TUM_OK;
    }
    interrupt_hold(); // The file is new, and known to the handler of signals when they come.
    const FileResult result = output_open(&run->output, run->path);
    interrupt_release();
    const TumStatus status = tell_file(run, result, console);
    const TumTrajectoryFormat format =
        tum_path_has_extension(run->path, "npz") ? TUM_TRAJECTORY_NPZ : TUM_TRAJECTORY_LINES;
    return status != TUM_OK
               ? status
               : tum_trajectory_begin(run->scene, run->rate, format,
                                      (TumSink){output_write, &run->output}, &run->trajectory);
}

static TumStatus record(Run *run, uint64_t step, uint64_t steps)
{
    for (size_t i = 0; i < run->plan->measure_count; ++i) {
        measure_add(&run->series[i], run->world, (double)step / run->rate, 1.0 / run->rate,
                    step == steps);
    }
    return run->trajectory != NULL ? tum_trajectory_add(run->trajectory, run->world) : TUM_OK;
}

static TumStatus advance(Run *run, SweepBeat beat)
{
    const uint64_t steps = (uint64_t)rint(run->duration * run->rate);
    const float seconds = (float)(1.0 / run->rate);
    TumStatus status = record(run, 0, steps);
    for (uint64_t step = 1; step <= steps && status == TUM_OK; ++step) {
        status = tum_world_step(run->world, seconds);
        if (status == TUM_ERROR_DIVERGED) {
            snprintf(run->message, sizeof run->message, "the simulation diverged at t = %g s",
                     (double)step / run->rate);
        }
        status = status == TUM_OK ? record(run, step, steps) : status;
        if (step % STEPS_OF_BEAT == 0 && beat.note != NULL) {
            beat.note(beat.user);
        }
    }
    return status;
}

// A run that diverged keeps the steps before.
static TumStatus close_trajectory(Run *run, TumStatus status, Console *console)
{
    const TumStatus ended = tum_trajectory_end(run->trajectory);
    run->trajectory = NULL;
    if (run->path == NULL || (status != TUM_OK && status != TUM_ERROR_DIVERGED) ||
        (ended != TUM_OK && ended != TUM_ERROR_FILE)) {
        const FileResult why = run->output.result;
        output_discard(&run->output);
        if (status == TUM_ERROR_FILE && why != FILE_OK) {
            (void)tell_file(run, why, console);
        }
        return status == TUM_OK ? ended : status;
    }
    const TumStatus written = tell_file(run, output_commit(&run->output), console);
    return written != TUM_OK ? written : status;
}

static const TumDiagnostic *first_error(const TumReport *report)
{
    for (size_t i = 0; i < tum_report_count(report); ++i) {
        const TumDiagnostic *finding = tum_report_at(report, i);
        if (finding->severity == TUM_SEVERITY_ERROR) {
            return finding;
        }
    }
    return NULL;
}

static TumStatus write_row(const Run *run, const char *name, TumStatus status, TextBuffer *text)
{
    const TumDiagnostic *error = first_error(run->report);
    double *measures = calloc(run->plan->measure_count + 1, sizeof *measures);
    if (measures == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < run->plan->measure_count; ++i) {
        measures[i] = measure_value(&run->series[i]);
    }
    SweepRow row = {.name = name, .values = run->values};
    row.outcome =
        run->is_wrong_use ? BATCH_USAGE : batch_outcome_of(exit_code_of(status, run->report, NULL));
    row.measures = run->world != NULL ? measures : NULL;
    if (row.outcome != BATCH_DONE) {
        row.code = error != NULL && status != TUM_ERROR_DIVERGED ? error->code : NULL;
        row.message = run->message[0] != '\0' ? run->message
                      : row.code != NULL      ? error->message
                      : status != TUM_OK      ? tum_status_text(status)
                                              : NULL;
    }
    const TumStatus written = sweep_row_write(run->plan, &row, text);
    free(measures);
    return written;
}

int sweep_run(const SweepPlan *plan, uint64_t index, const char *trajectory, SweepBeat beat,
              TextBuffer *row, Console *console)
{
    double values[SWEEP_MOST_VARIES];
    char name[RUN_NAME_BYTES];
    design_values(&plan->design, index, values);
    sweep_run_name(plan, values, name);
    Run run = {.plan = plan, .values = values, .path = trajectory};
    TumStatus status = prepare(&run);
    status = status == TUM_OK ? open_trajectory(&run, console) : status;
    status = status == TUM_OK ? advance(&run, beat) : status;
    status = close_trajectory(&run, status, console);
    if (status != TUM_ERROR_FILE && status != TUM_ERROR_MEMORY) {
        const TumStatus written = write_row(&run, name, status, row);
        status = written == TUM_OK ? TUM_OK : written;
    }
    tum_world_destroy(run.world);
    tum_scene_destroy(run.scene);
    tum_document_destroy(run.document);
    tum_report_destroy(run.report);
    free(run.series);
    return status == TUM_OK ? EXIT_DONE : status == TUM_ERROR_FILE ? EXIT_FILE : EXIT_MEMORY;
}
