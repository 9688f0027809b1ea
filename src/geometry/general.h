// SPDX-License-Identifier: MIT
/// general.h: the shapes of G4MF in 3 or 4 dimensions: a box, rounded by curves.
///
/// A point is inside when, for every curve over the axes A, the sum over A of (max(|x_i| - size_i /
/// 2, 0) / r_i)^exponent is at most 1, and |x_i| <= size_i / 2 on every axis without a curve
/// (docs/formats.md#g4mf, decision G2). Exponents below 1 count as 1, which gives the hull of the
/// concave shape.
#ifndef TUM_GEOMETRY_GENERAL_H
#define TUM_GEOMETRY_GENERAL_H

#include "base/arena.h"
#include "math/math3_64.h"
#include "tumble/scene.h"

typedef struct GeneralShape {
    int dimension;
    double size[4]; ///< [m]
    const TumCurve *curves;
    size_t curve_count;
} GeneralShape;

/// Moments of a solid of density 1 about the origin, with principal axes along the coordinate axes.
typedef struct GeneralMoments {
    double volume;         ///< [m^n]
    double mean_square[4]; ///< [m^2] Mean of each coordinate's square.
} GeneralMoments;

/// Volume and moments. Shapes have closed forms, except where curves share an axis: there a sum
/// over a grid is exact within a hundredth. Flat solids have no volume.
GeneralMoments tum_general_moments(const GeneralShape *shape);

bool tum_general_is_inside(const GeneralShape *shape, const double point[4]);

/// A round shape of one axis: a ball, or a capsule or cylinder.
typedef struct GeneralRound {
    TumShapeKind kind; ///< TUM_SHAPE_SPHERE, TUM_SHAPE_CAPSULE or TUM_SHAPE_CYLINDER.
    double height;     ///< [m] Between the centers of the ends; 0 for a ball.
    double radius;     ///< [m]
    DQuat turn;        ///< From the frame with Y as the axis to the shape's frame.
} GeneralRound;

/// True where a scaled shape of 3 dimensions is a sphere, capsule or cylinder
/// (docs/formats.md#g4mf).
///
/// @param noise  [1] Lengths that differ by at most this share count as equal.
bool tum_general_is_round(const GeneralShape *shape, DVec3 scale, double noise,
                          GeneralRound *round);

/// Points on the surface whose hull stays within `deviation` of the surface; coarser where a
/// quarter turn would need more than 32 points.
///
/// @param points  receives `dimension` numbers each, in the arena.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_general_points(const GeneralShape *shape, double deviation, Arena *arena,
                             double **points, size_t *count);

/// The smallest radius that is not zero; 0 where there is none.
double tum_general_smallest_radius(const GeneralShape *shape);

#endif
