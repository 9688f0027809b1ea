// SPDX-License-Identifier: MIT
/// json_members.h: members of JSON objects, written to a stream.
#ifndef TUM_CLI_JSON_MEMBERS_H
#define TUM_CLI_JSON_MEMBERS_H

#include <stdio.h>

#include "base/json_text.h"

/// A sink that writes JSON to a stream. A failed write is TUM_ERROR_FILE.
TextSink json_sink(FILE *out);

// Writes a key and its value.
void json_text_member(JsonText *json, const char *key, const char *text);
void json_integer_member(JsonText *json, const char *key, int64_t number);
void json_number_member(JsonText *json, const char *key, double number);
void json_numbers_member(JsonText *json, const char *key, const double *numbers, size_t count);
void json_floats_member(JsonText *json, const char *key, const float *numbers, size_t count);
void json_boolean_member(JsonText *json, const char *key, bool truth);

#endif
