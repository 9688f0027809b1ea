// SPDX-License-Identifier: MIT
/// hierarchy.h: places of all nodes at load, and the bodies they belong to.
#ifndef TUM_SCENE_HIERARCHY_H
#define TUM_SCENE_HIERARCHY_H

#include "base/arena.h"
#include "math/math3_64.h"
#include "tumble/scene.h"

enum {
    FRAME_MIRRORED = 1, ///< The linear part has a negative determinant.
    FRAME_SHEARED = 2,  ///< The columns are not perpendicular.
    FRAME_SINGULAR = 4, ///< Two or three directions are lost; the rotation is a guess.
    FRAME_LOST = 8,     ///< The node, or one above, is on a cycle or has numbers out of range.
    FRAME_SHEARS = 64   ///< The matrix of the node, or of one above, shears by itself: an error of
                        ///< the document, so shear below gets no further finding.
};

/// The place of a node in 4D.
typedef struct NodeFrame4 {
    TumTransform4 world; ///< TumNode4.world points here.
    double rotation[16];
} NodeFrame4;

/// All nodes, parents before their children.
typedef struct Hierarchy {
    uint32_t *order;            ///< [order_count]
    size_t order_count;         ///< Less than the number of nodes where some form a cycle.
    const DQuat **rotations;    ///< [node_count] World from node, without scale. Nodes that turn
                                ///< as their parents do share theirs.
    const NodeFrame4 **frames4; ///< [node_count] In 4D; else NULL. Nodes at their parents' places
                                ///< share their frames.
    uint8_t *flags;             ///< [node_count] FRAME_…
} Hierarchy;

/// World from node (docs/dialects.md#bodies).
static inline DQuat hierarchy_rotation(const Hierarchy *hierarchy, int32_t node)
{
    return *hierarchy->rotations[node];
}

/// Orders nodes: parents before children, children of a node in index order. Linear in the number
/// of nodes.
///
/// @param order  [count]; receives *ordered nodes. Nodes on a cycle, or below one, are missing.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_hierarchy_order(const TumNode *nodes, size_t count, const TumAllocator *allocator,
                              uint32_t *order, size_t *ordered);

/// Computes TumNode.world, and rotations and flags of all nodes. Nodes on a cycle leave the scene
/// and get the identity; so does a node whose world transform has numbers out of range, with all
/// nodes below.
///
/// @param arena      receives the places and lives as long as the nodes.
/// @param hierarchy  lies in scratch.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_hierarchy_build(TumNode *nodes, size_t count, Arena *arena, Arena *scratch,
                              Hierarchy *hierarchy);

/// In 4D, after tum_hierarchy_build: computes TumNode4's world transforms, frames4 and flags.
TumStatus tum_hierarchy_build4(TumNode *nodes, TumNode4 *nodes4, Arena *arena, Arena *scratch,
                               Hierarchy *hierarchy);

/// The rotation of a linear part: its normalized columns, or the nearest rotation where they are
/// not perpendicular; the third column is negated for a mirroring.
///
/// @return FRAME_… bits; with FRAME_SINGULAR *rotation is the identity.
int tum_frame_rotation(DMat3 linear, DQuat *rotation);

/// Columns 0 to 2 of a 4 by 4 matrix.
DMat3 tum_linear_part(const double matrix[16]);

DVec3 tum_translation_part(const double matrix[16]);

/// Writes a linear part and a translation as a 4 by 4 matrix.
void tum_store_matrix(DMat3 linear, DVec3 translation, double matrix[16]);

#endif
