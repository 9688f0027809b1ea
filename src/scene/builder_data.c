// SPDX-License-Identifier: MIT
// builder_data.c: creation and destruction of a scene builder; texts in its arena.
#include "scene/builder_data.h"

#include <string.h>

#include "base/assert.h"
#include "math/shared_transform.h"

SceneBuilder *tum_scene_builder_create(const TumAllocator *allocator, int dimension,
                                       double default_density, const char *file, TumReport *report)
{
    const TumAllocator memory = tum_allocator_or_default(allocator);
    SceneBuilder *builder = tum_allocate_zeroed(&memory, 1, sizeof *builder);
    if (builder == NULL) {
        return NULL;
    }
    builder->allocator = memory;
    builder->dimension = dimension;
    builder->report = report;
    builder->gravity[1] = -9.81; // The default for files without gravity
                                 // (docs/dialects.md#gravity).
    builder->default_density =
        default_density > 0.0 && is_finite64(default_density) ? default_density : 1000.0;
    tum_arena_init(&builder->arena, &memory);
    tum_arena_init(&builder->scratch, &memory);
    tum_text_set_init(&builder->systems, &memory);
    file = text_or_empty(file);
    builder->file = tum_arena_text(&builder->arena, file, strlen(file));
    builder->dialects = "";
    if (builder->file == NULL) {
        tum_scene_builder_destroy(builder);
        return NULL;
    }
    return builder;
}

void tum_scene_builder_destroy(SceneBuilder *builder)
{
    if (builder == NULL) {
        return;
    }
    const TumAllocator allocator = builder->allocator;
    array_free(&builder->bodies, &allocator);
    array_free(&builder->colliders, &allocator);
    array_free(&builder->triggers, &allocator);
    array_free(&builder->members, &allocator);
    array_free(&builder->trigger_parts, &allocator);
    array_free(&builder->gravity_volumes, &allocator);
    array_free(&builder->shapes, &allocator);
    array_free(&builder->curves, &allocator);
    array_free(&builder->meshes, &allocator);
    array_free(&builder->materials, &allocator);
    array_free(&builder->filters, &allocator);
    array_free(&builder->filter_systems, &allocator);
    array_free(&builder->joints, &allocator);
    array_free(&builder->limits, &allocator);
    array_free(&builder->drives, &allocator);
    array_free(&builder->track_sources, &allocator);
    array_free(&builder->tracks, &allocator);
    array_free(&builder->built_triggers, &allocator);
    array_free(&builder->parts, &allocator);
    array_free(&builder->built_gravity, &allocator);
    array_free(&builder->gravity_points, &allocator);
    array_free(&builder->built_joints, &allocator);
    array_free(&builder->bakes, &allocator);
    array_free(&builder->bakes4, &allocator);
    array_free(&builder->bake_slots, &allocator);
    array_free(&builder->authored.nodes, &allocator);
    array_free(&builder->authored.nodes4, &allocator);
    array_free(&builder->authored.marks, &allocator);
    tum_text_set_clear(&builder->systems);
    tum_arena_clear(&builder->arena);
    tum_arena_clear(&builder->scratch);
    tum_shared_arena_leave(builder->places);
    tum_release(&allocator, builder, sizeof *builder);
}

bool tum_scene_builder_is_ready(SceneBuilder *builder)
{
    return !builder->is_out_of_memory && TUM_REQUIRE(!builder->is_finished);
}

const double *tum_scene_builder_keep_matrix(SceneBuilder *builder, const double m[16])
{
    const double *identity = tum_transform_identity.matrix;
    const double *kept = tum_keep_shared(&builder->arena, m, 16 * sizeof *m, NULL, identity);
    builder->is_out_of_memory |= kept == NULL;
    return kept != NULL ? kept : identity;
}

TumRotation tum_store_rotation4(SceneBuilder *builder, const double m[16])
{
    return (TumRotation){.m = tum_scene_builder_keep_matrix(builder, m)};
}

const char *tum_scene_builder_keep_text(SceneBuilder *builder, const char *text)
{
    if (text == NULL || text[0] == '\0') {
        return "";
    }
    if (text == builder->newest_text) {
        return text;
    }
    const char *kept = tum_arena_text(&builder->arena, text, strlen(text));
    if (kept == NULL) {
        builder->is_out_of_memory = true;
        return "";
    }
    return kept;
}
