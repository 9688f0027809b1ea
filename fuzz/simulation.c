// SPDX-License-Identifier: MIT
// Any document that is a scene, simulated: whoever does the work, the bits are the same; what was
// put aside halfway goes on as what never stopped; and a check of the scene ends.
#include "fuzz.h"
#include "twins.h"

enum { STEPS = 8, PLACES_MOST = 200, CELLS_MOST = 2000 };

// What moves within the second that an input may take. The limits are those of fuzzing alone.
static bool is_small(const TumScene *scene)
{
    size_t cells = 0;
    for (size_t i = 0; i < scene->mesh_count; ++i) {
        cells += scene->meshes[i].cell_count + scene->meshes[i].point_count;
    }
    return cells <= CELLS_MOST && scene->body_count + scene->collider_count +
                                          scene->trigger_part_count + scene->joint_count <=
                                      PLACES_MOST;
}

static void move(const TumScene *scene, const TumAllocator *allocator)
{
    Twins twins;
    const TumStatus status = twins_create(&twins, scene, allocator);
    FUZZ_CHECK(status == TUM_OK || status == TUM_ERROR_CAPACITY || status == TUM_ERROR_DIVERGED ||
               (status == TUM_ERROR_UNSUPPORTED && scene->dimension != 3));
    bool goes_on = status == TUM_OK;
    for (int i = 0; i < STEPS && goes_on; ++i) {
        if (i == STEPS / 2) {
            twins_resume(&twins);
        }
        goes_on = twins_step(&twins);
    }
    twins_destroy(&twins);
}

static void try(const TumScene *scene, const TumAllocator *allocator)
{
    TumReport *report = tum_report_create(allocator);
    const TumStatus status = tum_scene_check(scene, allocator, report);
    FUZZ_CHECK(status == TUM_OK || status == TUM_ERROR_CAPACITY || status == TUM_ERROR_UNSUPPORTED);
    tum_report_destroy(report);
}

int fuzz_simulation(const uint8_t *bytes, size_t count)
{
    FuzzMemory memory;
    const TumAllocator allocator = fuzz_allocator(&memory);
    TumReport *report = tum_report_create(&allocator);
    TumDocument *document = fuzz_open(bytes, count, &allocator, report);
    TumScene *scene = NULL;
    if (document != NULL) {
        const TumSceneOptions options = {.allocator = allocator};
        (void)tum_scene_read(document, &options, &scene, report);
    }
    if (scene != NULL && is_small(scene)) {
        move(scene, &allocator);
        try(scene, &allocator);
    }
    tum_scene_destroy(scene);
    tum_document_destroy(document);
    tum_report_destroy(report);
    fuzz_memory_end(&memory);
    return 0;
}
