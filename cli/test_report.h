// SPDX-License-Identifier: MIT
/// test_report.h: verdicts on a file: lines for people, JSON, JUnit and Markdown.
///
/// Reports have no times of day and no elapsed times: the same verdicts are the same bytes.
#ifndef TUM_CLI_TEST_REPORT_H
#define TUM_CLI_TEST_REPORT_H

#include <stdio.h>

#include "base/json_text.h"
#include "option.h"
#include "tumble/report.h"
#include "tumble/scene.h"
#include "tumble/verdict.h"

/// The verdicts on a file.
typedef struct TestResult {
    const char *file;
    const char *expectations; ///< "crate.expect.json" or "/scenes/0/extras"; "": there are none.
    const TumScene *scene;    ///< Names of nodes; NULL: the file was not loaded.
    const TumVerdicts *verdicts;
    const TumReport *report;    ///< Findings.
    const char *failure;        ///< Reason why the file was not loaded; NULL: it was.
    const OptionTexts *engines; ///< Commands of other engines, which begin subjects; NULL: none.
} TestResult;

/// Prints failed and skipped checks, a line each, and the counts.
void test_print(FILE *out, const TestResult *result, bool failures_alone);

/// Prints an object of JSON.
TumStatus test_print_json(FILE *out, const TestResult *result);

/// Prints the element testsuite of a file; test_junit_begin and test_junit_end enclose all files.
void test_print_junit(FILE *out, const TestResult *result);
extern const char test_junit_begin[], test_junit_end[];

/// Prints a section of a page.
void test_print_markdown(FILE *out, const TestResult *result);

#endif
