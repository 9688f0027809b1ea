// SPDX-License-Identifier: MIT
// Free slots are given away near a place, and never twice.
#include "base/free_slots.h"
#include "tests/support/support.h"

enum { SLOTS = 4096 };

static FreeSlots free_slots(const uint32_t *slots, int count)
{
    FreeSlots free = {0};
    assert_true(tum_free_slots_reserve(&free, SLOTS, NULL));
    for (int i = 0; i < count; ++i) {
        tum_free_slots_add(&free, slots[i]);
    }
    return free;
}

static void where_none_is_free_a_new_one_is_taken(void **state)
{
    (void)state;
    FreeSlots none = {0};
    assert_int_equal(tum_free_slots_take(&none, 7, SLOTS), BITSET_NONE);
}

static void a_free_slot_is_taken_by_its_own_number(void **state)
{
    (void)state;
    FreeSlots free = free_slots((uint32_t[]){1000, 1001, 1002}, 3);
    assert_int_equal(tum_free_slots_take(&free, 1001, SLOTS), 1001);
    tum_free_slots_clear(&free, NULL);
}

static void a_slot_nearby_is_taken_rather_than_one_far_away(void **state)
{
    (void)state;
    FreeSlots free = free_slots((uint32_t[]){5, 900, 4000}, 3);
    assert_int_equal(tum_free_slots_take(&free, 1000, SLOTS), 900);
    tum_free_slots_clear(&free, NULL);
}

static void few_that_are_far_away_are_left_to_those_near_them(void **state)
{
    (void)state;
    FreeSlots free = free_slots((uint32_t[]){5, 4000}, 2);
    // Two of 16 slots or more may stay free, two of 15 are more than an eighth.
    assert_int_equal(tum_free_slots_take(&free, 2000, SLOTS), BITSET_NONE);
    assert_int_equal(tum_free_slots_take(&free, BITSET_NONE, 16), BITSET_NONE);
    assert_int_equal(tum_free_slots_take(&free, 2000, 15), 5);
    tum_free_slots_clear(&free, NULL);
}

static void each_is_given_away_once(void **state)
{
    (void)state;
    bool is_free[SLOTS] = {false};
    FreeSlots free = free_slots(NULL, 0);
    Random random = {5};
    uint32_t count = 0;
    for (int i = 0; i < 100000; ++i) {
        const uint32_t slot = (uint32_t)random_in(&random, 0, SLOTS);
        if (random_in(&random, 0, 1) < 0.5) {
            const uint32_t taken = tum_free_slots_take(&free, slot, SLOTS);
            assert_int_equal(is_free[slot] && taken != slot, false);
            if (taken != BITSET_NONE) {
                assert_true(taken < SLOTS && is_free[taken]);
                is_free[taken] = false;
                --count;
            } else {
                assert_true(count <= SLOTS / 8);
            }
        } else if (!is_free[slot]) {
            tum_free_slots_add(&free, slot);
            is_free[slot] = true;
            ++count;
        }
        assert_int_equal(free.count, count);
    }
    tum_free_slots_clear(&free, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_none_is_free_a_new_one_is_taken),
        cmocka_unit_test(a_free_slot_is_taken_by_its_own_number),
        cmocka_unit_test(a_slot_nearby_is_taken_rather_than_one_far_away),
        cmocka_unit_test(few_that_are_far_away_are_left_to_those_near_them),
        cmocka_unit_test(each_is_given_away_once),
    };
    return cmocka_run_group_tests_name("free slots", tests, NULL, NULL);
}
