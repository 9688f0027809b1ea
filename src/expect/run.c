// SPDX-License-Identifier: MIT
// run.c: the form of a run: rate, times, bodies, finite numbers, unit quaternions, and step 0 as
// the document has it.
#include "expect/run.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "math/scalar.h"

static const double most_rate_error = 1e-6;     // [Hz]
static const double most_time_error = 1e-4;     // [s]
static const double time_error_per_step = 1e-6; // [s] Sums of rounded steps drift.
static const double most_norm_error = 2e-3;     // [1] Quaternions in few digits.
static const double most_start_error = 1e-3;    // [m] At a place one metre away, and per metre.
static const double most_start_turn = 5e-3;     // [rad]

bool tum_run_fail(TumRun *run, const char *format, ...)
{
    if (!run->is_refused) {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(run->refusal, sizeof run->refusal, format, arguments);
        va_end(arguments);
        run->is_refused = true;
    }
    return false;
}

void tum_run_refuse(TumRun *run, const char *reason)
{
    tum_run_fail(run, "%s", reason);
}

static bool out_of_memory(TumRun *run)
{
    run->is_out_of_memory = true;
    return tum_run_fail(run, "out of memory");
}

void tum_run_begin(TumRun *run, const TumScene *scene, const TumAllocator *allocator,
                   double duration, double rate, RunListener listener)
{
    *run = (TumRun){.allocator = tum_allocator_or_default(allocator),
                    .scene = scene,
                    .duration = duration,
                    .wanted_rate = rate,
                    .listener = listener,
                    .engine = "",
                    .version = ""};
    tum_arena_init(&run->arena, &run->allocator);
    tum_arena_init(&run->lines.arena, &run->allocator);
    tum_hash_init(&run->digest, 0);
}

void tum_run_clear(TumRun *run)
{
    tum_arena_clear(&run->arena);
    tum_arena_clear(&run->lines.arena);
    array_free(&run->lines.line, &run->allocator);
    array_free(&run->lines.nodes, &run->allocator);
    array_free(&run->lines.bodies, &run->allocator);
    array_free(&run->lines.events, &run->allocator);
    array_free(&run->lines.texts, &run->allocator);
}

// Rounds to the nearest integer, halves to the even one.
static uint64_t round_steps(double steps)
{
    const uint64_t whole = (uint64_t)steps;
    const double rest = steps - (double)whole;
    return whole + (rest > 0.5 || (rest == 0.5 && whole % 2 == 1));
}

static bool take_rate(TumRun *run, double rate)
{
    bool is_right = !(absolute64(rate - run->wanted_rate) > most_rate_error);
    if (run->wanted_rate == 0.0) {
        is_right = run->rate_count == 0 && rate >= 1.0 && rate <= 1e4;
        for (size_t i = 0; i < run->rate_count; ++i) {
            is_right = is_right || !(absolute64(rate - run->rates[i]) > most_rate_error);
        }
        if (!is_right) {
            return tum_run_fail(run, "the run has %g Hz, which is none of the rates to judge",
                                rate);
        }
    } else if (!is_right) {
        return tum_run_fail(run, "the run has %g Hz, asked for were %g Hz", rate, run->wanted_rate);
    }
    run->motion.rate = run->wanted_rate > 0.0 ? run->wanted_rate : rate;
    run->wanted_steps = round_steps(run->duration * run->motion.rate) + 1;
    return true;
}

static bool take_nodes(TumRun *run, const TumRunHeader *header)
{
    Motion *motion = &run->motion;
    const TumScene *scene = run->scene;
    motion->scene = scene;
    motion->body_count = header->node_count;
    motion->nodes = tum_arena_zeroed(&run->arena, header->node_count + 1, sizeof *motion->nodes);
    motion->first = tum_arena_zeroed(&run->arena, header->node_count + 1, sizeof *motion->first);
    motion->now = tum_arena_zeroed(&run->arena, header->node_count + 1, sizeof *motion->now);
    motion->extents =
        tum_arena_zeroed(&run->arena, header->node_count + 1, sizeof *motion->extents);
    run->step_of = tum_arena_zeroed(&run->arena, header->node_count + 1, sizeof *run->step_of);
    motion->body_of = tum_arena_zeroed(&run->arena, scene->node_count + 1, sizeof *motion->body_of);
    if (motion->nodes == NULL || motion->first == NULL || motion->now == NULL ||
        motion->extents == NULL || run->step_of == NULL || motion->body_of == NULL) {
        return out_of_memory(run);
    }
    memset(motion->body_of, -1, scene->node_count * sizeof *motion->body_of);
    for (size_t i = 0; i < header->node_count; ++i) {
        const TumRunNode *node = &header->nodes[i];
        if (node->index < 0 || (size_t)node->index >= scene->node_count) {
            return tum_run_fail(run, "node %" PRId32 " of the run is not in the file", node->index);
        }
        if (motion->body_of[node->index] >= 0) {
            return tum_run_fail(run, "node %" PRId32 " is listed twice in the header", node->index);
        }
        motion->body_of[node->index] = (int32_t)i;
        motion->nodes[i] = node->index;
        const char *own = scene->nodes[node->index].name;
        if (node->name != NULL && own[0] != '\0' && strcmp(node->name, own) != 0) {
            return tum_run_fail(run,
                                "node %" PRId32 " is \"%.60s\" in the file, \"%.60s\" in the run",
                                node->index, own, node->name);
        }
    }
    return true;
}

static const char *keep_text(TumRun *run, const char *text)
{
    const char *kept = text != NULL ? tum_arena_text(&run->arena, text, strlen(text)) : "";
    run->is_out_of_memory = run->is_out_of_memory || kept == NULL;
    return kept != NULL ? kept : "";
}

bool tum_run_header(TumRun *run, const TumRunHeader *header)
{
    if (run->is_refused) {
        return false;
    }
    if (run->has_header) {
        return tum_run_fail(run, "the run has a second header");
    }
    if (header->dimension != run->scene->dimension) {
        return tum_run_fail(run, "the run has %d dimensions, the file %d", header->dimension,
                            run->scene->dimension);
    }
    if (header->node_count > run->scene->node_count) {
        return tum_run_fail(run, "the run has %zu bodies, the file %zu nodes", header->node_count,
                            run->scene->node_count);
    }
    if (!take_rate(run, header->rate) || !take_nodes(run, header)) {
        return false;
    }
    run->engine = keep_text(run, header->engine);
    run->version = keep_text(run, header->version);
    run->unsupported_count = header->unsupported_count;
    run->unsupported =
        tum_arena_zeroed(&run->arena, header->unsupported_count + 1, sizeof *run->unsupported);
    for (size_t i = 0; run->unsupported != NULL && i < header->unsupported_count; ++i) {
        run->unsupported[i] = keep_text(run, header->unsupported[i]);
    }
    if (run->unsupported == NULL || run->is_out_of_memory) {
        return out_of_memory(run);
    }
    run->has_header = true;
    return true;
}

static bool all_finite(const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (!is_finite64(numbers[i])) {
            return false;
        }
    }
    return true;
}

static bool check_orientation(TumRun *run, const TumRunBody *body, uint64_t step)
{
    const double *q = body->orientation;
    if (run->scene->dimension == 4) {
        return tum_turn_is_right(4, q) ||
               tum_run_fail(run,
                            "step %" PRIu64 ", node %" PRId32 ": the orientation is no rotation",
                            step, body->node);
    }
    const double norm = square_root64(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    return !(absolute64(norm - 1.0) > most_norm_error) ||
           tum_run_fail(run, "step %" PRIu64 ", node %" PRId32 ": the orientation has length %.6g",
                        step, body->node, norm);
}

// @param step  number of the step.
static bool take_body(TumRun *run, const TumRunBody *body, uint64_t step)
{
    const int32_t at = body->node >= 0 && (size_t)body->node < run->scene->node_count
                           ? run->motion.body_of[body->node]
                           : -1;
    if (at < 0 || run->step_of[at] == step + 1) {
        return tum_run_fail(run, "step %" PRIu64 ": body of node %" PRId32 " is %s", step,
                            body->node, at < 0 ? "not in the header" : "there twice");
    }
    run->step_of[at] = step + 1;
    const int dimension = run->scene->dimension;
    const size_t width = (size_t)dimension;
    const double *p = body->position, *v = body->linear_velocity;
    if (!all_finite(p, width) || !all_finite(body->orientation, tum_turn_width(dimension)) ||
        !all_finite(v, width) || !all_finite(body->angular_velocity, tum_spin_width(dimension))) {
        return tum_run_fail(run, "step %" PRIu64 ", node %" PRId32 ": a number is not finite", step,
                            body->node);
    }
    if (!check_orientation(run, body, step)) {
        return false;
    }
    run->motion.now[at] = (BodyState){.position = {p[0], p[1], p[2], width == 4 ? p[3] : 0.0},
                                      .rotation = tum_turn_of(dimension, body->orientation),
                                      .linear = {v[0], v[1], v[2], width == 4 ? v[3] : 0.0},
                                      .angular = tum_spin_of(dimension, body->angular_velocity),
                                      .asleep = body->asleep};
    return true;
}

static void digest_numbers(Hash *hash, const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        uint64_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        tum_hash_add_u64(hash, bits);
    }
}

static void digest_step(Hash *hash, int dimension, const TumRunStep *step)
{
    const size_t width = (size_t)dimension;
    digest_numbers(hash, &step->time, 1);
    for (size_t i = 0; i < step->body_count; ++i) {
        const TumRunBody *body = &step->bodies[i];
        tum_hash_add_u64(hash, (uint64_t)body->node << 1 | body->asleep);
        digest_numbers(hash, body->position, width);
        digest_numbers(hash, body->orientation, tum_turn_width(dimension));
        digest_numbers(hash, body->linear_velocity, width);
        digest_numbers(hash, body->angular_velocity, tum_spin_width(dimension));
    }
    for (size_t i = 0; i < step->event_count; ++i) {
        const TumRunEvent *event = &step->events[i];
        const int32_t nodes[] = {event->trigger, event->collider, event->motion, event->collider_a,
                                 event->collider_b};
        tum_hash_add(hash, event->type, strlen(event->type) + 1);
        for (size_t k = 0; k < sizeof nodes / sizeof *nodes; ++k) {
            tum_hash_add_u64(hash, (uint64_t)(int64_t)nodes[k]);
        }
    }
}

// A node with an animation at or above it may start anywhere.
static bool is_animated(const TumScene *scene, int32_t node)
{
    for (; node >= 0; node = scene->nodes[node].parent) {
        const bool *animated = scene->nodes[node].animated;
        if (animated[0] || animated[1] || animated[2]) {
            return true;
        }
    }
    return false;
}

static bool check_start(TumRun *run, size_t index, Arena *scratch)
{
    const Motion *motion = &run->motion;
    const int32_t node = motion->nodes[index];
    DPose4 rest;
    if (is_animated(run->scene, node)) {
        return true;
    }
    if (!tum_rest_pose(run->scene, node, scratch, &rest)) {
        return out_of_memory(run);
    }
    const BodyState *state = &motion->now[index];
    const double off = dvec4_distance(state->position, rest.position);
    if (off > most_start_error * (1.0 + dvec4_length(rest.position))) {
        return tum_run_fail(run, "node %" PRId32 " starts %.4g m from its place in the file", node,
                            off);
    }
    const double turn =
        tum_turn_angle(drotation4_multiply(state->rotation, drotation4_inverse(rest.rotation)));
    if (dmat4_determinant(tum_rest_matrix(run->scene, node).linear) > 0.0 &&
        turn > most_start_turn) {
        return tum_run_fail(
            run, "node %" PRId32 " starts %.4g rad from its orientation in the file", node, turn);
    }
    return true;
}

static bool take_start(TumRun *run)
{
    Arena scratch;
    tum_arena_init(&scratch, &run->allocator);
    for (size_t i = 0; i < run->motion.body_count && !run->is_refused; ++i) {
        check_start(run, i, &scratch);
        tum_arena_clear(&scratch);
    }
    memcpy(run->motion.first, run->motion.now, run->motion.body_count * sizeof *run->motion.first);
    return !run->is_refused;
}

bool tum_run_step(TumRun *run, const TumRunStep *step)
{
    const uint64_t number = run->step_count;
    if (run->is_refused) {
        return false;
    }
    if (!run->has_header) {
        return tum_run_fail(run, "the run has a step before its header");
    }
    // One step more or less is a matter of rounding.
    if (number > run->wanted_steps) {
        return tum_run_fail(run, "the run has more steps than the %" PRIu64 " expected",
                            run->wanted_steps);
    }
    const double due = (double)number / run->motion.rate;
    if (!(absolute64(step->time - due) <= most_time_error + time_error_per_step * (double)number)) {
        return tum_run_fail(run, "step %" PRIu64 " has t = %.6g, expected %.6g", number, step->time,
                            due);
    }
    for (size_t i = 0; i < step->body_count; ++i) {
        if (!take_body(run, &step->bodies[i], number)) {
            return false;
        }
    }
    if (step->body_count != run->motion.body_count) {
        return tum_run_fail(run, "step %" PRIu64 " has %zu of %zu bodies", number, step->body_count,
                            run->motion.body_count);
    }
    run->motion.time = step->time;
    if (number == 0 && !take_start(run)) {
        return false;
    }
    digest_step(&run->digest, run->scene->dimension, step);
    ++run->step_count;
    return run->listener.step(run->listener.user, &run->motion, step) || out_of_memory(run);
}

void tum_run_finish(TumRun *run)
{
    tum_run_flush_lines(run);
    if (run->is_refused) {
        return;
    }
    if (!run->has_header) {
        tum_run_fail(run, "the run is empty");
    } else if (run->step_count + 1 < run->wanted_steps || run->step_count == 0) {
        tum_run_fail(run, "the run has %" PRIu64 " steps, expected %" PRIu64, run->step_count,
                     run->wanted_steps);
    }
}
