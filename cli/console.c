// SPDX-License-Identifier: MIT
// console.c: messages, findings, progress.
#include "console.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "findings.h"
#include "host.h"
#include "safe.h"
#include "system/clock.h"

enum { BAR_CELLS = 30 };
static const uint64_t second_ns = 1000000000u;
static const uint64_t redraw_ns = 100000000u;

int exit_code(TumStatus status)
{
    switch (status) {
    case TUM_OK: return EXIT_DONE;
    case TUM_ERROR_INPUT:
    case TUM_ERROR_UNSUPPORTED:
    case TUM_ERROR_CAPACITY: return EXIT_INPUT;
    case TUM_ERROR_FILE: return EXIT_FILE;
    case TUM_ERROR_MEMORY: return EXIT_MEMORY;
    case TUM_ERROR_DIVERGED: return EXIT_DIVERGED;
    case TUM_ERROR_ARGUMENT:
    case TUM_ERROR_INTERNAL:
    case TUM_ERROR_VERSION: break;
    }
    return EXIT_FAULT;
}

int exit_code_of(TumStatus status, const TumReport *report, const TumReport *other)
{
    const bool has_errors = tum_report_count_of(report, TUM_SEVERITY_ERROR) > 0 ||
                            tum_report_count_of(other, TUM_SEVERITY_ERROR) > 0;
    return status == TUM_OK && has_errors ? EXIT_INPUT : exit_code(status);
}

uint64_t console_clock_ns(void)
{
    return tum_clock_nanoseconds();
}

void console_init(Console *console)
{
    const char *no_color = getenv("NO_COLOR");
    *console = (Console){.has_terminal = host_is_terminal(stderr),
                         .has_color =
                             host_is_terminal(stdout) && (no_color == NULL || no_color[0] == '\0')};
    console_begin(console);
}

// A message is one line, whatever its texts contain.
__attribute__((format(__printf__, 2, 0))) static void
print_line(const char *begin, const char *format, va_list arguments)
{
    char line[SAFE_BYTES];
    if (vsnprintf(line, sizeof line, format, arguments) < 0) {
        line[0] = '\0';
    }
    fprintf(stderr, "%s%s\n", begin, SAFE(line));
}

void console_error(Console *console, const char *format, ...)
{
    console_end(console);
    va_list arguments;
    va_start(arguments, format);
    print_line("tumble: error: ", format, arguments);
    va_end(arguments);
}

void console_note(Console *console, const char *format, ...)
{
    if (console->quiet) {
        return;
    }
    console_end(console);
    va_list arguments;
    va_start(arguments, format);
    print_line("", format, arguments);
    va_end(arguments);
}

void console_failure(Console *console, const char *file, TumStatus status, const TumReport *report)
{
    if (status == TUM_ERROR_MEMORY || tum_report_count_of(report, TUM_SEVERITY_ERROR) == 0) {
        console_error(console, "%s: %s", file, tum_status_text(status));
    }
}

static bool tells(const Console *console, TumSeverity severity)
{
    switch (severity) {
    case TUM_SEVERITY_ERROR: return true;
    case TUM_SEVERITY_WARNING: return !console->quiet;
    case TUM_SEVERITY_INFO: return !console->quiet && console->tells_infos;
    case TUM_SEVERITY_HINT: return !console->quiet && console->tells_hints;
    }
    return false;
}

void console_report(Console *console, const TumReport *report)
{
    static const size_t most[SEVERITY_COUNT] = {100, 100, 10, 10};
    console_end(console);
    const size_t count = tum_report_count(report);
    size_t left_out[SEVERITY_COUNT] = {0};
    for (; console->findings_seen < count; ++console->findings_seen) {
        const TumDiagnostic *finding = tum_report_at(report, console->findings_seen);
        if (!tells(console, finding->severity)) {
            continue;
        }
        if (console->findings_shown[finding->severity] >= most[finding->severity]) {
            ++left_out[finding->severity];
        } else {
            const char *file = finding->file[0] != '\0' ? finding->file : "input";
            finding_print(stderr, finding, finding->severity, file, console->scene, false);
            ++console->findings_shown[finding->severity];
        }
    }
    for (int i = 0; i < SEVERITY_COUNT; ++i) {
        if (left_out[i] > 0) {
            fprintf(stderr, "... and %zu more %s\n", left_out[i],
                    severity_noun((TumSeverity)i, left_out[i]));
        }
    }
}

void console_begin(Console *console)
{
    console->started_ns = console_clock_ns();
    console->last_bar_ns = console->started_ns;
}

void console_progress(Console *console, const char *what, double fraction)
{
    if (!console->has_terminal || console->quiet) {
        return;
    }
    const uint64_t now = console_clock_ns();
    if (now - console->started_ns < second_ns || now - console->last_bar_ns < redraw_ns) {
        return;
    }
    console->last_bar_ns = now;
    console->progress_shown = true;
    const double clamped = fraction < 0.0 ? 0.0 : fraction > 1.0 ? 1.0 : fraction;
    char bar[BAR_CELLS + 1];
    for (int i = 0; i < BAR_CELLS; ++i) {
        bar[i] = i < (int)(clamped * BAR_CELLS) ? '#' : '.';
    }
    bar[BAR_CELLS] = '\0';
    // Erases what a longer line before has left (ECMA-48).
    fprintf(stderr, "\r%s [%s] %3.0f%%\033[K", what, bar, 100.0 * clamped);
    fflush(stderr);
}

void console_end(Console *console)
{
    if (console->progress_shown) {
        // Returns to the start of the line, then erases to its end (ECMA-48).
        fputs("\r\033[K", stderr);
        fflush(stderr);
        console->progress_shown = false;
    }
}
