// SPDX-License-Identifier: MIT
/// gltf21_shapes.h: the shapes of the coming glTF core, version 2.1.
///
///     {"asset": {"version": "2.1"}, "shapes": [{"type": "capsule"}], …}
///
/// The core has shapes and no physics: bodies stay in KHR_physics_rigid_bodies. Its indices refer
/// to the array `shapes` of the document where KHR_implicit_shapes is absent (decision D32), or
/// where `--dialect gltf21` asks for that. The nodes' `boundingVolume` is for culling and never a
/// collider (docs/dialects.md#shapes-of-gltf-21).
#ifndef TUM_DIALECTS_GLTF21_SHAPES_H
#define TUM_DIALECTS_GLTF21_SHAPES_H

#include "dialects/khr_reader.h"

/// Opens the core's table, if the document has one.
void tum_gltf21_open(SceneReader *reader, KhrShapes *shapes);

/// The core's table where an index refers to it rather than to `other`; else NULL.
ShapeTable *tum_gltf21_table(const SceneReader *reader, KhrShapes *shapes, const ShapeTable *other);

/// Adds the id of glTF 2.1 when a shape of the core was used.
void tum_gltf21_close(SceneReader *reader, const KhrShapes *shapes);

#endif
