// SPDX-License-Identifier: MIT
// Volume, centre and second moments: textbook forms, and points thrown at random.
#include "geometry/mass3.h"

#include "tests/support/support.h"

static const double even[3] = {1.0, 1.0, 1.0};

static Volume3 volume_of(const TumShape *shape)
{
    return tum_volume3_of_shape(shape, NULL, even, NULL);
}

static bool contains(const TumShape *shape, DVec3 p)
{
    const double half = 0.5 * shape->height, rho = sqrt(p.x * p.x + p.z * p.z);
    const double bottom = shape->radius_bottom, top = shape->radius_top;
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE: return dvec3_length(p) <= shape->radius;
    case TUM_SHAPE_BOX:
        return 2 * fabs(p.x) <= shape->size[0] && 2 * fabs(p.y) <= shape->size[1] &&
               2 * fabs(p.z) <= shape->size[2];
    case TUM_SHAPE_CYLINDER:
        return fabs(p.y) <= half && rho <= bottom + (top - bottom) * (p.y + half) / shape->height;
    case TUM_SHAPE_CAPSULE:
        // The hull of two balls is the union of the balls between them, radius and place in step.
        for (int i = 0; i <= 400; ++i) {
            const double t = i / 400.0, r = bottom + (top - bottom) * t;
            const double y = p.y - (t * shape->height - half);
            if (rho * rho + y * y <= r * r) {
                return true;
            }
        }
        return false;
    default: return false;
    }
}

// Forty thousand points in a box around the shape, then scaled. Errors are those of chance: one
// standard deviation of a share p is sqrt(p (1 - p) / throws), of a mean size / sqrt(hits), of a
// variance below sqrt(2 / hits) of it. Four of each are allowed.
static void check_by_chance(const TumShape *shape, const double scale[3])
{
    enum { THROWS = 40000 };
    Random random = {42};
    const double radius = fmax(shape->radius, fmax(shape->radius_bottom, shape->radius_top));
    const bool is_flat_ended = shape->kind == TUM_SHAPE_CYLINDER;
    const double reach[3] = {radius + 0.5 * shape->size[0],
                             0.5 * shape->height + (is_flat_ended ? 0.0 : radius) +
                                 0.5 * shape->size[1],
                             radius + 0.5 * shape->size[2]};
    double hits = 0, sum[3] = {0}, squares[3] = {0}, p[3];
    for (int i = 0; i < THROWS; ++i) {
        for (size_t k = 0; k < 3; ++k) {
            p[k] = random_in(&random, -reach[k], reach[k]);
        }
        if (contains(shape, (DVec3){p[0], p[1], p[2]})) {
            ++hits;
            for (size_t k = 0; k < 3; ++k) {
                sum[k] += p[k] * scale[k];
                squares[k] += p[k] * scale[k] * p[k] * scale[k];
            }
        }
    }
    const Volume3 v = tum_volume3_of_shape(shape, NULL, scale, NULL);
    const double box = 8 * reach[0] * reach[1] * reach[2] * scale[0] * scale[1] * scale[2];
    const double share = hits / THROWS;
    assert_near(v.volume, box * share, 4 * box * sqrt(share * (1 - share) / THROWS) + 1e-9);
    const double center[3] = {v.center.x, v.center.y, v.center.z};
    const double moments[3] = {v.second_moments.xx, v.second_moments.yy, v.second_moments.zz};
    for (size_t k = 0; k < 3; ++k) {
        const double mean = sum[k] / hits, variance = squares[k] / hits - mean * mean;
        assert_near(center[k], mean, 4 * sqrt(variance / hits));
        assert_near(moments[k] / v.volume, variance, 4 * variance * sqrt(2 / hits));
    }
}

static void every_shape_has_the_moments_that_random_points_find(void **state)
{
    (void)state;
    const TumShape shapes[] = {
        {.kind = TUM_SHAPE_SPHERE, .radius = 0.7},
        {.kind = TUM_SHAPE_BOX, .size = {1.0, 2.0, 0.5}},
        {.kind = TUM_SHAPE_CAPSULE, .height = 1.5, .radius_bottom = 0.4, .radius_top = 0.4},
        {.kind = TUM_SHAPE_CAPSULE, .height = 1.0, .radius_bottom = 0.8, .radius_top = 0.3},
        {.kind = TUM_SHAPE_CAPSULE, .height = 1.0, .radius_bottom = 0.0, .radius_top = 0.6},
        {.kind = TUM_SHAPE_CAPSULE, .height = 0.2, .radius_bottom = 0.3, .radius_top = 0.7},
        {.kind = TUM_SHAPE_CYLINDER, .height = 1.5, .radius_bottom = 0.4, .radius_top = 0.4},
        {.kind = TUM_SHAPE_CYLINDER, .height = 1.5, .radius_bottom = 0.9, .radius_top = 0.2},
        {.kind = TUM_SHAPE_CYLINDER, .height = 1.0, .radius_bottom = 0.0, .radius_top = 0.8}};
    const double uneven[3] = {2.0, 0.5, 3.0};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
        check_by_chance(&shapes[i], even);
        check_by_chance(&shapes[i], uneven);
    }
}

static void a_box_has_a_twelfth_of_its_edges_squared(void **state)
{
    (void)state;
    const TumShape box = {.kind = TUM_SHAPE_BOX, .size = {1.0, 2.0, 3.0}};
    const Volume3 v = volume_of(&box);
    assert_near(v.volume, 6.0, 1e-12);
    assert_near(v.second_moments.xx, 6.0 / 12.0, 1e-12);
    assert_near(v.second_moments.yy, 6.0 * 4.0 / 12.0, 1e-12);
    assert_near(v.second_moments.zz, 6.0 * 9.0 / 12.0, 1e-12);
    // Inertia about the centre for 12 kg: (b^2 + c^2) and so on.
    const DSym3 inertia = tum_volume3_inertia(v, 12.0, v.center);
    assert_near(inertia.xx, 4.0 + 9.0, 1e-12);
    assert_near(inertia.yy, 9.0 + 1.0, 1e-12);
    assert_near(inertia.zz, 1.0 + 4.0, 1e-12);
}

static void a_ball_has_two_fifths_of_its_radius_squared(void **state)
{
    (void)state;
    const TumShape ball = {.kind = TUM_SHAPE_SPHERE, .radius = 2.0};
    const Volume3 v = volume_of(&ball);
    assert_near(v.volume, 4.0 / 3.0 * PI * 8.0, 1e-12);
    const DSym3 inertia = tum_volume3_inertia(v, 5.0, v.center);
    assert_near(inertia.xx, 0.4 * 5.0 * 4.0, 1e-12);
    assert_near(inertia.yy, 0.4 * 5.0 * 4.0, 1e-12);
}

static void an_uneven_scale_makes_the_ellipsoid(void **state)
{
    (void)state;
    // docs/dialects.md#mass: 4/3 pi abc, a^2/5 ...
    const TumShape ball = {.kind = TUM_SHAPE_SPHERE, .radius = 1.0};
    const double scale[3] = {1.0, 2.0, 3.0};
    const Volume3 v = tum_volume3_of_shape(&ball, NULL, scale, NULL);
    assert_near(v.volume, 4.0 / 3.0 * PI * 6.0, 1e-12);
    assert_near(v.second_moments.xx / v.volume, 1.0 / 5.0, 1e-12);
    assert_near(v.second_moments.yy / v.volume, 4.0 / 5.0, 1e-12);
    assert_near(v.second_moments.zz / v.volume, 9.0 / 5.0, 1e-12);
}

// KHR-SHAPE-11.
static void a_capsule_is_a_cylinder_and_two_half_balls(void **state)
{
    (void)state;
    const double r = 0.5, h = 2.0;
    const TumShape capsule = {
        .kind = TUM_SHAPE_CAPSULE, .height = h, .radius_bottom = r, .radius_top = r};
    const double c = PI * r * r * h, s = 4.0 / 3.0 * PI * r * r * r;
    const Volume3 v = volume_of(&capsule);
    assert_near(v.volume, c + s, 1e-12);
    assert_near(v.center.y, 0.0, 1e-12);
    assert_near(v.second_moments.xx, c * r * r / 4.0 + s * r * r / 5.0, 1e-12);
    assert_near(v.second_moments.yy,
                c * h * h / 12.0 + s * (r * r / 5.0 + h * h / 4.0 + 3.0 * h * r / 8.0), 1e-12);
}

// KHR-SHAPE-10.
static void a_cone_has_its_centre_a_quarter_up(void **state)
{
    (void)state;
    const double r = 2.0, h = 4.0;
    const TumShape cone = {.kind = TUM_SHAPE_CYLINDER, .height = h, .radius_bottom = r};
    const Volume3 v = volume_of(&cone);
    assert_near(v.volume, PI * r * r * h / 3.0, 1e-12);
    assert_near(v.center.y, h / 4.0 - h / 2.0, 1e-12);
    // 3/20 m r^2 across, 3/80 m h^2 along (Meriam and Kraige, "Dynamics", table D/4).
    assert_near(v.second_moments.xx / v.volume, 3.0 / 20.0 * r * r, 1e-12);
    assert_near(v.second_moments.yy / v.volume, 3.0 / 80.0 * h * h, 1e-12);
}

static void a_frustum_agrees_with_the_quotients_of_the_specification(void **state)
{
    (void)state;
    const double R = 1.5, r = 0.5, h = 2.0, q = R * R + R * r + r * r;
    const TumShape frustum = {
        .kind = TUM_SHAPE_CYLINDER, .height = h, .radius_bottom = R, .radius_top = r};
    const Volume3 v = volume_of(&frustum);
    const double y = h * (R * R + 2 * R * r + 3 * r * r) / (4 * q);
    assert_near(v.volume, PI * h * q / 3.0, 1e-12);
    assert_near(v.center.y, y - h / 2.0, 1e-12);
    assert_near(v.second_moments.xx / v.volume,
                3.0 * (pow(R, 5) - pow(r, 5)) / (20.0 * (pow(R, 3) - pow(r, 3))), 1e-12);
    assert_near(v.second_moments.yy / v.volume,
                h * h * (R * R + 3 * R * r + 6 * r * r) / (10 * q) - y * y, 1e-12);
}

static void a_capsule_whose_larger_ball_holds_the_smaller_is_that_ball(void **state)
{
    (void)state;
    const TumShape engulfed = {
        .kind = TUM_SHAPE_CAPSULE, .height = 0.5, .radius_bottom = 1.0, .radius_top = 0.4};
    const Volume3 v = volume_of(&engulfed);
    assert_near(v.volume, 4.0 / 3.0 * PI, 1e-12);
    assert_near(v.center.y, -0.25, 1e-12);
    // At the border, |R - r| = h, cone and ball agree.
    const TumShape border = {
        .kind = TUM_SHAPE_CAPSULE, .height = 0.6, .radius_bottom = 1.0, .radius_top = 0.4};
    const TumShape beside = {
        .kind = TUM_SHAPE_CAPSULE, .height = 0.6 + 1e-9, .radius_bottom = 1.0, .radius_top = 0.4};
    assert_near(volume_of(&border).volume, volume_of(&beside).volume, 1e-6);
    assert_near(volume_of(&border).center.y, volume_of(&beside).center.y, 1e-6);
}

static void sizes_of_zero_planes_and_rays_have_no_volume(void **state)
{
    (void)state;
    const TumShape shapes[] = {
        {.kind = TUM_SHAPE_SPHERE},
        {.kind = TUM_SHAPE_BOX, .size = {1.0, 0.0, 1.0}},
        {.kind = TUM_SHAPE_CAPSULE, .height = 1.0},
        {.kind = TUM_SHAPE_CYLINDER, .height = 0.0, .radius_bottom = 1.0, .radius_top = 1.0},
        {.kind = TUM_SHAPE_PLANE, .size = {INFINITY, 0.0, INFINITY}},
        {.kind = TUM_SHAPE_RAY, .height = 1.0},
        {.kind = TUM_SHAPE_CONVEX, .mesh = -1},
        {.kind = TUM_SHAPE_MESH, .mesh = -1}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
        assert_near(volume_of(&shapes[i]).volume, 0.0, 0.0);
    }
}

// A brick [0,2] x [0,4] x [0,6] as points and outward triangles.
static double brick_points[24];
static uint32_t brick_triangles[36] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                       2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};

static TumMesh brick_mesh(double x, double y, double z)
{
    for (size_t i = 0; i < 8; ++i) {
        brick_points[3 * i] = x + ((i & 1) != 0 ? 2.0 : 0.0);
        brick_points[3 * i + 1] = y + ((i & 2) != 0 ? 4.0 : 0.0);
        brick_points[3 * i + 2] = z + ((i & 4) != 0 ? 6.0 : 0.0);
    }
    return (TumMesh){brick_points, brick_triangles, 8, 12, true, -1};
}

static void check_brick(Volume3 v, double x, double y, double z)
{
    assert_near(v.volume, 48.0, 1e-9);
    assert_near(v.center.x, x + 1.0, 1e-9);
    assert_near(v.center.y, y + 2.0, 1e-9);
    assert_near(v.center.z, z + 3.0, 1e-9);
    assert_near(v.second_moments.xx, 48.0 * 4.0 / 12.0, 1e-9);
    assert_near(v.second_moments.yy, 48.0 * 16.0 / 12.0, 1e-9);
    assert_near(v.second_moments.zz, 48.0 * 36.0 / 12.0, 1e-9);
    assert_near(v.second_moments.xy, 0.0, 1e-9);
}

static void a_closed_mesh_is_a_solid_wherever_it_stands(void **state)
{
    (void)state;
    const TumShape shape = {.kind = TUM_SHAPE_MESH, .mesh = 0};
    TumMesh mesh = brick_mesh(0, 0, 0);
    check_brick(tum_volume3_of_shape(&shape, &mesh, even, NULL), 0, 0, 0);
    // A thousand kilometres away no digit is lost that the points still have.
    mesh = brick_mesh(1e6, -1e6, 3e6);
    check_brick(tum_volume3_of_shape(&shape, &mesh, even, NULL), 1e6, -1e6, 3e6);
}

static void a_mesh_wound_inside_out_has_a_negative_volume_and_the_same_solid(void **state)
{
    (void)state;
    TumMesh mesh = brick_mesh(1, 2, 3);
    uint32_t inward[36];
    for (size_t t = 0; t < 12; ++t) {
        inward[3 * t] = brick_triangles[3 * t];
        inward[3 * t + 1] = brick_triangles[3 * t + 2];
        inward[3 * t + 2] = brick_triangles[3 * t + 1];
    }
    assert_near(tum_volume3_of_triangles(mesh.points, inward, 12).volume, -48.0, 1e-9);
    mesh.cells = inward;
    const TumShape shape = {.kind = TUM_SHAPE_MESH, .mesh = 0};
    check_brick(tum_volume3_of_shape(&shape, &mesh, even, NULL), 1, 2, 3);
}

static void an_open_mesh_has_no_volume(void **state)
{
    (void)state;
    const TumShape shape = {.kind = TUM_SHAPE_MESH, .mesh = 0};
    TumMesh mesh = brick_mesh(0, 0, 0);
    mesh.is_closed = false;
    assert_near(tum_volume3_of_shape(&shape, &mesh, even, NULL).volume, 0.0, 0.0);
}

// KHR-SHAPE-16.
static void a_hull_is_its_polyhedron(void **state)
{
    (void)state;
    const TumShape shape = {.kind = TUM_SHAPE_CONVEX, .mesh = 0};
    const TumMesh mesh = brick_mesh(-1, 5, 0);
    check_brick(tum_volume3_of_shape(&shape, &mesh, even, NULL), -1, 5, 0);
    // The corner tetrahedron of edge 1: volume 1/6, centre 1/4, variance 3/80, covariance -1/80.
    double corner[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const TumMesh tetrahedron = {corner, NULL, 4, 0, false, -1};
    const Volume3 v = tum_volume3_of_shape(&shape, &tetrahedron, even, NULL);
    assert_near(v.volume, 1.0 / 6.0, 1e-14);
    assert_near(v.center.z, 0.25, 1e-14);
    assert_near(v.second_moments.xx / v.volume, 3.0 / 80.0, 1e-14);
    assert_near(v.second_moments.xy / v.volume, -1.0 / 80.0, 1e-14);
}

static void a_flat_hull_has_no_volume(void **state)
{
    (void)state;
    const TumShape shape = {.kind = TUM_SHAPE_CONVEX, .mesh = 0};
    double square[] = {0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1};
    const TumMesh mesh = {square, NULL, 4, 0, false, -1};
    assert_near(tum_volume3_of_shape(&shape, &mesh, even, NULL).volume, 0.0, 0.0);
}

static void parts_add_up_by_parallel_axes(void **state)
{
    (void)state;
    // Two halves of the box 2 x 1 x 1, side by side, are that box.
    const TumShape half = {.kind = TUM_SHAPE_BOX, .size = {1, 1, 1}};
    const TumShape whole = {.kind = TUM_SHAPE_BOX, .size = {2, 1, 1}};
    const Volume3 a =
        tum_volume3_transform(volume_of(&half), (DPose3){{0.5, 0, 0}, DQUAT_IDENTITY});
    const Volume3 b =
        tum_volume3_transform(volume_of(&half), (DPose3){{-0.5, 0, 0}, DQUAT_IDENTITY});
    const Volume3 sum = tum_volume3_add(a, b), expected = volume_of(&whole);
    assert_near(sum.volume, expected.volume, 1e-14);
    assert_near(sum.center.x, 0.0, 1e-14);
    assert_near(sum.second_moments.xx, expected.second_moments.xx, 1e-14);
    assert_near(sum.second_moments.yy, expected.second_moments.yy, 1e-14);
    assert_near(sum.second_moments.xy, 0.0, 1e-14);
    // About a point off the centre: m d^2 more across the offset, nothing along it.
    const DSym3 about = tum_volume3_inertia(sum, 6.0, (DVec3){3, 0, 0});
    const DSym3 central = tum_volume3_inertia(sum, 6.0, sum.center);
    assert_near(about.xx, central.xx, 1e-12);
    assert_near(about.yy, central.yy + 6.0 * 9.0, 1e-12);
}

static void a_turned_solid_turns_its_moments(void **state)
{
    (void)state;
    // A quarter turn about Z swaps X and Y.
    const TumShape box = {.kind = TUM_SHAPE_BOX, .size = {1, 2, 3}};
    const DQuat quarter = {0, 0, sqrt(0.5), sqrt(0.5)};
    const Volume3 v = tum_volume3_transform(volume_of(&box), (DPose3){{5, 0, 0}, quarter});
    assert_near(v.center.x, 5.0, 1e-12);
    assert_near(v.second_moments.xx, 6.0 * 4.0 / 12.0, 1e-12);
    assert_near(v.second_moments.yy, 6.0 * 1.0 / 12.0, 1e-12);
    assert_near(v.second_moments.xy, 0.0, 1e-12);
}

// KHR-31.
static void principal_axes_rebuild_the_tensor(void **state)
{
    (void)state;
    Random random = {9};
    for (int i = 0; i < 200; ++i) {
        const DQuat turn =
            dquat_normalize((DQuat){random_in(&random, -1, 1), random_in(&random, -1, 1),
                                    random_in(&random, -1, 1), random_in(&random, -1, 1)});
        DVec3 authored = {random_in(&random, 1, 2), random_in(&random, 2, 3), 0};
        // Every third has two equal moments, every seventh three.
        authored.z = i % 3 == 0 ? authored.x : random_in(&random, 1, 3);
        authored.y = i % 7 == 0 ? authored.z : authored.y;
        authored.x = i % 7 == 0 ? authored.z : authored.x;
        const DSym3 tensor = dsym3_from_diagonal(dquat_matrix(turn), authored);
        DVec3 moments;
        DQuat rotation;
        tum_principal_inertia3(tensor, &moments, &rotation);
        const DSym3 again = dsym3_from_diagonal(dquat_matrix(rotation), moments);
        assert_near(again.xx, tensor.xx, 1e-5);
        assert_near(again.yy, tensor.yy, 1e-5);
        assert_near(again.zz, tensor.zz, 1e-5);
        assert_near(again.xy, tensor.xy, 1e-5);
        assert_near(again.xz, tensor.xz, 1e-5);
        assert_near(again.yz, tensor.yz, 1e-5);
    }
}

static void equal_moments_leave_the_frame_where_it_is(void **state)
{
    (void)state;
    DVec3 moments;
    DQuat rotation;
    // A cube with the noise of single precision in it.
    tum_principal_inertia3((DSym3){2.0, 2.0 + 1e-7, 2.0 - 1e-7, 1e-7, -1e-7, 1e-7}, &moments,
                           &rotation);
    assert_near(rotation.w, 1.0, 0.0);
    assert_near(moments.y, 2.0, 1e-6);
    // A rod tilted by 0.3 about Z: the smallest turn that follows it, not one about its axis.
    const DQuat tilt = {0, 0, sin(0.15), cos(0.15)};
    tum_principal_inertia3(dsym3_from_diagonal(dquat_matrix(tilt), (DVec3){5, 1, 5}), &moments,
                           &rotation);
    assert_near(rotation.z, tilt.z, 1e-9);
    assert_near(rotation.w, tilt.w, 1e-9);
    assert_near(moments.y, 1.0, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_has_the_moments_that_random_points_find),
        cmocka_unit_test(a_box_has_a_twelfth_of_its_edges_squared),
        cmocka_unit_test(a_ball_has_two_fifths_of_its_radius_squared),
        cmocka_unit_test(an_uneven_scale_makes_the_ellipsoid),
        cmocka_unit_test(a_capsule_is_a_cylinder_and_two_half_balls),
        cmocka_unit_test(a_cone_has_its_centre_a_quarter_up),
        cmocka_unit_test(a_frustum_agrees_with_the_quotients_of_the_specification),
        cmocka_unit_test(a_capsule_whose_larger_ball_holds_the_smaller_is_that_ball),
        cmocka_unit_test(sizes_of_zero_planes_and_rays_have_no_volume),
        cmocka_unit_test(a_closed_mesh_is_a_solid_wherever_it_stands),
        cmocka_unit_test(a_mesh_wound_inside_out_has_a_negative_volume_and_the_same_solid),
        cmocka_unit_test(an_open_mesh_has_no_volume),
        cmocka_unit_test(a_hull_is_its_polyhedron),
        cmocka_unit_test(a_flat_hull_has_no_volume),
        cmocka_unit_test(parts_add_up_by_parallel_axes),
        cmocka_unit_test(a_turned_solid_turns_its_moments),
        cmocka_unit_test(principal_axes_rebuild_the_tensor),
        cmocka_unit_test(equal_moments_leave_the_frame_where_it_is),
    };
    return cmocka_run_group_tests_name("mass properties", tests, NULL, NULL);
}
