// SPDX-License-Identifier: MIT
// shared_arena.c: an arena and the number of its owners.
#include "base/shared_arena.h"

#include <stdatomic.h>

struct SharedArena {
    Arena arena;
    atomic_size_t owners;
};

SharedArena *tum_shared_arena_create(const TumAllocator *allocator)
{
    const TumAllocator memory = tum_allocator_or_default(allocator);
    SharedArena *shared = tum_allocate_zeroed(&memory, 1, sizeof *shared);
    if (shared != NULL) {
        tum_arena_init(&shared->arena, &memory);
        atomic_init(&shared->owners, 1);
    }
    return shared;
}

Arena *tum_shared_arena_filled(SharedArena *shared)
{
    return &shared->arena;
}

SharedArena *tum_shared_arena_join(SharedArena *shared, const TumAllocator *allocator)
{
    const TumAllocator *own = &shared->arena.allocator;
    if (allocator->allocate != own->allocate || allocator->release != own->release ||
        allocator->user != own->user) {
        return NULL;
    }
    atomic_fetch_add_explicit(&shared->owners, 1, memory_order_relaxed);
    return shared;
}

void tum_shared_arena_leave(SharedArena *shared)
{
    if (shared != NULL &&
        atomic_fetch_sub_explicit(&shared->owners, 1, memory_order_acq_rel) == 1) {
        const TumAllocator allocator = shared->arena.allocator;
        tum_arena_clear(&shared->arena);
        tum_release(&allocator, shared, sizeof *shared);
    }
}
