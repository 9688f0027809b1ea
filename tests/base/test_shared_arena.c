// SPDX-License-Identifier: MIT
// An arena with several owners lasts as long as the last of them.
#include "base/shared_arena.h"
#include "tests/support/support.h"

static void the_last_owner_gives_everything_back(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    SharedArena *shared = tum_shared_arena_create(&allocator);
    char *text = tum_arena_text(tum_shared_arena_filled(shared), "crate", 5);
    assert_ptr_equal(tum_shared_arena_join(shared, &allocator), shared);
    tum_shared_arena_leave(shared);
    assert_string_equal(text, "crate");
    tum_shared_arena_leave(shared);
    assert_int_equal(counting.blocks, 0);
    tum_shared_arena_leave(NULL);
}

static void memory_of_another_allocator_is_not_shared(void **state)
{
    (void)state;
    Counting one, other;
    const TumAllocator of_one = counting_allocator(&one), of_other = counting_allocator(&other);
    SharedArena *shared = tum_shared_arena_create(&of_one);
    assert_null(tum_shared_arena_join(shared, &of_other));
    tum_shared_arena_leave(shared);
    assert_int_equal(one.blocks, 0);
}

static void a_lack_of_memory_is_told(void **state)
{
    (void)state;
    Counting counting;
    const TumAllocator allocator = counting_allocator(&counting);
    counting.fail_after = 0;
    assert_null(tum_shared_arena_create(&allocator));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_owner_gives_everything_back),
        cmocka_unit_test(memory_of_another_allocator_is_not_shared),
        cmocka_unit_test(a_lack_of_memory_is_told),
    };
    return cmocka_run_group_tests_name("shared arena", tests, NULL, NULL);
}
