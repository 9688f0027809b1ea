// SPDX-License-Identifier: MIT
// report_data.c: a report for programs: JSON, CSV, arrays of NumPy.
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"
#include "json_members.h"
#include "report_stats.h"
#include "report_text.h"
#include "tumble/recording.h"

// JSON.

static void write_stats(JsonText *json, const ReportColumn *column, const Stats *stats)
{
    tum_json_text_begin_object(json);
    json_text_member(json, "name", column->name);
    json_integer_member(json, "count", (int64_t)stats->count);
    json_integer_member(json, "distinct", (int64_t)stats->distinct);
    json_number_member(json, "least", stats->least);
    json_number_member(json, "most", stats->most);
    json_number_member(json, "mean", stats->mean);
    tum_json_text_key(json, "percentiles");
    tum_json_text_begin_object(json);
    for (int i = 0; i < STATS_PERCENTILES; ++i) {
        char name[8];
        snprintf(name, sizeof name, "%d", stats_percents[i]);
        json_number_member(json, name, stats->percentiles[i]);
    }
    tum_json_text_end_object(json);
    tum_json_text_end_object(json);
}

static bool write_columns(JsonText *json, const Report *report, bool is_measure)
{
    tum_json_text_key(json, is_measure ? "measures" : "values");
    tum_json_text_begin_array(json);
    bool has_memory = true;
    for (size_t i = 0; i < report->column_count && has_memory; ++i) {
        const ReportColumn *column = &report->columns[i];
        Stats stats;
        if (column->is_measure == is_measure) {
            has_memory = stats_compute(&stats, column, report->rows, report->row_count, is_measure);
            write_stats(json, column, &stats);
        }
    }
    tum_json_text_end_array(json);
    return has_memory;
}

static void member_of(JsonText *json, const char *key, const char *text)
{
    if (text[0] != '\0') {
        json_text_member(json, key, text);
    }
}

static bool write_failures(JsonText *json, const Report *report)
{
    Failures *groups;
    const size_t count = stats_failures(report, &groups);
    tum_json_text_key(json, "failures");
    tum_json_text_begin_array(json);
    for (size_t i = 0; i < count; ++i) {
        tum_json_text_begin_object(json);
        json_integer_member(json, "runs", (int64_t)groups[i].count);
        json_text_member(json, "outcome", groups[i].first->outcome);
        member_of(json, "code", groups[i].first->code);
        json_text_member(json, "first", groups[i].first->run);
        member_of(json, "message", groups[i].first->message);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
    const bool has_memory = groups != NULL;
    free(groups);
    return has_memory;
}

static void write_numbers(JsonText *json, const Report *report, const ReportRow *row,
                          bool is_measure)
{
    tum_json_text_key(json, is_measure ? "measures" : "values");
    tum_json_text_begin_object(json);
    for (size_t i = 0; i < report->column_count; ++i) {
        const double number = report_number(&report->columns[i], row);
        if (report->columns[i].is_measure == is_measure && !isnan(number)) {
            json_number_member(json, report->columns[i].name, number);
        }
    }
    tum_json_text_end_object(json);
}

static void write_rows(JsonText *json, const Report *report)
{
    tum_json_text_key(json, "rows");
    tum_json_text_begin_array(json);
    for (size_t i = 0; i < report->row_count; ++i) {
        const ReportRow *row = &report->rows[i];
        tum_json_text_begin_object(json);
        json_text_member(json, "run", row->run);
        member_of(json, "tumble", row->version);
        member_of(json, "file", row->file);
        write_numbers(json, report, row, false);
        json_text_member(json, "outcome", row->outcome);
        member_of(json, "code", row->code);
        member_of(json, "message", row->message);
        member_of(json, "signal", row->signal);
        write_numbers(json, report, row, true);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
}

TumStatus report_print_json(FILE *out, const Report *report)
{
    JsonText json;
    const size_t done = stats_done(report);
    tum_json_text_init(&json, json_sink(out), 2);
    tum_json_text_begin_object(&json);
    json_integer_member(&json, "runs", (int64_t)report->row_count);
    json_integer_member(&json, "done", (int64_t)done);
    json_integer_member(&json, "failed", (int64_t)(report->row_count - done));
    const bool has_memory = write_columns(&json, report, false) &&
                            write_columns(&json, report, true) && write_failures(&json, report);
    if (!has_memory) {
        return TUM_ERROR_MEMORY;
    }
    write_rows(&json, report);
    tum_json_text_end_object(&json);
    tum_json_text_end_line(&json);
    return tum_json_text_finish(&json);
}

// CSV.

static void write_text(Output *output, const char *text)
{
    (void)output_write(output, text, strlen(text));
}

// A cell, in quotes where it has a comma, a quote or a line break.
static void write_cell(Output *output, const char *text)
{
    const bool is_quoted = strpbrk(text, ",\"\r\n") != NULL;
    (void)output_write(output, "\"", is_quoted);
    for (const char *at = text; *at != '\0'; ++at) {
        (void)output_write(output, "\"", *at == '"');
        (void)output_write(output, at, 1);
    }
    (void)output_write(output, "\"", is_quoted);
}

static void write_csv_row(Output *output, const Report *report, const ReportRow *row)
{
    write_cell(output, row->run);
    write_text(output, ",");
    write_cell(output, row->file);
    write_text(output, ",");
    write_cell(output, row->outcome);
    write_text(output, ",");
    write_cell(output, row->code);
    for (size_t i = 0; i < report->column_count; ++i) {
        char text[NUMBER_TEXT_BYTES] = "";
        const double number = report_number(&report->columns[i], row);
        if (!isnan(number)) {
            tum_number_text_double(number, text);
        }
        write_text(output, ",");
        write_text(output, text);
    }
    write_text(output, "\n");
}

void report_write_csv(Output *output, const Report *report)
{
    write_text(output, "run,file,outcome,code");
    for (size_t i = 0; i < report->column_count; ++i) {
        write_text(output, ",");
        write_cell(output, report->columns[i].name);
    }
    write_text(output, "\n");
    for (size_t i = 0; i < report->row_count; ++i) {
        write_csv_row(output, report, &report->rows[i]);
    }
}

// NumPy.

enum { NAME_ROOM = 96, NAME_BYTES = 80 };

typedef struct ArrayName {
    char text[NAME_ROOM];
} ArrayName;

// "displacement_Box_end" of "displacement(Box)@end"; of a longer name its end.
static void make_name(ArrayName *name, const char *text)
{
    const size_t length = strlen(text);
    size_t used = 0;
    for (size_t i = length < NAME_BYTES ? 0 : length - NAME_BYTES + 1; i < length; ++i) {
        const bool is_plain = (unsigned char)text[i] < 128 && isalnum((unsigned char)text[i]) != 0;
        if (is_plain || (used > 0 && name->text[used - 1] != '_')) {
            name->text[used++] = is_plain ? text[i] : '_';
        }
    }
    used -= used > 0 && name->text[used - 1] == '_';
    name->text[used] = '\0';
}

// True where another column has the name already, or there is none.
static bool is_taken(const ArrayName *names, size_t count, const char *text)
{
    bool taken = text[0] == '\0';
    for (size_t i = 0; i < count && !taken; ++i) {
        taken = strcmp(names[i].text, text) == 0;
    }
    return taken;
}

static void name_array(ArrayName *names, size_t index, const char *text)
{
    ArrayName plain;
    make_name(&plain, text);
    names[index] = plain;
    for (int copy = 2; is_taken(names, index, names[index].text); ++copy) {
        snprintf(names[index].text, NAME_ROOM, "%.*s_%d", NAME_BYTES, plain.text, copy);
    }
}

// @param offset  [bytes] of the text in a row.
static const char *text_of(const Report *report, size_t row, size_t offset)
{
    const char *text;
    memcpy(&text, (const char *)&report->rows[row] + offset, sizeof text);
    return text;
}

// Texts of one width, padded with zeros. @return NULL when out of memory.
static char *gather_texts(const Report *report, size_t offset, size_t *width)
{
    *width = 1;
    for (size_t i = 0; i < report->row_count; ++i) {
        const size_t length = strlen(text_of(report, i, offset));
        *width = length > *width ? length : *width;
    }
    char *texts = calloc(report->row_count + 1, *width);
    for (size_t i = 0; i < report->row_count && texts != NULL; ++i) {
        const char *text = text_of(report, i, offset);
        memcpy(texts + i * *width, text, strlen(text));
    }
    return texts;
}

// The numbers of a column in the order of the rows. @return NULL when out of memory.
static double *gather_numbers(const Report *report, const ReportColumn *column)
{
    double *numbers = malloc((report->row_count + 1) * sizeof *numbers);
    for (size_t i = 0; i < report->row_count && numbers != NULL; ++i) {
        numbers[i] = report_number(column, &report->rows[i]);
    }
    return numbers;
}

TumStatus report_write_npz(Output *output, const Report *report)
{
    enum { TEXTS = 2 };
    const size_t count = report->column_count + TEXTS;
    ArrayName *names = calloc(count, sizeof *names);
    TumColumn *columns = calloc(count, sizeof *columns);
    bool has_memory = names != NULL && columns != NULL;
    if (has_memory) {
        snprintf(names[0].text, NAME_ROOM, "run");
        snprintf(names[1].text, NAME_ROOM, "outcome");
        columns[0].texts = gather_texts(report, offsetof(ReportRow, run), &columns[0].text_bytes);
        columns[1].texts =
            gather_texts(report, offsetof(ReportRow, outcome), &columns[1].text_bytes);
        has_memory = columns[0].texts != NULL && columns[1].texts != NULL;
    }
    for (size_t i = TEXTS; i < count && has_memory; ++i) {
        name_array(names, i, report->columns[i - TEXTS].name);
        columns[i].numbers = gather_numbers(report, &report->columns[i - TEXTS]);
        has_memory = columns[i].numbers != NULL;
    }
    for (size_t i = 0; i < count && has_memory; ++i) {
        columns[i].name = names[i].text;
    }
    const TumStatus status = has_memory ? tum_columns_write_npz(columns, count, report->row_count,
                                                                (TumSink){output_write, output})
                                        : TUM_ERROR_MEMORY;
    for (size_t i = 0; i < count && columns != NULL; ++i) {
        free((void *)(uintptr_t)columns[i].numbers);
        free((void *)(uintptr_t)columns[i].texts);
    }
    free(columns);
    free(names);
    return status;
}
