// SPDX-License-Identifier: MIT
// Convex shapes rest, slide and roll on meshes as if the mesh were the surface it stands for.
#include "collide3/pairs3.h"
#include "tests/support/hulls3.h"
#include "tests/support/kernels3.h"
#include "tests/support/mesh_create.h"
#include "tests/support/mesh_shapes.h"

static const float margin = 0.02f;

static int touch(const Mesh3 *mesh, const Shape3 *shape, Pose3 pose, LocalManifold3 *touches)
{
    const Shape3 ground = tum_shape3_mesh(mesh);
    PairCache3 cache = {0};
    const int count = tum_collide_mesh_convex3(widest_pairs3()->near, &ground, shape, pose, margin,
                                               &cache, touches);
    assert_well_formed(touches, count, margin);
    return count;
}

/// A kind of convex shape lying with its lowest part at y = -0.5, on `points` points.
typedef struct Kind {
    const char *name;
    Shape3 shape;
    int points;
} Kind;

enum { KINDS = 10 };

static void make_kinds(Kind kinds[KINDS], const Hull3 *hull)
{
    const Vec3 squash = {1.0f, 0.5f, 0.8f};
    const Kind all[KINDS] = {
        {"sphere", tum_shape3_sphere(0.5f), 1},
        {"upright capsule", tum_shape3_capsule(0.2f, 0.3f, 0.3f), 1},
        {"box", tum_shape3_box(vec3(0.4f, 0.5f, 0.3f)), 4},
        {"cylinder", tum_shape3_cylinder(0.5f, 0.4f, 0.4f), 4},
        {"cone", tum_shape3_cylinder(0.5f, 0.4f, 0.0f), 4},
        {"frustum", tum_shape3_cylinder(0.5f, 0.3f, 0.5f), 4},
        {"ellipsoid", tum_shape3_scaled(tum_shape3_sphere(1.0f), squash), 1},
        {"elliptic cylinder", tum_shape3_scaled(tum_shape3_cylinder(1.0f, 0.4f, 0.4f), squash), 4},
        {"elliptic capsule", tum_shape3_scaled(tum_shape3_capsule(0.6f, 0.4f, 0.4f), squash), 1},
        {"hull", tum_shape3_hull(hull), 4},
    };
    memcpy(kinds, all, sizeof all);
}

static void every_convex_kind_rests_on_flat_ground(void **state)
{
    (void)state;
    Mesh3 *floor = grid_mesh(8, 0.9, NULL);
    Hull3 *hull = box_hull(0.4, 0.5, 0.3);
    Kind kinds[KINDS];
    make_kinds(kinds, hull);
    static const double heights[] = {0.01, 0.0, -0.004, -0.03};
    for (int k = 0; k < KINDS; k++) {
        for (int side = -1; side <= 1; side += 2) {
            for (size_t h = 0; h < sizeof heights / sizeof heights[0]; h++) {
                LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
                // Below the shell it hangs head down, so that the same end meets the mesh.
                Pose3 pose = pose_at(0.13, side * (0.5 + heights[h]), -0.21);
                if (side < 0) {
                    pose.rotation = (Quat){1.0f, 0.0f, 0.0f, 0.0f};
                }
                const int count = touch(floor, &kinds[k].shape, pose, touches);
                if (count != 1 || touches[0].point_count != kinds[k].points) {
                    print_error("%s at %g, side %d: %d planes\n", kinds[k].name, heights[h], side,
                                count);
                }
                assert_int_equal(count, 1);
                assert_near(touches[0].normal.x, 0.0, 1e-3);
                assert_near(touches[0].normal.y, side, 1e-5);
                assert_near(touches[0].normal.z, 0.0, 1e-3);
                assert_int_equal(touches[0].point_count, kinds[k].points);
                for (int i = 0; i < touches[0].point_count; i++) {
                    assert_near(touches[0].points[i].separation, heights[h], 2e-4);
                    assert_near(touches[0].points[i].position.y, side * heights[h] / 2, 2e-4);
                }
            }
        }
    }
    tum_hull3_destroy(hull, NULL);
    tum_mesh3_destroy(floor, NULL);
}

static void a_box_stands_on_its_four_corners(void **state)
{
    (void)state;
    Mesh3 *floor = grid_mesh(10, 0.37, NULL);
    const Shape3 box = tum_shape3_box(vec3(0.5f, 0.5f, 0.4f));
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    assert_int_equal(touch(floor, &box, pose_at(0.1, 0.497, 0.05), touches), 1);
    assert_int_equal(touches[0].point_count, 4);
    for (int i = 0; i < 4; i++) {
        assert_near(fabs((double)touches[0].points[i].position.x - 0.1), 0.5, 1e-4);
        assert_near(fabs((double)touches[0].points[i].position.z - 0.05), 0.4, 1e-4);
    }
    tum_mesh3_destroy(floor, NULL);
}

// Whatever the size of the triangles, the depth and the heading, all there is is a plane.
static void nothing_pushes_sideways_on_a_floor_of_triangles(void **state)
{
    (void)state;
    static const double spacings[] = {0.11, 0.45, 1.7};
    Hull3 *hull = box_hull(0.4, 0.5, 0.3);
    Kind kinds[KINDS];
    make_kinds(kinds, hull);
    Random random = {11};
    for (size_t s = 0; s < sizeof spacings / sizeof spacings[0]; s++) {
        const int squares = s == 0 ? 40 : 12;
        Mesh3 *floor = grid_mesh(squares, spacings[s], NULL);
        for (int trial = 0; trial < 150; trial++) {
            const Kind *kind = &kinds[trial % KINDS];
            const double depth = random_in(&random, -0.015, 0.03);
            const Pose3 pose =
                pose_turned(random_in(&random, -1, 1), 0.5 - depth, random_in(&random, -1, 1), 0, 1,
                            0, random_in(&random, 0, 6.28));
            LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
            const int count = touch(floor, &kind->shape, pose, touches);
            if (count != 1 || !(touches[0].normal.y > 0.999999f)) {
                print_error("%s, spacing %g, depth %g\n", kind->name, spacings[s], depth);
            }
            assert_int_equal(count, 1);
            assert_near(touches[0].normal.x, 0.0, 1e-3);
            assert_near(touches[0].normal.z, 0.0, 1e-3);
            for (int i = 0; i < touches[0].point_count; i++) {
                assert_near(touches[0].points[i].separation, -depth, 3e-4);
            }
        }
        tum_mesh3_destroy(floor, NULL);
    }
    tum_hull3_destroy(hull, NULL);
}

static void a_tilted_box_touches_with_its_lowest_edge_and_no_sideways_push(void **state)
{
    (void)state;
    Mesh3 *floor = grid_mesh(24, 0.21, NULL);
    const Shape3 box = tum_shape3_box(vec3(0.5f, 0.5f, 0.5f));
    Random random = {13};
    for (int trial = 0; trial < 60; trial++) {
        const double angle = random_in(&random, 0.1, 1.4);
        const double lowest = 0.5 * (sin(angle) + cos(angle)); // Of the corner below the middle.
        Pose3 pose = pose_turned(random_in(&random, -1, 1), lowest - 0.005,
                                 random_in(&random, -1, 1), 0, 0, 1, angle);
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        assert_int_equal(touch(floor, &box, pose, touches), 1);
        assert_near(touches[0].normal.y, 1.0, 1e-6);
        float deepest = 1.0f;
        for (int i = 0; i < touches[0].point_count; i++) {
            deepest = minimum(deepest, touches[0].points[i].separation);
        }
        assert_near(deepest, -0.005, 1e-4);
    }
    tum_mesh3_destroy(floor, NULL);
}

static void a_ball_rolls_on_one_point_under_its_center(void **state)
{
    (void)state;
    Mesh3 *floor = grid_mesh(30, 0.17, NULL);
    const Shape3 ball = tum_shape3_sphere(0.5f);
    for (int step = 0; step < 400; step++) {
        const double x = -1.5 + 0.0075 * step, z = 0.3 + 0.41 * x;
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        assert_int_equal(touch(floor, &ball, pose_at(x, 0.498, z), touches), 1);
        assert_int_equal(touches[0].point_count, 1);
        assert_near(touches[0].normal.y, 1.0, 1e-6);
        assert_near(touches[0].points[0].separation, -0.002, 1e-5);
        assert_near(touches[0].points[0].position.x, x, 2e-3);
        assert_near(touches[0].points[0].position.z, z, 2e-3);
    }
    tum_mesh3_destroy(floor, NULL);
}

static void a_ball_over_an_edge_is_pushed_from_the_edge(void **state)
{
    (void)state;
    Mesh3 *box = box_mesh(1, 1, 1, false);
    const Shape3 ball = tum_shape3_sphere(0.5f);
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    // Its center out along the diagonal of the edge x = y = 1, 0.49 from it.
    const double out = 1.0 + 0.49 / sqrt(2.0);
    assert_int_equal(touch(box, &ball, pose_at(out, out, 0.2), touches), 1);
    assert_near(touches[0].normal.x, sqrt(0.5), 1e-3);
    assert_near(touches[0].normal.y, sqrt(0.5), 1e-3);
    assert_int_equal(touches[0].point_count, 1);
    assert_near(touches[0].points[0].separation, -0.01, 1e-5);
    tum_mesh3_destroy(box, NULL);
}

static void a_capsule_lies_on_two_points(void **state)
{
    (void)state;
    Mesh3 *floor = grid_mesh(13, 0.31, NULL);
    const Shape3 capsules[2] = {tum_shape3_capsule(0.5f, 0.2f, 0.2f),
                                tum_shape3_capsule(0.5f, 0.3f, 0.2f)};
    for (int i = 0; i < 2; i++) {
        // The axis across Y; with two radii it leans so that both ends touch: sine 0.1 / 1.
        const double lean = asin(i * 0.1), height = i == 0 ? 0.2 : 0.25;
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        const Pose3 pose = pose_turned(0.05, height - 0.003, 0.11, 0, 0, 1, 1.57079633 + lean);
        assert_int_equal(touch(floor, &capsules[i], pose, touches), 1);
        assert_near(touches[0].normal.y, 1.0, 1e-5);
        float least = 1.0f, most = -1.0f;
        for (int k = 0; k < touches[0].point_count; k++) {
            assert_near(touches[0].points[k].separation, -0.003, 1e-4);
            least = minimum(least, touches[0].points[k].position.x);
            most = maximum(most, touches[0].points[k].position.x);
        }
        assert_near(most - least, cos(lean), 2e-3); // 2 half_height, seen from above
    }
    tum_mesh3_destroy(floor, NULL);
}

static void a_capsule_lies_along_the_top_of_a_wall(void **state)
{
    (void)state;
    // The wall z = 0 below y = 0, x from -2 to 2, its upper edge a border.
    const double points[] = {-2, 0, 0, 2, 0, 0, 2, -3, 0, -2, -3, 0};
    const uint32_t triangles[] = {0, 3, 2, 0, 2, 1};
    Mesh3 *wall = create_mesh3(points, 4, triangles, 2, NULL);
    const Shape3 capsule = tum_shape3_capsule(0.5f, 0.25f, 0.25f);
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    const Pose3 pose = pose_turned(0.2, 0.249, 0.0, 0, 0, 1, 1.57079633);
    assert_int_equal(touch(wall, &capsule, pose, touches), 1);
    assert_near(touches[0].normal.y, 1.0, 1e-5);
    assert_int_equal(touches[0].point_count, 2);
    assert_near(
        fabs((double)touches[0].points[0].position.x - (double)touches[0].points[1].position.x),
        1.0, 1e-3);
    tum_mesh3_destroy(wall, NULL);
}

static void a_wide_box_rests_on_the_rim_of_a_narrow_closed_mesh(void **state)
{
    (void)state;
    // Sides that the box reaches over see its middle from within; they must not push sideways.
    Mesh3 *pillar = box_mesh(0.5, 1.0, 0.5, false);
    const Shape3 box = tum_shape3_box(vec3(1.0f, 0.5f, 1.0f));
    Random random = {17};
    for (int trial = 0; trial < 100; trial++) {
        const double depth = random_in(&random, -0.01, 0.02);
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        const Pose3 pose =
            pose_turned(random_in(&random, -0.4, 0.4), 1.5 - depth, random_in(&random, -0.4, 0.4),
                        0, 1, 0, trial % 2 == 0 ? 0.0 : random_in(&random, 0, 6.28));
        const int count = touch(pillar, &box, pose, touches);
        assert_int_equal(count, 1);
        assert_near(touches[0].normal.y, 1.0, 1e-4);
        assert_int_equal(touches[0].point_count, 4);
        for (int i = 0; i < 4; i++) {
            assert_near(touches[0].points[i].separation, -depth, 1e-4);
        }
    }
    tum_mesh3_destroy(pillar, NULL);
}

static void a_box_slides_off_a_closed_mesh_without_meeting_its_sides_from_within(void **state)
{
    (void)state;
    Mesh3 *table = box_mesh(1.0, 1.0, 1.0, false);
    const Shape3 box = tum_shape3_box(vec3(0.2f, 0.2f, 0.2f));
    for (int step = 0; step < 140; step++) {
        const double x = 0.0075 * step;
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        const int count = touch(table, &box, pose_at(x, 1.195, 0.1), touches);
        assert_int_equal(count, 1);
        assert_near(touches[0].normal.y, 1.0, 1e-3);
    }
    tum_mesh3_destroy(table, NULL);
}

static void a_plank_on_a_finely_meshed_ball_is_only_pushed_up(void **state)
{
    (void)state;
    Mesh3 *ball = ball_mesh(0.25, 48, 64);
    const Shape3 plank = tum_shape3_box(vec3(1.5f, 0.05f, 0.3f));
    Random random = {19};
    for (int trial = 0; trial < 60; trial++) {
        const double depth = random_in(&random, 0.0, 0.01);
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        const int count = touch(ball, &plank,
                                pose_turned(random_in(&random, -1.2, 1.2), 0.3 - depth,
                                            random_in(&random, -0.2, 0.2), 0, 1, 0,
                                            random_in(&random, -0.1, 0.1)),
                                touches);
        assert_true(count >= 1);
        for (int i = 0; i < count; i++) {
            // A cap sunk by 0.01 leans by acos(0.24 / 0.25) = 16 degrees at its rim.
            assert_true(touches[i].normal.y > 0.95f);
            for (int k = 0; k < touches[i].point_count; k++) {
                assert_true(touches[i].points[k].separation > -0.013f);
            }
        }
    }
    tum_mesh3_destroy(ball, NULL);
}

static void a_box_inside_a_room_is_held_by_floor_and_walls(void **state)
{
    (void)state;
    Mesh3 *room = box_mesh(2.0, 2.0, 2.0, false); // From within, normals point away.
    const Shape3 box = tum_shape3_box(vec3(0.5f, 0.5f, 0.5f));
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    assert_int_equal(touch(room, &box, pose_at(1.497, -1.498, 0.3), touches), 2);
    // Deepest first: 1.498 + 0.5 is 2 mm short of the floor, 1.497 + 0.5 is 3 mm short of the wall.
    assert_near(touches[0].normal.y, 1.0, 1e-5);
    assert_near(touches[0].points[0].separation, 0.002, 1e-5);
    assert_near(touches[1].normal.x, -1.0, 1e-5);
    assert_near(touches[1].points[0].separation, 0.003, 1e-5);
    assert_int_equal(touch(room, &box, pose_at(1.503, -1.502, 0.3), touches), 2);
    assert_near(touches[0].normal.x, -1.0, 1e-5);
    assert_near(touches[0].points[0].separation, -0.003, 1e-5);
    assert_near(touches[1].normal.y, 1.0, 1e-5);
    assert_near(touches[1].points[0].separation, -0.002, 1e-5);
    assert_int_equal(touches[0].point_count, 4);
    assert_int_equal(touches[1].point_count, 4);
    tum_mesh3_destroy(room, NULL);
}

static void a_wall_standing_on_a_wider_floor_does_not_take_the_floor_away(void **state)
{
    (void)state;
    // The floor goes on beneath the wall x = 0.5, which the box has entered by 2 mm.
    const double points[] = {-3,  0,  -3, 3,   0,  -3, 3,   0, 3, -3,  0, 3,
                             0.5, -1, -3, 0.5, -1, 3,  0.5, 2, 3, 0.5, 2, -3};
    const uint32_t triangles[] = {0, 3, 2, 0, 2, 1, 4, 5, 6, 4, 6, 7};
    Mesh3 *mesh = create_mesh3(points, 8, triangles, 4, NULL);
    const Shape3 box = tum_shape3_box(vec3(0.5f, 0.5f, 0.5f));
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    assert_int_equal(touch(mesh, &box, pose_at(0.002, 0.497, 0.3), touches), 2);
    assert_near(touches[0].normal.y, 1.0, 1e-5);
    assert_int_equal(touches[0].point_count, 4);
    assert_near(touches[1].normal.x, -1.0, 1e-5);
    assert_int_equal(touches[1].point_count, 4);
    tum_mesh3_destroy(mesh, NULL);
}

static void a_deep_box_is_pushed_to_the_side_its_middle_is_on(void **state)
{
    (void)state;
    Mesh3 *floor = grid_mesh(6, 0.8, NULL);
    const Shape3 box = tum_shape3_box(vec3(0.5f, 0.5f, 0.5f));
    static const double heights[] = {0.3, 0.1, -0.1, -0.3};
    for (int i = 0; i < 4; i++) {
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        assert_int_equal(touch(floor, &box, pose_at(0.1, heights[i], 0.2), touches), 1);
        assert_near(touches[0].normal.y, heights[i] > 0.0 ? 1.0 : -1.0, 1e-5);
        assert_near(touches[0].points[0].separation, fabs(heights[i]) - 0.5, 1e-4);
    }
    tum_mesh3_destroy(floor, NULL);
}

static void a_mesh_box_rests_on_a_large_box_whose_middle_is_far(void **state)
{
    (void)state;
    // The mesh moves; the ground is the convex shape, its middle 40 m aside and half a metre down.
    Mesh3 *crate = box_mesh(0.5, 0.5, 0.5, false);
    const Shape3 ground = tum_shape3_box(vec3(50.0f, 0.5f, 50.0f));
    Random random = {23};
    for (int trial = 0; trial < 60; trial++) {
        const double depth = random_in(&random, -0.015, 0.01);
        const Pose3 ground_from_crate =
            pose_turned(random_in(&random, -40, 40), 1.0 - depth, random_in(&random, -40, 40), 0, 1,
                        0, random_in(&random, 0, 6.28));
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        const int count = touch(crate, &ground, pose3_inverse(ground_from_crate), touches);
        assert_int_equal(count, 1);
        assert_near(touches[0].normal.y, -1.0, 1e-4);
        assert_int_equal(touches[0].point_count, 4);
        for (int i = 0; i < 4; i++) {
            // 40 m away a float is worth 4 micrometres.
            assert_near(touches[0].points[i].separation, -depth, 5e-5);
            assert_near(fabs((double)touches[0].points[i].position.x), 0.5, 1e-3);
            assert_near(fabs((double)touches[0].points[i].position.z), 0.5, 1e-3);
        }
    }
    tum_mesh3_destroy(crate, NULL);
}

static void a_meshed_ball_on_a_large_box_is_only_pushed_up(void **state)
{
    (void)state;
    Mesh3 *ball = ball_mesh(0.5, 30, 40);
    const Shape3 ground = tum_shape3_box(vec3(50.0f, 0.5f, 50.0f));
    Random random = {29};
    for (int trial = 0; trial < 60; trial++) {
        Pose3 ground_from_ball = random_pose(&random, 30.0);
        ground_from_ball.position.y = (float)random_in(&random, 0.985, 0.998);
        const Pose3 pose = pose3_inverse(ground_from_ball);
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        const int count = touch(ball, &ground, pose, touches);
        assert_true(count >= 1);
        for (int i = 0; i < count; i++) {
            const Vec3 normal = quat_rotate(ground_from_ball.rotation, touches[i].normal);
            assert_true(normal.y < -0.9f);
            for (int k = 0; k < touches[i].point_count; k++) {
                assert_true(touches[i].points[k].separation > -0.03f);
            }
        }
    }
    tum_mesh3_destroy(ball, NULL);
}

static double foot_of_a_slope(double x, double z)
{
    (void)z;
    return x > 0.0 ? sqrt(3.0) * x : 0.0; // 60 degrees.
}

static void a_box_that_has_just_reached_a_slope_is_held_by_it(void **state)
{
    (void)state;
    Mesh3 *ground = grid_mesh(4, 2.0, foot_of_a_slope);
    const Shape3 box = tum_shape3_box(vec3(0.5f, 0.5f, 0.5f));
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    // The slope rises from x = 0, which the box has passed by 2 mm and sunk by 5. Sideways would be
    // the nearer way out, but leads through the floor. Square above the foot of the slope, the
    // side of the box is 2 mm / sin 60 away.
    assert_int_equal(touch(ground, &box, pose_at(-0.498, 0.495, 0.3), touches), 2);
    assert_near(touches[0].normal.y, 1.0, 1e-5);
    assert_near(touches[0].points[0].separation, -0.005, 1e-5);
    assert_near(touches[1].normal.x, -sqrt(0.75), 1e-5);
    assert_near(touches[1].normal.y, 0.5, 1e-5);
    assert_near(touches[1].points[0].separation, -0.002 / sqrt(0.75), 5e-5);
    tum_mesh3_destroy(ground, NULL);
}

static double slight_roof(double x, double z)
{
    (void)z;
    return -0.03 * fabs(x);
}

static void a_ball_on_a_slight_fold_gets_the_normal_of_a_face(void **state)
{
    (void)state;
    Mesh3 *roof = grid_mesh(4, 1.0, slight_roof);
    const Shape3 ball = tum_shape3_sphere(0.5f);
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    assert_int_equal(touch(roof, &ball, pose_at(0, 0.499, 0.3), touches), 1);
    assert_int_equal(touches[0].point_count, 1);
    assert_near(fabs((double)touches[0].normal.x), sin(atan(0.03)), 1e-4);
    assert_near(touches[0].points[0].separation, -0.001, 1e-4);
    tum_mesh3_destroy(roof, NULL);
}

static void names_last_while_a_box_barely_moves(void **state)
{
    (void)state;
    Mesh3 *floor = grid_mesh(9, 0.53, NULL);
    const Shape3 box = tum_shape3_box(vec3(0.5f, 0.5f, 0.5f));
    LocalManifold3 before[LOCAL_MANIFOLDS_MAX], after[LOCAL_MANIFOLDS_MAX];
    assert_int_equal(touch(floor, &box, pose_turned(0.1, 0.497, 0.2, 0, 1, 0, 0.3), before), 1);
    assert_int_equal(
        touch(floor, &box, pose_turned(0.1001, 0.4969, 0.2001, 0, 1, 0, 0.3001), after), 1);
    for (int i = 0; i < 4; i++) {
        int at = -1;
        for (int k = 0; k < 4; k++) {
            at = after[0].points[k].feature == before[0].points[i].feature ? k : at;
        }
        assert_true(at >= 0);
        const Vec3 moved = vec3_sub(after[0].points[at].position, before[0].points[i].position);
        assert_true(vec3_length(moved) < 1e-3f);
    }
    tum_mesh3_destroy(floor, NULL);
}

static void the_corners_of_a_sliding_box_keep_their_names_across_seams(void **state)
{
    (void)state;
    Mesh3 *floor = grid_mesh(20, 0.23, NULL);
    const Shape3 box = tum_shape3_box(vec3(0.5f, 0.5f, 0.5f));
    LocalManifold3 first[LOCAL_MANIFOLDS_MAX], touches[LOCAL_MANIFOLDS_MAX];
    assert_int_equal(touch(floor, &box, pose_at(0, 0.497, 0), first), 1);
    for (int step = 1; step < 50; step++) {
        assert_int_equal(touch(floor, &box, pose_at(0.017 * step, 0.497, 0.011 * step), touches),
                         1);
        int kept = 0;
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 4; k++) {
                kept += touches[0].points[k].feature == first[0].points[i].feature;
            }
        }
        assert_int_equal(kept, 4);
    }
    tum_mesh3_destroy(floor, NULL);
}

static double rough(double x, double z)
{
    return 0.3 * sin(3.0 * x) * cos(2.0 * z) + 0.1 * sin(11.0 * x + 5.0 * z);
}

static void any_pose_on_rough_ground_gives_sound_answers_and_the_same_twice(void **state)
{
    (void)state;
    Mesh3 *ground = grid_mesh(40, 0.15, rough);
    Hull3 *hull = box_hull(0.4, 0.5, 0.3);
    Kind kinds[KINDS];
    make_kinds(kinds, hull);
    Random random = {31};
    int touching = 0;
    for (int trial = 0; trial < 600; trial++) {
        Pose3 pose = random_pose(&random, 2.0);
        pose.position.y = (float)random_in(&random, -0.3, 0.9);
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX], again[LOCAL_MANIFOLDS_MAX];
        memset(touches, 0, sizeof touches);
        memset(again, 0, sizeof again);
        const int count = touch(ground, &kinds[trial % KINDS].shape, pose, touches);
        assert_int_equal(touch(ground, &kinds[trial % KINDS].shape, pose, again), count);
        for (int i = 0; i < count; i++) {
            assert_int_equal(touches[i].point_count, again[i].point_count);
            assert_memory_equal(&touches[i].normal, &again[i].normal, sizeof touches[i].normal);
            assert_memory_equal(touches[i].points, again[i].points,
                                (size_t)touches[i].point_count * sizeof(LocalPoint3));
        }
        touching += count > 0;
    }
    assert_true(touching > 200);
    tum_hull3_destroy(hull, NULL);
    tum_mesh3_destroy(ground, NULL);
}

static void what_is_out_of_reach_does_not_touch(void **state)
{
    (void)state;
    Mesh3 *floor = grid_mesh(4, 1.0, NULL);
    Hull3 *hull = box_hull(0.4, 0.5, 0.3);
    Kind kinds[KINDS];
    make_kinds(kinds, hull);
    LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
    for (int k = 0; k < KINDS; k++) {
        assert_int_equal(touch(floor, &kinds[k].shape, pose_at(0, 0.521, 0), touches), 0);
        assert_int_equal(touch(floor, &kinds[k].shape, pose_at(3.1, 0.4, 0), touches), 0);
    }
    tum_hull3_destroy(hull, NULL);
    tum_mesh3_destroy(floor, NULL);
}

// So that it need not be asked again before one of them has moved this far.
static void what_does_not_touch_is_told_how_far_the_mesh_is(void **state)
{
    (void)state;
    Mesh3 *floor = grid_mesh(16, 0.3, NULL);
    const Shape3 ground = tum_shape3_mesh(floor);
    Hull3 *hull = box_hull(0.4, 0.5, 0.3);
    Kind kinds[KINDS];
    make_kinds(kinds, hull);
    for (int k = 0; k < KINDS; k++) {
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        PairCache3 cache = {0};
        const Pose3 near = pose_at(0.1, 0.6, 0.2), far = pose_at(0.1, 5.0, 0.2);
        assert_int_equal(tum_collide_mesh_convex3(widest_pairs3()->near, &ground, &kinds[k].shape,
                                                  near, margin, &cache, touches),
                         0);
        assert_near(cache.apart, 0.1, 1e-6);
        assert_int_equal(tum_collide_mesh_convex3(widest_pairs3()->near, &ground, &kinds[k].shape,
                                                  far, margin, &cache, touches),
                         0);
        assert_between(cache.apart, 0.2, 4.5);
    }
    tum_hull3_destroy(hull, NULL);
    tum_mesh3_destroy(floor, NULL);
}

// From no point of the mesh, sampled densely, to the box.
static void the_distance_told_is_never_too_large(void **state)
{
    (void)state;
    Mesh3 *mesh = ball_mesh(0.5, 8, 12);
    const Shape3 ball = tum_shape3_mesh(mesh);
    const Vec3 half = {0.3f, 0.2f, 0.1f};
    const Shape3 box = tum_shape3_box(half);
    Random random = {12};
    int told = 0;
    for (int i = 0; i < 400; i++) {
        const Pose3 pose = random_pose(&random, 0.7);
        LocalManifold3 touches[LOCAL_MANIFOLDS_MAX];
        PairCache3 cache = {0};
        if (tum_collide_mesh_convex3(widest_pairs3()->near, &ball, &box, pose, margin, &cache,
                                     touches) > 0 ||
            cache.apart < margin) {
            continue;
        }
        told++;
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            for (int k = 0; k <= 100; k++) {
                const float u = 0.1f * (float)(k / 10), v = (1.0f - u) * 0.1f * (float)(k % 10);
                const Vec3 a = mesh3_corner(mesh, t, 0);
                const Vec3 ab = vec3_sub(mesh3_corner(mesh, t, 1), a);
                const Vec3 ac = vec3_sub(mesh3_corner(mesh, t, 2), a);
                const Vec3 point = vec3_add_scaled(vec3_add_scaled(a, ab, u), ac, v);
                const Vec3 outside = vec3_sub(vec3_absolute(pose3_untransform(pose, point)), half);
                const Vec3 away = vec3_maximum(outside, (Vec3){0.0f, 0.0f, 0.0f});
                assert_between(vec3_length(away), cache.apart - 1e-6f, 10.0);
            }
        }
    }
    assert_in_range(told, 50, 400);
    tum_mesh3_destroy(mesh, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_convex_kind_rests_on_flat_ground),
        cmocka_unit_test(a_box_stands_on_its_four_corners),
        cmocka_unit_test(nothing_pushes_sideways_on_a_floor_of_triangles),
        cmocka_unit_test(a_tilted_box_touches_with_its_lowest_edge_and_no_sideways_push),
        cmocka_unit_test(a_ball_rolls_on_one_point_under_its_center),
        cmocka_unit_test(a_ball_over_an_edge_is_pushed_from_the_edge),
        cmocka_unit_test(a_capsule_lies_on_two_points),
        cmocka_unit_test(a_capsule_lies_along_the_top_of_a_wall),
        cmocka_unit_test(a_wide_box_rests_on_the_rim_of_a_narrow_closed_mesh),
        cmocka_unit_test(a_box_slides_off_a_closed_mesh_without_meeting_its_sides_from_within),
        cmocka_unit_test(a_plank_on_a_finely_meshed_ball_is_only_pushed_up),
        cmocka_unit_test(a_box_inside_a_room_is_held_by_floor_and_walls),
        cmocka_unit_test(a_wall_standing_on_a_wider_floor_does_not_take_the_floor_away),
        cmocka_unit_test(a_deep_box_is_pushed_to_the_side_its_middle_is_on),
        cmocka_unit_test(a_mesh_box_rests_on_a_large_box_whose_middle_is_far),
        cmocka_unit_test(a_meshed_ball_on_a_large_box_is_only_pushed_up),
        cmocka_unit_test(a_box_that_has_just_reached_a_slope_is_held_by_it),
        cmocka_unit_test(a_ball_on_a_slight_fold_gets_the_normal_of_a_face),
        cmocka_unit_test(names_last_while_a_box_barely_moves),
        cmocka_unit_test(the_corners_of_a_sliding_box_keep_their_names_across_seams),
        cmocka_unit_test(any_pose_on_rough_ground_gives_sound_answers_and_the_same_twice),
        cmocka_unit_test(what_is_out_of_reach_does_not_touch),
        cmocka_unit_test(what_does_not_touch_is_told_how_far_the_mesh_is),
        cmocka_unit_test(the_distance_told_is_never_too_large),
    };
    return cmocka_run_group_tests_name("mesh_convex3", tests, NULL, NULL);
}
