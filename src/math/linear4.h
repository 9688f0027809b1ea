// SPDX-License-Identifier: MIT
/// linear4.h: 4 by 4 matrices, rotors and principal axes in 4D, in double precision, for loading.
///
/// Matrices are 16 numbers, column by column. Bivectors are XY XZ YZ XW YW ZW: positive XY turns +X
/// towards +Y (docs/formats.md#g4mf).
#ifndef TUM_MATH_LINEAR4_H
#define TUM_MATH_LINEAR4_H

#include <stdbool.h>

#define LINEAR4_IDENTITY                                                                           \
    {                                                                                              \
        1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1                                             \
    }

/// product = a * b. `product` may be a or b.
void tum_linear4_multiply(const double a[16], const double b[16], double product[16]);

/// `out` may be `v`.
void tum_linear4_transform(const double m[16], const double v[4], double out[4]);

/// `out` may be `m`.
void tum_linear4_transpose(const double m[16], double out[16]);

double tum_linear4_determinant(const double m[16]);

/// @return false, with `inverse` untouched, for a singular matrix.
bool tum_linear4_inverse(const double m[16], double inverse[16]);

/// The rotation nearest to a matrix of positive determinant: the rotation of its polar
/// decomposition.
///
/// @return false where the matrix has none, or the iteration does not converge.
bool tum_linear4_polar(const double m[16], double rotation[16]);

/// The rotation of a rotor [scalar, xy, xz, yz, xw, yw, zw, xyzw], of any length.
///
/// Any eight numbers give four orthogonal columns of one length; the columns are divided by that
/// length (docs/formats.md#g4mf).
///
/// @param matrix  the identity where the rotor has no length.
/// @return that length: 1 for a unit rotor.
double tum_rotor4_matrix(const double rotor[8], double matrix[16]);

/// Eigenvalues and eigenvectors of a symmetric matrix, m = vectors * diag(values) * vectors
/// transposed, by Jacobi's method. The frame is near the identity: right-handed, each vector in the
/// column of its largest component among the columns left. A diagonal matrix gives the identity.
void tum_eigen_symmetric4(const double m[16], double values[4], double vectors[16]);

/// The index of a plane among the six: 0 for XY … 5 for ZW; i below j.
static inline int linear4_plane(int i, int j)
{
    return j * (j - 1) / 2 + i;
}

#endif
