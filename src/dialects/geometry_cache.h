// SPDX-License-Identifier: MIT
/// geometry_cache.h: geometries of meshes, identified by their source.
///
/// A mesh of several colliders is read once. Keys are values (indices and the bits of weights),
/// compared in full; entries keep their address, and their order has no effect.
#ifndef TUM_DIALECTS_GEOMETRY_CACHE_H
#define TUM_DIALECTS_GEOMETRY_CACHE_H

#include "base/arena.h"
#include "document/mesh.h"

typedef enum GeometryKind {
    GEOMETRY_DATA,    ///< A mesh before its placement.
    GEOMETRY_MESH,    ///< A mesh in the space of its collider's node.
    GEOMETRY_SUBTREE, ///< All meshes at and below a node, in the node's space.
    GEOMETRY_KIND_COUNT
} GeometryKind;

typedef struct GeometryKey {
    GeometryKind kind;
    MeshSource source; ///< For DATA and MESH. New entries copy the weights.
    int32_t node;      ///< SUBTREE: the root. MESH: the node of a skinned mesh, else -1.
} GeometryKey;

/// The reason why a geometry gives no shape. Each use gets a finding.
typedef enum GeometryTrouble {
    GEOMETRY_FINE,
    GEOMETRY_BROKEN,     ///< Broken data; findings give the places.
    GEOMETRY_EMPTY,      ///< No points.
    GEOMETRY_NO_MESH,    ///< A subtree without meshes.
    GEOMETRY_NOT_FINITE, ///< Transformed points exceed the range of floats.
    GEOMETRY_NO_SPACE    ///< A skinned mesh at a node of scale zero.
} GeometryTrouble;

typedef struct Geometry {
    GeometryKey key;
    struct Geometry *next; ///< The next entry of the bucket.
    bool is_known;         ///< The members below are valid.
    GeometryTrouble trouble;
    MeshData data; ///< DATA
    int32_t mesh;  ///< MESH, SUBTREE: index in the scene, or -1.
    bool is_flat;  ///< The points have no volume.
    bool has_triangles, has_other_primitives;
    bool has_errors;   ///< Some of the data is broken; findings give the places.
    int32_t shapes[2]; ///< [is a hull] Index in the scene, or -1: none yet.
} Geometry;

typedef struct GeometryCache {
    Arena *arena;
    Geometry **buckets;
    size_t bucket_count; ///< A power of two, or 0.
    size_t count;
} GeometryCache;

/// The entry of a key, created when it is new.
///
/// @return NULL when out of memory.
Geometry *tum_geometry_cache_entry(GeometryCache *cache, const GeometryKey *key);

#endif
