// SPDX-License-Identifier: MIT
/// mesh_data3.h: data of a triangle mesh: triangles, neighbours across edges, tree.
#ifndef TUM_SHAPE3_MESH_DATA3_H
#define TUM_SHAPE3_MESH_DATA3_H

#include "shape3/bound3.h"

/// Edges that may push. An edge between two nearly flat neighbors never gives a normal of its own,
/// or shapes would stumble over it. A folded edge is active on the side on which it is convex;
/// tum_mesh3_is_ridge tells which side that is.
enum { EDGE_ACTIVE_0 = 1, EDGE_ACTIVE_1 = 2, EDGE_ACTIVE_2 = 4 };

/// Mesh3.neighbors at a border.
#define NO_NEIGHBOR UINT32_MAX

/// Cosine of 5 degrees: faces at a smaller angle are one surface to shapes that slide over them.
#define MESH3_FLAT_COSINE 0.99619f

/// Stack entries of a walk through the tree (mesh_tree3.c limits its depth accordingly).
enum { MESH3_STACK = 400 };

enum { MESH3_CHILDREN = 8 };

/// A node of the tree: eight children, their boxes as structure of arrays, in two cache lines. A
/// side of a box lies at origin + step * number, rounded outward (mesh_node3_side). child >= 0:
/// inner node; child < 0: leaf of the triangles from ~child, `count` of them. Inner nodes have
/// count 0. Empty slots have an inverted box and count 0.
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

/// The corners of a leaf's triangles in a quarter of a cache line.
typedef struct MeshLeaf3 {
    uint32_t point;                           ///< First point of the leaf; corners count from here.
    uint8_t corners[3][MESH3_LEAF_TRIANGLES]; ///< [corner][triangle]; beyond the leaf's count those
                                              ///< of the first triangle.
} MeshLeaf3;

typedef struct Mesh3 {
    Vec3 *points; ///< [point_count] in the order in which triangles use them. A point may appear
                  ///< twice, so that the points of a leaf lie close together. Four readable bytes
                  ///< follow the last.
    uint32_t *point_source; ///< [point_count] index of each among the given points: names features
    uint32_t (*triangles)[3]; ///< [triangle_count] in the order of the tree's leaves
    uint32_t *source; ///< [triangle_count] index of each among the given triangles: names features
    Vec3 *normals;    ///< [triangle_count] unit, right-hand rule
    uint8_t *edge_flags;      ///< [triangle_count] EDGE_ACTIVE_i: the edge from corner i to i + 1
    uint32_t (*neighbors)[3]; ///< [triangle_count] triangle across that edge, of several the one
                              ///< that continues straightest; or NO_NEIGHBOR
    MeshNode3 *nodes;         ///< [node_count] the root first
    MeshLeaf3 *leaves;        ///< [node_count * MESH3_CHILDREN] corners of the leaf in that slot
    uint32_t point_count, triangle_count, node_count;
    Bound3 bound;
    Vec3 middle;  ///< middle of the bound
    float radius; ///< [m] of a ball around the middle that contains all points
    int solid;    ///< 1: closed, normals point outward; -1: closed, they point inward; 0: open
    const struct ShapeKernels3 *kernels; ///< Of the instruction set that queries may use.
    void *memory;
    size_t memory_bytes;
} Mesh3;

static inline Vec3 mesh3_corner(const Mesh3 *mesh, uint32_t triangle, int corner)
{
    return mesh->points[mesh->triangles[triangle][corner]];
}

#endif
