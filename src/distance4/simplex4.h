// SPDX-License-Identifier: MIT
/// simplex4.h: simplices of GJK in 4D: up to five points of the difference B - A, and the point of
/// their hull nearest to the origin.
#ifndef TUM_DISTANCE4_SIMPLEX4_H
#define TUM_DISTANCE4_SIMPLEX4_H

#include "math/math4_64.h"

typedef struct SimplexPoint4 {
    DVec4 w, a, b; ///< w = b - a
    double weight; ///< The nearest point is the sum of weight * w.
} SimplexPoint4;

typedef struct Simplex4 {
    int count;
    SimplexPoint4 points[5];
} Simplex4;

/// Reduces the simplex to the points that support the point nearest to the origin, and sets their
/// weights. Precondition: the last point was added to a simplex whose points all had weight, and
/// lies nearer to the origin than the plane through its nearest point. The last point is always
/// kept. All five points stay when they contain the origin.
///
/// @return false where no subset gives an answer, since the points are too nearly dependent; only
///         the last point is then kept.
bool tum_simplex4_reduce(Simplex4 *simplex);

/// The point nearest to the origin.
DVec4 tum_simplex4_nearest(const Simplex4 *simplex);

/// The points of A and of B whose difference is the nearest point.
void tum_simplex4_witnesses(const Simplex4 *simplex, DVec4 *a, DVec4 *b);

/// True when the simplex already contains the point.
bool tum_simplex4_has(const Simplex4 *simplex, DVec4 w);

#endif
