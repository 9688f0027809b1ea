// SPDX-License-Identifier: MIT
/// host.h: a program and its operating system: arguments, terminals, signals. host_posix.c,
/// host_windows.c and host_web.c are the only files of the command line that know a system; one of
/// them is built.
#ifndef TUM_CLI_HOST_H
#define TUM_CLI_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// Prepares the program, once, at its start. On Windows the arguments become UTF-8, the standard
/// streams keep bytes as they are, and the console shows UTF-8; elsewhere nothing changes.
///
/// @param count, arguments  those of main; the new ones live as long as the program.
/// @return false when out of memory.
bool host_begin(int *count, char ***arguments);

/// True for a terminal that understands the escape sequences of ECMA-48.
bool host_is_terminal(FILE *stream);

/// [columns] Width of a terminal; 0: unknown, or no terminal.
size_t host_columns(FILE *stream);

/// From now on requests to end the program call interrupt_received (interrupt.h), and the loss of a
/// mapped page removes the temporary files and ends the program with a message and EXIT_FILE.
void host_catch_signals(void);

/// "SIGINT"; "a signal" for one that is not caught.
const char *host_signal_name(int number);

#endif
