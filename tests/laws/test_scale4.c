// SPDX-License-Identifier: MIT
// Small things and large ones behave alike in four dimensions.
#include "math/scalar.h"
#include "tests/support/world_support4.h"
#include "tumble/capacity.h"

static const double sizes[] = {TUM_MIN_BODY_SIZE, 0.001, 0.005, 0.01, 0.1, 1, 100};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static void a_stack_of_six_tesseracts_of_any_size_stands(void **state)
{
    (void)state;
    for (int k = 0; k < SIZES; ++k) {
        const double s = sizes[k];
        Setup4 setup = setup4_empty();
        setup.def.no_sleep = true;
        setup4_floor(&setup);
        int boxes[6];
        for (int i = 0; i < 6; ++i) {
            boxes[i] = setup4_body(&setup, box4(s, s, s, s), (double[4]){0, (0.5 + i) * s, 0, 0});
        }
        setup4_start(&setup);
        setup4_run(&setup, 1 + 2 * sqrt(s));
        for (int i = 0; i < 6; ++i) {
            const Place4 p = setup4_position(&setup, boxes[i]);
            print_message("size %g, tesseract %d\n", s, i);
            for (int axis = 0; axis < 4; ++axis) {
                // As in 3D, under k tesseracts by 2 k g h^2 / (pi / 2)^2, g h^2 being at most 1/500
                // of half a diagonal, the edge: 0.0016 k of the edge, 0.034 in all.
                const double sunk = axis == 1 ? 0.036 : 0.01;
                const double place = axis == 1 ? 0.5 + i : 0;
                assert_between(p.at[axis] / s, place - sunk, place + 0.01);
            }
        }
        setup4_end(&setup);
    }
}

static void friction_holds_and_drags_whatever_the_size_in_4d(void **state)
{
    (void)state;
    for (int k = 0; k < SIZES; ++k) {
        const double s = sizes[k], friction = 0.5;
        print_message("size %g\n", s);
        for (int slides = 0; slides < 2; ++slides) {
            const double slope = slides ? 0.6 : 0.45, length = sqrt(1 + slope * slope);
            Setup4 setup = setup4_empty();
            setup.def.no_sleep = true;
            setup.def.override_gravity = true;
            setup.def.gravity[1] = (float)(-9.81 / length);
            setup.def.gravity[3] = (float)(9.81 * slope / length);
            setup4_floor(&setup);
            const int box = setup4_body(&setup, box4(s, s, s, s), (double[4]){0, 0.5 * s, 0, 0});
            setup4_all_materials(&setup, friction, 0);
            setup4_start(&setup);
            setup4_run(&setup, 0.5);
            const double began = setup4_velocity(&setup, box).at[3];
            setup4_run(&setup, 0.5);
            const double gained = (setup4_velocity(&setup, box).at[3] - began) / 0.5;
            const double expected = slides ? 9.81 * (slope - friction) / length : 0;
            assert_near(gained, expected, 0.01);
            if (!slides) {
                assert_near(setup4_position(&setup, box).at[3] / s, 0, 0.01);
            }
            setup4_end(&setup);
        }
    }
}

// Columns of balls fall together: while one is stopped, the one above comes on at full speed.
static void columns_of_balls_of_any_size_fall_apart_in_4d(void **state)
{
    (void)state;
    for (int k = 0; k < SIZES; ++k) {
        const double s = sizes[k];
        Setup4 setup = setup4_empty();
        setup4_floor(&setup);
        int balls[8];
        for (int i = 0; i < 8; ++i) {
            balls[i] = setup4_body(&setup, ball4(s / 2),
                                   (double[4]){(i % 2) * 1.5 * s + 0.05 * s * (i / 2),
                                               (1 + 1.6 * (i / 2)) * s, 0.02 * s * (i / 2),
                                               0.03 * s * (i / 2)});
        }
        setup4_all_materials(&setup, 0.5, 0);
        setup4_start(&setup);
        double nearest = INFINITY;
        const int steps = (int)((1 + 3 * sqrt(s)) * setup.rate);
        for (int step = 0; step < steps; ++step) {
            setup4_step(&setup);
            for (int i = 0; i < 8; ++i) {
                for (int j = 0; j < i; ++j) {
                    const Place4 a = setup4_position(&setup, balls[i]);
                    const Place4 b = setup4_position(&setup, balls[j]);
                    double squared = 0;
                    for (int axis = 0; axis < 4; ++axis) {
                        squared += (a.at[axis] - b.at[axis]) * (a.at[axis] - b.at[axis]);
                    }
                    nearest = fmin(nearest, sqrt(squared));
                }
            }
        }
        print_message("size %g: nearest %g\n", s, nearest / s);
        // Planes are found once a step: for a moment balls may be a third in each other.
        assert_between(nearest / s, 0.6, INFINITY);
        setup4_end(&setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack_of_six_tesseracts_of_any_size_stands),
        cmocka_unit_test(friction_holds_and_drags_whatever_the_size_in_4d),
        cmocka_unit_test(columns_of_balls_of_any_size_fall_apart_in_4d),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
