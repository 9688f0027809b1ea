// SPDX-License-Identifier: MIT
// squeeze.c: contacts of bodies that are stuck in each other.
#include "schedule/squeeze.h"

#include "math/scalar.h"
#include "schedule/space.h"

// Share of the sum of impulses that is left, as a vector, where they press in opposite directions.
// Two walls of a groove of 60 degrees have this share.
static const float LEFT_MOST = 0.5f;

typedef struct ImpulseSum {
    float vector[4]; // [N s]
    float lengths;   // [N s]
} ImpulseSum;

static void add_manifolds(const Sim *sim, const Contact *contact, ImpulseSum *sum)
{
    const Topology *topology = &sim->topology;
    for (int32_t i = contact->first_manifold; i != NONE;) {
        const ManifoldRecord *manifold = &topology->manifolds.items[i];
        if (manifold->color != NONE) {
            sum->lengths += sim->ops->solve.add_impulse(topology->space, manifold->color,
                                                        manifold->lane, sum->vector);
        }
        i = manifold->next;
    }
}

// Sign of the normals of a contact, which lead from the lower side to the other one, as seen from a
// body.
static float sign_of(int32_t edge)
{
    return (edge & 1) == 0 ? 1.0f : -1.0f;
}

static bool is_squeezed(const Sim *sim, const Contact *own)
{
    const Topology *topology = &sim->topology;
    const int side = topology_is_movable(topology, own->body[0]) ? 0 : 1;
    const int32_t body = own->body[side], other = own->body[1 - side];
    const bool by_world = !topology_is_movable(topology, other);
    ImpulseSum sum = {{0.0f, 0.0f, 0.0f, 0.0f}, 0.0f};
    for (int32_t edge = topology->bodies.items[body].first_contact; edge != NONE;
         edge = topology->contacts.items[edge / 2].edge[edge & 1].next) {
        const int32_t met = topology_other_body(topology, edge);
        if (met == other || (by_world && !topology_is_movable(topology, met))) {
            ImpulseSum part = {{0.0f, 0.0f, 0.0f, 0.0f}, 0.0f};
            add_manifolds(sim, &topology->contacts.items[edge / 2], &part);
            for (int i = 0; i < 4; ++i) {
                sum.vector[i] += sign_of(edge) * part.vector[i];
            }
            sum.lengths += part.lengths;
        }
    }
    float squared = 0.0f;
    for (int i = 0; i < 4; ++i) {
        squared += sum.vector[i] * sum.vector[i];
    }
    return squared < LEFT_MOST * LEFT_MOST * sum.lengths * sum.lengths;
}

uint32_t tum_sim_squeezed_lanes(const Sim *sim, int32_t color, uint32_t block, uint32_t lanes)
{
    const Topology *topology = &sim->topology;
    uint32_t squeezed = 0;
    for (uint32_t slot = 0; lanes >> slot != 0; ++slot) {
        if ((lanes >> slot & 1) != 0) {
            const int32_t manifold = topology_manifold_in(topology, color, block, slot);
            const int32_t contact = topology->manifolds.items[manifold].contact;
            squeezed |= (uint32_t)is_squeezed(sim, &topology->contacts.items[contact]) << slot;
        }
    }
    return squeezed;
}

static bool has_squeezed(const Sim *sim, int32_t body)
{
    const Topology *topology = &sim->topology;
    if (!topology_is_movable(topology, body)) {
        return false;
    }
    for (int32_t edge = topology->bodies.items[body].first_contact; edge != NONE;
         edge = topology->contacts.items[edge / 2].edge[edge & 1].next) {
        for (int32_t i = topology->contacts.items[edge / 2].first_manifold; i != NONE;
             i = topology->manifolds.items[i].next) {
            const ManifoldRecord *manifold = &topology->manifolds.items[i];
            if (manifold->color != NONE &&
                sim->ops->solve.is_squeezed(topology->space, manifold->color, manifold->lane)) {
                return true;
            }
        }
    }
    return false;
}

uint32_t tum_sim_lanes_beside_squeezed(const Sim *sim, int32_t color, uint32_t block,
                                       uint32_t lanes)
{
    const Topology *topology = &sim->topology;
    uint32_t beside = 0;
    for (uint32_t slot = 0; lanes >> slot != 0; ++slot) {
        if ((lanes >> slot & 1) != 0) {
            const int32_t manifold = topology_manifold_in(topology, color, block, slot);
            const Contact *contact =
                &topology->contacts.items[topology->manifolds.items[manifold].contact];
            const bool is =
                has_squeezed(sim, contact->body[0]) || has_squeezed(sim, contact->body[1]);
            beside |= (uint32_t)is << slot;
        }
    }
    return beside;
}
