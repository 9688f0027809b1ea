// SPDX-License-Identifier: MIT
// mesh_split3.c: the split of a range of triangles at the least surface area cost, a kernel.
//
// The cost of a cut is the sum over both sides of the area of the side's box times the number of
// its triangles. For many items, centers are sorted into bins, and only the borders between bins
// are weighed (Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", 2007). Both
// sides are sorted into bins of their own while items are moved: each item is fetched once per
// level, and goes to the other of two arrays, so that no branch has to be predicted. The bins of a
// side span the bins of its range that were not empty. Few items are weighed exactly, eight planes
// at a time.

#include <math.h>

#include "base/assert.h"
#include "math/quad.h"
#include "math/wide.h"
#include "shape3/mesh_split3.h"

enum {
    BINS = 16,
    FEW = 16 // Items up to which a range is weighed exactly.
};

// Least spread of centers along an axis, relative to the longest, for the axis to be weighed: a cut
// across a thinner axis would leave most of the area to both sides.
static const float thin = 0.25f;

/// Items of a range by the position of their centers along each axis.
typedef struct Bins {
    _Alignas(32) Lanes boxes[3][BINS];
    uint64_t counts[3][BINS]; ///< Number of triangles, and in the upper 32 bits number of items.
    Quad low, factor;         ///< A center is in bin (center - low) * factor.
    float width[3];
} Bins;

/// Axes to be weighed.
typedef struct Axes {
    int count, axis[3];
} Axes;

static const Axes all_axes = {3, {0, 1, 2}};

static inline Wide nothing(void)
{
    return wide_splat(INFINITY);
}

static inline Wide item_box(const TreeItem3 *item)
{
    return wide_load(item->low);
}

static inline Quad item_center2(const TreeItem3 *item)
{
    return quad_sub(quad_load3(item->low), quad_load3(item->minus_high));
}

// Half areas of eight boxes in columns: 0 to 2 low, 4 to 6 negated high.
static inline Wide half_areas(const Wide columns[8])
{
    const Wide x = wide_add(columns[0], columns[4]), y = wide_add(columns[1], columns[5]);
    const Wide z = wide_add(columns[2], columns[6]);
    return wide_add(wide_add(wide_mul(x, y), wide_mul(y, z)), wide_mul(z, x));
}

static Axes axes_of(const float low[4], const float high[4])
{
    float size[3], longest = 0.0f;
    for (int axis = 0; axis < 3; axis++) {
        size[axis] = high[axis] - low[axis];
        longest = maximum(longest, size[axis]);
    }
    Axes axes = {0};
    for (int axis = 0; axis < 3; axis++) {
        if (size[axis] >= thin * longest) {
            axes.axis[axes.count++] = axis;
        }
    }
    return axes;
}

/// The cheapest cut so far in each lane. The caller defines the names of cuts.
typedef struct Cheapest {
    Wide cost, name;
} Cheapest;

static inline void weigh(Cheapest *cheapest, Wide cost, Wide name)
{
    const WideMask better = wide_greater(cheapest->cost, cost); // NaN, an empty side: never.
    cheapest->cost = wide_select(better, cost, cheapest->cost);
    cheapest->name = wide_select(better, name, cheapest->name);
}

// @return name of the cheapest cut; -1: none.
static int cheapest_name(const Cheapest *cheapest)
{
    _Alignas(32) Lanes costs, names;
    wide_store(costs, cheapest->cost);
    wide_store(names, cheapest->name);
    float least = INFINITY, name = -1.0f;
    for (int i = 0; i < WIDE; i++) {
        name = costs[i] < least ? names[i] : name;
        least = minimum(costs[i], least);
    }
    return (int)name;
}

static inline Wide lane_numbers(void)
{
    static const _Alignas(32) Lanes numbers = {0, 1, 2, 3, 4, 5, 6, 7};
    return wide_load(numbers);
}

static void clear_bins(Bins *bins, const float low[4], const float high[4])
{
    float factor[3];
    for (int axis = 0; axis < 3; axis++) {
        const float size = high[axis] - low[axis];
        factor[axis] = (float)BINS / size;
        factor[axis] = size > 0.0f && is_finite(factor[axis]) ? factor[axis] : 0.0f;
        bins->width[axis] = size * (1.0f / BINS);
        for (int i = 0; i < BINS; i++) {
            bins->counts[axis][i] = 0;
            wide_store(bins->boxes[axis][i], nothing());
        }
    }
    bins->low = quad_load3(low);
    bins->factor = quad_of(factor[0], factor[1], factor[2], 0.0f);
}

static inline void fill_bins(Bins *bins, const TreeItem3 *item, const Axes *axes, int axis_count)
{
    const Quad position = quad_mul(quad_sub(item_center2(item), bins->low), bins->factor);
    const uint32_t numbers = quad_to_bytes(quad_minimum(position, quad_splat((float)(BINS - 1))));
    const Wide box = item_box(item);
    const uint64_t count = (uint64_t)1 << 32 | tree_item3_triangles(item);
    for (int i = 0; i < axis_count; i++) {
        const int axis = axes->axis[i];
        const uint32_t number = numbers >> 8 * axis & 0xff;
        float *sides = bins->boxes[axis][number];
        bins->counts[axis][number] += count;
        wide_store(sides, wide_minimum(wide_load(sides), box));
    }
}

static inline Wide half_areas_of_rows(Lanes *rows)
{
    const float *const pointers[WIDE] = {rows[0], rows[1], rows[2], rows[3],
                                         rows[4], rows[5], rows[6], rows[7]};
    Wide columns[8];
    wide_load_rows(pointers, columns);
    return half_areas(columns);
}

// Weighs the lower border of each bin.
static void weigh_bins(const Bins *bins, int axis, uint32_t triangles, Cheapest *cheapest)
{
    _Alignas(32) Lanes left[BINS], right[BINS], left_counts[BINS / WIDE];
    Wide below = nothing(), above = nothing();
    uint64_t count = 0;
    for (int i = 0; i < BINS; i++) {
        wide_store(left[i], below);
        below = wide_minimum(below, wide_load(bins->boxes[axis][i]));
        above = wide_minimum(above, wide_load(bins->boxes[axis][BINS - 1 - i]));
        wide_store(right[BINS - 1 - i], above);
        left_counts[i / WIDE][i % WIDE] = (float)(uint32_t)count;
        count += bins->counts[axis][i];
    }
    const Wide all = wide_splat((float)triangles);
    for (int group = 0; group < BINS / WIDE; group++) {
        const Wide left_count = wide_load(left_counts[group]);
        const Wide left_cost = wide_mul(half_areas_of_rows(left + group * WIDE), left_count);
        const Wide right_cost =
            wide_mul(half_areas_of_rows(right + group * WIDE), wide_sub(all, left_count));
        const Wide name = wide_splat((float)(axis * BINS + group * WIDE));
        weigh(cheapest, wide_add(left_cost, right_cost), wide_add(name, lane_numbers()));
    }
}

// Narrows the bounds of the centers to the first and the last bin that is not empty.
static void trim(const Bins *bins, int axis, SplitRange3 *range)
{
    int first = 0, end = BINS;
    while (first < BINS - 1 && bins->counts[axis][first] == 0) {
        first++;
    }
    while (end > first + 1 && bins->counts[axis][end - 1] == 0) {
        end--;
    }
    const float low = range->low[axis], width = bins->width[axis];
    range->low[axis] = low + width * (float)first;
    range->high[axis] = low + width * (float)end;
}

// Chooses the cut of a range that is sorted into bins, if there is one.
static void choose(const Bins *bins, SplitRange3 *range, const Axes *axes)
{
    Cheapest cheapest = {nothing(), nothing()};
    for (int i = 0; i < axes->count; i++) {
        weigh_bins(bins, axes->axis[i], range->triangles, &cheapest);
    }
    const int name = cheapest_name(&cheapest);
    range->is_weighed = name >= 0;
    if (name < 0) {
        return;
    }
    const int axis = name / BINS, border = name % BINS;
    Wide sides[2] = {nothing(), nothing()};
    uint64_t count = 0;
    for (int i = 0; i < border; i++) {
        sides[0] = wide_minimum(sides[0], wide_load(bins->boxes[axis][i]));
        count += bins->counts[axis][i];
    }
    for (int i = border; i < BINS; i++) {
        sides[1] = wide_minimum(sides[1], wide_load(bins->boxes[axis][i]));
    }
    float factors[4];
    quad_store(factors, bins->factor);
    range->cut = (SplitCut3){.axis = axis,
                             .border = (float)border,
                             .low = range->low[axis],
                             .factor = factors[axis],
                             .at = range->low[axis] + bins->width[axis] * (float)border,
                             .count = (uint32_t)(count >> 32),
                             .triangles = (uint32_t)count};
    wide_store(range->cut.boxes[0], sides[0]);
    wide_store(range->cut.boxes[1], sides[1]);
    for (int i = 0; i < axes->count; i++) {
        trim(bins, axes->axis[i], range);
    }
}

static void measure(const TreeItem3 *items, SplitRange3 *range)
{
    Wide box = nothing();
    Quad low = quad_splat(INFINITY), high = quad_splat(-INFINITY);
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        const Quad center = item_center2(&items[i]);
        box = wide_minimum(box, item_box(&items[i]));
        low = quad_minimum(low, center);
        high = quad_maximum(high, center);
    }
    wide_store(range->box, box);
    quad_store(range->low, low);
    quad_store(range->high, high);
}

static void choose_anew(const TreeItem3 *items, SplitRange3 *range)
{
    Bins bins;
    measure(items, range);
    clear_bins(&bins, range->low, range->high);
    for (uint32_t i = range->first; i < range->first + range->count; i++) {
        fill_bins(&bins, &items[i], &all_axes, 3);
    }
    choose(&bins, range, &all_axes);
}

// Fills the members of both parts that every kind of cut knows at once.
static void begin_parts(const SplitRange3 *range, int where, uint32_t count, uint32_t triangles,
                        SplitRange3 *const parts[2])
{
    SplitRange3 *left = parts[0], *right = parts[1];
    left->first = range->first;
    left->count = count;
    left->first_triangle = range->first_triangle;
    left->triangles = triangles;
    right->first = range->first + count;
    right->count = range->count - count;
    right->first_triangle = range->first_triangle + triangles;
    right->triangles = range->triangles - triangles;
    left->where = right->where = where;
    left->is_weighed = right->is_weighed = false;
}

static void halve(const TreeItem3 *items, const SplitRange3 *range, SplitRange3 *const parts[2])
{
    const uint32_t half = range->count / 2;
    uint32_t triangles = 0;
    for (uint32_t i = range->first; i < range->first + half; i++) {
        triangles += tree_item3_triangles(&items[i]);
    }
    begin_parts(range, range->where, half, triangles, parts);
    measure(items, parts[0]);
    measure(items, parts[1]);
}

/// Items on one side of eight planes: their boxes in columns, and numbers of triangles.
typedef struct PlaneSide {
    Wide columns[8], triangles;
} PlaneSide;

static PlaneSide nothing_beside(void)
{
    PlaneSide side = {.triangles = wide_splat(0.0f)};
    for (int i = 0; i < 8; i++) {
        side.columns[i] = nothing();
    }
    return side;
}

// @param distance  0 in lanes whose plane has the item on this side, else infinite.
static inline void add_beside(PlaneSide *side, const float *box, Wide distance)
{
    for (int i = 0; i < 8; i += 4) {
        for (int k = i; k < i + 3; k++) {
            const Wide far = wide_add(wide_splat(box[k]), distance);
            side->columns[k] = wide_minimum(far, side->columns[k]);
        }
    }
}

// Cost of one side: half area times (triangles / 4 + leaves). The number of leaves is
// ceil(triangles / 4), rounded by addition to a number without fractional bits.
static inline Wide cost_beside(const PlaneSide *side)
{
    const Wide whole = wide_splat(8388608.0f);
    const Wide fours = wide_mul(side->triangles, wide_splat(1.0f / MESH3_LEAF_TRIANGLES));
    const Wide above = wide_add(fours, wide_splat(0.375f));
    const Wide leaves = wide_sub(wide_add(above, whole), whole);
    return wide_mul(half_areas(side->columns), wide_add(fours, leaves));
}

// Weighs planes across an axis. Items beyond a plane are right of it.
static void weigh_planes(const TreeItem3 *items, const SplitRange3 *range, int axis,
                         const Lanes planes, Cheapest *cheapest)
{
    const Wide zero = wide_splat(0.0f), plane = wide_load(planes);
    PlaneSide left = nothing_beside(), right = nothing_beside();
    for (uint32_t i = 0; i < range->count; i++) {
        const float *box = items[i].low;
        const WideMask is_right = wide_greater(wide_splat(box[axis] - box[axis + 4]), plane);
        add_beside(&left, box, wide_select(is_right, nothing(), zero));
        add_beside(&right, box, wide_select(is_right, zero, nothing()));
        const Wide triangles = wide_splat((float)tree_item3_triangles(&items[i]));
        left.triangles = wide_add(left.triangles, wide_select(is_right, zero, triangles));
    }
    right.triangles = wide_sub(wide_splat((float)range->triangles), left.triangles);
    weigh(cheapest, wide_add(cost_beside(&left), cost_beside(&right)),
          wide_add(wide_splat((float)(axis * WIDE)), lane_numbers()));
}

// Planes through the centers of eight items, evenly spaced in the range.
static void choose_planes(const TreeItem3 *items, uint32_t count, Lanes planes[3])
{
    const float *rows[WIDE];
    for (uint32_t i = 0; i < WIDE; i++) {
        rows[i] = items[i * count / WIDE].low;
    }
    Wide columns[8];
    wide_load_rows(rows, columns);
    for (int axis = 0; axis < 3; axis++) {
        wide_store(planes[axis], wide_sub(columns[axis], columns[axis + 4]));
    }
}

// Moves few items to either side of a plane.
static void move_few(const TreeItem3 *from, TreeItem3 *to, const SplitRange3 *range, int axis,
                     float plane, SplitRange3 *const parts[2])
{
    _Alignas(32) Lanes sides[2];
    wide_store(sides[0], nothing());
    wide_store(sides[1], nothing());
    uint32_t left = 0, right = range->count, triangles = 0;
    for (uint32_t i = 0; i < range->count; i++) {
        const uint32_t side = from[i].low[axis] - from[i].minus_high[axis] > plane;
        const Wide box = item_box(&from[i]);
        wide_store(sides[side], wide_minimum(wide_load(sides[side]), box));
        right -= side;
        wide_store(to[side ? right : left].low, box);
        left += 1 - side;
        triangles += side ? 0 : tree_item3_triangles(&from[i]);
    }
    TUM_ASSERT(left == right && left > 0 && left < range->count);
    begin_parts(range, !range->where, left, triangles, parts);
    memcpy(parts[0]->box, sides[0], sizeof parts[0]->box);
    memcpy(parts[1]->box, sides[1], sizeof parts[1]->box);
}

// @return false when all centers coincide.
static bool split_few(TreeItem3 *const items[2], const SplitRange3 *range,
                      SplitRange3 *const parts[2])
{
    const TreeItem3 *from = items[range->where] + range->first;
    Quad low = quad_splat(INFINITY), high = quad_splat(-INFINITY);
    for (uint32_t i = 0; i < range->count; i++) {
        const Quad center = item_center2(&from[i]);
        low = quad_minimum(low, center);
        high = quad_maximum(high, center);
    }
    float lows[4], highs[4];
    quad_store(lows, low);
    quad_store(highs, high);
    _Alignas(32) Lanes planes[3];
    choose_planes(from, range->count, planes);
    const Axes axes = axes_of(lows, highs);
    Cheapest cheapest = {nothing(), nothing()};
    for (int i = 0; i < axes.count; i++) {
        weigh_planes(from, range, axes.axis[i], planes[axes.axis[i]], &cheapest);
    }
    const int name = cheapest_name(&cheapest);
    if (name >= 0) {
        move_few(from, items[!range->where] + range->first, range, name / WIDE,
                 planes[name / WIDE][name % WIDE], parts);
    }
    return name >= 0;
}

// Moves many items to either side of a cut, and sorts each side into bins.
//
// @param axis_count  number of axes that are sorted along, a constant for the compiler. 0: none.
static inline __attribute__((always_inline)) void move_many(const TreeItem3 *from, TreeItem3 *to,
                                                            const SplitRange3 *range, Bins bins[2],
                                                            const Axes *axes, int axis_count)
{
    const SplitCut3 *cut = &range->cut;
    const uint32_t end = range->first + range->count;
    uint32_t left = range->first, right = range->first + cut->count;
    for (uint32_t i = range->first; i < end; i++) {
        // Same arithmetic as in fill_bins for the range.
        const float center = from[i].low[cut->axis] - from[i].minus_high[cut->axis];
        const uint32_t side = (center - cut->low) * cut->factor >= cut->border;
        if (axis_count > 0) {
            fill_bins(&bins[side], &from[i], axes, axis_count);
        }
        wide_store(to[side ? right : left].low, item_box(&from[i]));
        left += 1 - side;
        right += side;
    }
    TUM_ASSERT(left == range->first + cut->count && right == end);
}

static void split_many(TreeItem3 *const items[2], const SplitRange3 *range,
                       SplitRange3 *const parts[2])
{
    const SplitCut3 *cut = &range->cut;
    const TreeItem3 *from = items[range->where];
    TreeItem3 *to = items[!range->where];
    begin_parts(range, !range->where, cut->count, cut->triangles, parts);
    memcpy(parts[0]->box, cut->boxes[0], sizeof parts[0]->box);
    memcpy(parts[1]->box, cut->boxes[1], sizeof parts[1]->box);
    Bins bins[2];
    if (parts[0]->count <= FEW && parts[1]->count <= FEW) {
        move_many(from, to, range, bins, NULL, 0);
        return;
    }
    for (int i = 0; i < 2; i++) {
        memcpy(parts[i]->low, range->low, sizeof range->low);
        memcpy(parts[i]->high, range->high, sizeof range->high);
        (i == 0 ? parts[i]->high : parts[i]->low)[cut->axis] = cut->at;
        clear_bins(&bins[i], parts[i]->low, parts[i]->high);
    }
    const Axes axes = axes_of(range->low, range->high);
    switch (axes.count) {
    case 3: move_many(from, to, range, bins, &all_axes, 3); break;
    case 2: move_many(from, to, range, bins, &axes, 2); break;
    default: move_many(from, to, range, bins, &axes, 1); break;
    }
    for (int i = 0; i < 2; i++) {
        if (parts[i]->count > FEW) {
            choose(&bins[i], parts[i], &axes);
        }
    }
}

void KERNEL_NAME(tum_mesh_split3)(TreeItem3 *const items[2], SplitRange3 *range, bool by_count,
                                  SplitRange3 *const parts[2])
{
    if (by_count) {
        halve(items[range->where], range, parts);
    } else if (range->count <= FEW) {
        if (!split_few(items, range, parts)) {
            halve(items[range->where], range, parts);
        }
    } else {
        if (!range->is_weighed) {
            choose_anew(items[range->where], range);
        }
        if (range->is_weighed) {
            split_many(items, range, parts);
        } else {
            halve(items[range->where], range, parts);
        }
    }
}
