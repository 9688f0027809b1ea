// SPDX-License-Identifier: MIT
/// kind_names.h: names of kinds, on the screen and in --json.
#ifndef TUM_CLI_KIND_NAMES_H
#define TUM_CLI_KIND_NAMES_H

#include <stdint.h>

#include "tumble/scene.h"

/// `one` for a count of 1, else `many`.
const char *plural(uint64_t count, const char *one, const char *many);

/// "static", "kinematic", "dynamic".
const char *name_of_body_kind(TumBodyKind kind);
/// "none", "character", "vehicle".
const char *name_of_tag(TumBodyTag tag);
/// "sphere", "box" …
const char *name_of_shape_kind(TumShapeKind kind);
enum { SHAPE_KIND_COUNT = TUM_SHAPE_RAY + 1 };
/// "directional", "point" …
const char *name_of_gravity_kind(TumGravityKind kind);
enum { GRAVITY_KIND_COUNT = TUM_GRAVITY_SHAPED + 1 };
/// "authored", "defaulted", "computed".
const char *name_of_origin(TumOrigin origin);
/// "none", "average" …
const char *name_of_combine(TumCombine combine);
/// "linear", "angular".
const char *name_of_space(TumSpace space);

#endif
