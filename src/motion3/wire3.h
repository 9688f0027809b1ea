// SPDX-License-Identifier: MIT
/// wire3.h: wireframes of shapes.
#ifndef TUM_MOTION3_WIRE3_H
#define TUM_MOTION3_WIRE3_H

#include "shape3/shape3.h"

typedef void WireLine3(void *user, Vec3 from, Vec3 to);

/// Line segments of a circle, and of each of two arcs that form a circle.
enum { WIRE3_CIRCLE = 24, WIRE3_ARC = 12 };

/// [m] Distance from its middle up to which an infinite plane is drawn.
#define WIRE3_ENDLESS 10.0f

/// Calls `line` for each line of a shape's wireframe, in the world:
///
///     sphere    three circles                     box        its edges
///     capsule   two circles, two outlines         cylinder   two circles, four sides
///     hull      its edges                         plane      a grid of 2 times 11, and its normal
///     sheet     its edges, and its normal         mesh       its edges, shared ones once
void tum_wire3(const Shape3 *shape, Pose3 world_from_shape, WireLine3 *line, void *user);

#endif
