// SPDX-License-Identifier: MIT
/// inertia_tensor.h: inertia written as a matrix: `"inertiaTensor": [2, 0, 0, 0, 3, 0, 0, 0, 4]`.
///
/// Nine numbers of a symmetric matrix, so it does not matter whether by rows or by columns; or the
/// three of its diagonal (prose of the earliest texts;
/// docs/dialects.md#how-revisions-are-told-apart).
#ifndef TUM_DIALECTS_INERTIA_TENSOR_H
#define TUM_DIALECTS_INERTIA_TENSOR_H

#include "dialects/scene_reader.h"

/// Reads `inertiaTensor` of a motion and finds its principal frame.
///
/// Files what is not symmetric (its symmetric part is used), not positive, or beyond what a body
/// can have.
///
/// @param inertia   receives the principal moments; all 0 where the tensor is zero throughout.
/// @param rotation  receives the principal frame in body space, x y z w.
/// @return false, and nothing is touched, where it is absent or cannot be used.
bool tum_inertia_tensor_read(const Cursor *motion, double inertia[3], double rotation[4]);

#endif
