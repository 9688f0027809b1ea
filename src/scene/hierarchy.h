// SPDX-License-Identifier: MIT
/// hierarchy.h: where every node stands at load, and which body it moves with.
#ifndef TUM_SCENE_HIERARCHY_H
#define TUM_SCENE_HIERARCHY_H

#include "base/arena.h"
#include "math/math3_64.h"
#include "tumble/scene.h"

enum {
    FRAME_MIRRORED = 1, ///< The linear part has a negative determinant.
    FRAME_SHEARED = 2,  ///< Its columns are not perpendicular.
    FRAME_SINGULAR = 4, ///< Two or three of its directions are lost; the rotation is a guess.
    FRAME_LOST = 8,     ///< It, or a node above it, is on a circle or not made of sensible numbers.
    FRAME_SHEARS = 64   ///< The matrix of the node, or of one above, shears by itself: an error of
                        ///< the document, and shear below it is no news.
};

/// All nodes, parents before their children.
typedef struct Hierarchy {
    uint32_t *order;    ///< [order_count]
    size_t order_count; ///< Less than the nodes where some form a circle.
    DQuat *rotations;   ///< [node_count] World from node, by docs/dialects.md#bodies.
    double *rotations4; ///< [node_count * 16] The same in 4D, matrices; else NULL.
    uint8_t *flags;     ///< [node_count] FRAME_…
} Hierarchy;

/// Parents before children, children of a node in index order. Linear in the number of nodes.
///
/// @param order  [count]; receives *ordered nodes. Nodes on a circle, or below one, are missing.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_hierarchy_order(const TumNode *nodes, size_t count, const TumAllocator *allocator,
                              uint32_t *order, size_t *ordered);

/// Fills in TumNode.world, and rotations and flags of all nodes. Nodes on a circle leave the scene
/// and stand at the origin; so does a node whose world transform is not made of sensible numbers,
/// and all below it.
///
/// @param hierarchy  lies in the arena.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_hierarchy_build(TumNode *nodes, size_t count, Arena *arena, Hierarchy *hierarchy);

/// In 4D, after tum_hierarchy_build: fills in TumNode4's world transforms, rotations4 and flags.
TumStatus tum_hierarchy_build4(TumNode *nodes, TumNode4 *nodes4, Arena *arena,
                               Hierarchy *hierarchy);

/// The rotation in a linear part: its columns made unit length, or the nearest rotation where they
/// are not perpendicular; the third negated where it mirrors.
///
/// @return FRAME_… bits; with FRAME_SINGULAR *rotation is the identity.
int tum_frame_rotation(DMat3 linear, DQuat *rotation);

/// Columns 0 to 2 of a 4 by 4 matrix.
DMat3 tum_linear_part(const double matrix[16]);

DVec3 tum_translation_part(const double matrix[16]);

/// The linear part and the translation, as a 4 by 4 matrix.
void tum_store_matrix(DMat3 linear, DVec3 translation, double matrix[16]);

#endif
