// SPDX-License-Identifier: MIT
/// body4.h: mass and inertia of rigid bodies in 4D.
///
/// Frames: a body is described in its principal frame, whose origin is the centre of mass and in
/// whose planes the inertia is six numbers. Formulas: docs/simulation.md#11-four-dimensions.
#ifndef TUM_SPACE4_BODY4_H
#define TUM_SPACE4_BODY4_H

#include "math/math4.h"

/// Mass and inertia of a body. Made by tum_inertness4.
typedef struct Inertness4 {
    float inverse_mass;     ///< [1/kg] 0: impulses do not change the linear velocity.
    Bivec4 inertia;         ///< [kg m^2] Principal moments; INFINITY: impulses do not change that
                            ///< rate.
    Bivec4 inverse_inertia; ///< [1/(kg m^2)] 0 where the moment is INFINITY.
    bool is_even;           ///< All six moments are equal: spin and momentum are parallel.
    bool keeps_spin;        ///< A moment is INFINITY: the body has constant spin and no angular
                            ///< momentum.
} Inertness4;

/// Inverse inertia of a body in the world: maps torque to change of spin. The matrix is stored by
/// halves, as four blocks of which two are transposes of each other.
typedef struct InverseInertia4 {
    Mat3 left, right; ///< Left to left, right to right; symmetric.
    Mat3 across;      ///< Right to left.
} InverseInertia4;

/// @param mass     [kg] > 0 or INFINITY
/// @param inertia  [kg m^2] principal, each > 0 or INFINITY
Inertness4 tum_inertness4(float mass, Bivec4 inertia);

InverseInertia4 tum_inverse_inertia4(const Inertness4 *inertness, Rotation4 rotation);

#endif
