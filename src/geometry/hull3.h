// SPDX-License-Identifier: MIT
/// hull3.h: convex hulls of points in 3D, by qhull.
#ifndef TUM_GEOMETRY_HULL3_H
#define TUM_GEOMETRY_HULL3_H

#include "base/arena.h"
#include "math/math3_64.h"
#include "tumble/base.h"

/// A closed convex polyhedron. Faces are polygons, counter-clockwise seen from outside; coplanar
/// facets are merged. Everything lies in the arena it was built in.
typedef struct HullMesh3 {
    DVec3 *vertices;         ///< vertex_count; only those on the hull, in the order of the input.
    DVec3 *normals;          ///< face_count; unit, outward.
    double *offsets;         ///< face_count; normal . p = offset on the face.
    uint32_t *face_first;    ///< face_count + 1; into face_vertices.
    uint32_t *face_vertices; ///< Indices into vertices.
    uint32_t *source;        ///< vertex_count; index of each vertex among the points given.
    size_t vertex_count, face_count;
    bool is_flat; ///< The points have no volume: faces are the two sides of a thin plate
                  ///< (or segment, or point) thickened to 1 micrometre.
} HullMesh3;

/// Welds points closer than 1e-6 of the extent, then builds the exact hull.
///
/// Fewer than four points, or points within 1e-5 of the extent of one plane, give a thin hull with
/// is_flat set.
///
/// @param points  3 numbers each, finite.
/// @return TUM_OK, TUM_ERROR_INPUT (no points, or none that qhull can part) or TUM_ERROR_MEMORY.
TumStatus tum_hull3_build(const double *points, size_t count, Arena *arena, HullMesh3 *hull);

#endif
