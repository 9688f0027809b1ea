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
// solved. Clusters are put in order side by side.
#include "base/sort.h"
#include "topology/rank.h"
#include "topology/topology.h"

// Lanes of a color; fewer have few bodies.
enum { LANES_WORTH_ORDERING = 64 };

static float middle2(const Topology *topology, int32_t collider, int axis)
{
    const Box *box =
        &topology_tree(topology, &topology->colliders.items[collider])->boxes[collider];
    return box->low[axis] + box->high[axis];
}

// Twice where a contact is along an axis, as far as its movable bodies tell.
static float place_of(const Topology *topology, const Contact *contact, int axis)
{
    const bool moves[2] = {topology->bodies.items[contact->body[0]].is_movable,
                           topology->bodies.items[contact->body[1]].is_movable};
    if (moves[0] && moves[1]) {
        return 0.5f * (middle2(topology, contact->collider[0], axis) +
                       middle2(topology, contact->collider[1], axis));
    }
    return middle2(topology, contact->collider[moves[0] ? 0 : 1], axis);
}

// The axis along which a color is spread most.
static int widest_axis(const Topology *topology, int32_t color)
{
    const GraphColor *lanes = &topology->graph.colors.items[color];
    int widest = 0;
    float most = 0.0f;
    for (int axis = 0; axis < topology->life->dimension; ++axis) {
        float low = 0.0f, high = 0.0f;
        for (size_t i = 0; i < lanes->constraints.count; ++i) {
            const int32_t manifold = lanes->constraints.items[i];
            const Contact *contact =
                &topology->contacts.items[topology->manifolds.items[manifold].contact];
            const float place = place_of(topology, contact, axis);
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

// Cycle by cycle, through the spare lane.
// @param order  [count] high: the lane that comes to each.
static void move_lanes(Topology *topology, int32_t color, FoundPair *order, int32_t count)
{
    for (int32_t first = 0; first < count; ++first) {
        if ((int32_t)order[first].high == first) {
            continue;
        }
        topology->life->move_lane(topology->space, (GraphPlace){color, first},
                                  (GraphPlace){color, count});
        int32_t to = first;
        for (int32_t from = (int32_t)order[to].high; from != first;
             from = (int32_t)order[to].high) {
            topology->life->move_lane(topology->space, (GraphPlace){color, from},
                                      (GraphPlace){color, to});
            order[to].high = (uint32_t)to;
            to = from;
        }
        topology->life->move_lane(topology->space, (GraphPlace){color, count},
                                  (GraphPlace){color, to});
        order[to].high = (uint32_t)to;
    }
}

// @param order, scratch  [lanes of the color]
static void order_color(Topology *topology, int32_t color, int axis, FoundPair *order,
                        FoundPair *scratch)
{
    int32_t *constraints = topology->graph.colors.items[color].constraints.items;
    const size_t count = topology->graph.colors.items[color].constraints.count;
    for (size_t i = 0; i < count; ++i) {
        const Contact *contact =
            &topology->contacts.items[topology->manifolds.items[constraints[i]].contact];
        const uint32_t is_inside = i >= topology->graph.colors.items[color].at_cut;
        order[i] = (FoundPair){is_inside << 31 | rank_of(place_of(topology, contact, axis)) >> 1,
                               (uint32_t)i};
    }
    tum_sort_items(order, count, sizeof *order, offsetof(FoundPair, low), scratch);
    for (size_t i = 0; i < count; ++i) {
        scratch[i].low = (uint32_t)constraints[order[i].high];
    }
    for (size_t i = 0; i < count; ++i) {
        constraints[i] = (int32_t)scratch[i].low;
        topology->manifolds.items[constraints[i]].lane = (int32_t)i;
    }
    move_lanes(topology, color, order, (int32_t)count);
}

static bool is_worth_ordering(const Topology *topology, int32_t color)
{
    return topology->graph.colors.items[color].constraints.count >= LANES_WORTH_ORDERING;
}

// @param first  where room in topology->found and topology->sorted begins.
static void order_batch(Topology *topology, int32_t batch, size_t first)
{
    int axis = -1;
    for (int i = 0; i < COLOR_OVERFLOW; ++i) {
        const int32_t color = graph_color(batch, i);
        if (is_worth_ordering(topology, color)) {
            axis = axis < 0 ? widest_axis(topology, color) : axis;
            order_color(topology, color, axis, topology->found.items + first,
                        topology->sorted.items + first);
        }
    }
}

static uint32_t lanes_of(const Topology *topology, uint32_t node)
{
    return topology->graph.batches.items[graph_batch_of_node(&topology->graph, (int32_t)node)]
        .lanes;
}

// Of nodes of the tree of parts; each has room for all its lanes.
static void order_nodes(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    Topology *topology = context;
    size_t first = 0;
    (void)worker;
    for (uint32_t node = 0; node < end; ++node) {
        if (node >= begin) {
            order_batch(topology, graph_batch_of_node(&topology->graph, (int32_t)node), first);
        }
        first += lanes_of(topology, node);
    }
}

static bool make_room(Topology *topology, uint32_t node_count)
{
    size_t lanes = 0;
    bool enough = true;
    for (uint32_t node = 0; node < node_count && enough; ++node) {
        const int32_t batch = graph_batch_of_node(&topology->graph, (int32_t)node);
        lanes += lanes_of(topology, node);
        for (int i = 0; i < COLOR_OVERFLOW && enough; ++i) {
            const int32_t color = graph_color(batch, i);
            enough =
                !is_worth_ordering(topology, color) ||
                topology->life->reserve_lanes(
                    topology->space, color, topology->graph.colors.items[color].constraints.count);
        }
    }
    return enough && array_reserve(&topology->found, lanes, &topology->allocator) &&
           array_reserve(&topology->sorted, lanes, &topology->allocator);
}

bool tum_topology_order_lanes(Topology *topology)
{
    const uint32_t node_count = (uint32_t)topology->graph.nodes.count + 1;
    if (!make_room(topology, node_count)) {
        return false;
    }
    if (node_count > 1) {
        topology->tasks.run(topology->tasks.user, order_nodes, topology, node_count, 1);
    } else {
        order_nodes(topology, 0, node_count, 0);
    }
    return true;
}
