// SPDX-License-Identifier: MIT
// limit_read.c: the hard limits of a scene's joints, as a check holds them.
//
// A limit is hard where the file gives it no stiffness. Angular limits of one joint that lock an
// axis at zero act together: two of them leave a swing, three nothing, so that one metric over all
// their axes measures them (docs/simulation.md#5-joints).
#include <stdio.h>
#include <string.h>

#include "document/json_document.h"
#include "expect/check_read.h"

/// Limits that all checks hold together: as many, and a few for each limit of the scene.
enum { MOST_LIMITS = 65536, LIMITS_SHARE = 8 };

static bool is_hard(const CheckReader *reader, const TumLimit *limit)
{
    return limit->pointer == NULL ||
           !tum_json_document_has(reader->document, limit->pointer, "stiffness");
}

static bool is_locked(const TumLimit *limit)
{
    return limit->space == TUM_SPACE_ANGULAR && limit->min == 0.0 && limit->max == 0.0;
}

static bool is_same(const TumLimit *a, const TumLimit *b)
{
    return a->pointer != NULL && b->pointer != NULL && a->pointer[0] != '\0' &&
           strcmp(a->pointer, b->pointer) == 0 && a->space == b->space;
}

// Axes of the limits that come from the same place of the document, of which readers make one for
// each axis, next to each other. 0 where an earlier limit has them already.
static unsigned axes_of(const TumLimit *limits, int32_t count, int32_t index)
{
    unsigned axes = limits[index].axes;
    if (index > 0 && is_same(&limits[index - 1], &limits[index])) {
        return 0;
    }
    for (int32_t i = index + 1; i < count && is_same(&limits[i], &limits[index]); ++i) {
        axes |= limits[i].axes;
    }
    return axes;
}

static FrameMetric metric_of(TumSpace space, unsigned axes)
{
    FrameMetric metric = {.metric = space == TUM_SPACE_LINEAR ? METRIC_LINEAR : METRIC_ANGULAR};
    for (int axis = 0; axis < 3; ++axis) {
        if ((axes & 1u << axis) != 0) {
            metric.axes[metric.axis_count++] = axis;
        }
    }
    return metric;
}

static bool is_wanted(const NodeList *wanted, const TumJoint *joint)
{
    for (size_t i = 0; i < wanted->count; ++i) {
        if (wanted->nodes[i] == joint->node_a) {
            return true;
        }
    }
    return !wanted->is_given;
}

// Adds the tests of a joint. @param tests  NULL: they are only counted. @return their number.
static size_t gather_joint(const CheckReader *reader, int32_t index, double linear, double angular,
                           LimitTest *tests)
{
    const TumScene *scene = reader->expectations->scene;
    const TumJoint *joint = &scene->joints[index];
    const TumLimit *limits = scene->limits + joint->limit_first;
    const TumLimit *lock = NULL;
    unsigned locked = 0;
    size_t count = 0;
    for (int32_t i = 0; i < joint->limit_count; ++i) {
        if (is_locked(&limits[i]) && is_hard(reader, &limits[i])) {
            locked |= limits[i].axes;
            lock = lock != NULL ? lock : &limits[i];
        }
    }
    if (lock != NULL && tests != NULL) {
        tests[count] = (LimitTest){.joint = index,
                                   .metric = metric_of(TUM_SPACE_ANGULAR, locked),
                                   .tolerance = angular,
                                   .pointer = lock->pointer};
    }
    count += lock != NULL;
    for (int32_t i = 0; i < joint->limit_count; ++i) {
        const TumLimit *limit = &limits[i];
        const bool is_linear = limit->space == TUM_SPACE_LINEAR;
        const unsigned axes = axes_of(limits, joint->limit_count, i);
        if (axes == 0 || !is_hard(reader, limit) || (!is_linear && (axes & ~locked) == 0)) {
            continue;
        }
        if (tests != NULL) {
            tests[count] = (LimitTest){.joint = index,
                                       .metric = metric_of(limit->space, axes),
                                       .low = limit->min,
                                       .high = limit->max,
                                       .tolerance = is_linear ? linear : angular,
                                       .pointer = limit->pointer};
        }
        ++count;
    }
    return count;
}

// Many checks of many limits would take more memory than their text allows.
static bool has_room(CheckReader *reader, size_t count)
{
    TumExpectations *expectations = reader->expectations;
    const size_t most = MOST_LIMITS + LIMITS_SHARE * expectations->scene->limit_count;
    if (count > most - expectations->limit_count) {
        (void)snprintf(reader->fault, sizeof reader->fault,
                       "checks of limits before this one have %zu limits already",
                       expectations->limit_count);
        return false;
    }
    expectations->limit_count += count;
    return true;
}

void tum_limits_gather(CheckReader *reader, const NodeList *wanted, double linear, double angular)
{
    const TumScene *scene = reader->expectations->scene;
    Check *check = reader->check;
    for (int pass = 0; pass < 2 && reader->status == TUM_OK; ++pass) {
        size_t count = 0;
        for (size_t i = 0; i < scene->joint_count; ++i) {
            if (is_wanted(wanted, &scene->joints[i])) {
                count += gather_joint(reader, (int32_t)i, linear, angular,
                                      pass == 0 ? NULL : check->limits + count);
            }
        }
        check->limit_count = count;
        if (pass == 0 && !has_room(reader, count)) {
            check->limit_count = 0;
            return;
        }
        if (pass == 0) {
            check->limits = tum_expect_memory(reader, count + 1, sizeof *check->limits);
        }
    }
    if (check->limits != NULL && check->limit_count > 0) {
        check->a.node = scene->joints[check->limits[0].joint].node_a;
    }
}
