// SPDX-License-Identifier: MIT
/// mesh_manifold3.h: collects contact points of many triangles into few planes of contact.
///
/// A body on a mesh meets any number of triangles. Points arrive one by one, in the order of the
/// tree; what does not help to span a plane of contact is forgotten at once, so that the room
/// needed does not grow with the number of triangles.
#ifndef TUM_COLLIDE3_MESH_MANIFOLD3_H
#define TUM_COLLIDE3_MESH_MANIFOLD3_H

#include "collide3/collide3.h"
#include "collide3/mesh_near3.h"

enum { GATHER_POINTS = 24 }; ///< Of a plane, before it is reduced.

/// A plane of contact that still grows.
typedef struct GatheredManifold3 {
    Vec3 normal; ///< Of its first point: what later ones are compared with.
    Vec3 deepest_normal;
    float deepest; ///< [m] Least separation so far.
    int count;
    LocalPoint3 points[GATHER_POINTS];
} GatheredManifold3;

typedef struct MeshGather3 {
    float same_place; ///< [m] Points of one plane closer than this are one.
    float margin;     ///< [m] Points with a greater separation are ignored.
    int manifold_count;
    GatheredManifold3 planes[LOCAL_MANIFOLDS_MAX];
} MeshGather3;

/// @param extent  [m] size of the smaller shape: points are one when closer than 1/500 of it.
void tum_mesh_gather3_init(MeshGather3 *gather, float extent, float margin);

/// Adds a point. Normals closer than 5 degrees make one plane; when all planes are taken, closer
/// than 25 degrees, or else the shallowest plane gives way to a deeper point.
void tum_mesh_gather3_add(MeshGather3 *gather, Vec3 normal, Vec3 position, float separation,
                          uint32_t feature);

/// Forgets the planes that a body around `middle` could only touch by reaching through another
/// part of the mesh: a box that has sunk a little below the rim of a table also overlaps the
/// table's side, from within. A plane is forgotten when its center and half of its points are
/// hidden from the middle; if that were all planes, none is.
///
/// @param near  what the points were gathered from: the tree is asked only for what is not there.
void tum_mesh_gather3_drop_hidden(MeshGather3 *gather, const Mesh3 *mesh,
                                  const NearTriangles3 *near, Vec3 middle);

/// Writes the planes down, deepest first, with unique features. @return their number.
int tum_mesh_gather3_finish(MeshGather3 *gather, LocalManifold3 touches[LOCAL_MANIFOLDS_MAX]);

/// In a feature: made by a mixture of names, such as an edge cut by a seam. Corners of a shape keep
/// their own numbers, which are the same on whatever triangle they stand.
#define MESH_FEATURE_CUT 0x80000000u

/// Mixes what meets into a name.
static inline uint32_t mesh_feature3(uint32_t source, uint32_t local)
{
    uint32_t h = source * 0x9e3779b1u ^ (local + 0x7f4a7c15u) * 0x85ebca6bu;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    return (h ^ h >> 13) | MESH_FEATURE_CUT;
}

#endif
