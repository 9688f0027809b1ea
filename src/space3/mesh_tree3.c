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

enum {
    BINS = 16,
    SORTED_LEVELS = 40 // Deeper than this a range is cut in halves: at most 16 levels more for
                       // 2^32 triangles, so that MESH3_STACK >= 7 * 56 + 8.
};

_Static_assert(MESH3_STACK >= (MESH3_CHILDREN - 1) * (SORTED_LEVELS + 16) + MESH3_CHILDREN,
               "every walk fits its stack");

typedef struct Range {
    uint32_t first, count;
    Vec3 low, high;
} Range;

typedef struct Work {
    uint32_t node, first, count, level;
} Work;

typedef struct Bin {
    Vec3 low, high;
    uint32_t count;
} Bin;

static const Bin empty_bin = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};

static void bin_add(Bin *bin, Vec3 low, Vec3 high, uint32_t count)
{
    bin->low = vec3_minimum(bin->low, low);
    bin->high = vec3_maximum(bin->high, high);
    bin->count += count;
}

static float half_area(Vec3 low, Vec3 high)
{
    const Vec3 d = vec3_sub(high, low);
    return d.x * d.y + d.y * d.z + d.z * d.x;
}

static float center2(const TreeItem3 *item, int axis)
{
    return vec3_part(item->low, axis) + vec3_part(item->high, axis);
}

static Range range_of(const TreeItem3 *items, uint32_t first, uint32_t count)
{
    Bin all = empty_bin;
    for (uint32_t i = first; i < first + count; i++) {
        bin_add(&all, items[i].low, items[i].high, 1);
    }
    return (Range){first, count, all.low, all.high};
}

/// Where to cut: bin < border goes left.
typedef struct Cut {
    int axis, border; // axis -1: the centers are all in one place.
    float low, factor, cost;
} Cut;

static int bin_of(const Cut *cut, const TreeItem3 *item)
{
    const float position = (center2(item, cut->axis) - cut->low) * cut->factor;
    return position < 0.0f ? 0 : position >= (float)BINS ? BINS - 1 : (int)position;
}

static void weigh_axis(const TreeItem3 *items, Range range, int axis, Cut *best)
{
    float low = INFINITY, high = -INFINITY;
    for (uint32_t i = range.first; i < range.first + range.count; i++) {
        const float center = center2(&items[i], axis);
        low = minimum(low, center);
        high = maximum(high, center);
    }
    Cut cut = {axis, 0, low, (float)BINS / (high - low), 0.0f};
    if (!(high > low) || !is_finite(cut.factor)) {
        return;
    }
    Bin bins[BINS];
    for (int i = 0; i < BINS; i++) {
        bins[i] = empty_bin;
    }
    for (uint32_t i = range.first; i < range.first + range.count; i++) {
        bin_add(&bins[bin_of(&cut, &items[i])], items[i].low, items[i].high, 1);
    }
    // Most bins of a small range are empty: beside one of those a cut is no other than the one
    // before.
    float right_cost[BINS], cost = INFINITY;
    Bin right = empty_bin;
    for (int i = BINS - 1; i > 0; i--) {
        if (bins[i].count > 0) {
            bin_add(&right, bins[i].low, bins[i].high, bins[i].count);
            cost = half_area(right.low, right.high) * (float)right.count;
        }
        right_cost[i] = cost;
    }
    Bin left = empty_bin;
    for (int i = 1; i < BINS; i++) {
        if (bins[i - 1].count == 0) {
            continue;
        }
        bin_add(&left, bins[i - 1].low, bins[i - 1].high, bins[i - 1].count);
        cut.cost = half_area(left.low, left.high) * (float)left.count + right_cost[i];
        if (cut.cost < best->cost) {
            cut.border = i;
            *best = cut;
        }
    }
}

// Reorders the range and answers how many of it go left, at least one and not all.
static uint32_t split(TreeItem3 *items, Range range, bool sorted)
{
    Cut best = {-1, 0, 0.0f, 0.0f, INFINITY};
    for (int axis = 0; sorted && axis < 3; axis++) {
        weigh_axis(items, range, axis, &best);
    }
    if (best.axis < 0) {
        return range.count / 2;
    }
    uint32_t left = range.first, right = range.first + range.count;
    while (left < right) {
        if (bin_of(&best, &items[left]) < best.border) {
            left++;
        } else {
            right--;
            const TreeItem3 item = items[left];
            items[left] = items[right];
            items[right] = item;
        }
    }
    TUM_ASSERT(left > range.first && left < range.first + range.count);
    return left - range.first;
}

// Splits a range into two to eight, or leaves one that is small enough.
static int split_more(TreeItem3 *items, Range ranges[MESH3_CHILDREN], bool sorted)
{
    int count = 1;
    while (count < MESH3_CHILDREN) {
        int widest = -1;
        float most = -1.0f;
        for (int i = 0; i < count; i++) {
            const float size =
                sorted ? half_area(ranges[i].low, ranges[i].high) : (float)ranges[i].count;
            if (ranges[i].count > TREE_LEAF_TRIANGLES && size > most) {
                widest = i;
                most = size;
            }
        }
        if (widest < 0) {
            break;
        }
        const Range whole = ranges[widest];
        const uint32_t left = split(items, whole, sorted);
        for (int i = count; i > widest + 1; i--) {
            ranges[i] = ranges[i - 1];
        }
        ranges[widest] = range_of(items, whole.first, left);
        ranges[widest + 1] = range_of(items, whole.first + left, whole.count - left);
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
    Bin all = empty_bin;
    for (int i = 0; i < count; i++) {
        bin_add(&all, ranges[i].low, ranges[i].high, 0);
    }
    for (int axis = 0; axis < 3; axis++) {
        const float low = vec3_part(all.low, axis), high = vec3_part(all.high, axis);
        node->origin[axis] = low;
        node->step[axis] = maximum((high - low) / 255.0f, 1e-37f);
        while (mesh_node3_side(node, axis, 255) < high) {
            node->step[axis] *= 1.000001f;
        }
        for (int i = 0; i < MESH3_CHILDREN; i++) {
            const bool empty = i >= count;
            node->low[axis][i] =
                empty ? 255 : number_below(node, axis, vec3_part(ranges[i].low, axis));
            node->high[axis][i] =
                empty ? 0 : number_above(node, axis, vec3_part(ranges[i].high, axis));
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
    works[work_count++] = (Work){0, 0, count, 0};
    while (work_count > 0) {
        const Work work = works[--work_count];
        Range ranges[MESH3_CHILDREN] = {range_of(items, work.first, work.count)};
        const int parts = split_more(items, ranges, work.level < SORTED_LEVELS);
        set_boxes(&nodes->items[work.node], ranges, parts);
        for (int slot = 0; slot < MESH3_CHILDREN; slot++) {
            MeshNode3 *node = &nodes->items[work.node];
            if (slot >= parts) {
                // Also a leaf of nothing: an infinite query meets even an inverted box.
                node->child[slot] = ~0;
                continue;
            }
            if (ranges[slot].count <= TREE_LEAF_TRIANGLES) {
                node->child[slot] = ~(int32_t)ranges[slot].first;
                node->count[slot] = (uint8_t)ranges[slot].count;
                continue;
            }
            const uint32_t child = (uint32_t)nodes->count;
            node->child[slot] = (int32_t)child;
            if (child >= INT32_MAX || array_push(nodes, allocator) == NULL) {
                return false;
            }
            works[work_count++] =
                (Work){child, ranges[slot].first, ranges[slot].count, work.level + 1};
        }
    }
    return true;
}
