// SPDX-License-Identifier: MIT
/// bvh_node.h: how nodes of a tree are changed: what bvh.c and bvh_build.c share.
#ifndef TUM_SIM_BVH_NODE_H
#define TUM_SIM_BVH_NODE_H

#include "sim/bvh.h"

/// @return a node without children. There is always one: nodes below the root have two children at
///         least, so there are fewer of them than items.
int32_t tum_bvh_take_node(Bvh *bvh);

/// Gives a child its slot, and the child its place.
void tum_bvh_put(Bvh *bvh, int32_t node, int slot, int32_t child, const Box *box);

/// What holds all children of a node that has some.
Box tum_bvh_node_box(const BvhNode *node);

#endif
