// SPDX-License-Identifier: MIT
/// mesh_shape.h: shape objects with a mesh: `{"type": "convex", "convex": {"mesh": 3}}`.
///
/// Types convex, trimesh, K3's and K5's mesh, and the core's concave
/// (docs/specification.md#khr_implicit_shapes-and-khr_collision_shapes and
/// docs/dialects.md#shapes-of-gltf-21).
#ifndef TUM_DIALECTS_MESH_SHAPE_H
#define TUM_DIALECTS_MESH_SHAPE_H

#include "dialects/implicit_shape.h"

/// Options of a collider for its shape.
typedef struct ShapeUse {
    int32_t node;
    bool is_hull;          ///< The collider demands a hull (K4).
    bool has_node_weights; ///< The collider demands the weights of its node (K4).
} ShapeUse;

/// @param type  CONVEX or a later type.
/// @return the shape in the scene, or -1 for an unusable mesh, with a finding.
int32_t tum_mesh_shape_read(SceneReader *reader, const Cursor *item, ShapeType type,
                            const ShapeUse *use);

/// The flag for hulls in K5's extension of the shape.
bool tum_mesh_shape_has_hull_extension(const Cursor *item);

#endif
