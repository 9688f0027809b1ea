// SPDX-License-Identifier: MIT
/// hurting.h: documents that are read while something is wrong, at every place where it can be.
#ifndef TUM_TESTS_DIALECTS_HURTING_H
#define TUM_TESTS_DIALECTS_HURTING_H

#include "tests/dialects/reading.h"

/// Reads a document, with ' for ", while one allocation after the other fails: each failure is
/// answered and leaves nothing behind.
static inline void hurt_by_allocations(const char *text)
{
    Reading reading = read_document(text);
    Counting counting;
    const TumSceneOptions options = {.allocator = counting_allocator(&counting)};
    TumStatus status = TUM_ERROR_MEMORY;
    size_t tries = 0;
    for (; status == TUM_ERROR_MEMORY; ++tries) {
        TumScene *scene = NULL;
        counting.fail_after = tries;
        status = tum_scene_read(reading.document, &options, &scene, reading.report);
        assert_true(status == TUM_ERROR_MEMORY || status == TUM_OK);
        assert_true((status == TUM_OK) == (scene != NULL));
        tum_scene_destroy(scene);
        assert_int_equal(counting.blocks, 0);
    }
    assert_true(tries > 5);
    reading_end(&reading);
}

// The end of the JSON value that begins here.
static inline const char *value_end(const char *at)
{
    if (*at == '\'') {
        return strchr(at + 1, '\'') + 1;
    }
    if (*at != '{' && *at != '[') {
        return at + strcspn(at, ",]} ");
    }
    int depth = 0;
    bool in_text = false;
    for (; *at != '\0'; ++at) {
        in_text ^= *at == '\'';
        depth += !in_text && (*at == '{' || *at == '[');
        depth -= !in_text && (*at == '}' || *at == ']');
        if (depth == 0) {
            return at + 1;
        }
    }
    return at;
}

static inline bool starts_value(const char *text, const char *at)
{
    // After "[", or after ": " and ", " unless a member name follows.
    if (at == text || strchr("]} ,:", *at) != NULL) {
        return false;
    }
    if (at[-1] == '[') {
        return true;
    }
    if (at[-1] != ' ' || at < text + 2) {
        return false;
    }
    return at[-2] == ':' || (at[-2] == ',' && *value_end(at) != ':');
}

/// Reads a document, with ' for ", once for each of its values and each odd value in its place.
static inline void hurt_by_values(const char *text)
{
    static const char *const odd[] = {"null", "-1", "0.5", "1e38", "true",
                                      "'x'",  "[]", "{}",  "[{}]"};
    const size_t room = strlen(text) + 16;
    char *changed = malloc(room);
    assert_non_null(changed);
    size_t reads = 0;
    for (const char *at = text; *at != '\0'; ++at) {
        // The image of the buffer is long and of no interest here.
        if (!starts_value(text, at) || strncmp(at, "'data:", 6) == 0) {
            continue;
        }
        for (size_t i = 0; i < sizeof odd / sizeof *odd; ++i) {
            char *put = changed;
            memcpy(put, text, (size_t)(at - text));
            put += at - text;
            strcpy(put, odd[i]);
            strcat(put, value_end(at));
            for (char *c = changed; *c != '\0'; ++c) {
                *c = *c == '\'' ? '"' : *c;
            }
            TumReport *report = tum_report_create(NULL);
            TumDocument *document = NULL;
            TumScene *scene = NULL;
            if (tum_document_read(changed, strlen(changed), NULL, &document, report) == TUM_OK) {
                const TumStatus status = tum_scene_read(document, NULL, &scene, report);
                assert_true(status == TUM_OK || status == TUM_ERROR_INPUT);
                assert_true((status == TUM_OK) == (scene != NULL));
                ++reads;
            }
            tum_scene_destroy(scene);
            tum_document_destroy(document);
            tum_report_destroy(report);
        }
    }
    free(changed);
    assert_true(reads > 1000);
}

#endif
