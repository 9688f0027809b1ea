// SPDX-License-Identifier: MIT
// gyroscope3.c: torque-free rotation of a body.
#include "space3/gyroscope3.h"

#include "math/widen3.h"

Vec3 tum_turn_isotropic3(Quat *rotation, Vec3 spin, float seconds)
{
    const Vec3 turn = vec3_scale(spin, seconds);
    *rotation = quat_turn(*rotation, turn);
    return turn;
}

// Angular velocity for an angular momentum in this pose.
static DVec3 spin_of(DVec3 momentum, DQuat world_from_principal, DVec3 inverse_inertia)
{
    const DVec3 local = dquat_unrotate(world_from_principal, momentum);
    return dquat_rotate(world_from_principal, dvec3_multiply(local, inverse_inertia));
}

// Angular momentum for an angular velocity in this pose.
static DVec3 momentum_of(DVec3 spin, DQuat world_from_principal, DVec3 inertia)
{
    const DVec3 local = dquat_unrotate(world_from_principal, spin);
    return dquat_rotate(world_from_principal, dvec3_multiply(local, inertia));
}

static DVec3 inverse_of(Vec3 inertia)
{
    return (DVec3){1.0 / (double)inertia.x, 1.0 / (double)inertia.y, 1.0 / (double)inertia.z};
}

// In double precision: rounding of rotations back and forth is not symmetric, and in float the
// angular momentum would drift by a percent within minutes.
Vec3 tum_turn_gyroscopic3(Quat *rotation, Quat start, Vec3 spin, Vec3 inertia,
                          Quat body_from_principal, float seconds)
{
    const DQuat principal = quat_widen(body_from_principal);
    const DVec3 inverse = inverse_of(inertia);
    const DVec3 momentum = momentum_of(
        vec3_widen(spin), dquat_multiply(quat_widen(start), principal), vec3_widen(inertia));
    const DQuat now = dquat_multiply(quat_widen(*rotation), principal);
    DVec3 middle = spin_of(momentum, now, inverse);
    for (int i = 0; i < 2; ++i) {
        const DQuat halfway = dquat_advance(now, dvec3_scale(middle, 0.5 * (double)seconds));
        middle = spin_of(momentum, halfway, inverse);
    }
    const Vec3 turn = vec3_scale(vec3_narrow(middle), seconds);
    *rotation = quat_turn(*rotation, turn);
    return turn;
}

static DQuat rotation_by(DVec3 axis, double angle)
{
    double sine, cosine;
    tum_sine_cosine64(0.5 * angle, &sine, &cosine);
    return (DQuat){axis.x * sine, axis.y * sine, axis.z * sine, cosine};
}

// Shortest turn of a rotation.
static DVec3 turn_of(DQuat q)
{
    const double sign = q.w < 0.0 ? -1.0 : 1.0;
    const DVec3 v = {sign * q.x, sign * q.y, sign * q.z};
    const double sine = dvec3_length(v);
    return sine > 0.0 ? dvec3_scale(v, 2.0 * tum_atan2_64(sine, sign * q.w) / sine) : v;
}

// A free body in its principal frame. The kinetic energy is split into that of a body with two
// equal moments and the remaining energy about one of its axes (Touma, Wisdom, "Lie-Poisson
// Integrators for Rigid Body Dynamics in the Solar System", 1994). Each term alone is integrated
// exactly:
//
//     equal moments t, the third s   by L / t in the world, then by (1/s - 1/t) L_s in the body
//     remaining energy about axis a  by (1/a - 1/t) L_a in the body
//
// in the order: half of the second, the first, half of the second.
typedef struct Top {
    DVec3 momentum, along; // In the world; its direction.
    double length, rates[3];
    int s, a, t; // The two moments with the least difference count as equal.
} Top;

static Top top_of(DVec3 momentum, Vec3 inertia)
{
    const DVec3 inverse = inverse_of(inertia);
    const double xy = absolute64(inverse.x - inverse.y), yz = absolute64(inverse.y - inverse.z);
    const double zx = absolute64(inverse.z - inverse.x), length = dvec3_length(momentum);
    const int s = xy <= yz && xy <= zx ? 2 : yz <= zx ? 0 : 1;
    return (Top){.momentum = momentum,
                 .along = dvec3_scale(momentum, length > 0.0 ? 1.0 / length : 0.0),
                 .length = length,
                 .rates = {inverse.x, inverse.y, inverse.z},
                 .s = s,
                 .a = (s + 1) % 3,
                 .t = (s + 2) % 3};
}

// Turns q about one of its own axes by `factor` times the momentum about that axis.
static DQuat turn_about(const Top *top, DQuat q, int axis, double factor)
{
    static const DVec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const double part = dvec3_part(dquat_unrotate(q, top->momentum), axis);
    return dquat_multiply(q, rotation_by(axes[axis], factor * part));
}

static DQuat turn_top(const Top *top, DQuat q, double time)
{
    const double base = top->rates[top->t], rest = 0.5 * time * (top->rates[top->a] - base);
    q = turn_about(top, q, top->a, rest);
    q = dquat_multiply(rotation_by(top->along, time * base * top->length), q);
    q = turn_about(top, q, top->s, time * (top->rates[top->s] - base));
    return dquat_normalize(turn_about(top, q, top->a, rest));
}

Vec3 tum_turn_spinning3(Quat *rotation, Quat start, Vec3 spin, Vec3 inertia,
                        Quat body_from_principal, float seconds, int parts)
{
    const DQuat principal = quat_widen(body_from_principal), before = quat_widen(*rotation);
    const Top top =
        top_of(momentum_of(vec3_widen(spin), dquat_multiply(quat_widen(start), principal),
                           vec3_widen(inertia)),
               inertia);
    DQuat q = dquat_multiply(before, principal);
    for (int i = 0; i < parts; ++i) {
        q = turn_top(&top, q, (double)seconds / parts);
    }
    q = dquat_normalize(dquat_multiply(q, dquat_conjugate(principal)));
    *rotation = quat_narrow(q);
    return vec3_narrow(turn_of(dquat_multiply(q, dquat_conjugate(before))));
}

Vec3 tum_end_gyroscopic3(Quat rotation, Quat start, Vec3 spin, Vec3 inertia,
                         Quat body_from_principal)
{
    const DQuat principal = quat_widen(body_from_principal);
    const DVec3 momentum = momentum_of(
        vec3_widen(spin), dquat_multiply(quat_widen(start), principal), vec3_widen(inertia));
    return vec3_narrow(
        spin_of(momentum, dquat_multiply(quat_widen(rotation), principal), inverse_of(inertia)));
}

DVec3 tum_turn_between3(DQuat from, DQuat to)
{
    const DQuat turn = dquat_multiply(to, dquat_conjugate(from));
    const double sign = turn.w < 0.0 ? -1.0 : 1.0; // q and -q are one rotation
    const DVec3 axis = {turn.x, turn.y, turn.z};
    const double length = dvec3_length(axis);
    if (!(length > 0.0)) {
        return dvec3(0.0, 0.0, 0.0);
    }
    return dvec3_scale(axis, sign * 2.0 * tum_atan2_64(length, sign * turn.w) / length);
}
