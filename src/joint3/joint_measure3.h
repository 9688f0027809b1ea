// SPDX-License-Identifier: MIT
/// joint_measure3.h: rows of a joint from its parts: directions and position errors.
#ifndef TUM_JOINT3_JOINT_MEASURE3_H
#define TUM_JOINT3_JOINT_MEASURE3_H

#include "space3/space3.h"

/// Determines forms and rows of the joint's parts. Call it after a change of parts, or of their
/// kinds, axes, bounds or hardness: tum_space3_set_joint and tum_joint3_tune do.
void tum_joint3_recognize(JointSet3 *set, Joint3 *joint);

/// Measures directions and values of a joint's rows at the current poses; counts turns.
void tum_joint3_measure(JointSet3 *set, Joint3 *joint);

/// Predicts values of hard rows at the end of the substep, from the poses that the bodies would
/// reach.
/// @return [rad] rotation of the joint's directions in the substep.
double tum_joint3_look_ahead(JointSet3 *set, const Joint3 *joint, double substep);

#endif
