// SPDX-License-Identifier: MIT
/// no_physics.h: what to say of a file without physics.
#ifndef TUM_CLI_NO_PHYSICS_H
#define TUM_CLI_NO_PHYSICS_H

#include "console.h"
#include "tumble/dialect.h"

/// Notes that a scene has no physics, if it has none, and names `--dialect names` where the names
/// of its nodes ask for some.
void tell_no_physics(Console *console, const char *file, const TumDocument *document,
                     const TumScene *scene);

#endif
