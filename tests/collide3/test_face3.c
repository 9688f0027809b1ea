// SPDX-License-Identifier: MIT
// The faces shapes show: exact points of their surfaces, in an order and with names that last.
#include "tests/support/shapes3.h"

#include "collide3/face3.h"
#include "collide3/manifold_choice3.h"
#include "shape3/core3.h"

static void check_turning(const Face3 *face)
{
    for (int i = 0; i < face->count; ++i) {
        const Vec3 p = face->points[i], q = face->points[(i + 1) % face->count];
        const Vec3 r = face->points[(i + 2) % face->count];
        const Vec3 turn = vec3_cross(vec3_sub(q, p), vec3_sub(r, q));
        assert_true(vec3_dot(turn, face->normal) > 0.0f);
    }
}

static void polygons_turn_counter_clockwise_around_their_normal(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {51};
    int polygons = 0;
    for (int i = 0; i < ZOO_COUNT * 50; ++i) {
        Face3 face;
        tum_face3_toward(&zoo.shapes[i % ZOO_COUNT], random_unit(&random), QUAT_IDENTITY, &face);
        if (face.count >= 3) {
            check_turning(&face);
            ++polygons;
        }
    }
    assert_true(polygons > 100);
    zoo_close(&zoo);
}

static void no_corner_is_outside_the_shape(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {52};
    for (int i = 0; i < ZOO_COUNT * 50; ++i) {
        const Shape3 *shape = &zoo.shapes[i % ZOO_COUNT];
        const Vec3 d = random_unit(&random);
        Face3 face;
        tum_face3_toward(shape, d, random_rotation(&random), &face);
        for (int k = 0; k < 20; ++k) {
            const Vec3 n = random_unit(&random);
            const float reach = vec3_dot(tum_shape3_support(shape, n), n);
            for (int c = 0; c < face.count; ++c) {
                assert_between(vec3_dot(face.points[c], n), -10.0, reach + 2e-6f);
            }
        }
    }
    zoo_close(&zoo);
}

static void a_face_holds_the_farthest_point(void **state)
{
    (void)state;
    Zoo zoo = zoo_open();
    Random random = {53};
    for (int i = 0; i < ZOO_COUNT * 50; ++i) {
        const Shape3 *shape = &zoo.shapes[i % ZOO_COUNT];
        const Vec3 d = random_unit(&random);
        Face3 face;
        tum_face3_toward(shape, d, QUAT_IDENTITY, &face);
        float highest = -10.0f;
        for (int c = 0; c < face.count; ++c) {
            highest = maximum(highest, vec3_dot(face.points[c], d));
        }
        assert_near(highest, vec3_dot(tum_shape3_support(shape, d), d), 3e-6);
    }
    zoo_close(&zoo);
}

static void the_rim_of_a_leaning_cap_begins_at_its_lowest_point(void **state)
{
    (void)state;
    const Shape3 coin = tum_shape3_cylinder(0.1f, 1.0f, 1.0f);
    const Vec3 d = vec3_normalize_or(vec3(0.3f, -1.0f, 0.4f), vec3(0, 1, 0));
    Face3 face;
    tum_face3_toward(&coin, d, QUAT_IDENTITY, &face);
    assert_int_equal(face.count, RIM_POINTS);
    assert_near(face.points[0].x, 0.6, 1e-6);
    assert_near(face.points[0].y, -0.1, 1e-6);
    assert_near(face.points[0].z, 0.8, 1e-6);
}

static void the_rim_of_a_flat_cap_stays_with_the_other_shape(void **state)
{
    (void)state;
    const Shape3 coin = tum_shape3_cylinder(0.1f, 1.0f, 1.0f);
    const Pose3 spun = {{0.0f, 0.0f, 0.0f}, turn_about(0, 1, 0, 0.7)};
    Face3 still, turned;
    tum_face3_toward(&coin, vec3(0.0f, -1.0f, 0.0f), QUAT_IDENTITY, &still);
    tum_face3_toward(&coin, vec3(0.0f, -1.0f, 0.0f), quat_conjugate(spun.rotation), &turned);
    tum_face3_transform(&turned, spun);
    for (int i = 0; i < RIM_POINTS; ++i) {
        assert_near(vec3_distance(still.points[i], turned.points[i]), 0.0, 1e-6);
        assert_int_equal(still.names[i], turned.names[i]);
    }
}

static void the_side_of_a_cone_is_a_line_to_its_tip(void **state)
{
    (void)state;
    const Shape3 cone = tum_shape3_cylinder(1.0f, 1.0f, 0.0f);
    Face3 face;
    tum_face3_toward(&cone, vec3(1.0f, 0.0f, 0.0f), QUAT_IDENTITY, &face);
    assert_int_equal(face.count, 2);
    assert_near(face.normal.x, 2.0 / sqrt(5.0), 1e-5);
    assert_near(face.normal.y, 1.0 / sqrt(5.0), 1e-5);
    assert_near(face.points[0].x, 1.0, 1e-6);
    assert_near(face.points[1].y, 1.0, 1e-6);
}

static void the_tip_of_a_cone_is_a_point(void **state)
{
    (void)state;
    const Shape3 cone = tum_shape3_cylinder(1.0f, 1.0f, 0.0f);
    Face3 face;
    tum_face3_toward(&cone, vec3(0.0f, 1.0f, 0.0f), QUAT_IDENTITY, &face);
    assert_int_equal(face.count, 1);
    assert_near(face.points[0].y, 1.0, 1e-6);
}

static void a_capsule_on_end_shows_only_that_end(void **state)
{
    (void)state;
    const Shape3 capsule = tum_shape3_capsule(1.0f, 0.5f, 0.5f);
    Face3 face;
    tum_face3_toward(&capsule, vec3(0.0f, -1.0f, 0.0f), QUAT_IDENTITY, &face);
    assert_int_equal(face.count, 1);
    assert_near(face.points[0].y, -1.5, 1e-6);
}

static void a_box_on_edge_shows_that_edge(void **state)
{
    (void)state;
    const Shape3 box = tum_shape3_box(vec3(1.0f, 2.0f, 3.0f));
    Face3 edge;
    assert_true(tum_face3_edge_toward(&box, vec3(0.6f, -0.8f, 0.01f), EDGE_SLOPE, &edge));
    assert_int_equal(edge.count, 2);
    for (int i = 0; i < 2; ++i) {
        assert_near(edge.points[i].x, 1.0, 0.0);
        assert_near(edge.points[i].y, -2.0, 0.0);
        assert_near(fabsf(edge.points[i].z), 3.0, 0.0);
    }
    assert_false(tum_face3_edge_toward(&box, vec3(0.6f, -0.6f, 0.52f), EDGE_SLOPE, &edge));
}

static void a_hull_shows_the_edges_a_box_does(void **state)
{
    (void)state;
    Hull3 *hull = prism_hull(4, sqrt(2.0), 1.0, 1.0); // a cube of half 1, turned by 45 degrees
    const Shape3 shape = tum_shape3_hull(hull);
    Face3 edge;
    assert_true(tum_face3_edge_toward(&shape, vec3(1.0f, 0.0f, 0.0f), EDGE_SLOPE, &edge));
    assert_near(edge.points[0].x, sqrt(2.0), 1e-6);
    assert_near(fabsf(edge.points[0].y - edge.points[1].y), 2.0, 1e-6);
    tum_hull3_destroy(hull, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_turn_counter_clockwise_around_their_normal),
        cmocka_unit_test(no_corner_is_outside_the_shape),
        cmocka_unit_test(a_face_holds_the_farthest_point),
        cmocka_unit_test(the_rim_of_a_leaning_cap_begins_at_its_lowest_point),
        cmocka_unit_test(the_rim_of_a_flat_cap_stays_with_the_other_shape),
        cmocka_unit_test(the_side_of_a_cone_is_a_line_to_its_tip),
        cmocka_unit_test(the_tip_of_a_cone_is_a_point),
        cmocka_unit_test(a_capsule_on_end_shows_only_that_end),
        cmocka_unit_test(a_box_on_edge_shows_that_edge),
        cmocka_unit_test(a_hull_shows_the_edges_a_box_does),
    };
    return cmocka_run_group_tests_name("face3", tests, NULL, NULL);
}
