// SPDX-License-Identifier: MIT
/// distance4.h: distance or penetration depth of two convex shapes in 4D.
#ifndef TUM_DISTANCE4_DISTANCE4_H
#define TUM_DISTANCE4_DISTANCE4_H

#include "distance4/gjk4.h"

/// The nearest points of two convex shapes, accurate to about 1e-10 of the distance; points of
/// smooth surfaces to about 1e-5 of it. Overlapping cores: see tum_overlap4.
///
/// @param guess  initial direction from A to B, or zero.
Distance4 tum_distance4(const Placed4 *a, const Placed4 *b, DVec4 guess);

#endif
