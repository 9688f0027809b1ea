// SPDX-License-Identifier: MIT
/// mesh_build3.h: the two halves of making a Mesh3: who is beside whom, and the tree.
#ifndef TUM_SPACE3_MESH_BUILD3_H
#define TUM_SPACE3_MESH_BUILD3_H

#include "base/array.h"
#include "space3/mesh3.h"

/// A triangle while the tree is built.
typedef struct TreeItem3 {
    _Alignas(16) Vec3 low; ///< Four numbers are read from here,
    uint32_t triangle;
    Vec3 high;     ///< and from here.
    uint32_t bins; ///< A byte an axis: mesh_tree3.c.
} TreeItem3;

typedef ARRAY(MeshNode3) MeshNodeArray3;

/// Builds the tree over `count` >= 1 items and reorders them into the order of its leaves.
///
/// @param nodes  receives the tree, the root first; the caller frees it, after failure too.
/// @return false when out of memory.
bool tum_mesh_tree3_build(TreeItem3 *items, uint32_t count, MeshNodeArray3 *nodes,
                          const TumAllocator *allocator);

/// Fills neighbors, edge_flags and solid of a mesh whose points, triangles and normals stand.
/// @return false when out of memory.
bool tum_mesh_edges3_find(Mesh3 *mesh, const TumAllocator *allocator);

#endif
