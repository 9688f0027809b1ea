// SPDX-License-Identifier: MIT
// Materials and filters: docs/specification.md#khr_physics_rigid_bodies and
// docs/dialects.md#what-every-reader-does, decisions D4 and D26.
#include "tests/dialects/reading.h"

#define MATERIALS KHR_ROOT "/physicsMaterials"
#define FILTERS KHR_ROOT "/collisionFilters"

// Two static boxes: the first with material and filter 0, the second with the last ones.
static Reading read_tables(const char *tables, int last_material, int last_filter)
{
    char members[4096];
    snprintf(members, sizeof members,
             "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': "
             "{'shape': 0}, 'physicsMaterial': 0, 'collisionFilter': 0}}}}, {'extensions': "
             "{'KHR_physics_rigid_bodies': {'collider': {'geometry': {'shape': 0}, "
             "'physicsMaterial': %d, 'collisionFilter': %d}}}}], 'extensions': "
             "{'KHR_implicit_shapes': {'shapes': [{'type': 'box'}]}, "
             "'KHR_physics_rigid_bodies': {%s}}",
             last_material, last_filter, tables);
    return read_members(2, members);
}

// KHR-69.
static void an_empty_material_has_the_documented_values(void **state)
{
    (void)state;
    Reading reading = read_tables("'physicsMaterials': [{}], 'collisionFilters': [{}]", 0, 0);
    assert_no_errors(reading.report);
    const TumMaterial *material = &reading.scene->materials[reading.scene->colliders[0].material];
    assert_near(material->static_friction, 0.6, 0.0);
    assert_near(material->dynamic_friction, 0.6, 0.0);
    assert_near(material->restitution, 0, 0.0);
    // Decision D4: an absent combine mode abstains.
    assert_int_equal(material->friction_combine, TUM_COMBINE_NONE);
    assert_int_equal(material->restitution_combine, TUM_COMBINE_NONE);
    reading_end(&reading);
}

// KHR-39, KHR-64, KHR-71.
static void combine_modes_are_read_in_any_case_with_a_warning(void **state)
{
    (void)state;
    Reading reading = read_tables(
        "'physicsMaterials': [{'staticFriction': 0.9, 'dynamicFriction': 0.8, 'restitution': 0.7, "
        "'frictionCombine': 'minimum', 'restitutionCombine': 'MULTIPLY'}, "
        "{'frictionCombine': 'Average', 'restitutionCombine': 'maximum'}], "
        "'collisionFilters': [{}]",
        1, 0);
    assert_no_errors(reading.report);
    assert_found(&reading, "PHYSICS_COMBINE_CASE", TUM_SEVERITY_WARNING,
                 MATERIALS "/0/restitutionCombine");
    assert_found(&reading, "PHYSICS_COMBINE_CASE", TUM_SEVERITY_WARNING,
                 MATERIALS "/1/frictionCombine");
    assert_int_equal(tum_report_count_of(reading.report, TUM_SEVERITY_WARNING), 2);
    const TumMaterial *materials = reading.scene->materials;
    assert_near(materials[0].static_friction, 0.9, 0.0);
    assert_near(materials[0].dynamic_friction, 0.8, 0.0);
    assert_near(materials[0].restitution, 0.7, 0.0);
    assert_int_equal(materials[0].friction_combine, TUM_COMBINE_MINIMUM);
    assert_int_equal(materials[0].restitution_combine, TUM_COMBINE_MULTIPLY);
    assert_int_equal(materials[1].friction_combine, TUM_COMBINE_AVERAGE);
    assert_int_equal(materials[1].restitution_combine, TUM_COMBINE_MAXIMUM);
    assert_int_equal(reading.scene->colliders[1].material, 1);
    reading_end(&reading);
}

// KHR-68, KHR-70, KHR-71.
static void odd_materials_are_read_and_reported(void **state)
{
    (void)state;
    Reading reading = read_tables(
        "'physicsMaterials': [{'staticFriction': -1, 'restitution': 1.5, "
        "'frictionCombine': 'loudest'}, {'staticFriction': 0.2, 'dynamicFriction': 0.5}], "
        "'collisionFilters': [{}]",
        1, 0);
    assert_found(&reading, "VALUE_NOT_IN_RANGE", TUM_SEVERITY_ERROR, MATERIALS "/0/staticFriction");
    assert_found(&reading, "PHYSICS_RESTITUTION_ABOVE_ONE", TUM_SEVERITY_WARNING,
                 MATERIALS "/0/restitution");
    assert_found(&reading, "VALUE_NOT_IN_LIST", TUM_SEVERITY_WARNING,
                 MATERIALS "/0/frictionCombine");
    assert_found(&reading, "PHYSICS_FRICTION_INVERTED", TUM_SEVERITY_WARNING, MATERIALS "/1");
    assert_near(reading.scene->materials[0].static_friction, 0.6, 0.0);
    assert_near(reading.scene->materials[0].restitution, 1.5, 0.0); // D26: honoured.
    assert_int_equal(reading.scene->materials[0].friction_combine, TUM_COMBINE_NONE);
    reading_end(&reading);
}

static void a_filter_among_the_materials_is_skipped_and_indices_stay(void **state)
{
    (void)state;
    Reading reading = read_tables("'physicsMaterials': [{'collisionSystems': ['A']}, "
                                  "{'staticFriction': 0.1, 'dynamicFriction': 0.1}], "
                                  "'collisionFilters': [{}]",
                                  1, 0);
    assert_no_errors(reading.report);
    assert_found(&reading, "PHYSICS_MATERIAL_MISPLACED_FILTER", TUM_SEVERITY_WARNING,
                 MATERIALS "/0");
    assert_int_equal(reading.scene->colliders[0].material, -1);
    const int32_t second = reading.scene->colliders[1].material;
    assert_near(reading.scene->materials[second].static_friction, 0.1, 0.0);
    reading_end(&reading);
}

// KHR-40, KHR-80, KHR-81, OMI-BODY-63.
static void filters_name_systems(void **state)
{
    (void)state;
    Reading reading = read_tables(
        "'physicsMaterials': [{}], 'collisionFilters': [{'collisionSystems': ['A', 'B'], "
        "'collideWithSystems': ['C']}, {'notCollideWithSystems': ['B', 'A']}]",
        0, 1);
    assert_no_errors(reading.report);
    const TumScene *scene = reading.scene;
    assert_int_equal(scene->system_name_count, 3);
    const TumFilter *first = &scene->filters[scene->colliders[0].filter];
    assert_int_equal(first->system_count, 2);
    assert_int_equal(first->collide_with_count, 1);
    assert_int_equal(first->not_collide_with_count, 0);
    const int32_t name = scene->filter_systems[first->collide_with_first];
    assert_string_equal(scene->system_names[name], "C");
    const TumFilter *second = &scene->filters[scene->colliders[1].filter];
    assert_int_equal(second->not_collide_with_count, 2);
    assert_string_equal(second->pointer, FILTERS "/1");
    reading_end(&reading);
}

// KHR-84.
static void of_two_lists_the_whitelist_counts(void **state)
{
    (void)state;
    Reading reading =
        read_tables("'physicsMaterials': [{}], 'collisionFilters': [{'collideWithSystems': ['A'], "
                    "'notCollideWithSystems': ['B']}]",
                    0, 0);
    assert_found(&reading, "PHYSICS_FILTER_CONFLICT", TUM_SEVERITY_ERROR, FILTERS "/0");
    assert_int_equal(reading.scene->filters[0].collide_with_count, 1);
    assert_int_equal(reading.scene->filters[0].not_collide_with_count, 0);
    reading_end(&reading);
}

// KHR-90.
static void an_empty_list_is_as_good_as_none(void **state)
{
    (void)state;
    Reading reading = read_tables("'physicsMaterials': [{}], 'collisionFilters': "
                                  "[{'collideWithSystems': [], 'notCollideWithSystems': ['B']}]",
                                  0, 0);
    assert_no_errors(reading.report);
    assert_int_equal(reading.scene->filters[0].not_collide_with_count, 1);
    reading_end(&reading);
}

static void names_that_are_no_text_are_left_out(void **state)
{
    (void)state;
    Reading reading = read_tables(
        "'physicsMaterials': [{}], 'collisionFilters': [{'collisionSystems': ['A', 3, 'B']}]", 0,
        0);
    assert_found(&reading, "ARRAY_TYPE_MISMATCH", TUM_SEVERITY_ERROR,
                 FILTERS "/0/collisionSystems/1");
    assert_int_equal(reading.scene->filters[0].system_count, 2);
    reading_end(&reading);
}

// KHR-39, KHR-40, KHR-144.
static void a_wrong_reference_leaves_the_collider_without(void **state)
{
    (void)state;
    Reading reading = read_tables("'physicsMaterials': [{}], 'collisionFilters': [{}]", 5, -1);
    assert_found(&reading, "UNRESOLVED_REFERENCE", TUM_SEVERITY_ERROR,
                 KHR_NODE(1) "/collider/physicsMaterial");
    assert_found(&reading, "INVALID_INDEX", TUM_SEVERITY_ERROR,
                 KHR_NODE(1) "/collider/collisionFilter");
    assert_int_equal(reading.scene->collider_count, 2);
    assert_int_equal(reading.scene->colliders[1].material, -1);
    assert_int_equal(reading.scene->colliders[1].filter, -1);
    reading_end(&reading);
}

static void a_reference_without_the_root_extension_is_a_missing_dependency(void **state)
{
    (void)state;
    Reading reading = read_members(
        1, "'nodes': [{'extensions': {'KHR_physics_rigid_bodies': {'collider': {'geometry': "
           "{'shape': 0}, 'physicsMaterial': 0}}}}], 'extensions': {'KHR_implicit_shapes': "
           "{'shapes': [{'type': 'box'}]}}");
    assert_found(&reading, "UNSATISFIED_DEPENDENCY", TUM_SEVERITY_ERROR, KHR_NODE(0) "/collider");
    assert_int_equal(reading.scene->collider_count, 1);
    reading_end(&reading);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_material_has_the_documented_values),
        cmocka_unit_test(combine_modes_are_read_in_any_case_with_a_warning),
        cmocka_unit_test(odd_materials_are_read_and_reported),
        cmocka_unit_test(a_filter_among_the_materials_is_skipped_and_indices_stay),
        cmocka_unit_test(filters_name_systems),
        cmocka_unit_test(of_two_lists_the_whitelist_counts),
        cmocka_unit_test(an_empty_list_is_as_good_as_none),
        cmocka_unit_test(names_that_are_no_text_are_left_out),
        cmocka_unit_test(a_wrong_reference_leaves_the_collider_without),
        cmocka_unit_test(a_reference_without_the_root_extension_is_a_missing_dependency),
    };
    return cmocka_run_group_tests_name("surface tables", tests, NULL, NULL);
}
