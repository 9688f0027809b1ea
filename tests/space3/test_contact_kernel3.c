// SPDX-License-Identifier: MIT
// Every kernel of the contact solver gives the bits of the scalar one, and does what a contact
// does.
#include "space3/contact_block3.h"
#include "tests/support/support.h"

enum { BLOCKS = 6, BODIES = 40 };

typedef struct Problem {
    ContactBlock3 blocks[BLOCKS];
    SolverBody3 bodies[BODIES];
} Problem;

static float draw(Random *random, double low, double high)
{
    return (float)random_in(random, low, high);
}

static void fill(Random *random, float *numbers, size_t count, double low, double high)
{
    for (size_t i = 0; i < count; ++i) {
        numbers[i] = draw(random, low, high);
    }
}

// Nonsense as physics, but of the size that numbers have, with overlaps, gaps, sliding and
// sticking.
static Problem *random_problem(uint64_t seed)
{
    Problem *problem = aligned_alloc(64, sizeof *problem);
    memset(problem, 0, sizeof *problem);
    Random random = {seed};
    for (int i = 0; i < BODIES; ++i) {
        fill(&random, &problem->bodies[i].linear.x, 3, -2, 2);
        fill(&random, &problem->bodies[i].angular.x, 3, -2, 2);
        fill(&random, &problem->bodies[i].moved.x, 3, -0.01, 0.01);
        fill(&random, &problem->bodies[i].turned.x, 3, -0.01, 0.01);
    }
    for (int b = 0; b < BLOCKS; ++b) {
        ContactBlock3 *block = &problem->blocks[b];
        float *lanes = block->inverse_mass_a;
        const size_t count =
            (offsetof(ContactBlock3, lanes_end) - offsetof(ContactBlock3, inverse_mass_a)) /
            sizeof(float);
        fill(&random, lanes, count, -0.3, 1);
        for (int i = 0; i < WIDE; ++i) {
            block->body_a[i] = (b * WIDE + i) % 20;
            block->body_b[i] = 20 + (b * WIDE + i * 3) % 20;
            block->slip[i] =
                draw(&random, 0, 1) < 0.3f ? SLIP_SLIDES : (float)(int)draw(&random, 0, 5);
            block->joined[i] = draw(&random, 0, 1) < 0.5f ? 0.0f : 1.0f;
            block->free_b[i] = 1.0f - block->joined[i];
            block->static_friction[i] = draw(&random, 0, 1);
            block->dynamic_friction[i] = draw(&random, 0, 1);
            for (int k = 0; k < TOUCH_POINTS; ++k) {
                block->points[k].base[i] = draw(&random, -0.02, 0.02);
                block->points[k].impulse[i] = draw(&random, 0, 1);
                block->points[k].struck[i] = 0;
                block->points[k].mass[i] = draw(&random, 0, 1);
            }
        }
        block->store_a = (uint32_t)draw(&random, 0, 256);
        block->store_b = 0xff;
        block->point_count = 1 + (uint32_t)b % TOUCH_POINTS;
        block->bounces = b % 2 == 0 ? 0xff : 0;
    }
    return problem;
}

static void run_passes(Problem *problem, const ContactKernel3 *kernel)
{
    // Block after block: here lanes of different blocks may share bodies.
    for (int i = 0; i < BLOCKS; ++i) {
        kernel->warm_start(&problem->blocks[i], 1, problem->bodies);
        kernel->solve(&problem->blocks[i], 1, problem->bodies, 240.0f, true, 4);
        kernel->solve(&problem->blocks[i], 1, problem->bodies, 240.0f, false, 4);
        kernel->bounce(&problem->blocks[i], 1, problem->bodies, 1.0f / 240.0f, false);
        kernel->weigh_blows(&problem->blocks[i], 1, problem->bodies, 1.0f / 240.0f);
        kernel->press_on(&problem->blocks[i], 1, problem->bodies, false);
        kernel->press_on(&problem->blocks[i], 1, problem->bodies, true);
    }
}

static void assert_same_bits(const ContactKernel3 *kernel)
{
    for (uint64_t seed = 1; seed <= 50; ++seed) {
        Problem *expected = random_problem(seed), *actual = random_problem(seed);
        run_passes(expected, &tum_contact_kernel3_scalar);
        run_passes(actual, kernel);
        assert_memory_equal(actual->bodies, expected->bodies, sizeof actual->bodies);
        assert_memory_equal(actual->blocks, expected->blocks, sizeof actual->blocks);
        free(expected);
        free(actual);
    }
}

static void every_instruction_set_gives_the_bits_of_the_scalar_kernel(void **state)
{
    (void)state;
    for (int i = 0; i < CPU_INSTRUCTIONS_COUNT; ++i) {
        if (tum_cpu_has((CpuInstructions)i)) {
            assert_same_bits(tum_choose_contact_kernel3((CpuInstructions)i));
        }
    }
}

// One contact of a 2 kg body that comes down on the immovable with 3 m/s.
static Problem *landing_ball(float separation)
{
    Problem *problem = aligned_alloc(64, sizeof *problem);
    memset(problem, 0, sizeof *problem);
    ContactBlock3 *block = &problem->blocks[0];
    block->body_a[0] = 0;
    block->body_b[0] = 1;
    block->store_b = 1;
    block->point_count = 1;
    block->lane_points[0] = 1;
    block->inverse_mass_b[0] = 0.5f;
    block->normal.y[0] = 1;
    block->tangent.x[0] = 1;
    block->points[0].mass[0] = 2;
    block->points[0].base[0] = separation;
    block->mass_scale[0] = 1;
    problem->bodies[1].linear = (Vec3){0, -3, 0};
    return problem;
}

static void a_touching_body_stops(void **state)
{
    (void)state;
    Problem *problem = landing_ball(0);
    tum_contact_kernel3_scalar.solve(problem->blocks, 1, problem->bodies, 240, false, 4);
    assert_near(problem->bodies[1].linear.y, 0, 1e-6);
    assert_near(problem->blocks[0].points[0].impulse[0], 6, 1e-6); // m v = 2 kg * 3 m/s
    free(problem);
}

static void a_body_apart_may_approach_by_what_is_between(void **state)
{
    (void)state;
    Problem *problem = landing_ball(0.01f);
    tum_contact_kernel3_scalar.solve(problem->blocks, 1, problem->bodies, 240, false, 4);
    assert_near(problem->bodies[1].linear.y, -0.01 * 240, 1e-5);
    free(problem);
}

static void a_contact_never_pulls(void **state)
{
    (void)state;
    Problem *problem = landing_ball(0);
    problem->bodies[1].linear.y = 1;
    problem->blocks[0].points[0].impulse[0] = 0.5f;
    tum_contact_kernel3_scalar.solve(problem->blocks, 1, problem->bodies, 240, false, 4);
    assert_near(problem->blocks[0].points[0].impulse[0], 0, 0);
    assert_near(problem->bodies[1].linear.y, 1 - 0.25, 1e-6); // what it had pushed is taken back
    free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_set_gives_the_bits_of_the_scalar_kernel),
        cmocka_unit_test(a_touching_body_stops),
        cmocka_unit_test(a_body_apart_may_approach_by_what_is_between),
        cmocka_unit_test(a_contact_never_pulls),
    };
    return cmocka_run_group_tests_name("contact kernel", tests, NULL, NULL);
}
