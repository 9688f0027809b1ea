// SPDX-License-Identifier: MIT
// Hundreds of bodies of every kind come to rest on each other in four dimensions.
#include "tests/support/world_support4.h"

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
        cmocka_unit_test(a_pile_of_mixed_shapes_comes_to_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
