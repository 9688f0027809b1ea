// SPDX-License-Identifier: MIT
// match.c: pairs of things of two scenes by name, path, index and group.
#include "compare/match.h"

#include <string.h>

#include "base/hash.h"
#include "base/sort.h"

typedef enum MatchPass {
    PASS_NAME,
    PASS_PATH,
    PASS_INDEX_AND_NAME,
    PASS_NAME_IN_ORDER,
    PASS_INDEX,
    PASS_GROUP,
    PASS_COUNT
} MatchPass;

/// Keys of the things that a pass may match, sorted.
typedef struct Keys {
    uint64_t *keys;
    uint32_t *items;
    size_t count;
} Keys;

static uint64_t hash_of_name(const TumScene *scene, int32_t node)
{
    const char *name = scene->nodes[node].name;
    return tum_hash_bytes(name, strlen(name), 0);
}

uint64_t *tum_match_paths(Arena *arena, const TumScene *scene)
{
    const size_t count = scene->node_count;
    uint64_t *paths = tum_arena_zeroed(arena, count, sizeof *paths);
    bool *is_known = tum_arena_zeroed(arena, count, sizeof *is_known);
    int32_t *pending = tum_arena_zeroed(arena, count, sizeof *pending);
    if (paths == NULL || is_known == NULL || pending == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < count; ++i) {
        // Ancestors without a hash come first; each node is visited once.
        size_t depth = 0;
        for (int32_t at = (int32_t)i; at >= 0 && !is_known[at]; at = scene->nodes[at].parent) {
            pending[depth++] = at;
        }
        while (depth > 0) {
            const int32_t at = pending[--depth], parent = scene->nodes[at].parent;
            paths[at] = hash_u64((parent >= 0 ? paths[parent] : 0) + hash_of_name(scene, at));
            is_known[at] = true;
        }
    }
    return paths;
}

// @return false where the pass has no key for the thing.
static bool key_of(MatchPass pass, const MatchSide *side, size_t index, const uint64_t *paths,
                   uint64_t *key)
{
    const MatchItem *item = &side->items[index];
    const int32_t node = item->node;
    if (pass == PASS_GROUP) {
        *key = item->group;
        return item->group != 0;
    }
    if (node < 0) {
        return false;
    }
    const bool is_named = side->scene->nodes[node].name[0] != '\0';
    switch (pass) {
    case PASS_NAME:
    case PASS_NAME_IN_ORDER: *key = hash_of_name(side->scene, node); return is_named;
    case PASS_PATH: *key = paths[node]; return is_named;
    case PASS_INDEX_AND_NAME:
        *key = hash_u64((uint64_t)node + hash_of_name(side->scene, node));
        return true;
    default: *key = (uint64_t)node; return true;
    }
}

static bool gather_keys(Arena *arena, MatchPass pass, const MatchSide *side, const uint64_t *paths,
                        const int32_t *matched, Keys *keys)
{
    const size_t count = side->count;
    keys->keys = tum_arena_zeroed(arena, count, sizeof *keys->keys);
    keys->items = tum_arena_zeroed(arena, count, sizeof *keys->items);
    uint64_t *key_scratch = tum_arena_zeroed(arena, count, sizeof *key_scratch);
    uint32_t *item_scratch = tum_arena_zeroed(arena, count, sizeof *item_scratch);
    if (keys->keys == NULL || keys->items == NULL || key_scratch == NULL || item_scratch == NULL) {
        return false;
    }
    keys->count = 0;
    for (size_t i = 0; i < count; ++i) {
        if (matched[i] < 0 && key_of(pass, side, i, paths, &keys->keys[keys->count])) {
            keys->items[keys->count++] = (uint32_t)i;
        }
    }
    tum_sort_keys(keys->keys, keys->items, keys->count, key_scratch, item_scratch);
    return true;
}

static size_t run_length(const Keys *keys, size_t first)
{
    size_t length = 1;
    while (first + length < keys->count && keys->keys[first + length] == keys->keys[first]) {
        ++length;
    }
    return length;
}

static void pair_keys(const Keys *a, const Keys *b, bool is_unique, int32_t *pair, int32_t *back)
{
    size_t i = 0, k = 0;
    while (i < a->count && k < b->count) {
        const size_t runs[2] = {run_length(a, i), run_length(b, k)};
        if (a->keys[i] < b->keys[k]) {
            i += runs[0];
        } else if (a->keys[i] > b->keys[k]) {
            k += runs[1];
        } else {
            const size_t both = runs[0] < runs[1] ? runs[0] : runs[1];
            const bool is_free = !is_unique || (runs[0] == 1 && runs[1] == 1);
            for (size_t n = 0; n < both && is_free; ++n) {
                pair[a->items[i + n]] = (int32_t)b->items[k + n];
                back[b->items[k + n]] = (int32_t)a->items[i + n];
            }
            i += runs[0];
            k += runs[1];
        }
    }
}

bool tum_match(Arena *arena, const MatchSide *a, const MatchSide *b, uint64_t *const paths[2],
               int32_t *pair, int32_t *back)
{
    Arena scratch;
    bool is_whole = true;
    for (size_t i = 0; i < a->count; ++i) {
        pair[i] = -1;
    }
    for (size_t i = 0; i < b->count; ++i) {
        back[i] = -1;
    }
    for (MatchPass pass = PASS_NAME; pass < PASS_COUNT && is_whole; ++pass) {
        Keys keys[2];
        tum_arena_init(&scratch, &arena->allocator);
        is_whole = gather_keys(&scratch, pass, a, paths[0], pair, &keys[0]) &&
                   gather_keys(&scratch, pass, b, paths[1], back, &keys[1]);
        if (is_whole) {
            pair_keys(&keys[0], &keys[1], pass == PASS_NAME || pass == PASS_PATH, pair, back);
        }
        tum_arena_clear(&scratch);
    }
    return is_whole;
}
