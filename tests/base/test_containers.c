// SPDX-License-Identifier: MIT
// Bit sets and id pools, beside plain arrays that do the same.
#include "base/bitset.h"
#include "base/id_pool.h"
#include "tests/support/support.h"

static void a_bitset_agrees_with_an_array_of_truths(void **state)
{
    (void)state;
    enum { ROOM = 300 };
    Bitset set = {0};
    bool truths[ROOM] = {false};
    assert_false(bitset_test(&set, 5));
    assert_int_equal(bitset_next(&set, 0), BITSET_NONE);
    assert_int_equal(bitset_next_free(&set, 0), BITSET_NONE);
    assert_true(bitset_grow(&set, ROOM, NULL));
    Random random = {1};
    for (int i = 0; i < 3000; ++i) {
        const uint32_t number = (uint32_t)random_in(&random, 0, ROOM);
        truths[number] = i % 3 != 0;
        (truths[number] ? bitset_set : bitset_clear)(&set, number);
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < ROOM; ++i) {
        assert_int_equal(bitset_test(&set, i), truths[i]);
        count += truths[i];
        uint32_t next = i, next_free = i;
        while (next < ROOM && !truths[next]) {
            ++next;
        }
        while (next_free < ROOM && truths[next_free]) {
            ++next_free;
        }
        assert_int_equal(bitset_next(&set, i), next < ROOM ? next : BITSET_NONE);
        // Beyond ROOM the last word has free bits still.
        assert_int_equal(bitset_next_free(&set, i), next_free);
    }
    assert_int_equal(bitset_count(&set), count);
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
    assert_int_equal(bitset_count(&set), 5000);
    assert_in_range(counting.allocations, 1, 10);
    counting.fail_after = 0;
    assert_false(bitset_grow(&set, 100000, &allocator));
    assert_true(bitset_test(&set, 4999));
    bitset_clear_all(&set);
    assert_int_equal(bitset_count(&set), 0);
    bitset_free(&set, &allocator);
    assert_int_equal(counting.bytes, 0);
}

static void the_lowest_free_slot_is_taken_first(void **state)
{
    (void)state;
    IdPool pool = {0};
    PoolId ids[200];
    for (uint32_t i = 0; i < 200; ++i) {
        ids[i] = tum_id_pool_add(&pool, NULL);
        assert_int_equal(ids[i].slot, i);
        assert_int_equal(ids[i].generation, 1);
    }
    const uint32_t freed[] = {150, 3, 77};
    for (size_t i = 0; i < 3; ++i) {
        assert_true(tum_id_pool_remove(&pool, ids[freed[i]]));
    }
    assert_int_equal(pool.count, 197);
    assert_int_equal(tum_id_pool_add(&pool, NULL).slot, 3);
    assert_int_equal(tum_id_pool_add(&pool, NULL).slot, 77);
    assert_int_equal(tum_id_pool_add(&pool, NULL).slot, 150);
    assert_int_equal(tum_id_pool_add(&pool, NULL).slot, 200);
    tum_id_pool_free(&pool, NULL);
}

static void an_old_id_stays_dead_when_its_slot_is_used_again(void **state)
{
    (void)state;
    IdPool pool = {0};
    const PoolId old = tum_id_pool_add(&pool, NULL);
    assert_true(tum_id_pool_remove(&pool, old));
    assert_false(tum_id_pool_exists(&pool, old));
    const PoolId new_id = tum_id_pool_add(&pool, NULL);
    assert_int_equal(new_id.slot, old.slot);
    assert_false(tum_id_pool_exists(&pool, old));
    assert_false(tum_id_pool_remove(&pool, old));
    assert_true(tum_id_pool_exists(&pool, new_id));
    assert_false(tum_id_pool_exists(&pool, (PoolId){0, 0}));
    assert_false(tum_id_pool_exists(&pool, (PoolId){UINT32_MAX, 1}));
    tum_id_pool_free(&pool, NULL);
}

static void generations_go_round_without_zero(void **state)
{
    (void)state;
    IdPool pool = {0};
    for (uint32_t i = 0; i < 65535; ++i) {
        const PoolId id = tum_id_pool_add(&pool, NULL);
        assert_int_equal(id.generation, i + 1);
        assert_true(tum_id_pool_remove(&pool, id));
    }
    assert_int_equal(tum_id_pool_add(&pool, NULL).generation, 1);
    tum_id_pool_free(&pool, NULL);
}

static void a_pool_out_of_memory_gives_no_id_and_is_unharmed(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    IdPool pool = {0};
    // First no words, then no generations, then all.
    for (size_t fail_after = 0; fail_after < 2; ++fail_after) {
        counting.fail_after = fail_after;
        assert_int_equal(tum_id_pool_add(&pool, &allocator).generation, 0);
    }
    counting.fail_after = SIZE_MAX;
    for (uint32_t i = 0; i < 64; ++i) {
        assert_int_equal(tum_id_pool_add(&pool, &allocator).slot, i);
    }
    counting.fail_after = 0;
    assert_int_equal(tum_id_pool_add(&pool, &allocator).generation, 0);
    assert_int_equal(pool.count, 64);
    assert_true(tum_id_pool_exists(&pool, (PoolId){63, 1}));
    tum_id_pool_free(&pool, &allocator);
    assert_int_equal(counting.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bitset_agrees_with_an_array_of_truths),
        cmocka_unit_test(a_bitset_keeps_its_members_while_it_grows),
        cmocka_unit_test(the_lowest_free_slot_is_taken_first),
        cmocka_unit_test(an_old_id_stays_dead_when_its_slot_is_used_again),
        cmocka_unit_test(generations_go_round_without_zero),
        cmocka_unit_test(a_pool_out_of_memory_gives_no_id_and_is_unharmed),
    };
    return cmocka_run_group_tests_name("containers", tests, NULL, NULL);
}
