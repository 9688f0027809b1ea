// SPDX-License-Identifier: MIT
// lane_order.c: lanes of shared colors in the order of where their bodies are.
//
// What is of no part, of joined bodies above all, is solved color by color, and each worker takes
// the same stretch of every color. Lanes come and go, and a lane that goes gives
// its place to the last one, so before long a body's contacts would be anywhere in their colors,
// and the body would travel from core to core with each of them: solving pile on two threads took
// as long as on one. Along a line through the scene, the first half of every color is about the
// same half of the bodies. In parts, which one worker solves, neighbours are at hand while they are
// wanted: drum took a third longer without. Within a color the order makes no difference to what is
// solved.
#include "sim/rank.h"
#include "sim/sim.h"
#include "sim/space.h"

// Lanes of a color; fewer have few bodies.
enum { LANES_WORTH_ORDERING = 64 };

static float middle2(const Sim *sim, int32_t collider, int axis)
{
    const Box *box = &sim_tree(sim, &sim->colliders.items[collider])->boxes[collider];
    return box->low[axis] + box->high[axis];
}

// Twice where a contact is along an axis, as far as its movable bodies tell.
static float place_of(const Sim *sim, const Contact *contact, int axis)
{
    const bool moves[2] = {sim->bodies.items[contact->body[0]].is_movable,
                           sim->bodies.items[contact->body[1]].is_movable};
    if (moves[0] && moves[1]) {
        return 0.5f * (middle2(sim, contact->collider[0], axis) +
                       middle2(sim, contact->collider[1], axis));
    }
    return middle2(sim, contact->collider[moves[0] ? 0 : 1], axis);
}

// The axis along which a color is spread most.
static int widest_axis(const Sim *sim, int32_t color)
{
    const GraphColor *lanes = &sim->graph.colors.items[color];
    int widest = 0;
    float most = 0.0f;
    for (int axis = 0; axis < sim->ops->dimension; ++axis) {
        float low = 0.0f, high = 0.0f;
        for (size_t i = 0; i < lanes->constraints.count; ++i) {
            const int32_t manifold = lanes->constraints.items[i];
            const Contact *contact = &sim->contacts.items[sim->manifolds.items[manifold].contact];
            const float place = place_of(sim, contact, axis);
            low = i == 0 || place < low ? place : low;
            high = i == 0 || place > high ? place : high;
        }
        if (high - low > most) {
            most = high - low;
            widest = axis;
        }
    }
    return widest;
}

// Cycle by cycle, through one lane more than there are. sim->found: the lane that comes to each.
static void move_lanes(Sim *sim, int32_t color)
{
    FoundPair *order = sim->found.items;
    const int32_t count = (int32_t)sim->found.count;
    for (int32_t first = 0; first < count; ++first) {
        if ((int32_t)order[first].high == first) {
            continue;
        }
        sim->ops->move_lane(sim->space, (GraphPlace){color, first}, (GraphPlace){color, count});
        int32_t to = first;
        for (int32_t from = (int32_t)order[to].high; from != first;
             from = (int32_t)order[to].high) {
            sim->ops->move_lane(sim->space, (GraphPlace){color, from}, (GraphPlace){color, to});
            order[to].high = (uint32_t)to;
            to = from;
        }
        sim->ops->move_lane(sim->space, (GraphPlace){color, count}, (GraphPlace){color, to});
        order[to].high = (uint32_t)to;
    }
}

static bool order_color(Sim *sim, int32_t color, int axis)
{
    int32_t *constraints = sim->graph.colors.items[color].constraints.items;
    const size_t count = sim->graph.colors.items[color].constraints.count;
    if (!sim->ops->reserve_lanes(sim->space, color, count) ||
        !array_reserve(&sim->found, count, &sim->allocator)) {
        return false;
    }
    sim->found.count = count;
    for (size_t i = 0; i < count; ++i) {
        const Contact *contact = &sim->contacts.items[sim->manifolds.items[constraints[i]].contact];
        const uint32_t is_inside = i >= sim->graph.colors.items[color].at_cut;
        sim->found.items[i] =
            (FoundPair){is_inside << 31 | rank_of(place_of(sim, contact, axis)) >> 1, (uint32_t)i};
    }
    if (!tum_sim_sort_found(sim)) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        sim->sorted.items[i].low = (uint32_t)constraints[sim->found.items[i].high];
    }
    for (size_t i = 0; i < count; ++i) {
        constraints[i] = (int32_t)sim->sorted.items[i].low;
        sim->manifolds.items[constraints[i]].lane = (int32_t)i;
    }
    move_lanes(sim, color);
    return true;
}

static bool order_cluster(Sim *sim, int32_t cluster)
{
    int axis = -1;
    bool enough = true;
    for (int i = 0; i < COLOR_OVERFLOW && enough; ++i) {
        const int32_t color = graph_color(cluster, i);
        if (sim->graph.colors.items[color].constraints.count >= LANES_WORTH_ORDERING) {
            axis = axis < 0 ? widest_axis(sim, color) : axis;
            enough = order_color(sim, color, axis);
        }
    }
    return enough;
}

bool tum_sim_order_lanes(Sim *sim)
{
    bool enough = true;
    for (size_t i = 0; i < sim->graph.clusters.count && enough; ++i) {
        enough = !sim->graph.clusters.items[i].is_shared || order_cluster(sim, (int32_t)i);
    }
    return enough;
}
