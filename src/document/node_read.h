// SPDX-License-Identifier: MIT
/// node_read.h: fills the table of nodes when a document is opened.
#ifndef TUM_DOCUMENT_NODE_READ_H
#define TUM_DOCUMENT_NODE_READ_H

#include "document/state.h"

/// Reads all nodes, their tree, their transforms and the active scene.
///
/// Faults of a single node are filed and replaced by defaults. A graph that is no tree is filed at
/// every fault and refused.
///
/// @return TUM_OK; TUM_ERROR_INPUT (a loop, or a node with two parents); TUM_ERROR_UNSUPPORTED
///         beyond TUM_MAX_NODES; TUM_ERROR_MEMORY.
TumStatus tum_nodes_read(TumDocument *document, TumReport *report);

#endif
