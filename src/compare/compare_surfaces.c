// SPDX-License-Identifier: MIT
// compare_surfaces.c: materials and filters of matched colliders, each pair once.
#include "compare/compare_data.h"

#include <string.h>

#include "base/sort.h"

static const char *const combine_names[] = {"none", "average", "minimum", "maximum", "multiply"};

// Materials.

// True where no material of the scene has another rule than averages: then abstaining means them.
static bool only_averages(const TumScene *scene)
{
    for (size_t i = 0; i < scene->material_count; ++i) {
        const TumMaterial *material = &scene->materials[i];
        if (material->friction_combine > TUM_COMBINE_AVERAGE ||
            material->restitution_combine > TUM_COMBINE_AVERAGE) {
            return false;
        }
    }
    return true;
}

static void compare_rules(Compare *compare, const Subject *subject, const char *quantity,
                          TumCombine a, TumCombine b)
{
    const bool are_averages = a <= TUM_COMBINE_AVERAGE && b <= TUM_COMBINE_AVERAGE;
    if (a != b && !(are_averages && only_averages(compare->a) && only_averages(compare->b))) {
        tum_compare_texts(compare, subject, quantity, combine_names[a], combine_names[b]);
    }
}

static void compare_materials(Compare *compare, const Subject *collider, int32_t a, int32_t b)
{
    const TumMaterial none = tum_default_material();
    const TumMaterial *first = a >= 0 ? &compare->a->materials[a] : &none;
    const TumMaterial *second = b >= 0 ? &compare->b->materials[b] : &none;
    const Subject subject = {"material", collider->node_a, collider->node_b,
                             a >= 0 ? first->pointer : collider->pointer_a,
                             b >= 0 ? second->pointer : collider->pointer_b};
    compare_number(compare, &subject, "static friction", "", first->static_friction,
                   second->static_friction, 0.0);
    compare_number(compare, &subject, "dynamic friction", "", first->dynamic_friction,
                   second->dynamic_friction, 0.0);
    compare_number(compare, &subject, "restitution", "", first->restitution, second->restitution,
                   0.0);
    compare_rules(compare, &subject, "friction combine", first->friction_combine,
                  second->friction_combine);
    compare_rules(compare, &subject, "restitution combine", first->restitution_combine,
                  second->restitution_combine);
}

// Filters.

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// The systems of a list, in order of their names: "crates, walls".
static const char *list_text(Compare *compare, const TumScene *scene, int32_t first, int32_t count)
{
    size_t bytes = 1;
    const char **names = tum_arena_zeroed(&compare->arena, (size_t)count, sizeof *names);
    for (int32_t i = 0; names != NULL && i < count; ++i) {
        names[i] = scene->system_names[scene->filter_systems[first + i]];
        bytes += strlen(names[i]) + 2;
    }
    char *text = tum_arena_allocate(&compare->arena, bytes), *at = text;
    if (names == NULL || text == NULL) {
        compare->status = TUM_ERROR_MEMORY;
        return "";
    }
    tum_sort_any(names, (size_t)count, sizeof *names, compare_names);
    for (int32_t i = 0; i < count; ++i) {
        const size_t length = strlen(names[i]);
        if (i > 0) {
            *at++ = ',';
            *at++ = ' ';
        }
        memcpy(at, names[i], length);
        at += length;
    }
    *at = '\0';
    return text;
}

static void compare_lists(Compare *compare, const Subject *subject, const char *quantity,
                          int32_t a_first, int32_t a_count, int32_t b_first, int32_t b_count)
{
    const char *a = list_text(compare, compare->a, a_first, a_count);
    const char *b = list_text(compare, compare->b, b_first, b_count);
    tum_compare_texts(compare, subject, quantity, a, b);
}

void tum_compare_filters(Compare *compare, const Subject *subject, int32_t a, int32_t b)
{
    static const TumFilter none = {0};
    const TumFilter *first = a >= 0 ? &compare->a->filters[a] : &none;
    const TumFilter *second = b >= 0 ? &compare->b->filters[b] : &none;
    Subject filter = *subject;
    filter.kind = "filter";
    filter.pointer_a = a >= 0 ? first->pointer : subject->pointer_a;
    filter.pointer_b = b >= 0 ? second->pointer : subject->pointer_b;
    compare_lists(compare, &filter, "systems", first->system_first, first->system_count,
                  second->system_first, second->system_count);
    compare_lists(compare, &filter, "collides with", first->collide_with_first,
                  first->collide_with_count, second->collide_with_first,
                  second->collide_with_count);
    compare_lists(compare, &filter, "does not collide with", first->not_collide_with_first,
                  first->not_collide_with_count, second->not_collide_with_first,
                  second->not_collide_with_count);
}

// Pairs of indices, each once.

/// Two indices into tables of the scenes, or -1, and the first collider that has them.
typedef struct UsedPair {
    int32_t a, b;
    uint32_t collider;
} UsedPair;

static int order_pairs(const void *left, const void *right)
{
    const UsedPair *a = left, *b = right;
    if (a->a != b->a) {
        return a->a < b->a ? -1 : 1;
    }
    if (a->b != b->b) {
        return a->b < b->b ? -1 : 1;
    }
    return a->collider < b->collider ? -1 : a->collider > b->collider;
}

typedef void ComparePair(Compare *compare, const Subject *collider, int32_t a, int32_t b);

static void compare_used(Compare *compare, UsedPair *used, size_t count, ComparePair *function)
{
    tum_sort_any(used, count, sizeof *used, order_pairs);
    for (size_t i = 0; i < count && compare_goes_on(compare); ++i) {
        if (i > 0 && used[i].a == used[i - 1].a && used[i].b == used[i - 1].b) {
            continue;
        }
        const TumCollider *a = &compare->a->colliders[used[i].collider];
        const TumCollider *b = &compare->b->colliders[compare->colliders.pair[used[i].collider]];
        const Subject subject = {"collider", a->node, b->node, a->pointer, b->pointer};
        function(compare, &subject, used[i].a, used[i].b);
    }
}

void tum_compare_surfaces(Compare *compare)
{
    const size_t count = compare->a->collider_count;
    UsedPair *materials = tum_arena_zeroed(&compare->arena, count, sizeof *materials);
    UsedPair *filters = tum_arena_zeroed(&compare->arena, count, sizeof *filters);
    size_t used = 0;
    if (materials == NULL || filters == NULL) {
        compare->status = TUM_ERROR_MEMORY;
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        const int32_t other = compare->colliders.pair[i];
        if (other >= 0) {
            const TumCollider *a = &compare->a->colliders[i], *b = &compare->b->colliders[other];
            materials[used] = (UsedPair){a->material, b->material, (uint32_t)i};
            filters[used++] = (UsedPair){a->filter, b->filter, (uint32_t)i};
        }
    }
    compare_used(compare, materials, used, compare_materials);
    compare_used(compare, filters, used, tum_compare_filters);
}
