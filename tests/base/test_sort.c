// SPDX-License-Identifier: MIT
// Sorting: in order, all there, and equal keys in the order they came.
#include "base/sort.h"
#include "tests/support/support.h"

enum { COUNT_MAX = 3000 };

static uint64_t random_key(Random *random, int bits)
{
    const uint64_t high = (uint64_t)random_in(random, 0.0, 16777216.0);
    const uint64_t middle = (uint64_t)random_in(random, 0.0, 16777216.0);
    const uint64_t low = (uint64_t)random_in(random, 0.0, 65536.0);
    return (high << 40 | middle << 16 | low) >> (64 - bits);
}

static void pairs_come_out_sorted_and_stable(void **state)
{
    (void)state;
    static uint64_t keys[COUNT_MAX], before[COUNT_MAX], key_scratch[COUNT_MAX];
    static uint32_t values[COUNT_MAX], value_scratch[COUNT_MAX];
    const size_t counts[] = {0, 1, 2, 47, 48, 49, 300, COUNT_MAX};
    const int bits[] = {1, 4, 9, 33, 64};
    Random random = {1};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
        for (size_t b = 0; b < sizeof bits / sizeof *bits; ++b) {
            for (size_t i = 0; i < counts[c]; ++i) {
                before[i] = keys[i] = random_key(&random, bits[b]);
                values[i] = (uint32_t)i;
            }
            tum_sort_keys(keys, values, counts[c], key_scratch, value_scratch);
            for (size_t i = 0; i < counts[c]; ++i) {
                // The key still belongs to its value.
                assert_true(keys[i] == before[values[i]]);
                if (i > 0) {
                    assert_true(keys[i - 1] < keys[i] ||
                                (keys[i - 1] == keys[i] && values[i - 1] < values[i]));
                }
            }
        }
    }
}

static void pairs_in_order_already_stay(void **state)
{
    (void)state;
    uint64_t keys[100], key_scratch[100];
    uint32_t values[100], value_scratch[100];
    for (uint32_t i = 0; i < 100; ++i) {
        keys[i] = (uint64_t)(i / 3) << 33;
        values[i] = i;
    }
    tum_sort_keys(keys, values, 100, key_scratch, value_scratch);
    for (uint32_t i = 0; i < 100; ++i) {
        assert_int_equal(values[i], i);
    }
}

typedef struct Item {
    uint16_t place; ///< Where it stood.
    uint32_t key;
    unsigned char content[5];
} Item;

static void items_come_out_sorted_and_stable(void **state)
{
    (void)state;
    static Item items[COUNT_MAX], scratch[COUNT_MAX];
    Random random = {2};
    for (size_t count = 0; count <= COUNT_MAX; count = count * 3 / 2 + 1) {
        for (size_t i = 0; i < count; ++i) {
            items[i] = (Item){.place = (uint16_t)i, .key = (uint32_t)random_key(&random, 6)};
            memset(items[i].content, (int)(items[i].key + 1), sizeof items[i].content);
        }
        tum_sort_items(items, count, sizeof *items, offsetof(Item, key), scratch);
        for (size_t i = 0; i < count; ++i) {
            assert_int_equal(items[i].content[4], items[i].key + 1);
            if (i > 0) {
                assert_true(
                    items[i - 1].key < items[i].key ||
                    (items[i - 1].key == items[i].key && items[i - 1].place < items[i].place));
            }
        }
    }
}

typedef struct Word {
    uint32_t place, key;
} Word;

static void words_come_out_sorted_and_stable_however_far_their_keys_reach(void **state)
{
    (void)state;
    static Word words[COUNT_MAX], scratch[COUNT_MAX];
    Random random = {4};
    const int bits[] = {6, 13, 20, 32};
    for (size_t b = 0; b < sizeof bits / sizeof *bits; ++b) {
        for (size_t count = 0; count <= COUNT_MAX; count = count * 3 / 2 + 1) {
            uint32_t sum = 0;
            for (size_t i = 0; i < count; ++i) {
                words[i] = (Word){(uint32_t)i, (uint32_t)random_key(&random, bits[b])};
                sum += words[i].key * (words[i].place + 1);
            }
            tum_sort_items(words, count, sizeof *words, offsetof(Word, key), scratch);
            for (size_t i = 0; i < count; ++i) {
                sum -= words[i].key * (words[i].place + 1);
                assert_true(
                    i == 0 || words[i - 1].key < words[i].key ||
                    (words[i - 1].key == words[i].key && words[i - 1].place < words[i].place));
            }
            assert_int_equal(sum, 0); // each key is still with its place
        }
    }
}

static int compare_items(const void *a, const void *b)
{
    const Item *first = a, *second = b;
    return first->key != second->key ? (first->key < second->key ? -1 : 1)
                                     : first->place - second->place;
}

static void items_come_out_in_the_order_of_a_comparison_and_are_found(void **state)
{
    (void)state;
    static Item items[COUNT_MAX];
    Random random = {3};
    for (size_t count = 0; count <= COUNT_MAX; count = count * 3 / 2 + 1) {
        bool is_there[COUNT_MAX] = {false};
        for (size_t i = 0; i < count; ++i) {
            items[i] = (Item){.place = (uint16_t)i, .key = (uint32_t)random_key(&random, 6)};
            memset(items[i].content, (int)(items[i].key + 1), sizeof items[i].content);
        }
        tum_sort_any(items, count, sizeof *items, compare_items);
        for (size_t i = 0; i < count; ++i) {
            assert_int_equal(items[i].content[4], items[i].key + 1);
            assert_false(is_there[items[i].place]);
            is_there[items[i].place] = true;
            assert_true(i == 0 || compare_items(&items[i - 1], &items[i]) < 0);
            assert_ptr_equal(tum_sort_find(&items[i], items, i, sizeof *items, compare_items),
                             NULL);
            assert_ptr_equal(tum_sort_find(&items[i], items, count, sizeof *items, compare_items),
                             &items[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_come_out_sorted_and_stable),
        cmocka_unit_test(pairs_in_order_already_stay),
        cmocka_unit_test(items_come_out_sorted_and_stable),
        cmocka_unit_test(words_come_out_sorted_and_stable_however_far_their_keys_reach),
        cmocka_unit_test(items_come_out_in_the_order_of_a_comparison_and_are_found),
    };
    return cmocka_run_group_tests_name("sort", tests, NULL, NULL);
}
