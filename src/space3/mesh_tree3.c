// SPDX-License-Identifier: MIT
// The tree over a mesh's triangles: eight children per node, split where the surface area heuristic
// is least.
//
// Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies" (2007): the centers are
// sorted into bins and only the borders between bins are weighed. A node of eight comes from up
// to seven splits in two, the largest part first (Dammertz et al., "Shallow Bounding Volume
// Hierarchies", 2008). Boxes take a byte a side (Ylitie et al., "Efficient Incoherent Ray Traversal
// on GPUs Through Compressed Wide BVHs", 2017). Work is a list of ranges, not recursion: triangles
// on a line at growing distances would otherwise nest as deep as there are triangles.

#include "space3/mesh_build3.h"

#include <math.h>

#include "base/assert.h"
#include "math/quad.h"

enum {
    BINS = 16,
    SORTED_LEVELS = 40 // Deeper than this a range is cut in halves: at most 16 levels more for
                       // 2^32 triangles, so that MESH3_STACK >= 7 * 56 + 8.
};

_Static_assert(MESH3_STACK >= (MESH3_CHILDREN - 1) * (SORTED_LEVELS + 16) + MESH3_CHILDREN,
               "every walk fits its stack");

typedef struct Extent {
    Quad low, high;
} Extent;

typedef struct Range {
    uint32_t first, count;
    Extent box, centers; ///< Centers are twice what they are.
} Range;

typedef struct Work {
    uint32_t node;
    Range range;
    uint32_t level;
} Work;

static Extent nothing(void)
{
    return (Extent){quad_splat(INFINITY), quad_splat(-INFINITY)};
}

static inline void extend(Extent *extent, Quad low, Quad high)
{
    extent->low = quad_minimum(extent->low, low);
    extent->high = quad_maximum(extent->high, high);
}

static float half_area(const Extent *box)
{
    float d[4];
    quad_store(d, quad_sub(box->high, box->low));
    return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
}

static inline Quad center2(const TreeItem3 *item)
{
    return quad_add(quad_load3(&item->low.x), quad_load3(&item->high.x));
}

static Range range_of(const TreeItem3 *items, uint32_t first, uint32_t count)
{
    Range range = {first, count, nothing(), nothing()};
    for (uint32_t i = first; i < first + count; i++) {
        const Quad center = center2(&items[i]);
        extend(&range.box, quad_load3(&items[i].low.x), quad_load3(&items[i].high.x));
        extend(&range.centers, center, center);
    }
    return range;
}

/// The triangles of a range, sorted by their centers along each axis.
typedef struct Bins {
    Quad low, factor; ///< A center is in bin (center - low) * factor.
    bool is_spread[3];
    uint32_t counts[3][BINS];
    Extent boxes[3][BINS];
} Bins;

static inline void find_bins(const Bins *bins, Quad center, int32_t numbers[4])
{
    const Quad position = quad_mul(quad_sub(center, bins->low), bins->factor);
    quad_to_ints(numbers, quad_minimum(position, quad_splat((float)(BINS - 1))));
}

static void fill_bins(Bins *bins, TreeItem3 *items, const Range *range)
{
    float size[4], factor[4] = {0.0f};
    quad_store(size, quad_sub(range->centers.high, range->centers.low));
    for (int axis = 0; axis < 3; axis++) {
        factor[axis] = (float)BINS / size[axis];
        bins->is_spread[axis] = size[axis] > 0.0f && is_finite(factor[axis]);
        factor[axis] = bins->is_spread[axis] ? factor[axis] : 0.0f;
        for (int i = 0; i < BINS; i++) {
            bins->counts[axis][i] = 0;
            bins->boxes[axis][i] = nothing();
        }
    }
    bins->low = range->centers.low;
    bins->factor = quad_of(factor[0], factor[1], factor[2], 0.0f);
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const Quad low = quad_load3(&items[i].low.x), high = quad_load3(&items[i].high.x);
        int32_t numbers[4];
        find_bins(bins, quad_add(low, high), numbers);
        items[i].bins = (uint32_t)(numbers[0] | numbers[1] << 8 | numbers[2] << 16);
        for (int axis = 0; axis < 3; axis++) {
            bins->counts[axis][numbers[axis]]++;
            extend(&bins->boxes[axis][numbers[axis]], low, high);
        }
    }
}

/// Where to cut: bin < border goes left.
typedef struct Cut {
    int axis, border; // axis -1: the centers are all in one place.
    float cost;
} Cut;

// Most bins of a small range are empty: beside one of those a cut is no other than the one before.
static void weigh_axis(const Bins *bins, int axis, Cut *best)
{
    int used[BINS], count = 0;
    for (int i = 0; i < BINS; i++) {
        used[count] = i;
        count += bins->counts[axis][i] > 0;
    }
    float right_cost[BINS];
    Extent right = nothing();
    uint32_t right_count = 0;
    for (int k = count - 1; k > 0; k--) {
        const Extent *box = &bins->boxes[axis][used[k]];
        extend(&right, box->low, box->high);
        right_count += bins->counts[axis][used[k]];
        right_cost[k] = half_area(&right) * (float)right_count;
    }
    Extent left = nothing();
    uint32_t left_count = 0;
    for (int k = 0; k + 1 < count; k++) {
        const Extent *box = &bins->boxes[axis][used[k]];
        extend(&left, box->low, box->high);
        left_count += bins->counts[axis][used[k]];
        const float cost = half_area(&left) * (float)left_count + right_cost[k + 1];
        if (cost < best->cost) {
            *best = (Cut){axis, used[k] + 1, cost};
        }
    }
}

// Reorders the range by a cut.
static void split_at(TreeItem3 *items, const Bins *bins, const Cut *cut, Range parts[2])
{
    uint32_t left = parts[0].first, right = left + parts[0].count;
    const uint32_t first = left, end = right;
    Range low = {.box = nothing(), .centers = nothing()}, high = low;
    while (left < right) {
        const Quad center = center2(&items[left]);
        if ((int)(items[left].bins >> 8 * cut->axis & 0xff) < cut->border) {
            extend(&low.centers, center, center);
            left++;
        } else {
            extend(&high.centers, center, center);
            right--;
            const TreeItem3 item = items[left];
            items[left] = items[right];
            items[right] = item;
        }
    }
    TUM_ASSERT(left > first && left < end);
    for (int i = 0; i < BINS; i++) {
        const Extent *box = &bins->boxes[cut->axis][i];
        extend(i < cut->border ? &low.box : &high.box, box->low, box->high);
    }
    parts[0] = (Range){first, left - first, low.box, low.centers};
    parts[1] = (Range){left, end - left, high.box, high.centers};
}

// Reorders a range and cuts it in two; what is in parts[1] comes after what is in parts[0].
static void split(TreeItem3 *items, const Range *range, bool sorted, Range parts[2])
{
    Cut best = {-1, 0, INFINITY};
    Bins bins;
    if (sorted) {
        fill_bins(&bins, items, range);
        for (int axis = 0; axis < 3; axis++) {
            if (bins.is_spread[axis]) {
                weigh_axis(&bins, axis, &best);
            }
        }
    }
    if (best.axis < 0) {
        const uint32_t half = range->count / 2;
        parts[0] = range_of(items, range->first, half);
        parts[1] = range_of(items, range->first + half, range->count - half);
        return;
    }
    parts[0] = *range;
    split_at(items, &bins, &best, parts);
}

// Splits a range into two to eight, or leaves one that is small enough.
static int split_more(TreeItem3 *items, Range ranges[MESH3_CHILDREN], bool sorted)
{
    float sizes[MESH3_CHILDREN] = {half_area(&ranges[0].box)};
    int count = 1;
    while (count < MESH3_CHILDREN) {
        int widest = -1;
        float most = -1.0f;
        for (int i = 0; i < count; i++) {
            const float size = sorted ? sizes[i] : (float)ranges[i].count;
            if (ranges[i].count > MESH3_LEAF_TRIANGLES && size > most) {
                widest = i;
                most = size;
            }
        }
        if (widest < 0) {
            break;
        }
        Range parts[2];
        split(items, &ranges[widest], sorted, parts);
        for (int i = count; i > widest + 1; i--) {
            ranges[i] = ranges[i - 1];
            sizes[i] = sizes[i - 1];
        }
        for (int i = 0; i < 2; i++) {
            ranges[widest + i] = parts[i];
            sizes[widest + i] = half_area(&parts[i].box);
        }
        count++;
    }
    return count;
}

// Nowhere else are sides rounded: floats add up differently than numbers do, so the result is
// tried.
static uint8_t number_below(const MeshNode3 *node, int axis, float side)
{
    const float at = (side - node->origin[axis]) / node->step[axis];
    int number = at > 255.0f ? 255 : (int)at;
    while (number > 0 && mesh_node3_side(node, axis, (uint8_t)number) > side) {
        --number;
    }
    return (uint8_t)number;
}

static uint8_t number_above(const MeshNode3 *node, int axis, float side)
{
    int number = number_below(node, axis, side);
    while (number < 255 && mesh_node3_side(node, axis, (uint8_t)number) < side) {
        ++number;
    }
    return (uint8_t)number;
}

static void set_boxes(MeshNode3 *node, const Range *ranges, int count)
{
    Extent all = nothing();
    float lows[MESH3_CHILDREN][4], highs[MESH3_CHILDREN][4], low[4], high[4];
    for (int i = 0; i < count; i++) {
        extend(&all, ranges[i].box.low, ranges[i].box.high);
        quad_store(lows[i], ranges[i].box.low);
        quad_store(highs[i], ranges[i].box.high);
    }
    quad_store(low, all.low);
    quad_store(high, all.high);
    for (int axis = 0; axis < 3; axis++) {
        node->origin[axis] = low[axis];
        node->step[axis] = maximum((high[axis] - low[axis]) / 255.0f, 1e-37f);
        while (mesh_node3_side(node, axis, 255) < high[axis]) {
            node->step[axis] *= 1.000001f;
        }
        for (int i = 0; i < MESH3_CHILDREN; i++) {
            const bool empty = i >= count;
            node->low[axis][i] = empty ? 255 : number_below(node, axis, lows[i][axis]);
            node->high[axis][i] = empty ? 0 : number_above(node, axis, highs[i][axis]);
        }
    }
}

static uint8_t leaf_count(const MeshNode3 *node)
{
    int count = 0;
    for (int slot = 0; slot < MESH3_CHILDREN; slot++) {
        count += node->child[slot] < 0 && node->count[slot] > 0;
    }
    return (uint8_t)count;
}

static void count_leaves(MeshNodeArray3 *nodes)
{
    for (size_t i = 0; i < nodes->count; i++) {
        MeshNode3 *node = &nodes->items[i];
        for (int slot = 0; slot < MESH3_CHILDREN; slot++) {
            if (node->child[slot] >= 0) {
                node->count[slot] = leaf_count(&nodes->items[node->child[slot]]);
            }
        }
    }
}

bool tum_mesh_tree3_build(TreeItem3 *items, uint32_t count, MeshNodeArray3 *nodes,
                          const TumAllocator *allocator)
{
    Work works[MESH3_STACK];
    int work_count = 0;
    if (array_push(nodes, allocator) == NULL) {
        return false;
    }
    works[work_count++] = (Work){0, range_of(items, 0, count), 0};
    while (work_count > 0) {
        const Work work = works[--work_count];
        Range ranges[MESH3_CHILDREN] = {work.range};
        const int parts = split_more(items, ranges, work.level < SORTED_LEVELS);
        set_boxes(&nodes->items[work.node], ranges, parts);
        for (int slot = 0; slot < MESH3_CHILDREN; slot++) {
            MeshNode3 *node = &nodes->items[work.node];
            if (slot >= parts) {
                // Also a leaf of nothing: an infinite query meets even an inverted box.
                node->child[slot] = ~0;
                continue;
            }
            if (ranges[slot].count <= MESH3_LEAF_TRIANGLES) {
                node->child[slot] = ~(int32_t)ranges[slot].first;
                node->count[slot] = (uint8_t)ranges[slot].count;
                continue;
            }
            const uint32_t child = (uint32_t)nodes->count;
            node->child[slot] = (int32_t)child;
            if (child >= INT32_MAX || array_push(nodes, allocator) == NULL) {
                return false;
            }
            works[work_count++] = (Work){child, ranges[slot], work.level + 1};
        }
    }
    count_leaves(nodes);
    return true;
}
