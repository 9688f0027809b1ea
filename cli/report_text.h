// SPDX-License-Identifier: MIT
/// report_text.h: a report as a page, as JSON, as CSV and as arrays of NumPy.
#ifndef TUM_CLI_REPORT_TEXT_H
#define TUM_CLI_REPORT_TEXT_H

#include <stdio.h>

#include "output.h"
#include "report_rows.h"

/// A measure over a varied number, or none.
typedef struct ReportAxes {
    const ReportColumn *x, *y;
    const ReportColumn *series; ///< Numbers that have a line each; NULL: all runs are one.
} ReportAxes;

/// Prints counts, tables of numbers, the table of y over x, and failures.
/// @return TUM_OK, or TUM_ERROR_MEMORY.
TumStatus report_print(FILE *out, const Report *report, const ReportAxes *axes);

/// Prints the same and all rows as one object.
TumStatus report_print_json(FILE *out, const Report *report);

// Each function writes into an open output; its failure is the output's.
/// A header and a line for each row (RFC 4180, but lines end with a line feed alone).
void report_write_csv(Output *output, const Report *report);
/// Arrays "run", "outcome" and one for each column, named by its letters and digits.
TumStatus report_write_npz(Output *output, const Report *report);

#endif
