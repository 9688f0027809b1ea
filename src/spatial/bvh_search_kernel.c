// SPDX-License-Identifier: MIT
// bvh_search_kernel.c: the pair search of bvh_search.c, a kernel.
//
// Box tests are compiled once for three axes and once for four, which keeps boxes in registers.
#include "base/assert.h"
#include "spatial/bvh_lanes.h"
#include "spatial/spatial_kernels.h"

#define OF_AXES static inline __attribute__((always_inline))

// A node whose moved items the search is for.
typedef struct Seeker {
    const BvhNode *node;
    BvhProbe around; // moved items
} Seeker;

enum { SEEKERS_MOST = BVH_CHILDREN + 1, NEAR_MOST = 128 };

// Nodes with items near the seekers. Their boxes lie side by side as in BvhNode.
typedef struct Near {
    _Alignas(32) float sides[4][2][NEAR_MOST];
    const BvhNode *node[NEAR_MOST];
    uint32_t items[NEAR_MOST]; // bits of children that are items and may overlap
    int count;
} Near;

typedef struct Neighborhood {
    const BvhSearch *search;
    Seeker seekers[SEEKERS_MOST];
    int count;
    Box region;
    const BvhNode *first; // first node of the seekers in the order of the tree
    Near near;
} Neighborhood;

static void add_seeker(Neighborhood *all, const BvhNode *node)
{
    uint32_t left = node->moved;
    Box around = bvh_child_box(node, __builtin_ctz(left));
    for (left &= left - 1; left != 0; left &= left - 1) {
        const Box box = bvh_child_box(node, __builtin_ctz(left));
        around = box_join(&around, &box);
    }
    all->region = all->count == 0 ? around : box_join(&all->region, &around);
    all->first = all->count == 0 || node < all->first ? node : all->first;
    all->seekers[all->count++] = (Seeker){node, bvh_probe(&around)};
}

static void add_seekers(Neighborhood *all, int32_t group)
{
    const BvhNode *nodes = all->search->from->nodes, *parent = &nodes[group];
    for (uint32_t left = parent->moved_nodes; left != 0; left &= left - 1) {
        add_seeker(all, &nodes[parent->child[__builtin_ctz(left)]]);
    }
    if (parent->parent == BVH_NONE && parent->moved != 0) {
        add_seeker(all, parent);
    }
}

// Items of a node whose own search reports the pair: of two moved items, the one in the node that
// comes first in the tree finds the other.
static uint32_t left_to_others(const BvhSearch *search, const BvhNode *seeker, const BvhNode *node)
{
    const bool leaves = search->from == search->in ? node < seeker : search->skips_moved;
    return leaves ? bvh_moved(search->in, node) : 0;
}

// Items of a node that overlap a box of another node now and did not at the last search.
OF_AXES uint32_t newly_met(const BvhSearch *search, const BvhNode *from, int at,
                           const BvhNode *node, uint32_t met, int axes)
{
    const bool is_current = bvh_is_current(search->in, node);
    const uint32_t known = is_current ? met & node->has_past : met;
    if (known == 0 || (from->has_past >> at & 1) == 0) {
        return met;
    }
    const Box past = bvh_box_of(from->past, at);
    const BvhProbe probe = bvh_probe(&past);
    return met & ~(known & bvh_sides_meet(is_current ? node->past : node->sides, &probe, axes));
}

OF_AXES void visit_new(const BvhSearch *search, const BvhNode *from, int at, const BvhNode *node,
                       uint32_t met, int axes)
{
    const uint32_t lanes = met != 0 ? newly_met(search, from, at, node, met, axes) : 0;
    if (lanes != 0) {
        search->visit(search->user, ~from->child[at], node, lanes);
    }
}

// Within a node the item of the lower slot finds the other.
OF_AXES void meet_siblings(const BvhSearch *search, const BvhNode *node, uint32_t items, int axes)
{
    for (uint32_t left = node->moved; left != 0; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const Box box = bvh_child_box(node, i);
        const BvhProbe probe = bvh_probe(&box);
        const uint32_t others = items & ~(node->moved & ((2u << i) - 1));
        const uint32_t met = bvh_meets(node, &probe, axes) & others & ~(1u << i);
        visit_new(search, node, i, node, met, axes);
    }
}

// Only the seeker's items that overlap the whole node are tested against its single items.
OF_AXES void meet_node(const BvhSearch *search, const Seeker *seeker, const Near *near, int at,
                       int axes)
{
    const BvhNode *from = seeker->node, *node = near->node[at];
    if (from == node) {
        meet_siblings(search, node, near->items[at], axes);
        return;
    }
    const uint32_t others = near->items[at] & ~left_to_others(search, from, node);
    if (others == 0) {
        return;
    }
    BvhProbe whole;
    for (int i = 0; i < 4; ++i) {
        whole.low[i] = wide_splat(near->sides[i][0][at]);
        whole.high[i] = wide_splat(near->sides[i][1][at]);
    }
    uint32_t left = bvh_meets(from, &whole, axes) & from->moved;
    for (; left != 0; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const Box box = bvh_child_box(from, i);
        const BvhProbe probe = bvh_probe(&box);
        const uint32_t met = bvh_meets(node, &probe, axes) & others;
        visit_new(search, from, i, node, met, axes);
    }
}

OF_AXES uint32_t near_met(const Near *near, int first, const BvhProbe *probe, int axes)
{
    WideMask apart = wide_greater(wide_load(near->sides[0][0] + first), probe->high[0]);
    apart = wide_or(apart, wide_greater(probe->low[0], wide_load(near->sides[0][1] + first)));
    for (int i = 1; i < axes; ++i) {
        apart = wide_or(apart, wide_greater(wide_load(near->sides[i][0] + first), probe->high[i]));
        apart = wide_or(apart, wide_greater(probe->low[i], wide_load(near->sides[i][1] + first)));
    }
    const int count = near->count - first;
    return ~wide_bits(apart) & (count < WIDE ? (1u << count) - 1 : (1u << WIDE) - 1);
}

OF_AXES void meet_near_of(Neighborhood *all, int axes)
{
    for (int i = 0; i < all->count; ++i) {
        const Seeker *seeker = &all->seekers[i];
        for (int first = 0; first < all->near.count; first += WIDE) {
            uint32_t met = near_met(&all->near, first, &seeker->around, axes);
            for (; met != 0; met &= met - 1) {
                meet_node(all->search, seeker, &all->near, first + __builtin_ctz(met), axes);
            }
        }
    }
}

static void meet_near(Neighborhood *all)
{
    if (all->search->in->axes == 3) {
        meet_near_of(all, 3);
    } else {
        meet_near_of(all, 4);
    }
    all->near.count = 0;
}

static void add_near(Neighborhood *all, const BvhNode *node, const Box *box, uint32_t items)
{
    Near *near = &all->near;
    for (int i = 0; i < 4; ++i) {
        near->sides[i][0][near->count] = box->low[i];
        near->sides[i][1][near->count] = box->high[i];
    }
    near->node[near->count] = node;
    near->items[near->count] = items;
    if (++near->count == NEAR_MOST) {
        meet_near(all);
    }
}

// Adds children that contain only items, except children whose items all report the pair
// themselves.
static void add_leaves(Neighborhood *all, const BvhNode *node, uint32_t met)
{
    const Bvh *in = all->search->in;
    const bool is_same = all->search->from == in;
    const uint32_t moved_whole = bvh_is_current(in, node) ? node->moved_whole : 0;
    for (; met != 0; met &= met - 1) {
        const int i = __builtin_ctz(met);
        const BvhNode *leaf = &in->nodes[node->child[i]];
        const bool is_left = is_same ? leaf < all->first : all->search->skips_moved;
        if (!is_left || (moved_whole >> i & 1) == 0) {
            const Box box = bvh_child_box(node, i);
            add_near(all, leaf, &box, (1u << BVH_CHILDREN) - 1);
        }
    }
}

static void look_around(Neighborhood *all)
{
    const Bvh *in = all->search->in;
    const BvhProbe region = bvh_probe(&all->region);
    int32_t stack[BVH_STACK];
    int top = 0;
    stack[top++] = in->root;
    while (top > 0) {
        const BvhNode *node = &in->nodes[stack[--top]];
        uint32_t items = 0, met = bvh_meets(node, &region, in->axes);
        add_leaves(all, node, met & node->leaves);
        for (met &= ~(uint32_t)node->leaves; met != 0; met &= met - 1) {
            const int i = __builtin_ctz(met);
            if (node->child[i] < 0) {
                items |= 1u << i;
            } else {
                TUM_ASSERT(top < BVH_STACK);
                stack[top++] = node->child[i];
            }
        }
        if (items != 0) {
            add_near(all, node, &all->region, items);
        }
    }
    meet_near(all);
}

void KERNEL_NAME(tum_bvh_search)(const BvhSearch *search, int32_t group)
{
    if (search->in->root == BVH_NONE) {
        return;
    }
    Neighborhood all;
    all.search = search;
    all.count = all.near.count = 0;
    add_seekers(&all, group);
    look_around(&all);
}
