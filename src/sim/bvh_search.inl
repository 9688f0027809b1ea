// SPDX-License-Identifier: MIT
// bvh_search.inl: the search of bvh_search.c, compiled per instruction set; the including file
// defines SEARCH_KERNEL, and WIDE_AVX2 where that is there.
#include "base/assert.h"
#include "sim/bvh_kernel.h"
#include "sim/bvh_lanes.h"

// What is searched for: the items of a node, and a box around them all.
typedef struct Group {
    BvhProbe whole;
    BvhProbe probes[BVH_CHILDREN];
    const BvhNode *node;
} Group;

static void fill_group(Group *group, const BvhNode *node)
{
    uint32_t left = node->searched;
    Box all = bvh_child_box(node, __builtin_ctz(left));
    for (; left != 0; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const Box box = bvh_child_box(node, i);
        group->probes[i] = bvh_probe(&box);
        all = box_join(&all, &box);
    }
    group->whole = bvh_probe(&all);
    group->node = node;
}

// Which items of a node a searched one leaves to others: of two that are searched, the one in the
// node, and in the slot, of lower number finds the other.
static uint32_t left_to_others(const BvhSearch *search, const Group *group, const BvhNode *node,
                               int slot)
{
    if (search->from != search->in) {
        return search->skips_searched ? node->searched : 0;
    }
    if (node == group->node) {
        return node->searched & ((2u << slot) - 1);
    }
    return node < group->node ? node->searched : 0;
}

// @param items  the children that are items and meet the whole group.
static void visit_items(const BvhSearch *search, const Group *group, const BvhNode *node,
                        uint32_t items)
{
    for (uint32_t left = group->node->searched; left != 0; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const uint32_t others = items & ~left_to_others(search, group, node, i);
        if (others == 0) {
            continue;
        }
        const uint32_t met = bvh_meets(node, &group->probes[i], search->in->axes) & others;
        if (met != 0) {
            search->visit(search->user, ~group->node->child[i], node, met);
        }
    }
}

void SEARCH_KERNEL(const BvhSearch *search, int32_t index)
{
    const Bvh *in = search->in;
    if (in->root == BVH_NONE) {
        return;
    }
    Group group;
    fill_group(&group, &search->from->nodes[index]);
    int32_t stack[BVH_STACK];
    int top = 0;
    stack[top++] = in->root;
    while (top > 0) {
        const BvhNode *node = &in->nodes[stack[--top]];
        uint32_t items = 0;
        for (uint32_t met = bvh_meets(node, &group.whole, in->axes); met != 0; met &= met - 1) {
            const int i = __builtin_ctz(met);
            if (node->child[i] < 0) {
                items |= 1u << i;
            } else {
                TUM_ASSERT(top < BVH_STACK);
                stack[top++] = node->child[i];
            }
        }
        if (items != 0) {
            visit_items(search, &group, node, items);
        }
    }
}
