// SPDX-License-Identifier: MIT
/// hulls3.h: hulls for tests.
#ifndef TUM_TESTS_SUPPORT_HULLS3_H
#define TUM_TESTS_SUPPORT_HULLS3_H

#include "shape3/shape3.h"
#include "tests/support/support.h"

/// The hull of a prism over a regular polygon of `sides`, up to 128, `radius` around and `half` up
/// and down along Y; `top` is the share of the radius the upper polygon has.
static inline Hull3 *prism_hull(uint32_t sides, double radius, double half, double top)
{
    double points[3 * 256];
    uint32_t first[131], corners[4 * 128 + 2 * 128];
    for (uint32_t i = 0; i < sides; ++i) {
        // Clockwise seen from above, so that -sine is z and i to i + 1 turns about +Y.
        const double angle = 2.0 * PI * i / sides, x = cos(angle), z = -sin(angle);
        const double p[6] = {radius * x,       -half, radius * z,
                             radius * top * x, half,  radius * top * z};
        memcpy(points + 3 * i, p, 3 * sizeof(double));
        memcpy(points + 3 * (sides + i), p + 3, 3 * sizeof(double));
    }
    uint32_t at = 0, face = 0;
    for (uint32_t i = 0; i < sides; ++i) {
        const uint32_t next = (i + 1) % sides;
        const uint32_t side[4] = {i, next, sides + next, sides + i};
        first[face++] = at;
        memcpy(corners + at, side, sizeof side);
        at += 4;
    }
    first[face++] = at;
    for (uint32_t i = 0; i < sides; ++i) {
        corners[at++] = sides - 1 - i;
    }
    first[face++] = at;
    for (uint32_t i = 0; i < sides; ++i) {
        corners[at++] = sides + i;
    }
    first[face] = at;
    return tum_hull3_create(points, 2 * sides, first, corners, face, NULL);
}

/// A box as a hull.
static inline Hull3 *box_hull(double half_x, double half_y, double half_z)
{
    double points[24];
    for (int i = 0; i < 8; i++) {
        points[3 * i] = i & 1 ? half_x : -half_x;
        points[3 * i + 1] = i & 2 ? half_y : -half_y;
        points[3 * i + 2] = i & 4 ? half_z : -half_z;
    }
    const uint32_t faces[] = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4,
                              2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
    const uint32_t first[] = {0, 4, 8, 12, 16, 20, 24};
    return tum_hull3_create(points, 8, first, faces, 6, NULL);
}

static inline Hull3 *octahedron_hull(double size)
{
    const double p[18] = {size, 0,     0, -size, 0, 0,    0, size, 0,
                          0,    -size, 0, 0,     0, size, 0, 0,    -size};
    const uint32_t corners[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                  2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    const uint32_t first[9] = {0, 3, 6, 9, 12, 15, 18, 21, 24};
    return tum_hull3_create(p, 6, first, corners, 8, NULL);
}

/// A triangle in the plane y = 0 with both of its sides as faces.
static inline Hull3 *triangle_hull(double size)
{
    const double p[9] = {size, 0, 0, -size, 0, size, -size, 0, -size};
    const uint32_t corners[6] = {0, 2, 1, 0, 1, 2}, first[3] = {0, 3, 6};
    return tum_hull3_create(p, 3, first, corners, 2, NULL);
}

#endif
