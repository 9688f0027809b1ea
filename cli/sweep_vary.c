// SPDX-License-Identifier: MIT
// sweep_vary.c: the text of a varied number: names, and a list or a range of values.
#include "sweep_vary.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"
#include "base/text.h"

static const struct {
    const char *name;
    VaryTarget target;
} options[] = {
    {"rate", VARY_RATE},           {"duration", VARY_DURATION},   {"substeps", VARY_SUBSTEPS},
    {"gravity", VARY_GRAVITY},     {"gravity.x", VARY_GRAVITY_X}, {"gravity.y", VARY_GRAVITY_Y},
    {"gravity.z", VARY_GRAVITY_Z}, {"gravity.w", VARY_GRAVITY_W},
};
enum { OPTION_NAMES = sizeof options / sizeof *options };

bool vary_refuse(char fault[VARY_FAULT_BYTES], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault, VARY_FAULT_BYTES, format, arguments);
    va_end(arguments);
    return false;
}

void vary_free(Vary *vary)
{
    for (size_t i = 0; i < vary->name_count; ++i) {
        free(vary->names[i]);
    }
    free(vary->list);
    *vary = (Vary){0};
}

static bool find_target(const char *name, VaryTarget *target, char fault[VARY_FAULT_BYTES])
{
    const char *names[OPTION_NAMES];
    *target = VARY_DOCUMENT;
    if (name[0] == '/') {
        return true;
    }
    for (size_t i = 0; i < OPTION_NAMES; ++i) {
        names[i] = options[i].name;
        if (strcmp(name, names[i]) == 0) {
            *target = options[i].target;
            return true;
        }
    }
    const char *nearest = tum_text_nearest(name, names, OPTION_NAMES);
    return vary_refuse(fault,
                       "--vary takes a JSON pointer, as /nodes/4/translation/1, or rate, duration, "
                       "substeps, gravity, gravity.x, .y, .z, .w, not \"%.60s\"%s%s%s",
                       name, nearest != NULL ? "; did you mean " : "",
                       nearest != NULL ? nearest : "", nearest != NULL ? "?" : "");
}

static bool add_name(Vary *vary, const char *text, size_t length, char fault[VARY_FAULT_BYTES])
{
    if (vary->name_count == VARY_MOST_NAMES) {
        return vary_refuse(fault, "at most %d numbers share a value", VARY_MOST_NAMES);
    }
    char *name = malloc(length + 1);
    if (name == NULL) {
        return vary_refuse(fault, "out of memory");
    }
    memcpy(name, text, length);
    name[length] = '\0';
    vary->names[vary->name_count] = name;
    return find_target(name, &vary->targets[vary->name_count++], fault);
}

// Names are divided by a comma before a slash, so that a pointer may have commas.
static bool read_names(Vary *vary, const char *text, const char *stop, char fault[VARY_FAULT_BYTES])
{
    const char *begin = text;
    for (const char *at = text; at <= stop; ++at) {
        if (at == stop || (at[0] == ',' && at[1] == '/')) {
            if (!add_name(vary, begin, (size_t)(at - begin), fault)) {
                return false;
            }
            begin = at + 1;
        }
    }
    return true;
}

// Reads the number up to one of `ends`, or the end of the text. @return the end, or NULL.
static const char *read_number(const char *text, const char *ends, double *number)
{
    const size_t length = strcspn(text, ends);
    const bool is_number =
        length > 0 && tum_number_parse(text, length, number) == length && isfinite(*number);
    return is_number ? text + length : NULL;
}

static bool read_list(Vary *vary, const char *text, char fault[VARY_FAULT_BYTES])
{
    size_t count = 1;
    for (const char *at = text; *at != '\0'; ++at) {
        count += *at == ',';
    }
    vary->list = malloc(count * sizeof *vary->list);
    if (vary->list == NULL) {
        return vary_refuse(fault, "out of memory");
    }
    const char *at = text;
    for (size_t i = 0; i < count; ++i) {
        const char *end = read_number(at, ",", &vary->list[i]);
        if (end == NULL) {
            return vary_refuse(fault,
                               "\"%.40s\" is no list of numbers, as 1,2,5, and no range, as "
                               "0:0.1:1",
                               text);
        }
        at = end + (*end == ',');
    }
    vary->level_count = count;
    return true;
}

// Digits behind the point of a decimal; -1 for one with an exponent.
static int decimals_of(const char *text, size_t length)
{
    const char *point = memchr(text, '.', length);
    if (memchr(text, 'e', length) != NULL || memchr(text, 'E', length) != NULL) {
        return -1;
    }
    return point != NULL ? (int)(text + length - point) - 1 : 0;
}

// Decimals become whole numbers over a power of ten, so that the third value of 0:0.1:1 is 0.3 and
// not 0.30000000000000004. They stay decimals where the whole numbers would not be exact.
static void make_whole(Vary *vary, const char *from, const char *step, const char *end)
{
    const int a = decimals_of(from, (size_t)(step - 1 - from));
    const int b = decimals_of(step, (size_t)(end - step));
    const int digits = a > b ? a : b;
    double denominator = 1.0;
    for (int i = 0; i < digits; ++i) {
        denominator *= 10.0;
    }
    const double most = 4503599627370496.0 / denominator; // 2^52
    if (a >= 0 && b >= 0 && digits <= 15 && fabs(vary->from) < most && fabs(vary->to) < most) {
        vary->denominator = denominator;
        vary->from = rint(vary->from * denominator);
        vary->step = rint(vary->step * denominator);
    }
}

static bool read_range(Vary *vary, const char *text, char fault[VARY_FAULT_BYTES])
{
    const char *first = read_number(text, ":", &vary->from), *last = NULL, *step = NULL;
    if (first != NULL && *first == ':') {
        last = read_number(first + 1, ":", &vary->to);
    }
    if (last != NULL && *last == ':') {
        step = first + 1;
        vary->step = vary->to;
        last = read_number(last + 1, "", &vary->to);
    }
    if (last == NULL || *last != '\0') {
        return vary_refuse(fault, "\"%.40s\" is no range, as FROM:STEP:TO or FROM:TO", text);
    }
    if (step == NULL) {
        return vary->to > vary->from ||
               vary_refuse(fault, "the range \"%.40s\" has no numbers: TO is not above FROM", text);
    }
    const double count = floor((vary->to - vary->from) / vary->step + 1e-9) + 1.0;
    if (!(count >= 1.0)) {
        return vary_refuse(fault, "the range \"%.40s\" has no numbers: STEP leads away from TO",
                           text);
    }
    if (count > SWEEP_MOST_RUNS) {
        return vary_refuse(fault, "the range \"%.40s\" has more than %d numbers", text,
                           SWEEP_MOST_RUNS);
    }
    vary->level_count = (uint64_t)count;
    make_whole(vary, text, step, step + strcspn(step, ":"));
    return true;
}

bool vary_read(Vary *vary, const char *text, char fault[VARY_FAULT_BYTES])
{
    const char *equals = strrchr(text, '=');
    *vary = (Vary){0};
    if (equals == NULL || equals == text) {
        return vary_refuse(
            fault, "--vary takes POINTER=FROM:STEP:TO or POINTER=a,b,c, not \"%.60s\"", text);
    }
    const bool is_range = strchr(equals + 1, ':') != NULL;
    if (!read_names(vary, text, equals, fault)) {
        return false;
    }
    return is_range ? read_range(vary, equals + 1, fault) : read_list(vary, equals + 1, fault);
}

double vary_level(const Vary *vary, uint64_t level)
{
    if (vary->list != NULL) {
        return vary->list[level];
    }
    const double number = vary->from + (double)level * vary->step;
    return vary->denominator > 0.0 ? number / vary->denominator : number;
}
