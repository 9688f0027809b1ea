// SPDX-License-Identifier: MIT
// Two documents at once: a scene does not differ from itself, and what takes the physics of a
// document has as many bodies.
#include "fuzz.h"

#include "tumble/compare.h"
#include "tumble/graft.h"

enum { STEPS = 3, MOST_BODIES = 64 };

// The file of an optimizer: no physics, names that sources may have.
static const char optimized_text[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"Root\","
    "\"children\":[1,2]},{\"name\":\"Crate\"},{\"extras\":{\"tumbleNode\":1}}]}";

static TumScene *scene_of(const TumDocument *document, const TumAllocator *allocator)
{
    TumReport *report = tum_report_create(allocator);
    TumScene *scene = NULL;
    const TumStatus status = tum_scene_read(document, NULL, &scene, report);
    FUZZ_CHECK((status == TUM_OK) == (scene != NULL));
    tum_report_destroy(report);
    return scene;
}

static void compare(const TumScene *scene, const TumAllocator *allocator)
{
    const TumCompareOptions options = {.allocator = *allocator,
                                       .no_motion = scene->body_count > MOST_BODIES,
                                       .duration = STEPS / 60.0};
    TumComparison comparison = {0};
    const TumStatus status =
        tum_scenes_compare(scene, scene, &options, NULL, NULL, &comparison, NULL);
    FUZZ_CHECK(status != TUM_ERROR_ARGUMENT);
    FUZZ_CHECK(comparison.difference_count == 0 && !comparison.motion_differs);
}

static void graft(const TumDocument *source, const TumDocument *optimized,
                  const TumAllocator *allocator)
{
    TumReport *report = tum_report_create(allocator);
    TumDocument *grafted = NULL;
    TumGraftCounts counts;
    const TumStatus status = tum_document_graft(source, optimized, &grafted, &counts, report);
    FUZZ_CHECK((status == TUM_OK) == (grafted != NULL));
    FUZZ_CHECK(status != TUM_ERROR_INPUT || tum_report_count_of(report, TUM_SEVERITY_ERROR) > 0);
    if (grafted != NULL) {
        FUZZ_CHECK(counts.by_tag + counts.by_name + counts.by_pose + counts.made_count ==
                   counts.node_count);
        TumScene *before = scene_of(source, allocator), *after = scene_of(grafted, allocator);
        FUZZ_CHECK(before != NULL && after != NULL);
        FUZZ_CHECK(before->body_count == after->body_count);
        FUZZ_CHECK(before->joint_count == after->joint_count);
        tum_scene_destroy(before);
        tum_scene_destroy(after);
    }
    tum_document_destroy(grafted);
    tum_report_destroy(report);
}

int fuzz_pairs(const uint8_t *bytes, size_t count)
{
    FuzzMemory memory;
    const TumAllocator allocator = fuzz_allocator(&memory);
    TumReport *report = tum_report_create(&allocator);
    TumDocument *document = fuzz_open(bytes, count, &allocator, report);
    if (document != NULL) {
        TumDocument *optimized = fuzz_open((const uint8_t *)optimized_text,
                                           sizeof optimized_text - 1, &allocator, report);
        TumScene *scene = scene_of(document, &allocator);
        if (scene != NULL && (scene->dimension == 3 || scene->dimension == 4)) {
            compare(scene, &allocator);
        }
        tum_scene_destroy(scene);
        graft(document, optimized, &allocator);
        graft(document, document, &allocator);
        tum_document_destroy(optimized);
    }
    tum_document_destroy(document);
    tum_report_destroy(report);
    fuzz_memory_end(&memory);
    return 0;
}
