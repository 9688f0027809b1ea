// SPDX-License-Identifier: MIT
// Worlds without a scene, and definitions of another version.
#include "tests/support/support.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

static TumWorld *empty_world(int dimension)
{
    TumWorldDef def = tum_default_world_def();
    TumWorld *world = NULL;
    def.dimension = dimension;
    assert_int_equal(tum_world_create(NULL, &def, &world, NULL), TUM_OK);
    return world;
}

static void a_world_without_a_scene_is_empty_and_has_three_dimensions(void **state)
{
    (void)state;
    TumWorld *world = NULL;
    assert_int_equal(tum_world_create(NULL, NULL, &world, NULL), TUM_OK);
    assert_int_equal(tum_world_dimension(world), 3);
    assert_int_equal(tum_world_body_count(world), 0);
    assert_int_equal(tum_world_collider_count(world), 0);
    assert_int_equal(tum_world_step(world, 1.0f / 60.0f), TUM_OK);
    tum_world_destroy(world);
}

// A body falls 0.5 g t^2 in flight, whatever its shape: 4.905 m in a second. Flight is exact but
// for the rounding of 60 steps of single precision, 60 * 5 * 2^-24 m at the most.
static void bodies_fall_in_a_world_without_a_scene(void **state)
{
    (void)state;
    TumWorld *world = empty_world(3);
    const TumBodyDef3 def = tum_default_body_def3();
    TumColliderDef3 ball = tum_default_collider_def3();
    TumBodyId body;
    ball.radius = 0.5f;
    assert_int_equal(tum_world_add_body3(world, &def, &body), TUM_OK);
    assert_int_equal(tum_world_add_collider3(world, body, &ball, NULL), TUM_OK);
    for (int i = 0; i < 60; ++i) {
        assert_int_equal(tum_world_step(world, 1.0f / 60.0f), TUM_OK);
    }
    assert_near(tum_body_pose3(world, body).position.y, -0.5 * 9.81, 2e-5);
    tum_world_destroy(world);
}

static void bodies_of_four_dimensions_fall_along_the_definition(void **state)
{
    (void)state;
    TumWorldDef def = tum_default_world_def();
    TumWorld *world = NULL;
    def.dimension = 4;
    def.gravity[1] = 0.0f;
    def.gravity[3] = 2.0f;
    assert_int_equal(tum_world_create(NULL, &def, &world, NULL), TUM_OK);
    assert_int_equal(tum_world_dimension(world), 4);
    const TumBodyDef4 thing = tum_default_body_def4();
    TumBodyId body;
    assert_int_equal(tum_world_add_body4(world, &thing, &body), TUM_OK);
    for (int i = 0; i < 60; ++i) {
        assert_int_equal(tum_world_step(world, 1.0f / 60.0f), TUM_OK);
    }
    assert_near(tum_body_pose4(world, body).position.w, 0.5 * 2.0, 2e-5);
    tum_world_destroy(world);
}

static void a_dimension_that_is_not_simulated_is_unsupported(void **state)
{
    (void)state;
    const int wrong[] = {0, -1, 2, 5, 100};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        TumWorldDef def = tum_default_world_def();
        TumReport *report = tum_report_create(NULL);
        TumWorld *world = NULL;
        def.dimension = wrong[i];
        assert_int_equal(tum_world_create(NULL, &def, &world, report), TUM_ERROR_UNSUPPORTED);
        assert_null(world);
        assert_int_equal(tum_report_count(report), 1);
        assert_string_equal(tum_report_at(report, 0)->code, "UNSUPPORTED_DIMENSION");
        tum_report_destroy(report);
    }
}

// A program that was compiled when the definition had another member: its stamp names another size.
static void a_definition_of_another_layout_is_told_by_its_stamp(void **state)
{
    (void)state;
    TumWorld *world3 = empty_world(3), *world4 = empty_world(4), *none = NULL;
    const TumBodyId nobody = {0, 0, 0};
    TumWorldDef def;
    TumBodyDef3 body3;
    TumColliderDef3 collider3;
    TumJointDef3 joint3;
    TumBodyDef4 body4;
    TumColliderDef4 collider4;
    TumJointDef4 joint4;
    TumMass3 mass3;
    TumMass4 mass4;
    tum_world_def_init(&def, sizeof def - 8);
    tum_body_def3_init(&body3, sizeof body3 - 8);
    tum_collider_def3_init(&collider3, sizeof collider3 - 8);
    tum_joint_def3_init(&joint3, sizeof joint3 - 8);
    tum_body_def4_init(&body4, sizeof body4 - 8);
    tum_collider_def4_init(&collider4, sizeof collider4 - 8);
    tum_joint_def4_init(&joint4, sizeof joint4 - 8);
    const TumStatus statuses[] = {tum_world_create(NULL, &def, &none, NULL),
                                  tum_world_add_body3(world3, &body3, NULL),
                                  tum_world_add_collider3(world3, nobody, &collider3, NULL),
                                  tum_mass3_of_colliders(&collider3, 1, 1.0f, &mass3),
                                  tum_world_add_joint3(world3, &joint3, NULL),
                                  tum_world_add_body4(world4, &body4, NULL),
                                  tum_world_add_collider4(world4, nobody, &collider4, NULL),
                                  tum_mass4_of_colliders(&collider4, 1, 1.0f, &mass4),
                                  tum_world_add_joint4(world4, &joint4, NULL)};
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; ++i) {
        assert_int_equal(statuses[i], TUM_ERROR_VERSION);
    }
    assert_null(none);
    tum_world_destroy(world3);
    tum_world_destroy(world4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_without_a_scene_is_empty_and_has_three_dimensions),
        cmocka_unit_test(bodies_fall_in_a_world_without_a_scene),
        cmocka_unit_test(bodies_of_four_dimensions_fall_along_the_definition),
        cmocka_unit_test(a_dimension_that_is_not_simulated_is_unsupported),
        cmocka_unit_test(a_definition_of_another_layout_is_told_by_its_stamp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
