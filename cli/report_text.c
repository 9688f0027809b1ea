// SPDX-License-Identifier: MIT
// report_text.c: a report for people: tables of a terminal's width.
#include "report_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kind_names.h"
#include "report_stats.h"
#include "safe.h"
#include "table.h"

enum { MOST_GROUPS = 40 };

static void print_number(Table *table, double number)
{
    if (isnan(number)) {
        table_cell(table, "-");
    } else {
        table_cell(table, "%.6g", number);
    }
}

// "slope.gltf, tumble 0.2.0", or how many files and versions there are.
static void print_head(FILE *out, const Report *report)
{
    size_t files = 1, versions = 1;
    for (size_t i = 1; i < report->row_count; ++i) {
        files += strcmp(report->rows[i].file, report->rows[i - 1].file) != 0;
        versions += strcmp(report->rows[i].version, report->rows[i - 1].version) != 0;
    }
    const ReportRow *first = &report->rows[0];
    const size_t done = stats_done(report), failed = report->row_count - done;
    fprintf(out, "%s, tumble %s\n", files > 1 ? "several files" : SAFE_NAME(first->file),
            versions > 1 ? "of several versions" : SAFE_NAME(first->version));
    fprintf(out, "%zu %s: %zu done, %zu failed\n", report->row_count,
            plural(report->row_count, "run", "runs"), done, failed);
}

static bool print_values(FILE *out, const Report *report)
{
    static const TableColumn titles[] = {{"varied number", .is_flexible = true},
                                         {"values", .is_number = true},
                                         {"least", .is_number = true},
                                         {"most", .is_number = true}};
    Table table = {.columns = titles, .column_count = sizeof titles / sizeof *titles};
    bool has_memory = true;
    for (size_t i = 0; i < report->column_count; ++i) {
        const ReportColumn *column = &report->columns[i];
        Stats stats;
        if (!column->is_measure && has_memory) {
            has_memory = stats_compute(&stats, column, report->rows, report->row_count, false);
            table_cell(&table, "%s", column->name);
            table_cell(&table, "%zu", stats.distinct);
            print_number(&table, stats.least);
            print_number(&table, stats.most);
        }
    }
    fputc('\n', out);
    table_print(out, &table, table_width(out));
    table_clear(&table);
    return has_memory;
}

static bool print_measures(FILE *out, const Report *report)
{
    static const TableColumn titles[] = {
        {"measure", .is_flexible = true}, {"runs", .is_number = true},
        {"least", .is_number = true},     {"5 %", .is_number = true, .spare = 2},
        {"median", .is_number = true},    {"95 %", .is_number = true, .spare = 2},
        {"most", .is_number = true},      {"mean", .is_number = true, .spare = 1}};
    Table table = {.columns = titles, .column_count = sizeof titles / sizeof *titles};
    bool has_memory = true;
    for (size_t i = 0; i < report->column_count; ++i) {
        const ReportColumn *column = &report->columns[i];
        Stats stats;
        if (column->is_measure && has_memory) {
            has_memory = stats_compute(&stats, column, report->rows, report->row_count, true);
            table_cell(&table, "%s", column->name);
            table_cell(&table, "%zu", stats.count);
            print_number(&table, stats.least);
            print_number(&table, stats.percentiles[1]);
            print_number(&table, stats.percentiles[3]);
            print_number(&table, stats.percentiles[5]);
            print_number(&table, stats.most);
            print_number(&table, stats.mean);
        }
    }
    if (table.cell_count > 0) {
        fputc('\n', out);
        table_print(out, &table, table_width(out));
    }
    table_clear(&table);
    return has_memory;
}

// A row of the report and its number on the x axis.
typedef struct Point {
    double x;
    ReportRow row;
} Point;

static int compare_points(const void *left, const void *right)
{
    const Point *a = left, *b = right;
    if (a->x != b->x) {
        return a->x < b->x ? -1 : 1;
    }
    return strcmp(a->row.run, b->row.run);
}

// One line of the table: the rows of one x.
static bool print_group(Table *table, const ReportAxes *axes, const Point *points, size_t count,
                        ReportRow *rows)
{
    Stats stats;
    for (size_t i = 0; i < count; ++i) {
        rows[i] = points[i].row;
    }
    if (!stats_compute(&stats, axes->y, rows, count, true)) {
        return false;
    }
    print_number(table, points[0].x);
    table_cell(table, "%zu", stats.count);
    print_number(table, stats.least);
    print_number(table, stats.percentiles[3]);
    print_number(table, stats.most);
    print_number(table, stats.mean);
    return true;
}

// The table of a measure over a varied number.
static bool print_axes(FILE *out, const Report *report, const ReportAxes *axes)
{
    const char *slash = strrchr(axes->x->name, '/');
    const char *name = slash != NULL && slash[1] != '\0' ? slash + 1 : axes->x->name;
    const TableColumn titles[] = {{name, .is_number = true},    {"runs", .is_number = true},
                                  {"least", .is_number = true}, {"median", .is_number = true},
                                  {"most", .is_number = true},  {"mean", .is_number = true}};
    Table table = {.columns = titles, .column_count = sizeof titles / sizeof *titles};
    Point *points = malloc((report->row_count + 1) * sizeof *points);
    ReportRow *rows = malloc((report->row_count + 1) * sizeof *rows);
    size_t count = 0;
    bool has_memory = points != NULL && rows != NULL;
    for (size_t i = 0; i < report->row_count && has_memory; ++i) {
        const double x = report_number(axes->x, &report->rows[i]);
        if (!isnan(x)) {
            points[count++] = (Point){x, report->rows[i]};
        }
    }
    if (has_memory && count > 0) {
        qsort(points, count, sizeof *points, compare_points);
    }
    for (size_t i = 0, end = 0; i < count && has_memory; i = end) {
        while (end < count && points[end].x == points[i].x) {
            ++end;
        }
        has_memory = print_group(&table, axes, points + i, end - i, rows);
    }
    fprintf(out, "\n%s\n", SAFE(axes->y->name));
    table_print(out, &table, table_width(out));
    table_clear(&table);
    free(points);
    free(rows);
    return has_memory;
}

static bool print_failures(FILE *out, const Report *report)
{
    static const TableColumn titles[] = {{"runs", .is_number = true},
                                         {"outcome", .is_number = false},
                                         {"code", .is_number = false},
                                         {"first run", .is_number = false},
                                         {"its message", .is_flexible = true, .spare = 1}};
    Table table = {.columns = titles, .column_count = sizeof titles / sizeof *titles};
    Failures *groups;
    const size_t count = stats_failures(report, &groups);
    for (size_t i = 0; i < count && i < MOST_GROUPS; ++i) {
        const ReportRow *row = groups[i].first;
        table_cell(&table, "%zu", groups[i].count);
        table_cell(&table, "%s", row->outcome);
        table_cell(&table, "%s", row->code[0] != '\0' ? row->code : row->signal);
        table_cell(&table, "%s", row->run);
        table_cell(&table, "%s", row->message);
    }
    if (count > 0) {
        fputs("\nfailures\n", out);
        table_print(out, &table, table_width(out));
    }
    table_clear(&table);
    const bool has_memory = groups != NULL;
    free(groups);
    return has_memory;
}

TumStatus report_print(FILE *out, const Report *report, const ReportAxes *axes)
{
    print_head(out, report);
    const bool has_memory = print_values(out, report) && print_measures(out, report) &&
                            (axes->x == NULL || print_axes(out, report, axes)) &&
                            print_failures(out, report);
    return has_memory ? TUM_OK : TUM_ERROR_MEMORY;
}
