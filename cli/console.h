// SPDX-License-Identifier: MIT
/// console.h: output for people and scripts: messages, findings, progress, exit codes.
///
/// Results go to standard output, messages about the work to standard error.
#ifndef TUM_CLI_CONSOLE_H
#define TUM_CLI_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tumble/base.h"
#include "tumble/report.h"

typedef enum ExitCode {
    EXIT_DONE = 0,
    EXIT_INPUT = 1,    ///< The input has errors.
    EXIT_USAGE = 2,    ///< Wrong usage.
    EXIT_FILE = 3,     ///< A file could not be read or written, or there was no memory.
    EXIT_DIVERGED = 4, ///< The state of the simulation left the range of valid numbers.
    EXIT_FAULT = 5,    ///< An internal fault.
    EXIT_MEMORY = 6    ///< No memory; the program itself ends with EXIT_FILE.
} ExitCode;

/// Larger files are mapped. Smaller ones are read, because other programs may then shorten them.
#define MAP_FROM_BYTES ((uint64_t)1 << 28)

/// The ExitCode of a status.
int exit_code(TumStatus status);

/// The ExitCode of a verb by its status and its findings: EXIT_INPUT where the status is TUM_OK and
/// a finding is an error. The reports may be NULL.
int exit_code_of(TumStatus status, const TumReport *report, const TumReport *other);

typedef struct Console {
    bool quiet;                   ///< Errors only: no warnings, no progress.
    bool has_terminal;            ///< Standard error is a terminal.
    bool has_color;               ///< Standard output is a terminal that may have colors.
    bool progress_shown;          ///< The last line shows a bar.
    uint64_t started_ns;          ///< Start of the work shown by progress.
    uint64_t last_bar_ns;         ///< Time of the last bar.
    size_t findings_seen;         ///< Findings of the report already examined.
    size_t findings_shown[4];     ///< Printed findings of each severity among them.
    bool tells_hints;             ///< Hints are printed too: they bear on the work of the verb.
    bool tells_infos;             ///< So are infos.
    const struct TumScene *scene; ///< Gives the names of nodes in findings; NULL: no names.
} Console;

void console_init(Console *console);

/// Nanoseconds of a monotonic clock.
uint64_t console_clock_ns(void);

/// "tumble: error: …" on standard error, one line, safe for a terminal (safe.h).
__attribute__((format(__printf__, 2, 3))) void console_error(Console *console, const char *format,
                                                             ...);

/// Prints the meaning of a status, unless an error of the report explains it better.
void console_failure(Console *console, const char *file, TumStatus status, const TumReport *report);

/// Prints new errors and warnings of the report since the last call, and hints and infos where the
/// console tells them, one line each: `file: error: /pointer: message [CODE]`. Beyond a hundred
/// errors or warnings, and ten hints or infos, it prints their number.
void console_report(Console *console, const TumReport *report);

/// "…" on standard error, one line, safe for a terminal. Prints nothing in quiet mode.
__attribute__((format(__printf__, 2, 3))) void console_note(Console *console, const char *format,
                                                            ...);

/// Restarts the clock of the progress bar.
void console_begin(Console *console);

/// Draws a bar, after the first second, where standard error is a terminal.
void console_progress(Console *console, const char *what, double fraction);

/// Removes the bar.
void console_end(Console *console);

#endif
