// SPDX-License-Identifier: MIT
/// simplex4.h: up to five points of the difference B - A, and the point of their hull nearest the
/// origin: what GJK grows in 4D.
#ifndef TUM_SPACE4_SIMPLEX4_H
#define TUM_SPACE4_SIMPLEX4_H

#include "math/math4_64.h"

typedef struct SimplexPoint4 {
    DVec4 w, a, b; ///< w = b - a
    double weight; ///< The nearest point is the sum of weight * w.
} SimplexPoint4;

typedef struct Simplex4 {
    int count;
    SimplexPoint4 points[5];
} Simplex4;

/// Keeps the points that hold the point nearest the origin and sets their weights. The last point
/// was added to a simplex whose every point had weight, and lies nearer the origin than the plane
/// through its nearest point: it is always kept. All five stay when they hold the origin.
///
/// @return false where no subset gives an answer, since the points are too nearly dependent; only
///         the last point is then kept.
bool tum_simplex4_reduce(Simplex4 *simplex);

/// The nearest point itself.
DVec4 tum_simplex4_nearest(const Simplex4 *simplex);

/// The points of A and of B whose difference that is.
void tum_simplex4_witnesses(const Simplex4 *simplex, DVec4 *a, DVec4 *b);

/// The same point is among them already.
bool tum_simplex4_has(const Simplex4 *simplex, DVec4 w);

#endif
