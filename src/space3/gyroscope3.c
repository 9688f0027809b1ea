// SPDX-License-Identifier: MIT
#include "space3/gyroscope3.h"

#include "math/math3_64.h"

Vec3 tum_turn_evenly3(Quat *rotation, Vec3 spin, float seconds)
{
    const Vec3 turn = vec3_scale(spin, seconds);
    *rotation = quat_turn(*rotation, turn);
    return turn;
}

static DVec3 widen(Vec3 v)
{
    return (DVec3){(double)v.x, (double)v.y, (double)v.z};
}

static Vec3 narrow(DVec3 v)
{
    return (Vec3){(float)v.x, (float)v.y, (float)v.z};
}

static DQuat widen_rotation(Quat q)
{
    return dquat_normalize((DQuat){(double)q.x, (double)q.y, (double)q.z, (double)q.w});
}

// Angular velocity of a body with this momentum in this pose.
static DVec3 spin_of(DVec3 momentum, DQuat world_from_principal, DVec3 inverse_inertia)
{
    const DVec3 local = dquat_unrotate(world_from_principal, momentum);
    return dquat_rotate(world_from_principal, dvec3_multiply(local, inverse_inertia));
}

// Angular momentum of a body with this spin in this pose.
static DVec3 momentum_of(DVec3 spin, DQuat world_from_principal, DVec3 inertia)
{
    const DVec3 local = dquat_unrotate(world_from_principal, spin);
    return dquat_rotate(world_from_principal, dvec3_multiply(local, inertia));
}

static DVec3 inverse_of(Vec3 inertia)
{
    return (DVec3){1.0 / (double)inertia.x, 1.0 / (double)inertia.y, 1.0 / (double)inertia.z};
}

// In double: rounding of rotations back and forth is not symmetric, and in float the momentum would
// drift by a percent within minutes.
Vec3 tum_turn_tumbling3(Quat *rotation, Quat start, Vec3 spin, Vec3 inertia,
                        Quat body_from_principal, float seconds)
{
    const DQuat principal = widen_rotation(body_from_principal);
    const DVec3 inverse = inverse_of(inertia);
    const DVec3 momentum =
        momentum_of(widen(spin), dquat_multiply(widen_rotation(start), principal), widen(inertia));
    const DQuat now = dquat_multiply(widen_rotation(*rotation), principal);
    DVec3 middle = spin_of(momentum, now, inverse);
    for (int i = 0; i < 2; ++i) {
        const DQuat halfway = dquat_advance(now, dvec3_scale(middle, 0.5 * (double)seconds));
        middle = spin_of(momentum, halfway, inverse);
    }
    const Vec3 turn = vec3_scale(narrow(middle), seconds);
    *rotation = quat_turn(*rotation, turn);
    return turn;
}

Vec3 tum_end_tumbling3(Quat rotation, Quat start, Vec3 spin, Vec3 inertia, Quat body_from_principal)
{
    const DQuat principal = widen_rotation(body_from_principal);
    const DVec3 momentum =
        momentum_of(widen(spin), dquat_multiply(widen_rotation(start), principal), widen(inertia));
    return narrow(spin_of(momentum, dquat_multiply(widen_rotation(rotation), principal),
                          inverse_of(inertia)));
}
