// SPDX-License-Identifier: MIT
// Memory: through the caller's functions, aligned, given back in full, and failing without harm.
#include "base/alloc.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/size.h"
#include "tests/support/support.h"

static void blocks_begin_on_a_cache_line(void **state)
{
    (void)state;
    for (size_t bytes = 1; bytes < 300; bytes += 37) {
        void *block = tum_allocate(NULL, bytes);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % 64, 0);
        tum_release(NULL, block, bytes);
    }
}

static void zero_bytes_are_null_and_no_allocation(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    assert_null(tum_allocate(&allocator, 0));
    assert_null(tum_allocate_zeroed(&allocator, 0, 8));
    tum_release(&allocator, NULL, 0);
    assert_int_equal(counting.allocations, 0);
}

static void an_all_zero_allocator_is_malloc(void **state)
{
    (void)state;
    const TumAllocator zero = {0};
    unsigned char *block = tum_allocate_zeroed(&zero, 10, 10);
    assert_non_null(block);
    for (int i = 0; i < 100; ++i) {
        assert_int_equal(block[i], 0);
    }
    tum_release(&zero, block, 100);
}

static void a_product_that_overflows_is_refused(void **state)
{
    (void)state;
    assert_null(tum_allocate_zeroed(NULL, SIZE_MAX / 2, 3));
    size_t result;
    assert_false(size_multiply(SIZE_MAX, 2, &result));
    assert_false(size_add(SIZE_MAX, 1, &result));
    assert_true(size_add(SIZE_MAX - 1, 1, &result));
    assert_true(result == SIZE_MAX);
}

static void a_reallocated_block_keeps_its_content_and_survives_failure(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    char *block = tum_allocate(&allocator, 6);
    memcpy(block, "tumble", 6);
    block = tum_reallocate(&allocator, block, 6, 600);
    assert_memory_equal(block, "tumble", 6);
    counting.fail_after = 0;
    assert_null(tum_reallocate(&allocator, block, 600, 1200));
    assert_memory_equal(block, "tumble", 6);
    tum_release(&allocator, block, 600);
    assert_int_equal(counting.bytes, 0);
}

static void an_array_grows_and_zeroes_its_items(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    ARRAY(uint32_t) numbers = {0};
    for (uint32_t i = 0; i < 1000; ++i) {
        uint32_t *number = array_push(&numbers, &allocator);
        assert_non_null(number);
        assert_int_equal(*number, 0);
        *number = i;
    }
    assert_int_equal(numbers.count, 1000);
    for (uint32_t i = 0; i < 1000; ++i) {
        assert_int_equal(numbers.items[i], i);
    }
    // Doubling: far fewer moves than items.
    assert_in_range(counting.allocations, 1, 16);
    array_free(&numbers, &allocator);
    assert_int_equal(counting.bytes, 0);
    assert_int_equal(numbers.count, 0);
}

static void an_array_that_cannot_grow_is_unharmed(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    ARRAY(uint64_t) numbers = {0};
    uint64_t *first = array_push(&numbers, &allocator);
    *first = 7;
    counting.fail_after = 0;
    assert_false(array_reserve(&numbers, 1000, &allocator));
    assert_false(array_reserve(&numbers, SIZE_MAX / 2, &allocator));
    assert_int_equal(numbers.count, 1);
    assert_true(numbers.items[0] == 7);
    array_free(&numbers, &allocator);
}

static void an_array_that_is_extended_zeroes_what_is_new(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    ARRAY(uint32_t) numbers = {0};
    assert_true(array_reserve(&numbers, 100, &allocator));
    memset(numbers.items, 0xff, 100 * sizeof *numbers.items);
    assert_true(array_extend(&numbers, 3, &allocator));
    numbers.items[2] = 7;
    for (size_t wanted = 1; wanted <= 1000; ++wanted) {
        assert_true(array_extend(&numbers, wanted, &allocator));
    }
    assert_int_equal(numbers.count, 1000);
    for (size_t i = 0; i < 1000; ++i) {
        assert_int_equal(numbers.items[i], i == 2 ? 7 : 0);
    }
    // Doubling, also where one more is asked for at a time.
    assert_in_range(counting.allocations, 1, 8);
    counting.fail_after = 0;
    assert_false(array_extend(&numbers, numbers.capacity + 1, &allocator));
    assert_int_equal(numbers.count, 1000);
    assert_int_equal(numbers.items[2], 7);
    array_free(&numbers, &allocator);
    assert_int_equal(counting.bytes, 0);
}

static void an_array_that_is_reserved_anew_doubles_and_is_empty_without_memory(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    ARRAY(uint64_t) numbers = {0};
    assert_true(array_reserve_anew(&numbers, 100, &allocator));
    assert_true(array_reserve_anew(&numbers, 101, &allocator));
    assert_int_equal(numbers.capacity, 200);
    assert_int_equal(counting.bytes, 200 * sizeof *numbers.items);
    counting.fail_after = 0;
    assert_true(array_reserve_anew(&numbers, 200, &allocator));
    assert_false(array_reserve_anew(&numbers, 201, &allocator));
    assert_null(numbers.items);
    assert_int_equal(numbers.capacity, 0);
    assert_int_equal(counting.bytes, 0);
    counting.fail_after = SIZE_MAX;
    assert_false(array_reserve_anew(&numbers, SIZE_MAX / 2, &allocator));
    assert_true(array_reserve_anew(&numbers, 3, &allocator));
    array_free(&numbers, &allocator);
    assert_int_equal(counting.bytes, 0);
}

static void an_arena_gives_aligned_memory_that_does_not_overlap(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    Arena arena;
    tum_arena_init(&arena, &allocator);
    unsigned char *blocks[200];
    size_t sizes[200];
    for (size_t i = 0; i < 200; ++i) {
        sizes[i] = 1 + i * 7 % 300;
        blocks[i] = tum_arena_allocate(&arena, sizes[i]);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % (sizes[i] >= 64 ? 64 : 16), 0);
        memset(blocks[i], (int)i, sizes[i]);
    }
    for (size_t i = 0; i < 200; ++i) {
        for (size_t k = 0; k < sizes[i]; ++k) {
            assert_int_equal(blocks[i][k], i);
        }
    }
    tum_arena_clear(&arena);
    assert_int_equal(counting.bytes, 0);
}

static void an_arena_out_of_memory_answers_null_and_can_go_on(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    Arena arena;
    tum_arena_init(&arena, &allocator);
    counting.fail_after = 0;
    assert_null(tum_arena_allocate(&arena, 100));
    assert_null(tum_arena_allocate(&arena, SIZE_MAX - 10));
    assert_null(tum_arena_zeroed(&arena, SIZE_MAX, SIZE_MAX));
    assert_null(tum_arena_text(&arena, "a", SIZE_MAX));
    counting.fail_after = SIZE_MAX;
    assert_non_null(tum_arena_allocate(&arena, 100));
    assert_non_null(tum_arena_allocate(&arena, 0));
    assert_string_equal(tum_arena_text(&arena, "words", 4), "word");
    assert_string_equal(tum_arena_text(&arena, NULL, 0), "");
    tum_arena_clear(&arena);
    assert_int_equal(counting.bytes, 0);
}

static void a_zeroed_arena_uses_malloc(void **state)
{
    (void)state;
    Arena arena = {0};
    const char *zeros = tum_arena_zeroed(&arena, 100, 100);
    for (int i = 0; i < 10000; ++i) {
        assert_int_equal(zeros[i], 0);
    }
    tum_arena_clear(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_begin_on_a_cache_line),
        cmocka_unit_test(zero_bytes_are_null_and_no_allocation),
        cmocka_unit_test(an_all_zero_allocator_is_malloc),
        cmocka_unit_test(a_product_that_overflows_is_refused),
        cmocka_unit_test(a_reallocated_block_keeps_its_content_and_survives_failure),
        cmocka_unit_test(an_array_grows_and_zeroes_its_items),
        cmocka_unit_test(an_array_that_cannot_grow_is_unharmed),
        cmocka_unit_test(an_array_that_is_extended_zeroes_what_is_new),
        cmocka_unit_test(an_array_that_is_reserved_anew_doubles_and_is_empty_without_memory),
        cmocka_unit_test(an_arena_gives_aligned_memory_that_does_not_overlap),
        cmocka_unit_test(an_arena_out_of_memory_answers_null_and_can_go_on),
        cmocka_unit_test(a_zeroed_arena_uses_malloc),
    };
    return cmocka_run_group_tests_name("alloc", tests, NULL, NULL);
}
