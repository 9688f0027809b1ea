// SPDX-License-Identifier: MIT
// interrupt.c: signals that end the program. The handlers read and write sig_atomic_t, and call
// write, unlink and _exit only, which are safe in handlers (POSIX.1-2017, section 2.4.3).
#include "interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "console.h"

enum { PATH_ROOM = 4096, MOST_FILES = 8 };

// State of the process: a handler has no other source of data. An entry is in use while `exists` is
// set, and its path does not change meanwhile.
static struct {
    volatile sig_atomic_t exists;
    char path[PATH_ROOM];
} temporaries[MOST_FILES];
static volatile sig_atomic_t is_deferred, received;

static const struct {
    int number;
    const char *name;
} caught[] = {{SIGINT, "SIGINT"}, {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}, {SIGPIPE, "SIGPIPE"}};
enum { CAUGHT_COUNT = sizeof caught / sizeof *caught };

static void remove_temporaries(void)
{
    for (size_t i = 0; i < MOST_FILES; ++i) {
        if (temporaries[i].exists) {
            (void)unlink(temporaries[i].path);
        }
    }
}

static void on_signal(int number)
{
    // A pipe without a reader accepts no more output, so nothing can be finished.
    if (is_deferred && received == 0 && number != SIGPIPE) {
        received = number;
        return;
    }
    remove_temporaries();
    _exit(128 + number);
}

// A page of a mapped file is missing (SIGBUS): another program shortened the file.
static void on_lost_page(int number)
{
    static const char text[] =
        "tumble: error: a file was shortened by another program while it was read\n";
    (void)number;
    const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written;
    remove_temporaries();
    _exit(EXIT_FILE);
}

void interrupt_init(void)
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

void interrupt_defer(void)
{
    is_deferred = 1;
}

int interrupt_signal(void)
{
    return received;
}

const char *interrupt_name(int number)
{
    for (size_t i = 0; i < CAUGHT_COUNT; ++i) {
        if (caught[i].number == number) {
            return caught[i].name;
        }
    }
    return "a signal";
}

static void note(void *user, const char *temporary, bool exists)
{
    (void)user;
    for (size_t i = 0; i < MOST_FILES; ++i) {
        if (exists && !temporaries[i].exists) {
            if (strlen(temporary) < PATH_ROOM) {
                strcpy(temporaries[i].path, temporary);
                temporaries[i].exists = 1;
            }
            return;
        }
        if (!exists && temporaries[i].exists && strcmp(temporaries[i].path, temporary) == 0) {
            temporaries[i].exists = 0;
            return;
        }
    }
}

FileWatch interrupt_watch(void)
{
    return (FileWatch){note, NULL};
}
