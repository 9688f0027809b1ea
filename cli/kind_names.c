// SPDX-License-Identifier: MIT
// kind_names.c: names of kinds, on the screen and in --json.
#include "kind_names.h"

#include <stddef.h>

#define NAME_OF(names, kind)                                                                       \
    ((size_t)(kind) < sizeof(names) / sizeof *(names) ? (names)[(size_t)(kind)] : "unknown")

const char *plural(uint64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

const char *name_of_body_kind(TumBodyKind kind)
{
    static const char *const names[] = {"static", "kinematic", "dynamic"};
    return NAME_OF(names, kind);
}

const char *name_of_tag(TumBodyTag tag)
{
    switch (tag) {
    case TUM_BODY_TAG_NONE: break;
    case TUM_BODY_TAG_CHARACTER: return "character";
    case TUM_BODY_TAG_VEHICLE: return "vehicle";
    }
    return "none";
}

const char *name_of_shape_kind(TumShapeKind kind)
{
    static const char *const names[SHAPE_KIND_COUNT] = {
        "sphere", "box",  "capsule", "cylinder",  "plane",
        "convex", "mesh", "general", "heightmap", "ray"};
    return NAME_OF(names, kind);
}

const char *name_of_gravity_kind(TumGravityKind kind)
{
    static const char *const names[GRAVITY_KIND_COUNT] = {"directional", "point", "disc",
                                                          "torus",       "line",  "shaped"};
    return NAME_OF(names, kind);
}

const char *name_of_origin(TumOrigin origin)
{
    static const char *const names[] = {"authored", "defaulted", "computed"};
    return NAME_OF(names, origin);
}

const char *name_of_combine(TumCombine combine)
{
    static const char *const names[] = {"none", "average", "minimum", "maximum", "multiply"};
    return NAME_OF(names, combine);
}

const char *name_of_space(TumSpace space)
{
    static const char *const names[] = {"linear", "angular"};
    return NAME_OF(names, space);
}
