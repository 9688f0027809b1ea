// SPDX-License-Identifier: MIT
/// interrupt.h: signals that ask the program to end, and removal of temporary files.
///
/// SIGINT, SIGTERM, SIGHUP and SIGPIPE remove the temporary files and end the program with 128 plus
/// the number of the signal. During work in steps the first signal only sets a flag, so that the
/// results so far can be completed; the second signal ends the program. A signal that was ignored
/// at the start stays ignored (nohup, background commands of a script). SIGBUS, from a mapped file
/// that another program shortened, ends the program with a message and EXIT_FILE. On Windows Ctrl+C
/// and Ctrl+Break count as SIGINT; closing the window and logging off count as SIGTERM.
///
/// Threads: registrations belong to one thread; signals may arrive in any.
#ifndef TUM_CLI_INTERRUPT_H
#define TUM_CLI_INTERRUPT_H

#include <stdbool.h>

#include "system/file.h"

/// Installs the signal handlers.
void interrupt_init(void);

/// From now on the first signal sets a flag instead of ending the program.
void interrupt_defer(void);

/// From now on no signal waits, whatever interrupt_defer says: for processes that are ended from
/// outside and finish nothing.
void interrupt_never_defer(void);

/// From now on signals wait for interrupt_release: between the creation of a file and its
/// registration. The work between the two calls may not wait for another program.
void interrupt_hold(void);
void interrupt_release(void);

/// The signal that set the flag, or 0.
int interrupt_signal(void);

/// "SIGINT"
const char *interrupt_name(int number);

/// For signal handlers: notes a signal, or removes the temporary files and ends the program.
///
/// @param may_wait  the first such signal only sets the flag, where interrupt_defer was called.
void interrupt_received(int number, bool may_wait);

/// For signal handlers: removes the temporary files.
void interrupt_remove_temporaries(void);

/// Registers the temporary files of an output for removal by signals.
FileWatch interrupt_watch(void);

#endif
