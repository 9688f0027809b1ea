// SPDX-License-Identifier: MIT
// An order, and arrays of any items put in it.
#include "base/permute.h"
#include "tests/support/support.h"

enum { COUNT = 400 };

typedef struct Wide {
    uint32_t number;
    unsigned char rest[PERMUTED_BYTES_MOST - 4];
} Wide;

// By exchanging at random so often: with few exchanges most places keep their item.
static void shuffle(uint32_t *from, Random *random, int exchanges)
{
    for (uint32_t i = 0; i < COUNT; ++i) {
        from[i] = i;
    }
    for (int i = 0; i < exchanges; ++i) {
        const uint32_t a = (uint32_t)random_in(random, 0.0, COUNT);
        const uint32_t b = (uint32_t)random_in(random, 0.0, COUNT);
        const uint32_t kept = from[a];
        from[a] = from[b];
        from[b] = kept;
    }
}

static void each_place_receives_the_item_that_was_asked_for(void **state)
{
    (void)state;
    static uint32_t from[COUNT], spoiled[COUNT], places[COUNT];
    static uint8_t bytes[COUNT];
    static Wide wide[COUNT];
    Random random = {3};
    for (int exchanges = 0; exchanges < 1000; exchanges = 2 * exchanges + 1) {
        shuffle(from, &random, exchanges);
        memcpy(spoiled, from, sizeof from);
        for (uint32_t i = 0; i < COUNT; ++i) {
            bytes[i] = (uint8_t)(i * 7);
            wide[i].number = i;
            memset(wide[i].rest, (int)(i % 251), sizeof wide[i].rest);
        }
        const Cycles cycles = tum_cycles(spoiled, COUNT, places);
        tum_permute(bytes, sizeof *bytes, &cycles);
        tum_permute(wide, sizeof *wide, &cycles);
        for (uint32_t i = 0; i < COUNT; ++i) {
            assert_int_equal(bytes[i], (uint8_t)(from[i] * 7));
            assert_int_equal(wide[i].number, from[i]);
            assert_int_equal(wide[i].rest[sizeof wide[i].rest - 1], from[i] % 251);
        }
    }
}

static void places_that_keep_their_item_are_in_no_cycle(void **state)
{
    (void)state;
    uint32_t from[6] = {0, 4, 2, 5, 1, 3}, places[6];
    const Cycles cycles = tum_cycles(from, 6, places);
    const uint32_t expected[4] = {1, 4 | CYCLE_END, 3, 5 | CYCLE_END};
    assert_int_equal(cycles.count, 4);
    assert_memory_equal(cycles.places, expected, sizeof expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_place_receives_the_item_that_was_asked_for),
        cmocka_unit_test(places_that_keep_their_item_are_in_no_cycle),
    };
    return cmocka_run_group_tests_name("permute", tests, NULL, NULL);
}
