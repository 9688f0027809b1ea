// SPDX-License-Identifier: MIT
// Shapes in 4D reach as far along every direction as their definition says.
#include "tests/support/shapes4.h"

static DVec4 random_direction(Random *random)
{
    const DVec4 v = {random_in(random, -1, 1), random_in(random, -1, 1), random_in(random, -1, 1),
                     random_in(random, -1, 1)};
    return dvec4_normalize_or(v, dvec4(1, 0, 0, 0));
}

static double reach(const Shape4 *shape, DVec4 direction)
{
    return dvec4_dot(tum_shape4_support(shape, direction), direction);
}

static void the_deepest_point_below_a_plane_is_that_of_the_reference(void **state)
{
    (void)state;
    Reference reference = reference_open("plane_shape");
    const char *item = NULL;
    while ((item = reference_next(&reference, item)) != NULL) {
        Object4 body;
        reference_object4(item, "body", &body);
        const DVec4 normal = reference_vec4(item, "planeNormal");
        const DVec4 down = dmat4_transform_transposed(body.rotation, dvec4_negate(normal));
        const DVec4 deepest = dvec4_add(
            body.position, dmat4_transform(body.rotation, tum_shape4_support(&body.shape, down)));
        assert_near(dvec4_dot(deepest, normal) - reference_number(item, "planeOffset"),
                    reference_number(item, "separation"), 1e-9);
        assert_vec4_near(deepest, reference_vec4(item, "deepest"), 1e-9);
    }
    reference_close(&reference);
}

// Membership of docs/formats.md#g4mf, for curves that share no axis.
static bool is_inside(const double half[4], const TumCurve *curves, size_t count, DVec4 point,
                      double slack)
{
    bool is_covered[4] = {false};
    for (size_t c = 0; c < count; ++c) {
        double sum = 0.0;
        for (int i = 0; i < 4; ++i) {
            const double r = curves[c].radii[i];
            is_covered[i] = is_covered[i] || r > 0;
            const double out = fmax(fabs(dvec4_part(point, i)) - half[i], 0);
            sum += r > 0 ? pow(out / r, curves[c].exponent) : 0;
        }
        if (sum > 1 + slack) {
            return false;
        }
    }
    for (int i = 0; i < 4; ++i) {
        if (!is_covered[i] && fabs(dvec4_part(point, i)) > half[i] + slack) {
            return false;
        }
    }
    return true;
}

// Every support point is in the shape, and no point of it reaches further along its direction.
// G4MF-66.
static void general_shapes_reach_as_far_as_their_definition(void **state)
{
    (void)state;
    const struct {
        double half[4];
        TumCurve curves[2];
        size_t count;
    } cases[] = {
        {{0.5, 1, 0.2, 0.7}, {{{0}, 2}}, 0},
        {{0, 0, 0, 0}, {{{1, 0.5, 0.7, 0.3}, 2}}, 1},
        {{0.4, 1, 0.1, 0.6}, {{{0.3, 0, 0.3, 0}, 2}}, 1},
        {{0, 0.7, 0, 0}, {{{0.5, 0, 0.5, 0.5}, 2}}, 1},
        {{0, 0, 0, 0}, {{{0.5, 0.5, 0, 0}, 2}, {{0, 0, 0.8, 0.4}, 2}}, 2},
        {{0, 0, 0.2, 0}, {{{0.5, 0, 0.5, 0}, 4}, {{0, 0.3, 0, 0.8}, 1.5}}, 2},
        {{0, 0, 0, 0}, {{{1, 1, 1, 1}, 1}}, 1},
        {{0.1, 0.2, 0.3, 0.4}, {{{0.5, 0.5, 0.5, 0.5}, 3}}, 1},
        {{0.1, 0.2, 0.3, 0.4}, {{{0.25, 0.25, 0.25, 0.25}, 2}}, 1},
        {{0.1, 0.2, 0.3, 0.4}, {{{0.25, 0, 0, 0}, 2}}, 1},
    };
    Random random = {17};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        const double *h = cases[k].half;
        Shape4 shape;
        assert_true(tum_shape4_general(dvec4(h[0], h[1], h[2], h[3]), cases[k].curves,
                                       cases[k].count, &shape));
        for (int i = 0; i < 200; ++i) {
            const DVec4 d = random_direction(&random);
            assert_true(
                is_inside(h, cases[k].curves, cases[k].count, tum_shape4_support(&shape, d), 1e-9));
            const double farthest = reach(&shape, d);
            for (int j = 0; j < 50; ++j) {
                const DVec4 p = dvec4_scale(random_direction(&random), random_in(&random, 0, 2));
                if (is_inside(h, cases[k].curves, cases[k].count, p, 0)) {
                    assert_true(dvec4_dot(p, d) <= farthest + 1e-12);
                }
            }
            // Another support point reaches less far along this direction than its own.
            const DVec4 other = tum_shape4_support(&shape, random_direction(&random));
            assert_true(dvec4_dot(other, d) <= farthest + 1e-9);
        }
    }
}

static void a_ball_around_a_box_is_a_radius(void **state)
{
    (void)state;
    Shape4 shape;
    const TumCurve even = {{0.25, 0.25, 0.25, 0.25}, 2}, uneven = {{0.25, 0.25, 0.25, 0.2}, 2};
    assert_true(tum_shape4_general(dvec4(0, 1, 0, 0), &even, 1, &shape));
    assert_near(shape.radius, 0.25, 0);
    assert_vec4_near(tum_shape4_core_support(&shape, dvec4(1, 1, 1, 1)), dvec4(0, 1, 0, 0), 0);
    assert_true(tum_shape4_general(dvec4(0, 1, 0, 0), &uneven, 1, &shape));
    assert_near(shape.radius, 0, 0);
}

static void curves_that_share_an_axis_are_refused(void **state)
{
    (void)state;
    const TumCurve curves[2] = {{{1, 1, 0, 0}, 2}, {{0, 1, 1, 0}, 2}};
    Shape4 shape;
    assert_false(tum_shape4_general(dvec4(0, 0, 0, 1), curves, 2, &shape));
}

// G4MF-58.
static void exponents_below_one_are_their_hull(void **state)
{
    (void)state;
    const TumCurve star = {{1, 2, 3, 4}, 0.5};
    Shape4 shape;
    assert_true(tum_shape4_general((DVec4){.x = 0}, &star, 1, &shape));
    assert_vec4_near(tum_shape4_support(&shape, dvec4(1, 1, -1, 0.5)), dvec4(0, 0, -3, 0), 0);
}

static void scenes_shapes_keep_their_sizes(void **state)
{
    (void)state;
    const double scale[4] = {2, 2, 2, 2}, stretch[4] = {1, 1, 1, 3};
    const DVec4 x = {.x = 1}, y = {.y = 1}, w = {.w = 1};
    Shape4 shape;
    TumShape from = {.kind = TUM_SHAPE_SPHERE, .radius = 0.5};
    assert_true(tum_shape4_of_scene(&from, NULL, NULL, scale, &shape));
    assert_near(shape.radius, 1, 0);
    assert_near(reach(&shape, w), 1, 1e-15);
    assert_true(tum_shape4_of_scene(&from, NULL, NULL, stretch, &shape)); // an ellipsoid
    assert_near(reach(&shape, w), 1.5, 1e-15);
    assert_near(reach(&shape, x), 0.5, 1e-15);

    from = (TumShape){.kind = TUM_SHAPE_BOX, .size = {1, 2, 3, 4}};
    assert_true(tum_shape4_of_scene(&from, NULL, NULL, stretch, &shape));
    assert_near(reach(&shape, y), 1, 0);
    assert_near(reach(&shape, w), 6, 0);

    from =
        (TumShape){.kind = TUM_SHAPE_CAPSULE, .height = 2, .radius_bottom = 0.5, .radius_top = 0.5};
    assert_true(tum_shape4_of_scene(&from, NULL, NULL, scale, &shape));
    assert_near(reach(&shape, y), 3, 1e-15);
    assert_near(reach(&shape, w), 1, 1e-15);

    from.kind = TUM_SHAPE_CYLINDER; // a spherinder
    assert_true(tum_shape4_of_scene(&from, NULL, NULL, scale, &shape));
    assert_near(reach(&shape, y), 2, 1e-15);
    assert_near(reach(&shape, w), 1, 1e-15);

    from.radius_top = 0; // a cone: its slope is 2 / 0.5 before scaling
    assert_true(tum_shape4_of_scene(&from, NULL, NULL, scale, &shape));
    assert_vec4_near(tum_shape4_support(&shape, dvec4(0, 1, 0, 0.1)), dvec4(0, 2, 0, 0), 1e-12);
    assert_vec4_near(tum_shape4_support(&shape, dvec4(0, 0.1, 0, 1)), dvec4(0, -2, 0, 1), 1e-12);

    from.kind = TUM_SHAPE_CAPSULE; // tapered: its ends are balls
    assert_true(tum_shape4_of_scene(&from, NULL, NULL, scale, &shape));
    assert_near(reach(&shape, dvec4(0, -1, 0, 0)), 3, 1e-15);
    assert_near(reach(&shape, y), 2, 1e-15);

    const TumCurve curves[3] = {{{9, 9, 9, 9}, 2}, {{0.5, 0.5, 0, 0}, 2}, {{0, 0, 1, 1}, 2}};
    from = (TumShape){.kind = TUM_SHAPE_GENERAL, .curve_first = 1, .curve_count = 2};
    assert_true(tum_shape4_of_scene(&from, curves, NULL, scale, &shape));
    assert_near(reach(&shape, x), 1, 1e-15);
    assert_near(reach(&shape, w), 2, 1e-15);

    double points[8] = {1, 2, 3, 4, -1, -2, -3, -4};
    const TumMesh mesh = {.points = points, .point_count = 2};
    from = (TumShape){.kind = TUM_SHAPE_CONVEX};
    assert_true(tum_shape4_of_scene(&from, NULL, &mesh, scale, &shape));
    assert_near(reach(&shape, w), 4, 0);
    assert_false(tum_shape4_of_scene(&from, NULL, NULL, scale, &shape));
    from.kind = TUM_SHAPE_PLANE;
    assert_false(tum_shape4_of_scene(&from, NULL, NULL, scale, &shape));
}

// |M_k0| h_0 + … + |(r_j M_kj)| (docs/simulation.md#11-four-dimensions).
static void bounds_are_tight(void **state)
{
    (void)state;
    const TumCurve curve = {{0.3, 0, 0.4, 0}, 2};
    Shape4 shape;
    assert_true(tum_shape4_general(dvec4(0.5, 1, 0.2, 0.7), &curve, 1, &shape));
    const DMat4 m = drotation4_matrix(drotation4_exp((DBivec4){0.3, -1, 0.4, 0.8, 0.1, -0.7}));
    const DVec4 at = {1, 2, 3, 4};
    const Bound4 bound = tum_shape4_bound(&shape, at, m);
    for (int k = 0; k < 4; ++k) {
        const double row[4] = {dvec4_part(m.x, k), dvec4_part(m.y, k), dvec4_part(m.z, k),
                               dvec4_part(m.w, k)};
        const double half = fabs(row[0]) * 0.5 + fabs(row[1]) + fabs(row[2]) * 0.2 +
                            fabs(row[3]) * 0.7 + hypot(0.3 * row[0], 0.4 * row[2]);
        assert_near(dvec4_part(bound.high, k), dvec4_part(at, k) + half, 1e-14);
        assert_near(dvec4_part(bound.low, k), dvec4_part(at, k) - half, 1e-14);
    }
}

static double bounding_radius_of(const Shape4 *shape, DVec4 n)
{
    return dvec4_dot(tum_shape4_support(shape, n), n);
}

// The core of a shape drawn in by 2 % of the ball that fits inside, and that much of a ball around
// it: flat faces and round ones end up where they were, and a corner of k of them lies
// (sqrt(k) - 1) radii further in, at most one.
static void shrunk_shapes_keep_their_faces_and_lose_only_corners(void **state)
{
    (void)state;
    const TumCurve roll = {{0.5, 0, 0.5, 0}, 2}, spherinder = {{0.5, 0, 0.5, 0.5}, 2};
    const TumCurve duo[2] = {{{0.5, 0.5, 0, 0}, 2}, {{0, 0, 0.6, 0.6}, 2}};
    Shape4 shapes[4];
    shapes[0] = tum_shape4_box(dvec4(0.1, 2, 0.6, 0.3));
    assert_true(tum_shape4_general(dvec4(0, 0.2, 0, 3), &roll, 1, &shapes[1]));
    assert_true(tum_shape4_general(dvec4(0, 1.5, 0, 0), &spherinder, 1, &shapes[2]));
    assert_true(tum_shape4_general(dvec4(0, 0, 0, 0), duo, 2, &shapes[3]));
    Random random = {7};
    for (int i = 0; i < 4; ++i) {
        const Shape4 *shape = &shapes[i], small = tum_shape4_shrunk(shape, 0.02);
        assert_near(small.radius, 0.02 * shape->inner, 1e-12);
        const DMat4 axes = DMAT4_IDENTITY;
        const DVec4 faces[4] = {axes.x, axes.y, axes.z, axes.w};
        for (int k = 0; k < 4; ++k) {
            assert_near(bounding_radius_of(&small, faces[k]), bounding_radius_of(shape, faces[k]),
                        1e-12);
        }
        for (int k = 0; k < 1000; ++k) {
            const DVec4 v = {random_in(&random, -1, 1), random_in(&random, -1, 1),
                             random_in(&random, -1, 1), random_in(&random, -1, 1)};
            const DVec4 n = dvec4_normalize_or(v, axes.x);
            const double lost = bounding_radius_of(shape, n) - bounding_radius_of(&small, n);
            assert_between(lost, -1e-12, small.radius + 1e-12);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        reference_test(the_deepest_point_below_a_plane_is_that_of_the_reference),
        cmocka_unit_test(general_shapes_reach_as_far_as_their_definition),
        cmocka_unit_test(a_ball_around_a_box_is_a_radius),
        cmocka_unit_test(curves_that_share_an_axis_are_refused),
        cmocka_unit_test(exponents_below_one_are_their_hull),
        cmocka_unit_test(scenes_shapes_keep_their_sizes),
        cmocka_unit_test(bounds_are_tight),
        cmocka_unit_test(shrunk_shapes_keep_their_faces_and_lose_only_corners),
    };
    return cmocka_run_group_tests_name("shape4", tests, NULL, NULL);
}
