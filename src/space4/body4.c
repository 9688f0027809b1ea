// SPDX-License-Identifier: MIT
// body4.c: mass and inertia of rigid bodies in 4D.
#include "space4/body4.h"

static float inverse_of(float x)
{
    return is_finite(x) ? 1.0f / x : 0.0f;
}

Inertness4 tum_inertness4(float mass, Bivec4 inertia)
{
    const Bivec4 i = inertia;
    return (Inertness4){
        .inverse_mass = inverse_of(mass),
        .inertia = inertia,
        .inverse_inertia = {inverse_of(i.xy), inverse_of(i.xz), inverse_of(i.yz), inverse_of(i.xw),
                            inverse_of(i.yw), inverse_of(i.zw)},
        .is_even = i.xy == i.xz && i.xz == i.yz && i.yz == i.xw && i.xw == i.yw && i.yw == i.zw,
        .keeps_spin = !is_finite(i.xy) || !is_finite(i.xz) || !is_finite(i.yz) ||
                      !is_finite(i.xw) || !is_finite(i.yw) || !is_finite(i.zw),
    };
}

// a * diag(d) * b transposed.
static Mat3 between(Mat3 a, Vec3 d, Mat3 b)
{
    const Mat3 scaled = {vec3_scale(a.x, d.x), vec3_scale(a.y, d.y), vec3_scale(a.z, d.z)};
    return mat3_multiply(scaled, mat3_transpose(b));
}

// In the principal frame, with inner = (1/I_yz, 1/I_xz, 1/I_xy) and outer = (1/I_xw, 1/I_yw,
// 1/I_zw), left' = (inner + outer)/2 left + (inner - outer)/2 right, and right' is the same with
// the halves exchanged. Each half is rotated by its own quaternion.
InverseInertia4 tum_inverse_inertia4(const Inertness4 *inertness, Rotation4 rotation)
{
    const Bivec4 i = inertness->inverse_inertia;
    const Vec3 same = {0.5f * (i.yz + i.xw), 0.5f * (i.xz + i.yw), 0.5f * (i.xy + i.zw)};
    const Vec3 other = {0.5f * (i.yz - i.xw), 0.5f * (i.xz - i.yw), 0.5f * (i.xy - i.zw)};
    const Mat3 left = quat_matrix(rotation.left), right = quat_matrix(rotation.right);
    return (InverseInertia4){between(left, same, left), between(right, same, right),
                             between(left, other, right)};
}
