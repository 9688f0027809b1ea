// SPDX-License-Identifier: MIT
// words.c: names of kinds, and helpers for JSON.
#include "words.h"

#include <stddef.h>

#define WORD_OF(names, kind)                                                                       \
    ((size_t)(kind) < sizeof(names) / sizeof *(names) ? (names)[(size_t)(kind)] : "unknown")

const char *plural(uint64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

const char *word_of_body_kind(TumBodyKind kind)
{
    static const char *const names[] = {"static", "kinematic", "dynamic"};
    return WORD_OF(names, kind);
}

const char *word_of_tag(TumBodyTag tag)
{
    switch (tag) {
    case TUM_BODY_TAG_NONE: break;
    case TUM_BODY_TAG_CHARACTER: return "character";
    case TUM_BODY_TAG_VEHICLE: return "vehicle";
    }
    return "none";
}

const char *word_of_shape_kind(TumShapeKind kind)
{
    static const char *const names[SHAPE_KIND_COUNT] = {
        "sphere", "box",  "capsule", "cylinder",  "plane",
        "convex", "mesh", "general", "heightmap", "ray"};
    return WORD_OF(names, kind);
}

const char *word_of_gravity_kind(TumGravityKind kind)
{
    static const char *const names[GRAVITY_KIND_COUNT] = {"directional", "point", "disc",
                                                          "torus",       "line",  "shaped"};
    return WORD_OF(names, kind);
}

const char *word_of_origin(TumOrigin origin)
{
    static const char *const names[] = {"authored", "defaulted", "computed"};
    return WORD_OF(names, origin);
}

const char *word_of_combine(TumCombine combine)
{
    static const char *const names[] = {"none", "average", "minimum", "maximum", "multiply"};
    return WORD_OF(names, combine);
}

const char *word_of_space(TumSpace space)
{
    static const char *const names[] = {"linear", "angular"};
    return WORD_OF(names, space);
}

static TumStatus write_stream(void *user, const char *bytes, size_t count)
{
    FILE *out = user;
    return fwrite(bytes, 1, count, out) == count ? TUM_OK : TUM_ERROR_FILE;
}

TextSink words_sink(FILE *out)
{
    return (TextSink){write_stream, out};
}

void say_text(JsonText *json, const char *key, const char *text)
{
    tum_json_text_key(json, key);
    tum_json_text_string(json, text);
}

void say_integer(JsonText *json, const char *key, int64_t number)
{
    tum_json_text_key(json, key);
    tum_json_text_integer(json, number);
}

void say_number(JsonText *json, const char *key, double number)
{
    tum_json_text_key(json, key);
    tum_json_text_double(json, number);
}

void say_numbers(JsonText *json, const char *key, const double *numbers, size_t count)
{
    tum_json_text_key(json, key);
    tum_json_text_doubles(json, numbers, count);
}

void say_floats(JsonText *json, const char *key, const float *numbers, size_t count)
{
    tum_json_text_key(json, key);
    tum_json_text_floats(json, numbers, count);
}

void say_truth(JsonText *json, const char *key, bool truth)
{
    tum_json_text_key(json, key);
    tum_json_text_boolean(json, truth);
}
