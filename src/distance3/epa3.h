// SPDX-License-Identifier: MIT
/// epa3.h: how deep two cores overlap: the expanding polytope (van den Bergen, "Proximity Queries
/// and Penetration Depth Computation on 3D Game Objects", GDC 2001).
#ifndef TUM_DISTANCE3_EPA3_H
#define TUM_DISTANCE3_EPA3_H

#include "shape3/core3.h"

/// How two cores lie to each other, radii not yet added.
typedef struct Gap3 {
    double distance; ///< [m] Separation along the normal; negative: depth of overlap.
    DVec3 normal;    ///< Unit, from A toward B.
    DVec3 a, b;      ///< Points of the cores that are this far apart.
    int iterations;
    bool is_overlap; ///< The cores overlap; answered by the polytope.
} Gap3;

/// The shortest way out for overlapping cores. The distance is exactly the separation along the
/// normal, and no other direction is better by more than a ten thousandth. Flat differences (two
/// segments that cross, a point in a triangle) give the direction across them and depth 0.
///
/// @param seed  a direction likely to be near the answer, or zero.
Gap3 tum_overlap3(Core3 *a, Core3 *b, DVec3 seed);

/// The distance of a segment, what is left of a ball or an even capsule, and a box, in either
/// order.
/// @return false where the cores are not these, or touch.
bool tum_segment_box3(const Core3 *a, const Core3 *b, Gap3 *gap);

/// Distance of the cores in closed form or by GJK, their overlap by EPA. See tum_distance3 for
/// limit and guess.
Gap3 tum_gap3(Core3 *a, Core3 *b, double limit, DVec3 guess);

#endif
