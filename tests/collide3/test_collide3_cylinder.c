// SPDX-License-Identifier: MIT
// Cylinders, cones and scaled shapes: stand on their rims, lie on their sides, and keep their names
// while they spin and roll.
#include "tests/support/shapes3.h"

#include "shape3/core3.h"

static const Shape3 *ground_box(Shape3 *storage)
{
    *storage = tum_shape3_box(vec3(5.0f, 0.5f, 5.0f));
    return storage;
}

static double rim_distance(Vec3 p, double x, double z)
{
    return sqrt(((double)p.x - x) * ((double)p.x - x) + ((double)p.z - z) * ((double)p.z - z));
}

// OMI-SHAPE-28.
static void a_standing_cylinder_touches_with_four_points_of_its_rim(void **state)
{
    (void)state;
    Shape3 storage;
    const Shape3 *ground = ground_box(&storage);
    const Shape3 cylinder = tum_shape3_cylinder(0.5f, 0.3f, 0.3f);
    LocalManifold3 touch;
    assert_int_equal(collide(ground, &cylinder, pose_at(1.0f, 0.999f, 2.0f), 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 4);
    assert_near(touch.normal.y, 1.0, 0.0);
    Vec3 sum = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < 4; ++i) {
        assert_near(rim_distance(touch.points[i].position, 1.0, 2.0), 0.3, 1e-5);
        assert_near(touch.points[i].separation, -0.001, 1e-6);
        sum = vec3_add(sum, touch.points[i].position);
    }
    // A square: its middle is the cylinder's.
    assert_near(sum.x / 4.0f, 1.0, 1e-5);
    assert_near(sum.z / 4.0f, 2.0, 1e-5);
}

static void a_lying_cylinder_touches_with_the_two_ends_of_a_line(void **state)
{
    (void)state;
    Shape3 storage;
    const Shape3 *ground = ground_box(&storage);
    const Shape3 cylinder = tum_shape3_cylinder(0.5f, 0.3f, 0.3f);
    const Pose3 pose = {{0.0f, 0.79f, 0.0f}, turn_about(0, 0, 1, PI / 2)};
    LocalManifold3 touch;
    assert_int_equal(collide(ground, &cylinder, pose, 0.02f, &touch), 1);
    assert_int_equal(touch.point_count, 2);
    for (int i = 0; i < 2; ++i) {
        assert_near(fabsf(touch.points[i].position.x), 0.5, 1e-5);
        assert_near(touch.points[i].position.z, 0.0, 1e-5);
        assert_near(touch.points[i].separation, -0.01, 1e-5);
    }
}

// KHR-SHAPE-10.
static void a_cone_lies_on_its_side(void **state)
{
    (void)state;
    // Radius 0.5, height 1: the side leans by atan(0.5), so the axis does when it lies.
    Shape3 storage;
    const Shape3 *ground = ground_box(&storage);
    const Shape3 cone = tum_shape3_cylinder(0.5f, 0.5f, 0.0f);
    const Quat lying = turn_about(0, 0, 1, -PI / 2 - atan(0.5));
    const Vec3 lowest =
        quat_rotate(lying, tum_shape3_support(&cone, quat_unrotate(lying, vec3(0, -1, 0))));
    const Pose3 pose = {{0.0f, 0.5f - lowest.y - 0.001f, 0.0f}, lying};
    LocalManifold3 touch;
    assert_int_equal(collide(ground, &cone, pose, 0.01f, &touch), 1);
    assert_int_equal(touch.point_count, 2);
    // As far apart as the side is long.
    assert_near(vec3_distance(touch.points[0].position, touch.points[1].position), sqrt(1.25),
                1e-3);
    for (int i = 0; i < 2; ++i) {
        assert_near(touch.points[i].separation, -0.001, 1e-5);
    }
}

static void a_spinning_cylinder_leaves_its_points_where_they_are(void **state)
{
    (void)state;
    Shape3 storage;
    const Shape3 *ground = ground_box(&storage);
    const Shape3 cylinder = tum_shape3_cylinder(0.5f, 0.3f, 0.3f);
    LocalManifold3 first;
    assert_int_equal(collide(ground, &cylinder, pose_at(0.0f, 0.999f, 0.0f), 0.0f, &first), 1);
    for (int i = 1; i < 40; ++i) {
        const Pose3 pose = {{0.0f, 0.999f, 0.0f}, turn_about(0, 1, 0, 0.1 * i)};
        LocalManifold3 touch;
        assert_int_equal(collide(ground, &cylinder, pose, 0.0f, &touch), 1);
        assert_int_equal(touch.point_count, 4);
        for (int k = 0; k < 4; ++k) {
            assert_int_equal(touch.points[k].feature, first.points[k].feature);
            assert_near(vec3_distance(touch.points[k].position, first.points[k].position), 0.0,
                        1e-5);
        }
    }
}

static void a_rolling_cylinder_keeps_its_two_names(void **state)
{
    (void)state;
    const Shape3 plane = tum_shape3_plane(), cylinder = tum_shape3_cylinder(0.5f, 0.3f, 0.3f);
    LocalManifold3 first = {.point_count = 0};
    for (int i = 0; i < 100; ++i) {
        const Quat lying = turn_about(0, 0, 1, PI / 2);
        const Quat rolled = quat_multiply(turn_about(1, 0, 0, 0.07 * i), lying);
        const Pose3 world_from_a = {{0.0f, 0.299f, (float)(0.07 * 0.3 * i)}, rolled};
        LocalManifold3 touch;
        assert_int_equal(collide(&cylinder, &plane, pose3_inverse(world_from_a), 0.01f, &touch), 1);
        assert_int_equal(touch.point_count, 2);
        if (i == 0) {
            first = touch;
        }
        for (int k = 0; k < 2; ++k) {
            assert_int_equal(touch.points[k].feature, first.points[k].feature);
            assert_near(touch.points[k].separation, -0.001, 2e-6);
        }
    }
}

static void a_wobbling_coin_touches_at_its_lowest_point(void **state)
{
    (void)state;
    // Leaning by 5 degrees toward a direction that goes around: the lowest point is always there,
    // under the same name, exactly at half cos(lean) + radius sin(lean) below the middle.
    const Shape3 plane = tum_shape3_plane(), coin = tum_shape3_cylinder(0.02f, 0.5f, 0.5f);
    const double lean = 5.0 * PI / 180.0, below = 0.02 * cos(lean) + 0.5 * sin(lean);
    uint32_t name = 0;
    for (int i = 0; i < 50; ++i) {
        const double angle = 0.13 * i;
        const Pose3 world_from_a = {{0.0f, (float)(below - 1e-3), 0.0f},
                                    turn_about(cos(angle), 0, sin(angle), lean)};
        LocalManifold3 touch;
        assert_int_equal(collide(&coin, &plane, pose3_inverse(world_from_a), 0.0f, &touch), 1);
        assert_near(touch.points[0].separation, -1e-3, 1e-6);
        name = i == 0 ? touch.points[0].feature : name;
        assert_int_equal(touch.points[0].feature, name);
    }
}

static void stacked_cylinders_touch_on_the_smaller_rim(void **state)
{
    (void)state;
    const Shape3 wide = tum_shape3_cylinder(0.5f, 0.5f, 0.5f);
    const Shape3 narrow = tum_shape3_cylinder(0.5f, 0.2f, 0.2f);
    LocalManifold3 touch;
    assert_int_equal(collide(&wide, &narrow, pose_at(0.1f, 0.999f, 0.1f), 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 4);
    for (int i = 0; i < 4; ++i) {
        assert_near(rim_distance(touch.points[i].position, 0.1, 0.1), 0.2, 1e-4);
        assert_near(touch.points[i].separation, -0.001, 1e-5);
    }
}

static void a_cylinder_over_the_edge_of_a_box_touches_only_over_the_box(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(vec3(0.5f, 0.5f, 0.5f));
    const Shape3 cylinder = tum_shape3_cylinder(0.5f, 0.4f, 0.4f);
    LocalManifold3 touch;
    assert_int_equal(collide(&box, &cylinder, pose_at(0.4f, 0.999f, 0.0f), 0.0f, &touch), 1);
    assert_between(touch.point_count, 3, 4);
    float farthest = -1.0f, nearest = 1.0f;
    for (int i = 0; i < touch.point_count; ++i) {
        farthest = maximum(farthest, touch.points[i].position.x);
        nearest = minimum(nearest, touch.points[i].position.x);
        assert_between(rim_distance(touch.points[i].position, 0.4, 0.0), 0.0, 0.4001);
    }
    assert_near(farthest, 0.5, 1e-3); // the box's edge
    assert_near(nearest, 0.0, 0.05);  // near the rim's other end; four points cannot have it all
}

static void cylinders_side_by_side_touch_along_a_line(void **state)
{
    (void)state;
    const Shape3 cylinder = tum_shape3_cylinder(0.5f, 0.3f, 0.3f);
    LocalManifold3 touch;
    assert_int_equal(collide(&cylinder, &cylinder, pose_at(0.59f, 0.2f, 0.0f), 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 2);
    assert_near(touch.normal.x, 1.0, 1e-3);
    // A from -0.5 to 0.5, B from -0.3 to 0.7.
    for (int i = 0; i < 2; ++i) {
        assert_near(fabsf(touch.points[i].position.y - 0.1f), 0.4, 1e-3);
        assert_near(touch.points[i].separation, -0.01, 1e-4);
    }
}

static void crossed_cylinders_touch_in_one_point(void **state)
{
    (void)state;
    const Shape3 cylinder = tum_shape3_cylinder(0.5f, 0.3f, 0.3f);
    const Pose3 pose = {{0.0f, 0.0f, 0.59f}, turn_about(0, 0, 1, PI / 2)};
    LocalManifold3 touch;
    assert_int_equal(collide(&cylinder, &cylinder, pose, 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 1);
    assert_near(touch.normal.z, 1.0, 2e-3);
    assert_near(touch.points[0].separation, -0.01, 1e-4);
}

static void an_ellipsoid_touches_a_box_where_its_normal_is_the_boxes(void **state)
{
    (void)state;
    Shape3 storage;
    const Shape3 *ground = ground_box(&storage);
    const Shape3 ball = tum_shape3_sphere(1.0f);
    const Shape3 ellipsoid = tum_shape3_scaled(ball, vec3(0.5f, 0.25f, 1.0f));
    LocalManifold3 touch;
    assert_int_equal(collide(ground, &ellipsoid, pose_at(1.0f, 0.749f, 0.0f), 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 1);
    assert_near(touch.points[0].separation, -0.001, 1e-5);
    assert_near(touch.points[0].position.x, 1.0, 1e-2);
}

static void an_elliptic_cylinder_stands_on_its_ellipse(void **state)
{
    (void)state;
    Shape3 storage;
    const Shape3 *ground = ground_box(&storage);
    const Shape3 round = tum_shape3_cylinder(0.5f, 0.5f, 0.5f);
    const Shape3 elliptic = tum_shape3_scaled(round, vec3(0.5f, 1.0f, 1.0f));
    LocalManifold3 touch;
    assert_int_equal(collide(ground, &elliptic, pose_at(0.0f, 0.999f, 0.0f), 0.0f, &touch), 1);
    assert_int_equal(touch.point_count, 4);
    for (int i = 0; i < 4; ++i) {
        const Vec3 p = touch.points[i].position;
        assert_near(sqrt(16.0f * p.x * p.x + 4.0f * p.z * p.z), 1.0, 1e-4);
    }
}

static uint32_t feature_sum(const LocalManifold3 *touch)
{
    uint32_t sum = 0;
    for (int i = 0; i < touch->point_count; ++i) {
        sum += touch->points[i].feature;
    }
    return sum;
}

static void trembling_cylinders_keep_their_names(void **state)
{
    (void)state;
    Random random = {81};
    const Shape3 box = tum_shape3_box(vec3(1.0f, 0.5f, 1.0f));
    const Shape3 cylinder = tum_shape3_cylinder(0.5f, 0.3f, 0.3f);
    const Quat lying = turn_about(1, 0, 0, PI / 2);
    const struct {
        const Shape3 *a, *b;
        Pose3 pose;
        int points;
    } cases[] = {
        {&box, &cylinder, {{0.1f, 0.9999f, 0.2f}, QUAT_IDENTITY}, 4},
        {&box, &cylinder, {{0.0f, 0.7999f, 0.0f}, lying}, 2},
        {&cylinder, &cylinder, {{0.0f, 0.9999f, 0.0f}, QUAT_IDENTITY}, 4},
        {&cylinder, &cylinder, {{0.1f, 0.9999f, 0.05f}, QUAT_IDENTITY}, 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        PairCache3 cache = {0};
        uint32_t names = 0;
        for (int k = 0; k < 100; ++k) {
            Pose3 pose = cases[i].pose;
            pose.position = vec3_add(pose.position, random_vec3(&random, 1e-5));
            pose.rotation = quat_advance(pose.rotation, random_vec3(&random, 1e-5));
            LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
            assert_int_equal(
                tum_collide3(widest_pairs3(), cases[i].a, cases[i].b, pose, 0.01f, &cache, touches),
                1);
            assert_int_equal(touches[0].point_count, cases[i].points);
            names = k == 0 ? feature_sum(&touches[0]) : names;
            assert_int_equal(feature_sum(&touches[0]), names);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_standing_cylinder_touches_with_four_points_of_its_rim),
        cmocka_unit_test(a_lying_cylinder_touches_with_the_two_ends_of_a_line),
        cmocka_unit_test(a_cone_lies_on_its_side),
        cmocka_unit_test(a_spinning_cylinder_leaves_its_points_where_they_are),
        cmocka_unit_test(a_rolling_cylinder_keeps_its_two_names),
        cmocka_unit_test(a_wobbling_coin_touches_at_its_lowest_point),
        cmocka_unit_test(stacked_cylinders_touch_on_the_smaller_rim),
        cmocka_unit_test(a_cylinder_over_the_edge_of_a_box_touches_only_over_the_box),
        cmocka_unit_test(cylinders_side_by_side_touch_along_a_line),
        cmocka_unit_test(crossed_cylinders_touch_in_one_point),
        cmocka_unit_test(an_ellipsoid_touches_a_box_where_its_normal_is_the_boxes),
        cmocka_unit_test(an_elliptic_cylinder_stands_on_its_ellipse),
        cmocka_unit_test(trembling_cylinders_keep_their_names),
    };
    return cmocka_run_group_tests_name("collide3_cylinder", tests, NULL, NULL);
}
