// SPDX-License-Identifier: MIT
// measure.c: the text of a measure, its window of time and its reduction.
#include "measure.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"
#include "base/text.h"
#include "safe.h"

enum { MOST_NAME = 24, ALL_DIMENSIONS = 0 };

static const struct Quantity {
    const char *name;
    MeasureKind kind;
    int axis;
    int dimension; // The only one that has it; ALL_DIMENSIONS: each.
} quantities[] = {
    {"x", MEASURE_PLACE, 0, ALL_DIMENSIONS},
    {"y", MEASURE_PLACE, 1, ALL_DIMENSIONS},
    {"z", MEASURE_PLACE, 2, ALL_DIMENSIONS},
    {"w", MEASURE_PLACE, 3, 4},
    {"vx", MEASURE_LINEAR, 0, ALL_DIMENSIONS},
    {"vy", MEASURE_LINEAR, 1, ALL_DIMENSIONS},
    {"vz", MEASURE_LINEAR, 2, ALL_DIMENSIONS},
    {"vw", MEASURE_LINEAR, 3, 4},
    {"wx", MEASURE_ANGULAR, 0, 3},
    {"wy", MEASURE_ANGULAR, 1, 3},
    {"wz", MEASURE_ANGULAR, 2, 3},
    {"speed", MEASURE_SPEED, 0, ALL_DIMENSIONS},
    {"angularSpeed", MEASURE_ANGULAR_SPEED, 0, 3},
    {"displacement", MEASURE_DISPLACEMENT, 0, ALL_DIMENSIONS},
    {"along.x", MEASURE_ALONG, 0, ALL_DIMENSIONS},
    {"along.y", MEASURE_ALONG, 1, ALL_DIMENSIONS},
    {"along.z", MEASURE_ALONG, 2, ALL_DIMENSIONS},
    {"horizontal", MEASURE_HORIZONTAL, 0, 3},
    {"turn", MEASURE_TURN, 0, 3},
    {"tilt", MEASURE_TILT, 1, 3},
    {"twist.x", MEASURE_TWIST, 0, 3},
    {"twist.y", MEASURE_TWIST, 1, 3},
    {"twist.z", MEASURE_TWIST, 2, 3},
    {"low.x", MEASURE_LOW, 0, 3},
    {"low.y", MEASURE_LOW, 1, 3},
    {"low.z", MEASURE_LOW, 2, 3},
    {"high.x", MEASURE_HIGH, 0, 3},
    {"high.y", MEASURE_HIGH, 1, 3},
    {"high.z", MEASURE_HIGH, 2, 3},
    {"asleep", MEASURE_ASLEEP, 0, ALL_DIMENSIONS},
};
enum { QUANTITY_COUNT = sizeof quantities / sizeof *quantities };

static const char *const reductions[MEASURE_REDUCTION_COUNT] = {
    [MEASURE_LAST] = "last", [MEASURE_FIRST] = "first", [MEASURE_MIN] = "min",
    [MEASURE_MAX] = "max",   [MEASURE_MEAN] = "mean",   [MEASURE_SPAN] = "span",
};

const char *measure_reduction_name(size_t index)
{
    return index < MEASURE_REDUCTION_COUNT ? reductions[index] : NULL;
}

__attribute__((format(__printf__, 2, 3))) static bool refuse(char fault[MEASURE_FAULT_BYTES],
                                                             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault, MEASURE_FAULT_BYTES, format, arguments);
    va_end(arguments);
    return false;
}

// Reads "max " and its like. @return the place behind it; `text` where there is no reduction.
static const char *read_reduction(const char *text, MeasureReduction *reduction, bool *is_given)
{
    const size_t length = strcspn(text, " (");
    *is_given = false;
    for (int i = 0; i < MEASURE_REDUCTION_COUNT && text[length] == ' '; ++i) {
        if (strlen(reductions[i]) == length && strncmp(text, reductions[i], length) == 0) {
            *reduction = (MeasureReduction)i;
            *is_given = true;
            return text + length + strspn(text + length, " ");
        }
    }
    return text;
}

static bool read_quantity(const char *name, int dimension, Measure *measure,
                          char fault[MEASURE_FAULT_BYTES])
{
    const char *names[QUANTITY_COUNT];
    for (size_t i = 0; i < QUANTITY_COUNT; ++i) {
        names[i] = quantities[i].name;
        if (strcmp(name, names[i]) == 0) {
            measure->kind = quantities[i].kind;
            measure->axis = quantities[i].axis;
            const int own = quantities[i].dimension;
            return own == ALL_DIMENSIONS || own == dimension ||
                   refuse(fault, "\"%s\" is a quantity of %d dimensions, and the file has %d", name,
                          own, dimension);
        }
    }
    const char *nearest = tum_text_nearest(name, names, QUANTITY_COUNT);
    return refuse(fault, "there is no quantity \"%s\"%s%s%s", name,
                  nearest != NULL ? "; did you mean " : "", nearest != NULL ? nearest : "",
                  nearest != NULL ? "?" : "");
}

// Finds a node by its name, else by its index.
static bool find_node(const char *name, size_t length, const TumScene *scene, int32_t *node,
                      char fault[MEASURE_FAULT_BYTES])
{
    char text[128];
    int found = 0;
    snprintf(text, sizeof text, "%.*s", (int)length, name);
    for (size_t i = 0; i < scene->node_count; ++i) {
        const char *own = scene->nodes[i].name;
        if (strlen(own) == length && memcmp(own, name, length) == 0) {
            *node = (int32_t)i;
            ++found;
        }
    }
    if (found == 0 && length > 0 && length < 9 && strspn(text, "0123456789") == length) {
        const size_t index = (size_t)strtoul(text, NULL, 10);
        *node = (int32_t)index;
        found = index < scene->node_count;
    }
    if (found != 1) {
        return refuse(fault,
                      found == 0 ? "there is no node \"%s\""
                                 : "several nodes are called \"%s\""
                                   "; give its index",
                      SAFE_NAME(text));
    }
    return scene->nodes[*node].body >= 0 ||
           refuse(fault, "physics never moves node \"%s\"", SAFE_NAME(text));
}

// Reads a time [s] up to `stop`. @return false where there is none.
static bool read_time(const char *text, const char *stop, double *time)
{
    const size_t length = (size_t)(stop - text);
    return length > 0 && tum_number_parse(text, length, time) == length && *time >= 0.0 &&
           isfinite(*time);
}

// Reads "end", "1.5" or "1:3".
static bool read_window(const char *text, bool is_reduced, Measure *measure,
                        char fault[MEASURE_FAULT_BYTES])
{
    const char *stop = text + strlen(text), *colon = strchr(text, ':');
    measure->begin = measure->end = INFINITY;
    if (strcmp(text, "end") == 0) {
        return true;
    }
    if (colon == NULL) {
        const bool is_time = read_time(text, stop, &measure->begin);
        measure->end = measure->begin;
        return is_time || refuse(fault, "\"@%.40s\" is neither @end nor a time in seconds", text);
    }
    if (!read_time(text, colon, &measure->begin) ||
        (strcmp(colon + 1, "end") != 0 && !read_time(colon + 1, stop, &measure->end)) ||
        measure->begin > measure->end) {
        return refuse(fault, "\"@%.40s\" is no window of two times in seconds, as @1:3", text);
    }
    return is_reduced || refuse(fault, "a window needs a reduction before the quantity: last, "
                                       "first, min, max, mean or span");
}

bool measure_read(const char *text, const TumScene *scene, Measure *measure,
                  char fault[MEASURE_FAULT_BYTES])
{
    bool is_reduced;
    *measure = (Measure){.text = text, .reduction = MEASURE_LAST};
    const char *quantity = read_reduction(text, &measure->reduction, &is_reduced);
    const char *open = strchr(quantity, '('), *close = strrchr(quantity, ')');
    if (open == NULL || close == NULL || close < open || open - quantity >= MOST_NAME ||
        (close[1] != '\0' && close[1] != '@')) {
        return refuse(fault, "a measure is a quantity of a node, as in \"z(Ball)@end\" or "
                             "\"max tilt(Tower)@1:3\"");
    }
    char name[MOST_NAME];
    snprintf(name, sizeof name, "%.*s", (int)(open - quantity), quantity);
    // Without a window a reduction is over the whole run, and a quantity that of its end.
    measure->begin = is_reduced ? 0.0 : INFINITY;
    measure->end = INFINITY;
    return read_quantity(name, scene->dimension, measure, fault) &&
           find_node(open + 1, (size_t)(close - open - 1), scene, &measure->node, fault) &&
           (close[1] == '\0' || read_window(close + 2, is_reduced, measure, fault));
}

void measure_add(MeasureSeries *series, const TumWorld *world, double time, double length,
                 bool is_end)
{
    const Measure *measure = series->measure;
    const double value = measure_now(series, world);
    ++series->steps;
    // A step half-way between two times belongs to the later one alone.
    const bool is_inside = isinf(measure->begin) ? is_end
                                                 : time >= measure->begin - 0.5 * length &&
                                                       time < measure->end + 0.5 * length;
    if (!is_inside || !isfinite(value)) {
        return;
    }
    series->first = series->count == 0 ? value : series->first;
    series->least = series->count == 0 || value < series->least ? value : series->least;
    series->most = series->count == 0 || value > series->most ? value : series->most;
    series->last = value;
    series->sum += value;
    ++series->count;
}

double measure_value(const MeasureSeries *series)
{
    if (series->count == 0) {
        return (double)NAN;
    }
    switch (series->measure->reduction) {
    case MEASURE_FIRST: return series->first;
    case MEASURE_MIN: return series->least;
    case MEASURE_MAX: return series->most;
    case MEASURE_MEAN: return series->sum / (double)series->count;
    case MEASURE_SPAN: return series->most - series->least;
    case MEASURE_LAST:
    case MEASURE_REDUCTION_COUNT: break;
    }
    return series->last;
}
