// SPDX-License-Identifier: MIT
/// msft_shape.h: shapes of the MSFT dialects, which carried more than geometry until 2023.
///
///     {"sphere": {"radius": 1}, "isHollow": true, "collisionSystem": "Ball",
///      "collideWithLayers": ["Walls"]}
///
/// In M0 such an object stands on the node, in M1 and M2 in a table, where M3 keeps nothing but
/// the shape (docs/dialects.md#early-microsoft-forms).
#ifndef TUM_DIALECTS_MSFT_SHAPE_H
#define TUM_DIALECTS_MSFT_SHAPE_H

#include "dialects/implicit_shape.h"

/// Reads a shape of a known type, hollow or solid.
///
/// @param node  that uses it.
/// @return the shape in the scene, or -1 when it gives none; a finding says why.
int32_t tum_msft_shape_read(SceneReader *reader, const Cursor *item, ShapeType type, int32_t node);

/// Whether the filter of an object is written in masks of bits, as M0's prose has it.
bool tum_msft_has_masks(const Cursor *object);

/// The filter in the object itself. Names: a member of `collisionSystem(s)`, meets
/// `collideWithSystems`. M0's `collideWithLayers` counts as both (decision D6).
///
/// @param by_masks  somewhere in the document filters are masks: absent ones are all ones.
/// @return the filter in the scene, or -1 where the object says nothing about it.
int32_t tum_msft_filter_read(SceneReader *reader, const Cursor *object, bool by_masks);

#endif
