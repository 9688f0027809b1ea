// SPDX-License-Identifier: MIT
/// constraint_graph.h: constraints grouped into batches, colors and lanes.
///
/// A color is a set of constraints in which no movable body occurs twice. Eight constraints of a
/// color are solved at a time, in the lanes of a block, and blocks of a color run in parallel.
/// Bodies that are not movable may occur any number of times.
///
/// Constraints are in batches, and each batch has COLOR_COUNT colors of its own; colors are
/// numbered consecutively over all batches. Batch 0 is shared: all workers walk its colors
/// together. Any other batch is solved as a whole by one worker, so it should fit into that
/// worker's cache. All constraints of a body are in one batch, which the caller chooses
/// (island_batch.c).
///
/// The shared batch may be cut into subdomains (subdomain.c). Subdomains are the leaves of a binary
/// tree whose inner nodes are separators. Each node has a batch; that of the root is the shared
/// batch.
///
///     constraint of two bodies of one subdomain    batch of that leaf
///     constraint of two subdomains                 batch of their lowest common ancestor
///     constraint against an unmovable body         batch of the highest node in which its movable
///                                                  body has constraints, so that it is solved last
///
/// So two nodes of which neither is an ancestor of the other have no movable body in common. A node
/// is solved after the nodes below it; the result is the same bits on whichever worker that
/// happens.
///
/// Lanes at the cut are the lanes of a leaf with a body that also has constraints in an ancestor.
/// Lanes at the cut come first in each color. An ancestor waits only for the blocks that hold
/// them.
///
/// A constraint keeps its color from step to step, and its lane until lanes are sorted
/// (lane_order.c). Removing a constraint moves the last lane of its color into the gap. A
/// constraint that moves to another batch keeps its color number: islands move as a whole, so no
/// constraint of the new batch shares a body with it except those that moved along. The batch
/// therefore has no influence on the order of the constraints of a body.
#ifndef TUM_TOPOLOGY_CONSTRAINT_GRAPH_H
#define TUM_TOPOLOGY_CONSTRAINT_GRAPH_H

#include "base/array.h"

enum {
    COLOR_COUNT = 128, ///< Per batch.
    /// Colors 0 to 122 are for two movable bodies. Constraints against an unmovable body take
    /// colors from 126 down to 1: they are solved last, so that they prevail.
    COLOR_DYNAMIC_COUNT = 123,
    COLOR_OVERFLOW = 127 ///< For constraints that find no free color: one per block, solved in
                         ///< order.
};

enum {
    BATCH_SHARED = 0,
    NO_BATCH = -1 ///< Batch of bodies without constraints.
};

/// Set of colors, by their numbers in a batch.
typedef struct ColorSet {
    uint64_t words[2];
} ColorSet;

typedef struct GraphColor {
    ARRAY(int32_t) constraints; ///< Constraint of each lane.
    /// Number of blocks in earlier colors of the batch, as of the last count; even for each
    /// color.
    uint32_t first_block;
    uint32_t at_cut; ///< Number of lanes at the cut, which come first; 0 unless the batch is that
                     ///< of a subdomain.
} GraphColor;

typedef struct GraphBatch {
    ColorSet used;        ///< Colors that have lanes, as of the last count.
    uint32_t lanes;       ///< In all of its colors.
    uint32_t begin, next; ///< Range of its bodies in the list of solver bodies (solver_bodies.c).
    /// End of the bodies that come first in that range. In a subdomain: bodies at the cut. In the
    /// shared batch: bodies that move with their joints.
    uint32_t inner;
    bool is_shared;   ///< The shared batch, or the batch of a node of the tree.
    bool is_overfull; ///< Set while islands are moved elsewhere (island_batch.c).
    uint64_t slots;   ///< Sum of the slots of its bodies (solver_bodies.c).
} GraphBatch;

typedef struct GraphBody {
    ColorSet colors; ///< Colors that the body occurs in, except overflow.
    uint32_t lanes;
    int32_t batch; ///< Valid while it has lanes; BATCH_SHARED for bodies of subdomains too.
    int32_t chain; ///< Link while islands are gathered (island_batch.c); otherwise 0.
    // Nodes of the tree; valid while the body is shared:
    int32_t subdomain; ///< Its leaf; 0: it belongs to no subdomain.
    int32_t top;       ///< Highest node in which it has had constraints since the last cut.
    int32_t next_subdomain, next_top; ///< The same after the cut that is being made (subdomain.c).
} GraphBody;

typedef struct ConstraintGraph {
    ARRAY(GraphColor) colors;
    ARRAY(GraphBatch) batches;
    ARRAY(GraphBody) bodies; ///< Up to the highest body that ever had constraints.
    /// Batches of the nodes of the tree except the root. Node k has the children 2 k + 1 and
    /// 2 k + 2.
    ARRAY(int32_t) nodes;
    uint32_t lanes_alone; ///< Lanes in batches that are not shared.
    int32_t depth;        ///< Depth of the tree, which has 1 << depth leaves; 0: not cut.
    /// A body entered, left or changed its batch, subdomain or top. Set by the function that
    /// changes those, cleared by tum_sim_list_solver_bodies.
    bool bodies_changed;
} ConstraintGraph;

typedef struct GraphPlace {
    int32_t color, lane; ///< Both -1: out of memory.
} GraphPlace;

static inline int32_t graph_color(int32_t batch, int32_t color)
{
    return batch * COLOR_COUNT + color;
}

/// Number of a color in its batch.
static inline uint32_t graph_color_number(int32_t color)
{
    return (uint32_t)color % COLOR_COUNT;
}

static inline int32_t graph_batch_of_color(int32_t color)
{
    return (int32_t)((uint32_t)color / COLOR_COUNT);
}

static inline bool graph_is_overflow(int32_t color)
{
    return graph_color_number(color) == COLOR_OVERFLOW;
}

static inline void color_set_add(ColorSet *set, uint32_t color)
{
    set->words[color / 64] |= UINT64_C(1) << color % 64;
}

static inline void color_set_remove(ColorSet *set, uint32_t color)
{
    set->words[color / 64] &= ~(UINT64_C(1) << color % 64);
}

static inline bool color_set_has(const ColorSet *set, uint32_t color)
{
    return (set->words[color / 64] >> color % 64 & 1) != 0;
}

/// Number of the first leaf; leaves are numbered from there to twice that.
static inline int32_t graph_first_leaf(const ConstraintGraph *graph)
{
    return (1 << graph->depth) - 1;
}

static inline int32_t graph_batch_of_node(const ConstraintGraph *graph, int32_t node)
{
    return node == 0 ? BATCH_SHARED : graph->nodes.items[node - 1];
}

static inline int32_t graph_parent(int32_t node)
{
    return (node - 1) / 2;
}

/// Lowest common ancestor of two nodes; a node is an ancestor of itself.
static inline int32_t graph_common_node(int32_t a, int32_t b)
{
    while (a != b) {
        if (a > b) {
            a = graph_parent(a);
        } else {
            b = graph_parent(b);
        }
    }
    return a;
}

/// @return the batch of a body's constraints, BATCH_SHARED also for bodies of subdomains; or
///         NO_BATCH.
static inline int32_t graph_batch_of_body(const ConstraintGraph *graph, int32_t body)
{
    const bool is_known = body >= 0 && (size_t)body < graph->bodies.count;
    return is_known && graph->bodies.items[body].lanes > 0 ? graph->bodies.items[body].batch
                                                           : NO_BATCH;
}

void tum_graph_clear(ConstraintGraph *graph, const TumAllocator *allocator);

/// The colors of a batch that have lanes, as of the last count, one after the other.
///
/// @param batch  NO_BATCH: none.
/// @param after  a color of the batch; -1: the first color is wanted.
/// @return a color, or -1 after the last.
int32_t tum_graph_next_color(const ConstraintGraph *graph, int32_t batch, int32_t after);

/// Adds an empty batch. The first batch added is the shared one.
/// @return its index, or NO_BATCH when out of memory.
int32_t tum_graph_add_batch(ConstraintGraph *graph, const TumAllocator *allocator);

/// Makes room for a body in graph->bodies. @return false when out of memory.
bool tum_graph_know_body(ConstraintGraph *graph, int32_t body, const TumAllocator *allocator);

/// Adds a constraint to a batch, in a color that is free for both bodies.
///
/// @param body_a, body_b  -1 for a side that is not movable; not both. Bodies that have constraints
///        have them in this batch, or all in shared batches.
GraphPlace tum_graph_add(ConstraintGraph *graph, int32_t constraint, int32_t batch, int32_t body_a,
                         int32_t body_b, const TumAllocator *allocator);

/// Removes a constraint.
/// @return the constraint that now occupies the freed lane; -1: none, the removed lane was the
///         last.
int32_t tum_graph_remove(ConstraintGraph *graph, GraphPlace place, int32_t body_a, int32_t body_b);

/// Moves a constraint to another batch, whose color must have room. The caller moves all
/// constraints of the bodies and sets the batch of the bodies.
///
/// @param freed  receives the constraint that now occupies the old lane, or -1.
GraphPlace tum_graph_move(ConstraintGraph *graph, GraphPlace place, int32_t batch, int32_t *freed);

#endif
