// SPDX-License-Identifier: MIT
/// scene_memory.h: the data behind TumScene.memory.
#ifndef TUM_SCENE_SCENE_MEMORY_H
#define TUM_SCENE_SCENE_MEMORY_H

#include "base/shared_arena.h"
#include "tumble/scene.h"

enum { SCENE_BLOCKS = 24 }; ///< More than a scene has arrays that grow.

/// A block of the scene's allocator.
typedef struct SceneBlock {
    void *items;
    size_t bytes;
} SceneBlock;

/// The scene, the arena of its texts and of what does not grow, and its other arrays.
typedef struct SceneMemory {
    TumScene scene;
    Arena arena;
    SceneBlock blocks[SCENE_BLOCKS];
    size_t block_count;
    SharedArena *places; ///< Transforms of nodes, shared with the document; or NULL.
    uint32_t *order;     ///< [order_count] Nodes, parents before children.
    size_t order_count;
} SceneMemory;

/// An empty scene that takes over `arena`; the caller's arena is empty afterwards.
///
/// @return NULL when out of memory; the arena is then unharmed.
SceneMemory *tum_scene_memory_create(Arena *arena);

/// Makes a block of the scene's allocator the scene's own. A block with much unused room is copied
/// first, and released.
///
/// @return the items; NULL when out of memory: the block is then still the caller's.
void *tum_scene_memory_take(SceneMemory *memory, void *items, size_t used_bytes,
                            size_t block_bytes);

#endif
