// SPDX-License-Identifier: MIT
// Any document into another dialect: what is written can be opened and read.
#include "fuzz.h"

// Chosen by what is in the file, so that all of them are taken and one file always takes the same.
static TumTarget choose_target(const uint8_t *bytes, size_t count)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; ++i) {
        sum = sum * 31 + bytes[i];
    }
    return (TumTarget)(sum >> 16) % (TUM_TARGET_GLTF21 + 1);
}

static void read_back(const TumDocument *written, const TumAllocator *allocator)
{
    const TumSaveOptions options = {.container = TUM_CONTAINER_BINARY, .embed = true};
    const TumSceneOptions reading = {.allocator = *allocator};
    TumReport *report = tum_report_create(allocator);
    TumScene *scene = NULL;
    void *bytes = NULL;
    size_t count = 0;
    if (tum_document_write(written, &options, &bytes, &count, report) == TUM_OK) {
        TumDocument *again = fuzz_open(bytes, count, allocator, report);
        FUZZ_CHECK(again != NULL);
        FUZZ_CHECK(tum_scene_read(again, &reading, &scene, report) == TUM_OK);
        tum_scene_destroy(scene);
        tum_document_destroy(again);
        tum_document_free_bytes(written, bytes, count);
    }
    tum_report_destroy(report);
}

int fuzz_converter(const uint8_t *bytes, size_t count)
{
    FuzzMemory memory;
    const TumAllocator allocator = fuzz_allocator(&memory);
    TumReport *report = tum_report_create(&allocator);
    TumDocument *document = fuzz_open(bytes, count, &allocator, report);
    const TumSceneOptions reading = {.allocator = allocator};
    TumScene *scene = NULL;
    if (document != NULL && tum_scene_read(document, &reading, &scene, report) == TUM_OK) {
        const TumWriteOptions options = {.allocator = allocator,
                                         .target = choose_target(bytes, count),
                                         .geometry_by_node = count % 2 == 1,
                                         .bake_scale = count % 4 >= 2,
                                         .merge_names = count % 8 >= 4};
        TumDocument *written = NULL;
        const TumStatus status = tum_scene_write(scene, document, &options, &written, report);
        FUZZ_CHECK((status == TUM_OK) == (written != NULL));
        if (written != NULL) {
            read_back(written, &allocator);
        }
        tum_document_destroy(written);
    }
    tum_scene_destroy(scene);
    tum_document_destroy(document);
    tum_report_destroy(report);
    fuzz_memory_end(&memory);
    return 0;
}
