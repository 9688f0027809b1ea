// SPDX-License-Identifier: MIT
// sweep_work_posix.c: hands the runs of a sweep to the workers of a batch (batch.h).
//
// A pass is a batch of all runs without a row. Its workers claim a run when they begin it, and
// leave runs that other processes have claimed. Passes follow until each run has a row.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "batch_list.h"
#include "interrupt.h"
#include "sweep_folder.h"
#include "sweep_row.h"
#include "sweep_run.h"
#include "sweep_work.h"

enum { PAUSE_MS = 200, ITEM_BYTES = RUN_NAME_BYTES + 24, MOST_ROW_BYTES = 1 << 20 };

// Numbers that the passes change.
typedef struct Tally {
    uint64_t done, failed; // By this process.
    bool is_stopped;       // The folder cannot be written.
} Tally;

// The settings of the batch's verb.
typedef struct Work {
    BatchSettings batch;
    bool json, quiet;
    const SweepPlan *plan;
    SweepFolder folder;
    Tally *tally;
} Work;

// An item of the batch: "3f2a…#17", name and index of a run.
static uint64_t read_item(const char *item, char name[RUN_NAME_BYTES])
{
    snprintf(name, RUN_NAME_BYTES, "%.*s", (int)strcspn(item, "#"), item);
    return strtoull(item + strlen(name) + 1, NULL, 10);
}

// The worker's part.

static void renew(void *user)
{
    claim_renew(user);
}

static int tell_file(const Work *work, FileResult result, Console *console)
{
    console_error(console, "%s: %s", work->folder.path, tum_file_result_text(result));
    return result == FILE_MEMORY ? EXIT_MEMORY : EXIT_FILE;
}

static FileResult place_trajectory(const Work *work, const char *name, char path[SWEEP_PATH_BYTES])
{
    char ending[16];
    snprintf(ending, sizeof ending, ".%s", work->plan->settings->trajectory);
    return sweep_folder_place(&work->folder, "trajectories", name, ending, path);
}

// Does a claimed run, keeps its row and prints it.
static int do_run(const Work *work, const char *name, uint64_t run, Claim *claim, Console *console)
{
    char path[SWEEP_PATH_BYTES];
    TextBuffer row = {0};
    const bool is_recorded = work->plan->settings->trajectory != NULL;
    FileResult result = is_recorded ? place_trajectory(work, name, path) : FILE_OK;
    if (result != FILE_OK) {
        return tell_file(work, result, console);
    }
    const SweepBeat beat = {renew, claim};
    int code = sweep_run(work->plan, run, is_recorded ? path : NULL, beat, &row, console);
    if (code == EXIT_DONE) {
        result = sweep_folder_keep(&work->folder, name, row.text.items, row.text.count);
        code = result == FILE_OK ? EXIT_DONE : tell_file(work, result, console);
    }
    if (code == EXIT_DONE) {
        fwrite(row.text.items, 1, row.text.count, stdout);
    }
    tum_text_buffer_free(&row);
    return code;
}

static int run_item(const void *settings, const char *const *arguments, Console *console)
{
    const Work *work = settings;
    char name[RUN_NAME_BYTES];
    const uint64_t run = read_item(arguments[0], name);
    Claim claim;
    bool is_mine = false;
    if (sweep_folder_has(&work->folder, name)) {
        return EXIT_DONE; // Another process has done it since the pass began.
    }
    const FileResult result = claim_take(&claim, &work->folder, name, &is_mine);
    if (result != FILE_OK) {
        return tell_file(work, result, console);
    }
    if (!is_mine) {
        return EXIT_DONE;
    }
    // Its process may have finished the run between the two looks.
    const int code = sweep_folder_has(&work->folder, name)
                         ? EXIT_DONE
                         : do_run(work, name, run, &claim, console);
    claim_drop(&claim);
    return code;
}

// The parent's part.

// The row of a run whose worker ended.
static FileResult keep_failure(const Work *work, const BatchRow *row, TextBuffer *text)
{
    double values[SWEEP_MOST_VARIES];
    char name[RUN_NAME_BYTES];
    design_values(&work->plan->design, read_item(row->file, name), values);
    const SweepRow failed = {
        .name = name, .values = values, .outcome = row->outcome, .signal = row->signal};
    if (sweep_row_write(work->plan, &failed, text) != TUM_OK) {
        return FILE_MEMORY;
    }
    claim_remove(&work->folder, name);
    return sweep_folder_keep(&work->folder, name, text->text.items, text->text.count);
}

static bool is_failure(const char *row, size_t bytes)
{
    static const char done[] = "\"outcome\":\"done\"";
    for (size_t i = 0; i + sizeof done - 1 <= bytes; ++i) {
        if (memcmp(row + i, done, sizeof done - 1) == 0) {
            return false;
        }
    }
    return true;
}

static void print_row(const Work *work, const char *text, size_t bytes)
{
    ++work->tally->done;
    work->tally->failed += is_failure(text, bytes);
    if (work->json) {
        fwrite(text, 1, bytes, stdout);
    }
}

// Ends the batch where the folder cannot be written: later rows could not be kept either.
static bool stop(const Work *work, const BatchRow *row, FileResult result, Console *console)
{
    work->tally->is_stopped = true;
    console_end(console);
    if (row->error_bytes > 0) {
        fwrite(row->errors, 1, row->error_bytes, stderr);
    } else {
        (void)tell_file(work, result, console);
    }
    if (work->json && row->outcome == BATCH_FILE) {
        (void)batch_row_print_json(stdout, row);
    }
    return false;
}

static bool take_row(const void *settings, const BatchRow *row, Console *console)
{
    const Work *work = settings;
    if (row->outcome == BATCH_DONE) {
        if (row->output_bytes > 0) {
            print_row(work, row->output, row->output_bytes);
        }
        return true;
    }
    if (row->outcome == BATCH_FILE) {
        return stop(work, row, FILE_FAILED, console);
    }
    TextBuffer text = {0};
    const FileResult result = keep_failure(work, row, &text);
    const bool is_kept = result == FILE_OK;
    if (is_kept) {
        print_row(work, text.text.items, text.text.count);
    }
    tum_text_buffer_free(&text);
    return is_kept || stop(work, row, result, console);
}

static const BatchVerb item_batch = {
    .settings_offset = offsetof(Work, batch),
    .json_offset = offsetof(Work, json),
    .quiet_offset = offsetof(Work, quiet),
    .doing = "sweeping",
    .done = "done",
    .take = take_row,
};

static const Verb item_verb = {
    .name = "sweep", .batch = &item_batch, .settings_bytes = sizeof(Work), .run = run_item};

// Counts the runs of a share.
typedef struct Share {
    BatchShard shard;
    uint64_t runs, finished;
} Share;

// Lists the runs of the share that have no row.
static bool list_runs(const Work *work, Share *share, BatchList *list)
{
    const Design *design = &work->plan->design;
    share->runs = share->finished = 0;
    for (uint64_t run = 0; run < design->run_count; ++run) {
        double values[SWEEP_MOST_VARIES];
        char name[RUN_NAME_BYTES], item[ITEM_BYTES];
        design_values(design, run, values);
        sweep_run_name(work->plan, values, name);
        if (!batch_shard_has(share->shard, name)) {
            continue;
        }
        ++share->runs;
        if (sweep_folder_has(&work->folder, name)) {
            ++share->finished;
            continue;
        }
        snprintf(item, sizeof item, "%s#%" PRIu64, name, run);
        if (!batch_list_add(list, strdup(item), 0, NULL)) {
            return false;
        }
    }
    return true;
}

// A row that is there.
typedef enum RowState { ROW_MISSING, ROW_DONE, ROW_FAILED } RowState;

static RowState read_state(const Work *work, const char *name)
{
    char path[SWEEP_PATH_BYTES];
    FileBytes bytes = {0};
    if (!sweep_folder_has(&work->folder, name) ||
        sweep_folder_place(&work->folder, "runs", name, ".jsonl", path) != FILE_OK ||
        tum_file_read(path, FILE_PLAIN, MOST_ROW_BYTES, NULL, &bytes) != FILE_OK) {
        return ROW_MISSING;
    }
    const bool failed = is_failure((const char *)bytes.data, bytes.count);
    tum_file_bytes_free(&bytes, NULL);
    return failed ? ROW_FAILED : ROW_DONE;
}

static bool has_trajectory(const Work *work, const char *name)
{
    char path[SWEEP_PATH_BYTES];
    FileAbout about;
    return place_trajectory(work, name, path) == FILE_OK && tum_file_about(path, &about) == FILE_OK;
}

// Removes what is there and is to be done again: rows of failures for --retry, and rows without the
// trajectory that is asked for.
static void forget_runs(const Work *work, BatchShard shard)
{
    const SweepSettings *settings = work->plan->settings;
    const Design *design = &work->plan->design;
    for (uint64_t run = 0; run < design->run_count; ++run) {
        double values[SWEEP_MOST_VARIES];
        char name[RUN_NAME_BYTES];
        design_values(design, run, values);
        sweep_run_name(work->plan, values, name);
        const RowState state = batch_shard_has(shard, name) ? read_state(work, name) : ROW_MISSING;
        if ((state == ROW_FAILED && settings->retry) ||
            (state == ROW_DONE && settings->trajectory != NULL && !has_trajectory(work, name))) {
            sweep_folder_forget(&work->folder, name);
        }
    }
}

// Passes until each run has its row.
static int work_off(const Work *work, Share *share, Console *console)
{
    for (;;) {
        BatchList list = {0};
        const uint64_t before = work->tally->done;
        if (!list_runs(work, share, &list)) {
            batch_list_free(&list);
            console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
            return EXIT_FILE;
        }
        const bool is_done = list.count == 0;
        int code = is_done ? EXIT_DONE : batch_run_list(&item_verb, work, &list, console);
        batch_list_free(&list);
        code = work->tally->is_stopped ? EXIT_FILE : code;
        if (is_done || code != EXIT_DONE) {
            return code;
        }
        if (work->tally->done == before) {
            sweep_pause(PAUSE_MS); // All that is left is in work elsewhere.
        }
    }
}

static void tell_end(const Work *work, const Share *share, uint64_t finished, int code,
                     Console *console)
{
    const Tally *tally = work->tally;
    const uint64_t known =
        share->finished > finished + tally->done ? share->finished - finished - tally->done : 0;
    char failed[48] = "", others[64] = "";
    if (tally->failed > 0) {
        snprintf(failed, sizeof failed, ", %" PRIu64 " of them failed", tally->failed);
    }
    if (known > 0) {
        snprintf(others, sizeof others, ", %" PRIu64 " by other processes", known);
    }
    if (code == EXIT_DONE) {
        console_note(console,
                     "%s: %" PRIu64 " runs: %" PRIu64 " done now%s, %" PRIu64 " finished before%s",
                     work->folder.path, share->runs, tally->done, failed, finished, others);
    } else {
        console_error(console,
                      "%s: %" PRIu64 " of %" PRIu64 " runs are finished and kept; the same "
                      "command goes on with the others",
                      work->folder.path, finished + tally->done, share->runs);
    }
}

int sweep_work(const SweepPlan *plan, Console *console)
{
    const SweepSettings *settings = plan->settings;
    Tally tally = {0};
    Share share = {.shard = {0, 1}};
    BatchList list = {0};
    Work work = {.batch = {.jobs = settings->jobs,
                           .memory_limit = settings->memory_limit,
                           .time_limit = settings->time_limit},
                 .json = settings->json,
                 .quiet = settings->quiet,
                 .plan = plan,
                 .tally = &tally};
    if (settings->shard != NULL && !batch_shard_read(settings->shard, &share.shard, console)) {
        return EXIT_USAGE;
    }
    const FileResult result = sweep_folder_make(
        &work.folder, settings->out, settings->claim_timeout, settings->trajectory != NULL);
    if (result != FILE_OK) {
        (void)tell_file(&work, result, console);
        return EXIT_FILE;
    }
    if (settings->retry || settings->trajectory != NULL) {
        forget_runs(&work, share.shard);
    }
    const bool is_listed = list_runs(&work, &share, &list);
    const uint64_t finished = share.finished;
    batch_list_free(&list);
    const int code = is_listed ? work_off(&work, &share, console) : EXIT_FILE;
    tell_end(&work, &share, finished, code, console);
    return code;
}
