// SPDX-License-Identifier: MIT
// match.c: planes of contact come and go, sleepers wake: what of the narrow phase's results changes
// who touches whom. It runs alone, in the order of the list, so that it is the same for any number
// of workers.
#include "sim/sim.h"
#include "sim/space.h"

static void end_planes(Sim *sim, int32_t contact, uint32_t ended)
{
    int32_t next = NONE;
    for (int32_t old = sim->contacts.items[contact].first_manifold; old != NONE && ended != 0;
         old = next, ended >>= 1) {
        next = sim->manifolds.items[old].next;
        if ((ended & 1) != 0) {
            tum_sim_remove_manifold(sim, contact, old);
        }
    }
}

static TumStatus begin_plane(Sim *sim, uint32_t active_index, int plane)
{
    const int32_t manifold = tum_sim_add_manifold(sim, sim->active.items[active_index]);
    if (manifold == NONE) {
        return TUM_ERROR_MEMORY;
    }
    sim->ops->begin_plane(sim->space, sim, active_index, plane, manifold);
    return tum_sim_start_manifold(sim, manifold);
}

static TumStatus match_contact(Sim *sim, uint32_t active_index)
{
    const PlaneChanges changes = sim->ops->plane_changes(sim->space, active_index);
    TumStatus status = changes.begun >= 0 ? TUM_OK : TUM_ERROR_MEMORY;
    end_planes(sim, sim->active.items[active_index], changes.ended);
    for (int i = 0; i < changes.begun && status == TUM_OK; ++i) {
        status = begin_plane(sim, active_index, i);
    }
    return status;
}

static TumStatus wake_touched(Sim *sim, const Contact *contact)
{
    for (int side = 0; side < 2; ++side) {
        const TumStatus status = tum_sim_wake(sim, contact->body[side]);
        if (status != TUM_OK) {
            return status;
        }
    }
    return TUM_OK;
}

// What has changed lies scattered: it is asked for while what comes before it is worked on,
// contacts first, then what they lead to.
enum { FETCH_CONTACT = 8, FETCH_SIDES = 4 };

static void fetch_contact(const Sim *sim, int32_t slot)
{
    if (slot != NONE) {
        __builtin_prefetch(&sim->contacts.items[slot]);
        __builtin_prefetch(&sim->contacts.items[slot].edge[1]);
    }
}

static void fetch_sides(const Sim *sim, int32_t slot)
{
    if (slot == NONE) {
        return;
    }
    const Contact *contact = &sim->contacts.items[slot];
    for (int side = 0; side < 2; ++side) {
        const int32_t body = contact->body[side];
        __builtin_prefetch(&sim->bodies.items[body].plane_count);
        if ((size_t)body < sim->graph.bodies.count) {
            __builtin_prefetch(&sim->graph.bodies.items[body]);
        }
    }
    if (contact->first_manifold != NONE) {
        __builtin_prefetch(&sim->manifolds.items[contact->first_manifold]);
    }
}

static void fetch_pair(const Sim *sim, int32_t slot)
{
    if (slot == NONE) {
        return;
    }
    const Contact *contact = &sim->contacts.items[slot];
    tum_pair_set_fetch(&sim->pairs,
                       pair_key((uint32_t)contact->collider[0], (uint32_t)contact->collider[1]));
    for (int side = 0; side < 2; ++side) {
        const ContactEdge edge = contact->edge[side];
        if (edge.previous != NONE) {
            __builtin_prefetch(&sim->contacts.items[edge.previous / 2].edge[edge.previous & 1]);
        }
        if (edge.next != NONE) {
            __builtin_prefetch(&sim->contacts.items[edge.next / 2].edge[edge.next & 1]);
        }
    }
}

static bool list_changes(Sim *sim)
{
    if (!array_reserve(&sim->changed, sim->changes.count, &sim->allocator) ||
        !array_reserve(&sim->parted, sim->changes.count, &sim->allocator)) {
        return false;
    }
    sim->changed.count = sim->parted.count = 0;
    for (size_t i = 0; i < sim->due.count; ++i) {
        const uint32_t index = sim->due.items[i];
        sim->changed.items[sim->changed.count] = index;
        sim->changed.count += sim->changes.items[index] == CONTACT_CHANGED;
        sim->parted.items[sim->parted.count] = index;
        sim->parted.count += sim->changes.items[index] == CONTACT_APART;
    }
    return true;
}

static TumStatus match_changed(Sim *sim)
{
    const uint32_t *list = sim->changed.items;
    const size_t count = sim->changed.count;
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < count && status == TUM_OK; ++i) {
        fetch_contact(sim, i + FETCH_CONTACT < count ? sim->active.items[list[i + FETCH_CONTACT]]
                                                     : NONE);
        fetch_sides(sim, i + FETCH_SIDES < count ? sim->active.items[list[i + FETCH_SIDES]] : NONE);
        const int32_t contact = sim->active.items[list[i]];
        status = match_contact(sim, list[i]);
        if (status == TUM_OK && sim->contacts.items[contact].manifold_count > 0) {
            const Contact touching = sim->contacts.items[contact];
            status = wake_touched(sim, &touching);
        }
    }
    return status;
}

// Backward: of the slots that become free the first one is used first.
static void end_parted(Sim *sim)
{
    const uint32_t *list = sim->parted.items;
    for (size_t i = sim->parted.count; i-- > 0;) {
        fetch_contact(sim, i >= FETCH_CONTACT ? sim->active.items[list[i - FETCH_CONTACT]] : NONE);
        fetch_pair(sim, i >= FETCH_SIDES ? sim->active.items[list[i - FETCH_SIDES]] : NONE);
        tum_sim_remove_contact(sim, sim->active.items[list[i]]);
    }
}

TumStatus tum_sim_match_contacts(Sim *sim)
{
    if (!list_changes(sim)) {
        return TUM_ERROR_MEMORY;
    }
    const TumStatus status = match_changed(sim);
    if (status == TUM_OK) {
        end_parted(sim);
    }
    return status;
}
