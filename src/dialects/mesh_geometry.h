// SPDX-License-Identifier: MIT
/// mesh_geometry.h: shapes from meshes: one mesh, or all meshes at and below a node.
///
/// Space of the points (docs/specification.md#khr_implicit_shapes-and-khr_collision_shapes and
/// docs/dialects.md#shapes, decisions D9, D25, D31):
///
///     a mesh      unchanged, in the space of the collider's node
///     a subtree   each mesh by inverse(world(root)) * world(its node); the root's own transform
///                 is not applied, so that a node that names itself gets its own mesh
///     skinned     deformed in the world at load, then transformed to that space
///
/// All triangles of all primitives count; without any, a hull takes the points. Points outside of
/// triangles are dropped, since meshes may share one large array of points.
#ifndef TUM_DIALECTS_MESH_GEOMETRY_H
#define TUM_DIALECTS_MESH_GEOMETRY_H

#include "dialects/scene_reader.h"
#include "document/mesh.h"

/// Options for making a shape from a mesh.
typedef struct MeshUse {
    bool is_hull;
    bool needs_triangles; ///< Points alone make no hull.
    const Cursor *at;     ///< The property that names the mesh or the node: the place of findings.
    const Cursor *shape;  ///< The shape's object.
} MeshUse;

/// A shape of one mesh.
///
/// @param node  the space for skinned points.
/// @return the shape in the scene, or -1 for an unusable mesh, with a finding.
int32_t tum_shape_of_mesh(SceneReader *reader, const MeshSource *source, int32_t node,
                          const MeshUse *use);

/// A shape of all meshes at and below a node, inside or outside the scene.
int32_t tum_shape_of_subtree(SceneReader *reader, int32_t node, const MeshUse *use);

/// Gives a source the weights of a node; without any the mesh's own remain.
void tum_mesh_source_take_weights(SceneReader *reader, int32_t node, MeshSource *source);

/// The numbers of an array, in the arena. @return false for an absent array or an item of another
/// type.
bool tum_read_weights(SceneReader *reader, const Cursor *object, MeshSource *source);

#endif
