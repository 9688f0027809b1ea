// SPDX-License-Identifier: MIT
// distance4.c: distance of convex shapes in 4D: GJK while their cores are apart, else the expanding
// polytope.
#include "distance4/distance4.h"

#include "distance4/epa4.h"

// Tolerance: the squared distance can decrease by no more than this share.
static const double squared_tolerance = 1e-10;

Distance4 tum_distance4(const Placed4 *a, const Placed4 *b, DVec4 guess)
{
    Simplex4 simplex;
    Distance4 distance = {0};
    if (!tum_apart4(a, b, guess, squared_tolerance, &simplex, &distance)) {
        const int iterations = distance.iterations;
        distance = tum_overlap4(a, b, &simplex);
        distance.iterations += iterations;
    }
    return distance;
}
