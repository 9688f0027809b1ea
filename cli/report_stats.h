// SPDX-License-Identifier: MIT
/// report_stats.h: numbers over rows: percentiles of measures, and failures by their code.
#ifndef TUM_CLI_REPORT_STATS_H
#define TUM_CLI_REPORT_STATS_H

#include "report_rows.h"

enum { STATS_PERCENTILES = 7 };
extern const int stats_percents[STATS_PERCENTILES]; ///< 1 5 25 50 75 95 99

/// Statistics of the numbers of a column, NAN left out.
typedef struct Stats {
    size_t count;    ///< Numbers.
    size_t distinct; ///< Different ones among them.
    double least, most, mean;
    double percentiles[STATS_PERCENTILES]; ///< Between two numbers in proportion (Hyndman, Fan,
                                           ///< "Sample quantiles", 1996, definition 7).
} Stats;

/// Computes the statistics of rows.
///
/// @param rows       [count]
/// @param only_done  rows of failed runs are left out.
/// @return false when out of memory.
bool stats_compute(Stats *stats, const ReportColumn *column, const ReportRow *rows, size_t count,
                   bool only_done);

/// Failed runs with one outcome, code and message.
typedef struct Failures {
    const ReportRow *first; ///< In the order of the report.
    size_t count;
} Failures;

/// Groups failed runs by outcome and code, the largest group first.
///
/// @param groups  receives the groups; free them. NULL when out of memory.
/// @return their number.
size_t stats_failures(const Report *report, Failures **groups);

/// Number of runs that are done.
size_t stats_done(const Report *report);

#endif
