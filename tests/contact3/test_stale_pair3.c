// SPDX-License-Identifier: MIT
// Pairs that are due, eight at a time: what is told of each is what poses and strides say of it
// alone, bit by bit, by every set of instructions.
#include "contact3/stale_pair3.h"

#include "contact3/recycle3.h"
#include "space3/space3.h"
#include "tests/support/kernels.h"
#include "tests/support/shapes3.h"

enum { ROUNDS = 500 };

static const float STEP = 1.0f / 60.0f;

// What is asked of them, and where that is kept.
typedef struct KeptPairs {
    BodyPlace3 places[2][WIDE];
    SolverBody3 states[2][WIDE];
    RecyclePose3 recycle_poses[WIDE];
    StalePairs3 stale;
} KeptPairs;

// Of some sides all that can be zero is, some reach endlessly, and some do not turn.
static void fill(Random *random, KeptPairs *pairs)
{
    memset(pairs, 0, sizeof *pairs);
    for (int i = 0; i < WIDE; ++i) {
        for (int side = 0; side < 2; ++side) {
            BodyPlace3 *place = &pairs->places[side][i];
            SolverBody3 *state = &pairs->states[side][i];
            StaleShape3 *shape = &pairs->stale.shape[side][i];
            const bool is_plain = i == 0 || (i == 1 && side == 0);
            const Pose3 body = is_plain ? POSE3_IDENTITY : random_pose(random, 3.0);
            *place = (BodyPlace3){.center = body.position, .rotation = body.rotation};
            shape->center_from_shape = is_plain ? POSE3_IDENTITY : random_pose(random, 0.3);
            shape->bounding_radius = (float)random_in(random, 0.1, 1.0);
            pairs->stale.bounding_radius[side][i] =
                i == 2 ? INFINITY : (float)random_in(random, 0.1, 2.0);
            if (!is_plain) {
                state->linear = random_vec3(random, 4.0);
                state->angular = i == 2 ? vec3(0.0f, 0.0f, 0.0f) : random_vec3(random, 4.0);
                state->angular_speed_bound =
                    i == 2 ? 0.0f
                           : pairs->stale.bounding_radius[side][i] * vec3_length(state->angular);
            }
            pairs->stale.place[side][i] = (const float *)place;
            pairs->stale.state[side][i] = (const float *)state;
        }
        pairs->recycle_poses[i] =
            (RecyclePose3){random_pose(random, 0.5), (float)random_in(random, 0.0, 0.1)};
        pairs->stale.pose[i] = (const float *)&pairs->recycle_poses[i];
    }
}

static void locate_random(Random *random, KeptPairs *pairs, StalePlace3 places[WIDE])
{
    fill(random, pairs);
    stale_pair_kernel3(CPU_SCALAR)->locate(&pairs->stale, STEP, places);
}

static MotionBound3 motion_bound_of(const SolverBody3 *state)
{
    return (MotionBound3){vec3_scale(state->linear, STEP), vec3_scale(state->angular, STEP),
                          state->angular_speed_bound * STEP};
}

static Pose3 shape_pose(const KeptPairs *pairs, int side, int lane)
{
    const BodyPlace3 *place = &pairs->places[side][lane];
    return pose3_multiply((Pose3){place->center, place->rotation},
                          pairs->stale.shape[side][lane].center_from_shape);
}

static float ahead_of(const KeptPairs *pairs, int lane)
{
    const MotionBound3 a = motion_bound_of(&pairs->states[0][lane]);
    const MotionBound3 b = motion_bound_of(&pairs->states[1][lane]);
    return tum_motion_bound3_displacement(
        &a, pairs->stale.bounding_radius[0][lane], &b, pairs->stale.bounding_radius[1][lane],
        vec3_sub(pairs->places[0][lane].center, pairs->places[1][lane].center));
}

static void a_pair_among_others_is_where_its_poses_say(void **state)
{
    (void)state;
    Random random = {61};
    for (int round = 0; round < ROUNDS; ++round) {
        KeptPairs pairs;
        StalePlace3 places[WIDE];
        locate_random(&random, &pairs, places);
        for (int i = 0; i < WIDE; ++i) {
            const Pose3 a = shape_pose(&pairs, 0, i), b = shape_pose(&pairs, 1, i);
            const Pose3 a_from_b = pose3_relative(a, b);
            const bool a_is_smaller =
                pairs.stale.shape[0][i].bounding_radius < pairs.stale.shape[1][i].bounding_radius;
            const Pose3 seen = a_is_smaller ? pose3_inverse(a_from_b) : a_from_b;
            const float ahead = ahead_of(&pairs, i);
            assert_memory_equal(&places[i].world_from_a, &a, sizeof a);
            assert_memory_equal(&places[i].a_from_b, &a_from_b, sizeof a_from_b);
            assert_memory_equal(&places[i].seen, &seen, sizeof seen);
            assert_memory_equal(&places[i].ahead, &ahead, sizeof ahead);
        }
    }
}

// The way of the smaller shape's farthest point, from above: as a body that it is.
static void what_is_left_of_a_look_is_its_slack_without_the_way_since(void **state)
{
    (void)state;
    Random random = {62};
    for (int round = 0; round < ROUNDS; ++round) {
        KeptPairs pairs;
        StalePlace3 places[WIDE];
        locate_random(&random, &pairs, places);
        for (int i = 0; i < WIDE; ++i) {
            const float bounding_radius = minimum(pairs.stale.shape[0][i].bounding_radius,
                                                  pairs.stale.shape[1][i].bounding_radius);
            const MotionBound3 stride = tum_motion_bound3_between(pairs.recycle_poses[i].pose,
                                                                  places[i].seen, bounding_radius);
            const float left =
                pairs.recycle_poses[i].slack - (vec3_length(stride.moved) + stride.angular_bound);
            assert_memory_equal(&places[i].left, &left, sizeof left);
        }
    }
}

// Least of the bound along the way, at a thousand times: |d + t m| - t |m| / 2 - radii - turns.
static double least_on_the_way(const KeptPairs *pairs, int lane)
{
    const Pose3 a = shape_pose(pairs, 0, lane), b = shape_pose(pairs, 1, lane);
    const MotionBound3 by_a = motion_bound_of(&pairs->states[0][lane]),
                       by_b = motion_bound_of(&pairs->states[1][lane]);
    const Vec3 moved = vec3_sub(by_a.moved, by_b.moved);
    const Vec3 between = vec3_sub(a.position, b.position);
    double least = INFINITY;
    for (int i = 0; i <= 1000; ++i) {
        const float t = (float)i / 1000.0f;
        least = fmin(least, (double)vec3_length(vec3_add_scaled(between, moved, t)) -
                                0.5 * (double)(t * vec3_length(moved)));
    }
    return least - (double)(pairs->stale.shape[0][lane].bounding_radius +
                            pairs->stale.shape[1][lane].bounding_radius + by_a.angular_bound +
                            by_b.angular_bound);
}

// A thousandth of a way of 5 m at most lies between two times. The bound changes by no more than
// one and a half times as much.
static void fast_pairs_pass_each_other_at_the_least_distance_of_their_ways(void **state)
{
    (void)state;
    Random random = {64};
    int far = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        KeptPairs pairs;
        StalePlace3 places[WIDE];
        fill(&random, &pairs);
        for (int i = 0; i < WIDE; ++i) {
            pairs.states[0][i].linear = random_vec3(&random, 150.0);
        }
        stale_pair_kernel3(CPU_SCALAR)->locate(&pairs.stale, STEP, places);
        for (int i = 0; i < WIDE; ++i) {
            const float radii =
                pairs.stale.shape[0][i].bounding_radius + pairs.stale.shape[1][i].bounding_radius;
            const Vec3 speed = vec3_sub(pairs.states[0][i].linear, pairs.states[1][i].linear);
            if (vec3_length(speed) * STEP > 1.001f * radii) {
                assert_near(places[i].passing, least_on_the_way(&pairs, i), 0.01);
                far += places[i].passing > 0.1f;
            } else if (vec3_length(speed) * STEP < 0.999f * radii) {
                assert_near(places[i].passing, -1.0, 0.0);
            }
        }
    }
    assert_true(far > ROUNDS);
}

static void all_instructions_answer_with_the_same_bits(void **state)
{
    (void)state;
    Random random = {63};
    for (int round = 0; round < ROUNDS; ++round) {
        KeptPairs pairs;
        fill(&random, &pairs);
        for (int i = 0; i < WIDE; i += 2) {
            pairs.states[0][i].linear = random_vec3(&random, 150.0);
        }
        StalePlace3 scalar[WIDE], other[WIDE];
        stale_pair_kernel3(CPU_SCALAR)->locate(&pairs.stale, STEP, scalar);
        for (CpuInstructions set = CPU_SCALAR; next_set(&set);) {
            stale_pair_kernel3(set)->locate(&pairs.stale, STEP, other);
            assert_memory_equal(scalar, other, sizeof scalar);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_among_others_is_where_its_poses_say),
        cmocka_unit_test(what_is_left_of_a_look_is_its_slack_without_the_way_since),
        cmocka_unit_test(fast_pairs_pass_each_other_at_the_least_distance_of_their_ways),
        cmocka_unit_test(all_instructions_answer_with_the_same_bits),
    };
    return cmocka_run_group_tests_name("due_pair3", tests, NULL, NULL);
}
