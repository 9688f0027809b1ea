// SPDX-License-Identifier: MIT
/// text.h: UTF-8, sets of texts, and suggestions for misspelled names.
#ifndef TUM_BASE_TEXT_H
#define TUM_BASE_TEXT_H

#include "base/arena.h"

/// Length of the well-formed UTF-8 sequence (Unicode 15, table 3-7) at the start of `text`.
///
/// @return 1 to 4, or 0 where no sequence begins: an overlong form, a surrogate, a number beyond
///         U+10FFFF, a sequence cut off by the end, or no bytes at all.
size_t tum_utf8_sequence(const char *text, size_t bytes);

/// True when all of `text` is well-formed UTF-8. Zero bytes are ordinary characters.
bool tum_utf8_is_valid(const char *text, size_t bytes);

/// Length of the longest prefix of at most `limit` bytes that does not cut a sequence of valid
/// UTF-8.
size_t tum_utf8_prefix(const char *text, size_t bytes, size_t limit);

/// The nearest of `count` names, or NULL when no name is near enough for a suggestion.
const char *tum_text_nearest(const char *word, const char *const *names, size_t count);

/// Distinct texts in the order of their first appearance. A zeroed set is empty and uses malloc.
typedef struct TextSet {
    Arena arena;
    const char **texts; ///< [count] Zero-terminated; live as long as the set.
    size_t *lengths;    ///< [count] [bytes]
    uint32_t count, capacity;
    uint32_t *slots; ///< [slot_count] Index plus one, 0: free; slot_count is a power of two.
    uint32_t slot_count;
} TextSet;

#define TEXT_NONE UINT32_MAX

void tum_text_set_init(TextSet *set, const TumAllocator *allocator);
void tum_text_set_clear(TextSet *set);

/// @return the index of the text, which is copied when it is new; TEXT_NONE when out of memory.
uint32_t tum_text_set_add(TextSet *set, const char *text, size_t bytes);

/// @return the index of the text, or TEXT_NONE when the set does not hold it.
uint32_t tum_text_set_find(const TextSet *set, const char *text, size_t bytes);

#endif
