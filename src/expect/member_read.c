// SPDX-License-Identifier: MIT
// member_read.c: members of a check, with its faults.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "expect/check_read.h"
#include "expect/motion.h"

void tum_expect_refuse(CheckReader *reader, const Cursor *place, DiagnosticCode code,
                       const char *format, ...)
{
    char text[NODE_FAULT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const size_t length = strlen(text);
    const bool is_question = length > 0 && text[length - 1] == '?';
    tum_cursor_report_as(place, code, TUM_SEVERITY_ERROR, "%s%s", text, is_question ? "" : ".");
    if (reader->fault[0] == '\0') {
        memcpy(reader->fault, text, sizeof text);
    }
}

// The fault of a member that is there and could not be read; its finding is filed already.
static bool wrong(CheckReader *reader, const Cursor *object, const char *key)
{
    const Cursor member = tum_cursor_member(object, key);
    if (tum_cursor_exists(&member) && reader->fault[0] == '\0') {
        (void)snprintf(reader->fault, sizeof reader->fault, "'%s' is of the wrong kind", key);
    }
    return false;
}

void tum_expect_missing(CheckReader *reader, const Cursor *object, const char *key)
{
    const Cursor member = tum_cursor_member(object, key);
    if (tum_cursor_exists(&member)) {
        (void)wrong(reader, object, key);
        return;
    }
    tum_expect_refuse(reader, object, CODE_UNDEFINED_PROPERTY, "property '%s' must be defined",
                      key);
}

const char *tum_expect_text(CheckReader *reader, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const char *kept = tum_arena_text(&reader->expectations->arena, text,
                                      tum_utf8_prefix(text, strlen(text), sizeof text - 1));
    reader->status = kept == NULL ? TUM_ERROR_MEMORY : reader->status;
    return kept != NULL ? kept : "";
}

void *tum_expect_memory(CheckReader *reader, size_t count, size_t item_bytes)
{
    void *memory = tum_arena_zeroed(&reader->expectations->arena, count, item_bytes);
    reader->status = memory == NULL ? TUM_ERROR_MEMORY : reader->status;
    return memory;
}

static bool all_finite(CheckReader *reader, const Cursor *object, const char *key,
                       const double *values, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (!is_finite64(values[i])) {
            const Cursor member = tum_cursor_member(object, key);
            tum_expect_refuse(reader, &member, CODE_VALUE_NOT_IN_RANGE,
                              "'%s' is too large for a number", key);
            return false;
        }
    }
    return true;
}

bool tum_expect_number(CheckReader *reader, const Cursor *object, const char *key, double *value)
{
    double read;
    if (!tum_cursor_number(object, key, &read)) {
        return wrong(reader, object, key);
    }
    if (!all_finite(reader, object, key, &read, 1)) {
        return false;
    }
    *value = read;
    return true;
}

static int dimension_of(const CheckReader *reader)
{
    return reader->expectations->scene->dimension;
}

static bool read_numbers(CheckReader *reader, const Cursor *object, const char *key, double *values,
                         size_t count)
{
    return tum_cursor_numbers(object, key, values, count)
               ? all_finite(reader, object, key, values, count)
               : wrong(reader, object, key);
}

bool tum_expect_vector(CheckReader *reader, const Cursor *object, const char *key, DVec4 *value)
{
    double v[4] = {0.0};
    if (!read_numbers(reader, object, key, v, (size_t)dimension_of(reader))) {
        return false;
    }
    *value = (DVec4){v[0], v[1], v[2], v[3]};
    return true;
}

bool tum_expect_rotation(CheckReader *reader, const Cursor *object, const char *key,
                         DRotation4 *value)
{
    const int dimension = dimension_of(reader);
    double q[16];
    if (!read_numbers(reader, object, key, q, tum_turn_width(dimension))) {
        return false;
    }
    if (!tum_turn_is_right(dimension, q)) {
        const Cursor member = tum_cursor_member(object, key);
        tum_expect_refuse(reader, &member, CODE_VALUE_NOT_IN_RANGE, "'%s' is no rotation", key);
        return false;
    }
    *value = tum_turn_of(dimension, q);
    return true;
}

bool tum_expect_spin(CheckReader *reader, const Cursor *object, const char *key, DBivec4 *value)
{
    const int dimension = dimension_of(reader);
    double w[6];
    if (!read_numbers(reader, object, key, w, tum_spin_width(dimension))) {
        return false;
    }
    *value = tum_spin_of(dimension, w);
    return true;
}

bool tum_expect_inertia(CheckReader *reader, const Cursor *object, const char *key, DBivec4 *value)
{
    if (!tum_expect_spin(reader, object, key, value)) {
        return false;
    }
    // Moments about an axis have no sign, as angular velocities have.
    value->xz = dimension_of(reader) == 4 ? value->xz : -value->xz;
    return true;
}

bool tum_expect_node(CheckReader *reader, const Cursor *object, const char *key, int32_t *node)
{
    char fault[NODE_FAULT_BYTES];
    const Cursor member = tum_cursor_member(object, key);
    if (!tum_cursor_exists(&member)) {
        return false;
    }
    const TumStatus status = tum_node_ref_read(reader->names, &member, node, fault);
    if (status == TUM_ERROR_INPUT && reader->fault[0] == '\0') {
        memcpy(reader->fault, fault, sizeof fault);
    } else if (status == TUM_ERROR_MEMORY) {
        reader->status = status;
    }
    return status == TUM_OK;
}

bool tum_expect_window(CheckReader *reader, const Cursor *object, Window *window)
{
    const Cursor member = tum_cursor_member(object, "t");
    double t[2];
    if (tum_cursor_kind(&member) == JSON_NUMBER) {
        if (!tum_expect_number(reader, object, "t", &t[0])) {
            return false;
        }
        t[1] = t[0];
    } else if (!tum_cursor_numbers(object, "t", t, 2)) {
        return wrong(reader, object, "t");
    } else if (!all_finite(reader, object, "t", t, 2)) {
        return false;
    }
    *window = (Window){.is_given = true, .begin = t[0], .end = t[1]};
    return true;
}

bool tum_expect_reduce(CheckReader *reader, const Cursor *object, Reduce *reduce)
{
    static const struct {
        const char *name;
        Reduce reduce;
    } names[] = {{"all", REDUCE_ALL},   {"any", REDUCE_ANY},     {"min", REDUCE_MIN},
                 {"max", REDUCE_MAX},   {"last", REDUCE_LAST},   {"final", REDUCE_LAST},
                 {"at", REDUCE_LAST},   {"first", REDUCE_FIRST}, {"mean", REDUCE_MEAN},
                 {"span", REDUCE_SPAN}, {"net", REDUCE_NET}};
    const char *text;
    if (!tum_cursor_text(object, "reduce", &text)) {
        return wrong(reader, object, "reduce");
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        if (strcmp(names[i].name, text) == 0) {
            *reduce = names[i].reduce;
            return true;
        }
    }
    const Cursor member = tum_cursor_member(object, "reduce");
    tum_expect_refuse(reader, &member, CODE_VALUE_NOT_IN_LIST,
                      "unknown reduction '%.40s': all, any, min, max, first, last, mean, span, net",
                      text);
    return false;
}

const char *tum_window_label(const Window *window, char *text, size_t room)
{
    if (window->is_end) {
        (void)snprintf(text, room, " at the end");
    } else if (!window->is_given) {
        text[0] = '\0';
    } else if (window->begin == window->end) {
        (void)snprintf(text, room, " at %g s", window->begin);
    } else {
        (void)snprintf(text, room, " from %g s to %g s", window->begin, window->end);
    }
    return text;
}
