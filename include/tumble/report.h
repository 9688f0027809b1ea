// SPDX-License-Identifier: MIT
/// report.h: what a person should know about a file: findings with a place and a reason.
///
/// A report collects diagnostics from any number of calls. The same code at the same place of the
/// same file is kept once. Threads: one at a time.
#ifndef TUMBLE_REPORT_H
#define TUMBLE_REPORT_H

#include "tumble/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TumReport TumReport;

/// The numbers are those of the Khronos glTF-Validator.
typedef enum TumSeverity {
    TUM_SEVERITY_ERROR = 0,
    TUM_SEVERITY_WARNING = 1,
    TUM_SEVERITY_INFO = 2,
    TUM_SEVERITY_HINT = 3
} TumSeverity;

/// One finding. Texts live as long as the report.
typedef struct TumDiagnostic {
    const char *code; ///< "UNRESOLVED_REFERENCE"; all are listed in docs/diagnostics.md.
    TumSeverity severity;
    const char *file;     ///< As it was named when opened; "" for bytes from memory.
    const char *pointer;  ///< JSON pointer (RFC 6901), "" for the root. NULL: see offset.
    uint64_t offset;      ///< [bytes] from the start of the file, where pointer is NULL.
    const char *message;  ///< One sentence, UTF-8, at most 300 bytes.
    const char *decision; ///< "D7" when the finding tells how an open point of the texts was read,
                          ///< else NULL.
    const char *result;   ///< JSON pointer of the same thing in the document that was written, or
                          ///< NULL.
} TumDiagnostic;

/// @param allocator  NULL or all zero: malloc and free. Copied.
/// @return NULL when out of memory.
TUM_API TumReport *tum_report_create(const TumAllocator *allocator);
TUM_API void tum_report_destroy(TumReport *report);

/// Number of findings that can be read. 0 where report is NULL.
TUM_API size_t tum_report_count(const TumReport *report);

/// Findings that are counted and not kept: those beyond TUM_MAX_FINDINGS_OF_CODE of their code, and
/// those that found no memory.
TUM_API size_t tum_report_lost(const TumReport *report);
/// The same of one code, as tum_report_code gives it; 0 for what is no code.
TUM_API size_t tum_report_lost_of(const TumReport *report, const char *code);

/// Number of findings of a severity, the lost ones among them: an error is not forgotten because
/// it is not told.
TUM_API size_t tum_report_count_of(const TumReport *report, TumSeverity severity);

/// @param index  below tum_report_count; in the order found.
TUM_API const TumDiagnostic *tum_report_at(const TumReport *report, size_t index);

/// The codes there are, in the order of docs/diagnostics.md; NULL from their number on.
TUM_API const char *tum_report_code(size_t index);

/// A code in words. Texts are sentences; 'words in quotes' stand in a file or on a command line.
typedef struct TumExplanation {
    const char *code;
    TumSeverity severity; ///< Severity of most findings with the code; some rules have another.
    const char *meaning;  ///< The finding in one sentence.
    const char *advice;   ///< How to mend the cause.
} TumExplanation;

/// The explanation of a code; lives as long as the program. NULL for what is no code.
TUM_API const TumExplanation *tum_report_explain(const char *code);

#ifdef __cplusplus
}
#endif

#endif
