// SPDX-License-Identifier: MIT
// subdomain.c: cuts the shared batch into spatial subdomains that workers solve in parallel.
//
// Without subdomains, all workers would wait for each other after each color of a large island,
// and bodies would move between cores. So the island is bisected recursively: across the axis of
// its largest extent, into halves with equal numbers of contacts. Most contacts have both bodies in
// one subdomain and are solved with it. Contacts between two halves form a separator, a node of the
// tree of cuts, which is solved after both halves; nodes of which neither is an ancestor of the
// other share no body. A separator waits only for contacts at the cut, which come first in their
// colors. So workers wait seldom, few contacts are at the root, and the bodies of a subdomain stay
// in the first-level cache of one worker (subdomain_passes.c). Cuts follow from positions and
// contacts alone. Cuts determine the order in which contacts are solved; the assignment of nodes to
// workers does not.
//
// If the extents along two axes are alike, the cut is across the axis along which body slots are
// sorted. A worker's range of all bodies and of their contacts then mostly belongs to the
// subdomains it solves, and its data need not come from another core.
//
// A cut is kept, and new bodies join the subdomain of a body that they touch, until one of these
// numbers has changed by half: all lanes, lanes of the largest subdomain, lanes between subdomains.
//
// Joined bodies and bodies that were not shared at the last cut are in no subdomain: their contacts
// are at the root.
#include "base/assert.h"
#include "base/sort.h"
#include "topology/rank.h"
#include "topology/topology.h"

#include <math.h>

enum {
    CUT_LEAST = 1280,   // lanes that are worth two subdomains
    PART_MOST = 2560,   // lanes: smaller subdomains fill blocks of eight less well
    LANES_CHANGED = 64, // lanes: smaller changes are ignored
    LANE_BETWEEN = 5 // half lanes: cost of a lane of a separator, whose bodies are in other caches
};

// ALIKE: extent by the largest extent, above which an axis may be preferred. ORDERED: square of the
// correlation between positions and slots, above which it is.
static const float ALIKE = 0.9f, ORDERED = 0.5f;

// Graph entry of a movable body; other bodies may have none.
static GraphBody *entry_of(const Topology *topology, int32_t body)
{
    TUM_ASSERT((size_t)body < topology->graph.bodies.count);
    return &topology->graph.bodies.items[body];
}

static bool is_movable(const Topology *topology, int32_t body)
{
    return topology->bodies.items[body].is_movable;
}

// Tree node of a contact, at present or after the cut in progress.
static int32_t node_of(const Topology *topology, const Contact *contact, bool after)
{
    const int32_t *body = contact->body;
    if (!is_movable(topology, body[0]) || !is_movable(topology, body[1])) {
        const GraphBody *entry = entry_of(topology, body[is_movable(topology, body[0]) ? 0 : 1]);
        return after ? entry->next_top : entry->top;
    }
    const GraphBody *a = entry_of(topology, body[0]), *b = entry_of(topology, body[1]);
    return after ? graph_common_node(a->next_subdomain, b->next_subdomain)
                 : graph_common_node(a->subdomain, b->subdomain);
}

int32_t tum_topology_shared_batch(const Topology *topology, const Contact *contact)
{
    return graph_batch_of_node(&topology->graph, node_of(topology, contact, false));
}

// True when a contact is in a subdomain and one of its bodies has constraints in an ancestor.
static bool is_at_cut(const Topology *topology, const Contact *contact)
{
    const int32_t *body = contact->body;
    if (topology->graph.depth == 0 || !is_movable(topology, body[0]) ||
        !is_movable(topology, body[1])) {
        return false;
    }
    const GraphBody *a = entry_of(topology, body[0]), *b = entry_of(topology, body[1]);
    return a->subdomain > 0 && a->subdomain == b->subdomain &&
           (a->top < a->subdomain || b->top < b->subdomain);
}

// Swaps two lanes by way of the spare lane behind the last.
static void swap_lanes(Topology *topology, int32_t color, int32_t a, int32_t b)
{
    const GraphColor *lanes = &topology->graph.colors.items[color];
    int32_t *manifold = lanes->constraints.items;
    const GraphPlace spare = {color, (int32_t)lanes->constraints.count};
    if (a == b) {
        return;
    }
    topology->life->move_lane(topology->space, (GraphPlace){color, a}, spare);
    topology->life->move_lane(topology->space, (GraphPlace){color, b}, (GraphPlace){color, a});
    topology->life->move_lane(topology->space, spare, (GraphPlace){color, b});
    const int32_t moved = manifold[a];
    manifold[a] = manifold[b];
    manifold[b] = moved;
    topology->manifolds.items[manifold[a]].lane = a;
    topology->manifolds.items[manifold[b]].lane = b;
}

void tum_topology_enter_lane(Topology *topology, int32_t manifold)
{
    const ManifoldRecord *record = &topology->manifolds.items[manifold];
    GraphColor *color = &topology->graph.colors.items[record->color];
    if (record->lane >= (int32_t)color->at_cut &&
        is_at_cut(topology, &topology->contacts.items[record->contact])) {
        swap_lanes(topology, record->color, record->lane, (int32_t)color->at_cut++);
    }
}

void tum_topology_leave_lane(Topology *topology, int32_t manifold)
{
    const ManifoldRecord *record = &topology->manifolds.items[manifold];
    GraphColor *color = &topology->graph.colors.items[record->color];
    if (record->lane < (int32_t)color->at_cut) {
        swap_lanes(topology, record->color, record->lane, (int32_t)--color->at_cut);
    }
}

bool tum_topology_lane_follows(Topology *topology, int32_t manifold)
{
    const ManifoldRecord *record = &topology->manifolds.items[manifold];
    GraphColor *color = &topology->graph.colors.items[record->color];
    const bool cut = is_at_cut(topology, &topology->contacts.items[record->contact]);
    const bool follows = !cut || record->lane == (int32_t)color->at_cut;
    color->at_cut += cut;
    return follows;
}

bool tum_topology_lane_is_valid(const Topology *topology, const ManifoldRecord *manifold)
{
    const GraphColor *color = &topology->graph.colors.items[manifold->color];
    return is_at_cut(topology, &topology->contacts.items[manifold->contact]) ==
           (manifold->lane < (int32_t)color->at_cut);
}

static bool has_room(Topology *topology, int32_t color, size_t more)
{
    GraphColor *to = &topology->graph.colors.items[color];
    const size_t wanted = to->constraints.count + more;
    return array_reserve(&to->constraints, wanted, &topology->allocator) &&
           topology->life->reserve_lanes(topology->space, color, wanted);
}

// Moves the lanes of a body to the nodes given by its subdomain and top, which are never lower than
// before.
static void move_lanes_of(Topology *topology, int32_t body)
{
    for (int32_t edge = topology->bodies.items[body].first_contact; edge != NONE;
         edge = topology->contacts.items[edge / 2].edge[edge & 1].next) {
        const Contact *contact = &topology->contacts.items[edge / 2];
        for (int32_t manifold = contact->first_manifold; manifold != NONE;
             manifold = topology->manifolds.items[manifold].next) {
            const int32_t color = topology->manifolds.items[manifold].color;
            if (color != NONE) {
                const int32_t batch = tum_topology_shared_batch(topology, contact);
                if (graph_batch_of_color(color) != batch) {
                    tum_topology_move_manifold(topology, manifold, batch);
                } else {
                    tum_topology_enter_lane(topology, manifold);
                }
            }
        }
    }
}

// Reserves lanes for a body in a node: one in each of its colors, and all of them in the overflow
// color.
static bool make_room_in(Topology *topology, int32_t node, int32_t body)
{
    const int32_t batch = graph_batch_of_node(&topology->graph, node);
    const GraphBody *entry = entry_of(topology, body);
    bool enough = has_room(topology, graph_color(batch, COLOR_OVERFLOW), entry->lanes);
    for (int32_t i = 0; i < COLOR_OVERFLOW && enough; ++i) {
        enough = !color_set_has(&entry->colors, (uint32_t)i) ||
                 has_room(topology, graph_color(batch, i), 1);
    }
    return enough;
}

bool tum_topology_raise_top(Topology *topology, int32_t body, int32_t node)
{
    GraphBody *entry = entry_of(topology, body);
    topology->graph.bodies_changed |= node < entry->top || entry->lanes == 0;
    if (entry->lanes == 0) {
        entry->top = node;
    }
    if (node >= entry->top) {
        return true;
    }
    if (!make_room_in(topology, node, body)) {
        return false;
    }
    entry->top = node;
    move_lanes_of(topology, body);
    return true;
}

static SubdomainCut count_lanes(const ConstraintGraph *graph)
{
    SubdomainCut now = {.between = graph->batches.items[BATCH_SHARED].lanes};
    now.all = now.between;
    for (int32_t node = 1; node <= (int32_t)graph->nodes.count; ++node) {
        const uint32_t lanes = graph->batches.items[graph_batch_of_node(graph, node)].lanes;
        now.all += lanes;
        if (node < graph_first_leaf(graph)) {
            now.between += lanes;
        } else if (lanes > now.largest) {
            now.largest = lanes;
        }
    }
    return now;
}

static bool has_grown(uint32_t then, uint32_t now)
{
    return now > then + then / 2 + LANES_CHANGED;
}

static bool is_due(const SubdomainCut *then, const SubdomainCut *now)
{
    return has_grown(then->all, now->all) || has_grown(now->all, then->all) ||
           has_grown(then->largest, now->largest) || has_grown(then->between, now->between);
}

// Twice the centre of the fat box of a body's first collider.
static float place_of(const Topology *topology, uint32_t body, int axis)
{
    const int32_t collider = topology->bodies.items[body].first_collider;
    const Box *box =
        &topology_tree(topology, &topology->colliders.items[collider])->boxes[collider];
    return box->low[axis] + box->high[axis];
}

static float width_along(const Topology *topology, uint32_t begin, uint32_t end, int axis)
{
    float low = INFINITY, high = -INFINITY;
    for (uint32_t i = begin; i < end; ++i) {
        const float place = place_of(topology, topology->found.items[i].high, axis);
        low = place < low ? place : low;
        high = place > high ? place : high;
    }
    return high - low;
}

// Square of the correlation between positions along an axis and body slots, 0 to 1.
static float order_along(const Topology *topology, uint32_t begin, uint32_t end, int axis)
{
    const float share = 1.0f / (float)(end - begin);
    float place = 0.0f, slot = 0.0f, places = 0.0f, slots = 0.0f, both = 0.0f;
    for (uint32_t i = begin; i < end; ++i) {
        place += place_of(topology, topology->found.items[i].high, axis) * share;
        slot += (float)topology->found.items[i].high * share;
    }
    for (uint32_t i = begin; i < end; ++i) {
        const float x = place_of(topology, topology->found.items[i].high, axis) - place;
        const float y = (float)topology->found.items[i].high - slot;
        places += x * x * share;
        slots += y * y * share;
        both += x * y * share;
    }
    return both * both / (places * slots);
}

// Axis of the largest extent, or an axis of similar extent along which body slots are sorted.
static int axis_to_cut(const Topology *topology, uint32_t begin, uint32_t end)
{
    float widths[4], widest = 0.0f, most = ORDERED;
    int best = 0;
    for (int axis = 0; axis < topology->life->dimension; ++axis) {
        widths[axis] = width_along(topology, begin, end, axis);
        if (widths[axis] > widest) {
            widest = widths[axis];
            best = axis;
        }
    }
    for (int axis = 0; axis < topology->life->dimension; ++axis) {
        const bool is_wide = widths[axis] > ALIKE * widest;
        const float order = is_wide ? order_along(topology, begin, end, axis) : 0.0f;
        if (order > most) {
            most = order;
            best = axis;
        }
    }
    return best;
}

static uint32_t weight_of(const Topology *topology, uint32_t begin, uint32_t end)
{
    uint32_t weight = 0;
    for (uint32_t i = begin; i < end; ++i) {
        weight += topology->graph.bodies.items[topology->found.items[i].high].lanes;
    }
    return weight;
}

// Sorts bodies along the axis of the cut.
// @return the first body of the second half.
static uint32_t halve(Topology *topology, uint32_t begin, uint32_t end)
{
    FoundPair *found = topology->found.items;
    const int axis = axis_to_cut(topology, begin, end);
    for (uint32_t i = begin; i < end; ++i) {
        found[i].low = rank_of(place_of(topology, found[i].high, axis));
    }
    tum_sort_items(found + begin, end - begin, sizeof *found, offsetof(FoundPair, low),
                   topology->sorted.items);
    const uint32_t weight = weight_of(topology, begin, end);
    uint32_t middle = begin, below = 0;
    while (middle < end && below < weight / 2) {
        below += topology->graph.bodies.items[found[middle++].high].lanes;
    }
    return middle;
}

// Number of lanes between different subdomains after the cut in progress.
static uint32_t lanes_across(const Topology *topology)
{
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < topology->found.count; ++i) {
        const int32_t body = (int32_t)topology->found.items[i].high;
        for (int32_t edge = topology->bodies.items[body].first_contact; edge != NONE;
             edge = topology->contacts.items[edge / 2].edge[edge & 1].next) {
            const Contact *contact = &topology->contacts.items[edge / 2];
            const int32_t other = contact->body[1 - (edge & 1)];
            if (is_movable(topology, other) &&
                graph_batch_of_body(&topology->graph, other) == BATCH_SHARED &&
                entry_of(topology, body)->next_subdomain <
                    entry_of(topology, other)->next_subdomain) {
                lanes += (uint32_t)contact->manifold_count;
            }
        }
    }
    return lanes;
}

// True when joined bodies are awake: all workers then wait for the root anyway.
static bool has_joined(const Topology *topology)
{
    bool found = false;
    for (size_t i = 0; i < topology->awake.count && !found; ++i) {
        found = topology->bodies.items[topology->awake.items[i]].joint_island != NONE;
    }
    return found;
}

// Makes the first half lighter by the cost of the root, which the same worker solves.
// @return the first body of the second half.
static uint32_t lighten(Topology *topology, uint32_t middle)
{
    const uint32_t end = (uint32_t)topology->found.count;
    for (uint32_t i = 0; i < end; ++i) {
        entry_of(topology, (int32_t)topology->found.items[i].high)->next_subdomain =
            i < middle ? 1 : 2;
    }
    const uint32_t root = LANE_BETWEEN * lanes_across(topology) / 2,
                   weight = weight_of(topology, 0, end);
    const uint32_t wanted = root < weight / 4 ? weight / 2 - root : weight / 4;
    for (uint32_t below = weight_of(topology, 0, middle); middle > 0 && below > wanted;) {
        below -= topology->graph.bodies.items[topology->found.items[--middle].high].lanes;
    }
    return middle;
}

static void bisect(Topology *topology, uint32_t begin, uint32_t end, int32_t node, int32_t levels)
{
    if (levels == 0) {
        for (uint32_t i = begin; i < end; ++i) {
            GraphBody *entry = entry_of(topology, (int32_t)topology->found.items[i].high);
            entry->next_subdomain = entry->next_top = node;
        }
        return;
    }
    uint32_t middle = halve(topology, begin, end);
    if (node == 0 && !has_joined(topology)) {
        middle = lighten(topology, middle);
    }
    bisect(topology, begin, middle, 2 * node + 1, levels - 1);
    bisect(topology, middle, end, 2 * node + 2, levels - 1);
}

// Lists in topology->found the bodies that may be in subdomains.
static bool list_bodies(Topology *topology)
{
    const size_t count = topology->awake.count;
    if (!array_reserve(&topology->found, count, &topology->allocator) ||
        !array_reserve(&topology->sorted, count, &topology->allocator)) {
        return false;
    }
    topology->found.count = 0;
    for (size_t i = 0; i < count; ++i) {
        if (tum_topology_may_be_in_subdomain(topology, topology->awake.items[i])) {
            topology->found.items[topology->found.count++] =
                (FoundPair){.high = (uint32_t)topology->awake.items[i]};
        }
    }
    return true;
}

static bool add_nodes(Topology *topology, int32_t depth)
{
    ConstraintGraph *graph = &topology->graph;
    const size_t wanted = ((size_t)2 << depth) - 2;
    if (!array_reserve(&graph->nodes, wanted, &topology->allocator)) {
        return false;
    }
    while (graph->nodes.count < wanted) {
        const int32_t batch = tum_graph_add_batch(graph, &topology->allocator);
        if (batch == NO_BATCH) {
            return false;
        }
        graph->batches.items[batch].is_shared = true;
        graph->nodes.items[graph->nodes.count++] = batch;
    }
    return true;
}

static const Contact *contact_of(const Topology *topology, int32_t manifold)
{
    return &topology->contacts.items[topology->manifolds.items[manifold].contact];
}

static bool raise_next_top(Topology *topology, int32_t manifold)
{
    const Contact *contact = contact_of(topology, manifold);
    const int32_t node = node_of(topology, contact, true);
    for (int side = 0; side < 2; ++side) {
        if (is_movable(topology, contact->body[side])) {
            GraphBody *entry = entry_of(topology, contact->body[side]);
            entry->next_top = node < entry->next_top ? node : entry->next_top;
        }
    }
    return true;
}

// Reserves a lane in the node after the cut. Until blocks are counted again, GraphColor.first_block
// counts the lanes that will enter the color.
static bool make_room_for(Topology *topology, int32_t manifold)
{
    const int32_t from = topology->manifolds.items[manifold].color;
    const int32_t batch = graph_batch_of_node(
        &topology->graph, node_of(topology, contact_of(topology, manifold), true));
    if (graph_batch_of_color(from) == batch) {
        return true;
    }
    const int32_t color = graph_color(batch, (int32_t)graph_color_number(from));
    return has_room(topology, color, ++topology->graph.colors.items[color].first_block);
}

// Calls a function for each shared lane until it returns false.
static bool for_each_lane(Topology *topology,
                          bool (*function)(Topology *topology, int32_t manifold))
{
    const ConstraintGraph *graph = &topology->graph;
    bool goes_on = true;
    for (size_t i = 0; i < graph->colors.count && goes_on; ++i) {
        const GraphColor *color = &graph->colors.items[i];
        const bool is_shared = graph->batches.items[i / COLOR_COUNT].is_shared;
        for (size_t k = 0; k < color->constraints.count && is_shared && goes_on; ++k) {
            goes_on = function(topology, color->constraints.items[k]);
        }
    }
    return goes_on;
}

// Iterates from the last lane to the first: a removed lane is refilled by one that was visited.
static void move_lanes(Topology *topology, int32_t batch)
{
    for (int32_t color = graph_color(batch, 0); color < graph_color(batch + 1, 0); ++color) {
        for (size_t i = topology->graph.colors.items[color].constraints.count; i-- > 0;) {
            const int32_t manifold = topology->graph.colors.items[color].constraints.items[i];
            const int32_t to = tum_topology_shared_batch(topology, contact_of(topology, manifold));
            if (to != batch) {
                tum_topology_move_manifold(topology, manifold, to);
            }
        }
    }
}

// Moves the lanes at the cut of all subdomains to the front.
static void divide_lanes(Topology *topology)
{
    for (int32_t leaf = graph_first_leaf(&topology->graph);
         leaf <= 2 * graph_first_leaf(&topology->graph); ++leaf) {
        const int32_t batch = graph_batch_of_node(&topology->graph, leaf);
        for (int32_t color = graph_color(batch, 0); color < graph_color(batch + 1, 0); ++color) {
            const GraphColor *lanes = &topology->graph.colors.items[color];
            for (size_t i = 0; i < lanes->constraints.count; ++i) {
                tum_topology_enter_lane(topology, lanes->constraints.items[i]);
            }
        }
    }
}

static int32_t wanted_depth(const Topology *topology)
{
    // Most contacts count for two bodies.
    const uint32_t lanes = weight_of(topology, 0, (uint32_t)topology->found.count) / 2;
    int32_t depth = lanes > CUT_LEAST ? 1 : 0;
    while (depth < SUBDOMAIN_DEPTH_MAX && lanes >> depth > PART_MOST) {
        ++depth;
    }
    return depth;
}

bool tum_topology_cut_subdomains(Topology *topology)
{
    ConstraintGraph *graph = &topology->graph;
    const SubdomainCut now = count_lanes(graph);
    if (!is_due(&topology->cut, &now)) {
        return true;
    }
    const int32_t depth = list_bodies(topology) ? wanted_depth(topology) : -1;
    if (depth < 0 || !add_nodes(topology, depth)) {
        return false;
    }
    for (size_t i = 0; i < graph->bodies.count; ++i) {
        graph->bodies.items[i].next_subdomain = graph->bodies.items[i].next_top = 0;
    }
    for (size_t i = 0; i < graph->colors.count; ++i) {
        graph->colors.items[i].first_block = 0;
    }
    bisect(topology, 0, (uint32_t)topology->found.count, 0, depth);
    (void)for_each_lane(topology, raise_next_top);
    if (!for_each_lane(topology, make_room_for)) {
        return false;
    }
    graph->depth = depth;
    graph->bodies_changed = true;
    for (size_t i = 0; i < graph->bodies.count; ++i) {
        graph->bodies.items[i].subdomain = graph->bodies.items[i].next_subdomain;
        graph->bodies.items[i].top = graph->bodies.items[i].next_top;
    }
    for (size_t i = 0; i < graph->colors.count; ++i) {
        graph->colors.items[i].at_cut = 0;
    }
    for (int32_t node = 0; node <= (int32_t)graph->nodes.count; ++node) {
        move_lanes(topology, graph_batch_of_node(graph, node));
    }
    divide_lanes(topology);
    topology->cut = count_lanes(graph);
    return tum_topology_order_lanes(topology);
}

// Contacts between the body and a subdomain move to the root, and with them the tops of its
// neighbours.
bool tum_topology_leave_subdomain(Topology *topology, int32_t body)
{
    const bool is_shared = graph_batch_of_body(&topology->graph, body) == BATCH_SHARED;
    if (!is_shared || entry_of(topology, body)->subdomain == 0) {
        return true;
    }
    if (!make_room_in(topology, 0, body)) {
        return false;
    }
    entry_of(topology, body)->subdomain = entry_of(topology, body)->top = 0;
    topology->graph.bodies_changed = true;
    move_lanes_of(topology, body);
    bool enough = true;
    for (int32_t edge = topology->bodies.items[body].first_contact; edge != NONE && enough;
         edge = topology->contacts.items[edge / 2].edge[edge & 1].next) {
        const int32_t other = topology->contacts.items[edge / 2].body[1 - (edge & 1)];
        const bool touches = topology->contacts.items[edge / 2].manifold_count > 0;
        enough = !touches || graph_batch_of_body(&topology->graph, other) != BATCH_SHARED ||
                 tum_topology_raise_top(topology, other, 0);
    }
    return enough;
}
