// SPDX-License-Identifier: MIT
/// shared_arena.h: an arena with several owners; it lasts as long as the last of them.
#ifndef TUM_BASE_SHARED_ARENA_H
#define TUM_BASE_SHARED_ARENA_H

#include "base/arena.h"

typedef struct SharedArena SharedArena;

/// An empty arena with one owner. @return NULL when out of memory.
SharedArena *tum_shared_arena_create(const TumAllocator *allocator);

/// The arena itself, to be filled before another owner joins.
Arena *tum_shared_arena_filled(SharedArena *shared);

/// Makes the caller an owner, if its blocks come from the same allocator: memory of one allocator
/// does not wait for what belongs to another. Threads: any.
///
/// @return the arena, or NULL: another allocator.
SharedArena *tum_shared_arena_join(SharedArena *shared, const TumAllocator *allocator);

/// Ends the caller's ownership; the last owner gives everything back. NULL is ignored. Threads:
/// any.
void tum_shared_arena_leave(SharedArena *shared);

#endif
