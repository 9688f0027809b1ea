// SPDX-License-Identifier: MIT
// Hulls with cells and meshes of tetrahedra touch as the solids and surfaces they stand for.
#include "shape4/hull4.h"
#include "shape4/mesh4.h"
#include "shape4/shape_build4.h"
#include "tests/support/contacts4.h"

static Hull4 *box_hull(double x, double y, double z, double w)
{
    double points[64];
    for (int i = 0; i < 16; ++i) {
        points[4 * i] = i & 1 ? x : -x;
        points[4 * i + 1] = i & 2 ? y : -y;
        points[4 * i + 2] = i & 4 ? z : -z;
        points[4 * i + 3] = i & 8 ? w : -w;
    }
    return tum_hull4_create(points, 16, NULL);
}

static void a_tesseract_has_eight_cubes(void **state)
{
    (void)state;
    Hull4 *hull = box_hull(1, 2, 3, 4);
    assert_non_null(hull);
    assert_int_equal(hull->vertex_count, 16);
    assert_int_equal(hull->cell_count, 8);
    assert_int_equal(hull->face_count, 24);
    for (uint32_t c = 0; c < 8; ++c) {
        // A cube has twelve edges and six faces, over each of which lies another cube.
        assert_int_equal(hull->rim_first[c + 1] - hull->rim_first[c], 12);
        assert_int_equal(hull->side_first[c + 1] - hull->side_first[c], 6);
    }
    assert_near(hull->inner, 1, 1e-12);
    assert_near(hull->bounding_radius, sqrt(30), 1e-12);
    tum_hull4_destroy(hull, NULL);
}

// 24 points on each of two circles: a duocylinder's hull, 576 vertices.
// As files write it that have a vertex for each cell that meets there, in single precision.
static void corners_may_be_repeated(void **state)
{
    (void)state;
    const DRotation4 turn = drotation4_exp((DBivec4){.xw = 0.4, .yz = 0.3});
    double points[4 * 64];
    for (int i = 0; i < 64; ++i) {
        const DVec4 corner = {(i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 1 : -1,
                              (i & 8) != 0 ? 1 : -1};
        const DVec4 p = drotation4_rotate(turn, corner);
        const double shift = 1e-7 * (i / 16);
        points[4 * i] = (double)(float)p.x;
        points[4 * i + 1] = (double)(float)p.y + shift;
        points[4 * i + 2] = (double)(float)p.z;
        points[4 * i + 3] = (double)(float)p.w;
    }
    Hull4 *hull = tum_hull4_create(points, 64, NULL);
    assert_non_null(hull);
    assert_int_equal(hull->vertex_count, 16);
    assert_int_equal(hull->cell_count, 8);
    tum_hull4_destroy(hull, NULL);
}

static void climbing_finds_the_farthest_vertex(void **state)
{
    (void)state;
    static double points[4 * 576];
    for (int i = 0; i < 576; ++i) {
        const double a = i % 24 * (PI / 12), b = i / 24 * (PI / 12);
        const double p[4] = {cos(a), sin(a), 2 * cos(b), 2 * sin(b)};
        memcpy(&points[4 * i], p, sizeof p);
    }
    Hull4 *hull = tum_hull4_create(points, 576, NULL);
    assert_non_null(hull);
    assert_int_equal(hull->cell_count, 48);
    Random random = {7};
    for (int i = 0; i < 500; ++i) {
        const DVec4 d = random_vec4(&random, -1, 1);
        double most = -INFINITY;
        for (uint32_t v = 0; v < hull->vertex_count; ++v) {
            most = fmax(most, dvec4_dot(hull4_vertex(hull, v), d));
        }
        assert_near(dvec4_dot(hull4_vertex(hull, tum_hull4_support(hull, d)), d), most, 1e-12);
    }
    tum_hull4_destroy(hull, NULL);
}

// A box and the hull of its corners are one shape; so are their contacts.
static void a_hull_of_a_box_touches_like_the_box(void **state)
{
    (void)state;
    Random random = {11};
    const Shape4 box = tum_shape4_box(dvec4(0.5, 0.4, 0.6, 0.7));
    Hull4 *corners = box_hull(0.5, 0.4, 0.6, 0.7);
    const Shape4 hull = tum_shape4_hull(corners);
    const Shape4 ground = tum_shape4_box(dvec4(4, 1, 4, 4));
    int touching = 0;
    for (int i = 0; i < 200; ++i) {
        // Flat on one of its cells, turned about the normal, or any way at all.
        const double turn = random_in(&random, -3, 3), tilt = random_in(&random, -3, 3);
        const DRotation4 rotation = i % 2 == 0 ? drotation4_exp((DBivec4){.xz = turn, .zw = tilt})
                                               : random_rotation(&random);
        DPose4 pose = {random_vec4(&random, -1, 1), rotation};
        pose.position.y = 1 + (i % 2 == 0 ? 0.4 : 0.7) - random_in(&random, 0.0, 0.05);
        const DPose4 nowhere = at_place(0, 0, 0, 0);
        const Contact expected = touch_of(&ground, nowhere, &box, pose, 0.02);
        const Contact found = touch_of(&ground, nowhere, &hull, pose, 0.02);
        assert_int_equal(found.count, expected.count);
        if (found.count == 0) {
            continue;
        }
        ++touching;
        if (i % 2 == 0) {
            assert_int_equal(expected.point_count, 8);
            assert_int_equal(found.point_count, 8);
        }
        assert_near(found.deepest, expected.deepest, 1e-4);
        assert_vec4_near(found.normal, expected.normal, 1e-4);
    }
    assert_in_range(touching, 110, 200);
    tum_hull4_destroy(corners, NULL);
}

static void a_hull_stands_on_a_plane_with_the_corners_of_its_cell(void **state)
{
    (void)state;
    Hull4 *corners = box_hull(0.5, 0.5, 0.5, 0.5);
    const Shape4 hull = tum_shape4_hull(corners), plane = tum_shape4_plane();
    const Contact found =
        touch_of(&plane, at_place(0, 0, 0, 0), &hull, at_place(3, 0.49, 0, 1), 0.02);
    assert_int_equal(found.point_count, 8);
    for (int i = 0; i < 8; ++i) {
        assert_near(found.separations[i], -0.01, 1e-6);
        assert_near(found.points[i].y, -0.005, 1e-6);
    }
    tum_hull4_destroy(corners, NULL);
}

enum { GRID = 5 };

/// The surface y = height(x, z, w) over a grid of 4 x 4 x 4 cubes of 1 m around the origin, each
/// cut into five tetrahedra as heightmaps are.
typedef struct Ground {
    double points[GRID * GRID * GRID * 4];
    uint32_t cells[(GRID - 1) * (GRID - 1) * (GRID - 1) * 20];
} Ground;

static Mesh4 *make_ground(Ground *ground, double (*height)(double x, double z, double w))
{
    for (int i = 0; i < GRID * GRID * GRID; ++i) {
        const double x = i % GRID - 2.0, z = i / GRID % GRID - 2.0, w = i / GRID / GRID - 2.0;
        const double p[4] = {x, height(x, z, w), z, w};
        memcpy(&ground->points[4 * i], p, sizeof p);
    }
    // Corner k of a cube lies k & 1 along x, k & 2 along z, k & 4 along w.
    static const int even[5][4] = {
        {0, 3, 5, 6}, {1, 0, 3, 5}, {2, 0, 3, 6}, {4, 0, 5, 6}, {7, 3, 5, 6}};
    size_t n = 0;
    for (int c = 0; c < (GRID - 1) * (GRID - 1) * (GRID - 1); ++c) {
        const int x = c % (GRID - 1), z = c / (GRID - 1) % (GRID - 1),
                  w = c / (GRID - 1) / (GRID - 1);
        // Where the cube's first corner is odd, the other four are even.
        const int flip = (x + z + w) & 1 ? 7 : 0;
        for (int t = 0; t < 5; ++t) {
            for (int k = 0; k < 4; ++k) {
                const int corner = even[t][k] ^ flip;
                const int at = (x + (corner & 1)) + GRID * (z + (corner >> 1 & 1)) +
                               GRID * GRID * (w + (corner >> 2));
                ground->cells[n++] = (uint32_t)at;
            }
        }
    }
    return tum_mesh4_create(ground->points, GRID * GRID * GRID, ground->cells, n / 4, NULL);
}

static double flat_height(double x, double z, double w)
{
    (void)x;
    (void)z;
    (void)w;
    return 0;
}

static double fold_height(double x, double z, double w)
{
    (void)z;
    (void)w;
    return 0.5 * fabs(x);
}

static void a_query_finds_what_a_look_at_each_finds(void **state)
{
    (void)state;
    static Ground ground;
    Mesh4 *mesh = make_ground(&ground, flat_height);
    assert_non_null(mesh);
    assert_int_equal(mesh->tetrahedron_count, 320);
    // Whatever a ball at any place touches is flat ground, as deep as the ball reaches.
    const Shape4 shape = tum_shape4_mesh(mesh), ball = ball_shape4(0.3);
    Random random = {3};
    for (int i = 0; i < 300; ++i) {
        DPose4 pose = {random_vec4(&random, -1.9, 1.9), DROTATION4_IDENTITY};
        pose.position.y = random_in(&random, -0.29, 0.29);
        const double y = pose.position.y;
        const Contact found = touch_of(&shape, at_place(0, 0, 0, 0), &ball, pose, 0.01);
        assert_int_equal(found.count, 1);
        assert_near(found.deepest, fabs(y) - 0.3, 1e-4);
        assert_vec4_near(found.normal, dvec4(0, y < 0 ? -1 : 1, 0, 0), 1e-4);
    }
    tum_mesh4_destroy(mesh, NULL);
}

static void a_box_on_a_mesh_of_many_cells_stands_on_its_corners(void **state)
{
    (void)state;
    static Ground ground;
    Mesh4 *mesh = make_ground(&ground, flat_height);
    const Shape4 shape = tum_shape4_mesh(mesh), box = tum_shape4_box(dvec4(0.7, 0.5, 0.8, 0.6));
    Random random = {5};
    for (int i = 0; i < 20; ++i) {
        DPose4 pose = {random_vec4(&random, -0.5, 0.5),
                       drotation4_exp((DBivec4){.xz = random_in(&random, -3, 3),
                                                .zw = random_in(&random, -3, 3)})};
        pose.position.y = 0.497;
        const Contact found = touch_of(&shape, at_place(0, 0, 0, 0), &box, pose, 0.02);
        assert_int_equal(found.count, 1);
        assert_int_equal(found.point_count, 8);
        assert_vec4_near(found.normal, dvec4(0, 1, 0, 0), 1e-4);
        for (int k = 0; k < 8; ++k) {
            assert_near(found.separations[k], -0.003, 1e-5);
            // Each is a corner of the box, or no farther from it than a hundredth of the contact's
            // extent, 2.4 m, which is what counts as apart.
            const DVec4 local = dpose4_transform(dpose4_inverse(pose), found.points[k]);
            assert_near(fabs(local.x), 0.7, 0.025);
            assert_near(fabs(local.z), 0.8, 0.025);
            assert_near(fabs(local.w), 0.6, 0.025);
        }
    }
    tum_mesh4_destroy(mesh, NULL);
}

static void a_ball_in_a_fold_touches_both_sides(void **state)
{
    (void)state;
    static Ground ground;
    Mesh4 *mesh = make_ground(&ground, fold_height);
    const Shape4 shape = tum_shape4_mesh(mesh), ball = ball_shape4(0.3);
    // Slopes of 1:2 on either side: the middle is 0.3 sqrt(1.25) above the fold.
    const double y = 0.3 * sqrt(1.25) - 0.001;
    LocalManifold4 touches[LOCAL_MANIFOLDS_MAX4];
    PairCache4 cache = {.kind = 0};
    const int count =
        tum_collide4(&shape, &ball, pose4_narrow(at_place(0, y, 0.3, 0.2)), 0.01f, &cache, touches);
    assert_int_equal(count, 2);
    for (int i = 0; i < 2; ++i) {
        assert_near(fabs((double)touches[i].normal.x), 0.5 / sqrt(1.25), 1e-4);
        assert_near(touches[i].normal.y, 1 / sqrt(1.25), 1e-4);
    }
    assert_true(touches[0].normal.x * touches[1].normal.x < 0);
    tum_mesh4_destroy(mesh, NULL);
}

static void a_ball_beside_the_rim_is_pushed_away_from_it(void **state)
{
    (void)state;
    static Ground ground;
    Mesh4 *mesh = make_ground(&ground, flat_height);
    const Shape4 shape = tum_shape4_mesh(mesh), ball = ball_shape4(0.5);
    // The mesh ends at x = 2: from its rim the middle is (0.3, 0.4) away, just 0.5.
    const Contact found =
        touch_of(&shape, at_place(0, 0, 0, 0), &ball, at_place(2.3, 0.4, 0.1, 0.2), 0.01);
    assert_int_equal(found.count, 1);
    assert_near(found.deepest, 0, 1e-5);
    assert_vec4_near(found.normal, dvec4(0.6, 0.8, 0, 0), 1e-4);
    tum_mesh4_destroy(mesh, NULL);
}

static void meshes_stand_on_planes_and_on_each_other(void **state)
{
    (void)state;
    static Ground ground, lid;
    Mesh4 *mesh = make_ground(&ground, flat_height), *other = make_ground(&lid, fold_height);
    const Shape4 shape = tum_shape4_mesh(mesh), folded = tum_shape4_mesh(other);
    const Shape4 plane = tum_shape4_plane();
    const Contact flat =
        touch_of(&plane, at_place(0, 0, 0, 0), &shape, at_place(0, -0.01, 0, 0), 0.02);
    assert_int_equal(flat.count, 1);
    assert_int_equal(flat.point_count, 8);
    assert_near(flat.deepest, -0.01, 1e-6);
    assert_vec4_near(flat.normal, dvec4(0, 1, 0, 0), 1e-6);
    // The fold's valley lies 5 mm over the flat one: all along z and w.
    const Contact fold =
        touch_of(&shape, at_place(0, 0, 0, 0), &folded, at_place(0, 0.005, 0, 0), 0.02);
    assert_true(fold.count >= 1);
    assert_near(fold.deepest, 0.005, 1e-4);
    assert_vec4_near(fold.normal, dvec4(0, 1, 0, 0), 1e-3);
    tum_mesh4_destroy(mesh, NULL);
    tum_mesh4_destroy(other, NULL);
}

static void shapes_of_scenes_are_built_whole_or_not_at_all(void **state)
{
    (void)state;
    const double scale[4] = {1, 1, 1, 1};
    // Two rolls that share Y and Z: an intersection, whose reach is known.
    const TumCurve curves[2] = {{{0.5, 0.5, 0, 0}, 2}, {{0, 0.5, 0.5, 0}, 2}};
    const TumShape crossing = {
        .kind = TUM_SHAPE_GENERAL, .size = {0, 0, 0, 1}, .curve_count = 2, .mesh = -1};
    const TumShape ray = {.kind = TUM_SHAPE_RAY, .mesh = -1};
    const TumShape empty = {.kind = TUM_SHAPE_CONVEX, .mesh = -1};
    Shape4 shape;
    assert_int_equal(tum_shape4_create(&ray, NULL, NULL, scale, NULL, &shape), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_shape4_create(&empty, NULL, NULL, scale, NULL, &shape), TUM_ERROR_INPUT);
    Counting counting = {.fail_after = SIZE_MAX};
    const TumAllocator allocator = counting_allocator(&counting);
    assert_int_equal(tum_shape4_create(&crossing, curves, NULL, scale, &allocator, &shape), TUM_OK);
    const DVec4 support = tum_shape4_support(&shape, dvec4(0, 1, 0, 0));
    assert_near(support.y, 0.5, 0.01);
    assert_true(shape.hull != NULL && shape.hull->cell_count > 0);
    const size_t needed = counting.allocations;
    tum_shape4_destroy(&shape, &allocator);
    assert_int_equal(counting.blocks, 0);
    for (size_t i = 0; i < needed; ++i) {
        counting.allocations = 0;
        counting.fail_after = i;
        assert_int_equal(tum_shape4_create(&crossing, curves, NULL, scale, &allocator, &shape),
                         TUM_ERROR_MEMORY);
        assert_int_equal(counting.blocks, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tesseract_has_eight_cubes),
        cmocka_unit_test(corners_may_be_repeated),
        cmocka_unit_test(climbing_finds_the_farthest_vertex),
        cmocka_unit_test(a_hull_of_a_box_touches_like_the_box),
        cmocka_unit_test(a_hull_stands_on_a_plane_with_the_corners_of_its_cell),
        cmocka_unit_test(a_query_finds_what_a_look_at_each_finds),
        cmocka_unit_test(a_box_on_a_mesh_of_many_cells_stands_on_its_corners),
        cmocka_unit_test(a_ball_in_a_fold_touches_both_sides),
        cmocka_unit_test(a_ball_beside_the_rim_is_pushed_away_from_it),
        cmocka_unit_test(meshes_stand_on_planes_and_on_each_other),
        cmocka_unit_test(shapes_of_scenes_are_built_whole_or_not_at_all),
    };
    return cmocka_run_group_tests_name("mesh4", tests, NULL, NULL);
}
