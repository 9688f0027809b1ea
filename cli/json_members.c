// SPDX-License-Identifier: MIT
// json_members.c: members of JSON objects, written to a stream.
#include "json_members.h"

static TumStatus write_stream(void *user, const char *bytes, size_t count)
{
    FILE *out = user;
    return fwrite(bytes, 1, count, out) == count ? TUM_OK : TUM_ERROR_FILE;
}

TextSink json_sink(FILE *out)
{
    return (TextSink){write_stream, out};
}

void json_text_member(JsonText *json, const char *key, const char *text)
{
    tum_json_text_key(json, key);
    tum_json_text_string(json, text);
}

void json_integer_member(JsonText *json, const char *key, int64_t number)
{
    tum_json_text_key(json, key);
    tum_json_text_integer(json, number);
}

void json_number_member(JsonText *json, const char *key, double number)
{
    tum_json_text_key(json, key);
    tum_json_text_double(json, number);
}

void json_numbers_member(JsonText *json, const char *key, const double *numbers, size_t count)
{
    tum_json_text_key(json, key);
    tum_json_text_doubles(json, numbers, count);
}

void json_floats_member(JsonText *json, const char *key, const float *numbers, size_t count)
{
    tum_json_text_key(json, key);
    tum_json_text_floats(json, numbers, count);
}

void json_boolean_member(JsonText *json, const char *key, bool truth)
{
    tum_json_text_key(json, key);
    tum_json_text_boolean(json, truth);
}
