// SPDX-License-Identifier: MIT
/// ode_joint.h: joints of a scene as joints of ODE.
///
/// A joint of the scene limits any axes; ODE has kinds of joints. Those that the limits amount to
/// are found: fixed, ball, hinge, slider, piston, universal; others are left out, and told.
#ifndef ODE_JOINT_H
#define ODE_JOINT_H

#include "ode_scene.h"

/// Makes a joint between two bodies, either of which may be NULL for the world, where they stand.
///
/// @return NULL where ODE has no such joint.
dJointID ode_joint_create(dWorldID world, const TumScene *scene, const TumJoint *joint, dBodyID a,
                          dBodyID b, const dReal *position, const dReal *rotation, OdeSay *say,
                          void *user);

/// Applies the springs of the joint's drives. Once before each step.
void ode_joint_drive(const TumScene *scene, const TumJoint *joint, dJointID made);

#endif
