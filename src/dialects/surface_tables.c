// SPDX-License-Identifier: MIT
// surface_tables.c: materials and collision filters.
#include "dialects/surface_tables.h"

#include <string.h>

// Upper case was correct before KHR_physics_rigid_bodies, which has lower case; both are read
// everywhere (docs/dialects.md#what-every-reader-does).
static bool has_capitals(const char *extension)
{
    return strncmp(extension, "MSFT_", 5) == 0 || strcmp(extension, "KHR_rigid_bodies") == 0;
}

static void check_case(const Cursor *item, const char *key, const char *right)
{
    const char *text = NULL;
    if (tum_cursor_text(item, key, &text) && strcmp(text, right) != 0) {
        const Cursor at = tum_cursor_member(item, key);
        tum_cursor_report(&at, CODE_PHYSICS_COMBINE_CASE,
                          "'%.20s' is written '%s' in this extension.", text, right);
    }
}

static TumCombine read_combine(const Cursor *item, const char *key, const char *extension,
                               TumCombine absent)
{
    static const char *const names[] = {"average", "minimum", "maximum", "multiply"};
    static const TumCombine modes[] = {TUM_COMBINE_AVERAGE, TUM_COMBINE_MINIMUM,
                                       TUM_COMBINE_MAXIMUM, TUM_COMBINE_MULTIPLY};
    const int choice = tum_read_choice(item, key, names, 4, true);
    if (choice >= 0 && !has_capitals(extension)) {
        check_case(item, key, names[choice]);
    }
    return choice >= 0 ? modes[choice] : absent;
}

static void check_material(const Cursor *item, const TumMaterial *material, bool gives_both)
{
    if (material->restitution > 1.0) {
        const Cursor at = tum_cursor_member(item, "restitution");
        tum_cursor_report(&at, CODE_PHYSICS_RESTITUTION_ABOVE_ONE,
                          "A restitution of %g gains energy at every bounce.",
                          material->restitution);
        reader_decision(item, "D26");
    }
    if (gives_both && material->dynamic_friction > material->static_friction) {
        tum_cursor_report(item, CODE_PHYSICS_FRICTION_INVERTED,
                          "Dynamic friction %g is above static friction %g.",
                          material->dynamic_friction, material->static_friction);
    }
}

static int32_t read_material(SceneReader *reader, const Cursor *item, const char *extension,
                             TumCombine absent)
{
    const Cursor systems = tum_cursor_member(item, "collisionSystems");
    if (tum_cursor_exists(&systems)) {
        tum_cursor_report(item, CODE_PHYSICS_MATERIAL_MISPLACED_FILTER,
                          "This is a collision filter in the table of materials; it is skipped.");
        return -1;
    }
    TumMaterial material = tum_default_material();
    material.pointer = tum_reader_pointer(reader, item);
    const bool has_static = tum_read_number(item, "staticFriction", 0.0, &material.static_friction);
    const bool has_dynamic =
        tum_read_number(item, "dynamicFriction", 0.0, &material.dynamic_friction);
    tum_read_number(item, "restitution", 0.0, &material.restitution);
    material.friction_combine = read_combine(item, "frictionCombine", extension, absent);
    material.restitution_combine = read_combine(item, "restitutionCombine", extension, absent);
    check_material(item, &material, has_static && has_dynamic);
    return tum_scene_builder_material(reader->builder, &material);
}

size_t tum_read_names(SceneReader *reader, const Cursor *item, const char *key,
                      const char *const **names)
{
    const Cursor array = tum_cursor_array(item, key);
    const size_t count = tum_cursor_count(&array);
    const char **found = tum_arena_zeroed(&reader->arena, count, sizeof *found);
    size_t found_count = 0;
    for (size_t i = 0; found != NULL && i < count; ++i) {
        const Cursor name = tum_cursor_item(&array, i);
        if (tum_cursor_text_here(&name, &found[found_count])) {
            ++found_count;
        }
    }
    *names = found;
    return found_count;
}

static int32_t read_filter(SceneReader *reader, const Cursor *item)
{
    FilterDef filter = {.pointer = tum_reader_pointer(reader, item)};
    filter.system_count = tum_read_names(reader, item, "collisionSystems", &filter.systems);
    filter.collide_with_count =
        tum_read_names(reader, item, "collideWithSystems", &filter.collide_with);
    filter.not_collide_with_count =
        tum_read_names(reader, item, "notCollideWithSystems", &filter.not_collide_with);
    if (filter.collide_with_count > 0 && filter.not_collide_with_count > 0) {
        tum_cursor_report(item, CODE_PHYSICS_FILTER_CONFLICT,
                          "Both 'collideWithSystems' and 'notCollideWithSystems' are given; the "
                          "first is used.");
        filter.not_collide_with_count = 0;
    }
    return tum_scene_builder_filter(reader->builder, &filter);
}

void tum_surface_tables_open(SurfaceTables *tables, SceneReader *reader, const char *extension,
                             TumCombine absent)
{
    tum_root_table_open(&tables->materials, reader, extension, "physicsMaterials");
    tum_root_table_open(&tables->filters, reader, extension, "collisionFilters");
    const size_t material_count = tables->materials.count, filter_count = tables->filters.count;
    tables->material_of = tum_arena_zeroed(&reader->arena, material_count, sizeof(int32_t));
    tables->filter_of = tum_arena_zeroed(&reader->arena, filter_count, sizeof(int32_t));
    if (tables->material_of == NULL || tables->filter_of == NULL) {
        tables->materials.count = tables->filters.count = 0;
        return;
    }
    for (size_t i = 0; i < material_count; ++i) {
        const Cursor item = tum_cursor_object_at(&tables->materials.items, i);
        tables->material_of[i] =
            tum_cursor_exists(&item) ? read_material(reader, &item, extension, absent) : -1;
    }
    for (size_t i = 0; i < filter_count; ++i) {
        const Cursor item = tum_cursor_object_at(&tables->filters.items, i);
        tables->filter_of[i] = tum_cursor_exists(&item) ? read_filter(reader, &item) : -1;
    }
}

int32_t tum_surface_material(const SurfaceTables *tables, const Cursor *object)
{
    const int32_t index = tum_read_reference(object, "physicsMaterial", &tables->materials);
    return index >= 0 ? tables->material_of[index] : -1;
}

int32_t tum_surface_filter(const SurfaceTables *tables, const Cursor *object)
{
    const int32_t index = tum_read_reference(object, "collisionFilter", &tables->filters);
    return index >= 0 ? tables->filter_of[index] : -1;
}
