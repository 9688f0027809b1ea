// SPDX-License-Identifier: MIT
/// rotation4.h: rotations in 4D from matrices, and angles of rotations.
///
/// The engine rotates by pairs of quaternions (math4_64.h); scenes and programs give matrices.
#ifndef TUM_MATH_ROTATION4_H
#define TUM_MATH_ROTATION4_H

#include "math/math4_64.h"

/// The rotation nearest to a matrix in the Frobenius norm, which is its polar factor. For a matrix
/// that mirrors, the result has no meaning; see dmat4_determinant.
///
/// Source: J. E. Mebius, "A matrix-based proof of the quaternion representation theorem for
/// four-dimensional rotations" (the associate matrix), with power iteration for the noise.
DRotation4 tum_rotation4_from_matrix(DMat4 matrix);

/// The bivector angle [rad] whose exponential is the rotation; of the two quaternion pairs, the one
/// with the shorter angle. A half that turns by exactly a whole turn has no axis; +X stands for it.
DBivec4 tum_rotation4_log(DRotation4 rotation);

#endif
