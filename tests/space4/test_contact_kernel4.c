// SPDX-License-Identifier: MIT
// Every kernel of the contact solver in 4D gives the bits of the scalar one, and does what a
// contact does.
#include "math/eigen.h"
#include "space4/contact_block4.h"
#include "tests/support/reference.h"

enum { BLOCKS = 6, BODIES = 40 };

typedef struct Problem {
    ContactBlock4 blocks[BLOCKS];
    SolverBody4 bodies[BODIES];
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

static Problem *empty_problem(void)
{
    Problem *problem = aligned_alloc(64, (sizeof *problem + 63) / 64 * 64);
    memset(problem, 0, sizeof *problem);
    return problem;
}

// Nonsense as physics, but of the size that numbers have, with overlaps, gaps, sliding and
// sticking.
static Problem *random_problem(uint64_t seed)
{
    Problem *problem = empty_problem();
    Random random = {seed};
    for (int i = 0; i < BODIES; ++i) {
        fill(&random, &problem->bodies[i].linear.x, 10, -2, 2);
        fill(&random, &problem->bodies[i].moved.x, 10, -0.01, 0.01);
    }
    for (int b = 0; b < BLOCKS; ++b) {
        ContactBlock4 *block = &problem->blocks[b];
        float *lanes = block->inverse_mass_a;
        const size_t count =
            (offsetof(ContactBlock4, lanes_end) - offsetof(ContactBlock4, inverse_mass_a)) /
            sizeof(float);
        fill(&random, lanes, count, -0.3, 1);
        for (int i = 0; i < WIDE; ++i) {
            block->body_a[i] = (b * WIDE + i) % 20;
            block->body_b[i] = 20 + (b * WIDE + i * 3) % 20;
            block->slip[i] =
                draw(&random, 0, 1) < 0.3f ? SLIP4_SLIDES : (float)(int)draw(&random, 0, 5);
            block->free_b[i] = draw(&random, 0, 1) < 0.5f ? 0.0f : 1.0f;
            block->static_friction[i] = draw(&random, 0, 1);
            block->dynamic_friction[i] = draw(&random, 0, 1);
            for (int k = 0; k < TOUCH_POINTS4; ++k) {
                block->points[k].base[i] = draw(&random, -0.02, 0.02);
                block->points[k].impulse[i] = draw(&random, 0, 1);
                block->points[k].struck[i] = 0;
                block->points[k].mass[i] = draw(&random, 0, 1);
            }
        }
        block->store_a = (uint32_t)draw(&random, 0, 256);
        block->store_b = 0xff;
        block->point_count = 1 + (uint32_t)b % TOUCH_POINTS4;
        block->sweeps = 1 + (uint32_t)b % 4;
        block->bounces = b % 2 == 0 ? 0xff : 0;
    }
    return problem;
}

static void run_passes(Problem *problem, const ContactKernel4 *kernel)
{
    // Block after block: here lanes of different blocks may share bodies.
    for (int i = 0; i < BLOCKS; ++i) {
        kernel->warm_start(&problem->blocks[i], 1, problem->bodies);
        kernel->solve(&problem->blocks[i], 1, problem->bodies, 240.0f, true, 4);
        kernel->solve(&problem->blocks[i], 1, problem->bodies, 240.0f, false, 4);
        kernel->bounce(&problem->blocks[i], 1, problem->bodies, 1.0f / 240.0f, false);
    }
}

static void every_instruction_set_gives_the_bits_of_the_scalar_kernel(void **state)
{
    (void)state;
    for (int i = 0; i < CPU_INSTRUCTIONS_COUNT; ++i) {
        if (!tum_cpu_has((CpuInstructions)i)) {
            continue;
        }
        const ContactKernel4 *kernel = tum_choose_contact_kernel4((CpuInstructions)i);
        for (uint64_t seed = 1; seed <= 50; ++seed) {
            Problem *expected = random_problem(seed), *actual = random_problem(seed);
            run_passes(expected, &tum_contact_kernel4_scalar);
            run_passes(actual, kernel);
            assert_memory_equal(actual->bodies, expected->bodies, sizeof actual->bodies);
            assert_memory_equal(actual->blocks, expected->blocks, sizeof actual->blocks);
            free(expected);
            free(actual);
        }
    }
}

// One contact of a 2 kg body that comes down on the immovable with 3 m/s.
static Problem *landing_ball(float separation)
{
    Problem *problem = empty_problem();
    ContactBlock4 *block = &problem->blocks[0];
    block->body_b[0] = 1;
    block->store_b = 1;
    block->point_count = 1;
    block->sweeps = 1;
    block->lane_points[0] = 1;
    block->inverse_mass_b[0] = 0.5f;
    block->normal.y[0] = 1;
    block->points[0].mass[0] = 2;
    block->points[0].base[0] = separation;
    block->mass_scale[0] = 1;
    problem->bodies[1].linear = (Vec4){0, -3, 0, 0};
    return problem;
}

static void a_touching_body_stops(void **state)
{
    (void)state;
    Problem *problem = landing_ball(0);
    tum_contact_kernel4_scalar.solve(problem->blocks, 1, problem->bodies, 240, false, 4);
    assert_near(problem->bodies[1].linear.y, 0, 1e-6);
    assert_near(problem->blocks[0].points[0].impulse[0], 6, 1e-6); // m v = 2 kg * 3 m/s
    free(problem);
}

static void a_body_apart_may_approach_by_what_is_between(void **state)
{
    (void)state;
    Problem *problem = landing_ball(0.01f);
    tum_contact_kernel4_scalar.solve(problem->blocks, 1, problem->bodies, 240, false, 4);
    assert_near(problem->bodies[1].linear.y, -0.01 * 240, 1e-5);
    free(problem);
}

static void a_contact_never_pulls(void **state)
{
    (void)state;
    Problem *problem = landing_ball(0);
    problem->bodies[1].linear.y = 1;
    problem->blocks[0].points[0].impulse[0] = 0.5f;
    tum_contact_kernel4_scalar.solve(problem->blocks, 1, problem->bodies, 240, false, 4);
    assert_near(problem->blocks[0].points[0].impulse[0], 0, 0);
    assert_near(problem->bodies[1].linear.y, 1 - 0.25, 1e-6); // what it had pushed is taken back
    free(problem);
}

// In the frame of its response K, a block that slips with -b is answered with the impulse j that
// makes j.K.j/2 - b.j least over |j| <= limit: what spec/reference4d/friction_block tells.
static void friction_is_the_impulse_that_takes_most_out_of_the_motion(void **state)
{
    (void)state;
    Reference reference = reference_open("friction_block");
    for (const char *item = NULL; (item = reference_next(&reference, item)) != NULL;) {
        double k[9], b[3], expected[3];
        reference_list(reference_member(item, "K"), k, 9);
        reference_numbers(item, "b", b, 3);
        reference_numbers(item, "impulse", expected, 3);
        DVec3 values;
        DMat3 vectors;
        tum_eigen_symmetric3(
            (DSym3){.xx = k[0], .yy = k[4], .zz = k[8], .xy = k[1], .xz = k[2], .yz = k[5]},
            &values, &vectors);
        const DVec3 axes[3] = {vectors.x, vectors.y, vectors.z};
        const double mass[3] = {values.x, values.y, values.z};
        Problem *problem = landing_ball(0);
        ContactBlock4 *block = &problem->blocks[0];
        // Pressed by the limit, with a friction of one; no push moves either body.
        block->inverse_mass_b[0] = 0;
        block->points[0].mass[0] = 0;
        block->points[0].impulse[0] = (float)reference_number(item, "limit");
        block->static_friction[0] = block->dynamic_friction[0] = 1;
        block->slip[0] = SLIP4_SLIDES;
        const double wanted[3] = {dvec3_dot(axes[0], (DVec3){b[0], b[1], b[2]}),
                                  dvec3_dot(axes[1], (DVec3){b[0], b[1], b[2]}),
                                  dvec3_dot(axes[2], (DVec3){b[0], b[1], b[2]})};
        block->friction.tangent[0].x[0] = 1;
        block->friction.tangent[1].z[0] = 1;
        block->friction.tangent[2].w[0] = 1;
        problem->bodies[1].linear =
            (Vec4){(float)-wanted[0], 0, (float)-wanted[1], (float)-wanted[2]};
        for (int i = 0; i < 3; ++i) {
            block->friction.inverse_mass[i][0] = (float)mass[i];
        }
        tum_contact_kernel4_scalar.solve(problem->blocks, 1, problem->bodies, 240, false, 4);
        DVec3 found = {0, 0, 0};
        for (int i = 0; i < 3; ++i) {
            found = dvec3_add_scaled(found, axes[i], (double)block->friction.impulse[i][0]);
        }
        // Three rounds of Newton's method and single precision: a thousandth of the length.
        const double room = 1e-3 * sqrt(expected[0] * expected[0] + expected[1] * expected[1] +
                                        expected[2] * expected[2]);
        assert_near(found.x, expected[0], room);
        assert_near(found.y, expected[1], room);
        assert_near(found.z, expected[2], room);
        free(problem);
    }
    reference_close(&reference);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_set_gives_the_bits_of_the_scalar_kernel),
        cmocka_unit_test(a_touching_body_stops),
        cmocka_unit_test(a_body_apart_may_approach_by_what_is_between),
        cmocka_unit_test(a_contact_never_pulls),
        cmocka_unit_test(friction_is_the_impulse_that_takes_most_out_of_the_motion),
    };
    return cmocka_run_group_tests_name("contact kernel 4", tests, NULL, NULL);
}
