// SPDX-License-Identifier: MIT
// batch_worker_posix.c: a process that runs a verb on file after file.
//
// Standard output and standard error are files without a name, which the worker reads back after
// each file. The output of a verb is thus the same as for one file.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "batch_worker.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "interrupt.h"
#include "output.h"
#include "system/folder.h"

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 // The parent of macOS sets SO_NOSIGPIPE.
#endif

bool batch_receive(int socket, void *bytes, size_t count)
{
    for (size_t got = 0; got < count;) {
        const ssize_t part = recv(socket, (char *)bytes + got, count - got, 0);
        if (part == 0 || (part < 0 && errno != EINTR)) {
            return false;
        }
        got += part > 0 ? (size_t)part : 0;
    }
    return true;
}

bool batch_send(int socket, const void *bytes, size_t count)
{
    for (size_t sent = 0; sent < count;) {
        const ssize_t part = send(socket, (const char *)bytes + sent, count - sent, MSG_NOSIGNAL);
        if (part < 0 && errno != EINTR) {
            return false;
        }
        sent += part > 0 ? (size_t)part : 0;
    }
    return true;
}

// The output of a verb on one of its streams.
typedef struct Capture {
    int descriptor;
    char *text;
    size_t bytes, room;
} Capture;

// Puts a file without a name in the place of a stream.
static bool capture(FILE *stream, Capture *captured)
{
#ifdef __linux__
    captured->descriptor = memfd_create("tumble", MFD_CLOEXEC);
#else
    FILE *file = tmpfile();
    captured->descriptor = file != NULL ? fileno(file) : -1;
#endif
    return captured->descriptor >= 0 && dup2(captured->descriptor, fileno(stream)) >= 0;
}

// Reads the output since the last call.
static bool take(FILE *stream, Capture *captured)
{
    (void)fflush(stream);
    const off_t end = lseek(captured->descriptor, 0, SEEK_CUR);
    captured->bytes = end > 0 ? (size_t)end : 0;
    if (captured->bytes == 0) {
        return true;
    }
    if (captured->bytes > captured->room) {
        char *text = realloc(captured->text, captured->bytes);
        if (text == NULL) {
            return false;
        }
        captured->text = text;
        captured->room = captured->bytes;
    }
    const bool is_read = pread(captured->descriptor, captured->text, captured->bytes, 0) == end;
    return lseek(captured->descriptor, 0, SEEK_SET) == 0 &&
           ftruncate(captured->descriptor, 0) == 0 && is_read;
}

// Limits the memory of this process to its present size and the limit on top.
static void limit_memory(int megabytes)
{
    unsigned long pages = 0;
    FILE *status = fopen("/proc/self/statm", "r");
    if (status != NULL) {
        if (fscanf(status, "%lu", &pages) != 1) {
            pages = 0;
        }
        fclose(status);
    }
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0) {
        const rlim_t bytes =
            (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + ((rlim_t)megabytes << 20);
        limit.rlim_cur =
            limit.rlim_max == RLIM_INFINITY || bytes < limit.rlim_max ? bytes : limit.rlim_max;
        (void)setrlimit(RLIMIT_AS, &limit);
    }
}

// Makes the folders of a path, where they are missing.
static void make_folders(const char *path)
{
    char folder[BATCH_PATH_BYTES];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)tum_folder_make(folder); // A folder that cannot be made is told by its file.
        *slash = '/';
    }
}

// Keeps the output of a verb in a file, for --out of verbs that write none.
static int keep_report(const char *path, Capture *output, int code, Console *console)
{
    Output file;
    FileResult result = output_open(&file, path);
    if (result == FILE_OK) {
        (void)output_write(&file, output->text, output->bytes);
        result = output_commit(&file);
    }
    output->bytes = 0;
    if (result != FILE_OK) {
        console_error(console, "%s: %s", path, tum_file_result_text(result));
        return EXIT_FILE;
    }
    return code;
}

static int run_file(const BatchWork *work, const BatchFile *file, void *settings,
                    BatchName names[BATCH_MOST_OUTPUTS], Capture *output)
{
    const BatchVerb *batch = work->verb->batch;
    const char *const arguments[] = {file->path, NULL};
    char stem[BATCH_PATH_BYTES];
    Console console = *work->console;
    console.has_terminal = false;
    memcpy(settings, work->settings, work->verb->settings_bytes);
    ((BatchSettings *)(void *)((char *)settings + batch->settings_offset))->is_worker = true;
    if (work->batch->out != NULL && !batch_stem(work->batch, file, stem)) {
        console_error(&console, "%s: its output would have too long a path", file->path);
        return EXIT_FILE;
    }
    const size_t count =
        work->batch->out != NULL ? batch->name_outputs(settings, file->inside, stem, names) : 0;
    for (size_t i = 0; i < count; ++i) {
        make_folders(names[i].path);
    }
    int code = work->verb->run(settings, arguments, &console);
    if (count > 0 && batch->keeps_reports && take(stdout, output)) {
        code = keep_report(names[0].path, output, code, &console);
    }
    return code;
}

static bool answer(const BatchWork *work, int socket, uint32_t index, void *settings,
                   BatchName names[BATCH_MOST_OUTPUTS], Capture *output, Capture *errors)
{
    output->bytes = errors->bytes = 0;
    BatchAnswer said = {.file = index};
    said.code = run_file(work, &work->list->files[index], settings, names, output);
    if (!take(stdout, output) || !take(stderr, errors)) {
        said.code = EXIT_MEMORY;
        output->bytes = errors->bytes = 0;
    }
    said.output_bytes = (uint32_t)output->bytes;
    said.error_bytes = (uint32_t)errors->bytes;
    // A process that ran out of memory once is in pieces: another one takes the next file.
    return batch_send(socket, &said, sizeof said) &&
           batch_send(socket, output->text, output->bytes) &&
           batch_send(socket, errors->text, errors->bytes) && said.code != EXIT_MEMORY;
}

_Noreturn void batch_worker_run(const BatchWork *work, int socket)
{
    Capture output = {0}, errors = {0};
    void *settings = malloc(work->verb->settings_bytes);
    BatchName *names = calloc(BATCH_MOST_OUTPUTS, sizeof *names);
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    interrupt_never_defer();
    if (settings == NULL || names == NULL || nothing < 0 || dup2(nothing, 0) < 0 ||
        !capture(stdout, &output) || !capture(stderr, &errors)) {
        _Exit(EXIT_FILE);
    }
    if (work->batch->memory_limit > 0) {
        limit_memory(work->batch->memory_limit);
    }
    for (uint32_t index; batch_receive(socket, &index, sizeof index) &&
                         answer(work, socket, index, settings, names, &output, &errors);) {
    }
    // Neither buffers of the parent nor its functions of atexit are this process's.
    _Exit(EXIT_DONE);
}
