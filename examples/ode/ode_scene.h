// SPDX-License-Identifier: MIT
/// ode_scene.h: a physics scene in an ODE world. A file to copy into your program.
///
///     OdeScene *physics = ode_scene_create(scene, say, NULL);
///     ode_scene_step(physics, 1.0 / 60.0);
///     double position[3], rotation[4];
///     ode_scene_node_pose(physics, 0, position, rotation); // Of the node of scene->bodies[0].
///     ode_scene_destroy(physics);
///
/// A body of ODE has its origin at the centre of mass and the axes of the scene's body. Friction,
/// restitution and filters are asked for contact by contact, so they are exactly the scene's.
/// dInitODE2(0) is yours to call.
#ifndef ODE_SCENE_H
#define ODE_SCENE_H

#include <ode/ode.h>

#include "tumble/scene.h"

typedef struct OdeScene OdeScene;

/// Told once for everything that ODE cannot express: the JSON pointer of its cause, and what
/// becomes of it.
typedef void OdeSay(void *user, const char *pointer, const char *text);

/// @param scene  must outlive what is made of it.
/// @return NULL when out of memory, or where the scene has four dimensions.
OdeScene *ode_scene_create(const TumScene *scene, OdeSay *say, void *user);
void ode_scene_destroy(OdeScene *physics);

/// Collides, drives and moves everything by one step.
void ode_scene_step(OdeScene *physics, double seconds);

dWorldID ode_scene_world(const OdeScene *physics);
/// The body of scene->bodies[index]; NULL for static ones.
dBodyID ode_scene_body(const OdeScene *physics, size_t index);
/// Where the node of scene->bodies[index] is: 3 numbers, and 4 as x y z w.
void ode_scene_node_pose(const OdeScene *physics, size_t index, double position[3],
                         double rotation[4]);

/// Whether a part of a trigger touched something in the last step: scene->trigger_parts[index].
bool ode_scene_is_triggered(const OdeScene *physics, size_t index);

#endif
