// SPDX-License-Identifier: MIT
// Nothing tunnels through static geometry, however fast it flies or turns.
#include "math/math3.h"
#include "tests/support/world_support.h"

static const TumShape mesh = {.kind = TUM_SHAPE_MESH, .mesh = -1};

// A wall of 1 cm across the way of things at 200 m/s: 3.3 m a step.
static void nothing_at_200_metres_a_second_passes_a_wall_of_a_centimetre(void **state)
{
    (void)state;
    const TumShape shapes[4] = {sphere_shape(0.05), box_shape(0.1, 0.1, 0.1),
                                capsule_shape(0.1, 0.03, 0.03), cylinder_shape(0.1, 0.05, 0.05)};
    for (int wall = 0; wall < 2; ++wall) {
        for (int i = 0; i < 4; ++i) {
            for (int k = 0; k < 4; ++k) {
                Setup setup = setup_empty();
                const int thing =
                    setup_static(&setup, wall == 0 ? box_shape(0.01, 10, 10) : mesh, 0, 0, 0);
                if (wall == 1) {
                    setup_box_mesh(&setup, thing, 0.005, 5, 5);
                }
                const int body = setup_body(&setup, shapes[i], -10 - 0.37 * k, 0.3, 0.2);
                setup_turn(&setup, body, 1, 1, 0.3, 0.7 * k);
                MotionDef *motion = &setup.things[body].motion;
                motion->gravity_factor = 0;
                motion->velocity_space = VELOCITY_IN_WORLD;
                set3(motion->linear_velocity, 200, 0, 0);
                set3(motion->angular_velocity, 10 * k, 0, 7 * k);
                setup_start(&setup);
                for (int step = 0; step < 30; ++step) {
                    setup_step(&setup);
                    assert_true(setup_pose(&setup, body).position.x < 0.0f);
                }
                setup_end(&setup);
            }
        }
    }
}

// A rod of 2 m that spins, and a post of 5 cm beside its middle: the rod's end is to reach the post
// after a turn of pi less its own angle, and not to be beyond it a step later.
static void no_rod_spins_through_a_post(void **state)
{
    (void)state;
    for (int spin = 20; spin <= 100; spin += 20) {
        for (int k = 0; k < 4; ++k) {
            Setup setup = setup_empty();
            setup_static(&setup, box_shape(0.05, 2, 0.05), 0.8, 0, 0);
            const int rod = setup_body(&setup, box_shape(2, 0.05, 0.05), 0, 0, 0);
            const double angle = 1.2 + 0.2 * k;
            setup_turn(&setup, rod, 0, 1, 0, angle);
            MotionDef *motion = &setup.things[rod].motion;
            motion->gravity_factor = 0;
            set3(motion->angular_velocity, 0, spin, 0);
            setup_start(&setup);
            double turned = 0;
            while ((double)setup_spin(&setup, rod).y > 0.9 * spin) {
                setup_step(&setup);
                turned += spin / setup.rate;
                assert_true(turned < PI - angle + 0.3 + spin / setup.rate);
            }
            setup_end(&setup);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_at_200_metres_a_second_passes_a_wall_of_a_centimetre),
        cmocka_unit_test(no_rod_spins_through_a_post),
    };
    return cmocka_run_group_tests_name("tunnelling", tests, NULL, NULL);
}
