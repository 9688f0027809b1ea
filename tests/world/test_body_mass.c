// SPDX-License-Identifier: MIT
// What bodies weigh by their colliders.
#include "tests/support/world_support.h"

static TumColliderDef3 box_def(float x, float y, float z)
{
    TumColliderDef3 def = tum_default_collider_def3();
    def.kind = TUM_SHAPE_BOX;
    def.size = (TumVec3){x, y, z};
    return def;
}

// KHR-4, KHR-SHAPE-8.
static void a_box_weighs_its_volume_and_has_the_moments_of_the_book(void **state)
{
    (void)state;
    const TumColliderDef3 box = box_def(1, 2, 3);
    TumMass3 mass;
    assert_int_equal(tum_mass3_of_colliders(&box, 1, 500, &mass), TUM_OK);
    // m = 500 * 6; I = m / 12 (b^2 + c^2) and so on.
    assert_near(mass.mass, 3000, 1e-3);
    assert_near(mass.center.y, 0, 1e-6);
    assert_near(mass.inertia.x, 250.0 * (4 + 9), 1e-2);
    assert_near(mass.inertia.y, 250.0 * (1 + 9), 1e-2);
    assert_near(mass.inertia.z, 250.0 * (1 + 4), 1e-2);
}

// KHR-45.
static void several_colliders_weigh_together_about_their_common_center(void **state)
{
    (void)state;
    // A hammer: a handle of 1 kg along X at the origin, a head of 3 kg half a metre out.
    TumColliderDef3 parts[2] = {box_def(1, 0.1f, 0.1f), box_def(0.1f, 0.3f, 1)};
    parts[1].pose.position = (TumVec3){0.5f, 0, 0};
    TumMass3 mass;
    assert_int_equal(tum_mass3_of_colliders(parts, 2, 100, &mass), TUM_OK);
    assert_near(mass.mass, 4, 1e-4);
    assert_near(mass.center.x, 3 * 0.5 / 4, 1e-5);
    // About Y: own moments, and the two masses 0.5 m apart: m1 m2 / (m1 + m2) d^2.
    const double about_y = 1.0 / 12 * (1 + 0.01) + 3.0 / 12 * (0.01 + 1) + 3.0 / 4 * 0.25;
    assert_near(mass.inertia.y, about_y, 1e-5);
}

static void a_hull_and_a_closed_mesh_weigh_as_the_box_they_are(void **state)
{
    (void)state;
    static const uint32_t triangles[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                           2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    float points[24];
    for (int i = 0; i < 8; ++i) {
        points[3 * i] = i & 1 ? 1.5f : 0.5f; // 1 by 2 by 4 about (1, 0, 0)
        points[3 * i + 1] = i & 2 ? 1.0f : -1.0f;
        points[3 * i + 2] = i & 4 ? 2.0f : -2.0f;
    }
    TumColliderDef3 def = tum_default_collider_def3();
    def.points = points;
    def.point_count = 8;
    def.triangles = triangles;
    for (int i = 0; i < 2; ++i) {
        def.kind = i == 0 ? TUM_SHAPE_CONVEX : TUM_SHAPE_MESH;
        def.triangle_count = i == 0 ? 0 : 12;
        TumMass3 mass;
        assert_int_equal(tum_mass3_of_colliders(&def, 1, 3, &mass), TUM_OK);
        assert_near(mass.mass, 24, 1e-4);
        assert_near(mass.center.x, 1, 1e-5);
        assert_near(mass.inertia.x, 2.0 * (4 + 16), 1e-3);
        assert_near(mass.inertia.y, 2.0 * (1 + 16), 1e-3);
        assert_near(mass.inertia.z, 2.0 * (1 + 4), 1e-3);
    }
    def.triangle_count = 11; // open
    TumMass3 mass = {.mass = 7};
    assert_int_equal(tum_mass3_of_colliders(&def, 1, 3, &mass), TUM_ERROR_ARGUMENT);
    assert_near(mass.mass, 7, 0);
}

static void what_has_no_volume_has_no_mass(void **state)
{
    (void)state;
    TumColliderDef3 def = tum_default_collider_def3();
    TumMass3 mass;
    def.radius = 1;
    assert_int_equal(tum_mass3_of_colliders(&def, 0, 1, &mass), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_mass3_of_colliders(&def, 1, 0, &mass), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_mass3_of_colliders(&def, 1, NAN, &mass), TUM_ERROR_ARGUMENT);
    def.stamp = 0;
    assert_int_equal(tum_mass3_of_colliders(&def, 1, 1, &mass), TUM_ERROR_ARGUMENT);
    def = tum_default_collider_def3();
    def.kind = TUM_SHAPE_PLANE;
    def.size = (TumVec3){INFINITY, 0, INFINITY};
    assert_int_equal(tum_mass3_of_colliders(&def, 1, 1, &mass), TUM_ERROR_ARGUMENT);
}

static void a_body_weighed_by_its_colliders_is_as_heavy_as_the_scene_says(void **state)
{
    (void)state;
    // Two of a scene; one loses its mass and gets it back from its colliders.
    Setup setup = setup_empty();
    setup.def.override_gravity = true;
    setup.def.gravity[1] = 0;
    int bodies[2];
    for (int i = 0; i < 2; ++i) {
        bodies[i] = setup_body(&setup, capsule_shape(0.5, 0.2, 0.3), 5.0 * i, 0, 0);
        setup_turn(&setup, bodies[i], 1, 2, 3, 1);
        setup_parent(&setup, setup_static(&setup, box_shape(0.2, 0.3, 0.4), 0.3, 0.2, 0.1),
                     bodies[i]);
    }
    setup_start(&setup);
    const TumBodyId id = setup_id(&setup, bodies[1]);
    const TumMass3 other = {1, {0.1f, 0, 0}, {1, 2, 2}, {0, 0, 0, 1}};
    assert_int_equal(tum_body_set_mass3(setup.world, id, &other), TUM_OK);
    assert_int_equal(tum_body_set_density3(setup.world, id, 1000), TUM_OK);
    for (int i = 0; i < 2; ++i) {
        const TumBodyId body = setup_id(&setup, bodies[i]);
        TumVec3 point = tum_body_center_of_mass3(setup.world, body);
        point.y += 0.5f;
        assert_int_equal(tum_body_add_force3(setup.world, body, (TumVec3){1000, 0, 500}, &point),
                         TUM_OK);
    }
    setup_run(&setup, 0.5);
    const TumVec3 v0 = setup_velocity(&setup, bodies[0]), v1 = setup_velocity(&setup, bodies[1]);
    const TumVec3 w0 = setup_spin(&setup, bodies[0]), w1 = setup_spin(&setup, bodies[1]);
    assert_near(v0.x, v1.x, 1e-5);
    assert_near(v0.z, v1.z, 1e-5);
    assert_near(w0.x, w1.x, 1e-4);
    assert_near(w0.y, w1.y, 1e-4);
    assert_near(w0.z, w1.z, 1e-4);
    const TumBodyId nobody = {0, 0, 0};
    assert_int_equal(tum_body_set_density3(setup.world, nobody, 1), TUM_ERROR_ARGUMENT);
    setup_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_weighs_its_volume_and_has_the_moments_of_the_book),
        cmocka_unit_test(several_colliders_weigh_together_about_their_common_center),
        cmocka_unit_test(a_hull_and_a_closed_mesh_weigh_as_the_box_they_are),
        cmocka_unit_test(what_has_no_volume_has_no_mass),
        cmocka_unit_test(a_body_weighed_by_its_colliders_is_as_heavy_as_the_scene_says),
    };
    return cmocka_run_group_tests_name("body mass", tests, NULL, NULL);
}
