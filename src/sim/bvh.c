// SPDX-License-Identifier: MIT
#include "sim/bvh.h"

#include "base/assert.h"
#include "base/size.h"

#include <string.h>

void tum_bvh_init(Bvh *bvh)
{
    *bvh = (Bvh){.root = BVH_NONE, .free = BVH_NONE};
}

void tum_bvh_clear(Bvh *bvh, const TumAllocator *allocator)
{
    tum_release(allocator, bvh->boxes, (size_t)bvh->capacity * sizeof *bvh->boxes);
    tum_release(allocator, bvh->links, (size_t)bvh->capacity * sizeof *bvh->links);
    tum_bvh_init(bvh);
}

static bool is_leaf(const Bvh *bvh, int32_t node)
{
    return bvh->links[node].child[0] == BVH_NONE;
}

static bool grow(Bvh *bvh, const TumAllocator *allocator)
{
    const int32_t old = bvh->capacity;
    if (old > INT32_MAX / 4) {
        return false;
    }
    const int32_t capacity = old == 0 ? 64 : old * 2;
    Box *boxes = tum_allocate(allocator, (size_t)capacity * sizeof *boxes);
    BvhLinks *links = tum_allocate(allocator, (size_t)capacity * sizeof *links);
    if (boxes == NULL || links == NULL) {
        tum_release(allocator, boxes, (size_t)capacity * sizeof *boxes);
        tum_release(allocator, links, (size_t)capacity * sizeof *links);
        return false;
    }
    if (old > 0) {
        memcpy(boxes, bvh->boxes, (size_t)old * sizeof *boxes);
        memcpy(links, bvh->links, (size_t)old * sizeof *links);
    }
    for (int32_t i = old; i < capacity; ++i) {
        links[i] = (BvhLinks){BVH_NONE, {i + 1 < capacity ? i + 1 : bvh->free, BVH_NONE}, 0};
        boxes[i] = (Box){{0}, {0}};
    }
    tum_release(allocator, bvh->boxes, (size_t)old * sizeof *boxes);
    tum_release(allocator, bvh->links, (size_t)old * sizeof *links);
    bvh->boxes = boxes;
    bvh->links = links;
    bvh->capacity = capacity;
    bvh->free = old;
    return true;
}

static int32_t take_node(Bvh *bvh)
{
    const int32_t node = bvh->free;
    TUM_ASSERT(node != BVH_NONE);
    bvh->free = bvh->links[node].child[0];
    bvh->links[node] = (BvhLinks){BVH_NONE, {BVH_NONE, BVH_NONE}, 0};
    return node;
}

static void give_node(Bvh *bvh, int32_t node)
{
    bvh->links[node] = (BvhLinks){BVH_NONE, {bvh->free, BVH_NONE}, 0};
    bvh->free = node;
}

static void replace_child(Bvh *bvh, int32_t parent, int32_t old, int32_t new)
{
    if (parent == BVH_NONE) {
        bvh->root = new;
    } else {
        int32_t *child = bvh->links[parent].child;
        child[child[1] == old] = new;
    }
    bvh->links[new].parent = parent;
}

// Swaps a child with one of its sibling's children where that makes the sibling smaller.
static void rotate(Bvh *bvh, int32_t node)
{
    float best_gain = 0.0f;
    int best_side = -1, best_child = -1;
    for (int side = 0; side < 2; ++side) {
        const int32_t alone = bvh->links[node].child[side];
        const int32_t pair = bvh->links[node].child[1 - side];
        if (is_leaf(bvh, pair)) {
            continue;
        }
        for (int i = 0; i < 2; ++i) {
            const int32_t stays = bvh->links[pair].child[1 - i];
            const Box joined = box_join(&bvh->boxes[alone], &bvh->boxes[stays]);
            const float gain = box_girth(&bvh->boxes[pair]) - box_girth(&joined);
            if (gain > best_gain) {
                best_gain = gain;
                best_side = side;
                best_child = i;
            }
        }
    }
    if (best_side < 0) {
        return;
    }
    const int32_t alone = bvh->links[node].child[best_side];
    const int32_t pair = bvh->links[node].child[1 - best_side];
    const int32_t rises = bvh->links[pair].child[best_child];
    bvh->links[node].child[best_side] = rises;
    bvh->links[rises].parent = node;
    bvh->links[pair].child[best_child] = alone;
    bvh->links[alone].parent = pair;
    bvh->boxes[pair] =
        box_join(&bvh->boxes[bvh->links[pair].child[0]], &bvh->boxes[bvh->links[pair].child[1]]);
}

static void refit_upward(Bvh *bvh, int32_t node)
{
    for (; node != BVH_NONE; node = bvh->links[node].parent) {
        const int32_t *child = bvh->links[node].child;
        bvh->boxes[node] = box_join(&bvh->boxes[child[0]], &bvh->boxes[child[1]]);
        rotate(bvh, node);
    }
}

// Walks down to the node beside which the leaf costs least: at each node the choice is between
// stopping here and the child that grows less.
static int32_t best_sibling(const Bvh *bvh, const Box *box)
{
    int32_t node = bvh->root;
    while (!is_leaf(bvh, node)) {
        const Box joined = box_join(&bvh->boxes[node], box);
        const float here = box_girth(&joined);
        const float grown = here - box_girth(&bvh->boxes[node]);
        float cost[2];
        for (int i = 0; i < 2; ++i) {
            const int32_t child = bvh->links[node].child[i];
            const Box with = box_join(&bvh->boxes[child], box);
            cost[i] = grown + box_girth(&with);
            if (!is_leaf(bvh, child)) {
                cost[i] -= box_girth(&bvh->boxes[child]);
            }
        }
        if (here < cost[0] && here < cost[1]) {
            break;
        }
        node = bvh->links[node].child[cost[1] < cost[0]];
    }
    return node;
}

static void link_leaf(Bvh *bvh, int32_t leaf)
{
    if (bvh->root == BVH_NONE) {
        bvh->root = leaf;
        bvh->links[leaf].parent = BVH_NONE;
        return;
    }
    const int32_t sibling = best_sibling(bvh, &bvh->boxes[leaf]);
    const int32_t above = bvh->links[sibling].parent;
    const int32_t node = take_node(bvh);
    replace_child(bvh, above, sibling, node);
    bvh->links[node].child[0] = sibling;
    bvh->links[node].child[1] = leaf;
    bvh->links[sibling].parent = node;
    bvh->links[leaf].parent = node;
    refit_upward(bvh, node);
}

static void unlink_leaf(Bvh *bvh, int32_t leaf)
{
    const int32_t node = bvh->links[leaf].parent;
    if (node == BVH_NONE) {
        bvh->root = BVH_NONE;
        return;
    }
    const int32_t sibling = bvh->links[node].child[bvh->links[node].child[0] == leaf];
    const int32_t above = bvh->links[node].parent;
    replace_child(bvh, above, node, sibling);
    give_node(bvh, node);
    refit_upward(bvh, above);
}

int32_t tum_bvh_insert(Bvh *bvh, const Box *box, uint32_t item, const TumAllocator *allocator)
{
    // One node for the leaf, one for its parent: count leaves n need 2n - 1 nodes.
    if (bvh->leaf_count * 2 + 2 > bvh->capacity && !grow(bvh, allocator)) {
        return BVH_NONE;
    }
    const int32_t leaf = take_node(bvh);
    bvh->boxes[leaf] = *box;
    bvh->links[leaf].item = item;
    link_leaf(bvh, leaf);
    ++bvh->leaf_count;
    return leaf;
}

void tum_bvh_remove(Bvh *bvh, int32_t leaf)
{
    unlink_leaf(bvh, leaf);
    give_node(bvh, leaf);
    --bvh->leaf_count;
}

void tum_bvh_move(Bvh *bvh, int32_t leaf, const Box *box)
{
    unlink_leaf(bvh, leaf);
    bvh->boxes[leaf] = *box;
    link_leaf(bvh, leaf);
}

void tum_bvh_query(const Bvh *bvh, const Box *box, bool (*visit)(void *user, uint32_t item),
                   void *user)
{
    // Without a stack, so without a limit to the tree's depth: down the first child, across to the
    // second, up by the parent.
    int32_t node = bvh->root;
    if (node == BVH_NONE) {
        return;
    }
    for (;;) {
        if (box_overlaps(&bvh->boxes[node], box)) {
            if (!is_leaf(bvh, node)) {
                node = bvh->links[node].child[0];
                continue;
            }
            if (!visit(user, bvh->links[node].item)) {
                return;
            }
        }
        int32_t parent = bvh->links[node].parent;
        while (parent != BVH_NONE && bvh->links[parent].child[1] == node) {
            node = parent;
            parent = bvh->links[node].parent;
        }
        if (parent == BVH_NONE) {
            return;
        }
        node = bvh->links[parent].child[1];
    }
}

bool tum_bvh_is_valid(const Bvh *bvh)
{
    if (bvh->root == BVH_NONE) {
        return bvh->leaf_count == 0;
    }
    int32_t leaves = 0;
    for (int32_t i = 0; i < bvh->capacity; ++i) {
        const bool in_tree = i == bvh->root || bvh->links[i].parent != BVH_NONE;
        if (!in_tree) {
            continue;
        }
        if (is_leaf(bvh, i)) {
            ++leaves;
            continue;
        }
        for (int k = 0; k < 2; ++k) {
            const int32_t child = bvh->links[i].child[k];
            if (child < 0 || child >= bvh->capacity || bvh->links[child].parent != i ||
                !box_contains(&bvh->boxes[i], &bvh->boxes[child])) {
                return false;
            }
        }
    }
    return leaves == bvh->leaf_count;
}
