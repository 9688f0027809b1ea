// SPDX-License-Identifier: MIT
/// node_ref.h: nodes of a document by index, by unique name or by JSON pointer.
#ifndef TUM_EXPECT_NODE_REF_H
#define TUM_EXPECT_NODE_REF_H

#include "base/text.h"
#include "document/cursor.h"
#include "tumble/scene.h"

enum { NODE_FAULT_BYTES = 240 };

/// Names of a scene's nodes, gathered when the first name is asked for. A zeroed table with a scene
/// and an allocator is ready; tum_node_names_clear frees it.
typedef struct NodeNames {
    const TumScene *scene;
    TumAllocator allocator;
    bool is_gathered;
    TextSet names;
    int32_t *first;  ///< [scene->node_count] For each name its first node.
    int32_t *second; ///< [scene->node_count] Its second one; -1: the name is unique.
} NodeNames;

void tum_node_names_clear(NodeNames *names);

/// Finds whether a node has a name that no other node has, and that is no pointer.
///
/// @return false when out of memory.
bool tum_node_name_is_unique(NodeNames *names, int32_t node, bool *is_unique);

/// Reads a node. A text is a name; where no node has it, a JSON pointer "/nodes/3".
///
/// @param node   receives the index; untouched on failure.
/// @param fault  receives the reason, a sentence without a full stop, which is also filed.
/// @return TUM_OK, TUM_ERROR_INPUT or TUM_ERROR_MEMORY.
TumStatus tum_node_ref_read(NodeNames *names, const Cursor *place, int32_t *node,
                            char fault[NODE_FAULT_BYTES]);

#endif
