// SPDX-License-Identifier: MIT
// serve_watch_posix.c: changes of files by stat; inotify of Linux only says when to look.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "serve_watch.h"

#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#endif

#include "system/clock.h"
#include "system/path.h"
#include "system/thread.h"

enum { MOST_FILES = 1024 };
static const uint64_t millisecond_ns = 1000000u;
static const uint64_t quiet_ns = 100 * 1000000u;
static const uint64_t apart_ns = 500 * 1000000u;  // Between two looks at all files.
static const uint64_t nearest_ns = 20 * 1000000u; // The least time between looks.

#ifdef __APPLE__
#define MODIFIED(status) ((status)->st_mtimespec)
#define CHANGED(status) ((status)->st_ctimespec)
#else
#define MODIFIED(status) ((status)->st_mtim)
#define CHANGED(status) ((status)->st_ctim)
#endif

// The differences between two states of a file. All zero: there is no file.
typedef struct Signature {
    uint64_t volume, number, bytes;
    int64_t modified_s, modified_ns, changed_s, changed_ns;
} Signature;

typedef struct WatchedFile {
    char *path, *name;
    Signature seen;
} WatchedFile;

struct Watch {
    Mutex lock; // Guards files and file_count.
    WatchedFile files[MOST_FILES];
    size_t file_count;
    int notices;            // inotify; -1: none.
    uint64_t looked_ns;     // The last look at all files.
    uint64_t changed_ns;    // The last change that is not told yet; 0: none.
    char changed[PATH_MAX]; // The first file of that change.
};

static Signature signature_of(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        return (Signature){0};
    }
    return (Signature){(uint64_t)status.st_dev,
                       (uint64_t)status.st_ino,
                       (uint64_t)status.st_size,
                       (int64_t)MODIFIED(&status).tv_sec,
                       (int64_t)MODIFIED(&status).tv_nsec,
                       (int64_t)CHANGED(&status).tv_sec,
                       (int64_t)CHANGED(&status).tv_nsec};
}

Watch *watch_create(void)
{
    Watch *watch = calloc(1, sizeof *watch);
    if (watch == NULL || !tum_mutex_init(&watch->lock)) {
        free(watch);
        return NULL;
    }
#ifdef __linux__
    watch->notices = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
#else
    watch->notices = -1;
#endif
    return watch;
}

void watch_destroy(Watch *watch)
{
    if (watch == NULL) {
        return;
    }
    for (size_t i = 0; i < watch->file_count; ++i) {
        free(watch->files[i].path);
        free(watch->files[i].name);
    }
    if (watch->notices >= 0) {
        close(watch->notices);
    }
    tum_mutex_clear(&watch->lock);
    free(watch);
}

// Folders, not files, are watched: a file that is replaced by another one loses its own watch.
static void watch_folder(Watch *watch, const char *path)
{
#ifdef __linux__
    if (watch->notices >= 0) {
        const size_t bytes = tum_path_folder_bytes(path);
        char *folder = bytes > 0 ? strndup(path, bytes) : strdup(".");
        if (folder != NULL) {
            // A folder that is watched already keeps its watch.
            (void)inotify_add_watch(watch->notices, folder,
                                    IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE |
                                        IN_MOVED_FROM | IN_MOVED_TO);
        }
        free(folder);
    }
#else
    (void)watch;
    (void)path;
#endif
}

void watch_add(Watch *watch, const char *path, const char *name)
{
    const Signature signature = signature_of(path);
    tum_mutex_lock(&watch->lock);
    bool is_new = watch->file_count < MOST_FILES;
    for (size_t i = 0; i < watch->file_count && is_new; ++i) {
        is_new = strcmp(watch->files[i].path, path) != 0;
    }
    if (is_new) {
        const WatchedFile file = {strdup(path), strdup(name), signature};
        if (file.path != NULL && file.name != NULL) {
            watch->files[watch->file_count++] = file;
            watch_folder(watch, path);
        } else {
            free(file.path);
            free(file.name);
        }
    }
    tum_mutex_unlock(&watch->lock);
}

// Compares all files with what was seen of them.
static void look(Watch *watch, uint64_t now_ns)
{
    watch->looked_ns = now_ns;
    tum_mutex_lock(&watch->lock);
    for (size_t i = 0; i < watch->file_count; ++i) {
        WatchedFile *file = &watch->files[i];
        const Signature now = signature_of(file->path);
        if (memcmp(&now, &file->seen, sizeof now) == 0) {
            continue;
        }
        file->seen = now;
        if (watch->changed_ns == 0) {
            strncpy(watch->changed, file->name, sizeof watch->changed - 1);
        }
        watch->changed_ns = now_ns;
    }
    tum_mutex_unlock(&watch->lock);
}

// Sleeps until inotify tells something, or for that time. @return true for a notice.
static bool sleep_for(Watch *watch, uint64_t nanoseconds)
{
    struct pollfd notices = {.fd = watch->notices, .events = POLLIN};
    const int milliseconds = (int)((nanoseconds + millisecond_ns - 1) / millisecond_ns);
    if (poll(&notices, watch->notices >= 0 ? 1 : 0, milliseconds) <= 0) {
        return false;
    }
    // A program that never stops writing into the folder does not keep this one busy.
    if (tum_clock_nanoseconds() - watch->looked_ns < nearest_ns) {
        (void)poll(NULL, 0, (int)(nearest_ns / millisecond_ns));
    }
    // Notices are read and forgotten: the files themselves tell what changed.
    char bytes[4096];
    while (read(watch->notices, bytes, sizeof bytes) > 0) {
    }
    return true;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

bool watch_wait(Watch *watch, int milliseconds, char *name, size_t room)
{
    const uint64_t begin_ns = tum_clock_nanoseconds();
    const uint64_t end_ns = begin_ns + (uint64_t)milliseconds * millisecond_ns;
    for (uint64_t now_ns = begin_ns; now_ns < end_ns; now_ns = tum_clock_nanoseconds()) {
        if (watch->changed_ns != 0 && now_ns - watch->changed_ns >= quiet_ns) {
            look(watch, now_ns); // Time passed since the last look.
            if (now_ns - watch->changed_ns >= quiet_ns) {
                watch->changed_ns = 0;
                strncpy(name, watch->changed, room - 1);
                name[room - 1] = '\0';
                return true;
            }
        }
        uint64_t pause_ns = least(end_ns - now_ns, apart_ns);
        pause_ns = watch->changed_ns != 0 ? least(pause_ns, quiet_ns) : pause_ns;
        const bool is_told = sleep_for(watch, pause_ns);
        now_ns = tum_clock_nanoseconds();
        if (is_told || now_ns - watch->looked_ns >= apart_ns) {
            look(watch, now_ns);
        }
    }
    return false;
}
