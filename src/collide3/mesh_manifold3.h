// SPDX-License-Identifier: MIT
/// mesh_manifold3.h: contact points of many triangles merged into few manifolds.
///
/// A body on a mesh touches any number of triangles. Points arrive one by one, in the order of the
/// tree. A point that does not help to span a manifold is dropped at once, so the memory does not
/// grow with the number of triangles.
#ifndef TUM_COLLIDE3_MESH_MANIFOLD3_H
#define TUM_COLLIDE3_MESH_MANIFOLD3_H

#include "collide3/collide3.h"
#include "collide3/mesh_near3.h"

enum { GATHER_POINTS = 24 }; ///< Points of a manifold before its reduction.

/// A manifold that still grows.
typedef struct GatheredManifold3 {
    Vec3 normal; ///< Normal of the first point; normals of later points are compared with it.
    Vec3 deepest_normal;
    float deepest; ///< [m] Least separation so far.
    int count;
    LocalPoint3 points[GATHER_POINTS];
} GatheredManifold3;

typedef struct MeshGather3 {
    float same_place; ///< [m] Points of one manifold closer than this are one.
    float margin;     ///< [m] Points with a greater separation are ignored.
    int manifold_count;
    GatheredManifold3 manifolds[LOCAL_MANIFOLDS_MAX];
} MeshGather3;

/// @param extent  [m] size of the smaller shape: points closer than 1/500 of it are one.
void tum_mesh_gather3_init(MeshGather3 *gather, float extent, float margin);

/// Adds a point. Normals within 5 degrees share a manifold. When all manifolds are taken, normals
/// within 25 degrees do; beyond that, the shallowest manifold is replaced by a deeper point.
void tum_mesh_gather3_add(MeshGather3 *gather, Vec3 normal, Vec3 position, float separation,
                          uint32_t feature);

/// Drops manifolds that a body around `middle` could only touch through another part of the mesh: a
/// box that has sunk a little below the rim of a table also overlaps the table's side, from within.
/// A manifold is dropped when its center and half of its points are hidden from the middle, unless
/// all manifolds are.
///
/// @param near  the triangles from which the points come: the tree is searched only for others.
void tum_mesh_gather3_drop_hidden(MeshGather3 *gather, const NearKernel3 *kernel, const Mesh3 *mesh,
                                  const NearTriangles3 *near, Vec3 middle);

/// Writes the manifolds, deepest first, with unique features.
///
/// @return number of manifolds.
int tum_mesh_gather3_finish(MeshGather3 *gather, LocalManifold3 manifolds[LOCAL_MANIFOLDS_MAX]);

/// Bit of features that mix several names, such as an edge cut by a seam. Corners of a shape keep
/// their own numbers, which do not depend on the triangle below.
#define MESH_FEATURE_CUT 0x80000000u

/// Feature of a point, from the triangle or edge of the mesh and the feature of the shape.
static inline uint32_t mesh_feature3(uint32_t source, uint32_t local)
{
    uint32_t h = source * 0x9e3779b1u ^ (local + 0x7f4a7c15u) * 0x85ebca6bu;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    return (h ^ h >> 13) | MESH_FEATURE_CUT;
}

#endif
