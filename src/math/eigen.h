// SPDX-License-Identifier: MIT
/// eigen.h: principal axes of symmetric matrices.
#ifndef TUM_MATH_EIGEN_H
#define TUM_MATH_EIGEN_H

#include "math/math3_64.h"

/// Eigenvalues and eigenvectors: m = vectors * diag(values) * vectors transposed.
///
/// The frame is the one nearest to the identity: the vectors are right-handed, and ordered and
/// signed so that the trace of the matrix is largest. A diagonal matrix gives its diagonal, in
/// order, and exactly the identity. Jacobi's method by rows (Golub and Van Loan, "Matrix
/// Computations", section 8.5): the same bits everywhere.
///
/// @param m        finite; other numbers give a result without meaning.
/// @param values   not sorted: values->x belongs to vectors->x.
/// @param vectors  unit length, at right angles to each other within a few 1e-16.
void tum_eigen_symmetric3(DSym3 m, DVec3 *values, DMat3 *vectors);

#endif
