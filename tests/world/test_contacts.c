// SPDX-License-Identifier: MIT
// Contacts as programs read them: who, where, how hard.
#include "tests/support/program_support.h"

enum { CONTACTS_MOST = 16, SUBSTEPS = 4 };

static const double substep = 1.0 / 60 / SUBSTEPS; // [s] Impulses are those of the last one.

static double pressed3(const TumContact3 *contact)
{
    double sum = 0;
    for (int i = 0; i < contact->point_count; ++i) {
        sum += (double)contact->points[i].normal_impulse;
    }
    return sum;
}

// A box of 1 kg and 1 m on the half-space y <= 0, under a gravity that leans by 0.2 rad: it presses
// with m g cos, and friction of 0.6 > tan 0.2 holds it with m g sin.
static TumWorld *leaning_world(TumBodyId *floor, TumBodyId *box)
{
    TumWorld *world = program_world(3, NULL);
    *floor = program_body3(world, TUM_BODY_STATIC, plane_def3(), (TumVec3){0, 0, 0}, 1);
    *box = program_body3(world, TUM_BODY_DYNAMIC, box_def3(1, 1, 1), (TumVec3){3, 0.5f, 0}, 2);
    ok(tum_world_set_gravity3(world,
                              (TumVec3){(float)(9.81 * sin(0.2)), (float)(-9.81 * cos(0.2)), 0}));
    return world;
}

static void assert_leaning_contact(const TumWorld *world, const TumContact3 *contact,
                                   TumBodyId floor, TumBodyId box)
{
    assert_true(tum_body_id_equals(contact->body_a, floor));
    assert_true(tum_body_id_equals(contact->body_b, box));
    assert_true(tum_collider_id_equals(contact->collider_a, tum_body_collider_at(world, floor, 0)));
    assert_true(tum_collider_id_equals(contact->collider_b, tum_body_collider_at(world, box, 0)));
    assert_vec3_near(contact->normal, 0, 1, 0, 1e-3);
    assert_near(pressed3(contact) / substep, 9.81 * cos(0.2), 0.02);
    assert_vec3_near(contact->friction_impulse, -9.81 * sin(0.2) * substep, 0, 0, 1e-4);
    assert_near(contact->twist_impulse, 0, 1e-4);
}

static void a_resting_body_is_pressed_by_its_weight_and_held_by_friction(void **state)
{
    (void)state;
    TumBodyId floor, box;
    TumWorld *world = leaning_world(&floor, &box);
    program_run(world, 20);
    TumContact3 contacts[CONTACTS_MOST];
    size_t count = 0;
    assert_true(tum_body_is_awake(world, box));
    ok(tum_body_contacts3(world, box, contacts, CONTACTS_MOST, &count));
    assert_int_equal(count, 1);
    assert_leaning_contact(world, &contacts[0], floor, box);
    // Its four lower corners.
    const TumPose3 pose = tum_body_pose3(world, box);
    assert_int_equal(contacts[0].point_count, 4);
    double sum_x = 0, sum_z = 0;
    for (int i = 0; i < 4; ++i) {
        const TumContactPoint3 *point = &contacts[0].points[i];
        assert_near(fabs((double)point->position.x - (double)pose.position.x), 0.5, 2e-3);
        assert_near(fabs((double)point->position.z - (double)pose.position.z), 0.5, 2e-3);
        assert_near(point->position.y, 0, 3e-3);
        assert_near(point->separation, 0, 5e-3);
        sum_x += (double)point->position.x - (double)pose.position.x;
        sum_z += (double)point->position.z - (double)pose.position.z;
    }
    assert_near(sum_x, 0, 1e-3);
    assert_near(sum_z, 0, 1e-3);
    tum_world_destroy(world);
}

static void what_sleeps_is_pressed_as_when_it_fell_asleep(void **state)
{
    (void)state;
    TumBodyId floor, box;
    TumWorld *world = leaning_world(&floor, &box);
    program_run(world, 180);
    TumContact3 contacts[CONTACTS_MOST];
    size_t count = 0;
    assert_false(tum_body_is_awake(world, box));
    ok(tum_body_contacts3(world, box, contacts, CONTACTS_MOST, &count));
    assert_int_equal(count, 1);
    assert_leaning_contact(world, &contacts[0], floor, box);
    tum_world_destroy(world);
}

// Three boxes on each other touch in three planes, of which the middle one has two.
static void each_plane_is_there_once_and_more_are_counted_than_fit(void **state)
{
    (void)state;
    TumWorld *world = program_world(3, NULL);
    program_body3(world, TUM_BODY_STATIC, plane_def3(), (TumVec3){0, 0, 0}, 0);
    TumBodyId boxes[3];
    for (int i = 0; i < 3; ++i) {
        boxes[i] = program_body3(world, TUM_BODY_DYNAMIC, box_def3(1, 1, 1),
                                 (TumVec3){0, 0.5f + (float)i, 0}, 0);
    }
    program_run(world, 30);
    TumContact3 contacts[CONTACTS_MOST];
    size_t count = 0;
    ok(tum_world_contacts3(world, contacts, CONTACTS_MOST, &count));
    assert_int_equal(count, 3);
    double pressed = 0;
    for (int i = 0; i < 3; ++i) {
        pressed += pressed3(&contacts[i]);
    }
    assert_near(pressed / substep, (3 + 2 + 1) * 9.81, 0.5);
    const size_t planes[3] = {2, 2, 1};
    for (int i = 0; i < 3; ++i) {
        ok(tum_body_contacts3(world, boxes[i], NULL, 0, &count));
        assert_int_equal(count, planes[i]);
    }
    TumContact3 one[2] = {{.point_count = -5}, {.point_count = -5}};
    ok(tum_body_contacts3(world, boxes[1], one, 1, &count));
    assert_int_equal(count, 2);
    assert_int_equal(one[0].point_count, 4);
    assert_int_equal(one[1].point_count, -5);
    // Who is gone touches nothing.
    ok(tum_world_remove_body(world, boxes[1]));
    assert_int_equal(tum_body_contacts3(world, boxes[1], one, 1, &count), TUM_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    ok(tum_world_contacts3(world, NULL, 0, &count));
    assert_int_equal(count, 1);
    tum_world_destroy(world);
}

// A tesseract of 1 kg on the half-space y <= 0, with gravity leaning toward W.
static void in_four_dimensions_contacts_tell_the_same(void **state)
{
    (void)state;
    TumWorld *world = program_world(4, NULL);
    TumColliderDef4 plane = tum_default_collider_def4();
    plane.kind = TUM_SHAPE_PLANE;
    const TumBodyId floor = program_body4(world, TUM_BODY_STATIC, plane, (TumVec4){0, 0, 0, 0}, 0);
    const TumBodyId box =
        program_body4(world, TUM_BODY_DYNAMIC, box_def4(1, 1, 1, 1), (TumVec4){3, 0.5f, 0, 1}, 0);
    const double down = 9.81 * cos(0.2), along = 9.81 * sin(0.2);
    ok(tum_world_set_gravity4(world, (TumVec4){0, (float)-down, 0, (float)along}));
    program_run(world, 20);
    TumContact4 contacts[CONTACTS_MOST];
    size_t count = 0;
    ok(tum_body_contacts4(world, box, contacts, CONTACTS_MOST, &count));
    assert_int_equal(count, 1);
    assert_true(tum_body_id_equals(contacts[0].body_a, floor));
    assert_true(tum_body_id_equals(contacts[0].body_b, box));
    assert_vec4_near(contacts[0].normal, 0, 1, 0, 0, 1e-3);
    assert_int_equal(contacts[0].point_count, 8);
    double pressed = 0;
    for (int i = 0; i < 8; ++i) {
        pressed += (double)contacts[0].points[i].normal_impulse;
        assert_near(contacts[0].points[i].position.y, 0, 3e-3);
        assert_near(fabs((double)contacts[0].points[i].position.w - 1), 0.5, 5e-3);
    }
    assert_near(pressed / substep, down, 0.02);
    assert_vec4_near(contacts[0].friction_impulse, 0, 0, 0, -along * substep, 1e-4);
    ok(tum_world_contacts4(world, NULL, 0, &count));
    assert_int_equal(count, 1);
    const TumColliderId box_shape = tum_body_collider_at(world, box, 0);
    ok(tum_collider_contacts4(world, box_shape, contacts, CONTACTS_MOST, &count));
    assert_int_equal(count, 1);
    assert_true(tum_collider_id_equals(contacts[0].collider_b, box_shape));
    TumColliderId high;
    TumColliderDef4 ball = ball_def4(0.5f);
    ball.pose.position.y = 5;
    ok(tum_world_add_collider4(world, box, &ball, &high));
    ok(tum_collider_contacts4(world, high, contacts, CONTACTS_MOST, &count));
    assert_int_equal(count, 0);
    tum_world_destroy(world);
}

// A dumbbell of two balls, each of which lies on the floor; a third ball is in the air above it.
static void contacts_of_a_collider_are_those_of_its_body_that_it_takes_part_in(void **state)
{
    (void)state;
    TumWorld *world = program_world(3, NULL);
    const TumBodyId floor =
        program_body3(world, TUM_BODY_STATIC, plane_def3(), (TumVec3){0, 0, 0}, 1);
    const TumBodyId body =
        program_body3(world, TUM_BODY_DYNAMIC, ball_def3(0.5f), (TumVec3){0, 0.5f, 0}, 2);
    TumColliderDef3 ball = ball_def3(0.5f);
    TumColliderId added[2];
    for (int i = 0; i < 2; ++i) {
        ball.pose.position = (TumVec3){2, 2.0f * (float)i, 0};
        ok(tum_world_add_collider3(world, body, &ball, &added[i]));
    }
    program_run(world, 2);
    TumContact3 contacts[CONTACTS_MOST];
    size_t count = 0;
    ok(tum_body_contacts3(world, body, NULL, 0, &count));
    assert_int_equal(count, 2);
    ok(tum_collider_contacts3(world, added[0], contacts, CONTACTS_MOST, &count));
    assert_int_equal(count, 1);
    assert_true(tum_body_id_equals(contacts[0].body_a, floor));
    assert_true(tum_collider_id_equals(contacts[0].collider_b, added[0]));
    assert_near(contacts[0].points[0].position.x, 2, 1e-3);
    ok(tum_collider_contacts3(world, added[1], contacts, CONTACTS_MOST, &count));
    assert_int_equal(count, 0);
    ok(tum_collider_contacts3(world, tum_body_collider_at(world, floor, 0), NULL, 0, &count));
    assert_int_equal(count, 2);
    ok(tum_world_remove_collider(world, added[0]));
    assert_int_equal(tum_collider_contacts3(world, added[0], contacts, CONTACTS_MOST, &count),
                     TUM_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    tum_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_resting_body_is_pressed_by_its_weight_and_held_by_friction),
        cmocka_unit_test(what_sleeps_is_pressed_as_when_it_fell_asleep),
        cmocka_unit_test(each_plane_is_there_once_and_more_are_counted_than_fit),
        cmocka_unit_test(in_four_dimensions_contacts_tell_the_same),
        cmocka_unit_test(contacts_of_a_collider_are_those_of_its_body_that_it_takes_part_in),
    };
    return cmocka_run_group_tests_name("contacts", tests, NULL, NULL);
}
