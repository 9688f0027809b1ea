// SPDX-License-Identifier: MIT
// Every kernel of the contact solver in 4D gives the bits of the scalar one, and does what a
// contact does.
#include "base/alloc.h"
#include "math/eigen.h"
#include "space4/contact_block4.h"
#include "tests/space4/response4.h"

enum { BLOCKS = 6, BODIES = 40, LANES = BLOCKS * WIDE - 3 };

/// The last block is not full.
typedef struct Problem {
    ContactBlock4 blocks[BLOCKS];
    SolverBody4 bodies[BODIES];
    BodyStart4 starts[BODIES];
    InverseInertia4 inverse_inertias[BODIES];
    float centers[BODIES][8];
    Manifold4 manifolds[LANES];
    int32_t lanes[LANES];
} Problem;

static const ContactPass4 pushing = {
    .inverse_substep = 240.0f,
    .pushes = true,
    .softness = {.bias_rate = 60.0f, .mass_scale = 0.8f, .impulse_scale = 0.2f},
    .patience = 4.0f};
static const ContactPass4 relaxing = {.inverse_substep = 240.0f, .patience = 4.0f};

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
    Problem *problem = tum_allocate(NULL, sizeof *problem);
    memset(problem, 0, sizeof *problem);
    return problem;
}

static Mat3 random_symmetric(Random *random)
{
    float n[6];
    fill(random, n, 6, -0.2, 0.2);
    return (Mat3){{1.0f + n[0], n[3], n[4]}, {n[3], 1.0f + n[1], n[5]}, {n[4], n[5], 1.0f + n[2]}};
}

static void random_body(Random *random, Problem *problem, int i, bool may_be_uneven)
{
    SolverBody4 *body = &problem->bodies[i];
    fill(random, &body->linear.x, 10, -2, 2);
    fill(random, &body->moved.x, 10, -0.01, 0.01);
    fill(random, problem->centers[i], 4, -3, 3);
    body->inverse_mass = i % 7 == 0 ? 0.0f : draw(random, 0.2, 2);
    const bool is_uneven = may_be_uneven && i % 7 != 0 && i % 3 == 0;
    body->uneven = is_uneven ? 1.0f : 0.0f;
    body->inverse_inertia = is_uneven || i % 7 == 0 ? 0.0f : draw(random, 0.5, 4);
    InverseInertia4 *inertia = &problem->inverse_inertias[i];
    const float even = body->inverse_inertia;
    const Mat3 same = {{even, 0, 0}, {0, even, 0}, {0, 0, even}};
    *inertia = (InverseInertia4){.left = same, .right = same};
    if (is_uneven) {
        *inertia =
            (InverseInertia4){.left = random_symmetric(random), .right = random_symmetric(random)};
        fill(random, &inertia->across.x.x, 9, -0.2, 0.2);
    }
}

static void random_manifold(Random *random, Manifold4 *manifold, int point_count)
{
    float n[4];
    fill(random, n, 4, -1, 1);
    manifold->normal =
        vec4_normalize_or(vec4(n[0], n[1], n[2], n[3]), vec4(0.0f, 1.0f, 0.0f, 0.0f));
    memset(manifold->points, 0xff, sizeof manifold->points); // no numbers
    manifold->point_count = point_count;
    for (int k = 0; k < point_count; ++k) {
        fill(random, &manifold->points[k].position.x, 4, -1, 1);
        manifold->points[k].separation = draw(random, -0.02, 0.02);
        manifold->points[k].feature = (uint32_t)k;
    }
}

// Planes of bodies anywhere, as a step would prepare them; with overlaps, gaps, sliding and
// sticking. Even blocks and uneven ones by the seed, and blocks of few points and of many.
static Problem *random_problem(uint64_t seed)
{
    Problem *problem = empty_problem();
    Random random = {seed};
    for (int i = 0; i < BODIES; ++i) {
        random_body(&random, problem, i, seed % 2 == 0);
    }
    for (int lane = 0; lane < LANES; ++lane) {
        ContactBlock4 *block = &problem->blocks[lane / WIDE];
        const int slot = lane % WIDE, most = 1 + lane / WIDE * 3 % LOCAL_POINTS_MAX4;
        problem->lanes[lane] = LANES - 1 - lane;
        random_manifold(&random, &problem->manifolds[problem->lanes[lane]],
                        1 + lane % 5 * (most - 1) / 4);
        block->body_a[slot] = lane % 20;
        block->body_b[slot] = 20 + (lane * 3) % 20;
        block->slip[slot] = draw(&random, 0, 1) < 0.3f   ? SLIP4_SLIDES
                            : draw(&random, 0, 1) < 0.3f ? SLIP4_NEW
                                                         : (float)(int)draw(&random, 0, 5);
        block->bounce.free_b[slot] = draw(&random, 0, 1) < 0.5f ? 0.0f : 1.0f;
        block->restitution[slot] = lane / WIDE % 2 == 0 ? draw(&random, 0, 1.2) : 0.0f;
        block->static_friction[slot] = draw(&random, 0, 1);
        block->dynamic_friction[slot] = draw(&random, 0, 1);
        block->lane_points[slot] = (uint32_t)(lane % 4);
        for (int k = 0; k < LOCAL_POINTS_MAX4; ++k) {
            block->feature[k][slot] = (uint32_t)(lane % 3 == 0 ? 2 * k : 100);
            block->points[k].impulse[slot] = draw(&random, 0, 1);
        }
        for (int k = 0; k < 3; ++k) {
            block->friction.impulse[k][slot] = draw(&random, -0.1, 0.1);
            block->twist.impulse[k][slot] = draw(&random, -0.1, 0.1);
            float numbers[10];
            fill(&random, numbers, 10, -1, 1);
            set_lane4(&block->friction.tangent[k], (uint32_t)slot,
                      vec4(numbers[0], numbers[1], numbers[2], numbers[3]));
            set_lane_halves(&block->twist.j[k], (uint32_t)slot,
                            (Halves4){{numbers[4], numbers[5], numbers[6]},
                                      {numbers[7], numbers[8], numbers[9]}});
        }
        block->store_a |= (uint32_t)(problem->bodies[block->body_a[slot]].inverse_mass > 0.0f)
                          << slot;
        block->store_b |= (uint32_t)(problem->bodies[block->body_b[slot]].inverse_mass > 0.0f)
                          << slot;
        block->bounces |= (uint32_t)(block->restitution[slot] > 0.0f) << slot;
    }
    return problem;
}

static ContactSources4 sources_of(const Problem *problem)
{
    return (ContactSources4){.manifolds = problem->manifolds,
                             .lanes = problem->lanes,
                             .lane_count = LANES,
                             .bodies = problem->bodies,
                             .inverse_inertias = problem->inverse_inertias,
                             .centers = problem->centers[0],
                             .center_stride = sizeof problem->centers[0],
                             .impulse_scale = 0.9f};
}

static void run_passes(Problem *problem, const ContactKernel4 *kernel)
{
    const ContactSources4 sources = sources_of(problem);
    kernel->prepare(problem->blocks, BLOCKS, &sources);
    kernel->judge_slip(problem->blocks, BLOCKS, problem->bodies);
    // Block after block: here lanes of different blocks may share bodies.
    for (int i = 0; i < BLOCKS; ++i) {
        kernel->warm_start(&problem->blocks[i], 1, problem->bodies);
        kernel->solve(&problem->blocks[i], 1, problem->bodies, &pushing);
        kernel->solve(&problem->blocks[i], 1, problem->bodies, &relaxing);
        kernel->bounce(&problem->blocks[i], 1, problem->bodies, problem->starts, 1.0f / 240.0f,
                       false);
        if (problem->blocks[i].uneven != 0) {
            kernel->weigh(&problem->blocks[i], problem->inverse_inertias);
        }
    }
    kernel->judge_slip(problem->blocks, BLOCKS, problem->bodies);
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
            for (int body = 0; body < BODIES; ++body) {
                assert_true(vec4_is_finite(actual->bodies[body].linear));
            }
            tum_release(NULL, expected, sizeof *expected);
            tum_release(NULL, actual, sizeof *actual);
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
    problem->bodies[1].linear = (Vec4){0, -3, 0, 0};
    return problem;
}

static void a_touching_body_stops(void **state)
{
    (void)state;
    Problem *problem = landing_ball(0);
    tum_contact_kernel4_scalar.solve(problem->blocks, 1, problem->bodies, &relaxing);
    assert_near(problem->bodies[1].linear.y, 0, 1e-6);
    assert_near(problem->blocks[0].points[0].impulse[0], 6, 1e-6); // m v = 2 kg * 3 m/s
    tum_release(NULL, problem, sizeof *problem);
}

static void a_body_apart_may_approach_by_what_is_between(void **state)
{
    (void)state;
    Problem *problem = landing_ball(0.01f);
    tum_contact_kernel4_scalar.solve(problem->blocks, 1, problem->bodies, &relaxing);
    assert_near(problem->bodies[1].linear.y, -0.01 * 240, 1e-5);
    tum_release(NULL, problem, sizeof *problem);
}

static void a_contact_never_pulls(void **state)
{
    (void)state;
    Problem *problem = landing_ball(0);
    problem->bodies[1].linear.y = 1;
    problem->blocks[0].points[0].impulse[0] = 0.5f;
    tum_contact_kernel4_scalar.solve(problem->blocks, 1, problem->bodies, &relaxing);
    assert_near(problem->blocks[0].points[0].impulse[0], 0, 0);
    assert_near(problem->bodies[1].linear.y, 1 - 0.25, 1e-6); // what it had pushed is taken back
    tum_release(NULL, problem, sizeof *problem);
}

// Under 6 N s static friction of 0.5 holds 3 N s, dynamic friction of 0.1 drags by 0.6 N s. Each
// relaxation wants 60 N s. The fourth in a row that wants more than 3 slides, and so does the next,
// which wants 2 N s alone.
static void a_contact_slides_once_its_patience_is_over_and_goes_on_to_slide(void **state)
{
    (void)state;
    Problem *problem = landing_ball(0);
    ContactBlock4 *block = &problem->blocks[0];
    block->static_friction[0] = 0.5f;
    block->dynamic_friction[0] = 0.1f;
    block->friction.tangent[0].x[0] = 1;
    block->friction.inverse_mass[0][0] = 0.5f;
    for (int i = 1; i <= 5; ++i) {
        problem->bodies[1].linear.x = i < 5 ? 30 : 1;
        block->friction.impulse[0][0] = 0;
        tum_contact_kernel4_scalar.solve(problem->blocks, 1, problem->bodies, &relaxing);
        const double drag = i < 4 ? 3 : 0.6;
        assert_near(block->friction.impulse[0][0], -drag, 1e-5);
        assert_near(problem->bodies[1].linear.x, (i < 5 ? 30 : 1) - drag / 2, 1e-5);
    }
    tum_release(NULL, problem, sizeof *problem);
}

// What an impulse takes out of the motion: b.j - j.K.j/2.
static double taken_out(const double k[9], DVec3 b, DVec3 j)
{
    const DVec3 kj = {k[0] * j.x + k[1] * j.y + k[2] * j.z, k[3] * j.x + k[4] * j.y + k[5] * j.z,
                      k[6] * j.x + k[7] * j.y + k[8] * j.z};
    return dvec3_dot(b, j) - 0.5 * dvec3_dot(j, kj);
}

// In the frame of its response K, a block that slips with -b is answered with the impulse j that
// makes j.K.j/2 - b.j least over |j| <= limit: what the reference tells.
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
        tum_contact_kernel4_scalar.solve(problem->blocks, 1, problem->bodies, &relaxing);
        DVec3 found = {0, 0, 0};
        for (int i = 0; i < 3; ++i) {
            found = dvec3_add_scaled(found, axes[i], (double)block->friction.impulse[i][0]);
        }
        const DVec3 best = {expected[0], expected[1], expected[2]};
        const DVec3 whole = {b[0], b[1], b[2]};
        const double length = reference_number(item, "limit");
        assert_true(dvec3_length(found) <= length * (1 + 1e-6));
        // Three rounds of Newton's method: over 100 000 random blocks whose rows weigh up to 400
        // times as much as each other, they left at most 3.3e-4 of the motion that can be taken.
        const double taken = taken_out(k, whole, found), most = taken_out(k, whole, best);
        assert_between(taken, most * (1 - 1e-3), most * (1 + 1e-5));
        tum_release(NULL, problem, sizeof *problem);
    }
    reference_close(&reference);
}

// In an uneven block an even body answers as it does in an even one; and what rows say a push does
// is what it does to the point: its effective mass stops it.
static void a_push_by_its_mass_stops_a_point(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        Problem *problem = random_problem(seed);
        const ContactSources4 sources = sources_of(problem);
        const ContactKernel4 *kernel = &tum_contact_kernel4_scalar;
        kernel->prepare(problem->blocks, BLOCKS, &sources);
        for (int lane = 0; lane < LANES; ++lane) {
            const ContactBlock4 *block = &problem->blocks[lane / WIDE];
            const int slot = lane % WIDE;
            const Manifold4 *manifold = &problem->manifolds[problem->lanes[lane]];
            const int32_t body[2] = {block->body_a[slot], block->body_b[slot]};
            const Vec4 n = manifold->normal, arm_a = manifold->points[0].position;
            const float *c[2] = {problem->centers[body[0]], problem->centers[body[1]]};
            const Vec4 a_from_b =
                vec4(c[1][0] - c[0][0], c[1][1] - c[0][1], c[1][2] - c[0][2], c[1][3] - c[0][3]);
            const Vec4 arms[2] = {arm_a, vec4_sub(arm_a, a_from_b)};
            float response = 0.0f;
            for (int side = 0; side < 2; ++side) {
                const SolverBody4 *b = &problem->bodies[body[side]];
                const Vec4 moved = response4(b->inverse_mass,
                                             &problem->inverse_inertias[body[side]], arms[side], n);
                response += vec4_dot(moved, n);
            }
            assert_near((double)(block->points[0].mass[slot] * response),
                        response > 0.0f ? 1.0 : 0.0, 1e-4);
        }
        tum_release(NULL, problem, sizeof *problem);
    }
}

// Without time between, a plane prepared anew pushes what it pushed, along all of its rows.
static void what_friction_held_is_held_in_new_frames(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        Problem *problem = random_problem(seed);
        const ContactKernel4 *kernel = &tum_contact_kernel4_scalar;
        ContactSources4 sources = sources_of(problem);
        sources.impulse_scale = 1.0f;
        kernel->prepare(problem->blocks, BLOCKS, &sources);
        SolverBody4 expected[BODIES];
        memcpy(expected, problem->bodies, sizeof expected);
        for (int turn = 0; turn < 2; ++turn) {
            SolverBody4 pushed[BODIES];
            memcpy(pushed, problem->bodies, sizeof pushed);
            for (int i = 0; i < BLOCKS; ++i) {
                kernel->warm_start(&problem->blocks[i], 1, pushed);
            }
            for (int i = 0; i < BODIES && turn > 0; ++i) {
                const float *found = &pushed[i].linear.x, *before = &expected[i].linear.x;
                for (int k = 0; k < 10; ++k) {
                    assert_near((double)found[k], (double)before[k], 1e-4);
                }
            }
            memcpy(expected, pushed, sizeof expected);
            kernel->prepare(problem->blocks, BLOCKS, &sources);
        }
        tum_release(NULL, problem, sizeof *problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_set_gives_the_bits_of_the_scalar_kernel),
        cmocka_unit_test(a_push_by_its_mass_stops_a_point),
        cmocka_unit_test(what_friction_held_is_held_in_new_frames),
        cmocka_unit_test(a_touching_body_stops),
        cmocka_unit_test(a_body_apart_may_approach_by_what_is_between),
        cmocka_unit_test(a_contact_never_pulls),
        cmocka_unit_test(a_contact_slides_once_its_patience_is_over_and_goes_on_to_slide),
        reference_test(friction_is_the_impulse_that_takes_most_out_of_the_motion),
    };
    return cmocka_run_group_tests_name("contact kernel 4", tests, NULL, NULL);
}
