// SPDX-License-Identifier: MIT
// arena.c: a list of chunks, each filled from front to back and all released at once.
#include "base/arena.h"

#include <stdint.h>
#include <string.h>

#include "base/assert.h"
#include "base/size.h"

/// Header of a chunk, at the start of its block; the usable bytes begin one cache line later.
struct ArenaChunk {
    ArenaChunk *older;
    size_t bytes; ///< Usable bytes, without this header.
};

enum {
    CHUNK_HEADER_BYTES = BLOCK_ALIGNMENT,
    FIRST_CHUNK_BYTES = 4096,
    MOST_CHUNK_BYTES = 1 << 18,
    SMALL_ALIGNMENT = 16
};

_Static_assert(sizeof(ArenaChunk) <= CHUNK_HEADER_BYTES, "the header fits its cache line");

void tum_arena_init(Arena *arena, const TumAllocator *allocator)
{
    *arena = (Arena){.allocator = tum_allocator_or_default(allocator)};
}

static void release_chunks(Arena *arena)
{
    for (ArenaChunk *chunk = arena->newest; chunk != NULL;) {
        ArenaChunk *older = chunk->older;
        tum_release(&arena->allocator, chunk, CHUNK_HEADER_BYTES + chunk->bytes);
        chunk = older;
    }
    arena->newest = NULL;
    arena->used = 0;
}

void tum_arena_clear(Arena *arena)
{
    release_chunks(arena);
    arena->total = 0;
}

static ArenaChunk *new_chunk(Arena *arena, size_t room)
{
    size_t block_bytes;
    if (!size_add(room, CHUNK_HEADER_BYTES + BLOCK_ALIGNMENT - 1, &block_bytes)) {
        return NULL;
    }
    block_bytes &= ~(size_t)(BLOCK_ALIGNMENT - 1);
    ArenaChunk *chunk = tum_allocate(&arena->allocator, block_bytes);
    if (chunk != NULL) {
        chunk->older = NULL;
        chunk->bytes = block_bytes - CHUNK_HEADER_BYTES;
    }
    return chunk;
}

// The size of a chunk grows with the bytes in use: chunks stay few, and their unused rest stays a
// small share of the whole. A block that would fill most of a chunk gets a chunk of its own; the
// newest chunk stays the one to fill.
static void *add_chunk(Arena *arena, size_t bytes)
{
    const size_t grown = arena->total / 2 < MOST_CHUNK_BYTES ? arena->total / 2 : MOST_CHUNK_BYTES;
    const size_t room = grown > FIRST_CHUNK_BYTES ? grown : FIRST_CHUNK_BYTES;
    const bool is_own = bytes > room / 2;
    ArenaChunk *chunk = new_chunk(arena, is_own ? bytes : room);
    if (chunk == NULL) {
        return NULL;
    }
    if (is_own && arena->newest != NULL) {
        chunk->older = arena->newest->older;
        arena->newest->older = chunk;
    } else {
        chunk->older = arena->newest;
        arena->newest = chunk;
        arena->used = bytes;
    }
    return (char *)chunk + CHUNK_HEADER_BYTES;
}

static void *allocate_aligned(Arena *arena, size_t bytes, size_t alignment)
{
    const size_t wanted = bytes == 0 ? 1 : bytes;
    const size_t begin = (arena->used + alignment - 1) & ~(alignment - 1);
    void *block;
    if (arena->newest == NULL || begin > arena->newest->bytes ||
        wanted > arena->newest->bytes - begin) {
        block = add_chunk(arena, wanted);
    } else {
        arena->used = begin + wanted;
        block = (char *)arena->newest + CHUNK_HEADER_BYTES + begin;
    }
    arena->total += block != NULL ? wanted : 0;
    return block;
}

void *tum_arena_allocate(Arena *arena, size_t bytes)
{
    return allocate_aligned(arena, bytes,
                            bytes >= BLOCK_ALIGNMENT ? BLOCK_ALIGNMENT : SMALL_ALIGNMENT);
}

void *tum_arena_packed(Arena *arena, size_t bytes)
{
    return allocate_aligned(arena, bytes, SMALL_ALIGNMENT);
}

void *tum_arena_zeroed(Arena *arena, size_t count, size_t item_bytes)
{
    size_t bytes;
    if (!size_multiply(count, item_bytes, &bytes)) {
        return NULL;
    }
    void *block = tum_arena_allocate(arena, bytes);
    if (block != NULL) {
        memset(block, 0, bytes);
    }
    return block;
}

char *tum_arena_characters(Arena *arena, size_t bytes)
{
    return allocate_aligned(arena, bytes, 1);
}

char *tum_arena_text(Arena *arena, const char *text, size_t bytes)
{
    size_t with_zero;
    if (!size_add(bytes, 1, &with_zero)) {
        return NULL;
    }
    char *copy = tum_arena_characters(arena, with_zero);
    if (copy != NULL) {
        if (bytes > 0) {
            memcpy(copy, text, bytes);
        }
        copy[bytes] = '\0';
    }
    return copy;
}
