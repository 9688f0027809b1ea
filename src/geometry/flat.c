// SPDX-License-Identifier: MIT
// flat.c: flat sets of points. The span starts at one point; each round adds the point farthest
// from the point, line or plane spanned so far (Gram-Schmidt), until there are as many directions
// as dimensions or no point is left.
#include "geometry/flat.h"

#include "math/scalar.h"

enum { MOST_DIMENSIONS = 4 };

// [1] Share of the extent; hulls weld points with the same tolerance.
static const double flat_ratio = 1e-6;

typedef struct Span {
    const double *points;
    size_t count, dimension;
    double along[MOST_DIMENSIONS][MOST_DIMENSIONS]; ///< [rank] Orthonormal directions.
    size_t rank;
} Span;

// The component of a point, relative to the first one, outside the span. @return its length.
static double leave(const Span *span, size_t point, double rest[MOST_DIMENSIONS])
{
    double squares = 0.0;
    for (size_t i = 0; i < span->dimension; ++i) {
        rest[i] = span->points[point * span->dimension + i] - span->points[i];
    }
    for (size_t r = 0; r < span->rank; ++r) {
        double share = 0.0;
        for (size_t i = 0; i < span->dimension; ++i) {
            share += rest[i] * span->along[r][i];
        }
        for (size_t i = 0; i < span->dimension; ++i) {
            rest[i] -= share * span->along[r][i];
        }
    }
    for (size_t i = 0; i < span->dimension; ++i) {
        squares += rest[i] * rest[i];
    }
    return square_root64(squares);
}

bool tum_points_are_flat(const double *points, size_t count, size_t dimension)
{
    Span span = {.points = points, .count = count, .dimension = dimension};
    double reach = 0.0;
    while (span.rank < dimension) {
        double farthest = 0.0, rest[MOST_DIMENSIONS];
        for (size_t p = 1; p < count; ++p) {
            const double distance = leave(&span, p, rest);
            if (distance > farthest) {
                farthest = distance;
                for (size_t i = 0; i < dimension; ++i) {
                    span.along[span.rank][i] = rest[i] / distance;
                }
            }
        }
        reach = span.rank == 0 ? farthest : reach;
        if (!(farthest > flat_ratio * reach)) {
            return true;
        }
        ++span.rank;
    }
    return false;
}
