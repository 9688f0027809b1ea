// SPDX-License-Identifier: MIT
// What bodies of four dimensions weigh by their colliders (docs/simulation.md#11-four-dimensions).
#include "tests/support/world_support4.h"

static const double PI_ = 3.14159265358979;

static TumColliderDef4 collider_of(TumShapeKind kind)
{
    TumColliderDef4 def = tum_default_collider_def4();
    def.kind = kind;
    return def;
}

static TumMass4 weighed(const TumColliderDef4 *defs, size_t count, float density)
{
    TumMass4 mass;
    assert_int_equal(tum_mass4_of_colliders(defs, count, density, &mass), TUM_OK);
    return mass;
}

static void assert_moments(TumBivec4 actual, double xy, double xz, double yz, double xw, double yw,
                           double zw)
{
    const double expected[6] = {xy, xz, yz, xw, yw, zw};
    for (int i = 0; i < 6; ++i) {
        assert_near((&actual.xy)[i], expected[i], 1e-5 * expected[i]);
    }
}

static void a_box_weighs_its_volume_and_has_a_moment_for_each_plane(void **state)
{
    (void)state;
    TumColliderDef4 box = collider_of(TUM_SHAPE_BOX);
    box.size = (TumVec4){1, 2, 3, 4};
    const TumMass4 mass = weighed(&box, 1, 0.5f);
    // m = 24 / 2; I_ij = m / 12 (s_i^2 + s_j^2).
    assert_near(mass.mass, 12, 1e-5);
    assert_moments(mass.inertia, 1 + 4, 1 + 9, 4 + 9, 1 + 16, 4 + 16, 9 + 16);
}

// G4MF-68.
static void a_ball_and_a_duocylinder_weigh_what_the_book_says(void **state)
{
    (void)state;
    TumColliderDef4 ball = collider_of(TUM_SHAPE_SPHERE);
    ball.radius = 2;
    const TumMass4 even = weighed(&ball, 1, 3);
    const double m = 3 * PI_ * PI_ * 16 / 2, i = m * 4 / 3; // pi^2 r^4 / 2, m r^2 / 3
    assert_near(even.mass, m, 1e-4);
    assert_moments(even.inertia, i, i, i, i, i, i);
    const TumCurve discs[2] = {{{0.5, 0.5, 0, 0}, 2}, {{0, 0, 2, 2}, 2}};
    TumColliderDef4 duocylinder = collider_of(TUM_SHAPE_GENERAL);
    duocylinder.curves = discs;
    duocylinder.curve_count = 2;
    const TumMass4 wheel = weighed(&duocylinder, 1, 1);
    const double n = PI_ * PI_ * 0.25 * 4; // pi^2 r^2 R^2; C = m r^2 / 4 and m R^2 / 4
    assert_near(wheel.mass, n, 1e-5);
    const double a = n * 0.25 / 4, b = n * 4 / 4;
    assert_moments(wheel.inertia, 2 * a, a + b, a + b, a + b, a + b, 2 * b);
}

// A cone over a ball of three axes: (4/3 pi r^3) h / 4, its centre a fifth up, E[x^2] = 2 r^2 / 15
// and, of a thing that thins with the cube, Var[y] = 2 h^2 / 75.
// G4MF-70.
static void a_cone_has_its_centre_a_fifth_up(void **state)
{
    (void)state;
    TumColliderDef4 cone = collider_of(TUM_SHAPE_CYLINDER);
    cone.height = 2;
    cone.radius_bottom = 1.5f;
    const TumMass4 mass = weighed(&cone, 1, 1);
    const double m = 4.0 / 3 * PI_ * 1.5 * 1.5 * 1.5 * 2 / 4;
    assert_near(mass.mass, m, 1e-4 * m);
    assert_near(mass.center.y, -1 + 2.0 / 5, 1e-5);
    const double across = m * 2 * 2.25 / 15, along = m * 2 * 4 / 75;
    assert_moments(mass.inertia, across + along, 2 * across, across + along, 2 * across,
                   across + along, 2 * across);
}

static void several_colliders_weigh_together_about_their_common_centre(void **state)
{
    (void)state;
    // 1 kg at the origin and 3 kg half a metre along W: their distance adds m1 m2 / (m1 + m2) d^2
    // to the second moment along W.
    TumColliderDef4 parts[2] = {collider_of(TUM_SHAPE_BOX), collider_of(TUM_SHAPE_BOX)};
    parts[0].size = (TumVec4){1, 0.1f, 0.1f, 1};
    parts[1].size = (TumVec4){0.1f, 0.3f, 1, 1};
    parts[1].pose.position.w = 0.5f;
    const TumMass4 mass = weighed(parts, 2, 100);
    assert_near(mass.mass, 4, 1e-5);
    assert_near(mass.center.w, 0.375, 1e-5);
    const double x = 1.0 / 12 + 3 * 0.01 / 12, w = 1.0 / 12 + 3.0 / 12 + 0.75 * 0.25;
    assert_near(mass.inertia.xw, x + w, 1e-5);
}

// Of a simplex with legs a from the origin: volume a^4 / 24, centre a / 5 on every axis, and second
// moments m a^2 / 30 in three directions and m a^2 / 150 along (1, 1, 1, 1).
static void a_hull_and_a_closed_mesh_weigh_as_the_simplex_they_are(void **state)
{
    (void)state;
    static const float points[20] = {0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2};
    static const uint32_t cells[20] = {1, 2, 3, 4, 0, 2, 4, 3, 0, 1, 3, 4, 0, 1, 4, 2, 0, 1, 2, 3};
    for (int i = 0; i < 2; ++i) {
        TumColliderDef4 def = collider_of(i == 0 ? TUM_SHAPE_CONVEX : TUM_SHAPE_MESH);
        def.points = points;
        def.point_count = 5;
        def.tetrahedra = cells;
        def.tetrahedron_count = 5;
        const TumMass4 mass = weighed(&def, 1, 6);
        assert_near(mass.mass, 4, 1e-5);
        assert_near(mass.center.x, 0.4, 1e-5);
        assert_near(mass.center.w, 0.4, 1e-5);
        int wide = 0, narrow = 0;
        for (int k = 0; k < 6; ++k) {
            const double moment = (double)(&mass.inertia.xy)[k];
            wide += fabs(moment - 16.0 / 15) < 1e-4;
            narrow += fabs(moment - 16.0 / 25) < 1e-4;
        }
        assert_int_equal(wide, 3);
        assert_int_equal(narrow, 3);
    }
    TumColliderDef4 open = collider_of(TUM_SHAPE_MESH);
    open.points = points;
    open.point_count = 5;
    open.tetrahedra = cells;
    open.tetrahedron_count = 4;
    TumMass4 mass;
    assert_int_equal(tum_mass4_of_colliders(&open, 1, 6, &mass), TUM_ERROR_ARGUMENT);
}

static void what_has_no_volume_has_no_mass(void **state)
{
    (void)state;
    TumMass4 mass = {.mass = 7};
    TumColliderDef4 def = collider_of(TUM_SHAPE_PLANE);
    assert_int_equal(tum_mass4_of_colliders(&def, 1, 1, &mass), TUM_ERROR_ARGUMENT);
    def = collider_of(TUM_SHAPE_SPHERE);
    def.radius = 1;
    assert_int_equal(tum_mass4_of_colliders(&def, 0, 1, &mass), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_mass4_of_colliders(&def, 1, 0, &mass), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_mass4_of_colliders(&def, 1, NAN, &mass), TUM_ERROR_ARGUMENT);
    def.stamp = 0;
    assert_int_equal(tum_mass4_of_colliders(&def, 1, 1, &mass), TUM_ERROR_ARGUMENT);
    assert_near(mass.mass, 7, 0);
}

// Two of each, of a scene; one loses its mass and gets it back from its collider. A push at a
// corner then moves both alike.
static void a_body_weighed_by_its_colliders_is_as_heavy_as_the_scene_says(void **state)
{
    (void)state;
    Form4 tapered = capsule4(0.5, 0.2), rounded = box4(0.3, 0.5, 0.2, 0.4);
    tapered.shape.radius_top = 0.1;
    rounded.shape.kind = TUM_SHAPE_GENERAL;
    rounded.curves[0] = (TumCurve){{0.1, 0.1, 0.1, 0.1}, 2};
    rounded.curve_count = 1;
    const Form4 forms[5] = {ball4(0.4), box4(0.5, 0.6, 0.7, 0.4), duocylinder4(0.3, 0.4), tapered,
                            rounded};
    for (int form = 0; form < 5; ++form) {
        Setup4 setup = setup4_empty();
        setup.def.override_gravity = true;
        setup.def.gravity[1] = 0;
        int bodies[2];
        for (int i = 0; i < 2; ++i) {
            bodies[i] = setup4_body(&setup, forms[form], (double[4]){0, 0, 0, 5.0 * i});
            setup4_turn(&setup, bodies[i], 0, 3, 0.4);
        }
        setup4_start(&setup);
        const TumBodyId id = setup4_id(&setup, bodies[1]);
        TumMass4 other = tum_default_body_def4().mass;
        other.center = (TumVec4){0.1f, 0, 0, 0.2f};
        other.inertia.zw = 3;
        assert_int_equal(tum_body_set_mass4(setup.world, id, &other), TUM_OK);
        assert_int_equal(tum_body_set_density4(setup.world, id, 1000), TUM_OK);
        for (int i = 0; i < 2; ++i) {
            const TumBodyId body = setup4_id(&setup, bodies[i]);
            TumVec4 point = tum_body_center_of_mass4(setup.world, body);
            point.y += 0.3f;
            assert_int_equal(
                tum_body_apply_point_impulse4(setup.world, body, (TumVec4){10, 0, 5, -3}, point),
                TUM_OK);
        }
        setup4_run(&setup, 0.5);
        double a[6], b[6];
        setup4_spin(&setup, bodies[0], a);
        setup4_spin(&setup, bodies[1], b);
        for (int i = 0; i < 6; ++i) {
            assert_near(a[i], b[i], 1e-4 * (1 + fabs(a[i])));
        }
        const Place4 v = setup4_velocity(&setup, bodies[0]);
        const Place4 w = setup4_velocity(&setup, bodies[1]);
        assert_near(v.at[0], w.at[0], 1e-5 * fabs(v.at[0]));
        setup4_end(&setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_weighs_its_volume_and_has_a_moment_for_each_plane),
        cmocka_unit_test(a_ball_and_a_duocylinder_weigh_what_the_book_says),
        cmocka_unit_test(a_cone_has_its_centre_a_fifth_up),
        cmocka_unit_test(several_colliders_weigh_together_about_their_common_centre),
        cmocka_unit_test(a_hull_and_a_closed_mesh_weigh_as_the_simplex_they_are),
        cmocka_unit_test(what_has_no_volume_has_no_mass),
        cmocka_unit_test(a_body_weighed_by_its_colliders_is_as_heavy_as_the_scene_says),
    };
    return cmocka_run_group_tests_name("body_mass4", tests, NULL, NULL);
}
