// SPDX-License-Identifier: MIT
/// rotation4.h: rotations in 4D as files have them, and their angles.
///
/// The engine turns by pairs of quaternions (math4_64.h); files hold rotors and matrices. A rotor
/// is eight numbers, scalar XY XZ YZ XW YW ZW XYZW, in the sense of G4MF: R turns v to
/// reverse(R) v R, so cos(angle/2) and sin(angle/2) in XY turn +X toward +Y.
#ifndef TUM_MATH_ROTATION4_H
#define TUM_MATH_ROTATION4_H

#include "math/math4_64.h"

/// Each half of the pair is normalized by itself, which is what brings a rotor with rounding errors
/// back to the nearest one; seven numbers of a simple rotation are given with an XYZW of 0.
///
/// @return false where a half is shorter than 1e-6; *rotation is then the identity.
bool tum_rotation4_from_rotor(const double rotor[8], DRotation4 *rotation);

/// Of the two rotors of a rotation the one whose first number that is not zero is positive.
void tum_rotation4_rotor(DRotation4 rotation, double rotor[8]);

/// The rotation nearest to a matrix: the one that takes the least away from it (Frobenius), which
/// is its polar factor. For a matrix that mirrors, the result has no meaning; see
/// dmat4_determinant.
///
/// Source: J. E. Mebius, "A matrix-based proof of the quaternion representation theorem for
/// four-dimensional rotations" (the associate matrix), with power iteration for the noise.
DRotation4 tum_rotation4_from_matrix(DMat4 matrix);

/// The bivector angle [rad] whose exponential is the rotation: of the two covers the one with the
/// shorter angle. A half turned by exactly a whole turn has no axis; +X stands for it.
DBivec4 tum_rotation4_log(DRotation4 rotation);

#endif
