// SPDX-License-Identifier: MIT
/// batch_row.h: the row of one file of a batch: a text, or an object of JSON on one line.
#ifndef TUM_CLI_BATCH_ROW_H
#define TUM_CLI_BATCH_ROW_H

#include <stddef.h>
#include <stdio.h>

#include "console.h"

/// How the work on a file ended.
typedef enum BatchOutcome {
    BATCH_DONE,      ///< Without errors.
    BATCH_ERRORS,    ///< The input has errors.
    BATCH_USAGE,     ///< The options do not fit this file.
    BATCH_FILE,      ///< A file could not be read or written.
    BATCH_DIVERGED,  ///< The simulation diverged.
    BATCH_FAULT,     ///< An internal fault.
    BATCH_MEMORY,    ///< Ran out of memory.
    BATCH_CRASHED,   ///< The process ended.
    BATCH_TIMED_OUT, ///< The limit of time was reached.
    BATCH_OUTCOME_COUNT
} BatchOutcome;

typedef struct BatchRow {
    const char *file;
    BatchOutcome outcome;
    const char *signal; ///< "SIGSEGV", where the process crashed; NULL: none.
    const char *output; ///< [output_bytes] Standard output of the verb.
    size_t output_bytes;
    const char *errors; ///< [error_bytes] Its standard error.
    size_t error_bytes;
} BatchRow;

/// "has errors"
const char *batch_outcome_name(BatchOutcome outcome);

/// The outcome of a verb's ExitCode.
BatchOutcome batch_outcome_of(int code);

/// The ExitCode that an outcome gives the batch.
int batch_code_of(BatchOutcome outcome);

/// Prints the object: file, outcome, the first message of an error, and the verb's own JSON as
/// `result`.
TumStatus batch_row_print_json(FILE *out, const BatchRow *row);

#endif
