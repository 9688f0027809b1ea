// SPDX-License-Identifier: MIT
/// joint_form3.h: the form of each part of a joint, by which it is measured.
#ifndef TUM_JOINT3_JOINT_FORM3_H
#define TUM_JOINT3_JOINT_FORM3_H

#include "space3/space3.h"

/// Determines forms and rows of the joint's parts. Call it after a change of parts, or of their
/// kinds, axes, bounds or hardness: tum_space3_set_joint and tum_joint3_tune do.
void tum_joint3_recognize(JointSet3 *set, Joint3 *joint);

#endif
