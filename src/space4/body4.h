// SPDX-License-Identifier: MIT
/// body4.h: how a rigid body in 4D resists: to pushes, to turning.
///
/// Frames: a body stands in its principal frame, whose origin is the center of mass and in whose
/// planes the inertia is six numbers. Formulas: docs/simulation.md#11-four-dimensions.
#ifndef TUM_SPACE4_BODY4_H
#define TUM_SPACE4_BODY4_H

#include "math/math4.h"

/// How a body resists. Made by tum_inertness4.
typedef struct Inertness4 {
    float inverse_mass;     ///< [1/kg] 0: nothing changes its velocity.
    Bivec4 inertia;         ///< [kg m^2] Principal; INFINITY: that rate never changes.
    Bivec4 inverse_inertia; ///< [1/(kg m^2)] 0 where the moment is INFINITY.
    bool is_even;           ///< All six moments are the same: spin and momentum are parallel.
    bool keeps_spin;        ///< A moment is INFINITY: the body turns evenly, without momentum.
} Inertness4;

/// The inverse inertia of a body in the world: torque in, change of spin out; by halves, four
/// blocks of which two are each other's transpose.
typedef struct InverseInertia4 {
    Mat3 left, right; ///< From left to left, from right to right; symmetric.
    Mat3 across;      ///< From right to left.
} InverseInertia4;

/// @param mass     [kg] > 0 or INFINITY
/// @param inertia  [kg m^2] principal, each > 0 or INFINITY
Inertness4 tum_inertness4(float mass, Bivec4 inertia);

InverseInertia4 tum_inverse_inertia4(const Inertness4 *inertness, Rotation4 rotation);

#endif
