// SPDX-License-Identifier: MIT
/// extent.h: highest and lowest coordinates of a body's colliders.
///
/// Colliders are measured as the file gives them, under the full transform of their nodes: a sphere
/// below an uneven scale is an ellipsoid. In 4D they are measured as they are simulated.
#ifndef TUM_EXPECT_EXTENT_H
#define TUM_EXPECT_EXTENT_H

#include "expect/motion.h"
#include "shape4/shape4.h"

/// A collider in the frame of its body.
typedef struct ExtentPart {
    const TumShape *shape;
    Shape4 shape4; ///< Of shapes of 4D without a mesh.
    Affine in_body;
} ExtentPart;

struct Extent {
    int32_t body;      ///< Body of the run.
    ExtentPart *parts; ///< [count]
    size_t count;
    bool is_endless; ///< One of the shapes has no extents.
};

/// The colliders of a body, gathered at the first call.
///
/// @param arena  lives as long as the motion.
/// @return NULL when out of memory.
const Extent *tum_extent_of(const Motion *motion, int32_t body, Arena *arena, Arena *scratch);

/// [m] The largest coordinate along an axis of the world, or the smallest.
///
/// @param extent  with parts.
double tum_extent_reach(const Extent *extent, const Motion *motion, int axis, bool is_high);

#endif
