// SPDX-License-Identifier: MIT
// island_batch.c: which islands are solved together, whole, by one worker.
//
// Each pass of the solver walks all contacts. Where they are more than a cache holds, each pass
// waits for memory. Small islands need not: nothing that happens in one matters to another during a
// step, so all passes over some of them can be done before the next ones are looked at. A cluster
// has the contacts of as many islands as fit well; where contacts are few, of fewer, so that there
// is something to share. What is large stays in the shared cluster, whose passes all workers share,
// and is cut into parts there (subdomain.c); so does what joints or moving bodies that no push
// stops take part in, which others look at in the middle of a step.
//
// An island here is what contacts with lanes connect. It is in one cluster, always:
//
//     begins      in the open cluster; once that is full, in another one with room
//     grows       where it is, until the cluster has more than it should; then it moves, or others
//                 do at the next look at clusters
//     meets one   the smaller moves to the larger, or both are shared, being too large together
//     falls apart nobody notices: the parts stay together
//     ends        its lanes are free
//
// Who is where follows from contacts alone, in the order in which they come and go.
#include <stddef.h>

#include "base/assert.h"
#include "base/disjoint.h"
#include "base/sort.h"
#include "sim/sim.h"
#include "sim/space.h"

enum {
    BATCHES_WANTED = 8,     // of which each is full, so that no island begins in it any more, with
    BATCH_FULL_LEAST = 256, // so many lanes at least: blocks of fewer would not be; and with
    BATCH_FULL_MOST = 512,  // so many at most: 180 kB of them in 3D
    BATCH_GROWN = 768,      // lanes, from which on no island grows in it
    ISLAND_MOST = 512,      // lanes of an island that is put into a cluster
    BATCH_MOST = BATCH_FULL_MOST + ISLAND_MOST,
    TIDY_STEPS = 64,  // from one tidying to the next
    ORDER_STEPS = 32, // from one look at the order of contacts to the next; divides TIDY_STEPS
    CUT_STEPS = 8     // from one look at parts and overfull clusters to the next; divides both
};

enum {
    CHAIN_END = -1,
    CHAIN_STAYS = -2 // no chain: its island was looked at, and stays where it is
};

// Bodies of one island, chained from the first on through GraphBody.chain: the slot of the next
// one plus 1.
typedef struct Island {
    int32_t first, last;
    uint32_t lanes;
    uint32_t lanes_of[COLOR_COUNT];
    bool is_shared; // for what takes part in it
} Island;

static void add_member(Sim *sim, Island *island, int32_t body)
{
    GraphBody *bodies = sim->graph.bodies.items;
    if (bodies[body].chain != 0) {
        island->is_shared |= bodies[body].chain == CHAIN_STAYS;
        return;
    }
    bodies[body].chain = CHAIN_END;
    if (island->last != NONE) {
        bodies[island->last].chain = body + 1;
    }
    island->last = body;
    island->is_shared |= sim_keeps_to_shared(&sim->bodies.items[body]);
}

static int32_t next_member(const Sim *sim, int32_t body)
{
    const int32_t chain = sim->graph.bodies.items[body].chain;
    return chain == CHAIN_END ? NONE : chain - 1;
}

// Of two movable bodies the first counts their contacts.
static bool owns(const Sim *sim, const Contact *contact, int side)
{
    return side == 0 || !sim_is_movable(sim, contact->body[0]);
}

static bool has_lanes(const Sim *sim, const Contact *contact)
{
    for (int32_t manifold = contact->first_manifold; manifold != NONE;
         manifold = sim->manifolds.items[manifold].next) {
        if (sim->manifolds.items[manifold].color != NONE) {
            return true;
        }
    }
    return false;
}

static void add_contact(Sim *sim, Island *island, int32_t edge)
{
    const Contact *contact = &sim->contacts.items[edge / 2];
    const int side = edge & 1;
    if (!has_lanes(sim, contact)) {
        return;
    }
    const int32_t other = contact->body[1 - side];
    if (sim_is_movable(sim, other)) {
        add_member(sim, island, other);
    } else {
        island->is_shared |= sim_keeps_to_shared(&sim->bodies.items[other]);
    }
    for (int32_t manifold = contact->first_manifold; manifold != NONE && owns(sim, contact, side);
         manifold = sim->manifolds.items[manifold].next) {
        const int32_t color = sim->manifolds.items[manifold].color;
        if (color != NONE) {
            ++island->lanes;
            ++island->lanes_of[color % COLOR_COUNT];
        }
    }
}

static Island gather(Sim *sim, int32_t body)
{
    Island island = {.first = body, .last = NONE};
    add_member(sim, &island, body);
    for (int32_t at = body; at != NONE; at = next_member(sim, at)) {
        for (int32_t edge = sim->bodies.items[at].first_contact; edge != NONE;
             edge = sim->contacts.items[edge / 2].edge[edge & 1].next) {
            add_contact(sim, &island, edge);
        }
    }
    return island;
}

static void unchain(Sim *sim, const Island *island, int32_t mark)
{
    int32_t next = NONE;
    for (int32_t at = island->first; at != NONE; at = next) {
        next = next_member(sim, at);
        sim->graph.bodies.items[at].chain = mark;
    }
}

static void let_go(Sim *sim, const Island *island)
{
    unchain(sim, island, 0);
}

static bool make_room(Sim *sim, const Island *island, int32_t batch)
{
    bool enough = true;
    for (int32_t i = 0; i < COLOR_COUNT && enough; ++i) {
        const int32_t color = graph_color(batch, i);
        GraphColor *to = &sim->graph.colors.items[color];
        const size_t wanted = to->constraints.count + island->lanes_of[i];
        enough =
            island->lanes_of[i] == 0 || (array_reserve(&to->constraints, wanted, &sim->allocator) &&
                                         sim->ops->reserve_lanes(sim->space, color, wanted));
    }
    return enough;
}

void tum_sim_move_manifold(Sim *sim, int32_t manifold, int32_t batch)
{
    tum_sim_leave_lane(sim, manifold);
    ManifoldRecord *record = &sim->manifolds.items[manifold];
    const GraphPlace from = {record->color, record->lane};
    int32_t freed;
    const GraphPlace to = tum_graph_move(&sim->graph, from, batch, &freed);
    sim->ops->move_lane(sim->space, from, to);
    const size_t left = sim->graph.colors.items[from.color].constraints.count;
    if (freed != NONE) {
        sim->ops->move_lane(sim->space, (GraphPlace){from.color, (int32_t)left}, from);
        sim->manifolds.items[freed].lane = from.lane;
    }
    record->color = to.color;
    record->lane = to.lane;
}

static void move_contacts(Sim *sim, int32_t body, int32_t batch)
{
    for (int32_t edge = sim->bodies.items[body].first_contact; edge != NONE;
         edge = sim->contacts.items[edge / 2].edge[edge & 1].next) {
        const Contact *contact = &sim->contacts.items[edge / 2];
        for (int32_t manifold = contact->first_manifold;
             manifold != NONE && owns(sim, contact, edge & 1);
             manifold = sim->manifolds.items[manifold].next) {
            if (sim->manifolds.items[manifold].color != NONE) {
                tum_sim_move_manifold(sim, manifold, batch);
            }
        }
    }
}

// All of it or, without memory for that, nothing. To the shared cluster, or to another one and part
// 0: what becomes shared is all of one part until there is another cut.
static bool move_island(Sim *sim, const Island *island, int32_t batch, int32_t part)
{
    if (graph_batch_of_body(&sim->graph, island->first) == batch) {
        return true;
    }
    const int32_t to = part > 0 ? graph_batch_of_node(&sim->graph, part) : batch;
    if (!make_room(sim, island, to)) {
        return false;
    }
    sim->graph.bodies_changed = true;
    for (int32_t at = island->first; at != NONE; at = next_member(sim, at)) {
        move_contacts(sim, at, to);
        sim->graph.bodies.items[at].batch = batch;
        sim->graph.bodies.items[at].part = sim->graph.bodies.items[at].top = part;
    }
    return true;
}

static uint32_t full_batch(const Sim *sim)
{
    const uint32_t even = sim->graph.lanes_alone / BATCHES_WANTED;
    return even < BATCH_FULL_LEAST  ? BATCH_FULL_LEAST
           : even > BATCH_FULL_MOST ? BATCH_FULL_MOST
                                    : even;
}

// A cluster in which an island may begin: the open one, then the next that is half empty, or new.
static int32_t open_batch(Sim *sim)
{
    const GraphBatch *batches = sim->graph.batches.items;
    const uint32_t full = full_batch(sim);
    if (sim->open_batch != NO_BATCH && batches[sim->open_batch].lanes < full) {
        return sim->open_batch;
    }
    for (int32_t i = BATCH_SHARED + 1; i < (int32_t)sim->graph.batches.count; ++i) {
        if (!batches[i].is_shared && batches[i].lanes < full / 2) {
            sim->open_batch = i;
            return i;
        }
    }
    sim->open_batch = tum_graph_add_batch(&sim->graph, &sim->allocator);
    return sim->open_batch;
}

static int32_t share(Sim *sim, int32_t body, int32_t part)
{
    const int32_t batch = graph_batch_of_body(&sim->graph, body);
    bool moved = true;
    if (batch != NO_BATCH && batch != BATCH_SHARED) {
        const Island island = gather(sim, body);
        moved = move_island(sim, &island, BATCH_SHARED, island.is_shared ? 0 : part);
        let_go(sim, &island);
    }
    return moved ? BATCH_SHARED : NO_BATCH;
}

// Gathers the islands of the two sides of a new contact, which may be one, and brings them together
// where the larger one is; where there is no room for that, in the open cluster or, being too
// large, in the shared one.
static int32_t unite(Sim *sim, const int32_t *bodies)
{
    Island islands[2];
    int count = 0, larger = 0;
    uint32_t lanes = 1;
    for (int side = 0; side < 2; ++side) {
        if (sim_is_movable(sim, bodies[side]) &&
            graph_batch_of_body(&sim->graph, bodies[side]) != NO_BATCH &&
            sim->graph.bodies.items[bodies[side]].chain == 0) {
            islands[count] = gather(sim, bodies[side]);
            lanes += islands[count].lanes;
            larger = islands[count].lanes > islands[larger].lanes ? count : larger;
            ++count;
        }
    }
    int32_t batch = graph_batch_of_body(&sim->graph, islands[larger].first);
    uint32_t wanted = sim->graph.batches.items[batch].lanes + 1;
    for (int i = 0; i < count; ++i) {
        const int32_t of = graph_batch_of_body(&sim->graph, islands[i].first);
        wanted += of != batch ? islands[i].lanes : 0;
    }
    if (lanes > ISLAND_MOST) {
        batch = BATCH_SHARED;
    } else if (wanted > BATCH_GROWN) {
        batch = open_batch(sim);
    }
    bool moved = batch != NO_BATCH;
    for (int i = 0; i < count; ++i) {
        moved = moved && move_island(sim, &islands[i], batch, 0);
        let_go(sim, &islands[i]);
    }
    return moved ? batch : NO_BATCH;
}

// The part of a body where that is shared; else 0.
static int32_t shared_part(const Sim *sim, int32_t body)
{
    return sim_is_movable(sim, body) && graph_batch_of_body(&sim->graph, body) == BATCH_SHARED
               ? sim->graph.bodies.items[body].part
               : 0;
}

static int32_t choose_island(Sim *sim, const int32_t *body)
{
    int32_t of[2];
    bool is_shared = false;
    for (int side = 0; side < 2; ++side) {
        of[side] = sim_is_movable(sim, body[side]) ? graph_batch_of_body(&sim->graph, body[side])
                                                   : NO_BATCH;
        is_shared |=
            of[side] == BATCH_SHARED || sim_keeps_to_shared(&sim->bodies.items[body[side]]);
    }
    if (is_shared) {
        for (int side = 0; side < 2; ++side) {
            if (sim_is_movable(sim, body[side]) &&
                share(sim, body[side], shared_part(sim, body[1 - side])) == NO_BATCH) {
                return NO_BATCH;
            }
        }
        return BATCH_SHARED;
    }
    const int32_t batch = of[0] != NO_BATCH ? of[0] : of[1];
    if (batch == NO_BATCH) {
        return open_batch(sim);
    }
    const bool is_alike = of[0] == of[1] || of[0] == NO_BATCH || of[1] == NO_BATCH;
    return is_alike && sim->graph.batches.items[batch].lanes < BATCH_GROWN ? batch
                                                                           : unite(sim, body);
}

// Who is shared and touches nothing yet is of the part of what it comes to touch.
static void choose_part(Sim *sim, int32_t body, int32_t other)
{
    if (sim_is_movable(sim, other) && graph_batch_of_body(&sim->graph, body) == NO_BATCH &&
        graph_batch_of_body(&sim->graph, other) != NO_BATCH &&
        !sim_keeps_to_shared(&sim->bodies.items[body])) {
        sim->graph.bodies.items[body].part = sim->graph.bodies.items[other].part;
        sim->graph.bodies_changed = true;
    }
}

static bool raise_tops(Sim *sim, const int32_t *body)
{
    const GraphBody *bodies = sim->graph.bodies.items;
    const bool moves[2] = {sim_is_movable(sim, body[0]), sim_is_movable(sim, body[1])};
    const int32_t part = bodies[moves[0] ? body[0] : body[1]].part;
    const int32_t node =
        moves[0] && moves[1] ? graph_common_node(part, bodies[body[1]].part) : part;
    return (!moves[0] || tum_sim_raise_top(sim, body[0], node)) &&
           (!moves[1] || tum_sim_raise_top(sim, body[1], node));
}

int32_t tum_sim_choose_batch(Sim *sim, const Contact *contact)
{
    const int32_t *body = contact->body;
    const int32_t batch = choose_island(sim, body);
    if (batch != BATCH_SHARED || sim->graph.depth == 0) {
        return batch;
    }
    for (int side = 0; side < 2; ++side) {
        if (sim_is_movable(sim, body[side])) {
            if (!tum_graph_know_body(&sim->graph, body[side], &sim->allocator)) {
                return NO_BATCH;
            }
            choose_part(sim, body[side], body[1 - side]);
        }
    }
    return raise_tops(sim, body) ? tum_sim_shared_batch(sim, contact) : NO_BATCH;
}

TumStatus tum_sim_share_joined(Sim *sim)
{
    for (size_t i = 0; i < sim->joints.members.count; ++i) {
        const int32_t body = sim->joints.members.items[i];
        if (share(sim, body, 0) == NO_BATCH || !tum_sim_leave_subdomain(sim, body)) {
            return TUM_ERROR_MEMORY;
        }
    }
    return TUM_OK;
}

// Clusters that have grown by far more than a cluster should have.
// @return whether there are any.
static bool note_overfull(Sim *sim)
{
    const uint32_t most = full_batch(sim) * 3 / 2;
    bool found = false;
    for (size_t i = 0; i < sim->graph.batches.count; ++i) {
        GraphBatch *batch = &sim->graph.batches.items[i];
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

// Of bodies while islands are weighed, in sim->order: the sets that touch each other, and of each
// set's root its weight.
typedef struct Weights {
    uint32_t *next, *weight; // [bodies]
} Weights;

static Weights weights_of(const Sim *sim)
{
    return (Weights){sim->order.items, sim->order.items + sim->graph.bodies.count};
}

// Once something is shared, so that no step allocates when all has settled.
bool tum_sim_reserve_weights(Sim *sim)
{
    return array_reserve_anew(&sim->order, 2 * sim->graph.bodies.count, &sim->allocator);
}

static bool has_to_be_shared(const Sim *sim, int32_t body)
{
    const Weights all = weights_of(sim);
    return all.weight[disjoint_root(all.next, (uint32_t)body)] > ISLAND_MOST;
}

// Joins the islands of its two sides, or the one of the side that can be moved. No island has more
// weight than tells that it is too large.
static void weigh_lane(const Sim *sim, Weights all, const Contact *contact)
{
    const int first = sim_is_movable(sim, contact->body[0]) ? 0 : 1;
    const uint32_t root = disjoint_root(all.next, (uint32_t)contact->body[first]);
    uint32_t weight = all.weight[root] + 1;
    for (int side = 0; side < 2; ++side) {
        const int32_t body = contact->body[side];
        weight += sim_keeps_to_shared(&sim->bodies.items[body]) ? ISLAND_MOST : 0;
        if (side > first && sim_is_movable(sim, body)) {
            const uint32_t other = disjoint_root(all.next, (uint32_t)body);
            weight += other != root ? all.weight[other] : 0;
            all.next[other] = root;
        }
    }
    all.weight[root] = weight < ISLAND_MOST + 1 ? weight : ISLAND_MOST + 1;
}

// Plane by plane, since planes and their contacts come in the order of memory; from body to body
// nothing does.
static bool weigh_islands(Sim *sim)
{
    const ConstraintGraph *graph = &sim->graph;
    if (!tum_sim_reserve_weights(sim)) {
        return false;
    }
    const Weights all = weights_of(sim);
    for (uint32_t i = 0; i < graph->bodies.count; ++i) {
        all.next[i] = i;
        all.weight[i] = 0;
    }
    for (size_t i = 0; i < sim->manifolds.count; ++i) {
        const ManifoldRecord *manifold = &sim->manifolds.items[i];
        if (manifold->contact != NONE && manifold->color != NONE &&
            graph->batches.items[graph_batch_of_color(manifold->color)].is_shared) {
            weigh_lane(sim, all, &sim->contacts.items[manifold->contact]);
        }
    }
    return true;
}

// Islands that are shared go to clusters where they are small by now, and others from overfull
// clusters, as long as those are full without them. Of these who stays is marked until all are
// seen, so that nobody is gathered twice.
static bool spread(Sim *sim, bool also_shared)
{
    bool enough = !also_shared || weigh_islands(sim);
    for (size_t i = 0; i < sim->awake.count && enough; ++i) {
        const int32_t body = sim->awake.items[i];
        const int32_t batch = graph_batch_of_body(&sim->graph, body);
        const bool is_shared = batch == BATCH_SHARED;
        if (batch == NO_BATCH || sim->graph.bodies.items[body].chain != 0 ||
            (is_shared ? !also_shared || has_to_be_shared(sim, body)
                       : !sim->graph.batches.items[batch].is_overfull)) {
            continue;
        }
        const Island island = gather(sim, body);
        const uint32_t lanes = sim->graph.batches.items[batch].lanes;
        if (!is_shared && lanes < full_batch(sim) + island.lanes) {
            unchain(sim, &island, CHAIN_STAYS);
            continue;
        }
        const int32_t open = open_batch(sim);
        enough = open != NO_BATCH && move_island(sim, &island, open, 0);
        let_go(sim, &island);
    }
    for (size_t i = 0; i < sim->awake.count; ++i) { // Whoever has lanes is awake.
        const int32_t body = sim->awake.items[i];
        if ((size_t)body < sim->graph.bodies.count) {
            sim->graph.bodies.items[body].chain = 0;
        }
    }
    return enough;
}

// Nearly empty clusters would fill their blocks of eight lanes badly.
static bool empty_sparse(Sim *sim)
{
    bool enough = true;
    for (size_t i = 0; i < sim->awake.count && enough; ++i) {
        const int32_t body = sim->awake.items[i];
        const int32_t batch = graph_batch_of_body(&sim->graph, body);
        if (batch == NO_BATCH || batch == BATCH_SHARED ||
            sim->graph.batches.items[batch].lanes > full_batch(sim) / 4) {
            continue;
        }
        const int32_t open = open_batch(sim);
        if (open == NO_BATCH || open == batch) {
            enough = open != NO_BATCH;
            continue;
        }
        const Island island = gather(sim, body);
        enough = move_island(sim, &island, open, 0);
        let_go(sim, &island);
    }
    return enough;
}

TumStatus tum_sim_tidy_batches(Sim *sim)
{
    sim->untidy_steps = sim->untidy_steps + 1 < TIDY_STEPS ? sim->untidy_steps + 1 : 0;
    const bool tidies = sim->untidy_steps == 0, recycle_poses = sim->untidy_steps % CUT_STEPS == 0;
    bool enough = true;
    if (recycle_poses && (note_overfull(sim) || tidies)) {
        enough = spread(sim, tidies && shares_lanes(&sim->graph));
    }
    if (tidies) {
        enough = enough && empty_sparse(sim);
    }
    if (recycle_poses) {
        enough = enough && tum_sim_cut_subdomains(sim);
    }
    if (sim->untidy_steps % ORDER_STEPS == 0) {
        enough = enough && tum_sim_order_contacts(sim);
    }
    if (tidies) {
        enough = enough && tum_sim_order_lanes(sim);
    }
    return enough ? TUM_OK : TUM_ERROR_MEMORY;
}

bool tum_sim_may_be_in_subdomain(const Sim *sim, int32_t body)
{
    return sim_is_movable(sim, body) && !sim_keeps_to_shared(&sim->bodies.items[body]) &&
           graph_batch_of_body(&sim->graph, body) == BATCH_SHARED;
}

static uint32_t count_bits(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits != 0; bits &= bits - 1) {
        ++count;
    }
    return count;
}

// Of one side of a contact that has a lane in this colour.
static bool side_is_valid(const Sim *sim, int32_t body, int32_t color)
{
    const int32_t own = graph_batch_of_color(color);
    const int32_t batch = sim->graph.batches.items[own].is_shared ? BATCH_SHARED : own;
    // Of a part is nobody whom others look at, but it may touch something that moves.
    if (sim_keeps_to_shared(&sim->bodies.items[body]) &&
        (batch != BATCH_SHARED || (own != batch && sim_is_movable(sim, body)))) {
        return false;
    }
    return !sim_is_movable(sim, body) ||
           (graph_batch_of_body(&sim->graph, body) == batch &&
            (graph_is_overflow(color) ||
             (sim->graph.bodies.items[body].colors >> color % COLOR_COUNT & 1) != 0));
}

static bool manifold_is_valid(const Sim *sim, int32_t slot)
{
    const ManifoldRecord *manifold = &sim->manifolds.items[slot];
    const Contact *contact = &sim->contacts.items[manifold->contact];
    const GraphColor *color = &sim->graph.colors.items[manifold->color];
    const int32_t batch = graph_batch_of_color(manifold->color);
    return (size_t)manifold->lane < color->constraints.count &&
           color->constraints.items[manifold->lane] == slot &&
           tum_sim_lane_is_valid(sim, manifold) &&
           bitset_test(&sim->active_set, (uint32_t)manifold->contact) &&
           (!sim->graph.batches.items[batch].is_shared ||
            tum_sim_shared_batch(sim, contact) == batch) &&
           side_is_valid(sim, contact->body[0], manifold->color) &&
           side_is_valid(sim, contact->body[1], manifold->color);
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

bool tum_sim_batches_are_valid(const Sim *sim)
{
    const ConstraintGraph *graph = &sim->graph;
    size_t lanes = 0, sides = 0, colored = 0;
    for (size_t i = 0; i < sim->manifolds.count; ++i) {
        const ManifoldRecord *manifold = &sim->manifolds.items[i];
        if (manifold->contact == NONE || manifold->color == NONE) {
            continue;
        }
        if (!manifold_is_valid(sim, (int32_t)i)) {
            return false;
        }
        ++lanes;
        for (int side = 0; side < 2; ++side) {
            const bool counts =
                sim_is_movable(sim, sim->contacts.items[manifold->contact].body[side]);
            sides += counts;
            colored += counts && !graph_is_overflow(manifold->color);
        }
    }
    for (size_t i = 0; i < graph->bodies.count; ++i) {
        sides -= graph->bodies.items[i].lanes;
        colored -= count_bits(graph->bodies.items[i].colors);
        if (graph->bodies.items[i].chain != 0) {
            return false;
        }
    }
    return sides == 0 && colored == 0 && counts_are_valid(graph, lanes);
}
