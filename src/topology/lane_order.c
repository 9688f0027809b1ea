// SPDX-License-Identifier: MIT
// lane_order.c: sorts the lanes of shared colors by the position of their bodies.
//
// Contacts without a subdomain, above all those of joined bodies, are solved color after color,
// and each worker takes the same fraction of every color. Lanes begin and end, and the last lane
// fills each gap, so without sorting the contacts of a body would end up anywhere in their colors,
// and the body would move between cores with each of them: the benchmark pile took as long on two
// threads as on one. Sorted along a line through the scene, the first half of every color has
// about the same bodies. In subdomains, which one worker solves, sorting keeps neighbours in cache:
// the benchmark drum took a third longer without. The order of lanes within a color does not
// change the results. Batches are sorted in parallel.
#include "base/sort.h"
#include "topology/rank.h"
#include "topology/topology.h"

// Colors with fewer lanes have few bodies and are not sorted.
enum { LANES_WORTH_ORDERING = 64 };

static float middle2(const Topology *topology, int32_t collider, int axis)
{
    const Box *box =
        &topology_tree(topology, &topology->colliders.items[collider])->boxes[collider];
    return box->low[axis] + box->high[axis];
}

// Twice the coordinate of a contact along an axis: the mean of its movable bodies.
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

// Axis of the largest extent of a color's contacts.
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

// Permutes lanes cycle by cycle, with the spare lane as temporary.
// @param order  [count] high: source lane of each lane.
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

// @param first  beginning of the batch's scratch in topology->found and topology->sorted.
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

// Sorts the batches of a range of tree nodes; each has scratch for all its lanes.
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
