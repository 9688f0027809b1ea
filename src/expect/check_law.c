// SPDX-License-Identifier: MIT
// check_law.c: checks of places against closed forms, and of conserved quantities.
#include <math.h> // INFINITY
#include <stdio.h>

#include "expect/check_state.h"
#include "math/scalar.h"

// Room of an integrator of first order, which falls behind or ahead by a part of the velocity that
// a step adds: a t / (2 rate) for constant acceleration a, and a fifth more.
static const double flight_share = 0.6;
// Room for velocities that are rounded: relative to the way.
static const double way_share = 1e-3, turn_share = 0.01;

static const double least_angular_momentum = 1e-9; // [kg m^2/s] Smaller ones are relative to this.

// Keeps the step whose value exceeds its bound most. @return true for the worst so far.
static bool keep_worst(CheckState *state, double value, double bound, double time)
{
    if (!(value - bound > state->excess)) {
        return false;
    }
    state->excess = value - bound;
    state->bound = bound;
    state->worst = (Sample){value, time};
    return true;
}

static void end_distance(const CheckState *state, const Check *check, const Motion *motion,
                         Judgement *judgement)
{
    char what[WHAT_BYTES];
    (void)motion;
    judgement->verdict.unit = check->kind == CHECK_SPIN ? "rad" : "m";
    (void)snprintf(what, sizeof what, "error of the %s", check->subject);
    tum_judge_number(judgement, what, state->worst, -(double)INFINITY, state->bound,
                     state->excess <= 0.0);
}

static void step_position(CheckState *state, const Check *check, const Motion *motion)
{
    const DVec4 place = tum_expect_place(state, check, motion);
    keep_worst(state, dvec4_distance(place, check->vector), check->tolerance, motion->time);
}

const CheckFamily tum_position_check = {tum_expect_begin_node, step_position, end_distance};

static bool begin_ballistic(CheckState *state, const Check *check, const CheckContext *context)
{
    const Motion *motion = context->motion;
    DPose4 rest;
    if (!tum_expect_begin_node(state, check, context) ||
        !tum_rest_pose(motion->scene, check->a.node, context->scratch, &rest)) {
        return false;
    }
    if (state->node.body < 0) {
        (void)snprintf(state->fault, sizeof state->fault, "node %d does not move", check->a.node);
    }
    state->start = check->has_place ? check->place : rest.position;
    if (!check->has_place && check->a.has_point) {
        state->start = dvec4_add(rest.position, drotation4_rotate(rest.rotation, check->a.point));
    }
    return true;
}

static void step_ballistic(CheckState *state, const Check *check, const Motion *motion)
{
    const double t = motion->time;
    const DVec4 flown =
        dvec4_add(dvec4_scale(check->velocity, t), dvec4_scale(check->vector, t * t / 2.0));
    const double error =
        dvec4_distance(tum_expect_place(state, check, motion), dvec4_add(state->start, flown));
    const double room = check->tolerance +
                        flight_share * dvec4_length(check->vector) * t / motion->rate +
                        way_share * dvec4_length(check->velocity) * t;
    keep_worst(state, error, room, t);
}

const CheckFamily tum_ballistic_check = {begin_ballistic, step_ballistic, end_distance};

static bool begin_spin(CheckState *state, const Check *check, const CheckContext *context)
{
    DPose4 rest;
    if (!tum_expect_begin_node(state, check, context) ||
        !tum_rest_pose(context->motion->scene, check->a.node, context->scratch, &rest)) {
        return false;
    }
    state->start_rotation = rest.rotation;
    return true;
}

static void step_spin(CheckState *state, const Check *check, const Motion *motion)
{
    const double angle = dbivec4_length(check->spin) * motion->time;
    const DRotation4 turn = drotation4_exp(dbivec4_scale(check->spin, motion->time));
    const DRotation4 wanted = drotation4_multiply(turn, state->start_rotation);
    const DRotation4 now = tum_anchor_rotation(&state->node, motion->now);
    keep_worst(state, tum_turn_angle(drotation4_multiply(now, drotation4_inverse(wanted))),
               check->tolerance + turn_share * angle, motion->time);
}

const CheckFamily tum_spin_check = {begin_spin, step_spin, end_distance};

static bool begin_momentum(CheckState *state, const Check *check, const CheckContext *context)
{
    return tum_expect_begin_bodies(state, check, context, true);
}

static void step_momentum(CheckState *state, const Check *check, const Motion *motion)
{
    DVec4 sum = {0};
    double error = 0.0;
    for (size_t i = 0; i < check->nodes.count; ++i) {
        sum = dvec4_add(sum, dvec4_scale(motion->now[state->bodies[i]].linear, check->masses[i]));
    }
    if (state->excess == -(double)INFINITY) {
        state->start = check->has_vector ? check->vector : sum;
    }
    const DVec4 off = dvec4_absolute(dvec4_sub(sum, state->start));
    for (int axis = 0; axis < 4; ++axis) {
        const double part = dvec4_part(off, axis);
        error = (check->momentum_axes & 1u << axis) != 0 && part > error ? part : error;
    }
    keep_worst(state, error, check->tolerance, motion->time);
}

static void end_momentum(const CheckState *state, const Check *check, const Motion *motion,
                         Judgement *judgement)
{
    char what[WHAT_BYTES];
    (void)motion;
    judgement->verdict.unit = "kg m/s";
    (void)snprintf(what, sizeof what, "change of the %s", check->subject);
    tum_judge_number(judgement, what, state->worst, -(double)INFINITY, check->tolerance,
                     state->worst.value <= check->tolerance);
}

const CheckFamily tum_momentum_check = {begin_momentum, step_momentum, end_momentum};

// The node itself is a body of the run.
static bool begin_body(CheckState *state, const Check *check, const CheckContext *context)
{
    const int32_t body = context->motion->body_of[check->a.node];
    if (body < 0) {
        (void)snprintf(state->fault, sizeof state->fault, "node %d has no body", check->a.node);
    }
    return tum_expect_begin_node(state, check, context);
}

static void step_angular_momentum(CheckState *state, const Check *check, const Motion *motion)
{
    const BodyState *body = &motion->now[state->node.body];
    const DRotation4 axes = drotation4_multiply(body->rotation, check->axes);
    const DBivec4 spin = drotation4_unrotate_bivec(axes, body->angular);
    const DBivec4 momentum = drotation4_rotate_bivec(axes, dbivec4_multiply(check->inertia, spin));
    if (state->excess == -(double)INFINITY) {
        state->start_momentum = momentum;
    }
    const double size = dbivec4_length(state->start_momentum);
    const DBivec4 change = dbivec4_add(momentum, dbivec4_scale(state->start_momentum, -1.0));
    keep_worst(state,
               dbivec4_length(change) /
                   (size > least_angular_momentum ? size : least_angular_momentum),
               check->tolerance, motion->time);
}

static void end_share(const CheckState *state, const Check *check, const Motion *motion,
                      Judgement *judgement)
{
    char what[WHAT_BYTES];
    (void)motion;
    (void)snprintf(what, sizeof what, "relative change of the %s", check->subject);
    tum_judge_number(judgement, what, state->worst, -(double)INFINITY, check->tolerance,
                     state->worst.value <= check->tolerance);
}

const CheckFamily tum_angular_momentum_check = {begin_body, step_angular_momentum, end_share};

static void step_energy(CheckState *state, const Check *check, const Motion *motion)
{
    const BodyState *body = &motion->now[state->node.body];
    const DBivec4 spin = drotation4_unrotate_bivec(body->rotation, body->angular);
    const double turning = dbivec4_dot(dbivec4_multiply(check->inertia, spin), spin);
    const double energy = dvec4_dot(body->linear, body->linear) / 2.0 + turning / 2.0 -
                          dvec4_dot(check->vector, tum_expect_place(state, check, motion));
    if (state->excess == -(double)INFINITY) {
        state->start_energy = energy;
        state->excess = 0.0;
        state->worst = state->least = (Sample){0.0, motion->time};
    }
    const double change = energy - state->start_energy;
    if (change > state->worst.value) {
        state->worst = (Sample){change, motion->time};
    }
    if (change < state->least.value) {
        state->least = (Sample){change, motion->time};
    }
}

static void end_energy(const CheckState *state, const Check *check, const Motion *motion,
                       Judgement *judgement)
{
    const Sample gain = state->worst, loss = state->least;
    const bool is_loss = loss.value - check->least < check->most - gain.value;
    char what[WHAT_BYTES];
    (void)motion;
    judgement->verdict.unit = "J/kg";
    (void)snprintf(what, sizeof what, "change of the %s", check->subject);
    tum_judge_number(judgement, what, is_loss ? loss : gain, check->least, check->most,
                     gain.value <= check->most && loss.value >= check->least);
}

const CheckFamily tum_energy_check = {begin_body, step_energy, end_energy};
