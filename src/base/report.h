// SPDX-License-Identifier: MIT
/// report.h: filing of diagnostics. The public interface is tumble/report.h.
///
/// One finding is kept per code, file and place; a later one at the same place is dropped and not
/// counted. For UNDEFINED_PROPERTY the message is part of the place: an object may lack several
/// properties. Messages are cut to 300 bytes with an ellipsis; bytes that are not UTF-8 become
/// U+FFFD, control characters become spaces.
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

/// Files a finding at a JSON pointer, with the severity of its code. A NULL report keeps nothing.
///
/// @param file     as named by the user; NULL is "".
/// @param format   the message: the value found, the allowed values, the numbers that matter.
__attribute__((format(__printf__, 5, 6))) void tum_report_add(TumReport *report,
                                                              DiagnosticCode code, const char *file,
                                                              const char *pointer,
                                                              const char *format, ...);

/// As tum_report_add, with the severity given by the rule: a few codes have two severities.
__attribute__((format(__printf__, 6, 7))) void
tum_report_add_as(TumReport *report, DiagnosticCode code, TumSeverity severity, const char *file,
                  const char *pointer, const char *format, ...);

/// As tum_report_add, at a byte offset of a container.
__attribute__((format(__printf__, 5, 6))) void tum_report_add_at(TumReport *report,
                                                                 DiagnosticCode code,
                                                                 const char *file, uint64_t offset,
                                                                 const char *format, ...);

/// Marks the newest finding (filed or already there) with the reader's decision that it reports
/// ("D7"; docs/dialects.md).
void tum_report_mark_decision(TumReport *report, const char *decision);

/// Sets the place in the written document that the newest finding is about.
void tum_report_mark_result(TumReport *report, const char *pointer);

/// Reorders the findings from `first` on.
///
/// @param order  [count] the finding at each place, counted from `first`; each once.
/// @return false, with nothing changed, when out of memory.
bool tum_report_reorder(TumReport *report, size_t first, const uint32_t *order, size_t count);

TumSeverity tum_diagnostic_severity(DiagnosticCode code);

#endif
