// SPDX-License-Identifier: MIT
// Blocks of eight points that two bodies share (joint_kernel3.c), by every set of instructions.
#include "space3/joint_block3.h"
#include "space3/space3.h"
#include "system/cpu.h"
#include "tests/support/shapes3.h"

enum { ROUNDS = 100 };

// A block, and bodies that nobody else has: lane i joins body i to body WIDE + i.
typedef struct Points {
    BodyPlace3 places[2 * WIDE];
    ContactBody3 weights[2 * WIDE];
    SolverBody3 bodies[2 * WIDE];
    PointBlock3 block;
    PointInertia3 inertia;
    PointFrames3 frames;
} Points;

static const JointPass3 relaxing = {.bias = false, .elapsed = 0.003f};

static JointPass3 pushing(void)
{
    return (JointPass3){.bias = true,
                        .inverse_substep = 240.0f,
                        .elapsed = 0.003f,
                        .softness = softness_of(400.0f, 20.0f, 1.0f / 240.0f)};
}

// R diag(d) R^T.
static Sym3 random_inertia(Random *random, bool is_round)
{
    const float x = (float)random_in(random, 0.5, 4.0);
    if (is_round) {
        return (Sym3){x, x, x, 0.0f, 0.0f, 0.0f};
    }
    const float y = (float)random_in(random, 0.5, 4.0), z = (float)random_in(random, 0.5, 4.0);
    return sym3_from_diagonal(quat_matrix(random_rotation(random)), vec3(x, y, z));
}

static void fill(Points *points, Random *random, bool is_round)
{
    *points = (Points){0};
    for (int i = 0; i < 2 * WIDE; ++i) {
        points->places[i].center = random_vec3(random, 2.0);
        points->places[i].rotation = random_rotation(random);
        points->weights[i] = (ContactBody3){random_inertia(random, is_round),
                                            (float)random_in(random, 0.1, 2.0), 1.0f};
        points->bodies[i].linear = random_vec3(random, 3.0);
        points->bodies[i].angular = random_vec3(random, 3.0);
        points->bodies[i].moved = random_vec3(random, 0.02);
        points->bodies[i].turned = random_vec3(random, 0.05);
    }
    // One side of a lane cannot be moved, as what hangs on a wall.
    points->weights[3] = (ContactBody3){0};
    points->block.store_a = 0xff & ~(1u << 3);
    points->block.store_b = 0xff;
    points->block.surface_velocities = 1;
    for (uint32_t lane = 0; lane < WIDE; ++lane) {
        points->block.body_a[lane] = (int32_t)lane;
        points->block.body_b[lane] = (int32_t)(WIDE + lane);
        set_lane3(&points->frames.local_a, lane, random_vec3(random, 0.7));
        set_lane3(&points->frames.local_b, lane, random_vec3(random, 0.7));
        set_lane3(&points->frames.surface_velocity, lane, random_vec3(random, 0.1));
        set_lane3(&points->block.impulse, lane, random_vec3(random, 0.5));
    }
}

static void prepare(Points *points, const JointKernel3 *kernel)
{
    PointSources3 sources;
    for (int lane = 0; lane < WIDE; ++lane) {
        sources.place_a[lane] = &points->places[lane].center.x;
        sources.place_b[lane] = &points->places[WIDE + lane].center.x;
        sources.weight_a[lane] = &points->weights[lane].inverse_inertia.xx;
        sources.weight_b[lane] = &points->weights[WIDE + lane].inverse_inertia.xx;
    }
    kernel->prepare_points(&points->block, &points->inertia, &points->frames, &sources);
}

static PointBatch3 batch_of(Points *points)
{
    return (PointBatch3){&points->block, &points->inertia, &points->frames, 1, points->bodies};
}

// A substep as the solver takes it.
static void run_passes(Points *points, const JointKernel3 *kernel)
{
    const JointPass3 push = pushing();
    kernel->warm_start_points(batch_of(points));
    kernel->solve_points(batch_of(points), &push);
    kernel->solve_points(batch_of(points), &relaxing);
}

static void all_instructions_solve_to_the_same_bits(void **state)
{
    (void)state;
    Random random = {51};
    for (int round = 0; round < ROUNDS; ++round) {
        Points start;
        fill(&start, &random, round % 2 == 0);
        Points scalar = start;
        prepare(&scalar, &tum_joint_kernel3_scalar);
        assert_int_equal(scalar.block.is_round, round % 2 == 0);
        run_passes(&scalar, &tum_joint_kernel3_scalar);
        for (int i = 0; i < CPU_INSTRUCTIONS_COUNT; ++i) {
            if (tum_cpu_has((CpuInstructions)i)) {
                const JointKernel3 *kernel = tum_choose_joint_kernel3((CpuInstructions)i);
                Points other = start;
                prepare(&other, kernel);
                run_passes(&other, kernel);
                assert_memory_equal(&scalar, &other, sizeof scalar);
            }
        }
    }
}

static void what_is_round_turns_as_its_matrix_has_it(void **state)
{
    (void)state;
    Random random = {52};
    for (int round = 0; round < ROUNDS; ++round) {
        Points as_round;
        fill(&as_round, &random, true);
        prepare(&as_round, &tum_joint_kernel3_scalar);
        Points by_matrix = as_round;
        by_matrix.block.is_round = 0;
        run_passes(&as_round, &tum_joint_kernel3_scalar);
        run_passes(&by_matrix, &tum_joint_kernel3_scalar);
        for (int i = 0; i < 2 * WIDE; ++i) {
            assert_near(vec3_distance(as_round.bodies[i].angular, by_matrix.bodies[i].angular), 0,
                        1e-5);
            assert_near(vec3_distance(as_round.bodies[i].linear, by_matrix.bodies[i].linear), 0,
                        1e-5);
        }
    }
}

static Vec3 velocity_at(const SolverBody3 *body, Vec3 arm)
{
    return vec3_add(body->linear, vec3_cross(body->angular, arm));
}

// Nobody else pulls at these bodies, and as a step begins they are as they were prepared, so one
// pass is enough: what frames drift by is all that is left of the points' velocities against each
// other.
static void relaxed_points_move_together(void **state)
{
    (void)state;
    Random random = {53};
    for (int round = 0; round < ROUNDS; ++round) {
        Points points;
        fill(&points, &random, round % 2 == 0);
        for (int i = 0; i < 2 * WIDE; ++i) {
            points.bodies[i].moved = points.bodies[i].turned = (Vec3){0};
        }
        const SolverBody3 wall = points.bodies[3];
        prepare(&points, &tum_joint_kernel3_scalar);
        run_passes(&points, &tum_joint_kernel3_scalar);
        for (uint32_t lane = 0; lane < WIDE; ++lane) {
            const Vec3 a = velocity_at(&points.bodies[lane], lane3(&points.block.arm_a, lane));
            const Vec3 b =
                velocity_at(&points.bodies[WIDE + lane], lane3(&points.block.arm_b, lane));
            const Vec3 apart =
                vec3_add(vec3_sub(b, a), lane3(&points.frames.surface_velocity, lane));
            assert_near(vec3_length(apart), 0, 2e-5);
        }
        assert_memory_equal(&points.bodies[3], &wall, sizeof wall);
    }
}

// Of a turn by the angle t about a unit axis n, `turned` is t n; arms follow it to second order, so
// that t^3 / 6 is missing.
static void a_pass_without_bias_finds_where_points_are(void **state)
{
    (void)state;
    Random random = {54};
    Points points;
    fill(&points, &random, false);
    prepare(&points, &tum_joint_kernel3_scalar);
    const Points before = points;
    const JointPass3 push = pushing();
    points.block.surface_velocities = 0;
    points.block.store_a = points.block.store_b = 0; // nobody's velocity matters
    tum_joint_kernel3_scalar.solve_points(batch_of(&points), &push);
    assert_memory_equal(&points.block.arm_a, &before.block.arm_a, 2 * sizeof(Lanes3));
    tum_joint_kernel3_scalar.solve_points(batch_of(&points), &relaxing);
    for (uint32_t lane = 0; lane < WIDE; ++lane) {
        const SolverBody3 *a = &points.bodies[lane], *b = &points.bodies[WIDE + lane];
        const Vec3 arms[2] = {lane3(&before.frames.arm_a, lane), lane3(&before.frames.arm_b, lane)};
        const Vec3 turns[2] = {a->turned, b->turned};
        Vec3 now[2];
        for (int side = 0; side < 2; ++side) {
            const double angle = (double)vec3_length(turns[side]);
            const Quat turn = turn_about((double)turns[side].x, (double)turns[side].y,
                                         (double)turns[side].z, angle);
            now[side] = quat_rotate(turn, arms[side]);
        }
        const double missing = 1.3 * 0.09 * 0.09 * 0.09 / 6; // of arms up to 1.3 m
        assert_near(vec3_distance(lane3(&points.block.arm_a, lane), now[0]), 0, missing);
        assert_near(vec3_distance(lane3(&points.block.arm_b, lane), now[1]), 0, missing);
        const Vec3 first = vec3_add(vec3_add(points.places[lane].center, a->moved), now[0]);
        const Vec3 second = vec3_add(vec3_add(points.places[WIDE + lane].center, b->moved), now[1]);
        assert_near(vec3_distance(lane3(&points.block.apart, lane), vec3_sub(second, first)), 0,
                    3 * missing);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_instructions_solve_to_the_same_bits),
        cmocka_unit_test(what_is_round_turns_as_its_matrix_has_it),
        cmocka_unit_test(relaxed_points_move_together),
        cmocka_unit_test(a_pass_without_bias_finds_where_points_are),
    };
    return cmocka_run_group_tests_name("joint_points3", tests, NULL, NULL);
}
