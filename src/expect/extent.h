// SPDX-License-Identifier: MIT
/// extent.h: highest and lowest coordinates of a body's colliders.
///
/// Colliders are measured as the file gives them, under the full transform of their nodes: a sphere
/// below an uneven scale is an ellipsoid.
#ifndef TUM_EXPECT_EXTENT_H
#define TUM_EXPECT_EXTENT_H

#include "expect/motion.h"

/// A collider in the frame of its body.
typedef struct ExtentPart {
    const TumShape *shape;
    Affine in_body;
} ExtentPart;

typedef struct Extent {
    int32_t body;      ///< Body of the run.
    ExtentPart *parts; ///< [count]
    size_t count;
    bool is_endless; ///< One of the shapes has no extents.
} Extent;

/// Gathers the colliders of a body. @return false when out of memory.
bool tum_extent_make(const Motion *motion, int32_t body, Arena *arena, Arena *scratch,
                     Extent *extent);

/// [m] The largest coordinate along an axis of the world, or the smallest.
///
/// @param extent  with parts.
double tum_extent_reach(const Extent *extent, const Motion *motion, int axis, bool is_high);

#endif
