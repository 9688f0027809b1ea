// SPDX-License-Identifier: MIT
/// g4mf_node.h: names and transforms of G4MF nodes (docs/formats.md#g4mf).
#ifndef TUM_DOCUMENT_G4MF_NODE_H
#define TUM_DOCUMENT_G4MF_NODE_H

#include "base/arena.h"
#include "document/cursor.h"
#include "document/node.h"

/// Reads a node but for its place in the tree. What is wrong is filed and replaced by its default.
///
/// @param at     the node; may be absent.
/// @param node    filled with defaults by the caller.
/// @param local   the identity; receives the transform in three dimensions.
/// @param local4  likewise in four.
void tum_g4mf_node_read(const TumDocument *document, const Cursor *at, DocumentNode *node,
                        TumTransform *local, TumTransform4 *local4);

/// Works out where a node stands whose parent has its place (NULL: a root).
///
/// @param arena  receives the place where it is not the parent's.
/// @return false when out of memory.
bool tum_g4mf_node_place(const DocumentNode4 *parent, DocumentNode4 *node, Arena *arena,
                         const Cursor *at);

/// Reads a rotor of 3 dimensions as the quaternion it stands for, x y z w.
///
/// Lengths, components and shapes that are no rotors are filed; what can be read as one is.
///
/// @return true where there is one, and *rotation is set.
bool tum_g4mf_rotor3(const Cursor *object, const char *key, double rotation[4]);

/// The same in 4 dimensions, as a matrix.
bool tum_g4mf_rotor4(const Cursor *object, const char *key, double matrix[16]);

#endif
