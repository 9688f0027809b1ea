// SPDX-License-Identifier: MIT
/// mesh_build3.h: the two halves of making a Mesh3: who is beside whom, and the tree.
#ifndef TUM_SPACE3_MESH_BUILD3_H
#define TUM_SPACE3_MESH_BUILD3_H

#include "base/array.h"
#include "space3/mesh3.h"

/// A box as its low corner and its high one negated, so that least numbers alone make one of many;
/// numbers 3 and 7 mean nothing.
typedef float Box8[8];

/// A triangle while the tree is built, or two that follow each other and make a quad.
typedef struct TreeItem3 {
    _Alignas(32) float low[3];
    uint32_t triangle;   ///< The first, and TREE_ITEM3_PAIR where there are two.
    float minus_high[3]; ///< With low a Box8.
    uint32_t spare;
} TreeItem3;

#define TREE_ITEM3_PAIR 0x80000000u

static inline uint32_t tree_item3_first(const TreeItem3 *item)
{
    return item->triangle & ~TREE_ITEM3_PAIR;
}

static inline uint32_t tree_item3_triangles(const TreeItem3 *item)
{
    return 1 + (item->triangle >> 31);
}

static inline float box8_half_area(const float *box)
{
    const float x = box[0] + box[4], y = box[1] + box[5], z = box[2] + box[6];
    return x * y + y * z + z * x;
}

typedef ARRAY(MeshNode3) MeshNodeArray3;

/// Builds the tree over items of `triangle_count` >= 1 triangles.
///
/// @param items  the first array has item_count of them; the second has room for as many. What is
///               in both afterwards means nothing.
/// @param order  receives the triangles in the order of the tree's leaves.
/// @param nodes  receives the tree, the root first; the caller frees it, after failure too.
/// @return false when out of memory.
bool tum_mesh_tree3_build(TreeItem3 *const items[2], uint32_t item_count, uint32_t triangle_count,
                          uint32_t *order, MeshNodeArray3 *nodes, const TumAllocator *allocator);

/// Of scratch memory, for each triangle.
enum { MESH_EDGES3_BYTES = 60 };

/// Fills neighbors, edge_flags and solid of a mesh whose points, triangles and normals stand.
///
/// @param scratch  [MESH_EDGES3_BYTES * triangle_count], aligned for anything.
/// @return false when out of memory.
bool tum_mesh_edges3_find(Mesh3 *mesh, void *scratch, const TumAllocator *allocator);

#endif
