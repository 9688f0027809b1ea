// SPDX-License-Identifier: MIT
/// reading.h: a document written in a test, and the scene read from it.
///
/// Documents are written with ' for " and without what all share: read_members adds the asset, the
/// extensions in use and a scene with the first `root_count` nodes.
///
///     Reading reading = read_members(1, "'nodes': [{'extensions': {…}}]");
///     assert_no_errors(reading.report);
///     … reading.scene->bodies[0] …
///     reading_end(&reading);
#ifndef TUM_TESTS_DIALECTS_READING_H
#define TUM_TESTS_DIALECTS_READING_H

#include "tests/support/support.h"
#include "tumble/dialect.h"

/// The place of the KHR objects of node N.
#define KHR_NODE(N) "/nodes/" #N "/extensions/KHR_physics_rigid_bodies"
#define KHR_ROOT "/extensions/KHR_physics_rigid_bodies"
#define IMPLICIT_ROOT "/extensions/KHR_implicit_shapes/shapes"
#define DRAFT_ROOT "/extensions/KHR_collision_shapes/shapes"

typedef struct Reading {
    TumReport *report;
    TumDocument *document;
    TumScene *scene;
    TumStatus status; ///< Of tum_scene_read.
} Reading;

static inline Reading read_bytes_as(const char *json, size_t count, TumDialect dialect)
{
    const TumSceneOptions options = {.dialect = dialect};
    Reading reading = {.report = tum_report_create(NULL)};
    assert_int_equal(tum_document_read(json, count, NULL, &reading.document, reading.report),
                     TUM_OK);
    reading.status = tum_scene_read(reading.document, &options, &reading.scene, reading.report);
    return reading;
}

static inline Reading read_bytes(const char *json, size_t count)
{
    return read_bytes_as(json, count, TUM_DIALECT_ANY);
}

/// A whole document, with ' for ", of which only one dialect is heard.
static inline Reading read_document_as(const char *text, TumDialect dialect)
{
    const size_t count = strlen(text);
    char *json = malloc(count + 1);
    assert_non_null(json);
    for (size_t i = 0; i <= count; ++i) {
        json[i] = text[i] == '\'' ? '"' : text[i];
    }
    const Reading reading = read_bytes_as(json, count, dialect);
    free(json);
    return reading;
}

/// A whole document, with ' for ".
static inline Reading read_document(const char *text)
{
    return read_document_as(text, TUM_DIALECT_ANY);
}

static inline Reading read_members_as(int root_count, const char *members, TumDialect dialect)
{
    static const char start[] =
        "{'asset': {'version': '2.0'}, 'extensionsUsed': ['KHR_physics_rigid_bodies', "
        "'KHR_implicit_shapes', 'KHR_collision_shapes', 'KHR_rigid_bodies', 'MSFT_physics', "
        "'MSFT_rigid_bodies', 'MSFT_collision_primitives', 'MSFT_RigidBodies', "
        "'MSFT_CollisionPrimitives'], 'scene': 0, "
        "'scenes': [{'nodes': [";
    const size_t room = sizeof start + strlen(members) + 4096;
    char *text = malloc(room);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, room, "%s", start);
    for (int i = 0; i < root_count; ++i) {
        used += (size_t)snprintf(text + used, room - used, "%s%d", i > 0 ? ", " : "", i);
    }
    snprintf(text + used, room - used, "]}], %s}", members);
    const Reading reading = read_document_as(text, dialect);
    free(text);
    return reading;
}

static inline Reading read_members(int root_count, const char *members)
{
    return read_members_as(root_count, members, TUM_DIALECT_ANY);
}

static inline void reading_end(Reading *reading)
{
    tum_scene_destroy(reading->scene);
    tum_document_destroy(reading->document);
    tum_report_destroy(reading->report);
}

/// A finding of this code, severity and place.
static inline bool reading_has(const Reading *reading, const char *code, TumSeverity severity,
                               const char *pointer)
{
    const TumReport *report = reading->report;
    for (size_t i = 0; i < tum_report_count(report); ++i) {
        const TumDiagnostic *found = tum_report_at(report, i);
        if (strcmp(found->code, code) == 0 && found->severity == severity &&
            found->pointer != NULL && strcmp(found->pointer, pointer) == 0) {
            return true;
        }
    }
    return false;
}

static inline void require_found(const Reading *reading, const char *code, TumSeverity severity,
                                 const char *pointer, const char *file, int line)
{
    if (reading_has(reading, code, severity, pointer)) {
        return;
    }
    const TumReport *report = reading->report;
    print_error("no %s (%d) at %s; found:\n", code, (int)severity, pointer);
    for (size_t i = 0; i < tum_report_count(report); ++i) {
        const TumDiagnostic *found = tum_report_at(report, i);
        print_error("  %s (%d) %s: %s\n", found->code, (int)found->severity,
                    found->pointer != NULL ? found->pointer : "(bytes)", found->message);
    }
    _fail(file, line);
}

/// Fails, and prints what was found instead, unless the finding is there.
#define assert_found(reading, code, severity, pointer)                                             \
    require_found((reading), (code), (severity), (pointer), __FILE__, __LINE__)

#define assert_vector(actual, x, y, z)                                                             \
    do {                                                                                           \
        const double *vector_ = (actual);                                                          \
        assert_near(vector_[0], x, 1e-12);                                                         \
        assert_near(vector_[1], y, 1e-12);                                                         \
        assert_near(vector_[2], z, 1e-12);                                                         \
    } while (0)

#endif
