// SPDX-License-Identifier: MIT
/// frame4.h: the rotation in a linear map of 4D.
#ifndef TUM_SCENE_FRAME4_H
#define TUM_SCENE_FRAME4_H

/// The rotation in a linear part, as tum_frame_rotation has it: its columns made unit length, or
/// the nearest rotation where they are not perpendicular; the third negated where it mirrors.
///
/// @return FRAME_… bits; with FRAME_SINGULAR the rotation is the identity.
int tum_frame_rotation4(const double linear[16], double rotation[16]);

double tum_column_length4(const double m[16], int column);

#endif
