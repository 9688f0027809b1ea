// SPDX-License-Identifier: MIT
// Queries of a whole world: against every collider one by one, and against what scenes make
// obvious.
#include "tumble/query3.h"

#include "distance3/shapecast3.h"
#include "tests/support/world_support.h"
#include "world/world_data.h"

// Bodies of every shape in a heap over a floor, with static things between them.
static void fill(Setup *setup)
{
    setup_floor(setup);
    Random random = {77};
    for (int i = 0; i < 90; ++i) {
        const TumShape shapes[5] = {sphere_shape(0.3), box_shape(0.5, 0.6, 0.4),
                                    capsule_shape(0.4, 0.2, 0.25), cylinder_shape(0.5, 0.3, 0.2),
                                    cylinder_shape(0.6, 0.3, 0.0)};
        const double x = random_in(&random, -4, 4), y = random_in(&random, 0.5, 5);
        const double z = random_in(&random, -4, 4);
        const int thing = i % 6 == 0 ? setup_static(setup, shapes[i % 5], x, y, z)
                                     : setup_body(setup, shapes[i % 5], x, y, z);
        setup_turn(setup, thing, random_in(&random, -1, 1), 1, 0.3, random_in(&random, 0, 3));
    }
    const int hull = setup_body(setup, (TumShape){.kind = TUM_SHAPE_CONVEX, .mesh = -1}, 0, 6, 0);
    setup_box_mesh(setup, hull, 0.4, 0.2, 0.3);
    const int mesh = setup_static(setup, (TumShape){.kind = TUM_SHAPE_MESH, .mesh = -1}, 2, 1, 2);
    setup_box_mesh(setup, mesh, 1.5, 0.5, 1.0);
}

static TumRay3 random_ray(Random *random, double size)
{
    TumRay3 ray;
    ray.from.x = (float)random_in(random, -6, 6);
    ray.from.y = (float)random_in(random, -0.5, 7);
    ray.from.z = (float)random_in(random, -6, 6);
    ray.along.x = (float)random_in(random, -size, size);
    ray.along.y = (float)random_in(random, -size, size);
    ray.along.z = (float)random_in(random, -size, size);
    return ray;
}

static Vec3 inner(TumVec3 v)
{
    return vec3(v.x, v.y, v.z);
}

static Pose3 collider_pose(const TumWorld *world, size_t i)
{
    const Space3 *space = world->space3;
    const BodyPlace3 *place =
        &space->bodies.places.items[world->sim.topology.colliders.items[i].body];
    return pose3_multiply((Pose3){place->center, place->rotation},
                          space->colliders.center_from_shapes.items[i]);
}

// To the last bit; what lies between two members is not compared.
static bool same_hit(const TumHit3 *a, const TumHit3 *b)
{
    const size_t first = offsetof(TumHit3, fraction);
    return a->is_hit == b->is_hit && a->is_trigger == b->is_trigger &&
           memcmp((const char *)a + first, (const char *)b + first, sizeof *a - first) == 0;
}

// Every collider asked, without any tree.
static int32_t first_of_all(const TumWorld *world, const TumRay3 *ray, double *fraction,
                            size_t *count)
{
    int32_t node = -1;
    *fraction = 2.0;
    *count = 0;
    for (size_t i = 0; i < world->sim.topology.colliders.count; ++i) {
        CastHit3 hit;
        const Pose3 pose = collider_pose(world, i);
        if (tum_raycast3(&world->space3->colliders.shapes.items[i], &pose, inner(ray->from),
                         inner(ray->along), 1.0, &hit)) {
            ++*count;
            if (hit.fraction < *fraction) {
                *fraction = hit.fraction;
                node = world->sim.topology.colliders.items[i].node;
            }
        }
    }
    return node;
}

static void check_rays(const Setup *setup, Random *random, int count)
{
    int hits = 0;
    for (int i = 0; i < count; ++i) {
        const TumRay3 ray = random_ray(random, i % 3 == 0 ? 2 : 12);
        double fraction;
        size_t all, told;
        const int32_t node = first_of_all(setup->world, &ray, &fraction, &all);
        TumHit3 hit, few[3];
        bool is_blocked;
        assert_int_equal(tum_world_cast_ray3(setup->world, &ray, NULL, &hit), TUM_OK);
        assert_int_equal(tum_world_is_ray_blocked3(setup->world, &ray, NULL, &is_blocked), TUM_OK);
        assert_int_equal(tum_world_cast_ray_all3(setup->world, &ray, NULL, few, 3, &told), TUM_OK);
        assert_true(hit.is_hit == (node >= 0) && is_blocked == hit.is_hit);
        assert_int_equal(hit.node, node);
        assert_true(told == all);
        if (hit.is_hit) {
            ++hits;
            assert_true(hit.fraction == (float)fraction);
            assert_near(vec3_length(inner(hit.normal)), 1.0, 1e-5);
            assert_true(same_hit(&few[0], &hit));
            for (size_t k = 1; k < all && k < 3; ++k) {
                assert_true(few[k].fraction >= few[k - 1].fraction);
            }
        }
    }
    assert_between(hits, count / 4, count);
}

// KHR-154, KHR-155.
static void ten_thousand_rays_find_what_every_collider_says(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    fill(&setup);
    setup_start(&setup);
    Random random = {1};
    check_rays(&setup, &random, 2500); // never stepped
    setup_run(&setup, 0.5);
    check_rays(&setup, &random, 5000); // in motion
    setup_run(&setup, 4.0);
    check_rays(&setup, &random, 2500); // at rest, some asleep
    setup_end(&setup);
}

static void many_rays_in_one_call_give_the_same_bits_on_any_threads(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    TumRay3 *rays = calloc(COUNT, sizeof *rays);
    TumHit3 *single = calloc(COUNT, sizeof *single), *batch = calloc(COUNT, sizeof *batch);
    Random random = {3};
    for (int i = 0; i < COUNT; ++i) {
        rays[i] = random_ray(&random, 10);
    }
    for (int threads = 1; threads <= 3; threads += 2) {
        Setup setup = setup_empty();
        fill(&setup);
        setup.def.threads = threads;
        setup_start(&setup);
        setup_run(&setup, 0.5);
        for (int i = 0; i < COUNT; ++i) {
            assert_int_equal(tum_world_cast_ray3(setup.world, &rays[i], NULL, &single[i]), TUM_OK);
        }
        assert_int_equal(tum_world_cast_rays3(setup.world, rays, COUNT, NULL, batch), TUM_OK);
        for (int i = 0; i < COUNT; ++i) {
            assert_true(same_hit(&single[i], &batch[i]));
        }
        // One that is not valid spoils no other.
        TumRay3 spoiled[2] = {rays[0], rays[0]};
        spoiled[0].along = (TumVec3){0, 0, 0};
        assert_int_equal(tum_world_cast_rays3(setup.world, spoiled, 2, NULL, batch),
                         TUM_ERROR_ARGUMENT);
        assert_false(batch[0].is_hit);
        assert_true(same_hit(&single[0], &batch[1]));
        setup_end(&setup);
    }
    free(rays);
    free(single);
    free(batch);
}

static void queries_leave_the_world_as_it_is(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    fill(&setup);
    setup_start(&setup);
    setup_run(&setup, 0.3);
    const uint64_t before = tum_world_hash(setup.world);
    Random random = {8};
    check_rays(&setup, &random, 100);
    assert_true(tum_world_hash(setup.world) == before);
    setup_end(&setup);
}

static void wrong_rays_are_answered(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    setup_start(&setup);
    const TumRay3 rays[4] = {{{0, 1, 0}, {0, 0, 0}},
                             {{0, 1, 0}, {0, NAN, 0}},
                             {{0, INFINITY, 0}, {0, -1, 0}},
                             {{0, 1, 0}, {0, -INFINITY, 0}}};
    TumHit3 hit;
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(tum_world_cast_ray3(setup.world, &rays[i], NULL, &hit),
                         TUM_ERROR_ARGUMENT);
        assert_false(hit.is_hit);
        assert_int_equal(hit.node, -1);
    }
    TumQueryFilter filter = tum_default_query_filter();
    filter.filter = 0; // the scene has none
    const TumRay3 down = {{0, 1, 0}, {0, -2, 0}};
    assert_int_equal(tum_world_cast_ray3(setup.world, &down, &filter, &hit), TUM_ERROR_ARGUMENT);
    // Short, but a way; huge, but finite.
    const TumRay3 odd[2] = {{{0, 1e-30f, 0}, {0, -2e-30f, 0}}, {{0, 3e37f, 0}, {0, -1e38f, 0}}};
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(tum_world_cast_ray3(setup.world, &odd[i], NULL, &hit), TUM_OK);
        assert_true(hit.is_hit);
        assert_near(hit.fraction, i == 0 ? 0.5 : 0.3, 1e-6);
    }
    setup_end(&setup);
}

static void ignored_bodies_are_not_seen(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    for (int i = 0; i < 40; ++i) {
        setup_body(&setup, sphere_shape(0.4), i, 0, 0);
    }
    setup_start(&setup);
    const TumRay3 ray = {{-5, 0, 0}, {100, 0, 0}};
    uint32_t ignored[2] = {0, 0};
    TumQueryFilter filter = tum_default_query_filter();
    filter.ignored = ignored;
    filter.ignored_words = 2;
    for (int i = 0; i < 40; ++i) {
        TumHit3 hit;
        assert_int_equal(tum_world_cast_ray3(setup.world, &ray, &filter, &hit), TUM_OK);
        assert_int_equal(hit.node, i);
        assert_near(hit.distance, 4.6 + i, 1e-5);
        assert_int_equal(hit.motion, i);
        assert_true(hit.body.index1 == setup_id(&setup, i).index1);
        ignored[i / 32] |= 1u << (i % 32);
    }
    setup_end(&setup);
}

// The tower falls asleep; a ball comes down on it as far as the closed form says.
static void shapes_and_bodies_are_cast_through_the_world(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int low = setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    const int high = setup_body(&setup, box_shape(1, 1, 1), 0, 4.5, 0);
    setup_body(&setup, sphere_shape(0.25), 3, 2.0, 0);
    setup.def.override_gravity = true;
    setup.def.gravity[1] = 0.0f;
    setup_start(&setup);
    const TumShape ball = sphere_shape(0.5);
    const TumPose3 start = {{0.2f, 3, 0}, {0, 0, 0, 1}};
    TumHit3 hit;
    assert_int_equal(
        tum_world_cast_shape3(setup.world, &ball, start, (TumVec3){0, -10, 0}, NULL, &hit), TUM_OK);
    assert_int_equal(hit.node, low);
    assert_near(hit.distance, 1.5, 2e-6); // bottom of the ball at 2.5, top of the box at 1
    assert_near(hit.point.x, 0.2, 1e-4);
    assert_near(hit.normal.y, 1.0, 1e-5);
    // The upper box moves 3 down to the lower one, itself not in the way.
    assert_int_equal(
        tum_world_cast_body3(setup.world, setup_id(&setup, high), (TumVec3){0, -6, 0}, NULL, &hit),
        TUM_OK);
    assert_int_equal(hit.node, low);
    assert_near(hit.fraction, 0.5, 1e-6);
    // Past it, down to the floor.
    const TumPose3 aside = {{2.0f, 3, 0}, {0, 0, 0, 1}};
    assert_int_equal(
        tum_world_cast_shape3(setup.world, &ball, aside, (TumVec3){0, -10, 0}, NULL, &hit), TUM_OK);
    assert_int_equal(hit.node, 0);
    assert_int_equal(hit.motion, -1);
    assert_near(hit.distance, 2.5, 2e-6);
    const TumShape hull = {.kind = TUM_SHAPE_CONVEX, .mesh = 0};
    assert_int_equal(
        tum_world_cast_shape3(setup.world, &hull, start, (TumVec3){0, -1, 0}, NULL, &hit),
        TUM_ERROR_UNSUPPORTED);
    assert_int_equal(
        tum_world_cast_shape3(setup.world, &ball, start, (TumVec3){0, 0, 0}, NULL, &hit),
        TUM_ERROR_ARGUMENT);
    setup_end(&setup);
}

static void casts_through_a_heap_find_what_every_collider_says(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    fill(&setup);
    setup_start(&setup);
    setup_run(&setup, 0.4);
    Random random = {31};
    const TumShape shape = box_shape(0.4, 0.2, 0.6);
    const Shape3 probe = tum_shape3_box(vec3(0.2f, 0.1f, 0.3f));
    int hits = 0;
    for (int i = 0; i < 200; ++i) {
        const TumRay3 ray = random_ray(&random, 8);
        const TumPose3 pose = {ray.from, {0, 0, 0, 1}};
        double expected = 2.0;
        for (size_t k = 0; k < setup.world->sim.topology.colliders.count; ++k) {
            CastHit3 found;
            if (tum_shapecast3(&setup.world->space3->colliders.shapes.items[k],
                               collider_pose(setup.world, k), &probe,
                               (Pose3){inner(ray.from), QUAT_IDENTITY}, inner(ray.along), 1.0,
                               &found)) {
                expected = fmin(expected, found.fraction);
            }
        }
        TumHit3 hit;
        assert_int_equal(tum_world_cast_shape3(setup.world, &shape, pose, ray.along, NULL, &hit),
                         TUM_OK);
        assert_true(hit.is_hit == (expected <= 1.0));
        if (hit.is_hit) {
            ++hits;
            assert_near(hit.fraction, expected, 1e-5);
        }
    }
    assert_between(hits, 50, 200);
    setup_end(&setup);
}

static void overlaps_are_told_in_order_with_their_depth(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    setup_body(&setup, box_shape(1, 1, 1), 0, 0.5, 0);
    setup_body(&setup, sphere_shape(0.5), 1, 0.5, 0);
    setup_body(&setup, sphere_shape(0.5), 5, 0.5, 0);
    setup_start(&setup);
    const TumShape ball = sphere_shape(0.6);
    const TumPose3 pose = {{1, 0.5f, 0.0f}, {0, 0, 0, 1}};
    TumHit3 hits[2];
    size_t count;
    assert_int_equal(tum_world_overlap_shape3(setup.world, &ball, pose, NULL, hits, 2, &count),
                     TUM_OK);
    assert_int_equal(count, 3);
    assert_int_equal(hits[0].node, 0);
    assert_near(hits[0].distance, -0.1, 1e-5);
    assert_int_equal(hits[1].node, 1);
    assert_near(hits[1].distance, -0.1, 1e-5);
    assert_int_equal(tum_world_overlap_shape3(setup.world, &ball, pose, NULL, NULL, 0, &count),
                     TUM_OK);
    assert_int_equal(count, 3);
    setup_end(&setup);
}

static void a_collider_overlaps_others_but_not_those_of_its_body(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    setup_floor(&setup);
    const int hull =
        setup_body(&setup, (TumShape){.kind = TUM_SHAPE_CONVEX, .mesh = -1}, 0, 0.4, 0);
    setup_box_mesh(&setup, hull, 0.5, 0.5, 0.5);
    const int ball = setup_body(&setup, sphere_shape(0.5), 0.9, 0.6, 0);
    setup_start(&setup);
    TumColliderDef3 nose = tum_default_collider_def3();
    nose.radius = 0.5f;
    assert_int_equal(tum_world_add_collider3(setup.world, setup_id(&setup, hull), &nose, NULL),
                     TUM_OK);
    TumHit3 hits[3];
    size_t count;
    assert_int_equal(tum_world_overlap_collider3(setup.world, tum_world_collider_at(setup.world, 1),
                                                 NULL, hits, 3, &count),
                     TUM_OK);
    assert_int_equal(count, 2);
    assert_int_equal(hits[0].node, 0);
    assert_near(hits[0].distance, -0.1, 1e-5);
    assert_int_equal(hits[1].node, ball);
    assert_near(hits[1].distance, -0.1, 1e-4);
    assert_int_equal(
        tum_world_overlap_collider3(setup.world, (TumColliderId){0, 0, 0}, NULL, hits, 3, &count),
        TUM_ERROR_ARGUMENT);
    setup_end(&setup);
}

static void the_nearest_point_of_a_world_is_the_nearest_of_all_colliders(void **state)
{
    (void)state;
    Setup setup = setup_empty();
    fill(&setup);
    setup_start(&setup);
    setup_run(&setup, 0.4);
    Random random = {13};
    for (int i = 0; i < 500; ++i) {
        const TumVec3 point = random_ray(&random, 1).from;
        double expected = INFINITY;
        for (size_t k = 0; k < setup.world->sim.topology.colliders.count; ++k) {
            Nearest3 found;
            if (tum_nearest3(&setup.world->space3->colliders.shapes.items[k],
                             collider_pose(setup.world, k), inner(point), 1e30, &found)) {
                expected = fmin(expected, found.distance);
            }
        }
        TumHit3 hit;
        assert_int_equal(tum_world_nearest_point3(setup.world, point, INFINITY, NULL, &hit),
                         TUM_OK);
        assert_true(hit.is_hit && hit.distance == (float)expected);
        const float less = (float)expected * 0.99f;
        if (less > 0.0f) {
            assert_int_equal(tum_world_nearest_point3(setup.world, point, less, NULL, &hit),
                             TUM_OK);
            assert_false(hit.is_hit);
        }
    }
    setup_end(&setup);
}

static void queries_allocate_nothing(void **state)
{
    (void)state;
    Counting counting = {.fail_after = SIZE_MAX};
    Setup setup = setup_empty();
    fill(&setup);
    setup.def.allocator = counting_allocator(&counting);
    setup_start(&setup);
    setup_run(&setup, 0.1);
    const size_t before = counting.allocations;
    Random random = {8};
    check_rays(&setup, &random, 50);
    TumHit3 hit;
    const TumShape ball = sphere_shape(0.5);
    const TumPose3 pose = {{0, 3, 0}, {0, 0, 0, 1}};
    size_t count;
    tum_world_cast_shape3(setup.world, &ball, pose, (TumVec3){0, -5, 0}, NULL, &hit);
    tum_world_overlap_shape3(setup.world, &ball, pose, NULL, &hit, 1, &count);
    tum_world_nearest_point3(setup.world, pose.position, 5.0f, NULL, &hit);
    assert_true(counting.allocations == before);
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_thousand_rays_find_what_every_collider_says),
        cmocka_unit_test(many_rays_in_one_call_give_the_same_bits_on_any_threads),
        cmocka_unit_test(queries_leave_the_world_as_it_is),
        cmocka_unit_test(wrong_rays_are_answered),
        cmocka_unit_test(ignored_bodies_are_not_seen),
        cmocka_unit_test(shapes_and_bodies_are_cast_through_the_world),
        cmocka_unit_test(casts_through_a_heap_find_what_every_collider_says),
        cmocka_unit_test(overlaps_are_told_in_order_with_their_depth),
        cmocka_unit_test(a_collider_overlaps_others_but_not_those_of_its_body),
        cmocka_unit_test(the_nearest_point_of_a_world_is_the_nearest_of_all_colliders),
        cmocka_unit_test(queries_allocate_nothing),
    };
    return cmocka_run_group_tests_name("queries", tests, NULL, NULL);
}
