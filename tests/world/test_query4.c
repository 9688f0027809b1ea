// SPDX-License-Identifier: MIT
// Rays through worlds of four dimensions.
#include "tests/support/world_support4.h"
#include "tumble/query4.h"

// A floor, a ball of 1 m about (0, 2, 0, 3), a box on its way and a trigger.
static Setup4 world_of_targets(int *floor, int *ball, int *box, int *zone)
{
    Setup4 setup = setup4_empty();
    *floor = setup4_floor(&setup);
    *ball = setup4_static(&setup, ball4(1), (double[4]){0, 2, 0, 3});
    *box = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 2, 0, 8});
    setup.things[*box].motion.gravity_factor = 0;
    *zone = setup4_static(&setup, box4(1, 1, 1, 1), (double[4]){0, 2, 0, 0});
    setup.things[*zone].is_trigger = true;
    setup4_start(&setup);
    return setup;
}

static const TumRay4 ALONG_W = {.from = {0, 2, 0, -2}, .along = {0, 0, 0, 20}};

static void a_ray_finds_the_first_thing_on_its_way(void **state)
{
    (void)state;
    int floor, ball, box, zone;
    Setup4 setup = world_of_targets(&floor, &ball, &box, &zone);
    TumHit4 hit;
    assert_int_equal(tum_world_cast_ray4(setup.world, &ALONG_W, NULL, &hit), TUM_OK);
    assert_true(hit.is_hit);
    assert_int_equal(hit.node, ball);
    assert_int_equal(hit.motion, -1);
    assert_near(hit.distance, 4, 1e-5);
    assert_near(hit.fraction, 0.2, 1e-6);
    assert_near(hit.point.w, 2, 1e-5);
    assert_near(hit.normal.w, -1, 1e-6);
    // In three dimensions the same ray would have been stopped by nothing: it does not move there.
    const TumRay4 beside = {.from = {0, 2, 0, -2}, .along = {0, 0, 20, 0}};
    assert_int_equal(tum_world_cast_ray4(setup.world, &beside, NULL, &hit), TUM_OK);
    assert_false(hit.is_hit);
    // Down on the endless floor, wherever W is.
    const TumRay4 down = {.from = {5, 3, 5, 1e4f}, .along = {0, -4, 0, 0}};
    assert_int_equal(tum_world_cast_ray4(setup.world, &down, NULL, &hit), TUM_OK);
    assert_int_equal(hit.node, floor);
    assert_near(hit.distance, 3, 1e-5);
    assert_near(hit.normal.y, 1, 1e-6);
    setup4_end(&setup);
}

static void all_hits_come_in_order_and_triggers_on_request(void **state)
{
    (void)state;
    int floor, ball, box, zone;
    Setup4 setup = world_of_targets(&floor, &ball, &box, &zone);
    TumHit4 hits[2];
    size_t count;
    assert_int_equal(tum_world_cast_ray_all4(setup.world, &ALONG_W, NULL, hits, 2, &count), TUM_OK);
    assert_int_equal(count, 2);
    assert_int_equal(hits[0].node, ball);
    assert_int_equal(hits[1].node, box);
    assert_int_equal(hits[1].motion, box);
    assert_near(hits[1].distance, 9.5, 1e-5);
    // With triggers there are three; of those the two nearest are kept.
    TumQueryFilter4 filter = tum_default_query_filter3();
    filter.triggers = true;
    assert_int_equal(tum_world_cast_ray_all4(setup.world, &ALONG_W, &filter, hits, 2, &count),
                     TUM_OK);
    assert_int_equal(count, 3);
    assert_true(hits[0].is_trigger);
    assert_int_equal(hits[0].node, zone);
    assert_near(hits[0].distance, 1.5, 1e-5);
    assert_int_equal(hits[1].node, ball);
    setup4_end(&setup);
}

static void what_is_ignored_is_not_seen(void **state)
{
    (void)state;
    int floor, ball, box, zone;
    Setup4 setup = world_of_targets(&floor, &ball, &box, &zone);
    const TumRay4 from_behind = {.from = {0, 2, 0, 12}, .along = {0, 0, 0, -6}};
    bool is_blocked;
    assert_int_equal(tum_world_is_ray_blocked4(setup.world, &from_behind, NULL, &is_blocked),
                     TUM_OK);
    assert_true(is_blocked);
    const uint32_t first_body = 1;
    TumQueryFilter4 filter = tum_default_query_filter3();
    filter.ignored = &first_body;
    filter.ignored_words = 1;
    assert_int_equal(tum_world_is_ray_blocked4(setup.world, &from_behind, &filter, &is_blocked),
                     TUM_OK);
    assert_false(is_blocked);
    setup4_end(&setup);
}

static void a_ray_follows_what_moves(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int box = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 0, 0, 0});
    setup.things[box].motion.gravity_factor = 0;
    setup4_move(&setup, box, (double[4]){0, 0, 0, 2}, (double[6]){0, 0, 0, 0, 0, 0});
    setup4_start(&setup);
    setup4_run(&setup, 3);
    const TumRay4 ray = {.from = {0, 0, 0, 0}, .along = {0, 0, 0, 10}};
    TumHit4 hit;
    assert_int_equal(tum_world_cast_ray4(setup.world, &ray, NULL, &hit), TUM_OK);
    assert_near(hit.distance, 5.5, 1e-4);
    setup4_end(&setup);
}

static void rays_without_a_way_are_refused(void **state)
{
    (void)state;
    int floor, ball, box, zone;
    Setup4 setup = world_of_targets(&floor, &ball, &box, &zone);
    TumHit4 hit;
    const TumRay4 still = {.from = {0, 2, 0, 0}}, endless = {.along = {0, INFINITY, 0, 0}};
    assert_int_equal(tum_world_cast_ray4(setup.world, &still, NULL, &hit), TUM_ERROR_ARGUMENT);
    assert_false(hit.is_hit);
    assert_int_equal(tum_world_cast_ray4(setup.world, &endless, NULL, &hit), TUM_ERROR_ARGUMENT);
    TumQueryFilter4 filter = tum_default_query_filter3();
    filter.filter = 7;
    assert_int_equal(tum_world_cast_ray4(setup.world, &ALONG_W, &filter, &hit), TUM_ERROR_ARGUMENT);
    setup4_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ray_finds_the_first_thing_on_its_way),
        cmocka_unit_test(all_hits_come_in_order_and_triggers_on_request),
        cmocka_unit_test(what_is_ignored_is_not_seen),
        cmocka_unit_test(a_ray_follows_what_moves),
        cmocka_unit_test(rays_without_a_way_are_refused),
    };
    return cmocka_run_group_tests_name("query4", tests, NULL, NULL);
}
