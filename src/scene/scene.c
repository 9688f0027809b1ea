// SPDX-License-Identifier: MIT
// scene.c: creation and release of a scene: one block for the struct, an arena, one block for each
// array that grew.
#include "scene/scene_memory.h"

#include "base/assert.h"

SceneMemory *tum_scene_memory_create(Arena *arena)
{
    SceneMemory *memory = tum_allocate_zeroed(&arena->allocator, 1, sizeof *memory);
    if (memory == NULL) {
        return NULL;
    }
    memory->arena = *arena;
    memory->scene.memory = memory;
    tum_arena_init(arena, &memory->arena.allocator);
    return memory;
}

void *tum_scene_memory_take(SceneMemory *memory, void *items, size_t used_bytes, size_t block_bytes)
{
    TUM_ASSERT(memory->block_count < SCENE_BLOCKS);
    if (block_bytes - used_bytes > used_bytes / 8) {
        items = tum_reallocate(&memory->arena.allocator, items, block_bytes, used_bytes);
        block_bytes = used_bytes;
    }
    if (items != NULL) {
        memory->blocks[memory->block_count++] = (SceneBlock){items, block_bytes};
    }
    return items;
}

void tum_scene_destroy(TumScene *scene)
{
    if (scene == NULL || scene->memory == NULL) {
        return;
    }
    SceneMemory *memory = scene->memory;
    const TumAllocator allocator = memory->arena.allocator;
    for (size_t i = 0; i < memory->block_count; ++i) {
        tum_release(&allocator, memory->blocks[i].items, memory->blocks[i].bytes);
    }
    tum_arena_clear(&memory->arena);
    tum_shared_arena_leave(memory->places);
    tum_release(&allocator, memory, sizeof *memory);
}
