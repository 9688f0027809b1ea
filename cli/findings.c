// SPDX-License-Identifier: MIT
// findings.c: the findings of a report, as text and as JSON.
#include "findings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"
#include "base/text.h"
#include "json_members.h"
#include "safe.h"

enum { MOST_CODES = 512 };

static const char *const levels[SEVERITY_COUNT] = {"error", "warning", "info", "hint"};

const char *severity_name(TumSeverity severity)
{
    return (unsigned)severity < SEVERITY_COUNT ? levels[severity] : "hint";
}

const char *severity_noun(TumSeverity severity, size_t count)
{
    static const char *const nouns[SEVERITY_COUNT] = {"errors", "warnings", "infos", "hints"};
    return count == 1 ? severity_name(severity) : nouns[severity];
}

int severity_of_name(const char *name)
{
    for (int i = 0; i < SEVERITY_COUNT; ++i) {
        if (strcmp(name, levels[i]) == 0) {
            return i;
        }
    }
    return -1;
}

// Options.

// @return false, with a sentence in `error`, for an unknown code.
static bool check_code(const char *code, size_t length, char *error)
{
    const char *names[MOST_CODES];
    size_t count = 0;
    for (const char *name; count < MOST_CODES && (name = tum_report_code(count)) != NULL; ++count) {
        if (strlen(name) == length && memcmp(name, code, length) == 0) {
            return true;
        }
        names[count] = name;
    }
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), code);
    const char *nearest = tum_text_nearest(word, names, count);
    snprintf(error, OPTION_ERROR_BYTES, "no finding has the code \"%s\"%s%s%s", word,
             nearest != NULL ? "; did you mean " : "", nearest != NULL ? nearest : "",
             nearest != NULL ? "?" : "; see docs/diagnostics.md");
    return false;
}

bool finding_rules_check(const FindingRules *rules, char error[OPTION_ERROR_BYTES])
{
    for (size_t i = 0; i < rules->ignored->count; ++i) {
        const char *code = rules->ignored->value[i];
        if (!check_code(code, strlen(code), error)) {
            return false;
        }
    }
    for (size_t i = 0; i < rules->severities->count; ++i) {
        const char *text = rules->severities->value[i], *equals = strchr(text, '=');
        if (equals == NULL || severity_of_name(equals + 1) < 0) {
            snprintf(error, OPTION_ERROR_BYTES,
                     "--severity takes CODE=error, =warning, =info or =hint, not \"%.60s\"", text);
            return false;
        }
        if (!check_code(text, (size_t)(equals - text), error)) {
            return false;
        }
    }
    return true;
}

// @return a TumSeverity, or -1 when the rules exclude the finding.
static int severity_of(const TumDiagnostic *finding, const FindingRules *rules)
{
    for (size_t i = 0; i < rules->ignored->count; ++i) {
        if (strcmp(rules->ignored->value[i], finding->code) == 0) {
            return -1;
        }
    }
    int severity = (int)finding->severity;
    for (size_t i = 0; i < rules->severities->count; ++i) {
        const char *text = rules->severities->value[i];
        const size_t length = strcspn(text, "=");
        if (strlen(finding->code) == length && memcmp(text, finding->code, length) == 0) {
            severity = severity_of_name(text + length + 1);
        }
    }
    return rules->only >= 0 && rules->only != severity ? -1 : severity;
}

// Selection.

// Counts the findings that the report counted but did not keep.
static void count_lost(Findings *findings, const FindingRules *rules)
{
    const char *code;
    // Each code is a search through all of them, and most reports keep all of their findings.
    for (size_t i = 0; tum_report_lost(findings->report) > 0 && (code = tum_report_code(i)) != NULL;
         ++i) {
        const TumDiagnostic lost = {.code = code, .severity = tum_report_explain(code)->severity};
        const int severity = severity_of(&lost, rules);
        if (severity >= 0) {
            findings->counts[severity] += tum_report_lost_of(findings->report, code);
        }
    }
}

bool findings_gather(Findings *findings, const TumReport *report, const FindingRules *rules)
{
    const size_t count = tum_report_count(report);
    *findings = (Findings){.report = report,
                           .items = calloc(count + 1, sizeof *findings->items),
                           .severities = calloc(count + 1, sizeof *findings->severities)};
    if (findings->items == NULL || findings->severities == NULL) {
        return false;
    }
    for (int severity = 0; severity < SEVERITY_COUNT; ++severity) {
        for (size_t i = 0; i < count; ++i) {
            const TumDiagnostic *finding = tum_report_at(report, i);
            if (severity_of(finding, rules) == severity) {
                findings->items[findings->count] = finding;
                findings->severities[findings->count++] = (TumSeverity)severity;
                ++findings->counts[severity];
            }
        }
    }
    count_lost(findings, rules);
    return true;
}

void findings_free(Findings *findings)
{
    free(findings->items);
    free(findings->severities);
    *findings = (Findings){0};
}

static size_t told(const Findings *findings, const FindingRules *rules)
{
    return rules->most >= 0 && (size_t)rules->most < findings->count ? (size_t)rules->most
                                                                     : findings->count;
}

// Text.

// Select Graphic Rendition (ECMA-48): bold red, yellow, cyan, faint.
static const char *const colors[SEVERITY_COUNT] = {"\033[1;31m", "\033[33m", "\033[36m", "\033[2m"};

const char *finding_node_name(const TumDiagnostic *finding, const TumScene *scene)
{
    static const char nodes[] = "/nodes/";
    if (scene == NULL || finding->pointer == NULL ||
        strncmp(finding->pointer, nodes, strlen(nodes)) != 0) {
        return NULL;
    }
    const char *digits = finding->pointer + strlen(nodes);
    char *end = NULL;
    const unsigned long node = strtoul(digits, &end, 10);
    if (digits[0] < '0' || digits[0] > '9' || (*end != '\0' && *end != '/') ||
        node >= scene->node_count) {
        return NULL;
    }
    const char *name = scene->nodes[node].name;
    return name != NULL && name[0] != '\0' ? name : NULL;
}

void finding_print(FILE *out, const TumDiagnostic *finding, TumSeverity severity, const char *file,
                   const TumScene *scene, bool has_color)
{
    fprintf(out, "%s: %s%s%s: ", SAFE(file), has_color ? colors[severity] : "", levels[severity],
            has_color ? "\033[0m" : "");
    const char *name = finding_node_name(finding, scene);
    if (finding->pointer == NULL) {
        fprintf(out, "byte %" PRIu64 ": ", finding->offset);
    } else if (name != NULL) {
        fprintf(out, "%s (\"%s\"): ", SAFE(finding->pointer), SAFE_NAME(name));
    } else if (finding->pointer[0] != '\0') {
        fprintf(out, "%s: ", SAFE(finding->pointer));
    }
    fprintf(out, "%s [%s]\n", SAFE(finding->message), finding->code);
}

static void print_summary(FILE *out, const Findings *findings, const char *file,
                          const TumScene *scene)
{
    fprintf(out, "%s:", SAFE(file));
    for (int i = 0; i < SEVERITY_COUNT; ++i) {
        fprintf(out, "%s %zu %s", i > 0 ? "," : "", findings->counts[i],
                severity_noun((TumSeverity)i, findings->counts[i]));
    }
    const bool has_physics = scene != NULL && scene->dialects[0] != '\0';
    fprintf(out, " (%s)\n", has_physics ? scene->dialects : "no physics");
}

// The number of findings with a code.
typedef struct CodeCount {
    const char *code;
    size_t count;
} CodeCount;

static CodeCount *count_of(CodeCount *counts, size_t *used, const char *code)
{
    for (size_t i = 0; i < *used; ++i) {
        if (strcmp(counts[i].code, code) == 0) {
            return &counts[i];
        }
    }
    // The last entry takes the overflow; there are fewer codes than entries.
    CodeCount *added = &counts[*used < MOST_CODES ? (*used)++ : MOST_CODES - 1];
    added->code = code;
    return added;
}

void findings_print(FILE *out, const Findings *findings, const FindingRules *rules,
                    const char *file, const TumScene *scene, bool has_color)
{
    const size_t most = rules->most_of_code < 0 ? SIZE_MAX : (size_t)rules->most_of_code;
    const size_t count = told(findings, rules);
    CodeCount counts[MOST_CODES] = {0};
    size_t used = 0;
    for (size_t i = 0; i < count; ++i) {
        const bool is_error = findings->severities[i] == TUM_SEVERITY_ERROR;
        if (is_error || !rules->errors_alone) {
            CodeCount *met = count_of(counts, &used, findings->items[i]->code);
            if (met->count++ < most) {
                finding_print(out, findings->items[i], findings->severities[i], file, scene,
                              has_color);
            }
        }
    }
    for (size_t i = 0; i < used; ++i) {
        const size_t printed = counts[i].count < most ? counts[i].count : most;
        const size_t met = counts[i].count + tum_report_lost_of(findings->report, counts[i].code);
        if (met > printed) {
            fprintf(out, "%s: ... and %zu more [%s]\n", SAFE(file), met - printed, counts[i].code);
        }
    }
    if (count < findings->count && !rules->errors_alone) {
        fprintf(out, "%s: ... and %zu more\n", SAFE(file), findings->count - count);
    }
    if (!rules->errors_alone) {
        print_summary(out, findings, file, scene);
    }
}

// JSON.

// Writes the place of a finding and its optional members.
static void write_place(JsonText *json, const TumDiagnostic *finding, const TumScene *scene)
{
    if (finding->pointer != NULL) {
        json_text_member(json, "pointer", finding->pointer);
    } else {
        json_integer_member(json, "offset", (int64_t)finding->offset);
    }
    const char *name = finding_node_name(finding, scene);
    if (name != NULL) {
        json_text_member(json, "name", name);
    }
    if (finding->decision != NULL) {
        json_text_member(json, "decision", finding->decision);
    }
}

void findings_say(JsonText *json, const TumReport *report, const TumScene *scene)
{
    static const char *const keys[SEVERITY_COUNT] = {"errors", "warnings", "infos", "hints"};
    const size_t count = tum_report_count(report);
    tum_json_text_key(json, "findings");
    tum_json_text_begin_object(json);
    for (int i = 0; i < SEVERITY_COUNT; ++i) {
        json_integer_member(json, keys[i], (int64_t)tum_report_count_of(report, (TumSeverity)i));
    }
    tum_json_text_key(json, "messages");
    tum_json_text_begin_array(json);
    for (size_t i = 0; i < count; ++i) {
        const TumDiagnostic *finding = tum_report_at(report, i);
        tum_json_text_begin_object(json);
        json_text_member(json, "code", finding->code);
        json_text_member(json, "severity", severity_name(finding->severity));
        json_text_member(json, "message", finding->message);
        json_text_member(json, "file", finding->file);
        write_place(json, finding, scene);
        tum_json_text_end_object(json);
    }
    tum_json_text_end_array(json);
    tum_json_text_end_object(json);
}

// The layout of the Khronos glTF-Validator.

static void write_message(JsonText *json, const TumDiagnostic *finding, TumSeverity severity,
                          const TumScene *scene)
{
    tum_json_text_begin_object(json);
    json_text_member(json, "code", finding->code);
    json_text_member(json, "message", finding->message);
    json_integer_member(json, "severity", severity);
    write_place(json, finding, scene);
    tum_json_text_end_object(json);
}

static void write_issues(JsonText *json, const Findings *findings, const FindingRules *rules,
                         const TumScene *scene)
{
    static const char *const keys[SEVERITY_COUNT] = {"numErrors", "numWarnings", "numInfos",
                                                     "numHints"};
    const size_t count = told(findings, rules);
    tum_json_text_key(json, "issues");
    tum_json_text_begin_object(json);
    for (int i = 0; i < SEVERITY_COUNT; ++i) {
        json_integer_member(json, keys[i], (int64_t)findings->counts[i]);
    }
    tum_json_text_key(json, "messages");
    tum_json_text_begin_array(json);
    for (size_t i = 0; i < count; ++i) {
        write_message(json, findings->items[i], findings->severities[i], scene);
    }
    tum_json_text_end_array(json);
    json_boolean_member(json, "truncated", count < findings->count);
    tum_json_text_end_object(json);
}

TumStatus findings_print_json(FILE *out, const Findings *findings, const FindingRules *rules,
                              const char *file, const TumValidation *validation)
{
    char *info = NULL;
    size_t info_count = 0;
    TumStatus status = tum_validation_info(validation, &info, &info_count);
    if (status != TUM_OK) {
        return status;
    }
    JsonText json;
    tum_json_text_init(&json, json_sink(out), 2);
    tum_json_text_begin_object(&json);
    json_text_member(&json, "uri", file);
    const char *mime_type = tum_validation_mime_type(validation);
    if (mime_type != NULL) {
        json_text_member(&json, "mimeType", mime_type);
    }
    json_text_member(&json, "validatorVersion", tum_version());
    write_issues(&json, findings, rules, validation->scene);
    tum_json_text_key(&json, "info");
    tum_json_text_raw(&json, info, info_count);
    tum_json_text_end_object(&json);
    status = tum_json_text_finish(&json);
    tum_validation_free_text(info, info_count);
    return status;
}
