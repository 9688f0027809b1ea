// SPDX-License-Identifier: MIT
// report.c: tumble report: tables and plots of the rows of sweeps.
#include <string.h>

#include "batch_list.h"
#include "console.h"
#include "report_svg.h"
#include "report_text.h"
#include "verbs.h"

typedef struct ReportSettings {
    const char *x, *y, *series, *title;
    OptionTexts marks;
    const char *csv, *npz, *svg;
    bool json, quiet;
} ReportSettings;

static const ReportSettings defaults = {0};

static const Option options[] = {
    OPTION_TEXT(ReportSettings, x, "x", "NAME", NULL,
                "the varied number of the table and the plot; with --svg the first one"),
    OPTION_TEXT(ReportSettings, y, "y", "MEASURE", NULL, "their measure; without it the first one"),
    OPTION_TEXT(ReportSettings, series, "series", "NAME", NULL,
                "a varied number whose values have a line each in the plot"),
    OPTION_TEXTS(ReportSettings, marks, "mark", "X[=LABEL]", NULL,
                 "a vertical line in the plot (repeatable)"),
    OPTION_TEXT(ReportSettings, title, "title", "TEXT", NULL,
                "title of the plot; without it the name of the file"),
    OPTION_FILE(ReportSettings, csv, "csv", "OUT", ".csv", "the rows as comma-separated values"),
    OPTION_FILE(ReportSettings, npz, "npz", "OUT", ".npz", "the columns as NumPy arrays"),
    OPTION_FILE(ReportSettings, svg, "svg", "OUT", ".svg", "the plot of MEASURE over NAME"),
    OPTION_FLAG(ReportSettings, json, "json", "print the report with all rows as JSON"),
    OPTION_FLAG(ReportSettings, quiet, "quiet", "print nothing but errors"),
};

// The first column of a kind. @return NULL where there is none.
static const ReportColumn *first_column(const Report *report, bool is_measure)
{
    for (size_t i = 0; i < report->column_count; ++i) {
        if (report->columns[i].is_measure == is_measure) {
            return &report->columns[i];
        }
    }
    return NULL;
}

static int find_axes(const ReportSettings *settings, const Report *report, ReportAxes *axes,
                     Console *console)
{
    const struct {
        const char *name;
        bool is_measure;
        const ReportColumn **column;
    } wanted[] = {{settings->x, false, &axes->x},
                  {settings->y, true, &axes->y},
                  {settings->series, false, &axes->series}};
    char fault[1024];
    const bool has_axes = settings->x != NULL || settings->svg != NULL;
    *axes = (ReportAxes){0};
    if (!has_axes && (settings->y != NULL || settings->series != NULL)) {
        console_error(console, "--y and --series are for a table or plot over --x NAME");
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted && has_axes; ++i) {
        if (wanted[i].name == NULL) {
            *wanted[i].column = i < 2 ? first_column(report, wanted[i].is_measure) : NULL;
            continue;
        }
        *wanted[i].column =
            report_find(report, wanted[i].name, wanted[i].is_measure, fault, sizeof fault);
        if (*wanted[i].column == NULL) {
            console_error(console, "%s", fault);
            return EXIT_USAGE;
        }
    }
    if (has_axes && (axes->x == NULL || axes->y == NULL)) {
        console_error(console, "the rows have no %s to plot or to list",
                      axes->x == NULL ? "varied number" : "measure");
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

typedef enum Kind { KIND_CSV, KIND_NPZ, KIND_SVG } Kind;

static TumStatus write_kind(Output *output, Kind kind, const Report *report, const SvgPlot *plot)
{
    switch (kind) {
    case KIND_CSV: report_write_csv(output, report); return TUM_OK;
    case KIND_NPZ: return report_write_npz(output, report);
    case KIND_SVG: break;
    }
    return report_write_svg(output, report, plot);
}

static int write_file(const char *path, Kind kind, const Report *report, const SvgPlot *plot,
                      Console *console)
{
    Output output;
    if (path == NULL) {
        return EXIT_DONE;
    }
    FileResult result = output_open(&output, path);
    const TumStatus status =
        result == FILE_OK ? write_kind(&output, kind, report, plot) : TUM_ERROR_FILE;
    if (result == FILE_OK && status != TUM_OK && status != TUM_ERROR_FILE) {
        output_discard(&output);
        console_error(console, "%s: %s", path,
                      status != TUM_ERROR_INPUT ? tum_status_text(status)
                                                : "no run has both numbers, or --series has more "
                                                  "than 12 of them");
        return status == TUM_ERROR_INPUT ? EXIT_INPUT : EXIT_FILE;
    }
    result = result == FILE_OK ? output_commit(&output) : result;
    if (result != FILE_OK) {
        console_error(console, "%s: %s", path, tum_file_result_text(result));
        return EXIT_FILE;
    }
    return EXIT_DONE;
}

static int write_outputs(const ReportSettings *settings, const Report *report, Console *console)
{
    SvgPlot plot = {.marks = &settings->marks, .title = settings->title};
    int code = find_axes(settings, report, &plot.axes, console);
    const char *const paths[] = {settings->csv, settings->npz, settings->svg};
    bool has_stdout = false;
    for (int i = 0; i < 3; ++i) {
        has_stdout |= paths[i] != NULL && strcmp(paths[i], "-") == 0;
        code = code == EXIT_DONE ? write_file(paths[i], (Kind)i, report, &plot, console) : code;
    }
    if (code != EXIT_DONE || has_stdout || (settings->quiet && !settings->json)) {
        return code;
    }
    return exit_code(settings->json ? report_print_json(stdout, report)
                                    : report_print(stdout, report, &plot.axes));
}

static bool usage_is_right(const ReportSettings *settings, Console *console)
{
    const char *const paths[] = {settings->csv, settings->npz, settings->svg};
    int users = settings->json;
    for (int i = 0; i < 3; ++i) {
        users += paths[i] != NULL && strcmp(paths[i], "-") == 0;
    }
    if (users > 1) {
        console_error(console, "standard output takes one of --csv -, --npz -, --svg -, --json");
    }
    return users <= 1 && svg_marks_check(&settings->marks, console);
}

static int run_report(const void *settings_bytes, const char *const *arguments, Console *console)
{
    const ReportSettings *settings = settings_bytes;
    static const BatchSettings folders;
    BatchList list = {0};
    Report report = {0};
    console->quiet = settings->quiet;
    if (!usage_is_right(settings, console)) {
        return EXIT_USAGE;
    }
    int code = batch_list_make(&list, &folders, ".jsonl", arguments, console);
    for (size_t i = 0; i < list.count && code == EXIT_DONE; ++i) {
        if (list.files[i].error != NULL) {
            console_error(console, "%s: %s", list.files[i].path, list.files[i].error);
            code = EXIT_FILE;
        } else {
            code = report_add_file(&report, list.files[i].path, console);
        }
    }
    report_finish(&report);
    if (code == EXIT_DONE && report.row_count == 0) {
        console_error(console, "%s: there is no row of a sweep", arguments[0]);
        code = EXIT_INPUT;
    }
    code = code == EXIT_DONE ? write_outputs(settings, &report, console) : code;
    code = code == EXIT_DONE && report.wrong_count > 0 ? EXIT_INPUT : code;
    report_clear(&report);
    batch_list_free(&list);
    return code;
}

const Verb report_verb = {
    .name = "report",
    .arguments = "DIR...",
    .argument_files = ".jsonl",
    .summary = "tables and plots of the rows of sweeps",
    .about =
        "Gathers the rows of sweeps from folders and files of JSON Lines, whatever their order,\n"
        "and prints their numbers, percentiles of measures, and failures by their code. The\n"
        "report is the same byte for byte, however a sweep was divided.\n",
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .argument_count = 1,
    .takes_more = true,
    .defaults = &defaults,
    .settings_bytes = sizeof defaults,
    .examples = {{"tumble report runs", "counts, percentiles and failures"},
                 {"tumble report runs --x gravity --svg plot.svg",
                  "the first measure over gravity, as a table and a plot"},
                 {"tumble report runs --csv rows.csv --npz rows.npz --quiet",
                  "the rows for spreadsheets and NumPy"}},
    .run = run_report,
};
