// SPDX-License-Identifier: MIT
/// console.h: what people and scripts see: messages, findings, progress, exit codes.
///
/// Results go to standard output, everything said about the work to standard error.
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
    EXIT_DIVERGED = 4, ///< The simulation left the sensible numbers.
    EXIT_FAULT = 5     ///< An internal fault.
} ExitCode;

/// Larger files are mapped, smaller ones are read: those may be shortened meanwhile without harm.
#define MAP_FROM_BYTES ((uint64_t)1 << 28)

/// An ExitCode, as main returns it.
int exit_code(TumStatus status);

/// The ExitCode of a verb that answered `status` and filed these findings: EXIT_INPUT where all
/// went well and one of them is an error. The reports may be NULL.
int exit_code_of(TumStatus status, const TumReport *report, const TumReport *other);

typedef struct Console {
    bool quiet;                   ///< Errors only: no warnings, no progress.
    bool has_terminal;            ///< Standard error is one.
    bool progress_shown;          ///< A bar stands on the last line.
    uint64_t started_ns;          ///< When the work began that progress is about.
    uint64_t last_bar_ns;         ///< When the bar was last drawn.
    size_t findings_seen;         ///< Findings of the report that have been looked at,
    size_t findings_shown[2];     ///< and errors and warnings among them that were printed.
    const struct TumScene *scene; ///< Names the nodes in findings; NULL: nobody does.
} Console;

void console_init(Console *console);

/// Nanoseconds of a clock that only runs forward.
uint64_t console_clock_ns(void);

/// "tumble: error: …" on standard error, one line, safe for a terminal (safe.h).
__attribute__((format(printf, 2, 3))) void console_error(Console *console, const char *format, ...);

/// What a status means, when the report has no error that says it better.
void console_failure(Console *console, const char *file, TumStatus status, const TumReport *report);

/// Prints the errors and warnings that came into the report since the last call, one line each:
/// `file: error: /pointer: message [CODE]`. Beyond a hundred of each it says how many there are.
void console_report(Console *console, const TumReport *report);

/// "…" on standard error, one line, safe for a terminal. Nothing where it shall be quiet.
__attribute__((format(printf, 2, 3))) void console_note(Console *console, const char *format, ...);

/// Restarts the clock that progress is measured with.
void console_begin(Console *console);

/// Draws a bar, from the second second on, where standard error is a terminal.
void console_progress(Console *console, const char *what, double fraction);

/// Takes the bar away.
void console_end(Console *console);

#endif
