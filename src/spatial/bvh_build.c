// SPDX-License-Identifier: MIT
// bvh_build.c: the tree rebuilt from its items, root first.
//
// Large boxes among small ones would make many nodes large, so a few large boxes are split off
// first. Otherwise a range is halved along the axis on which the middles of its boxes spread most.
// A node of eight children comes from up to seven cuts, the largest range first. Halves limit the
// depth to the logarithm of the item count to base eight, whatever the boxes are; the cost is n log
// n.
#include "base/assert.h"
#include "spatial/bvh.h"
#include "spatial/bvh_node.h"

enum {
    FILL = BVH_CHILDREN - 1, // Items in a new node; one more item does not split the node at once.
    SIZE_LEVELS = 3, // Levels of the tree on which large boxes are split off. A level makes up to
                     // seven such cuts, so the height stays far below BVH_HEIGHT_MOST.
    SIZE_RATIO = 4,  // A large box has more than a quarter of the largest edge_sum.
    SIZE_SHARE = 4,  // Large boxes are at most a quarter of all.
    TRIES = 48       // Rounds of selection by median of three before bisection of the value range.
};

typedef struct Range {
    int32_t first, count;
} Range;

typedef struct Work {
    int32_t node;
    Range range;
    int32_t level;
} Work;

static void swap(BvhItem *a, BvhItem *b)
{
    const BvhItem old = *a;
    *a = *b;
    *b = old;
}

static float median(float a, float b, float c)
{
    const float low = a < b ? a : b, high = a < b ? b : a;
    return c < low ? low : c > high ? high : c;
}

static float middle_of_values(const BvhItem *items, int32_t first, int32_t last, int axis)
{
    float low = items[first].middle[axis], high = low;
    for (int32_t i = first; i <= last; ++i) {
        low = items[i].middle[axis] < low ? items[i].middle[axis] : low;
        high = items[i].middle[axis] > high ? items[i].middle[axis] : high;
    }
    const float middle = 0.5f * low + 0.5f * high;
    return middle < low ? low : middle > high ? high : middle;
}

// Reorders items so that none of the first `left` lies above any of the others (Hoare, "Algorithm
// 65: Find", 1961). Bisection of the values bounds the rounds where no choice of medians does.
static void select(BvhItem *items, int32_t count, int32_t left, int axis)
{
    int32_t first = 0, last = count - 1;
    for (int tries = 0; first < last; ++tries) {
        const float pivot = tries < TRIES ? median(items[first].middle[axis],
                                                   items[first + (last - first) / 2].middle[axis],
                                                   items[last].middle[axis])
                                          : middle_of_values(items, first, last, axis);
        int32_t i = first, j = last;
        while (i <= j) {
            while (items[i].middle[axis] < pivot) {
                ++i;
            }
            while (items[j].middle[axis] > pivot) {
                --j;
            }
            if (i <= j) {
                swap(&items[i++], &items[j--]);
            }
        }
        if (left <= j) {
            last = j;
        } else if (left >= i) {
            first = i;
        } else {
            return;
        }
    }
}

static int widest_axis(const BvhItem *items, int32_t count, int axes)
{
    int widest = 0;
    float most = -1.0f;
    for (int axis = 0; axis < axes; ++axis) {
        float low = items[0].middle[axis], high = low;
        for (int32_t i = 1; i < count; ++i) {
            const float middle = items[i].middle[axis];
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

// Moves the few large boxes of a range to its end.
//
// @return number of small boxes; `count`: nothing is split off.
static int32_t split_sizes(BvhItem *items, int32_t count)
{
    float largest = 0.0f;
    for (int32_t i = 0; i < count; ++i) {
        largest = items[i].edge_sum > largest ? items[i].edge_sum : largest;
    }
    const float limit = largest / (float)SIZE_RATIO;
    int32_t large = 0;
    for (int32_t i = 0; i < count; ++i) {
        large += items[i].edge_sum > limit;
    }
    if (large == 0 || large > count / SIZE_SHARE) {
        return count;
    }
    int32_t left = 0, right = count;
    while (left < right) {
        if (items[left].edge_sum > limit) {
            swap(&items[left], &items[--right]);
        } else {
            ++left;
        }
    }
    return left;
}

// Reorders a range for a cut.
//
// @return number of items on the left, 1 to count - 1.
static int32_t split(BvhItem *items, int32_t count, int axes, int32_t level)
{
    const int32_t small = level < SIZE_LEVELS ? split_sizes(items, count) : count;
    if (small < count) {
        return small;
    }
    const int32_t half = count / 2, rounded = (half + FILL / 2) / FILL * FILL;
    const int32_t left = rounded > 0 && rounded < count ? rounded : half;
    select(items, count, left, widest_axis(items, count, axes));
    return left;
}

// Splits a range into up to eight.
//
// @return number of ranges.
static int split_more(const Bvh *bvh, Range ranges[BVH_CHILDREN], int32_t level)
{
    int count = 1;
    while (count < BVH_CHILDREN) {
        int largest = 0;
        for (int i = 1; i < count; ++i) {
            largest = ranges[i].count > ranges[largest].count ? i : largest;
        }
        const Range whole = ranges[largest];
        if (whole.count <= BVH_CHILDREN) {
            break;
        }
        const int32_t left = split(bvh->room + whole.first, whole.count, bvh->axes, level);
        ranges[largest] = (Range){whole.first, left};
        ranges[count++] = (Range){whole.first + left, whole.count - left};
    }
    return count;
}

static int32_t gather(Bvh *bvh)
{
    int32_t count = 0;
    for (int32_t item = 0; count < bvh->leaf_count; ++item) {
        if (bvh->places[item] == BVH_NONE) {
            continue;
        }
        tum_bvh_keep_past(bvh, item);
        BvhItem *one = &bvh->room[count++];
        const Box *box = &bvh->boxes[item];
        one->item = item;
        one->edge_sum = box_edge_sum(box);
        for (int axis = 0; axis < 4; ++axis) {
            one->middle[axis] = box_middle2(box, axis);
        }
    }
    return count;
}

static void put_items(Bvh *bvh, int32_t node, Range range)
{
    TUM_ASSERT(range.count <= BVH_CHILDREN);
    bvh->nodes[node].count = (uint8_t)range.count;
    for (int i = 0; i < range.count; ++i) {
        const int32_t item = bvh->room[range.first + i].item;
        tum_bvh_put(bvh, node, i, ~item, &bvh->boxes[item]);
    }
}

// Children have greater numbers than their node, so a backward loop meets children first.
static void fit_boxes(Bvh *bvh)
{
    for (int32_t i = bvh->node_count - 1; i >= 0; --i) {
        BvhNode *node = &bvh->nodes[i];
        const Box box = tum_bvh_node_box(node);
        node->edge_sum = box_edge_sum(&box);
        if (node->parent != BVH_NONE) {
            tum_bvh_put(bvh, node->parent, node->slot, i, &box);
        }
    }
}

void tum_bvh_build(Bvh *bvh)
{
    const int32_t count = gather(bvh);
    bitset_clear_all(&bvh->restless);
    bvh->free = bvh->root = BVH_NONE;
    bvh->node_count = bvh->stale_count = bvh->stale_first = bvh->changes = bvh->height = 0;
    if (count == 0) {
        return;
    }
    bvh->root = tum_bvh_take_node(bvh);
    Work works[BVH_STACK] = {{bvh->root, {0, count}, 1}};
    int work_count = 1;
    while (work_count > 0) {
        const Work work = works[--work_count];
        bvh->height = work.level > bvh->height ? work.level : bvh->height;
        TUM_ASSERT(bvh->height <= BVH_HEIGHT_MOST);
        if (work.range.count <= BVH_CHILDREN) {
            put_items(bvh, work.node, work.range);
            continue;
        }
        Range ranges[BVH_CHILDREN] = {work.range};
        const int parts = split_more(bvh, ranges, work.level);
        bvh->nodes[work.node].count = (uint8_t)parts;
        for (int i = 0; i < parts; ++i) {
            const int32_t first = bvh->room[ranges[i].first].item;
            if (ranges[i].count == 1) {
                tum_bvh_put(bvh, work.node, i, ~first, &bvh->boxes[first]);
                continue;
            }
            const int32_t child = tum_bvh_take_node(bvh);
            tum_bvh_put(bvh, work.node, i, child, &bvh->boxes[first]); // fit_boxes sets it
            works[work_count++] = (Work){child, ranges[i], work.level + 1};
        }
    }
    fit_boxes(bvh);
}
