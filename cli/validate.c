// SPDX-License-Identifier: MIT
// validate.c: tumble validate: all faults of the physics in files.
//
// Several files are checked by worker processes (batch.h), where the system has them. Elsewhere
// several threads check them, each into a text of its own; the texts are printed in the order of
// the arguments.
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "batch_row.h"
#include "console.h"
#include "dialect_option.h"
#include "findings.h"
#include "no_physics.h"
#include "system/stream.h"
#include "system/thread.h"
#include "tumble/tumble.h"
#include "verbs.h"

typedef struct ValidateSettings {
    bool json, no_resources, deep, quiet;
    int most, most_of_code;
    BatchSettings batch;
    const char *only, *dialect;
    OptionTexts ignored, severities;
} ValidateSettings;

static const ValidateSettings defaults = {.most = -1, .most_of_code = 100};

static const char *choice_of_severity(size_t index)
{
    return index < SEVERITY_COUNT ? severity_name((TumSeverity)index) : NULL;
}

static const Option options[] = {
    OPTION_FLAG(ValidateSettings, json, "json", "print reports as JSON"),
    OPTION_COUNT(ValidateSettings, most, "max-issues", "N", -1, 1000000000,
                 "report at most N findings of a file; -1: all"),
    OPTION_COUNT(ValidateSettings, most_of_code, "max-of-code", "N", -1, 1000000000,
                 "print at most N findings of a code and count the rest; -1: all"),
    OPTION_TEXTS(ValidateSettings, ignored, "ignore", "CODE", tum_report_code,
                 "leave findings with this code out; may be repeated"),
    OPTION_TEXTS(ValidateSettings, severities, "severity", "CODE=LEVEL", tum_report_code,
                 "count a code as error, warning, info or hint; may be repeated"),
    OPTION_CHOICE(ValidateSettings, only, "only", "LEVEL", choice_of_severity,
                  "print findings of this severity alone"),
    OPTION_DIALECT(ValidateSettings, dialect),
    OPTION_FLAG(ValidateSettings, deep, "deep",
                "also judge the scene: likely figures, and a second of simulation"),
    OPTION_FLAG(ValidateSettings, no_resources, "no-resources", "do not open external files"),
    OPTION_FLAG(ValidateSettings, quiet, "quiet", "print nothing but errors"),
    OPTION_BATCH(ValidateSettings, batch),
};

static size_t name_outputs(void *settings, const char *file, const char *stem, BatchName *names)
{
    const ValidateSettings *validate = settings;
    return batch_name_report(file, stem, validate->json, names);
}

static const BatchVerb batch_verb = {
    .settings_offset = offsetof(ValidateSettings, batch),
    .json_offset = offsetof(ValidateSettings, json),
    .quiet_offset = offsetof(ValidateSettings, quiet),
    .doing = "validating",
    .done = "valid",
    .takes_several_itself = true,
    .keeps_reports = true,
    .name_outputs = name_outputs,
};

/// The result of one file.
typedef struct FileCheck {
    char *text;
    size_t count;
    TumStatus status;
    bool is_done, has_errors;
} FileCheck;

typedef struct Batch {
    const ValidateSettings *settings;
    FindingRules rules;
    TumDialect dialect;
    const char *const *files;
    size_t file_count;
    FileCheck *results; ///< [file_count]
    bool has_color;
    Mutex lock; ///< Guards next, and is_done in the results.
    Condition done;
    size_t next;
} Batch;

static void print_findings(const Batch *batch, size_t index, const TumReport *report,
                           const TumValidation *validation, FILE *out)
{
    FileCheck *result = &batch->results[index];
    const char *file = batch->files[index];
    Findings findings;
    if (!findings_gather(&findings, report, &batch->rules)) {
        result->status = TUM_ERROR_MEMORY;
    } else if (batch->settings->json) {
        const TumStatus status =
            findings_print_json(out, &findings, &batch->rules, file, validation);
        result->status = result->status == TUM_OK ? status : result->status;
    } else {
        findings_print(out, &findings, &batch->rules, file, validation->scene, batch->has_color);
        if (validation->scene != NULL && !batch->settings->quiet) {
            print_suggestive_names(out, file, validation->document, validation->scene);
        }
    }
    result->has_errors = findings.counts[TUM_SEVERITY_ERROR] > 0;
    findings_free(&findings);
}

// Builds a world only from a scene without errors, which always gives one.
static void check_scene(const Batch *batch, FileCheck *result, const TumValidation *validation,
                        TumReport *report)
{
    if (batch->settings->deep && result->status == TUM_OK && validation->scene != NULL &&
        tum_report_count_of(report, TUM_SEVERITY_ERROR) == 0) {
        const TumStatus status = tum_scene_check(validation->scene, NULL, report);
        result->status =
            status == TUM_ERROR_UNSUPPORTED || status == TUM_ERROR_CAPACITY ? TUM_OK : status;
    }
}

static void check_file(const Batch *batch, size_t index)
{
    FileCheck *result = &batch->results[index];
    const TumValidateOptions opening = {.no_resources = batch->settings->no_resources,
                                        .map_from_bytes = MAP_FROM_BYTES,
                                        .dialect = batch->dialect};
    TumReport *report = tum_report_create(NULL);
    TextStream out;
    const bool has_stream = tum_text_stream_begin(&out);
    TumValidation validation = {0};
    if (report == NULL || !has_stream) {
        result->status = TUM_ERROR_MEMORY;
    } else {
        result->status = tum_validate(batch->files[index], &opening, &validation, report);
        check_scene(batch, result, &validation, report);
        print_findings(batch, index, report, &validation, out.file);
    }
    if (has_stream && !tum_text_stream_end(&out)) {
        result->status = TUM_ERROR_MEMORY;
    }
    result->text = has_stream ? out.text : NULL;
    result->count = has_stream ? out.count : 0;
    tum_validation_clear(&validation);
    tum_report_destroy(report);
}

static void work(void *context)
{
    Batch *batch = context;
    tum_mutex_lock(&batch->lock);
    while (batch->next < batch->file_count) {
        const size_t index = batch->next++;
        tum_mutex_unlock(&batch->lock);
        check_file(batch, index);
        tum_mutex_lock(&batch->lock);
        batch->results[index].is_done = true;
        tum_condition_wake(&batch->done);
    }
    tum_mutex_unlock(&batch->lock);
}

static void wait_for(Batch *batch, size_t index)
{
    tum_mutex_lock(&batch->lock);
    while (!batch->results[index].is_done) {
        tum_condition_wait(&batch->done, &batch->lock);
    }
    tum_mutex_unlock(&batch->lock);
}

static void print_row(const Batch *batch, size_t index, int code)
{
    const FileCheck *result = &batch->results[index];
    const BatchRow row = {.file = batch->files[index],
                          .outcome = batch_outcome_of(code),
                          .output = result->text != NULL ? result->text : "",
                          .output_bytes = result->text != NULL ? result->count : 0,
                          .errors = ""};
    (void)batch_row_print_json(stdout, &row); // A failed write is told at the end (main.c).
}

// Prints results as soon as possible, in order. @return the exit code of all files together.
static int print_all(Batch *batch, Console *console)
{
    const bool has_rows = batch->settings->json && batch->file_count > 1;
    size_t wrong = 0;
    int code = EXIT_DONE;
    for (size_t i = 0; i < batch->file_count; ++i) {
        FileCheck *result = &batch->results[i];
        wait_for(batch, i);
        wrong += result->has_errors;
        int own = exit_code(result->status);
        own = own == EXIT_DONE && result->has_errors ? EXIT_INPUT : own;
        if (has_rows) {
            print_row(batch, i, own);
        } else if (result->text != NULL) {
            fwrite(result->text, 1, result->count, stdout);
        }
        free(result->text);
        if (own == EXIT_FAULT || result->status == TUM_ERROR_MEMORY) {
            console_error(console, "%s: %s", batch->files[i], tum_status_text(result->status));
        }
        code = own > code ? own : code;
    }
    if (!batch->settings->json && !batch->settings->quiet && batch->file_count > 1) {
        printf("%zu files: %zu valid, %zu with errors\n", batch->file_count,
               batch->file_count - wrong, wrong);
    }
    return code;
}

static size_t job_count(const Batch *batch)
{
    size_t jobs = batch->settings->batch.jobs > 0 ? (size_t)batch->settings->batch.jobs
                                                  : (size_t)tum_thread_hardware_count();
    jobs = jobs > BATCH_MOST_JOBS ? BATCH_MOST_JOBS : jobs;
    return jobs > batch->file_count ? batch->file_count : jobs;
}

static int run_jobs(Batch *batch, Console *console)
{
    Thread threads[BATCH_MOST_JOBS];
    size_t started = 0;
    const size_t jobs = job_count(batch);
    while (jobs > 1 && started < jobs && tum_thread_create(&threads[started], work, batch)) {
        ++started;
    }
    if (started == 0) {
        work(batch);
    }
    const int code = print_all(batch, console);
    for (size_t i = 0; i < started; ++i) {
        tum_thread_join(&threads[i]);
    }
    return code;
}

static int run_batch(Batch *batch, Console *console)
{
    if (!tum_mutex_init(&batch->lock)) {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
        return EXIT_FILE;
    }
    int code = EXIT_FILE;
    if (tum_condition_init(&batch->done)) {
        code = run_jobs(batch, console);
        tum_condition_clear(&batch->done);
    } else {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
    }
    tum_mutex_clear(&batch->lock);
    return code;
}

static int run_validate(const void *settings, const char *const *arguments, Console *console)
{
    const ValidateSettings *validate = settings;
    char error[OPTION_ERROR_BYTES];
    Batch batch = {.settings = validate, .files = arguments};
    batch.rules = (FindingRules){.ignored = &validate->ignored,
                                 .severities = &validate->severities,
                                 .only = -1,
                                 .most = validate->most,
                                 .most_of_code = validate->most_of_code,
                                 .errors_alone = validate->quiet};
    if (validate->only != NULL) {
        batch.rules.only = severity_of_name(validate->only);
    }
    if (!dialect_of_option(validate->dialect, &batch.dialect, console)) {
        return EXIT_USAGE;
    }
    if (!finding_rules_check(&batch.rules, error)) {
        console_error(console, "%s", error);
        return EXIT_USAGE;
    }
    while (arguments[batch.file_count] != NULL) {
        ++batch.file_count;
    }
    batch.has_color = console->has_color;
    batch.results = calloc(batch.file_count, sizeof *batch.results);
    if (batch.results == NULL) {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
        return EXIT_FILE;
    }
    const int code = run_batch(&batch, console);
    free(batch.results);
    return code;
}

const Verb validate_verb = {
    .name = "validate",
    .arguments = "FILE...",
    .argument_files = VERB_FILES,
    .summary = "find everything that is wrong with the physics in files",
    .about = "Checks the physics of each FILE, and what of the core document it depends on, and\n"
             "tells what is wrong: severity, JSON pointer, what was found and what is allowed,\n"
             "code. Folders are searched for files, and files are checked side by side. tumble\n"
             "explain CODE tells what to do.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .argument_count = 1,
    .takes_more = true,
    .batch = &batch_verb,
    .defaults = &defaults,
    .settings_bytes = sizeof defaults,
    .examples =
        {{"tumble validate bounce.gltf chain.gltf", "findings of two files, one line each"},
         {"tumble validate --deep --json pile.gltf",
          "a report for a script, with a second of simulation"},
         {"tumble validate --ignore UNUSED_OBJECT --severity PHYSICS_BODY_TOO_SMALL=error row.gltf",
          "findings weighed otherwise"}},
    .run = run_validate,
};
