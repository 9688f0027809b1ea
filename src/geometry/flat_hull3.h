// SPDX-License-Identifier: MIT
/// flat_hull3.h: hulls of points without volume, thickened to one micrometre.
#ifndef TUM_GEOMETRY_FLAT_HULL3_H
#define TUM_GEOMETRY_FLAT_HULL3_H

#include "geometry/hull_merge3.h"

/// @param source  [count] index of each point in the caller's numbering.
/// @param middle  added to every point.
/// @param rank    0: all points are one; 1: on a line; 2: in a plane.
/// @param along   unit direction of the line, or a direction in the plane.
/// @param normal  unit normal of the plane.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_flat_hull3(const HullPoints *points, const uint32_t *source, DVec3 middle, int rank,
                         DVec3 along, DVec3 normal, Arena *scratch, Arena *arena, HullMesh3 *hull);

#endif
