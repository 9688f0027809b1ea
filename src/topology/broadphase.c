// SPDX-License-Identifier: MIT
// broadphase.c: finds pairs of colliders whose boxes begin to overlap.
//
// The tree holds fat boxes: a collider's tight box plus a margin. When a tight box escapes its fat
// box, the collider gets a new fat box. The tree is then refitted bottom-up, and leaves with new
// boxes are searched for overlaps, all leaves of a node together. A pair is new if its fat boxes
// overlap and did not in the last search; the tree remembers the boxes of that search, so only new
// pairs are looked up in the set of known pairs. Found pairs are sorted: the result does not depend
// on the layout of the tree or on the number of threads.
#include "base/assert.h"
#include "base/fetch.h"
#include "base/sort.h"
#include "system/task_ranges.h"
#include "system/thread.h"
#include "topology/topology.h"
#include "tumble/capacity.h"

// Margins of fat boxes. A margin saves searches, but each larger box also meets more boxes that its
// collider never touches, which costs more than a search. So a body that would stay within its
// margin for STEPS_WITHIN steps gets that margin, and a faster body only a small one. With ten
// times that small margin, or with room for one more step of motion, the benchmarks drum, pile and
// rocks took 3 to 7 % longer.
static const float STEPS_WITHIN = 8.0f; // if the margin is then no larger than
static const float MARGIN_MOST = 0.1f;  // this share of the box's shortest edge
static const float MARGIN_FAST = 0.02f;
static const float MARGIN_LEAST = 0.01f;
static const float MARGIN_LEAST_FAR = 1e-3f; // [m]
static const float EDGE_MOST = 1.0f;         // [m] Upper bound of that edge.

static const float ROUNDING = 1e-6f; // relative to a coordinate, upper bound

enum { GROUPS_AT_ONCE = 1, NODES_AT_ONCE = 8 };

// True when a body leaves its fat boxes soon, whatever their margin.
static bool is_fast(float move, float edge)
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
    const float wanted = is_fast(move, edge) ? MARGIN_FAST * edge : STEPS_WITHIN * move;
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

// Distance by which the inner box may grow on any side within the outer one, less rounding errors.
static float margin_within(const Box *outer, const Box *inner, int dimension)
{
    float margin = INFINITY;
    for (int i = 0; i < dimension; ++i) {
        const float low = inner->low[i] - outer->low[i], high = outer->high[i] - inner->high[i];
        const float far = -inner->low[i] > inner->high[i] ? -inner->low[i] : inner->high[i];
        const float least = (low < high ? low : high) - ROUNDING * far;
        margin = least < margin ? least : margin;
    }
    return margin;
}

// The boxes of a fast body are recomputed in each step: its margin is 0, which means unknown.
static float enlarge_box(Topology *topology, int32_t slot, float move)
{
    const Box *tight = &topology->boxes.items[slot];
    const float edge = shortest_edge(tight, topology->life->dimension);
    topology->moving.boxes[slot] = fattened(tight, margin_of(move, edge));
    return is_fast(move, edge) ? 0.0f : INFINITY;
}

static bool enlarge_boxes(Topology *topology, float seconds, int32_t body, Bitset *enlarged_nodes)
{
    bool escaped = false;
    float margin = INFINITY;
    for (int32_t slot = topology->bodies.items[body].first_collider; slot != NONE;
         slot = topology->colliders.items[slot].next) {
        if (!topology->colliders.items[slot].is_in_tree) {
            continue;
        }
        const Box *tight = &topology->boxes.items[slot], *fat = &topology->moving.boxes[slot];
        if (!box_contains(fat, tight)) {
            const float own = enlarge_box(
                topology, slot, topology->life->max_point_speed(topology->space, body) * seconds);
            margin = own < margin ? own : margin;
            bitset_set(enlarged_nodes, bvh_node_of(&topology->moving, slot));
            escaped = true;
        }
        if (margin > 0.0f) {
            const float own = margin_within(fat, tight, topology->life->dimension);
            margin = own < margin ? own : margin;
        }
    }
    topology->margins.items[body] = margin;
    return escaped;
}

uint32_t tum_topology_find_escaped(Topology *topology, StepTime time, const int32_t *bodies,
                                   uint32_t count)
{
    if (topology->life->find_escaped != NULL) {
        return topology->life->find_escaped(topology->space, topology, time, bodies, count);
    }
    for (uint32_t i = 0; i < count; ++i) {
        topology->escaped.items[bodies[i]] = true;
    }
    return count;
}

static bool has_escaped(const Topology *topology, uint32_t awake)
{
    return topology->escaped.items[topology->awake.items[awake]] != 0;
}

// Bounds runs of consecutive awake bodies whose `escaped` is set.
static void bound_escaped(Topology *topology, StepTime time, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; ++i) {
        const uint32_t first = i;
        while (i < end && has_escaped(topology, i)) {
            ++i;
        }
        if (first < i) {
            topology->life->bound(topology->space, topology, time, (Range){first, i, 0});
        }
    }
}

bool tum_topology_begin_boxes(Topology *topology)
{
    bool enough = true;
    for (uint32_t i = 0; i < topology->tasks.worker_count && enough; ++i) {
        enough = bitset_grow(&topology->enlarged_nodes[i], (size_t)topology->moving.node_count,
                             &topology->allocator);
    }
    return enough;
}

enum { FETCH_BOX = 6 };

static void fetch_box(const Topology *topology, int32_t body)
{
    const int32_t slot = topology->bodies.items[body].first_collider;
    if (slot != NONE && topology->escaped.items[body] != 0) {
        fetch_to_write(&topology->moving.boxes[slot]);
    }
}

void tum_topology_enlarge_boxes(Topology *topology, StepTime time, uint32_t begin, uint32_t end,
                                uint32_t worker)
{
    bound_escaped(topology, time, begin, end);
    for (uint32_t i = begin; i < end; ++i) {
        const int32_t body = topology->awake.items[i];
        if (i + FETCH_BOX < end) {
            fetch_box(topology, topology->awake.items[i + FETCH_BOX]);
        }
        if (topology->escaped.items[body] != 0) {
            topology->escaped.items[body] =
                enlarge_boxes(topology, time.sweep, body, &topology->enlarged_nodes[worker]);
        }
    }
}

void tum_topology_forget_margins(Topology *topology)
{
    for (size_t i = 0; i < topology->margins.count; ++i) {
        topology->margins.items[i] = 0.0f;
        topology->escaped.items[i] = true;
    }
}

static void gather_moved(Topology *topology)
{
    const uint32_t word_count = bvh_restless(&topology->moving).word_count;
    for (uint32_t i = 0; i < topology->tasks.worker_count; ++i) {
        uint64_t *words = topology->enlarged_nodes[i].words;
        for (uint32_t w = 0; w < word_count; ++w) {
            topology->moving.restless.words[w] |= words[w];
            words[w] = 0;
        }
    }
}

// The next search finds the neighbours of these colliders again, new or not.
static void forget_passing(Topology *topology)
{
    for (uint32_t i = 0; i < topology->tasks.worker_count; ++i) {
        Bitset *passing = &topology->passing[i];
        for (uint32_t item = bitset_next(passing, 0); item != BITSET_NONE;
             item = bitset_next(passing, item + 1)) {
            if (bvh_has(&topology->moving, (int32_t)item)) {
                tum_bvh_forget(&topology->moving, (int32_t)item);
            }
        }
        bitset_clear_all(passing);
    }
}

static void fit_nodes(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    Topology *topology = context;
    (void)worker;
    tum_bvh_fit(&topology->moving, begin, end);
}

void tum_topology_update_trees(Topology *topology)
{
    forget_passing(topology);
    gather_moved(topology);
    tum_bvh_begin_fit(&topology->moving);
    tum_run_ranges(&topology->tasks, fit_nodes, topology, topology->moving.fit_count,
                   NODES_AT_ONCE);
    tum_bvh_end_fit(&topology->moving);
    tum_bvh_settle(&topology->moving);
    TUM_VALIDATE(tum_bvh_is_valid(&topology->moving));
}

void tum_topology_update_leaves(Topology *topology, float seconds, int32_t body)
{
    if (!enlarge_boxes(topology, seconds, body, &topology->moving.restless)) {
        return;
    }
    for (int32_t slot = topology->bodies.items[body].first_collider; slot != NONE;
         slot = topology->colliders.items[slot].next) {
        if (topology->colliders.items[slot].is_in_tree) {
            tum_bvh_move(&topology->moving, slot);
        }
    }
    tum_bvh_settle(&topology->moving);
}

// Filter of pairs (docs/dialects.md#surfaces-and-filters): different bodies, one of them movable,
// filters that admit each other, and no joint that forbids the contact.
static bool may_meet(const Topology *topology, int32_t a, int32_t b)
{
    const ColliderRecord *first = &topology->colliders.items[a],
                         *second = &topology->colliders.items[b];
    if (first->body == second->body || (!topology->bodies.items[first->body].is_movable &&
                                        !topology->bodies.items[second->body].is_movable)) {
        return false;
    }
    return tum_topology_filters_admit(topology, first->filter, second->filter) &&
           !tum_topology_joint_forbids(topology, a, b);
}

// True when each of the two fat boxes contains the centre of the other. A solid body overlaps few
// other bodies that much, however bodies are piled, but n bodies in one place form n (n - 1) / 2
// such pairs. Tight boxes would not do: those of bodies that stay within their fat boxes are older
// than a checkpoint.
static bool share_a_place(const Topology *topology, int32_t a, int32_t b)
{
    const Box *first = topology_fat_box(topology, a), *second = topology_fat_box(topology, b);
    bool is_shared = true;
    for (int i = 0; i < topology->life->dimension; ++i) {
        const float x = 0.5f * (first->low[i] + first->high[i]);
        const float y = 0.5f * (second->low[i] + second->high[i]);
        is_shared &= (x >= second->low[i]) & (x <= second->high[i]) & (y >= first->low[i]) &
                     (y <= first->high[i]);
    }
    return is_shared;
}

// True when the lower collider has TUM_MAX_CROWD contacts with higher colliders of its place. Each
// collider keeps the next ones in order as partners, so that all colliders of a place stay
// connected, and n colliders have at most n TUM_MAX_CROWD pairs.
static bool is_crowded(const Topology *topology, FoundPair pair)
{
    const int32_t low = (int32_t)pair.low;
    if (!share_a_place(topology, low, (int32_t)pair.high)) {
        return false;
    }
    uint32_t count = 0;
    const BodyRecord *body = &topology->bodies.items[topology->colliders.items[low].body];
    for (int32_t edge = body->first_contact; edge != NONE && count < TUM_MAX_CROWD;) {
        const Contact *contact = &topology->contacts.items[edge / 2];
        const int32_t a = contact->collider[0], b = contact->collider[1];
        count += (a < b ? a : b) == low && share_a_place(topology, a, b) ? 1 : 0;
        edge = contact->edge[edge & 1].next;
    }
    return count >= TUM_MAX_CROWD;
}

typedef struct PairSearch {
    Topology *topology;
    Atomic32 count;  // pairs found, including those that did not fit into topology->found
    bool is_thinned; // Colliders of one place form no pair if their slots are far apart.
} PairSearch;

// Number of pairs beyond which the search is repeated with is_thinned.
enum { FOUND_MOST = 1 << 24 };

// Pairs are stored in batches, so that workers seldom contend for the counter.
enum { PAIRS_AT_ONCE = 64 };

typedef struct PairBatch {
    PairSearch *search;
    uint32_t worker, count;
    FoundPair pairs[PAIRS_AT_ONCE];
} PairBatch;

static void hand_in(PairBatch *batch)
{
    const Topology *topology = batch->search->topology;
    if (atomic32_load(&batch->search->count) > UINT32_MAX / 2) {
        batch->count = 0; // The count must not overflow.
        return;
    }
    const uint32_t first = atomic32_add(&batch->search->count, batch->count);
    for (uint32_t i = 0; i < batch->count && first + i < topology->found.capacity; ++i) {
        topology->found.items[first + i] = batch->pairs[i];
    }
    batch->count = 0;
}

static void note_pair(PairBatch *batch, int32_t a, int32_t b)
{
    Topology *topology = batch->search->topology;
    if (!may_meet(topology, a, b)) {
        return;
    }
    if (topology->life->passes_by != NULL &&
        topology->life->passes_by(topology->space, topology, a, b, topology->swept)) {
        topology_note_passing(topology, a, b, batch->worker);
        return;
    }
    const uint32_t low = (uint32_t)(a < b ? a : b), high = (uint32_t)(a < b ? b : a);
    if (batch->search->is_thinned && high - low > TUM_MAX_CROWD && share_a_place(topology, a, b)) {
        return;
    }
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

// Runs three searches: moving leaves against the moving tree, moving leaves against the still tree,
// and leaves that are new in the still tree against the moving tree. The third skips pairs in which
// both leaves have new boxes, since the second finds those. Two static colliders form no pair.
// Groups of the moving tree come first.
static void search_groups(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    PairBatch batch = {.search = context, .worker = worker, .count = 0};
    const Bvh *moving = &batch.search->topology->moving, *still = &batch.search->topology->still;
    const BvhSearch searches[3] = {{moving, moving, false, note_pairs, &batch},
                                   {moving, still, false, note_pairs, &batch},
                                   {still, moving, true, note_pairs, &batch}};
    for (uint32_t i = begin; i < end; ++i) {
        if (i < moving->group_count) {
            tum_bvh_search(&searches[0], moving->listed[i]);
            tum_bvh_search(&searches[1], moving->listed[i]);
        } else {
            tum_bvh_search(&searches[2], still->listed[i - moving->group_count]);
        }
    }
    if (batch.count > 0) {
        hand_in(&batch);
    }
}

static uint32_t group_count(const Topology *topology)
{
    return topology->moving.group_count + topology->still.group_count;
}

enum { FOUND_EACH = 8 }; // Pairs of each collider for which there is room from the start.

// Repeats the search with a larger array if pairs did not fit; a search only appends pairs.
static bool search_moved(Topology *topology)
{
    PairSearch search = {.topology = topology};
    if (!array_reserve(&topology->found, FOUND_EACH * topology->colliders.count,
                       &topology->allocator)) {
        return false;
    }
    tum_run_ranges(&topology->tasks, search_groups, &search, group_count(topology), GROUPS_AT_ONCE);
    size_t count = atomic32_load(&search.count);
    if (count > FOUND_MOST) {
        search.is_thinned = true;
        atomic32_store(&search.count, 0);
        tum_run_ranges(&topology->tasks, search_groups, &search, group_count(topology),
                       GROUPS_AT_ONCE);
        topology->dropped_pairs += count - atomic32_load(&search.count);
        count = atomic32_load(&search.count);
    }
    if (count > topology->found.capacity) {
        if (!array_reserve(&topology->found, count, &topology->allocator)) {
            return false;
        }
        atomic32_store(&search.count, 0);
        tum_run_ranges(&topology->tasks, search_groups, &search, group_count(topology),
                       GROUPS_AT_ONCE);
        count = atomic32_load(&search.count);
    }
    topology->found.count = count;
    return tum_topology_sort_found(topology);
}

bool tum_topology_sort_found(Topology *topology)
{
    const size_t count = topology->found.count;
    if (!array_reserve(&topology->sorted, count, &topology->allocator)) {
        return false;
    }
    FoundPair *found = topology->found.items, *scratch = topology->sorted.items;
    tum_sort_items(found, count, sizeof *found, offsetof(FoundPair, high), scratch);
    tum_sort_items(found, count, sizeof *found, offsetof(FoundPair, low), scratch);
    return true;
}

// Boxes of a known pair may have separated and met again while the contact lasted.
static bool add_contact(Topology *topology, FoundPair pair)
{
    const uint64_t key = pair_key(pair.low, pair.high);
    if (tum_pair_set_has(&topology->pairs, key)) {
        return true;
    }
    if (is_crowded(topology, pair)) {
        ++topology->dropped_pairs;
        return true;
    }
    const PairAdded added = tum_pair_set_add(&topology->pairs, key, &topology->allocator);
    if (added != PAIR_IS_NEW) {
        return added == PAIR_IS_KNOWN;
    }
    if (tum_topology_add_contact(topology, (int32_t)pair.low, (int32_t)pair.high) == NONE) {
        tum_pair_set_remove(&topology->pairs, key);
        return false;
    }
    return true;
}

// Prefetch distances, in pairs: the records that a pair leads to are scattered in memory, and are
// prefetched level by level.
enum { FETCH_PAIR = 8, FETCH_BODIES = 5, FETCH_EDGES = 2 };

static void fetch_edges(const Topology *topology, const FoundPair *pair)
{
    const uint32_t collider[2] = {pair->low, pair->high};
    for (int side = 0; side < 2; ++side) {
        const BodyRecord *body =
            &topology->bodies.items[topology->colliders.items[collider[side]].body];
        if (body->first_contact != NONE) {
            __builtin_prefetch(&topology->contacts.items[body->first_contact / 2].edge, 1);
        }
    }
}

static void prefetch_next(const Topology *topology, size_t i)
{
    const FoundPair *found = topology->found.items;
    if (i + FETCH_PAIR < topology->found.count) {
        const FoundPair *pair = &found[i + FETCH_PAIR];
        tum_pair_set_fetch(&topology->pairs, pair_key(pair->low, pair->high));
        __builtin_prefetch(&topology->colliders.items[pair->low]);
        __builtin_prefetch(&topology->colliders.items[pair->high]);
    }
    if (i + FETCH_BODIES < topology->found.count) {
        const FoundPair *pair = &found[i + FETCH_BODIES];
        __builtin_prefetch(&topology->bodies.items[topology->colliders.items[pair->low].body], 1);
        __builtin_prefetch(&topology->bodies.items[topology->colliders.items[pair->high].body], 1);
    }
    if (i + FETCH_EDGES < topology->found.count) {
        fetch_edges(topology, &found[i + FETCH_EDGES]);
    }
}

static bool reserve_passing(Topology *topology)
{
    bool enough = true;
    for (uint32_t i = 0; i < topology->tasks.worker_count && topology->life->passes_by != NULL;
         ++i) {
        enough = enough && bitset_grow(&topology->passing[i], topology->colliders.count,
                                       &topology->allocator);
    }
    return enough;
}

TumStatus tum_topology_find_pairs(Topology *topology)
{
    if (!reserve_passing(topology)) {
        return TUM_ERROR_MEMORY;
    }
    tum_bvh_begin_search(&topology->moving);
    tum_bvh_begin_search(&topology->still);
    topology->found.count = 0;
    bool done = group_count(topology) == 0 || search_moved(topology);
    for (size_t i = 0; i < topology->found.count && done; ++i) {
        prefetch_next(topology, i);
        done = add_contact(topology, topology->found.items[i]);
    }
    tum_bvh_end_search(&topology->moving, done);
    tum_bvh_end_search(&topology->still, done);
    return done ? TUM_OK : TUM_ERROR_MEMORY; // After a failure the next step searches for the same
                                             // leaves again.
}
