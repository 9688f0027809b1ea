// SPDX-License-Identifier: MIT
// match.c: planes of contact come and go, sleepers wake: what of the narrow phase's results changes
// who touches whom. It runs alone, in the order of the list, so that it is the same for any number
// of workers.
#include "sim/sim.h"
#include "sim/space.h"

static bool is_among(int32_t manifold, const int32_t *continued, int count)
{
    for (int i = 0; i < count; ++i) {
        if (continued[i] == manifold) {
            return true;
        }
    }
    return false;
}

static void end_planes(Sim *sim, int32_t contact, const int32_t *continued, int count)
{
    int32_t next = NONE;
    for (int32_t old = sim->contacts.items[contact].first_manifold; old != NONE; old = next) {
        next = sim->manifolds.items[old].next;
        if (!is_among(old, continued, count)) {
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
    sim->ops->set_plane(sim->space, sim, active_index, plane, manifold, true);
    return tum_sim_start_manifold(sim, manifold);
}

static TumStatus match_contact(Sim *sim, uint32_t active_index)
{
    int32_t continued[PLANES_MAX];
    const int count = sim->ops->planes_of(sim->space, sim, active_index, continued);
    if (count < 0) {
        return TUM_ERROR_MEMORY;
    }
    end_planes(sim, sim->active.items[active_index], continued, count);
    TumStatus status = TUM_OK;
    for (int i = 0; i < count && status == TUM_OK; ++i) {
        if (continued[i] == NONE) {
            status = begin_plane(sim, active_index, i);
        } else {
            sim->ops->set_plane(sim->space, sim, active_index, i, continued[i], false);
        }
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

// In the order of the list of active contacts; then those end that are over.
TumStatus tum_sim_match_contacts(Sim *sim)
{
    for (size_t i = 0; i < sim->due.count; ++i) {
        const uint32_t index = sim->due.items[i];
        if (sim->changes.items[index] != CONTACT_CHANGED) {
            continue;
        }
        const int32_t contact = sim->active.items[index];
        TumStatus status = match_contact(sim, index);
        if (status == TUM_OK && sim->contacts.items[contact].manifold_count > 0) {
            const Contact touching = sim->contacts.items[contact];
            status = wake_touched(sim, &touching);
        }
        if (status != TUM_OK) {
            return status;
        }
    }
    for (size_t i = sim->due.count; i-- > 0;) {
        const uint32_t index = sim->due.items[i];
        if (sim->changes.items[index] == CONTACT_APART) {
            tum_sim_remove_contact(sim, sim->active.items[index]);
        }
    }
    return TUM_OK;
}
