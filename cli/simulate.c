// SPDX-License-Identifier: MIT
// simulate.c: tumble simulate: runs the physics of a file and records the motion.
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "batch.h"
#include "console.h"
#include "dialect_option.h"
#include "findings.h"
#include "interrupt.h"
#include "kind_names.h"
#include "no_physics.h"
#include "output.h"
#include "remarks.h"
#include "resume.h"
#include "summary.h"
#include "tumble/tumble.h"
#include "verbs.h"
#include "waiting.h"

typedef struct SimulateSettings {
    double duration, rate, restitution_threshold;
    int substeps, threads;
    OptionNumbers gravity;
    const char *dialect;
    const char *trajectory, *bake;
    OptionNumbers bake_tolerance;
    const char *checkpoint, *resume, *velocity_space;
    double checkpoint_every;
    bool bake_strip, contacts, force, lenient, literal_stiffness, no_animations, no_sleep, stats,
        json, quiet;
    BatchSettings batch;
} SimulateSettings;

static const SimulateSettings defaults = {
    .duration = 10.0,
    .rate = 60.0,
    .restitution_threshold = -1.0,
    .substeps = 4,
    .threads = 1,
    .velocity_space = "world",
    .bake_tolerance = {.value = {0.1, 0.01}, .count = 2},
};

static const char *choice_of_velocity_space(size_t index)
{
    static const char *const names[] = {"world", "node"};
    return index < sizeof names / sizeof *names ? names[index] : NULL;
}

static const Option options[] = {
    OPTION_NUMBER(SimulateSettings, duration, "duration", "S", 0.0, 1e6, "simulated time [s]"),
    OPTION_NUMBER(SimulateSettings, rate, "rate", "HZ", 1.0, 1e4, "steps per simulated second"),
    OPTION_COUNT(SimulateSettings, substeps, "substeps", "N", 1, TUM_MAX_SUBSTEPS,
                 "solver substeps per step"),
    OPTION_COUNT(SimulateSettings, threads, "threads", "N", 1, TUM_MAX_THREADS,
                 "threads that share a step; results are the same"),
    OPTION_NUMBERS(SimulateSettings, gravity, "gravity", "X,Y,Z[,W]", 3, 4, -1e6, 1e6,
                   "gravity [m/s^2], in place of the file's"),
    OPTION_NUMBER(SimulateSettings, restitution_threshold, "restitution-threshold", "V", -1.0, 1e6,
                  "slower approaches do not bounce [m/s]; -1: as gravity asks"),
    OPTION_DIALECT(SimulateSettings, dialect),
    OPTION_FILE(SimulateSettings, trajectory, "trajectory", "OUT", ".ndjson .jsonl .npz",
                "poses as JSON Lines, or as NumPy arrays where OUT ends in .npz"),
    OPTION_FILE(SimulateSettings, bake, "bake", "OUT", VERB_FILES,
                "the file with the motion as an animation"),
    OPTION_NUMBERS(SimulateSettings, bake_tolerance, "bake-tolerance", "MM[,DEG]", 1, 2, 0.0, 1e3,
                   "largest error of the animation [mm, degrees]"),
    OPTION_FLAG(SimulateSettings, bake_strip, "bake-strip", "bake without the physics extensions"),
    OPTION_FILE(SimulateSettings, checkpoint, "checkpoint", "OUT", "",
                "the state at the end, to go on from"),
    OPTION_NUMBER(SimulateSettings, checkpoint_every, "checkpoint-every", "S", 0.0, 1e6,
                  "write the checkpoint also every S simulated seconds; 0: only at the end"),
    OPTION_FILE(SimulateSettings, resume, "resume", "IN", "",
                "go on from a checkpoint, up to the same --duration"),
    OPTION_FLAG(SimulateSettings, contacts, "contacts",
                "write begin and end of contacts into the trajectory"),
    OPTION_FLAG(SimulateSettings, force, "force", "allow OUT to be FILE itself"),
    OPTION_FLAG(SimulateSettings, lenient, "lenient", "bake also when the input has errors"),
    OPTION_FLAG(SimulateSettings, literal_stiffness, "literal-stiffness",
                "small stiffnesses that Godot wrote for limits are N/m, not rigid"),
    OPTION_CHOICE(SimulateSettings, velocity_space, "velocity-space", "SPACE",
                  choice_of_velocity_space, "space of the initial velocities of OMI bodies"),
    OPTION_FLAG(SimulateSettings, no_animations, "no-animations",
                "ignore the animations of the file"),
    OPTION_FLAG(SimulateSettings, no_sleep, "no-sleep", "keep resting bodies awake"),
    OPTION_FLAG(SimulateSettings, stats, "stats",
                "print the time of steps, and counts of bodies and contacts"),
    OPTION_FLAG(SimulateSettings, json, "json", "print the summary as JSON"),
    OPTION_FLAG(SimulateSettings, quiet, "quiet", "print nothing but errors"),
    OPTION_BATCH(SimulateSettings, batch),
};

// The outputs of many files are given by their endings: --bake .glb.
static size_t name_outputs(void *settings_bytes, const char *file, const char *stem,
                           BatchName *names)
{
    SimulateSettings *settings = settings_bytes;
    const char **const outputs[] = {&settings->trajectory, &settings->bake, &settings->checkpoint};
    size_t count = 0;
    (void)file;
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; ++i) {
        if (*outputs[i] != NULL && batch_name_output(stem, *outputs[i], &names[count])) {
            *outputs[i] = names[count++].path;
        }
    }
    return count;
}

static bool check_batch(const void *settings_bytes, Console *console)
{
    const SimulateSettings *settings = settings_bytes;
    const char *const outputs[] = {settings->trajectory, settings->bake, settings->checkpoint};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; ++i) {
        if (outputs[i] != NULL && !batch_check_ending(outputs[i], console)) {
            return false;
        }
    }
    if (settings->resume != NULL) {
        console_error(console, "--resume goes on from the checkpoint of one file, not of many");
        return false;
    }
    return true;
}

static const BatchVerb batch = {
    .settings_offset = offsetof(SimulateSettings, batch),
    .json_offset = offsetof(SimulateSettings, json),
    .quiet_offset = offsetof(SimulateSettings, quiet),
    .doing = "simulating",
    .done = "simulated",
    .name_outputs = name_outputs,
    .check = check_batch,
};

// All resources of a run. Zeroed: none.
typedef struct Run {
    const SimulateSettings *settings;
    const char *file;
    TumDialect dialect;
    Console *console;
    TumReport *report;
    TumDocument *document;
    TumScene *scene;
    TumWorld *world;
    bool is_wrong_use; ///< An option does not suit the file; the message is printed.
    bool bakes;        ///< --bake is given, and the input is free of errors.
    Output output;     ///< The trajectory's output.
    TumTrajectory *trajectory;
    TumBake *bake;
    Places begin;
    TumOverlaps overlaps; ///< At the start of a new world; none for a resumed one.
    Remarks remarks;
    uint64_t first; ///< Steps completed before, by the resumed run.
    uint64_t steps; ///< Steps completed by this run.
    TumWorldCounts peak;
    Timing timing;
} Run;

static bool is_standard_stream(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

static bool ends_in(const char *text, const char *end)
{
    const size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

// @return false after a message, where an output is the input or another output.
static bool outputs_are_apart(const SimulateSettings *settings, const char *file, Console *console)
{
    static const char *const names[] = {"--trajectory", "--bake", "--checkpoint"};
    const char *const paths[] = {settings->trajectory, settings->bake, settings->checkpoint};
    for (size_t i = 0; i < 3; ++i) {
        if (paths[i] == NULL) {
            continue;
        }
        if (!settings->force && output_is_same_file(paths[i], file)) {
            console_error(console, "%s %s is the input; --force writes over it", names[i],
                          paths[i]);
            return false;
        }
        for (size_t k = 0; k < i; ++k) {
            if (paths[k] != NULL && output_is_same_file(paths[i], paths[k])) {
                console_error(console, "%s and %s name the same file: %s", names[k], names[i],
                              paths[i]);
                return false;
            }
        }
    }
    return true;
}

// Standard output can carry one output only.
static bool usage_is_right(const SimulateSettings *settings, Console *console)
{
    const int users = is_standard_stream(settings->trajectory) +
                      is_standard_stream(settings->bake) + (settings->json ? 1 : 0);
    if (users > 1) {
        console_error(console, "standard output takes one of --trajectory -, --bake -, --json");
        return false;
    }
    if (settings->checkpoint_every > 0.0 && settings->checkpoint == NULL) {
        console_error(console, "--checkpoint-every needs --checkpoint OUT");
        return false;
    }
    if (is_standard_stream(settings->checkpoint) || is_standard_stream(settings->resume)) {
        console_error(console, "--checkpoint and --resume need a file");
        return false;
    }
    if (settings->bake_strip && settings->bake == NULL) {
        console_error(console, "--bake-strip needs --bake OUT");
        return false;
    }
    return true;
}

static TumStatus read_scene(Run *run)
{
    const SimulateSettings *settings = run->settings;
    const TumSceneOptions reading = {.literal_stiffness = settings->literal_stiffness,
                                     .node_velocities =
                                         strcmp(settings->velocity_space, "node") == 0,
                                     .no_animations = settings->no_animations,
                                     .dialect = run->dialect};
    const TumDocumentOptions opening = {.map_from_bytes = MAP_FROM_BYTES};
    const TumStatus status = tum_document_open(run->file, &opening, &run->document, run->report);
    return status == TUM_OK ? tum_scene_read(run->document, &reading, &run->scene, run->report)
                            : status;
}

static TumStatus make_world(Run *run)
{
    const SimulateSettings *settings = run->settings;
    TumWorldDef def = tum_default_world_def();
    def.substeps = settings->substeps;
    def.threads = settings->threads;
    def.restitution_threshold = (float)settings->restitution_threshold;
    def.no_sleep = settings->no_sleep;
    def.contact_events = settings->contacts;
    def.override_gravity = settings->gravity.count > 0;
    for (size_t i = 0; i < settings->gravity.count; ++i) {
        def.gravity[i] = (float)settings->gravity.value[i];
    }
    return tum_world_create(run->scene, &def, &run->world, run->report);
}

static TumStatus load(Run *run)
{
    Waiting waiting;
    waiting_begin(&waiting, run->console, "reading", run->file);
    TumStatus status = read_scene(run);
    run->is_wrong_use =
        status == TUM_OK && run->settings->gravity.count > (size_t)run->scene->dimension;
    if (status == TUM_OK && !run->is_wrong_use) {
        status = make_world(run);
    }
    waiting_end(&waiting);
    if (run->is_wrong_use) {
        console_error(run->console, "%s: --gravity takes %d numbers here: it has %d dimensions",
                      run->file, run->scene->dimension, run->scene->dimension);
        status = TUM_ERROR_ARGUMENT;
    }
    return status;
}

// Prints the reason why a file could not be written.
static TumStatus file_status(const Run *run, const char *path, FileResult result)
{
    if (result != FILE_OK) {
        console_error(run->console, "%s: %s", path, tum_file_result_text(result));
    }
    return tum_file_result_status(result);
}

static TumStatus try_output(const Run *run, const char *path)
{
    return file_status(run, path, output_try(path));
}

// Opens outputs before the first step, so that an hour of work does not fail at a write-protected
// folder.
static TumStatus open_outputs(Run *run)
{
    const SimulateSettings *settings = run->settings;
    if (!places_read(&run->begin, run->world)) {
        return TUM_ERROR_MEMORY;
    }
    if (run->bakes) {
        if (tum_document_format(run->document) == TUM_FORMAT_G4MF) {
            console_error(run->console,
                          "%s: G4MF has no animations to bake into; --trajectory writes the motion "
                          "down, and convert --to khr%s makes a file that --bake can take",
                          run->file, run->scene->dimension > 3 ? " --project" : "");
            return TUM_ERROR_UNSUPPORTED;
        }
        TumStatus status = try_output(run, settings->bake);
        if (status != TUM_OK) {
            return status;
        }
        TumBakeOptions bake_options = tum_default_bake_options();
        bake_options.position_tolerance = settings->bake_tolerance.value[0] * 1e-3;
        bake_options.angle_tolerance = settings->bake_tolerance.value[1] * (3.14159265358979 / 180);
        bake_options.strip = settings->bake_strip;
        status = tum_bake_begin(run->scene, &bake_options, &run->bake);
        if (status != TUM_OK) {
            console_error(run->console, "%s: %s", settings->bake, tum_status_text(status));
            return status;
        }
    }
    TumStatus status =
        settings->checkpoint != NULL ? try_output(run, settings->checkpoint) : TUM_OK;
    if (status != TUM_OK || settings->trajectory == NULL) {
        return status;
    }
    status =
        file_status(run, settings->trajectory, output_open(&run->output, settings->trajectory));
    if (status != TUM_OK) {
        return status;
    }
    const TumTrajectoryFormat format =
        ends_in(settings->trajectory, ".npz") ? TUM_TRAJECTORY_NPZ : TUM_TRAJECTORY_LINES;
    status = tum_trajectory_begin(run->scene, settings->rate, format,
                                  (TumSink){output_write, &run->output}, &run->trajectory);
    if (status != TUM_OK) {
        console_error(run->console, "%s: %s", settings->trajectory, tum_status_text(status));
    }
    return status;
}

// Records the poses of all bodies.
static TumStatus record(Run *run)
{
    if (run->trajectory != NULL) {
        const TumStatus status = tum_trajectory_add(run->trajectory, run->world);
        if (status != TUM_OK) {
            console_error(run->console, "%s: %s", run->settings->trajectory,
                          status == TUM_ERROR_FILE ? tum_file_result_text(run->output.result)
                                                   : tum_status_text(status));
            return status;
        }
    }
    if (run->bake != NULL) {
        const TumStatus status = tum_bake_add(run->bake, run->world);
        if (status != TUM_OK) {
            console_error(run->console, "%s: %s", run->settings->bake, tum_status_text(status));
            return status;
        }
    }
    return TUM_OK;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static void note_step(Run *run, uint64_t elapsed_ns)
{
    run->timing.total_ns += elapsed_ns;
    run->timing.worst_ns = elapsed_ns > run->timing.worst_ns ? elapsed_ns : run->timing.worst_ns;
    const TumWorldCounts now = tum_world_counts(run->world);
    TumWorldCounts *peak = &run->peak;
    peak->bodies = larger(peak->bodies, now.bodies);
    peak->awake_bodies = larger(peak->awake_bodies, now.awake_bodies);
    peak->pairs = larger(peak->pairs, now.pairs);
    peak->contacts = larger(peak->contacts, now.contacts);
    peak->manifolds = larger(peak->manifolds, now.manifolds);
    peak->points = larger(peak->points, now.points);
    peak->colors = larger(peak->colors, now.colors);
    peak->islands = larger(peak->islands, now.islands);
}

static void tell_divergence(Run *run)
{
    const int32_t node = tum_body_node(run->world, tum_world_diverged_body(run->world));
    const char *name =
        node >= 0 && (size_t)node < run->scene->node_count ? run->scene->nodes[node].name : "";
    console_error(run->console,
                  "%s: the simulation diverged at t = %g s: body \"%s\" (node %" PRId32
                  ") left the sensible numbers",
                  run->file, (double)(run->first + run->steps + 1) / run->settings->rate, name,
                  node);
}

// Writes a checkpoint where one is due: every so many steps since the start of the simulation, and
// at the end.
static TumStatus checkpoint(Run *run, bool at_end)
{
    const SimulateSettings *settings = run->settings;
    if (settings->checkpoint == NULL) {
        return TUM_OK;
    }
    const double apart = rint(settings->checkpoint_every * settings->rate);
    const uint64_t every = apart < 1.0 ? 1 : (uint64_t)apart;
    const bool is_due = settings->checkpoint_every > 0.0 && (run->first + run->steps) % every == 0;
    return at_end || is_due ? checkpoint_save(run->console, settings->checkpoint, run->world)
                            : TUM_OK;
}

// "out.glb: 12 keys, 3.4 kB" on standard error; not for standard output.
__attribute__((format(__printf__, 3, 4))) static void confirm(const Run *run, const char *path,
                                                              const char *format, ...)
{
    char what[128], size[32];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    output_size_text(path, size);
    if (!is_standard_stream(path)) {
        console_note(run->console, "%s: %s%s%s", path, what, size[0] != '\0' ? ", " : "", size);
    }
}

static TumStatus advance(Run *run)
{
    const double wanted = rint(run->settings->duration * run->settings->rate);
    const uint64_t steps = (uint64_t)wanted > run->first ? (uint64_t)wanted - run->first : 0;
    const float seconds = (float)(1.0 / run->settings->rate);
    TumStatus status = record(run);
    console_begin(run->console);
    interrupt_defer();
    while (status == TUM_OK && run->steps < steps && interrupt_signal() == 0) {
        const uint64_t began_ns = console_clock_ns();
        status = tum_world_step(run->world, seconds);
        if (status == TUM_ERROR_DIVERGED) {
            tell_divergence(run);
        } else if (status != TUM_OK) {
            console_error(run->console, "%s: %s", run->file, tum_status_text(status));
        } else {
            note_step(run, console_clock_ns() - began_ns);
            ++run->steps;
            status = record(run);
            if (status == TUM_OK && run->steps < steps) {
                status = checkpoint(run, false);
            }
            console_progress(run->console, "simulating", (double)run->steps / (double)steps);
        }
    }
    console_end(run->console);
    if (interrupt_signal() != 0) {
        console_error(run->console,
                      "%s: %s ends the run at t = %g s, after %" PRIu64 " of %" PRIu64
                      " steps; what there is, is kept",
                      run->file, interrupt_name(interrupt_signal()),
                      (double)(run->first + run->steps) / run->settings->rate, run->steps, steps);
    }
    status = status == TUM_OK ? checkpoint(run, true) : status;
    if (status == TUM_OK && run->settings->checkpoint != NULL) {
        confirm(run, run->settings->checkpoint, "the state at t = %g s",
                (double)(run->first + run->steps) / run->settings->rate);
    }
    return status;
}

// Commits the trajectory; a run that diverged or was interrupted keeps the steps before.
static TumStatus close_trajectory(Run *run, TumStatus status)
{
    const bool keep = status == TUM_OK || status == TUM_ERROR_DIVERGED;
    const TumStatus ended = tum_trajectory_end(run->trajectory);
    run->trajectory = NULL;
    if (!keep) {
        output_discard(&run->output);
        return status;
    }
    if (ended != TUM_OK && ended != TUM_ERROR_FILE) {
        output_discard(&run->output);
        console_error(run->console, "%s: %s", run->settings->trajectory, tum_status_text(ended));
        return ended;
    }
    const TumStatus written =
        file_status(run, run->settings->trajectory, output_commit(&run->output));
    if (written == TUM_OK && run->settings->trajectory != NULL) {
        const uint64_t states = run->steps + 1;
        confirm(run, run->settings->trajectory, "%" PRIu64 " %s of %zu %s", states,
                plural(states, "state", "states"), run->scene->body_count,
                plural(run->scene->body_count, "body", "bodies"));
    }
    return written != TUM_OK ? written : status;
}

static TumStatus save_bake(Run *run)
{
    run->console->tells_infos = true; // Infos of a bake tell where its file differs.
    const TumStatus baked = tum_bake_end(run->bake, run->document, run->report);
    const TumSaveOptions save = {.embed = is_standard_stream(run->settings->bake)};
    const TumStatus status =
        baked != TUM_OK ? baked
                        : output_save(run->document, run->settings->bake, save, run->report);
    console_report(run->console, run->report);
    if (status != TUM_OK) {
        console_error(run->console, "%s: %s", run->settings->bake, tum_status_text(status));
        return status;
    }
    const size_t keys = tum_bake_key_count(run->bake);
    confirm(run, run->settings->bake, "%zu %s", keys, plural(keys, "key", "keys"));
    return TUM_OK;
}

// [m/s^2] The gravity of the world.
static void gravity_of(const Run *run, double gravity[4])
{
    const TumWorldDef def = tum_default_world_def();
    for (size_t i = 0; i < 4; ++i) {
        gravity[i] = run->settings->gravity.count > 0 ? run->settings->gravity.value[i]
                     : run->scene->has_world_gravity  ? run->scene->world_gravity[i]
                                                      : (double)def.gravity[i];
    }
}

static TumStatus summarize(Run *run, TumStatus status)
{
    const SimulateSettings *settings = run->settings;
    const Summary summary = {
        .file = run->file,
        .scene = run->scene,
        .world = run->world,
        .report = run->report,
        .begin = &run->begin,
        .remarks = &run->remarks,
        .rate = settings->rate,
        .steps = run->steps,
        .diverged = status == TUM_ERROR_DIVERGED,
        .interrupted = interrupt_signal() != 0,
        .peak = run->peak,
        .timing = settings->stats ? &run->timing : NULL,
    };
    const bool to_stdout =
        is_standard_stream(settings->trajectory) || is_standard_stream(settings->bake);
    const bool has_output = settings->trajectory != NULL || settings->bake != NULL;
    double gravity[4];
    gravity_of(run, gravity);
    remarks_gather(&run->remarks, run->scene, run->world, &run->begin, gravity, &run->overlaps,
                   run->first + run->steps);
    if (settings->json) {
        return summary_print_json(stdout, &summary);
    }
    if (!settings->quiet && (settings->stats || !has_output)) {
        summary_print(to_stdout ? stderr : stdout, &summary);
    } else if (!settings->quiet) {
        remarks_print(stderr, &run->remarks);
    }
    return TUM_OK;
}

// An input with errors is not baked. @return TUM_ERROR_INPUT when no work is left.
static TumStatus decide_bake(Run *run)
{
    const SimulateSettings *settings = run->settings;
    const size_t errors = tum_report_count_of(run->report, TUM_SEVERITY_ERROR);
    run->bakes = settings->bake != NULL && (errors == 0 || settings->lenient);
    if (settings->bake == NULL || run->bakes) {
        return TUM_OK;
    }
    console_error(run->console, "%s: not baked: %zu %s in the input; --lenient bakes all the same",
                  run->file, errors, severity_noun(TUM_SEVERITY_ERROR, errors));
    const bool has_more = settings->trajectory != NULL || settings->checkpoint != NULL ||
                          settings->json || settings->stats;
    return has_more ? TUM_OK : TUM_ERROR_INPUT;
}

static TumStatus simulate(Run *run)
{
    TumStatus status = load(run);
    run->console->scene = run->scene;
    run->console->tells_hints = true; // Hints on joints and filters explain the motion.
    console_report(run->console, run->report);
    run->console->tells_hints = false;
    if (status != TUM_OK) {
        if (!run->is_wrong_use) {
            console_failure(run->console, run->file, status, run->report);
        }
        if (run->settings->json && !run->is_wrong_use) {
            summary_print_failure_json(stdout, run->file, run->report, run->scene);
        }
        return status;
    }
    tell_no_physics(run->console, run->file, run->document, run->scene);
    status = decide_bake(run);
    if (status != TUM_OK) {
        return status;
    }
    if (run->settings->resume == NULL) {
        status = tum_scene_overlaps(run->scene, run->world, &run->overlaps);
    } else {
        status = checkpoint_resume(run->console, run->settings->resume, run->settings->rate,
                                   run->world, run->report);
        run->first = tum_world_step_count(run->world);
    }
    if (status == TUM_OK) {
        status = open_outputs(run);
    }
    if (status == TUM_OK) {
        status = advance(run);
    }
    status = close_trajectory(run, status);
    if (status == TUM_OK && run->bake != NULL) {
        status = save_bake(run);
    }
    if (status == TUM_OK || status == TUM_ERROR_DIVERGED) {
        const TumStatus told = summarize(run, status);
        status = status == TUM_OK ? told : status;
    }
    return status;
}

static int run_simulate(const void *settings, const char *const *arguments, Console *console)
{
    Run run = {.settings = settings, .file = arguments[0], .console = console};
    console->quiet = run.settings->quiet;
    if (!usage_is_right(run.settings, console) ||
        !outputs_are_apart(run.settings, run.file, console) ||
        !dialect_of_option(run.settings->dialect, &run.dialect, console)) {
        return EXIT_USAGE;
    }
    run.report = tum_report_create(NULL);
    if (run.report == NULL) {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
        return EXIT_FILE;
    }
    const TumStatus status = simulate(&run);
    console->scene = NULL;
    places_free(&run.begin);
    tum_bake_destroy(run.bake);
    tum_world_destroy(run.world);
    tum_scene_destroy(run.scene);
    tum_document_destroy(run.document);
    int code = run.is_wrong_use ? EXIT_USAGE : exit_code_of(status, run.report, NULL);
    code = interrupt_signal() != 0 ? 128 + interrupt_signal() : code;
    tum_report_destroy(run.report);
    return code;
}

const Verb simulate_verb = {
    .name = "simulate",
    .arguments = "FILE...",
    .argument_files = VERB_FILES,
    .summary = "run the physics of a file and record the motion",
    .about =
        "Runs the physics of FILE for --duration simulated seconds. Prints what moved and where\n"
        "it ended; --trajectory and --bake record the whole motion. OUT may be - for standard\n"
        "output.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .argument_count = 1,
    .takes_more = true,
    .batch = &batch,
    .defaults = &defaults,
    .settings_bytes = sizeof defaults,
    .examples = {{"tumble simulate tumbling-tower.gltf --duration 5",
                  "a table of the bodies that moved"},
                 {"tumble simulate tumbling-tower.gltf --duration 2 --bake moving.glb",
                  "the motion as an animation, which any viewer of glTF plays"},
                 {"tumble simulate chain.gltf --duration 2 --trajectory chain.npz",
                  "poses and velocities as arrays for NumPy"},
                 {"tumble simulate bounce.gltf --gravity 0,-1.62,0 --trajectory - > moon.ndjson",
                  "a line of JSON for each step, with the gravity of the Moon"}},
    .run = run_simulate,
};
