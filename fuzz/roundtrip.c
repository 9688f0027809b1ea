// SPDX-License-Identifier: MIT
// Any document there and back: what was not told to be lost is still there, and what was converted
// once stays as it is.
#include "fuzz.h"

#include <math.h>
#include <string.h>

// A document and what it says; all NULL where it was refused.
typedef struct Read {
    TumDocument *document;
    TumScene *scene;
    size_t finding_count; // Of the conversion that made it.
} Read;

static void read_clear(Read *read)
{
    tum_scene_destroy(read->scene);
    tum_document_destroy(read->document);
    *read = (Read){.document = NULL};
}

// Written in a target's words, as bytes, and read again.
static Read convert(const Read *from, TumTarget target, const TumAllocator *allocator)
{
    const TumWriteOptions options = {.allocator = *allocator, .target = target};
    const TumSaveOptions saving = {.container = TUM_CONTAINER_BINARY, .embed = true};
    const TumSceneOptions reading = {.allocator = *allocator};
    TumReport *report = tum_report_create(allocator);
    TumDocument *written = NULL;
    Read to = {.document = NULL};
    void *bytes = NULL;
    size_t count = 0;
    if (tum_scene_write(from->scene, from->document, &options, &written, report) == TUM_OK &&
        tum_document_write(written, &saving, &bytes, &count, report) == TUM_OK) {
        to.finding_count = tum_report_count(report);
        to.document = fuzz_open(bytes, count, allocator, NULL);
        FUZZ_CHECK(to.document != NULL);
        FUZZ_CHECK(tum_scene_read(to.document, &reading, &to.scene, NULL) == TUM_OK);
        tum_document_free_bytes(written, bytes, count);
    }
    tum_document_destroy(written);
    tum_report_destroy(report);
    return to;
}

static bool is_near(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-5 * (fabs(a) + fabs(b)) + 1e-9 || (isnan(a) && isnan(b));
}

// [kg] of all dynamic bodies that have a mass, and their number.
static double mass_of(const TumScene *scene, size_t *count)
{
    double sum = 0;
    *count = 0;
    for (size_t i = 0; i < scene->body_count; ++i) {
        if (scene->bodies[i].kind == TUM_BODY_DYNAMIC) {
            sum += isfinite(scene->bodies[i].mass) ? scene->bodies[i].mass : 0;
            ++*count;
        }
    }
    return sum;
}

static void check_same(const TumScene *a, const TumScene *b)
{
    FUZZ_CHECK(a->body_count == b->body_count);
    FUZZ_CHECK(a->collider_count == b->collider_count);
    FUZZ_CHECK(a->trigger_count == b->trigger_count);
    FUZZ_CHECK(a->trigger_part_count == b->trigger_part_count);
    FUZZ_CHECK(a->joint_count == b->joint_count);
    FUZZ_CHECK(a->gravity_volume_count == b->gravity_volume_count);
    for (size_t i = 0; i < a->body_count; ++i) {
        FUZZ_CHECK(a->bodies[i].kind == b->bodies[i].kind);
        FUZZ_CHECK(is_near(a->bodies[i].mass, b->bodies[i].mass));
    }
    for (size_t i = 0; i < a->collider_count; ++i) {
        FUZZ_CHECK(a->colliders[i].enabled == b->colliders[i].enabled);
        FUZZ_CHECK((a->colliders[i].body >= 0) == (b->colliders[i].body >= 0));
    }
}

static TumTarget choose_target(const uint8_t *bytes, size_t count)
{
    uint32_t sum = 7;
    for (size_t i = 0; i < count; ++i) {
        sum = sum * 31 + bytes[i];
    }
    return (TumTarget)(sum >> 16) % (TUM_TARGET_GLTF21 + 1);
}

int fuzz_roundtrip(const uint8_t *bytes, size_t count)
{
    FuzzMemory memory;
    const TumAllocator allocator = fuzz_allocator(&memory);
    const TumSceneOptions reading = {.allocator = allocator};
    const TumTarget target = choose_target(bytes, count);
    TumReport *report = tum_report_create(&allocator);
    Read source = {.document = fuzz_open(bytes, count, &allocator, report)};
    if (source.document != NULL &&
        tum_scene_read(source.document, &reading, &source.scene, report) == TUM_OK &&
        source.scene->dimension == 3 && tum_report_count(report) == 0) {
        Read there = convert(&source, target, &allocator);
        Read again = {.document = NULL}, back = {.document = NULL};
        if (there.scene != NULL) {
            again = convert(&there, target, &allocator);
            back = convert(&there, TUM_TARGET_KHR, &allocator);
        }
        if (again.scene != NULL) {
            check_same(there.scene, again.scene);
        }
        if (back.scene != NULL && there.finding_count + back.finding_count == 0) {
            size_t had, has;
            const double before = mass_of(source.scene, &had), after = mass_of(back.scene, &has);
            FUZZ_CHECK(had == has);
            FUZZ_CHECK(is_near(before, after));
            FUZZ_CHECK(source.scene->joint_count == back.scene->joint_count);
        }
        read_clear(&there);
        read_clear(&again);
        read_clear(&back);
    }
    read_clear(&source);
    tum_report_destroy(report);
    fuzz_memory_end(&memory);
    return 0;
}
