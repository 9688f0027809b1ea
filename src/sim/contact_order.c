// SPDX-License-Identifier: MIT
// contact_order.c: contacts and their planes in the order of who solves their bodies.
//
// Contacts keep their slots while bodies go elsewhere, and parts are cut across the order in which
// both were made. Then whoever goes through a stretch of contacts meets bodies of all parts, half
// of them with another core, and leaves planes there that others solve. So where neighbours are
// often of different parts all contacts get other slots: part by part, within a part in the order
// that they were in. What is of no part stays about where it is.
#include "base/permute.h"
#include "base/sort.h"
#include "sim/sim.h"
#include "sim/space.h"
#include "system/task_ranges.h"

enum {
    MIXED_SHARE = 16,    // of neighbours, one pair in so many may be of two parts, besides as many
                         // as there are parts
    SAMPLED_SLOTS = 128, // of which some tell for all whether it is more:
    SAMPLE = 16,
    SLOTS_AT_ONCE = 64 // to be told the new numbers
};

// Where items of an array come from and go to.
typedef struct NewOrder {
    uint32_t *to; // By old place the new one.
    Cycles cycles;
} NewOrder;

typedef struct Reordering {
    Sim *sim;
    NewOrder contacts, manifolds;
    Column columns[2 * COLUMNS_MOST + 2];
    uint32_t contact_columns; // they come first
} Reordering;

static bool is_used(const Sim *sim, size_t contact)
{
    return sim->contacts.items[contact].collider[0] != NONE;
}

// The part of a contact, counted from 0, or NONE: what it touches is of none.
static int32_t part_of(const Sim *sim, const Contact *contact)
{
    const ConstraintGraph *graph = &sim->graph;
    for (int side = 0; side < 2; ++side) {
        const int32_t body = contact->body[side];
        if (graph_batch_of_body(graph, body) == BATCH_SHARED &&
            graph->bodies.items[body].part > 0) {
            return graph->bodies.items[body].part - graph_first_leaf(graph);
        }
    }
    return NONE;
}

static bool is_mixed(const Sim *sim)
{
    size_t pairs = 0, of_two = 0;
    for (size_t begin = 0; begin + SAMPLE <= sim->contacts.count; begin += SAMPLED_SLOTS) {
        int32_t last = NONE;
        for (size_t slot = begin; slot < begin + SAMPLE; ++slot) {
            const int32_t part =
                is_used(sim, slot) ? part_of(sim, &sim->contacts.items[slot]) : NONE;
            pairs += part != NONE && last != NONE;
            of_two += part != NONE && last != NONE && part != last;
            last = part != NONE ? part : last;
        }
    }
    return of_two > ((size_t)1 << sim->graph.depth) + pairs / MIXED_SHARE;
}

// Lists contacts in sim->found by where they should be: of a part, in its middle.
static void sort_contacts(Sim *sim)
{
    const uint64_t slots = sim->contacts.count, halves = (uint64_t)2 << sim->graph.depth;
    sim->found.count = 0;
    for (uint32_t slot = 0; slot < slots; ++slot) {
        if (is_used(sim, slot)) {
            const int32_t part = part_of(sim, &sim->contacts.items[slot]);
            const uint64_t place = part == NONE ? slot : slots * (2 * (uint64_t)part + 1) / halves;
            sim->found.items[sim->found.count++] = (FoundPair){(uint32_t)place, slot};
        }
    }
    tum_sort_items(sim->found.items, sim->found.count, sizeof *sim->found.items,
                   offsetof(FoundPair, low), sim->sorted.items);
}

static void invert(const uint32_t *from, size_t count, uint32_t *to)
{
    for (uint32_t i = 0; i < count; ++i) {
        to[from[i]] = i;
    }
}

static uint32_t next_unused(const Sim *sim, uint32_t slot)
{
    while (is_used(sim, slot)) {
        ++slot;
    }
    return slot;
}

// Those that are listed, with free slots between them everywhere.
// @param from, to  [slots]
static void spread_contacts(const Sim *sim, uint32_t *from, uint32_t *to)
{
    const size_t used = sim->found.count, slots = sim->contacts.count;
    uint32_t unused = 0;
    for (size_t slot = 0, i = 0; slot < slots; ++slot) {
        if (i < used && slot == slots * i / used) {
            from[slot] = sim->found.items[i++].high;
        } else {
            unused = next_unused(sim, unused);
            from[slot] = unused++;
        }
    }
    invert(from, slots, to);
}

static uint32_t next_free(const Sim *sim, uint32_t slot)
{
    while (sim->manifolds.items[slot].contact != NONE) {
        ++slot;
    }
    return slot;
}

// Each in the slot of its contact's new number, or the next one that is left.
static void spread_manifolds(const Sim *sim, uint32_t *from, uint32_t *to)
{
    const uint32_t slots = (uint32_t)sim->manifolds.count;
    uint32_t left = slots - sim->free_manifolds.count, slot = 0, free = 0;
    for (size_t i = 0; i < sim->found.count; ++i) {
        const uint32_t wanted = (uint32_t)(sim->contacts.count * i / sim->found.count);
        for (int32_t manifold = sim->contacts.items[sim->found.items[i].high].first_manifold;
             manifold != NONE; manifold = sim->manifolds.items[manifold].next, --left) {
            for (; slot < wanted && slot + left < slots; ++slot) {
                free = next_free(sim, free);
                from[slot] = free++;
            }
            from[slot++] = (uint32_t)manifold;
        }
    }
    for (; slot < slots; ++slot) {
        free = next_free(sim, free);
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
        tum_permute(all->columns[i].items, all->columns[i].item_bytes,
                    is_contacts ? &all->contacts.cycles : &all->manifolds.cycles);
    }
}

static void permute_columns(Reordering *all)
{
    Sim *sim = all->sim;
    uint32_t count = sim->ops->list_columns(sim->space, COLUMNS_OF_CONTACTS, all->columns);
    all->columns[count++] = (Column){sim->contacts.items, sizeof *sim->contacts.items};
    all->contact_columns = count;
    count += sim->ops->list_columns(sim->space, COLUMNS_OF_MANIFOLDS, all->columns + count);
    all->columns[count++] = (Column){sim->manifolds.items, sizeof *sim->manifolds.items};
    sim->tasks.run(sim->tasks.user, permute_stage, all, count, 1);
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
        Contact *contact = &all->sim->contacts.items[i];
        contact->first_manifold = slot_after(&all->manifolds, contact->first_manifold);
        for (int side = 0; side < 2 && is_used(all->sim, i); ++side) {
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
        ManifoldRecord *manifold = &all->sim->manifolds.items[i];
        manifold->contact = slot_after(&all->contacts, manifold->contact);
        manifold->next = slot_after(&all->manifolds, manifold->next);
        if (manifold->color != NONE) {
            all->sim->graph.colors.items[manifold->color].constraints.items[manifold->lane] =
                (int32_t)i;
        }
    }
}

static void rename_in_bodies(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    const Reordering *all = context;
    (void)worker;
    for (uint32_t i = begin; i < end; ++i) {
        BodyRecord *body = &all->sim->bodies.items[i];
        body->first_contact = edge_after(&all->contacts, body->first_contact);
    }
}

static void reorder_sets(Sim *sim, const NewOrder *contacts)
{
    tum_sim_list_active(sim);
    bitset_clear_all(&sim->active_set);
    for (size_t i = 0; i < sim->active.count; ++i) {
        bitset_set(&sim->active_set, contacts->to[sim->active.items[i]]);
    }
    sim->active_is_old = true;
    bitset_clear_all(&sim->free_contacts.set);
    for (uint32_t i = 0; i < sim->contacts.count; ++i) {
        if (!is_used(sim, i)) {
            bitset_set(&sim->free_contacts.set, i);
        }
    }
    bitset_clear_all(&sim->free_manifolds.set);
    for (uint32_t i = 0; i < sim->manifolds.count; ++i) {
        if (sim->manifolds.items[i].contact == NONE) {
            bitset_set(&sim->free_manifolds.set, i);
        }
    }
}

// A third of `room` each: where items come from, where they go to, the cycles of that.
static NewOrder find_order(const Sim *sim, size_t count, uint32_t *room,
                           void (*spread)(const Sim *sim, uint32_t *from, uint32_t *to))
{
    uint32_t *from = room, *to = room + count;
    spread(sim, from, to);
    return (NewOrder){to, tum_cycles(from, count, room + 2 * count)};
}

static void reorder(Sim *sim)
{
    const size_t contacts = sim->contacts.count, manifolds = sim->manifolds.count;
    uint32_t *room = sim->order.items;
    Reordering all = {.sim = sim,
                      .contacts = find_order(sim, contacts, room, spread_contacts),
                      .manifolds =
                          find_order(sim, manifolds, room + 3 * contacts, spread_manifolds)};
    permute_columns(&all);
    tum_run_ranges(&sim->tasks, rename_in_contacts, &all, (uint32_t)contacts, SLOTS_AT_ONCE);
    tum_run_ranges(&sim->tasks, rename_in_manifolds, &all, (uint32_t)manifolds, SLOTS_AT_ONCE);
    tum_run_ranges(&sim->tasks, rename_in_bodies, &all, (uint32_t)sim->bodies.count, SLOTS_AT_ONCE);
    reorder_sets(sim, &all.contacts);
}

bool tum_sim_order_contacts(Sim *sim)
{
    const size_t contacts = sim->contacts.count, manifolds = sim->manifolds.count;
    if (sim->graph.depth == 0 || !is_mixed(sim)) {
        return true;
    }
    if (!array_reserve(&sim->found, contacts, &sim->allocator) ||
        !array_reserve(&sim->sorted, contacts, &sim->allocator) ||
        !array_reserve_anew(&sim->order, 3 * (contacts + manifolds), &sim->allocator)) {
        return false;
    }
    sort_contacts(sim);
    reorder(sim);
    return true;
}
