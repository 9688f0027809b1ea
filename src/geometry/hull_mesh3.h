// SPDX-License-Identifier: MIT
/// hull_mesh3.h: polyhedra: vertices, faces and planes of a convex hull in 3D.
#ifndef TUM_GEOMETRY_HULL_MESH3_H
#define TUM_GEOMETRY_HULL_MESH3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "math/math3_64.h"

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

#endif
