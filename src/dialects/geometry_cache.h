// SPDX-License-Identifier: MIT
/// geometry_cache.h: what was read of meshes, found again by where it came from.
///
/// A mesh used by several colliders is read once. Keys are values (indices and the bits of
/// weights), compared in full; entries keep their address and the order they were made in never
/// matters.
#ifndef TUM_DIALECTS_GEOMETRY_CACHE_H
#define TUM_DIALECTS_GEOMETRY_CACHE_H

#include "base/arena.h"
#include "document/mesh.h"

typedef enum GeometryKind {
    GEOMETRY_DATA,    ///< A mesh as read, before it is placed.
    GEOMETRY_MESH,    ///< A mesh in the space of the node that uses it.
    GEOMETRY_SUBTREE, ///< All meshes at and below a node, in that node's space.
    GEOMETRY_KIND_COUNT
} GeometryKind;

typedef struct GeometryKey {
    GeometryKind kind;
    MeshSource source; ///< DATA and MESH. Weights are copied when an entry is made.
    int32_t node;      ///< SUBTREE: its root. MESH: the node a skinned one is placed in, else -1.
} GeometryKey;

/// Why a geometry gives no shape. Each use of it is told.
typedef enum GeometryTrouble {
    GEOMETRY_FINE,
    GEOMETRY_BROKEN,     ///< Its data; said where the data is.
    GEOMETRY_EMPTY,      ///< No points.
    GEOMETRY_NO_MESH,    ///< A subtree without any.
    GEOMETRY_NOT_FINITE, ///< Transforms carry points beyond what a float can hold.
    GEOMETRY_NO_SPACE    ///< Skinned, for a node of scale zero.
} GeometryTrouble;

typedef struct Geometry {
    GeometryKey key;
    struct Geometry *next; ///< In the same bucket.
    bool is_known;         ///< The rest is filled in.
    GeometryTrouble trouble;
    MeshData data; ///< DATA
    int32_t mesh;  ///< MESH, SUBTREE: in the scene, or -1.
    bool is_flat;  ///< The points have no volume.
    bool has_triangles, has_other_primitives;
    bool has_errors;   ///< Some of the data is broken; said where it is.
    int32_t shapes[2]; ///< [is it a hull] in the scene, or -1: none yet.
} Geometry;

typedef struct GeometryCache {
    Arena *arena;
    Geometry **buckets;
    size_t bucket_count; ///< A power of two, or 0.
    size_t count;
} GeometryCache;

/// The entry of a key, made when there is none.
///
/// @return NULL when out of memory.
Geometry *tum_geometry_cache_entry(GeometryCache *cache, const GeometryKey *key);

#endif
