// SPDX-License-Identifier: MIT
/// match.h: pairs of things of two scenes that stand for the same.
///
/// Passes, each for the things that the passes before left:
///
///     1  the name of the node, unique in both scenes
///     2  the path of names from the root, unique in both scenes
///     3  index and name of the node
///     4  the name of the node, in order
///     5  the index of the node
///     6  the group, in order
#ifndef TUM_COMPARE_MATCH_H
#define TUM_COMPARE_MATCH_H

#include "base/arena.h"
#include "tumble/scene.h"

/// A thing to match.
typedef struct MatchItem {
    int32_t node;   ///< Its node, or -1.
    uint64_t group; ///< Things of one group may stand for each other; 0: none.
} MatchItem;

/// Things of one scene.
typedef struct MatchSide {
    const TumScene *scene;
    const MatchItem *items; ///< [count]
    size_t count;
} MatchSide;

/// Matches the things of two scenes.
///
/// @param paths  [2] hashes of the paths of all nodes, from tum_match_paths.
/// @param pair   [a->count] receives the index of the other thing, or -1.
/// @param back   [b->count] the same for the second scene.
/// @return false when out of memory.
bool tum_match(Arena *arena, const MatchSide *a, const MatchSide *b, uint64_t *const paths[2],
               int32_t *pair, int32_t *back);

/// Hashes of the paths of names from the root to each node.
///
/// @return [node_count] in the arena; NULL when out of memory.
uint64_t *tum_match_paths(Arena *arena, const TumScene *scene);

#endif
