// SPDX-License-Identifier: MIT
// Any document as a physics scene: indices lead somewhere, numbers are numbers.
#include "fuzz.h"

#include <math.h>

static void check_numbers(const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        FUZZ_CHECK(isfinite(numbers[i]));
    }
}

static void check_index(int32_t index, size_t count)
{
    FUZZ_CHECK(index >= -1 && (index < 0 || (size_t)index < count));
}

static void check_meshes(const TumScene *scene)
{
    const size_t dimension = (size_t)scene->dimension;
    for (size_t i = 0; i < scene->mesh_count; ++i) {
        const TumMesh *mesh = &scene->meshes[i];
        check_numbers(mesh->points, mesh->point_count * dimension);
        for (size_t k = 0; k < mesh->cell_count * dimension; ++k) {
            FUZZ_CHECK(mesh->cells[k] < mesh->point_count);
        }
    }
}

static void check_shapes(const TumScene *scene)
{
    for (size_t i = 0; i < scene->shape_count; ++i) {
        const TumShape *shape = &scene->shapes[i];
        check_index(shape->mesh, scene->mesh_count);
        FUZZ_CHECK(!isnan(shape->size[0] + shape->size[1] + shape->size[2]));
        FUZZ_CHECK(isfinite(shape->radius) && shape->radius >= 0.0);
        FUZZ_CHECK(isfinite(shape->height) && shape->height >= 0.0);
    }
}

static void check_bodies(const TumScene *scene)
{
    for (size_t i = 0; i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        FUZZ_CHECK(body->node >= 0 && (size_t)body->node < scene->node_count);
        check_numbers(body->center_of_mass, 3);
        FUZZ_CHECK(!isnan(body->mass) && body->mass >= 0.0);
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        check_index(collider->body, scene->body_count);
        FUZZ_CHECK(collider->shape >= 0 && (size_t)collider->shape < scene->shape_count);
        check_numbers(collider->position, 3);
        check_numbers(collider->scale, 3);
    }
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        const TumTrigger *trigger = &scene->triggers[i];
        FUZZ_CHECK(trigger->part_count >= 0);
        for (int32_t k = 0; k < trigger->part_count; ++k) {
            const TumTriggerPart *part = &scene->trigger_parts[trigger->part_first + k];
            FUZZ_CHECK(part->shape >= 0 && (size_t)part->shape < scene->shape_count);
        }
    }
    for (size_t i = 0; i < scene->node_count; ++i) {
        FUZZ_CHECK(scene->nodes[i].parent >= -1 &&
                   scene->nodes[i].parent < (int32_t)scene->node_count);
    }
}

int fuzz_dialects(const uint8_t *bytes, size_t count)
{
    FuzzMemory memory;
    const TumAllocator allocator = fuzz_allocator(&memory);
    TumReport *report = tum_report_create(&allocator);
    TumDocument *document = fuzz_open(bytes, count, &allocator, report);
    // Names of nodes are read only when asked for: by the length, so that both ways are taken.
    const TumDialect dialect = count % 4 == 3 ? TUM_DIALECT_NAMES : TUM_DIALECT_ANY;
    if (document != NULL) {
        const TumSceneOptions options = {.allocator = allocator, .dialect = dialect};
        TumScene *scene = NULL;
        const TumStatus status = tum_scene_read(document, &options, &scene, report);
        FUZZ_CHECK((status == TUM_OK) == (scene != NULL));
        if (scene != NULL) {
            check_meshes(scene);
            check_shapes(scene);
            check_bodies(scene);
        }
        tum_scene_destroy(scene);
    }
    tum_document_destroy(document);
    tum_report_destroy(report);
    fuzz_memory_end(&memory);
    return 0;
}
