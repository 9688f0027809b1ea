// SPDX-License-Identifier: MIT
// report_rows.c: reads rows of sweeps, merges and sorts them.
#include "report_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "json_read.h"
#include "tumble/capacity.h"

bool report_is_done(const ReportRow *row)
{
    return strcmp(row->outcome, "done") == 0;
}

// Room for one more item. @return false when out of memory.
static bool make_room(void **items, size_t count, size_t *room, size_t item_bytes)
{
    if (count < *room) {
        return true;
    }
    const size_t more = *room == 0 ? 64 : 2 * *room;
    void *grown = realloc(*items, more * item_bytes);
    if (grown == NULL) {
        return false;
    }
    *items = grown;
    *room = more;
    return true;
}

// Columns have room for as many numbers as there is room for rows.
static bool make_row_room(Report *report)
{
    const size_t before = report->row_room;
    if (!make_room((void **)&report->rows, report->row_count, &report->row_room,
                   sizeof *report->rows)) {
        return false;
    }
    for (size_t i = 0; i < report->column_count && report->row_room > before; ++i) {
        double **numbers = &report->columns[i].numbers;
        double *grown = realloc(*numbers, report->row_room * sizeof **numbers);
        if (grown == NULL) {
            report->row_room = before; // Rows that have room already stay as they are.
            return false;
        }
        *numbers = grown;
    }
    return true;
}

static ReportColumn *find_column(Report *report, const char *name, bool is_measure, size_t place)
{
    // Rows of one sweep have the same members at the same places.
    for (size_t k = 0; k < report->column_count; ++k) {
        ReportColumn *column = &report->columns[(place + k) % report->column_count];
        if (column->is_measure == is_measure && strcmp(column->name, name) == 0) {
            return column;
        }
    }
    if (!make_room((void **)&report->columns, report->column_count, &report->column_room,
                   sizeof *report->columns)) {
        return NULL;
    }
    ReportColumn *column = &report->columns[report->column_count];
    *column = (ReportColumn){.name = name,
                             .is_measure = is_measure,
                             .place = place,
                             .numbers = malloc(report->row_room * sizeof(double))};
    if (column->numbers == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < report->row_room; ++i) {
        column->numbers[i] = (double)NAN;
    }
    ++report->column_count;
    return column;
}

// Reads {"name": number, …} into the last row. @return false when out of memory.
static bool read_numbers(Report *report, JsonRead *read, bool is_measure)
{
    char *name;
    double number;
    size_t place = 0;
    if (!json_read_open(read, '{')) {
        return true;
    }
    for (; json_read_member(read, &name) && json_read_number(read, &number); ++place) {
        ReportColumn *column = find_column(report, name, is_measure, place);
        if (column == NULL) {
            return false;
        }
        column->numbers[report->row_count] = number;
        column->place = place < column->place ? place : column->place;
    }
    return true;
}

static bool read_member(Report *report, JsonRead *read, const char *key, ReportRow *row)
{
    const struct {
        const char *key;
        const char **text;
    } texts[] = {{"run", &row->run},         {"file", &row->file}, {"tumble", &row->version},
                 {"outcome", &row->outcome}, {"code", &row->code}, {"message", &row->message},
                 {"signal", &row->signal}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        char *text;
        if (strcmp(key, texts[i].key) == 0) {
            if (json_read_text(read, &text)) {
                *texts[i].text = text;
            }
            return true;
        }
    }
    if (strcmp(key, "values") == 0 || strcmp(key, "measures") == 0) {
        return read_numbers(report, read, key[0] == 'm');
    }
    (void)json_read_skip(read);
    return true;
}

// @param is_row  receives false where the line is no row.
// @return false when out of memory.
static bool read_row(Report *report, char *line, size_t bytes, bool *is_row)
{
    if (!make_row_room(report)) {
        return false;
    }
    for (size_t i = 0; i < report->column_count; ++i) {
        report->columns[i].numbers[report->row_count] = (double)NAN;
    }
    ReportRow row = {"", "", "", "", "", "", "", tum_hash_bytes(line, bytes, 0), report->row_count};
    JsonRead read = {line, line + bytes, false, false};
    char *key;
    bool has_memory = json_read_open(&read, '{') || true;
    while (has_memory && json_read_member(&read, &key)) {
        has_memory = read_member(report, &read, key, &row);
    }
    *is_row = json_read_end(&read) && row.run[0] != '\0' && row.outcome[0] != '\0';
    if (*is_row && has_memory) {
        report->rows[report->row_count++] = row;
    }
    return has_memory;
}

static bool read_lines(Report *report, char *text, size_t bytes, const char *path, Console *console)
{
    size_t number = 0, wrong = 0;
    for (char *line = text, *end = text + bytes; line < end;) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop != NULL ? stop : end;
        bool is_row = true;
        ++number;
        if (stop > line && !read_row(report, line, (size_t)(stop - line), &is_row)) {
            return false;
        }
        if (!is_row && wrong++ == 0) {
            console_error(console, "%s: line %zu is no row of a sweep", path, number);
        }
        line = stop + 1;
    }
    if (wrong > 1) {
        console_error(console, "%s: %zu lines are no rows of a sweep", path, wrong);
    }
    report->wrong_count += wrong;
    return true;
}

int report_add_file(Report *report, const char *path, Console *console)
{
    FileBytes *files = realloc(report->files, (report->file_count + 1) * sizeof *files);
    bool has_memory = files != NULL;
    if (has_memory) {
        report->files = files;
        FileBytes *file = &files[report->file_count];
        const FileResult result = tum_file_read(path, FILE_ANY, TUM_MAX_FILE_BYTES, NULL, file);
        if (result != FILE_OK) {
            console_error(console, "%s: %s", path, tum_file_result_text(result));
            return EXIT_FILE;
        }
        ++report->file_count;
        has_memory = read_lines(report, (char *)file->data, file->count, path, console);
    }
    if (!has_memory) {
        console_error(console, "%s", tum_status_text(TUM_ERROR_MEMORY));
    }
    return has_memory ? EXIT_DONE : EXIT_FILE;
}

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_columns(const void *left, const void *right)
{
    const ReportColumn *a = left, *b = right;
    if (a->is_measure != b->is_measure) {
        return a->is_measure ? 1 : -1;
    }
    return a->place != b->place ? (a->place < b->place ? -1 : 1) : strcmp(a->name, b->name);
}

// The better of two results of a run comes first.
static int compare_runs(const void *left, const void *right)
{
    const ReportRow *a = left, *b = right;
    const int order = strcmp(a->run, b->run);
    if (order != 0 || report_is_done(a) != report_is_done(b)) {
        return order != 0 ? order : report_is_done(a) ? -1 : 1;
    }
    return a->hash != b->hash ? (a->hash < b->hash ? -1 : 1) : 0;
}

// The numbers of one column in the order of the rows. Sorting by each column, the last one first,
// with a stable sort, sorts by all.
typedef struct Key {
    double number;
    size_t row; // The order so far.
} Key;

static int compare_keys(const void *left, const void *right)
{
    const Key *a = left, *b = right;
    if (isnan(a->number) != isnan(b->number)) {
        return isnan(a->number) ? 1 : -1; // Rows without the number come last.
    }
    const int order = isnan(a->number) ? 0 : compare_numbers(a->number, b->number);
    return order != 0 ? order : a->row < b->row ? -1 : 1;
}

static void sort_by_values(Report *report)
{
    Key *keys = malloc((report->row_count + 1) * sizeof *keys);
    ReportRow *rows = malloc((report->row_count + 1) * sizeof *rows);
    for (size_t c = report->column_count; c-- > 0 && keys != NULL && rows != NULL;) {
        const ReportColumn *column = &report->columns[c];
        for (size_t i = 0; i < report->row_count && !column->is_measure; ++i) {
            keys[i] = (Key){report_number(column, &report->rows[i]), i};
        }
        if (column->is_measure) {
            continue;
        }
        qsort(keys, report->row_count, sizeof *keys, compare_keys);
        for (size_t i = 0; i < report->row_count; ++i) {
            rows[i] = report->rows[keys[i].row];
        }
        memcpy(report->rows, rows, report->row_count * sizeof *rows);
    }
    free(keys);
    free(rows);
}

void report_finish(Report *report)
{
    if (report->row_count == 0) {
        return;
    }
    if (report->column_count > 0) {
        qsort(report->columns, report->column_count, sizeof *report->columns, compare_columns);
    }
    qsort(report->rows, report->row_count, sizeof *report->rows, compare_runs);
    size_t kept = 1;
    for (size_t i = 1; i < report->row_count; ++i) {
        if (strcmp(report->rows[i].run, report->rows[kept - 1].run) != 0) {
            report->rows[kept++] = report->rows[i];
        }
    }
    report->double_count = report->row_count - kept;
    report->row_count = kept;
    sort_by_values(report);
}

void report_clear(Report *report)
{
    for (size_t i = 0; i < report->column_count; ++i) {
        free(report->columns[i].numbers);
    }
    for (size_t i = 0; i < report->file_count; ++i) {
        tum_file_bytes_free(&report->files[i], NULL);
    }
    free(report->columns);
    free(report->rows);
    free(report->files);
    *report = (Report){0};
}

static bool is_called(const ReportColumn *column, const char *name)
{
    const size_t bytes = strlen(column->name), length = strlen(name);
    return bytes > length && column->name[bytes - length - 1] == '/' &&
           strcmp(column->name + bytes - length, name) == 0;
}

const ReportColumn *report_find(const Report *report, const char *name, bool is_measure,
                                char *fault, size_t fault_bytes)
{
    const ReportColumn *found = NULL;
    size_t count = 0, used = 0;
    for (size_t i = 0; i < report->column_count; ++i) {
        const ReportColumn *column = &report->columns[i];
        if (column->is_measure == is_measure && strcmp(column->name, name) == 0) {
            return column;
        }
        if (column->is_measure == is_measure && is_called(column, name)) {
            found = column;
            ++count;
        }
    }
    if (count == 1) {
        return found;
    }
    used = (size_t)snprintf(fault, fault_bytes, "%s \"%.80s\"; there are",
                            count > 1    ? "several varied numbers end in"
                            : is_measure ? "there is no measure"
                                         : "there is no varied number",
                            name);
    for (size_t i = 0; i < report->column_count; ++i) {
        if (report->columns[i].is_measure == is_measure && used + 3 < fault_bytes) {
            used +=
                (size_t)snprintf(fault + used, fault_bytes - used, " %s", report->columns[i].name);
        }
    }
    return NULL;
}
