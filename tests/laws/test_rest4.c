// SPDX-License-Identifier: MIT
// What rests in four dimensions rests: stacks, pyramids, sleepers.
#include "tests/support/world_support4.h"

// Ten tesseracts on each other for twenty seconds, awake: none leaves its place, nothing moves.
static void a_stack_of_ten_tesseracts_stands(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup.def.no_sleep = true;
    setup4_floor(&setup);
    int boxes[10];
    for (int i = 0; i < 10; ++i) {
        boxes[i] = setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 0.5 + i, 0, 0});
    }
    setup4_start(&setup);
    setup4_run(&setup, 20);
    for (int i = 0; i < 10; ++i) {
        const Place4 p = setup4_position(&setup, boxes[i]), v = setup4_velocity(&setup, boxes[i]);
        double spin[6];
        setup4_spin(&setup, boxes[i], spin);
        for (int k = 0; k < 4; ++k) {
            assert_near(v.at[k], 0, 5e-3);                    // a tenth of what may sleep
            assert_near(p.at[k], k == 1 ? 0.5 + i : 0, 0.01); // soft contacts sag by millimetres
        }
        for (int k = 0; k < 6; ++k) {
            assert_near(spin[k], 0, 0.02);
        }
    }
    setup4_end(&setup);
}

// Restitution changes nothing of what only settles.
static void a_stack_of_high_restitution_falls_asleep(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup4_floor(&setup);
    for (int i = 0; i < 8; ++i) {
        setup4_body(&setup, box4(1, 1, 1, 1), (double[4]){0, 0.5 + i, 0, 0});
    }
    setup4_all_materials(&setup, 0.5, 0.9);
    setup4_start(&setup);
    setup4_run(&setup, 3);
    assert_int_equal(tum_world_counts(setup.world).awake_bodies, 0);
    setup4_end(&setup);
}

// A pyramid of tesseracts, each on up to eight, goes to sleep where it was built.
static void a_pyramid_of_tesseracts_falls_asleep(void **state)
{
    (void)state;
    Setup4 setup = setup4_empty();
    setup4_floor(&setup);
    for (int layer = 0; layer < 4; ++layer) {
        const int edge = 4 - layer;
        for (int n = 0; n < edge * edge * edge; ++n) {
            const double middle = 0.5 * (edge - 1);
            setup4_body(&setup, box4(1, 1, 1, 1),
                        (double[4]){1.1 * (n % edge - middle), 0.5 + layer,
                                    1.1 * (n / edge % edge - middle),
                                    1.1 * (n / (edge * edge) - middle)});
        }
    }
    setup4_start(&setup);
    setup4_run(&setup, 3);
    assert_int_equal(tum_world_counts(setup.world).awake_bodies, 0);
    for (int i = 1; i < setup.count; ++i) {
        for (int k = 0; k < 4; ++k) {
            assert_near(setup4_position(&setup, i).at[k], setup.things[i].position[k], 0.01);
            assert_near(setup4_velocity(&setup, i).at[k], 0, 0); // asleep
        }
        double spin[6];
        setup4_spin(&setup, i, spin);
        for (int k = 0; k < 6; ++k) {
            assert_near(spin[k], 0, 0);
        }
    }
    setup4_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack_of_ten_tesseracts_stands),
        cmocka_unit_test(a_stack_of_high_restitution_falls_asleep),
        cmocka_unit_test(a_pyramid_of_tesseracts_falls_asleep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
