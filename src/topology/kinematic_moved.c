// SPDX-License-Identifier: MIT
// kinematic_moved.c: what an animation moves, seen by the rest of the simulation.
//
// A step counts on two things that only bodies under their own laws keep: boxes hold what a body is
// about to do, and what sleeps has no neighbour that moves. Both are put right here.
#include "topology/topology.h"

// Sleeping bodies are in no list, and kinematic ones never sleep.
static void make_room(Topology *topology, float seconds, int32_t body)
{
    const int32_t at = topology->bodies.items[body].awake_index;
    if (at != NONE) {
        const StepTime time = {.step = seconds, .sweep = seconds};
        topology->life->bound(topology->space, topology, time,
                              (Range){(uint32_t)at, (uint32_t)at + 1, 0});
        tum_topology_update_leaves(topology, seconds, body);
    }
}

// Contacts between two that rest are in no list of the solver: they come back, and those that touch
// wake whom they touch.
static TumStatus rouse_neighbors(Topology *topology, int32_t body)
{
    TumStatus status = TUM_OK;
    for (int32_t edge = topology->bodies.items[body].first_contact;
         edge != NONE && status == TUM_OK;
         edge = topology->contacts.items[edge / 2].edge[edge & 1].next) {
        const Contact *contact = &topology->contacts.items[edge / 2];
        topology->life->reopen(topology->space, edge / 2);
        status = contact->manifold_count > 0
                     ? tum_topology_wake(topology, contact->body[1 - (edge & 1)])
                     : tum_topology_activate_contact(topology, edge / 2);
    }
    return status;
}

TumStatus tum_topology_kinematic_moved(Topology *topology, float seconds, int32_t body)
{
    const TumStatus status = tum_topology_wake(topology, body);
    if (status != TUM_OK) {
        return status;
    }
    make_room(topology, seconds, body);
    return rouse_neighbors(topology, body);
}
