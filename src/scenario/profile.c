// SPDX-License-Identifier: MIT
// profile.c: thresholds of the scenarios: the built-in ones, and others from JSON.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/assert.h"
#include "base/text.h"
#include "document/json.h"
#include "tumble/scenario.h"

// Threshold: its member of JSON and of TumScenarioProfile, built-in value and range.
typedef struct Threshold {
    const char *section, *name;
    size_t offset;
    double built_in;
    double least, most;
} Threshold;

#define THRESHOLD(section, name, member, built_in, least, most)                                    \
    {                                                                                              \
        section, name, offsetof(TumScenarioProfile, member), built_in, least, most                 \
    }

// Ranges keep a run finite: no step is longer than a duration, no run lasts for days.
static const Threshold thresholds[] = {
    THRESHOLD("drop", "height", drop_height, 2.0, 0.01, 1000.0),
    THRESHOLD("drop", "duration", drop_duration, 10.0, 0.01, 3600.0),
    THRESHOLD("drop", "touch", drop_touch, 0.1, 0.0, 1000.0),
    THRESHOLD("drop", "depth", drop_depth, 0.1, 0.0, 1000.0),
    THRESHOLD("drop", "restTime", drop_rest_time, 8.0, 0.0, 3600.0),
    THRESHOLD("drop", "still", drop_still, 0.02, 0.0, 1000.0),
    THRESHOLD("drop", "stillTime", drop_still_time, 2.0, 0.0, 3600.0),
    THRESHOLD("slope", "angle", slope_angle, 45.0, 1.0, 80.0),
    THRESHOLD("slope", "staticFriction", slope_static_friction, 0.5, 0.0, 1000.0),
    THRESHOLD("slope", "dynamicFriction", slope_dynamic_friction, 0.4, 0.0, 1000.0),
    THRESHOLD("slope", "height", slope_height, 0.1, 0.0, 1000.0),
    THRESHOLD("slope", "ramp", slope_ramp, 1.0, 0.0, 1000.0),
    THRESHOLD("slope", "duration", slope_duration, 3.0, 0.01, 3600.0),
    THRESHOLD("slope", "contact", slope_contact, 0.02, 0.0, 1000.0),
    THRESHOLD("slope", "downhill", slope_downhill, 0.01, 0.0, 1000.0),
    THRESHOLD("slope", "below", slope_below, 0.02, 0.0, 1000.0),
    THRESHOLD("slope", "off", slope_off, 0.05, 0.0, 1000.0),
    THRESHOLD("slope", "offTime", slope_off_time, 0.1, 0.0, 3600.0),
    THRESHOLD("slope", "depth", slope_depth, 0.1, 0.0, 1000.0),
    THRESHOLD("tilt", "rate", tilt_rate, 12.0, 0.1, 360.0),
    THRESHOLD("tilt", "angle", tilt_angle, 50.0, 1.0, 85.0),
    THRESHOLD("tilt", "settle", tilt_settle, 10.0, 0.0, 3600.0),
    THRESHOLD("tilt", "slip", tilt_slip, 0.02, 1e-4, 1000.0),
    THRESHOLD("tilt", "staticFriction", tilt_static_friction, 0.5, 0.0, 1000.0),
    THRESHOLD("tilt", "dynamicFriction", tilt_dynamic_friction, 0.4, 0.0, 1000.0),
    THRESHOLD("tilt", "tolerance", tilt_tolerance, 0.2, 0.0, 1000.0),
    THRESHOLD("joints", "angularSpeed", joints_angular_speed, 45.0, 0.1, 3600.0),
    THRESHOLD("joints", "linearSpeed", joints_linear_speed, 0.05, 1e-6, 1000.0),
    THRESHOLD("joints", "duration", joints_duration, 2.0, 0.01, 3600.0),
    THRESHOLD("joints", "effort", joints_effort, 10.0, 0.0, 1e6),
    THRESHOLD("joints", "angle", joints_angle, 1.0, 1e-3, 180.0),
    THRESHOLD("joints", "share", joints_share, 0.02, 1e-6, 10.0),
    THRESHOLD("release", "duration", release_duration, 3.0, 0.01, 3600.0),
    THRESHOLD("release", "angularSpeed", release_angular_speed, (double)INFINITY, 0.0,
              (double)INFINITY),
    THRESHOLD("release", "linearSpeed", release_linear_speed, (double)INFINITY, 0.0,
              (double)INFINITY),
    THRESHOLD("rest", "duration", rest_duration, 10.0, 0.01, 3600.0),
    THRESHOLD("rest", "settle", rest_settle, 2.0, 0.0, 3600.0),
    THRESHOLD("rest", "penetration", rest_penetration, 0.01, 0.0, 1000.0),
    THRESHOLD("rest", "lasting", rest_lasting, 0.1, 0.0, 3600.0),
    THRESHOLD("rest", "fall", rest_fall, 0.1, 0.0, 1000.0),
    THRESHOLD("jitter", "turn", jitter_turn, 2.0, 0.0, 180.0),
    THRESHOLD("jitter", "move", jitter_move, 0.01, 0.0, 1000.0),
    THRESHOLD("jitter", "restShare", jitter_rest_share, 0.1, 0.0, 1.0),
};

enum { THRESHOLD_COUNT = sizeof thresholds / sizeof *thresholds };

static const char built_in_name[] = "simready-2026.08";

static double *member_of(TumScenarioProfile *profile, const Threshold *threshold)
{
    return (double *)(void *)((char *)profile + threshold->offset);
}

void tum_scenario_profile_init(TumScenarioProfile *profile)
{
    *profile = (TumScenarioProfile){0};
    memcpy(profile->name, built_in_name, sizeof built_in_name);
    for (size_t i = 0; i < THRESHOLD_COUNT; ++i) {
        *member_of(profile, &thresholds[i]) = thresholds[i].built_in;
    }
}

typedef struct Reading {
    const char *file;
    TumReport *report;
    TumScenarioProfile *profile;
    bool has_errors;
} Reading;

__attribute__((format(__printf__, 4, 5))) static void
refuse(Reading *reading, DiagnosticCode code, const char *pointer, const char *format, ...)
{
    char message[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    tum_report_add_as(reading->report, code, TUM_SEVERITY_ERROR, reading->file, pointer, "%s",
                      message);
    reading->has_errors = true;
}

// Files a member that a profile does not have, with the name that was meant.
static void refuse_member(Reading *reading, const char *pointer, const char *key,
                          const char *const *names, size_t count)
{
    const char *meant = tum_text_nearest(key, names, count);
    refuse(reading, CODE_UNEXPECTED_PROPERTY, pointer, "A profile has no such member%s%s%s.",
           meant != NULL ? "; '" : "", meant != NULL ? meant : "",
           meant != NULL ? "' may be meant" : "");
}

static void read_threshold(Reading *reading, const Threshold *threshold, const JsonValue *value,
                           const char *pointer)
{
    // A speed that is told and not bounded is null.
    if (value->kind == JSON_NULL && isinf(threshold->built_in)) {
        *member_of(reading->profile, threshold) = threshold->built_in;
        return;
    }
    if (value->kind != JSON_NUMBER) {
        refuse(reading, CODE_TYPE_MISMATCH, pointer, "A threshold is a number.");
        return;
    }
    const double number = tum_json_number_of(value);
    if (!(number >= threshold->least && number <= threshold->most)) {
        refuse(reading, CODE_VALUE_NOT_IN_RANGE, pointer, "%.6g is not from %.6g to %.6g.", number,
               threshold->least, threshold->most);
        return;
    }
    *member_of(reading->profile, threshold) = number;
}

static void read_section(Reading *reading, const char *section, const JsonValue *value)
{
    const char *names[THRESHOLD_COUNT];
    size_t count = 0;
    for (size_t i = 0; i < THRESHOLD_COUNT; ++i) {
        if (strcmp(thresholds[i].section, section) == 0) {
            names[count++] = thresholds[i].name;
        }
    }
    char pointer[256];
    snprintf(pointer, sizeof pointer, "/%s", section);
    if (value->kind != JSON_OBJECT) {
        refuse(reading, CODE_TYPE_MISMATCH, pointer, "Thresholds of a scenario are an object.");
        return;
    }
    for (uint32_t m = 0; m < value->count; ++m) {
        const JsonMember *member = &value->members[m];
        const Threshold *found = NULL;
        snprintf(pointer, sizeof pointer, "/%s/%s", section, member->key);
        for (size_t i = 0; i < THRESHOLD_COUNT; ++i) {
            if (strcmp(thresholds[i].section, section) == 0 &&
                strcmp(thresholds[i].name, member->key) == 0) {
                found = &thresholds[i];
            }
        }
        if (found == NULL) {
            refuse_member(reading, pointer, member->key, names, count);
        } else {
            read_threshold(reading, found, &member->value, pointer);
        }
    }
}

static void read_name(Reading *reading, const JsonValue *value)
{
    if (value->kind != JSON_TEXT || value->count >= TUM_PROFILE_NAME_BYTES) {
        refuse(reading, CODE_TYPE_MISMATCH, "/name",
               "The name of a profile is a text of at most "
               "%d bytes.",
               TUM_PROFILE_NAME_BYTES - 1);
        return;
    }
    memcpy(reading->profile->name, value->text, value->count);
    reading->profile->name[value->count] = '\0';
}

static void read_profile(Reading *reading, const JsonValue *root)
{
    static const char *const names[] = {"tumbleScenarioProfile",
                                        "name",
                                        "drop",
                                        "slope",
                                        "tilt",
                                        "joints",
                                        "release",
                                        "rest",
                                        "jitter"};
    enum { NAMES = sizeof names / sizeof *names, FIRST_SECTION = 2 };
    if (root->kind != JSON_OBJECT) {
        refuse(reading, CODE_TYPE_MISMATCH, "", "A profile is an object.");
        return;
    }
    const JsonValue *version = tum_json_find(root, names[0]);
    if (version == NULL || version->kind != JSON_NUMBER || tum_json_number_of(version) != 1.0) {
        refuse(reading, CODE_VALUE_NOT_IN_LIST, "/tumbleScenarioProfile",
               "The version of a profile has to be 1.");
    }
    for (uint32_t m = 0; m < root->count; ++m) {
        const JsonMember *member = &root->members[m];
        size_t i = 0;
        while (i < NAMES && strcmp(member->key, names[i]) != 0) {
            ++i;
        }
        if (i == NAMES) {
            char pointer[256];
            snprintf(pointer, sizeof pointer, "/%s", member->key);
            refuse_member(reading, pointer, member->key, names, NAMES);
        } else if (i >= FIRST_SECTION) {
            read_section(reading, names[i], &member->value);
        } else if (i == 1) {
            read_name(reading, &member->value);
        }
    }
}

TumStatus tum_scenario_profile_read(const char *text, size_t count, const char *file,
                                    TumScenarioProfile *profile, TumReport *report)
{
    if (!TUM_REQUIRE(text != NULL && profile != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    TumScenarioProfile read;
    tum_scenario_profile_init(&read);
    read.name[0] = '\0';
    Reading reading = {.file = file != NULL ? file : "", .report = report, .profile = &read};
    Arena arena;
    JsonValue root;
    tum_arena_init(&arena, NULL);
    TumStatus status = tum_json_parse(text, count, &arena, &root, reading.file, report);
    if (status == TUM_OK) {
        read_profile(&reading, &root);
        status = reading.has_errors ? TUM_ERROR_INPUT : TUM_OK;
    }
    tum_arena_clear(&arena);
    if (status == TUM_OK) {
        *profile = read;
    }
    return status;
}
