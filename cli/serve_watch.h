// SPDX-License-Identifier: MIT
/// serve_watch.h: changes of files, noticed by their times and sizes.
///
/// Files are compared each 500 ms, and at once when inotify tells of a change in one of their
/// folders (Linux). A change is told after 100 ms without another one, since programs write files
/// in several steps.
///
/// Threads: one thread waits, any thread adds files.
#ifndef TUM_CLI_SERVE_WATCH_H
#define TUM_CLI_SERVE_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Opaque.
typedef struct Watch Watch;

/// @return NULL when out of memory.
Watch *watch_create(void);

void watch_destroy(Watch *watch);

/// Adds a file, which may be missing still. A file that is there already is fine. Beyond 1024
/// files nothing is added.
///
/// @param path  copied.
/// @param name  its name in what watch_wait tells; copied.
void watch_add(Watch *watch, const char *path, const char *name);

/// Waits for a change, for `milliseconds` at most.
///
/// @param name  receives the name of the first file that changed.
/// @return true after a change.
bool watch_wait(Watch *watch, int milliseconds, char *name, size_t room);

#endif
