// SPDX-License-Identifier: MIT
// sweep_folder_posix.c: rows and claims of a sweep as files.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "sweep_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "interrupt.h"
#include "output.h"
#include "system/clock.h"
#include "system/error_posix.h"

// Makes a folder, unless it is there.
static FileResult make(const char *path)
{
    struct stat status;
    if (mkdir(path, 0777) == 0) {
        return FILE_OK;
    }
    const FileResult result = file_result_of_errno(errno);
    const bool exists = stat(path, &status) == 0;
    // A file in the place of the folder cannot be one.
    return !exists ? result : S_ISDIR(status.st_mode) ? FILE_OK : FILE_BAD_PATH;
}

__attribute__((format(__printf__, 2, 3))) static bool print_path(char path[SWEEP_PATH_BYTES],
                                                                 const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(path, SWEEP_PATH_BYTES, format, arguments);
    va_end(arguments);
    return length >= 0 && length < SWEEP_PATH_BYTES;
}

FileResult sweep_folder_make(SweepFolder *folder, const char *path, double claim_timeout,
                             bool trajectories)
{
    static const char *const kinds[] = {"runs", "trajectories"};
    *folder = (SweepFolder){.path = path, .claim_timeout = claim_timeout};
    if (gethostname(folder->machine, sizeof folder->machine - 1) != 0) {
        snprintf(folder->machine, sizeof folder->machine, "unknown");
    }
    FileResult result = make(path);
    for (int i = 0; i < 1 + trajectories && result == FILE_OK; ++i) {
        char inside[SWEEP_PATH_BYTES];
        result = print_path(inside, "%s/%s", path, kinds[i]) ? make(inside) : FILE_BAD_PATH;
    }
    return result;
}

static bool path_of(const SweepFolder *folder, const char *kind, const char *name,
                    const char *ending, char path[SWEEP_PATH_BYTES])
{
    // 256 folders, so that a million runs are four thousand files in each.
    return print_path(path, "%s/%s/%.2s/%s%s", folder->path, kind, name, name, ending);
}

FileResult sweep_folder_place(const SweepFolder *folder, const char *kind, const char *name,
                              const char *ending, char path[SWEEP_PATH_BYTES])
{
    char inside[SWEEP_PATH_BYTES];
    if (!print_path(inside, "%s/%s/%.2s", folder->path, kind, name) ||
        !path_of(folder, kind, name, ending, path)) {
        return FILE_BAD_PATH;
    }
    return make(inside);
}

bool sweep_folder_has(const SweepFolder *folder, const char *name)
{
    char path[SWEEP_PATH_BYTES];
    return path_of(folder, "runs", name, ".jsonl", path) && access(path, F_OK) == 0;
}

FileResult sweep_folder_keep(const SweepFolder *folder, const char *name, const char *row,
                             size_t bytes)
{
    char path[SWEEP_PATH_BYTES];
    Output output;
    FileResult result = sweep_folder_place(folder, "runs", name, ".jsonl", path);
    if (result == FILE_OK) {
        result = output_open(&output, path);
    }
    if (result == FILE_OK) {
        (void)output_write(&output, row, bytes);
        result = output_commit(&output);
    }
    return result;
}

void sweep_folder_forget(const SweepFolder *folder, const char *name)
{
    char path[SWEEP_PATH_BYTES];
    if (path_of(folder, "runs", name, ".jsonl", path)) {
        tum_file_remove(path);
    }
}

// Claims.

// The present time of the file system's own clock: machines' clocks differ by more than a claim
// takes.
static bool read_time(const SweepFolder *folder, struct timespec *now)
{
    char path[SWEEP_PATH_BYTES];
    struct stat status;
    if (!print_path(path, "%s/runs/.now-%s-%ld", folder->path, folder->machine, (long)getpid())) {
        return false;
    }
    const int file = open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0666);
    const bool is_read = file >= 0 && futimens(file, NULL) == 0 && fstat(file, &status) == 0;
    if (file >= 0) {
        close(file);
        unlink(path);
    }
    if (is_read) {
        *now = status.st_mtim;
    }
    return is_read;
}

// True where the process of a claim ran on this machine and is gone.
static bool is_orphan(const SweepFolder *folder, const char *path)
{
    char machine[256] = "";
    long process = 0;
    FILE *file = fopen(path, "r");
    const bool is_read = file != NULL && fscanf(file, "%255s %ld", machine, &process) == 2;
    if (file != NULL) {
        fclose(file);
    }
    return is_read && strcmp(machine, folder->machine) == 0 && process > 0 &&
           kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

static bool is_stale(const SweepFolder *folder, const char *path)
{
    struct stat status;
    struct timespec now;
    if (is_orphan(folder, path)) {
        return true;
    }
    if (stat(path, &status) != 0 || !read_time(folder, &now)) {
        return false;
    }
    const double age = difftime(now.tv_sec, status.st_mtim.tv_sec) +
                       1e-9 * (double)(now.tv_nsec - status.st_mtim.tv_nsec);
    return age > folder->claim_timeout;
}

// Removes a stale claim. Of several processes that try, the one whose rename finds the claim
// removes it.
static void clear_claim(const SweepFolder *folder, const char *path)
{
    char away[SWEEP_PATH_BYTES];
    if (print_path(away, "%s.%s-%ld", path, folder->machine, (long)getpid()) &&
        rename(path, away) == 0) {
        unlink(away);
    }
}

// @return FILE_OK; *exists says that another claim is there.
static FileResult create(Claim *claim, const SweepFolder *folder, bool *exists)
{
    const int file = open(claim->path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    *exists = file < 0 && errno == EEXIST;
    if (file < 0) {
        return *exists ? FILE_OK : file_result_of_errno(errno);
    }
    const FileWatch watch = interrupt_watch();
    watch.note(watch.user, claim->path, true);
    // A claim that a full disk leaves empty is still a claim; its process is then unknown.
    (void)dprintf(file, "%s %ld\n", folder->machine, (long)getpid());
    close(file);
    claim->renewed_ns = tum_clock_nanoseconds();
    return FILE_OK;
}

FileResult claim_take(Claim *claim, const SweepFolder *folder, const char *name, bool *is_mine)
{
    bool exists = false;
    *claim = (Claim){.timeout = folder->claim_timeout};
    *is_mine = false;
    FileResult result = sweep_folder_place(folder, "runs", name, ".claim", claim->path);
    result = result == FILE_OK ? create(claim, folder, &exists) : result;
    if (result == FILE_OK && exists && is_stale(folder, claim->path)) {
        clear_claim(folder, claim->path);
        result = create(claim, folder, &exists);
    }
    *is_mine = result == FILE_OK && !exists;
    return result;
}

void claim_renew(Claim *claim)
{
    const uint64_t now_ns = tum_clock_nanoseconds();
    if (1e-9 * (double)(now_ns - claim->renewed_ns) > 0.25 * claim->timeout) {
        claim->renewed_ns = now_ns;
        (void)utimensat(AT_FDCWD, claim->path, NULL, 0);
    }
}

void claim_drop(Claim *claim)
{
    const FileWatch watch = interrupt_watch();
    unlink(claim->path);
    watch.note(watch.user, claim->path, false);
}

void claim_remove(const SweepFolder *folder, const char *name)
{
    char path[SWEEP_PATH_BYTES];
    if (path_of(folder, "runs", name, ".claim", path)) {
        unlink(path);
    }
}

void sweep_pause(unsigned milliseconds)
{
    const struct timespec time = {.tv_sec = milliseconds / 1000,
                                  .tv_nsec = (long)(milliseconds % 1000) * 1000000};
    (void)nanosleep(&time, NULL);
}
