// SPDX-License-Identifier: MIT
/// mesh_split3.h: cuts a range of triangles in two, compiled per instruction set; all cut alike.
#ifndef TUM_SHAPE3_MESH_SPLIT3_H
#define TUM_SHAPE3_MESH_SPLIT3_H

#include "shape3/mesh_build3.h"

/// Where a range of many items is cut, and what is on either side.
typedef struct SplitCut3 {
    _Alignas(32) Box8 boxes[2];
    int axis;
    float low, factor, border; ///< (twice the center - low) * factor >= border: on the right.
    float at;                  ///< Twice where the border is.
    uint32_t count, triangles; ///< On the left.
} SplitCut3;

/// Items that lie beside each other in one of the two arrays.
typedef struct SplitRange3 {
    _Alignas(32) Box8 box;
    float low[4], high[4]; ///< Twice the centers are in here, but for rounding; x, y, z.
    uint32_t first, count;
    uint32_t first_triangle, triangles;
    int where;       ///< In which array.
    bool is_weighed; ///< `low`, `high` and `cut` stand.
    SplitCut3 cut;
} SplitRange3;

/// Cuts a range of two items or more where the surface area heuristic is least; in halves where
/// `by_count` asks for that, or all centers are in one place. The items of parts[1] come after
/// those of parts[0]; they may have gone to the other array.
///
/// @param range  is weighed where it was not yet.
typedef void SplitKernel3(TreeItem3 *const items[2], SplitRange3 *range, bool by_count,
                          SplitRange3 *const parts[2]);

/// For what every processor of this build's kind has.
SplitKernel3 tum_mesh_split3_base;
/// x86 with AVX2 only.
SplitKernel3 tum_mesh_split3_avx2;

#endif
