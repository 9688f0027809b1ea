// SPDX-License-Identifier: MIT
// validate.c: tumble validate: all faults of the physics in files.
//
// Several threads check files, each into a text of its own; the texts are printed in the order of
// the arguments.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console.h"
#include "dialect_option.h"
#include "findings.h"
#include "tumble/tumble.h"
#include "verbs.h"

enum { MOST_JOBS = 64 };

typedef struct ValidateSettings {
    bool json, no_resources, deep, quiet;
    int most, most_of_code, jobs;
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
    OPTION_COUNT(ValidateSettings, jobs, "jobs", "N", 0, MOST_JOBS,
                 "files checked at once; 0: one a processor"),
    OPTION_FLAG(ValidateSettings, quiet, "quiet", "print nothing but errors"),
};

/// The result of one file.
typedef struct FileResult {
    char *text;
    size_t count;
    TumStatus status;
    bool is_done, has_errors;
} FileResult;

typedef struct Batch {
    const ValidateSettings *settings;
    FindingRules rules;
    TumDialect dialect;
    const char *const *files;
    size_t file_count;
    FileResult *results; ///< [file_count]
    bool has_color;
    pthread_mutex_t lock; ///< Guards next, and is_done in the results.
    pthread_cond_t done;
    size_t next;
} Batch;

static void tell(const Batch *batch, size_t index, const TumReport *report,
                 const TumValidation *validation, FILE *out)
{
    FileResult *result = &batch->results[index];
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
    }
    result->has_errors = findings.counts[TUM_SEVERITY_ERROR] > 0;
    findings_free(&findings);
}

// Builds a world only from a scene without errors, which always gives one.
static void check_scene(const Batch *batch, FileResult *result, const TumValidation *validation,
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
    FileResult *result = &batch->results[index];
    const TumValidateOptions opening = {.no_resources = batch->settings->no_resources,
                                        .map_from_bytes = MAP_FROM_BYTES,
                                        .dialect = batch->dialect};
    TumReport *report = tum_report_create(NULL);
    FILE *out = open_memstream(&result->text, &result->count);
    TumValidation validation = {0};
    if (report == NULL || out == NULL) {
        result->status = TUM_ERROR_MEMORY;
    } else {
        result->status = tum_validate(batch->files[index], &opening, &validation, report);
        check_scene(batch, result, &validation, report);
        tell(batch, index, report, &validation, out);
    }
    if (out != NULL && fclose(out) != 0) {
        result->status = TUM_ERROR_MEMORY;
    }
    tum_validation_clear(&validation);
    tum_report_destroy(report);
}

static void *work(void *context)
{
    Batch *batch = context;
    pthread_mutex_lock(&batch->lock);
    while (batch->next < batch->file_count) {
        const size_t index = batch->next++;
        pthread_mutex_unlock(&batch->lock);
        check_file(batch, index);
        pthread_mutex_lock(&batch->lock);
        batch->results[index].is_done = true;
        pthread_cond_signal(&batch->done);
    }
    pthread_mutex_unlock(&batch->lock);
    return NULL;
}

static void wait_for(Batch *batch, size_t index)
{
    pthread_mutex_lock(&batch->lock);
    while (!batch->results[index].is_done) {
        pthread_cond_wait(&batch->done, &batch->lock);
    }
    pthread_mutex_unlock(&batch->lock);
}

// Prints results as soon as possible, in order. @return the exit code of all files together.
static int print_all(Batch *batch, Console *console)
{
    const bool is_array = batch->settings->json && batch->file_count > 1;
    size_t wrong = 0;
    int code = EXIT_DONE;
    fputs(is_array ? "[\n" : "", stdout);
    for (size_t i = 0; i < batch->file_count; ++i) {
        FileResult *result = &batch->results[i];
        wait_for(batch, i);
        if (result->text != NULL) {
            fwrite(result->text, 1, result->count, stdout);
        }
        fputs(is_array && i + 1 < batch->file_count ? ",\n" : "", stdout);
        free(result->text);
        wrong += result->has_errors;
        int own = exit_code(result->status);
        own = own == EXIT_DONE && result->has_errors ? EXIT_INPUT : own;
        if (own == EXIT_FAULT || result->status == TUM_ERROR_MEMORY) {
            console_error(console, "%s: %s", batch->files[i], tum_status_text(result->status));
        }
        code = own > code ? own : code;
    }
    fputs(is_array ? "]\n" : "", stdout);
    if (!batch->settings->json && !batch->settings->quiet && batch->file_count > 1) {
        printf("%zu files: %zu valid, %zu with errors\n", batch->file_count,
               batch->file_count - wrong, wrong);
    }
    return code;
}

static size_t job_count(const Batch *batch)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    size_t jobs = batch->settings->jobs > 0 ? (size_t)batch->settings->jobs
                  : online > 0              ? (size_t)online
                                            : 1;
    jobs = jobs > MOST_JOBS ? MOST_JOBS : jobs;
    return jobs > batch->file_count ? batch->file_count : jobs;
}

static int run_batch(Batch *batch, Console *console)
{
    pthread_t threads[MOST_JOBS];
    size_t started = 0;
    const size_t jobs = job_count(batch);
    pthread_mutex_init(&batch->lock, NULL);
    pthread_cond_init(&batch->done, NULL);
    while (jobs > 1 && started < jobs &&
           pthread_create(&threads[started], NULL, work, batch) == 0) {
        ++started;
    }
    if (started == 0) {
        work(batch);
    }
    const int code = print_all(batch, console);
    for (size_t i = 0; i < started; ++i) {
        pthread_join(threads[i], NULL);
    }
    pthread_cond_destroy(&batch->done);
    pthread_mutex_destroy(&batch->lock);
    return code;
}

static int run_validate(const void *settings, const char *const *arguments, Console *console)
{
    const ValidateSettings *validate = settings;
    const char *no_color = getenv("NO_COLOR");
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
    batch.has_color = isatty(STDOUT_FILENO) == 1 && (no_color == NULL || no_color[0] == '\0');
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
    .about =
        "Checks the physics of each FILE, and what of the core document it depends on, and\n"
        "tells what is wrong: severity, JSON pointer, what was found and what is allowed,\n"
        "code. Several files are checked side by side. tumble explain CODE tells what to do.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .argument_count = 1,
    .takes_more = true,
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
