// SPDX-License-Identifier: MIT
// GJK and EPA find the direction of greatest separation, which is the distance of shapes that are
// apart and the depth of shapes that overlap.
#include "tests/support/shapes3.h"

#include "distance3/gjk3.h"
#include "shape3/core3.h"

static Distance3 distance(const Shape3 *a, const Shape3 *b, Pose3 a_from_b)
{
    return tum_distance3(a, b, a_from_b, INFINITY, vec3(0.0f, 0.0f, 0.0f));
}

static bool is_sane(Distance3 d)
{
    return is_finite(d.distance) && vec3_is_finite(d.normal) && vec3_is_finite(d.point_a) &&
           vec3_is_finite(d.point_b) && fabsf(vec3_length(d.normal) - 1.0f) < 1e-5f;
}

static void the_corner_of_a_box_is_three_four_five_from_an_edge(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(vec3(1.0f, 1.0f, 1.0f));
    // The boxes' nearest edges are 3 apart in x and 4 in y.
    const Distance3 d = distance(&box, &box, pose_at(5.0f, 6.0f, 0.0f));
    assert_near(d.distance, 5.0, 1e-6);
    assert_near(d.normal.x, 0.6, 1e-6);
    assert_near(d.normal.y, 0.8, 1e-6);
    assert_near(d.point_a.x, 1.0, 1e-6);
    assert_near(d.point_b.y, 5.0, 1e-6);
}

static void radii_count(void **state)
{
    (void)state;
    const Shape3 a = tum_shape3_sphere(0.5f), b = tum_shape3_capsule(1.0f, 0.25f, 0.25f);
    const Distance3 d = distance(&a, &b, pose_at(2.0f, 0.5f, 0.0f));
    assert_near(d.distance, 2.0 - 0.75, 1e-6);
    assert_near(d.point_a.x, 0.5, 1e-6);
    assert_near(d.point_b.x, 1.75, 1e-6);
}

static void overlapping_boxes_leave_by_the_shortest_way(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(vec3(1.0f, 1.0f, 1.0f));
    const Distance3 d = distance(&box, &box, pose_at(0.25f, -1.75f, 0.5f));
    assert_near(d.distance, -0.25, 1e-6);
    assert_near(d.normal.y, -1.0, 1e-6);
}

static void a_cylinder_deep_in_a_cone_leaves_across_the_side(void **state)
{
    (void)state;
    // Cone: radius 1, from y = -1 to the tip at 1; its side's normal is (2, 1) / sqrt(5). A thin
    // upright cylinder of radius 0.01 and half height 0.01 at (0.4, -0.2): the side is at
    // 1 - 2 * 0.4 + 0.2 = 0.4 over sqrt(5), and the cylinder's own extent along the normal
    // (2 * 0.01 + 0.01) / sqrt(5).
    const Shape3 cone = tum_shape3_cylinder(1.0f, 1.0f, 0.0f);
    const Shape3 pin = tum_shape3_cylinder(0.01f, 0.01f, 0.01f);
    const Distance3 d = distance(&cone, &pin, pose_at(0.4f, -0.2f, 0.0f));
    assert_near(d.distance, -(0.4 + 0.03) / sqrt(5.0), 1e-4);
    assert_near(d.normal.x, 2.0 / sqrt(5.0), 0.02);
}

static void same_places_and_sizes_have_an_answer(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    for (int i = 0; i < ZOO_COUNT; ++i) {
        for (int k = 0; k < ZOO_COUNT; ++k) {
            const Distance3 d = distance(&zoo.shapes[i], &zoo.shapes[k], POSE3_IDENTITY);
            assert_true(is_sane(d));
            assert_true(d.distance < 0.0f);
        }
    }
    zoo_close(&zoo);
}

static void flat_and_thin_shapes_have_an_answer(void **state)
{
    (void)state;
    Hull3 *flat = triangle_hull(1.0);
    const Shape3 shapes[4] = {tum_shape3_hull(flat), tum_shape3_sphere(0.0f),
                              tum_shape3_capsule(1.0f, 0.0f, 0.0f),
                              tum_shape3_box(vec3(1.0f, 0.0f, 0.0f))};
    const Vec3 at[4] = {{0, 0, 0}, {0.25f, 0, 0}, {0, 1e-6f, 0}, {1, 0, 0}};
    for (int i = 0; i < 64; ++i) {
        const Distance3 d =
            distance(&shapes[i % 4], &shapes[i / 4 % 4], (Pose3){at[i / 16], QUAT_IDENTITY});
        assert_true(is_sane(d));
        assert_near(d.distance,
                    separation_along(&shapes[i % 4], &shapes[i / 4 % 4],
                                     (Pose3){at[i / 16], QUAT_IDENTITY}, d.normal),
                    1e-6);
    }
    tum_hull3_destroy(flat, NULL);
}

static void a_needle_through_a_triangle_leaves_by_the_nearest_side(void **state)
{
    (void)state;
    Hull3 *flat = triangle_hull(1.0);
    const Shape3 triangle = tum_shape3_hull(flat);
    const Shape3 needle = tum_shape3_capsule(1.0f, 0.0f, 0.0f);
    // The corners (1, 0) (-1, 1) (-1, -1) in x and z: the slanted sides x + 2 |z| = 1 are
    // 1 / sqrt(5) from the origin.
    const Distance3 d = distance(&triangle, &needle, POSE3_IDENTITY);
    assert_near(d.distance, -1.0 / sqrt(5.0), 5e-6);
    tum_hull3_destroy(flat, NULL);
}

static void a_point_in_the_plane_of_a_triangle_leaves_across_it(void **state)
{
    (void)state;
    Hull3 *flat = triangle_hull(1.0);
    const Shape3 triangle = tum_shape3_hull(flat), ball = tum_shape3_sphere(0.25f);
    const Distance3 d = distance(&ball, &triangle, pose_at(0.0f, 0.0f, 0.0f));
    assert_near(d.distance, -0.25, 1e-6);
    assert_near(fabsf(d.normal.y), 1.0, 1e-6);
    tum_hull3_destroy(flat, NULL);
}

static void nothing_is_better_than_the_answer(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {11};
    for (int i = 0; i < ZOO_COUNT * ZOO_COUNT * 2; ++i) {
        const Shape3 *a = &zoo.shapes[i % ZOO_COUNT], *b = &zoo.shapes[i / ZOO_COUNT % ZOO_COUNT];
        const Pose3 pose = random_near_pose(&random, a, b, 0.2);
        const Distance3 d = distance(a, b, pose);
        // The answer holds along its own normal, and no searched direction beats it by more than
        // the tolerance of the polytope, 1e-4 of the depth.
        assert_near(d.distance, separation_along(a, b, pose, d.normal), 2e-6);
        const double searched = searched_separation(a, b, pose);
        assert_between(searched - (double)d.distance, -10.0, 3e-5);
        assert_true(d.iterations < 192);
    }
    zoo_close(&zoo);
}

static void the_points_are_as_far_apart_as_the_answer_says(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {12};
    for (int i = 0; i < ZOO_COUNT * ZOO_COUNT * 4; ++i) {
        const Shape3 *a = &zoo.shapes[i % ZOO_COUNT], *b = &zoo.shapes[i / ZOO_COUNT % ZOO_COUNT];
        const Pose3 pose = random_near_pose(&random, a, b, 0.2);
        const Distance3 d = distance(a, b, pose);
        assert_near(vec3_dot(vec3_sub(d.point_b, d.point_a), d.normal), d.distance, 2e-6);
        // Each lies at its surface: on the support plane along the normal when they are apart.
        if (d.distance > 1e-3f) {
            const float reach_a = vec3_dot(tum_shape3_support(a, d.normal), d.normal);
            assert_near(vec3_dot(d.point_a, d.normal), reach_a, 1e-5);
            assert_near(vec3_distance(d.point_a, d.point_b), d.distance, 1e-5);
        }
    }
    zoo_close(&zoo);
}

static void a_guess_changes_the_way_and_not_the_answer(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {13};
    for (int i = 0; i < ZOO_COUNT * ZOO_COUNT * 2; ++i) {
        const Shape3 *a = &zoo.shapes[i % ZOO_COUNT], *b = &zoo.shapes[i / ZOO_COUNT % ZOO_COUNT];
        const Pose3 pose = random_near_pose(&random, a, b, 0.1);
        const Distance3 plain = distance(a, b, pose);
        const Distance3 guided = tum_distance3(a, b, pose, INFINITY, random_unit(&random));
        assert_near(plain.distance, guided.distance, 3e-5);
    }
    zoo_close(&zoo);
}

static void a_search_that_stops_at_the_limit_gives_a_lower_bound_beyond_it(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {14};
    for (int i = 0; i < ZOO_COUNT * ZOO_COUNT; ++i) {
        const Shape3 *a = &zoo.shapes[i % ZOO_COUNT], *b = &zoo.shapes[i / ZOO_COUNT % ZOO_COUNT];
        Pose3 pose = random_near_pose(&random, a, b, 0.1);
        pose.position =
            vec3_scale(random_unit(&random), a->bounding_radius + b->bounding_radius + 1.0f);
        const Distance3 whole = distance(a, b, pose);
        const Distance3 part = tum_distance3(a, b, pose, 0.1f, vec3(0.0f, 0.0f, 0.0f));
        assert_between(part.distance, 0.1, whole.distance + 1e-5f);
    }
    zoo_close(&zoo);
}

static void a_millimetre_on_a_kilometre_keeps_its_digits(void **state)
{
    (void)state;
    const Shape3 ground = tum_shape3_box(vec3(500.0f, 1.0f, 500.0f));
    const Shape3 grain = tum_shape3_cylinder(0.5e-3f, 0.5e-3f, 0.5e-3f);
    // 1.0006 rounds to a float within 6e-8.
    const Distance3 d = distance(&ground, &grain, pose_at(123.0f, 1.0006f, -321.0f));
    assert_near(d.distance, 1e-4, 1e-7);
    assert_near(d.normal.y, 1.0, 1e-6);
}

static void a_capsule_is_as_far_from_a_box_as_from_the_hull_of_its_corners(void **state)
{
    (void)state;
    // GJK knows nothing of boxes there: the same distance comes another way. The prism's corners
    // are on the axes, those of the box an eighth of a turn from them.
    Hull3 *prism = prism_hull(4, 0.5 * sqrt(2.0), 0.25, 1.0);
    const Shape3 box = tum_shape3_box(vec3(0.5f, 0.25f, 0.5f)), hull = tum_shape3_hull(prism);
    const Shape3 round[3] = {tum_shape3_capsule(0.75f, 0.125f, 0.125f), tum_shape3_sphere(0.25f),
                             tum_shape3_capsule(3.0f, 0.0f, 0.0f)};
    Random random = {16};
    for (int i = 0; i < 3000; ++i) {
        const Shape3 *a = &round[i % 3];
        const Pose3 pose = random_pose(&random, 1.5);
        const Pose3 hull_pose = {pose.position,
                                 quat_multiply(pose.rotation, turn_about(0.0, 1.0, 0.0, PI / 4))};
        const Distance3 known = distance(a, &box, pose), searched = distance(a, &hull, hull_pose);
        const Distance3 back = distance(&box, a, pose3_inverse(pose));
        assert_near(known.distance, searched.distance, 2e-6);
        assert_near(back.distance, searched.distance, 2e-6);
        // Near each other rounding of the poses turns the direction.
        if (known.distance > 0.1f) {
            assert_near(vec3_distance(known.normal, searched.normal), 0.0, 1e-4);
            assert_near(vec3_distance(quat_rotate(pose.rotation, back.normal),
                                      vec3_negate(searched.normal)),
                        0.0, 1e-4);
        }
    }
    tum_hull3_destroy(prism, NULL);
}

static void a_capsule_that_runs_beside_a_box_has_the_distance_of_all_its_points(void **state)
{
    (void)state;
    // Its axis is along x, 0.5 above the box, and reaches over one side: the slope is zero there.
    const Shape3 box = tum_shape3_box(vec3(1.0f, 1.0f, 1.0f));
    const Shape3 capsule = tum_shape3_capsule(1.0f, 0.25f, 0.25f);
    const float half = 0.70710678f;
    const Pose3 box_from_capsule = {vec3(1.0f, 1.5f, 0.0f), {0.0f, 0.0f, half, half}};
    const Distance3 d = distance(&box, &capsule, box_from_capsule);
    assert_near(d.distance, 0.25, 1e-6);
    assert_near(d.normal.y, 1.0, 1e-6);
    assert_near(d.point_a.y, 1.0, 1e-6);
    assert_between(d.point_a.x, -1e-5, 1.0 + 1e-5);
    assert_near(d.point_b.x, d.point_a.x, 1e-6);
}

static void turning_both_shapes_turns_the_answer(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {15};
    for (int i = 0; i < ZOO_COUNT * ZOO_COUNT; ++i) {
        const Shape3 *a = &zoo.shapes[i % ZOO_COUNT], *b = &zoo.shapes[i / ZOO_COUNT % ZOO_COUNT];
        const Pose3 pose = random_near_pose(&random, a, b, 0.1);
        const Pose3 world_from_a = random_pose(&random, 2.0);
        const Pose3 moved = pose3_relative(world_from_a, pose3_multiply(world_from_a, pose));
        assert_near(distance(a, b, pose).distance, distance(a, b, moved).distance, 2e-5);
    }
    zoo_close(&zoo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_corner_of_a_box_is_three_four_five_from_an_edge),
        cmocka_unit_test(radii_count),
        cmocka_unit_test(overlapping_boxes_leave_by_the_shortest_way),
        cmocka_unit_test(a_cylinder_deep_in_a_cone_leaves_across_the_side),
        cmocka_unit_test(same_places_and_sizes_have_an_answer),
        cmocka_unit_test(flat_and_thin_shapes_have_an_answer),
        cmocka_unit_test(a_needle_through_a_triangle_leaves_by_the_nearest_side),
        cmocka_unit_test(a_point_in_the_plane_of_a_triangle_leaves_across_it),
        cmocka_unit_test(nothing_is_better_than_the_answer),
        cmocka_unit_test(the_points_are_as_far_apart_as_the_answer_says),
        cmocka_unit_test(a_guess_changes_the_way_and_not_the_answer),
        cmocka_unit_test(a_search_that_stops_at_the_limit_gives_a_lower_bound_beyond_it),
        cmocka_unit_test(a_millimetre_on_a_kilometre_keeps_its_digits),
        cmocka_unit_test(a_capsule_is_as_far_from_a_box_as_from_the_hull_of_its_corners),
        cmocka_unit_test(a_capsule_that_runs_beside_a_box_has_the_distance_of_all_its_points),
        cmocka_unit_test(turning_both_shapes_turns_the_answer),
    };
    return cmocka_run_group_tests_name("gjk3", tests, NULL, NULL);
}
