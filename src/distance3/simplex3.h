// SPDX-License-Identifier: MIT
/// simplex3.h: up to four points of the difference B - A, and the point of their hull nearest the
/// origin: what GJK grows and EPA ends with.
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

/// The point of B - A farthest along a direction.
SimplexPoint tum_simplex3_support(Core3 *a, Core3 *b, DVec3 direction);

/// Keeps the points that hold the point nearest the origin and sets their weights. All four stay,
/// without weights, when they hold the origin itself.
void tum_simplex3_reduce(Simplex *simplex);

/// The nearest point itself.
DVec3 tum_simplex3_nearest(const Simplex *simplex);

/// The points of A and of B whose difference that is.
void tum_simplex3_witnesses(const Simplex *simplex, DVec3 *a, DVec3 *b);

/// The same point is among them already.
bool tum_simplex3_has(const Simplex *simplex, DVec3 w);

#endif
