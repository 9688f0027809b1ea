// SPDX-License-Identifier: MIT
/// node.h: the tree of nodes: transforms, parents, the active scene.
#ifndef TUM_DOCUMENT_NODE_H
#define TUM_DOCUMENT_NODE_H

#include "base/report.h"
#include "base/shared_arena.h"
#include "tumble/document.h"
#include "tumble/pose.h"

/// A node of the document. Texts live as long as the document.
typedef struct DocumentNode {
    int32_t parent;     ///< -1: none.
    int32_t mesh, skin; ///< -1: none.
    bool in_scene;      ///< Below a root of the active scene (scene, else scene 0, else all roots).
    bool has_matrix;
    bool has_children; ///< The node has a member `children`.
    bool animated[3];  ///< An animation has a translation, rotation or scale channel for the node.
    const TumTransform *local; ///< To the parent; rotation normalised. See tum_document_places.
    const double *world;       ///< [16] From node space to the root of the tree.
    const char *name;          ///< "" without a name.
} DocumentNode;

/// The place of a node in 4D. The node's transforms in DocumentNode are then the identity, as in
/// all dimensions other than three.
typedef struct DocumentNode4 {
    const TumTransform4 *local; ///< To the parent.
    const TumTransform4 *world; ///< To the root of the tree.
} DocumentNode4;

size_t tum_document_node_count(const TumDocument *document);

/// @param node  below tum_document_node_count.
const DocumentNode *tum_document_node(const TumDocument *document, size_t node);

/// The place in 4D; NULL in other dimensions.
const DocumentNode4 *tum_document_node4(const TumDocument *document, size_t node);

/// The transforms of all nodes, which may outlast the document. Equal ones are shared, see
/// shared_transform.h.
SharedArena *tum_document_places(const TumDocument *document);

/// The children in document order: nodes whose parent is `node` (-1: the roots).
size_t tum_document_child_count(const TumDocument *document, int32_t node);
int32_t tum_document_child(const TumDocument *document, int32_t node, size_t index);

#endif
