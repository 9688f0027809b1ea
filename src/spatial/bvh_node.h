// SPDX-License-Identifier: MIT
/// bvh_node.h: changes of single nodes of a tree of boxes, for insertion, rebuild and refit.
#ifndef TUM_SPATIAL_BVH_NODE_H
#define TUM_SPATIAL_BVH_NODE_H

#include "spatial/bvh_data.h"

#include <string.h>

/// Allocates a node without children. A free node always exists: nodes below the root have at least
/// two children, so nodes are fewer than items.
int32_t tum_bvh_take_node(Bvh *bvh);

/// Frees a node to which no parent refers.
void tum_bvh_give_node(Bvh *bvh, int32_t node);

/// Stores a child in a slot, and the slot with the child.
void tum_bvh_put(Bvh *bvh, int32_t node, int slot, int32_t child, const Box *box);

/// Box of an item at the last search; the empty box: the item counts as new.
Box tum_bvh_past_of(const Bvh *bvh, int32_t item);

/// Saves in bvh->past the box of an item at the last search, before the item leaves its node.
void tum_bvh_keep_past(Bvh *bvh, int32_t item);

/// Lists a node for refitting.
void tum_bvh_mark_stale(Bvh *bvh, int32_t node);

/// True when an item with the new box `box` has to leave its node.
static inline bool bvh_has_to_leave(const BvhNode *node, const Box *node_box, const Box *box)
{
    // Growth of the node's edge sum since its children were chosen, up to which items stay. A lower
    // limit moves more items; a higher limit makes queries visit more nodes.
    const float growth_most = 1.25f;
    const Box joined = box_join(node_box, box);
    return box_edge_sum(&joined) > growth_most * node->edge_sum;
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

/// Brings the node's marks of the last search up to date. Required before the node's items or marks
/// change.
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

/// Box around all children of a node that has at least one.
Box tum_bvh_node_box(const BvhNode *node);

#endif
