// SPDX-License-Identifier: MIT
/// joint_bodies3.h: bodies of joint islands, loaded from the space and stored back.
///
/// Joint islands share no movable body: different threads may load, solve and store different ones.
#ifndef TUM_JOINT3_JOINT_BODIES3_H
#define TUM_JOINT3_JOINT_BODIES3_H

#include "space3/space3.h"

/// [1/(kg m^2)] Inverse principal moments. @param least  [kg m^2] Lower bound of the moments, or 0.
DVec3 tum_joint3_inverse_moments(const BodyMass3 *mass, double least);

/// [1/(kg m^2)] Inverse inertia in the world. @param least  [kg m^2] As above.
DSym3 tum_joint3_inverse_inertia(const BodyMass3 *mass, DQuat rotation, double least);

/// Loads the current poses and the inertia there.
void tum_joint3_load_poses(Space3 *space, const JointIsland3 *joint_island);

/// Applies gravity and damping of a substep to the movable bodies, in the space.
void tum_joint3_accelerate(Space3 *space, const JointIsland3 *joint_island, StepTime time);

void tum_joint3_load_velocities(Space3 *space, const JointIsland3 *joint_island);

/// Loads only velocities that another pass has changed since they were stored; the rest keep double
/// precision.
/// @return whether any velocity has changed.
bool tum_joint3_load_changed(Space3 *space, const JointIsland3 *joint_island);

/// Stores the velocities of the movable bodies, rounded to single precision.
void tum_joint3_store_velocities(Space3 *space, const JointIsland3 *joint_island);

#endif
