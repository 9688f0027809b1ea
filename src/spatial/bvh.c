// SPDX-License-Identifier: MIT
// bvh.c: insertion, removal and refitting of items in a tree of boxes.
#include "spatial/bvh.h"

#include "base/assert.h"
#include "base/size.h"
#include "spatial/bvh_lanes.h"
#include "spatial/bvh_node.h"

#include <string.h>

// The tree is rebuilt once CHANGES_LEAST items, and a CHANGES_SHARE-th of all items, have changed
// their node. A rebuild costs about four times as much as moving all items, and halves the nodes
// that searches visit where nodes have been split.
enum { CHANGES_SHARE = 2, CHANGES_LEAST = 64 };

void tum_bvh_init(Bvh *bvh, int axes, const struct SpatialKernels *kernels)
{
    *bvh = (Bvh){.free = BVH_NONE, .root = BVH_NONE, .axes = axes, .kernels = kernels};
}

void tum_bvh_clear(Bvh *bvh, const TumAllocator *allocator)
{
    const size_t items = (size_t)bvh->item_capacity, leaves = (size_t)bvh->leaf_capacity;
    tum_release(allocator, bvh->boxes, items * sizeof *bvh->boxes);
    tum_release(allocator, bvh->past, items * sizeof *bvh->past);
    tum_release(allocator, bvh->places, items * sizeof *bvh->places);
    tum_release(allocator, bvh->nodes, leaves * sizeof *bvh->nodes);
    tum_release(allocator, bvh->stale, leaves * sizeof *bvh->stale);
    tum_release(allocator, bvh->room, leaves * sizeof *bvh->room);
    tum_release(allocator, bvh->fits, leaves * sizeof *bvh->fits);
    tum_release(allocator, bvh->listed, leaves * sizeof *bvh->listed);
    bitset_free(&bvh->restless, allocator);
    tum_bvh_init(bvh, bvh->axes, bvh->kernels);
}

// Capacities are powers of two.
static int32_t grown_capacity(int32_t capacity, int32_t wanted)
{
    int64_t grown = capacity == 0 ? 64 : capacity;
    while (grown < wanted) {
        grown *= 2;
    }
    return grown < INT32_MAX / BVH_CHILDREN ? (int32_t)grown : 0;
}

static bool reserve_items(Bvh *bvh, int32_t wanted, const TumAllocator *allocator)
{
    const size_t old = (size_t)bvh->item_capacity;
    const size_t capacity = (size_t)grown_capacity(bvh->item_capacity, wanted);
    if (capacity == old) {
        return true;
    }
    Box *boxes = tum_allocate(allocator, capacity * sizeof *boxes);
    Box *past = tum_allocate(allocator, capacity * sizeof *past);
    int32_t *places = tum_allocate(allocator, capacity * sizeof *places);
    if (boxes == NULL || past == NULL || places == NULL || capacity == 0) {
        tum_release(allocator, boxes, capacity * sizeof *boxes);
        tum_release(allocator, past, capacity * sizeof *past);
        tum_release(allocator, places, capacity * sizeof *places);
        return false;
    }
    if (old > 0) {
        memcpy(boxes, bvh->boxes, old * sizeof *boxes);
        memcpy(past, bvh->past, old * sizeof *past);
        memcpy(places, bvh->places, old * sizeof *places);
    }
    for (size_t i = old; i < capacity; ++i) {
        places[i] = BVH_NONE;
    }
    tum_release(allocator, bvh->boxes, old * sizeof *boxes);
    tum_release(allocator, bvh->past, old * sizeof *past);
    tum_release(allocator, bvh->places, old * sizeof *places);
    bvh->boxes = boxes;
    bvh->past = past;
    bvh->places = places;
    bvh->item_capacity = (int32_t)capacity;
    return true;
}

static bool reserve_leaves(Bvh *bvh, int32_t wanted, const TumAllocator *allocator)
{
    const size_t old = (size_t)bvh->leaf_capacity;
    const size_t capacity = (size_t)grown_capacity(bvh->leaf_capacity, wanted);
    if (capacity == old) {
        return true;
    }
    BvhNode *nodes = tum_allocate(allocator, capacity * sizeof *nodes);
    int32_t *stale = tum_allocate(allocator, capacity * sizeof *stale);
    BvhItem *room = tum_allocate(allocator, capacity * sizeof *room);
    BvhFit *fits = tum_allocate(allocator, capacity * sizeof *fits);
    int32_t *listed = tum_allocate(allocator, capacity * sizeof *listed);
    if (nodes == NULL || stale == NULL || room == NULL || fits == NULL || listed == NULL ||
        capacity == 0 || !bitset_grow(&bvh->restless, capacity, allocator)) {
        tum_release(allocator, nodes, capacity * sizeof *nodes);
        tum_release(allocator, stale, capacity * sizeof *stale);
        tum_release(allocator, room, capacity * sizeof *room);
        tum_release(allocator, fits, capacity * sizeof *fits);
        tum_release(allocator, listed, capacity * sizeof *listed);
        return false;
    }
    if (old > 0) {
        memcpy(nodes, bvh->nodes, (size_t)bvh->node_count * sizeof *nodes);
        for (int32_t i = 0; i < bvh->stale_count; ++i) {
            stale[i] = bvh->stale[(size_t)(bvh->stale_first + i) % old];
        }
    }
    tum_release(allocator, bvh->nodes, old * sizeof *nodes);
    tum_release(allocator, bvh->stale, old * sizeof *stale);
    tum_release(allocator, bvh->room, old * sizeof *room);
    tum_release(allocator, bvh->fits, old * sizeof *fits);
    tum_release(allocator, bvh->listed, old * sizeof *listed);
    bvh->fits = fits;
    bvh->listed = listed;
    bvh->nodes = nodes;
    bvh->stale = stale;
    bvh->stale_first = 0;
    bvh->room = room;
    bvh->leaf_capacity = (int32_t)capacity;
    return true;
}

// Enlarges the boxes of ancestors, from the parent of `node` upward, until an ancestor already
// contains the box.
static void grow_upward(Bvh *bvh, int32_t node, const Box *box)
{
    for (int32_t parent = bvh->nodes[node].parent; parent != BVH_NONE;
         node = parent, parent = bvh->nodes[node].parent) {
        const int slot = bvh->nodes[node].slot;
        const Box old = bvh_child_box(&bvh->nodes[parent], slot);
        if (box_contains(&old, box)) {
            return;
        }
        const Box joined = box_join(&old, box);
        bvh_set_box(bvh->nodes[parent].sides, slot, &joined);
    }
}

// Descends to the node whose child grows least when `box` joins it; equal growth goes to the
// smaller child. The descent ends where that child is an item.
static int32_t choose_node(const Bvh *bvh, const Box *box)
{
    int32_t at = bvh->root;
    for (;;) {
        const BvhNode *node = &bvh->nodes[at];
        float least_growth = 0.0f, least_edge_sum = 0.0f;
        int best = -1;
        for (int i = 0; i < node->count; ++i) {
            const Box child = bvh_child_box(node, i), joined = box_join(&child, box);
            const float edge_sum = box_edge_sum(&joined), growth = edge_sum - box_edge_sum(&child);
            if (best < 0 || growth < least_growth ||
                (!(growth > least_growth) && edge_sum < least_edge_sum)) {
                best = i;
                least_growth = growth;
                least_edge_sum = edge_sum;
            }
        }
        if (best < 0 || node->child[best] < 0) {
            return at;
        }
        at = node->child[best];
    }
}

typedef struct Entry {
    int32_t child;
    float middle;
    Box box;
} Entry;

static int widest_axis(const Entry *entries, int count)
{
    int widest = 0;
    float most = -1.0f;
    for (int axis = 0; axis < 4; ++axis) {
        float low = box_middle2(&entries[0].box, axis), high = low;
        for (int i = 1; i < count; ++i) {
            const float middle = box_middle2(&entries[i].box, axis);
            low = middle < low ? middle : low;
            high = middle > high ? middle : high;
        }
        if (high - low > most) {
            most = high - low;
            widest = axis;
        }
    }
    return widest;
}

// Sorts entries along the axis of their greatest spread.
static void sort_entries(Entry *entries, int count)
{
    const int axis = widest_axis(entries, count);
    for (int i = 0; i < count; ++i) {
        Entry entry = entries[i];
        entry.middle = box_middle2(&entry.box, axis);
        int at = i;
        for (; at > 0 && entries[at - 1].middle > entry.middle; --at) {
            entries[at] = entries[at - 1];
        }
        entries[at] = entry;
    }
}

static Box fill_node(Bvh *bvh, int32_t node, const Entry *entries, int count)
{
    bvh_renew(bvh, &bvh->nodes[node]);
    for (int i = count; i < bvh->nodes[node].count; ++i) {
        bvh_clear_slot(&bvh->nodes[node], i);
    }
    bvh->nodes[node].count = (uint8_t)count;
    for (int i = 0; i < count; ++i) {
        tum_bvh_put(bvh, node, i, entries[i].child, &entries[i].box);
    }
    const Box box = tum_bvh_node_box(&bvh->nodes[node]);
    bvh->nodes[node].edge_sum = box_edge_sum(&box);
    return box;
}

static void append_child(Bvh *bvh, int32_t node, const Entry *entry)
{
    bvh_renew(bvh, &bvh->nodes[node]);
    const int slot = bvh->nodes[node].count++;
    tum_bvh_put(bvh, node, slot, entry->child, &entry->box);
}

static void keep_past_of_child(Bvh *bvh, int32_t child)
{
    if (child < 0) {
        tum_bvh_keep_past(bvh, ~child);
    }
}

// Adds a child. A full node is split in two, and its parent gets one child more.
static void add_child(Bvh *bvh, int32_t node, Entry entry)
{
    const Box added = entry.box;
    while (bvh->nodes[node].count == BVH_CHILDREN) {
        Entry entries[BVH_CHILDREN + 1];
        for (int i = 0; i < BVH_CHILDREN; ++i) {
            keep_past_of_child(bvh, bvh->nodes[node].child[i]);
            entries[i] = (Entry){.child = bvh->nodes[node].child[i],
                                 .box = bvh_child_box(&bvh->nodes[node], i)};
        }
        entries[BVH_CHILDREN] = entry;
        sort_entries(entries, BVH_CHILDREN + 1);
        const int kept = (BVH_CHILDREN + 1) / 2 + 1;
        const int32_t beside = tum_bvh_take_node(bvh);
        const Box own = fill_node(bvh, node, entries, kept);
        entry = (Entry){.child = beside};
        entry.box = fill_node(bvh, beside, entries + kept, BVH_CHILDREN + 1 - kept);
        const int32_t parent = bvh->nodes[node].parent;
        if (parent == BVH_NONE) {
            const Entry both[2] = {{.child = node, .box = own}, entry};
            bvh->root = tum_bvh_take_node(bvh);
            (void)fill_node(bvh, bvh->root, both, 2);
            ++bvh->height;
            return;
        }
        bvh_set_box(bvh->nodes[parent].sides, bvh->nodes[node].slot, &own);
        tum_bvh_mark_stale(bvh, parent); // Items below may have moved without being settled.
        node = parent;
    }
    append_child(bvh, node, &entry);
    grow_upward(bvh, node, &added);
}

static void link_item(Bvh *bvh, int32_t item)
{
    const Entry entry = {.child = ~item, .box = bvh->boxes[item]};
    if (bvh->root == BVH_NONE) {
        bvh->root = tum_bvh_take_node(bvh);
        (void)fill_node(bvh, bvh->root, &entry, 1);
        bvh->height = 1;
    } else {
        add_child(bvh, choose_node(bvh, &entry.box), entry);
    }
    ++bvh->leaf_count;
    ++bvh->changes;
    if (bvh->height > BVH_HEIGHT_MOST) {
        tum_bvh_build(bvh);
    }
}

// The last child moves into the free slot.
static void remove_child(Bvh *bvh, int32_t node, int slot)
{
    bvh_renew(bvh, &bvh->nodes[node]);
    const int last = --bvh->nodes[node].count;
    if (slot != last) {
        const Box box = bvh_child_box(&bvh->nodes[node], last);
        keep_past_of_child(bvh, bvh->nodes[node].child[last]);
        tum_bvh_put(bvh, node, slot, bvh->nodes[node].child[last], &box);
    }
    bvh_clear_slot(&bvh->nodes[node], last);
}

static void unlink_item(Bvh *bvh, int32_t item)
{
    const int32_t place = bvh->places[item], node = place / BVH_CHILDREN;
    const int32_t parent = bvh->nodes[node].parent;
    tum_bvh_keep_past(bvh, item);
    bvh->places[item] = BVH_NONE;
    remove_child(bvh, node, place % BVH_CHILDREN);
    --bvh->leaf_count;
    ++bvh->changes;
    if (parent == BVH_NONE) {
        if (bvh->nodes[node].count == 0) {
            tum_bvh_give_node(bvh, node);
            bvh->root = BVH_NONE;
        }
        return;
    }
    int32_t smaller = node;
    if (bvh->nodes[node].count == 1) { // The only child moves up into the slot of its node.
        const Box box = bvh_child_box(&bvh->nodes[node], 0);
        keep_past_of_child(bvh, bvh->nodes[node].child[0]);
        tum_bvh_put(bvh, parent, bvh->nodes[node].slot, bvh->nodes[node].child[0], &box);
        tum_bvh_give_node(bvh, node);
        smaller = parent;
    }
    tum_bvh_mark_stale(bvh, smaller);
}

bool tum_bvh_insert(Bvh *bvh, int32_t item, const Box *box, const TumAllocator *allocator)
{
    TUM_ASSERT(item >= 0 && !bvh_has(bvh, item));
    if (!reserve_items(bvh, item + 1, allocator) ||
        !reserve_leaves(bvh, bvh->leaf_count + 1, allocator)) {
        return false;
    }
    bvh->boxes[item] = *box;
    bvh->past[item] = box_inside_out();
    link_item(bvh, item);
    return true;
}

void tum_bvh_remove(Bvh *bvh, int32_t item)
{
    unlink_item(bvh, item);
}

void tum_bvh_relink(Bvh *bvh, int32_t item)
{
    unlink_item(bvh, item);
    link_item(bvh, item);
}

void tum_bvh_move(Bvh *bvh, int32_t item)
{
    const int32_t place = bvh->places[item], at = place / BVH_CHILDREN;
    BvhNode *node = &bvh->nodes[at];
    const Box *box = &bvh->boxes[item];
    if (node->parent != BVH_NONE) {
        const Box old = bvh_child_box(&bvh->nodes[node->parent], node->slot);
        if (bvh_has_to_leave(node, &old, box)) {
            tum_bvh_relink(bvh, item);
            return;
        }
    }
    bvh_renew(bvh, node);
    bvh_set_box(node->sides, place % BVH_CHILDREN, box);
    node->moved |= (uint8_t)(1u << (place % BVH_CHILDREN));
    bitset_set(&bvh->restless, (uint32_t)at);
    tum_bvh_mark_stale(bvh, at);
}

void tum_bvh_settle(Bvh *bvh)
{
    if (bvh->changes > bvh->leaf_count / CHANGES_SHARE + CHANGES_LEAST) {
        tum_bvh_build(bvh);
    }
    while (bvh->stale_count > 0) {
        const int32_t at = bvh->stale[bvh->stale_first];
        bvh->stale_first = (bvh->stale_first + 1) & (bvh->leaf_capacity - 1);
        --bvh->stale_count;
        BvhNode *node = &bvh->nodes[at];
        node->is_stale = false;
        if (node->count == 0 || node->parent == BVH_NONE) {
            continue; // The node is free, or it is the root.
        }
        BvhNode *parent = &bvh->nodes[node->parent];
        const Box box = tum_bvh_node_box(node), old = bvh_child_box(parent, node->slot);
        if (!box_is_same(&box, &old)) {
            bvh_set_box(parent->sides, node->slot, &box);
            tum_bvh_mark_stale(bvh, node->parent);
        }
    }
}

void tum_bvh_query(const Bvh *bvh, const Box *box, bool (*visit)(void *user, uint32_t item),
                   void *user)
{
    if (bvh->root == BVH_NONE) {
        return;
    }
    const BvhProbe probe = bvh_probe(box);
    int32_t stack[BVH_STACK];
    int top = 0;
    stack[top++] = bvh->root;
    while (top > 0) {
        const BvhNode *node = &bvh->nodes[stack[--top]];
        for (uint32_t met = bvh_meets(node, &probe, bvh->axes); met != 0; met &= met - 1) {
            const int32_t child = node->child[__builtin_ctz(met)];
            if (child >= 0) {
                TUM_ASSERT(top < BVH_STACK);
                stack[top++] = child;
            } else if (!visit(user, (uint32_t)~child)) {
                return;
            }
        }
    }
}

// The box of an item that has not moved equals its box at the last search, along the axes of the
// tree.
static bool item_is_valid(const Bvh *bvh, int32_t at, int slot)
{
    const BvhNode *node = &bvh->nodes[at];
    const Box *now = &bvh->boxes[~node->child[slot]];
    Box past = bvh_box_of(node->past, slot);
    for (int i = bvh->axes; i < 4; ++i) {
        past.low[i] = now->low[i];
        past.high[i] = now->high[i];
    }
    return !bvh_is_current(bvh, node) ||
           ((node->moved >> slot & 1) != 0
                ? bitset_test(&bvh->restless, (uint32_t)at)
                : (node->has_past >> slot & 1) != 0 && box_is_same(&past, now));
}

static bool node_is_valid(const Bvh *bvh, int32_t at, int32_t *items, int32_t *nodes)
{
    const BvhNode *node = &bvh->nodes[at];
    ++*nodes;
    for (int i = 0; i < node->count; ++i) {
        const Box box = bvh_child_box(node, i);
        const int32_t child = node->child[i];
        Box inside;
        if (child < 0) {
            ++*items;
            inside = bvh->boxes[~child];
            if (bvh->places[~child] != at * BVH_CHILDREN + i || !item_is_valid(bvh, at, i)) {
                return false;
            }
        } else {
            inside = tum_bvh_node_box(&bvh->nodes[child]);
            if (bvh->nodes[child].parent != at || bvh->nodes[child].slot != i ||
                bvh->nodes[child].count < 2 ||
                ((node->leaves >> i & 1) != 0 && !bvh_has_items_alone(&bvh->nodes[child]))) {
                return false;
            }
        }
        if (!box_contains(&box, &inside)) {
            return false;
        }
    }
    return node->count > 0 && node->count <= BVH_CHILDREN &&
           (node->moved | node->has_past) >> node->count == 0;
}

bool tum_bvh_is_valid(const Bvh *bvh)
{
    if (bvh->root == BVH_NONE) {
        return bvh->leaf_count == 0;
    }
    int32_t items = 0, nodes = 0, stack[BVH_STACK];
    int top = 0;
    stack[top++] = bvh->root;
    while (top > 0) {
        const int32_t at = stack[--top];
        const BvhNode *node = &bvh->nodes[at];
        if (!node_is_valid(bvh, at, &items, &nodes)) {
            return false;
        }
        for (int i = 0; i < node->count; ++i) {
            if (node->child[i] >= 0) {
                if (top == BVH_STACK) {
                    return false;
                }
                stack[top++] = node->child[i];
            }
        }
    }
    return items == bvh->leaf_count && nodes <= bvh->node_count;
}
