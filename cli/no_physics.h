// SPDX-License-Identifier: MIT
/// no_physics.h: messages for a file without physics.
#ifndef TUM_CLI_NO_PHYSICS_H
#define TUM_CLI_NO_PHYSICS_H

#include <stdio.h>

#include "console.h"
#include "tumble/dialect.h"

/// Prints a note that a scene has no physics, if so, and suggests `--dialect names` where node
/// names have its suffixes.
void tell_no_physics(Console *console, const char *file, const TumDocument *document,
                     const TumScene *scene);

/// Prints a line that suggests `--dialect names` for a scene without physics where node names have
/// its suffixes, else nothing. Safe on several threads.
void print_suggestive_names(FILE *out, const char *file, const TumDocument *document,
                            const TumScene *scene);

#endif
