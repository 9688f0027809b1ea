// SPDX-License-Identifier: MIT
/// polytope4.h: convex polytopes in 4D, from boundary tetrahedra to cells, faces and edges.
///
/// A hull consists of tetrahedra; contacts need whole cells, such as the cube that is made of six
/// tetrahedra. Each cell is a polyhedron in a hyperplane, each face a polygon between two cells,
/// each edge a segment between two vertices.
#ifndef TUM_GEOMETRY_POLYTOPE4_H
#define TUM_GEOMETRY_POLYTOPE4_H

#include "base/arena.h"
#include "math/math4_64.h"
#include "tumble/base.h"

/// All arrays lie in the arena of the build.
typedef struct Polytope4 {
    DVec4 *vertices;           ///< vertex_count; in the order of the input.
    uint32_t *source;          ///< vertex_count; index of each vertex in the input.
    DVec4 *normals;            ///< cell_count; unit, outward.
    double *offsets;           ///< cell_count; normal . p = offset on the cell.
    uint32_t *cell_first;      ///< cell_count + 1; into cell_vertices.
    uint32_t *cell_vertices;   ///< Ascending in each cell.
    uint32_t (*face_cells)[2]; ///< face_count; the two cells at each face, ascending.
    uint32_t *face_first;      ///< face_count + 1; into face_vertices.
    uint32_t *face_vertices;   ///< In order around each polygon, from its first vertex.
    uint32_t (*edges)[2];      ///< edge_count; two vertices, ascending.
    uint32_t *neighbor_first;  ///< vertex_count + 1; into neighbors.
    uint32_t *neighbors;       ///< The other vertices of each vertex's edges, ascending.
    size_t vertex_count, cell_count, face_count, edge_count;
} Polytope4;

/// Merges tetrahedra in one hyperplane, within 5e-7 of the extent; points inside cells, faces or
/// edges are left out.
///
/// @param points      4 numbers each, finite.
/// @param tetrahedra  4 indices each: the boundary of the convex hull of the used points, each
///                    triangle between exactly two tetrahedra; wound either way.
/// @return TUM_OK, TUM_ERROR_INPUT (the tetrahedra form no such boundary, or it is too thin to
///         distinguish cells) or TUM_ERROR_MEMORY.
TumStatus tum_polytope4_build(const double *points, size_t point_count, const uint32_t *tetrahedra,
                              size_t tetrahedron_count, Arena *arena, Polytope4 *polytope);

#endif
