// SPDX-License-Identifier: MIT
// mesh_tree3.c: the tree over a mesh's triangles: eight children per node, split at the least
// surface area cost (mesh_split3.c).
//
// A node of eight children comes from up to seven splits in two, the largest part first (Dammertz
// et al., "Shallow Bounding Volume Hierarchies", 2008). A side of a box takes one byte (Ylitie et
// al., "Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs", 2017). The work
// is a list of ranges and not a recursion: triangles on a line at growing distances would nest as
// deep as their number.

#include <math.h>

#include "base/assert.h"
#include "shape3/node3.h"
#include "shape3/shape_kernels3.h"

enum {
    SORTED_LEVELS = 40 // Deeper ranges are halved: at most 16 more levels for 2^32 triangles, so
                       // MESH3_STACK >= 7 * 56 + 8.
};

_Static_assert(MESH3_STACK >= (MESH3_CHILDREN - 1) * (SORTED_LEVELS + 16) + MESH3_CHILDREN,
               "every walk fits its stack");

/// A node to be built, and its items.
typedef struct Work {
    uint32_t node, level;
    SplitRange3 range;
} Work;

/// The parts of a node, in the order of their triangles. Ranges that were split further remain in
/// `ranges`.
typedef struct Parts {
    SplitRange3 ranges[2 * MESH3_CHILDREN - 1];
    int range_count;
    SplitRange3 *list[MESH3_CHILDREN];
    int count;
} Parts;

// The part to split next: the one with the largest box, or with the most items; NULL: none.
static SplitRange3 **largest(Parts *parts, bool by_count)
{
    SplitRange3 **found = NULL;
    float most = -1.0f;
    for (int i = 0; i < parts->count; i++) {
        const SplitRange3 *range = parts->list[i];
        const float size = by_count ? (float)range->count : box8_half_area(range->box);
        if (range->triangles > MESH3_LEAF_TRIANGLES && size > most) {
            found = &parts->list[i];
            most = size;
        }
    }
    return found;
}

// Splits the single part of a node into two to eight; a part that fits a leaf stays whole.
static void split_more(SplitKernel3 *split, TreeItem3 *const items[2], Parts *parts, bool by_count)
{
    SplitRange3 **from;
    while (parts->count < MESH3_CHILDREN && (from = largest(parts, by_count)) != NULL) {
        SplitRange3 *const two[2] = {&parts->ranges[parts->range_count],
                                     &parts->ranges[parts->range_count + 1]};
        parts->range_count += 2;
        split(items, *from, by_count, two);
        for (SplitRange3 **at = &parts->list[parts->count++]; at > from; at--) {
            at[0] = at[-1];
        }
        from[0] = two[0];
        from[1] = two[1];
    }
}

// Sides of a node, decoded as in mesh_node3_side.
static inline Wide decoded(const MeshNode3 *node, int axis, Wide numbers)
{
    return wide_add(wide_splat(node->origin[axis]),
                    wide_mul(wide_splat(node->step[axis]), numbers));
}

static void store_numbers(uint8_t bytes[MESH3_CHILDREN], Wide numbers, int count, uint8_t spare)
{
    _Alignas(32) Lanes lanes;
    wide_store(lanes, numbers);
    for (int i = 0; i < MESH3_CHILDREN; i++) {
        bytes[i] = i < count ? (uint8_t)(int)lanes[i] : spare;
    }
}

// Rounds sides outward. Encoding and decoding round differently, so the decoded sides are compared
// with the exact ones.
static void set_sides(MeshNode3 *node, int axis, Wide low, Wide high, int count)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f), most = wide_splat(255.0f);
    const Wide whole = wide_splat(8388608.0f); // Floats from 2^23 up have no fractional bits: the
                                               // addition rounds to the nearest integer.
    const Wide origin = wide_splat(node->origin[axis]), step = wide_splat(node->step[axis]);
    Wide below = wide_minimum(wide_div(wide_sub(low, origin), step), most);
    Wide above = wide_minimum(wide_div(wide_sub(high, origin), step), most);
    below = wide_sub(wide_add(below, whole), whole);
    above = wide_sub(wide_add(above, whole), whole);
    for (;;) {
        const WideMask inside =
            wide_and(wide_greater(decoded(node, axis, below), low), wide_greater(below, zero));
        const WideMask outside =
            wide_and(wide_greater(high, decoded(node, axis, above)), wide_greater(most, above));
        if (wide_bits(wide_or(inside, outside)) == 0) {
            break;
        }
        below = wide_select(inside, wide_sub(below, one), below);
        above = wide_select(outside, wide_add(above, one), above);
    }
    store_numbers(node->low[axis], below, count, 255);
    store_numbers(node->high[axis], above, count, 0);
}

static void set_boxes(MeshNode3 *node, const Parts *parts)
{
    const float *rows[MESH3_CHILDREN];
    Box8 all;
    memcpy(all, parts->list[0]->box, sizeof all);
    for (int i = 0; i < MESH3_CHILDREN; i++) {
        rows[i] = parts->list[i < parts->count ? i : 0]->box;
        for (int k = 0; k < 8; k++) {
            all[k] = minimum(rows[i][k], all[k]);
        }
    }
    Wide columns[8];
    wide_load_rows(rows, columns);
    for (int axis = 0; axis < 3; axis++) {
        const float low = all[axis], high = -all[axis + 4];
        node->origin[axis] = low;
        node->step[axis] = maximum((high - low) / 255.0f, 1e-37f);
        while (mesh_node3_side(node, axis, 255) < high) {
            node->step[axis] *= 1.000001f;
        }
        const Wide highs = wide_sub(wide_splat(0.0f), columns[axis + 4]);
        set_sides(node, axis, columns[axis], highs, parts->count);
    }
}

static void list_triangles(const TreeItem3 *items, const SplitRange3 *range, uint32_t *order)
{
    uint32_t *to = order + range->first_triangle;
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        *to++ = items[i].first;
        if (items[i].second != items[i].first) {
            *to++ = items[i].second;
        }
    }
    TUM_ASSERT(to == order + range->first_triangle + range->triangles);
}

/// State of the build.
typedef struct Builder {
    SplitKernel3 *split;
    TreeItem3 *const *items;
    uint32_t *order;
    MeshNodeArray3 *nodes;
    ARRAY(Work) works;
    const TumAllocator *allocator;
} Builder;

static bool begin_node(Builder *builder, const SplitRange3 *range, uint32_t level)
{
    const size_t node = builder->nodes->count;
    Work *work = array_push(&builder->works, builder->allocator);
    if (work == NULL || node >= INT32_MAX ||
        array_push(builder->nodes, builder->allocator) == NULL) {
        return false;
    }
    *work = (Work){(uint32_t)node, level, *range};
    return true;
}

static bool make_node(Builder *builder, const Work *work)
{
    Parts parts;
    parts.ranges[0] = work->range;
    parts.list[0] = &parts.ranges[0];
    parts.range_count = parts.count = 1;
    split_more(builder->split, builder->items, &parts, work->level >= SORTED_LEVELS);
    set_boxes(&builder->nodes->items[work->node], &parts);
    for (int slot = 0; slot < MESH3_CHILDREN; slot++) {
        MeshNode3 *node = &builder->nodes->items[work->node];
        if (slot >= parts.count) {
            // Also an empty leaf: an infinite query meets even an inverted box.
            node->child[slot] = ~0;
            continue;
        }
        const SplitRange3 *range = parts.list[slot];
        if (range->triangles <= MESH3_LEAF_TRIANGLES) {
            node->child[slot] = ~(int32_t)range->first_triangle;
            node->count[slot] = (uint8_t)range->triangles;
            list_triangles(builder->items[range->where], range, builder->order);
            continue;
        }
        node->child[slot] = (int32_t)builder->nodes->count;
        if (!begin_node(builder, range, work->level + 1)) {
            return false;
        }
    }
    return true;
}

static SplitRange3 range_of_all(const TreeItem3 *items, uint32_t item_count,
                                uint32_t triangle_count)
{
    SplitRange3 range = {.count = item_count, .triangles = triangle_count};
    Wide box = wide_load(items[0].low);
    for (uint32_t i = 1; i < item_count; i++) {
        box = wide_minimum(wide_load(items[i].low), box);
    }
    wide_store(range.box, box);
    return range;
}

bool tum_mesh_tree3_build(TreeItem3 *const items[2], uint32_t item_count, uint32_t triangle_count,
                          const struct ShapeKernels3 *kernels, uint32_t *order,
                          MeshNodeArray3 *nodes, const TumAllocator *allocator)
{
    Builder builder = {.split = kernels->split,
                       .items = items,
                       .order = order,
                       .nodes = nodes,
                       .allocator = allocator};
    const SplitRange3 all = range_of_all(items[0], item_count, triangle_count);
    bool is_made = begin_node(&builder, &all, 0);
    while (is_made && builder.works.count > 0) {
        const Work work = builder.works.items[--builder.works.count];
        is_made = make_node(&builder, &work);
    }
    array_free(&builder.works, allocator);
    return is_made;
}
