// SPDX-License-Identifier: MIT
/// mesh4.h: meshes of tetrahedra, heightmaps among them: a tree over the tetrahedra, and what lies
/// around each point.
#ifndef TUM_SPACE4_MESH4_H
#define TUM_SPACE4_MESH4_H

#include "space4/collide4.h"

/// Two children per node. Children: >= 0 another node; < 0: the tetrahedron ~child.
typedef struct MeshNode4 {
    Vec4 low[2], high[2];
    int32_t child[2];
} MeshNode4;

/// Room on the stack of a walk: the tree halves its tetrahedra at every level.
enum { MESH4_STACK = 64 };

typedef struct Mesh4 {
    Vec4 *points;              ///< point_count
    uint32_t (*tetrahedra)[4]; ///< tetrahedron_count
    uint32_t *source;          ///< tetrahedron_count; index of each among those given.
    Vec4 *normals;             ///< tetrahedron_count; unit: perpendicular of the edges from the
                               ///< first corner to the others.
    uint32_t *around_first;    ///< point_count + 1; into around.
    uint32_t *around;          ///< Of each point, the tetrahedra that use it, rising.
    MeshNode4 *nodes;          ///< node_count; the root first. One tetrahedron alone is both
                               ///< children of the root.
    uint32_t point_count, tetrahedron_count, node_count;
    bool is_closed;  ///< Its maker's to say; false until then: the tetrahedra enclose a volume.
    DVec4 low, high; ///< Bound.
    DVec4 middle;    ///< Of the bound.
    double reach;    ///< [m] Greatest distance of a point from the origin.
    void *memory;    ///< One block that holds all of the above.
    size_t memory_bytes;
} Mesh4;

/// Whether a tetrahedron is too flat for a normal to be told.
bool tum_is_flat4(const double *points, const uint32_t corners[4]);

/// Flat tetrahedra are dropped.
///
/// @param points      4 numbers each, finite.
/// @param tetrahedra  4 indices each, below point_count.
/// @return NULL when nothing is left or memory ran out.
Mesh4 *tum_mesh4_create(const double *points, size_t point_count, const uint32_t *tetrahedra,
                        size_t tetrahedron_count, const TumAllocator *allocator);
void tum_mesh4_destroy(Mesh4 *mesh, const TumAllocator *allocator);

/// Calls visit for every tetrahedron whose box meets the one from low to high, in a fixed order,
/// until it answers false.
void tum_mesh4_query(const Mesh4 *mesh, Vec4 low, Vec4 high,
                     bool (*visit)(void *user, uint32_t tetrahedron), void *user);

static inline Vec4 mesh4_corner(const Mesh4 *mesh, uint32_t tetrahedron, int corner)
{
    return mesh->points[mesh->tetrahedra[tetrahedron][corner]];
}

/// Whether something can be pushed along the unit vector `direction` by those corners of a
/// tetrahedron that reach farthest that way: true when nothing beside them reaches farther.
bool tum_mesh4_is_ridge(const Mesh4 *mesh, uint32_t tetrahedron, Vec4 direction);

/// A mesh against a convex shape, a plane or another mesh; see tum_collide4, which calls these. A
/// is the mesh.
int tum_collide_mesh_convex4(const Shape4 *mesh, const Shape4 *convex, Pose4 a_from_b, float margin,
                             LocalManifold4 touches[LOCAL_MANIFOLDS_MAX4]);
int tum_collide_mesh_plane4(const Shape4 *mesh, const Shape4 *plane, Pose4 a_from_b, float margin,
                            LocalManifold4 touches[LOCAL_MANIFOLDS_MAX4]);
int tum_collide_mesh_mesh4(const Shape4 *a, const Shape4 *b, Pose4 a_from_b, float margin,
                           LocalManifold4 touches[LOCAL_MANIFOLDS_MAX4]);

#endif
