// SPDX-License-Identifier: MIT
/// g4mf_node.h: names and transforms of G4MF nodes (docs/formats.md#g4mf).
#ifndef TUM_DOCUMENT_G4MF_NODE_H
#define TUM_DOCUMENT_G4MF_NODE_H

#include "base/arena.h"
#include "document/cursor.h"
#include "document/node.h"

/// Reads a node without its place in the tree. Faults are filed and replaced by defaults.
///
/// @param at     the node; may be absent.
/// @param node    filled with defaults by the caller.
/// @param local   receives the transform in three dimensions; initially the identity.
/// @param local4  likewise in four.
void tum_g4mf_node_read(const TumDocument *document, const Cursor *at, DocumentNode *node,
                        TumTransform *local, TumTransform4 *local4);

/// Computes the place of a node from that of its parent (NULL: the node is a root).
///
/// @param arena  receives the place where it differs from the parent's.
/// @return false when out of memory.
bool tum_g4mf_node_place(const DocumentNode4 *parent, DocumentNode4 *node, Arena *arena,
                         const Cursor *at);

/// Reads a rotor of 3 dimensions as a quaternion x y z w.
///
/// Wrong lengths, components and non-rotors are filed; rotors with faults are read where possible.
///
/// @return true where there is a rotor, and *rotation is set.
bool tum_g4mf_rotor3(const Cursor *object, const char *key, double rotation[4]);

/// As tum_g4mf_rotor3, in 4 dimensions, as a matrix.
bool tum_g4mf_rotor4(const Cursor *object, const char *key, double matrix[16]);

#endif
