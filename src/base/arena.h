// SPDX-License-Identifier: MIT
/// arena.h: blocks that are released all at once, at the end of a load or of a step.
#ifndef TUM_BASE_ARENA_H
#define TUM_BASE_ARENA_H

#include "base/alloc.h"

typedef struct ArenaChunk ArenaChunk;

/// A zeroed Arena is empty and uses malloc. Chunks grow by half of the bytes handed out, up to 256
/// KiB; a block larger than half a chunk has a chunk of its own.
typedef struct Arena {
    TumAllocator allocator;
    ArenaChunk *newest;
    size_t used;  ///< [bytes] of the newest chunk.
    size_t total; ///< [bytes] handed out.
} Arena;

void tum_arena_init(Arena *arena, const TumAllocator *allocator);

/// Gives everything back to the allocator.
void tum_arena_clear(Arena *arena);

/// @return memory aligned to 16 bytes (64 where bytes >= 64), or NULL when out of memory. Zero
///         bytes give a valid pointer, too.
void *tum_arena_allocate(Arena *arena, size_t bytes);

/// As tum_arena_allocate, aligned to 16 bytes whatever the size: for many blocks of one size.
void *tum_arena_packed(Arena *arena, size_t bytes);

/// `count` items of `item_bytes`, all zero; NULL also when the product overflows.
void *tum_arena_zeroed(Arena *arena, size_t count, size_t item_bytes);

/// As tum_arena_allocate, with no alignment: for texts.
char *tum_arena_characters(Arena *arena, size_t bytes);

/// A copy with a terminating zero, likewise. @return NULL when out of memory.
char *tum_arena_text(Arena *arena, const char *text, size_t bytes);

#endif
