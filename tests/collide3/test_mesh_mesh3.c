// SPDX-License-Identifier: MIT
// Meshes that move: on half-spaces, sheets and other meshes.
#include "collide3/pairs3.h"
#include "tests/support/kernels3.h"
#include "tests/support/mesh_create.h"
#include "tests/support/mesh_shapes.h"

static const float margin = 0.02f;

static int touch(const Mesh3 *a, const Mesh3 *b, Pose3 a_from_b, LocalManifold3 *touches)
{
    const Shape3 shape_a = tum_shape3_mesh(a), shape_b = tum_shape3_mesh(b);
    const int count = tum_collide_mesh_mesh3(&shape_a, &shape_b, a_from_b, margin, touches);
    assert_well_formed(touches, count, margin);
    return count;
}

// One plane of contact of four points, all `separation` apart.
static void assert_stands(const LocalManifold3 *touches, int count, Vec3 normal, double separation,
                          double tolerance)
{
    assert_int_equal(count, 1);
    assert_near(touches[0].normal.x, normal.x, 1e-3);
    assert_near(touches[0].normal.y, normal.y, 1e-3);
    assert_near(touches[0].normal.z, normal.z, 1e-3);
    assert_int_equal(touches[0].point_count, 4);
    for (int i = 0; i < 4; i++) {
        assert_near(touches[0].points[i].separation, separation, tolerance);
    }
}

static void a_mesh_box_stands_on_the_four_corners_above_a_half_space(void **state)
{
    (void)state;
    Mesh3 *crate = box_mesh(0.5, 0.25, 0.4, false);
    const Shape3 mesh = tum_shape3_mesh(crate), plane = tum_shape3_plane();
    Random random = {1};
    for (int trial = 0; trial < 20; trial++) {
        const double depth = random_in(&random, -0.019, 0.1);
        const Pose3 plane_from_crate = pose_turned(random_in(&random, -9, 9), 0.25 - depth, 3, 0, 1,
                                                   0, random_in(&random, 0, 6.28));
        const Pose3 pose = pose3_inverse(plane_from_crate);
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        const int count = tum_collide_mesh_plane3(&mesh, &plane, pose, margin, touches);
        assert_well_formed(touches, count, margin);
        assert_stands(touches, count, vec3(0, -1, 0), -depth, 1e-5);
        for (int i = 0; i < 4; i++) {
            const Vec3 p = touches[0].points[i].position;
            assert_near(fabs((double)p.x), 0.5, 1e-4);
            assert_near(fabs((double)p.z), 0.4, 1e-4);
            assert_near(p.y, -0.25 + depth / 2, 1e-4); // Halfway between the surfaces.
        }
    }
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    assert_int_equal(tum_collide_mesh_plane3(&mesh, &plane, pose_at(0, -0.271, 0), margin, touches),
                     0);
    tum_mesh3_destroy(crate, NULL);
}

static void a_half_space_reaches_the_lowest_point_of_a_large_mesh(void **state)
{
    (void)state;
    Mesh3 *ball = ball_mesh(1.0, 40, 60);
    const Shape3 mesh = tum_shape3_mesh(ball), plane = tum_shape3_plane();
    Random random = {2};
    for (int trial = 0; trial < 20; trial++) {
        Pose3 plane_from_ball = random_pose(&random, 2.0);
        plane_from_ball.position.y = 0.999f;
        double lowest = 9.0;
        for (uint32_t i = 0; i < ball->point_count; i++) {
            lowest = fmin(lowest, (double)pose3_transform(plane_from_ball, ball->points[i]).y);
        }
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        const int count =
            tum_collide_mesh_plane3(&mesh, &plane, pose3_inverse(plane_from_ball), margin, touches);
        assert_well_formed(touches, count, margin);
        assert_int_equal(count, 1);
        float deepest = 1.0f;
        for (int i = 0; i < touches[0].point_count; i++) {
            deepest = minimum(deepest, touches[0].points[i].separation);
        }
        // Of points as deep up to a ten-thousandth of their extent, any may stand for all.
        assert_near(deepest, lowest, 1e-4);
    }
    tum_mesh3_destroy(ball, NULL);
}

static void a_mesh_box_stands_on_either_side_of_a_large_sheet_of_two_sides(void **state)
{
    (void)state;
    Mesh3 *crate = box_mesh(0.5, 0.5, 0.5, false);
    const Shape3 mesh = tum_shape3_mesh(crate);
    static const float sizes[] = {20.0f, INFINITY};
    for (int i = 0; i < 4; i++) {
        const float side = i < 2 ? 1.0f : -1.0f;
        for (int both = 0; both < 2; both++) {
            const Shape3 sheet = tum_shape3_sheet(sizes[i % 2], sizes[i % 2], both == 1);
            LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
            const int count =
                tum_collide_mesh_sheet3(widest_pairs3()->near, &mesh, &sheet,
                                        pose_at(3, side * -0.496, 2), margin, touches);
            assert_well_formed(touches, count, margin);
            if (side < 0.0f && !both) {
                assert_int_equal(count, 0);
            } else {
                assert_stands(touches, count, vec3(0, -side, 0), -0.004, 1e-5);
            }
        }
    }
    tum_mesh3_destroy(crate, NULL);
}

static void a_mesh_box_overhanging_a_sheet_stands_on_what_is_above_it(void **state)
{
    (void)state;
    Mesh3 *crate = box_mesh(0.5, 0.5, 0.5, false);
    const Shape3 mesh = tum_shape3_mesh(crate), sheet = tum_shape3_sheet(2.0f, 2.0f, true);
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    // The sheet ends at x = 0 of the box.
    const int count = tum_collide_mesh_sheet3(widest_pairs3()->near, &mesh, &sheet,
                                              pose_at(-2, -0.497, 0), margin, touches);
    assert_well_formed(touches, count, margin);
    assert_stands(touches, count, vec3(0, -1, 0), -0.003, 1e-5);
    for (int i = 0; i < 4; i++) {
        assert_true(touches[0].points[i].position.x < 1e-4f);
    }
    tum_mesh3_destroy(crate, NULL);
}

static void a_card_lies_on_a_wide_mesh(void **state)
{
    (void)state;
    Mesh3 *floor = grid_mesh(20, 0.5, NULL);
    const Shape3 mesh = tum_shape3_mesh(floor);
    for (int both = 0; both < 2; both++) {
        const Shape3 card = tum_shape3_sheet(0.3f, 0.2f, both == 1);
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        // Face down, so that also the single-sided one is touched.
        const Pose3 pose = {{0.1f, 0.003f, 0.2f}, {1.0f, 0.0f, 0.0f, 0.0f}};
        const int count =
            tum_collide_mesh_sheet3(widest_pairs3()->near, &mesh, &card, pose, margin, touches);
        assert_well_formed(touches, count, margin);
        assert_stands(touches, count, vec3(0, 1, 0), 0.003, 1e-5);
        const int face_up = tum_collide_mesh_sheet3(widest_pairs3()->near, &mesh, &card,
                                                    pose_at(0.1, 0.003, 0.2), margin, touches);
        assert_int_equal(face_up, both);
    }
    tum_mesh3_destroy(floor, NULL);
}

static void a_mesh_box_stands_on_a_mesh_floor(void **state)
{
    (void)state;
    Mesh3 *crate = box_mesh(0.5, 0.5, 0.5, false);
    static const double spacings[] = {0.13, 0.6, 4.0};
    Random random = {3};
    for (int s = 0; s < 3; s++) {
        Mesh3 *floor = grid_mesh(s == 0 ? 32 : 12, spacings[s], NULL);
        for (int trial = 0; trial < 40; trial++) {
            const double depth = random_in(&random, -0.015, 0.02);
            const Pose3 pose =
                pose_turned(random_in(&random, -1, 1), 0.5 - depth, random_in(&random, -1, 1), 0, 1,
                            0, random_in(&random, 0, 6.28));
            LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
            // The crate as B, and as A.
            int count = touch(floor, crate, pose, touches);
            assert_stands(touches, count, vec3(0, 1, 0), -depth, 1e-4);
            count = touch(crate, floor, pose3_inverse(pose), touches);
            assert_stands(touches, count, vec3(0, -1, 0), -depth, 1e-4);
            for (int i = 0; i < 4; i++) {
                assert_near(fabs((double)touches[0].points[i].position.x), 0.5, 2e-3);
                assert_near(fabs((double)touches[0].points[i].position.z), 0.5, 2e-3);
            }
        }
        tum_mesh3_destroy(floor, NULL);
    }
    tum_mesh3_destroy(crate, NULL);
}

static void a_mesh_box_hangs_on_below_a_mesh_floor_too(void **state)
{
    (void)state;
    Mesh3 *crate = box_mesh(0.5, 0.5, 0.5, false), *floor = grid_mesh(12, 0.7, NULL);
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    const int count = touch(floor, crate, pose_at(0.3, -0.496, 0.1), touches);
    assert_stands(touches, count, vec3(0, -1, 0), -0.004, 1e-4);
    tum_mesh3_destroy(crate, NULL);
    tum_mesh3_destroy(floor, NULL);
}

static void mesh_boxes_stack_flush_and_turned_without_sideways_push(void **state)
{
    (void)state;
    Mesh3 *lower = box_mesh(0.5, 0.5, 0.5, false), *upper = box_mesh(0.5, 0.5, 0.5, false);
    Random random = {4};
    for (int trial = 0; trial < 100; trial++) {
        const double depth = random_in(&random, -0.01, 0.01);
        const bool flush = trial % 4 == 0;
        const Pose3 pose = pose_turned(flush ? 0.0 : random_in(&random, -0.3, 0.3), 1.0 - depth,
                                       flush ? 0.0 : random_in(&random, -0.3, 0.3), 0, 1, 0,
                                       trial % 2 == 0 ? 0.0 : random_in(&random, 0, 6.28));
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        const int count = touch(lower, upper, pose, touches);
        assert_stands(touches, count, vec3(0, 1, 0), -depth, 1e-4);
    }
    tum_mesh3_destroy(lower, NULL);
    tum_mesh3_destroy(upper, NULL);
}

static void a_small_mesh_box_slides_off_a_large_one_without_catching_on_its_rim(void **state)
{
    (void)state;
    Mesh3 *table = box_mesh(1, 1, 1, false), *crate = box_mesh(0.2, 0.2, 0.2, false);
    for (int step = 0; step < 70; step++) {
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        const int count = touch(table, crate, pose_at(0.015 * step, 1.197, 0.1), touches);
        assert_int_equal(count, 1);
        assert_near(touches[0].normal.y, 1.0, 1e-3);
    }
    tum_mesh3_destroy(table, NULL);
    tum_mesh3_destroy(crate, NULL);
}

static void a_mesh_box_stands_inside_a_closed_room(void **state)
{
    (void)state;
    Mesh3 *room = box_mesh(2, 2, 2, false), *crate = box_mesh(0.5, 0.5, 0.5, false);
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    const int count = touch(room, crate, pose_at(0.7, -1.503, 0.4), touches);
    assert_stands(touches, count, vec3(0, 1, 0), -0.003, 1e-4);
    tum_mesh3_destroy(room, NULL);
    tum_mesh3_destroy(crate, NULL);
}

static void two_crossing_edges_touch_in_one_point(void **state)
{
    (void)state;
    // Two boxes, each on its edge, crossed: sqrt(0.5) from either middle to the edge.
    Mesh3 *lower = box_mesh(0.5, 0.5, 0.5, false), *upper = box_mesh(0.5, 0.5, 0.5, false);
    const double height = 2.0 * sqrt(0.5) - 0.004;
    const Pose3 up_from_lower = pose_turned(0, 0, 0, 0, 0, 1, 0.78539816);
    const Pose3 up_from_upper = pose_turned(0.07, height, 0.05, 1, 0, 0, 0.78539816);
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    const int count = touch(lower, upper, pose3_relative(up_from_lower, up_from_upper), touches);
    assert_int_equal(count, 1);
    const Vec3 normal = quat_rotate(up_from_lower.rotation, touches[0].normal);
    assert_near(normal.y, 1.0, 1e-3);
    assert_int_equal(touches[0].point_count, 1);
    assert_near(touches[0].points[0].separation, -0.004, 1e-4);
    const Vec3 p = pose3_transform(up_from_lower, touches[0].points[0].position);
    assert_near(p.x, 0.0, 2e-3);  // The lower edge runs along z at x = 0,
    assert_near(p.z, 0.05, 2e-3); // the upper along x at z = 0.05.
    tum_mesh3_destroy(lower, NULL);
    tum_mesh3_destroy(upper, NULL);
}

static void a_meshed_ball_rolls_on_a_mesh_floor_pushed_up_alone(void **state)
{
    (void)state;
    Mesh3 *ball = ball_mesh(0.5, 20, 24), *floor = grid_mesh(20, 0.3, NULL);
    Random random = {5};
    for (int trial = 0; trial < 60; trial++) {
        Pose3 pose = random_pose(&random, 1.5);
        float lowest = 9.0f;
        for (uint32_t i = 0; i < ball->point_count; i++) {
            lowest = minimum(lowest, quat_rotate(pose.rotation, ball->points[i]).y);
        }
        pose.position.y = -lowest - 0.004f;
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        const int count = touch(floor, ball, pose, touches);
        assert_true(count >= 1);
        float deepest = 1.0f;
        for (int i = 0; i < count; i++) {
            assert_true(touches[i].normal.y > 0.95f);
            deepest = minimum(deepest, touches[i].points[0].separation);
        }
        assert_near(deepest, -0.004, 2e-3);
    }
    tum_mesh3_destroy(ball, NULL);
    tum_mesh3_destroy(floor, NULL);
}

// A ring in the XY plane.
static Mesh3 *ring_mesh(double radius, double tube)
{
    enum { AROUND = 24, ACROSS = 12 };
    double points[AROUND * ACROSS * 3];
    uint32_t triangles[AROUND * ACROSS * 6];
    size_t p = 0, t = 0;
    for (uint32_t i = 0; i < AROUND; i++) {
        for (uint32_t k = 0; k < ACROSS; k++) {
            const double u = 6.28318530717959 * i / AROUND, v = 6.28318530717959 * k / ACROSS;
            points[p++] = (radius + tube * cos(v)) * cos(u);
            points[p++] = (radius + tube * cos(v)) * sin(u);
            points[p++] = tube * sin(v);
            const uint32_t a = i * ACROSS + k, b = (i + 1) % AROUND * ACROSS + k;
            const uint32_t c = i * ACROSS + (k + 1) % ACROSS;
            const uint32_t d = (i + 1) % AROUND * ACROSS + (k + 1) % ACROSS;
            const uint32_t corners[6] = {a, b, d, a, d, c};
            memcpy(&triangles[t], corners, sizeof corners);
            t += 6;
        }
    }
    Mesh3 *mesh = create_mesh3(points, AROUND * ACROSS, triangles, AROUND * ACROSS * 2, NULL);
    assert_non_null(mesh);
    assert_int_equal(mesh->solid, 1);
    return mesh;
}

static void linked_rings_hold_each_other(void **state)
{
    (void)state;
    Mesh3 *a = ring_mesh(1.0, 0.2), *b = ring_mesh(1.0, 0.2);
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    // B in the XZ plane hangs to the right in A: tube on tube at x = 0.8, sunk by 3 mm.
    const Pose3 pose = pose_turned(1.603, 0, 0, 1, 0, 0, 1.57079633);
    const int count = touch(a, b, pose, touches);
    assert_true(count >= 1);
    for (int i = 0; i < count; i++) {
        // B is held back, to the left; facets of the tubes are 30 degrees wide.
        assert_true(touches[i].normal.x < -0.5f);
        for (int k = 0; k < touches[i].point_count; k++) {
            if (touches[i].points[k].separation < 0.0f) {
                assert_true(touches[i].normal.x < -0.9f);
            }
            assert_near(touches[i].points[k].position.x, 0.8, 0.05);
        }
    }
    tum_mesh3_destroy(a, NULL);
    tum_mesh3_destroy(b, NULL);
}

static void names_last_while_a_mesh_barely_moves(void **state)
{
    (void)state;
    Mesh3 *crate = box_mesh(0.5, 0.5, 0.5, false), *floor = grid_mesh(12, 0.7, NULL);
    LocalManifold3 before[LOCAL_MANIFOLDS_MAX], after[LOCAL_MANIFOLDS_MAX];
    assert_int_equal(touch(floor, crate, pose_turned(0.1, 0.497, 0.2, 0, 1, 0, 0.3), before), 1);
    assert_int_equal(touch(floor, crate, pose_turned(0.1001, 0.4969, 0.2, 0, 1, 0, 0.3001), after),
                     1);
    for (int i = 0; i < 4; i++) {
        int kept = 0;
        for (int k = 0; k < 4; k++) {
            kept += after[0].points[k].feature == before[0].points[i].feature;
        }
        assert_int_equal(kept, 1);
    }
    tum_mesh3_destroy(crate, NULL);
    tum_mesh3_destroy(floor, NULL);
}

static Mesh3 *soup(Random *random, int count)
{
    double points[200 * 9];
    uint32_t triangles[200 * 3];
    for (int t = 0; t < count; t++) {
        const double x = random_in(random, -1, 1), y = random_in(random, -1, 1);
        for (int i = 0; i < 9; i++) {
            points[9 * t + i] = (i % 3 == 0 ? x : i % 3 == 1 ? y : 0.0) + random_in(random, -1, 1);
        }
        for (int i = 0; i < 3; i++) {
            // Some corners are shared with triangles before: any number at an edge.
            triangles[3 * t + i] = t > 3 && random_in(random, 0, 1) < 0.5
                                       ? triangles[(uint32_t)random_in(random, 0, 3.0 * t)]
                                       : (uint32_t)(3 * t + i);
        }
    }
    return create_mesh3(points, (uint32_t)(3 * count), triangles, (uint32_t)count, NULL);
}

static void any_soup_against_anything_gives_sound_answers_and_the_same_twice(void **state)
{
    (void)state;
    Random random = {6};
    for (int trial = 0; trial < 40; trial++) {
        Mesh3 *a = soup(&random, 60), *b = soup(&random, 30);
        assert_non_null(a);
        assert_non_null(b);
        const Shape3 shape_b = tum_shape3_mesh(b), shape_a = tum_shape3_mesh(a);
        const Shape3 others[] = {tum_shape3_sphere(0.4f),
                                 tum_shape3_capsule(0.3f, 0.2f, 0.1f),
                                 tum_shape3_box(vec3(0.3f, 0.2f, 0.6f)),
                                 tum_shape3_cylinder(0.4f, 0.3f, 0.1f),
                                 tum_shape3_plane(),
                                 tum_shape3_sheet(0.5f, 0.7f, true),
                                 tum_shape3_sheet(9.0f, INFINITY, false),
                                 shape_b};
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
            const Pose3 pose = random_pose(&random, 1.0);
            LocalManifold3 touches[2][LOCAL_MANIFOLDS_MAX];
            int counts[2];
            for (int k = 0; k < 2; k++) {
                PairCache3 cache = {0};
                counts[k] = tum_collide3(widest_pairs3(), &shape_a, &others[i], pose, margin,
                                         &cache, touches[k]);
                assert_well_formed(touches[k], counts[k], margin);
            }
            assert_int_equal(counts[0], counts[1]);
            for (int k = 0; k < counts[0]; k++) {
                assert_int_equal(touches[0][k].point_count, touches[1][k].point_count);
                assert_memory_equal(touches[0][k].points, touches[1][k].points,
                                    (size_t)touches[0][k].point_count * sizeof(LocalPoint3));
            }
        }
        tum_mesh3_destroy(a, NULL);
        tum_mesh3_destroy(b, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_box_stands_on_the_four_corners_above_a_half_space),
        cmocka_unit_test(a_half_space_reaches_the_lowest_point_of_a_large_mesh),
        cmocka_unit_test(a_mesh_box_stands_on_either_side_of_a_large_sheet_of_two_sides),
        cmocka_unit_test(a_mesh_box_overhanging_a_sheet_stands_on_what_is_above_it),
        cmocka_unit_test(a_card_lies_on_a_wide_mesh),
        cmocka_unit_test(a_mesh_box_stands_on_a_mesh_floor),
        cmocka_unit_test(a_mesh_box_hangs_on_below_a_mesh_floor_too),
        cmocka_unit_test(mesh_boxes_stack_flush_and_turned_without_sideways_push),
        cmocka_unit_test(a_small_mesh_box_slides_off_a_large_one_without_catching_on_its_rim),
        cmocka_unit_test(a_mesh_box_stands_inside_a_closed_room),
        cmocka_unit_test(two_crossing_edges_touch_in_one_point),
        cmocka_unit_test(a_meshed_ball_rolls_on_a_mesh_floor_pushed_up_alone),
        cmocka_unit_test(linked_rings_hold_each_other),
        cmocka_unit_test(names_last_while_a_mesh_barely_moves),
        cmocka_unit_test(any_soup_against_anything_gives_sound_answers_and_the_same_twice),
    };
    return cmocka_run_group_tests_name("mesh_mesh3", tests, NULL, NULL);
}
