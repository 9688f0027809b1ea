// SPDX-License-Identifier: MIT
// filter.c: collision filters by system names (docs/dialects.md#surfaces-and-filters, decision D5).
#include "scene/filter.h"

#include "base/sort.h"

/// A list of system indices, ascending.
typedef struct SystemList {
    const int32_t *items;
    int32_t count;
} SystemList;

static SystemList list_of(const TumScene *scene, int32_t first, int32_t count)
{
    return (SystemList){count > 0 ? &scene->filter_systems[first] : NULL, count};
}

static bool share_a_system(SystemList a, SystemList b)
{
    for (int32_t i = 0, k = 0; i < a.count && k < b.count;) {
        if (a.items[i] == b.items[k]) {
            return true;
        }
        if (a.items[i] < b.items[k]) {
            ++i;
        } else {
            ++k;
        }
    }
    return false;
}

static bool is_subset(SystemList a, SystemList b)
{
    int32_t k = 0;
    for (int32_t i = 0; i < a.count; ++i) {
        while (k < b.count && b.items[k] < a.items[i]) {
            ++k;
        }
        if (k == b.count || b.items[k] != a.items[i]) {
            return false;
        }
    }
    return true;
}

// True where a filter accepts a collider with the other filter.
static bool admits(const TumScene *scene, int32_t filter, int32_t other)
{
    if (filter < 0 || other < 0) {
        return true;
    }
    const TumFilter *f = &scene->filters[filter], *o = &scene->filters[other];
    const SystemList systems = list_of(scene, o->system_first, o->system_count);
    if (f->collide_with_count > 0) {
        return share_a_system(systems,
                              list_of(scene, f->collide_with_first, f->collide_with_count));
    }
    if (f->not_collide_with_count > 0) {
        return systems.count == 0 || !is_subset(systems, list_of(scene, f->not_collide_with_first,
                                                                 f->not_collide_with_count));
    }
    return true;
}

bool tum_scene_filters_admit(const TumScene *scene, int32_t filter_a, int32_t filter_b)
{
    return admits(scene, filter_a, filter_b) && admits(scene, filter_b, filter_a);
}

static bool collect_list(SceneBuilder *builder, const char *const *names, size_t count,
                         int32_t *first, int32_t *kept)
{
    const size_t start = builder->filter_systems.count;
    *first = (int32_t)start;
    *kept = 0;
    if (count == 0) {
        return true;
    }
    uint32_t *scratch = tum_allocate_zeroed(&builder->allocator, count, sizeof *scratch);
    if (scratch == NULL ||
        !array_reserve(&builder->filter_systems, start + count, &builder->allocator)) {
        tum_release(&builder->allocator, scratch, count * sizeof *scratch);
        return false;
    }
    int32_t *list = &builder->filter_systems.items[start];
    bool is_complete = true;
    for (size_t i = 0; i < count; ++i) {
        const char *name = text_or_empty(names[i]);
        const uint32_t index = tum_text_set_add(&builder->systems, name, strlen(name));
        is_complete = is_complete && index != TEXT_NONE && index <= INT32_MAX;
        list[i] = (int32_t)index;
    }
    tum_sort_items(list, count, sizeof *list, 0, scratch);
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || list[i] != list[*kept - 1]) {
            list[(*kept)++] = list[i];
        }
    }
    builder->filter_systems.count = start + (size_t)*kept;
    tum_release(&builder->allocator, scratch, count * sizeof *scratch);
    return is_complete;
}

bool tum_collect_filter(SceneBuilder *builder, const FilterDef *def, TumFilter *filter)
{
    return collect_list(builder, def->systems, def->system_count, &filter->system_first,
                        &filter->system_count) &&
           collect_list(builder, def->collide_with, def->collide_with_count,
                        &filter->collide_with_first, &filter->collide_with_count) &&
           collect_list(builder, def->not_collide_with, def->not_collide_with_count,
                        &filter->not_collide_with_first, &filter->not_collide_with_count);
}
