// SPDX-License-Identifier: MIT
// scene_finish.c: from the collected data of a builder to a scene, in the order in which results
// depend on each other: places of nodes, bodies, colliders, masses, triggers, gravity, joints,
// tracks.
#include <stdio.h>
#include <string.h>

#include "scene/body_frame.h"
#include "scene/body_mass.h"
#include "scene/body_size.h"
#include "scene/builder_data.h"
#include "scene/gravity_volume.h"
#include "scene/hierarchy.h"
#include "scene/joint_frame.h"
#include "scene/scene_builder.h"
#include "scene/scene_memory.h"
#include "scene/track_builder.h"
#include "scene/trigger.h"
#include "tumble/capacity.h"

// Reports nodes that left the scene once, at the topmost one.
static void report_lost_nodes(SceneBuilder *builder, const Hierarchy *hierarchy)
{
    for (size_t i = 0; i < builder->node_count; ++i) {
        const int32_t parent = builder->nodes[i].parent;
        if ((hierarchy->flags[i] & FRAME_LOST) != 0 &&
            (parent < 0 || (hierarchy->flags[parent] & FRAME_LOST) == 0)) {
            char pointer[32];
            (void)snprintf(pointer, sizeof pointer, "/nodes/%zu", i);
            tum_report_add(builder->report, CODE_VALUE_NOT_IN_RANGE, builder->file, pointer,
                           "the global transform is beyond what can be simulated; the node and "
                           "all below it take no part in physics");
        }
    }
}

static TumStatus work_out(SceneBuilder *builder, Hierarchy *hierarchy)
{
    builder->volumes =
        tum_arena_zeroed(&builder->scratch, builder->shapes.count, sizeof *builder->volumes);
    TumStatus status = builder->volumes != NULL ? TUM_OK : TUM_ERROR_MEMORY;
    if (status == TUM_OK) {
        status = tum_hierarchy_build(builder->nodes, builder->node_count, &builder->arena,
                                     &builder->scratch, hierarchy);
    }
    if (status == TUM_OK && builder->dimension == 4) {
        status = tum_hierarchy_build4(builder->nodes, builder->nodes4, &builder->arena,
                                      &builder->scratch, hierarchy);
    }
    if (status == TUM_OK) {
        report_lost_nodes(builder, hierarchy);
        status = tum_build_bodies(builder, hierarchy);
    }
    if (status == TUM_OK) {
        status = tum_look_for_body_tracks(builder);
    }
    if (status == TUM_OK) {
        status = tum_build_colliders(builder, hierarchy);
    }
    if (status == TUM_OK) {
        status = tum_resolve_masses(builder);
    }
    if (status == TUM_OK) {
        status = tum_build_triggers(builder, hierarchy);
    }
    if (status == TUM_OK) {
        status = tum_build_gravity(builder, hierarchy);
    }
    if (status == TUM_OK) {
        status = tum_place_joints(builder, hierarchy);
    }
    return status == TUM_OK ? tum_build_tracks(builder, hierarchy) : status;
}

/// A copy of an array in the arena; counts failed copies in *failures.
#define COPY(arena, array, failures)                                                               \
    copy_items((arena), (array).items, (array).count, sizeof *(array).items, (failures))

static void *copy_items(Arena *arena, const void *items, size_t count, size_t item_bytes,
                        size_t *failures)
{
    void *copy = tum_arena_zeroed(arena, count, item_bytes);
    if (copy == NULL) {
        ++*failures;
    } else if (count > 0) {
        memcpy(copy, items, count * item_bytes);
    }
    return copy;
}

static bool copy_colliders(SceneBuilder *builder, Arena *arena, TumScene *scene)
{
    scene->collider_count = builder->colliders.count;
    TumCollider *colliders = tum_arena_zeroed(arena, scene->collider_count, sizeof *colliders);
    for (size_t i = 0; colliders != NULL && i < scene->collider_count; ++i) {
        colliders[i] = builder->colliders.items[i].collider;
    }
    scene->colliders = colliders;
    return scene->colliders != NULL;
}

static bool copy_names(SceneBuilder *builder, Arena *arena, TumScene *scene)
{
    scene->system_name_count = builder->systems.count;
    const char **names = tum_arena_zeroed(arena, scene->system_name_count, sizeof *names);
    scene->system_names = names;
    for (size_t i = 0; names != NULL && i < scene->system_name_count; ++i) {
        names[i] = tum_arena_text(arena, builder->systems.texts[i], builder->systems.lengths[i]);
        if (names[i] == NULL) {
            return false;
        }
    }
    return scene->system_names != NULL;
}

// False when out of memory.
static bool fill_scene(SceneBuilder *builder, const Hierarchy *hierarchy, SceneMemory *memory)
{
    TumScene *scene = &memory->scene;
    Arena *arena = &memory->arena;
    size_t failures = 0;
    scene->dimension = builder->dimension;
    scene->default_density = builder->default_density;
    scene->has_world_gravity = builder->has_gravity;
    memcpy(scene->world_gravity, builder->gravity, sizeof scene->world_gravity);
    scene->file = builder->file;
    scene->dialects = builder->dialects;
    memory->order = copy_items(arena, hierarchy->order, hierarchy->order_count,
                               sizeof *hierarchy->order, &failures);
    memory->order_count = hierarchy->order_count;
    scene->nodes = builder->nodes;
    scene->nodes4 = builder->nodes4;
    scene->node_count = builder->node_count;
    scene->bodies = builder->bodies;
    scene->body_count = builder->body_count;
    scene->shapes = COPY(arena, builder->shapes, &failures);
    scene->shape_count = builder->shapes.count;
    scene->curves = COPY(arena, builder->curves, &failures);
    scene->curve_count = builder->curves.count;
    scene->meshes = COPY(arena, builder->meshes, &failures);
    scene->mesh_count = builder->meshes.count;
    scene->materials = COPY(arena, builder->materials, &failures);
    scene->material_count = builder->materials.count;
    scene->filters = COPY(arena, builder->filters, &failures);
    scene->filter_count = builder->filters.count;
    scene->filter_systems = COPY(arena, builder->filter_systems, &failures);
    scene->filter_system_count = builder->filter_systems.count;
    scene->triggers = COPY(arena, builder->built_triggers, &failures);
    scene->trigger_count = builder->built_triggers.count;
    scene->trigger_parts = COPY(arena, builder->parts, &failures);
    scene->trigger_part_count = builder->parts.count;
    scene->gravity_volumes = COPY(arena, builder->built_gravity, &failures);
    scene->gravity_volume_count = builder->built_gravity.count;
    scene->gravity_points = COPY(arena, builder->gravity_points, &failures);
    scene->gravity_point_count = builder->gravity_points.count / 3;
    scene->joints = COPY(arena, builder->built_joints, &failures);
    scene->joint_count = builder->built_joints.count;
    scene->limits = COPY(arena, builder->limits, &failures);
    scene->limit_count = builder->limits.count;
    scene->drives = COPY(arena, builder->drives, &failures);
    scene->drive_count = builder->drives.count;
    scene->tracks = COPY(arena, builder->tracks, &failures);
    scene->track_count = builder->tracks.count;
    return copy_colliders(builder, arena, scene) && copy_names(builder, arena, scene) &&
           failures == 0;
}

// Takes over the nodes that a program added one by one; their names and transforms lie in the
// arena.
static bool take_authored_nodes(SceneBuilder *builder)
{
    const Authored *authored = &builder->authored;
    const size_t count = authored->nodes.count;
    if (count == 0) {
        return true;
    }
    tum_scene_builder_node_count(builder, count);
    if (builder->is_out_of_memory) {
        return false;
    }
    memcpy(builder->nodes, authored->nodes.items, count * sizeof *builder->nodes);
    if (builder->dimension == 4) {
        memcpy(builder->nodes4, authored->nodes4.items, count * sizeof *builder->nodes4);
    }
    return true;
}

TumStatus tum_scene_builder_finish(SceneBuilder *builder, TumScene **scene)
{
    *scene = NULL;
    if (!tum_scene_builder_is_ready(builder)) {
        return builder->is_out_of_memory ? TUM_ERROR_MEMORY : TUM_ERROR_ARGUMENT;
    }
    if (!take_authored_nodes(builder)) {
        return TUM_ERROR_MEMORY;
    }
    builder->is_finished = true;
    if (builder->authored.misuse != TUM_OK) {
        return builder->authored.misuse;
    }
    if (builder->node_count > TUM_MAX_NODES || builder->shapes.count > INT32_MAX ||
        builder->limits.count > INT32_MAX || builder->drives.count > INT32_MAX) {
        return TUM_ERROR_CAPACITY;
    }
    Hierarchy hierarchy;
    const TumStatus status = work_out(builder, &hierarchy);
    if (status != TUM_OK) {
        return status;
    }
    array_free(&builder->motions, &builder->allocator);
    SceneMemory *memory = tum_scene_memory_create(&builder->arena);
    if (memory == NULL) {
        return TUM_ERROR_MEMORY;
    }
    memory->places = builder->places;
    builder->places = NULL;
    if (!fill_scene(builder, &hierarchy, memory) ||
        !tum_report_small_bodies(&memory->scene, &builder->scratch, builder->report)) {
        tum_scene_destroy(&memory->scene);
        return TUM_ERROR_MEMORY;
    }
    *scene = &memory->scene;
    return TUM_OK;
}
