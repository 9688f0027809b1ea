// SPDX-License-Identifier: MIT
// sweep_plan.c: opens the file of a sweep and names its runs.
#include "sweep_plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/number_text.h"
#include "dialect_option.h"
#include "version.h"
#include "waiting.h"

TumStatus sweep_read_scene(const SweepPlan *plan, const TumDocument *document, TumScene **scene,
                           TumReport *report)
{
    const TumSceneOptions options = {.literal_stiffness = plan->settings->literal_stiffness,
                                     .no_animations = plan->settings->no_animations,
                                     .dialect = plan->dialect};
    return tum_scene_read(document, &options, scene, report);
}

static void add_text(Hash *hash, const char *text)
{
    tum_hash_add(hash, text, strlen(text) + 1); // The zero divides it from the next text.
}

static void add_number(Hash *hash, double number)
{
    char text[NUMBER_TEXT_BYTES];
    tum_number_text_double(number, text);
    add_text(hash, text);
}

static TumStatus add_document(Hash *hash, const TumDocument *document)
{
    // Binary: all buffers are in it.
    const TumSaveOptions options = {.container = TUM_CONTAINER_BINARY, .embed = true};
    void *bytes = NULL;
    size_t count = 0;
    const TumStatus status = tum_document_write(document, &options, &bytes, &count, NULL);
    if (status == TUM_OK) {
        tum_hash_add(hash, bytes, count);
        tum_document_free_bytes(document, bytes, count);
    }
    return status;
}

static void add_options(Hash *hash, const SweepPlan *plan)
{
    const SweepSettings *settings = plan->settings;
    add_text(hash, tum_version());
    add_text(hash, version_commit());
    add_number(hash, settings->duration);
    add_number(hash, settings->rate);
    add_number(hash, settings->substeps);
    for (size_t i = 0; i < settings->gravity.count; ++i) {
        add_number(hash, settings->gravity.value[i]);
    }
    add_text(hash, settings->dialect != NULL ? settings->dialect : "");
    add_text(hash, settings->literal_stiffness ? "literal" : "");
    add_text(hash, settings->no_animations ? "still" : "");
    for (size_t i = 0; i < plan->measure_count; ++i) {
        add_text(hash, plan->measures[i].text);
    }
}

void sweep_run_name(const SweepPlan *plan, const double *values, char name[RUN_NAME_BYTES])
{
    Hash hash;
    tum_hash_init(&hash, plan->common);
    for (size_t i = 0; i < plan->design.vary_count; ++i) {
        const Vary *vary = &plan->design.varies[i];
        for (size_t k = 0; k < vary->name_count; ++k) {
            add_text(&hash, vary->names[k]);
            add_number(&hash, values[i]);
        }
    }
    snprintf(name, RUN_NAME_BYTES, "%016" PRIx64, tum_hash_final(&hash));
}

static int read_measures(SweepPlan *plan, Console *console)
{
    const OptionTexts *texts = &plan->settings->measures;
    plan->measures = calloc(texts->count + 1, sizeof *plan->measures);
    if (plan->measures == NULL) {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
        return EXIT_FILE;
    }
    for (size_t i = 0; i < texts->count; ++i) {
        char fault[MEASURE_FAULT_BYTES];
        if (!measure_read(texts->value[i], plan->scene, &plan->measures[i], fault)) {
            console_error(console, "--measure \"%.80s\": %s", texts->value[i], fault);
            return EXIT_USAGE;
        }
        for (size_t k = 0; k < i; ++k) {
            if (strcmp(texts->value[k], texts->value[i]) == 0) {
                console_error(console, "--measure \"%.80s\" is given twice", texts->value[i]);
                return EXIT_USAGE;
            }
        }
    }
    plan->measure_count = texts->count;
    return EXIT_DONE;
}

// Sets a number to the first value of the design in a copy of the document.
static TumStatus try_number(const SweepPlan *plan, const char *pointer, bool *is_new)
{
    double old, values[SWEEP_MOST_VARIES];
    TumDocument *copy = NULL;
    design_values(&plan->design, 0, values);
    *is_new = tum_document_number(plan->document, pointer, &old) != TUM_OK;
    TumStatus status = tum_document_copy(plan->document, &copy);
    if (status == TUM_OK) {
        status = tum_document_set_number(copy, pointer, values[0]);
    }
    tum_document_destroy(copy);
    return status;
}

static int check_number(const SweepPlan *plan, const char *pointer, Console *console)
{
    bool is_new;
    const TumStatus status = try_number(plan, pointer, &is_new);
    if (status == TUM_ERROR_INPUT) {
        console_error(console, "%s has no number at %.120s, and no object to add it to", plan->file,
                      pointer);
    } else if (status == TUM_ERROR_ARGUMENT) {
        console_error(console, "%.120s is no JSON pointer", pointer);
    } else if (status == TUM_ERROR_UNSUPPORTED) {
        console_error(console, "%.120s describes bytes of a buffer, which a sweep does not change",
                      pointer);
    } else if (status != TUM_OK) {
        console_error(console, "%s", tum_status_text(status));
    } else if (is_new) {
        console_note(console, "%s has no %.120s; each run adds it", plan->file, pointer);
    }
    return status == TUM_OK ? EXIT_DONE : status == TUM_ERROR_MEMORY ? EXIT_FILE : EXIT_USAGE;
}

static int check_numbers(const SweepPlan *plan, Console *console)
{
    int code = EXIT_DONE;
    for (size_t i = 0; i < plan->design.vary_count && code == EXIT_DONE; ++i) {
        const Vary *vary = &plan->design.varies[i];
        for (size_t k = 0; k < vary->name_count && code == EXIT_DONE; ++k) {
            const bool is_w = vary->targets[k] == VARY_GRAVITY_W;
            if (vary->targets[k] == VARY_DOCUMENT) {
                code = check_number(plan, vary->names[k], console);
            } else if (is_w && plan->scene->dimension != 4) {
                console_error(console, "gravity.w is for four dimensions, and %s has %d",
                              plan->file, plan->scene->dimension);
                code = EXIT_USAGE;
            }
        }
    }
    return code;
}

static int open_file(SweepPlan *plan, Console *console)
{
    Waiting waiting;
    waiting_begin(&waiting, console, "reading", plan->file);
    // Read, not mapped: workers go on when the file is replaced or vanishes.
    TumStatus status = tum_document_open(plan->file, NULL, &plan->document, plan->report);
    if (status == TUM_OK) {
        status = sweep_read_scene(plan, plan->document, &plan->scene, plan->report);
    }
    waiting_end(&waiting);
    console->scene = plan->scene;
    console_report(console, plan->report);
    console->scene = NULL;
    if (status != TUM_OK) {
        console_failure(console, plan->file, status, plan->report);
        return exit_code(status);
    }
    if (plan->settings->gravity.count > (size_t)plan->scene->dimension) {
        console_error(console, "%s: --gravity takes %d numbers here: it has %d dimensions",
                      plan->file, plan->scene->dimension, plan->scene->dimension);
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

int sweep_plan_make(SweepPlan *plan, const SweepSettings *settings, const char *file,
                    Console *console)
{
    char fault[VARY_FAULT_BYTES];
    *plan = (SweepPlan){.settings = settings, .file = file, .report = tum_report_create(NULL)};
    if (!dialect_of_option(settings->dialect, &plan->dialect, console)) {
        return EXIT_USAGE;
    }
    if (!design_read(&plan->design, &settings->varies, settings->design, settings->samples,
                     (uint64_t)settings->seed, fault)) {
        console_error(console, "%s", fault);
        return EXIT_USAGE;
    }
    int code = open_file(plan, console);
    code = code == EXIT_DONE ? check_numbers(plan, console) : code;
    code = code == EXIT_DONE ? read_measures(plan, console) : code;
    if (code == EXIT_DONE) {
        Hash hash;
        tum_hash_init(&hash, 0);
        const TumStatus status = add_document(&hash, plan->document);
        add_options(&hash, plan);
        plan->common = tum_hash_final(&hash);
        code = exit_code(status);
        if (status != TUM_OK) {
            console_error(console, "%s: %s", file, tum_status_text(status));
        }
    }
    return code;
}

void sweep_plan_free(SweepPlan *plan)
{
    tum_scene_destroy(plan->scene);
    tum_document_destroy(plan->document);
    tum_report_destroy(plan->report);
    free(plan->measures);
    design_free(&plan->design);
    *plan = (SweepPlan){0};
}
