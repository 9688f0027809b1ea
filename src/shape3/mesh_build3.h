// SPDX-License-Identifier: MIT
/// mesh_build3.h: the two halves of building a Mesh3: neighbours across edges, and the tree.
#ifndef TUM_SHAPE3_MESH_BUILD3_H
#define TUM_SHAPE3_MESH_BUILD3_H

#include "base/array.h"
#include "shape3/mesh_data3.h"

/// A box as its low corner and its negated high corner, so that minima alone join boxes; numbers 3
/// and 7 are undefined.
typedef float Box8[8];

/// An item of the tree during the build: one triangle, or two adjacent ones.
typedef struct TreeItem3 {
    _Alignas(32) float low[3];
    uint32_t first;      ///< Triangle.
    float minus_high[3]; ///< With `low` a Box8.
    uint32_t second;     ///< Second triangle; equal to `first` where the item has one triangle.
} TreeItem3;

static inline uint32_t tree_item3_triangles(const TreeItem3 *item)
{
    return item->first == item->second ? 1 : 2;
}

static inline float box8_half_area(const float *box)
{
    const float x = box[0] + box[4], y = box[1] + box[5], z = box[2] + box[6];
    return x * y + y * z + z * x;
}

typedef ARRAY(MeshNode3) MeshNodeArray3;

/// Joins a triangle to an item, where one box around both costs no more than two boxes.
///
/// @return false: either item has two triangles already, or the joined box costs more.
bool tum_tree_item3_join(TreeItem3 *item, const TreeItem3 *next);

/// Sorts items so that near items follow each other, and joins them.
///
/// @param items    the first array has `count` items, the second room for as many; the two arrays
///                 are swapped.
/// @param numbers  [2 * count] working memory.
/// @return number of items left.
uint32_t tum_tree_items3_pair(TreeItem3 *items[2], uint32_t count, uint32_t *numbers);

/// Builds the tree over items of `triangle_count` >= 1 triangles.
///
/// @param items  the first array has item_count items, the second room for as many. Both are
///               undefined afterwards.
/// @param order  receives the triangles in the order of the tree's leaves.
/// @param nodes  receives the tree, the root first; the caller frees it, after failure too.
/// @return false when out of memory.
bool tum_mesh_tree3_build(TreeItem3 *const items[2], uint32_t item_count, uint32_t triangle_count,
                          const struct ShapeKernels3 *kernels, uint32_t *order,
                          MeshNodeArray3 *nodes, const TumAllocator *allocator);

/// Working memory of tum_mesh_edges3_find per triangle. [bytes]
enum { MESH_EDGES3_BYTES = 60 };

/// Fills neighbors, edge_flags and solid of a mesh whose points, triangles and normals are filled.
///
/// @param scratch  [MESH_EDGES3_BYTES * triangle_count] aligned for any type.
/// @return false when out of memory.
bool tum_mesh_edges3_find(Mesh3 *mesh, void *scratch, const TumAllocator *allocator);

#endif
