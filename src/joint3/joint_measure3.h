// SPDX-License-Identifier: MIT
/// joint_measure3.h: rows of a joint from its parts: directions and position errors.
#ifndef TUM_JOINT3_JOINT_MEASURE3_H
#define TUM_JOINT3_JOINT_MEASURE3_H

#include "space3/space3.h"

/// Measures directions and values of a joint's rows at the current poses; counts turns.
void tum_joint3_measure(JointSet3 *set, Joint3 *joint);

/// Predicts values of hard rows at the end of the substep, from the poses that the bodies would
/// reach.
/// @return [rad^2] squared rotation of the joint's directions in the substep.
double tum_joint3_look_ahead(JointSet3 *set, const Joint3 *joint, double substep);

#endif
