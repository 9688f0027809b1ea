// SPDX-License-Identifier: MIT
/// polar3.h: the rotation nearest to a matrix.
#ifndef TUM_GEOMETRY_POLAR3_H
#define TUM_GEOMETRY_POLAR3_H

#include "math/math3_64.h"

/// The orthogonal factor of m = orthogonal * symmetric: the matrix with orthonormal columns nearest
/// to m. Its determinant has the sign of m's.
///
/// Scaled Newton's iteration (Higham, "Computing the polar decomposition - with applications", SIAM
/// J. Sci. Stat. Comput. 7, 1986).
///
/// @return false, with *orthogonal the identity, where m is singular or not finite.
bool tum_polar3(DMat3 m, DMat3 *orthogonal);

#endif
