// SPDX-License-Identifier: MIT
// match.c: applies the results of the narrow phase: manifolds begin and end, touched bodies wake,
// and contacts whose boxes are apart are removed.
//
// One thread does this in the order of the list, so that the result does not depend on the number
// of workers.
#include "schedule/sim.h"
#include "schedule/space.h"

static void end_manifolds(Sim *sim, int32_t contact, uint32_t ended)
{
    int32_t next = NONE;
    for (int32_t old = sim->topology.contacts.items[contact].first_manifold;
         old != NONE && ended != 0; old = next, ended >>= 1) {
        next = sim->topology.manifolds.items[old].next;
        if ((ended & 1) != 0) {
            tum_topology_remove_manifold(&sim->topology, contact, old);
        }
    }
}

static TumStatus begin_manifold(Sim *sim, uint32_t active_index, int found)
{
    const int32_t manifold =
        tum_topology_add_manifold(&sim->topology, sim->topology.active.items[active_index]);
    if (manifold == NONE) {
        return TUM_ERROR_MEMORY;
    }
    sim->ops->narrow.begin_manifold(sim->topology.space, sim, active_index, found, manifold);
    return tum_topology_start_manifold(&sim->topology, manifold);
}

static TumStatus match_contact(Sim *sim, uint32_t active_index)
{
    const ManifoldChanges changes =
        sim->ops->narrow.manifold_changes(sim->topology.space, active_index);
    TumStatus status = changes.begun >= 0 ? TUM_OK : TUM_ERROR_MEMORY;
    end_manifolds(sim, sim->topology.active.items[active_index], changes.ended);
    const bool is_dropped =
        changes.begun > 0 &&
        tum_topology_drops(&sim->topology, sim->topology.active.items[active_index],
                           changes.at_surface);
    for (int i = 0; i < changes.begun && status == TUM_OK && !is_dropped; ++i) {
        status = begin_manifold(sim, active_index, i);
    }
    return status;
}

static TumStatus wake_touched(Sim *sim, const Contact *contact)
{
    for (int side = 0; side < 2; ++side) {
        const TumStatus status = tum_topology_wake(&sim->topology, contact->body[side]);
        if (status != TUM_OK) {
            return status;
        }
    }
    return TUM_OK;
}

// Prefetch distances, in changed contacts: first the contact, then the records that it leads to.
enum { FETCH_CONTACT = 8, FETCH_SIDES = 4 };

static void fetch_contact(const Sim *sim, int32_t slot)
{
    if (slot != NONE) {
        __builtin_prefetch(&sim->topology.contacts.items[slot]);
        __builtin_prefetch(&sim->topology.contacts.items[slot].edge[1]);
    }
}

static void fetch_sides(const Sim *sim, int32_t slot)
{
    if (slot == NONE) {
        return;
    }
    const Contact *contact = &sim->topology.contacts.items[slot];
    for (int side = 0; side < 2; ++side) {
        const int32_t body = contact->body[side];
        __builtin_prefetch(&sim->topology.bodies.items[body].manifold_count);
        if ((size_t)body < sim->topology.graph.bodies.count) {
            __builtin_prefetch(&sim->topology.graph.bodies.items[body]);
        }
    }
    if (contact->first_manifold != NONE) {
        __builtin_prefetch(&sim->topology.manifolds.items[contact->first_manifold]);
    }
}

static void fetch_pair(const Sim *sim, int32_t slot)
{
    if (slot == NONE) {
        return;
    }
    const Contact *contact = &sim->topology.contacts.items[slot];
    tum_pair_set_fetch(&sim->topology.pairs,
                       pair_key((uint32_t)contact->collider[0], (uint32_t)contact->collider[1]));
    for (int side = 0; side < 2; ++side) {
        const ContactEdge edge = contact->edge[side];
        if (edge.previous != NONE) {
            __builtin_prefetch(
                &sim->topology.contacts.items[edge.previous / 2].edge[edge.previous & 1]);
        }
        if (edge.next != NONE) {
            __builtin_prefetch(&sim->topology.contacts.items[edge.next / 2].edge[edge.next & 1]);
        }
    }
}

// Sorts stale contacts by the result of their collision. @return false when out of memory.
static bool list_changes(Sim *sim)
{
    const TumAllocator *allocator = &sim->topology.allocator;
    sim->changed.count = sim->parted.count = 0;
    if (!array_reserve(&sim->changed, sim->stale.count, allocator) ||
        !array_reserve(&sim->parted, sim->stale.count, allocator)) {
        return false;
    }
    for (size_t i = 0; i < sim->stale.count; ++i) {
        const uint32_t index = sim->stale.items[i];
        const uint8_t change = sim->changes.items[index];
        if (change == CONTACT_CHANGED) {
            sim->changed.items[sim->changed.count++] = index;
        } else if (change == CONTACT_APART) {
            sim->parted.items[sim->parted.count++] = index;
        }
    }
    return true;
}

// @param i  item of sim->changed
static TumStatus match_changed(Sim *sim, size_t i)
{
    const uint32_t *list = sim->changed.items;
    const size_t count = sim->changed.count;
    fetch_contact(sim, i + FETCH_CONTACT < count
                           ? sim->topology.active.items[list[i + FETCH_CONTACT]]
                           : NONE);
    fetch_sides(sim,
                i + FETCH_SIDES < count ? sim->topology.active.items[list[i + FETCH_SIDES]] : NONE);
    const int32_t contact = sim->topology.active.items[list[i]];
    TumStatus status = match_contact(sim, list[i]);
    if (status == TUM_OK && sim->topology.contacts.items[contact].manifold_count > 0) {
        const Contact touching = sim->topology.contacts.items[contact];
        status = wake_touched(sim, &touching);
    }
    return status;
}

// Removes contacts from the last to the first.
static void end_parted(Sim *sim)
{
    const uint32_t *list = sim->parted.items;
    for (size_t i = sim->parted.count; i-- > 0;) {
        fetch_contact(sim, i >= FETCH_CONTACT ? sim->topology.active.items[list[i - FETCH_CONTACT]]
                                              : NONE);
        fetch_pair(sim,
                   i >= FETCH_SIDES ? sim->topology.active.items[list[i - FETCH_SIDES]] : NONE);
        tum_topology_remove_contact(&sim->topology, sim->topology.active.items[list[i]]);
    }
}

TumStatus tum_sim_match_contacts(Sim *sim)
{
    TumStatus status = list_changes(sim) ? TUM_OK : TUM_ERROR_MEMORY;
    for (size_t i = 0; i < sim->changed.count && status == TUM_OK; ++i) {
        status = match_changed(sim, i);
    }
    if (status == TUM_OK) {
        end_parted(sim);
    }
    return status;
}
