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

// Scales a vector of the world along the axes of a frame: an angular velocity by moments to the
// angular momentum, or back by their inverses.
static DVec3 scale_within(DVec3 v, DQuat world_from_frame, DVec3 factors)
{
    const DVec3 local = dquat_unrotate(world_from_frame, v);
    return dquat_rotate(world_from_frame, dvec3_multiply(local, factors));
}

static DVec3 inverse_of(Vec3 inertia)
{
    return (DVec3){1.0 / (double)inertia.x, 1.0 / (double)inertia.y, 1.0 / (double)inertia.z};
}

DQuat tum_principal_rotation3(DQuat rotation, Quat body_from_principal)
{
    const Quat own = body_from_principal;
    const bool is_aligned = own.x == 0.0f && own.y == 0.0f && own.z == 0.0f;
    return is_aligned ? rotation : dquat_multiply(rotation, quat_widen(own));
}

// Turns v by the rotation that the quaternion (half, 1) has when it is normalized.
static DVec3 turn_half(DVec3 half, DVec3 v)
{
    const DVec3 across = dvec3_cross(half, v);
    const DVec3 change = dvec3_add(across, dvec3_cross(half, across));
    return dvec3_add_scaled(v, change, 2.0 / (1.0 + dvec3_length_squared(half)));
}

// In double precision: rounding of rotations back and forth is not symmetric, and in float the
// angular momentum would drift by a percent within minutes. The iterations are in the principal
// frame, where the body turns by h / 2 w until the middle.
Vec3 tum_turn_gyroscopic3(Quat *rotation, Quat start, Vec3 spin, Vec3 inertia,
                          Quat body_from_principal, float seconds)
{
    const DVec3 moments = vec3_widen(inertia), inverse = inverse_of(inertia);
    const DQuat now = tum_principal_rotation3(quat_widen(*rotation), body_from_principal);
    const DVec3 momentum = dquat_unrotate(
        now,
        scale_within(vec3_widen(spin),
                     tum_principal_rotation3(quat_widen(start), body_from_principal), moments));
    DVec3 middle = dvec3_multiply(momentum, inverse);
    for (int i = 0; i < 2; ++i) {
        const DVec3 half = dvec3_scale(middle, 0.25 * (double)seconds);
        middle = turn_half(half, dvec3_multiply(turn_half(dvec3_negate(half), momentum), inverse));
    }
    const Vec3 turn = vec3_scale(vec3_narrow(dquat_rotate(now, middle)), seconds);
    *rotation = quat_turn(*rotation, turn);
    return turn;
}

static DQuat rotation_by(DVec3 axis, double angle)
{
    double sine, cosine;
    tum_sine_cosine64(0.5 * angle, &sine, &cosine);
    return (DQuat){axis.x * sine, axis.y * sine, axis.z * sine, cosine};
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
    const DVec3 momentum = scale_within(
        vec3_widen(spin), tum_principal_rotation3(quat_widen(start), body_from_principal),
        vec3_widen(inertia));
    const Top top = top_of(momentum, inertia);
    DQuat q = dquat_multiply(before, principal);
    for (int i = 0; i < parts; ++i) {
        q = turn_top(&top, q, (double)seconds / parts);
    }
    q = dquat_normalize(dquat_multiply(q, dquat_conjugate(principal)));
    *rotation = quat_narrow(q);
    return vec3_narrow(tum_turn_between3(before, q));
}

Vec3 tum_end_gyroscopic3(Quat rotation, Quat start, Vec3 spin, Vec3 inertia,
                         Quat body_from_principal)
{
    const DVec3 momentum = scale_within(
        vec3_widen(spin), tum_principal_rotation3(quat_widen(start), body_from_principal),
        vec3_widen(inertia));
    return vec3_narrow(
        scale_within(momentum, tum_principal_rotation3(quat_widen(rotation), body_from_principal),
                     inverse_of(inertia)));
}
