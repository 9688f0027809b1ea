// SPDX-License-Identifier: MIT
// rules_data.c: rules about the bytes: accessors, and their use by animations and shapes.
#include <string.h>

#include "base/sort.h"
#include "document/accessor.h"
#include "document/animation.h"
#include "math/scalar.h"
#include "validate/rules_document.h"

enum { CHUNK_NUMBERS = 4096, MAX_WIDTH = 16 };

// [1] Largest deviation of a quaternion's length from 1 (docs/dialects.md#what-every-reader-does).
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

// A float as rounded by exporters, which write bounds with fewer digits.
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
                          "Array of length %zu; due is %zu.", tum_cursor_count(&member),
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

bool tum_check_budget(SchemaWalk *walk, const Cursor *at, uint64_t numbers)
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

// Checks the declared places of elements, also where bytes are missing.

static int64_t integer_or(const Cursor *object, const char *key, int64_t fallback)
{
    Cursor quiet = *object;
    quiet.report = NULL;
    int64_t value = fallback;
    tum_cursor_integer(&quiet, key, &value);
    return value;
}

static int64_t component_bytes(int64_t type)
{
    return type == COMPONENT_BYTE || type == COMPONENT_UNSIGNED_BYTE     ? 1
           : type == COMPONENT_SHORT || type == COMPONENT_UNSIGNED_SHORT ? 2
           : type == COMPONENT_UNSIGNED_INT || type == COMPONENT_FLOAT   ? 4
                                                                         : 0;
}

// Columns of matrices begin at multiples of four (glTF 2.0, section 3.6.2.4).
static int64_t element_bytes(const Cursor *accessor, int64_t component)
{
    static const struct {
        const char *name;
        int64_t rows, columns;
    } types[] = {{"SCALAR", 1, 1}, {"VEC2", 2, 1}, {"VEC3", 3, 1}, {"VEC4", 4, 1},
                 {"MAT2", 2, 2},   {"MAT3", 3, 3}, {"MAT4", 4, 4}};
    const Cursor type = tum_cursor_member(accessor, "type");
    const char *name = "";
    if (tum_cursor_kind(&type) == JSON_TEXT) {
        tum_cursor_text_here(&type, &name);
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
        if (strcmp(types[i].name, name) == 0) {
            const int64_t column = types[i].rows * component;
            const int64_t padded = types[i].columns > 1 ? (column + 3) / 4 * 4 : column;
            return padded * (types[i].columns - 1) + column;
        }
    }
    return 0;
}

static void check_place(const SchemaWalk *walk, const Cursor *at)
{
    const Cursor root = tum_cursor_root(walk->document, NULL);
    const Cursor views = tum_cursor_member(&root, "bufferViews");
    Cursor quiet = *at;
    quiet.report = NULL;
    const int32_t index =
        tum_cursor_index(&quiet, "bufferView", walk->tables[TABLE_BUFFER_VIEWS].count);
    const int64_t component = component_bytes(integer_or(at, "componentType", 0));
    const int64_t element = element_bytes(at, component), count = integer_or(at, "count", 0);
    const int64_t offset = integer_or(at, "byteOffset", 0);
    if (index < 0 || component == 0 || element == 0 || count < 1 || offset < 0 ||
        count > INT32_MAX || offset > INT32_MAX) {
        return;
    }
    const Cursor view = tum_cursor_item(&views, (size_t)index);
    const Cursor offset_member = tum_cursor_member(at, "byteOffset");
    const int64_t view_offset = integer_or(&view, "byteOffset", 0);
    const int64_t stride = integer_or(&view, "byteStride", element);
    const int64_t room = integer_or(&view, "byteLength", -1);
    if (offset % component != 0) {
        tum_cursor_report(&offset_member, CODE_ACCESSOR_OFFSET_ALIGNMENT,
                          "Offset %lld is not a multiple of the component size, %lld bytes.",
                          (long long)offset, (long long)component);
    } else if (view_offset >= 0 && (view_offset + offset) % component != 0) {
        tum_cursor_report(at, CODE_ACCESSOR_TOTAL_OFFSET_ALIGNMENT,
                          "Together with the bufferView's, the offset is %lld: not a multiple of "
                          "the component size, %lld bytes.",
                          (long long)(view_offset + offset), (long long)component);
    }
    if (stride < element) {
        tum_cursor_report(at, CODE_ACCESSOR_SMALL_BYTESTRIDE,
                          "A stride of %lld bytes is shorter than an element, %lld.",
                          (long long)stride, (long long)element);
    } else if (room > 0 && stride < 65536 && offset + stride * (count - 1) + element > room) {
        tum_cursor_report(&offset_member, CODE_ACCESSOR_TOO_LONG,
                          "%lld elements from byte %lld on do not fit the bufferView's %lld bytes.",
                          (long long)count, (long long)offset, (long long)room);
    }
}

void tum_check_accessor(SchemaWalk *walk, const Cursor *at)
{
    Accessor accessor;
    check_place(walk, at);
    if (!tum_accessor_open(walk->document, (int32_t)at->index, &accessor, walk->report) ||
        accessor.is_misaligned || accessor.width > MAX_WIDTH ||
        (accessor.bytes == NULL && accessor.sparse_count == 0) ||
        !tum_check_budget(walk, at,
                          (uint64_t)accessor.count * accessor.width + accessor.sparse_count)) {
        return;
    }
    accessor.is_normalized = false; // Bounds are integers before normalisation.
    const Bounds bounds = measure(&accessor);
    if (!bounds.is_finite) {
        tum_cursor_report(at, CODE_ACCESSOR_INVALID_FLOAT, "A number of the data is not finite.");
        return;
    }
    check_bound(at, &accessor, "min", CODE_ACCESSOR_MIN_MISMATCH, bounds.low);
    check_bound(at, &accessor, "max", CODE_ACCESSOR_MAX_MISMATCH, bounds.high);
}

void tum_check_index_data(SchemaWalk *walk, const Cursor *at, int32_t index, size_t vertex_count)
{
    Accessor accessor;
    uint32_t indices[CHUNK_NUMBERS];
    if (!tum_accessor_open(walk->document, index, &accessor, NULL) || accessor.is_misaligned ||
        accessor.width != 1 || !tum_check_budget(walk, at, accessor.count)) {
        return;
    }
    const uint32_t all_ones = accessor.type == COMPONENT_UNSIGNED_BYTE    ? 0xffu
                              : accessor.type == COMPONENT_UNSIGNED_SHORT ? 0xffffu
                                                                          : 0xffffffffu;
    for (size_t first = 0; first < accessor.count; first += CHUNK_NUMBERS) {
        const size_t left = accessor.count - first;
        const size_t count = left < CHUNK_NUMBERS ? left : CHUNK_NUMBERS;
        tum_accessor_read_indices(&accessor, first, count, indices);
        for (size_t i = 0; i < count; ++i) {
            if (indices[i] >= vertex_count) {
                tum_cursor_report(at,
                                  indices[i] == all_ones ? CODE_ACCESSOR_INDEX_PRIMITIVE_RESTART
                                                         : CODE_ACCESSOR_INDEX_OOB,
                                  "Index %u of %zu points; triangles that use it are left out.",
                                  (unsigned)indices[i], vertex_count);
                return;
            }
        }
    }
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
        tum_sort_any(found, found_count, sizeof *found, compare_channels);
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

// Rotations of a channel are unit quaternions, whatever its times.
static void check_rotations(SchemaWalk *walk, const Cursor *at, const Cursor *samplers)
{
    const Cursor target = tum_cursor_member(at, "target");
    const Cursor path = tum_cursor_member(&target, "path");
    const char *name = "", *interpolation = "";
    Cursor quiet = *at;
    quiet.report = NULL;
    const int32_t index = tum_cursor_index(&quiet, "sampler", tum_cursor_count(samplers));
    if (index < 0 || tum_cursor_kind(&path) != JSON_TEXT || !tum_cursor_text_here(&path, &name) ||
        strcmp(name, "rotation") != 0) {
        return;
    }
    Cursor sampler = tum_cursor_item(samplers, (size_t)index);
    sampler.report = NULL;
    Accessor output;
    tum_cursor_text(&sampler, "interpolation", &interpolation);
    const int32_t accessor =
        tum_cursor_index(&sampler, "output", walk->tables[TABLE_ACCESSORS].count);
    if (accessor < 0 || !tum_accessor_open(walk->document, accessor, &output, NULL) ||
        output.width != 4 || output.is_misaligned ||
        (output.bytes == NULL && output.sparse_count == 0) ||
        !tum_check_budget(walk, at, (uint64_t)output.count * 4)) {
        return;
    }
    const bool is_spline = strcmp(interpolation, "CUBICSPLINE") == 0;
    for (size_t i = is_spline ? 1 : 0; i < output.count; i += is_spline ? 3 : 1) {
        double q[4];
        tum_accessor_read(&output, i, 1, q);
        const double length = square_root64(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (!(absolute64(length - 1.0) <= unit_slack)) {
            const Cursor member = tum_cursor_member(at, "sampler");
            tum_cursor_report(&member,
                              CODE_ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION,
                              "Rotation %zu has length %g, not 1.", i, length);
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
    for (size_t i = 0; i < tum_cursor_count(&channels); ++i) {
        const Cursor channel = tum_cursor_item(&channels, i);
        check_rotations(walk, &channel, &samplers);
    }
    // Reading files faults of times and values.
    Animation animation;
    Arena arena;
    tum_arena_init(&arena, &walk->arena->allocator);
    tum_animation_read(walk->document, at->index, &arena, &animation, walk->report);
    tum_arena_clear(&arena);
}
