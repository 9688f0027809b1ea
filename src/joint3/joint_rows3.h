// SPDX-License-Identifier: MIT
/// joint_rows3.h: right-hand sides and softness of a joint's rows.
#ifndef TUM_JOINT3_JOINT_ROWS3_H
#define TUM_JOINT3_JOINT_ROWS3_H

#include "space3/space3.h"

/// Implicit spring of a row.
/// @param diagonal  of the row: inverse effective mass.
/// @param most      [N] or [N m] maximum force.
Spring3 tum_joint3_spring(double diagonal, double stiffness, double damping, double most,
                          double substep);

/// Contribution to x' of frames that move within their bodies.
double tum_joint3_surface_velocity(const JointSet3 *set, const Joint3 *joint, const JointRow3 *row);

/// Sets the rows of a joint for a substep of `substep` seconds.
/// @return true if the softness changed, and so the matrix.
bool tum_joint3_begin_substep(JointSet3 *set, const Joint3 *joint, double substep);

/// Sets the hard rows for a piece of a substep; drives and springs stay unchanged.
/// @return true if the matrix changed.
bool tum_joint3_begin_piece(JointSet3 *set, const Joint3 *joint, double seconds);

/// Sets the hard rows for relaxation: the velocity to an end of their range, else none.
void tum_joint3_begin_relaxing(JointSet3 *set, const Joint3 *joint, double substep);

/// As tum_joint3_begin_relaxing. Soft rows are idle until the next substep: forces of springs and
/// drives are negligible against restitution impulses. Rows begin without an impulse: those of the
/// last substep act over time, and an impact that took them back would add energy.
void tum_joint3_begin_restitution(JointSet3 *set, const Joint3 *joint, double substep);

/// Keeps the impulses of the rows.
void tum_joint3_keep_impulses(JointSet3 *set, const Joint3 *joint);

/// Recalls the impulses that were kept, as restitution ends or a solution is taken back.
/// @return whether a row has left its bound by that and is free: its system does not hold it yet.
bool tum_joint3_recall_impulses(JointSet3 *set, const Joint3 *joint);

/// [m] or [rad] Largest position error of a part's hard rows at the last measurement.
double tum_joint3_part_gap(const JointSet3 *set, const JointPart3 *part);

#endif
