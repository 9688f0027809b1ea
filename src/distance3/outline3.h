// SPDX-License-Identifier: MIT
/// outline3.h: the outline of a shape of revolution, in axis_gap3.c and rim_gap3.c.
#ifndef TUM_DISTANCE3_OUTLINE3_H
#define TUM_DISTANCE3_OUTLINE3_H

#include "math/math3_64.h"

/// Outline in the half plane beside the axis: a side with the normal (c, s), at which c out + s up
/// = k, between two ends. An end is a ball (capsules) or a rim (cylinders and cones).
typedef struct Outline3 {
    double half_height, radius_bottom, radius_top;
    double c, s, k;
    bool is_capsule;
} Outline3;

/// Distance of a feature in the frame of a shape of revolution, with the normal away from the
/// shape.
typedef struct OutlineGap3 {
    DVec3 normal, at; ///< at: point of the feature
    double gap;       ///< [m]
    double to_end;    ///< [m] from the place of contact to the nearest end of the side or segment
} OutlineGap3;

/// A rim: center + radius e, for unit vectors e at right angles to the axis.
typedef struct Rim3 {
    DVec3 center, axis;
    double radius;
} Rim3;

/// Share of the side from the bottom to the top at which the foot of a point lies.
static inline double outline3_foot(const Outline3 *o, double out, double up)
{
    const double h = o->half_height;
    if (o->is_capsule) {
        return ((up + h) * o->c - out * o->s) / (2.0 * h * o->c);
    }
    return ((up + h) * o->c - (out - o->radius_bottom) * o->s) * o->c / (2.0 * h);
}

/// Distance of a rim from a side or from another rim (rim_gap3.c), near the rim's point in the
/// direction `start`.
///
/// @param guess  unit, away from the shape of revolution.
/// @return false where the search does not end at a side or a rim.
bool tum_rim_gap3(const Outline3 *outline, const Rim3 *rim, DVec3 start, DVec3 guess,
                  OutlineGap3 *result);

#endif
