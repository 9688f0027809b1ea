// SPDX-License-Identifier: MIT
/// report_rows.h: rows of sweeps (sweep_row.h) gathered from files, as a table of columns.
///
/// The table does not depend on how the rows are divided into files, nor on the order of either: a
/// run that two files have counts once, columns have the order of the rows' members, and rows are
/// sorted by their values.
#ifndef TUM_CLI_REPORT_ROWS_H
#define TUM_CLI_REPORT_ROWS_H

#include "base/text.h"
#include "console.h"
#include "system/file.h"

/// A number of each run: a varied value or a measure.
typedef struct ReportColumn {
    const char *name;
    bool is_measure;
    size_t place;    ///< The least place of the number in its row.
    double *numbers; ///< [row_count] NAN: the run has none.
} ReportColumn;

typedef struct ReportRow {
    const char *run, *file, *version;
    const char *outcome, *code, *message, *signal; ///< "" where there is none.
    uint64_t hash;                                 ///< Of the line.
    size_t index;                                  ///< Of its numbers in the columns.
} ReportRow;

/// A zeroed report is empty; report_clear frees one.
typedef struct Report {
    ReportColumn *columns; ///< [column_count] Varied values, then measures.
    size_t column_count, column_room;
    ReportRow *rows; ///< [row_count]
    size_t row_count, row_room;
    FileBytes *files; ///< [file_count] Texts of rows lie in them.
    size_t file_count;
    size_t double_count; ///< Rows of runs that another row has.
    size_t wrong_count;  ///< Lines that are no rows.
} Report;

/// Reads the rows of a file. A line that is no row gets a message and is left out.
///
/// @return EXIT_DONE, or EXIT_FILE after a message.
int report_add_file(Report *report, const char *path, Console *console);

/// Sorts columns and rows, and removes rows that are there twice: of two results of a run the one
/// that is done is kept.
void report_finish(Report *report);

void report_clear(Report *report);

/// True for a run that is done.
bool report_is_done(const ReportRow *row);

/// The number of a row in a column.
static inline double report_number(const ReportColumn *column, const ReportRow *row)
{
    return column->numbers[row->index];
}

/// A column by its name, or by what follows a slash in it, where that is one column's alone.
///
/// @param fault  receives one sentence, where there is none.
/// @return NULL after a fault.
const ReportColumn *report_find(const Report *report, const char *name, bool is_measure,
                                char *fault, size_t fault_bytes);

#endif
