// SPDX-License-Identifier: MIT
// broadphase.c: which boxes began to overlap.
//
// Boxes in the tree are larger than their colliders'. Only what left its own is looked at: it gets
// a new one, the tree is brought up to date from below, and what moved is searched for again, items
// of a node together. A pair is new when its boxes overlap and did not when they were last searched
// with; asking the set of known pairs is left for those. What was found is sorted, so that nothing
// depends on the order of trees or threads.
#include "base/assert.h"
#include "base/sort.h"
#include "sim/space.h"
#include "system/thread.h"

// Boxes in the tree are larger than what they hold, so that what moves is searched for now and then
// and not in each step. Larger ones meet more that is never touched, which costs more than
// searching: so what would stay in its box for some steps gets room for them, and all else little.
// With ten times that little, or with room for another step of motion, drum, pile and rocks took 3
// to 7 % longer.
static const float STEPS_WITHIN = 8.0f; // where that takes no more than
static const float MARGIN_MOST = 0.1f;  // of the box's shortest edge,
static const float MARGIN_QUICK = 0.02f;
static const float MARGIN_LEAST = 0.01f;
static const float MARGIN_LEAST_FAR = 1e-3f; // [m]
static const float EDGE_MOST = 1.0f;         // [m] Longer ones count as this long.

static const float ROUNDING = 1e-6f; // of a coordinate, from above

enum { GROUPS_AT_ONCE = 1 };

// Whether a body moves so far in a step that it leaves its boxes soon, whatever they are.
static bool is_quick(float move, float edge)
{
    return STEPS_WITHIN * move > MARGIN_MOST * edge;
}

static float shortest_edge(const Box *box, int dimension)
{
    float shortest = EDGE_MOST;
    for (int i = 0; i < dimension; ++i) {
        const float edge = box->high[i] - box->low[i];
        shortest = edge < shortest ? edge : shortest;
    }
    return shortest;
}

static float margin_of(float move, float edge)
{
    const float wanted = is_quick(move, edge) ? MARGIN_QUICK * edge : STEPS_WITHIN * move;
    const float least =
        MARGIN_LEAST * edge > MARGIN_LEAST_FAR ? MARGIN_LEAST * edge : MARGIN_LEAST_FAR;
    return wanted > least ? wanted : least;
}

static Box fattened(const Box *tight, float margin)
{
    Box fat = *tight;
    for (int i = 0; i < 4; ++i) {
        fat.low[i] -= margin;
        fat.high[i] += margin;
    }
    return fat;
}

// How far the sides of a box are within another one, less what rounding may have to do with it.
static float room_within(const Box *outer, const Box *inner, int dimension)
{
    float room = INFINITY;
    for (int i = 0; i < dimension; ++i) {
        const float low = inner->low[i] - outer->low[i], high = outer->high[i] - inner->high[i];
        const float far = -inner->low[i] > inner->high[i] ? -inner->low[i] : inner->high[i];
        const float least = (low < high ? low : high) - ROUNDING * far;
        room = least < room ? least : room;
    }
    return room;
}

// What is quick is bounded in each step, so nobody asks for its room.
static float enlarge_box(Sim *sim, int32_t slot, float move)
{
    const Box *tight = &sim->boxes.items[slot];
    const float edge = shortest_edge(tight, sim->ops->dimension);
    sim->moving.boxes[slot] = fattened(tight, margin_of(move, edge));
    return is_quick(move, edge) ? 0.0f : INFINITY;
}

static bool enlarge_boxes(Sim *sim, float seconds, int32_t body)
{
    bool left = false;
    float room = INFINITY;
    for (int32_t slot = sim->bodies.items[body].first_collider; slot != NONE;
         slot = sim->colliders.items[slot].next) {
        ColliderRecord *collider = &sim->colliders.items[slot];
        const Box *tight = &sim->boxes.items[slot], *fat = &sim->moving.boxes[slot];
        collider->left_box =
            collider->is_in_tree && (collider->left_box || !box_contains(fat, tight));
        if (collider->left_box) {
            const float own = enlarge_box(sim, slot, sim->ops->pace(sim->space, body) * seconds);
            room = own < room ? own : room;
            left = true;
        }
        if (collider->is_in_tree && room > 0.0f) {
            const float own = room_within(fat, tight, sim->ops->dimension);
            room = own < room ? own : room;
        }
    }
    sim->rooms.items[body] = room;
    return left;
}

void tum_sim_find_strays(Sim *sim, StepTime time, const int32_t *bodies, uint32_t count)
{
    if (sim->ops->find_strays != NULL) {
        sim->ops->find_strays(sim->space, sim, time, bodies, count);
        return;
    }
    for (uint32_t i = 0; i < count; ++i) {
        sim->left.items[bodies[i]] = true;
    }
}

static bool has_left(const Sim *sim, uint32_t awake)
{
    return sim->left.items[sim->awake.items[awake]] != 0;
}

// Bounds stretches of bodies.
static void bound_strays(Sim *sim, StepTime time, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; ++i) {
        const uint32_t first = i;
        while (i < end && has_left(sim, i)) {
            ++i;
        }
        if (first < i) {
            sim->ops->bound(sim->space, sim, time, (Range){first, i, 0});
        }
    }
}

void tum_sim_enlarge_boxes(Sim *sim, StepTime time, uint32_t begin, uint32_t end)
{
    bound_strays(sim, time, begin, end);
    for (uint32_t i = begin; i < end; ++i) {
        const int32_t body = sim->awake.items[i];
        if (sim->left.items[body] != 0) {
            sim->left.items[body] = enlarge_boxes(sim, time.sweep, body);
        }
    }
}

void tum_sim_forget_rooms(Sim *sim)
{
    for (size_t i = 0; i < sim->rooms.count; ++i) {
        sim->rooms.items[i] = 0.0f;
        sim->left.items[i] = true;
    }
}

// All get their places in the tree; what there is no memory to search for is tried again in the
// next step, as it still counts as having left its box.
static TumStatus move_leaves(Sim *sim, int32_t body)
{
    TumStatus status = TUM_OK;
    for (int32_t slot = sim->bodies.items[body].first_collider; slot != NONE;
         slot = sim->colliders.items[slot].next) {
        ColliderRecord *collider = &sim->colliders.items[slot];
        if (!collider->left_box) {
            continue;
        }
        tum_bvh_move(&sim->moving, slot);
        int32_t *moved = array_push(&sim->moved, &sim->allocator);
        if (moved != NULL) {
            *moved = slot;
            collider->left_box = false;
        } else {
            sim->rooms.items[body] = 0.0f;
            status = TUM_ERROR_MEMORY;
        }
    }
    return status;
}

TumStatus tum_sim_update_trees(Sim *sim)
{
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < sim->awake.count; ++i) {
        if (has_left(sim, (uint32_t)i) && move_leaves(sim, sim->awake.items[i]) != TUM_OK) {
            status = TUM_ERROR_MEMORY;
        }
    }
    tum_bvh_settle(&sim->moving);
    TUM_VALIDATE(tum_bvh_is_valid(&sim->moving));
    return status;
}

TumStatus tum_sim_update_leaves(Sim *sim, float seconds, int32_t body)
{
    const TumStatus status = enlarge_boxes(sim, seconds, body) ? move_leaves(sim, body) : TUM_OK;
    tum_bvh_settle(&sim->moving);
    return status;
}

bool tum_sim_search_anew(Sim *sim, int32_t collider)
{
    int32_t *moved = array_push(&sim->moved, &sim->allocator);
    if (moved == NULL) {
        return false;
    }
    *moved = collider;
    sim->searched.items[collider] = box_inside_out();
    return true;
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
    Atomic32 count; // of pairs found, also of those for which there was no room
} PairSearch;

// Pairs are handed in together, so that workers seldom meet.
enum { PAIRS_AT_ONCE = 64 };

typedef struct PairBatch {
    PairSearch *search;
    uint32_t count;
    FoundPair pairs[PAIRS_AT_ONCE];
} PairBatch;

static void hand_in(PairBatch *batch)
{
    const Sim *sim = batch->search->sim;
    const uint32_t first = atomic32_add(&batch->search->count, batch->count);
    for (uint32_t i = 0; i < batch->count && first + i < sim->found.capacity; ++i) {
        sim->found.items[first + i] = batch->pairs[i];
    }
    batch->count = 0;
}

// Whether their boxes overlapped when they were last searched with, so that the pair was found
// then. A box that is inside out was not searched with; to comparisons it may overlap one without
// an end.
static bool were_found(const Sim *sim, int32_t a, int32_t b)
{
    const Box *first = &sim->searched.items[a], *second = &sim->searched.items[b];
    return first->low[0] <= first->high[0] && second->low[0] <= second->high[0] &&
           box_overlaps(first, second);
}

static void note_pair(PairBatch *batch, int32_t a, int32_t b)
{
    const Sim *sim = batch->search->sim;
    if (were_found(sim, a, b) || !may_meet(sim, a, b)) {
        return;
    }
    const uint32_t low = (uint32_t)(a < b ? a : b), high = (uint32_t)(a < b ? b : a);
    batch->pairs[batch->count++] = (FoundPair){low, high};
    if (batch->count == PAIRS_AT_ONCE) {
        hand_in(batch);
    }
}

static void note_pairs(void *user, int32_t item, const BvhNode *node, uint32_t lanes)
{
    for (; lanes != 0; lanes &= lanes - 1) {
        note_pair(user, item, ~node->child[__builtin_ctz(lanes)]);
    }
}

// Only the tree of what moves is searched for what never does: it has no pairs of its own. What
// moved in both trees is left to the search for what moves.
static void search_groups(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    PairBatch batch = {.search = context, .count = 0};
    const Sim *sim = batch.search->sim;
    const BvhSearch among = {.from = &sim->moving, .in = &sim->moving};
    const BvhSearch out = {.from = &sim->moving, .in = &sim->still};
    const BvhSearch back = {.from = &sim->still, .in = &sim->moving, .skips_searched = true};
    const BvhSearch searches[3] = {among, out, back};
    for (uint32_t i = begin; i < end; ++i) {
        const SearchGroup *one = &sim->searches.items[i];
        for (int k = one->is_still ? 2 : 0; k < (one->is_still ? 3 : 2); ++k) {
            BvhSearch next = searches[k];
            next.visit = note_pairs;
            next.user = &batch;
            tum_bvh_search(&next, one->group);
        }
    }
    if (batch.count > 0) {
        hand_in(&batch);
    }
}

static bool mark_moved(Sim *sim)
{
    sim->searches.count = 0;
    if (!array_reserve(&sim->searches, sim->moved.count, &sim->allocator)) {
        return false;
    }
    for (size_t i = 0; i < sim->moved.count; ++i) {
        const int32_t slot = sim->moved.items[i];
        const bool is_still = sim->colliders.items[slot].is_static;
        const int32_t group = tum_bvh_mark(is_still ? &sim->still : &sim->moving, slot);
        if (group != BVH_NONE) {
            sim->searches.items[sim->searches.count++] = (SearchGroup){is_still, group};
        }
    }
    return true;
}

static void unmark(Sim *sim)
{
    for (size_t i = 0; i < sim->searches.count; ++i) {
        const SearchGroup *one = &sim->searches.items[i];
        tum_bvh_unmark(one->is_still ? &sim->still : &sim->moving, one->group);
    }
}

// Again with more room where there was too little: pairs are noted down and nothing else is done.
static bool search_moved(Sim *sim)
{
    PairSearch search = {.sim = sim};
    tum_sim_run(sim, search_groups, &search, (uint32_t)sim->searches.count, GROUPS_AT_ONCE);
    size_t count = atomic32_load(&search.count);
    if (count > sim->found.capacity) {
        if (!array_reserve(&sim->found, count, &sim->allocator)) {
            return false;
        }
        atomic32_store(&search.count, 0);
        tum_sim_run(sim, search_groups, &search, (uint32_t)sim->searches.count, GROUPS_AT_ONCE);
        count = atomic32_load(&search.count);
    }
    sim->found.count = count;
    return tum_sim_sort_found(sim);
}

bool tum_sim_sort_found(Sim *sim)
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

// Boxes may have parted and met again while their contact lasted.
static bool add_contact(Sim *sim, FoundPair pair)
{
    const uint64_t key = pair_key(pair.low, pair.high);
    const PairAdded added = tum_pair_set_add(&sim->pairs, key, &sim->allocator);
    if (added != PAIR_IS_NEW) {
        return added == PAIR_IS_KNOWN;
    }
    if (tum_sim_add_contact(sim, (int32_t)pair.low, (int32_t)pair.high) == NONE) {
        tum_pair_set_remove(&sim->pairs, key);
        return false;
    }
    return true;
}

// What pairs lead to lies scattered: it is asked for while the pairs before are worked on, step by
// step.
enum { FETCH_PAIR = 8, FETCH_BODIES = 5, FETCH_EDGES = 2 };

static void fetch_edges(const Sim *sim, const FoundPair *pair)
{
    const uint32_t collider[2] = {pair->low, pair->high};
    for (int side = 0; side < 2; ++side) {
        const BodyRecord *body = &sim->bodies.items[sim->colliders.items[collider[side]].body];
        if (body->first_contact != NONE) {
            __builtin_prefetch(&sim->contacts.items[body->first_contact / 2].edge, 1);
        }
    }
}

static void fetch_ahead(const Sim *sim, size_t i)
{
    const FoundPair *found = sim->found.items;
    if (i + FETCH_PAIR < sim->found.count) {
        const FoundPair *pair = &found[i + FETCH_PAIR];
        tum_pair_set_fetch(&sim->pairs, pair_key(pair->low, pair->high));
        __builtin_prefetch(&sim->colliders.items[pair->low]);
        __builtin_prefetch(&sim->colliders.items[pair->high]);
    }
    if (i + FETCH_BODIES < sim->found.count) {
        const FoundPair *pair = &found[i + FETCH_BODIES];
        __builtin_prefetch(&sim->bodies.items[sim->colliders.items[pair->low].body], 1);
        __builtin_prefetch(&sim->bodies.items[sim->colliders.items[pair->high].body], 1);
    }
    if (i + FETCH_EDGES < sim->found.count) {
        fetch_edges(sim, &found[i + FETCH_EDGES]);
    }
}

TumStatus tum_sim_find_pairs(Sim *sim)
{
    if (sim->moved.count == 0) {
        return TUM_OK;
    }
    sim->found.count = 0;
    bool done = mark_moved(sim) && search_moved(sim);
    unmark(sim);
    for (size_t i = 0; i < sim->found.count && done; ++i) {
        fetch_ahead(sim, i);
        done = add_contact(sim, sim->found.items[i]);
    }
    if (!done) {
        return TUM_ERROR_MEMORY; // what moved is searched again in the next step
    }
    for (size_t i = 0; i < sim->moved.count; ++i) {
        const int32_t slot = sim->moved.items[i];
        sim->searched.items[slot] = sim_tree(sim, &sim->colliders.items[slot])->boxes[slot];
    }
    sim->moved.count = 0;
    return TUM_OK;
}
