// SPDX-License-Identifier: MIT
// Bit sets, beside plain arrays that do the same.
#include "base/bitset.h"
#include "tests/support/support.h"

static void a_bitset_agrees_with_an_array_of_truths(void **state)
{
    (void)state;
    enum { ROOM = 300 };
    Bitset set = {0};
    bool truths[ROOM] = {false};
    assert_false(bitset_test(&set, 5));
    assert_int_equal(bitset_next(&set, 0), BITSET_NONE);
    assert_true(bitset_grow(&set, ROOM, NULL));
    Random random = {1};
    for (int i = 0; i < 3000; ++i) {
        const uint32_t number = (uint32_t)random_in(&random, 0, ROOM);
        truths[number] = i % 3 != 0;
        (truths[number] ? bitset_set : bitset_clear)(&set, number);
    }
    for (uint32_t i = 0; i < ROOM; ++i) {
        assert_int_equal(bitset_test(&set, i), truths[i]);
        uint32_t next = i;
        while (next < ROOM && !truths[next]) {
            ++next;
        }
        assert_int_equal(bitset_next(&set, i), next < ROOM ? next : BITSET_NONE);
    }
    bitset_free(&set, NULL);
}

static void a_bitset_keeps_its_members_while_it_grows(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    Bitset set = {0};
    for (uint32_t i = 0; i < 5000; ++i) {
        assert_true(bitset_grow(&set, i + 1, &allocator));
        bitset_set(&set, i);
    }
    for (uint32_t i = 0; i < 5000; ++i) {
        assert_true(bitset_test(&set, i));
    }
    assert_int_equal(bitset_next(&set, 5000), BITSET_NONE);
    assert_in_range(counting.allocations, 1, 10);
    counting.fail_after = 0;
    assert_false(bitset_grow(&set, 100000, &allocator));
    assert_true(bitset_test(&set, 4999));
    bitset_clear_all(&set);
    assert_int_equal(bitset_next(&set, 0), BITSET_NONE);
    bitset_free(&set, &allocator);
    assert_int_equal(counting.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bitset_agrees_with_an_array_of_truths),
        cmocka_unit_test(a_bitset_keeps_its_members_while_it_grows),
    };
    return cmocka_run_group_tests_name("bitset", tests, NULL, NULL);
}
