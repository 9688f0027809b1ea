// SPDX-License-Identifier: MIT
// compare_colliders.c: colliders and triggers of two scenes, with their shapes.
#include "compare/compare_data.h"

#include "compare/match.h"

static const char *const shape_names[] = {"sphere", "box",  "capsule", "cylinder",  "plane",
                                          "convex", "mesh", "general", "heightmap", "ray"};

// Shapes.

static void compare_points(Compare *compare, const Subject *subject, const TumShape *a,
                           const TumShape *b)
{
    const TumMesh *first = &compare->a->meshes[a->mesh], *second = &compare->b->meshes[b->mesh];
    const size_t width = (size_t)compare->a->dimension;
    compare_number(compare, subject, "points", "", (double)first->point_count,
                   (double)second->point_count, 0.0);
    if (a->kind != TUM_SHAPE_CONVEX) {
        compare_number(compare, subject, "cells", "", (double)first->cell_count,
                       (double)second->cell_count, 0.0);
    }
    // One row for a mesh: the first point that is elsewhere.
    for (size_t i = 0; i < first->point_count && first->point_count == second->point_count; ++i) {
        const size_t before = compare->result->difference_count;
        tum_compare_numbers(compare, subject, "point", "m", first->points + width * i,
                            second->points + width * i, width, COMPARE_FLOOR);
        if (compare->result->difference_count > before) {
            return;
        }
    }
}

// Members that the kind does not use are 0 on both sides.
static void compare_shapes(Compare *compare, const Subject *placed, const TumShape *a,
                           const TumShape *b)
{
    Subject subject = *placed;
    if (a->pointer != NULL && b->pointer != NULL && a->pointer[0] != '\0' &&
        b->pointer[0] != '\0') {
        subject.pointer_a = a->pointer;
        subject.pointer_b = b->pointer;
    }
    tum_compare_texts(compare, &subject, "shape", shape_names[a->kind], shape_names[b->kind]);
    if (a->kind != b->kind) {
        return;
    }
    tum_compare_numbers(compare, &subject, "size", "m", a->size, b->size,
                        compare->a->dimension == 4 ? 4 : 3, 0.0);
    compare_number(compare, &subject, "radius", "m", a->radius, b->radius, 0.0);
    compare_number(compare, &subject, "height", "m", a->height, b->height, 0.0);
    compare_number(compare, &subject, "bottom radius", "m", a->radius_bottom, b->radius_bottom,
                   0.0);
    compare_number(compare, &subject, "top radius", "m", a->radius_top, b->radius_top, 0.0);
    compare_flag(compare, &subject, "double-sided", a->double_sided, b->double_sided);
    compare_number(compare, &subject, "curves", "", a->curve_count, b->curve_count, 0.0);
    for (int32_t i = 0; i < a->curve_count && a->curve_count == b->curve_count; ++i) {
        const TumCurve *first = &compare->a->curves[a->curve_first + i];
        const TumCurve *second = &compare->b->curves[b->curve_first + i];
        tum_compare_numbers(compare, &subject, "curve radii", "m", first->radii, second->radii, 4,
                            0.0);
        compare_number(compare, &subject, "curve exponent", "", first->exponent, second->exponent,
                       0.0);
    }
    if (a->mesh >= 0 && b->mesh >= 0) {
        compare_points(compare, &subject, a, b);
    }
}

void tum_compare_placed(Compare *compare, const Subject *subject, const Placed *a, const Placed *b)
{
    const size_t axes = compare->a->dimension == 4 ? 4 : 3;
    const bool is_paired = a->body >= 0 && b->body >= 0 && compare->bodies.pair[a->body] == b->body;
    // Frames of bodies that are no pair are compared in the world.
    const WorldFrame first =
        tum_compare_world_frame(compare->a, is_paired ? -1 : a->body, a->position, a->rotation);
    const WorldFrame second =
        tum_compare_world_frame(compare->b, is_paired ? -1 : b->body, b->position, b->rotation);
    tum_compare_numbers(compare, subject, "position", "m", first.position, second.position, axes,
                        COMPARE_FLOOR);
    tum_compare_rotations(compare, subject, "rotation", first.rotation, second.rotation);
    tum_compare_numbers(compare, subject, "scale", "", a->scale, b->scale, axes, 0.0);
    compare_shapes(compare, subject, &compare->a->shapes[a->shape], &compare->b->shapes[b->shape]);
}

// Colliders.

// Solids on bodies that are a pair, of shapes of one kind, may stand for each other.
static uint64_t group_of(const Compare *compare, bool is_of_a, int32_t body, int32_t shape)
{
    const TumScene *scene = is_of_a ? compare->a : compare->b;
    const bool is_world = body < 0 || scene->bodies[body].kind == TUM_BODY_STATIC;
    const int32_t owner = is_world ? -1 : is_of_a ? body : compare->bodies.back[body];
    if (!is_world && owner < 0) {
        return 0;
    }
    return 1 + 16 * (uint64_t)(owner + 1) + (uint64_t)scene->shapes[shape].kind;
}

static MatchItem *collider_items(Compare *compare, bool is_of_a)
{
    const TumScene *scene = is_of_a ? compare->a : compare->b;
    MatchItem *items = tum_arena_zeroed(&compare->arena, scene->collider_count, sizeof *items);
    for (size_t i = 0; items != NULL && i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        items[i].node = collider->node;
        items[i].group = group_of(compare, is_of_a, collider->body, collider->shape);
    }
    return items;
}

static bool make_pairs(Compare *compare, Pairs *pairs, const MatchItem *a, size_t a_count,
                       const MatchItem *b, size_t b_count)
{
    Arena *arena = &compare->arena;
    const MatchSide sides[2] = {{compare->a, a, a_count}, {compare->b, b, b_count}};
    pairs->pair = tum_arena_zeroed(arena, a_count, sizeof *pairs->pair);
    pairs->back = tum_arena_zeroed(arena, b_count, sizeof *pairs->back);
    const bool is_whole =
        a != NULL && b != NULL && pairs->pair != NULL && pairs->back != NULL &&
        tum_match(arena, &sides[0], &sides[1], compare->paths, pairs->pair, pairs->back);
    compare->status = is_whole ? compare->status : TUM_ERROR_MEMORY;
    return is_whole;
}

static const char *name_of_owner(const TumScene *scene, int32_t body)
{
    const bool is_world = body < 0 || scene->bodies[body].kind == TUM_BODY_STATIC;
    return is_world ? "the world" : scene->nodes[scene->bodies[body].node].name;
}

static void compare_collider(Compare *compare, const TumCollider *a, const TumCollider *b)
{
    const Subject subject = {"collider", a->node, b->node, a->pointer, b->pointer};
    const Placed first = {a->body, a->shape, a->position, a->scale, &a->rotation};
    const Placed second = {b->body, b->shape, b->position, b->scale, &b->rotation};
    // A body that only one scene has was told; its colliders follow it.
    const bool is_alone = (a->body >= 0 && compare->bodies.pair[a->body] < 0) ||
                          (b->body >= 0 && compare->bodies.back[b->body] < 0);
    if (!is_alone && !tum_compare_same_owner(compare, a->body, b->body)) {
        tum_compare_texts(compare, &subject, "body", name_of_owner(compare->a, a->body),
                          name_of_owner(compare->b, b->body));
    }
    tum_compare_placed(compare, &subject, &first, &second);
    compare_flag(compare, &subject, "enabled", a->enabled, b->enabled);
    compare_flag(compare, &subject, "animated", a->driven, b->driven);
}

static Subject subject_alone(const char *kind, int32_t node, const char *pointer, bool is_of_a)
{
    return (Subject){kind, is_of_a ? node : -1, is_of_a ? -1 : node, is_of_a ? pointer : "",
                     is_of_a ? "" : pointer};
}

void tum_compare_colliders(Compare *compare)
{
    const TumScene *a = compare->a, *b = compare->b;
    const MatchItem *first = collider_items(compare, true);
    const MatchItem *second = collider_items(compare, false);
    if (!make_pairs(compare, &compare->colliders, first, a->collider_count, second,
                    b->collider_count)) {
        return;
    }
    for (size_t i = 0; i < a->collider_count && compare_goes_on(compare); ++i) {
        const int32_t other = compare->colliders.pair[i];
        const TumCollider *collider = &a->colliders[i];
        compare->result->collider_count += other >= 0;
        if (other >= 0) {
            compare_collider(compare, collider, &b->colliders[other]);
        } else {
            const Subject alone =
                subject_alone("collider", collider->node, collider->pointer, true);
            tum_compare_missing(compare, &alone, TUM_DIFFERENCE_ONLY_A);
        }
    }
    for (size_t i = 0; i < b->collider_count; ++i) {
        if (compare->colliders.back[i] < 0) {
            const TumCollider *collider = &b->colliders[i];
            const Subject alone =
                subject_alone("collider", collider->node, collider->pointer, false);
            tum_compare_missing(compare, &alone, TUM_DIFFERENCE_ONLY_B);
        }
    }
}

// Triggers. Their parts are compared, since dialects split and gather them.

static MatchItem *part_items(Compare *compare, bool is_of_a)
{
    const TumScene *scene = is_of_a ? compare->a : compare->b;
    MatchItem *items = tum_arena_zeroed(&compare->arena, scene->trigger_part_count, sizeof *items);
    for (size_t i = 0; items != NULL && i < scene->trigger_part_count; ++i) {
        const TumTriggerPart *part = &scene->trigger_parts[i];
        items[i].node = part->node;
        items[i].group = group_of(compare, is_of_a, part->body, part->shape);
    }
    return items;
}

// [trigger_part_count] Pointer of the first trigger that each part belongs to.
static const char **part_pointers(Compare *compare, const TumScene *scene)
{
    const char **pointers =
        tum_arena_zeroed(&compare->arena, scene->trigger_part_count, sizeof *pointers);
    for (size_t i = scene->trigger_count; pointers != NULL && i-- > 0;) {
        const TumTrigger *trigger = &scene->triggers[i];
        for (int32_t k = 0; k < trigger->part_count; ++k) {
            pointers[trigger->part_first + k] = trigger->pointer;
        }
    }
    return pointers;
}

static void compare_part(Compare *compare, const Subject *subject, const TumTriggerPart *a,
                         const TumTriggerPart *b)
{
    const Placed first = {a->body, a->shape, a->position, a->scale, &a->rotation};
    const Placed second = {b->body, b->shape, b->position, b->scale, &b->rotation};
    tum_compare_placed(compare, subject, &first, &second);
    compare_flag(compare, subject, "enabled", a->enabled, b->enabled);
    tum_compare_filters(compare, subject, a->filter, b->filter);
}

void tum_compare_triggers(Compare *compare)
{
    const TumScene *a = compare->a, *b = compare->b;
    Pairs pairs;
    const MatchItem *first = part_items(compare, true), *second = part_items(compare, false);
    const char **pointers[2] = {part_pointers(compare, a), part_pointers(compare, b)};
    if (!make_pairs(compare, &pairs, first, a->trigger_part_count, second, b->trigger_part_count) ||
        pointers[0] == NULL || pointers[1] == NULL) {
        compare->status = TUM_ERROR_MEMORY;
        return;
    }
    for (size_t i = 0; i < a->trigger_part_count && compare_goes_on(compare); ++i) {
        const int32_t other = pairs.pair[i];
        const TumTriggerPart *part = &a->trigger_parts[i];
        Subject subject = subject_alone("trigger", part->node, pointers[0][i], true);
        if (other >= 0) {
            subject.node_b = b->trigger_parts[other].node;
            subject.pointer_b = pointers[1][other];
            compare_part(compare, &subject, part, &b->trigger_parts[other]);
        } else {
            tum_compare_missing(compare, &subject, TUM_DIFFERENCE_ONLY_A);
        }
    }
    for (size_t i = 0; i < b->trigger_part_count; ++i) {
        if (pairs.back[i] < 0) {
            const Subject alone =
                subject_alone("trigger", b->trigger_parts[i].node, pointers[1][i], false);
            tum_compare_missing(compare, &alone, TUM_DIFFERENCE_ONLY_B);
        }
    }
}
