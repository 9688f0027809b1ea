// SPDX-License-Identifier: MIT
// gyroscope4.c: torque-free rotation by the splitting method of
// docs/simulation.md#11-four-dimensions, in the manner of R. I. McLachlan, "Explicit Lie-Poisson
// integration and the Euler equations" (1993), and of J. Touma and J. Wisdom, "Lie-Poisson
// integrators for rigid body dynamics in the solar system" (1994).
//
// In the principal frame the energy is a sum of six squares, one per plane. The planes XY and ZW
// commute, and so do XZ and YW, and YZ and XW: with the energy of one such pair alone, both rates
// are constant and the body rotates uniformly. A step consists of such rotations, with the pairs in
// the order 0 1 2 1 0. Pair j rotates both halves about their axis j. Every part rotates the
// momentum against the body, so that in the world it is constant, and no part can increase it.
#include "space4/gyroscope4.h"

void tum_turn_isotropic4(DRotation4 *rotation, DBivec4 spin, double seconds)
{
    const DRotation4 turn = drotation4_exp(dbivec4_scale(spin, seconds));
    *rotation = drotation4_normalize(drotation4_multiply(turn, *rotation));
}

// Quaternion of a rotation about one axis. Most rotations of a substep are small: tan x comes from
// its series, whose next term is below the last digit.
static DQuat turn_about(int axis, double angle)
{
    const double x = 0.5 * angle, x2 = x * x;
    double sine, cosine;
    if (x2 < 0.01) {
        const double series =
            x2 *
            (1.0 / 3.0 +
             x2 * (2.0 / 15.0 +
                   x2 * (17.0 / 315.0 + x2 * (62.0 / 2835.0 + x2 * (1382.0 / 155925.0 +
                                                                    x2 * (21844.0 / 6081075.0))))));
        const double tangent = x + x * series;
        cosine = 1.0 / square_root64(1.0 + tangent * tangent);
        sine = tangent * cosine;
    } else {
        tum_sine_cosine64(x, &sine, &cosine);
    }
    return (DQuat){axis == 0 ? sine : 0.0, axis == 1 ? sine : 0.0, axis == 2 ? sine : 0.0, cosine};
}

/// A body during a step.
typedef struct Turning {
    DRotation4 rotation; ///< World from principal frame.
    DHalves4 momentum;   ///< Angular momentum in the principal frame.
} Turning;

// Inverse moments of the planes without W and of those with W, in the order of DHalves4: pair j has
// the j-th of each.
typedef struct Pairs {
    DVec3 inner, outer;
} Pairs;

static void turn_pair(Turning *turning, Pairs inverse_inertia, int axis, double seconds)
{
    const double left = dvec3_part(turning->momentum.left, axis);
    const double right = dvec3_part(turning->momentum.right, axis);
    const double inner = 0.5 * (left + right) * dvec3_part(inverse_inertia.inner, axis);
    const double outer = 0.5 * (right - left) * dvec3_part(inverse_inertia.outer, axis);
    const DRotation4 turn = {turn_about(axis, seconds * (inner - outer)),
                             turn_about(axis, seconds * (inner + outer))};
    turning->rotation = drotation4_multiply(turning->rotation, turn);
    turning->momentum = drotation4_rotate_halves(drotation4_inverse(turn), turning->momentum);
}

void tum_turn_gyroscopic4(DRotation4 *rotation, DBivec4 momentum, DBivec4 inertia, double seconds)
{
    const Pairs inverse = {{1.0 / inertia.yz, 1.0 / inertia.xz, 1.0 / inertia.xy},
                           {1.0 / inertia.xw, 1.0 / inertia.yw, 1.0 / inertia.zw}};
    Turning turning = {*rotation, drotation4_rotate_halves(drotation4_inverse(*rotation),
                                                           dbivec4_halves(momentum))};
    turn_pair(&turning, inverse, 0, 0.5 * seconds);
    turn_pair(&turning, inverse, 1, 0.5 * seconds);
    turn_pair(&turning, inverse, 2, seconds);
    turn_pair(&turning, inverse, 1, 0.5 * seconds);
    turn_pair(&turning, inverse, 0, 0.5 * seconds);
    *rotation = drotation4_normalize(turning.rotation);
}

DBivec4 tum_spin_of_momentum4(DRotation4 rotation, DBivec4 momentum, DBivec4 inertia)
{
    const DBivec4 inverse = {1.0 / inertia.xy, 1.0 / inertia.xz, 1.0 / inertia.yz,
                             1.0 / inertia.xw, 1.0 / inertia.yw, 1.0 / inertia.zw};
    const DBivec4 local = drotation4_unrotate_bivec(rotation, momentum);
    return drotation4_rotate_bivec(rotation, dbivec4_multiply(local, inverse));
}

DBivec4 tum_momentum_of_spin4(DRotation4 rotation, DBivec4 spin, DBivec4 inertia)
{
    const DBivec4 local = drotation4_unrotate_bivec(rotation, spin);
    return drotation4_rotate_bivec(rotation, dbivec4_multiply(local, inertia));
}
