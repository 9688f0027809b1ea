// SPDX-License-Identifier: MIT
// Rays in 4D meet shapes where the reference says, and where distances say they must.
#include "distance4/raycast4.h"

#include "shape4/hull4.h"
#include "shape4/mesh4.h"
#include "tests/support/placed4.h"
#include "tests/support/poses4.h"

static const Pose4 here = {{0, 0, 0, 0}, {{0, 0, 0, 1}, {0, 0, 0, 1}}};

static void rays_are_those_of_the_reference(void **state)
{
    (void)state;
    Reference reference = reference_open("raycast");
    const char *item = NULL;
    int hits = 0, misses = 0;
    while ((item = reference_next(&reference, item)) != NULL) {
        Object4 body;
        reference_object4(item, "body", &body);
        const char *placed = reference_member(item, "body");
        const Pose4 pose =
            pose4_narrow((DPose4){body.position, reference_rotation4(placed, "rotor")});
        const Vec4 from = vec4_narrow(reference_vec4(item, "origin"));
        const Vec4 along = vec4_narrow(reference_vec4(item, "direction"));
        CastHit4 hit;
        const bool is_hit = tum_raycast4(&body.shape, pose, from, along, 100, &hit);
        assert_int_equal(is_hit, reference_member(item, "t") != NULL);
        if (is_hit) {
            // Poses and rays of single precision.
            assert_near(hit.fraction, reference_number(item, "t"), 2e-5);
            assert_vec4_near(vec4_widen(hit.normal), reference_vec4(item, "normal"), 2e-4);
        }
        ++*(is_hit ? &hits : &misses);
    }
    assert_true(hits > 0 && misses > 0);
    reference_close(&reference);
}

static void rays_at_tetrahedra_are_those_of_the_reference(void **state)
{
    (void)state;
    Reference reference = reference_open("tetrahedron");
    const char *item = NULL;
    int hits = 0, misses = 0;
    while ((item = reference_next(&reference, item)) != NULL) {
        double points[16];
        const uint32_t cell[4] = {0, 1, 2, 3};
        assert_int_equal(reference_list(reference_member(item, "vertices"), points, 16), 16);
        Mesh4 *mesh = tum_mesh4_create(points, 4, cell, 1, NULL);
        const Shape4 shape = tum_shape4_mesh(mesh);
        const DVec4 origin = reference_vec4(item, "origin");
        CastHit4 hit;
        const bool is_hit = tum_raycast4(&shape, here, vec4_narrow(origin),
                                         vec4_narrow(reference_vec4(item, "direction")), 100, &hit);
        assert_int_equal(is_hit, reference_member(item, "t") != NULL);
        if (is_hit) {
            assert_near(hit.fraction, reference_number(item, "t"), 1e-4);
        }
        ++*(is_hit ? &hits : &misses);
        // And the point nearest to another.
        const DVec4 place = reference_vec4(item, "point");
        const double zero[4] = {0};
        const Shape4 point = tum_shape4_points(zero, 1), cells = tum_shape4_points(points, 4);
        const Placed4 a = {&cells, {0, 0, 0, 0}, DMAT4_IDENTITY};
        const Placed4 b = {&point, place, DMAT4_IDENTITY};
        const Distance4 found = tum_distance4(&a, &b, (DVec4){0});
        assert_near(found.distance, reference_number(item, "distance"), 1e-8);
        assert_vec4_near(found.point_a, reference_vec4(item, "closest"), 1e-6);
        tum_mesh4_destroy(mesh, NULL);
    }
    assert_true(hits > 0 && misses > 0);
    reference_close(&reference);
}

static double distance_at(const Shape4 *shape, DPose4 pose, DVec4 point)
{
    const double zero[4] = {0};
    const Shape4 probe = tum_shape4_points(zero, 1);
    const Placed4 a = {shape, pose.position, drotation4_matrix(pose.rotation)};
    const Placed4 b = {&probe, point, DMAT4_IDENTITY};
    return tum_distance4(&a, &b, (DVec4){0}).distance;
}

// A hit lies on the surface, everything before it outside, and behind the normal's plane is all of
// the shape; a miss has nothing inside along all of its way.
static void rays_stop_at_the_surface_of_every_kind(void **state)
{
    (void)state;
    const TumCurve ball = {{0.3, 0.3, 0.3, 0.3}, 2}, egg = {{0.4, 0.5, 0.6, 0.7}, 2};
    const TumCurve roll = {{0.5, 0, 0.4, 0}, 2}, cross = {{0.7, 0.7, 0.7, 0.7}, 1};
    const TumCurve duo[2] = {{{0.5, 0.5, 0, 0}, 2}, {{0, 0, 0.6, 0.6}, 2}};
    const TumCurve soft = {{0.5, 0.4, 0.6, 0}, 3};
    const TumShape cone = {.kind = TUM_SHAPE_CYLINDER, .height = 1.2, .radius_bottom = 0.6};
    const TumShape drop = {
        .kind = TUM_SHAPE_CAPSULE, .height = 1, .radius_bottom = 0.5, .radius_top = 0.2};
    const double scale[4] = {1, 1, 1, 1};
    Random random = {53};
    double points[80];
    for (int i = 0; i < 80; ++i) {
        points[i] = random_in(&random, -0.7, 0.7);
    }
    Hull4 *hull = tum_hull4_create(points, 20, NULL);
    Shape4 shapes[11];
    shapes[0] = tum_shape4_box(dvec4(0.4, 0.5, 0.6, 0.3));
    assert_true(tum_shape4_general(dvec4(0, 0.6, 0, 0), &ball, 1, &shapes[1]));
    assert_true(tum_shape4_general(dvec4(0.2, 0.3, 0, 0.1), &ball, 1, &shapes[2]));
    assert_true(tum_shape4_general(dvec4(0.2, 0.4, 0, 0.5), &roll, 1, &shapes[3]));
    assert_true(tum_shape4_general(dvec4(0, 0.1, 0, 0), &egg, 1, &shapes[4]));
    assert_true(tum_shape4_general(dvec4(0, 0, 0, 0), duo, 2, &shapes[5]));
    assert_true(tum_shape4_general(dvec4(0, 0, 0, 0), &cross, 1, &shapes[6]));
    assert_true(tum_shape4_general(dvec4(0, 0, 0, 0.4), &soft, 1, &shapes[7]));
    assert_true(tum_shape4_of_scene(&cone, NULL, NULL, scale, &shapes[8]));
    assert_true(tum_shape4_of_scene(&drop, NULL, NULL, scale, &shapes[9]));
    shapes[10] = tum_shape4_hull(hull);
    int hits = 0, misses = 0;
    for (int i = 0; i < 1100; ++i) {
        const Shape4 *shape = &shapes[i % 11];
        const DPose4 pose = {random_vec4(&random, -0.3, 0.3), random_rotation(&random)};
        const DVec4 from = random_vec4(&random, -1.5, 1.5), to = random_vec4(&random, -0.7, 0.7);
        const DVec4 along = dvec4_scale(dvec4_sub(to, from), 1.5);
        const Vec4 float_from = vec4_narrow(from), float_along = vec4_narrow(along);
        CastHit4 hit;
        const bool is_hit =
            tum_raycast4(shape, pose4_narrow(pose), float_from, float_along, 1, &hit);
        const double clear = is_hit ? hit.fraction : 1;
        for (int k = 0; k <= 10 && clear > 0; ++k) {
            const DVec4 p = dvec4_add_scaled(from, along, clear * k / 10);
            assert_true(distance_at(shape, pose, p) > -1e-5);
        }
        if (!is_hit) {
            ++misses;
            continue;
        }
        ++hits;
        const DVec4 p = dvec4_add_scaled(from, along, hit.fraction);
        const DVec4 normal = vec4_widen(hit.normal);
        assert_true(dvec4_dot(normal, along) < 0);
        if (hit.fraction == 0) {
            assert_true(distance_at(shape, pose, from) < 1e-5);
            continue;
        }
        assert_near(distance_at(shape, pose, p), 0, 1e-5);
        const DVec4 local = drotation4_unrotate(pose.rotation, normal);
        const DVec4 top = dpose4_transform(pose, tum_shape4_support(shape, local));
        assert_near(dvec4_dot(normal, dvec4_sub(top, p)), 0, 1e-3);
    }
    assert_true(hits > 300 && misses > 100);
    tum_hull4_destroy(hull, NULL);
}

static void half_spaces_are_solid(void **state)
{
    (void)state;
    const Shape4 plane = tum_shape4_plane();
    CastHit4 hit;
    const Vec4 above = vec4(1, 2, 3, 4), below = vec4(1, -2, 3, 4), down = vec4(1, -4, 0, 1);
    assert_true(tum_raycast4(&plane, here, above, down, 1, &hit));
    assert_near(hit.fraction, 0.5, 1e-12);
    assert_vec4_near(vec4_widen(hit.normal), dvec4(0, 1, 0, 0), 1e-7);
    assert_false(tum_raycast4(&plane, here, above, down, 0.49, &hit));
    assert_false(tum_raycast4(&plane, here, above, vec4(1, 0, 0, 0), 1, &hit));
    assert_true(tum_raycast4(&plane, here, below, down, 1, &hit));
    assert_near(hit.fraction, 0, 0);
}

static void the_nearest_cell_of_a_mesh_is_hit(void **state)
{
    (void)state;
    // Two flat tetrahedra, big enough for any ray between, at heights 0 and 1; the third has no
    // volume and is dropped.
    const double points[] = {-9, 0, -9, -9, 30, 0, -9, -9, -9, 0, 30, -9, -9, 0, -9, 30,
                             -9, 1, -9, -9, 30, 1, -9, -9, -9, 1, 30, -9, -9, 1, -9, 30};
    const uint32_t cells[] = {0, 1, 2, 2, 4, 5, 6, 7, 0, 1, 2, 3};
    Mesh4 *mesh = tum_mesh4_create(points, 8, cells, 3, NULL);
    assert_int_equal(mesh->tetrahedron_count, 2);
    const Shape4 shape = tum_shape4_mesh(mesh);
    CastHit4 hit;
    assert_true(tum_raycast4(&shape, here, vec4(0, 2, 0, 0), vec4(0, -4, 0, 0), 1, &hit));
    assert_near(hit.fraction, 0.25, 1e-12);
    assert_int_equal(hit.tetrahedron, 1);
    assert_near(hit.normal.y, 1, 1e-6);
    assert_true(tum_raycast4(&shape, here, vec4(0, -2, 0, 0), vec4(0, 4, 0, 0), 1, &hit));
    assert_near(hit.fraction, 0.5, 1e-12);
    assert_int_equal(hit.tetrahedron, 2);
    assert_near(hit.normal.y, -1, 1e-6);
    assert_false(tum_raycast4(&shape, here, vec4(0, 0.5f, 0, 0), vec4(4, 0, 0, 0), 1, &hit));
    tum_mesh4_destroy(mesh, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        reference_test(rays_are_those_of_the_reference),
        reference_test(rays_at_tetrahedra_are_those_of_the_reference),
        cmocka_unit_test(rays_stop_at_the_surface_of_every_kind),
        cmocka_unit_test(half_spaces_are_solid),
        cmocka_unit_test(the_nearest_cell_of_a_mesh_is_hit),
    };
    return cmocka_run_group_tests_name("raycast4", tests, NULL, NULL);
}
