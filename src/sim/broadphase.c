// SPDX-License-Identifier: MIT
// broadphase.c: which boxes began to overlap.
#include "base/assert.h"
#include "sim/sim.h"

// Leaves are larger than their colliders, so that slow ones need no new place in the tree for a
// while: by a tenth of their size, and by what they are about to move (already in the box).
static const float LEAF_MARGIN = 0.1f;        // of the box's shortest edge
static const float LEAF_MARGIN_LEAST = 1e-3f; // [m]
static const float LEAF_MARGIN_MOST = 0.1f;   // [m]

static Box fattened(const Box *tight)
{
    float shortest = LEAF_MARGIN_MOST / LEAF_MARGIN;
    for (int i = 0; i < 3; ++i) {
        const float edge = tight->high[i] - tight->low[i];
        shortest = edge < shortest ? edge : shortest;
    }
    float margin = shortest * LEAF_MARGIN;
    margin = margin > LEAF_MARGIN_LEAST ? margin : LEAF_MARGIN_LEAST;
    Box fat = *tight;
    for (int i = 0; i < 4; ++i) {
        fat.low[i] -= margin;
        fat.high[i] += margin;
    }
    return fat;
}

TumStatus tum_sim_update_trees(Sim *sim)
{
    for (size_t i = 0; i < sim->awake.count; ++i) {
        const BodyRecord *body = &sim->bodies.items[sim->awake.items[i]];
        for (int32_t slot = body->first_collider; slot != NONE;
             slot = sim->colliders.items[slot].next) {
            const ColliderRecord *collider = &sim->colliders.items[slot];
            const Box *tight = &sim->boxes.items[slot];
            if (collider->leaf == NONE || box_contains(&sim->moving.boxes[collider->leaf], tight)) {
                continue;
            }
            const Box fat = fattened(tight);
            tum_bvh_move(&sim->moving, collider->leaf, &fat);
            int32_t *moved = array_push(&sim->moved, &sim->allocator);
            if (moved == NULL) {
                return TUM_ERROR_MEMORY;
            }
            *moved = slot;
        }
    }
    TUM_VALIDATE(tum_bvh_is_valid(&sim->moving));
    return TUM_OK;
}

// spec/scene-model.md section 7: different owners, one of them movable, filters that admit.
static bool may_meet(const Sim *sim, int32_t a, int32_t b)
{
    const ColliderRecord *first = &sim->colliders.items[a], *second = &sim->colliders.items[b];
    if (first->body == second->body || (!sim->bodies.items[first->body].is_movable &&
                                        !sim->bodies.items[second->body].is_movable)) {
        return false;
    }
    return tum_sim_filters_admit(sim, first->filter, second->filter);
}

typedef struct PairSearch {
    Sim *sim;
    int32_t collider;
    bool out_of_memory;
} PairSearch;

static bool note_pair(void *user, uint32_t item)
{
    PairSearch *search = user;
    Sim *sim = search->sim;
    const int32_t other = (int32_t)item;
    if (!may_meet(sim, search->collider, other)) {
        return true;
    }
    const uint64_t key = pair_key((uint32_t)search->collider, item);
    switch (tum_pair_set_add(&sim->pairs, key, &sim->allocator)) {
    case PAIR_IS_KNOWN: return true;
    case PAIR_NO_MEMORY: search->out_of_memory = true; return false;
    case PAIR_IS_NEW: break;
    }
    uint64_t *found = array_push(&sim->found, &sim->allocator);
    if (found == NULL) {
        tum_pair_set_remove(&sim->pairs, key);
        search->out_of_memory = true;
        return false;
    }
    *found = key;
    return true;
}

// Pairs in the order of their colliders, so that it does not matter in which order trees give them.
static bool sort_found(Sim *sim)
{
    const size_t count = sim->found.count;
    if (!array_reserve(&sim->sorted, count, &sim->allocator)) {
        return false;
    }
    uint64_t *from = sim->found.items, *to = sim->sorted.items;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * width) {
            const size_t middle = begin + width < count ? begin + width : count;
            const size_t end = begin + 2 * width < count ? begin + 2 * width : count;
            size_t a = begin, b = middle;
            for (size_t i = begin; i < end; ++i) {
                to[i] = a < middle && (b >= end || from[a] <= from[b]) ? from[a++] : from[b++];
            }
        }
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != sim->found.items) {
        for (size_t i = 0; i < count; ++i) {
            sim->found.items[i] = from[i];
        }
    }
    return true;
}

TumStatus tum_sim_find_pairs(Sim *sim)
{
    sim->found.count = 0;
    PairSearch search = {.sim = sim};
    for (size_t i = 0; i < sim->moved.count && !search.out_of_memory; ++i) {
        search.collider = sim->moved.items[i];
        const ColliderRecord *collider = &sim->colliders.items[search.collider];
        const Box box = (collider->is_static ? &sim->still : &sim->moving)->boxes[collider->leaf];
        tum_bvh_query(&sim->moving, &box, note_pair, &search);
        if (!search.out_of_memory && sim->bodies.items[collider->body].is_movable) {
            tum_bvh_query(&sim->still, &box, note_pair, &search);
        }
    }
    sim->moved.count = 0;
    if (!sort_found(sim)) {
        search.out_of_memory = true;
    }
    for (size_t i = 0; i < sim->found.count; ++i) {
        const uint64_t key = sim->found.items[i];
        if (tum_sim_add_contact(sim, (int32_t)(key >> 32), (int32_t)(key & 0xffffffffu)) == NONE) {
            return TUM_ERROR_MEMORY;
        }
    }
    return search.out_of_memory ? TUM_ERROR_MEMORY : TUM_OK;
}
