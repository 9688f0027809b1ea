// SPDX-License-Identifier: MIT
/// joint_rows3.h: what the rows of a joint want.
#ifndef TUM_JOINT3_JOINT_ROWS3_H
#define TUM_JOINT3_JOINT_ROWS3_H

#include "space3/space3.h"

/// @param diagonal  of the row.
/// @param most      [N] or [N m]
Spring3 tum_joint3_spring(double diagonal, double stiffness, double damping, double most,
                          double substep);

/// What frames that move in their bodies add to x'.
double tum_joint3_surface_velocity(const JointSet3 *set, const Joint3 *joint, const JointRow3 *row);

/// What a joint's rows want in this substep of `substep` seconds.
/// @return true when softness changed, and so the matrix.
bool tum_joint3_begin_substep(JointSet3 *set, const Joint3 *joint, double substep);

/// What its hard rows want in a piece of a substep; drives and springs go on as they did.
/// @return true when the matrix changed.
bool tum_joint3_begin_piece(JointSet3 *set, const Joint3 *joint, double seconds);

/// Hard rows want no velocity but what leads to an end of their range.
void tum_joint3_begin_relaxing(JointSet3 *set, const Joint3 *joint, double substep);

/// The same, and what gives way does nothing until the next substep begins: no force of a spring or
/// a drive is great enough to matter in a blow.
void tum_joint3_begin_restitution(JointSet3 *set, const Joint3 *joint, double substep);

#endif
