// SPDX-License-Identifier: MIT
/// interrupt.h: signals that ask the program to end, and the temporary files it must not leave.
///
/// SIGINT, SIGTERM, SIGHUP and SIGPIPE remove the temporary files and end the program with 128 plus
/// the number of the signal. While work goes on in steps, the first one only raises a flag, so that
/// what there is can be finished; the second ends the program all the same. A signal that was
/// ignored when the program began stays ignored (nohup, commands in the background of a script).
///
/// Threads: notes belong to one thread; signals may arrive in any.
#ifndef TUM_CLI_INTERRUPT_H
#define TUM_CLI_INTERRUPT_H

#include <stdbool.h>

#include "system/file.h"

/// Catches the signals from now on.
void interrupt_init(void);

/// From now on the first signal raises a flag instead of ending the program.
void interrupt_defer(void);

/// The signal that raised the flag, or 0.
int interrupt_signal(void);

/// "SIGINT"
const char *interrupt_name(int number);

/// Removes the temporary files that stand; for signal handlers too.
void interrupt_remove_files(void);

/// Notes the temporary files of an output, for whatever ends the program.
FileWatch interrupt_watch(void);

#endif
