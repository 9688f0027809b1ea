// SPDX-License-Identifier: MIT
// Every kernel of the contact solver gives the bits of the scalar one, and does what a contact
// does.
#include "space3/contact_block3.h"
#include "tests/support/support.h"

enum { BLOCKS = 12, BODIES = 64 };

typedef struct Problem {
    ContactBlock3 blocks[BLOCKS];
    ContactRows3 rows[BLOCKS / 2];
    ContactRare3 rares[BLOCKS];
    SolverBody3 bodies[BODIES];
    ContactBody3 weights[BODIES];
    uint32_t states[BODIES];
    float centers[BODIES][WIDE];
    Manifold3 manifolds[BLOCKS * WIDE];
    int32_t lanes[BLOCKS * WIDE];
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

static void number_states(Problem *problem)
{
    for (uint32_t i = 0; i < BODIES; ++i) {
        problem->states[i] = i;
    }
}

static void fill_bodies(Random *random, Problem *problem)
{
    for (int i = 0; i < BODIES; ++i) {
        fill(random, &problem->bodies[i].linear.x, 3, -2, 2);
        fill(random, &problem->bodies[i].angular.x, 3, -2, 2);
        fill(random, &problem->bodies[i].moved.x, 3, -0.01, 0.01);
        fill(random, &problem->bodies[i].turned.x, 3, -0.01, 0.01);
        fill(random, &problem->weights[i].inverse_inertia.xx, 3, 0.5, 1);
        fill(random, &problem->weights[i].inverse_inertia.xy, 3, -0.1, 0.1);
        problem->weights[i].inverse_mass = draw(random, 0.1, 1);
        problem->weights[i].is_joined = draw(random, 0, 1) < 0.3f ? 1.0f : 0.0f;
        fill(random, problem->centers[i], 3, -1, 1);
    }
    problem->weights[0] = (ContactBody3){.inverse_mass = 0.0f};
    number_states(problem);
}

// Blocks whose lanes have up to one point, two, three, and four.
static void fill_manifolds(Random *random, Problem *problem, uint64_t seed)
{
    for (int i = 0; i < BLOCKS * WIDE; ++i) {
        const int most = 1 + (int)((seed + (uint64_t)i / WIDE * 3) % TOUCH_POINTS);
        Manifold3 *manifold = &problem->manifolds[i];
        Vec3 normal;
        fill(random, &normal.x, 3, -1, 1);
        manifold->normal = vec3_normalize_or(normal, (Vec3){0, 1, 0});
        manifold->point_count = 1 + (int)draw(random, 0, most);
        for (int k = 0; k < TOUCH_POINTS; ++k) {
            fill(random, &manifold->points[k].position.x, 3, -1, 1);
            manifold->points[k].separation = draw(random, -0.02, 0.02);
            manifold->points[k].feature = 0x7f800000u + (uint32_t)((k + i) % TOUCH_POINTS);
        }
        problem->lanes[i] = i;
    }
}

// Nonsense as physics, but of the size that numbers have, with overlaps, gaps, sliding and
// sticking.
static Problem *random_problem(uint64_t seed)
{
    Problem *problem = aligned_alloc(64, sizeof *problem);
    memset(problem, 0, sizeof *problem);
    memset(problem->rows, 0xff, sizeof problem->rows); // Whatever a step before left there.
    Random random = {seed};
    fill_bodies(&random, problem);
    fill_manifolds(&random, problem, seed);
    for (int b = 0; b < BLOCKS; ++b) {
        ContactBlock3 *block = &problem->blocks[b];
        ContactRare3 *rare = &problem->rares[b];
        fill(&random, rare->restitution, sizeof *rare / sizeof(float), -0.3, 1);
        for (int i = 0; i < WIDE; ++i) {
            block->body_a[i] = (b * WIDE + i) * 3 % 32;
            block->body_b[i] = 32 + (b * WIDE + i) * 7 % 32;
            block->slip[i] =
                draw(&random, 0, 1) < 0.3f ? SLIP_SLIDES : (float)(int)draw(&random, -1, 5);
            rare->joined[i] = draw(&random, 0, 1) < 0.5f ? 0.0f : 1.0f;
            rare->free_b[i] = 1.0f - rare->joined[i];
            block->static_friction[i] = draw(&random, 0, 1);
            block->dynamic_friction[i] = draw(&random, 0, 1);
            block->normal.y[i] = 1;
            block->tangent.x[i] = 1;
            block->friction_impulse[0][i] = draw(&random, -1, 1);
            block->twist_impulse[i] = draw(&random, -1, 1);
            block->lane_points[i] = (uint32_t)draw(&random, 0, TOUCH_POINTS + 1);
            for (int k = 0; k < TOUCH_POINTS; ++k) {
                block->impulse[k][i] = draw(&random, 0, 1);
                block->feature[k][i] = 0x7f800000u + (uint32_t)k;
                rare->struck[k][i] = 0;
            }
        }
        block->store_a = seed % 2 == 0 ? (uint32_t)draw(&random, 0, 256) : 0;
        block->store_b = 0xff;
        block->bounces = b == 2 || b == 4 ? 0xff : 0;
        block->drifts = b == 3 || b == 8;
    }
    return problem;
}

static ContactBatch3 blocks_of(Problem *problem, uint32_t index, uint32_t count)
{
    return (ContactBatch3){.blocks = &problem->blocks[index],
                           .rows = &problem->rows[index / 2],
                           .rares = &problem->rares[index],
                           .first = index % 2,
                           .count = count,
                           .bodies = problem->bodies};
}

static ContactSources3 sources_of(const Problem *problem, uint32_t index)
{
    return (ContactSources3){.manifolds = problem->manifolds,
                             .lanes = problem->lanes + index * WIDE,
                             .lane_count = BLOCKS * WIDE - 3 - index * WIDE,
                             .bodies = problem->weights,
                             .states = problem->states,
                             .centers = problem->centers[0],
                             .center_stride = sizeof problem->centers[0],
                             .impulse_scale = 0.9f};
}

static void run_prepared(ContactBatch3 batch, const ContactBody3 *weights,
                         const ContactKernel3 *kernel)
{
    const Softness softness = {30.0f, 0.8f, 0.2f};
    const ContactPass3 push = {240.0f, softness, true, 4};
    const ContactPass3 relax = {240.0f, softness, false, 4};
    kernel->judge_slip(batch);
    kernel->warm_start(batch);
    kernel->solve(batch, &push);
    kernel->solve(batch, &relax);
    kernel->weigh(batch, weights);
    kernel->bounce(batch, 1.0f / 240.0f, false);
    kernel->weigh_blows(batch, 1.0f / 240.0f);
    kernel->press_on(batch, false);
    kernel->press_on(batch, true);
    kernel->judge_slip(batch);
}

// Blocks that share no body, as those of a colour; or alone, a contact each, one after the other.
static void run_passes(Problem *problem, const ContactKernel3 *kernel, uint32_t first,
                       uint32_t count, bool alone)
{
    ContactBatch3 batch = blocks_of(problem, first, count);
    batch.alone = alone;
    const ContactSources3 sources = sources_of(problem, first);
    kernel->prepare(batch, &sources);
    run_prepared(batch, problem->weights, kernel);
}

// Any stretch of a colour may be somebody's share: kernels that take two blocks at once get pairs,
// halves of them, and pairs of which one half bounces or drifts.
static void run_all_passes(Problem *problem, const ContactKernel3 *kernel)
{
    run_passes(problem, kernel, 0, 2, false);
    run_passes(problem, kernel, 2, 1, false);
    run_passes(problem, kernel, 3, 3, false);
    run_passes(problem, kernel, 6, 2, true);
    run_passes(problem, kernel, 8, 2, false);
    // Prepared one by one, solved at once.
    for (uint32_t i = 10; i < 12; ++i) {
        const ContactSources3 sources = sources_of(problem, i);
        kernel->prepare(blocks_of(problem, i, 1), &sources);
    }
    run_prepared(blocks_of(problem, 10, 2), problem->weights, kernel);
}

static void assert_same_bits(const ContactKernel3 *kernel)
{
    for (uint64_t seed = 1; seed <= 50; ++seed) {
        Problem *expected = random_problem(seed), *actual = random_problem(seed);
        run_all_passes(expected, &tum_contact_kernel3_scalar);
        run_all_passes(actual, kernel);
        assert_memory_equal(actual->bodies, expected->bodies, sizeof actual->bodies);
        assert_memory_equal(actual->blocks, expected->blocks, sizeof actual->blocks);
        assert_memory_equal(actual->rares, expected->rares, sizeof actual->rares);
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

static const ContactPass3 relax = {.inverse_substep = 240.0f, .patience = 4};

static void run_relaxation(Problem *problem)
{
    tum_contact_kernel3_scalar.solve(blocks_of(problem, 0, 1), &relax);
}

// A plane of contact of one body, `count` points around its middle, on what cannot be moved.
static Problem *on_the_ground(float inverse_mass, Vec3 inverse_inertia, int count,
                              const Vec3 *points, float separation)
{
    Problem *problem = aligned_alloc(64, sizeof *problem);
    memset(problem, 0, sizeof *problem);
    number_states(problem);
    ContactBlock3 *block = &problem->blocks[0];
    block->body_b[0] = 1;
    block->store_b = 1;
    problem->weights[1] = (ContactBody3){
        .inverse_inertia = {inverse_inertia.x, inverse_inertia.y, inverse_inertia.z, 0, 0, 0},
        .inverse_mass = inverse_mass};
    Manifold3 *manifold = &problem->manifolds[0];
    manifold->normal = (Vec3){0, 1, 0};
    manifold->point_count = count;
    for (int k = 0; k < count; ++k) {
        manifold->points[k] =
            (TouchPoint3){.position = points[k], .separation = separation, .feature = (uint32_t)k};
    }
    ContactSources3 sources = sources_of(problem, 0);
    sources.lane_count = 1;
    tum_contact_kernel3_scalar.prepare(blocks_of(problem, 0, 1), &sources);
    return problem;
}

// A 2 kg ball that comes down with 3 m/s.
static Problem *landing_ball(float separation)
{
    const Vec3 below = {0, -0.5f, 0};
    Problem *problem = on_the_ground(0.5f, (Vec3){1, 1, 1}, 1, &below, separation);
    problem->bodies[1].linear = (Vec3){0, -3, 0};
    return problem;
}

static void a_touching_body_stops(void **state)
{
    (void)state;
    Problem *problem = landing_ball(0);
    run_relaxation(problem);
    assert_near(problem->bodies[1].linear.y, 0, 1e-6);
    assert_near(problem->blocks[0].impulse[0][0], 6, 1e-6); // m v = 2 kg * 3 m/s
    free(problem);
}

// The state of body 1 is kept as the ninth, and what turns it with it.
static void a_body_is_found_where_its_state_is(void **state)
{
    (void)state;
    Problem *problem = landing_ball(0);
    problem->states[1] = 8;
    problem->bodies[8] = problem->bodies[1];
    problem->weights[8] = problem->weights[1];
    problem->weights[1] = (ContactBody3){.inverse_mass = 0.0f};
    ContactSources3 sources = sources_of(problem, 0);
    sources.lane_count = 1;
    tum_contact_kernel3_scalar.prepare(blocks_of(problem, 0, 1), &sources);
    run_relaxation(problem);
    assert_near(problem->bodies[8].linear.y, 0, 1e-6);
    assert_near(problem->bodies[1].linear.y, -3, 0);
    free(problem);
}

static void a_body_apart_may_approach_by_what_is_between(void **state)
{
    (void)state;
    Problem *problem = landing_ball(0.01f);
    run_relaxation(problem);
    assert_near(problem->bodies[1].linear.y, -0.01 * 240, 1e-5);
    free(problem);
}

static void a_contact_never_pulls(void **state)
{
    (void)state;
    Problem *problem = landing_ball(0);
    problem->bodies[1].linear.y = 1;
    problem->blocks[0].impulse[0][0] = 0.5f;
    run_relaxation(problem);
    assert_near(problem->blocks[0].impulse[0][0], 0, 0);
    assert_near(problem->bodies[1].linear.y, 1 - 0.25, 1e-6); // what it had pushed is taken back
    free(problem);
}

static void one_point_off_the_middle_pushes_and_turns(void **state)
{
    (void)state;
    // A rod of 2 kg and 3 kg m^2 about z, touched half a metre to the right of its centre while it
    // falls with 1 m/s: p = v / (1 / m + r^2 / I), v' = p / m - v, w' = r p / I.
    const Vec3 right = {0.5f, 0, 0};
    Problem *problem = on_the_ground(0.5f, (Vec3){1, 1, 1.0f / 3.0f}, 1, &right, 0);
    problem->bodies[1].linear.y = -1;
    run_relaxation(problem);
    const double p = 1 / (0.5 + 0.25 / 3);
    assert_near(problem->blocks[0].impulse[0][0], p, 1e-6);
    assert_near(problem->bodies[1].linear.y, p / 2 - 1, 1e-6);
    assert_near(problem->bodies[1].angular.z, 0.5 * p / 3, 1e-6);
    free(problem);
}

static void points_to_both_sides_stop_a_turning_body(void **state)
{
    (void)state;
    // Its right side comes down with w r, the left one goes up: the right one stops.
    const Vec3 both[2] = {{0.5f, 0, 0}, {-0.5f, 0, 0}};
    Problem *problem = on_the_ground(0.5f, (Vec3){1, 1, 1.0f / 3.0f}, 2, both, 0);
    problem->bodies[1].linear.y = -0.25f;
    problem->bodies[1].angular.z = -1;
    for (int i = 0; i < 4; ++i) {
        run_relaxation(problem);
    }
    const SolverBody3 *body = &problem->bodies[1];
    assert_near(body->linear.y + 0.5f * body->angular.z, 0, 1e-6);
    assert_true(body->linear.y - 0.5f * body->angular.z >= -1e-6f);
    free(problem);
}

static void friction_at_the_middle_stops_what_slides(void **state)
{
    (void)state;
    // Pressed with 10 N s, friction 1: a block of 2 kg slides with 1 m/s and spins about the normal
    // with 1 rad/s; the points hold both, since 2 N s and 1 N m s are less than they may.
    const Vec3 feet[4] = {{1, 0, 1}, {-1, 0, 1}, {-1, 0, -1}, {1, 0, -1}};
    Problem *problem = on_the_ground(0.5f, (Vec3){1, 1, 1}, 4, feet, 0);
    ContactBlock3 *block = &problem->blocks[0];
    block->static_friction[0] = block->dynamic_friction[0] = 1;
    for (int k = 0; k < 4; ++k) {
        block->impulse[k][0] = 2.5f;
    }
    problem->bodies[1].linear = (Vec3){1, 0, 0};
    problem->bodies[1].angular = (Vec3){0, 1, 0};
    run_relaxation(problem);
    assert_near(problem->bodies[1].linear.x, 0, 1e-6);
    assert_near(problem->bodies[1].angular.y, 0, 1e-6);
    free(problem);
}

static void impulses_follow_their_features(void **state)
{
    (void)state;
    const Vec3 feet[2] = {{0.5f, 0, 0}, {-0.5f, 0, 0}};
    Problem *problem = on_the_ground(0.5f, (Vec3){1, 1, 1}, 2, feet, 0);
    problem->blocks[0].impulse[0][0] = 3;
    problem->blocks[0].impulse[1][0] = 5;
    problem->manifolds[0].points[0].feature = 1;
    problem->manifolds[0].points[1].feature = 7;
    ContactSources3 sources = sources_of(problem, 0);
    sources.lane_count = 1;
    sources.impulse_scale = 2;
    tum_contact_kernel3_scalar.prepare(blocks_of(problem, 0, 1), &sources);
    assert_near(problem->blocks[0].impulse[0][0], 10, 0);
    assert_near(problem->blocks[0].impulse[1][0], 0, 0);
    free(problem);
}

static void impulses_without_known_features_are_shared_out(void **state)
{
    (void)state;
    const Vec3 feet[2] = {{0.5f, 0, 0}, {-0.5f, 0, 0}};
    Problem *problem = on_the_ground(0.5f, (Vec3){1, 1, 1}, 2, feet, 0);
    problem->blocks[0].impulse[0][0] = 3;
    problem->blocks[0].impulse[1][0] = 5;
    problem->manifolds[0].points[0].feature = 8;
    problem->manifolds[0].points[1].feature = 9;
    ContactSources3 sources = sources_of(problem, 0);
    sources.lane_count = 1;
    sources.impulse_scale = 1;
    tum_contact_kernel3_scalar.prepare(blocks_of(problem, 0, 1), &sources);
    assert_near(problem->blocks[0].impulse[0][0], 4, 0);
    assert_near(problem->blocks[0].impulse[1][0], 4, 0);
    free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_set_gives_the_bits_of_the_scalar_kernel),
        cmocka_unit_test(a_touching_body_stops),
        cmocka_unit_test(a_body_is_found_where_its_state_is),
        cmocka_unit_test(a_body_apart_may_approach_by_what_is_between),
        cmocka_unit_test(a_contact_never_pulls),
        cmocka_unit_test(one_point_off_the_middle_pushes_and_turns),
        cmocka_unit_test(points_to_both_sides_stop_a_turning_body),
        cmocka_unit_test(friction_at_the_middle_stops_what_slides),
        cmocka_unit_test(impulses_follow_their_features),
        cmocka_unit_test(impulses_without_known_features_are_shared_out),
    };
    return cmocka_run_group_tests_name("contact kernel", tests, NULL, NULL);
}
