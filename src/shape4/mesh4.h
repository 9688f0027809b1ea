// SPDX-License-Identifier: MIT
/// mesh4.h: meshes of tetrahedra, heightmaps among them: a tree over the tetrahedra, and the
/// tetrahedra around each point.
#ifndef TUM_SHAPE4_MESH4_H
#define TUM_SHAPE4_MESH4_H

#include "base/alloc.h"
#include "math/math4.h"
#include "math/math4_64.h"

/// Two children per node. Child >= 0: another node; < 0: the tetrahedron ~child.
typedef struct MeshNode4 {
    Vec4 low[2], high[2];
    int32_t child[2];
} MeshNode4;

/// Stack capacity of a walk: the tree halves its tetrahedra at every level.
enum { MESH4_STACK = 64 };

typedef struct Mesh4 {
    Vec4 *points;              ///< [point_count]
    uint32_t (*tetrahedra)[4]; ///< [tetrahedron_count]
    uint32_t *source;          ///< [tetrahedron_count] Index of each in the input.
    Vec4 *normals;             ///< [tetrahedron_count] Unit; perpendicular to the edges from the
                               ///< first corner to the others.
    uint32_t *around_first;    ///< [point_count + 1] Offsets into around.
    uint32_t *around;          ///< For each point, the tetrahedra that use it, ascending.
    MeshNode4 *nodes;          ///< [node_count] The root is first. A single tetrahedron is both
                               ///< children of the root.
    uint32_t point_count, tetrahedron_count, node_count;
    bool is_closed;  ///< Set by the creator; initially false: the tetrahedra enclose a volume.
    DVec4 low, high; ///< Bounding box.
    DVec4 middle;    ///< Centre of the box.
    double bounding_radius; ///< [m] Greatest distance of a point from the origin.
    void *memory;           ///< One block that holds all of the above.
    size_t memory_bytes;
} Mesh4;

/// True for a tetrahedron too flat to have a normal.
bool tum_is_flat4(const double *points, const uint32_t corners[4]);

/// Builds a mesh without the flat tetrahedra.
///
/// @param points      4 numbers each, finite.
/// @param tetrahedra  4 indices each, below point_count.
/// @return NULL when no tetrahedron is left or memory ran out.
Mesh4 *tum_mesh4_create(const double *points, size_t point_count, const uint32_t *tetrahedra,
                        size_t tetrahedron_count, const TumAllocator *allocator);
void tum_mesh4_destroy(Mesh4 *mesh, const TumAllocator *allocator);

/// Calls visit for every tetrahedron whose box overlaps the box from low to high, in a fixed order,
/// until visit returns false.
void tum_mesh4_query(const Mesh4 *mesh, Vec4 low, Vec4 high,
                     bool (*visit)(void *user, uint32_t tetrahedron), void *user);

static inline Vec4 mesh4_corner(const Mesh4 *mesh, uint32_t tetrahedron, int corner)
{
    return mesh->points[mesh->tetrahedra[tetrahedron][corner]];
}

/// True when the corners of a tetrahedron that are farthest along the unit vector `direction` can
/// push along it: no neighbour around them is farther.
bool tum_mesh4_is_ridge(const Mesh4 *mesh, uint32_t tetrahedron, Vec4 direction);

#endif
