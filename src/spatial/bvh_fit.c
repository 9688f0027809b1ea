// SPDX-License-Identifier: MIT
// bvh_fit.c: changed boxes of many items taken over node by node.
//
// Where many items move, a pass over items visits each node several times. This pass visits each
// node once and takes over the boxes of its items. Nodes may run in parallel: a node writes only
// its own items' sides and its own box in its parent. Items that have to leave their node are moved
// afterward, in the order of nodes.
#include "base/fetch.h"
#include "spatial/bvh.h"
#include "spatial/bvh_node.h"

void tum_bvh_begin_fit(Bvh *bvh)
{
    const Bitset restless = bvh_restless(bvh);
    bvh->fit_count = 0;
    for (uint32_t i = bitset_next(&restless, 0); i != BITSET_NONE;
         i = bitset_next(&restless, i + 1)) {
        bvh->fits[bvh->fit_count++].node = (int32_t)i;
    }
}

// Takes over the boxes of a node's items. An item that leaves the node keeps its old box in the
// node until tum_bvh_end_fit.
//
// @param box  the node's box; receives the box of its items.
// @return whether the box of any item has changed.
static bool fit_items(const Bvh *bvh, BvhNode *node, Box *box, uint32_t *leaving)
{
    const bool is_root = node->parent == BVH_NONE;
    const Box old = *box;
    Box all = box_inside_out();
    uint32_t moved = 0;
    for (int slot = 0; slot < node->count; ++slot) {
        if (node->child[slot] >= 0) {
            continue;
        }
        const Box *now = &bvh->boxes[~node->child[slot]];
        const Box kept = bvh_child_box(node, slot);
        if (box_is_same(now, &kept)) {
            all = box_join(&all, &kept);
        } else if (!is_root && bvh_has_to_leave(node, &old, now)) {
            *leaving |= 1u << slot;
            all = box_join(&all, &kept);
        } else {
            bvh_renew(bvh, node);
            bvh_set_box(node->sides, slot, now);
            moved |= 1u << slot;
            all = box_join(&all, now);
        }
    }
    if (moved != 0) {
        node->moved |= (uint8_t)moved;
    }
    *box = all;
    return moved != 0;
}

// Does not read the boxes of child nodes: their own fit may be writing them now.
static void fit_node(Bvh *bvh, BvhFit *fit)
{
    BvhNode *node = &bvh->nodes[fit->node];
    fit->stale = BVH_NONE;
    fit->leaving = 0;
    if (node->count == 0) {
        return;
    }
    BvhNode *parent = node->parent != BVH_NONE ? &bvh->nodes[node->parent] : NULL;
    Box box = parent != NULL ? bvh_child_box(parent, node->slot) : box_inside_out();
    const Box old = box;
    if (!fit_items(bvh, node, &box, &fit->leaving) || parent == NULL) {
        return;
    }
    if (!bvh_has_items_alone(node)) {
        fit->stale = fit->node;
    } else if (!box_is_same(&box, &old)) {
        bvh_set_box(parent->sides, node->slot, &box);
        fit->stale = node->parent;
    }
}

// Prefetch distances, in nodes. Searches have read the nodes and other workers have written the
// boxes, so with two threads half of these cache lines are in the other core. A node is fetched
// FETCH_NODE nodes ahead, its items FETCH_ITEMS ahead.
enum { FETCH_NODE = 4, FETCH_ITEMS = 2 };

static void fetch_node(const BvhNode *node, int axes)
{
    for (int i = 0; i < axes; ++i) {
        fetch_to_write(node->sides[i]);
        fetch_to_write(node->past[i]);
    }
    fetch_to_write(node->child);
    fetch_to_write(&node->search);
}

// Fetches for all slots: testing the kind of a child would cost a mispredicted branch.
static void fetch_items(const Bvh *bvh, const BvhNode *node)
{
    for (int slot = 0; slot < BVH_CHILDREN; ++slot) {
        const int32_t child = node->child[slot];
        __builtin_prefetch(&bvh->boxes[child < 0 ? ~child : 0]);
    }
}

void tum_bvh_fit(Bvh *bvh, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; ++i) {
        if (i + FETCH_NODE < end) {
            fetch_node(&bvh->nodes[bvh->fits[i + FETCH_NODE].node], bvh->axes);
        }
        if (i + FETCH_ITEMS < end) {
            fetch_items(bvh, &bvh->nodes[bvh->fits[i + FETCH_ITEMS].node]);
        }
        fit_node(bvh, &bvh->fits[i]);
    }
}

void tum_bvh_end_fit(Bvh *bvh)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < bvh->fit_count; ++i) {
        const BvhFit *fit = &bvh->fits[i];
        if (fit->stale != BVH_NONE) {
            tum_bvh_mark_stale(bvh, fit->stale);
        }
        for (uint32_t left = fit->leaving; left != 0; left &= left - 1) {
            bvh->listed[count++] = ~bvh->nodes[fit->node].child[__builtin_ctz(left)];
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        tum_bvh_relink(bvh, bvh->listed[i]);
    }
    bvh->fit_count = 0;
}
