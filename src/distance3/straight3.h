// SPDX-License-Identifier: MIT
/// straight3.h: straight features of convex shapes: edges, corners and axes, as segments with a
/// radius.
#ifndef TUM_DISTANCE3_STRAIGHT3_H
#define TUM_DISTANCE3_STRAIGHT3_H

#include "shape3/core3.h"

/// The points middle + t half, t in [-1, 1], and a radius around them. A corner has a half of zero.
typedef struct Straight3 {
    DVec3 middle, half;
    double radius;
    bool has_rims; ///< The ends belong to a cylinder: the segment represents its side alone.
} Straight3;

/// The straight feature of a core toward a direction, in the frame of the core: the edge at the
/// farthest corner that is most nearly at right angles to the direction, or the axis.
///
/// @return false for shapes that have none: balls, ellipsoids and shapes that taper.
bool tum_straight3_toward(Core3 *core, DVec3 direction, Straight3 *feature);

/// The edge of a box nearest to a point: the point is least far beyond, or most inside, the sides
/// at the ends of that edge.
void tum_straight3_of_box_near(Vec3 half, DVec3 p, Straight3 *feature);

#endif
