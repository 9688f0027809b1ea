// SPDX-License-Identifier: MIT
/// validating.h: a document written in a test, and exactly what validation finds in it.
///
/// Documents are written with ' for ". Findings are "CODE LEVEL POINTER", level 0 to 3, in any
/// order:
///
///     assert_finds("{'asset': {}}", "UNDEFINED_PROPERTY 0 /asset");
#ifndef TUM_TESTS_VALIDATE_VALIDATING_H
#define TUM_TESTS_VALIDATE_VALIDATING_H

#include "tests/support/support.h"
#include "tumble/validate.h"

/// What all documents begin with: asset, and a scene with node 0.
#define START "{'asset': {'version': '2.0'}, 'scenes': [{'nodes': [0]}], "
#define KHR_USED "'extensionsUsed': ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes'], "
#define KHR_NODE_0 "/nodes/0/extensions/KHR_physics_rigid_bodies"
#define KHR_TABLES "/extensions/KHR_physics_rigid_bodies"

enum { MOST_EXPECTED = 16 };

static inline TumReport *validated(const char *text)
{
    const size_t count = strlen(text);
    char *json = malloc(count + 1);
    assert_non_null(json);
    for (size_t i = 0; i <= count; ++i) {
        json[i] = text[i] == '\'' ? '"' : text[i];
    }
    TumReport *report = tum_report_create(NULL);
    assert_int_equal(tum_validate_bytes(json, count, NULL, NULL, report), TUM_OK);
    free(json);
    return report;
}

static inline bool is_line_of(const TumDiagnostic *finding, const char *line)
{
    char text[512];
    if (finding->pointer != NULL) {
        snprintf(text, sizeof text, "%s %d %s", finding->code, (int)finding->severity,
                 finding->pointer);
    } else {
        snprintf(text, sizeof text, "%s %d @%llu", finding->code, (int)finding->severity,
                 (unsigned long long)finding->offset);
    }
    return strcmp(text, line) == 0;
}

static inline void require_finds(const char *text, const char *const *lines, size_t line_count,
                                 const char *file, int line)
{
    TumReport *report = validated(text);
    const size_t count = tum_report_count(report);
    bool is_right = count == line_count;
    for (size_t i = 0; i < line_count; ++i) {
        bool is_there = false;
        for (size_t k = 0; k < count; ++k) {
            is_there |= is_line_of(tum_report_at(report, k), lines[i]);
        }
        if (!is_there) {
            print_error("missing: %s\n", lines[i]);
            is_right = false;
        }
    }
    for (size_t k = 0; !is_right && k < count; ++k) {
        const TumDiagnostic *found = tum_report_at(report, k);
        print_error("found: %s %d %s: %s\n", found->code, (int)found->severity,
                    found->pointer != NULL ? found->pointer : "(bytes)", found->message);
    }
    tum_report_destroy(report);
    if (!is_right) {
        _fail(file, line);
    }
}

/// Fails, and prints the difference, unless exactly these are found.
#define assert_finds(text, ...)                                                                    \
    do {                                                                                           \
        const char *const lines_[] = {__VA_ARGS__};                                                \
        require_finds((text), lines_, sizeof lines_ / sizeof *lines_, __FILE__, __LINE__);         \
    } while (0)

#define assert_clean(text) require_finds((text), NULL, 0, __FILE__, __LINE__)

#endif
