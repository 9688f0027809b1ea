// SPDX-License-Identifier: MIT
/// mesh3.h: triangle meshes: a tree over the triangles, and which edges can be hit.
#ifndef TUM_SHAPE3_MESH3_H
#define TUM_SHAPE3_MESH3_H

#include "shape3/shape3.h"

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

/// Degenerate triangles are dropped.
/// @return TUM_OK, TUM_ERROR_INPUT (nothing is left) or TUM_ERROR_MEMORY.
TumStatus tum_mesh3_build(const double *points, uint32_t point_count, const uint32_t *triangles,
                          uint32_t triangle_count, const TumAllocator *allocator, Mesh3 **mesh);

/// The same where one reason is as good as the other: NULL.
Mesh3 *tum_mesh3_create(const double *points, uint32_t point_count, const uint32_t *triangles,
                        uint32_t triangle_count, const TumAllocator *allocator);
void tum_mesh3_destroy(Mesh3 *mesh, const TumAllocator *allocator);

/// Calls visit for every triangle whose box meets `bound`, in a fixed order, until it answers
/// false.
void tum_mesh3_query(const Mesh3 *mesh, Bound3 bound, bool (*visit)(void *user, uint32_t triangle),
                     void *user);

/// The same along the segment between two points.
void tum_mesh3_query_segment(const Mesh3 *mesh, Vec3 from, Vec3 to,
                             bool (*visit)(void *user, uint32_t triangle), void *user);

/// Whether an edge or a corner of a triangle can be hit from `direction`: true when nothing beside
/// it reaches farther that way.
///
/// @param edges  one bit as EDGE_ACTIVE_i: that edge, and `point` lies on it; two: the corner where
///               they meet.
bool tum_mesh3_is_ridge(const Mesh3 *mesh, uint32_t triangle, unsigned edges, Vec3 point,
                        Vec3 direction);

/// Whether the segment from `from` to `to` passes through a triangle well before its end.
bool tum_mesh3_hides(const Mesh3 *mesh, Vec3 from, Vec3 to);

/// Whether a point is inside, by the parity of crossings; of meaning for solid meshes only.
bool tum_mesh3_contains(const Mesh3 *mesh, Vec3 point);

static inline Vec3 mesh3_corner(const Mesh3 *mesh, uint32_t triangle, int corner)
{
    return mesh->points[mesh->triangles[triangle][corner]];
}

/// [m] A triangle whose plane is closer than this to the end of a segment does not hide it: some
/// ten roundings of the coordinates involved.
static inline float mesh3_crossing_tolerance(Vec3 from, Vec3 to)
{
    const Vec3 far = vec3_maximum(vec3_absolute(from), vec3_absolute(to));
    return 2e-6f * (far.x + far.y + far.z);
}

#endif
