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

/// Makes an array of the builder the scene's own.
///
/// @param number    receives the number of items.
/// @param failures  counts arrays for which memory is lacking.
#define TAKE(memory, array, number, failures)                                                      \
    take_items((memory), (void **)&(array).items, &(array).count, &(array).capacity,               \
               sizeof *(array).items, (number), (failures))

static void *take_items(SceneMemory *memory, void **items, size_t *own_count, size_t *capacity,
                        size_t item_bytes, size_t *count, size_t *failures)
{
    *count = *own_count;
    void *taken = *count > 0 ? tum_scene_memory_take(memory, *items, *count * item_bytes,
                                                     *capacity * item_bytes)
                             : tum_arena_allocate(&memory->arena, 0);
    if (taken == NULL) {
        ++*failures;
    } else if (*count > 0) {
        *items = NULL;
        *own_count = *capacity = 0;
    }
    return taken;
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
    memory->order = tum_arena_zeroed(arena, hierarchy->order_count, sizeof *memory->order);
    if (memory->order == NULL) {
        return false;
    }
    memcpy(memory->order, hierarchy->order, hierarchy->order_count * sizeof *memory->order);
    memory->order_count = hierarchy->order_count;
    scene->nodes = builder->nodes;
    scene->nodes4 = builder->nodes4;
    scene->node_count = builder->node_count;
    scene->bodies = TAKE(memory, builder->bodies, &scene->body_count, &failures);
    scene->colliders = TAKE(memory, builder->colliders, &scene->collider_count, &failures);
    scene->shapes = TAKE(memory, builder->shapes, &scene->shape_count, &failures);
    scene->curves = TAKE(memory, builder->curves, &scene->curve_count, &failures);
    scene->meshes = TAKE(memory, builder->meshes, &scene->mesh_count, &failures);
    scene->materials = TAKE(memory, builder->materials, &scene->material_count, &failures);
    scene->filters = TAKE(memory, builder->filters, &scene->filter_count, &failures);
    scene->filter_systems =
        TAKE(memory, builder->filter_systems, &scene->filter_system_count, &failures);
    scene->triggers = TAKE(memory, builder->built_triggers, &scene->trigger_count, &failures);
    scene->trigger_parts = TAKE(memory, builder->parts, &scene->trigger_part_count, &failures);
    scene->gravity_volumes =
        TAKE(memory, builder->built_gravity, &scene->gravity_volume_count, &failures);
    scene->gravity_points =
        TAKE(memory, builder->gravity_points, &scene->gravity_point_count, &failures);
    scene->gravity_point_count /= 3;
    scene->joints = TAKE(memory, builder->built_joints, &scene->joint_count, &failures);
    scene->limits = TAKE(memory, builder->limits, &scene->limit_count, &failures);
    scene->drives = TAKE(memory, builder->drives, &scene->drive_count, &failures);
    scene->tracks = TAKE(memory, builder->tracks, &scene->track_count, &failures);
    return copy_names(builder, arena, scene) && failures == 0;
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
    if (status != TUM_OK || builder->is_out_of_memory) {
        return status != TUM_OK ? status : TUM_ERROR_MEMORY;
    }
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
