// SPDX-License-Identifier: MIT
/// constraint_graph.h: colours: sets of constraints in which no movable body occurs twice, so that
/// eight can be solved at a time and blocks of eight side by side.
///
/// Constraints live in clusters, and each cluster has COLOR_COUNT colours of its own; colours are
/// numbered through. The first cluster is shared: all workers walk its colours together. Any other
/// one is solved whole by one worker, so it is to be small enough for a cache. All constraints of a
/// body are in one cluster; which one is for the caller to see to (clusters.c).
///
/// A constraint keeps its colour and, until lanes are put in order (lane_order.c), its lane from
/// step to step; removing one moves the colour's last into its place. One that moves to another
/// cluster gets the same colour there: nobody in it has a body in common with it but those who come
/// along. So what is in which cluster makes no difference to a body's order of constraints.
///
/// Bodies that no push can move may occur any number of times.
#ifndef TUM_SIM_CONSTRAINT_GRAPH_H
#define TUM_SIM_CONSTRAINT_GRAPH_H

#include "base/array.h"

enum {
    COLOR_COUNT = 25,         ///< Of a cluster.
    COLOR_DYNAMIC_COUNT = 20, ///< Between two movable bodies: colours 0 to 19. Against unmovable
                              ///< ones: 23 down to 1, so that they are solved last and win.
    COLOR_OVERFLOW = 24       ///< For what finds no colour: one constraint a block, in order.
};

enum {
    CLUSTER_SHARED = 0,
    NO_CLUSTER = -1 ///< Of bodies without constraints.
};

typedef struct GraphColor {
    ARRAY(int32_t) constraints; ///< Lane to constraint.
    uint32_t first_block; ///< Blocks of the cluster's colours before it, when last counted, an
                          ///< even number for each.
} GraphColor;

typedef struct GraphCluster {
    uint32_t lanes; ///< In all of its colours.
    uint32_t next;  ///< For whoever lists bodies by their clusters.
} GraphCluster;

typedef struct GraphBody {
    uint32_t colors; ///< A bit each that it occurs in, but for overflow.
    uint32_t lanes;
    int32_t cluster; ///< While it has lanes.
    int32_t chain;   ///< For whoever gathers islands; 0 while nobody does.
} GraphBody;

typedef struct ConstraintGraph {
    ARRAY(GraphColor) colors;
    ARRAY(GraphCluster) clusters;
    ARRAY(GraphBody) bodies; ///< Up to the highest that ever had constraints.
} ConstraintGraph;

typedef struct GraphPlace {
    int32_t color, lane; ///< Both -1: out of memory.
} GraphPlace;

static inline int32_t graph_color(int32_t cluster, int32_t color)
{
    return cluster * COLOR_COUNT + color;
}

static inline int32_t graph_cluster_of_color(int32_t color)
{
    return color / COLOR_COUNT;
}

static inline bool graph_is_overflow(int32_t color)
{
    return color % COLOR_COUNT == COLOR_OVERFLOW;
}

/// @return the cluster that the constraints of a body are in, or NO_CLUSTER.
static inline int32_t graph_cluster_of_body(const ConstraintGraph *graph, int32_t body)
{
    const bool is_known = body >= 0 && (size_t)body < graph->bodies.count;
    return is_known && graph->bodies.items[body].lanes > 0 ? graph->bodies.items[body].cluster
                                                           : NO_CLUSTER;
}

void tum_graph_clear(ConstraintGraph *graph, const TumAllocator *allocator);

/// Adds an empty cluster. The first one made is the shared one.
/// @return which, or NO_CLUSTER: out of memory.
int32_t tum_graph_add_cluster(ConstraintGraph *graph, const TumAllocator *allocator);

/// @param body_a, body_b  -1 where that side cannot be moved; not both. Those that have constraints
///                        have them in this cluster.
GraphPlace tum_graph_add(ConstraintGraph *graph, int32_t constraint, int32_t cluster,
                         int32_t body_a, int32_t body_b, const TumAllocator *allocator);

/// @return the constraint that now stands in the freed lane; -1: none, it was the last.
int32_t tum_graph_remove(ConstraintGraph *graph, GraphPlace place, int32_t body_a, int32_t body_b);

/// Moves a constraint to another cluster, in whose color there is room. Which cluster its bodies
/// are in is for the caller to set, who moves all of their constraints.
///
/// @param freed  receives the constraint that now stands in the lane it left, or -1.
GraphPlace tum_graph_move(ConstraintGraph *graph, GraphPlace place, int32_t cluster,
                          int32_t *freed);

#endif
