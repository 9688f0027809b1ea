// SPDX-License-Identifier: MIT
/// epa3.h: penetration depth of two cores by the expanding polytope (van den Bergen, "Proximity
/// Queries and Penetration Depth Computation on 3D Game Objects", GDC 2001).
#ifndef TUM_DISTANCE3_EPA3_H
#define TUM_DISTANCE3_EPA3_H

#include "shape3/core3.h"

/// Separation of two cores, without radii.
typedef struct Gap3 {
    double distance; ///< [m] Separation along the normal; negative: depth of overlap.
    DVec3 normal;    ///< Unit, from A toward B.
    DVec3 a, b;      ///< [m] Points of the cores at that separation.
    int iterations;
    bool is_overlap; ///< The cores overlap; the expanding polytope gave the answer.
} Gap3;

/// Penetration of overlapping cores. The distance is exactly the separation along the normal, and
/// no other direction is better by more than a share of 1e-4. Flat differences (two segments that
/// cross, a point in a triangle) give the direction across them and depth 0.
///
/// @param seed  a direction likely to be near the answer, or zero.
Gap3 tum_overlap3(Core3 *a, Core3 *b, DVec3 seed);

/// Distance of a segment, the core of a ball or an even capsule, and a box, in either order.
///
/// @return false where the cores are of other kinds, or touch.
bool tum_segment_box3(const Core3 *a, const Core3 *b, Gap3 *gap);

/// Distance of the cores in closed form or by GJK; their penetration by EPA. `limit` and `guess`
/// are those of tum_distance3.
Gap3 tum_gap3(Core3 *a, Core3 *b, double limit, DVec3 guess);

#endif
