// SPDX-License-Identifier: MIT
// validate.c: the order of validation: opening, reading, the walk along the tables, rules of the
// scene.
#include "tumble/validate.h"

#include "base/assert.h"
#include "scene/joint_check.h"
#include "tumble/dialect.h"
#include "validate/order.h"
#include "validate/rules_document.h"
#include "validate/rules_physics.h"
#include "validate/schema_walk.h"

// Data may be read this many times, plus a number of numbers: see tum_check_accessor.
enum { MOST_READINGS = 8, SPARE_NUMBERS = 1 << 20 };

static const TumValidateOptions defaults = {0};

// The number of numbers in all buffers together.
static uint64_t number_budget(const TumDocument *document)
{
    const Cursor root = tum_cursor_root(document, NULL);
    const Cursor buffers = tum_cursor_member(&root, "buffers");
    uint64_t bytes = 0;
    for (size_t i = 0; i < tum_cursor_count(&buffers); ++i) {
        const Cursor buffer = tum_cursor_item(&buffers, i);
        int64_t length = 0;
        if (tum_cursor_kind(&buffer) == JSON_OBJECT &&
            tum_cursor_integer(&buffer, "byteLength", &length) && length > 0 &&
            length < INT32_MAX) {
            bytes += (uint64_t)length;
        }
    }
    return bytes * MOST_READINGS + SPARE_NUMBERS;
}

static TumStatus check_rules(const TumDocument *document, Arena *arena, const TumScene *scene,
                             TumReport *report)
{
    SchemaWalk walk = {.numbers_left = number_budget(document)};
    if (!tum_schema_walk(&walk, document, arena, report)) {
        return TUM_ERROR_MEMORY;
    }
    tum_check_usage(&walk);
    if (scene != NULL) {
        tum_check_scene(&walk, scene);
    }
    return TUM_OK;
}

TumStatus tum_validate_document(const TumDocument *document, const TumValidateOptions *options,
                                TumScene **scene, TumReport *report)
{
    if (!TUM_REQUIRE(document != NULL && report != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    options = options != NULL ? options : &defaults;
    const TumAllocator memory = tum_allocator_or_default(&options->allocator);
    const TumSceneOptions reading = {.allocator = memory, .dialect = options->dialect};
    TumScene *read = NULL;
    // Reading files the errors of an invalid scene; the other checks run all the same.
    TumStatus status = tum_scene_read(document, &reading, &read, report);
    if (status != TUM_ERROR_MEMORY) {
        Arena arena;
        tum_arena_init(&arena, &memory);
        status = check_rules(document, &arena, read, report);
        tum_arena_clear(&arena);
        if (status == TUM_OK && read != NULL) {
            status = tum_scene_check_joints(read, &memory, report);
        }
    }
    if (scene != NULL) {
        *scene = read;
    } else {
        tum_scene_destroy(read);
    }
    return status;
}

// Findings of readers, tables and rules come mixed; people read them along the document.
static void put_in_order(const TumDocument *document, const TumAllocator *allocator, size_t first,
                         TumReport *report)
{
    const TumAllocator memory = tum_allocator_or_default(allocator);
    Arena arena;
    tum_arena_init(&arena, &memory);
    tum_order_findings(document, &arena, first, report);
    tum_arena_clear(&arena);
}

// Opening has filed the reason for a failure.
static TumStatus check_opened(TumStatus status, const TumValidateOptions *options, size_t first,
                              TumValidation *wanted, TumValidation *made, TumReport *report)
{
    if (status == TUM_OK) {
        status = tum_validate_document(made->document, options, &made->scene, report);
        put_in_order(made->document, &options->allocator, first, report);
    } else if (status == TUM_ERROR_INPUT || status == TUM_ERROR_UNSUPPORTED ||
               status == TUM_ERROR_CAPACITY) {
        status = TUM_OK;
    }
    if (wanted != NULL) {
        *wanted = *made;
    } else {
        tum_validation_clear(made);
    }
    return status;
}

TumStatus tum_validate(const char *path, const TumValidateOptions *options,
                       TumValidation *validation, TumReport *report)
{
    options = options != NULL ? options : &defaults;
    const TumDocumentOptions opening = {.allocator = options->allocator,
                                        .no_resources = options->no_resources,
                                        .map_from_bytes = options->map_from_bytes};
    TumValidation made = {0};
    const size_t first = tum_report_count(report);
    const TumStatus status = tum_document_open(path, &opening, &made.document, report);
    return check_opened(status, options, first, validation, &made, report);
}

TumStatus tum_validate_bytes(const void *bytes, size_t count,
                             const TumDocumentOptions *document_options, TumValidation *validation,
                             TumReport *report)
{
    static const TumDocumentOptions usual = {0};
    document_options = document_options != NULL ? document_options : &usual;
    const TumValidateOptions options = {.allocator = document_options->allocator};
    TumValidation made = {0};
    const size_t first = tum_report_count(report);
    const TumStatus status =
        tum_document_read(bytes, count, document_options, &made.document, report);
    return check_opened(status, &options, first, validation, &made, report);
}

void tum_validation_clear(TumValidation *validation)
{
    tum_scene_destroy(validation->scene);
    tum_document_destroy(validation->document);
    *validation = (TumValidation){0};
}
