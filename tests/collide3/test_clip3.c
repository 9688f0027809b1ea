// SPDX-License-Identifier: MIT
// Faces clipped against each other: where they overlap, how far apart they are there, and what the
// corners of the overlap are called.
#include "tests/support/shapes3.h"

#include "collide3/clip3.h"
#include "collide3/manifold3.h"

static Face3 top_of_box(float half_x, float half_z)
{
    Face3 face;
    tum_face3_of_box(vec3(half_x, 0.5f, half_z), 1, true, &face);
    return face;
}

// The lower side of a box whose middle is at this place.
static Face3 bottom_of_box(float half_x, float half_z, Pose3 pose)
{
    Face3 face;
    tum_face3_of_box(vec3(half_x, 0.5f, half_z), 1, false, &face);
    tum_face3_transform(&face, pose);
    return face;
}

static const Vec3 up = {0.0f, 1.0f, 0.0f};

static void a_small_square_over_a_large_one_keeps_its_corners(void **state)
{
    (void)state;
    const Face3 a = top_of_box(1.0f, 1.0f);
    const Face3 b = bottom_of_box(0.25f, 0.25f, pose_at(0.5f, 0.99f, 0.0f));
    LocalPoint3 points[CLIP_POINTS_MAX];
    assert_int_equal(tum_clip3_faces(&a, &b, true, up, 0.0f, points), 4);
    for (int i = 0; i < 4; ++i) {
        assert_near(points[i].separation, -0.01, 1e-6);
        assert_near(points[i].position.y, 0.495, 1e-6);
        assert_near(fabsf(points[i].position.x - 0.5f), 0.25, 1e-6);
        assert_int_equal(points[i].feature, tum_feature3_vertex(false, b.names[i]));
    }
}

static void squares_that_overlap_at_a_corner_share_a_rectangle(void **state)
{
    (void)state;
    // B from x, z = 0.5 to 1.5 over A from -1 to 1: the overlap is 0.5 to 1 both ways. Its corners
    // are a vertex of A, a vertex of B and two crossings.
    const Face3 a = top_of_box(1.0f, 1.0f);
    const Face3 b = bottom_of_box(0.5f, 0.5f, pose_at(1.0f, 1.0f, 1.0f));
    LocalPoint3 points[CLIP_POINTS_MAX];
    assert_int_equal(tum_clip3_faces(&a, &b, true, up, 0.0f, points), 4);
    int vertices_a = 0, vertices_b = 0;
    for (int i = 0; i < 4; ++i) {
        assert_between(points[i].position.x, 0.4999, 1.001);
        assert_between(points[i].position.z, 0.4999, 1.001);
        for (uint32_t k = 0; k < 8; ++k) {
            vertices_a += points[i].feature == tum_feature3_vertex(true, k);
            vertices_b += points[i].feature == tum_feature3_vertex(false, k);
        }
    }
    assert_int_equal(vertices_a, 1);
    assert_int_equal(vertices_b, 1);
}

static bool has_feature(const LocalPoint3 *points, int count, uint32_t feature)
{
    for (int i = 0; i < count; ++i) {
        if (points[i].feature == feature) {
            return true;
        }
    }
    return false;
}

static void names_are_the_same_whichever_face_is_the_reference(void **state)
{
    (void)state;
    Random random = {31};
    int common = 0, total = 0;
    for (int i = 0; i < 200; ++i) {
        Pose3 pose = {random_vec3(&random, 1.0), QUAT_IDENTITY};
        pose.position.y = 1.0f;
        pose.rotation = turn_about(0, 1, 0, random_in(&random, -PI, PI));
        const Face3 a = top_of_box(0.8f, 0.6f), b = bottom_of_box(0.7f, 0.5f, pose);
        LocalPoint3 one[CLIP_POINTS_MAX], other[CLIP_POINTS_MAX];
        const int count = tum_clip3_faces(&a, &b, true, up, 0.1f, one);
        const int other_count = tum_clip3_faces(&b, &a, false, up, 0.1f, other);
        for (int k = 0; k < count; ++k) {
            common += has_feature(other, other_count, one[k].feature);
            ++total;
        }
    }
    // A corner within the widening of an edge may be on either side of it; that is rare.
    assert_between(common, 0.99 * total, total);
}

static void equal_squares_stacked_flush_keep_their_corners_in_spite_of_rounding(void **state)
{
    (void)state;
    Random random = {32};
    const Face3 a = top_of_box(0.5f, 0.5f);
    for (int i = 0; i < 100; ++i) {
        Pose3 pose = {random_vec3(&random, 1e-5), QUAT_IDENTITY};
        pose.rotation = turn_about(0, 1, 0, random_in(&random, -1e-5, 1e-5));
        pose.position.y += 1.0f;
        const Face3 b = bottom_of_box(0.5f, 0.5f, pose);
        LocalPoint3 points[CLIP_POINTS_MAX];
        assert_int_equal(tum_clip3_faces(&a, &b, true, up, 0.1f, points), 4);
        for (int k = 0; k < 4; ++k) {
            assert_int_equal(points[k].feature, tum_feature3_vertex(false, b.names[k]));
        }
    }
}

static void a_leaning_face_is_as_far_as_its_corners(void **state)
{
    (void)state;
    const Face3 a = top_of_box(1.0f, 1.0f);
    const Pose3 pose = {{0.0f, 1.05f, 0.0f}, turn_about(0, 0, 1, 0.1)};
    const Face3 b = bottom_of_box(0.5f, 0.5f, pose);
    LocalPoint3 points[CLIP_POINTS_MAX];
    assert_int_equal(tum_clip3_faces(&a, &b, true, up, 1.0f, points), 4);
    for (int i = 0; i < 4; ++i) {
        assert_near(points[i].separation, b.points[i].y - 0.5f, 1e-6);
    }
    // Only the lower two are within a small margin: 1.05 - 0.5 cos 0.1 -+ 0.5 sin 0.1 - 0.5.
    assert_int_equal(tum_clip3_faces(&a, &b, true, up, 0.02f, points), 2);
}

static void faces_beside_each_other_share_nothing(void **state)
{
    (void)state;
    const Face3 a = top_of_box(1.0f, 1.0f);
    const Face3 b = bottom_of_box(0.5f, 0.5f, pose_at(1.6f, 1.0f, 0.0f));
    LocalPoint3 points[CLIP_POINTS_MAX];
    assert_int_equal(tum_clip3_faces(&a, &b, true, up, 1.0f, points), 0);
}

static void an_edge_over_a_face_is_cut_at_its_border(void **state)
{
    (void)state;
    const Face3 a = top_of_box(1.0f, 1.0f);
    const Face3 edge = {
        .count = 2, .points = {{-3.0f, 0.5f, 0.0f}, {0.5f, 0.5f, 0.0f}}, .names = {0, 1}};
    LocalPoint3 points[CLIP_POINTS_MAX];
    assert_int_equal(tum_clip3_faces(&a, &edge, true, up, 0.0f, points), 2);
    assert_near(points[0].position.x, -1.0, 1e-3);
    assert_near(points[1].position.x, 0.5, 1e-6);
    assert_int_equal(points[1].feature, tum_feature3_vertex(false, 1));
}

static void parallel_edges_touch_where_both_run(void **state)
{
    (void)state;
    const Face3 a = {
        .count = 2, .points = {{-1.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}}, .names = {0, 1}};
    const Face3 b = {
        .count = 2, .points = {{3.0f, 0.1f, 0.0f}, {0.5f, 0.1f, 0.0f}}, .names = {0, 1}};
    LocalPoint3 points[CLIP_POINTS_MAX];
    assert_int_equal(tum_clip3_edges(&a, &b, up, 0.2f, points), 2);
    assert_near(points[0].position.x, 0.5, 1e-6);
    assert_near(points[1].position.x, 1.0, 1e-6);
    assert_near(points[0].separation, 0.1, 1e-6);
    assert_near(points[0].position.y, 0.05, 1e-6);
    assert_int_equal(points[0].feature, tum_feature3_vertex(false, 1));
    assert_int_equal(points[1].feature, tum_feature3_vertex(true, 1));
}

static void crossing_edges_are_not_parallel(void **state)
{
    (void)state;
    const Face3 a = {
        .count = 2, .points = {{-1.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}}, .names = {0, 1}};
    const Face3 b = {
        .count = 2, .points = {{-1.0f, 0.0f, -0.3f}, {1.0f, 0.0f, 0.3f}}, .names = {0, 1}};
    LocalPoint3 points[CLIP_POINTS_MAX];
    assert_int_equal(tum_clip3_edges(&a, &b, up, 1.0f, points), 0);
}

static void the_largest_faces_fit(void **state)
{
    (void)state;
    // A prism of 128 sides is thinned to 64 corners; two of them turned against each other cut each
    // other's every corner.
    Hull3 *hull = prism_hull(128, 1.0, 0.5, 1.0);
    Face3 a, b;
    tum_face3_of_hull(hull, hull->face_count - 1, &a);
    tum_face3_of_hull(hull, hull->face_count - 2, &b);
    assert_int_equal(a.count, FACE_POINTS_MAX);
    tum_face3_transform(&b, (Pose3){{0.0f, 1.0f, 0.0f}, turn_about(0, 1, 0, PI / 64)});
    LocalPoint3 points[CLIP_POINTS_MAX];
    const int count = tum_clip3_faces(&a, &b, true, up, 1.0f, points);
    assert_between(count, 64, CLIP_POINTS_MAX);
    tum_hull3_destroy(hull, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_square_over_a_large_one_keeps_its_corners),
        cmocka_unit_test(squares_that_overlap_at_a_corner_share_a_rectangle),
        cmocka_unit_test(names_are_the_same_whichever_face_is_the_reference),
        cmocka_unit_test(equal_squares_stacked_flush_keep_their_corners_in_spite_of_rounding),
        cmocka_unit_test(a_leaning_face_is_as_far_as_its_corners),
        cmocka_unit_test(faces_beside_each_other_share_nothing),
        cmocka_unit_test(an_edge_over_a_face_is_cut_at_its_border),
        cmocka_unit_test(parallel_edges_touch_where_both_run),
        cmocka_unit_test(crossing_edges_are_not_parallel),
        cmocka_unit_test(the_largest_faces_fit),
    };
    return cmocka_run_group_tests_name("clip3", tests, NULL, NULL);
}
