// SPDX-License-Identifier: MIT
// scene.c: creation and release of a scene: one block for the struct, one arena for all its data.
#include "scene/scene_memory.h"

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

void tum_scene_destroy(TumScene *scene)
{
    if (scene == NULL || scene->memory == NULL) {
        return;
    }
    SceneMemory *memory = scene->memory;
    const TumAllocator allocator = memory->arena.allocator;
    tum_arena_clear(&memory->arena);
    tum_shared_arena_leave(memory->places);
    tum_release(&allocator, memory, sizeof *memory);
}
