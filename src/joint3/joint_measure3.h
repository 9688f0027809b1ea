// SPDX-License-Identifier: MIT
/// joint_measure3.h: from the parts of a joint to rows: where they act, and how far off they are.
#ifndef TUM_JOINT3_JOINT_MEASURE3_H
#define TUM_JOINT3_JOINT_MEASURE3_H

#include "space3/space3.h"

/// Finds what the joint is made of. To be called when its parts are new, or their kinds, axes,
/// bounds, or which of them are hard have changed: tum_space3_set_joint and tum_joint3_tune do.
void tum_joint3_recognize(JointSet3 *set, Joint3 *joint);

/// Directions and values of a joint's rows where its bodies are now; counts turns.
void tum_joint3_measure(JointSet3 *set, Joint3 *joint);

/// Lets hard rows aim from where they would get to: their bodies' poses ahead.
/// @return [rad] how far the joint's directions turn in the substep.
double tum_joint3_look_ahead(JointSet3 *set, const Joint3 *joint, double substep);

#endif
