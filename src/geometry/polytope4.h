// SPDX-License-Identifier: MIT
/// polytope4.h: convex polytopes in 4D, from boundary tetrahedra to cells, faces and edges.
///
/// A hull comes as tetrahedra; a contact wants the cube that six of them make. Cells are polyhedra
/// in a hyperplane each, faces polygons between two cells, edges segments between two vertices.
#ifndef TUM_GEOMETRY_POLYTOPE4_H
#define TUM_GEOMETRY_POLYTOPE4_H

#include "base/arena.h"
#include "math/math4_64.h"
#include "tumble/base.h"

/// Everything lies in the arena it was built in.
typedef struct Polytope4 {
    DVec4 *vertices;           ///< vertex_count; in the order of the points given.
    uint32_t *source;          ///< vertex_count; index of each among the points given.
    DVec4 *normals;            ///< cell_count; unit, outward.
    double *offsets;           ///< cell_count; normal . p = offset on the cell.
    uint32_t *cell_first;      ///< cell_count + 1; into cell_vertices.
    uint32_t *cell_vertices;   ///< Rising in each cell.
    uint32_t (*face_cells)[2]; ///< face_count; the two cells that meet there, rising.
    uint32_t *face_first;      ///< face_count + 1; into face_vertices.
    uint32_t *face_vertices;   ///< Once round each polygon, from its first vertex.
    uint32_t (*edges)[2];      ///< edge_count; two vertices, rising.
    uint32_t *neighbor_first;  ///< vertex_count + 1; into neighbors.
    uint32_t *neighbors;       ///< Of each vertex, the others along its edges, rising.
    size_t vertex_count, cell_count, face_count, edge_count;
} Polytope4;

/// Puts together what lies in one hyperplane, within 5e-7 of the extent; points inside cells,
/// faces or edges are left out.
///
/// @param points      4 numbers each, finite.
/// @param tetrahedra  4 indices each: the boundary of the convex hull of the points they use, each
///                    triangle between exactly two of them; wound either way.
/// @return TUM_OK, TUM_ERROR_INPUT (they are not such a boundary, or it is too thin to tell cells
///         apart) or TUM_ERROR_MEMORY.
TumStatus tum_polytope4_build(const double *points, size_t point_count, const uint32_t *tetrahedra,
                              size_t tetrahedron_count, Arena *arena, Polytope4 *polytope);

#endif
