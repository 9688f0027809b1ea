// SPDX-License-Identifier: MIT
/// joint_strain3.h: moments of inertia of bodies that joints pull harder than a substep can follow.
///
/// A body pulled with force f at arm r swings about its joint at sqrt(f r / I) or faster. Where the
/// substep is too long to follow this motion, the moments of the body are increased (Andrews,
/// Teichmann and Kry, "Geometric Stiffness for Real-time Constrained Multibody Dynamics", 2017), so
/// that I >= h^2 f r for the sum over all joints. In a step moments of loops only grow; those of
/// trees may decrease as a substep begins.
#ifndef TUM_JOINT3_JOINT_STRAIN3_H
#define TUM_JOINT3_JOINT_STRAIN3_H

#include "space3/space3.h"

/// Sums JointBody3.strain [N m s] from the impulses of the last substep.
void tum_joint3_measure_strain(JointSet3 *set, const JointIsland3 *joint_island);

/// Sets the moments that the measured strain requires, for joints and contacts alike.
/// @param may_shrink  Moments may also decrease.
/// @return whether moments have changed, and rows with them.
bool tum_joint3_follow_strain(Space3 *space, JointIsland3 *joint_island, double substep,
                              bool may_shrink);

/// Resets moments to their true values; tum_joint3_load_poses computes the inertia from them.
void tum_joint3_forget_strain(JointSet3 *set, const JointIsland3 *joint_island);

/// [kg m^2] Moments that the strain of a body requires; 0: its own suffice.
double tum_joint3_strained_inertia(const BodyMass3 *mass, const JointBody3 *body, double substep);

/// Enlarges the moments of a body in a joint sweep as a step begins; its spin keeps the momentum.
void tum_joint3_enlarge_moments(Space3 *space, JointBody3 *body, double least);

#endif
