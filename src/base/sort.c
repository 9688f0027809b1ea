// SPDX-License-Identifier: MIT
// sort.c: sorts whose results are the same on every machine.
#include "base/sort.h"

#include <stdbool.h>
#include <string.h>

enum { DIGIT_BITS = 8, DIGIT_COUNT = 1 << DIGIT_BITS, SMALL_COUNT = 48, RUN_COUNT = 8 };

// For few keys the histograms of a radix sort cost more than they save.
static void sort_few_keys(uint64_t *keys, uint32_t *values, size_t count)
{
    for (size_t i = 1; i < count; ++i) {
        const uint64_t key = keys[i];
        const uint32_t value = values[i];
        size_t at = i;
        for (; at > 0 && keys[at - 1] > key; --at) {
            keys[at] = keys[at - 1];
            values[at] = values[at - 1];
        }
        keys[at] = key;
        values[at] = value;
    }
}

// Turns the count of each digit into the first index of its items.
static void begin_digits(size_t ends[DIGIT_COUNT])
{
    size_t begin = 0;
    for (int digit = 0; digit < DIGIT_COUNT; ++digit) {
        const size_t digit_count = ends[digit];
        ends[digit] = begin;
        begin += digit_count;
    }
}

static void scatter(const uint64_t *keys, const uint32_t *values, size_t count, int shift,
                    uint64_t *to_keys, uint32_t *to_values)
{
    size_t ends[DIGIT_COUNT] = {0};
    for (size_t i = 0; i < count; ++i) {
        ++ends[keys[i] >> shift & (DIGIT_COUNT - 1)];
    }
    begin_digits(ends);
    for (size_t i = 0; i < count; ++i) {
        const size_t at = ends[keys[i] >> shift & (DIGIT_COUNT - 1)]++;
        to_keys[at] = keys[i];
        to_values[at] = values[i];
    }
}

void tum_sort_keys(uint64_t *keys, uint32_t *values, size_t count, uint64_t *key_scratch,
                   uint32_t *value_scratch)
{
    if (count <= SMALL_COUNT) {
        sort_few_keys(keys, values, count);
        return;
    }
    uint64_t differing = 0;
    bool is_sorted = true;
    for (size_t i = 1; i < count; ++i) {
        differing |= keys[i] ^ keys[0];
        is_sorted &= keys[i - 1] <= keys[i];
    }
    if (is_sorted) {
        return;
    }
    uint64_t *from_keys = keys, *to_keys = key_scratch;
    uint32_t *from_values = values, *to_values = value_scratch;
    for (int shift = 0; shift < 64; shift += DIGIT_BITS) {
        if ((differing >> shift & (DIGIT_COUNT - 1)) == 0) {
            continue;
        }
        scatter(from_keys, from_values, count, shift, to_keys, to_values);
        uint64_t *const keys_now = to_keys;
        uint32_t *const values_now = to_values;
        to_keys = from_keys, from_keys = keys_now;
        to_values = from_values, from_values = values_now;
    }
    if (from_keys != keys) {
        memcpy(keys, from_keys, count * sizeof *keys);
        memcpy(values, from_values, count * sizeof *values);
    }
}

static uint32_t key_at(const char *item, size_t key_offset)
{
    uint32_t key;
    memcpy(&key, item + key_offset, sizeof key);
    return key;
}

// Insertion within one run of RUN_COUNT items; `scratch` holds the item that is moved.
static void sort_run(char *items, size_t count, size_t item_bytes, size_t key_offset, char *scratch)
{
    for (size_t i = 1; i < count; ++i) {
        const uint32_t key = key_at(items + i * item_bytes, key_offset);
        size_t at = i;
        while (at > 0 && key_at(items + (at - 1) * item_bytes, key_offset) > key) {
            --at;
        }
        if (at < i) {
            memcpy(scratch, items + i * item_bytes, item_bytes);
            memmove(items + (at + 1) * item_bytes, items + at * item_bytes, (i - at) * item_bytes);
            memcpy(items + at * item_bytes, scratch, item_bytes);
        }
    }
}

// Merges items[0, middle) and items[middle, count) into `to`; among equal keys the first half goes
// first.
static void merge(const char *items, size_t middle, size_t count, size_t item_bytes,
                  size_t key_offset, char *to)
{
    size_t a = 0, b = middle;
    while (a < middle && b < count) {
        const bool takes_b =
            key_at(items + b * item_bytes, key_offset) < key_at(items + a * item_bytes, key_offset);
        size_t *taken = takes_b ? &b : &a;
        memcpy(to, items + *taken * item_bytes, item_bytes);
        to += item_bytes;
        ++*taken;
    }
    memcpy(to, items + a * item_bytes, (middle - a) * item_bytes);
    to += (middle - a) * item_bytes;
    memcpy(to, items + b * item_bytes, (count - b) * item_bytes);
}

static void sort_few_items(char *items, size_t count, size_t item_bytes, size_t key_offset,
                           char *scratch)
{
    char *from = items, *to = scratch;
    for (size_t begin = 0; begin < count; begin += RUN_COUNT) {
        const size_t left = count - begin;
        sort_run(from + begin * item_bytes, left < RUN_COUNT ? left : RUN_COUNT, item_bytes,
                 key_offset, scratch);
    }
    for (size_t width = RUN_COUNT; width < count; width *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * width) {
            const size_t left = count - begin;
            const size_t middle = left < width ? left : width;
            const size_t both = left < 2 * width ? left : 2 * width;
            const char *pair = from + begin * item_bytes;
            const bool is_in_order =
                middle == both || key_at(pair + (middle - 1) * item_bytes, key_offset) <=
                                      key_at(pair + middle * item_bytes, key_offset);
            if (is_in_order) {
                memcpy(to + begin * item_bytes, pair, both * item_bytes);
            } else {
                merge(pair, middle, both, item_bytes, key_offset, to + begin * item_bytes);
            }
        }
        char *const now = to;
        to = from, from = now;
    }
    if (from != items) {
        memcpy(items, from, count * item_bytes);
    }
}

static inline void scatter_items(const char *items, size_t count, size_t item_bytes,
                                 size_t key_offset, int shift, char *to)
{
    size_t ends[DIGIT_COUNT] = {0};
    for (size_t i = 0; i < count; ++i) {
        ++ends[key_at(items + i * item_bytes, key_offset) >> shift & (DIGIT_COUNT - 1)];
    }
    begin_digits(ends);
    for (size_t i = 0; i < count; ++i) {
        const char *item = items + i * item_bytes;
        const size_t at = ends[key_at(item, key_offset) >> shift & (DIGIT_COUNT - 1)]++;
        memcpy(to + at * item_bytes, item, item_bytes);
    }
}

static inline void sort_many_items(char *items, size_t count, size_t item_bytes, size_t key_offset,
                                   char *scratch)
{
    uint32_t differing = 0;
    for (size_t i = 1; i < count; ++i) {
        differing |= key_at(items + i * item_bytes, key_offset) ^ key_at(items, key_offset);
    }
    char *from = items, *to = scratch;
    for (int shift = 0; shift < 32; shift += DIGIT_BITS) {
        if ((differing >> shift & (DIGIT_COUNT - 1)) != 0) {
            scatter_items(from, count, item_bytes, key_offset, shift, to);
            char *const now = to;
            to = from, from = now;
        }
    }
    if (from != items) {
        memcpy(items, from, count * item_bytes);
    }
}

void tum_sort_items(void *items, size_t count, size_t item_bytes, size_t key_offset, void *scratch)
{
    if (count <= SMALL_COUNT) {
        sort_few_items(items, count, item_bytes, key_offset, scratch);
    } else if (item_bytes == 8) {
        sort_many_items(items, count, 8, key_offset, scratch); // each item in a register
    } else {
        sort_many_items(items, count, item_bytes, key_offset, scratch);
    }
}

static void swap_items(char *a, char *b, size_t item_bytes)
{
    for (size_t i = 0; i < item_bytes; ++i) {
        const char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

// Lets the item at `at` sink in a heap of `count` items whose largest is the first.
static void sink(char *items, size_t at, size_t count, size_t item_bytes,
                 int (*compare)(const void *a, const void *b))
{
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count &&
            compare(items + child * item_bytes, items + (child + 1) * item_bytes) < 0) {
            ++child;
        }
        if (compare(items + at * item_bytes, items + child * item_bytes) >= 0) {
            return;
        }
        swap_items(items + at * item_bytes, items + child * item_bytes, item_bytes);
        at = child;
    }
}

void tum_sort_any(void *items, size_t count, size_t item_bytes,
                  int (*compare)(const void *a, const void *b))
{
    char *const heap = items;
    for (size_t at = count / 2; at-- > 0;) {
        sink(heap, at, count, item_bytes, compare);
    }
    for (size_t left = count; left-- > 1;) {
        swap_items(heap, heap + left * item_bytes, item_bytes);
        sink(heap, 0, left, item_bytes, compare);
    }
}

const void *tum_sort_find(const void *key, const void *items, size_t count, size_t item_bytes,
                          int (*compare)(const void *key, const void *item))
{
    const char *const sorted = items;
    size_t first = 0, end = count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (compare(key, sorted + middle * item_bytes) > 0) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    const char *const found = sorted + first * item_bytes;
    return first < count && compare(key, found) == 0 ? found : NULL;
}
