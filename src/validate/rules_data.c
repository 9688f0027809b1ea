// SPDX-License-Identifier: MIT
// Rules about the bytes: accessors and what animations and shapes make of them.
#include <stdlib.h>
#include <string.h>

#include "document/accessor.h"
#include "document/animation.h"
#include "math/scalar.h"
#include "validate/rules_document.h"

enum { CHUNK_NUMBERS = 4096, MAX_WIDTH = 16 };

// [1] How far a quaternion may be from unit length (spec/validation.md, P7).
static const double unit_slack = 0.00769;

// Accessors.

typedef struct Bounds {
    double low[MAX_WIDTH], high[MAX_WIDTH];
    bool is_finite;
} Bounds;

static void take(Bounds *bounds, size_t k, double number, bool is_first)
{
    bounds->is_finite &= is_finite64(number) != 0;
    bounds->low[k] = is_first || number < bounds->low[k] ? number : bounds->low[k];
    bounds->high[k] = is_first || number > bounds->high[k] ? number : bounds->high[k];
}

static Bounds measure(const Accessor *accessor)
{
    double numbers[CHUNK_NUMBERS];
    Bounds bounds = {.is_finite = true};
    const size_t step = CHUNK_NUMBERS / accessor->width;
    for (size_t first = 0; first < accessor->count; first += step) {
        const size_t left = accessor->count - first, count = left < step ? left : step;
        tum_accessor_read(accessor, first, count, numbers);
        for (size_t i = 0; i < count * accessor->width; ++i) {
            take(&bounds, i % accessor->width, numbers[i], first == 0 && i < accessor->width);
        }
    }
    return bounds;
}

// Bounds are written with fewer digits than floats have.
static double rounded(const Accessor *accessor, double number)
{
    return accessor->type == COMPONENT_FLOAT ? (double)(float)number : number;
}

static void check_bound(const Cursor *at, const Accessor *accessor, const char *key,
                        DiagnosticCode code, const double *actual)
{
    Cursor quiet = *at;
    quiet.report = NULL;
    const Cursor member = tum_cursor_member(at, key);
    double declared[MAX_WIDTH];
    if (tum_cursor_kind(&member) != JSON_ARRAY) {
        return;
    }
    if (tum_cursor_count(&member) != accessor->width) {
        tum_cursor_report(&member, CODE_ARRAY_LENGTH_NOT_IN_LIST,
                          "Array of %zu items where %zu are due.", tum_cursor_count(&member),
                          accessor->width);
        return;
    }
    if (!tum_cursor_numbers(&quiet, key, declared, accessor->width)) {
        return;
    }
    for (size_t k = 0; k < accessor->width; ++k) {
        if (absolute64(declared[k]) <= MOST && rounded(accessor, declared[k]) != actual[k]) {
            const Cursor item = tum_cursor_item(&member, k);
            tum_cursor_report(&item, code, "Declared is %.9g, the data have %.9g.", declared[k],
                              actual[k]);
        }
    }
}

// Bytes may be named by any number of accessors; together they cost no more than a few readings of
// the file.
static bool spend(SchemaWalk *walk, const Cursor *at, uint64_t numbers)
{
    if (numbers > walk->numbers_left) {
        if (!walk->is_cut) {
            tum_cursor_report_as(at, CODE_CAPACITY_EXCEEDED, TUM_SEVERITY_INFO,
                                 "The accessors name the same bytes too often: data from here on "
                                 "are not checked.");
        }
        walk->is_cut = true;
        return false;
    }
    walk->numbers_left -= numbers;
    return true;
}

void tum_check_accessor(SchemaWalk *walk, const Cursor *at)
{
    Accessor accessor;
    if (!tum_accessor_open(walk->document, (int32_t)at->index, &accessor, walk->report) ||
        accessor.is_misaligned || accessor.width > MAX_WIDTH ||
        (accessor.bytes == NULL && accessor.sparse_count == 0) ||
        !spend(walk, at, (uint64_t)accessor.count * accessor.width + accessor.sparse_count)) {
        return;
    }
    accessor.is_normalized = false; // Bounds are those of the integers.
    const Bounds bounds = measure(&accessor);
    if (!bounds.is_finite) {
        tum_cursor_report(at, CODE_ACCESSOR_INVALID_FLOAT, "A number of the data is not finite.");
        return;
    }
    check_bound(at, &accessor, "min", CODE_ACCESSOR_MIN_MISMATCH, bounds.low);
    check_bound(at, &accessor, "max", CODE_ACCESSOR_MAX_MISMATCH, bounds.high);
}

// Animations.

typedef struct Channel {
    int32_t node;
    const char *path;
    size_t index;
} Channel;

static int compare_channels(const void *a, const void *b)
{
    const Channel *first = a, *second = b;
    if (first->node != second->node) {
        return first->node < second->node ? -1 : 1;
    }
    const int order = strcmp(first->path, second->path);
    return order != 0 ? order : first->index < second->index ? -1 : 1;
}

static void check_target(const SchemaWalk *walk, const Cursor *target, const Channel *channel)
{
    const Cursor root = tum_cursor_root(walk->document, walk->report);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    const Cursor node = tum_cursor_item(&nodes, (size_t)channel->node);
    if (schema_has(&node, "matrix") &&
        (strcmp(channel->path, "translation") == 0 || strcmp(channel->path, "rotation") == 0 ||
         strcmp(channel->path, "scale") == 0)) {
        tum_cursor_report(target, CODE_ANIMATION_CHANNEL_TARGET_NODE_MATRIX,
                          "Node %d has a matrix; its %.16s cannot be animated.", (int)channel->node,
                          channel->path);
    }
}

static void check_channels(SchemaWalk *walk, const Cursor *channels)
{
    const size_t count = tum_cursor_count(channels);
    Channel *found = tum_arena_zeroed(walk->arena, count, sizeof *found);
    size_t found_count = 0;
    for (size_t i = 0; found != NULL && i < count; ++i) {
        const Cursor channel = tum_cursor_item(channels, i);
        const Cursor target = tum_cursor_member(&channel, "target");
        const Cursor path = tum_cursor_member(&target, "path");
        Cursor quiet = target;
        quiet.report = NULL;
        Channel *slot = &found[found_count];
        slot->node = tum_cursor_index(&quiet, "node", walk->tables[TABLE_NODES].count);
        slot->index = i;
        if (slot->node >= 0 && tum_cursor_kind(&path) == JSON_TEXT &&
            tum_cursor_text_here(&path, &slot->path)) {
            check_target(walk, &target, slot);
            ++found_count;
        }
    }
    if (found_count > 1) {
        qsort(found, found_count, sizeof *found, compare_channels);
    }
    for (size_t i = 1; i < found_count; ++i) {
        if (found[i].node == found[i - 1].node && strcmp(found[i].path, found[i - 1].path) == 0) {
            const Cursor channel = tum_cursor_item(channels, found[i - 1].index);
            const Cursor target = tum_cursor_member(&channel, "target");
            tum_cursor_report(&target, CODE_ANIMATION_DUPLICATE_TARGETS,
                              "Channel %zu animates the same %.16s of node %d.", found[i].index,
                              found[i].path, (int)found[i].node);
        }
    }
}

static void check_inputs(SchemaWalk *walk, const Cursor *samplers)
{
    const Cursor root = tum_cursor_root(walk->document, walk->report);
    const Cursor accessors = tum_cursor_member(&root, "accessors");
    for (size_t i = 0; i < tum_cursor_count(samplers); ++i) {
        const Cursor sampler = tum_cursor_item(samplers, i);
        const Cursor input = tum_cursor_member(&sampler, "input");
        Cursor quiet = sampler;
        quiet.report = NULL;
        const int32_t index =
            tum_cursor_index(&quiet, "input", walk->tables[TABLE_ACCESSORS].count);
        const Cursor accessor = tum_cursor_item(&accessors, index >= 0 ? (size_t)index : 0);
        if (index >= 0 && (!schema_has(&accessor, "min") || !schema_has(&accessor, "max"))) {
            tum_cursor_report(&input, CODE_ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS,
                              "The accessor of times needs 'min' and 'max'.");
        }
    }
}

static void check_rotations(const Cursor *channels, const AnimationChannel *channel)
{
    const bool is_spline = channel->interpolation == ANIMATION_CUBIC_SPLINE;
    for (size_t key = 0; key < channel->key_count; ++key) {
        const double *q = &channel->values[(is_spline ? 3 * key + 1 : key) * 4];
        const double length = square_root64(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (absolute64(length - 1.0) > unit_slack) {
            const Cursor at = tum_cursor_item(channels, channel->index);
            const Cursor sampler = tum_cursor_member(&at, "sampler");
            tum_cursor_report(&sampler,
                              CODE_ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION,
                              "The rotation of key %zu has length %g, not 1.", key, length);
            return;
        }
    }
}

static void check_unused_samplers(SchemaWalk *walk, const Cursor *samplers, const Cursor *channels)
{
    const size_t count = tum_cursor_count(samplers);
    unsigned char *used = tum_arena_zeroed(walk->arena, count, 1);
    for (size_t i = 0; used != NULL && i < tum_cursor_count(channels); ++i) {
        const Cursor channel = tum_cursor_item(channels, i);
        const int32_t index = tum_cursor_index(&channel, "sampler", count);
        if (index >= 0) {
            used[index] = 1;
        }
    }
    for (size_t i = 0; used != NULL && i < count; ++i) {
        if (used[i] == 0) {
            const Cursor sampler = tum_cursor_item(samplers, i);
            tum_cursor_report(&sampler, CODE_UNUSED_OBJECT, "No channel refers to this sampler.");
        }
    }
}

void tum_check_animation(SchemaWalk *walk, const Cursor *at)
{
    const Cursor samplers = tum_cursor_member(at, "samplers");
    const Cursor channels = tum_cursor_member(at, "channels");
    if (tum_cursor_kind(&samplers) != JSON_ARRAY || tum_cursor_kind(&channels) != JSON_ARRAY) {
        return;
    }
    check_channels(walk, &channels);
    check_inputs(walk, &samplers);
    check_unused_samplers(walk, &samplers, &channels);
    Animation animation;
    Arena arena;
    tum_arena_init(&arena, &walk->arena->allocator);
    if (tum_animation_read(walk->document, at->index, &arena, &animation, walk->report) &&
        spend(walk, at, animation.read_count)) {
        for (size_t i = 0; i < animation.channel_count; ++i) {
            if (animation.channels[i].path == ANIMATION_ROTATION) {
                check_rotations(&channels, &animation.channels[i]);
            }
        }
    }
    tum_arena_clear(&arena);
}
