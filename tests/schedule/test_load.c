// SPDX-License-Identifier: MIT
// Loads are handed down what leans on what, and ask for substeps as columns that sink and buckle
// do.
#include "schedule/load.h"
#include "tests/support/support.h"

#include <math.h>

enum { COLUMN_MOST = 12 };

typedef struct LoadColumn {
    int count;
    float weight;    // [N] of each body
    float thin;      // [m]
    float stiffness; // [kg] of each contact
    float arm;       // [m] from a body's middle to its contacts, above and below
    float radius;    // [m] root of the mean square arm of a contact's points
} LoadColumn;

static LoadGraph graph_of(int bodies, float weight, float thin)
{
    LoadGraph graph = {.first_body = 0};
    assert_true(tum_load_reserve(&graph, (size_t)bodies, (size_t)bodies, NULL));
    graph.bodies.count = (size_t)bodies;
    for (int i = 0; i < bodies; ++i) {
        graph.bodies.items[i] = (LoadBody){.weight = weight, .thin = thin, .first = NONE};
    }
    return graph;
}

// Body 0 is the lowest, and leans on the ground.
static LoadNeeds needs_of(LoadColumn column)
{
    LoadGraph graph = graph_of(column.count, column.weight, column.thin);
    for (int i = 0; i < column.count; ++i) {
        const float square = column.stiffness * column.radius * column.radius;
        graph.bodies.items[i].squares[0] = square;
        graph.bodies.items[i].squares[1] = square;
        tum_load_add(&graph, &(LoadSides){i, i > 0 ? i - 1 : NONE, false, 1},
                     (LoadEdge){.stiffness = column.stiffness,
                                .upper_arm = column.arm,
                                .lower_arm = column.arm});
    }
    const LoadNeeds needs = tum_load_needs(&graph, 1.0f / 240, true);
    tum_load_free(&graph, NULL);
    return needs;
}

// Without arms nothing bends: the haste is that of the overlap at the ground, n weights deep.
static void the_lowest_contact_of_a_column_bears_all_of_it(void **state)
{
    (void)state;
    const double one = (double)needs_of((LoadColumn){1, 3, 0.5f, 2, 0, 1}).substep_demand;
    assert_between(one, 1e-3, 1e6);
    for (int n = 2; n <= COLUMN_MOST; ++n) {
        assert_near(needs_of((LoadColumn){n, 3, 0.5f, 2, 0, 1}).substep_demand, n * one,
                    1e-5 * n * one);
    }
}

// Body k from the ground bears n - k bodies above it and, at its foot, itself, at arms l of weight
// P, and tilts by k of the tilt t of one contact. The sum over k of k t P l (2 (n - k) + 1) is that
// of squares, n (n + 1) (2 n + 1) / 6 times P l t.
static void a_column_bends_as_the_cube_of_its_height(void **state)
{
    (void)state;
    const double one = (double)needs_of((LoadColumn){1, 3, 0.5f, 2, 20, 0.5f}).substep_demand;
    for (int n = 2; n <= COLUMN_MOST; ++n) {
        const double wanted = n * (n + 1) * (2 * n + 1) / 6.0 * one;
        assert_near(needs_of((LoadColumn){n, 3, 0.5f, 2, 20, 0.5f}).substep_demand, wanted,
                    1e-5 * wanted);
    }
}

static void contacts_of_twice_the_stiffness_ask_for_half_as_much(void **state)
{
    (void)state;
    const double soft = (double)needs_of((LoadColumn){5, 3, 0.5f, 2, 20, 0.5f}).substep_demand;
    assert_near(needs_of((LoadColumn){5, 3, 0.5f, 4, 20, 0.5f}).substep_demand, 0.5 * soft,
                1e-5 * soft);
}

// A ball inside of 0.5 m under 10 m/s^2 sinks in by far less than its part of it, one of 10 um does
// not.
static void only_what_is_thin_for_its_load_is_tight(void **state)
{
    (void)state;
    assert_false(needs_of((LoadColumn){1, 20, 0.5f, 2, 0, 1}).is_tight);
    assert_true(needs_of((LoadColumn){1, 20, 1e-5f, 2, 0, 1}).is_tight);
}

// A light body that bears a heavy one, on two contacts of the stiffness 2 kg whose points are 0.5 m
// from the middle, on a slope of this share of their friction of 0.1.
typedef struct LoadedPair {
    float ratio, arm; // [1], [m]
    float held;       // share of the weights that impulses hold up in a substep of 1/240 s
    float slope;      // share of the friction coefficient
    float speed;      // [m/s] of the bodies against each other and the ground
    float grip[2];    // factor of the friction below each body; 0: 1
    int supports;     // contacts of the light body with the ground; 0: 1
} LoadedPair;

// @param leans  the heavy body also leans on the ground
static LoadNeeds needs_of_leaning_pair(LoadedPair pair, bool leans)
{
    const float friction = 0.1f, substep = 1.0f / 240, tangent = pair.slope * friction;
    LoadGraph graph = graph_of(2, 10, 0.5f);
    assert_true(tum_load_reserve(&graph, 2, 8, NULL));
    for (int i = 0; i < 2; ++i) {
        LoadBody *body = &graph.bodies.items[i];
        body->weight = i == 0 ? 10 : 10 * pair.ratio;
        body->down[1] = -1;
        body->pushed[1] = pair.held * body->weight * substep;
        body->squares[0] = body->squares[1] = 0.5f;
        const float grip = pair.grip[i] > 0 ? pair.grip[i] : 1;
        for (int k = 0; k < (i == 0 && pair.supports > 0 ? pair.supports : 1); ++k) {
            tum_load_add(&graph,
                         &(LoadSides){i, i > 0 ? 0 : NONE, false, 1 / sqrtf(1 + tangent * tangent)},
                         (LoadEdge){.stiffness = 2,
                                    .upper_arm = pair.arm,
                                    .lower_arm = pair.arm,
                                    .friction = grip * friction,
                                    .speed_squared = pair.speed * pair.speed});
        }
    }
    if (leans) {
        tum_load_add(&graph, &(LoadSides){1, NONE, false, 1}, (LoadEdge){.stiffness = 1e-3f});
    }
    const LoadNeeds needs = tum_load_needs(&graph, substep, false);
    tum_load_free(&graph, NULL);
    return needs;
}

static LoadNeeds needs_of_pair(LoadedPair pair)
{
    return needs_of_leaning_pair(pair, false);
}

// The tilt of a body per torque is 1 / (m r^2), in units of (h / W)^2, with 2 kg 0.25 m^2 here. The
// moment below the light body is its load times the arm of its own, above and below, plus that of
// the heavy body: P l (1 + R) + P l R + P l R. Substeps go with the root of the demand, so that a
// slant twice as large asks for twice the demand.
static void a_body_near_its_friction_angle_asks_that_the_one_below_tilts_little(void **state)
{
    (void)state;
    const double ten =
        (double)needs_of_pair((LoadedPair){10, 0.1f, 1, 0.999f, 0, {1, 1}, 1}).substep_demand;
    assert_between(ten, 1, 1e6);
    assert_near(needs_of_pair((LoadedPair){10, 0.2f, 1, 0.999f, 0, {1, 1}, 1}).substep_demand,
                2 * ten, 1e-5 * ten);
    assert_near(needs_of_pair((LoadedPair){20, 0.1f, 1, 0.999f, 0, {1, 1}, 1}).substep_demand,
                61.0 / 31.0 * ten, 1e-5 * ten);
    assert_near(needs_of_pair((LoadedPair){1, 0.1f, 1, 0.999f, 0, {1, 1}, 1}).substep_demand,
                4.0 / 31.0 * ten, 1e-5 * ten);
    assert_near(needs_of_pair((LoadedPair){1000, 0.1f, 1, 0.999f, 0, {1, 1}, 1}).substep_demand,
                3001.0 / 31.0 * ten, 1e-5 * 3001.0 / 31.0 * ten);
}

// 20 % below the friction angle, a twentieth of what is missing may be slant: five times the 0.2 %
// that may be one at that angle; below a load of its own weight a body may slant four times as
// much. A level body has no slant, and one that moves slips anyway.
static void a_body_far_from_its_friction_angle_asks_for_less(void **state)
{
    (void)state;
    const double near =
        (double)needs_of_pair((LoadedPair){10, 0.1f, 1, 1, 0, {1, 1}, 1}).substep_demand;
    assert_near(needs_of_pair((LoadedPair){10, 0.1f, 1, 1 / 1.2f, 0, {1, 1}, 1}).substep_demand,
                near / 5, 1e-3 * near);
    const double alike =
        (double)needs_of_pair((LoadedPair){1, 0.1f, 1, 1, 0, {1, 1}, 1}).substep_demand;
    assert_near(needs_of_pair((LoadedPair){1, 0.1f, 1, 1 / 1.05f, 0, {1, 1}, 1}).substep_demand,
                alike / 5, 1e-3 * alike);
    assert_near(needs_of_pair((LoadedPair){10, 0.1f, 1, 0, 0, {1, 1}, 1}).substep_demand, 0,
                1e-3 * near);
    assert_near(needs_of_pair((LoadedPair){10, 0.1f, 1, 1, 0.2f, {1, 1}, 1}).substep_demand, 0, 0);
}

// The contact that is near its friction angle is that of the load, or that with the ground, whose
// normal can be that of the tilted body.
static void slants_count_at_the_contact_that_is_near_its_friction_angle(void **state)
{
    (void)state;
    LoadedPair pair = {10, 0.1f, 1, 1, 0, {1, 1}, 1};
    const double both = (double)needs_of_pair(pair).substep_demand;
    pair.grip[0] = 50;
    assert_near(needs_of_pair(pair).substep_demand, both, 1e-5 * both);
    pair.grip[0] = 1, pair.grip[1] = 50;
    assert_near(needs_of_pair(pair).substep_demand, both, 1e-5 * both);
    pair.grip[0] = 50;
    assert_between(needs_of_pair(pair).substep_demand, 0, 0.1 * both);
}

// A body on two others is held by more than friction along one slope.
static void only_a_body_on_one_other_has_a_slant(void **state)
{
    (void)state;
    const LoadedPair one = {10, 0.1f, 0, 1, 0, {1, 1}, 1}, two = {10, 0.1f, 0, 1, 0, {1, 1}, 2};
    assert_between(needs_of_pair(one).substep_demand, 1, 1e6);
    assert_true(needs_of_pair(one).is_tight);
    assert_near(needs_of_pair(two).substep_demand, 0, 0);
    assert_false(needs_of_pair(two).is_tight);
}

// A load that leans on something else too is held by more than the friction of one contact.
static void only_a_load_on_one_other_may_slip_off_it(void **state)
{
    (void)state;
    const LoadedPair pair = {10, 0.1f, 0, 1, 0, {50, 1}, 1};
    assert_between(needs_of_leaning_pair(pair, false).substep_demand, 1, 1e6);
    assert_true(needs_of_leaning_pair(pair, false).is_tight);
    const double far =
        (double)needs_of_pair((LoadedPair){10, 0.1f, 0, 1, 0, {50, 50}, 1}).substep_demand;
    assert_between(needs_of_leaning_pair(pair, true).substep_demand, 0, far);
    assert_false(needs_of_leaning_pair(pair, true).is_tight);
}

// Also where the light body itself could not slip.
static void a_load_that_may_slip_alone_asks_for_more_passes(void **state)
{
    (void)state;
    const LoadedPair load = {10, 0.5f, 0, 0.99f, 0, {50, 1}, 1},
                     none = {10, 0.5f, 0, 0.99f, 0, {50, 50}, 1};
    assert_true(needs_of_pair(load).is_tight);
    assert_false(needs_of_pair(none).is_tight);
}

static void impulses_that_do_not_hold_up_a_heavy_load_ask_for_more_passes(void **state)
{
    (void)state;
    assert_true(needs_of_pair((LoadedPair){10, 0.5f, 0, 0.99f, 0, {1, 1}, 1}).is_tight);
    assert_true(needs_of_pair((LoadedPair){10, 0.5f, 0.99f, 0.99f, 0, {1, 1}, 1}).is_tight);
    assert_true(needs_of_pair((LoadedPair){10, 0.5f, 1.01f, 0.99f, 0, {1, 1}, 1}).is_tight);
    assert_false(needs_of_pair((LoadedPair){10, 0.5f, 0.999f, 0.99f, 0, {1, 1}, 1}).is_tight);
    assert_false(needs_of_pair((LoadedPair){3, 0.5f, 0, 0.99f, 0, {1, 1}, 1}).is_tight);
    // No pair slips on half of the slope, nor stays while it moves.
    assert_false(needs_of_pair((LoadedPair){10, 0.5f, 0, 0.5f, 0, {1, 1}, 1}).is_tight);
    assert_false(needs_of_pair((LoadedPair){10, 0.5f, 0, 0.99f, 0.2f, {1, 1}, 1}).is_tight);
}

static void bodies_that_lean_on_each_other_all_around_ask_for_nothing(void **state)
{
    (void)state;
    LoadGraph graph = graph_of(3, 10, 0.1f);
    for (int i = 0; i < 3; ++i) {
        tum_load_add(&graph, &(LoadSides){i, (i + 1) % 3, false, 1}, (LoadEdge){.stiffness = 1});
    }
    assert_near(tum_load_needs(&graph, 1.0f / 240, true).substep_demand, 0, 0);
    tum_load_free(&graph, NULL);
}

static LoadBounds bounds_of(float pull, float thinnest, float bounding_radius, float height)
{
    return (LoadBounds){pull, thinnest, bounding_radius, height, 1, 1, 0};
}

static void loads_are_looked_for_where_masses_differ_and_where_something_presses(void **state)
{
    (void)state;
    const float substep = 1.0f / 240;
    LoadBounds bounds = bounds_of(9.81f, 0.5f, 0.87f, 3);
    assert_between(tum_load_light(bounds, substep), 1e-3, 1e3);
    bounds.most_inverse_mass = 1000;
    assert_near(tum_load_light(bounds, substep), 0, 0);
    assert_true(isinf(tum_load_light(bounds_of(0, 0.5f, 0.87f, 3), substep)));
    assert_true(isinf(tum_load_light(bounds_of(9.81f, INFINITY, 0.87f, INFINITY), substep)));
}

// A higher column is looked at sooner, and no bounds of worlds give what is no number.
static void what_presses_enough_to_look_at_falls_with_the_height(void **state)
{
    (void)state;
    const float substep = 1.0f / 240;
    float before = INFINITY;
    for (float height = 1; height < 1e4f; height *= 10) {
        const float light = tum_load_light(bounds_of(9.81f, 0.5f, 0.87f, height), substep);
        assert_true(light <= before);
        before = light;
    }
    assert_true(before < tum_load_light(bounds_of(9.81f, 0.5f, 0.87f, 1), substep));
    for (float pull = 1e-20f; pull < 1e20f; pull *= 100) {
        for (float thin = 1e-6f; thin < 1e12f; thin *= 100) {
            assert_true(tum_load_light(bounds_of(pull, thin, 2 * thin, INFINITY), substep) >= 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lowest_contact_of_a_column_bears_all_of_it),
        cmocka_unit_test(a_column_bends_as_the_cube_of_its_height),
        cmocka_unit_test(contacts_of_twice_the_stiffness_ask_for_half_as_much),
        cmocka_unit_test(only_what_is_thin_for_its_load_is_tight),
        cmocka_unit_test(a_body_near_its_friction_angle_asks_that_the_one_below_tilts_little),
        cmocka_unit_test(a_body_far_from_its_friction_angle_asks_for_less),
        cmocka_unit_test(slants_count_at_the_contact_that_is_near_its_friction_angle),
        cmocka_unit_test(only_a_body_on_one_other_has_a_slant),
        cmocka_unit_test(only_a_load_on_one_other_may_slip_off_it),
        cmocka_unit_test(a_load_that_may_slip_alone_asks_for_more_passes),
        cmocka_unit_test(impulses_that_do_not_hold_up_a_heavy_load_ask_for_more_passes),
        cmocka_unit_test(bodies_that_lean_on_each_other_all_around_ask_for_nothing),
        cmocka_unit_test(loads_are_looked_for_where_masses_differ_and_where_something_presses),
        cmocka_unit_test(what_presses_enough_to_look_at_falls_with_the_height),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
