// SPDX-License-Identifier: MIT
// What rests in four dimensions rests: stacks, piles, sleepers.
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
            assert_near(v.at[k], 0, 1e-3);
            assert_near(p.at[k], k == 1 ? 0.5 + i : 0, 0.01); // soft contacts sag by millimetres
        }
        for (int k = 0; k < 6; ++k) {
            assert_near(spin[k], 0, 1e-3);
        }
    }
    setup4_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack_of_ten_tesseracts_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
