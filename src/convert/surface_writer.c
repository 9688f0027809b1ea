// SPDX-License-Identifier: MIT
// surface_writer.c: materials and collision filters, equal in all dialects that have them: tables
// with the scene's indices.
#include "convert/surface_writer.h"

static void write_combine(SceneWriter *writer, const Cursor *material, const char *key,
                          TumCombine combine, const char *const words[5])
{
    if (words[combine] != NULL) {
        tum_writer_text(writer, material, key, words[combine]);
    }
}

// Materials that have a mode of their own beyond the average.
typedef struct Speaking {
    size_t friction, restitution, both;
} Speaking;

static Speaking count_speaking(const TumScene *scene)
{
    Speaking speaking = {0};
    for (size_t i = 0; i < scene->material_count; ++i) {
        const bool friction = scene->materials[i].friction_combine > TUM_COMBINE_AVERAGE;
        const bool restitution = scene->materials[i].restitution_combine > TUM_COMBINE_AVERAGE;
        speaking.friction += friction ? 1 : 0;
        speaking.restitution += restitution ? 1 : 0;
        speaking.both += friction && restitution ? 1 : 0;
    }
    return speaking;
}

// Without abstention in the target, a pair with one abstaining side gets another mode, unless the
// other side abstains too or has the mode average (docs/dialects.md#from-one-to-another).
static void tell_of_abstaining(SceneWriter *writer, const Speaking *speaking,
                               const TumMaterial *material, const Cursor *at)
{
    const bool friction = material->friction_combine == TUM_COMBINE_NONE;
    const bool restitution = material->restitution_combine == TUM_COMBINE_NONE;
    const size_t changed = (friction ? speaking->friction : 0) +
                           (restitution ? speaking->restitution : 0) -
                           (friction && restitution ? speaking->both : 0);
    if (changed > 0) {
        tum_writer_tell(
            writer, CODE_A_COMBINE, material->pointer, at,
            "The material leaves combining to the other side and says 'average' now: it "
            "meets %zu other materials differently.",
            changed);
    }
}

void tum_writer_materials(SceneWriter *writer, const Cursor *root, const char *const words[5])
{
    const TumScene *scene = writer->scene;
    const Speaking speaking = count_speaking(scene);
    const Cursor table = tum_writer_array(writer, root, "physicsMaterials");
    for (size_t i = 0; i < scene->material_count; ++i) {
        const TumMaterial *material = &scene->materials[i];
        const Cursor at = tum_writer_add_object(writer, &table);
        tum_writer_number(writer, &at, "staticFriction", material->static_friction);
        tum_writer_number(writer, &at, "dynamicFriction", material->dynamic_friction);
        tum_writer_number(writer, &at, "restitution", material->restitution);
        write_combine(writer, &at, "frictionCombine", material->friction_combine, words);
        write_combine(writer, &at, "restitutionCombine", material->restitution_combine, words);
        if (!writer_can(writer, CAN_ABSTAIN)) {
            tell_of_abstaining(writer, &speaking, material, &at);
        }
        tum_writer_take_along(writer, material->pointer, &at);
        tum_writer_moved(writer, material->pointer, &at);
    }
}

static void write_systems(SceneWriter *writer, const Cursor *filter, const char *key, int32_t first,
                          int32_t count)
{
    const TumScene *scene = writer->scene;
    if (count <= 0) {
        return;
    }
    const Cursor list = tum_writer_array(writer, filter, key);
    for (int32_t i = 0; i < count; ++i) {
        tum_writer_add_text(writer, &list, scene->system_names[scene->filter_systems[first + i]]);
    }
}

void tum_writer_filters(SceneWriter *writer, const Cursor *root)
{
    const TumScene *scene = writer->scene;
    const Cursor table = tum_writer_array(writer, root, "collisionFilters");
    for (size_t i = 0; i < scene->filter_count; ++i) {
        const TumFilter *filter = &scene->filters[i];
        const Cursor at = tum_writer_add_object(writer, &table);
        write_systems(writer, &at, "collisionSystems", filter->system_first, filter->system_count);
        if (filter->collide_with_count > 0) {
            write_systems(writer, &at, "collideWithSystems", filter->collide_with_first,
                          filter->collide_with_count);
        } else {
            write_systems(writer, &at, "notCollideWithSystems", filter->not_collide_with_first,
                          filter->not_collide_with_count);
        }
        tum_writer_take_along(writer, filter->pointer, &at);
        tum_writer_moved(writer, filter->pointer, &at);
    }
}

void tum_writer_collider_surface(SceneWriter *writer, const Cursor *at, const TumCollider *collider)
{
    if (collider->material >= 0) {
        tum_writer_number(writer, at, "physicsMaterial", collider->material);
    }
    if (collider->filter >= 0) {
        tum_writer_number(writer, at, "collisionFilter", collider->filter);
    }
    tum_writer_take_along(writer, collider->pointer, at);
    tum_writer_moved(writer, collider->pointer, at);
}
