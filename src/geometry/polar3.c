// SPDX-License-Identifier: MIT
// polar3.c: the polar decomposition of a 3x3 matrix.
#include "geometry/polar3.h"

// The scaled iteration settles in at most nine rounds for any condition number below 1e16 (Higham,
// section 5); further rounds are for the last bits.
enum { ROUNDS_MAX = 24 };

#define SETTLED 1e-15

// The largest sum of absolute values in a column.
static double norm_one(DMat3 m)
{
    const DVec3 x = dvec3_absolute(m.x), y = dvec3_absolute(m.y), z = dvec3_absolute(m.z);
    return maximum64(x.x + x.y + x.z, maximum64(y.x + y.y + y.z, z.x + z.y + z.z));
}

static DMat3 scale_matrix(DMat3 m, double factor)
{
    return (DMat3){dvec3_scale(m.x, factor), dvec3_scale(m.y, factor), dvec3_scale(m.z, factor)};
}

static DMat3 add_matrices(DMat3 a, DMat3 b)
{
    return (DMat3){dvec3_add(a.x, b.x), dvec3_add(a.y, b.y), dvec3_add(a.z, b.z)};
}

bool tum_polar3(DMat3 m, DMat3 *orthogonal)
{
    *orthogonal = DMAT3_IDENTITY;
    const double size = norm_one(m);
    if (!(size > 0.0) || !is_finite64(size)) {
        return false;
    }
    DMat3 x = scale_matrix(m, 1.0 / size);
    for (int round = 0; round < ROUNDS_MAX; ++round) {
        const DMat3 inverse = dmat3_inverse(x);
        const double inverse_size = norm_one(inverse) * norm_one(dmat3_transpose(inverse));
        if (!(inverse_size > 0.0) || !is_finite64(inverse_size)) {
            return false;
        }
        const double forward_size = norm_one(x) * norm_one(dmat3_transpose(x));
        const double gamma = square_root64(square_root64(inverse_size / forward_size));
        const DMat3 next = add_matrices(scale_matrix(x, 0.5 * gamma),
                                        scale_matrix(dmat3_transpose(inverse), 0.5 / gamma));
        const double change = norm_one(add_matrices(next, scale_matrix(x, -1.0)));
        x = next;
        if (change <= SETTLED) {
            break;
        }
    }
    *orthogonal = x;
    return true;
}
