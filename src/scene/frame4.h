// SPDX-License-Identifier: MIT
/// frame4.h: the rotation in a linear map of 4D.
#ifndef TUM_SCENE_FRAME4_H
#define TUM_SCENE_FRAME4_H

/// The rotation of a linear part, as tum_frame_rotation: its normalized columns, or the nearest
/// rotation where they are not perpendicular; the third column is negated for a mirroring.
///
/// @return FRAME_… bits; with FRAME_SINGULAR the rotation is the identity.
int tum_frame_rotation4(const double linear[16], double rotation[16]);

double tum_column_length4(const double m[16], int column);

#endif
