// SPDX-License-Identifier: MIT
// check_state.c: checks in a run: dispatch by kind, windows, and checks of quantities.
#include "expect/check_state.h"

#include <inttypes.h>
#include <math.h> // INFINITY, NAN
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const CheckFamily none = {0};

static const CheckFamily *family_of(CheckKind kind)
{
    switch (kind) {
    case CHECK_POSITION: return &tum_position_check;
    case CHECK_BALLISTIC: return &tum_ballistic_check;
    case CHECK_SPIN: return &tum_spin_check;
    case CHECK_MOMENTUM: return &tum_momentum_check;
    case CHECK_ANGULAR_MOMENTUM: return &tum_angular_momentum_check;
    case CHECK_ENERGY: return &tum_energy_check;
    case CHECK_JOINT: return &tum_joint_check;
    case CHECK_LIMITS: return &tum_limits_check;
    case CHECK_BODIES: return &tum_bodies_check;
    case CHECK_AT_REST: return &tum_at_rest_check;
    case CHECK_FIXED: return &tum_fixed_check;
    case CHECK_AGREE: return &tum_agree_check;
    default: return &none; // Quantities and events below; reruns in judge.c.
    }
}

bool tum_expect_begin_node(CheckState *state, const Check *check, const CheckContext *context)
{
    const Motion *motion = context->motion;
    const int32_t body = tum_motion_carrier(motion, check->a.node);
    return tum_anchor_make(motion, check->a.node, body, context->scratch, &state->node);
}

bool tum_expect_begin_bodies(CheckState *state, const Check *check, const CheckContext *context,
                             bool needs_all)
{
    const Motion *motion = context->motion;
    state->bodies = tum_arena_zeroed(context->arena, check->nodes.count + 1, sizeof *state->bodies);
    for (size_t i = 0; state->bodies != NULL && i < check->nodes.count; ++i) {
        const int32_t node = check->nodes.nodes[i];
        state->bodies[i] = motion->body_of[node];
        if (state->bodies[i] < 0 && needs_all && state->fault[0] == '\0') {
            (void)snprintf(state->fault, sizeof state->fault, "node %" PRId32 " has no body", node);
        }
    }
    return state->bodies != NULL;
}

DVec4 tum_expect_place(const CheckState *state, const Check *check, const Motion *motion)
{
    return tum_anchor_place(&state->node, motion->now, check->a.has_point ? &check->a.point : NULL);
}

bool tum_expect_begin(CheckState *state, const Check *check, const CheckContext *context)
{
    *state = (CheckState){.excess = -(double)INFINITY, .hit_time = (double)NAN};
    if (check->fault != NULL) {
        return true;
    }
    if (check->kind == CHECK_WITHIN || check->kind == CHECK_COMPARE) {
        return tum_quantity_begin(&state->a, &check->a, context->motion, context->arena,
                                  context->scratch, state->fault) &&
               (check->kind == CHECK_WITHIN ||
                tum_quantity_begin(&state->b, &check->b, context->motion, context->arena,
                                   context->scratch, state->fault));
    }
    const CheckFamily *family = family_of(check->kind);
    return family->begin == NULL || family->begin(state, check, context);
}

static bool has_node(const NodeList *list, int32_t node)
{
    for (size_t i = 0; i < list->count; ++i) {
        if (list->nodes[i] == node) {
            return true;
        }
    }
    return false;
}

// A list matches the node of an event; an event without the node has -1 there.
static bool matches(const NodeList *list, int32_t node)
{
    return !list->is_given || has_node(list, node == TUM_RUN_NO_NODE ? -1 : node);
}

static bool is_kind(const Check *check, const char *type)
{
    for (size_t i = 0; i < check->kind_count; ++i) {
        if (strcmp(check->kinds[i], type) == 0) {
            return true;
        }
    }
    return false;
}

// Every node of a list is one of the event's.
static bool names_all(const NodeList *list, const TumRunEvent *event)
{
    const int32_t nodes[] = {event->trigger, event->collider, event->motion, event->collider_a,
                             event->collider_b};
    const NodeList of = {true, (int32_t *)nodes, sizeof nodes / sizeof *nodes};
    for (size_t i = 0; i < list->count; ++i) {
        if (!has_node(&of, list->nodes[i])) {
            return false;
        }
    }
    return true;
}

static void count_events(CheckState *state, const Check *check, const Motion *motion,
                         const TumRunStep *step)
{
    const double half = 0.5 / motion->rate;
    if (check->window.is_given &&
        !(check->window.begin - half <= motion->time && motion->time <= check->window.end + half)) {
        return;
    }
    for (size_t i = 0; i < step->event_count; ++i) {
        const TumRunEvent *event = &step->events[i];
        if (is_kind(check, event->type) && matches(&check->trigger, event->trigger) &&
            matches(&check->collider, event->collider) && matches(&check->motion, event->motion) &&
            names_all(&check->nodes, event)) {
            state->hit_time = state->hits == 0 ? motion->time : state->hit_time;
            ++state->hits;
        }
    }
}

static void restart(CheckState *state)
{
    state->excess = -(double)INFINITY;
    state->tally = (Tally){0};
    state->worst = state->least = (Sample){0};
    state->is_failed = false;
    state->index = 0;
}

void tum_expect_step(CheckState *state, const Check *check, const Motion *motion,
                     const TumRunStep *step)
{
    bool restarts;
    if (check->fault != NULL || state->fault[0] != '\0') {
        return;
    }
    if (check->kind == CHECK_WITHIN || check->kind == CHECK_COMPARE) {
        const bool is_bound = check->kind == CHECK_WITHIN;
        tum_quantity_step(&state->a, motion, is_bound ? check->least : -(double)INFINITY,
                          is_bound ? check->most : (double)INFINITY);
        if (!is_bound) {
            tum_quantity_step(&state->b, motion, -(double)INFINITY, (double)INFINITY);
        }
    } else if (check->kind == CHECK_EVENT) {
        count_events(state, check, motion, step);
    } else if (tum_window_takes(&check->window, motion->rate, motion->time, &state->seen,
                                &restarts)) {
        const CheckFamily *family = family_of(check->kind);
        if (restarts) {
            restart(state);
        }
        if (family->step != NULL) {
            family->step(state, check, motion);
        }
    }
}

void tum_judge_fault(Judgement *judgement, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(judgement->message, sizeof judgement->message, format, arguments);
    va_end(arguments);
    judgement->verdict.outcome = TUM_OUTCOME_FAILED;
}

static const char *bounds_text(char *text, size_t room, double least, double most, const char *unit)
{
    const char *space = unit[0] != '\0' ? " " : "";
    if (least == -(double)INFINITY) {
        (void)snprintf(text, room, "at most %.6g%s%s", most, space, unit);
    } else if (most == (double)INFINITY) {
        (void)snprintf(text, room, "at least %.6g%s%s", least, space, unit);
    } else if (least == most) {
        (void)snprintf(text, room, "%.6g%s%s", least, space, unit);
    } else {
        (void)snprintf(text, room, "%.6g to %.6g%s%s", least, most, space, unit);
    }
    return text;
}

void tum_judge_number(Judgement *judgement, const char *what, Sample sample, double least,
                      double most, bool passes)
{
    TumVerdict *verdict = &judgement->verdict;
    char bounds[96], time[32] = "";
    verdict->outcome = passes ? TUM_OUTCOME_PASSED : TUM_OUTCOME_FAILED;
    verdict->value = sample.value;
    verdict->time = sample.time;
    verdict->least = least;
    verdict->most = most;
    if (!passes) {
        if (sample.time >= 0.0) {
            (void)snprintf(time, sizeof time, " at t = %.4g s", sample.time);
        }
        (void)snprintf(judgement->message, sizeof judgement->message,
                       "%.500s is %.6g%s%s%s, expected %s", what, sample.value,
                       verdict->unit[0] != '\0' ? " " : "", verdict->unit, time,
                       bounds_text(bounds, sizeof bounds, least, most, verdict->unit));
    }
}

static void end_within(const CheckState *state, const Check *check, Judgement *judgement)
{
    const Tally *tally = &state->a.tally;
    const Sample sample = tum_tally_reduce(tally, check->a.reduce, check->least, check->most);
    judgement->verdict.unit = check->a.unit;
    tum_judge_number(judgement, check->subject, sample, check->least, check->most,
                     sample.value >= check->least && sample.value <= check->most);
}

static void end_compare(const CheckState *state, const Check *check, Judgement *judgement)
{
    const Sample a = tum_tally_reduce(&state->a.tally, check->a.reduce, 0.0, 0.0);
    const Sample b = tum_tally_reduce(&state->b.tally, check->b.reduce, 0.0, 0.0);
    const double bound = b.value * check->ratio + check->by;
    char what[WHAT_BYTES];
    (void)snprintf(what, sizeof what, "%.200s, with %.200s = %.6g,", check->a.subject,
                   check->b.subject, b.value);
    judgement->verdict.unit = check->a.unit;
    tum_judge_number(judgement, what, a, check->is_below ? -(double)INFINITY : bound,
                     check->is_below ? bound : (double)INFINITY,
                     check->is_below ? a.value < bound : a.value > bound);
}

static void end_event(const CheckState *state, const Check *check, Judgement *judgement)
{
    const double hits = (double)state->hits;
    tum_judge_number(judgement, check->subject, (Sample){hits, state->hit_time}, check->least,
                     check->most, hits >= check->least && hits <= check->most);
}

static bool is_empty(const CheckState *state, const Check *check)
{
    switch (check->kind) {
    case CHECK_WITHIN: return state->a.tally.count == 0;
    case CHECK_COMPARE: return state->a.tally.count == 0 || state->b.tally.count == 0;
    case CHECK_EVENT:
    case CHECK_BODIES:
    case CHECK_DETERMINISTIC: return false;
    case CHECK_AT_REST:
    case CHECK_FIXED: return state->seen.steps == 0 && check->nodes.count > 0;
    default: return state->seen.steps == 0;
    }
}

void tum_expect_end(const CheckState *state, const Check *check, const Motion *motion,
                    Judgement *judgement)
{
    const CheckFamily *family = family_of(check->kind);
    if (check->fault != NULL) {
        tum_judge_fault(judgement, "%s", check->fault);
    } else if (state->fault[0] != '\0') {
        tum_judge_fault(judgement, "%s", state->fault);
    } else if (is_empty(state, check)) {
        tum_judge_fault(judgement, "the window of time has no steps");
    } else if (check->kind == CHECK_WITHIN) {
        end_within(state, check, judgement);
    } else if (check->kind == CHECK_COMPARE) {
        end_compare(state, check, judgement);
    } else if (check->kind == CHECK_EVENT) {
        end_event(state, check, judgement);
    } else if (family->end != NULL) {
        family->end(state, check, motion, judgement);
    }
}
