// SPDX-License-Identifier: MIT
// test_contact_kernel3.c: every kernel of the contact solver gives the bits of the scalar one and
// obeys the laws of contact.
#include "base/alloc.h"
#include "contact3/anchor3.h"
#include "contact3/contact_solver3.h"
#include "space3/contact_block3.h"
#include "tests/support/support.h"

enum {
    BLOCKS = 12,
    BODIES = 64,
    LANES = BLOCKS * WIDE - 3, // the last ones are empty,
    ALONE = 6                  // as are all but the first of two blocks from here on
};

static bool is_empty(int lane)
{
    const int block = lane / WIDE;
    return lane >= LANES || ((block == ALONE || block == ALONE + 1) && lane % WIDE > 0);
}

// Of contacts alone in their blocks one comes after the other.
static int lane_of(int block, int slot)
{
    return block == ALONE + 1 ? ALONE * WIDE + 1 + slot : block * WIDE + slot;
}

typedef struct Problem {
    ContactBlock3 blocks[BLOCKS];
    ContactRows3 rows[BLOCKS / 2];
    ContactExtra3 extras[BLOCKS];
    SolverBody3 bodies[BODIES];
    ContactBody3 weights[BODIES];
    uint32_t states[BODIES];
    float places[BODIES][WIDE]; // centre, rotation
    ManifoldAnchor3 anchors[BLOCKS * WIDE];
    ManifoldFeatures3 features[BLOCKS * WIDE];
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

static Quat any_rotation(Random *random)
{
    Quat q;
    fill(random, &q.x, 4, -1, 1);
    return quat_normalize(q);
}

static Vec3 any_direction(Random *random)
{
    Vec3 v;
    fill(random, &v.x, 3, -1, 1);
    return vec3_normalize_or(v, (Vec3){0, 1, 0});
}

static Pose3 pose_at_row(const float place[WIDE])
{
    return (Pose3){{place[0], place[1], place[2]}, {place[3], place[4], place[5], place[6]}};
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
        problem->weights[i].joined = draw(random, 0, 1) < 0.3f ? 1.0f : 0.0f;
        fill(random, problem->places[i], 3, -1, 1);
        const Quat rotation = any_rotation(random);
        memcpy(&problem->places[i][3], &rotation.x, 4 * sizeof(float));
        problem->places[i][7] = NAN;
    }
    problem->weights[0] = (ContactBody3){.inverse_mass = 0.0f};
    number_states(problem);
}

// Of one point, or of a segment: two round shapes have no more.
static int most_points(const ManifoldAnchor3 *anchor, int most)
{
    return anchor->side == ANCHOR3_CORES && most > 2 ? 2 : most;
}

// Blocks whose lanes have up to one point, two, three, and four. Manifolds of some blocks are all
// new, of others none is: held by one body or the other, by flat shapes and round ones, from core
// to core and by the world.
static void fill_manifolds(Random *random, Problem *problem, uint64_t seed)
{
    for (int i = 0; i < BLOCKS * WIDE; ++i) {
        const int block = i / WIDE,
                  most = 1 + (int)((seed + (uint64_t)block * 3) % LOCAL_POINTS_MAX);
        ManifoldAnchor3 *anchor = &problem->anchors[i];
        anchor->normal = any_direction(random);
        anchor->side = (int)draw(random, 0, ANCHOR3_SIDES);
        const bool round_a = anchor->side == ANCHOR3_CORES || anchor->side == ANCHOR3_B;
        const bool round_b = anchor->side == ANCHOR3_CORES || anchor->side == ANCHOR3_A;
        const bool is_flat = anchor->side != ANCHOR3_CORES && i % 2 == 0;
        anchor->radius_a = round_a && !is_flat ? draw(random, 0.1, 0.5) : 0.0f;
        anchor->radius_b = round_b && !is_flat ? draw(random, 0.1, 0.5) : 0.0f;
        anchor->point_count = 1 + (int)draw(random, 0, most_points(anchor, most));
        anchor->is_new = block % 3 == 0 || (block % 3 == 2 && draw(random, 0, 1) < 0.5f) ? 1 : 0;
        for (int k = 0; k < LOCAL_POINTS_MAX; ++k) {
            fill(random, &anchor->points[k].on_a.x, 6, -1, 1);
            if (anchor->side == ANCHOR3_CORES && anchor->point_count == 1 && i % 3 == 0) {
                anchor->points[k].on_a = anchor->points[0].on_a; // a ball
            }
            problem->features[i].feature[k] = 0x7f800000u + (uint32_t)((k + i) % LOCAL_POINTS_MAX);
        }
        problem->lanes[i] = i;
    }
}

// Nonsense as physics, but of the size that numbers have, with overlaps, gaps, sliding and
// sticking.
static Problem *random_problem(uint64_t seed)
{
    Problem *problem = tum_allocate(NULL, sizeof *problem);
    memset(problem, 0, sizeof *problem);
    memset(problem->rows, 0xff, sizeof problem->rows); // Whatever a step before left there.
    Random random = {seed};
    fill_bodies(&random, problem);
    fill_manifolds(&random, problem, seed);
    for (int b = 0; b < BLOCKS; ++b) {
        ContactBlock3 *block = &problem->blocks[b];
        ContactExtra3 *extra = &problem->extras[b];
        fill(&random, extra->restitution, sizeof *extra / sizeof(float), -0.3, 1);
        for (int i = 0; i < WIDE; ++i) {
            block->body_a[i] = (b * WIDE + i) * 3 % 32;
            block->body_b[i] = 32 + (b * WIDE + i) * 7 % 32;
            block->slip[i] =
                draw(&random, 0, 1) < 0.3f ? SLIP_SLIDES : (float)(int)draw(&random, -1, 5);
            extra->joined[i] = draw(&random, 0, 1) < 0.5f ? 0.0f : 1.0f;
            extra->free_b[i] = 1.0f - extra->joined[i];
            block->static_friction[i] = draw(&random, 0, 1);
            block->dynamic_friction[i] = draw(&random, 0, 1);
            block->normal.y[i] = 1;
            block->tangent.x[i] = 1;
            block->friction_impulse[FRICTION_T][i] = draw(&random, -1, 1);
            block->friction_impulse[FRICTION_TWIST][i] = draw(&random, -1, 1);
            const ManifoldAnchor3 *anchor = &problem->anchors[lane_of(b, i)];
            const uint32_t points = anchor->is_new != 0
                                        ? (uint32_t)draw(&random, 0, LOCAL_POINTS_MAX + 1)
                                        : (uint32_t)anchor->point_count;
            block->lane_points[i] = is_empty(b * WIDE + i) ? 0 : points;
            for (int k = 0; k < LOCAL_POINTS_MAX; ++k) {
                const float impulse = draw(&random, 0, 1);
                block->impulse[k][i] = (uint32_t)k < block->lane_points[i] ? impulse : 0;
                block->feature[k][i] = 0x7f800000u + (uint32_t)k;
                extra->struck[k][i] = 0;
            }
        }
        block->store_a = seed % 2 == 0 ? (uint32_t)draw(&random, 0, 256) : 0;
        block->store_b = 0xff;
        block->bounces = b == 2 || b == 4 ? 0xff : 0;
        block->surface_velocities = b == 3 || b == 8;
    }
    return problem;
}

static ContactBatch3 blocks_of(Problem *problem, uint32_t index, uint32_t count)
{
    return (ContactBatch3){.blocks = &problem->blocks[index],
                           .rows = &problem->rows[index / 2],
                           .extras = &problem->extras[index],
                           .first = index % 2,
                           .count = count,
                           .bodies = problem->bodies};
}

static ContactSources3 sources_of(Problem *problem, uint32_t index)
{
    return (ContactSources3){.anchors = problem->anchors,
                             .features = problem->features,
                             .lanes = problem->lanes + index * WIDE,
                             .lane_count = LANES - index * WIDE,
                             .bodies = problem->weights,
                             .states = problem->states,
                             .places = problem->places[0],
                             .place_stride = sizeof problem->places[0],
                             .impulse_scale = 0.9f};
}

static void run_prepared(ContactBatch3 batch, const ContactBody3 *weights,
                         const ContactKernel3 *kernel)
{
    const Softness softness = {30.0f, 0.8f, 0.2f};
    const ContactPass3 push = {240.0f, softness, 2.9f, true, 4};
    const ContactPass3 relax = {240.0f, softness, 2.9f, false, 4};
    kernel->judge_slip(batch, (Vec3){0.0f, 0.0f, 0.0f});
    kernel->warm_start(batch);
    kernel->solve(batch, &push);
    kernel->solve(batch, &relax);
    kernel->update_masses(batch, weights);
    kernel->find_bounces(batch, 1.0f / 240.0f);
    kernel->judge_slip(batch, (Vec3){0.0f, 0.0f, 0.0f});
}

// Blocks that share no body, as those of a color; or alone, a contact each, one after the other.
static void run_passes(Problem *problem, const ContactKernel3 *kernel, uint32_t first,
                       uint32_t count, bool alone)
{
    ContactBatch3 batch = blocks_of(problem, first, count);
    batch.alone = alone;
    const ContactSources3 sources = sources_of(problem, first);
    kernel->prepare(batch, &sources);
    run_prepared(batch, problem->weights, kernel);
}

// Any stretch of a color may be the range of a worker: kernels that take two blocks at once get
// pairs, halves of them, and pairs of which one half has restitution or surface velocities.
static void run_all_passes(Problem *problem, const ContactKernel3 *kernel)
{
    run_passes(problem, kernel, 0, 2, false);
    run_passes(problem, kernel, 2, 1, false);
    run_passes(problem, kernel, 3, 3, false);
    run_passes(problem, kernel, ALONE, 2, true);
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
        assert_memory_equal(actual->extras, expected->extras, sizeof actual->extras);
        assert_memory_equal(actual->anchors, expected->anchors, sizeof actual->anchors);
        tum_release(NULL, expected, sizeof *expected);
        tum_release(NULL, actual, sizeof *actual);
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

// Once as bodies carry them, once as anchor3.c says where they are.
static void lanes_update_manifolds_as_anchors_do(void **state)
{
    (void)state;
    Problem *in_lanes = random_problem(5), *one_by_one = random_problem(5);
    for (int i = 0; i < LANES; ++i) {
        const ContactBlock3 *block = &one_by_one->blocks[i / WIDE];
        ManifoldAnchor3 *anchor = &one_by_one->anchors[i];
        const Pose3 a = pose_at_row(one_by_one->places[block->body_a[i % WIDE]]);
        const Pose3 b = pose_at_row(one_by_one->places[block->body_b[i % WIDE]]);
        Manifold3 manifold;
        tum_anchor3_update_manifold(anchor, a, b, &manifold);
        anchor->side = ANCHOR3_WORLD;
        anchor->normal = manifold.normal;
        anchor->radius_a = anchor->radius_b = 0.0f;
        for (int k = 0; k < manifold.point_count; ++k) {
            const Vec3 at = manifold.points[k].position;
            const float half = 0.5f * manifold.points[k].separation;
            anchor->points[k].on_a = vec3_add_scaled(at, manifold.normal, -half);
            anchor->points[k].on_b = vec3_sub(vec3_add_scaled(at, manifold.normal, half),
                                              vec3_sub(b.position, a.position));
        }
    }
    const ContactSources3 sources = sources_of(in_lanes, 0), expected = sources_of(one_by_one, 0);
    tum_contact_kernel3_scalar.prepare(blocks_of(in_lanes, 0, BLOCKS), &sources);
    tum_contact_kernel3_scalar.prepare(blocks_of(one_by_one, 0, BLOCKS), &expected);
    for (int i = 0; i < LANES; ++i) {
        const ContactBlock3 *a = &in_lanes->blocks[i / WIDE], *b = &one_by_one->blocks[i / WIDE];
        const int slot = i % WIDE, row = i % (2 * WIDE);
        assert_near(a->normal.x[slot], b->normal.x[slot], 1e-6);
        assert_near(a->normal.y[slot], b->normal.y[slot], 1e-6);
        assert_near(a->normal.z[slot], b->normal.z[slot], 1e-6);
        assert_int_equal(a->lane_points[slot], b->lane_points[slot]);
        for (uint32_t k = 0; k < b->lane_points[slot]; ++k) {
            const ContactPointLanes3 *c = &in_lanes->rows[i / (2 * WIDE)].points[k];
            const ContactPointLanes3 *d = &one_by_one->rows[i / (2 * WIDE)].points[k];
            assert_near(c->base[row], d->base[row], 1e-5);
            assert_near(c->arm_t[row], d->arm_t[row], 1e-5);
            assert_near(c->arm_c[row], d->arm_c[row], 1e-5);
            assert_near(a->impulse[k][slot], b->impulse[k][slot], 0);
            assert_int_equal(a->feature[k][slot], b->feature[k][slot]);
        }
    }
    tum_release(NULL, in_lanes, sizeof *in_lanes);
    tum_release(NULL, one_by_one, sizeof *one_by_one);
}

static const ContactPass3 relax = {.inverse_substep = 240.0f, .patience = 4};

static void run_relaxation(Problem *problem)
{
    tum_contact_kernel3_scalar.solve(blocks_of(problem, 0, 1), &relax);
}

// A manifold of one body, `count` points around its middle, on what cannot be moved.
static Problem *on_the_ground(float inverse_mass, Vec3 inverse_inertia, int count,
                              const Vec3 *points, float separation)
{
    Problem *problem = tum_allocate(NULL, sizeof *problem);
    memset(problem, 0, sizeof *problem);
    number_states(problem);
    for (int i = 0; i < BODIES; ++i) {
        problem->places[i][6] = 1; // unturned
    }
    ContactBlock3 *block = &problem->blocks[0];
    block->body_b[0] = 1;
    block->store_b = 1;
    problem->weights[1] = (ContactBody3){
        .inverse_inertia = {inverse_inertia.x, inverse_inertia.y, inverse_inertia.z, 0, 0, 0},
        .inverse_mass = inverse_mass};
    ManifoldAnchor3 *manifold = &problem->anchors[0];
    *manifold = (ManifoldAnchor3){
        .normal = {0, 1, 0}, .side = ANCHOR3_WORLD, .point_count = count, .is_new = 1};
    for (int k = 0; k < count; ++k) {
        manifold->points[k].on_a = vec3_add_scaled(points[k], manifold->normal, -0.5f * separation);
        manifold->points[k].on_b = vec3_add_scaled(points[k], manifold->normal, 0.5f * separation);
        problem->features[0].feature[k] = (uint32_t)k;
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
    tum_release(NULL, problem, sizeof *problem);
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
    tum_release(NULL, problem, sizeof *problem);
}

static void a_body_apart_may_approach_by_what_is_between(void **state)
{
    (void)state;
    Problem *problem = landing_ball(0.01f);
    run_relaxation(problem);
    assert_near(problem->bodies[1].linear.y, -0.01 * 240, 1e-5);
    tum_release(NULL, problem, sizeof *problem);
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
    tum_release(NULL, problem, sizeof *problem);
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
    tum_release(NULL, problem, sizeof *problem);
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
    tum_release(NULL, problem, sizeof *problem);
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
    tum_release(NULL, problem, sizeof *problem);
}

// Static friction would hold 10 N s and dynamic friction drags with 1: what slid in this step and
// is held up for once, by nothing to stop, is still sliding when it is pulled by 4 again.
static void what_slides_does_not_stick_again_within_a_step(void **state)
{
    (void)state;
    const Vec3 below = {0, -0.5f, 0};
    Problem *problem = on_the_ground(0.5f, (Vec3){0, 0, 0}, 1, &below, 0);
    ContactBlock3 *block = &problem->blocks[0];
    block->static_friction[0] = 1;
    block->dynamic_friction[0] = 0.1f;
    block->impulse[0][0] = 10;
    block->slip[0] = SLIP_SLIDES;
    problem->bodies[1].linear = (Vec3){0, 0, 0};
    run_relaxation(problem);
    problem->bodies[1].linear = (Vec3){2, 0, 0};
    run_relaxation(problem);
    assert_near(problem->bodies[1].linear.x, 2 - 0.5 * 0.1 * 10, 1e-5);
    tum_release(NULL, problem, sizeof *problem);
}

// Static friction holds 10 N s, dynamic friction 1; a body of 2 kg slides at 20 m/s. Sticking ends
// in the last relaxation of a step: until then 10 N s take 5 m/s from it, then 1 takes 0.5.
static void a_contact_pulled_beyond_static_friction_slides_from_the_last_relaxation_on(void **state)
{
    (void)state;
    const Vec3 below = {0, -0.5f, 0};
    Problem *problem = on_the_ground(0.5f, (Vec3){0, 0, 0}, 1, &below, 0);
    ContactBlock3 *block = &problem->blocks[0];
    block->static_friction[0] = 1;
    block->dynamic_friction[0] = 0.1f;
    block->impulse[0][0] = 10;
    problem->bodies[1].linear = (Vec3){20, 0, 0};
    for (int i = 1; i <= (int)relax.patience; ++i) {
        run_relaxation(problem);
        const bool is_last = i == (int)relax.patience;
        assert_near(problem->bodies[1].linear.x, is_last ? 19.5 : 15, 1e-5);
        assert_near(block->slip[0], is_last ? SLIP_SLIDES : (float)i, 0);
    }
    tum_release(NULL, problem, sizeof *problem);
}

// Friction acts where the surfaces will meet: on the surface of each body. A joined body turns
// until they meet: there it acts between them.
static void the_gap_below_a_loose_body_moves_its_friction_to_the_surface(void **state)
{
    (void)state;
    const Vec3 below = {0, -0.5f, 0};
    for (int joined = 0; joined < 2; ++joined) {
        Problem *problem = on_the_ground(0.5f, (Vec3){1, 1, 1}, 1, &below, 0.2f);
        problem->weights[1].joined = joined != 0 ? JOINED : 0;
        ContactSources3 sources = sources_of(problem, 0);
        sources.lane_count = 1;
        tum_contact_kernel3_scalar.prepare(blocks_of(problem, 0, 1), &sources);
        assert_near(blocks_of(problem, 0, 1).rows->arm_b.x[0], joined != 0 ? -0.5 : -0.4, 1e-6);
        tum_release(NULL, problem, sizeof *problem);
    }
}

// Slopes of 0.9, 1.1, 0.8 and 1.2 of a friction of 0.5; of the last two lanes one body cannot be
// moved.
static void contacts_of_movable_bodies_near_their_friction_angle_are_noted(void **state)
{
    (void)state;
    const Vec3 below = {0, -0.5f, 0}, none = {0, 0, 0}, down = {0, -1, 0};
    const float shares[6] = {0.9f, 1.1f, 0.8f, 1.2f, 1, 1};
    Problem *problem = on_the_ground(0.5f, (Vec3){1, 1, 1}, 1, &below, 0);
    ContactBlock3 *block = &problem->blocks[0];
    for (int i = 0; i < 6; ++i) {
        const double angle = atan(0.5 * (double)shares[i]);
        block->normal.x[i] = (float)sin(angle);
        block->normal.y[i] = (float)cos(angle) * (i % 2 == 0 ? 1 : -1);
        block->static_friction[i] = 0.5f;
    }
    block->store_a = 0x1f;
    block->store_b = 0x2f;
    tum_contact_kernel3_scalar.judge_slip(blocks_of(problem, 0, 1), down);
    assert_int_equal(block->slopes, 0x3);
    tum_contact_kernel3_scalar.judge_slip(blocks_of(problem, 0, 1), none);
    assert_int_equal(block->slopes, 0);
    tum_release(NULL, problem, sizeof *problem);
}

static void impulses_follow_their_features(void **state)
{
    (void)state;
    const Vec3 feet[2] = {{0.5f, 0, 0}, {-0.5f, 0, 0}};
    Problem *problem = on_the_ground(0.5f, (Vec3){1, 1, 1}, 2, feet, 0);
    problem->blocks[0].impulse[0][0] = 3;
    problem->blocks[0].impulse[1][0] = 5;
    problem->anchors[0].is_new = 1;
    problem->features[0].feature[0] = 1;
    problem->features[0].feature[1] = 7;
    ContactSources3 sources = sources_of(problem, 0);
    sources.lane_count = 1;
    sources.impulse_scale = 2;
    tum_contact_kernel3_scalar.prepare(blocks_of(problem, 0, 1), &sources);
    assert_near(problem->blocks[0].impulse[0][0], 10, 0);
    assert_near(problem->blocks[0].impulse[1][0], 0, 0);
    tum_release(NULL, problem, sizeof *problem);
}

static void impulses_without_known_features_are_shared_out(void **state)
{
    (void)state;
    const Vec3 feet[2] = {{0.5f, 0, 0}, {-0.5f, 0, 0}};
    Problem *problem = on_the_ground(0.5f, (Vec3){1, 1, 1}, 2, feet, 0);
    problem->blocks[0].impulse[0][0] = 3;
    problem->blocks[0].impulse[1][0] = 5;
    problem->anchors[0].is_new = 1;
    problem->features[0].feature[0] = 8;
    problem->features[0].feature[1] = 9;
    ContactSources3 sources = sources_of(problem, 0);
    sources.lane_count = 1;
    sources.impulse_scale = 1;
    tum_contact_kernel3_scalar.prepare(blocks_of(problem, 0, 1), &sources);
    assert_near(problem->blocks[0].impulse[0][0], 4, 0);
    assert_near(problem->blocks[0].impulse[1][0], 4, 0);
    tum_release(NULL, problem, sizeof *problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_set_gives_the_bits_of_the_scalar_kernel),
        cmocka_unit_test(lanes_update_manifolds_as_anchors_do),
        cmocka_unit_test(a_touching_body_stops),
        cmocka_unit_test(a_body_is_found_where_its_state_is),
        cmocka_unit_test(a_body_apart_may_approach_by_what_is_between),
        cmocka_unit_test(a_contact_never_pulls),
        cmocka_unit_test(one_point_off_the_middle_pushes_and_turns),
        cmocka_unit_test(points_to_both_sides_stop_a_turning_body),
        cmocka_unit_test(friction_at_the_middle_stops_what_slides),
        cmocka_unit_test(what_slides_does_not_stick_again_within_a_step),
        cmocka_unit_test(
            a_contact_pulled_beyond_static_friction_slides_from_the_last_relaxation_on),
        cmocka_unit_test(the_gap_below_a_loose_body_moves_its_friction_to_the_surface),
        cmocka_unit_test(contacts_of_movable_bodies_near_their_friction_angle_are_noted),
        cmocka_unit_test(impulses_follow_their_features),
        cmocka_unit_test(impulses_without_known_features_are_shared_out),
    };
    return cmocka_run_group_tests_name("contact kernel", tests, NULL, NULL);
}
