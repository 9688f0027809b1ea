// SPDX-License-Identifier: MIT
/// graft.h: physics put back into a glTF document that an optimizer wrote.
///
/// Optimizers such as gltfpack and glTF-Transform drop extensions that they do not know, merge and
/// rename nodes, and quantize meshes. A graft takes nodes, physics and the meshes of colliders from
/// the document before, and everything that is seen from the document after:
///
///     tum_document_tag(source, &tagged, report);        // optional: save it, optimize that file
///     tum_document_graft(source, optimized, &grafted, &counts, report);
///
/// The scene of the grafted document is that of the source: the same bits wherever colliders are
/// implicit shapes or meshes of floats.
///
/// Threads: documents are only read here. Calls on several threads may share them, never a report.
#ifndef TUMBLE_GRAFT_H
#define TUMBLE_GRAFT_H

#include "tumble/document.h"
#include "tumble/report.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Counts of a graft.
typedef struct TumGraftCounts {
    size_t node_count;   ///< Nodes with physics, and those above them.
    size_t by_tag;       ///< Nodes found by their tag.
    size_t by_name;      ///< Nodes found by their name.
    size_t by_pose;      ///< Nodes found by the place of their mesh.
    size_t made_count;   ///< Nodes that nothing visible depends on, made anew.
    size_t mesh_count;   ///< Meshes of colliders that came along.
    size_t reused_count; ///< Meshes of colliders that the optimizer left as they were.
} TumGraftCounts;

/// Writes tags into a copy of a document: `extras.tumbleNode`, the node's index, on all nodes with
/// physics and above them; and an animation of the moving bodies that are seen, because optimizers
/// keep animated nodes apart. The graft removes both.
///
/// @param source  glTF.
/// @param tagged  receives the copy; free it with tum_document_destroy. NULL on failure.
/// @param report  receives findings about the source; may be NULL.
/// @return TUM_OK, TUM_ERROR_INPUT (the scene cannot be read), TUM_ERROR_UNSUPPORTED (G4MF),
///         TUM_ERROR_CAPACITY, TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (a required pointer is NULL).
TUM_API TumStatus tum_document_tag(const TumDocument *source, TumDocument **tagged,
                                   TumReport *report);

/// Puts the physics of a document into a copy of what an optimizer made of it.
///
/// Nodes are found again by tag, by name, by the place of their mesh. Nodes that are not found are
/// made anew where nothing that is seen would have to move with them; others are errors of code
/// GRAFT_NODE_LOST, and there is no result. Each node with physics gets the transform and the
/// parent that it has in the source; a transform that an optimizer put on the node of a quantized
/// mesh goes to a node of its own below. Meshes of colliders come along as meshes that no node
/// shows, unless they are unchanged. Physics that the optimized document has is replaced.
///
/// @param source     the document before, tagged or not; glTF.
/// @param optimized  the document after; glTF.
/// @param grafted    receives the result, with the allocator of `optimized`; free it with
///                   tum_document_destroy. NULL on failure.
/// @param counts     receives the counts; may be NULL.
/// @param report     receives findings about the source; may be NULL.
/// @return TUM_OK, TUM_ERROR_INPUT (a node is lost, a scene names a node that has a parent outside
///         of it, or the scene, a mesh or an animation cannot be read), TUM_ERROR_UNSUPPORTED
///         (G4MF), TUM_ERROR_CAPACITY, TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (a required pointer
///         is NULL).
TUM_API TumStatus tum_document_graft(const TumDocument *source, const TumDocument *optimized,
                                     TumDocument **grafted, TumGraftCounts *counts,
                                     TumReport *report);

#ifdef __cplusplus
}
#endif

#endif
