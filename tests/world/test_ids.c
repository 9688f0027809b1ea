// SPDX-License-Identifier: MIT
// Ids are values: none, the same, and a number that leads back.
#include "tests/support/program_support.h"

static void an_id_of_nothing_is_null_and_zero(void **state)
{
    (void)state;
    assert_true(tum_body_id_is_null((TumBodyId){0, 0, 0}));
    assert_true(tum_collider_id_is_null((TumColliderId){0, 0, 0}));
    assert_true(tum_joint_id_is_null((TumJointId){0, 0, 0}));
    assert_true(tum_body_id_to_u64((TumBodyId){0, 0, 0}) == 0);
    assert_true(tum_body_id_is_null(tum_body_id_from_u64(0)));
    assert_false(tum_body_id_is_null((TumBodyId){1, 0, 0}));
    assert_false(tum_collider_id_is_null((TumColliderId){1, 0, 0}));
    assert_false(tum_joint_id_is_null((TumJointId){1, 0, 0}));
}

static void ids_are_equal_where_all_three_numbers_are(void **state)
{
    (void)state;
    const TumBodyId body = {3, 2, 9}, bodies[3] = {{4, 2, 9}, {3, 1, 9}, {3, 2, 8}};
    const TumColliderId collider = {3, 2, 9}, colliders[3] = {{4, 2, 9}, {3, 1, 9}, {3, 2, 8}};
    const TumJointId joint = {3, 2, 9}, joints[3] = {{4, 2, 9}, {3, 1, 9}, {3, 2, 8}};
    assert_true(tum_body_id_equals(body, body));
    assert_true(tum_collider_id_equals(collider, collider));
    assert_true(tum_joint_id_equals(joint, joint));
    for (int i = 0; i < 3; ++i) {
        assert_false(tum_body_id_equals(body, bodies[i]));
        assert_false(tum_collider_id_equals(collider, colliders[i]));
        assert_false(tum_joint_id_equals(joint, joints[i]));
    }
}

static void an_id_is_one_number_and_back(void **state)
{
    (void)state;
    // Slot in the upper half, then generation, then world: id.h says no more than that it is one.
    const TumBodyId body = {0xfedcba98u, 0x7654u, 0x3210u};
    const TumColliderId collider = {1, 0xffffu, 0};
    const TumJointId joint = {0xffffffffu, 0, 0xffffu};
    assert_true(tum_body_id_to_u64(body) == 0xfedcba9876543210u);
    assert_true(tum_body_id_equals(tum_body_id_from_u64(tum_body_id_to_u64(body)), body));
    assert_true(tum_collider_id_equals(tum_collider_id_from_u64(tum_collider_id_to_u64(collider)),
                                       collider));
    assert_true(tum_joint_id_equals(tum_joint_id_from_u64(tum_joint_id_to_u64(joint)), joint));
}

static void worlds_of_different_numbers_do_not_know_each_others_ids(void **state)
{
    (void)state;
    TumWorldDef def = tum_default_world_def();
    def.number = 1;
    TumWorld *one = program_world(3, &def);
    def.number = 2;
    TumWorld *two = program_world(3, &def);
    const TumVec3 origin = {0, 0, 0};
    const TumBodyId a = program_body3(one, TUM_BODY_DYNAMIC, ball_def3(1), origin, 0);
    const TumBodyId b = program_body3(two, TUM_BODY_DYNAMIC, ball_def3(1), origin, 0);
    assert_int_equal(a.index1, b.index1);
    assert_int_equal(a.world, 1);
    assert_false(tum_body_id_equals(a, b));
    assert_true(tum_body_exists(one, a) && !tum_body_exists(two, a));
    assert_true(tum_body_exists(two, b) && !tum_body_exists(one, b));
    tum_world_destroy(one);
    tum_world_destroy(two);
}

static void instructions_have_names_and_the_widest_always_exist(void **state)
{
    (void)state;
    const char *const names[TUM_INSTRUCTIONS_COUNT] = {"widest", "scalar", "sse2",
                                                       "avx2",   "avx512", "neon"};
    for (int i = 0; i < TUM_INSTRUCTIONS_COUNT; ++i) {
        assert_string_equal(tum_instructions_name((TumInstructions)i), names[i]);
        TumWorldDef def = tum_default_world_def();
        const TumScene nothing = {.dimension = 3, .file = ""};
        TumWorld *world = NULL;
        def.instructions = (TumInstructions)i;
        assert_int_equal(tum_world_create(&nothing, &def, &world, NULL),
                         tum_instructions_exist((TumInstructions)i) ? TUM_OK : TUM_ERROR_ARGUMENT);
        tum_world_destroy(world);
    }
    assert_true(tum_instructions_exist(TUM_INSTRUCTIONS_WIDEST));
    assert_true(tum_instructions_exist(TUM_INSTRUCTIONS_SCALAR));
    assert_false(tum_instructions_exist(TUM_INSTRUCTIONS_COUNT));
    // No machine has vector instructions of two families.
    assert_false(tum_instructions_exist(TUM_INSTRUCTIONS_NEON) &&
                 tum_instructions_exist(TUM_INSTRUCTIONS_SSE2));
#if defined(__aarch64__)
    assert_true(tum_instructions_exist(TUM_INSTRUCTIONS_NEON));
#endif
    assert_null(tum_instructions_name(TUM_INSTRUCTIONS_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_id_of_nothing_is_null_and_zero),
        cmocka_unit_test(ids_are_equal_where_all_three_numbers_are),
        cmocka_unit_test(an_id_is_one_number_and_back),
        cmocka_unit_test(worlds_of_different_numbers_do_not_know_each_others_ids),
        cmocka_unit_test(instructions_have_names_and_the_widest_always_exist),
    };
    return cmocka_run_group_tests_name("ids", tests, NULL, NULL);
}
