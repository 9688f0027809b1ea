// SPDX-License-Identifier: MIT
// interrupt.c: temporary files that disappear with the program. Functions that signal handlers call
// use lock-free atomics (C17, section 7.14.1.1), tum_file_remove and _Exit only.
#include "interrupt.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "system/folder.h"

enum { PATH_ROOM = 4096, MOST_FILES = 8 };

// State of the process: a handler has no other source of data. An entry is in use while `exists` is
// set, and its path does not change meanwhile.
static struct {
    atomic_bool exists;
    char path[PATH_ROOM];
} temporaries[MOST_FILES];
static atomic_bool is_deferred, is_never_deferred, is_held;
static atomic_int received, held; // Numbers of signals; 0: none.

void interrupt_remove_temporaries(void)
{
    for (size_t i = 0; i < MOST_FILES; ++i) {
        if (temporaries[i].exists) {
            tum_file_remove(temporaries[i].path);
        }
    }
}

void interrupt_received(int number, bool may_wait)
{
    int none = 0;
    if (is_held) {
        held = number;
        return;
    }
    if (may_wait && is_deferred && atomic_compare_exchange_strong(&received, &none, number)) {
        return;
    }
    interrupt_remove_temporaries();
    _Exit(128 + number);
}

void interrupt_init(void)
{
    host_catch_signals();
}

void interrupt_defer(void)
{
    is_deferred = !is_never_deferred;
}

void interrupt_never_defer(void)
{
    is_never_deferred = true;
    is_deferred = false;
}

void interrupt_hold(void)
{
    is_held = true;
}

void interrupt_release(void)
{
    is_held = false;
    const int number = atomic_exchange(&held, 0);
    if (number != 0) {
        interrupt_received(number, true);
    }
}

int interrupt_signal(void)
{
    return received;
}

const char *interrupt_name(int number)
{
    return host_signal_name(number);
}

static void note(void *user, const char *temporary, bool exists)
{
    (void)user;
    for (size_t i = 0; i < MOST_FILES; ++i) {
        if (exists && !temporaries[i].exists) {
            if (strlen(temporary) < PATH_ROOM) {
                strcpy(temporaries[i].path, temporary);
                temporaries[i].exists = true;
            }
            return;
        }
        if (!exists && temporaries[i].exists && strcmp(temporaries[i].path, temporary) == 0) {
            temporaries[i].exists = false;
            return;
        }
    }
}

FileWatch interrupt_watch(void)
{
    return (FileWatch){note, NULL};
}
