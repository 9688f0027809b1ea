// SPDX-License-Identifier: MIT
/// waiting.h: a line on the terminal while work goes on whose steps nobody counts.
///
///     Waiting waiting;
///     waiting_begin(&waiting, console, "reading", file);      // "reading crate.gltf, 59.1 MB: 3
///     s" … waiting_end(&waiting);
///
/// The line appears after a second, tells each further one, and is gone at the end. Nothing may be
/// written to the terminal meanwhile.
#ifndef TUM_CLI_WAITING_H
#define TUM_CLI_WAITING_H

#include <pthread.h>

#include "console.h"

/// Fields are internal.
typedef struct Waiting {
    char what[256];
    pthread_t thread;
    pthread_mutex_t lock; ///< Guards is_over.
    pthread_cond_t over;
    uint64_t began_ns;
    bool is_over;
    bool has_thread; ///< There is a terminal to write to.
} Waiting;

/// Begins to wait, where standard error is a terminal and the console is not quiet.
void waiting_begin(Waiting *waiting, const Console *console, const char *what, const char *file);

void waiting_end(Waiting *waiting);

#endif
