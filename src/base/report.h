// SPDX-License-Identifier: MIT
/// report.h: filing diagnostics. The public face is tumble/report.h.
///
/// One finding is kept per code, file and place; a later one at the same place is dropped without
/// being counted. UNDEFINED_PROPERTY alone is also told apart by its message: an object may lack
/// several properties. Messages are cut to 300 bytes with an ellipsis, bytes that are not UTF-8
/// become U+FFFD, control characters spaces.
#ifndef TUM_BASE_REPORT_H
#define TUM_BASE_REPORT_H

#include "tumble/report.h"

/// One name per row of diagnostics.def and conversion.def: CODE_UNRESOLVED_REFERENCE …, CODE_A_HULL
/// …
typedef enum DiagnosticCode {
#define DIAGNOSTIC(code, severity, meaning, advice) CODE_##code,
#define CONVERSION(code, name, severity, meaning, advice) CODE_##code,
#include "base/conversion.def"
#include "base/diagnostics.def"
#undef CONVERSION
#undef DIAGNOSTIC
    CODE_COUNT
} DiagnosticCode;

/// Files a finding at a JSON pointer. The severity is the code's own. A NULL report takes nothing.
///
/// @param file     as it was named by the user; NULL is "".
/// @param format   the message: what was found, what is allowed, the numbers that matter.
__attribute__((format(printf, 5, 6))) void tum_report_add(TumReport *report, DiagnosticCode code,
                                                          const char *file, const char *pointer,
                                                          const char *format, ...);

/// The same with the severity given by the rule (validation.md has codes with two severities).
__attribute__((format(printf, 6, 7))) void tum_report_add_as(TumReport *report, DiagnosticCode code,
                                                             TumSeverity severity, const char *file,
                                                             const char *pointer,
                                                             const char *format, ...);

/// The same at a byte offset of a container.
__attribute__((format(printf, 5, 6))) void tum_report_add_at(TumReport *report, DiagnosticCode code,
                                                             const char *file, uint64_t offset,
                                                             const char *format, ...);

/// Marks the finding that was filed last (or was already there) with the decision of dialects.md
/// that it tells about ("D7").
void tum_report_mark_decision(TumReport *report, const char *decision);

/// Tells of the finding that was filed last where the document that was written shows it.
void tum_report_mark_result(TumReport *report, const char *pointer);

/// Puts the findings from `first` on in another order.
///
/// @param order  [count] which finding comes next, counted from `first`; each once.
/// @return false, with nothing changed, when out of memory.
bool tum_report_reorder(TumReport *report, size_t first, const uint32_t *order, size_t count);

TumSeverity tum_diagnostic_severity(DiagnosticCode code);

#endif
