// SPDX-License-Identifier: MIT
/// findings.h: what a report has to say, as the options of `tumble validate` want it said.
#ifndef TUM_CLI_FINDINGS_H
#define TUM_CLI_FINDINGS_H

#include <stdio.h>

#include "option.h"
#include "tumble/validate.h"

enum { SEVERITY_COUNT = 4 };

/// Which findings count, and as what.
typedef struct FindingRules {
    const OptionTexts *ignored;    ///< Codes.
    const OptionTexts *severities; ///< "CODE=LEVEL"
    int only;                      ///< A TumSeverity, or -1: all.
    int most;                      ///< Findings to tell of, -1: all.
} FindingRules;

/// @return false, with a sentence in `error`, when an option names no code or no severity.
bool finding_rules_check(const FindingRules *rules, char error[OPTION_ERROR_BYTES]);

/// @return a TumSeverity, or -1 for another word.
int severity_of_name(const char *name);

/// Findings that count, the most severe first, document order within a severity.
typedef struct Findings {
    const TumDiagnostic **items; ///< [count], of the report.
    TumSeverity *severities;     ///< [count]
    size_t count;
    size_t counts[SEVERITY_COUNT]; ///< Of each severity.
} Findings;

/// @return false when out of memory.
bool findings_gather(Findings *findings, const TumReport *report, const FindingRules *rules);
void findings_free(Findings *findings);

/// One line each and a summary.
void findings_print(FILE *out, const Findings *findings, const FindingRules *rules,
                    const char *file, const char *dialects, bool has_color);

/// The report of one file as JSON.
TumStatus findings_print_json(FILE *out, const Findings *findings, const FindingRules *rules,
                              const char *file, const TumValidation *validation);

#endif
