// SPDX-License-Identifier: MIT
// island_batch.c: assigns islands to batches, each of which one worker solves as a whole.
//
// Each pass of the solver iterates over all contacts. If these exceed the cache, each pass waits
// for memory. Islands are independent of each other during a step, so all passes over a few small
// islands can be done before the next islands. A batch holds the contacts of as many islands as fit
// into a cache; with few contacts in all, of fewer islands, so that every worker gets some. Large
// islands stay in the shared batch, whose passes all workers share, and which is cut into
// subdomains (subdomain.c). Islands that contain joined bodies or touch kinematic bodies are in
// the shared batch too, since other passes read those bodies in the middle of a step.
//
// Here an island is a set of bodies connected by contacts that have lanes. Such an island is in one
// batch at any time:
//
//     begins        in the open batch; if that is full, in another one with room
//     grows         in its batch, until that is overfull; then it, or another island, moves at the
//                   next check of batches
//     merges        the smaller island moves to the batch of the larger; both become shared if they
//                   are too large together
//     splits        unnoticed: both islands stay in the batch
//     ends          its lanes are free
//
// The assignment follows from contacts alone, in the order in which they begin and end.
#include <stddef.h>

#include "base/assert.h"
#include "base/disjoint.h"
#include "base/sort.h"
#include "topology/topology.h"

enum {
    // Wanted number of batches. A batch is full, so that no island begins in it, at an equal share
    // of all lanes, within the two bounds below.
    BATCHES_WANTED = 8,
    BATCH_FULL_LEAST = 256, // lanes: blocks of fewer would be badly filled
    BATCH_FULL_MOST = 512,  // lanes: 180 kB of them in 3D
    BATCH_GROWN = 768,      // lanes beyond which no island grows in a batch
    ISLAND_MOST = 512,      // lanes of an island that may be in a batch
    BATCH_MOST = BATCH_FULL_MOST + ISLAND_MOST,
    TIDY_STEPS = 64,  // steps between two rounds of tidying
    ORDER_STEPS = 32, // steps between two checks of contact order; divides TIDY_STEPS
    CUT_STEPS = 8     // steps between two checks of subdomains and overfull batches; divides both
};

enum {
    CHAIN_END = -1,
    CHAIN_STAYS = -2 // not in a chain: the island has been visited and stays
};

// An island: its bodies are chained through GraphBody.chain, as the slot of the next body plus 1.
typedef struct Island {
    int32_t first, last;
    uint32_t lanes;
    uint32_t lanes_of[COLOR_COUNT];
    bool is_shared; // A member must be in the shared batch.
} Island;

static void add_member(Topology *topology, Island *island, int32_t body)
{
    GraphBody *bodies = topology->graph.bodies.items;
    if (bodies[body].chain != 0) {
        island->is_shared |= bodies[body].chain == CHAIN_STAYS;
        return;
    }
    bodies[body].chain = CHAIN_END;
    if (island->last != NONE) {
        bodies[island->last].chain = body + 1;
    }
    island->last = body;
    island->is_shared |= topology_keeps_to_shared(&topology->bodies.items[body]);
}

static int32_t next_member(const Topology *topology, int32_t body)
{
    const int32_t chain = topology->graph.bodies.items[body].chain;
    return chain == CHAIN_END ? NONE : chain - 1;
}

// The first movable body of a contact counts the contact's lanes.
static bool owns(const Topology *topology, const Contact *contact, int side)
{
    return side == 0 || !topology_is_movable(topology, contact->body[0]);
}

static bool has_lanes(const Topology *topology, const Contact *contact)
{
    for (int32_t manifold = contact->first_manifold; manifold != NONE;
         manifold = topology->manifolds.items[manifold].next) {
        if (topology->manifolds.items[manifold].color != NONE) {
            return true;
        }
    }
    return false;
}

static void add_contact(Topology *topology, Island *island, int32_t edge)
{
    const Contact *contact = &topology->contacts.items[edge / 2];
    const int side = edge & 1;
    if (!has_lanes(topology, contact)) {
        return;
    }
    const int32_t other = contact->body[1 - side];
    if (topology_is_movable(topology, other)) {
        add_member(topology, island, other);
    } else {
        island->is_shared |= topology_keeps_to_shared(&topology->bodies.items[other]);
    }
    for (int32_t manifold = contact->first_manifold;
         manifold != NONE && owns(topology, contact, side);
         manifold = topology->manifolds.items[manifold].next) {
        const int32_t color = topology->manifolds.items[manifold].color;
        if (color != NONE) {
            ++island->lanes;
            ++island->lanes_of[graph_color_number(color)];
        }
    }
}

static Island gather(Topology *topology, int32_t body)
{
    Island island = {.first = body, .last = NONE};
    add_member(topology, &island, body);
    for (int32_t at = body; at != NONE; at = next_member(topology, at)) {
        for (int32_t edge = topology->bodies.items[at].first_contact; edge != NONE;
             edge = topology->contacts.items[edge / 2].edge[edge & 1].next) {
            add_contact(topology, &island, edge);
        }
    }
    return island;
}

static void unchain(Topology *topology, const Island *island, int32_t mark)
{
    int32_t next = NONE;
    for (int32_t at = island->first; at != NONE; at = next) {
        next = next_member(topology, at);
        topology->graph.bodies.items[at].chain = mark;
    }
}

static void let_go(Topology *topology, const Island *island)
{
    unchain(topology, island, 0);
}

static bool make_room(Topology *topology, const Island *island, int32_t batch)
{
    bool enough = true;
    for (int32_t i = 0; i < COLOR_COUNT && enough; ++i) {
        const int32_t color = graph_color(batch, i);
        GraphColor *to = &topology->graph.colors.items[color];
        const size_t wanted = to->constraints.count + island->lanes_of[i];
        enough = island->lanes_of[i] == 0 ||
                 (array_reserve(&to->constraints, wanted, &topology->allocator) &&
                  topology->life->reserve_lanes(topology->space, color, wanted));
    }
    return enough;
}

void tum_topology_move_manifold(Topology *topology, int32_t manifold, int32_t batch)
{
    tum_topology_leave_lane(topology, manifold);
    ManifoldRecord *record = &topology->manifolds.items[manifold];
    const GraphPlace from = {record->color, record->lane};
    int32_t freed;
    const GraphPlace to = tum_graph_move(&topology->graph, from, batch, &freed);
    topology->life->move_lane(topology->space, from, to);
    const size_t left = topology->graph.colors.items[from.color].constraints.count;
    if (freed != NONE) {
        topology->life->move_lane(topology->space, (GraphPlace){from.color, (int32_t)left}, from);
        topology->manifolds.items[freed].lane = from.lane;
    }
    record->color = to.color;
    record->lane = to.lane;
}

static void move_contacts(Topology *topology, int32_t body, int32_t batch)
{
    for (int32_t edge = topology->bodies.items[body].first_contact; edge != NONE;
         edge = topology->contacts.items[edge / 2].edge[edge & 1].next) {
        const Contact *contact = &topology->contacts.items[edge / 2];
        for (int32_t manifold = contact->first_manifold;
             manifold != NONE && owns(topology, contact, edge & 1);
             manifold = topology->manifolds.items[manifold].next) {
            if (topology->manifolds.items[manifold].color != NONE) {
                tum_topology_move_manifold(topology, manifold, batch);
            }
        }
    }
}

// Moves an island to a batch, or nothing when out of memory. An island that becomes shared belongs
// as a whole to subdomain `subdomain`, or to none if that is 0, until the next cut.
static bool move_island(Topology *topology, const Island *island, int32_t batch, int32_t subdomain)
{
    if (graph_batch_of_body(&topology->graph, island->first) == batch) {
        return true;
    }
    const int32_t to = subdomain > 0 ? graph_batch_of_node(&topology->graph, subdomain) : batch;
    if (!make_room(topology, island, to)) {
        return false;
    }
    topology->graph.bodies_changed = true;
    for (int32_t at = island->first; at != NONE; at = next_member(topology, at)) {
        move_contacts(topology, at, to);
        topology->graph.bodies.items[at].batch = batch;
        topology->graph.bodies.items[at].subdomain = topology->graph.bodies.items[at].top =
            subdomain;
    }
    return true;
}

static uint32_t full_batch(const Topology *topology)
{
    const uint32_t even = topology->graph.lanes_alone / BATCHES_WANTED;
    return even < BATCH_FULL_LEAST  ? BATCH_FULL_LEAST
           : even > BATCH_FULL_MOST ? BATCH_FULL_MOST
                                    : even;
}

// Batch in which an island may begin: the open one, else the next half-empty one, else a new one.
static int32_t open_batch(Topology *topology)
{
    const GraphBatch *batches = topology->graph.batches.items;
    const uint32_t full = full_batch(topology);
    if (topology->open_batch != NO_BATCH && batches[topology->open_batch].lanes < full) {
        return topology->open_batch;
    }
    for (int32_t i = BATCH_SHARED + 1; i < (int32_t)topology->graph.batches.count; ++i) {
        if (!batches[i].is_shared && batches[i].lanes < full / 2) {
            topology->open_batch = i;
            return i;
        }
    }
    topology->open_batch = tum_graph_add_batch(&topology->graph, &topology->allocator);
    return topology->open_batch;
}

static int32_t share(Topology *topology, int32_t body, int32_t subdomain)
{
    const int32_t batch = graph_batch_of_body(&topology->graph, body);
    bool moved = true;
    if (batch != NO_BATCH && batch != BATCH_SHARED) {
        const Island island = gather(topology, body);
        moved = move_island(topology, &island, BATCH_SHARED, island.is_shared ? 0 : subdomain);
        let_go(topology, &island);
    }
    return moved ? BATCH_SHARED : NO_BATCH;
}

// Merges the islands of both bodies of a new contact, which may be the same island. The batch is
// that of the larger island; if it has no room, the open batch; if the merged island is too large,
// the shared batch.
static int32_t unite(Topology *topology, const int32_t *bodies)
{
    Island islands[2];
    int count = 0, larger = 0;
    uint32_t lanes = 1;
    for (int side = 0; side < 2; ++side) {
        if (topology_is_movable(topology, bodies[side]) &&
            graph_batch_of_body(&topology->graph, bodies[side]) != NO_BATCH &&
            topology->graph.bodies.items[bodies[side]].chain == 0) {
            islands[count] = gather(topology, bodies[side]);
            lanes += islands[count].lanes;
            larger = islands[count].lanes > islands[larger].lanes ? count : larger;
            ++count;
        }
    }
    int32_t batch = graph_batch_of_body(&topology->graph, islands[larger].first);
    uint32_t wanted = topology->graph.batches.items[batch].lanes + 1;
    for (int i = 0; i < count; ++i) {
        const int32_t of = graph_batch_of_body(&topology->graph, islands[i].first);
        wanted += of != batch ? islands[i].lanes : 0;
    }
    if (lanes > ISLAND_MOST) {
        batch = BATCH_SHARED;
    } else if (wanted > BATCH_GROWN) {
        batch = open_batch(topology);
    }
    bool moved = batch != NO_BATCH;
    for (int i = 0; i < count; ++i) {
        moved = moved && move_island(topology, &islands[i], batch, 0);
        let_go(topology, &islands[i]);
    }
    return moved ? batch : NO_BATCH;
}

// Subdomain of a shared body, otherwise 0.
static int32_t shared_subdomain(const Topology *topology, int32_t body)
{
    return topology_is_movable(topology, body) &&
                   graph_batch_of_body(&topology->graph, body) == BATCH_SHARED
               ? topology->graph.bodies.items[body].subdomain
               : 0;
}

static int32_t choose_island(Topology *topology, const int32_t *body)
{
    int32_t of[2];
    bool is_shared = false;
    for (int side = 0; side < 2; ++side) {
        of[side] = topology_is_movable(topology, body[side])
                       ? graph_batch_of_body(&topology->graph, body[side])
                       : NO_BATCH;
        is_shared |= of[side] == BATCH_SHARED ||
                     topology_keeps_to_shared(&topology->bodies.items[body[side]]);
    }
    if (is_shared) {
        for (int side = 0; side < 2; ++side) {
            if (topology_is_movable(topology, body[side]) &&
                share(topology, body[side], shared_subdomain(topology, body[1 - side])) ==
                    NO_BATCH) {
                return NO_BATCH;
            }
        }
        return BATCH_SHARED;
    }
    const int32_t batch = of[0] != NO_BATCH ? of[0] : of[1];
    if (batch == NO_BATCH) {
        return open_batch(topology);
    }
    const bool is_alike = of[0] == of[1] || of[0] == NO_BATCH || of[1] == NO_BATCH;
    return is_alike && topology->graph.batches.items[batch].lanes < BATCH_GROWN
               ? batch
               : unite(topology, body);
}

// A shared body without contacts joins the subdomain of the first body that it touches.
static void choose_subdomain(Topology *topology, int32_t body, int32_t other)
{
    if (topology_is_movable(topology, other) &&
        graph_batch_of_body(&topology->graph, body) == NO_BATCH &&
        graph_batch_of_body(&topology->graph, other) != NO_BATCH &&
        !topology_keeps_to_shared(&topology->bodies.items[body])) {
        topology->graph.bodies.items[body].subdomain =
            topology->graph.bodies.items[other].subdomain;
        topology->graph.bodies_changed = true;
    }
}

static bool raise_tops(Topology *topology, const int32_t *body)
{
    const GraphBody *bodies = topology->graph.bodies.items;
    const bool moves[2] = {topology_is_movable(topology, body[0]),
                           topology_is_movable(topology, body[1])};
    const int32_t subdomain = bodies[moves[0] ? body[0] : body[1]].subdomain;
    const int32_t node =
        moves[0] && moves[1] ? graph_common_node(subdomain, bodies[body[1]].subdomain) : subdomain;
    return (!moves[0] || tum_topology_raise_top(topology, body[0], node)) &&
           (!moves[1] || tum_topology_raise_top(topology, body[1], node));
}

int32_t tum_topology_choose_batch(Topology *topology, const Contact *contact)
{
    const int32_t *body = contact->body;
    const int32_t batch = choose_island(topology, body);
    if (batch != BATCH_SHARED || topology->graph.depth == 0) {
        return batch;
    }
    for (int side = 0; side < 2; ++side) {
        if (topology_is_movable(topology, body[side])) {
            if (!tum_graph_know_body(&topology->graph, body[side], &topology->allocator)) {
                return NO_BATCH;
            }
            choose_subdomain(topology, body[side], body[1 - side]);
        }
    }
    return raise_tops(topology, body) ? tum_topology_shared_batch(topology, contact) : NO_BATCH;
}

TumStatus tum_topology_share_joined(Topology *topology)
{
    for (size_t i = 0; i < topology->joints.members.count; ++i) {
        const int32_t body = topology->joints.members.items[i];
        if (share(topology, body, 0) == NO_BATCH || !tum_topology_leave_subdomain(topology, body)) {
            return TUM_ERROR_MEMORY;
        }
    }
    return TUM_OK;
}

// Marks batches with far more lanes than a full batch.
// @return true if there are any.
static bool note_overfull(Topology *topology)
{
    const uint32_t most = full_batch(topology) * 3 / 2;
    bool found = false;
    for (size_t i = 0; i < topology->graph.batches.count; ++i) {
        GraphBatch *batch = &topology->graph.batches.items[i];
        batch->is_overfull = !batch->is_shared && batch->lanes > most;
        found |= batch->is_overfull;
    }
    return found;
}

static bool shares_lanes(const ConstraintGraph *graph)
{
    for (size_t i = 0; i < graph->batches.count; ++i) {
        if (graph->batches.items[i].is_shared && graph->batches.items[i].lanes > 0) {
            return true;
        }
    }
    return false;
}

// Weights of islands, in topology->order: a disjoint-set forest of bodies and, per root, the number
// of lanes of its island.
typedef struct Weights {
    uint32_t *next, *weight; // [bodies]
} Weights;

static Weights weights_of(const Topology *topology)
{
    return (Weights){topology->order.items, topology->order.items + topology->graph.bodies.count};
}

// Called as soon as bodies are shared, so that later steps need not allocate.
bool tum_topology_reserve_weights(Topology *topology)
{
    return array_reserve_anew(&topology->order, 2 * topology->graph.bodies.count,
                              &topology->allocator);
}

static bool has_to_be_shared(const Topology *topology, int32_t body)
{
    const Weights all = weights_of(topology);
    return all.weight[disjoint_root(all.next, (uint32_t)body)] > ISLAND_MOST;
}

// Joins the islands of both bodies of a contact and adds one lane. Weights saturate just above
// ISLAND_MOST, the limit for batches.
static void weigh_lane(const Topology *topology, Weights all, const Contact *contact)
{
    const int first = topology_is_movable(topology, contact->body[0]) ? 0 : 1;
    const uint32_t root = disjoint_root(all.next, (uint32_t)contact->body[first]);
    uint32_t weight = all.weight[root] + 1;
    for (int side = 0; side < 2; ++side) {
        const int32_t body = contact->body[side];
        weight += topology_keeps_to_shared(&topology->bodies.items[body]) ? ISLAND_MOST : 0;
        if (side > first && topology_is_movable(topology, body)) {
            const uint32_t other = disjoint_root(all.next, (uint32_t)body);
            weight += other != root ? all.weight[other] : 0;
            all.next[other] = root;
        }
    }
    all.weight[root] = weight < ISLAND_MOST + 1 ? weight : ISLAND_MOST + 1;
}

// Iterates over manifolds, which are stored in the order of contacts; a walk from body to body
// would jump through memory.
static bool weigh_islands(Topology *topology)
{
    const ConstraintGraph *graph = &topology->graph;
    if (!tum_topology_reserve_weights(topology)) {
        return false;
    }
    const Weights all = weights_of(topology);
    for (uint32_t i = 0; i < graph->bodies.count; ++i) {
        all.next[i] = i;
        all.weight[i] = 0;
    }
    for (size_t i = 0; i < topology->manifolds.count; ++i) {
        const ManifoldRecord *manifold = &topology->manifolds.items[i];
        if (manifold->contact != NONE && manifold->color != NONE &&
            graph->batches.items[graph_batch_of_color(manifold->color)].is_shared) {
            weigh_lane(topology, all, &topology->contacts.items[manifold->contact]);
        }
    }
    return true;
}

// Moves islands to other batches: shared islands that have become small, and islands of overfull
// batches as long as those stay full. Islands that stay are marked until the end, so that none is
// gathered twice.
static bool spread(Topology *topology, bool also_shared)
{
    bool enough = !also_shared || weigh_islands(topology);
    for (size_t i = 0; i < topology->awake.count && enough; ++i) {
        const int32_t body = topology->awake.items[i];
        const int32_t batch = graph_batch_of_body(&topology->graph, body);
        const bool is_shared = batch == BATCH_SHARED;
        if (batch == NO_BATCH || topology->graph.bodies.items[body].chain != 0 ||
            (is_shared ? !also_shared || has_to_be_shared(topology, body)
                       : !topology->graph.batches.items[batch].is_overfull)) {
            continue;
        }
        const Island island = gather(topology, body);
        const uint32_t lanes = topology->graph.batches.items[batch].lanes;
        if (!is_shared && lanes < full_batch(topology) + island.lanes) {
            unchain(topology, &island, CHAIN_STAYS);
            continue;
        }
        const int32_t open = open_batch(topology);
        enough = open != NO_BATCH && move_island(topology, &island, open, 0);
        let_go(topology, &island);
    }
    for (size_t i = 0; i < topology->awake.count; ++i) { // Bodies with lanes are awake.
        const int32_t body = topology->awake.items[i];
        if ((size_t)body < topology->graph.bodies.count) {
            topology->graph.bodies.items[body].chain = 0;
        }
    }
    return enough;
}

// Merges nearly empty batches, whose blocks of eight lanes would be badly filled.
static bool empty_sparse(Topology *topology)
{
    bool enough = true;
    for (size_t i = 0; i < topology->awake.count && enough; ++i) {
        const int32_t body = topology->awake.items[i];
        const int32_t batch = graph_batch_of_body(&topology->graph, body);
        if (batch == NO_BATCH || batch == BATCH_SHARED ||
            topology->graph.batches.items[batch].lanes > full_batch(topology) / 4) {
            continue;
        }
        const int32_t open = open_batch(topology);
        if (open == NO_BATCH || open == batch) {
            enough = open != NO_BATCH;
            continue;
        }
        const Island island = gather(topology, body);
        enough = move_island(topology, &island, open, 0);
        let_go(topology, &island);
    }
    return enough;
}

TumStatus tum_topology_tidy_batches(Topology *topology)
{
    topology->untidy_steps =
        topology->untidy_steps + 1 < TIDY_STEPS ? topology->untidy_steps + 1 : 0;
    const bool tidies = topology->untidy_steps == 0,
               checks = topology->untidy_steps % CUT_STEPS == 0;
    bool enough = true;
    if (checks && (note_overfull(topology) || tidies)) {
        enough = spread(topology, tidies && shares_lanes(&topology->graph));
    }
    if (tidies) {
        enough = enough && empty_sparse(topology);
    }
    if (checks) {
        enough = enough && tum_topology_cut_subdomains(topology);
    }
    if (topology->untidy_steps % ORDER_STEPS == 0) {
        enough = enough && tum_topology_order_contacts(topology);
    }
    if (tidies) {
        enough = enough && tum_topology_order_lanes(topology);
    }
    return enough ? TUM_OK : TUM_ERROR_MEMORY;
}

bool tum_topology_may_be_in_subdomain(const Topology *topology, int32_t body)
{
    return topology_is_movable(topology, body) &&
           !topology_keeps_to_shared(&topology->bodies.items[body]) &&
           graph_batch_of_body(&topology->graph, body) == BATCH_SHARED;
}

static uint32_t count_bits(uint64_t bits)
{
    uint32_t count = 0;
    for (; bits != 0; bits &= bits - 1) {
        ++count;
    }
    return count;
}

// Checks one body of a contact that has a lane in this color.
static bool side_is_valid(const Topology *topology, int32_t body, int32_t color)
{
    const int32_t own = graph_batch_of_color(color);
    const int32_t batch = topology->graph.batches.items[own].is_shared ? BATCH_SHARED : own;
    // Bodies that other passes read must be in no subdomain; bodies that touch them may be in one.
    if (topology_keeps_to_shared(&topology->bodies.items[body]) &&
        (batch != BATCH_SHARED || (own != batch && topology_is_movable(topology, body)))) {
        return false;
    }
    return !topology_is_movable(topology, body) ||
           (graph_batch_of_body(&topology->graph, body) == batch &&
            (graph_is_overflow(color) ||
             color_set_has(&topology->graph.bodies.items[body].colors, graph_color_number(color))));
}

static bool manifold_is_valid(const Topology *topology, int32_t slot)
{
    const ManifoldRecord *manifold = &topology->manifolds.items[slot];
    const Contact *contact = &topology->contacts.items[manifold->contact];
    const GraphColor *color = &topology->graph.colors.items[manifold->color];
    const int32_t batch = graph_batch_of_color(manifold->color);
    return (size_t)manifold->lane < color->constraints.count &&
           color->constraints.items[manifold->lane] == slot &&
           tum_topology_lane_is_valid(topology, manifold) &&
           bitset_test(&topology->active_set, (uint32_t)manifold->contact) &&
           (!topology->graph.batches.items[batch].is_shared ||
            tum_topology_shared_batch(topology, contact) == batch) &&
           side_is_valid(topology, contact->body[0], manifold->color) &&
           side_is_valid(topology, contact->body[1], manifold->color);
}

static bool counts_are_valid(const ConstraintGraph *graph, size_t lanes)
{
    for (size_t i = 0; i < graph->batches.count; ++i) {
        size_t in_colors = 0;
        for (int32_t k = 0; k < COLOR_COUNT; ++k) {
            in_colors += graph->colors.items[graph_color((int32_t)i, k)].constraints.count;
        }
        if (in_colors != graph->batches.items[i].lanes ||
            (!graph->batches.items[i].is_shared && in_colors > BATCH_MOST)) {
            return false;
        }
        lanes -= in_colors;
    }
    return lanes == 0;
}

bool tum_topology_batches_are_valid(const Topology *topology)
{
    const ConstraintGraph *graph = &topology->graph;
    size_t lanes = 0, sides = 0, colored = 0;
    for (size_t i = 0; i < topology->manifolds.count; ++i) {
        const ManifoldRecord *manifold = &topology->manifolds.items[i];
        if (manifold->contact == NONE || manifold->color == NONE) {
            continue;
        }
        if (!manifold_is_valid(topology, (int32_t)i)) {
            return false;
        }
        ++lanes;
        for (int side = 0; side < 2; ++side) {
            const bool counts = topology_is_movable(
                topology, topology->contacts.items[manifold->contact].body[side]);
            sides += counts;
            colored += counts && !graph_is_overflow(manifold->color);
        }
    }
    for (size_t i = 0; i < graph->bodies.count; ++i) {
        sides -= graph->bodies.items[i].lanes;
        colored -= count_bits(graph->bodies.items[i].colors.words[0]) +
                   count_bits(graph->bodies.items[i].colors.words[1]);
        if (graph->bodies.items[i].chain != 0) {
            return false;
        }
    }
    return sides == 0 && colored == 0 && counts_are_valid(graph, lanes);
}
