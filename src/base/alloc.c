// SPDX-License-Identifier: MIT
// alloc.c: blocks of memory through the caller's allocator.
#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

#include "base/pages.h"
#include "base/size.h"

enum { LARGE_BLOCK_BYTES = 1 << 18 }; ///< From here on, large pages are worth a call of the system.

// The address that malloc gave stands before each aligned block: aligned_alloc is missing from the
// C library of Windows, and blocks of its _aligned_malloc are freed by a function of their own.
static void *default_allocate(void *user, size_t bytes, size_t alignment)
{
    (void)user;
    size_t whole;
    if (!size_add(bytes, sizeof(void *) + alignment - 1, &whole)) {
        return NULL;
    }
    unsigned char *given = malloc(whole);
    if (given == NULL) {
        return NULL;
    }
    unsigned char *block = given + sizeof(void *);
    block += (alignment - (uintptr_t)block % alignment) % alignment;
    memcpy(block - sizeof(void *), &given, sizeof given);
    if (bytes >= LARGE_BLOCK_BYTES) {
        tum_pages_prefer_large(block, bytes);
    }
    return block;
}

static void default_release(void *user, void *block, size_t bytes)
{
    (void)user;
    (void)bytes;
    void *given;
    memcpy(&given, (unsigned char *)block - sizeof(void *), sizeof given);
    free(given);
}

TumAllocator tum_allocator_or_default(const TumAllocator *allocator)
{
    if (allocator == NULL || allocator->allocate == NULL) {
        return (TumAllocator){default_allocate, default_release, NULL};
    }
    return *allocator;
}

void *tum_allocate(const TumAllocator *allocator, size_t bytes)
{
    if (bytes == 0) {
        return NULL;
    }
    const TumAllocator from = tum_allocator_or_default(allocator);
    return from.allocate(from.user, bytes, BLOCK_ALIGNMENT);
}

void *tum_allocate_zeroed(const TumAllocator *allocator, size_t count, size_t item_bytes)
{
    size_t bytes;
    if (!size_multiply(count, item_bytes, &bytes)) {
        return NULL;
    }
    void *block = tum_allocate(allocator, bytes);
    if (block != NULL) {
        memset(block, 0, bytes);
    }
    return block;
}

void *tum_reallocate(const TumAllocator *allocator, void *block, size_t old_bytes, size_t new_bytes)
{
    void *moved = tum_allocate(allocator, new_bytes);
    if (moved == NULL && new_bytes != 0) {
        return NULL;
    }
    if (moved != NULL && block != NULL) {
        memcpy(moved, block, old_bytes < new_bytes ? old_bytes : new_bytes);
    }
    tum_release(allocator, block, old_bytes);
    return moved;
}

void tum_release(const TumAllocator *allocator, void *block, size_t bytes)
{
    if (block != NULL) {
        const TumAllocator from = tum_allocator_or_default(allocator);
        from.release(from.user, block, bytes);
    }
}
