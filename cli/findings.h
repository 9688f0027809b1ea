// SPDX-License-Identifier: MIT
/// findings.h: the findings of a report: lines for people, JSON for scripts.
#ifndef TUM_CLI_FINDINGS_H
#define TUM_CLI_FINDINGS_H

#include <stdio.h>

#include "base/json_text.h"
#include "option.h"
#include "tumble/validate.h"

enum { SEVERITY_COUNT = 4 };

/// "error", "warning", "info", "hint".
const char *severity_name(TumSeverity severity);

/// "3 errors"
const char *severity_noun(TumSeverity severity, size_t count);

/// The name of a finding's node: `/nodes/4/…`; NULL for other findings.
const char *finding_node_name(const TumDiagnostic *finding, const TumScene *scene);

/// One line: `file: error: /nodes/4/… ("Crate"): message [CODE]`. The place is a JSON pointer,
/// `byte 12`, or nothing where the finding is about the whole file. Safe for a terminal (safe.h).
///
/// @param severity  its severity by the rules.
/// @param scene     gives the names of nodes; may be NULL.
void finding_print(FILE *out, const TumDiagnostic *finding, TumSeverity severity, const char *file,
                   const TumScene *scene, bool has_color);

/// Writes the member "findings" of a verb's JSON: counts of each severity, and all `messages`.
void findings_say(JsonText *json, const TumReport *report, const TumScene *scene);

/// The selection of findings and their severities.
typedef struct FindingRules {
    const OptionTexts *ignored;    ///< Codes.
    const OptionTexts *severities; ///< "CODE=LEVEL"
    int only;                      ///< A TumSeverity, or -1: all.
    int most;                      ///< Findings to print, -1: all.
    int most_of_code;              ///< Findings of one code to print as text; -1: all.
    bool errors_alone;             ///< As text: errors only, and no summary.
} FindingRules;

/// @return false, with a sentence in `error`, when an option has an unknown code or severity.
bool finding_rules_check(const FindingRules *rules, char error[OPTION_ERROR_BYTES]);

/// @return a TumSeverity, or -1 for another word.
int severity_of_name(const char *name);

/// Selected findings, the most severe first, document order within a severity.
typedef struct Findings {
    const TumDiagnostic **items; ///< [count], of the report.
    TumSeverity *severities;     ///< [count]
    size_t count;
    size_t counts[SEVERITY_COUNT]; ///< Findings of each severity, with those that the report
                                   ///< counted but did not keep.
    const TumReport *report;
} Findings;

/// @return false when out of memory.
bool findings_gather(Findings *findings, const TumReport *report, const FindingRules *rules);
void findings_free(Findings *findings);

/// Prints one line for each finding, and a summary.
void findings_print(FILE *out, const Findings *findings, const FindingRules *rules,
                    const char *file, const TumScene *scene, bool has_color);

/// Prints the report of one file as JSON.
TumStatus findings_print_json(FILE *out, const Findings *findings, const FindingRules *rules,
                              const char *file, const TumValidation *validation);

#endif
