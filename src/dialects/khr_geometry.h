// SPDX-License-Identifier: MIT
/// khr_geometry.h: the geometry of colliders and triggers in the KHR line, in all revisions, and
/// the tables of shapes that it refers to.
///
/// The table of the coming glTF core, version 2.1, is one of these:
///
///     {"asset": {"version": "2.1"}, "shapes": [{"type": "capsule"}], …}
///
/// The core has shapes and no physics: bodies stay in KHR_physics_rigid_bodies. Its indices refer
/// to the array `shapes` of the document where KHR_implicit_shapes is absent (decision D32), or
/// where `--dialect gltf21` asks for that. The nodes' `boundingVolume` is for culling and never a
/// collider (docs/dialects.md#shapes-of-gltf-21).
#ifndef TUM_DIALECTS_KHR_GEOMETRY_H
#define TUM_DIALECTS_KHR_GEOMETRY_H

#include "dialects/implicit_shape.h"

/// Traces of revisions in a document, for messages only.
typedef struct KhrTraces {
    bool geometry, geometry_node, geometry_mesh;
    bool core_shape;   ///< A shape of the glTF core is in use.
    bool mesh_type;    ///< K3: a shape of type mesh.
    bool shape_object; ///< K4: `collider.shape` is an object.
    bool mesh_flags;   ///< K5: `useNodeWeights`, or `convexHull` as an extension of a shape.
} KhrTraces;

/// The tables of shapes in a document. The dialects of the line share them.
typedef struct KhrShapes {
    ShapeTable implicit; ///< KHR_implicit_shapes.shapes
    ShapeTable draft;    ///< KHR_collision_shapes.shapes, once .colliders
    ShapeTable core;     ///< The array `shapes` of the document
    bool has_core, is_oldest;
    size_t mesh_count;
    KhrTraces traces;
} KhrShapes;

/// The tables of shapes, opened on first use. @return NULL when out of memory.
KhrShapes *tum_khr_shapes(SceneReader *reader);

/// The shape of a collider or trigger, in any form.
///
/// @param node  the node with the object.
/// @return the shape in the scene, or -1 for an unusable one, with a finding.
int32_t tum_khr_shape(SceneReader *reader, KhrShapes *shapes, int32_t node, const Cursor *object);

#endif
