// SPDX-License-Identifier: MIT
// compare.c: the comparison of two scenes: its parts in order, and rows of differences.
#include "compare/compare_data.h"

#include <string.h>

#include "base/alloc.h"
#include "compare/match.h"
#include "math/scalar.h"

void tum_compare_tell(Compare *compare, TumDifference difference)
{
    if (!compare_goes_on(compare)) {
        return;
    }
    const int32_t a = difference.node_a, b = difference.node_b;
    difference.name = a >= 0 ? compare->a->nodes[a].name : b >= 0 ? compare->b->nodes[b].name : "";
    const char **const texts[] = {&difference.quantity,  &difference.unit,   &difference.pointer_a,
                                  &difference.pointer_b, &difference.text_a, &difference.text_b};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        *texts[i] = *texts[i] != NULL ? *texts[i] : "";
    }
    ++compare->result->difference_count;
    if (compare->sink != NULL && !compare->sink(compare->user, &difference)) {
        compare->is_over = true;
    }
}

static TumDifference row(const Subject *subject, TumDifferenceKind kind)
{
    return (TumDifference){.kind = kind,
                           .subject = subject->kind,
                           .node_a = subject->node_a,
                           .node_b = subject->node_b,
                           .pointer_a = subject->pointer_a,
                           .pointer_b = subject->pointer_b};
}

void tum_compare_missing(Compare *compare, const Subject *subject, TumDifferenceKind kind)
{
    tum_compare_tell(compare, row(subject, kind));
}

void tum_compare_texts(Compare *compare, const Subject *subject, const char *quantity,
                       const char *a, const char *b)
{
    if (strcmp(a, b) != 0) {
        TumDifference difference = row(subject, TUM_DIFFERENCE_VALUE);
        difference.quantity = quantity;
        difference.text_a = a;
        difference.text_b = b;
        tum_compare_tell(compare, difference);
    }
}

static void tell_numbers(Compare *compare, const Subject *subject, const char *quantity,
                         const char *unit, const double *a, const double *b, size_t count)
{
    TumDifference difference = row(subject, TUM_DIFFERENCE_VALUE);
    difference.quantity = quantity;
    difference.unit = unit;
    difference.value_a = a;
    difference.value_b = b;
    difference.count = count;
    tum_compare_tell(compare, difference);
}

void tum_compare_numbers(Compare *compare, const Subject *subject, const char *quantity,
                         const char *unit, const double *a, const double *b, size_t count,
                         double floor)
{
    double largest = 0.0;
    bool is_same = true;
    for (size_t i = 0; i < count; ++i) {
        if (is_finite64(a[i]) && is_finite64(b[i])) {
            largest = maximum64(largest, maximum64(absolute64(a[i]), absolute64(b[i])));
        }
    }
    for (size_t i = 0; i < count; ++i) {
        // Infinite numbers are equal or not.
        is_same =
            is_same && (a[i] == b[i] || absolute64(a[i] - b[i]) <= floor + COMPARE_SHARE * largest);
    }
    if (!is_same) {
        tell_numbers(compare, subject, quantity, unit, a, b, count);
    }
}

// Column k of the matrix of a rotation.
static void axis_of(int dimension, const double *rotation, int k, double axis[4])
{
    if (dimension == 4) {
        memcpy(axis, rotation + 4 * k, 4 * sizeof *axis);
        return;
    }
    const double *q = rotation;
    const DMat3 m = dquat_matrix((DQuat){q[0], q[1], q[2], q[3]});
    const DVec3 columns[3] = {m.x, m.y, m.z};
    axis[0] = columns[k].x;
    axis[1] = columns[k].y;
    axis[2] = columns[k].z;
    axis[3] = 0.0;
}

double tum_compare_angle(int dimension, const double *a, const double *b)
{
    double largest = 0.0;
    for (int k = 0; k < (dimension == 4 ? 4 : 3); ++k) {
        double first[4], second[4], apart = 0.0, along = 0.0;
        axis_of(dimension, a, k, first);
        axis_of(dimension, b, k, second);
        for (int i = 0; i < 4; ++i) {
            apart += (first[i] - second[i]) * (first[i] - second[i]);
            along += (first[i] + second[i]) * (first[i] + second[i]);
        }
        // The tangent of half the angle is the ratio of the two diagonals of the rhombus.
        largest =
            maximum64(largest, 2.0 * tum_atan2_64(square_root64(apart), square_root64(along)));
    }
    return largest;
}

void tum_compare_rotations(Compare *compare, const Subject *subject, const char *quantity,
                           const double *a, const double *b)
{
    const int dimension = compare->a->dimension;
    if (tum_compare_angle(dimension, a, b) > COMPARE_FLOOR + COMPARE_SHARE) {
        const bool is_4d = dimension == 4;
        tell_numbers(compare, subject, quantity, is_4d ? "matrix" : "quaternion", a, b,
                     is_4d ? 16 : 4);
    }
}

WorldFrame tum_compare_world_frame(const TumScene *scene, int32_t body, const double position[4],
                                   const TumRotation *rotation)
{
    WorldFrame frame = {.rotation = {0.0}};
    const bool is_4d = scene->dimension == 4;
    memcpy(frame.rotation, rotation_numbers(scene->dimension, rotation),
           (is_4d ? 16 : 4) * sizeof(double));
    memcpy(frame.position, position, sizeof frame.position);
    if (body < 0) {
        return frame;
    }
    const TumBody *owner = &scene->bodies[body];
    const int count = is_4d ? 4 : 3;
    for (int i = 0; i < count; ++i) {
        frame.position[i] = owner->position[i];
    }
    for (int k = 0; k < count; ++k) {
        double axis[4];
        axis_of(scene->dimension, rotation_numbers(scene->dimension, &owner->rotation), k, axis);
        for (int i = 0; i < count; ++i) {
            frame.position[i] += axis[i] * position[k];
        }
    }
    if (is_4d) {
        for (int k = 0; k < 4; ++k) {
            for (int i = 0; i < 4; ++i) {
                double sum = 0.0;
                for (int n = 0; n < 4; ++n) {
                    sum += owner->rotation.m[4 * n + i] * rotation->m[4 * k + n];
                }
                frame.rotation[4 * k + i] = sum;
            }
        }
    } else {
        const double *p = owner->rotation.q, *q = rotation->q;
        const DQuat product =
            dquat_multiply((DQuat){p[0], p[1], p[2], p[3]}, (DQuat){q[0], q[1], q[2], q[3]});
        const double numbers[4] = {product.x, product.y, product.z, product.w};
        memcpy(frame.rotation, numbers, sizeof numbers);
    }
    return frame;
}

static void compare_structure(Compare *compare)
{
    void (*const parts[])(Compare *) = {tum_compare_colliders, tum_compare_surfaces,
                                        tum_compare_triggers, tum_compare_joints,
                                        tum_compare_fields};
    for (size_t i = 0; i < sizeof parts / sizeof *parts && compare_goes_on(compare); ++i) {
        parts[i](compare);
    }
}

static void compare_scenes(Compare *compare)
{
    const Subject scene = {.kind = "scene", .node_a = -1, .node_b = -1};
    if (compare->a->dimension != compare->b->dimension) {
        compare_number(compare, &scene, "dimension", "", compare->a->dimension,
                       compare->b->dimension, 0.0);
        return;
    }
    compare->paths[0] = tum_match_paths(&compare->arena, compare->a);
    compare->paths[1] = tum_match_paths(&compare->arena, compare->b);
    if (compare->paths[0] == NULL || compare->paths[1] == NULL) {
        compare->status = TUM_ERROR_MEMORY;
        return;
    }
    tum_compare_bodies(compare);
    if (!compare->options.no_structure && compare_goes_on(compare)) {
        compare_structure(compare);
    }
    const int dimension = compare->a->dimension;
    if (!compare->options.no_motion && compare_goes_on(compare) &&
        (dimension == 3 || dimension == 4)) {
        tum_compare_motion(compare);
    }
}

// The options with the defaults in the place of zeros.
static TumCompareOptions options_or_default(const TumCompareOptions *given)
{
    TumCompareOptions options = given != NULL ? *given : (TumCompareOptions){0};
    options.tolerance = options.same_bits          ? 0.0
                        : options.tolerance == 0.0 ? 0.001
                                                   : options.tolerance;
    options.duration = options.duration == 0.0 ? 10.0 : options.duration;
    options.rate = options.rate == 0.0 ? 60.0 : options.rate;
    return options;
}

static bool are_sound(const TumCompareOptions *options)
{
    return options->tolerance >= 0.0 && options->duration >= 0.0 && options->duration <= 1e6 &&
           options->rate >= 1.0 && options->rate <= 1e4;
}

TumStatus tum_scenes_compare(const TumScene *a, const TumScene *b, const TumCompareOptions *options,
                             TumDifferenceSink *sink, void *user, TumComparison *comparison,
                             TumReport *report)
{
    if (a == NULL || b == NULL || comparison == NULL) {
        return TUM_ERROR_ARGUMENT;
    }
    *comparison = (TumComparison){0};
    Compare compare = {.a = a,
                       .b = b,
                       .options = options_or_default(options),
                       .sink = sink,
                       .user = user,
                       .result = comparison,
                       .report = report};
    if (!are_sound(&compare.options)) {
        return TUM_ERROR_ARGUMENT;
    }
    const TumAllocator allocator = tum_allocator_or_default(&compare.options.allocator);
    tum_arena_init(&compare.arena, &allocator);
    compare_scenes(&compare);
    tum_arena_clear(&compare.arena);
    return compare.status;
}
