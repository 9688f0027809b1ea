// SPDX-License-Identifier: MIT
// waiting.c: a line on the terminal during work: a thread that sleeps, draws and sleeps again.
#include "waiting.h"

#include <inttypes.h>
#include <stdio.h>

#include "output.h"
#include "safe.h"

static const uint64_t second_ns = 1000000000u;
enum { FILE_COLUMNS = 40 };

// Sleeps until the work is over, or for a second. @return true when the work is over.
static bool sleep_on(Waiting *waiting)
{
    const uint64_t began_ns = console_clock_ns();
    for (uint64_t slept_ns = 0; !waiting->is_over && slept_ns < second_ns;
         slept_ns = console_clock_ns() - began_ns) {
        (void)tum_condition_wait_for(&waiting->over, &waiting->lock, second_ns - slept_ns);
    }
    return waiting->is_over;
}

static void draw(void *context)
{
    Waiting *waiting = context;
    bool is_shown = false;
    tum_mutex_lock(&waiting->lock);
    while (!sleep_on(waiting)) {
        const uint64_t seconds = (console_clock_ns() - waiting->began_ns) / second_ns;
        // Returns to the start of the line, then erases to its end (ECMA-48).
        fprintf(stderr, "\r\033[K%s: %" PRIu64 " s", waiting->what, seconds);
        fflush(stderr);
        is_shown = true;
    }
    if (is_shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    tum_mutex_unlock(&waiting->lock);
}

void waiting_begin(Waiting *waiting, const Console *console, const char *what, const char *file)
{
    *waiting = (Waiting){.began_ns = console_clock_ns()};
    if (!console->has_terminal || console->quiet) {
        return;
    }
    char name[180], size[32];
    safe_text(name, sizeof name, file, FILE_COLUMNS);
    output_size_text(file, size);
    (void)snprintf(waiting->what, sizeof waiting->what, "%s %s%s%s", what, name,
                   size[0] != '\0' ? ", " : "", size);
    if (!tum_mutex_init(&waiting->lock)) {
        return;
    }
    if (!tum_condition_init(&waiting->over)) {
        tum_mutex_clear(&waiting->lock);
        return;
    }
    waiting->has_thread = tum_thread_create(&waiting->thread, draw, waiting);
    if (!waiting->has_thread) {
        tum_condition_clear(&waiting->over);
        tum_mutex_clear(&waiting->lock);
    }
}

void waiting_end(Waiting *waiting)
{
    if (!waiting->has_thread) {
        return;
    }
    tum_mutex_lock(&waiting->lock);
    waiting->is_over = true;
    tum_condition_wake(&waiting->over);
    tum_mutex_unlock(&waiting->lock);
    tum_thread_join(&waiting->thread);
    tum_condition_clear(&waiting->over);
    tum_mutex_clear(&waiting->lock);
}
