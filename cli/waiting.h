// SPDX-License-Identifier: MIT
/// waiting.h: a line on the terminal during work without countable steps.
///
///     Waiting waiting;
///     waiting_begin(&waiting, console, "reading", file);   // "reading crate.gltf, 59.1 MB: 3 s"
///     …
///     waiting_end(&waiting);
///
/// The line appears after a second, counts the seconds, and disappears at the end. Meanwhile no
/// other output to the terminal is allowed.
#ifndef TUM_CLI_WAITING_H
#define TUM_CLI_WAITING_H

#include "console.h"
#include "system/thread.h"

/// Fields are internal.
typedef struct Waiting {
    char what[256];
    Thread thread;
    Mutex lock; ///< Guards is_over.
    Condition over;
    uint64_t began_ns;
    bool is_over;
    bool has_thread; ///< Standard error is a terminal.
} Waiting;

/// Starts the line, where standard error is a terminal and the console is not quiet.
void waiting_begin(Waiting *waiting, const Console *console, const char *what, const char *file);

void waiting_end(Waiting *waiting);

#endif
