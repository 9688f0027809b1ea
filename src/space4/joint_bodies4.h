// SPDX-License-Identifier: MIT
/// joint_bodies4.h: bodies as an assembly sees them, from what a world has of them and back.
#ifndef TUM_SPACE4_JOINT_BODIES4_H
#define TUM_SPACE4_JOINT_BODIES4_H

#include "space4/space4.h"

/// [1/(kg m^2)] By principal plane. @param least  [kg m^2] No moment is taken for less.
DBivec4 tum_joint4_inverse_moments(const Inertness4 *inertness, double least);

/// As tum_inverse_inertia4, in double. @param least  [kg m^2] No moment is taken for less.
DInverseInertia4 tum_joint4_inverse_inertia(const Inertness4 *inertness, DRotation4 rotation,
                                            double least);

/// Where bodies are now, and the inertia that they have there.
void tum_joint4_load_poses(Space4 *space, const JointIsland4 *joint_island);

void tum_joint4_load_velocities(Space4 *space, const JointIsland4 *joint_island);

/// Only those that somebody else has changed since they were stored; the others keep their digits.
/// @return whether there are any.
bool tum_joint4_load_changed(Space4 *space, const JointIsland4 *joint_island);

void tum_joint4_store_velocities(Space4 *space, const JointIsland4 *joint_island);

/// Where bodies get to in a substep, as integrate4.c will turn them.
void tum_joint4_load_ahead(Space4 *space, const JointIsland4 *joint_island, double substep);

#endif
