// SPDX-License-Identifier: MIT
/// hull3.h: convex hulls of points in 3D, by qhull.
#ifndef TUM_GEOMETRY_HULL3_H
#define TUM_GEOMETRY_HULL3_H

#include "base/arena.h"
#include "math/math3_64.h"
#include "tumble/base.h"

/// A closed convex polyhedron. Faces are polygons, counter-clockwise seen from outside; coplanar
/// facets are merged. All arrays lie in the arena of the build.
typedef struct HullMesh3 {
    DVec3 *vertices;         ///< vertex_count; only points on the hull, in the order of the input.
    DVec3 *normals;          ///< face_count; unit, outward.
    double *offsets;         ///< face_count; normal . p = offset on the face.
    uint32_t *face_first;    ///< face_count + 1; into face_vertices.
    uint32_t *face_vertices; ///< Indices into vertices.
    uint32_t *source;        ///< vertex_count; index of each vertex in the input.
    size_t vertex_count, face_count;
    bool is_flat; ///< The points have no volume: the faces are those of a thin plate (or segment,
                  ///< or point) thickened to 1 micrometre.
} HullMesh3;

/// Welds points closer than 1e-6 of the extent, then builds the exact hull.
///
/// Fewer than four points, or points within 1e-5 of the extent of one plane, give a thin hull with
/// is_flat set.
///
/// @param points  3 numbers each, finite.
/// @return TUM_OK, TUM_ERROR_INPUT (no points, or points that qhull cannot separate) or
///         TUM_ERROR_MEMORY.
TumStatus tum_hull3_build(const double *points, size_t count, Arena *arena, HullMesh3 *hull);

#endif
