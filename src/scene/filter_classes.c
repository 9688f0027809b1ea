// SPDX-License-Identifier: MIT
// filter_classes.c: filters with equal lists, found by hashes in order.
#include "scene/filter_classes.h"

#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/sort.h"

// @param a, b  first entries of the two lists
static bool is_same_list(const TumScene *scene, int32_t a, int32_t b, int32_t count)
{
    return count == 0 || memcmp(&scene->filter_systems[a], &scene->filter_systems[b],
                                (size_t)count * sizeof *scene->filter_systems) == 0;
}

static bool is_same_filter(const TumScene *scene, const TumFilter *a, const TumFilter *b)
{
    return a->system_count == b->system_count && a->collide_with_count == b->collide_with_count &&
           a->not_collide_with_count == b->not_collide_with_count &&
           is_same_list(scene, a->system_first, b->system_first, a->system_count) &&
           is_same_list(scene, a->collide_with_first, b->collide_with_first,
                        a->collide_with_count) &&
           is_same_list(scene, a->not_collide_with_first, b->not_collide_with_first,
                        a->not_collide_with_count);
}

static void hash_list(Hash *hash, const TumScene *scene, int32_t first, int32_t count)
{
    tum_hash_add_u64(hash, (uint64_t)count);
    if (count > 0) {
        tum_hash_add(hash, &scene->filter_systems[first],
                     (size_t)count * sizeof *scene->filter_systems);
    }
}

static uint64_t hash_of_filter(const TumScene *scene, const TumFilter *filter)
{
    Hash hash;
    tum_hash_init(&hash, 0);
    hash_list(&hash, scene, filter->system_first, filter->system_count);
    hash_list(&hash, scene, filter->collide_with_first, filter->collide_with_count);
    hash_list(&hash, scene, filter->not_collide_with_first, filter->not_collide_with_count);
    return tum_hash_final(&hash);
}

size_t tum_scene_classify_filters(const TumScene *scene, const TumAllocator *allocator,
                                  uint32_t *classes, uint32_t *firsts)
{
    const size_t count = scene->filter_count;
    size_t class_count = 0;
    uint64_t *keys = tum_allocate_zeroed(allocator, count * 2, sizeof *keys);
    uint32_t *order = tum_allocate_zeroed(allocator, count * 2, sizeof *order);
    if (keys != NULL && order != NULL) {
        for (size_t i = 0; i < count; ++i) {
            keys[i] = hash_of_filter(scene, &scene->filters[i]);
            order[i] = (uint32_t)i;
        }
        tum_sort_keys(keys, order, count, keys + count, order + count);
        for (size_t i = 0; i < count; ++i) {
            if (i == 0 || keys[i] != keys[i - 1] ||
                !is_same_filter(scene, &scene->filters[order[i]], &scene->filters[order[i - 1]])) {
                firsts[class_count++] = order[i];
            }
            classes[order[i]] = (uint32_t)(class_count - 1);
        }
    }
    tum_release(allocator, keys, count * 2 * sizeof *keys);
    tum_release(allocator, order, count * 2 * sizeof *order);
    return class_count;
}
