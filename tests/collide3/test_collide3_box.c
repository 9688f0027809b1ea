// SPDX-License-Identifier: MIT
// Boxes and hulls: four points where faces lie on each other, one where edges cross, and as many as
// soon may meet beside them.
#include "collide3/sat3.h"
#include "tests/support/shapes3.h"

static const Vec3 half = {0.5f, 0.5f, 0.5f};

static void expect_square(const LocalManifold3 *touch, double x, double z, double half_x,
                          double half_z)
{
    assert_int_equal(touch->point_count, 4);
    int corners = 0;
    for (int i = 0; i < 4; ++i) {
        const Vec3 p = touch->points[i].position;
        assert_near(fabs((double)p.x - x), half_x, 5e-4);
        assert_near(fabs((double)p.z - z), half_z, 5e-4);
        corners |= 1 << (((double)p.x > x ? 1 : 0) + ((double)p.z > z ? 2 : 0));
    }
    assert_int_equal(corners, 15);
}

static void a_box_stacked_flush_touches_at_its_corners(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(half);
    LocalManifold3 touch;
    assert_int_equal(collide(&box, &box, pose_at(0.0f, 0.995f, 0.0f), 0.0f, &touch), 1);
    expect_square(&touch, 0.0, 0.0, 0.5, 0.5);
    assert_near(touch.normal.y, 1.0, 0.0);
    for (int i = 0; i < 4; ++i) {
        assert_near(touch.points[i].separation, -0.005, 1e-6);
        assert_near(touch.points[i].position.y, 0.4975, 1e-6);
    }
}

static void a_box_stacked_aside_touches_around_the_overlap(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(half);
    LocalManifold3 touch;
    // B covers x from -0.1 to 0.9, A -0.5 to 0.5: together -0.1 to 0.5.
    assert_int_equal(collide(&box, &box, pose_at(0.4f, 1.0f, 0.0f), 0.01f, &touch), 1);
    expect_square(&touch, 0.2, 0.0, 0.3, 0.5);
}

static void a_box_turned_by_an_eighth_touches_in_the_corners_of_an_octagon(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(half);
    const Pose3 pose = {{0.0f, 0.999f, 0.0f}, turn_about(0, 1, 0, PI / 4)};
    LocalManifold3 touch;
    assert_int_equal(collide(&box, &box, pose, 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 4);
    for (int i = 0; i < 4; ++i) {
        // The octagon around the inscribed circle of radius 0.5: corners at 0.5 / cos(pi / 8).
        const Vec3 p = touch.points[i].position;
        assert_near(sqrt(p.x * p.x + p.z * p.z), 0.5 / cos(PI / 8), 1e-3);
        assert_near(touch.points[i].separation, -0.001, 1e-6);
    }
}

static void a_small_box_on_a_wide_ground_touches_with_its_own_corners(void **state)
{
    (void)state;
    const Shape3 ground = tum_shape3_box(vec3(50.0f, 1.0f, 50.0f));
    const Shape3 box = tum_shape3_box(vec3(0.05f, 0.05f, 0.05f));
    LocalManifold3 touch;
    assert_int_equal(collide(&ground, &box, pose_at(20.0f, 1.0499f, -30.0f), 0.0f, &touch), 1);
    expect_square(&touch, 20.0, -30.0, 0.05, 0.05);
}

static void a_box_on_its_edge_touches_a_box_at_both_ends_of_it(void **state)
{
    (void)state;
    const Shape3 ground = tum_shape3_box(vec3(2.0f, 0.5f, 2.0f)), box = tum_shape3_box(half);
    const Pose3 pose = {{0.0f, 0.5f + 0.70f, 0.0f}, turn_about(0, 0, 1, PI / 4)};
    LocalManifold3 touch;
    assert_int_equal(collide(&ground, &box, pose, 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 2);
    for (int i = 0; i < 2; ++i) {
        assert_near(touch.points[i].position.x, 0.0, 1e-3);
        assert_near(touch.points[i].separation, 0.70 - sqrt(0.5), 1e-5);
    }
}

static void a_box_on_its_corner_touches_in_one_point(void **state)
{
    (void)state;
    // The diagonal upright: turned about (1, 0, -1) by the angle between it and the y axis.
    const Shape3 ground = tum_shape3_box(vec3(2.0f, 0.5f, 2.0f)), box = tum_shape3_box(half);
    const double half_diagonal = sqrt(0.75);
    const Pose3 pose = {{0.1f, (float)(0.5 + half_diagonal - 0.01), 0.2f},
                        turn_about(1, 0, -1, acos(1.0 / sqrt(3.0)))};
    LocalManifold3 touch;
    assert_int_equal(collide(&ground, &box, pose, 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 1);
    assert_near(touch.points[0].separation, -0.01, 1e-5);
    assert_near(touch.points[0].position.x, 0.1, 1e-3);
}

static void crossed_edges_touch_where_they_cross(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(half);
    const Pose3 world_from_a = {{0.0f, 0.0f, 0.0f}, turn_about(1, 0, 0, PI / 4)};
    const Pose3 world_from_b = {{0.1f, 1.40f, 0.2f}, turn_about(0, 0, 1, PI / 4)};
    LocalManifold3 touch;
    assert_int_equal(collide(&box, &box, pose3_relative(world_from_a, world_from_b), 0.0f, &touch),
                     1);
    assert_int_equal(touch.point_count, 1);
    const Vec3 p = pose3_transform(world_from_a, touch.points[0].position);
    // A's edge runs along x at z = 0, B's along z at x = 0.1; surfaces at sqrt(1/2) and
    // 1.4 - sqrt(1/2).
    assert_near(p.x, 0.1, 1e-5);
    assert_near(p.z, 0.0, 1e-5);
    assert_near(p.y, 0.7, 1e-5);
    assert_near(touch.points[0].separation, 1.4 - sqrt(2.0), 1e-5);
}

// A's upper edge runs along z, B's lower one along x, `gap` above it. The faces beside them lean
// by 30 degrees, so that over x > 0 and z > 0 they part by (x + z) tan 30 more; edges end at 0.5.
static int collide_leaning(const Shape3 *box, double gap, float margin, LocalManifold3 *touch)
{
    const Quat turn_a = turn_about(0, 0, 1, PI / 3), turn_b = turn_about(1, 0, 0, -PI / 6);
    const Vec3 edge_a = {0.5f, 0.5f, 0.0f}, edge_b = {0.0f, -0.5f, -0.5f};
    const Pose3 world_from_a = {vec3_negate(quat_rotate(turn_a, edge_a)), turn_a};
    const Pose3 world_from_b = {vec3_sub(vec3(0.0f, (float)gap, 0.0f), quat_rotate(turn_b, edge_b)),
                                turn_b};
    const int count = collide(box, box, pose3_relative(world_from_a, world_from_b), margin, touch);
    for (int i = 0; i < count * touch->point_count; ++i) {
        touch->points[i].position = pose3_transform(world_from_a, touch->points[i].position);
    }
    touch->normal = quat_rotate(turn_a, touch->normal);
    return count;
}

static void expect_leaning_faces(const Shape3 *box, double gap)
{
    LocalManifold3 touch;
    assert_int_equal(collide_leaning(box, gap, 0.6f, &touch), 1);
    assert_near(touch.normal.y, 1.0, 1e-6);
    assert_int_equal(touch.point_count, 4);
    int corners = 0;
    for (int i = 0; i < 4; ++i) {
        const Vec3 p = touch.points[i].position;
        const bool far_x = p.x > 0.25f, far_z = p.z > 0.25f;
        assert_near(p.x, far_x ? 0.5 : 0.0, 1e-3);
        assert_near(p.z, far_z ? 0.5 : 0.0, 1e-3);
        assert_near(touch.points[i].separation, gap + 0.5 * (far_x + far_z) * tan(PI / 6), 1e-3);
        corners |= 1 << ((far_x ? 1 : 0) + (far_z ? 2 : 0));
    }
    assert_int_equal(corners, 15);
}

static void faces_beside_crossed_edges_have_points_as_far_as_the_margin_reaches(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(half);
    for (int i = 0; i < 2; ++i) {
        const double gap = i == 0 ? 0.01 : -0.01;
        expect_leaning_faces(&box, gap);
        // 0.5 tan 30 is 0.29.
        LocalManifold3 touch;
        assert_int_equal(collide_leaning(&box, gap, 0.4f, &touch), 1);
        assert_int_equal(touch.point_count, 3);
        assert_int_equal(collide_leaning(&box, gap, 0.2f, &touch), 1);
        assert_int_equal(touch.point_count, 1);
        assert_near(touch.points[0].separation, gap, 1e-5);
    }
}

static void hulls_have_points_beside_crossed_edges_as_boxes_have(void **state)
{
    (void)state;
    BoxHull3 storage;
    tum_box_hull3_init(&storage, half);
    const Shape3 hull = tum_shape3_hull(&storage.hull);
    expect_leaning_faces(&hull, 0.01);
    expect_leaning_faces(&hull, -0.01);
}

static void corners_that_near_each_other_are_noticed_before_they_meet(void **state)
{
    (void)state;
    // Corner to corner along the diagonal: no face lies over another.
    const Shape3 box = tum_shape3_box(half);
    LocalManifold3 touch;
    assert_int_equal(collide(&box, &box, pose_at(1.01f, 1.01f, 1.01f), 0.05f, &touch), 1);
    assert_int_equal(touch.point_count, 1);
    assert_near(touch.points[0].separation, 0.01 * sqrt(3.0), 1e-5);
    assert_near(touch.points[0].position.x, 0.505, 1e-5);
    assert_int_equal(collide(&box, &box, pose_at(1.01f, 1.01f, 1.01f), 0.012f, &touch), 0);
}

static uint32_t feature_sum(const LocalManifold3 *touch)
{
    uint32_t sum = 0;
    for (int i = 0; i < touch->point_count; ++i) {
        sum += touch->points[i].feature;
    }
    return sum;
}

// Contacts keep their names while a body trembles: the same names in any order.
static void expect_steady(const Shape3 *a, const Shape3 *b, Pose3 pose, int points)
{
    Random random = {71};
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    PairCache3 cache = {0};
    uint32_t names = 0;
    for (int i = 0; i < 200; ++i) {
        Pose3 moved = pose;
        moved.position = vec3_add(pose.position, random_vec3(&random, 1e-5));
        moved.rotation = quat_advance(pose.rotation, random_vec3(&random, 1e-5));
        assert_int_equal(tum_collide3(widest_pairs3(), a, b, moved, 0.01f, &cache, touches), 1);
        assert_int_equal(touches[0].point_count, points);
        if (i == 0) {
            names = feature_sum(&touches[0]);
        }
        assert_int_equal(feature_sum(&touches[0]), names);
    }
}

static void a_trembling_stack_keeps_its_names(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(half), brick = tum_shape3_box(vec3(0.5f, 0.2f, 0.25f));
    expect_steady(&box, &box, pose_at(0.0f, 0.9999f, 0.0f), 4);
    expect_steady(&box, &box, pose_at(0.3f, 0.9999f, 0.2f), 4);
    expect_steady(&brick, &brick, pose_at(0.5f, 0.3999f, 0.0f), 4);
    expect_steady(&box, &box, (Pose3){{0.0f, 0.9999f, 0.1f}, turn_about(0, 1, 0, 0.5)}, 4);
}

static void a_trembling_pile_of_hulls_keeps_its_names(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    const Shape3 box = tum_shape3_box(vec3(1.0f, 0.5f, 1.0f));
    const Shape3 *prism = &zoo.shapes[15], *round = &zoo.shapes[16];
    expect_steady(&box, prism, (Pose3){{0.1f, 0.8999f, 0.0f}, turn_about(0, 1, 0, 0.3)}, 4);
    expect_steady(prism, prism, (Pose3){{0.1f, 0.7999f, 0.0f}, turn_about(0, 1, 0, 0.3)}, 4);
    expect_steady(&box, round, pose_at(0.0f, 0.9999f, 0.0f), 4);
    zoo_close(&zoo);
}

static void a_hull_stands_on_a_box_with_four_corners(void **state)
{
    (void)state;
    Hull3 *cube = prism_hull(4, 0.5 * sqrt(2.0), 0.5, 1.0); // half 0.5, turned by 45 degrees
    const Shape3 hull = tum_shape3_hull(cube), box = tum_shape3_box(vec3(2.0f, 0.5f, 2.0f));
    const Pose3 pose = {{0.5f, 0.99f, 0.25f}, turn_about(0, 1, 0, PI / 4)};
    LocalManifold3 touch;
    assert_int_equal(collide(&box, &hull, pose, 0.0f, &touch), 1);
    expect_square(&touch, 0.5, 0.25, 0.5, 0.5);
    assert_near(touch.points[0].separation, -0.01, 1e-6);
    tum_hull3_destroy(cube, NULL);
}

static void cubes_as_hulls_touch_like_boxes(void **state)
{
    (void)state;
    Hull3 *cube = prism_hull(4, 0.5 * sqrt(2.0), 0.5, 1.0);
    const Shape3 hull = tum_shape3_hull(cube), box = tum_shape3_box(half);
    const Quat eighth = turn_about(0, 1, 0, PI / 4); // turns the hull's sides to the axes
    const Pose3 frame = {{0.0f, 0.0f, 0.0f}, quat_conjugate(eighth)};
    Random random = {72};
    int touching = 0;
    for (int i = 0; i < 500; ++i) {
        const Pose3 boxes = random_near_pose(&random, &box, &box, 0.1);
        // In the hull's own axes: undo the eighth turn of both.
        const Pose3 hulls = pose3_multiply(pose3_multiply(frame, boxes), pose3_inverse(frame));
        LocalManifold3 one, other;
        const int count = collide(&box, &box, boxes, 0.0f, &one);
        if (count != collide(&hull, &hull, hulls, 0.0f, &other)) {
            continue; // at the very border of touching
        }
        if (count == 1) {
            assert_near(least_separation(&one), least_separation(&other),
                        1e-3 + 0.06 * fabsf(least_separation(&one)));
            ++touching;
        }
    }
    assert_true(touching > 150);
    tum_hull3_destroy(cube, NULL);
}

static void two_large_round_hulls_stack(void **state)
{
    (void)state;
    // 120 edges each: by GJK, EPA and clipping instead of pairs of edges.
    Zoo zoo = zoo_open();
    const Shape3 *round = &zoo.shapes[16];
    const Pose3 upside_down = {{0.0f, 0.99f, 0.0f}, turn_about(1, 0, 0, PI)};
    LocalManifold3 touch;
    assert_int_equal(collide(round, round, upside_down, 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 4);
    assert_near(touch.normal.y, 1.0, 1e-6);
    for (int i = 0; i < 4; ++i) {
        assert_near(touch.points[i].separation, -0.01, 1e-5);
        assert_near(vec3_length(vec3(touch.points[i].position.x, 0, touch.points[i].position.z)),
                    0.3, 2e-3);
    }
    zoo_close(&zoo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_stacked_flush_touches_at_its_corners),
        cmocka_unit_test(a_box_stacked_aside_touches_around_the_overlap),
        cmocka_unit_test(a_box_turned_by_an_eighth_touches_in_the_corners_of_an_octagon),
        cmocka_unit_test(a_small_box_on_a_wide_ground_touches_with_its_own_corners),
        cmocka_unit_test(a_box_on_its_edge_touches_a_box_at_both_ends_of_it),
        cmocka_unit_test(a_box_on_its_corner_touches_in_one_point),
        cmocka_unit_test(crossed_edges_touch_where_they_cross),
        cmocka_unit_test(faces_beside_crossed_edges_have_points_as_far_as_the_margin_reaches),
        cmocka_unit_test(hulls_have_points_beside_crossed_edges_as_boxes_have),
        cmocka_unit_test(corners_that_near_each_other_are_noticed_before_they_meet),
        cmocka_unit_test(a_trembling_stack_keeps_its_names),
        cmocka_unit_test(a_trembling_pile_of_hulls_keeps_its_names),
        cmocka_unit_test(a_hull_stands_on_a_box_with_four_corners),
        cmocka_unit_test(cubes_as_hulls_touch_like_boxes),
        cmocka_unit_test(two_large_round_hulls_stack),
    };
    return cmocka_run_group_tests_name("collide3_box", tests, NULL, NULL);
}
