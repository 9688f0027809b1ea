// SPDX-License-Identifier: MIT
// Queries of worlds of four dimensions: against closed forms, against every collider one by one,
// and against the same scene in three dimensions.
#include "tumble/query3.h"
#include "tumble/query4.h"

#include "distance4/raycast4.h"
#include "distance4/shapecast4.h"
#include "tests/support/world_support.h"
#include "tests/support/world_support4.h"
#include "world/world_data.h"

static void ok(TumStatus status)
{
    assert_int_equal(status, TUM_OK);
}

#define UPRIGHT ((TumBasis4){{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}})

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
    TumQueryFilter filter = tum_default_query_filter();
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
    TumQueryFilter filter = tum_default_query_filter();
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
    TumQueryFilter filter = tum_default_query_filter();
    filter.filter = 7;
    assert_int_equal(tum_world_cast_ray4(setup.world, &ALONG_W, &filter, &hit), TUM_ERROR_ARGUMENT);
    setup4_end(&setup);
}

// Bodies of every shape in a heap over a floor, with static things between them.
static void fill(Setup4 *setup)
{
    setup4_floor(setup);
    Random random = {77};
    for (int i = 0; i < 60; ++i) {
        const Form4 forms[4] = {ball4(0.4), box4(0.6, 0.7, 0.5, 0.8), capsule4(0.5, 0.3),
                                duocylinder4(0.4, 0.3)};
        double at[4] = {0, random_in(&random, 0.5, 4), 0, 0};
        for (int k = 0; k < 4; ++k) {
            at[k] += k == 1 ? 0 : random_in(&random, -3, 3);
        }
        const int thing = i % 6 == 0 ? setup4_static(setup, forms[i % 4], at)
                                     : setup4_body(setup, forms[i % 4], at);
        setup4_turn(setup, thing, 0, 3, random_in(&random, 0, 3));
        setup4_turn(setup, thing, 1, 2, random_in(&random, 0, 3));
    }
}

static Setup4 heap(void)
{
    Setup4 setup = setup4_empty();
    fill(&setup);
    setup4_start(&setup);
    setup4_run(&setup, 0.3);
    return setup;
}

static TumVec4 random_vec4(Random *random, double size)
{
    TumVec4 v;
    v.x = (float)random_in(random, -size, size);
    v.y = (float)random_in(random, -size, size);
    v.z = (float)random_in(random, -size, size);
    v.w = (float)random_in(random, -size, size);
    return v;
}

static Vec4 inner(TumVec4 v)
{
    return vec4(v.x, v.y, v.z, v.w);
}

static Pose4 collider_pose(const TumWorld *world, size_t i)
{
    return space4_shape_pose(world->space4, world->sim.topology.colliders.items[i].body,
                             (int32_t)i);
}

static void every_query_finds_what_the_colliders_say_one_by_one(void **state)
{
    (void)state;
    Setup4 setup = heap();
    const Space4 *space = setup.world->space4;
    const TumShape ball = ball4(0.35).shape;
    Shape4 probe;
    assert_true(tum_shape4_of_scene(&ball, NULL, NULL, (double[4]){1, 1, 1, 1}, &probe));
    Random random = {31};
    int rays = 0, casts = 0;
    for (int i = 0; i < 400; ++i) {
        const TumVec4 from = random_vec4(&random, 4), along = random_vec4(&random, 8);
        double ray = 2, cast = 2, near = 1e30;
        for (size_t k = 0; k < setup.world->sim.topology.colliders.count; ++k) {
            const Shape4 *shape = &space->shapes.items[k];
            const Pose4 pose = collider_pose(setup.world, k);
            CastHit4 hit;
            Nearest4 nearest;
            if (tum_raycast4(shape, pose, inner(from), inner(along), 1, &hit)) {
                ray = fmin(ray, hit.fraction);
            }
            if (tum_shapecast4(shape, pose, &probe, (Pose4){inner(from), ROTATION4_IDENTITY},
                               inner(along), 1, &hit)) {
                cast = fmin(cast, hit.fraction);
            }
            if (tum_nearest4(shape, pose, inner(from), 1e30, &nearest)) {
                near = fmin(near, nearest.distance);
            }
        }
        TumHit4 hit;
        assert_int_equal(tum_world_cast_ray4(setup.world, &(TumRay4){from, along}, NULL, &hit),
                         TUM_OK);
        assert_true(hit.is_hit == (ray <= 1));
        assert_true(!hit.is_hit || hit.fraction == (float)ray);
        rays += hit.is_hit;
        assert_int_equal(
            tum_world_cast_shape4(setup.world, &ball, (TumPose4){from, UPRIGHT}, along, NULL, &hit),
            TUM_OK);
        assert_true(hit.is_hit == (cast <= 1));
        if (hit.is_hit) {
            assert_near(hit.fraction, cast, 1e-6);
        }
        casts += hit.is_hit;
        assert_int_equal(tum_world_nearest_point4(setup.world, from, INFINITY, NULL, &hit), TUM_OK);
        assert_true(hit.is_hit && hit.distance == (float)near);
    }
    assert_between(rays, 100, 400);
    assert_between(casts, rays, 400);
    setup4_end(&setup);
}

static void many_rays_in_one_call_give_the_same_bits_on_any_threads(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    static TumRay4 rays[COUNT];
    static TumHit4 hits[COUNT];
    Random random = {5};
    for (int i = 0; i < COUNT; ++i) {
        rays[i] = (TumRay4){random_vec4(&random, 4), random_vec4(&random, 8)};
    }
    rays[7].along = (TumVec4){0, 0, 0, 0};
    for (int threads = 1; threads <= 8; threads *= 2) {
        Setup4 setup = setup4_empty();
        fill(&setup);
        setup.def.threads = threads;
        setup4_start(&setup);
        // One is no ray: it alone finds nothing.
        assert_int_equal(tum_world_cast_rays4(setup.world, rays, COUNT, NULL, hits),
                         TUM_ERROR_ARGUMENT);
        assert_false(hits[7].is_hit);
        int found = 0;
        for (int i = 0; i < COUNT; ++i) {
            TumHit4 one;
            (void)tum_world_cast_ray4(setup.world, &rays[i], NULL, &one);
            assert_int_equal(one.node, hits[i].node);
            assert_true(one.fraction == hits[i].fraction && one.normal.w == hits[i].normal.w);
            found += one.is_hit;
        }
        assert_between(found, COUNT / 4, COUNT);
        setup4_end(&setup);
    }
}

static void a_ball_is_cast_onto_a_plane_a_box_and_a_ball_by_formula(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int floor = setup4_floor(&setup);
    const int box = setup4_static(&setup, box4(2, 2, 2, 2), (double[4]){0, 1, 0, 6});
    const int ball = setup4_static(&setup, ball4(1), (double[4]){0, 5, 0, 12});
    setup4_start(&setup);
    const TumShape probe = ball4(0.5).shape;
    TumHit4 hit;
    // Down from 3 to the floor: 3 - r.
    TumPose4 pose = {{0, 3, 0, 0}, UPRIGHT};
    assert_int_equal(
        tum_world_cast_shape4(setup.world, &probe, pose, (TumVec4){0, -10, 0, 0}, NULL, &hit),
        TUM_OK);
    assert_int_equal(hit.node, floor);
    assert_near(hit.distance, 2.5, 2e-6);
    assert_near(hit.point.y, 0, 1e-5);
    assert_near(hit.normal.y, 1, 1e-6);
    // Along W, below the box's top, to its side at W = 5.
    pose.position = (TumVec4){0, 1.5f, 0, 0};
    const TumVec4 along_w = {0, 0, 0, 20};
    assert_int_equal(tum_world_cast_shape4(setup.world, &probe, pose, along_w, NULL, &hit), TUM_OK);
    assert_int_equal(hit.node, box);
    assert_near(hit.distance, 4.5, 2e-6);
    assert_near(hit.normal.w, -1, 1e-6);
    // Past a ball's middle by 1.2: it touches where (12 - W)^2 + 1.2^2 = (1 + 0.5)^2.
    pose.position = (TumVec4){0.72f, 5, 0.96f, 0};
    assert_int_equal(tum_world_cast_shape4(setup.world, &probe, pose, along_w, NULL, &hit), TUM_OK);
    assert_int_equal(hit.node, ball);
    assert_near(hit.distance, 12 - 0.9, 1e-5);
    assert_near(hit.normal.w, -0.9 / 1.5, 1e-5);
    assert_near(hit.normal.x, 0.72 / 1.5, 1e-5);
    setup4_end(&setup);
}

static void a_body_is_cast_with_all_that_is_convex_of_it_and_does_not_see_itself(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int wall = setup4_static(&setup, box4(4, 4, 4, 1), (double[4]){0, 0, 0, 8});
    const int wheel = setup4_body(&setup, duocylinder4(0.5, 0.75), (double[4]){0, 0, 0, 0});
    setup4_start(&setup);
    const TumBodyId body = setup4_id(&setup, wheel);
    TumHit4 hit;
    assert_int_equal(tum_world_cast_body4(setup.world, body, (TumVec4){0, 0, 0, 10}, NULL, &hit),
                     TUM_OK);
    assert_int_equal(hit.node, wall);
    assert_near(hit.distance, 7.5 - 0.75, 2e-6);
    // A second part reaches a metre farther.
    TumColliderDef4 nose = tum_default_collider_def4();
    nose.radius = 0.25f;
    nose.pose.position = (TumVec4){0, 0, 0, 1.5f};
    assert_int_equal(tum_world_add_collider4(setup.world, body, &nose, NULL), TUM_OK);
    assert_int_equal(tum_world_cast_body4(setup.world, body, (TumVec4){0, 0, 0, 10}, NULL, &hit),
                     TUM_OK);
    assert_near(hit.distance, 7.5 - 1.75, 2e-6);
    assert_int_equal(
        tum_world_cast_body4(setup.world, (TumBodyId){0, 0, 0}, (TumVec4){0, 0, 0, 10}, NULL, &hit),
        TUM_ERROR_ARGUMENT);
    assert_false(hit.is_hit);
    setup4_end(&setup);
}

static void overlaps_are_told_in_order_with_their_depth(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int floor = setup4_floor(&setup);
    const int box = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 0.5, 0, 0});
    const int zone = setup4_static(&setup, ball4(0.5), (double[4]){0, 0.5, 0, 2});
    setup.things[zone].is_trigger = true;
    setup4_body(&setup, ball4(0.5), (double[4]){0, 0.5, 5, 1});
    setup4_start(&setup);
    // A box of 1.2 m that reaches 0.1 m into the floor and, from W = 0.9 to 0.3, 0.2 m into the
    // box.
    const TumShape probe = box4(1.2, 1.2, 1.2, 1.2).shape;
    const TumPose4 pose = {{0, 0.5f, 0, 0.9f}, UPRIGHT};
    TumQueryFilter filter = tum_default_query_filter();
    filter.triggers = true;
    TumHit4 hits[3];
    size_t count;
    assert_int_equal(tum_world_overlap_shape4(setup.world, &probe, pose, &filter, hits, 3, &count),
                     TUM_OK);
    assert_int_equal(count, 3);
    assert_int_equal(hits[0].node, floor);
    assert_near(hits[0].distance, -0.1, 1e-5);
    assert_int_equal(hits[1].node, box);
    assert_near(hits[1].distance, -0.2, 1e-5);
    assert_near(hits[1].normal.w, 1, 1e-5);
    // The trigger reaches to W = 1.5, where the box ends.
    assert_true(hits[2].is_trigger);
    assert_near(hits[2].distance, 0, 1e-5);
    assert_int_equal(tum_world_overlap_shape4(setup.world, &probe, pose, NULL, NULL, 0, &count),
                     TUM_OK);
    assert_int_equal(count, 2);
    // Tilted by a tenth of a radian in XY it is the low side that tells how deep.
    TumPose4 tilted = pose;
    tilted.rotation.x = (TumVec4){(float)cos(0.1), (float)sin(0.1), 0, 0};
    tilted.rotation.y = (TumVec4){-(float)sin(0.1), (float)cos(0.1), 0, 0};
    assert_int_equal(tum_world_overlap_shape4(setup.world, &probe, tilted, NULL, hits, 3, &count),
                     TUM_OK);
    assert_near(hits[0].distance, 0.5 - 0.6 * (cos(0.1) + sin(0.1)), 1e-5);
    setup4_end(&setup);
}

static void a_collider_overlaps_others_but_not_those_of_its_body(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup4_floor(&setup);
    const int wheel = setup4_body(&setup, duocylinder4(0.5, 0.75), (double[4]){0, 0.45, 0, 0});
    const int box = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 0.5, 0, 1.2});
    setup4_start(&setup);
    TumColliderDef4 nose = tum_default_collider_def4();
    nose.radius = 0.5f;
    ok(tum_world_add_collider4(setup.world, setup4_id(&setup, wheel), &nose, NULL));
    TumHit4 hits[3];
    size_t count;
    ok(tum_world_overlap_collider4(setup.world, tum_world_collider_at(setup.world, 1), NULL, hits,
                                   3, &count));
    // 0.05 m into the floor; its disc in Z and W reaches to 0.75, the box begins at 0.7.
    assert_int_equal(count, 2);
    assert_int_equal(hits[0].node, 0);
    assert_near(hits[0].distance, -0.05, 1e-5);
    assert_int_equal(hits[1].node, box);
    assert_near(hits[1].distance, -0.05, 1e-5);
    // The world's own floor meets wheel, nose and box, which just touches it, and not itself.
    ok(tum_world_overlap_collider4(setup.world, tum_world_collider_at(setup.world, 0), NULL, hits,
                                   3, &count));
    assert_int_equal(count, 3);
    assert_true(hits[0].node != 0 && hits[1].node != 0 && hits[2].node != 0);
    assert_int_equal(
        tum_world_overlap_collider4(setup.world, (TumColliderId){0, 0, 0}, NULL, hits, 3, &count),
        TUM_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    setup4_end(&setup);
}

// Whichever of them is looked at first.
static void inside_several_solids_the_deepest_counts(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int large = setup4_static(&setup, ball4(3), (double[4]){0, 0, 0, 1});
    setup4_static(&setup, ball4(1), (double[4]){0, 0, 0, 0});
    setup4_static(&setup, ball4(1), (double[4]){50, 0, 0, 0});
    const int other = setup4_static(&setup, ball4(3), (double[4]){50, 0, 0, 1});
    setup4_start(&setup);
    TumHit4 hit;
    assert_int_equal(tum_world_nearest_point4(setup.world, (TumVec4){0, 0, 0, 0.5f}, 1, NULL, &hit),
                     TUM_OK);
    assert_int_equal(hit.node, large);
    assert_near(hit.distance, -2.5, 1e-6);
    assert_int_equal(
        tum_world_nearest_point4(setup.world, (TumVec4){50, 0, 0, 0.5f}, 1, NULL, &hit), TUM_OK);
    assert_int_equal(hit.node, other);
    assert_near(hit.distance, -2.5, 1e-6);
    setup4_end(&setup);
}

static void the_nearest_point_of_two_balls_is_where_the_formula_says(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int small = setup4_static(&setup, ball4(0.5), (double[4]){0, 0, 0, 0});
    const int large = setup4_static(&setup, ball4(2), (double[4]){0, 0, 0, 10});
    setup4_start(&setup);
    // From (0, 3, 0, 4): 5 - 0.5 to the small one, sqrt(45) - 2 to the large one.
    TumHit4 hit;
    const TumVec4 point = {0, 3, 0, 4};
    assert_int_equal(tum_world_nearest_point4(setup.world, point, INFINITY, NULL, &hit), TUM_OK);
    assert_int_equal(hit.node, small);
    assert_near(hit.distance, 4.5, 1e-6);
    assert_near(hit.point.y, 0.3, 1e-6);
    assert_near(hit.normal.w, 0.8, 1e-6);
    assert_int_equal(tum_world_nearest_point4(setup.world, point, 4.4f, NULL, &hit), TUM_OK);
    assert_false(hit.is_hit);
    // Inside, as deep as the surface is far.
    const TumVec4 inside = {0, 0, 0.5f, 10};
    assert_int_equal(tum_world_nearest_point4(setup.world, inside, 1, NULL, &hit), TUM_OK);
    assert_int_equal(hit.node, large);
    assert_near(hit.distance, -1.5, 1e-6);
    assert_near(hit.point.z, 2, 1e-5);
    setup4_end(&setup);
}

// The same things in both worlds, those of four dimensions a hundred metres long in W.
static void a_scene_of_three_dimensions_answers_as_it_does_there(void **state)
{
    (void)state;
    Setup three = setup_empty();
    Setup4 four = setup4_empty();
    setup_floor(&three);
    setup4_floor(&four);
    Random random = {12};
    for (int i = 0; i < 12; ++i) {
        const double x = random_in(&random, -4, 4), y = random_in(&random, 1, 4);
        const double z = random_in(&random, -4, 4), size = random_in(&random, 0.5, 1.5);
        setup_static(&three, box_shape(size, 1, size), x, y, z);
        setup4_static(&four, box4(size, 1, size, 100), (double[4]){x, y, z, 0});
    }
    setup_start(&three);
    setup4_start(&four);
    const TumShape probe3 = sphere_shape(0.25), probe4 = ball4(0.25).shape;
    for (int i = 0; i < 200; ++i) {
        TumVec4 from = random_vec4(&random, 4), along = random_vec4(&random, 8);
        from.y += 5;
        from.w = along.w = 0;
        const TumRay3 ray3 = {{from.x, from.y, from.z}, {along.x, along.y, along.z}};
        const TumRay4 ray4 = {from, along};
        TumHit3 hit3;
        TumHit4 hit4;
        assert_int_equal(tum_world_cast_ray3(three.world, &ray3, NULL, &hit3), TUM_OK);
        assert_int_equal(tum_world_cast_ray4(four.world, &ray4, NULL, &hit4), TUM_OK);
        assert_int_equal(hit4.node, hit3.node);
        assert_near(hit4.fraction, hit3.fraction, 1e-6);
        const TumPose3 at3 = {ray3.from, {0, 0, 0, 1}};
        const TumPose4 at4 = {from, UPRIGHT};
        assert_int_equal(tum_world_cast_shape3(three.world, &probe3, at3, ray3.along, NULL, &hit3),
                         TUM_OK);
        assert_int_equal(tum_world_cast_shape4(four.world, &probe4, at4, along, NULL, &hit4),
                         TUM_OK);
        assert_int_equal(hit4.node, hit3.node);
        assert_near(hit4.fraction, hit3.fraction, 1e-5);
        assert_int_equal(tum_world_nearest_point3(three.world, ray3.from, INFINITY, NULL, &hit3),
                         TUM_OK);
        assert_int_equal(tum_world_nearest_point4(four.world, from, INFINITY, NULL, &hit4), TUM_OK);
        assert_int_equal(hit4.node, hit3.node);
        assert_near(hit4.distance, hit3.distance, 1e-5);
        size_t count3, count4;
        assert_int_equal(
            tum_world_overlap_shape3(three.world, &probe3, at3, NULL, NULL, 0, &count3), TUM_OK);
        assert_int_equal(tum_world_overlap_shape4(four.world, &probe4, at4, NULL, NULL, 0, &count4),
                         TUM_OK);
        assert_int_equal(count4, count3);
    }
    setup_end(&three);
    setup4_end(&four);
}

static void a_filter_of_the_scene_decides_what_is_seen(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    const int ghost = setup4_static(&setup, ball4(1), (double[4]){0, 0, 0, 3});
    const int wall = setup4_static(&setup, ball4(1), (double[4]){0, 0, 0, 9});
    setup.things[ghost].system = "ghosts";
    setup.things[wall].system = "walls";
    setup.things[wall].avoids = "ghosts";
    setup4_start(&setup);
    TumQueryFilter filter = tum_default_query_filter();
    filter.filter = setup.scene->colliders[1].filter;
    const TumShape probe = ball4(0.5).shape;
    const TumVec4 along = {0, 0, 0, 20};
    TumHit4 hit;
    assert_int_equal(tum_world_cast_shape4(setup.world, &probe, (TumPose4){{0, 0, 0, 0}, UPRIGHT},
                                           along, NULL, &hit),
                     TUM_OK);
    assert_int_equal(hit.node, ghost);
    assert_int_equal(tum_world_cast_shape4(setup.world, &probe, (TumPose4){{0, 0, 0, 0}, UPRIGHT},
                                           along, &filter, &hit),
                     TUM_OK);
    assert_int_equal(hit.node, wall);
    assert_int_equal(
        tum_world_nearest_point4(setup.world, (TumVec4){0, 0, 0, 0}, 100, &filter, &hit), TUM_OK);
    assert_int_equal(hit.node, wall);
    setup4_end(&setup);
}

static void wrong_questions_are_answered(void **state)
{
    (void)state;
    Setup4 setup = heap();
    const TumShape ball = ball4(0.5).shape;
    const TumShape hull = {.kind = TUM_SHAPE_CONVEX, .mesh = 0};
    const TumShape endless = ball4(INFINITY).shape;
    const TumPose4 here = {{0, 9, 0, 0}, UPRIGHT};
    TumPose4 mirrored = here;
    mirrored.rotation.w.w = -1;
    const TumVec4 down = {0, -1, 0, 0}, nowhere = {0, 0, 0, 0};
    TumHit4 hit;
    size_t count;
    assert_int_equal(tum_world_cast_shape4(setup.world, &hull, here, down, NULL, &hit),
                     TUM_ERROR_UNSUPPORTED);
    assert_int_equal(tum_world_cast_shape4(setup.world, &endless, here, down, NULL, &hit),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_world_cast_shape4(setup.world, &ball, here, nowhere, NULL, &hit),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_world_cast_shape4(setup.world, &ball, mirrored, down, NULL, &hit),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_world_overlap_shape4(setup.world, &ball, mirrored, NULL, &hit, 1, &count),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(tum_world_nearest_point4(setup.world, here.position, 0, NULL, &hit),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_world_nearest_point4(setup.world, (TumVec4){NAN, 0, 0, 0}, 1, NULL, &hit),
                     TUM_ERROR_ARGUMENT);
    assert_false(hit.is_hit);
    setup4_end(&setup);
}

static void queries_change_nothing_and_allocate_nothing(void **state)
{
    (void)state;
    Counting counting = {.fail_after = SIZE_MAX};
    Setup4 setup = setup4_empty();
    fill(&setup);
    setup.def.allocator = counting_allocator(&counting);
    setup4_start(&setup);
    setup4_run(&setup, 0.1);
    const size_t allocations = counting.allocations;
    const uint64_t hash = tum_world_hash(setup.world);
    const TumShape ball = ball4(0.5).shape;
    const TumPose4 pose = {{0, 3, 0, 0}, UPRIGHT};
    TumHit4 hit;
    size_t count;
    (void)tum_world_cast_ray_all4(setup.world, &ALONG_W, NULL, &hit, 1, &count);
    (void)tum_world_cast_rays4(setup.world, &ALONG_W, 1, NULL, &hit);
    (void)tum_world_cast_shape4(setup.world, &ball, pose, (TumVec4){0, -5, 0, 0}, NULL, &hit);
    (void)tum_world_overlap_shape4(setup.world, &ball, pose, NULL, &hit, 1, &count);
    (void)tum_world_nearest_point4(setup.world, pose.position, 5, NULL, &hit);
    assert_true(counting.allocations == allocations);
    assert_true(tum_world_hash(setup.world) == hash);
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
        cmocka_unit_test(every_query_finds_what_the_colliders_say_one_by_one),
        cmocka_unit_test(many_rays_in_one_call_give_the_same_bits_on_any_threads),
        cmocka_unit_test(a_ball_is_cast_onto_a_plane_a_box_and_a_ball_by_formula),
        cmocka_unit_test(a_body_is_cast_with_all_that_is_convex_of_it_and_does_not_see_itself),
        cmocka_unit_test(overlaps_are_told_in_order_with_their_depth),
        cmocka_unit_test(a_collider_overlaps_others_but_not_those_of_its_body),
        cmocka_unit_test(inside_several_solids_the_deepest_counts),
        cmocka_unit_test(the_nearest_point_of_two_balls_is_where_the_formula_says),
        cmocka_unit_test(a_scene_of_three_dimensions_answers_as_it_does_there),
        cmocka_unit_test(a_filter_of_the_scene_decides_what_is_seen),
        cmocka_unit_test(wrong_questions_are_answered),
        cmocka_unit_test(queries_change_nothing_and_allocate_nothing),
    };
    return cmocka_run_group_tests_name("query4", tests, NULL, NULL);
}
