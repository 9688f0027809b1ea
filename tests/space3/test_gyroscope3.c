// SPDX-License-Identifier: MIT
// Free bodies turn as Euler's equations say.
#include "space3/gyroscope3.h"
#include "tests/support/support.h"

static Vec3 momentum_of(Quat rotation, Vec3 spin, Vec3 inertia)
{
    return quat_rotate(rotation, vec3_multiply(quat_unrotate(rotation, spin), inertia));
}

static float energy_of(Quat rotation, Vec3 spin, Vec3 inertia)
{
    return 0.5f * vec3_dot(spin, momentum_of(rotation, spin, inertia));
}

// A step of four substeps.
static void tumble_step(Quat *rotation, Vec3 *spin, Vec3 inertia)
{
    const Quat start = *rotation;
    for (int i = 0; i < 4; ++i) {
        tum_turn_gyroscopic3(rotation, start, *spin, inertia, QUAT_IDENTITY, 1.0f / 240.0f);
    }
    *spin = tum_end_gyroscopic3(*rotation, start, *spin, inertia, QUAT_IDENTITY);
}

static void an_even_body_turns_by_rate_times_time(void **state)
{
    (void)state;
    Quat rotation = QUAT_IDENTITY;
    for (int i = 0; i < 240; ++i) {
        tum_turn_isotropic3(&rotation, (Vec3){0, 3, 0}, 1.0f / 240.0f);
    }
    // 3 rad about Y: x y z w = 0, sin 1.5, 0, cos 1.5.
    assert_near(rotation.y, sin(1.5), 2e-6);
    assert_near(rotation.w, cos(1.5), 2e-6);
}

static void a_fast_turn_is_as_exact_as_a_slow_one(void **state)
{
    (void)state;
    Quat rotation = QUAT_IDENTITY;
    for (int i = 0; i < 240; ++i) { // a fifth of a turn each substep
        tum_turn_isotropic3(&rotation, (Vec3){0, 0, 300}, 1.0f / 240.0f);
    }
    const double angle = fmod(300.0, 2 * PI) / 2;
    const double sign = rotation.w * cos(angle) + rotation.z * sin(angle) < 0 ? -1 : 1;
    assert_near(sign * rotation.z, sin(angle), 0.02);
}

static void angular_momentum_is_kept_to_rounding_and_energy_nearly(void **state)
{
    (void)state;
    const Vec3 inertia = {1, 2, 3};
    Quat rotation = quat_normalize((Quat){0.1f, -0.4f, 0.3f, 0.8f});
    Vec3 spin = {2, -3, 4};
    const Vec3 before = momentum_of(rotation, spin, inertia);
    const float energy = energy_of(rotation, spin, inertia);
    for (int i = 0; i < 25000; ++i) {
        tumble_step(&rotation, &spin, inertia);
    }
    const Vec3 after = momentum_of(rotation, spin, inertia);
    assert_near(vec3_distance(after, before) / vec3_length(before), 0, 2e-3);
    assert_near(energy_of(rotation, spin, inertia) / energy, 1, 1e-2);
}

// The tennis-racket theorem (Poinsot 1834): spin about the middle axis turns over and over.
static void spin_about_the_middle_axis_flips(void **state)
{
    (void)state;
    const Vec3 inertia = {1, 2, 3};
    Quat rotation = QUAT_IDENTITY;
    Vec3 spin = {0.05f, 5, 0.05f};
    int flips = 0;
    bool was_up = true;
    for (int i = 0; i < 60 * 10; ++i) {
        tumble_step(&rotation, &spin, inertia);
        const float up = quat_rotate(rotation, (Vec3){0, 1, 0}).y;
        if ((was_up && up < -0.9f) || (!was_up && up > 0.9f)) {
            was_up = !was_up;
            ++flips;
        }
    }
    assert_between(flips, 2, 12);
}

static void spin_about_the_largest_axis_stays(void **state)
{
    (void)state;
    const Vec3 inertia = {1, 2, 3};
    Quat rotation = QUAT_IDENTITY;
    Vec3 spin = {0.05f, 0.05f, 5};
    for (int i = 0; i < 60 * 10; ++i) {
        tumble_step(&rotation, &spin, inertia);
        assert_true(quat_rotate(rotation, (Vec3){0, 0, 1}).z > 0.99f);
    }
}

// A needle that spins 8000 rad about itself and tips over, in one call: momentum is a product of
// the pose, so only energy can tell whether the pose is right.
static void a_needle_keeps_its_energy_over_any_turn(void **state)
{
    (void)state;
    const Vec3 inertia = {1.0f, 0.01f, 1.0f}, spin = {30.0f, 80000.0f, 10.0f};
    const float before = energy_of(QUAT_IDENTITY, spin, inertia);
    Quat rotation = QUAT_IDENTITY;
    tum_turn_spinning3(&rotation, QUAT_IDENTITY, spin, inertia, QUAT_IDENTITY, 0.1f, 1);
    const Vec3 after = tum_end_gyroscopic3(rotation, QUAT_IDENTITY, spin, inertia, QUAT_IDENTITY);
    assert_near(energy_of(rotation, after, inertia) / before, 1.0, 1e-4);
}

static void spinning_agrees_with_tumbling_where_turns_are_small(void **state)
{
    (void)state;
    const Vec3 inertia = {1.0f, 2.0f, 4.0f}, spin = {1.0f, 2.0f, 3.0f};
    Quat fine = QUAT_IDENTITY, rotation = QUAT_IDENTITY;
    for (int i = 0; i < 100; ++i) {
        tum_turn_gyroscopic3(&fine, QUAT_IDENTITY, spin, inertia, QUAT_IDENTITY, 1e-3f);
    }
    const Vec3 turn =
        tum_turn_spinning3(&rotation, QUAT_IDENTITY, spin, inertia, QUAT_IDENTITY, 0.1f, 20);
    assert_near(rotation.x, fine.x, 1e-5);
    assert_near(rotation.y, fine.y, 1e-5);
    assert_near(rotation.z, fine.z, 1e-5);
    // The turn leads from the pose before to the one after: here from none.
    Quat turned = QUAT_IDENTITY;
    tum_turn_isotropic3(&turned, turn, 1.0f);
    assert_near(turned.x, rotation.x, 1e-5);
    assert_near(turned.y, rotation.y, 1e-5);
    assert_near(turned.z, rotation.z, 1e-5);
}

// The frame of a body is a choice: the axes of its inertia have the same motion, whatever pose they
// have in it. The spin refers to the pose at the start, 1.4 rad ago.
static void the_motion_does_not_depend_on_the_frame_of_the_body(void **state)
{
    (void)state;
    const Vec3 inertia = {1.0f, 2.0f, 4.0f}, spin = {3.0f, -5.0f, 4.0f};
    const Quat turned = {0.1825742f, 0.3651484f, 0.5477226f, 0.7302967f};
    const Quat back = quat_conjugate(turned);
    Quat own = QUAT_IDENTITY, other = back;
    for (int i = 0; i < 20; ++i) {
        const Vec3 by_own =
            tum_turn_gyroscopic3(&own, QUAT_IDENTITY, spin, inertia, QUAT_IDENTITY, 0.01f);
        const Vec3 by_other = tum_turn_gyroscopic3(&other, back, spin, inertia, turned, 0.01f);
        assert_near(vec3_distance(by_own, by_other), 0.0, 1e-6);
    }
    const Quat axes = quat_multiply(other, turned);
    assert_near(axes.x, own.x, 1e-6);
    assert_near(axes.y, own.y, 1e-6);
    assert_near(axes.z, own.z, 1e-6);
    assert_true(own.w < 0.9f); // far from the pose at the start
    const Vec3 end = tum_end_gyroscopic3(own, QUAT_IDENTITY, spin, inertia, QUAT_IDENTITY);
    assert_near(vec3_distance(end, tum_end_gyroscopic3(other, back, spin, inertia, turned)), 0.0,
                1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_even_body_turns_by_rate_times_time),
        cmocka_unit_test(a_fast_turn_is_as_exact_as_a_slow_one),
        cmocka_unit_test(angular_momentum_is_kept_to_rounding_and_energy_nearly),
        cmocka_unit_test(spin_about_the_middle_axis_flips),
        cmocka_unit_test(the_motion_does_not_depend_on_the_frame_of_the_body),
        cmocka_unit_test(spin_about_the_largest_axis_stays),
        cmocka_unit_test(a_needle_keeps_its_energy_over_any_turn),
        cmocka_unit_test(spinning_agrees_with_tumbling_where_turns_are_small),
    };
    return cmocka_run_group_tests_name("gyroscope", tests, NULL, NULL);
}
