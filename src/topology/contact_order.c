// SPDX-License-Identifier: MIT
// contact_order.c: sorts contacts and manifolds by the subdomain of their bodies.
//
// Contacts keep their slots while bodies move elsewhere, and the cuts into subdomains do not follow
// the order in which bodies and contacts were created. A worker that iterates over a range of
// contacts then meets bodies of all subdomains, half of them in the cache of another core, and
// writes manifolds that other workers solve. So when neighbouring contacts often belong to
// different subdomains, all contacts are renumbered: subdomain by subdomain, and in their previous
// order within a subdomain. Contacts without a subdomain stay about where they are. Manifolds
// follow their contacts.
#include "base/permute.h"
#include "base/sort.h"
#include "system/task_ranges.h"
#include "topology/topology.h"

enum {
    MIXED_SHARE = 16,    // One pair of neighbours in so many may belong to two subdomains, plus one
                         // per subdomain.
    SAMPLED_SLOTS = 128, // Sample: the first SAMPLE slots of so many
    SAMPLE = 16,
    SLOTS_AT_ONCE = 64 // per range of a task
};

// Permutation of an array.
typedef struct NewOrder {
    uint32_t *to; // New index by old index.
    Cycles cycles;
} NewOrder;

typedef struct Reordering {
    Topology *topology;
    NewOrder contacts, manifolds;
    Column columns[2 * COLUMNS_MOST + 2];
    uint32_t contact_columns; // Columns of contacts come first.
} Reordering;

static bool is_used(const Topology *topology, size_t contact)
{
    return topology->contacts.items[contact].collider[0] != NONE;
}

// Subdomain of a contact, counted from 0, or NONE.
static int32_t part_of(const Topology *topology, const Contact *contact)
{
    const ConstraintGraph *graph = &topology->graph;
    for (int side = 0; side < 2; ++side) {
        const int32_t body = contact->body[side];
        if (graph_batch_of_body(graph, body) == BATCH_SHARED &&
            graph->bodies.items[body].part > 0) {
            return graph->bodies.items[body].part - graph_first_leaf(graph);
        }
    }
    return NONE;
}

static bool is_mixed(const Topology *topology)
{
    size_t pairs = 0, of_two = 0;
    for (size_t begin = 0; begin + SAMPLE <= topology->contacts.count; begin += SAMPLED_SLOTS) {
        int32_t last = NONE;
        for (size_t slot = begin; slot < begin + SAMPLE; ++slot) {
            const int32_t part =
                is_used(topology, slot) ? part_of(topology, &topology->contacts.items[slot]) : NONE;
            pairs += part != NONE && last != NONE;
            of_two += part != NONE && last != NONE && part != last;
            last = part != NONE ? part : last;
        }
    }
    return of_two > ((size_t)1 << topology->graph.depth) + pairs / MIXED_SHARE;
}

// Lists contacts in topology->found, sorted by wanted position: the middle of the range of their
// subdomain.
static void sort_contacts(Topology *topology)
{
    const uint64_t slots = topology->contacts.count, halves = (uint64_t)2 << topology->graph.depth;
    topology->found.count = 0;
    for (uint32_t slot = 0; slot < slots; ++slot) {
        if (is_used(topology, slot)) {
            const int32_t part = part_of(topology, &topology->contacts.items[slot]);
            const uint64_t place = part == NONE ? slot : slots * (2 * (uint64_t)part + 1) / halves;
            topology->found.items[topology->found.count++] = (FoundPair){(uint32_t)place, slot};
        }
    }
    tum_sort_items(topology->found.items, topology->found.count, sizeof *topology->found.items,
                   offsetof(FoundPair, low), topology->sorted.items);
}

static void invert(const uint32_t *from, size_t count, uint32_t *to)
{
    for (uint32_t i = 0; i < count; ++i) {
        to[from[i]] = i;
    }
}

static uint32_t next_unused(const Topology *topology, uint32_t slot)
{
    while (is_used(topology, slot)) {
        ++slot;
    }
    return slot;
}

// Distributes the listed contacts evenly among all slots, with free slots between them.
// @param from, to  [slots]
static void spread_contacts(const Topology *topology, uint32_t *from, uint32_t *to)
{
    const size_t used = topology->found.count, slots = topology->contacts.count;
    uint32_t unused = 0;
    for (size_t slot = 0, i = 0; slot < slots; ++slot) {
        if (i < used && slot == slots * i / used) {
            from[slot] = topology->found.items[i++].high;
        } else {
            unused = next_unused(topology, unused);
            from[slot] = unused++;
        }
    }
    invert(from, slots, to);
}

static uint32_t next_free(const Topology *topology, uint32_t slot)
{
    while (topology->manifolds.items[slot].contact != NONE) {
        ++slot;
    }
    return slot;
}

// Places each manifold in the slot of its contact's new number, or in the next free one.
static void spread_manifolds(const Topology *topology, uint32_t *from, uint32_t *to)
{
    const uint32_t slots = (uint32_t)topology->manifolds.count;
    uint32_t left = slots - topology->free_manifolds.count, slot = 0, free = 0;
    for (size_t i = 0; i < topology->found.count; ++i) {
        const uint32_t wanted = (uint32_t)(topology->contacts.count * i / topology->found.count);
        for (int32_t manifold =
                 topology->contacts.items[topology->found.items[i].high].first_manifold;
             manifold != NONE; manifold = topology->manifolds.items[manifold].next, --left) {
            for (; slot < wanted && slot + left < slots; ++slot) {
                free = next_free(topology, free);
                from[slot] = free++;
            }
            from[slot++] = (uint32_t)manifold;
        }
    }
    for (; slot < slots; ++slot) {
        free = next_free(topology, free);
        from[slot] = free++;
    }
    invert(from, slots, to);
}

static void permute_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const Reordering *all = context;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        const bool is_contacts = i < all->contact_columns;
        tum_permute(*all->columns[i].items, all->columns[i].item_bytes,
                    is_contacts ? &all->contacts.cycles : &all->manifolds.cycles);
    }
}

static void permute_columns(Reordering *all)
{
    Topology *topology = all->topology;
    uint32_t count =
        topology->life->list_columns(topology->space, COLUMNS_OF_CONTACTS, all->columns);
    all->columns[count++] = COLUMN(topology->contacts);
    all->contact_columns = count;
    count +=
        topology->life->list_columns(topology->space, COLUMNS_OF_MANIFOLDS, all->columns + count);
    all->columns[count++] = COLUMN(topology->manifolds);
    topology->tasks.run(topology->tasks.user, permute_stage, all, count, 1);
}

static int32_t slot_after(const NewOrder *order, int32_t slot)
{
    return slot == NONE ? NONE : (int32_t)order->to[slot];
}

static int32_t edge_after(const NewOrder *contacts, int32_t edge)
{
    return edge == NONE ? NONE : slot_after(contacts, edge / 2) * 2 + (edge & 1);
}

static void rename_in_contacts(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const Reordering *all = context;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        Contact *contact = &all->topology->contacts.items[i];
        contact->first_manifold = slot_after(&all->manifolds, contact->first_manifold);
        for (int side = 0; side < 2 && is_used(all->topology, i); ++side) {
            ContactEdge *edge = &contact->edge[side];
            edge->previous = edge_after(&all->contacts, edge->previous);
            edge->next = edge_after(&all->contacts, edge->next);
        }
    }
}

static void rename_in_manifolds(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const Reordering *all = context;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        ManifoldRecord *manifold = &all->topology->manifolds.items[i];
        manifold->contact = slot_after(&all->contacts, manifold->contact);
        manifold->next = slot_after(&all->manifolds, manifold->next);
        if (manifold->color != NONE) {
            all->topology->graph.colors.items[manifold->color].constraints.items[manifold->lane] =
                (int32_t)i;
        }
    }
}

static void rename_in_bodies(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const Reordering *all = context;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        BodyRecord *body = &all->topology->bodies.items[i];
        body->first_contact = edge_after(&all->contacts, body->first_contact);
    }
}

static void reorder_sets(Topology *topology, const NewOrder *contacts)
{
    tum_topology_list_active(topology);
    bitset_clear_all(&topology->active_set);
    for (size_t i = 0; i < topology->active.count; ++i) {
        bitset_set(&topology->active_set, contacts->to[topology->active.items[i]]);
    }
    topology->active_is_old = true;
    bitset_clear_all(&topology->free_contacts.set);
    for (uint32_t i = 0; i < topology->contacts.count; ++i) {
        if (!is_used(topology, i)) {
            bitset_set(&topology->free_contacts.set, i);
        }
    }
    bitset_clear_all(&topology->free_manifolds.set);
    for (uint32_t i = 0; i < topology->manifolds.count; ++i) {
        if (topology->manifolds.items[i].contact == NONE) {
            bitset_set(&topology->free_manifolds.set, i);
        }
    }
}

// Computes a permutation in scratch of 3 * count items: sources, targets and cycles.
static NewOrder find_order(const Topology *topology, size_t count, uint32_t *room,
                           void (*spread)(const Topology *topology, uint32_t *from, uint32_t *to))
{
    uint32_t *from = room, *to = room + count;
    spread(topology, from, to);
    return (NewOrder){to, tum_cycles(from, count, room + 2 * count)};
}

static void reorder(Topology *topology)
{
    const size_t contacts = topology->contacts.count, manifolds = topology->manifolds.count;
    uint32_t *room = topology->order.items;
    Reordering all = {.topology = topology,
                      .contacts = find_order(topology, contacts, room, spread_contacts),
                      .manifolds =
                          find_order(topology, manifolds, room + 3 * contacts, spread_manifolds)};
    permute_columns(&all);
    tum_run_ranges(&topology->tasks, rename_in_contacts, &all, (uint32_t)contacts, SLOTS_AT_ONCE);
    tum_run_ranges(&topology->tasks, rename_in_manifolds, &all, (uint32_t)manifolds, SLOTS_AT_ONCE);
    tum_run_ranges(&topology->tasks, rename_in_bodies, &all, (uint32_t)topology->bodies.count,
                   SLOTS_AT_ONCE);
    reorder_sets(topology, &all.contacts);
}

bool tum_topology_order_contacts(Topology *topology)
{
    const size_t contacts = topology->contacts.count, manifolds = topology->manifolds.count;
    if (topology->graph.depth == 0 || !is_mixed(topology)) {
        return true;
    }
    if (!array_reserve(&topology->found, contacts, &topology->allocator) ||
        !array_reserve(&topology->sorted, contacts, &topology->allocator) ||
        !array_reserve_anew(&topology->order, 3 * (contacts + manifolds), &topology->allocator)) {
        return false;
    }
    sort_contacts(topology);
    reorder(topology);
    return true;
}
