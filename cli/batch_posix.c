// SPDX-License-Identifier: MIT
// batch_posix.c: many files shared out to worker processes.
//
// Each worker has a few files ahead, so that it never waits for the parent. Where a worker ends,
// the first of its files ended it; the others go back, and a new worker takes them.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "batch_row.h"
#include "batch_worker.h"
#include "interrupt.h"
#include "system/clock.h"
#include "system/thread.h"

enum { MOST_AHEAD = 16, ROUND_MS = 100 };
static const uint64_t second_ns = 1000000000u;

typedef struct Worker {
    pid_t process; // 0: none.
    int socket;
    uint32_t queue[MOST_AHEAD]; // Files that it has, in its order.
    size_t queued;
    uint64_t began_ns; // Of the first file.
    uint64_t ended_ns; // Time of the signal that ends it for its slowness; 0: none.
} Worker;

// A row, until its turn comes.
typedef struct Result {
    bool is_known;
    BatchOutcome outcome;
    int signal;
    char *text; // Output, then errors.
    size_t output_bytes, error_bytes;
} Result;

typedef struct Batch {
    BatchWork work;
    bool has_json, is_quiet;
    Console *console;
    Result *results;   // [work.list->count]
    uint32_t *waiting; // [waiting_count] Files that no worker has; the last comes first.
    size_t waiting_count, known, printed;
    size_t outcomes[BATCH_OUTCOME_COUNT];
    Worker workers[BATCH_MOST_JOBS];
    size_t worker_count, ahead;
    uint64_t began_ns;
    bool is_failed; // A row could not be written, or no process be made.
    void *gathered; // Reports of the verb; NULL: it has none.
    bool is_over;   // The verb takes no more rows.
} Batch;

bool batch_has_workers(void)
{
    return true;
}

// Signals of faults and limits, by which a process ends.
static const struct {
    int number;
    const char *name;
} signals[] = {{SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},
               {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},   {SIGTRAP, "SIGTRAP"},
               {SIGKILL, "SIGKILL"}, {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"}};

// @return NULL for 0.
static const char *name_of_signal(int number)
{
    for (size_t i = 0; i < sizeof signals / sizeof *signals; ++i) {
        if (signals[i].number == number) {
            return signals[i].name;
        }
    }
    return number != 0 ? interrupt_name(number) : NULL;
}

// Rows.

static void note(Batch *batch, uint32_t file, const Result *result)
{
    batch->results[file] = *result;
    batch->results[file].is_known = true;
    ++batch->outcomes[result->outcome];
    ++batch->known;
}

// @param output_bytes  of the result's output, to be printed.
static void print_text(const Batch *batch, const char *file, const Result *result,
                       size_t output_bytes)
{
    if (output_bytes > 0) {
        fwrite(result->text, 1, output_bytes, stdout);
    }
    (void)fflush(stdout); // Before the errors of this file.
    if (result->error_bytes > 0) {
        console_end(batch->console);
        fwrite(result->text + result->output_bytes, 1, result->error_bytes, stderr);
    }
    if (result->outcome >= BATCH_MEMORY) {
        const char *name = name_of_signal(result->signal);
        console_error(batch->console, "%s: %s%s%s%s", file, batch_outcome_name(result->outcome),
                      name != NULL ? " (" : "", name != NULL ? name : "", name != NULL ? ")" : "");
    }
}

// Prints the rows whose turn has come.
static void print_rows(Batch *batch)
{
    const BatchList *list = batch->work.list;
    const size_t before = batch->printed;
    for (;
         batch->printed < list->count && batch->results[batch->printed].is_known && !batch->is_over;
         ++batch->printed) {
        Result *result = &batch->results[batch->printed];
        const char *file = list->files[batch->printed].path;
        const char *text = result->text != NULL ? result->text : "";
        size_t output_bytes = result->output_bytes;
        if (batch->gathered != NULL) {
            output_bytes = batch->work.verb->batch->gather->take(
                batch->gathered, file, batch_outcome_name(result->outcome), text, output_bytes);
        }
        const BatchRow row = {.file = file,
                              .outcome = result->outcome,
                              .signal = name_of_signal(result->signal),
                              .output = text,
                              .output_bytes = output_bytes,
                              .errors = text + result->output_bytes,
                              .error_bytes = result->error_bytes};
        const BatchVerb *verb = batch->work.verb->batch;
        if (verb->take != NULL) {
            batch->is_over |= !verb->take(batch->work.settings, &row, batch->console);
        } else if (!batch->has_json) {
            print_text(batch, file, result, output_bytes);
        } else if (batch_row_print_json(stdout, &row) != TUM_OK) {
            batch->is_failed = true;
        }
        free(result->text);
        result->text = NULL;
    }
    if (batch->printed > before) {
        (void)fflush(stdout); // Programs behind a pipe follow the work.
    }
}

static void show_progress(const Batch *batch)
{
    char what[128];
    const size_t count = batch->work.list->count, left = count - batch->known;
    const double seconds = 1e-9 * (double)(tum_clock_nanoseconds() - batch->began_ns);
    const double rate = seconds > 0.0 ? (double)batch->known / seconds : 0.0;
    const int used = snprintf(what, sizeof what, "%s %zu of %zu", batch->work.verb->batch->doing,
                              batch->known, count);
    if (rate > 0.0) {
        snprintf(what + used, sizeof what - (size_t)used, ", %.*f/s, %.0f s left",
                 rate < 10.0 ? 1 : 0, rate, (double)left / rate);
    }
    console_progress(batch->console, what, (double)batch->known / (double)count);
}

// Workers.

static bool begin_worker(Batch *batch, Worker *worker)
{
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0) {
        return false;
    }
#ifdef SO_NOSIGPIPE
    for (int i = 0; i < 2; ++i) {
        (void)setsockopt(sockets[i], SOL_SOCKET, SO_NOSIGPIPE, &(int){1}, sizeof(int));
    }
#endif
    // Buffered output would be written by both processes.
    (void)fflush(stdout);
    (void)fflush(stderr);
    const pid_t process = fork();
    if (process == 0) {
        close(sockets[0]);
        for (size_t i = 0; i < batch->worker_count; ++i) {
            // A copy of the socket here would keep the other worker from seeing its end.
            if (batch->workers[i].process != 0) {
                close(batch->workers[i].socket);
            }
        }
        // Ctrl-C is for the parent, which then ends its workers.
        (void)setpgid(0, 0);
#ifdef __linux__
        (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
        batch_worker_run(&batch->work, sockets[1]);
    }
    close(sockets[1]);
    if (process < 0) {
        close(sockets[0]);
        return false;
    }
    *worker = (Worker){.process = process, .socket = sockets[0]};
    return true;
}

static void give_files(Batch *batch, Worker *worker)
{
    while (worker->queued < batch->ahead && batch->waiting_count > 0 && worker->ended_ns == 0) {
        if (worker->process == 0 && !begin_worker(batch, worker)) {
            batch->is_failed = true;
            return;
        }
        const uint32_t file = batch->waiting[batch->waiting_count - 1];
        if (!batch_send(worker->socket, &file, sizeof file)) {
            return; // The worker has ended; its socket says so in the next round.
        }
        --batch->waiting_count;
        if (worker->queued == 0) {
            worker->began_ns = tum_clock_nanoseconds();
        }
        worker->queue[worker->queued++] = file;
    }
}

static void drop_first(Worker *worker)
{
    --worker->queued;
    memmove(worker->queue, worker->queue + 1, worker->queued * sizeof *worker->queue);
    worker->began_ns = tum_clock_nanoseconds();
}

// A worker has ended: by the first of its files, unless it said so itself.
static void end_worker(Batch *batch, Worker *worker)
{
    int status = 0;
    close(worker->socket);
    while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR) {
    }
    const bool is_late = worker->ended_ns != 0;
    const bool is_own_end = WIFEXITED(status) && WEXITSTATUS(status) == EXIT_DONE;
    if (worker->queued > 0 && (is_late || !is_own_end)) {
        const Result result = {.outcome = is_late ? BATCH_TIMED_OUT : BATCH_CRASHED,
                               .signal = !is_late && WIFSIGNALED(status) ? WTERMSIG(status) : 0};
        note(batch, worker->queue[0], &result);
        drop_first(worker);
    }
    while (worker->queued > 0) {
        batch->waiting[batch->waiting_count++] = worker->queue[--worker->queued];
    }
    *worker = (Worker){0};
}

// Reads one answer. @return false at the end of the worker.
static bool take_answer(Batch *batch, Worker *worker)
{
    BatchAnswer answer;
    if (!batch_receive(worker->socket, &answer, sizeof answer)) {
        return false;
    }
    const size_t bytes = (size_t)answer.output_bytes + answer.error_bytes;
    Result result = {.outcome = batch_outcome_of(answer.code),
                     .text = malloc(bytes + 1),
                     .output_bytes = answer.output_bytes,
                     .error_bytes = answer.error_bytes};
    if (result.text == NULL || worker->queued == 0 || worker->queue[0] != answer.file ||
        !batch_receive(worker->socket, result.text, bytes)) {
        free(result.text);
        return false;
    }
    note(batch, answer.file, &result);
    drop_first(worker);
    return true;
}

// Ends workers that have had a file for too long: politely, so that no temporary file is left, and
// a second later without asking.
static void end_late_ones(Batch *batch)
{
    const double limit = batch->work.batch->time_limit;
    const uint64_t now_ns = tum_clock_nanoseconds();
    for (size_t i = 0; i < batch->worker_count && limit > 0.0; ++i) {
        Worker *worker = &batch->workers[i];
        if (worker->process == 0 || worker->queued == 0) {
            continue;
        }
        if (worker->ended_ns == 0 && 1e-9 * (double)(now_ns - worker->began_ns) > limit) {
            worker->ended_ns = now_ns;
            (void)kill(worker->process, SIGTERM);
        } else if (worker->ended_ns != 0 && now_ns - worker->ended_ns > second_ns) {
            (void)kill(worker->process, SIGKILL);
        }
    }
}

static void wait_for_answers(Batch *batch)
{
    struct pollfd sockets[BATCH_MOST_JOBS];
    Worker *workers[BATCH_MOST_JOBS];
    nfds_t count = 0;
    for (size_t i = 0; i < batch->worker_count; ++i) {
        if (batch->workers[i].process != 0) {
            workers[count] = &batch->workers[i];
            sockets[count++] = (struct pollfd){.fd = batch->workers[i].socket, .events = POLLIN};
        }
    }
    if (poll(sockets, count, ROUND_MS) <= 0) {
        return;
    }
    for (nfds_t i = 0; i < count; ++i) {
        if (sockets[i].revents != 0 && !take_answer(batch, workers[i])) {
            end_worker(batch, workers[i]);
        }
    }
}

// No more files: workers end by themselves, or by the signal that ends this process.
static void end_workers(Batch *batch, bool at_once)
{
    for (size_t i = 0; i < batch->worker_count; ++i) {
        Worker *worker = &batch->workers[i];
        if (worker->process != 0) {
            if (at_once) {
                (void)kill(worker->process, SIGTERM);
            }
            worker->queued = 0;
            end_worker(batch, worker);
        }
    }
}

// Runs.

static void work_off(Batch *batch)
{
    const size_t count = batch->work.list->count;
    console_begin(batch->console);
    interrupt_defer();
    while (batch->known < count && interrupt_signal() == 0 && !batch->is_failed &&
           !batch->is_over) {
        for (size_t i = 0; i < batch->worker_count; ++i) {
            give_files(batch, &batch->workers[i]);
        }
        wait_for_answers(batch);
        end_late_ones(batch);
        print_rows(batch);
        show_progress(batch);
    }
    print_rows(batch);
    console_end(batch->console);
    end_workers(batch, batch->known < count);
}

static int tell_end(const Batch *batch)
{
    const size_t count = batch->work.list->count, done = batch->outcomes[BATCH_DONE];
    char text[256];
    int code = EXIT_DONE;
    size_t others = 0;
    for (int i = 0; i < BATCH_OUTCOME_COUNT; ++i) {
        const int own = batch->outcomes[i] > 0 ? batch_code_of((BatchOutcome)i) : EXIT_DONE;
        code = own > code ? own : code;
        others += i >= BATCH_MEMORY ? batch->outcomes[i] : 0;
    }
    int used = snprintf(text, sizeof text, "%zu file%s: %zu %s, %zu with errors", count,
                        count == 1 ? "" : "s", done, batch->work.verb->batch->done,
                        batch->known - done - others);
    for (int i = BATCH_MEMORY; i < BATCH_OUTCOME_COUNT; ++i) {
        if (batch->outcomes[i] > 0) {
            used += snprintf(text + used, sizeof text - (size_t)used, ", %zu %s",
                             batch->outcomes[i], batch_outcome_name((BatchOutcome)i));
        }
    }
    if (!batch->is_quiet && batch->has_json) {
        console_note(batch->console, "%s", text);
    } else if (!batch->is_quiet) {
        printf("%s\n", text);
    }
    return code;
}

// Folders that could not be read have their rows already.
static void begin(Batch *batch)
{
    const BatchList *list = batch->work.list;
    for (size_t i = list->count; i > 0; --i) {
        const char *error = list->files[i - 1].error;
        if (error == NULL) {
            batch->waiting[batch->waiting_count++] = (uint32_t)i - 1;
            continue;
        }
        const size_t room = strlen(list->files[i - 1].path) + strlen(error) + 32;
        Result result = {.outcome = BATCH_FILE, .text = malloc(room)};
        if (result.text != NULL) {
            result.error_bytes = (size_t)snprintf(result.text, room, "tumble: error: %s: %s\n",
                                                  list->files[i - 1].path, error);
        }
        note(batch, (uint32_t)i - 1, &result);
    }
    size_t jobs = batch->work.batch->jobs > 0 ? (size_t)batch->work.batch->jobs
                                              : (size_t)tum_thread_hardware_count();
    jobs = jobs > BATCH_MOST_JOBS ? BATCH_MOST_JOBS : jobs;
    batch->worker_count = jobs < list->count ? jobs : list->count;
    // Small shares at the end leave no worker with a long queue alone.
    const size_t ahead = list->count / (4 * jobs);
    batch->ahead = ahead < 1 ? 1 : ahead > MOST_AHEAD ? MOST_AHEAD : ahead;
    batch->began_ns = tum_clock_nanoseconds();
}

static bool begin_reports(Batch *batch)
{
    const BatchGather *gather = batch->work.verb->batch->gather;
    if (gather != NULL) {
        batch->gathered = gather->begin(batch->work.settings, batch->console);
    }
    return gather == NULL || batch->gathered != NULL;
}

// Reports of a batch that a signal ended have the files until then. @return the larger code.
static int end_reports(Batch *batch, int code)
{
    if (batch->gathered == NULL) {
        return code;
    }
    const int own = batch->work.verb->batch->gather->end(batch->gathered, batch->console);
    batch->gathered = NULL;
    return own > code ? own : code;
}

static int run(Batch *batch)
{
    const size_t count = batch->work.list->count;
    batch->results = calloc(count + 1, sizeof *batch->results);
    batch->waiting = calloc(count + 1, sizeof *batch->waiting);
    int code = EXIT_FILE;
    if (batch->results == NULL || batch->waiting == NULL) {
        console_error(batch->console, "%s", tum_status_text(TUM_ERROR_MEMORY));
    } else if (begin_reports(batch)) {
        begin(batch);
        work_off(batch);
        code = batch->work.verb->batch->take != NULL ? EXIT_DONE : tell_end(batch);
        code = end_reports(batch, code);
    }
    if (batch->is_failed) {
        console_error(batch->console, "the batch ended early: %s", strerror(errno));
        code = EXIT_FILE;
    }
    for (size_t i = 0; batch->results != NULL && i < count; ++i) {
        free(batch->results[i].text);
    }
    free(batch->results);
    free(batch->waiting);
    return interrupt_signal() != 0 ? 128 + interrupt_signal() : code;
}

// @return EXIT_DONE, or EXIT_USAGE after a message.
static int check_settings(const Verb *verb, const void *settings, const BatchSettings *batch,
                          Console *console)
{
    if (verb->batch->check != NULL && !verb->batch->check(settings, console)) {
        return EXIT_USAGE;
    }
    if (batch->out != NULL || verb->batch->keeps_reports) {
        return EXIT_DONE;
    }
    // Outputs of many files need a folder.
    void *copy = malloc(verb->settings_bytes);
    BatchName *names = calloc(BATCH_MOST_OUTPUTS, sizeof *names);
    size_t count = 0;
    if (copy != NULL && names != NULL) {
        memcpy(copy, settings, verb->settings_bytes);
        count = verb->batch->name_outputs(copy, "file.glb", "file", names);
    }
    free(copy);
    free(names);
    if (count > 0) {
        console_error(console, "many files need --out DIR for what tumble %s writes", verb->name);
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

int batch_run_list(const Verb *verb, const void *settings, const BatchList *list, Console *console)
{
    Batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL) {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
        return EXIT_FILE;
    }
    memcpy(&batch->has_json, (const char *)settings + verb->batch->json_offset, sizeof(bool));
    memcpy(&batch->is_quiet, (const char *)settings + verb->batch->quiet_offset, sizeof(bool));
    console->quiet = batch->is_quiet;
    batch->console = console;
    const BatchSettings *own =
        (const void *)((const char *)settings + verb->batch->settings_offset);
    batch->work = (BatchWork){verb, settings, own, list, console};
    const int code = run(batch);
    free(batch);
    return code;
}

int batch_run(const Verb *verb, const void *settings, const char *const *arguments,
              Console *console)
{
    const BatchSettings *own =
        (const void *)((const char *)settings + verb->batch->settings_offset);
    BatchList list = {0};
    bool is_quiet;
    memcpy(&is_quiet, (const char *)settings + verb->batch->quiet_offset, sizeof(bool));
    console->quiet = is_quiet;
    int code = check_settings(verb, settings, own, console);
    code = code == EXIT_DONE ? batch_list_make(&list, own, verb->argument_files, arguments, console)
                             : code;
    code = code == EXIT_DONE && own->out != NULL
               ? batch_check_outputs(verb, settings, &list, console)
               : code;
    code = code == EXIT_DONE ? batch_run_list(verb, settings, &list, console) : code;
    batch_list_free(&list);
    return code;
}
