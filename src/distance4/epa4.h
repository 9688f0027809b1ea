// SPDX-License-Identifier: MIT
/// epa4.h: penetration depth of two cores in 4D: the expanding polytope (G. van den Bergen,
/// "Proximity queries and penetration depth computation on 3D game objects", GDC 2001).
#ifndef TUM_DISTANCE4_EPA4_H
#define TUM_DISTANCE4_EPA4_H

#include "distance4/gjk4.h"
#include "distance4/simplex4.h"

/// Penetration of overlapping cores, radii included: B moved along the normal by the depth no
/// longer overlaps A. That is exact. A shorter displacement is seldom missed, and then by about
/// 1e-4 of the depth; for two polytopes of few cells the depth is minimal. A difference without
/// interior (segments that cross) gives a direction across it, and the radii as depth.
///
/// @param simplex  of B - A, which contains the origin: the final simplex of GJK.
Distance4 tum_overlap4(const Placed4 *a, const Placed4 *b, const Simplex4 *simplex);

#endif
