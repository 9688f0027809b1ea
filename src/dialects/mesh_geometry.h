// SPDX-License-Identifier: MIT
/// mesh_geometry.h: shapes made of meshes: one mesh, or all meshes at and below a node.
///
/// Where the points come out (docs/specification.md#khr_implicit_shapes-and-khr_collision_shapes
/// and docs/dialects.md#shapes, decisions D9, D25, D31):
///
///     a mesh      as it is, in the space of the node that uses it
///     a subtree   each mesh by inverse(world(root)) * world(its node); the root's own transform
///                 is not applied, so that a node that names itself gets its own mesh
///     skinned     deformed in the world at load, then brought to that space
///
/// All triangles of all primitives count; without any, a hull takes the points. Points that no
/// triangle uses are left out, since meshes may share one large array of points.
#ifndef TUM_DIALECTS_MESH_GEOMETRY_H
#define TUM_DIALECTS_MESH_GEOMETRY_H

#include "dialects/scene_reader.h"
#include "document/mesh.h"

/// How to make a shape of a mesh.
typedef struct MeshUse {
    bool is_hull;
    bool needs_triangles; ///< Points alone make no hull.
    const Cursor *at;     ///< The property that names the mesh or the node: findings go there.
    const Cursor *shape;  ///< The object that stands for the shape.
} MeshUse;

/// A shape of one mesh.
///
/// @param node  whose space skinned points are brought to.
/// @return the shape in the scene, or -1 when the mesh gives none; a finding says why.
int32_t tum_shape_of_mesh(SceneReader *reader, const MeshSource *source, int32_t node,
                          const MeshUse *use);

/// A shape of all meshes at and below a node, which need not be in the scene.
int32_t tum_shape_of_subtree(SceneReader *reader, int32_t node, const MeshUse *use);

/// Gives a source the weights that a node has; without any the mesh's own remain.
void tum_mesh_source_take_weights(SceneReader *reader, int32_t node, MeshSource *source);

/// The numbers of an array, in the arena. @return false where it is absent or has an item that is
/// no number.
bool tum_read_weights(SceneReader *reader, const Cursor *object, MeshSource *source);

#endif
