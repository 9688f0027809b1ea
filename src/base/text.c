// SPDX-License-Identifier: MIT
// text.c: UTF-8 after table 3-7 of the Unicode standard, a hash set of texts, and distances of
// names.
#include "base/text.h"

#include <stdint.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"

static bool is_between(unsigned char byte, unsigned low, unsigned high)
{
    return byte >= low && byte <= high;
}

size_t tum_utf8_sequence(const char *text, size_t bytes)
{
    const unsigned char *b = (const unsigned char *)text;
    if (bytes >= 1 && b[0] < 0x80) {
        return 1;
    }
    if (bytes >= 2 && is_between(b[0], 0xc2, 0xdf)) {
        return is_between(b[1], 0x80, 0xbf) ? 2 : 0;
    }
    if (bytes >= 3 && is_between(b[0], 0xe0, 0xef)) {
        // Below A0 after E0 is overlong, above 9F after ED a surrogate.
        const unsigned low = b[0] == 0xe0 ? 0xa0 : 0x80, high = b[0] == 0xed ? 0x9f : 0xbf;
        return is_between(b[1], low, high) && is_between(b[2], 0x80, 0xbf) ? 3 : 0;
    }
    if (bytes >= 4 && is_between(b[0], 0xf0, 0xf4)) {
        // Below 90 after F0 is overlong, above 8F after F4 beyond U+10FFFF.
        const unsigned low = b[0] == 0xf0 ? 0x90 : 0x80, high = b[0] == 0xf4 ? 0x8f : 0xbf;
        return is_between(b[1], low, high) && is_between(b[2], 0x80, 0xbf) &&
                       is_between(b[3], 0x80, 0xbf)
                   ? 4
                   : 0;
    }
    return 0;
}

bool tum_utf8_is_valid(const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes;) {
        const size_t length = tum_utf8_sequence(text + i, bytes - i);
        if (length == 0) {
            return false;
        }
        i += length;
    }
    return true;
}

size_t tum_utf8_prefix(const char *text, size_t bytes, size_t limit)
{
    if (bytes <= limit) {
        return bytes;
    }
    size_t end = limit;
    // A continuation byte is 10xxxxxx: a cut before one cuts a sequence.
    while (end > 0 && ((unsigned char)text[end] & 0xc0) == 0x80) {
        --end;
    }
    return end;
}

void tum_text_set_init(TextSet *set, const TumAllocator *allocator)
{
    *set = (TextSet){0};
    tum_arena_init(&set->arena, allocator);
}

void tum_text_set_clear(TextSet *set)
{
    const TumAllocator *allocator = &set->arena.allocator;
    tum_release(allocator, set->texts, set->capacity * sizeof *set->texts);
    tum_release(allocator, set->lengths, set->capacity * sizeof *set->lengths);
    tum_release(allocator, set->slots, set->slot_count * sizeof *set->slots);
    tum_arena_clear(&set->arena);
    *set = (TextSet){.arena = set->arena};
}

static uint32_t first_slot(const TextSet *set, const char *text, size_t bytes)
{
    return (uint32_t)tum_hash_bytes(text, bytes, 0) & (set->slot_count - 1);
}

// The slot of the text, or the free slot for a new one. The table always has free slots.
static uint32_t find_slot(const TextSet *set, const char *text, size_t bytes)
{
    uint32_t slot = first_slot(set, text, bytes);
    for (; set->slots[slot] != 0; slot = (slot + 1) & (set->slot_count - 1)) {
        const uint32_t index = set->slots[slot] - 1;
        if (set->lengths[index] == bytes &&
            (bytes == 0 || memcmp(set->texts[index], text, bytes) == 0)) {
            break;
        }
    }
    return slot;
}

// Makes room for one more text in each of the three arrays, with the slots at most half full.
static bool grow(TextSet *set)
{
    if (set->count < set->capacity) {
        return true;
    }
    if (set->capacity > UINT32_MAX / 8) {
        return false;
    }
    const TumAllocator *allocator = &set->arena.allocator;
    const uint32_t capacity = set->capacity == 0 ? 16 : set->capacity * 2;
    const uint32_t slot_count = capacity * 2;
    const char **texts = tum_allocate(allocator, capacity * sizeof *texts);
    size_t *lengths = tum_allocate(allocator, capacity * sizeof *lengths);
    uint32_t *slots = tum_allocate_zeroed(allocator, slot_count, sizeof *slots);
    if (texts == NULL || lengths == NULL || slots == NULL) {
        tum_release(allocator, texts, capacity * sizeof *texts);
        tum_release(allocator, lengths, capacity * sizeof *lengths);
        tum_release(allocator, slots, slot_count * sizeof *slots);
        return false;
    }
    if (set->count > 0) {
        memcpy(texts, set->texts, set->count * sizeof *texts);
        memcpy(lengths, set->lengths, set->count * sizeof *lengths);
    }
    tum_release(allocator, set->texts, set->capacity * sizeof *set->texts);
    tum_release(allocator, set->lengths, set->capacity * sizeof *set->lengths);
    tum_release(allocator, set->slots, set->slot_count * sizeof *set->slots);
    set->texts = texts;
    set->lengths = lengths;
    set->slots = slots;
    set->capacity = capacity;
    set->slot_count = slot_count;
    for (uint32_t i = 0; i < set->count; ++i) {
        set->slots[find_slot(set, texts[i], lengths[i])] = i + 1;
    }
    return true;
}

uint32_t tum_text_set_find(const TextSet *set, const char *text, size_t bytes)
{
    if (set->count == 0) {
        return TEXT_NONE;
    }
    const uint32_t found = set->slots[find_slot(set, text, bytes)];
    return found == 0 ? TEXT_NONE : found - 1;
}

uint32_t tum_text_set_add(TextSet *set, const char *text, size_t bytes)
{
    const uint32_t found = tum_text_set_find(set, text, bytes);
    if (found != TEXT_NONE) {
        return found;
    }
    if (!grow(set)) {
        return TEXT_NONE;
    }
    const char *copy = tum_arena_text(&set->arena, text, bytes);
    if (copy == NULL) {
        return TEXT_NONE;
    }
    const uint32_t index = set->count;
    set->texts[index] = copy;
    set->lengths[index] = bytes;
    set->slots[find_slot(set, text, bytes)] = index + 1;
    ++set->count;
    return index;
}

// Longer names are never suggested.
enum { LONGEST_NAME = 64 };

// The number of letters to add, drop or change between two words (Levenshtein, "Binary codes
// capable of correcting deletions, insertions and reversals", 1966), computed row by row.
static size_t distance(const char *a, const char *b)
{
    const size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > LONGEST_NAME || b_length > LONGEST_NAME) {
        return SIZE_MAX;
    }
    size_t row[LONGEST_NAME + 1];
    for (size_t j = 0; j <= b_length; ++j) {
        row[j] = j;
    }
    for (size_t i = 1; i <= a_length; ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; ++j) {
            const size_t above = row[j];
            const size_t changed = diagonal + (a[i - 1] != b[j - 1]);
            const size_t moved = (above < row[j - 1] ? above : row[j - 1]) + 1;
            row[j] = changed < moved ? changed : moved;
            diagonal = above;
        }
    }
    return row[b_length];
}

const char *tum_text_nearest(const char *word, const char *const *names, size_t count)
{
    const char *nearest = NULL;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < count; ++i) {
        // A prefix counts as near: --dur means --duration.
        const bool begins = strlen(word) >= 3 && strncmp(names[i], word, strlen(word)) == 0;
        const size_t changes = begins ? 1 : distance(word, names[i]);
        if (changes < least) {
            least = changes;
            nearest = names[i];
        }
    }
    // Beyond a third of the word the guess would be noise.
    return least != SIZE_MAX && least <= 1 + strlen(word) / 3 ? nearest : NULL;
}
