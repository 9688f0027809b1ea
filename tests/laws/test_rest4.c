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
            assert_near(v.at[k], 0, 5e-3);                    // a tenth of what may sleep
            assert_near(p.at[k], k == 1 ? 0.5 + i : 0, 0.01); // soft contacts sag by millimetres
        }
        for (int k = 0; k < 6; ++k) {
            assert_near(spin[k], 0, 5e-3);
        }
    }
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
        }
    }
    setup4_end(&setup);
}

// Balls, boxes, capsules and duocylinders in a box of six walls: after twelve seconds all are
// inside, what moves moves slowly, and no ball overlaps another deeply.
static void a_pile_of_mixed_shapes_comes_to_rest(void **state)
{
    (void)state;
    const int count = 500;
    Setup4 setup = setup4_empty();
    setup4_floor(&setup);
    const int across[3] = {0, 2, 3};
    for (int i = 0; i < 6; ++i) {
        double size[4] = {6, 30, 6, 6}, place[4] = {0, 15, 0, 0};
        size[across[i / 2]] = 1;
        place[across[i / 2]] = i % 2 == 0 ? -2.5 : 2.5;
        setup4_static(&setup, box4(size[0], size[1], size[2], size[3]), place);
    }
    const int first = setup.count;
    Random random = {11};
    for (int i = 0; i < count; ++i) {
        const Form4 forms[4] = {ball4(0.4), box4(0.7, 0.6, 0.8, 0.5), capsule4(0.5, 0.3),
                                duocylinder4(0.4, 0.35)};
        const int body = setup4_body(
            &setup, forms[i % 4],
            (double[4]){(i % 3 - 1) * 1.2 + random_in(&random, -0.1, 0.1), 1 + 1.2 * (i / 27),
                        (i / 3 % 3 - 1) * 1.2 + random_in(&random, -0.1, 0.1),
                        (i / 9 % 3 - 1) * 1.2 + random_in(&random, -0.1, 0.1)});
        setup4_turn(&setup, body, 0, 3, random_in(&random, 0, 3));
        setup4_turn(&setup, body, 1, 2, random_in(&random, 0, 3));
    }
    setup4_start(&setup);
    setup4_run(&setup, 12);
    double mean = 0;
    for (int i = first; i < setup.count; ++i) {
        const Place4 p = setup4_position(&setup, i), v = setup4_velocity(&setup, i);
        mean += sqrt(dot4(v.at, v.at)) / count;
        assert_true(p.at[1] > 0.2 && p.at[1] < 20); // the thinnest reaches 0.25 m down
        for (int k = 0; k < 3; ++k) {
            assert_true(fabs(p.at[across[k]]) < 2);
        }
        for (int other = first; other < i; other += 4) {
            // Of things number 0, 4, 8 … which are balls.
            if ((i - first) % 4 == 0) {
                const Place4 q = setup4_position(&setup, other);
                double squares = 0;
                for (int k = 0; k < 4; ++k) {
                    squares += (p.at[k] - q.at[k]) * (p.at[k] - q.at[k]);
                }
                assert_true(sqrt(squares) > 0.8 - 0.01);
            }
        }
    }
    assert_near(mean, 0, 0.05);
    setup4_end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack_of_ten_tesseracts_stands),
        cmocka_unit_test(a_pyramid_of_tesseracts_falls_asleep),
        cmocka_unit_test(a_pile_of_mixed_shapes_comes_to_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
