// SPDX-License-Identifier: MIT
/// arena.h: memory that ends all at once, with a load or with a step.
#ifndef TUM_BASE_ARENA_H
#define TUM_BASE_ARENA_H

#include "base/alloc.h"

typedef struct ArenaChunk ArenaChunk;

/// A zeroed Arena is empty and uses malloc. It grows by chunks of half of what was handed out,
/// up to 256 KiB; what is larger than half of one has its own.
typedef struct Arena {
    TumAllocator allocator;
    ArenaChunk *newest;
    size_t used;  ///< [bytes] of the newest chunk.
    size_t total; ///< [bytes] handed out.
} Arena;

void tum_arena_init(Arena *arena, const TumAllocator *allocator);

/// Gives everything back to the allocator.
void tum_arena_clear(Arena *arena);

/// @return memory aligned to 16 bytes (64 where bytes >= 64), or NULL when out of memory; so zero
///         bytes, too, give a pointer.
void *tum_arena_allocate(Arena *arena, size_t bytes);

/// The same, aligned to 16 bytes however large it is: for many blocks of one size.
void *tum_arena_packed(Arena *arena, size_t bytes);

/// `count` items of `item_bytes`, all zero; NULL also when the product overflows.
void *tum_arena_zeroed(Arena *arena, size_t count, size_t item_bytes);

/// A copy with a terminating zero. @return NULL when out of memory.
char *tum_arena_text(Arena *arena, const char *text, size_t bytes);

#endif
