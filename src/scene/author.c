// SPDX-License-Identifier: MIT
// author.c: checks of a program's calls that add to a scene: places, bounds, references.
#include "scene/author.h"

#include <stdarg.h>
#include <stdio.h>

#include "math/scalar.h"

static const char *const plurals[THING_COUNT] = {
    "nodes",  "meshes",    "curves",   "shapes",          "materials", "filters",
    "bodies", "colliders", "triggers", "gravity_volumes", "joints",    "tracks"};

bool tum_call_begin(Call *call, SceneBuilder *builder, Thing thing, const char *pointer)
{
    if (!tum_scene_builder_is_ready(builder)) {
        return false;
    }
    Authored *authored = &builder->authored;
    *call = (Call){.builder = builder, .thing = thing, .pointer = pointer};
    if (pointer == NULL) {
        (void)snprintf(call->own, sizeof call->own, "/builder/%s/%zu", plurals[thing],
                       authored->call_count[thing]);
        call->pointer = call->own;
    }
    ++authored->call_count[thing];
    if (thing != THING_NODE && builder->dimension != 3 && builder->dimension != 4) {
        authored->misuse = authored->misuse == TUM_OK ? TUM_ERROR_UNSUPPORTED : authored->misuse;
        return false;
    }
    return true;
}

bool tum_call_is_stamped(SceneBuilder *builder, uint32_t stamp, uint32_t own)
{
    const TumStatus status = tum_stamp_status(stamp, own);
    if (status != TUM_OK && builder->authored.misuse == TUM_OK) {
        builder->authored.misuse = status;
    }
    return status == TUM_OK;
}

bool tum_call_end(Call *call)
{
    if (call->is_wrong) {
        call->builder->authored.left_out |= UINT32_C(1) << call->thing;
    }
    return !call->is_wrong;
}

void tum_call_refuse(Call *call, DiagnosticCode code, const char *member, const char *format, ...)
{
    char place[256], message[300];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    (void)snprintf(place, sizeof place, "%s%s%s", call->pointer, member[0] != '\0' ? "/" : "",
                   member);
    tum_report_add_as(call->builder->report, code, TUM_SEVERITY_ERROR, call->builder->file, place,
                      "%s", message);
    call->is_wrong = true;
}

static const char *bound_words(Bound bound)
{
    switch (bound) {
    case ANY_FINITE: return "a finite number";
    case NOT_NEGATIVE: return "a finite number of 0 or more";
    case POSITIVE: return "a finite number above 0";
    case POSITIVE_OR_INFINITE: break;
    }
    return "a number above 0";
}

static bool is_within(double value, Bound bound)
{
    switch (bound) {
    case ANY_FINITE: return is_finite64(value);
    case NOT_NEGATIVE: return value >= 0.0 && is_finite64(value);
    case POSITIVE: return value > 0.0 && is_finite64(value);
    case POSITIVE_OR_INFINITE: break;
    }
    return value > 0.0;
}

bool tum_call_number(Call *call, const char *member, double value, Bound bound)
{
    const bool is_fine = is_within(value, bound);
    if (!is_fine) {
        tum_call_refuse(call, CODE_VALUE_NOT_IN_RANGE, member, "%g is not %s.", value,
                        bound_words(bound));
    }
    return is_fine;
}

bool tum_call_numbers(Call *call, const char *member, const double *values, size_t count,
                      Bound bound)
{
    for (size_t i = 0; i < count; ++i) {
        if (!is_within(values[i], bound)) {
            char item[64];
            (void)snprintf(item, sizeof item, "%s%s%zu", member, member[0] != '\0' ? "/" : "", i);
            return tum_call_number(call, item, values[i], bound);
        }
    }
    return true;
}

void tum_call_choice(Call *call, const char *member, unsigned value, unsigned count)
{
    if (value >= count) {
        tum_call_refuse(call, CODE_VALUE_NOT_IN_LIST, member, "%u is none of the %u values.", value,
                        count);
    }
}

bool tum_call_index(Call *call, const char *member, Thing of, int32_t index, size_t count)
{
    if (index >= 0 && (size_t)index < count) {
        return true;
    }
    if (index == -1 && (call->builder->authored.left_out >> of & 1u) != 0) {
        call->is_wrong = true;
    } else {
        tum_call_refuse(call, CODE_UNRESOLVED_REFERENCE, member,
                        "%d is no index of the %zu %s added so far.", (int)index, count,
                        plurals[of]);
    }
    return false;
}

void tum_call_optional(Call *call, const char *member, Thing of, int32_t index, size_t count)
{
    if (index != -1) {
        (void)tum_call_index(call, member, of, index, count);
    }
}
