// SPDX-License-Identifier: MIT
/// constraint_graph.h: colours: groups of constraints in which no movable body occurs twice, so
/// that eight can be solved at a time and blocks of eight side by side.
///
/// A constraint keeps its colour and its lane from step to step; removing one moves the colour's
/// last into its place. Bodies that no push can move may occur any number of times.
#ifndef TUM_SIM_CONSTRAINT_GRAPH_H
#define TUM_SIM_CONSTRAINT_GRAPH_H

#include "base/array.h"

enum {
    COLOR_COUNT = 25,
    COLOR_DYNAMIC_COUNT = 20, ///< Between two movable bodies: colours 0 to 19. Against unmovable
                              ///< ones: 23 down to 1, so that they are solved last and win.
    COLOR_OVERFLOW = 24       ///< For what finds no colour: one constraint a block, in order.
};

typedef struct GraphColor {
    ARRAY(uint64_t) bodies;     ///< Bit set of movable bodies in use.
    ARRAY(int32_t) constraints; ///< Lane to constraint.
} GraphColor;

typedef struct ConstraintGraph {
    GraphColor colors[COLOR_COUNT];
} ConstraintGraph;

typedef struct GraphPlace {
    int32_t color, lane; ///< Both -1: out of memory.
} GraphPlace;

void tum_graph_clear(ConstraintGraph *graph, const TumAllocator *allocator);

/// @param body_a, body_b  -1 where that side cannot be moved; not both.
GraphPlace tum_graph_add(ConstraintGraph *graph, int32_t constraint, int32_t body_a, int32_t body_b,
                         const TumAllocator *allocator);

/// @return the constraint that now stands in the freed lane; -1: none, it was the last.
int32_t tum_graph_remove(ConstraintGraph *graph, GraphPlace place, int32_t body_a, int32_t body_b);

#endif
