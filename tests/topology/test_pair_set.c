// SPDX-License-Identifier: MIT
// The set of pairs remembers what it was told, through growth and removal.
#include "tests/support/support.h"
#include "topology/pair_set.h"

static void a_pair_is_the_same_either_way_round(void **state)
{
    (void)state;
    assert_true(pair_key(3, 9) == pair_key(9, 3));
    assert_true(pair_key(0, 1) != 0);
}

static void the_set_holds_exactly_what_was_added_and_not_removed(void **state)
{
    (void)state;
    enum { SIDE = 60 };
    uint8_t expected[SIDE][SIDE] = {{0}};
    PairSet set = {0};
    Random random = {11};
    for (int round = 0; round < 20000; ++round) {
        const uint32_t a = (uint32_t)random_in(&random, 0, SIDE - 1);
        const uint32_t b = (uint32_t)random_in(&random, a + 1, SIDE);
        if (random_in(&random, 0, 1) < 0.5) {
            const PairAdded added = tum_pair_set_add(&set, pair_key(a, b), NULL);
            assert_int_equal(added, expected[a][b] ? PAIR_IS_KNOWN : PAIR_IS_NEW);
            expected[a][b] = 1;
        } else {
            assert_int_equal(tum_pair_set_remove(&set, pair_key(b, a)), expected[a][b]);
            expected[a][b] = 0;
        }
    }
    uint32_t count = 0;
    for (uint32_t a = 0; a < SIDE; ++a) {
        for (uint32_t b = a + 1; b < SIDE; ++b) {
            assert_int_equal(tum_pair_set_has(&set, pair_key(a, b)), expected[a][b]);
            count += expected[a][b];
        }
    }
    assert_int_equal(set.count, count);
    tum_pair_set_clear(&set, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_is_the_same_either_way_round),
        cmocka_unit_test(the_set_holds_exactly_what_was_added_and_not_removed),
    };
    return cmocka_run_group_tests_name("pair set", tests, NULL, NULL);
}
