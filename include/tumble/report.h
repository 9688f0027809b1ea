// SPDX-License-Identifier: MIT
/// report.h: findings on a file for a person, each with a place and a reason.
///
/// A report collects diagnostics from any number of calls. The same code at the same place of the
/// same file is kept once.
///
/// Threads: a report belongs to one thread at a time. Codes and explanations are constant: any
/// thread may read them.
#ifndef TUMBLE_REPORT_H
#define TUMBLE_REPORT_H

#include "tumble/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Report: a list of findings. Opaque; made by tum_report_create, freed by tum_report_destroy.
typedef struct TumReport TumReport;

/// Severity of a finding. The numbers are those of the Khronos glTF-Validator.
typedef enum TumSeverity {
    TUM_SEVERITY_ERROR = 0,   ///< The file breaks a rule.
    TUM_SEVERITY_WARNING = 1, ///< The file is valid, and part of it acts otherwise than written.
    TUM_SEVERITY_INFO = 2,    ///< A fact worth knowing.
    TUM_SEVERITY_HINT = 3     ///< A guess at a mistake, or advice.
} TumSeverity;

/// Finding. Texts live as long as the report.
typedef struct TumDiagnostic {
    const char *code;     ///< "UNRESOLVED_REFERENCE"; all are listed in docs/diagnostics.md.
    TumSeverity severity; ///< Severity of this finding.
    const char *file;     ///< Name of the file as it was opened; "" for bytes from memory.
    const char *pointer;  ///< JSON pointer (RFC 6901), "" for the root. NULL: see offset.
    uint64_t offset;      ///< [bytes] from the start of the file, where pointer is NULL.
    const char *message;  ///< One sentence, UTF-8, at most 300 bytes.
    const char *decision; ///< "D7" when the finding tells how an open point of the specifications
                          ///< was read, else NULL.
    const char
        *result; ///< JSON pointer of the counterpart in the document that was written, or NULL.
} TumDiagnostic;

/// Makes an empty report.
///
/// @param allocator  NULL or all zero: malloc and free. Copied.
/// @return the report; free it with tum_report_destroy. NULL when out of memory.
TUM_API TumReport *tum_report_create(const TumAllocator *allocator);

/// Frees a report with its findings. NULL is fine.
TUM_API void tum_report_destroy(TumReport *report);

/// Number of findings that can be read. 0 where report is NULL.
TUM_API size_t tum_report_count(const TumReport *report);

/// Findings that are counted and not kept: those beyond TUM_MAX_FINDINGS_OF_CODE of their code, and
/// those for which memory was short. 0 where report is NULL.
TUM_API size_t tum_report_lost(const TumReport *report);
/// Lost findings of one code, as tum_report_code gives it; 0 for a text that is no code.
TUM_API size_t tum_report_lost_of(const TumReport *report, const char *code);

/// Number of findings of a severity, the lost ones among them: an error counts even where it is not
/// kept.
TUM_API size_t tum_report_count_of(const TumReport *report, TumSeverity severity);

/// Finding of a report, in the order found.
///
/// @param index  below tum_report_count.
/// @return the finding; lives as long as the report.
TUM_API const TumDiagnostic *tum_report_at(const TumReport *report, size_t index);

/// Code at an index, in the order of docs/diagnostics.md; NULL from their number on.
///
/// @return a text that lives as long as the program.
TUM_API const char *tum_report_code(size_t index);

/// Explanation of a code. Texts are sentences; 'words in quotes' stand in a file or on a command
/// line.
typedef struct TumExplanation {
    const char *code;     ///< Code that is explained.
    TumSeverity severity; ///< Severity of most findings with the code; some rules have another.
    const char *meaning;  ///< The finding in one sentence.
    const char *advice;   ///< How to mend the cause.
} TumExplanation;

/// Explanation of a code.
///
/// @return the explanation, which lives as long as the program; NULL for a text that is no code.
TUM_API const TumExplanation *tum_report_explain(const char *code);

#ifdef __cplusplus
}
#endif

#endif
