// SPDX-License-Identifier: MIT
/// epa4.h: how deep two cores overlap in 4D: the expanding polytope (G. van den Bergen, "Proximity
/// queries and penetration depth computation on 3D game objects", GDC 2001).
#ifndef TUM_SPACE4_EPA4_H
#define TUM_SPACE4_EPA4_H

#include "space4/gjk4.h"
#include "space4/simplex4.h"

/// The point of the cores' difference B - A farthest along a direction.
SimplexPoint4 tum_support4(const Placed4 *a, const Placed4 *b, DVec4 direction);

/// The shortest way out for overlapping cores, radii added: moving B along the normal by the depth
/// parts the shapes. That is exact; a shorter way is seldom missed, and then by some 1e-4 of
/// the depth; by nothing where both cores are polytopes of few cells. A difference without inside
/// (segments that cross) gives a direction across it, and the radii as depth.
///
/// @param simplex  of B - A, holding the origin, as GJK ends.
Distance4 tum_overlap4(const Placed4 *a, const Placed4 *b, const Simplex4 *simplex);

#endif
