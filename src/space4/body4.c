// SPDX-License-Identifier: MIT
#include "space4/body4.h"

#include "space4/gyroscope4.h"

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
// 1/I_zw), left' = (inner + outer)/2 left + (inner - outer)/2 right, and right' the same with the
// halves exchanged; each half turns by its own quaternion.
InverseInertia4 tum_inverse_inertia4(const Inertness4 *inertness, Rotation4 rotation)
{
    const Bivec4 i = inertness->inverse_inertia;
    const Vec3 same = {0.5f * (i.yz + i.xw), 0.5f * (i.xz + i.yw), 0.5f * (i.xy + i.zw)};
    const Vec3 other = {0.5f * (i.yz - i.xw), 0.5f * (i.xz - i.yw), 0.5f * (i.xy - i.zw)};
    const Mat3 left = quat_matrix(rotation.left), right = quat_matrix(rotation.right);
    return (InverseInertia4){between(left, same, left), between(right, same, right),
                             between(left, other, right)};
}

Bivec4 tum_spin_of_impulse4(const InverseInertia4 *inverse_inertia, Bivec4 impulse)
{
    const Halves4 in = bivec4_halves(impulse);
    const Vec3 left = vec3_add(mat3_transform(inverse_inertia->left, in.left),
                               mat3_transform(inverse_inertia->across, in.right));
    const Vec3 right = vec3_add(mat3_transform_transposed(inverse_inertia->across, in.left),
                                mat3_transform(inverse_inertia->right, in.right));
    return bivec4_from_halves((Halves4){left, right});
}

static DBivec4 widen_bivec(Bivec4 a)
{
    return (DBivec4){(double)a.xy, (double)a.xz, (double)a.yz,
                     (double)a.xw, (double)a.yw, (double)a.zw};
}

static Bivec4 narrow_bivec(DBivec4 a)
{
    return (Bivec4){(float)a.xy, (float)a.xz, (float)a.yz, (float)a.xw, (float)a.yw, (float)a.zw};
}

static DQuat widen_quat(Quat q)
{
    return (DQuat){(double)q.x, (double)q.y, (double)q.z, (double)q.w};
}

static Quat narrow_quat(DQuat q)
{
    return (Quat){(float)q.x, (float)q.y, (float)q.z, (float)q.w};
}

static DRotation4 widen_rotation(Rotation4 a)
{
    return drotation4_normalize((DRotation4){widen_quat(a.left), widen_quat(a.right)});
}

void tum_set_spin4(Body4 *body, const Inertness4 *inertness, Bivec4 spin)
{
    body->spin = spin;
    body->momentum = (Bivec4){0};
    if (!inertness->keeps_spin) {
        body->momentum = narrow_bivec(tum_momentum_of_spin4(
            widen_rotation(body->rotation), widen_bivec(spin), widen_bivec(inertness->inertia)));
    }
}

void tum_apply_impulse4(Body4 *body, const Inertness4 *inertness, Vec4 impulse, Vec4 arm)
{
    const Bivec4 twist = vec4_wedge(arm, impulse);
    const InverseInertia4 inverse = tum_inverse_inertia4(inertness, body->rotation);
    body->velocity = vec4_add_scaled(body->velocity, impulse, inertness->inverse_mass);
    body->spin = bivec4_add(body->spin, tum_spin_of_impulse4(&inverse, twist));
    if (!inertness->keeps_spin) {
        body->momentum = bivec4_add(body->momentum, twist);
    }
}

Sym4 tum_response4(float inverse_mass, const InverseInertia4 *inverse_inertia, Vec4 arm)
{
    const Mat4 axes = MAT4_IDENTITY;
    const Vec4 directions[4] = {axes.x, axes.y, axes.z, axes.w};
    Vec4 k[4];
    for (int i = 0; i < 4; ++i) {
        const Bivec4 spin = tum_spin_of_impulse4(inverse_inertia, vec4_wedge(arm, directions[i]));
        k[i] = vec4_add_scaled(bivec4_velocity(spin, arm), directions[i], inverse_mass);
    }
    return (Sym4){k[0].x, k[1].y, k[2].z, k[3].w, k[1].x, k[2].x, k[2].y, k[3].x, k[3].y, k[3].z};
}

float tum_energy4(const Body4 *body, const Inertness4 *inertness)
{
    float energy = 0.5f * bivec4_dot(body->spin, body->momentum);
    if (inertness->inverse_mass > 0.0f) {
        energy += 0.5f * vec4_length_squared(body->velocity) / inertness->inverse_mass;
    }
    return energy;
}

void tum_drift4(Body4 *body, const Inertness4 *inertness, float seconds)
{
    body->position = vec4_add_scaled(body->position, body->velocity, seconds);
    DRotation4 rotation = widen_rotation(body->rotation);
    if (inertness->keeps_spin || inertness->is_even) {
        tum_turn_evenly4(&rotation, widen_bivec(body->spin), (double)seconds);
    } else {
        const DBivec4 momentum = widen_bivec(body->momentum);
        const DBivec4 inertia = widen_bivec(inertness->inertia);
        tum_turn_tumbling4(&rotation, momentum, inertia, (double)seconds);
        body->spin = narrow_bivec(tum_spin_of_momentum4(rotation, momentum, inertia));
    }
    body->rotation = (Rotation4){narrow_quat(rotation.left), narrow_quat(rotation.right)};
}
