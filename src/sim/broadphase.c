// SPDX-License-Identifier: MIT
// broadphase.c: which boxes began to overlap.
#include "base/assert.h"
#include "base/sort.h"
#include "sim/space.h"

// Leaves are larger than their colliders, so that slow ones need no new place in the tree for a
// while: by a tenth of their size, and by what they are about to move (already in the box).
static const float LEAF_MARGIN = 0.1f;        // of the box's shortest edge
static const float LEAF_MARGIN_LEAST = 1e-3f; // [m]
static const float LEAF_MARGIN_MOST = 0.1f;   // [m]

static Box fattened(const Box *tight, int dimension)
{
    float shortest = LEAF_MARGIN_MOST / LEAF_MARGIN;
    for (int i = 0; i < dimension; ++i) {
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

TumStatus tum_sim_update_leaves(Sim *sim, int32_t body)
{
    for (int32_t slot = sim->bodies.items[body].first_collider; slot != NONE;
         slot = sim->colliders.items[slot].next) {
        const ColliderRecord *collider = &sim->colliders.items[slot];
        const Box *tight = &sim->boxes.items[slot];
        if (collider->leaf == NONE || box_contains(&sim->moving.boxes[collider->leaf], tight)) {
            continue;
        }
        const Box fat = fattened(tight, sim->ops->dimension);
        tum_bvh_move(&sim->moving, collider->leaf, &fat);
        int32_t *moved = array_push(&sim->moved, &sim->allocator);
        if (moved == NULL) {
            return TUM_ERROR_MEMORY;
        }
        *moved = slot;
    }
    return TUM_OK;
}

TumStatus tum_sim_update_trees(Sim *sim)
{
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < sim->awake.count && status == TUM_OK; ++i) {
        status = tum_sim_update_leaves(sim, sim->awake.items[i]);
    }
    TUM_VALIDATE(tum_bvh_is_valid(&sim->moving));
    return status;
}

// spec/scene-model.md section 7: different owners, one of them movable, filters that admit, no
// joint that forbids it.
static bool may_meet(const Sim *sim, int32_t a, int32_t b)
{
    const ColliderRecord *first = &sim->colliders.items[a], *second = &sim->colliders.items[b];
    if (first->body == second->body || (!sim->bodies.items[first->body].is_movable &&
                                        !sim->bodies.items[second->body].is_movable)) {
        return false;
    }
    return tum_sim_filters_admit(sim, first->filter, second->filter) &&
           !tum_sim_joint_forbids(sim, a, b);
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
    FoundPair *found = array_push(&sim->found, &sim->allocator);
    if (found == NULL) {
        tum_pair_set_remove(&sim->pairs, key);
        search->out_of_memory = true;
        return false;
    }
    *found = (FoundPair){(uint32_t)(key >> 32), (uint32_t)key};
    return true;
}

// Pairs in the order of their colliders, so that it does not matter in which order trees give them.
static bool sort_found(Sim *sim)
{
    const size_t count = sim->found.count;
    if (!array_reserve(&sim->sorted, count, &sim->allocator)) {
        return false;
    }
    FoundPair *found = sim->found.items, *scratch = sim->sorted.items;
    tum_sort_items(found, count, sizeof *found, offsetof(FoundPair, high), scratch);
    tum_sort_items(found, count, sizeof *found, offsetof(FoundPair, low), scratch);
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
    if (!sort_found(sim)) {
        search.out_of_memory = true;
    }
    for (size_t i = 0; i < sim->found.count; ++i) {
        const FoundPair pair = sim->found.items[i];
        if (search.out_of_memory ||
            tum_sim_add_contact(sim, (int32_t)pair.low, (int32_t)pair.high) == NONE) {
            search.out_of_memory = true;
            tum_pair_set_remove(&sim->pairs, pair_key(pair.low, pair.high));
        }
    }
    if (search.out_of_memory) {
        return TUM_ERROR_MEMORY; // what moved is searched again in the next step
    }
    sim->moved.count = 0;
    return TUM_OK;
}
