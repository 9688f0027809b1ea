// SPDX-License-Identifier: MIT
// rotation4.c: rotations in 4D from matrices, and their angles
// (docs/simulation.md#11-four-dimensions).
#include "math/rotation4.h"

/// Rounds of power iteration. Each round reduces noise of 10 % by a factor of a hundred.
enum { ROUNDS = 12 };

static DQuat unit_quat(int part)
{
    return (DQuat){part == 0 ? 1.0 : 0.0, part == 1 ? 1.0 : 0.0, part == 2 ? 1.0 : 0.0,
                   part == 3 ? 1.0 : 0.0};
}

static DVec4 as_vector(DQuat q)
{
    return (DVec4){q.x, q.y, q.z, q.w};
}

static DQuat as_quat(DVec4 v)
{
    return (DQuat){v.x, v.y, v.z, v.w};
}

// The sixteen maps v -> e_a v e_b* are orthogonal to each other as matrices and form a basis of all
// matrices. Element (a, b) is the coefficient of one map: for a rotation, left_a right_b. Columns
// are b.
static DMat4 associate(DMat4 matrix)
{
    const DVec4 columns[4] = {matrix.x, matrix.y, matrix.z, matrix.w};
    DVec4 shares[4];
    for (int b = 0; b < 4; ++b) {
        double share[4];
        for (int a = 0; a < 4; ++a) {
            share[a] = 0.0;
            for (int j = 0; j < 4; ++j) {
                const DQuat image = dquat_multiply(dquat_multiply(unit_quat(a), unit_quat(j)),
                                                   dquat_conjugate(unit_quat(b)));
                share[a] += 0.25 * dvec4_dot(as_vector(image), columns[j]);
            }
        }
        shares[b] = (DVec4){share[0], share[1], share[2], share[3]};
    }
    return (DMat4){shares[0], shares[1], shares[2], shares[3]};
}

DRotation4 tum_rotation4_from_matrix(DMat4 matrix)
{
    // The associate matrix of a rotation is left times right transposed; for any other matrix its
    // leading singular vectors are the halves of the nearest rotation. The iteration starts at the
    // row of greatest length.
    const DMat4 shares = associate(matrix);
    const DMat4 rows = dmat4_transpose(shares);
    const DVec4 by_row[4] = {rows.x, rows.y, rows.z, rows.w};
    const DVec4 whole = {0.0, 0.0, 0.0, 1.0};
    DVec4 right = by_row[0], left = whole;
    for (int i = 1; i < 4; ++i) {
        if (dvec4_length_squared(by_row[i]) > dvec4_length_squared(right)) {
            right = by_row[i];
        }
    }
    right = dvec4_normalize_or(right, whole);
    for (int i = 0; i < ROUNDS; ++i) {
        left = dvec4_normalize_or(dmat4_transform(shares, right), whole);
        right = dvec4_normalize_or(dmat4_transform_transposed(shares, left), whole);
    }
    return (DRotation4){as_quat(left), as_quat(right)};
}

// Twice the logarithm of a unit quaternion: its rotation vector, up to a whole turn.
static DVec3 rotation_vector(DQuat q)
{
    const DVec3 part = {q.x, q.y, q.z};
    const double sine = dvec3_length(part);
    if (sine < 1e-150) {
        return (DVec3){q.w < 0.0 ? 2.0 * PI : 0.0, 0.0, 0.0};
    }
    return dvec3_scale(part, 2.0 * tum_atan2_64(sine, q.w) / sine);
}

DBivec4 tum_rotation4_log(DRotation4 rotation)
{
    DQuat left = rotation.left, right = rotation.right;
    if (left.w + right.w < 0.0) {
        left = (DQuat){-left.x, -left.y, -left.z, -left.w};
        right = (DQuat){-right.x, -right.y, -right.z, -right.w};
    }
    return dbivec4_from_halves((DHalves4){rotation_vector(left), rotation_vector(right)});
}
