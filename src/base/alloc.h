// SPDX-License-Identifier: MIT
/// alloc.h: blocks of memory through the caller's allocator.
///
/// Every block is aligned to 64 bytes, one cache line. A size of zero gives NULL, which is no
/// failure; callers to whom the difference matters test the size first.
#ifndef TUM_BASE_ALLOC_H
#define TUM_BASE_ALLOC_H

#include "tumble/base.h"

enum { BLOCK_ALIGNMENT = 64 };

/// The allocator itself, or malloc and free where it is NULL or all zero.
TumAllocator tum_allocator_or_default(const TumAllocator *allocator);

/// @return NULL when out of memory; the content is undefined.
void *tum_allocate(const TumAllocator *allocator, size_t bytes);

/// As tum_allocate, for `count` items of `item_bytes`, all zero; NULL when the product overflows.
void *tum_allocate_zeroed(const TumAllocator *allocator, size_t count, size_t item_bytes);

/// Moves a block to a new size; the old one stays valid when this answers NULL.
void *tum_reallocate(const TumAllocator *allocator, void *block, size_t old_bytes,
                     size_t new_bytes);

/// `block` may be NULL.
void tum_release(const TumAllocator *allocator, void *block, size_t bytes);

#endif
