// SPDX-License-Identifier: MIT
/// words.h: words on the screen and in --json, and JSON written to a stream.
#ifndef TUM_CLI_WORDS_H
#define TUM_CLI_WORDS_H

#include <stdio.h>

#include "base/json_text.h"
#include "tumble/scene.h"

/// `one` for a count of 1, else `many`.
const char *plural(uint64_t count, const char *one, const char *many);

/// "static", "kinematic", "dynamic".
const char *word_of_body_kind(TumBodyKind kind);
/// "none", "character", "vehicle".
const char *word_of_tag(TumBodyTag tag);
/// "sphere", "box" …
const char *word_of_shape_kind(TumShapeKind kind);
enum { SHAPE_KIND_COUNT = TUM_SHAPE_RAY + 1 };
/// "directional", "point" …
const char *word_of_gravity_kind(TumGravityKind kind);
enum { GRAVITY_KIND_COUNT = TUM_GRAVITY_SHAPED + 1 };
/// "authored", "defaulted", "computed".
const char *word_of_origin(TumOrigin origin);
/// "none", "average" …
const char *word_of_combine(TumCombine combine);
/// "linear", "angular".
const char *word_of_space(TumSpace space);

/// A sink that writes JSON to a stream. A failed write is TUM_ERROR_FILE.
TextSink words_sink(FILE *out);

// Writes a key and its value.
void say_text(JsonText *json, const char *key, const char *text);
void say_integer(JsonText *json, const char *key, int64_t number);
void say_number(JsonText *json, const char *key, double number);
void say_numbers(JsonText *json, const char *key, const double *numbers, size_t count);
void say_floats(JsonText *json, const char *key, const float *numbers, size_t count);
void say_truth(JsonText *json, const char *key, bool truth);

#endif
