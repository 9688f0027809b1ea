// SPDX-License-Identifier: MIT
// test_page.c: verdicts on a file as JUnit, the XML that build servers read, and as Markdown.
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "test_report.h"

const char test_junit_begin[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
const char test_junit_end[] = "</testsuites>\n";

// A text of any bytes as XML 1.0: characters that XML lacks become U+FFFD.
static void print_xml(FILE *out, const char *text)
{
    static const char replaced[] = "\xef\xbf\xbd";
    for (size_t bytes = strlen(text), length; bytes > 0; text += length, bytes -= length) {
        length = tum_utf8_sequence(text, bytes);
        const unsigned char c = (unsigned char)*text;
        const bool is_gone = length == 0 || (c < 0x20 && c != '\t' && c != '\n' && c != '\r') ||
                             (length == 3 && memcmp(text, "\xef\xbf\xbe", 3) == 0) ||
                             (length == 3 && memcmp(text, "\xef\xbf\xbf", 3) == 0);
        length = length == 0 ? 1 : length;
        if (is_gone) {
            fputs(replaced, out);
        } else if (c == '&' || c == '<' || c == '>' || c == '"' || c < 0x20) {
            fprintf(out, "&#%u;", c);
        } else {
            fwrite(text, 1, length, out);
        }
    }
}

static void print_attribute(FILE *out, const char *name, const char *text)
{
    fprintf(out, " %s=\"", name);
    print_xml(out, text);
    fputc('"', out);
}

// "within: y of Ball at 60 Hz": unlike any other case of the file.
static void print_case_name(FILE *out, const TumVerdict *verdict, size_t index)
{
    char rate[64] = "";
    if (verdict->rate > 0.0) {
        (void)snprintf(rate, sizeof rate, " at %g Hz", verdict->rate);
    }
    fprintf(out, " name=\"%zu ", index + 1);
    print_xml(out, verdict->check);
    fputs(verdict->subject[0] != '\0' ? ": " : "", out);
    print_xml(out, verdict->subject);
    fprintf(out, "%s\"", rate);
}

static void print_case(FILE *out, const TestResult *result, size_t index)
{
    const TumVerdict *verdict = tum_verdicts_at(result->verdicts, index);
    fputs("    <testcase", out);
    print_attribute(out, "classname", result->file);
    print_case_name(out, verdict, index);
    if (verdict->outcome == TUM_OUTCOME_PASSED) {
        fputs("/>\n", out);
        return;
    }
    fprintf(out, ">\n      <%s", verdict->outcome == TUM_OUTCOME_FAILED ? "failure" : "skipped");
    print_attribute(out, "message", verdict->message);
    fputs(">", out);
    print_xml(out, verdict->pointer);
    fprintf(out, "</%s>\n    </testcase>\n",
            verdict->outcome == TUM_OUTCOME_FAILED ? "failure" : "skipped");
}

static size_t error_count(const TestResult *result)
{
    return tum_report_count_of(result->report, TUM_SEVERITY_ERROR) + (result->failure != NULL);
}

// Findings that are errors make the file fail, as they make the program's exit code.
static void print_errors(FILE *out, const TestResult *result)
{
    if (result->failure != NULL) {
        fputs("    <testcase", out);
        print_attribute(out, "classname", result->file);
        fputs(" name=\"load\"><error", out);
        print_attribute(out, "message", result->failure);
        fputs("/></testcase>\n", out);
    }
    for (size_t i = 0; i < tum_report_count(result->report); ++i) {
        const TumDiagnostic *finding = tum_report_at(result->report, i);
        if (finding->severity == TUM_SEVERITY_ERROR) {
            fputs("    <testcase", out);
            print_attribute(out, "classname", result->file);
            fprintf(out, " name=\"finding %zu: ", i + 1);
            print_xml(out, finding->code);
            fputs("\"><error", out);
            print_attribute(out, "message", finding->message);
            fputs(">", out);
            print_xml(out, finding->pointer != NULL ? finding->pointer : "");
            fputs("</error></testcase>\n", out);
        }
    }
}

void test_print_junit(FILE *out, const TestResult *result)
{
    const TumVerdicts *verdicts = result->verdicts;
    const size_t errors = error_count(result);
    fputs("  <testsuite", out);
    print_attribute(out, "name", result->file);
    fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\">\n",
            tum_verdicts_count(verdicts) + errors,
            tum_verdicts_count_of(verdicts, TUM_OUTCOME_FAILED), errors,
            tum_verdicts_count_of(verdicts, TUM_OUTCOME_SKIPPED));
    for (size_t i = 0; i < tum_verdicts_count(verdicts); ++i) {
        print_case(out, result, i);
    }
    print_errors(out, result);
    fputs("  </testsuite>\n", out);
}

// A cell of a table: characters that end cells or begin markup are escaped.
static void print_cell(FILE *out, const char *text)
{
    for (; *text != '\0'; ++text) {
        const unsigned char c = (unsigned char)*text;
        if (strchr("\\`*_{}[]<>#|!&~", c) != NULL) {
            fprintf(out, "\\%c", c);
        } else {
            fputc(c < 0x20 ? ' ' : c, out);
        }
    }
}

static void print_number(FILE *out, double number)
{
    if (isfinite(number)) {
        fprintf(out, "%.6g", number);
    }
}

static void print_row(FILE *out, const TumVerdict *verdict)
{
    static const char *const names[] = {"passed", "**failed**", "skipped"};
    fprintf(out, "| %s | ", names[verdict->outcome]);
    print_cell(out, verdict->check);
    fputs(" | ", out);
    print_cell(out, verdict->subject);
    fputs(" | ", out);
    print_number(out, verdict->rate);
    fputs(" | ", out);
    print_number(out, verdict->value);
    fprintf(out, "%s%s | ", isfinite(verdict->value) && verdict->unit[0] != '\0' ? " " : "",
            isfinite(verdict->value) ? verdict->unit : "");
    print_number(out, verdict->least);
    fputs(" | ", out);
    print_number(out, verdict->most);
    fputs(" | ", out);
    print_cell(out, verdict->message);
    if (verdict->pointer[0] != '\0') {
        fputs(" ", out);
        print_cell(out, verdict->pointer);
    }
    fputs(" |\n", out);
}

void test_print_markdown(FILE *out, const TestResult *result)
{
    const TumVerdicts *verdicts = result->verdicts;
    fputs("## ", out);
    print_cell(out, result->file);
    fprintf(out, "\n\n%zu passed, %zu failed, %zu skipped",
            tum_verdicts_count_of(verdicts, TUM_OUTCOME_PASSED),
            tum_verdicts_count_of(verdicts, TUM_OUTCOME_FAILED),
            tum_verdicts_count_of(verdicts, TUM_OUTCOME_SKIPPED));
    if (error_count(result) > 0) {
        fprintf(out, ", %zu errors in the file", error_count(result));
    }
    fputs(".\n\n", out);
    if (result->failure != NULL) {
        print_cell(out, result->failure);
        fputs("\n\n", out);
    }
    if (tum_verdicts_count(verdicts) == 0) {
        return;
    }
    fputs("| outcome | check | of | Hz | value | least | most | message |\n"
          "| --- | --- | --- | --- | --- | --- | --- | --- |\n",
          out);
    for (size_t i = 0; i < tum_verdicts_count(verdicts); ++i) {
        print_row(out, tum_verdicts_at(verdicts, i));
    }
    fputs("\n", out);
}
