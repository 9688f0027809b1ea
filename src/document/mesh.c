// SPDX-License-Identifier: MIT
// mesh.c: the triangles of a mesh, in two passes: the first opens every primitive and counts; the
// second fills arrays of the right size.
#include "document/mesh.h"

#include <stdio.h>
#include <string.h>

#include "document/accessor.h"
#include "document/skin.h"
#include "document/state.h"
#include "math/scalar.h"
#include "tumble/capacity.h"

enum {
    MODE_TRIANGLES = 4,
    MODE_STRIP = 5,
    MODE_FAN = 6,
    BLOCK = 256,       ///< Points per read of attributes.
    SHARED_WINDOW = 64 ///< Earlier primitives compared in the search for one with the same points.
};

/// [1] Limit of the elements read for one mesh, as a multiple of the buffers' bytes: primitives
/// that name the same accessors again and again would turn a small file into much memory.
static const uint64_t most_readings = 8;

/// One primitive between the passes.
typedef struct Primitive {
    Cursor at;         ///< Refers to parent cursors in Reading.
    Accessor position; ///< count 0: no points.
    Accessor indices;
    bool has_indices;
    int64_t mode;
    uint32_t first_point;
    int64_t shares; ///< An earlier primitive with the same points, or -1.
} Primitive;

typedef struct Reading {
    const TumDocument *document;
    TumReport *report;
    const MeshSource *source;
    Arena *arena;
    MeshData *data;
    Cursor root, meshes, mesh, primitives;
    Primitive *items;
    size_t count;
    Skin skin;
    const double *weights;
    size_t weight_count;
    uint64_t budget; ///< Elements left to read.
    bool has_faults; ///< Findings already give the reason for missing data.
} Reading;

static bool spend(Reading *reading, uint64_t elements)
{
    if (elements > reading->budget) {
        tum_cursor_report(&reading->mesh, CODE_VALUE_NOT_IN_RANGE,
                          "The primitives repeat their accessors too often for the size of the "
                          "file.");
        reading->has_faults = true;
        reading->budget = 0;
        return false;
    }
    reading->budget -= elements;
    return true;
}

static bool is_position_format(const Accessor *accessor, bool is_quantized)
{
    if (accessor->width != 3 || accessor->columns != 1) {
        return false;
    }
    return accessor->type == COMPONENT_FLOAT ||
           (is_quantized && accessor->type != COMPONENT_UNSIGNED_INT);
}

// True where the document declares small integers as positions.
static bool is_quantized(const Reading *reading)
{
    const Cursor used = tum_cursor_array(&reading->root, "extensionsUsed");
    for (size_t i = 0; i < tum_cursor_count(&used); ++i) {
        const Cursor item = tum_cursor_item(&used, i);
        const char *name = "";
        if (tum_cursor_text_here(&item, &name) && strcmp(name, "KHR_mesh_quantization") == 0) {
            return true;
        }
    }
    return false;
}

// Draco stores the bytes in a stream of its own; accessors without a bufferView only describe the
// stream, and would read as zeros.
static bool is_compressed_away(Reading *reading, const Cursor *at, int32_t accessor_index)
{
    const Cursor extensions = tum_cursor_object(at, "extensions");
    const Cursor draco = tum_cursor_member(&extensions, "KHR_draco_mesh_compression");
    const Cursor accessors = tum_cursor_array(&reading->root, "accessors");
    const Cursor accessor = tum_cursor_object_at(&accessors, (size_t)accessor_index);
    const Cursor view = tum_cursor_member(&accessor, "bufferView");
    if (!tum_cursor_exists(&draco) || tum_cursor_exists(&view)) {
        return false;
    }
    tum_cursor_report_as(&draco, CODE_UNSUPPORTED_EXTENSION, TUM_SEVERITY_ERROR,
                         "The mesh is compressed in a way that is not read, without fallback.");
    reading->has_faults = true;
    return true;
}

static void open_position(Reading *reading, Primitive *primitive, bool quantized)
{
    const Cursor attributes = tum_cursor_object(&primitive->at, "attributes");
    const Cursor position = tum_cursor_member(&attributes, "POSITION");
    if (!tum_cursor_exists(&position)) {
        tum_cursor_report(&attributes, CODE_MESH_PRIMITIVE_NO_POSITION,
                          "The primitive has no positions.");
        return;
    }
    const int32_t index = tum_cursor_index(&attributes, "POSITION",
                                           tum_cursor_root_count(reading->document, "accessors"));
    if (index >= 0 && is_compressed_away(reading, &primitive->at, index)) {
        return;
    }
    if (index < 0 ||
        !tum_accessor_open(reading->document, index, &primitive->position, reading->report)) {
        primitive->position.count = 0;
        reading->has_faults = true;
        return;
    }
    if (!is_position_format(&primitive->position, quantized)) {
        tum_cursor_report(&position, CODE_MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT,
                          "Positions of %zu numbers of type %d; due are 3 floats%s.",
                          primitive->position.width, (int)primitive->position.type,
                          quantized ? " or small integers" : "");
        // Integers have the same meaning without the declaration.
        if (!is_position_format(&primitive->position, true)) {
            primitive->position.count = 0;
            reading->has_faults = true;
        }
    }
}

static void open_indices(Reading *reading, Primitive *primitive)
{
    const Cursor member = tum_cursor_member(&primitive->at, "indices");
    if (!tum_cursor_exists(&member)) {
        return;
    }
    primitive->has_indices = true;
    const int32_t index = tum_cursor_index(&primitive->at, "indices",
                                           tum_cursor_root_count(reading->document, "accessors"));
    Accessor *indices = &primitive->indices;
    if (index < 0 || !tum_accessor_open(reading->document, index, indices, reading->report)) {
        indices->count = 0;
        reading->has_faults = true;
        return;
    }
    if (indices->width != 1 || indices->is_normalized ||
        (indices->type != COMPONENT_UNSIGNED_BYTE && indices->type != COMPONENT_UNSIGNED_SHORT &&
         indices->type != COMPONENT_UNSIGNED_INT)) {
        tum_cursor_report(&member, CODE_MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT,
                          "Indices are single unsigned integers.");
        indices->count = 0;
        reading->has_faults = true;
    }
}

// The accessor index of a member, or -1; opening the accessor files the findings.
static int32_t quiet_index(const Cursor *object, const char *key)
{
    Cursor quiet = *object;
    quiet.report = NULL;
    return tum_cursor_index(&quiet, key, INT32_MAX);
}

static bool have_same_sets(const Cursor *a, const Cursor *b)
{
    for (unsigned set = 0;; ++set) {
        char joints[32], weights[32];
        snprintf(joints, sizeof joints, "JOINTS_%u", set);
        snprintf(weights, sizeof weights, "WEIGHTS_%u", set);
        const int32_t joint_index = quiet_index(a, joints);
        if (joint_index != quiet_index(b, joints) ||
            quiet_index(a, weights) != quiet_index(b, weights)) {
            return false;
        }
        if (joint_index < 0) {
            return true;
        }
    }
}

// True where two primitives have the same points with the same deformations.
static bool have_same_points(const Reading *reading, const Primitive *a, const Primitive *b)
{
    if (a->position.index != b->position.index || b->position.count == 0) {
        return false;
    }
    const Cursor a_targets = tum_cursor_member(&a->at, "targets");
    const Cursor b_targets = tum_cursor_member(&b->at, "targets");
    const size_t count = tum_cursor_count(&a_targets);
    if (count != tum_cursor_count(&b_targets) || count > SHARED_WINDOW) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        const Cursor a_target = tum_cursor_item(&a_targets, i);
        const Cursor b_target = tum_cursor_item(&b_targets, i);
        if (quiet_index(&a_target, "POSITION") != quiet_index(&b_target, "POSITION")) {
            return false;
        }
    }
    const Cursor a_attributes = tum_cursor_member(&a->at, "attributes");
    const Cursor b_attributes = tum_cursor_member(&b->at, "attributes");
    return reading->skin.joint_count == 0 || have_same_sets(&a_attributes, &b_attributes);
}

static int64_t find_shared(const Reading *reading, size_t index)
{
    const size_t first = index > SHARED_WINDOW ? index - SHARED_WINDOW : 0;
    for (size_t i = first; i < index; ++i) {
        if (have_same_points(reading, &reading->items[index], &reading->items[i])) {
            return reading->items[i].shares >= 0 ? reading->items[i].shares : (int64_t)i;
        }
    }
    return -1;
}

// Number of vertices in the sequence of the primitive's mode.
static size_t vertex_count(const Primitive *primitive)
{
    if (primitive->position.count == 0) {
        return 0;
    }
    return primitive->has_indices ? primitive->indices.count : primitive->position.count;
}

static size_t most_triangles(const Primitive *primitive)
{
    const size_t count = vertex_count(primitive);
    if (primitive->mode < MODE_TRIANGLES || count < 3) {
        return 0;
    }
    return primitive->mode == MODE_TRIANGLES ? count / 3 : count - 2;
}

static void open_mode(Primitive *primitive)
{
    const Cursor member = tum_cursor_member(&primitive->at, "mode");
    primitive->mode = MODE_TRIANGLES;
    tum_cursor_integer(&primitive->at, "mode", &primitive->mode);
    if (primitive->mode < 0 || primitive->mode > MODE_FAN) {
        tum_cursor_report(&member, CODE_VALUE_NOT_IN_LIST, "Mode %lld is none of 0 to 6.",
                          (long long)primitive->mode);
        primitive->mode = 0;
    }
}

// First pass. @return false where reading cannot go on.
static bool open_primitives(Reading *reading)
{
    reading->count = tum_cursor_count(&reading->primitives);
    reading->items = tum_arena_zeroed(reading->arena, reading->count, sizeof *reading->items);
    if (reading->items == NULL) {
        return false;
    }
    const bool quantized = is_quantized(reading);
    uint64_t points = 0, triangles = 0;
    for (size_t i = 0; i < reading->count; ++i) {
        Primitive *primitive = &reading->items[i];
        primitive->at = tum_cursor_object_at(&reading->primitives, i);
        primitive->shares = -1;
        if (!tum_cursor_exists(&primitive->at)) {
            continue;
        }
        open_mode(primitive);
        open_position(reading, primitive, quantized);
        open_indices(reading, primitive);
        primitive->shares = find_shared(reading, i);
        // Opening a sparse accessor reads its overrides.
        const uint64_t opened = primitive->position.sparse_count + primitive->indices.sparse_count;
        const uint64_t own = primitive->shares < 0 ? primitive->position.count : 0;
        if (!spend(reading, opened + own + vertex_count(primitive) + 1)) {
            return false;
        }
        points += own;
        triangles += most_triangles(primitive);
    }
    if (points > UINT32_MAX || triangles > UINT32_MAX) {
        tum_cursor_report(&reading->mesh, CODE_VALUE_NOT_IN_RANGE,
                          "More than 2^32 points or triangles.");
        reading->has_faults = true;
        return false;
    }
    MeshData *data = reading->data;
    data->points = tum_arena_zeroed(reading->arena, (size_t)points, 3 * sizeof *data->points);
    data->triangles =
        tum_arena_zeroed(reading->arena, (size_t)triangles, 3 * sizeof *data->triangles);
    return data->points != NULL && data->triangles != NULL;
}

// Adds the displacements of a morph target times its weight.
static bool add_target(Reading *reading, const Primitive *primitive, const Cursor *target,
                       double weight, double *points)
{
    const Cursor member = tum_cursor_member(target, "POSITION");
    if (!tum_cursor_exists(&member) || weight == 0.0) {
        return true;
    }
    Accessor accessor;
    const int32_t index =
        tum_cursor_index(target, "POSITION", tum_cursor_root_count(reading->document, "accessors"));
    if (index < 0 || !tum_accessor_open(reading->document, index, &accessor, reading->report)) {
        reading->has_faults = true;
        return true;
    }
    const size_t count = primitive->position.count;
    if (!is_position_format(&accessor, true)) {
        tum_cursor_report(&member, CODE_MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT,
                          "Displacements are vectors of 3 numbers.");
        return true;
    }
    if (accessor.count != count) {
        tum_cursor_report(&member, CODE_MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT,
                          "%zu displacements of %zu points; the target is left out.",
                          accessor.count, count);
        return true;
    }
    if (!spend(reading, (uint64_t)count + accessor.sparse_count)) {
        return false;
    }
    double block[3 * BLOCK];
    for (size_t first = 0; first < count; first += BLOCK) {
        const size_t now = count - first < BLOCK ? count - first : BLOCK;
        tum_accessor_read(&accessor, first, now, block);
        for (size_t i = 0; i < 3 * now; ++i) {
            points[3 * first + i] += weight * block[i];
        }
    }
    return true;
}

static bool morph(Reading *reading, const Primitive *primitive, double *points)
{
    const Cursor targets = tum_cursor_array(&primitive->at, "targets");
    const size_t target_count = tum_cursor_count(&targets);
    for (size_t t = 0; t < target_count && t < reading->weight_count; ++t) {
        const Cursor target = tum_cursor_object_at(&targets, t);
        if (!add_target(reading, primitive, &target, reading->weights[t], points)) {
            return false;
        }
    }
    return true;
}

// Appends the deformed points of a primitive. @return false for points that are not finite, or
// beyond the limit of reading.
static bool read_points(Reading *reading, Primitive *primitive)
{
    MeshData *data = reading->data;
    const size_t count = primitive->position.count;
    double *points = data->points + 3 * data->point_count;
    tum_accessor_read(&primitive->position, 0, count, points);
    if (!morph(reading, primitive, points)) {
        return false;
    }
    if (reading->skin.joint_count > 0) {
        const Cursor attributes = tum_cursor_object(&primitive->at, "attributes");
        uint64_t elements = 0;
        tum_skin_apply(&reading->skin, &attributes, points, count, &elements);
        if (!spend(reading, elements)) {
            return false;
        }
    }
    for (size_t i = 0; i < 3 * count; ++i) {
        if (!is_finite64(points[i])) {
            const Cursor accessors = tum_cursor_array(&reading->root, "accessors");
            const Cursor accessor = tum_cursor_item(&accessors, (size_t)primitive->position.index);
            tum_cursor_report(&accessor, CODE_ACCESSOR_INVALID_FLOAT,
                              "Point %zu is not finite; the primitive is left out.", i / 3);
            reading->has_faults = true;
            return false;
        }
    }
    primitive->first_point = (uint32_t)data->point_count;
    data->point_count += count;
    return true;
}

// The three vertices of triangle `i` (glTF 2.0, section 3.7.2.1).
static void corners(int64_t mode, size_t i, size_t corner[3])
{
    switch (mode) {
    case MODE_STRIP:
        corner[0] = i;
        corner[1] = i + 1 + i % 2;
        corner[2] = i + 2 - i % 2;
        break;
    case MODE_FAN:
        corner[0] = i + 1;
        corner[1] = i + 2;
        corner[2] = 0;
        break;
    default:
        corner[0] = 3 * i;
        corner[1] = 3 * i + 1;
        corner[2] = 3 * i + 2;
        break;
    }
}

static void report_index(Reading *reading, const Primitive *primitive, uint32_t index)
{
    const uint32_t all_ones = primitive->indices.type == COMPONENT_UNSIGNED_BYTE    ? 0xffu
                              : primitive->indices.type == COMPONENT_UNSIGNED_SHORT ? 0xffffu
                                                                                    : 0xffffffffu;
    const Cursor member = tum_cursor_member(&primitive->at, "indices");
    reading->has_faults = true;
    if (primitive->indices.is_misaligned) {
        return; // The same fault again.
    }
    tum_cursor_report(&member,
                      index == all_ones ? CODE_ACCESSOR_INDEX_PRIMITIVE_RESTART
                                        : CODE_ACCESSOR_INDEX_OOB,
                      "Index %u of %zu points; triangles that use it are left out.",
                      (unsigned)index, primitive->position.count);
}

static void report_degenerate(const Primitive *primitive, size_t triangle)
{
    const Cursor member = tum_cursor_member(&primitive->at, "indices");
    if (primitive->has_indices && !primitive->indices.is_misaligned) {
        tum_cursor_report(&member, CODE_ACCESSOR_INDEX_TRIANGLE_DEGENERATE,
                          "Triangle %zu, perhaps others, names a vertex twice; it is left out.",
                          triangle);
    }
}

static uint32_t index_at(const Primitive *primitive, size_t vertex)
{
    uint32_t index = (uint32_t)vertex;
    if (primitive->has_indices) {
        tum_accessor_read_indices(&primitive->indices, vertex, 1, &index);
    }
    return index;
}

static void read_triangles(Reading *reading, const Primitive *primitive)
{
    MeshData *data = reading->data;
    const size_t count = most_triangles(primitive);
    bool is_reported = false, is_degenerate = false;
    for (size_t i = 0; i < count; ++i) {
        size_t corner[3];
        uint32_t point[3];
        bool is_right = true;
        corners(primitive->mode, i, corner);
        for (int k = 0; k < 3; ++k) {
            point[k] = index_at(primitive, corner[k]);
            if (point[k] < primitive->position.count) {
                continue;
            }
            is_right = false;
            if (!is_reported) {
                report_index(reading, primitive, point[k]); // Reported once: there may be a
                                                            // million.
                is_reported = true;
            }
        }
        if (!is_right || point[0] == point[1] || point[1] == point[2] || point[2] == point[0]) {
            if (is_right && !is_degenerate && primitive->mode == MODE_TRIANGLES) {
                report_degenerate(primitive, i);
                is_degenerate = true;
            }
            continue;
        }
        uint32_t *triangle = data->triangles + 3 * data->triangle_count++;
        for (int k = 0; k < 3; ++k) {
            triangle[k] = primitive->first_point + point[k];
        }
    }
}

// Second pass.
static void read_primitives(Reading *reading)
{
    for (size_t i = 0; i < reading->count; ++i) {
        Primitive *primitive = &reading->items[i];
        if (primitive->position.count == 0) {
            continue;
        }
        if (primitive->shares >= 0) {
            const Primitive *owner = &reading->items[primitive->shares];
            primitive->first_point = owner->first_point;
            primitive->position.count = owner->position.count;
        } else if (!read_points(reading, primitive)) {
            primitive->position.count = 0;
        }
        if (primitive->position.count == 0) {
            continue;
        }
        reading->data->skipped_primitives += primitive->mode < MODE_TRIANGLES;
        read_triangles(reading, primitive);
    }
}

// The morph weights of the source, or those of the mesh.
static bool read_weights(Reading *reading)
{
    reading->weights = reading->source->weights;
    reading->weight_count = reading->source->weight_count;
    if (reading->weights != NULL) {
        return true;
    }
    const Cursor weights = tum_cursor_array(&reading->mesh, "weights");
    const size_t count = tum_cursor_count(&weights);
    double *values = tum_arena_zeroed(reading->arena, count, sizeof *values);
    if (values == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(&weights, i);
        tum_cursor_number_here(&item, &values[i]);
    }
    reading->weights = values;
    reading->weight_count = count;
    return true;
}

static uint64_t reading_budget(const TumDocument *document)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < document->buffers.count; ++i) {
        bytes += document->buffers.items[i].count;
    }
    return bytes * most_readings + 2 * (uint64_t)TUM_MAX_SPARSE_ELEMENTS;
}

static bool is_skin_used(const Reading *reading)
{
    for (size_t i = 0; i < reading->count; ++i) {
        const Cursor attributes = tum_cursor_member(&reading->items[i].at, "attributes");
        if (quiet_index(&attributes, "JOINTS_0") >= 0) {
            return true;
        }
    }
    return false;
}

bool tum_mesh_read(const TumDocument *document, const MeshSource *source, Arena *arena,
                   MeshData *data, const Cursor *at)
{
    *data = (MeshData){0};
    TumReport *report = at != NULL ? at->report : NULL;
    Reading reading = {.document = document,
                       .report = report,
                       .source = source,
                       .arena = arena,
                       .data = data,
                       .budget = reading_budget(document)};
    reading.root = tum_cursor_root(document, report);
    reading.meshes = tum_cursor_array(&reading.root, "meshes");
    if (source->mesh < 0) {
        return false;
    }
    reading.mesh = tum_cursor_object_at(&reading.meshes, (size_t)source->mesh);
    reading.primitives = tum_cursor_array(&reading.mesh, "primitives");
    if (source->skin >= 0 && !tum_skin_open(document, source->skin, arena, &reading.skin, report)) {
        return false;
    }
    if (!read_weights(&reading) || !open_primitives(&reading)) {
        return false;
    }
    if (reading.skin.joint_count > 0 && !is_skin_used(&reading)) {
        reading.skin.joint_count = 0;
    }
    data->is_skinned = reading.skin.joint_count > 0;
    read_primitives(&reading);
    if (data->point_count == 0 && !reading.has_faults && at != NULL) {
        tum_cursor_report(at, CODE_PHYSICS_MESH_EMPTY, "Mesh %d has no points.", (int)source->mesh);
    }
    return data->point_count > 0;
}
