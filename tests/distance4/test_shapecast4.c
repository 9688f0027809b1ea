// SPDX-License-Identifier: MIT
// Shapes that are cast in 4D stop where they touch, and nearest points are where closed forms say.
#include "distance4/shapecast4.h"

#include "shape4/mesh4.h"
#include "tests/support/placed4.h"
#include "tests/support/poses4.h"

static const Pose4 here = {{0, 0, 0, 0}, {{0, 0, 0, 1}, {0, 0, 0, 1}}};

static void a_ball_is_cast_to_the_distance_of_its_radius(void **state)
{
    (void)state;
    const Shape4 ball = ball_shape4(0.5), box = tum_shape4_box(dvec4(1, 1, 1, 1));
    Pose4 from = here;
    from.position = vec4(0.2f, 0.1f, -4, 0.3f);
    CastHit4 hit;
    // To z = -1 - 0.5 from -4: a quarter of ten metres.
    assert_true(tum_shapecast4(&box, here, &ball, from, vec4(0, 0, 10, 0), 1, &hit));
    assert_near(hit.fraction, 0.25, 1e-6);
    assert_vec4_near(vec4_widen(hit.normal), dvec4(0, 0, -1, 0), 1e-5);
    assert_near(hit.point.z, -1, 1e-5);
    assert_false(tum_shapecast4(&box, here, &ball, from, vec4(0, 0, 10, 0), 0.2, &hit));
    assert_false(tum_shapecast4(&box, here, &ball, from, vec4(0, 10, 0, 0), 1, &hit));
    // Onto half-spaces.
    const Shape4 plane = tum_shape4_plane();
    from.position = vec4(3, 2, 1, 0);
    assert_true(tum_shapecast4(&plane, here, &ball, from, vec4(1, -3, 0, 2), 1, &hit));
    assert_near(hit.fraction, 0.5, 1e-6);
    assert_vec4_near(vec4_widen(hit.point), dvec4(3.5, 0, 1, 1), 1e-5);
    assert_false(tum_shapecast4(&plane, here, &ball, from, vec4(1, 1, 0, 2), 1, &hit));
}

// Before a hit the shapes are apart, at the hit they touch, and the normal is the way between.
static void what_is_cast_stops_where_distances_say(void **state)
{
    (void)state;
    const TumCurve duo[2] = {{{0.5, 0.5, 0, 0}, 2}, {{0, 0, 0.6, 0.6}, 2}};
    const TumCurve spherinder = {{0.5, 0, 0.5, 0.5}, 2};
    const TumShape cone = {.kind = TUM_SHAPE_CYLINDER, .height = 1.2, .radius_bottom = 0.6};
    const double scale[4] = {1, 1, 1, 1};
    Shape4 shapes[4];
    shapes[0] = tum_shape4_box(dvec4(0.4, 0.5, 0.6, 0.3));
    assert_true(tum_shape4_general(dvec4(0, 0, 0, 0), duo, 2, &shapes[1]));
    assert_true(tum_shape4_general(dvec4(0, 0.5, 0, 0), &spherinder, 1, &shapes[2]));
    assert_true(tum_shape4_of_scene(&cone, NULL, NULL, scale, &shapes[3]));
    Random random = {67};
    int hits = 0, misses = 0;
    for (int i = 0; i < 400; ++i) {
        const Shape4 *target = &shapes[i % 4], *probe = &shapes[i / 4 % 4];
        const DPose4 at = {random_vec4(&random, -0.3, 0.3), random_rotation(&random)};
        DPose4 from = {random_vec4(&random, -3, 3), random_rotation(&random)};
        const DVec4 aim = random_vec4(&random, -1, 1);
        const DVec4 along = dvec4_scale(dvec4_sub(aim, from.position), 1.5);
        CastHit4 hit;
        const bool is_hit = tum_shapecast4(target, pose4_narrow(at), probe, pose4_narrow(from),
                                           vec4_narrow(along), 1, &hit);
        const Placed4 a = {target, at.position, drotation4_matrix(at.rotation)};
        const double clear = is_hit ? hit.fraction : 1;
        Distance4 last = {0};
        for (int k = 0; k <= 8 && clear > 0; ++k) {
            const Placed4 b = {probe, dvec4_add_scaled(from.position, along, clear * k / 8),
                               drotation4_matrix(from.rotation)};
            last = tum_distance4(&a, &b, (DVec4){0});
            assert_true(last.distance > -1e-5);
        }
        if (is_hit && clear > 0) {
            assert_near(last.distance, 0, 1e-5);
            assert_true(dvec4_dot(vec4_widen(hit.normal), along) < 0);
        }
        ++*(is_hit ? &hits : &misses);
    }
    assert_true(hits > 150 && misses > 50);
}

static void meshes_stop_casts_and_have_a_nearest_point(void **state)
{
    (void)state;
    // Two flat tetrahedra at heights 0 and 1.
    const double points[] = {-9, 0, -9, -9, 30, 0, -9, -9, -9, 0, 30, -9, -9, 0, -9, 30,
                             -9, 1, -9, -9, 30, 1, -9, -9, -9, 1, 30, -9, -9, 1, -9, 30};
    const uint32_t cells[] = {0, 1, 2, 3, 4, 5, 6, 7};
    Mesh4 *mesh = tum_mesh4_create(points, 8, cells, 2, NULL);
    const Shape4 shape = tum_shape4_mesh(mesh), ball = ball_shape4(0.25);
    Pose4 from = here;
    from.position = vec4(0, 2.25f, 0, 0);
    CastHit4 hit;
    assert_true(tum_shapecast4(&shape, here, &ball, from, vec4(0, -4, 0, 0), 1, &hit));
    assert_near(hit.fraction, 0.25, 1e-6);
    assert_int_equal(hit.tetrahedron, 1);
    Nearest4 nearest;
    assert_true(tum_nearest4(&shape, here, vec4(1, 0.3f, 2, -1), 5, &nearest));
    assert_near(nearest.distance, 0.3, 1e-6);
    assert_int_equal(nearest.tetrahedron, 0);
    assert_vec4_near(vec4_widen(nearest.point), dvec4(1, 0, 2, -1), 1e-5);
    assert_vec4_near(vec4_widen(nearest.normal), dvec4(0, 1, 0, 0), 1e-6);
    assert_false(tum_nearest4(&shape, here, vec4(1, 0.3f, 2, -1), 0.2, &nearest));
    tum_mesh4_destroy(mesh, NULL);
}

static void nearest_points_of_solids_are_signed(void **state)
{
    (void)state;
    const Shape4 box = tum_shape4_box(dvec4(1, 1, 1, 1)), plane = tum_shape4_plane();
    Nearest4 nearest;
    assert_true(tum_nearest4(&box, here, vec4(4, 5, 0, 0), 9, &nearest));
    assert_near(nearest.distance, 5, 1e-9);
    assert_vec4_near(vec4_widen(nearest.point), dvec4(1, 1, 0, 0), 1e-6);
    assert_true(tum_nearest4(&box, here, vec4(0, 0, 0.75f, 0), 9, &nearest));
    assert_near(nearest.distance, -0.25, 1e-9);
    assert_vec4_near(vec4_widen(nearest.normal), dvec4(0, 0, 1, 0), 1e-6);
    assert_true(tum_nearest4(&plane, here, vec4(7, -2, 0, 1), 9, &nearest));
    assert_near(nearest.distance, -2, 1e-12);
    assert_vec4_near(vec4_widen(nearest.point), dvec4(7, 0, 0, 1), 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_is_cast_to_the_distance_of_its_radius),
        cmocka_unit_test(what_is_cast_stops_where_distances_say),
        cmocka_unit_test(meshes_stop_casts_and_have_a_nearest_point),
        cmocka_unit_test(nearest_points_of_solids_are_signed),
    };
    return cmocka_run_group_tests_name("shapecast4", tests, NULL, NULL);
}
