// SPDX-License-Identifier: MIT
/// mesh_data3.h: the memory of a triangle mesh: triangles, their edges and the tree over them.
#ifndef TUM_SHAPE3_MESH_DATA3_H
#define TUM_SHAPE3_MESH_DATA3_H

#include "shape3/bound3.h"

/// Which edges may push: one between two nearly flat neighbors never gives a normal of its own, or
/// things would stumble over it. An edge that folds is active for the side it is convex from, and
/// what is convex from one side is concave from the other: tum_mesh3_is_ridge tells which.
enum { EDGE_ACTIVE_0 = 1, EDGE_ACTIVE_1 = 2, EDGE_ACTIVE_2 = 4 };

/// In Mesh3.neighbors: a border.
#define NO_NEIGHBOR UINT32_MAX

/// Cosine of 5 degrees: faces that differ by less are one surface to what slides over them.
#define MESH3_FLAT_COSINE 0.99619f

/// Depth of the tree, so that every walk fits a stack of fixed size (mesh_tree3.c).
enum { MESH3_STACK = 400 };

enum { MESH3_CHILDREN = 8 };

/// Eight children per node, boxes in SoA: two cache lines. A side of a box lies at
/// origin + step * number, rounded away from what is inside: mesh_node3_side. Children: >= 0 inner
/// node; < 0: leaf of triangles ~first with `count` of them; empty slots have an inverted box and
/// the count 0, as inner nodes have.
typedef struct MeshNode3 {
    _Alignas(64) float origin[3];
    float step[3]; ///< Above 0.
    uint8_t low[3][MESH3_CHILDREN], high[3][MESH3_CHILDREN];
    uint8_t count[MESH3_CHILDREN];
    int32_t child[MESH3_CHILDREN];
} MeshNode3;

static inline float mesh_node3_side(const MeshNode3 *node, int axis, uint8_t number)
{
    return node->origin[axis] + node->step[axis] * (float)number;
}

static inline Bound3 mesh_node3_bound(const MeshNode3 *node, int slot)
{
    return (Bound3){{mesh_node3_side(node, 0, node->low[0][slot]),
                     mesh_node3_side(node, 1, node->low[1][slot]),
                     mesh_node3_side(node, 2, node->low[2][slot])},
                    {mesh_node3_side(node, 0, node->high[0][slot]),
                     mesh_node3_side(node, 1, node->high[1][slot]),
                     mesh_node3_side(node, 2, node->high[2][slot])}};
}

static inline bool mesh_node3_is_empty(const MeshNode3 *node, int slot)
{
    return node->child[slot] < 0 && node->count[slot] == 0;
}

enum { MESH3_LEAF_TRIANGLES = 4 };

/// The corners of a leaf's triangles once more, in a quarter of a cache line.
typedef struct MeshLeaf3 {
    uint32_t point;                           ///< Corners are numbered from here on:
    uint8_t corners[3][MESH3_LEAF_TRIANGLES]; ///< corner, triangle; beyond the count the first's.
} MeshLeaf3;

typedef struct Mesh3 {
    Vec3 *points;             ///< point_count, in the order in which triangles use them; a point
                              ///< may come again, so that those of a leaf lie close together;
                              ///< four readable bytes follow the last
    uint32_t *point_source;   ///< point_count; index of each among those given: names features
    uint32_t (*triangles)[3]; ///< triangle_count, in the order of the tree's leaves
    uint32_t *source;         ///< triangle_count; index of each among those given: names features
    Vec3 *normals;            ///< triangle_count; unit, right-hand rule
    uint8_t *edge_flags;      ///< triangle_count; EDGE_ACTIVE_i: the edge from corner i to i + 1
    uint32_t (*neighbors)[3]; ///< triangle_count; what goes on across that edge, of several the
                              ///< straightest; or NO_NEIGHBOR
    MeshNode3 *nodes;         ///< node_count; the root first
    MeshLeaf3 *leaves;        ///< node_count * MESH3_CHILDREN; one a slot that has a leaf
    uint32_t point_count, triangle_count, node_count;
    Bound3 bound;
    Vec3 middle;  ///< of the bound
    float radius; ///< of a ball around the middle that holds everything
    int solid;    ///< 1: closed, normals point out; -1: closed, they point in; 0: open
    void *memory;
    size_t memory_bytes;
} Mesh3;

static inline Vec3 mesh3_corner(const Mesh3 *mesh, uint32_t triangle, int corner)
{
    return mesh->points[mesh->triangles[triangle][corner]];
}

#endif
