// SPDX-License-Identifier: MIT
/// bvh_node.h: how nodes of a tree are changed: what all that change a tree share.
#ifndef TUM_SPATIAL_BVH_NODE_H
#define TUM_SPATIAL_BVH_NODE_H

#include "spatial/bvh_data.h"

#include <string.h>

/// @return a node without children. There is always one: nodes below the root have two children at
///         least, so there are fewer of them than items.
int32_t tum_bvh_take_node(Bvh *bvh);

/// A node that no other refers to any more is free again.
void tum_bvh_give_node(Bvh *bvh, int32_t node);

/// Gives a child its slot, and the child its place.
void tum_bvh_put(Bvh *bvh, int32_t node, int slot, int32_t child, const Box *box);

/// Before an item is put elsewhere: notes in bvh->past what its node knows of the last search.
void tum_bvh_keep_past(Bvh *bvh, int32_t item);

/// A node no longer fits its children.
void tum_bvh_mark_stale(Bvh *bvh, int32_t node);

/// Whether an item that is given a box has to leave its node, whose box is another.
static inline bool bvh_has_to_leave(const BvhNode *node, const Box *node_box, const Box *box)
{
    // It keeps its place while its node grows to at most this many times what it was when its
    // children were chosen. Less moves more items, more makes queries look into more nodes.
    const float growth_most = 1.25f;
    const Box joined = box_join(node_box, box);
    return box_girth(&joined) > growth_most * node->girth;
}

static inline void bvh_set_box(float sides[4][2][BVH_CHILDREN], int slot, const Box *box)
{
    for (int i = 0; i < 4; ++i) {
        sides[i][0][slot] = box->low[i];
        sides[i][1][slot] = box->high[i];
    }
}

static inline void bvh_clear_slot(BvhNode *node, int slot)
{
    const uint8_t others = (uint8_t) ~(1u << slot);
    node->leaves &= others;
    node->has_past &= others;
    node->moved &= others;
}

static inline bool bvh_has_items_alone(const BvhNode *node)
{
    bool alone = true;
    for (int i = 0; i < node->count; ++i) {
        alone &= node->child[i] < 0;
    }
    return alone;
}

/// To be done before items of a node change or what is known of them does: what it knows of the
/// last search is brought up to date.
static inline void bvh_renew(const Bvh *bvh, BvhNode *node)
{
    if (bvh_is_current(bvh, node)) {
        return;
    }
    if (bvh_has_items_alone(node)) {
        memcpy(node->past, node->sides, (size_t)bvh->axes * sizeof *node->past);
    } else {
        for (int i = 0; i < node->count; ++i) {
            if (node->child[i] < 0) {
                const Box box = bvh_child_box(node, i);
                bvh_set_box(node->past, i, &box);
            }
        }
    }
    node->search = bvh->searches;
    node->has_past = (uint8_t)((1u << node->count) - 1);
    node->moved = node->moved_nodes = node->moved_whole = 0;
    node->is_group = false;
}

/// What holds all children of a node that has some.
Box tum_bvh_node_box(const BvhNode *node);

#endif
