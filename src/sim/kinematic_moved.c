// SPDX-License-Identifier: MIT
// kinematic_moved.c: what an animation moves, seen by the rest of the simulation.
//
// A step counts on two things that only bodies under their own laws keep: boxes hold what a body is
// about to do, and what sleeps has no neighbour that moves. Both are put right here.
#include "sim/sim.h"
#include "sim/space.h"

// Sleeping bodies are in no list, and kinematic ones never sleep.
static void make_room(Sim *sim, float seconds, int32_t body)
{
    const int32_t at = sim->bodies.items[body].awake_index;
    if (at != NONE) {
        const StepTime time = {.step = seconds, .sweep = seconds};
        sim->ops->bound(sim->space, sim, time, (Range){(uint32_t)at, (uint32_t)at + 1, 0});
        tum_sim_update_leaves(sim, seconds, body);
    }
}

// Contacts between two that rest are in no list of the solver: they come back, and those that touch
// wake whom they touch.
static TumStatus rouse_neighbors(Sim *sim, int32_t body)
{
    TumStatus status = TUM_OK;
    for (int32_t edge = sim->bodies.items[body].first_contact; edge != NONE && status == TUM_OK;
         edge = sim->contacts.items[edge / 2].edge[edge & 1].next) {
        const Contact *contact = &sim->contacts.items[edge / 2];
        sim->ops->reopen(sim->space, edge / 2);
        status = contact->manifold_count > 0 ? tum_sim_wake(sim, contact->body[1 - (edge & 1)])
                                             : tum_sim_activate_contact(sim, edge / 2);
    }
    return status;
}

TumStatus tum_sim_kinematic_moved(Sim *sim, float seconds, int32_t body)
{
    const TumStatus status = tum_sim_wake(sim, body);
    if (status != TUM_OK) {
        return status;
    }
    make_room(sim, seconds, body);
    return rouse_neighbors(sim, body);
}
