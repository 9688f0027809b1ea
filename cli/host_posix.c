// SPDX-License-Identifier: MIT
// host_posix.c: a program on POSIX. The signal handlers call write, unlink and _Exit only, which
// are safe in handlers (POSIX.1-2017, section 2.4.3). The macros declare the size of a terminal,
// which POSIX leaves out.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "host.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "console.h"
#include "interrupt.h"

static const struct {
    int number;
    const char *name;
} caught[] = {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}, {SIGPIPE, "SIGPIPE"}};
enum { CAUGHT_COUNT = sizeof caught / sizeof *caught };

bool host_begin(int *count, char ***arguments)
{
    (void)count;
    (void)arguments;
    return true;
}

bool host_is_terminal(FILE *stream)
{
    const int descriptor = fileno(stream);
    return descriptor >= 0 && isatty(descriptor) == 1;
}

size_t host_columns(FILE *stream)
{
    const int descriptor = fileno(stream);
    struct winsize size = {0};
    return descriptor >= 0 && ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static void on_signal(int number)
{
    // A pipe without a reader accepts no more output, so nothing can be finished.
    interrupt_received(number, number != SIGPIPE);
}

// A page of a mapped file is missing (SIGBUS): another program shortened the file.
static void on_lost_page(int number)
{
    static const char text[] =
        "tumble: error: a file was shortened by another program while it was read\n";
    (void)number;
    const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written;
    interrupt_remove_temporaries();
    _Exit(EXIT_FILE);
}

void host_catch_signals(void)
{
    for (size_t i = 0; i < CAUGHT_COUNT; ++i) {
        struct sigaction action = {0}, before = {0};
        action.sa_handler = on_signal;
        action.sa_flags = SA_RESTART;
        // Handlers run one at a time: a second signal waits until the first handler has set its
        // flag.
        for (size_t k = 0; k < CAUGHT_COUNT; ++k) {
            sigaddset(&action.sa_mask, caught[k].number);
        }
        if (sigaction(caught[i].number, NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            (void)sigaction(caught[i].number, &action, NULL);
        }
    }
    struct sigaction lost_page = {0};
    lost_page.sa_handler = on_lost_page;
    sigemptyset(&lost_page.sa_mask);
    (void)sigaction(SIGBUS, &lost_page, NULL);
}

const char *host_signal_name(int number)
{
    for (size_t i = 0; i < CAUGHT_COUNT; ++i) {
        if (caught[i].number == number) {
            return caught[i].name;
        }
    }
    return "a signal";
}
