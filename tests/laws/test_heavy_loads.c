// SPDX-License-Identifier: MIT
// A light box under a heavy one: it is compressed or it topples, and nothing goes through it.
#include "tests/support/world_support.h"
#include "tests/support/world_support4.h"

enum { SECONDS = 6, LEFT_ALONE = 2 };

typedef struct Press {
    Setup setup;
    int light[3], lights;
    int heavy;
} Press;

// Cubes of 1 m and 1 kg on the floor, one on the other, and a heavy one on top.
static Press pressed(int lights, double ratio)
{
    Press press = {.setup = setup_empty(), .lights = lights};
    press.setup.def.no_sleep = true;
    setup_floor(&press.setup);
    for (int i = 0; i <= lights; ++i) {
        const int cube = setup_body(&press.setup, box_shape(1, 1, 1), 0, 0.5 + i, 0);
        press.setup.things[cube].motion.mass = i < lights ? 1 : ratio;
        *(i < lights ? &press.light[i] : &press.heavy) = cube;
    }
    setup_start(&press.setup);
    return press;
}

// [m] How far the lowest corner of a cube is below the floor.
static double depth_of(const Setup *setup, int cube)
{
    const TumPose3 pose = setup_pose(setup, cube);
    const double x = (double)pose.rotation.x, y = (double)pose.rotation.y;
    const double z = (double)pose.rotation.z, w = (double)pose.rotation.w;
    const double reach =
        fabs(2 * (x * y + z * w)) + fabs(1 - 2 * (x * x + z * z)) + fabs(2 * (y * z - x * w));
    return 0.5 * reach - (double)pose.position.y;
}

static double deepest(const Press *press)
{
    double most = depth_of(&press->setup, press->heavy);
    for (int i = 0; i < press->lights; ++i) {
        most = fmax(most, depth_of(&press->setup, press->light[i]));
    }
    return most;
}

static double energy_of(const Press *press)
{
    double sum = 0;
    for (int i = 0; i <= press->lights; ++i) {
        const int cube = i < press->lights ? press->light[i] : press->heavy;
        const double mass = press->setup.things[cube].motion.mass;
        const TumVec3 v = setup_velocity(&press->setup, cube), w = setup_spin(&press->setup, cube);
        const double v2 = (double)(v.x * v.x + v.y * v.y + v.z * v.z);
        const double w2 = (double)(w.x * w.x + w.y * w.y + w.z * w.z);
        sum +=
            mass * (9.81 * (double)setup_pose(&press->setup, cube).position.y + v2 / 2 + w2 / 12);
    }
    return sum;
}

// The load stays, or is taken away, and then the cubes come back out of the floor.
static void assert_holds(int lights, double ratio)
{
    Press press = pressed(lights, ratio);
    const double energy = energy_of(&press);
    for (int i = 0; i < (int)(SECONDS * press.setup.rate); ++i) {
        setup_step(&press.setup);
        assert_between(deepest(&press), -1e3, 0.1);
        assert_between(energy_of(&press), 0, 1.01 * energy);
    }
    TumPose3 away = setup_pose(&press.setup, press.heavy);
    away.position.x += 100;
    assert_int_equal(
        tum_body_set_pose3(press.setup.world, setup_id(&press.setup, press.heavy), away), TUM_OK);
    setup_run(&press.setup, LEFT_ALONE);
    for (int i = 0; i < lights; ++i) {
        assert_between(depth_of(&press.setup, press.light[i]), -1e3, 0.01);
    }
    setup_end(&press.setup);
}

static void a_cube_under_a_thousand_times_its_mass_is_not_pressed_into_the_floor(void **state)
{
    (void)state;
    assert_holds(1, 1000);
}

static void two_cubes_under_a_thousand_times_their_mass_are_not_either(void **state)
{
    (void)state;
    assert_holds(2, 1000);
}

static void cubes_under_ten_thousand_times_their_mass_are_not_pressed_into_the_floor(void **state)
{
    (void)state;
    assert_holds(1, 10000);
    assert_holds(2, 10000);
}

// [m] How far the lowest corner of a tesseract is below the floor.
static double depth_of4(const Setup4 *setup, int thing)
{
    const TumPose4 pose = tum_body_pose4(setup->world, setup4_id(setup, thing));
    const TumBasis4 r = pose.rotation;
    const double reach =
        fabs((double)r.x.y) + fabs((double)r.y.y) + fabs((double)r.z.y) + fabs((double)r.w.y);
    return 0.5 * reach - (double)pose.position.y;
}

static void assert_tesseracts_hold(int lights, double ratio)
{
    Setup4 setup = setup4_empty();
    setup.def.no_sleep = true;
    setup4_floor(&setup);
    int tesseract[3];
    for (int i = 0; i <= lights; ++i) {
        tesseract[i] = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 0.5 + i, 0, 0});
        setup.things[tesseract[i]].motion.mass = i < lights ? 1 : ratio;
    }
    setup4_start(&setup);
    for (int i = 0; i < (int)(SECONDS * setup.rate); ++i) {
        setup4_step(&setup);
        for (int k = 0; k <= lights; ++k) {
            assert_between(depth_of4(&setup, tesseract[k]), -1e3, 0.1);
        }
    }
    TumPose4 away = tum_body_pose4(setup.world, setup4_id(&setup, tesseract[lights]));
    away.position.x += 100;
    assert_int_equal(tum_body_set_pose4(setup.world, setup4_id(&setup, tesseract[lights]), away),
                     TUM_OK);
    setup4_run(&setup, LEFT_ALONE);
    for (int k = 0; k < lights; ++k) {
        assert_between(depth_of4(&setup, tesseract[k]), -1e3, 0.01);
    }
    setup4_end(&setup);
}

static void
tesseracts_under_a_thousand_times_their_mass_are_not_pressed_into_the_floor(void **state)
{
    (void)state;
    assert_tesseracts_hold(1, 1000);
    assert_tesseracts_hold(2, 1000);
}

static void tesseracts_under_ten_thousand_times_their_mass_are_not_either(void **state)
{
    (void)state;
    assert_tesseracts_hold(1, 10000);
    assert_tesseracts_hold(2, 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_under_a_thousand_times_its_mass_is_not_pressed_into_the_floor),
        cmocka_unit_test(two_cubes_under_a_thousand_times_their_mass_are_not_either),
        cmocka_unit_test(cubes_under_ten_thousand_times_their_mass_are_not_pressed_into_the_floor),
        cmocka_unit_test(
            tesseracts_under_a_thousand_times_their_mass_are_not_pressed_into_the_floor),
        cmocka_unit_test(tesseracts_under_ten_thousand_times_their_mass_are_not_either),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
