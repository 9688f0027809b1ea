// SPDX-License-Identifier: MIT
/// inertia_tensor.h: inertia as a matrix: `"inertiaTensor": [2, 0, 0, 0, 3, 0, 0, 0, 4]`.
///
/// The nine numbers are those of a symmetric matrix, by rows or by columns; or three numbers are
/// its diagonal (prose of the earliest texts; docs/dialects.md#how-revisions-are-told-apart).
#ifndef TUM_DIALECTS_INERTIA_TENSOR_H
#define TUM_DIALECTS_INERTIA_TENSOR_H

#include "dialects/scene_reader.h"

/// Reads `inertiaTensor` of a motion and finds its principal frame.
///
/// Files tensors that are not symmetric (the symmetric part is used), not positive, or impossible
/// for a body.
///
/// @param inertia   receives the principal moments; all 0 for a zero tensor.
/// @param rotation  receives the principal frame in body space, x y z w.
/// @return false, with no change, for an absent or unusable tensor.
bool tum_inertia_tensor_read(const Cursor *motion, double inertia[3], double rotation[4]);

#endif
