// SPDX-License-Identifier: MIT
// test_report.c: verdicts on a file as lines and as JSON.
#include "test_report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "findings.h"
#include "json_members.h"
#include "safe.h"

static const char *const outcome_names[] = {"passed", "failed", "skipped"};

// The engine that a subject begins with; NULL where the motion is tumble's own.
static const char *engine_of(const TestResult *result, const TumVerdict *verdict)
{
    const size_t count = result->engines != NULL ? result->engines->count : 0;
    for (size_t i = 0; i < count; ++i) {
        char start[128]; // Subjects have the first 100 bytes of a command.
        (void)snprintf(start, sizeof start, "%.100s: ", result->engines->value[i]);
        if (strncmp(verdict->subject, start, strlen(start)) == 0) {
            return result->engines->value[i];
        }
    }
    return NULL;
}

static void print_line(FILE *out, const TestResult *result, const TumVerdict *verdict)
{
    char rate[32] = "";
    if (verdict->rate > 0.0) {
        (void)snprintf(rate, sizeof rate, " at %g Hz", verdict->rate);
    }
    fprintf(out, "%s: %s: %s%s", SAFE(result->file), outcome_names[verdict->outcome],
            verdict->check, rate);
    if (verdict->subject[0] != '\0' && verdict->outcome == TUM_OUTCOME_SKIPPED) {
        fprintf(out, ", %s", SAFE(verdict->subject));
    } else if (engine_of(result, verdict) != NULL) {
        fprintf(out, ", %s", SAFE(engine_of(result, verdict)));
    }
    fprintf(out, ": %s", SAFE(verdict->message));
    if (verdict->pointer[0] != '\0') {
        fprintf(out, " [%s]", SAFE(verdict->pointer));
    }
    fputc('\n', out);
}

void test_print(FILE *out, const TestResult *result, bool failures_alone)
{
    const TumVerdicts *verdicts = result->verdicts;
    for (size_t i = 0; i < tum_verdicts_count(verdicts); ++i) {
        const TumVerdict *verdict = tum_verdicts_at(verdicts, i);
        if (verdict->outcome == TUM_OUTCOME_FAILED ||
            (verdict->outcome == TUM_OUTCOME_SKIPPED && !failures_alone)) {
            print_line(out, result, verdict);
        }
    }
    if (!failures_alone) {
        fprintf(out, "%s: %zu passed, %zu failed, %zu skipped\n", SAFE(result->file),
                tum_verdicts_count_of(verdicts, TUM_OUTCOME_PASSED),
                tum_verdicts_count_of(verdicts, TUM_OUTCOME_FAILED),
                tum_verdicts_count_of(verdicts, TUM_OUTCOME_SKIPPED));
    }
}

// A number that there may not be: JSON has neither infinities nor NAN.
static void optional_number(JsonText *json, const char *key, double number)
{
    if (isfinite(number)) {
        json_number_member(json, key, number);
    }
}

static void optional_text(JsonText *json, const char *key, const char *text)
{
    if (text[0] != '\0') {
        json_text_member(json, key, text);
    }
}

static void say_verdict(JsonText *json, const TestResult *result, const TumVerdict *verdict)
{
    const TumScene *scene = result->scene;
    tum_json_text_begin_object(json);
    json_text_member(json, "check", verdict->check);
    json_text_member(json, "subject", verdict->subject);
    json_text_member(json, "outcome", outcome_names[verdict->outcome]);
    optional_number(json, "value", verdict->value);
    optional_number(json, "least", verdict->least);
    optional_number(json, "most", verdict->most);
    optional_text(json, "unit", verdict->unit);
    optional_number(json, "time", verdict->time);
    optional_number(json, "rate", verdict->rate);
    if (verdict->node >= 0) {
        json_integer_member(json, "node", verdict->node);
        if (scene != NULL && (size_t)verdict->node < scene->node_count) {
            optional_text(json, "name", scene->nodes[verdict->node].name);
        }
    }
    optional_text(json, "pointer", verdict->pointer);
    optional_text(json, "message", verdict->message);
    tum_json_text_end_object(json);
}

TumStatus test_print_json(FILE *out, const TestResult *result)
{
    JsonText json;
    const TumVerdicts *verdicts = result->verdicts;
    tum_json_text_init(&json, json_sink(out), 2);
    tum_json_text_begin_object(&json);
    json_text_member(&json, "file", result->file);
    optional_text(&json, "expectations", result->expectations);
    if (result->failure != NULL) {
        json_text_member(&json, "failure", result->failure);
    }
    json_integer_member(&json, "passed",
                        (int64_t)tum_verdicts_count_of(verdicts, TUM_OUTCOME_PASSED));
    json_integer_member(&json, "failed",
                        (int64_t)tum_verdicts_count_of(verdicts, TUM_OUTCOME_FAILED));
    json_integer_member(&json, "skipped",
                        (int64_t)tum_verdicts_count_of(verdicts, TUM_OUTCOME_SKIPPED));
    tum_json_text_key(&json, "verdicts");
    tum_json_text_begin_array(&json);
    for (size_t i = 0; i < tum_verdicts_count(verdicts); ++i) {
        say_verdict(&json, result, tum_verdicts_at(verdicts, i));
    }
    tum_json_text_end_array(&json);
    findings_say(&json, result->report, result->scene);
    tum_json_text_end_object(&json);
    tum_json_text_end_line(&json);
    return tum_json_text_finish(&json);
}
