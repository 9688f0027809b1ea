// SPDX-License-Identifier: MIT
// kinematic_moved.c: updates the topology after a body is moved from outside, by an animation or by
// the program.
//
// A step relies on two invariants: the boxes of a body hold its motion in the step, and a sleeping
// body touches no moving body. The solver keeps both for the bodies that it moves. For a body moved
// from outside they are restored here.
#include "topology/topology.h"

// Enlarges the boxes of a body in the awake list. Sleeping bodies are in no list, but kinematic
// bodies never sleep.
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

// Reactivates the contacts of a body. Contacts between two resting bodies are inactive; those with
// manifolds wake the other body.
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
