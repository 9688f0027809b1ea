// SPDX-License-Identifier: MIT
/// hull_merge3.h: coplanar facets merged into polygons.
#ifndef TUM_GEOMETRY_HULL_MERGE3_H
#define TUM_GEOMETRY_HULL_MERGE3_H

#include "base/arena.h"
#include "geometry/hull_mesh3.h"
#include "tumble/base.h"

/// Points that are all different.
typedef struct HullPoints {
    const double *points; ///< [count * 3]
    size_t count;
    double extent; ///< [m] Longest edge of the bounding box.
} HullPoints;

/// The polygons of a closed surface, counter-clockwise seen from outside.
typedef struct Polygons {
    uint32_t *first;   ///< [count + 1] into corners
    uint32_t *corners; ///< indices of points
    DVec3 *normals;    ///< [count] unit, outward; NULL before merging
    double *offsets;   ///< [count] normal . p = offset on the polygon
    size_t count;
} Polygons;

/// Merges coplanar neighbours and drops corners that lie on a straight edge.
///
/// The order of the result depends on the points alone, not on the order of the polygons given.
///
/// @param polygons  of a convex surface, all wound the same way; replaced by the merged ones.
/// @param is_whole  receives true where the polygons form one closed surface like a sphere;
///                  otherwise the polygons stay as they are.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_hull_merge3(const HullPoints *points, Polygons *polygons, Arena *arena,
                          bool *is_whole);

/// Writes polygons as a hull: only the points that are corners, with planes.
///
/// @param source  [count] index of each point in the caller's numbering.
/// @param middle  added to every point.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_hull_emit3(const HullPoints *points, const uint32_t *source, DVec3 middle,
                         const Polygons *polygons, Arena *scratch, Arena *arena, HullMesh3 *hull);

#endif
