// SPDX-License-Identifier: MIT
// waiting.c: a line on the terminal during work: a thread that sleeps, draws and sleeps again.
#include "waiting.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "output.h"
#include "safe.h"

static const uint64_t second_ns = 1000000000u;
enum { FILE_COLUMNS = 40 };

// Sleeps until the work is over, or until the next second. @return true when the work is over.
static bool sleep_on(Waiting *waiting)
{
    struct timespec until = {0};
    clock_gettime(CLOCK_MONOTONIC, &until);
    ++until.tv_sec;
    int result = 0;
    while (!waiting->is_over && result == 0) {
        result = pthread_cond_timedwait(&waiting->over, &waiting->lock, &until);
    }
    return waiting->is_over;
}

static void *draw(void *context)
{
    Waiting *waiting = context;
    bool is_shown = false;
    pthread_mutex_lock(&waiting->lock);
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
    pthread_mutex_unlock(&waiting->lock);
    return NULL;
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
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&waiting->lock, NULL);
    pthread_cond_init(&waiting->over, &clock);
    pthread_condattr_destroy(&clock);
    waiting->has_thread = pthread_create(&waiting->thread, NULL, draw, waiting) == 0;
}

void waiting_end(Waiting *waiting)
{
    if (!waiting->has_thread) {
        return;
    }
    pthread_mutex_lock(&waiting->lock);
    waiting->is_over = true;
    pthread_cond_signal(&waiting->over);
    pthread_mutex_unlock(&waiting->lock);
    pthread_join(waiting->thread, NULL);
    pthread_cond_destroy(&waiting->over);
    pthread_mutex_destroy(&waiting->lock);
}
