// SPDX-License-Identifier: MIT
/// hull4.h: convex polytopes ready to collide: cells, what bounds each, and who is beside whom.
#ifndef TUM_SPACE4_HULL4_H
#define TUM_SPACE4_HULL4_H

#include "base/alloc.h"
#include "math/math4.h"
#include "math/math4_64.h"

/// Immutable, shared by the colliders that use it. Numbers of things are 32 bits; names of contact
/// points are made of them.
typedef struct Hull4 {
    double *points;           ///< vertex_count; 4 numbers each.
    Vec4 *normals;            ///< cell_count; unit, outward.
    float *offsets;           ///< cell_count; normal . p = offset on the cell.
    uint32_t *cell_first;     ///< cell_count + 1; into cell_vertices.
    uint32_t *cell_vertices;  ///< Rising in each cell.
    uint32_t *side_first;     ///< cell_count + 1; into sides.
    uint32_t *sides;          ///< Of each cell, the cells it shares a face with, rising.
    uint32_t *rim_first;      ///< cell_count + 1; into rims.
    uint32_t *rims;           ///< Of each cell, its edges, rising.
    uint32_t *face_first;     ///< face_count + 1; into face_vertices.
    uint32_t *face_vertices;  ///< Once round each polygon.
    uint32_t (*edges)[2];     ///< edge_count; two vertices, rising.
    uint32_t *neighbor_first; ///< vertex_count + 1; into neighbors: hill climbing.
    uint32_t *neighbors;      ///< Of each vertex, the others along its edges, rising.
    uint32_t vertex_count, cell_count, face_count, edge_count;
    DVec4 middle; ///< Mean of the vertices.
    double inner; ///< [m] Of a ball around the middle that fits inside.
    double reach; ///< [m] Greatest distance of a vertex from the origin.
    void *memory; ///< One block that holds all of the above.
    size_t memory_bytes;
} Hull4;

/// The hull of points, by qhull; what is too thin, or has too many points, for cells to be told
/// apart becomes a hull of points alone: cell_count 0.
///
/// @param points  4 numbers each, finite; one or more.
/// @return NULL when out of memory.
Hull4 *tum_hull4_create(const double *points, size_t count, const TumAllocator *allocator);
void tum_hull4_destroy(Hull4 *hull, const TumAllocator *allocator);

#endif
