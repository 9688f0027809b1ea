// SPDX-License-Identifier: MIT
// bvh_node.c: changes of single nodes of a tree of boxes.
#include "spatial/bvh_node.h"

#include "base/assert.h"

int32_t tum_bvh_take_node(Bvh *bvh)
{
    int32_t node = bvh->free;
    if (node != BVH_NONE) {
        bvh->free = bvh->nodes[node].parent;
    } else {
        TUM_ASSERT(bvh->node_count < bvh->leaf_capacity);
        node = bvh->node_count++;
        bvh->nodes[node].is_stale = false;
    }
    // A freed node may still be listed for refitting; the entry then stands for the new node.
    const bool is_stale = bvh->nodes[node].is_stale;
    bvh->nodes[node] = (BvhNode){.parent = BVH_NONE, .is_stale = is_stale, .search = bvh->searches};
    return node;
}

void tum_bvh_give_node(Bvh *bvh, int32_t node)
{
    bvh->nodes[node].count = bvh->nodes[node].moved = 0;
    bvh->nodes[node].parent = bvh->free;
    bvh->free = node;
}

Box tum_bvh_past_of(const Bvh *bvh, int32_t item)
{
    const BvhNode *node = &bvh->nodes[bvh_node_of(bvh, item)];
    const int slot = bvh->places[item] % BVH_CHILDREN;
    Box past = !bvh_is_current(bvh, node)          ? bvh_child_box(node, slot)
               : (node->has_past >> slot & 1) != 0 ? bvh_box_of(node->past, slot)
                                                   : box_inside_out();
    for (int i = bvh->axes; i < 4; ++i) { // Nodes do not keep the past of unused axes.
        past.low[i] = bvh->boxes[item].low[i];
        past.high[i] = bvh->boxes[item].high[i];
    }
    return past;
}

void tum_bvh_keep_past(Bvh *bvh, int32_t item)
{
    bvh->past[item] = tum_bvh_past_of(bvh, item);
}

static void put_item(Bvh *bvh, int32_t node, int slot, int32_t item)
{
    BvhNode *at = &bvh->nodes[node];
    const Box *past = &bvh->past[item];
    const bool has_past = past->low[0] <= past->high[0];
    const bool has_moved = !has_past || !box_is_same(past, &bvh->boxes[item]);
    if (has_past) {
        bvh_set_box(at->past, slot, past);
    }
    at->has_past |= (uint8_t)(has_past << slot);
    at->moved |= (uint8_t)(has_moved << slot);
    if (has_moved) {
        bitset_set(&bvh->restless, (uint32_t)node);
    }
    bvh->places[item] = node * BVH_CHILDREN + slot;
}

// Insertion keeps nodes of items free of child nodes: only a node that already has child nodes gets
// more of them.
void tum_bvh_put(Bvh *bvh, int32_t node, int slot, int32_t child, const Box *box)
{
    BvhNode *at = &bvh->nodes[node];
    bvh_renew(bvh, at);
    bvh_set_box(at->sides, slot, box);
    at->child[slot] = child;
    bvh_clear_slot(at, slot);
    if (child >= 0) {
        bvh->nodes[child].parent = node;
        bvh->nodes[child].slot = (uint8_t)slot;
        at->leaves |= (uint8_t)(bvh_has_items_alone(&bvh->nodes[child]) << slot);
    } else {
        put_item(bvh, node, slot, ~child);
    }
}

Box tum_bvh_node_box(const BvhNode *node)
{
    Box all;
    for (int i = 0; i < 4; ++i) {
        const float *low = node->sides[i][0], *high = node->sides[i][1];
        all.low[i] = low[0];
        all.high[i] = high[0];
        for (int k = 1; k < node->count; ++k) {
            all.low[i] = low[k] < all.low[i] ? low[k] : all.low[i];
            all.high[i] = high[k] > all.high[i] ? high[k] : all.high[i];
        }
    }
    return all;
}

void tum_bvh_mark_stale(Bvh *bvh, int32_t node)
{
    if (!bvh->nodes[node].is_stale) {
        bvh->nodes[node].is_stale = true;
        const int32_t end = bvh->stale_first + bvh->stale_count++;
        bvh->stale[end & (bvh->leaf_capacity - 1)] = node;
    }
}
