// SPDX-License-Identifier: MIT
/// joint_bodies4.h: bodies of joint islands, loaded from the space and stored back.
#ifndef TUM_SPACE4_JOINT_BODIES4_H
#define TUM_SPACE4_JOINT_BODIES4_H

#include "space4/space_data4.h"

/// [1/(kg m^2)] Inverse moments per principal plane. @param least  [kg m^2] Lower bound of moments.
DBivec4 tum_joint4_inverse_moments(const Inertness4 *inertness, double least);

/// As tum_inverse_inertia4, in double. @param least  [kg m^2] Lower bound of moments.
DInverseInertia4 tum_joint4_inverse_inertia(const Inertness4 *inertness, DRotation4 rotation,
                                            double least);

/// Loads current poses and the inertia there.
void tum_joint4_load_poses(Space4 *space, const JointIsland4 *joint_island);

void tum_joint4_load_velocities(Space4 *space, const JointIsland4 *joint_island);

/// Loads the velocities that have changed since they were stored; the others keep their digits.
/// @return true when a velocity had changed.
bool tum_joint4_load_changed(Space4 *space, const JointIsland4 *joint_island);

void tum_joint4_store_velocities(Space4 *space, const JointIsland4 *joint_island);

/// Predicts poses at the end of a substep, as integrate4.c rotates the bodies.
void tum_joint4_load_ahead(Space4 *space, const JointIsland4 *joint_island, double substep);

#endif
