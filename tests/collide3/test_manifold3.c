// SPDX-License-Identifier: MIT
// Four of many points carry a contact, and every point has a name of its own.
#include "tests/support/shapes3.h"

#include "collide3/manifold3.h"

static const Vec3 up = {0.0f, 1.0f, 0.0f};

// Points of a circle, all at one depth but one.
static void circle(LocalPoint3 *points, int count, int deepest, float deeper)
{
    for (int i = 0; i < count; ++i) {
        const double angle = 2.0 * PI * i / count;
        points[i] = (LocalPoint3){{(float)cos(angle), 0.0f, (float)sin(angle)},
                                  i == deepest ? -0.01f - deeper : -0.01f,
                                  (uint32_t)i};
    }
}

static void four_points_are_all_kept(void **state)
{
    (void)state;
    LocalPoint3 points[4], kept[LOCAL_POINTS_MAX];
    circle(points, 4, 2, 0.01f);
    assert_int_equal(tum_reduce_points3(points, 4, up, kept), 4);
    for (uint32_t i = 0; i < 4; ++i) {
        assert_int_equal(kept[i].feature, i);
    }
}

static void the_deepest_of_many_is_kept(void **state)
{
    (void)state;
    LocalPoint3 points[16], kept[LOCAL_POINTS_MAX];
    for (int deepest = 0; deepest < 16; ++deepest) {
        circle(points, 16, deepest, 0.01f);
        assert_int_equal(tum_reduce_points3(points, 16, up, kept), 4);
        assert_int_equal(kept[0].feature, deepest);
        assert_int_equal(kept[1].feature, (deepest + 8) % 16); // across
    }
}

static void four_points_of_a_circle_span_a_square(void **state)
{
    (void)state;
    LocalPoint3 points[16], kept[LOCAL_POINTS_MAX];
    circle(points, 16, 0, 0.0f);
    assert_int_equal(tum_reduce_points3(points, 16, up, kept), 4);
    // Whatever the order: every kept point is the opposite or a quarter turn away from the first.
    Vec3 sum = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(kept[i].feature % 4, 0);
        sum = vec3_add(sum, kept[i].position);
    }
    assert_near(vec3_length(sum), 0.0, 1e-6);
}

static void rounding_does_not_change_the_choice(void **state)
{
    (void)state;
    Random random = {41};
    for (int round = 0; round < 100; ++round) {
        LocalPoint3 points[16], kept[LOCAL_POINTS_MAX];
        circle(points, 16, 0, 0.0f);
        for (int i = 0; i < 16; ++i) {
            points[i].separation += (float)random_in(&random, -2e-5, 2e-5);
            points[i].position = vec3_add(points[i].position, random_vec3(&random, 1e-4));
        }
        assert_int_equal(tum_reduce_points3(points, 16, up, kept), 4);
        assert_int_equal(kept[0].feature, 0);
        assert_int_equal(kept[1].feature, 8);
        assert_int_equal(kept[2].feature, 4);
        assert_int_equal(kept[3].feature, 12);
    }
}

static void points_on_a_line_leave_its_ends(void **state)
{
    (void)state;
    LocalPoint3 points[6], kept[LOCAL_POINTS_MAX];
    for (int i = 0; i < 6; ++i) {
        points[i] = (LocalPoint3){{(float)i, 0.0f, 0.0f}, 0.0f, (uint32_t)i};
    }
    assert_int_equal(tum_reduce_points3(points, 6, up, kept), 2);
    assert_int_equal(kept[0].feature, 0);
    assert_int_equal(kept[1].feature, 5);
}

static void many_points_in_one_place_are_one(void **state)
{
    (void)state;
    LocalPoint3 points[6], kept[LOCAL_POINTS_MAX];
    for (int i = 0; i < 6; ++i) {
        points[i] = (LocalPoint3){{1.0f, 2.0f, 3.0f}, 0.0f, (uint32_t)i};
    }
    assert_int_equal(tum_reduce_points3(points, 6, up, kept), 1);
}

static void names_that_collide_are_told_apart(void **state)
{
    (void)state;
    LocalPoint3 points[4];
    circle(points, 4, 0, 0.0f);
    points[1].feature = points[0].feature = 7;
    points[2].feature = 8;
    LocalManifold3 touch;
    assert_int_equal(tum_local_manifold3_of_points(up, points, 4, &touch), 1);
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < i; ++k) {
            assert_true(touch.points[i].feature != touch.points[k].feature);
        }
    }
}

static void an_edge_has_one_name_from_both_ends(void **state)
{
    (void)state;
    assert_int_equal(tum_feature3_edge(3, 9), tum_feature3_edge(9, 3));
    assert_true(tum_feature3_edge(3, 9) != tum_feature3_edge(3, 8));
    assert_true(tum_feature3_vertex(true, 3) != tum_feature3_vertex(false, 3));
}

static void a_flipped_touch_is_the_same_in_the_world(void **state)
{
    (void)state;
    Random random = {42};
    const Pose3 world_from_a = random_pose(&random, 1.0);
    const Pose3 world_from_b = random_pose(&random, 1.0);
    LocalManifold3 touch = {up, 1, {{{0.1f, 0.2f, 0.3f}, 0.0f, 5}}};
    const Vec3 point = pose3_transform(world_from_b, touch.points[0].position);
    const Vec3 normal = quat_rotate(world_from_b.rotation, touch.normal);
    tum_local_manifold3_flip(&touch, 1, pose3_relative(world_from_a, world_from_b));
    const Vec3 moved = pose3_transform(world_from_a, touch.points[0].position);
    const Vec3 turned = quat_rotate(world_from_a.rotation, touch.normal);
    assert_near(vec3_distance(point, moved), 0.0, 1e-6);
    assert_near(vec3_length(vec3_add(normal, turned)), 0.0, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_points_are_all_kept),
        cmocka_unit_test(the_deepest_of_many_is_kept),
        cmocka_unit_test(four_points_of_a_circle_span_a_square),
        cmocka_unit_test(rounding_does_not_change_the_choice),
        cmocka_unit_test(points_on_a_line_leave_its_ends),
        cmocka_unit_test(many_points_in_one_place_are_one),
        cmocka_unit_test(names_that_collide_are_told_apart),
        cmocka_unit_test(an_edge_has_one_name_from_both_ends),
        cmocka_unit_test(a_flipped_touch_is_the_same_in_the_world),
    };
    return cmocka_run_group_tests_name("manifold3", tests, NULL, NULL);
}
