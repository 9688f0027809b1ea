// SPDX-License-Identifier: MIT
// Who works on blocks asks meanwhile for what comes next, a little at a time.
#include "space3/contact_data3.h"
#include "tests/support/support.h"

enum { LINES = 3 * PREFETCH_LINES + 1, TOO_MANY = 1000 };

static char memory[LINES * PREFETCH_LINE];

// All of the memory, cut in two.
static Prefetch3 two_stretches(uint32_t lines_of_first)
{
    const uintptr_t begin = (uintptr_t)memory, middle = begin + lines_of_first * PREFETCH_LINE;
    Prefetch3 ahead = {.count = 2};
    ahead.ranges[0] = (AddressRange3){begin, middle};
    ahead.ranges[1] = (AddressRange3){middle, begin + sizeof memory};
    return ahead;
}

static void a_block_asks_for_so_many_lines(void **state)
{
    (void)state;
    Prefetch3 ahead = two_stretches(LINES - 1);
    const uintptr_t begin = ahead.ranges[0].next;
    prefetch3_fetch(&ahead, 1);
    assert_int_equal(ahead.ranges[0].next - begin, PREFETCH_LINES * PREFETCH_LINE);
    prefetch3_fetch(&ahead, 2);
    assert_int_equal(ahead.ranges[0].next - begin, 3 * PREFETCH_LINES * PREFETCH_LINE);
    assert_int_equal(ahead.now, 1); // LINES - 1 are three blocks'
}

static void what_a_stretch_lacks_is_taken_from_the_next_one(void **state)
{
    (void)state;
    Prefetch3 ahead = two_stretches(1);
    const uintptr_t second = ahead.ranges[1].next;
    prefetch3_fetch(&ahead, 1);
    assert_int_equal(ahead.now, 1);
    assert_int_equal(ahead.ranges[1].next - second, (PREFETCH_LINES - 1) * PREFETCH_LINE);
}

static void nothing_is_asked_for_behind_the_last(void **state)
{
    (void)state;
    Prefetch3 ahead = two_stretches(1);
    prefetch3_fetch(&ahead, TOO_MANY);
    assert_int_equal(ahead.now, ahead.count);
    assert_int_equal(ahead.ranges[1].next, (uintptr_t)memory + sizeof memory);
    prefetch3_fetch(&ahead, 1);
    assert_int_equal(ahead.now, ahead.count);
    prefetch3_fetch(NULL, 1); // nothing is known
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_asks_for_so_many_lines),
        cmocka_unit_test(what_a_stretch_lacks_is_taken_from_the_next_one),
        cmocka_unit_test(nothing_is_asked_for_behind_the_last),
    };
    return cmocka_run_group_tests_name("what comes next", tests, NULL, NULL);
}
