// SPDX-License-Identifier: MIT
// How deep shapes overlap, against closed forms.
#include "bench/solid.h"
#include "tests/support/support.h"

static SolidShape shape_of(TumShape shape, TumMesh mesh)
{
    const double one[3] = {1, 1, 1};
    const TumScene scene = {
        .dimension = 3, .shapes = &shape, .shape_count = 1, .meshes = &mesh, .mesh_count = 1};
    SolidShape made;
    solid_shape_init(&made, &scene, 0, one);
    assert_true(made.is_known);
    return made;
}

static SolidShape box(double x, double y, double z)
{
    return shape_of((TumShape){.kind = TUM_SHAPE_BOX, .size = {x, y, z}}, (TumMesh){0});
}

static SolidShape sphere(double radius)
{
    return shape_of((TumShape){.kind = TUM_SHAPE_SPHERE, .radius = radius}, (TumMesh){0});
}

static SolidShape capsule(double radius, double height)
{
    return shape_of((TumShape){.kind = TUM_SHAPE_CAPSULE,
                               .height = height,
                               .radius_bottom = radius,
                               .radius_top = radius},
                    (TumMesh){0});
}

static SolidShape cylinder(double bottom, double top, double height)
{
    return shape_of((TumShape){.kind = TUM_SHAPE_CYLINDER,
                               .height = height,
                               .radius_bottom = bottom,
                               .radius_top = top},
                    (TumMesh){0});
}

// At a place, turned about a coordinate axis.
static Solid at(const SolidShape *shape, double x, double y, double z, int axis, double angle)
{
    const double position[3] = {x, y, z};
    double q[4] = {0, 0, 0, cos(angle / 2)};
    q[axis] = sin(angle / 2);
    const SolidPose pose = solid_pose(position, q);
    Solid solid;
    solid_place(&solid, shape, &pose);
    return solid;
}

static double depth(Solid a, Solid b)
{
    const double there = solid_depth(&a, &b), back = solid_depth(&b, &a);
    assert_near(there, back, 1e-12); // whoever is asked first
    return there;
}

static void boxes_overlap_by_the_least_way_out(void **state)
{
    (void)state;
    const SolidShape cube = box(1, 1, 1);
    assert_near(depth(at(&cube, 0, 0, 0, 0, 0), at(&cube, 0.9, 0.3, 0.2, 0, 0)), 0.1, 1e-12);
    assert_near(depth(at(&cube, 0, 0, 0, 0, 0), at(&cube, 1.001, 0.3, 0.2, 0, 0)), 0.0, 0.0);
}

static void crossed_edges_overlap_along_their_common_normal(void **state)
{
    (void)state;
    // Cubes on an edge each reach sqrt(1/2) up and down; these two edges cross at a right angle.
    const SolidShape cube = box(1, 1, 1);
    const double eighth = atan(1.0);
    assert_near(depth(at(&cube, 0, 0, 0, 0, eighth), at(&cube, 0, 1.4, 0, 2, eighth)),
                2 * sqrt(0.5) - 1.4, 1e-12);
    assert_near(depth(at(&cube, 0, 0, 0, 0, eighth), at(&cube, 0, 1.42, 0, 2, eighth)), 0.0, 0.0);
}

static void a_ball_overlaps_a_face_an_edge_and_a_corner_by_its_distance(void **state)
{
    (void)state;
    const SolidShape cube = box(1, 1, 1), ball = sphere(0.4);
    const Solid base = at(&cube, 0, 0, 0, 0, 0);
    assert_near(depth(base, at(&ball, 0.2, 0.89, 0, 0, 0)), 0.4 - 0.39, 1e-12);
    assert_near(depth(base, at(&ball, 0.7, 0.7, 0, 0, 0)), 0.4 - 0.2 * sqrt(2), 1e-12);
    assert_near(depth(base, at(&ball, 0.7, 0.7, 0.7, 0, 0)), 0.4 - 0.2 * sqrt(3), 1e-12);
    // Inside, the way out of its centre is added.
    assert_near(depth(base, at(&ball, 0.4, 0.1, 0, 0, 0)), 0.4 + 0.1, 1e-12);
}

static void a_capsule_is_as_near_as_the_nearest_of_its_segment(void **state)
{
    (void)state;
    const SolidShape cube = box(1, 1, 1), pill = capsule(0.25, 2.0);
    const Solid base = at(&cube, 0, 0, 0, 0, 0);
    const double quarter = 2 * atan(1.0);
    // Lies over the cube along x, wide of both sides.
    assert_near(depth(base, at(&pill, 0, 0.7, 0, 2, quarter)), 0.25 - 0.2, 1e-9);
    // Two that cross at a right angle, 0.4 apart.
    assert_near(depth(at(&pill, 0, 0, 0, 2, quarter), at(&pill, 0, 0.4, 0, 0, quarter)), 0.1, 1e-9);
    // Two in a row: their ends are 0.3 apart.
    assert_near(depth(at(&pill, 0, 0, 0, 0, 0), at(&pill, 0, 2.3, 0, 0, 0)), 0.2, 1e-9);
}

static void a_hull_of_a_cubes_corners_is_a_cube(void **state)
{
    (void)state;
    double points[24];
    for (int i = 0; i < 24; ++i) {
        points[i] = (i / 3 >> i % 3 & 1) != 0 ? 0.5 : -0.5;
    }
    const SolidShape hull = shape_of((TumShape){.kind = TUM_SHAPE_CONVEX, .mesh = 0},
                                     (TumMesh){.points = points, .point_count = 8});
    assert_int_equal(hull.normal_count, 3);
    const SolidShape cube = box(1, 1, 1);
    for (int i = 0; i < 20; ++i) {
        const double x = 0.6 + 0.05 * i, angle = 0.1 * i;
        assert_near(depth(at(&cube, 0, 0, 0, 0, 0), at(&hull, x, 0.2, 0.1, 1, angle)),
                    depth(at(&cube, 0, 0, 0, 0, 0), at(&cube, x, 0.2, 0.1, 1, angle)), 1e-12);
    }
}

// The prism has 32 sides: radii are right to a quarter of a hundredth.
static void a_cylinder_overlaps_by_its_caps_and_by_its_radius(void **state)
{
    (void)state;
    const SolidShape drum = cylinder(0.5, 0.5, 1.0), cube = box(1, 1, 1), ball = sphere(0.2);
    const Solid base = at(&drum, 0, 0, 0, 0, 0);
    assert_near(depth(base, at(&cube, 0.1, 0.95, 0.2, 1, 0.3)), 0.05, 1e-12);
    assert_near(depth(base, at(&cube, 0.98, 0, 0, 0, 0)), 0.02, 0.0025 * 0.5);
    assert_near(depth(base, at(&drum, 0.9, 0.1, 0.3, 1, 0.2)), 1.0 - hypot(0.9, 0.3), 0.0025);
    assert_near(depth(base, at(&ball, 0.1, 0.65, 0.2, 0, 0)), 0.05, 1e-9);
    assert_near(depth(base, at(&ball, 0.66, 0.1, 0, 0, 0)), 0.04, 0.0025 * 0.5);
}

static void a_cone_overlaps_along_its_slope(void **state)
{
    (void)state;
    // The slope of a cone as wide as high is at the distance sqrt(1/5) / 2 from the middle of its
    // axis, and falls by 2 to 1.
    const SolidShape cone = cylinder(0.5, 0.0, 1.0), ball = sphere(0.1);
    const double far = sqrt(0.2) / 2 + 0.08, x = 2 / sqrt(5) * far, y = 1 / sqrt(5) * far;
    assert_near(depth(at(&cone, 0, 0, 0, 0, 0), at(&ball, x, y, 0, 0, 0)), 0.02, 0.0025 * 0.5);
    assert_near(depth(at(&cone, 0, 0, 0, 0, 0), at(&ball, 0, 0.58, 0, 0, 0)), 0.02, 1e-9);
}

static void a_tapered_capsule_is_the_hull_of_its_two_balls(void **state)
{
    (void)state;
    const SolidShape taper = shape_of(
        (TumShape){
            .kind = TUM_SHAPE_CAPSULE, .height = 1.0, .radius_bottom = 0.5, .radius_top = 0.2},
        (TumMesh){0});
    const SolidShape ball = sphere(0.1), cube = box(1, 1, 1);
    const Solid base = at(&taper, 0, 0, 0, 0, 0);
    assert_near(depth(base, at(&ball, 0, 0.78, 0, 0, 0)), 0.02, 1e-9);
    assert_near(depth(base, at(&ball, 0, -1.08, 0, 0, 0)), 0.02, 1e-9);
    // The line that touches both circles leans by asin 0.3; the ball's centre is 0.08 off it.
    const double sine = 0.3, cosine = sqrt(1 - sine * sine), radius = 0.35;
    const double x = cosine * (radius + 0.08), y = sine * (radius + 0.08);
    assert_near(depth(base, at(&ball, x, y, 0, 0, 0)), 0.02, 1e-9);
    assert_near(depth(base, at(&cube, 0.98, -0.5, 0, 0, 0)), 0.02, 1e-9);
}

static void a_capsule_overlaps_a_hull_by_the_distance_of_its_segment(void **state)
{
    (void)state;
    const SolidShape pill = capsule(0.2, 0.4), cone = cylinder(0.5, 0.0, 1.0);
    // Lies above the apex.
    assert_near(depth(at(&cone, 0, 0, 0, 0, 0), at(&pill, 0.1, 0.65, 0, 2, 2 * atan(1.0))), 0.05,
                1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_overlap_by_the_least_way_out),
        cmocka_unit_test(crossed_edges_overlap_along_their_common_normal),
        cmocka_unit_test(a_ball_overlaps_a_face_an_edge_and_a_corner_by_its_distance),
        cmocka_unit_test(a_capsule_is_as_near_as_the_nearest_of_its_segment),
        cmocka_unit_test(a_hull_of_a_cubes_corners_is_a_cube),
        cmocka_unit_test(a_cylinder_overlaps_by_its_caps_and_by_its_radius),
        cmocka_unit_test(a_cone_overlaps_along_its_slope),
        cmocka_unit_test(a_tapered_capsule_is_the_hull_of_its_two_balls),
        cmocka_unit_test(a_capsule_overlaps_a_hull_by_the_distance_of_its_segment),
    };
    return cmocka_run_group_tests_name("solid", tests, NULL, NULL);
}
