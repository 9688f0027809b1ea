// SPDX-License-Identifier: MIT
/// constraint_graph.h: colours: sets of constraints in which no movable body occurs twice, so that
/// eight can be solved at a time and blocks of eight side by side.
///
/// Constraints live in clusters, and each cluster has COLOR_COUNT colours of its own; colours are
/// numbered through. The first cluster is shared: all workers walk its colours together. Any other
/// one is solved whole by one worker, so it is to be small enough for a cache. All constraints of a
/// body are in one cluster; which one is for the caller to see to (island_batch.c).
///
/// What is shared may be cut into parts (subdomain.c). They are the leaves of a binary tree, and
/// each of its nodes but the root has a cluster; the root has the shared one. A constraint of two
/// bodies of one part is in that part's cluster, one between parts in that of the lowest node that
/// has both below it; one against what cannot be moved is solved last, so it is where the highest
/// of its body is. So nodes of which neither is above the other have no body in common, and a node
/// is solved once those below it are: on whichever worker, it gives the same bits. Of a part that
/// goes for the blocks that have lanes at its cut, which are the first of each colour.
///
/// A constraint keeps its colour and, until lanes are put in order (lane_order.c), its lane from
/// step to step; removing one moves the colour's last into its place. One that moves to another
/// cluster gets the same colour there: nobody in it has a body in common with it but those who come
/// along. So what is in which cluster makes no difference to a body's order of constraints.
///
/// Bodies that no push can move may occur any number of times.
#ifndef TUM_TOPOLOGY_CONSTRAINT_GRAPH_H
#define TUM_TOPOLOGY_CONSTRAINT_GRAPH_H

#include "base/array.h"

enum {
    COLOR_COUNT = 25,         ///< Of a cluster.
    COLOR_DYNAMIC_COUNT = 20, ///< Between two movable bodies: colours 0 to 19. Against unmovable
                              ///< ones: 23 down to 1, so that they are solved last and win.
    COLOR_OVERFLOW = 24       ///< For what finds no colour: one constraint a block, in order.
};

enum {
    BATCH_SHARED = 0,
    NO_BATCH = -1 ///< Of bodies without constraints.
};

typedef struct GraphColor {
    ARRAY(int32_t) constraints; ///< Lane to constraint.
    uint32_t first_block; ///< Blocks of the cluster's colours before it, when last counted, an
                          ///< even number for each.
    uint32_t at_cut;      ///< Of a part: so many of its lanes, the first, are of bodies that have
                          ///< constraints in nodes above.
} GraphColor;

typedef struct GraphBatch {
    uint32_t lanes;       ///< In all of its colours.
    uint32_t begin, next; ///< Its bodies, for whoever lists them by clusters.
    uint32_t inner; ///< Of a part: the first body that has no constraints in nodes above; those
                    ///< that have are before it. Of the shared one: the first that joints leave to
                    ///< others to move.
    bool is_shared; ///< The shared one, or that of a node of the tree of parts.
    bool is_overfull; ///< For whoever moves islands elsewhere.
    uint64_t slots;   ///< Sum of the slots of its bodies, for whoever lists them by clusters.
} GraphBatch;

typedef struct GraphBody {
    uint32_t colors; ///< A bit each that it occurs in, but for overflow.
    uint32_t lanes;
    int32_t batch; ///< While it has lanes; BATCH_SHARED also in parts.
    int32_t chain; ///< For whoever gathers islands; 0 while nobody does.
    // Nodes of the tree of parts, heeded while it is shared:
    int32_t part; ///< A leaf; 0: it is of none.
    int32_t top;  ///< The highest in which it has had constraints since the last cut.
    int32_t next_part, next_top; ///< For whoever makes another cut.
} GraphBody;

typedef struct ConstraintGraph {
    ARRAY(GraphColor) colors;
    ARRAY(GraphBatch) batches;
    ARRAY(GraphBody) bodies; ///< Up to the highest that ever had constraints.
    ARRAY(int32_t)
    nodes;                ///< Of the tree of parts, but the root: clusters. Children of node k
                          ///< are 2 k + 1 and 2 k + 2.
    uint32_t lanes_alone; ///< In clusters that are not shared.
    int32_t depth;        ///< Of the tree: it has 1 << depth leaves; 0: nothing is cut.
    bool bodies_changed;  ///< A body came to, left or changed its cluster, part or top: set by
                          ///< whoever does that, cleared by whoever lists bodies by them.
} ConstraintGraph;

typedef struct GraphPlace {
    int32_t color, lane; ///< Both -1: out of memory.
} GraphPlace;

static inline int32_t graph_color(int32_t batch, int32_t color)
{
    return batch * COLOR_COUNT + color;
}

static inline int32_t graph_batch_of_color(int32_t color)
{
    return color / COLOR_COUNT;
}

static inline bool graph_is_overflow(int32_t color)
{
    return color % COLOR_COUNT == COLOR_OVERFLOW;
}

/// Nodes of the tree of parts that are leaves: first_leaf to twice that.
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

/// The lowest node that has both below it, or is one of them.
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

/// @return the cluster that the constraints of a body are in, BATCH_SHARED also where it is of a
/// part; or NO_BATCH.
static inline int32_t graph_batch_of_body(const ConstraintGraph *graph, int32_t body)
{
    const bool is_known = body >= 0 && (size_t)body < graph->bodies.count;
    return is_known && graph->bodies.items[body].lanes > 0 ? graph->bodies.items[body].batch
                                                           : NO_BATCH;
}

void tum_graph_clear(ConstraintGraph *graph, const TumAllocator *allocator);

/// Adds an empty cluster. The first one made is the shared one.
/// @return which, or NO_BATCH: out of memory.
int32_t tum_graph_add_batch(ConstraintGraph *graph, const TumAllocator *allocator);

/// Makes room for a body. @return false when out of memory.
bool tum_graph_know_body(ConstraintGraph *graph, int32_t body, const TumAllocator *allocator);

/// @param body_a, body_b  -1 where that side cannot be moved; not both. Those that have constraints
///                        have them in this cluster, or all in shared ones.
GraphPlace tum_graph_add(ConstraintGraph *graph, int32_t constraint, int32_t batch, int32_t body_a,
                         int32_t body_b, const TumAllocator *allocator);

/// @return the constraint that now stands in the freed lane; -1: none, it was the last.
int32_t tum_graph_remove(ConstraintGraph *graph, GraphPlace place, int32_t body_a, int32_t body_b);

/// Moves a constraint to another cluster, in whose color there is room. Which cluster its bodies
/// are in is for the caller to set, who moves all of their constraints.
///
/// @param freed  receives the constraint that now stands in the lane it left, or -1.
GraphPlace tum_graph_move(ConstraintGraph *graph, GraphPlace place, int32_t batch, int32_t *freed);

#endif
