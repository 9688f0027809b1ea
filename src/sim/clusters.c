// SPDX-License-Identifier: MIT
// clusters.c: which islands are solved together, whole, by one worker.
//
// Each pass of the solver walks all contacts. Where they are more than a cache holds, each pass
// waits for memory. Small islands need not: nothing that happens in one matters to another during a
// step, so all passes over some of them can be done before the next ones are looked at. A cluster
// has the contacts of as many islands as fit well; where contacts are few, of fewer, so that there
// is something to share. What is large stays in the shared cluster, whose passes all workers share,
// and is cut into parts there (parts.c); so does what joints or moving bodies that no push stops
// take part in, which others look at in the middle of a step.
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
    CLUSTERS_WANTED = 8, // of which each is full, so that no island begins in it any more, with
    CLUSTER_FULL_LEAST = 256, // so many lanes at least: blocks of fewer would not be; and with
    CLUSTER_FULL_MOST = 512,  // so many at most: 180 kB of them in 3D
    CLUSTER_GROWN = 768,      // lanes, from which on no island grows in it
    ISLAND_MOST = 512,        // lanes of an island that is put into a cluster
    CLUSTER_MOST = CLUSTER_FULL_MOST + ISLAND_MOST,
    FREE_AT_ONCE = 128, // bodies that touch nothing
    FEW_UNITS = 16,     // of each worker
    TIDY_STEPS = 64,    // from one tidying to the next
    ORDER_STEPS = 32,   // from one look at the order of contacts to the next; divides TIDY_STEPS
    CUT_STEPS = 8       // from one look at parts and overfull clusters to the next; divides both
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

static bool is_movable(const Sim *sim, int32_t body)
{
    return sim->bodies.items[body].is_movable;
}

// Only joined bodies and what moves without being movable are looked at by others.
static bool keeps_to_shared(const BodyRecord *body)
{
    return body->assembly != NONE || (!body->is_movable && body->kind != TUM_BODY_STATIC);
}

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
    island->is_shared |= keeps_to_shared(&sim->bodies.items[body]);
}

static int32_t next_member(const Sim *sim, int32_t body)
{
    const int32_t chain = sim->graph.bodies.items[body].chain;
    return chain == CHAIN_END ? NONE : chain - 1;
}

// Of two movable bodies the first counts their contacts.
static bool owns(const Sim *sim, const Contact *contact, int side)
{
    return side == 0 || !is_movable(sim, contact->body[0]);
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
    if (is_movable(sim, other)) {
        add_member(sim, island, other);
    } else {
        island->is_shared |= keeps_to_shared(&sim->bodies.items[other]);
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

static bool make_room(Sim *sim, const Island *island, int32_t cluster)
{
    bool enough = true;
    for (int32_t i = 0; i < COLOR_COUNT && enough; ++i) {
        const int32_t color = graph_color(cluster, i);
        GraphColor *to = &sim->graph.colors.items[color];
        const size_t wanted = to->constraints.count + island->lanes_of[i];
        enough =
            island->lanes_of[i] == 0 || (array_reserve(&to->constraints, wanted, &sim->allocator) &&
                                         sim->ops->reserve_lanes(sim->space, color, wanted));
    }
    return enough;
}

void tum_sim_move_manifold(Sim *sim, int32_t manifold, int32_t cluster)
{
    tum_sim_leave_lane(sim, manifold);
    ManifoldRecord *record = &sim->manifolds.items[manifold];
    const GraphPlace from = {record->color, record->lane};
    int32_t freed;
    const GraphPlace to = tum_graph_move(&sim->graph, from, cluster, &freed);
    sim->ops->move_lane(sim->space, from, to);
    const size_t left = sim->graph.colors.items[from.color].constraints.count;
    if (freed != NONE) {
        sim->ops->move_lane(sim->space, (GraphPlace){from.color, (int32_t)left}, from);
        sim->manifolds.items[freed].lane = from.lane;
    }
    record->color = to.color;
    record->lane = to.lane;
}

static void move_contacts(Sim *sim, int32_t body, int32_t cluster)
{
    for (int32_t edge = sim->bodies.items[body].first_contact; edge != NONE;
         edge = sim->contacts.items[edge / 2].edge[edge & 1].next) {
        const Contact *contact = &sim->contacts.items[edge / 2];
        for (int32_t manifold = contact->first_manifold;
             manifold != NONE && owns(sim, contact, edge & 1);
             manifold = sim->manifolds.items[manifold].next) {
            if (sim->manifolds.items[manifold].color != NONE) {
                tum_sim_move_manifold(sim, manifold, cluster);
            }
        }
    }
}

// All of it or, without memory for that, nothing. To the shared cluster, or to another one and part
// 0: what becomes shared is all of one part until there is another cut.
static bool move_island(Sim *sim, const Island *island, int32_t cluster, int32_t part)
{
    if (graph_cluster_of_body(&sim->graph, island->first) == cluster) {
        return true;
    }
    const int32_t to = part > 0 ? graph_cluster_of_node(&sim->graph, part) : cluster;
    if (!make_room(sim, island, to)) {
        return false;
    }
    sim->graph.bodies_changed = true;
    for (int32_t at = island->first; at != NONE; at = next_member(sim, at)) {
        move_contacts(sim, at, to);
        sim->graph.bodies.items[at].cluster = cluster;
        sim->graph.bodies.items[at].part = sim->graph.bodies.items[at].top = part;
    }
    return true;
}

static uint32_t full_cluster(const Sim *sim)
{
    const uint32_t even = sim->graph.lanes_alone / CLUSTERS_WANTED;
    return even < CLUSTER_FULL_LEAST  ? CLUSTER_FULL_LEAST
           : even > CLUSTER_FULL_MOST ? CLUSTER_FULL_MOST
                                      : even;
}

// A cluster in which an island may begin: the open one, then the next that is half empty, or new.
static int32_t open_cluster(Sim *sim)
{
    const GraphCluster *clusters = sim->graph.clusters.items;
    const uint32_t full = full_cluster(sim);
    if (sim->open_cluster != NO_CLUSTER && clusters[sim->open_cluster].lanes < full) {
        return sim->open_cluster;
    }
    for (int32_t i = CLUSTER_SHARED + 1; i < (int32_t)sim->graph.clusters.count; ++i) {
        if (!clusters[i].is_shared && clusters[i].lanes < full / 2) {
            sim->open_cluster = i;
            return i;
        }
    }
    sim->open_cluster = tum_graph_add_cluster(&sim->graph, &sim->allocator);
    return sim->open_cluster;
}

static int32_t share(Sim *sim, int32_t body, int32_t part)
{
    const int32_t cluster = graph_cluster_of_body(&sim->graph, body);
    bool moved = true;
    if (cluster != NO_CLUSTER && cluster != CLUSTER_SHARED) {
        const Island island = gather(sim, body);
        moved = move_island(sim, &island, CLUSTER_SHARED, island.is_shared ? 0 : part);
        let_go(sim, &island);
    }
    return moved ? CLUSTER_SHARED : NO_CLUSTER;
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
        if (is_movable(sim, bodies[side]) &&
            graph_cluster_of_body(&sim->graph, bodies[side]) != NO_CLUSTER &&
            sim->graph.bodies.items[bodies[side]].chain == 0) {
            islands[count] = gather(sim, bodies[side]);
            lanes += islands[count].lanes;
            larger = islands[count].lanes > islands[larger].lanes ? count : larger;
            ++count;
        }
    }
    int32_t cluster = graph_cluster_of_body(&sim->graph, islands[larger].first);
    uint32_t wanted = sim->graph.clusters.items[cluster].lanes + 1;
    for (int i = 0; i < count; ++i) {
        const int32_t of = graph_cluster_of_body(&sim->graph, islands[i].first);
        wanted += of != cluster ? islands[i].lanes : 0;
    }
    if (lanes > ISLAND_MOST) {
        cluster = CLUSTER_SHARED;
    } else if (wanted > CLUSTER_GROWN) {
        cluster = open_cluster(sim);
    }
    bool moved = cluster != NO_CLUSTER;
    for (int i = 0; i < count; ++i) {
        moved = moved && move_island(sim, &islands[i], cluster, 0);
        let_go(sim, &islands[i]);
    }
    return moved ? cluster : NO_CLUSTER;
}

// The part of a body where that is shared; else 0.
static int32_t shared_part(const Sim *sim, int32_t body)
{
    return is_movable(sim, body) && graph_cluster_of_body(&sim->graph, body) == CLUSTER_SHARED
               ? sim->graph.bodies.items[body].part
               : 0;
}

static int32_t choose_island(Sim *sim, const int32_t *body)
{
    int32_t of[2];
    bool is_shared = false;
    for (int side = 0; side < 2; ++side) {
        of[side] = is_movable(sim, body[side]) ? graph_cluster_of_body(&sim->graph, body[side])
                                               : NO_CLUSTER;
        is_shared |= of[side] == CLUSTER_SHARED || keeps_to_shared(&sim->bodies.items[body[side]]);
    }
    if (is_shared) {
        for (int side = 0; side < 2; ++side) {
            if (is_movable(sim, body[side]) &&
                share(sim, body[side], shared_part(sim, body[1 - side])) == NO_CLUSTER) {
                return NO_CLUSTER;
            }
        }
        return CLUSTER_SHARED;
    }
    const int32_t cluster = of[0] != NO_CLUSTER ? of[0] : of[1];
    if (cluster == NO_CLUSTER) {
        return open_cluster(sim);
    }
    const bool is_alike = of[0] == of[1] || of[0] == NO_CLUSTER || of[1] == NO_CLUSTER;
    return is_alike && sim->graph.clusters.items[cluster].lanes < CLUSTER_GROWN ? cluster
                                                                                : unite(sim, body);
}

// Who is shared and touches nothing yet is of the part of what it comes to touch.
static void choose_part(Sim *sim, int32_t body, int32_t other)
{
    if (is_movable(sim, other) && graph_cluster_of_body(&sim->graph, body) == NO_CLUSTER &&
        graph_cluster_of_body(&sim->graph, other) != NO_CLUSTER &&
        !keeps_to_shared(&sim->bodies.items[body])) {
        sim->graph.bodies.items[body].part = sim->graph.bodies.items[other].part;
        sim->graph.bodies_changed = true;
    }
}

static bool raise_tops(Sim *sim, const int32_t *body)
{
    const GraphBody *bodies = sim->graph.bodies.items;
    const bool moves[2] = {is_movable(sim, body[0]), is_movable(sim, body[1])};
    const int32_t part = bodies[moves[0] ? body[0] : body[1]].part;
    const int32_t node =
        moves[0] && moves[1] ? graph_common_node(part, bodies[body[1]].part) : part;
    return (!moves[0] || tum_sim_raise_top(sim, body[0], node)) &&
           (!moves[1] || tum_sim_raise_top(sim, body[1], node));
}

int32_t tum_sim_choose_cluster(Sim *sim, const Contact *contact)
{
    const int32_t *body = contact->body;
    const int32_t cluster = choose_island(sim, body);
    if (cluster != CLUSTER_SHARED || sim->graph.depth == 0) {
        return cluster;
    }
    for (int side = 0; side < 2; ++side) {
        if (is_movable(sim, body[side])) {
            if (!tum_graph_know_body(&sim->graph, body[side], &sim->allocator)) {
                return NO_CLUSTER;
            }
            choose_part(sim, body[side], body[1 - side]);
        }
    }
    return raise_tops(sim, body) ? tum_sim_shared_cluster(sim, contact) : NO_CLUSTER;
}

TumStatus tum_sim_share_joined(Sim *sim)
{
    for (size_t i = 0; i < sim->joints.members.count; ++i) {
        const int32_t body = sim->joints.members.items[i];
        if (share(sim, body, 0) == NO_CLUSTER || !tum_sim_leave_part(sim, body)) {
            return TUM_ERROR_MEMORY;
        }
    }
    return TUM_OK;
}

// Clusters that have grown by far more than a cluster should have.
// @return whether there are any.
static bool note_overfull(Sim *sim)
{
    const uint32_t most = full_cluster(sim) * 3 / 2;
    bool found = false;
    for (size_t i = 0; i < sim->graph.clusters.count; ++i) {
        GraphCluster *cluster = &sim->graph.clusters.items[i];
        cluster->is_overfull = !cluster->is_shared && cluster->lanes > most;
        found |= cluster->is_overfull;
    }
    return found;
}

static bool shares_lanes(const ConstraintGraph *graph)
{
    for (size_t i = 0; i < graph->clusters.count; ++i) {
        if (graph->clusters.items[i].is_shared && graph->clusters.items[i].lanes > 0) {
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
static bool reserve_weights(Sim *sim)
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
    const int first = is_movable(sim, contact->body[0]) ? 0 : 1;
    const uint32_t root = disjoint_root(all.next, (uint32_t)contact->body[first]);
    uint32_t weight = all.weight[root] + 1;
    for (int side = 0; side < 2; ++side) {
        const int32_t body = contact->body[side];
        weight += keeps_to_shared(&sim->bodies.items[body]) ? ISLAND_MOST : 0;
        if (side > first && is_movable(sim, body)) {
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
    if (!reserve_weights(sim)) {
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
            graph->clusters.items[graph_cluster_of_color(manifold->color)].is_shared) {
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
        const int32_t cluster = graph_cluster_of_body(&sim->graph, body);
        const bool is_shared = cluster == CLUSTER_SHARED;
        if (cluster == NO_CLUSTER || sim->graph.bodies.items[body].chain != 0 ||
            (is_shared ? !also_shared || has_to_be_shared(sim, body)
                       : !sim->graph.clusters.items[cluster].is_overfull)) {
            continue;
        }
        const Island island = gather(sim, body);
        const uint32_t lanes = sim->graph.clusters.items[cluster].lanes;
        if (!is_shared && lanes < full_cluster(sim) + island.lanes) {
            unchain(sim, &island, CHAIN_STAYS);
            continue;
        }
        const int32_t open = open_cluster(sim);
        enough = open != NO_CLUSTER && move_island(sim, &island, open, 0);
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
        const int32_t cluster = graph_cluster_of_body(&sim->graph, body);
        if (cluster == NO_CLUSTER || cluster == CLUSTER_SHARED ||
            sim->graph.clusters.items[cluster].lanes > full_cluster(sim) / 4) {
            continue;
        }
        const int32_t open = open_cluster(sim);
        if (open == NO_CLUSTER || open == cluster) {
            enough = open != NO_CLUSTER;
            continue;
        }
        const Island island = gather(sim, body);
        enough = move_island(sim, &island, open, 0);
        let_go(sim, &island);
    }
    return enough;
}

TumStatus tum_sim_tidy_clusters(Sim *sim)
{
    sim->untidy_steps = sim->untidy_steps + 1 < TIDY_STEPS ? sim->untidy_steps + 1 : 0;
    const bool tidies = sim->untidy_steps == 0, looks = sim->untidy_steps % CUT_STEPS == 0;
    bool enough = true;
    if (looks && (note_overfull(sim) || tidies)) {
        enough = spread(sim, tidies && shares_lanes(&sim->graph));
    }
    if (tidies) {
        enough = enough && empty_sparse(sim);
    }
    if (looks) {
        enough = enough && tum_sim_cut_parts(sim);
    }
    if (sim->untidy_steps % ORDER_STEPS == 0) {
        enough = enough && tum_sim_order_contacts(sim);
    }
    if (tidies) {
        enough = enough && tum_sim_order_lanes(sim);
    }
    return enough ? TUM_OK : TUM_ERROR_MEMORY;
}

bool tum_sim_may_be_in_part(const Sim *sim, int32_t body)
{
    return is_movable(sim, body) && !keeps_to_shared(&sim->bodies.items[body]) &&
           graph_cluster_of_body(&sim->graph, body) == CLUSTER_SHARED;
}

// Who solves a body: all workers, the one that has its cluster or its part, or, where it touches
// nothing, any.
static int32_t mover_cluster(const Sim *sim, int32_t body)
{
    if (keeps_to_shared(&sim->bodies.items[body])) {
        return CLUSTER_SHARED;
    }
    const int32_t cluster = graph_cluster_of_body(&sim->graph, body);
    return cluster == CLUSTER_SHARED
               ? graph_cluster_of_node(&sim->graph, sim->graph.bodies.items[body].part)
               : cluster;
}

static bool add_unit(Sim *sim, int32_t cluster, uint32_t begin, uint32_t end)
{
    SolveUnit *unit = array_push(&sim->units, &sim->allocator);
    if (unit == NULL) {
        return false;
    }
    *unit = (SolveUnit){cluster, begin, end};
    return true;
}

static bool moves_with_joints(const Sim *sim, int32_t body)
{
    return sim->ops->moves_with_joints != NULL &&
           sim->ops->moves_with_joints(sim->space, sim, body);
}

// Whether others than the part that a body is of, if it is of one, solve contacts of it too.
static bool is_at_cut(const Sim *sim, int32_t body, int32_t cluster)
{
    if (!sim->graph.clusters.items[cluster].is_shared) {
        return false;
    }
    const GraphBody *entry = &sim->graph.bodies.items[body];
    return entry->top != entry->part;
}

// Who is seated before the others of a cluster: in a part, who is at its cut; of those that are
// shared and of no part, who moves with joints.
static bool is_first(const Sim *sim, int32_t body, int32_t cluster)
{
    return cluster == CLUSTER_SHARED ? moves_with_joints(sim, body) : is_at_cut(sim, body, cluster);
}

// @param next  the first seat that is free.
static void list_cluster(GraphCluster *cluster, uint32_t *next)
{
    const uint32_t first = cluster->inner, count = cluster->next;
    cluster->begin = cluster->inner = *next;
    cluster->next = *next + first;
    *next += count;
}

static uint32_t take_seat(const Sim *sim, int32_t body, int32_t cluster)
{
    GraphCluster *of = &sim->graph.clusters.items[cluster];
    return is_first(sim, body, cluster) ? of->inner++ : of->next++;
}

static bool reserve_movers(Sim *sim, size_t count)
{
    return array_reserve(&sim->movers, count, &sim->allocator) &&
           array_reserve(&sim->sharers, count, &sim->allocator) &&
           array_reserve(&sim->mover_clusters, count, &sim->allocator) &&
           array_reserve(&sim->drivers, count, &sim->allocator) &&
           array_reserve(&sim->seats, sim->bodies.count, &sim->allocator);
}

// Who solves whom, and how many each cluster has.
static void count_movers(Sim *sim)
{
    GraphCluster *clusters = sim->graph.clusters.items;
    for (size_t i = 0; i < sim->graph.clusters.count; ++i) {
        clusters[i].begin = clusters[i].next = clusters[i].inner = 0;
        clusters[i].slots = 0;
    }
    sim->drivers.count = 0;
    for (size_t i = 0; i < sim->awake.count; ++i) {
        const int32_t body = sim->awake.items[i], cluster = mover_cluster(sim, body);
        sim->mover_clusters.items[i] = cluster;
        if (cluster != NO_CLUSTER) {
            ++clusters[cluster].next;
            clusters[cluster].slots += (uint64_t)body;
            clusters[cluster].inner += is_first(sim, body, cluster);
        }
        if (!is_movable(sim, body)) {
            sim->drivers.items[sim->drivers.count++] = body;
        }
    }
}

// Clusters that are solved whole in sim->found, in the order of where their bodies are in memory:
// other stages too deal out what is done to them from the first slot on.
static bool order_clusters(Sim *sim)
{
    const GraphCluster *clusters = sim->graph.clusters.items;
    const size_t count = sim->graph.clusters.count;
    sim->found.count = 0;
    if (!array_reserve(&sim->found, count, &sim->allocator) ||
        !array_reserve(&sim->sorted, count, &sim->allocator)) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        if (!clusters[i].is_shared && clusters[i].next > 0) {
            sim->found.items[sim->found.count++] =
                (FoundPair){(uint32_t)(clusters[i].slots / clusters[i].next), (uint32_t)i};
        }
    }
    tum_sort_items(sim->found.items, sim->found.count, sizeof *sim->found.items,
                   offsetof(FoundPair, low), sim->sorted.items);
    return true;
}

// Where each cluster has its bodies among the movers, and the units.
// @param next  receives where bodies of none begin.
static bool list_clusters(Sim *sim, uint32_t *next)
{
    GraphCluster *clusters = sim->graph.clusters.items;
    sim->units.count = 0;
    *next = 0;
    sim->joined_count = clusters[CLUSTER_SHARED].inner;
    list_cluster(&clusters[CLUSTER_SHARED], next);
    sim->apart_count = *next;
    for (int32_t i = 0; i < (int32_t)sim->graph.nodes.count; ++i) {
        list_cluster(&clusters[sim->graph.nodes.items[i]], next);
    }
    sim->shared_count = *next;
    for (size_t i = 0; i < sim->found.count; ++i) {
        const int32_t cluster = (int32_t)sim->found.items[i].high;
        list_cluster(&clusters[cluster], next);
        if (!add_unit(sim, cluster, clusters[cluster].begin, *next)) {
            return false;
        }
    }
    const uint32_t count = (uint32_t)sim->awake.count;
    for (uint32_t begin = *next, end; begin < count; begin = end) {
        end = count - begin < FREE_AT_ONCE ? count : begin + FREE_AT_ONCE;
        if (!add_unit(sim, NO_CLUSTER, begin, end)) {
            return false;
        }
    }
    return true;
}

// About how long it takes.
static uint32_t weight_of_unit(const Sim *sim, const SolveUnit *unit)
{
    const uint32_t bodies = unit->end - unit->begin;
    return unit->cluster == NO_CLUSTER
               ? bodies
               : bodies + 2 * sim->graph.clusters.items[unit->cluster].lanes;
}

// Who has nothing to do any more takes over a unit: the last of a stretch of few is to be small.
// The others keep their order in memory, and so do all that are about alike.
static void end_with_smallest(Sim *sim, uint32_t first, uint32_t next)
{
    SolveUnit *units = sim->units.items;
    uint32_t smallest = first, least = UINT32_MAX;
    for (uint32_t i = first; i < next; ++i) {
        const uint32_t weight = weight_of_unit(sim, &units[i]);
        smallest = weight <= least ? i : smallest;
        least = weight <= least ? weight : least;
    }
    if (first == next || weight_of_unit(sim, &units[next - 1]) < least + least / 2) {
        return;
    }
    const SolveUnit last = units[smallest];
    for (uint32_t i = smallest + 1; i < next; ++i) {
        units[i - 1] = units[i];
    }
    units[next - 1] = last;
}

static void order_units(Sim *sim)
{
    const uint32_t count = (uint32_t)sim->units.count, workers = sim->tasks.worker_count;
    for (uint32_t i = 0; i < workers && count <= FEW_UNITS * workers; ++i) {
        end_with_smallest(sim, count * i / workers, count * (i + 1) / workers);
    }
}

static void seat_movers(Sim *sim, uint32_t next_free)
{
    sim->movers.count = sim->awake.count;
    sim->sharers.count = 0;
    for (size_t i = 0; i < sim->awake.count; ++i) {
        const int32_t body = sim->awake.items[i], cluster = sim->mover_clusters.items[i];
        const uint32_t seat = cluster == NO_CLUSTER ? next_free++ : take_seat(sim, body, cluster);
        sim->movers.items[seat] = body;
        sim->seats.items[body] = seat;
        if (seat < sim->shared_count) {
            sim->sharers.items[sim->sharers.count++] = body;
        }
    }
}

static void measure_drivers(Sim *sim)
{
    sim->driver_pace = 0.0f;
    for (size_t i = 0; i < sim->drivers.count; ++i) {
        const float pace = sim->ops->pace(sim->space, sim->drivers.items[i]);
        sim->driver_pace = pace > sim->driver_pace ? pace : sim->driver_pace;
    }
}

// Sorted by counting, so that nothing but the order of the awake decides: what is shared, first of
// no part, of that first what joints move, then part by part, then unit by unit. Bodies of a part
// that others solve contacts of come first in it: what a core fetches beside a body is then what it
// is going to need, or nobody's. While bodies keep what they touch, or touch something else in the
// same cluster, so do the lists.
bool tum_sim_list_movers(Sim *sim)
{
    if (!sim->movers_are_listed || sim->graph.bodies_changed) {
        uint32_t next_free;
        sim->movers_are_listed = false;
        if (!reserve_movers(sim, sim->awake.count)) {
            return false;
        }
        count_movers(sim);
        if (!order_clusters(sim) || !list_clusters(sim, &next_free) ||
            (sim->shared_count > 0 && !reserve_weights(sim))) {
            return false;
        }
        order_units(sim);
        seat_movers(sim, next_free);
        sim->movers_are_listed = true;
        sim->graph.bodies_changed = false;
    }
    measure_drivers(sim);
    TUM_VALIDATE(tum_sim_clusters_are_valid(sim) && tum_sim_movers_are_valid(sim));
    return true;
}

// Each awake body has a seat of its own among those of its cluster, at the cut or behind, and
// nobody else has one there.
bool tum_sim_movers_are_valid(const Sim *sim)
{
    const GraphCluster *clusters = sim->graph.clusters.items;
    size_t seated = 0;
    for (size_t i = 0; i < sim->awake.count; ++i) {
        const int32_t body = sim->awake.items[i], cluster = mover_cluster(sim, body);
        const uint32_t seat = sim->seats.items[body];
        if (seat >= sim->awake.count || sim->movers.items[seat] != body ||
            (cluster != NO_CLUSTER &&
             (seat < clusters[cluster].begin || seat >= clusters[cluster].next ||
              (seat < clusters[cluster].inner) != is_first(sim, body, cluster)))) {
            return false;
        }
        seated += cluster != NO_CLUSTER;
    }
    for (size_t i = 0; i < sim->graph.clusters.count; ++i) {
        seated -= clusters[i].next - clusters[i].begin;
    }
    return seated == 0;
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
    const int32_t own = graph_cluster_of_color(color);
    const int32_t cluster = sim->graph.clusters.items[own].is_shared ? CLUSTER_SHARED : own;
    // Of a part is nobody whom others look at, but it may touch something that moves.
    if (keeps_to_shared(&sim->bodies.items[body]) &&
        (cluster != CLUSTER_SHARED || (own != cluster && is_movable(sim, body)))) {
        return false;
    }
    return !is_movable(sim, body) ||
           (graph_cluster_of_body(&sim->graph, body) == cluster &&
            (graph_is_overflow(color) ||
             (sim->graph.bodies.items[body].colors >> color % COLOR_COUNT & 1) != 0));
}

static bool manifold_is_valid(const Sim *sim, int32_t slot)
{
    const ManifoldRecord *manifold = &sim->manifolds.items[slot];
    const Contact *contact = &sim->contacts.items[manifold->contact];
    const GraphColor *color = &sim->graph.colors.items[manifold->color];
    const int32_t cluster = graph_cluster_of_color(manifold->color);
    return (size_t)manifold->lane < color->constraints.count &&
           color->constraints.items[manifold->lane] == slot &&
           tum_sim_lane_is_valid(sim, manifold) &&
           bitset_test(&sim->active_set, (uint32_t)manifold->contact) &&
           (!sim->graph.clusters.items[cluster].is_shared ||
            tum_sim_shared_cluster(sim, contact) == cluster) &&
           side_is_valid(sim, contact->body[0], manifold->color) &&
           side_is_valid(sim, contact->body[1], manifold->color);
}

static bool counts_are_valid(const ConstraintGraph *graph, size_t lanes)
{
    for (size_t i = 0; i < graph->clusters.count; ++i) {
        size_t in_colors = 0;
        for (int32_t k = 0; k < COLOR_COUNT; ++k) {
            in_colors += graph->colors.items[graph_color((int32_t)i, k)].constraints.count;
        }
        if (in_colors != graph->clusters.items[i].lanes ||
            (!graph->clusters.items[i].is_shared && in_colors > CLUSTER_MOST)) {
            return false;
        }
        lanes -= in_colors;
    }
    return lanes == 0;
}

bool tum_sim_clusters_are_valid(const Sim *sim)
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
            const bool counts = is_movable(sim, sim->contacts.items[manifold->contact].body[side]);
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
