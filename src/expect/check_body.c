// SPDX-License-Identifier: MIT
// check_body.c: checks of which bodies there are, and of bodies that rest or stay.
#include <math.h> // INFINITY
#include <stdio.h>

#include "expect/check_state.h"

static size_t count_excluded(const Check *check, const Motion *motion)
{
    size_t count = 0;
    for (size_t i = 0; i < check->exclude.count; ++i) {
        count += motion->body_of[check->exclude.nodes[i]] >= 0;
    }
    return count;
}

static bool begin_bodies(CheckState *state, const Check *check, const CheckContext *context)
{
    const Motion *motion = context->motion;
    const NodeList *wanted = check->nodes.is_given ? &check->nodes : &check->include;
    bool *seen = tum_arena_zeroed(context->scratch, motion->scene->node_count + 1, sizeof *seen);
    size_t found = 0;
    for (size_t i = 0; seen != NULL && i < wanted->count; ++i) {
        const int32_t node = wanted->nodes[i];
        if (!seen[node]) {
            found += motion->body_of[node] >= 0;
            state->hits += motion->body_of[node] < 0;
            seen[node] = true;
        }
    }
    if (check->nodes.is_given) {
        state->hits += motion->body_count - found;
    } else {
        state->hits += count_excluded(check, motion);
    }
    return seen != NULL;
}

static void end_bodies(const CheckState *state, const Check *check, const Motion *motion,
                       Judgement *judgement)
{
    (void)check;
    (void)motion;
    tum_judge_number(judgement, "number of bodies that are missing or not expected",
                     (Sample){(double)state->hits, (double)NAN}, -(double)INFINITY, 0.0,
                     state->hits == 0);
}

const CheckFamily tum_bodies_check = {begin_bodies, NULL, end_bodies};

// Keeps the first failure of the first node that fails, else the value nearest to its bound.
static void keep(CheckState *state, size_t index, double value, double bound, bool is_angular,
                 double time)
{
    const bool fails = value > bound;
    const double share = value - bound;
    if (fails ? state->is_failed && index >= state->index
              : state->is_failed || !(share / (bound > 0.0 ? bound : 1.0) > state->excess)) {
        return;
    }
    state->is_failed = state->is_failed || fails;
    state->excess = share / (bound > 0.0 ? bound : 1.0);
    state->worst = (Sample){value, time};
    state->bound = bound;
    state->index = index;
    state->is_angular = is_angular;
}

static bool begin_at_rest(CheckState *state, const Check *check, const CheckContext *context)
{
    return tum_expect_begin_bodies(state, check, context, true);
}

static void step_at_rest(CheckState *state, const Check *check, const Motion *motion)
{
    for (size_t i = 0; i < check->nodes.count; ++i) {
        const BodyState *body = &motion->now[state->bodies[i]];
        keep(state, i, dvec4_length(body->linear), check->speed, false, motion->time);
        keep(state, i, dbivec4_length(body->angular), check->angular_speed, true, motion->time);
    }
}

static void end_kept(const CheckState *state, const Check *check, const Motion *motion,
                     Judgement *judgement, const char *what, const char *const units[2])
{
    char text[WHAT_BYTES], node[64];
    if (check->nodes.count == 0 || state->excess == -(double)INFINITY) {
        judgement->verdict.outcome = TUM_OUTCOME_PASSED;
        return;
    }
    judgement->verdict.node = check->nodes.nodes[state->index];
    judgement->verdict.unit = units[state->is_angular];
    (void)snprintf(text, sizeof text, "%s of %s", what,
                   tum_node_label(motion->scene, judgement->verdict.node, node, sizeof node));
    tum_judge_number(judgement, text, state->worst, -(double)INFINITY, state->bound,
                     !state->is_failed);
}

static void end_at_rest(const CheckState *state, const Check *check, const Motion *motion,
                        Judgement *judgement)
{
    static const char *const units[2] = {"m/s", "rad/s"};
    end_kept(state, check, motion, judgement, "speed", units);
}

const CheckFamily tum_at_rest_check = {begin_at_rest, step_at_rest, end_at_rest};

// A node without a body does not move.
static bool begin_fixed(CheckState *state, const Check *check, const CheckContext *context)
{
    return tum_expect_begin_bodies(state, check, context, false);
}

static void step_fixed(CheckState *state, const Check *check, const Motion *motion)
{
    for (size_t i = 0; i < check->nodes.count; ++i) {
        if (state->bodies[i] < 0) {
            continue;
        }
        const BodyState *now = &motion->now[state->bodies[i]];
        const BodyState *first = &motion->first[state->bodies[i]];
        const DRotation4 turn =
            drotation4_multiply(now->rotation, drotation4_inverse(first->rotation));
        keep(state, i, dvec4_distance(now->position, first->position), check->speed, false,
             motion->time);
        keep(state, i, tum_turn_angle(turn), check->angular_speed, true, motion->time);
    }
}

static void end_fixed(const CheckState *state, const Check *check, const Motion *motion,
                      Judgement *judgement)
{
    static const char *const units[2] = {"m", "rad"};
    end_kept(state, check, motion, judgement, "motion", units);
}

const CheckFamily tum_fixed_check = {begin_fixed, step_fixed, end_fixed};

static void step_agree(CheckState *state, const Check *check, const Motion *motion)
{
    state->place = tum_expect_place(state, check, motion);
    state->worst.time = motion->time;
}

const CheckFamily tum_agree_check = {tum_expect_begin_node, step_agree, NULL};
