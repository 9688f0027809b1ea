// SPDX-License-Identifier: MIT
/// gjk4.h: distance of convex shapes in 4D whose cores are apart (Gilbert, Johnson, Keerthi 1988).
#ifndef TUM_DISTANCE4_GJK4_H
#define TUM_DISTANCE4_GJK4_H

#include "distance4/simplex4.h"
#include "shape4/shape4.h"

/// A convex shape at a pose.
typedef struct Placed4 {
    const Shape4 *shape;
    DVec4 position;
    DMat4 rotation;
} Placed4;

typedef struct Distance4 {
    double distance; ///< [m] Between the surfaces, radii included; negative: penetration depth.
    DVec4 normal;    ///< Unit, in the world, from A toward B.
    DVec4 point_a, point_b; ///< On the surfaces, in the world.
    int iterations;
} Distance4;

/// The support point of the cores' difference B - A along a direction.
SimplexPoint4 tum_support4(const Placed4 *a, const Placed4 *b, DVec4 direction);

/// The distance of cores that do not overlap.
///
/// Source: the distance algorithm of E. Gilbert, D. Johnson, S. Keerthi, "A fast procedure for
/// computing the distance between complex objects" (1988), with the simplex solved by Gram systems
/// (docs/simulation.md#11-four-dimensions).
///
/// @param tolerance  relative error of the squared distance: 1e-10 as in distance4.h, 1e-8 for a
/// normal to
///                   1e-4.
/// @return false when the cores overlap: *simplex then contains the origin.
bool tum_apart4(const Placed4 *a, const Placed4 *b, DVec4 guess, double tolerance,
                Simplex4 *simplex, Distance4 *distance);

/// The separation along a unit vector from A toward B, radii included: the distance of the shapes'
/// projections on the vector; negative: the projections overlap. Never more than the distance.
double tum_separation4(const Placed4 *a, const Placed4 *b, DVec4 normal);

#endif
