// SPDX-License-Identifier: MIT
/// response4.h: what impulses change of a body in 4D.
#ifndef TUM_TESTS_RESPONSE4_H
#define TUM_TESTS_RESPONSE4_H

#include "math/widen4.h"
#include "space4/space4.h"
#include "tests/support/support4.h"

/// The spin [rad/s] that a twist [N m s] adds.
static inline Bivec4 spin_of_twist4(const InverseInertia4 *inverse, Bivec4 twist)
{
    return bivec4_from_halves(space4_respond(inverse, bivec4_halves(twist)));
}

/// What an impulse [N s] at `arm` changes of the velocity there.
static inline Vec4 response4(float inverse_mass, const InverseInertia4 *inverse, Vec4 arm,
                             Vec4 impulse)
{
    const Bivec4 spin = spin_of_twist4(inverse, vec4_wedge(arm, impulse));
    return vec4_add_scaled(bivec4_velocity(spin, arm), impulse, inverse_mass);
}

#endif
