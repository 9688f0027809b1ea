// SPDX-License-Identifier: MIT
/// sweep_row.h: the row of a run, one line of JSON:
///
///     {"run":"3f2a…","tumble":"0.2.0","file":"slope.gltf","values":{"rate":60},
///      "outcome":"done","measures":{"z(Ball)@end":0.5}}
///
/// A run that failed has "code", "message" and "signal" where they are known, and the measures as
/// far as there are any.
#ifndef TUM_CLI_SWEEP_ROW_H
#define TUM_CLI_SWEEP_ROW_H

#include "base/json_text.h"
#include "batch_row.h"
#include "sweep_plan.h"

typedef struct SweepRow {
    const char *name;
    const double *values; ///< [design.vary_count]
    BatchOutcome outcome;
    const char *code;       ///< "VALUE_NOT_IN_RANGE", "diverged"; NULL: none.
    const char *message;    ///< One sentence; NULL: none.
    const char *signal;     ///< "SIGSEGV"; NULL: none.
    const double *measures; ///< [measure_count] NAN where there is no value; NULL: no measures.
} SweepRow;

/// Appends the line to a text.
TumStatus sweep_row_write(const SweepPlan *plan, const SweepRow *row, TextBuffer *text);

#endif
