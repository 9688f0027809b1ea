// SPDX-License-Identifier: MIT
/// mesh_split3.h: the split of a range of triangles in two, a kernel.
#ifndef TUM_SHAPE3_MESH_SPLIT3_H
#define TUM_SHAPE3_MESH_SPLIT3_H

#include "base/kernel.h"
#include "shape3/mesh_build3.h"

/// Cut of a range of many items, and both of its sides.
typedef struct SplitCut3 {
    _Alignas(32) Box8 boxes[2];
    int axis;
    float low, factor, border; ///< Right of it: (twice the center - low) * factor >= border.
    float at;                  ///< [m] Twice the coordinate of the border.
    uint32_t count, triangles; ///< Items and triangles left of the cut.
} SplitCut3;

/// Adjacent items in one of the two arrays.
typedef struct SplitRange3 {
    _Alignas(32) Box8 box;
    float low[4], high[4]; ///< [m] Bounds of twice the centers, up to rounding; x, y, z.
    uint32_t first, count;
    uint32_t first_triangle, triangles;
    int where;       ///< Index of the array that holds the items.
    bool is_weighed; ///< `low`, `high` and `cut` are filled.
    SplitCut3 cut;
} SplitRange3;

/// Splits a range of two or more items at the least surface area cost, or in halves where
/// `by_count` is true or all centers coincide. The items of parts[1] follow those of parts[0]; the
/// split may move items to the other array.
///
/// @param range  weighed on the way where it was not yet.
typedef void SplitKernel3(TreeItem3 *const items[2], SplitRange3 *range, bool by_count,
                          SplitRange3 *const parts[2]);

KERNEL_DECLARE(SplitKernel3, tum_mesh_split3);

#endif
