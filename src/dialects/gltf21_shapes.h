// SPDX-License-Identifier: MIT
/// gltf21_shapes.h: the shapes of the coming glTF core, version 2.1.
///
///     {"asset": {"version": "2.1"}, "shapes": [{"type": "capsule"}], …}
///
/// The core has shapes and no physics: bodies stay in KHR_physics_rigid_bodies, whose indices lead
/// to the array `shapes` of the document where KHR_implicit_shapes is absent (decision D32), or
/// where it is asked for by `--dialect gltf21`. What nodes have of their own, `boundingVolume`, is
/// for culling and never a collider (docs/dialects.md#shapes-of-gltf-21).
#ifndef TUM_DIALECTS_GLTF21_SHAPES_H
#define TUM_DIALECTS_GLTF21_SHAPES_H

#include "dialects/khr_reader.h"

/// Opens the core's table where the document has one.
void tum_gltf21_open(SceneReader *reader, KhrShapes *shapes);

/// The core's table where an index leads there rather than into `other`; else NULL.
ShapeTable *tum_gltf21_table(const SceneReader *reader, KhrShapes *shapes, const ShapeTable *other);

/// Adds its id when some shape of the core was used.
void tum_gltf21_close(SceneReader *reader, const KhrShapes *shapes);

#endif
