// SPDX-License-Identifier: MIT
/// hull4.h: convex polytopes for collision: cells, their edges and faces, and their adjacency.
#ifndef TUM_SHAPE4_HULL4_H
#define TUM_SHAPE4_HULL4_H

#include "base/alloc.h"
#include "math/math4.h"
#include "math/math4_64.h"

/// A polytope. Immutable; shared by the colliders that use it.
typedef struct Hull4 {
    double *points;           ///< [vertex_count] 4 numbers each.
    Vec4 *normals;            ///< [cell_count] Unit, outward.
    float *offsets;           ///< [cell_count] normal . p = offset on the cell.
    uint32_t *side_first;     ///< [cell_count + 1] Offsets into sides.
    uint32_t *sides;          ///< For each cell, the cells that share a face with it.
    uint32_t *rim_first;      ///< [cell_count + 1] Offsets into rims.
    uint32_t (*rims)[2];      ///< For each cell, the vertices of its edges.
    uint32_t *face_first;     ///< [face_count + 1] Offsets into face_vertices.
    uint32_t *face_vertices;  ///< Vertices of each polygon, in order around it.
    uint32_t *neighbor_first; ///< [vertex_count + 1] Offsets into neighbors, for hill climbing.
    uint32_t *neighbors;      ///< For each vertex, its neighbors along edges, ascending.
    uint32_t vertex_count, cell_count, face_count;
    uint32_t starts[8];     ///< Vertices farthest along -X, +X, -Y … +W: starts of hill climbing.
    DVec4 middle;           ///< Mean of the vertices.
    double inner;           ///< [m] Radius of a ball around the middle inside the hull.
    double bounding_radius; ///< [m] Greatest distance of a vertex from the origin.
    void *memory;           ///< One block that holds all of the above.
    size_t memory_bytes;
} Hull4;

/// The hull of points. A hull that is too thin, or has too many points, for cells keeps
/// its points and has no cells.
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
