// SPDX-License-Identifier: MIT
/// simplex3.h: up to four points of the difference B - A, and the point of their hull nearest the
/// origin, for GJK and EPA.
#ifndef TUM_DISTANCE3_SIMPLEX3_H
#define TUM_DISTANCE3_SIMPLEX3_H

#include "shape3/core3.h"

typedef struct SimplexPoint {
    DVec3 w, a, b; ///< w = b - a
    double weight; ///< The nearest point is the sum of weight * w.
} SimplexPoint;

typedef struct Simplex {
    int count;
    SimplexPoint points[4];
} Simplex;

/// Support point of B - A along a direction.
SimplexPoint tum_simplex3_support(Core3 *a, Core3 *b, DVec3 direction);

/// Drops the points that do not contribute to the point nearest the origin, and sets weights. All
/// four points stay, without weights, when the tetrahedron contains the origin.
void tum_simplex3_reduce(Simplex *simplex);

/// Point of the simplex nearest the origin.
DVec3 tum_simplex3_nearest(const Simplex *simplex);

/// Points of A and of B whose difference is that point.
void tum_simplex3_witnesses(const Simplex *simplex, DVec3 *a, DVec3 *b);

/// True when the simplex has this point already.
bool tum_simplex3_has(const Simplex *simplex, DVec3 w);

#endif
