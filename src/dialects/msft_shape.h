// SPDX-License-Identifier: MIT
/// msft_shape.h: shapes of the MSFT dialects, whose objects had more than geometry until 2023.
///
///     {"sphere": {"radius": 1}, "isHollow": true, "collisionSystem": "Ball",
///      "collideWithLayers": ["Walls"]}
///
/// In M0 such an object is on the node, in M1 and M2 in a table; in M3 the table has only the shape
/// (docs/dialects.md#early-microsoft-forms).
#ifndef TUM_DIALECTS_MSFT_SHAPE_H
#define TUM_DIALECTS_MSFT_SHAPE_H

#include "dialects/implicit_shape.h"

/// Reads a shape of a known type, hollow or solid.
///
/// @param node  the node with the collider.
/// @return the shape in the scene, or -1 for an unusable one, with a finding.
int32_t tum_msft_shape_read(SceneReader *reader, const Cursor *item, ShapeType type, int32_t node);

/// True where the filter of an object consists of bit masks, as in M0's prose.
bool tum_msft_has_masks(const Cursor *object);

/// The filter in an object. By names: a member of `collisionSystem(s)` that collides with
/// `collideWithSystems`. M0's `collideWithLayers` counts as both (decision D6).
///
/// @param by_masks  the document has filters as masks: absent masks are all ones.
/// @return the filter in the scene, or -1 for an object without one.
int32_t tum_msft_filter_read(SceneReader *reader, const Cursor *object, bool by_masks);

#endif
