// SPDX-License-Identifier: MIT
// Shapes that fly and turn meet when geometry says so.
#include "distance3/toi3.h"
#include "tests/support/support.h"

static const double slop = 1e-3;

static Moving3 still(const Shape3 *shape)
{
    return (Moving3){
        .shape = shape, .center_from_shape = POSE3_IDENTITY, .rotation = DQUAT_IDENTITY};
}

// A bar of 2 m across a post whose near side is at z = 0.5, x = 0.8: turning about -y, the bar's
// side is as deep as slop in the post's corner when the corner is at 0.05 - slop from the bar's
// axis.
static void a_bar_that_turns_meets_a_corner_at_its_angle(void **state)
{
    (void)state;
    const Shape3 bar = tum_shape3_box((Vec3){1.0f, 0.05f, 0.05f});
    const Shape3 post = tum_shape3_box((Vec3){0.1f, 1.0f, 0.1f});
    Moving3 probe = still(&bar), target = still(&post);
    target.center = (DVec3){0.8, 0.0, 0.5};
    probe.turn = (DVec3){0.0, -PI / 2, 0.0};
    Vec3 normal;
    const double t = tum_impact_time3(&target, &probe, slop, 1.0, &normal);
    // The corner that comes first is (0.9, 0.4): least angle from x.
    const double angle = atan2(0.4, 0.9) - asin((0.05 - slop) / hypot(0.9, 0.4));
    assert_near(t * PI / 2, angle, 3 * slop);
    assert_true(t * PI / 2 <= angle + 1e-6);
}

// After half of a whole turn the bar points the same way; its ends have been at z = 1 in between.
static void a_turn_that_ends_as_it_began_is_followed_all_the_same(void **state)
{
    (void)state;
    const Shape3 bar = tum_shape3_box((Vec3){1.0f, 0.05f, 0.05f});
    const Shape3 plane = tum_shape3_plane();
    Moving3 probe = still(&bar), target = still(&plane);
    target.center = (DVec3){0.0, -0.8, 0.0};
    probe.turn = (DVec3){0.0, 0.0, PI};
    Vec3 normal;
    const double t = tum_impact_time3(&target, &probe, slop, 1.0, &normal);
    assert_true(t > 0.0 && t < 0.5);
    assert_near(normal.y, 1, 1e-6);
    // The farthest corner is at hypot(1, 0.05), atan2(0.05, 1) behind the end's middle.
    const double angle = asin((0.8 + slop) / hypot(1.0, 0.05)) - atan2(0.05, 1.0);
    assert_near(t * PI, angle, 3 * slop);
}

static void what_turns_within_its_room_meets_nothing(void **state)
{
    (void)state;
    const Shape3 bar = tum_shape3_box((Vec3){1.0f, 0.05f, 0.05f});
    const Shape3 plane = tum_shape3_plane();
    Moving3 probe = still(&bar), target = still(&plane);
    target.center = (DVec3){0.0, -1.01, 0.0};
    probe.turn = (DVec3){0.0, 0.0, 40.0};
    Vec3 normal;
    assert_true(tum_impact_time3(&target, &probe, slop, 1.0, &normal) > 1.0);
}

// The wall comes to the ball: 3 m less the radius and half a thickness, of 6 m.
static void a_wall_that_moves_meets_a_ball_at_rest(void **state)
{
    (void)state;
    const Shape3 ball = tum_shape3_sphere(0.1f);
    const Shape3 wall = tum_shape3_box((Vec3){0.005f, 5.0f, 5.0f});
    Moving3 probe = still(&ball), target = still(&wall);
    target.center = (DVec3){-3.0, 0.0, 0.0};
    target.along = (DVec3){6.0, 0.0, 0.0};
    Vec3 normal;
    const double t = tum_impact_time3(&target, &probe, slop, 1.0, &normal);
    assert_near(t * 6.0, 3.0 - 0.1 - 0.005 + slop, 2e-4);
    assert_near(normal.x, 1, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bar_that_turns_meets_a_corner_at_its_angle),
        cmocka_unit_test(a_turn_that_ends_as_it_began_is_followed_all_the_same),
        cmocka_unit_test(what_turns_within_its_room_meets_nothing),
        cmocka_unit_test(a_wall_that_moves_meets_a_ball_at_rest),
    };
    return cmocka_run_group_tests_name("toi3", tests, NULL, NULL);
}
