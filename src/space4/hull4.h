// SPDX-License-Identifier: MIT
/// hull4.h: convex polytopes ready to collide: cells, what bounds each, and who is beside whom.
#ifndef TUM_SPACE4_HULL4_H
#define TUM_SPACE4_HULL4_H

#include "base/alloc.h"
#include "math/math4.h"
#include "math/math4_64.h"

/// Immutable, shared by the colliders that use it.
typedef struct Hull4 {
    double *points;           ///< vertex_count; 4 numbers each.
    Vec4 *normals;            ///< cell_count; unit, outward.
    float *offsets;           ///< cell_count; normal . p = offset on the cell.
    uint32_t *side_first;     ///< cell_count + 1; into sides.
    uint32_t *sides;          ///< Of each cell, the cells it shares a face with.
    uint32_t *rim_first;      ///< cell_count + 1; into rims.
    uint32_t (*rims)[2];      ///< Of each cell, the vertices of its edges.
    uint32_t *face_first;     ///< face_count + 1; into face_vertices.
    uint32_t *face_vertices;  ///< Once round each polygon.
    uint32_t *neighbor_first; ///< vertex_count + 1; into neighbors: hill climbing.
    uint32_t *neighbors;      ///< Of each vertex, the others along its edges, rising.
    uint32_t vertex_count, cell_count, face_count;
    uint32_t starts[8]; ///< The vertices farthest along -X, +X, -Y … +W: where to begin to climb.
    DVec4 middle;       ///< Mean of the vertices.
    double inner;       ///< [m] Of a ball around the middle that fits inside.
    double reach;       ///< [m] Greatest distance of a vertex from the origin.
    void *memory;       ///< One block that holds all of the above.
    size_t memory_bytes;
} Hull4;

/// The hull of points, by qhull. What is too thin, or has too many points, for cells to be told
/// apart keeps its points and has no cells.
///
/// @param points  4 numbers each, finite; one or more.
/// @return NULL when out of memory.
Hull4 *tum_hull4_create(const double *points, size_t count, const TumAllocator *allocator);
void tum_hull4_destroy(Hull4 *hull, const TumAllocator *allocator);

static inline DVec4 hull4_vertex(const Hull4 *hull, uint32_t i)
{
    const double *p = &hull->points[4 * (size_t)i];
    return (DVec4){p[0], p[1], p[2], p[3]};
}

/// The vertex farthest along `direction`, by climbing from neighbor to neighbor.
uint32_t tum_hull4_support(const Hull4 *hull, DVec4 direction);

#endif
