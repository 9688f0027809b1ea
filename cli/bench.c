// SPDX-License-Identifier: MIT
// bench.c: tumble bench: runs and times the benchmark's scenes and judges their results.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "bench/result.h"
#include "console.h"
#include "output.h"
#include "scenes/family.h"
#include "scenes/scenes.h"
#include "system/folder.h"
#include "tumble/tumble.h"
#include "verbs.h"

enum { SCENES_MOST = 16 }; ///< Scenes named on one command line.

typedef struct BenchSettings {
    OptionNumbers threads;
    int rounds, frames;
    const char *write, *instructions;
    bool phases, json, quiet;
} BenchSettings;

static const BenchSettings defaults = {
    .threads = {.value = {1.0}, .count = 1}, .rounds = 1, .instructions = "widest"};

enum { NAMES = SCENE_PLAN_COUNT + SCENE_FAMILY_COUNT };

static const char *choice_of_scene(size_t index)
{
    return index < SCENE_PLAN_COUNT ? scene_plans[index].name
           : index < NAMES          ? scene_families[index - SCENE_PLAN_COUNT].name
                                    : NULL;
}

static const char *choice_of_instructions(size_t index)
{
    return tum_instructions_name((TumInstructions)index);
}

static TumInstructions instructions_of(const BenchSettings *settings)
{
    int index = TUM_INSTRUCTIONS_WIDEST;
    while (strcmp(tum_instructions_name((TumInstructions)index), settings->instructions) != 0) {
        ++index;
    }
    return (TumInstructions)index;
}

static const Option options[] = {
    OPTION_NUMBERS(BenchSettings, threads, "threads", "N[,N...]", 1, OPTION_MAX_NUMBERS, 1.0,
                   (double)TUM_MAX_THREADS, "threads that share a step, one run each"),
    OPTION_COUNT(BenchSettings, rounds, "rounds", "N", 1, 1000, "repetitions of everything"),
    OPTION_COUNT(BenchSettings, frames, "frames", "N", 0, 1000000,
                 "frames to time; 0: as many as the scene has"),
    OPTION_FILE(BenchSettings, write, "write", "FOLDER", OPTION_FOLDER,
                "write the scenes as FOLDER/SCENE.glb or .g4tf, run nothing"),
    OPTION_CHOICE(BenchSettings, instructions, "instructions", "NAME", choice_of_instructions,
                  "kernels that step"),
    OPTION_FLAG(BenchSettings, phases, "phases", "print the time of each phase of a step"),
    OPTION_FLAG(BenchSettings, json, "json", "print a line of JSON a run"),
    OPTION_FLAG(BenchSettings, quiet, "quiet", "print nothing but results and errors"),
};

static const float FRAME = 1.0f / 60.0f; // [s]

// All resources of a run. Zeroed: none.
typedef struct BenchRun {
    const BenchSettings *settings;
    const ScenePlan *plan;
    Console *console;
    const TumScene *scene; ///< Borrowed.
    TumWorld *world;
    float *positions[2], *rotations[2]; ///< Poses of two consecutive frames.
    bool *awake;
    double *frame_ms, *cpu_ms; ///< Times of each frame: by the clock, of the processor.
    size_t frames, frame;
    BenchResult result;
} BenchRun;

static bool make_room(BenchRun *run)
{
    const size_t bodies = run->scene->body_count + 1;
    for (int i = 0; i < 2; ++i) {
        run->positions[i] = malloc(bodies * 4 * sizeof(float));
        run->rotations[i] = malloc(bodies * 16 * sizeof(float));
    }
    run->awake = malloc(bodies * sizeof *run->awake);
    run->frame_ms = malloc((run->frames + 1) * sizeof *run->frame_ms);
    run->cpu_ms = malloc((run->frames + 1) * sizeof *run->cpu_ms);
    return run->positions[0] != NULL && run->positions[1] != NULL && run->rotations[0] != NULL &&
           run->rotations[1] != NULL && run->awake != NULL && run->frame_ms != NULL &&
           run->cpu_ms != NULL;
}

static void free_run(BenchRun *run)
{
    for (int i = 0; i < 2; ++i) {
        free(run->positions[i]);
        free(run->rotations[i]);
    }
    free(run->awake);
    free(run->frame_ms);
    free(run->cpu_ms);
    tum_world_destroy(run->world);
}

static bool is_sleeper(const TumScene *scene, size_t body)
{
    return strcmp(scene->nodes[scene->bodies[body].node].name, "asleep") == 0;
}

// Bodies named "asleep" sleep; in a scene with such bodies no other body ever sleeps.
static TumStatus put_to_sleep(TumWorld *world, const TumScene *scene)
{
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < scene->body_count && status == TUM_OK; ++i) {
        const TumBodyId body = tum_world_body_at(world, i);
        if (is_sleeper(scene, i)) {
            status = tum_body_sleep(world, body);
        } else if (scene->bodies[i].kind == TUM_BODY_DYNAMIC) {
            status = tum_body_set_may_sleep(world, body, false);
        }
    }
    return status;
}

static TumStatus make_world(BenchRun *run, int threads)
{
    const TumScene *scene = run->scene;
    bool someone_sleeps = false;
    for (size_t i = 0; i < scene->body_count && !someone_sleeps; ++i) {
        someone_sleeps = is_sleeper(scene, i);
    }
    TumWorldDef def = tum_default_world_def();
    def.threads = threads;
    def.no_sleep = !someone_sleeps;
    def.instructions = instructions_of(run->settings);
    def.phase_times = run->settings->phases;
    const TumStatus status = tum_world_create(scene, &def, &run->world, NULL);
    return status == TUM_OK && someone_sleeps ? put_to_sleep(run->world, scene) : status;
}

static BenchPoses read_poses(BenchRun *run, int which)
{
    if (run->scene->dimension == 4) {
        tum_world_read_bodies4(run->world,
                               &(TumBodyArrays4){.capacity = run->scene->body_count,
                                                 .positions = (TumVec4 *)run->positions[which],
                                                 .rotations = (TumBasis4 *)run->rotations[which]});
    } else {
        tum_world_read_bodies3(run->world,
                               &(TumBodyArrays3){.capacity = run->scene->body_count,
                                                 .positions = (TumVec3 *)run->positions[which],
                                                 .rotations = (TumQuat *)run->rotations[which]});
    }
    for (size_t i = 0; i < run->scene->body_count; ++i) {
        run->awake[i] = tum_body_is_awake(run->world, tum_world_body_at(run->world, i));
    }
    return (BenchPoses){run->positions[which], run->rotations[which], run->awake};
}

static void add_phases(BenchRun *run)
{
    BenchResult *result = &run->result;
    if (!run->settings->phases) {
        return;
    }
    const TumWorldTimes times = tum_world_times(run->world);
    result->phase_count = TUM_PHASE_COUNT;
    for (int i = 0; i < TUM_PHASE_COUNT; ++i) {
        result->phase_names[i] = tum_phase_name((TumPhase)i);
        result->phase_ms[i] += 1e3 * times.seconds[i] / (double)run->frames;
    }
}

// Clocks at the start of a frame.
typedef struct FrameClock {
    clock_t cpu;
    uint64_t ns;
} FrameClock;

static FrameClock begin_frame(void)
{
    const clock_t cpu = clock();
    return (FrameClock){cpu, console_clock_ns()};
}

static void end_frame(BenchRun *run, FrameClock began)
{
    run->frame_ms[run->frame] = (double)(console_clock_ns() - began.ns) * 1e-6;
    run->cpu_ms[run->frame] = 1e3 * (double)(clock() - began.cpu) / (double)CLOCKS_PER_SEC;
    ++run->frame;
}

// Runs one frame and times its step alone.
static TumStatus timed_step(BenchRun *run)
{
    const bool is_half = run->frame + 1 == run->frames / 2, is_end = run->frame + 1 == run->frames;
    BenchPoses before = {0};
    if (is_half || is_end) {
        before = read_poses(run, 0);
    }
    const FrameClock began = begin_frame();
    const TumStatus status = tum_world_step(run->world, FRAME);
    end_frame(run, began);
    if (status != TUM_OK) {
        return status;
    }
    add_phases(run);
    if (is_half || is_end) {
        const BenchPoses now = read_poses(run, 1);
        BenchQuality *quality = is_end ? &run->result.end : &run->result.half;
        if (!bench_judge(run->scene, run->plan->name, &now, &before, quality)) {
            return TUM_ERROR_MEMORY;
        }
    }
    return TUM_OK;
}

static TumStatus run_steps(BenchRun *run)
{
    TumStatus status = TUM_OK;
    for (int i = 0; i < run->plan->warm_up && status == TUM_OK; ++i) {
        status = tum_world_step(run->world, FRAME);
    }
    while (status == TUM_OK && run->frame < run->frames) {
        status = timed_step(run);
        console_progress(run->console, run->plan->name, (double)run->frame / (double)run->frames);
    }
    run->result.hash = tum_world_hash(run->world);
    return status;
}

// A frame casts all rays one by one.
static TumStatus cast_rays(BenchRun *run)
{
    BenchRays rays;
    if (!bench_rays_init(&rays)) {
        return TUM_ERROR_MEMORY;
    }
    TumStatus status = TUM_OK;
    while (run->frame < run->frames && status == TUM_OK) {
        uint64_t hits = 0;
        double sum = 0.0;
        const FrameClock began = begin_frame();
        for (size_t i = 0; i < rays.count && status == TUM_OK; ++i) {
            const float *from = rays.from + 3 * i, *along = rays.along + 3 * i;
            const TumRay3 ray = {.from = {from[0], from[1], from[2]},
                                 .along = {along[0], along[1], along[2]}};
            TumHit3 hit;
            status = tum_world_cast_ray3(run->world, &ray, NULL, &hit);
            hits += hit.is_hit;
            sum += hit.is_hit ? (double)hit.fraction : 0.0;
        }
        end_frame(run, began);
        run->result.hits = hits;
        run->result.fraction = hits > 0 ? sum / (double)hits : 0.0;
        console_progress(run->console, run->plan->name, (double)run->frame / (double)run->frames);
    }
    bench_rays_free(&rays);
    return status;
}

// A frame creates the world again.
static TumStatus make_worlds(BenchRun *run, int threads)
{
    TumStatus status = TUM_OK;
    for (int i = -run->plan->warm_up; i < (int)run->frames && status == TUM_OK; ++i) {
        tum_world_destroy(run->world);
        run->world = NULL;
        const FrameClock began = begin_frame();
        status = make_world(run, threads);
        if (i >= 0) {
            end_frame(run, began);
        }
        console_progress(run->console, run->plan->name, (double)run->frame / (double)run->frames);
    }
    run->result.hash = status == TUM_OK ? tum_world_hash(run->world) : 0;
    return status;
}

static TumStatus run_frames(BenchRun *run, int threads)
{
    const char *name = run->plan->name;
    if (strcmp(name, "rays") == 0) {
        return cast_rays(run);
    }
    if (strcmp(name, "mesh") == 0 || strcmp(name, "mesh-split") == 0) {
        return make_worlds(run, threads);
    }
    return run_steps(run);
}

static TumStatus run_scene(BenchRun *run, int threads, bool *is_first)
{
    char engine[64];
    snprintf(engine, sizeof engine, "tumble %s", tum_version());
    run->frames =
        run->settings->frames > 0 ? (size_t)run->settings->frames : (size_t)run->plan->frames;
    run->result = (BenchResult){.scene = run->plan->name, .engine = engine, .threads = threads};
    TumStatus status = make_room(run) ? make_world(run, threads) : TUM_ERROR_MEMORY;
    console_begin(run->console);
    if (status == TUM_OK) {
        status = run_frames(run, threads);
    }
    console_end(run->console);
    if (status != TUM_OK) {
        console_error(run->console, "%s: frame %zu: %s", run->plan->name, run->frame,
                      tum_status_text(status));
        return status;
    }
    bench_result_time(&run->result, run->frame_ms, run->cpu_ms, run->frame);
    if (run->settings->json) {
        bench_result_print_json(stdout, &run->result);
    } else {
        bench_result_print(stdout, &run->result, *is_first);
    }
    fflush(stdout);
    *is_first = false;
    return TUM_OK;
}

// A file written by --write has an ending; names of scenes have none.
static bool is_file(const char *word)
{
    return strchr(word, '.') != NULL;
}

// The scene of an argument: a name, or a file written by --write.
static bool find_plan(const char *word, char name[64], ScenePlan *plan)
{
    const char *slash = strrchr(word, '/');
    snprintf(name, 64, "%s", slash != NULL ? slash + 1 : word);
    char *dot = strrchr(name, '.');
    if (dot != NULL) {
        *dot = '\0';
    }
    return scene_plan_find(name, plan);
}

static TumStatus open_scene(const BenchSettings *settings, const char *word, Console *console,
                            const ScenePlan *plan, TumDocument **document, TumScene **scene,
                            bool *has_errors)
{
    *document = NULL;
    *scene = NULL;
    TumReport *report = tum_report_create(NULL);
    if (report == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const TumDocumentOptions opening = {.map_from_bytes = MAP_FROM_BYTES};
    TumStatus status = is_file(word) ? tum_document_open(word, &opening, document, report)
                                     : scene_plan_document(plan, document, report);
    if (status == TUM_OK && settings->write != NULL) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.%s", settings->write, plan->name,
                 plan->build4 != NULL ? "g4tf" : "glb");
        const TumSaveOptions save = {.embed = true};
        status = output_save(*document, path, save, report);
    } else if (status == TUM_OK) {
        status = tum_scene_read(*document, NULL, scene, report);
    }
    console_report(console, report);
    if (status != TUM_OK) {
        console_failure(console, word, status, report);
    }
    *has_errors = *has_errors || tum_report_count_of(report, TUM_SEVERITY_ERROR) > 0;
    tum_report_destroy(report);
    return status;
}

static TumStatus bench_scene(const BenchSettings *settings, const char *word, Console *console,
                             bool *is_first, bool *has_errors)
{
    char name[64];
    ScenePlan plan;
    if (!find_plan(word, name, &plan)) {
        return TUM_ERROR_ARGUMENT; // words_are_scenes found it
    }
    TumDocument *document = NULL;
    TumScene *scene = NULL;
    TumStatus status = open_scene(settings, word, console, &plan, &document, &scene, has_errors);
    for (size_t i = 0; status == TUM_OK && settings->write == NULL && i < settings->threads.count;
         ++i) {
        BenchRun run = {.settings = settings, .plan = &plan, .console = console, .scene = scene};
        status = run_scene(&run, (int)settings->threads.value[i], is_first);
        free_run(&run);
    }
    tum_scene_destroy(scene);
    tum_document_destroy(document);
    return status;
}

static bool words_are_scenes(const char *const *words, Console *console)
{
    for (size_t i = 0; words[i] != NULL; ++i) {
        char name[64];
        if (i == SCENES_MOST) {
            console_error(console, "more than %d scenes", (int)SCENES_MOST);
            return false;
        }
        ScenePlan plan;
        if (find_plan(words[i], name, &plan)) {
            continue;
        }
        const char *names[NAMES];
        for (size_t k = 0; k < NAMES; ++k) {
            names[k] = choice_of_scene(k);
        }
        const char *nearest = tum_text_nearest(name, names, NAMES);
        if (nearest != NULL) {
            console_error(console, "no scene is called \"%.60s\"; did you mean %s?", name, nearest);
        } else {
            console_error(console, "no scene is called \"%.60s\"; see tumble bench --help", name);
        }
        return false;
    }
    return true;
}

static int run_bench(const void *settings, const char *const *arguments, Console *console)
{
    const BenchSettings *bench = settings;
    console->quiet = bench->quiet;
    for (size_t i = 0; i < bench->threads.count; ++i) {
        if (bench->threads.value[i] != (double)(int)bench->threads.value[i]) {
            console_error(console, "--threads takes whole numbers, not %g",
                          bench->threads.value[i]);
            return EXIT_USAGE;
        }
    }
    if (!tum_instructions_exist(instructions_of(bench))) {
        console_error(console, "--instructions %s: not on this machine", bench->instructions);
        return EXIT_USAGE;
    }
    if (!words_are_scenes(arguments, console)) {
        return EXIT_USAGE;
    }
    const char *words[SCENES_MOST] = {0};
    size_t count = 0;
    for (; count < SCENES_MOST && arguments[count] != NULL; ++count) {
        words[count] = arguments[count];
    }
    for (size_t i = 0; i < SCENE_BENCH_COUNT && arguments[0] == NULL; ++i) {
        words[count++] = scene_plans[i].name;
    }
    bool is_first = true, has_errors = false;
    TumStatus status = TUM_OK;
    const int rounds = bench->write != NULL ? 1 : bench->rounds;
    if (bench->write != NULL) {
        // The folder exists already, or writing into it will report the reason.
        (void)tum_folder_make(bench->write);
    }
    for (int round = 0; round < rounds && status == TUM_OK; ++round) {
        for (size_t i = 0; i < count && status == TUM_OK; ++i) {
            status = bench_scene(bench, words[i], console, &is_first, &has_errors);
        }
    }
    return status == TUM_OK && has_errors ? EXIT_INPUT : exit_code(status);
}

const Verb bench_verb = {
    .name = "bench",
    .arguments = "[SCENE...]",
    .argument_choice = choice_of_scene,
    .argument_files = VERB_FILES,
    .summary = "time and judge the scenes of the benchmark",
    .about =
        "Runs scenes of the benchmark (docs/performance.md), all fourteen where none is named:\n"
        "pyramid, pyramids, wall, pile, rocks, terrain, net, ragdolls, drum, sparse, rays,\n"
        "and in four dimensions pyramid4, pile4, balls4.\n"
        "How cost grows tell crowd-1k, crowd-10k, crowd-100k, which are towers of ten awake\n"
        "boxes, and few, few-asleep: ten balls alone and beside 100000 sleeping boxes. A frame\n"
        "of mesh and of mesh-split makes a world of 131072 triangles: the terrain of rays, and\n"
        "the same in no order, each triangle with points of its own.\n"
        "family:NAME[:SEED[:BODIES]] draws a scene of a family from a seed: bridges, logs,\n"
        "rolling, table, wrecking, heap, compounds, machines, dominoes, dolls, conveyor,\n"
        "rain, shots and nets.\n"
        "SCENE may also be a file that --write wrote. Times are milliseconds per frame.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .argument_count = 0,
    .takes_more = true,
    .defaults = &defaults,
    .settings_bytes = sizeof defaults,
    .examples = {{"tumble bench --frames 10 pyramid", "ten frames of one scene"},
                 {"tumble bench --frames 10 --threads 1,2 pyramid --json",
                  "the same on one thread and on two, as JSON"}},
    .run = run_bench,
};
