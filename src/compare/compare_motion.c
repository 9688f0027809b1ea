// SPDX-License-Identifier: MIT
// compare_motion.c: both scenes simulated, step by step, up to the first pose beyond the tolerance.
#include "compare/compare_data.h"

#include <math.h>

#include "math/scalar.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

static void put(double out[4], float x, float y, float z, float w)
{
    out[0] = (double)x;
    out[1] = (double)y;
    out[2] = (double)z;
    out[3] = (double)w;
}

static WorldFrame pose_of(const TumWorld *world, size_t body)
{
    const TumBodyId id = tum_world_body_at(world, body);
    WorldFrame pose = {.position = {0.0}};
    if (tum_world_dimension(world) == 4) {
        const TumPose4 at = tum_body_pose4(world, id);
        const TumVec4 axes[4] = {at.rotation.x, at.rotation.y, at.rotation.z, at.rotation.w};
        put(pose.position, at.position.x, at.position.y, at.position.z, at.position.w);
        for (int k = 0; k < 4; ++k) {
            put(pose.rotation + 4 * k, axes[k].x, axes[k].y, axes[k].z, axes[k].w);
        }
    } else {
        const TumPose3 at = tum_body_pose3(world, id);
        put(pose.position, at.position.x, at.position.y, at.position.z, 0.0f);
        put(pose.rotation, at.rotation.x, at.rotation.y, at.rotation.z, at.rotation.w);
    }
    return pose;
}

static double gap_of(const WorldFrame *a, const WorldFrame *b)
{
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        sum += (a->position[i] - b->position[i]) * (a->position[i] - b->position[i]);
    }
    return square_root64(sum);
}

static void tell_motion(Compare *compare, size_t body, const WorldFrame *a, const WorldFrame *b,
                        double time, double gap, double angle)
{
    const TumBody *first = &compare->a->bodies[body];
    const TumBody *second = &compare->b->bodies[compare->bodies.pair[body]];
    compare->result->motion_differs = true;
    tum_compare_tell(compare, (TumDifference){.kind = TUM_DIFFERENCE_MOTION,
                                              .subject = "body",
                                              .quantity = "position",
                                              .unit = "m",
                                              .node_a = first->node,
                                              .node_b = second->node,
                                              .pointer_a = first->pointer,
                                              .pointer_b = second->pointer,
                                              .value_a = a->position,
                                              .value_b = b->position,
                                              .count = compare->a->dimension == 4 ? 4 : 3,
                                              .time = time,
                                              .gap = gap,
                                              .angle = angle});
}

static bool is_moving(const Compare *compare, size_t body)
{
    const int32_t other = compare->bodies.pair[body];
    return other >= 0 && (compare->a->bodies[body].kind != TUM_BODY_STATIC ||
                          compare->b->bodies[other].kind != TUM_BODY_STATIC);
}

// Compares the poses of all pairs; tells of the one that is farthest beyond the tolerance.
// @return true where a pair is beyond it.
static bool compare_poses(Compare *compare, const TumWorld *const worlds[2], double time)
{
    TumComparison *result = compare->result;
    double most = compare->options.tolerance;
    size_t worst = SIZE_MAX;
    for (size_t i = 0; i < compare->a->body_count; ++i) {
        if (!is_moving(compare, i)) {
            continue;
        }
        const WorldFrame a = pose_of(worlds[0], i);
        const WorldFrame b = pose_of(worlds[1], (size_t)compare->bodies.pair[i]);
        const double gap = gap_of(&a, &b);
        const double angle = tum_compare_angle(compare->a->dimension, a.rotation, b.rotation);
        result->largest_gap = maximum64(result->largest_gap, gap);
        result->largest_angle = maximum64(result->largest_angle, angle);
        if (maximum64(gap, angle) > most) {
            most = maximum64(gap, angle);
            worst = i;
        }
    }
    if (worst == SIZE_MAX) {
        return false;
    }
    const WorldFrame a = pose_of(worlds[0], worst);
    const WorldFrame b = pose_of(worlds[1], (size_t)compare->bodies.pair[worst]);
    tell_motion(compare, worst, &a, &b, time, gap_of(&a, &b),
                tum_compare_angle(compare->a->dimension, a.rotation, b.rotation));
    return true;
}

// One of the worlds left the finite numbers, the other did not.
static void tell_divergence(Compare *compare, const TumWorld *const worlds[2], int diverged,
                            double time)
{
    const int32_t node = tum_body_node(worlds[diverged], tum_world_diverged_body(worlds[diverged]));
    Subject subject = {.kind = "body", .node_a = -1, .node_b = -1};
    *(diverged == 0 ? &subject.node_a : &subject.node_b) = node;
    const TumScene *scene = diverged == 0 ? compare->a : compare->b;
    for (size_t i = 0; i < scene->body_count; ++i) {
        if (scene->bodies[i].node == node) {
            *(diverged == 0 ? &subject.pointer_a : &subject.pointer_b) = scene->bodies[i].pointer;
        }
    }
    compare->result->motion_differs = true;
    tum_compare_tell(compare, (TumDifference){.kind = TUM_DIFFERENCE_MOTION,
                                              .subject = "body",
                                              .quantity = "motion",
                                              .node_a = subject.node_a,
                                              .node_b = subject.node_b,
                                              .pointer_a = subject.pointer_a,
                                              .pointer_b = subject.pointer_b,
                                              .text_a = diverged == 0 ? "diverged" : "goes on",
                                              .text_b = diverged == 1 ? "diverged" : "goes on",
                                              .time = time,
                                              .gap = (double)INFINITY,
                                              .angle = (double)INFINITY});
}

// @return true where both worlds took the step.
static bool step(Compare *compare, TumWorld *const worlds[2], double time)
{
    const float seconds = (float)(1.0 / compare->options.rate);
    TumStatus status[2];
    for (int i = 0; i < 2; ++i) {
        status[i] = tum_world_step(worlds[i], seconds);
        if (status[i] != TUM_OK && status[i] != TUM_ERROR_DIVERGED) {
            compare->status = status[i];
            return false;
        }
    }
    const TumWorld *const both[2] = {worlds[0], worlds[1]};
    if (status[0] != status[1]) {
        tell_divergence(compare, both, status[0] == TUM_OK ? 1 : 0, time);
    } else if (status[0] == TUM_ERROR_DIVERGED) {
        compare->status = TUM_ERROR_DIVERGED;
    }
    return status[0] == TUM_OK && status[1] == TUM_OK;
}

static void run(Compare *compare, TumWorld *const worlds[2])
{
    const TumWorld *const both[2] = {worlds[0], worlds[1]};
    // The half is added so that 0.1 s at 30 Hz are three steps.
    const uint64_t steps = (uint64_t)(compare->options.duration * compare->options.rate + 0.5);
    bool is_apart = compare_poses(compare, both, 0.0);
    for (uint64_t i = 0; i < steps && !is_apart && compare_goes_on(compare); ++i) {
        const double time = (double)(i + 1) / compare->options.rate;
        if (!step(compare, worlds, time)) {
            return;
        }
        ++compare->result->step_count;
        is_apart = compare_poses(compare, both, time);
    }
}

void tum_compare_motion(Compare *compare)
{
    TumWorld *worlds[2] = {NULL, NULL};
    const TumScene *const scenes[2] = {compare->a, compare->b};
    for (size_t i = 0; i < compare->a->body_count; ++i) {
        compare->result->moving_count += is_moving(compare, i);
    }
    TumWorldDef def = tum_default_world_def();
    def.allocator = compare->arena.allocator;
    for (int i = 0; i < 2 && compare->status == TUM_OK; ++i) {
        compare->status = tum_world_create(scenes[i], &def, &worlds[i], compare->report);
    }
    if (compare->status == TUM_OK) {
        run(compare, worlds);
    }
    tum_world_destroy(worlds[0]);
    tum_world_destroy(worlds[1]);
}
