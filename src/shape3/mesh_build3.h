// SPDX-License-Identifier: MIT
/// mesh_build3.h: the two halves of making a Mesh3: who is beside whom, and the tree.
#ifndef TUM_SHAPE3_MESH_BUILD3_H
#define TUM_SHAPE3_MESH_BUILD3_H

#include "base/array.h"
#include "shape3/mesh_data3.h"

/// A box as its low corner and its high one negated, so that least numbers alone make one of many;
/// numbers 3 and 7 mean nothing.
typedef float Box8[8];

/// A triangle while the tree is built, or two that lie beside each other.
typedef struct TreeItem3 {
    _Alignas(32) float low[3];
    uint32_t first;      ///< Triangle.
    float minus_high[3]; ///< With low a Box8.
    uint32_t second;     ///< Triangle; the first again where there is one.
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

/// Takes a triangle into an item, where one box for both costs no more than two.
///
/// @return false: there are two in either already, or their boxes do not go together.
bool tum_tree_item3_join(TreeItem3 *item, const TreeItem3 *next);

/// Puts items in an order in which what is near follows each other, and joins them.
///
/// @param items    the first array has `count`, the second has room for as many; they change
/// places.
/// @param numbers  [2 * count], scratch memory
/// @return how many are left.
uint32_t tum_tree_items3_pair(TreeItem3 *items[2], uint32_t count, uint32_t *numbers);

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
