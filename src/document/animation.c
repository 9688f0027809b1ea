// SPDX-License-Identifier: MIT
// animation.c: the animations of a document (glTF 2.0 specification, section 3.11 and appendix C).
#include "document/animation.h"

#include <string.h>

#include "base/assert.h"
#include "document/accessor.h"
#include "document/state.h"
#include "math/math3_64.h"
#include "tumble/capacity.h"

/// [1] Limit of the elements read for one animation, as a multiple of the buffers' bytes.
static const uint64_t most_readings = 8;

/// A sampler after reading; channels share it.
typedef struct Sampler {
    bool is_tried, is_right;
    AnimationInterpolation interpolation;
    size_t key_count;
    size_t output_count, output_width; ///< Elements, and numbers in each.
    ComponentType output_type;
    const double *times, *values;
} Sampler;

typedef struct Reading {
    const TumDocument *document;
    TumReport *report;
    Arena *arena;
    Cursor root, animations, animation, samplers, channels;
    Sampler *items;  ///< [sampler count]
    uint64_t budget; ///< Elements left to read.
    bool is_out_of_memory;
} Reading;

static bool spend(Reading *reading, uint64_t elements)
{
    if (elements > reading->budget) {
        tum_cursor_report(&reading->animation, CODE_VALUE_NOT_IN_RANGE,
                          "The samplers repeat their accessors too often for the size of the "
                          "file.");
        reading->budget = 0;
        return false;
    }
    reading->budget -= elements;
    return true;
}

static const double *read_accessor(Reading *reading, const Cursor *at, const char *key,
                                   Accessor *accessor)
{
    const Cursor member = tum_cursor_member(at, key);
    if (!tum_cursor_exists(&member)) {
        tum_cursor_report_missing(at, key);
        return NULL;
    }
    const int32_t index =
        tum_cursor_index(at, key, tum_cursor_root_count(reading->document, "accessors"));
    if (index < 0 || !tum_accessor_open(reading->document, index, accessor, reading->report) ||
        !spend(reading, (uint64_t)accessor->count * accessor->width + accessor->sparse_count)) {
        return NULL;
    }
    double *values =
        tum_arena_zeroed(reading->arena, accessor->count, accessor->width * sizeof *values);
    if (values == NULL) {
        reading->is_out_of_memory = true;
        return NULL;
    }
    tum_accessor_read(accessor, 0, accessor->count, values);
    for (size_t i = 0; i < accessor->count * accessor->width; ++i) {
        if (!is_finite64(values[i])) {
            const Cursor accessors = tum_cursor_array(&reading->root, "accessors");
            const Cursor place = tum_cursor_item(&accessors, (size_t)index);
            tum_cursor_report(&place, CODE_ACCESSOR_INVALID_FLOAT, "Number %zu is not finite.", i);
            return NULL;
        }
    }
    return values;
}

static bool check_times(const Cursor *at, const Accessor *accessor, const double *times)
{
    const Cursor member = tum_cursor_member(at, "input");
    if (accessor->width != 1 || accessor->type != COMPONENT_FLOAT) {
        tum_cursor_report(&member, CODE_ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT,
                          "Times are single floats.");
        return false;
    }
    if (times[0] < 0.0) {
        tum_cursor_report(&member, CODE_ACCESSOR_ANIMATION_INPUT_NEGATIVE, "The first time is %g.",
                          times[0]);
    }
    for (size_t i = 1; i < accessor->count; ++i) {
        if (!(times[i] > times[i - 1])) {
            tum_cursor_report(&member, CODE_ACCESSOR_ANIMATION_INPUT_NON_INCREASING,
                              "Time %zu, %g, is not after the one before, %g.", i, times[i],
                              times[i - 1]);
            return false;
        }
    }
    return true;
}

static AnimationInterpolation read_interpolation(const Cursor *at)
{
    const char *text = "LINEAR";
    tum_cursor_text(at, "interpolation", &text);
    if (strcmp(text, "STEP") == 0) {
        return ANIMATION_STEP;
    }
    if (strcmp(text, "CUBICSPLINE") == 0) {
        return ANIMATION_CUBIC_SPLINE;
    }
    if (strcmp(text, "LINEAR") != 0) {
        const Cursor member = tum_cursor_member(at, "interpolation");
        tum_cursor_report(&member, CODE_VALUE_NOT_IN_LIST,
                          "Interpolation '%.40s' is read as LINEAR.", text);
    }
    return ANIMATION_LINEAR;
}

static const Sampler *read_sampler(Reading *reading, int32_t index)
{
    Sampler *sampler = &reading->items[index];
    if (sampler->is_tried) {
        return sampler->is_right ? sampler : NULL;
    }
    sampler->is_tried = true;
    const Cursor at = tum_cursor_object_at(&reading->samplers, (size_t)index);
    Accessor input, output;
    if (!tum_cursor_exists(&at)) {
        return NULL;
    }
    sampler->interpolation = read_interpolation(&at);
    sampler->times = read_accessor(reading, &at, "input", &input);
    if (sampler->times == NULL || !check_times(&at, &input, sampler->times)) {
        return NULL;
    }
    sampler->values = read_accessor(reading, &at, "output", &output);
    if (sampler->values == NULL) {
        return NULL;
    }
    sampler->key_count = input.count;
    sampler->output_count = output.count;
    sampler->output_width = output.width;
    sampler->output_type = output.type;
    sampler->is_right = true;
    return sampler;
}

// Numbers of a value; 0 where the path alone does not determine them.
static size_t path_width(AnimationPath path)
{
    return path == ANIMATION_ROTATION                                 ? 4
           : path == ANIMATION_TRANSLATION || path == ANIMATION_SCALE ? 3
                                                                      : 0;
}

// Gives the channel the keys of its sampler, where both are consistent.
static bool take_keys(const Cursor *at, const Sampler *sampler, AnimationChannel *channel)
{
    const Cursor member = tum_cursor_member(at, "sampler");
    const size_t per_key = sampler->interpolation == ANIMATION_CUBIC_SPLINE ? 3 : 1;
    const size_t expected = path_width(channel->path);
    const size_t numbers = sampler->output_count * sampler->output_width;
    channel->interpolation = sampler->interpolation;
    channel->key_count = sampler->key_count;
    channel->times = sampler->times;
    channel->values = sampler->values;
    if (expected > 0 ? sampler->output_width != expected
                     : channel->path == ANIMATION_WEIGHTS && sampler->output_width != 1) {
        tum_cursor_report(&member, CODE_ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT,
                          "Values of %zu numbers; due are %zu.", sampler->output_width,
                          expected > 0 ? expected : 1);
        return false;
    }
    // Weights, and arrays behind a pointer, have several numbers per key.
    channel->width = numbers / (sampler->key_count * per_key);
    if (channel->width == 0 || channel->width * sampler->key_count * per_key != numbers ||
        (expected > 0 && channel->width != expected)) {
        tum_cursor_report(&member, CODE_ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT,
                          "%zu values for %zu keys.", sampler->output_count, sampler->key_count);
        return false;
    }
    if (sampler->interpolation == ANIMATION_CUBIC_SPLINE && sampler->key_count < 2) {
        tum_cursor_report(&member, CODE_ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS,
                          "A spline takes two keys.");
        return false;
    }
    return true;
}

static const struct {
    const char *name;
    AnimationPath path;
} path_names[] = {{"translation", ANIMATION_TRANSLATION},
                  {"rotation", ANIMATION_ROTATION},
                  {"scale", ANIMATION_SCALE},
                  {"weights", ANIMATION_WEIGHTS}};

enum { PATH_COUNT = sizeof path_names / sizeof path_names[0] };

bool tum_animation_pointer(const char *pointer, size_t node_count, int32_t *node,
                           AnimationPath *path)
{
    static const char prefix[] = "/nodes/";
    if (strncmp(pointer, prefix, sizeof prefix - 1) != 0) {
        return false;
    }
    const char *digits = pointer + sizeof prefix - 1, *at = digits;
    size_t index = 0;
    for (; *at >= '0' && *at <= '9' && index < node_count; ++at) {
        index = index * 10 + (size_t)(*at - '0');
    }
    if (at == digits || *at != '/' || index >= node_count) {
        return false;
    }
    for (size_t i = 0; i < PATH_COUNT; ++i) {
        if (strcmp(at + 1, path_names[i].name) == 0) {
            *node = (int32_t)index;
            *path = path_names[i].path;
            return true;
        }
    }
    return false;
}

// @return false for a channel without a valid target.
static bool read_target(const Reading *reading, const Cursor *at, AnimationChannel *channel)
{
    const Cursor target = tum_cursor_object(at, "target");
    const char *path = NULL;
    if (!tum_cursor_text(&target, "path", &path)) {
        return false;
    }
    if (strcmp(path, "pointer") == 0) {
        const Cursor extensions = tum_cursor_object(&target, "extensions");
        const Cursor extension = tum_cursor_object(&extensions, "KHR_animation_pointer");
        channel->path = ANIMATION_POINTER;
        if (!tum_cursor_text(&extension, "pointer", &channel->pointer)) {
            return false;
        }
        tum_animation_pointer(channel->pointer, reading->document->node_count, &channel->node,
                              &channel->path);
        return true;
    }
    channel->node = tum_cursor_index(&target, "node", reading->document->node_count);
    for (size_t i = 0; i < PATH_COUNT; ++i) {
        if (strcmp(path, path_names[i].name) == 0) {
            channel->path = path_names[i].path;
            return channel->node >= 0;
        }
    }
    const Cursor member = tum_cursor_member(&target, "path");
    tum_cursor_report(&member, CODE_VALUE_NOT_IN_LIST, "Path '%.40s' is not known.", path);
    return false;
}

static bool read_channel(Reading *reading, size_t index, AnimationChannel *channel)
{
    const Cursor at = tum_cursor_object_at(&reading->channels, index);
    *channel = (AnimationChannel){.index = index, .node = -1};
    if (!tum_cursor_exists(&at) || !read_target(reading, &at, channel)) {
        return false;
    }
    const Cursor member = tum_cursor_member(&at, "sampler");
    if (!tum_cursor_exists(&member)) {
        tum_cursor_report_missing(&at, "sampler");
        return false;
    }
    const int32_t sampler_index =
        tum_cursor_index(&at, "sampler", tum_cursor_count(&reading->samplers));
    const Sampler *sampler = sampler_index >= 0 ? read_sampler(reading, sampler_index) : NULL;
    return sampler != NULL && take_keys(&at, sampler, channel);
}

size_t tum_animation_count(const TumDocument *document)
{
    return tum_cursor_root_count(document, "animations");
}

bool tum_animation_read(const TumDocument *document, size_t index, Arena *arena,
                        Animation *animation, TumReport *report)
{
    *animation = (Animation){.name = ""};
    Reading reading = {.document = document, .report = report, .arena = arena};
    reading.root = tum_cursor_root(document, report);
    reading.animations = tum_cursor_array(&reading.root, "animations");
    reading.animation = tum_cursor_object_at(&reading.animations, index);
    reading.samplers = tum_cursor_array(&reading.animation, "samplers");
    reading.channels = tum_cursor_array(&reading.animation, "channels");
    const size_t channel_count = tum_cursor_count(&reading.channels);
    for (size_t i = 0; i < document->buffers.count; ++i) {
        reading.budget += most_readings * document->buffers.items[i].count;
    }
    reading.budget += 2 * (uint64_t)TUM_MAX_SPARSE_ELEMENTS;
    const uint64_t whole_budget = reading.budget;
    reading.items =
        tum_arena_zeroed(arena, tum_cursor_count(&reading.samplers), sizeof *reading.items);
    AnimationChannel *channels = tum_arena_zeroed(arena, channel_count, sizeof *channels);
    if (reading.items == NULL || channels == NULL) {
        return false;
    }
    tum_cursor_text(&reading.animation, "name", &animation->name);
    size_t count = 0;
    for (size_t i = 0; i < channel_count && !reading.is_out_of_memory; ++i) {
        count += read_channel(&reading, i, &channels[count]);
    }
    if (reading.is_out_of_memory) {
        return false;
    }
    animation->channels = channels;
    animation->channel_count = count;
    animation->read_count = whole_budget - reading.budget;
    for (size_t i = 0; i < count; ++i) {
        const double first = channels[i].times[0];
        const double last = channels[i].times[channels[i].key_count - 1];
        animation->begin = i == 0 ? first : minimum64(animation->begin, first);
        animation->end = i == 0 ? last : maximum64(animation->end, last);
    }
    return true;
}
