// SPDX-License-Identifier: MIT
// check_joint.c: checks of the metrics between two frames, and of the hard limits of joints
// (docs/simulation.md#5-joints).
#include <math.h> // INFINITY
#include <stdio.h>

#include "expect/check_state.h"

static DVec4 unit_axis(int axis)
{
    return (DVec4){
        .x = axis == 0 ? 1.0 : 0.0, .y = axis == 1 ? 1.0 : 0.0, .z = axis == 2 ? 1.0 : 0.0};
}

static DVec4 axis_of(DRotation4 rotation, int axis)
{
    return drotation4_rotate(rotation, unit_axis(axis));
}

// The axis that is left of two.
static int other_axis(const FrameMetric *metric)
{
    return 3 - metric->axes[0] - metric->axes[1];
}

static double linear_metric(const FrameMetric *metric, DRotation4 a, DVec4 offset)
{
    if (metric->axis_count == 1) {
        return dvec4_dot(axis_of(a, metric->axes[0]), offset);
    }
    if (metric->axis_count == 2) {
        const DVec4 axis = axis_of(a, other_axis(metric));
        return dvec4_length(dvec4_sub(offset, dvec4_scale(axis, dvec4_dot(axis, offset))));
    }
    return dvec4_length(offset);
}

static double angular_metric(const FrameMetric *metric, DRotation4 a, DRotation4 b)
{
    const DRotation4 between = drotation4_normalize(drotation4_multiply(drotation4_inverse(a), b));
    if (metric->axis_count == 1) {
        return tum_twist_angle(between, unit_axis(metric->axes[0]));
    }
    if (metric->axis_count == 2) {
        const int axis = other_axis(metric);
        return tum_angle_between(axis_of(a, axis), axis_of(b, axis));
    }
    return tum_turn_angle(between);
}

static double measure(const FrameMetric *metric, const Anchor *frame_a, const Anchor *frame_b,
                      const Motion *motion)
{
    const DRotation4 a = tum_anchor_rotation(frame_a, motion->now);
    const DRotation4 b = tum_anchor_rotation(frame_b, motion->now);
    switch (metric->metric) {
    case METRIC_LINEAR:
        return linear_metric(metric, a,
                             dvec4_sub(tum_anchor_place(frame_b, motion->now, NULL),
                                       tum_anchor_place(frame_a, motion->now, NULL)));
    case METRIC_ANGULAR: return angular_metric(metric, a, b);
    case METRIC_AXIS_ANGLE: break;
    }
    return tum_angle_between(axis_of(a, metric->axes[0]),
                             axis_of(b, metric->axes[metric->axis_count - 1]));
}

// @param by  node of the body that carries the frame; -1: the nearest body above the frame.
static bool anchor_frame(const CheckContext *context, int32_t node, int32_t by, Anchor *anchor)
{
    const Motion *motion = context->motion;
    const int32_t body = by >= 0 ? motion->body_of[by] : tum_motion_carrier(motion, node);
    return tum_anchor_make(motion, node, body, context->scratch, anchor);
}

static bool begin_joint(CheckState *state, const Check *check, const CheckContext *context)
{
    return anchor_frame(context, check->frame_a, check->body_a, &state->frame_a) &&
           anchor_frame(context, check->frame_b, check->body_b, &state->frame_b);
}

static void step_joint(CheckState *state, const Check *check, const Motion *motion)
{
    const double value = measure(&check->metric, &state->frame_a, &state->frame_b, motion);
    tum_tally_add(&state->tally, check->least, check->most, (Sample){value, motion->time});
}

static void end_joint(const CheckState *state, const Check *check, const Motion *motion,
                      Judgement *judgement)
{
    const Sample sample = tum_tally_reduce(&state->tally, check->reduce, check->least, check->most);
    (void)motion;
    judgement->verdict.unit = check->metric.metric == METRIC_LINEAR ? "m" : "rad";
    tum_judge_number(judgement, check->subject, sample, check->least, check->most,
                     sample.value >= check->least && sample.value <= check->most);
}

const CheckFamily tum_joint_check = {begin_joint, step_joint, end_joint};

static bool begin_limits(CheckState *state, const Check *check, const CheckContext *context)
{
    const Motion *motion = context->motion;
    if (check->limit_count == 0) {
        (void)snprintf(state->fault, sizeof state->fault, "the joints have no hard limits");
    }
    state->frames =
        tum_arena_zeroed(context->arena, 2 * check->limit_count + 1, sizeof *state->frames);
    for (size_t i = 0; state->frames != NULL && i < check->limit_count; ++i) {
        const TumJoint *joint = &motion->scene->joints[check->limits[i].joint];
        state->frames[2 * i] =
            tum_anchor_of_scene(motion, joint->body_a, joint->position_a, joint->rotation_a.q);
        state->frames[2 * i + 1] =
            tum_anchor_of_scene(motion, joint->body_b, joint->position_b, joint->rotation_b.q);
    }
    state->worst.time = (double)NAN;
    return state->frames != NULL;
}

static void step_limits(CheckState *state, const Check *check, const Motion *motion)
{
    for (size_t i = 0; i < check->limit_count; ++i) {
        const LimitTest *test = &check->limits[i];
        const double value =
            measure(&test->metric, &state->frames[2 * i], &state->frames[2 * i + 1], motion);
        const double below = test->low - value, above = value - test->high;
        const double share = (below > above ? below : above) / test->tolerance;
        if (share > state->worst.value) {
            state->worst = (Sample){share, motion->time};
            state->bound = value;
            state->index = i;
        }
    }
}

// The value is the excess over the tolerance, which limits of lengths and angles share.
static void end_limits(const CheckState *state, const Check *check, const Motion *motion,
                       Judgement *judgement)
{
    const LimitTest *test = &check->limits[state->index];
    const bool is_linear = test->metric.metric == METRIC_LINEAR;
    const TumJoint *joint = &motion->scene->joints[test->joint];
    char what[WHAT_BYTES], node[64];
    judgement->verdict.node = joint->node_a;
    (void)snprintf(what, sizeof what,
                   "a limit of the joint at %s, %.6g %s where %.6g to %.6g is allowed and %.3g may "
                   "be exceeded: the excess in tolerances",
                   tum_node_label(motion->scene, joint->node_a, node, sizeof node), state->bound,
                   is_linear ? "m" : "rad", test->low, test->high, test->tolerance);
    tum_judge_number(judgement, what, state->worst, -(double)INFINITY, 1.0,
                     state->worst.value <= 1.0);
    if (judgement->verdict.outcome == TUM_OUTCOME_FAILED) {
        judgement->verdict.pointer = test->pointer;
    }
}

const CheckFamily tum_limits_check = {begin_limits, step_limits, end_limits};
