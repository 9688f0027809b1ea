// SPDX-License-Identifier: MIT
/// transform.h: 4 by 4 matrices, column by column, and their decomposition.
#ifndef TUM_DOCUMENT_TRANSFORM_H
#define TUM_DOCUMENT_TRANSFORM_H

#include <stdbool.h>

#include "math/math3_64.h"

#define TRANSFORM_IDENTITY                                                                         \
    {                                                                                              \
        1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1                                             \
    }

/// product = a * b. `product` may be a or b.
void tum_transform_multiply(const double a[16], const double b[16], double product[16]);

/// The point transformed by the affine part of the matrix.
DVec3 tum_transform_point(const double m[16], DVec3 point);

/// translation * rotation * scale; the rotation has unit length.
void tum_transform_compose(const double translation[3], const double rotation[4],
                           const double scale[3], double m[16]);

/// The translation, rotation and scale nearest to a matrix.
///
/// Columns that are perpendicular within 1e-4 give rotation and scale exactly; otherwise the
/// rotation is that of the polar decomposition, and the scale is the matrix's stretch along the
/// rotated axes. A mirroring reverses the Z axis: scale[2] is then negative
/// (docs/dialects.md#bodies).
///
/// @return the largest cosine between two columns: 0 where the parts reproduce the matrix.
double tum_transform_decompose(const double m[16], double translation[3], double rotation[4],
                               double scale[3]);

#endif
