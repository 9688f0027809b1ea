// SPDX-License-Identifier: MIT
// bvh_search.c: pairs of boxes that have begun to overlap.
//
// The moved items of a node's children are searched for together: they are neighbours, so their own
// neighbours are the same. One walk finds the nodes near all of these items. Then node meets node:
// items that overlap the other node's box are tested against the items of that node.
#include "spatial/bvh_node.h"
#include "spatial/spatial_kernels.h"

void tum_bvh_forget(Bvh *bvh, int32_t item)
{
    BvhNode *node = &bvh->nodes[bvh_node_of(bvh, item)];
    const int slot = bvh->places[item] % BVH_CHILDREN;
    bvh_renew(bvh, node);
    node->has_past &= (uint8_t) ~(1u << slot);
    node->moved |= (uint8_t)(1u << slot);
    bitset_set(&bvh->restless, bvh_node_of(bvh, item));
}

Box tum_bvh_past(const Bvh *bvh, int32_t item)
{
    return tum_bvh_past_of(bvh, item);
}

void tum_bvh_set_past(Bvh *bvh, int32_t item, const Box *past)
{
    BvhNode *node = &bvh->nodes[bvh_node_of(bvh, item)];
    const int slot = bvh->places[item] % BVH_CHILDREN;
    bvh_renew(bvh, node);
    bvh_set_box(node->past, slot, past);
    node->has_past |= (uint8_t)(1u << slot);
    if (box_is_same(past, &bvh->boxes[item])) {
        node->moved &= (uint8_t) ~(1u << slot);
    } else {
        node->moved |= (uint8_t)(1u << slot);
        bitset_set(&bvh->restless, bvh_node_of(bvh, item));
    }
}

// A group consists of the items of a node's children, and of the root's own items where the root
// has items.
static void list_group(Bvh *bvh, int32_t at)
{
    const BvhNode *node = &bvh->nodes[at];
    const int32_t group = node->parent == BVH_NONE ? at : node->parent;
    BvhNode *whole = &bvh->nodes[group];
    bvh_renew(bvh, whole);
    if (!whole->is_group) {
        whole->is_group = true;
        bvh->listed[bvh->group_count++] = group;
    }
    if (group != at) {
        whole->moved_nodes |= (uint8_t)(1u << node->slot);
        whole->moved_whole |= (uint8_t)((node->moved == (1u << node->count) - 1) << node->slot);
    }
}

void tum_bvh_begin_search(Bvh *bvh)
{
    const Bitset restless = bvh_restless(bvh);
    bvh->group_count = 0;
    for (uint32_t i = bitset_next(&restless, 0); i != BITSET_NONE;
         i = bitset_next(&restless, i + 1)) {
        if (bvh_moved(bvh, &bvh->nodes[i]) != 0) {
            list_group(bvh, (int32_t)i);
        }
    }
}

void tum_bvh_end_search(Bvh *bvh, bool is_known)
{
    Bitset restless = bvh_restless(bvh);
    if (is_known && bvh->group_count > 0) {
        bitset_clear_all(&restless);
        ++bvh->searches;
    }
    for (uint32_t i = 0; i < bvh->group_count && !is_known; ++i) {
        BvhNode *whole = &bvh->nodes[bvh->listed[i]];
        whole->is_group = false;
        whole->moved_nodes = whole->moved_whole = 0;
    }
    bvh->group_count = 0;
}

void tum_bvh_search(const BvhSearch *search, int32_t group)
{
    search->in->kernels->search(search, group);
}
