// SPDX-License-Identifier: MIT
/// scene_memory.h: the data behind TumScene.memory.
#ifndef TUM_SCENE_SCENE_MEMORY_H
#define TUM_SCENE_SCENE_MEMORY_H

#include "base/shared_arena.h"
#include "tumble/scene.h"

/// The scene, and the arena of all its arrays and texts.
typedef struct SceneMemory {
    TumScene scene;
    Arena arena;
    SharedArena *places; ///< Transforms of nodes, shared with the document; or NULL.
    uint32_t *order; ///< [order_count] Nodes, parents before children.
    size_t order_count;
} SceneMemory;

/// An empty scene that takes over `arena`; the caller's arena is empty afterwards.
///
/// @return NULL when out of memory; the arena is then unharmed.
SceneMemory *tum_scene_memory_create(Arena *arena);

#endif
