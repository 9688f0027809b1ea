// SPDX-License-Identifier: MIT
/// joint_layout.h: joint islands as lists of bodies and joints, and as systems of linear equations.
///
/// Rows of joints depend on the dimension of the space; their connections do not. An island has one
/// system block: a sparse matrix with a node per pair of bodies and a block per two nodes that
/// share a movable body. Joints of the same two bodies are one node. An island with too many joints
/// for one matrix, or too much fill, is cut into several blocks. An island that would need a cut
/// and has loops everywhere is swept: cut, it would not hold together. So is a net, whose matrix
/// would cost many times as much, if a sweep holds what it has to hold.
#ifndef TUM_TOPOLOGY_JOINT_LAYOUT_H
#define TUM_TOPOLOGY_JOINT_LAYOUT_H

#include "base/array.h"
#include "math/block_cholesky.h"
#include "topology/topology.h"

/// Sides of a joint.
typedef struct JointEnds {
    int32_t body[2]; ///< Indices into JointLayout.bodies.
} JointEnds;

/// Two joints of a system block that share a movable body.
typedef struct JointLink {
    int32_t a, b;  ///< Indices into JointLayout.ordered; a is the later one in the matrix.
    int32_t block; ///< Block of the system block's matrix; of joints of one node: the diagonal.
    uint8_t count; ///< Number of shared bodies: one, or two for a pair of bodies with two joints.
    uint8_t side[2][2]; ///< Per shared body: its side in a and in b.
} JointLink;

/// Portion of the joints of a joint island with a matrix of its own; most islands have one.
typedef struct SystemBlock {
    int32_t joint_first, joint_count; ///< Range of JointLayout.ordered.
    int32_t vector_first; ///< Vectors of all blocks, with their zeros, are numbered through.
    int32_t link_first, link_count;
    BlockCholesky matrix;
    bool is_stale; ///< The matrix does not match the rows any more.
    double yield;  ///< Share of the diagonal that is added as softness; 0 except in a pull.
} SystemBlock;

/// Ranges of a joint island.
typedef struct JointRanges {
    int32_t body_first, body_count;   ///< Range of JointLayout.bodies.
    int32_t joint_first, joint_count; ///< Range of JointLayout.ordered.
    int32_t system_block_first, system_block_count;
    bool is_tree;  ///< The joints form no loop, also none through immovable bodies.
    bool is_net;   ///< A net that one matrix can hold: it is swept where a sweep holds it.
    bool is_swept; ///< It has no matrix for all of its joints, or needs none.
} JointRanges;

typedef struct JointLayout {
    ARRAY(JointRanges) islands; ///< In the order of the topology's joint islands.
    ARRAY(int32_t) bodies;      ///< Slots, by island; an immovable body may be in several islands.
    ARRAY(int32_t) ordered;     ///< Slots of joints, system block by system block, node by node.
    ARRAY(int32_t) positions;   ///< One per item of `ordered`: position of its node in the matrix.
    ARRAY(JointEnds) ends;      ///< One per joint slot; valid for joints of islands.
    ARRAY(JointLink) links;
    ARRAY(SystemBlock) system_blocks;
    int32_t vector_count; ///< Numbers in the vectors of all system blocks.
} JointLayout;

/// Numbers of a space about its joints and bodies.
typedef struct JointLayoutDef {
    const int32_t *row_counts; ///< Rows of each joint slot; 0: the joint is left out. Each island
                               ///< has a joint with rows, and its joints with rows connect all of
                               ///< its bodies.
    int32_t swept_joints;      ///< Joints in each system block of a swept island; 0: it has none.

    /// Whether a sweep holds a net of these bodies. NULL: nets that one matrix can hold have it.
    bool (*holds_net)(const void *context, const int32_t *bodies, int32_t count);
    const void *context;
} JointLayoutDef;

/// Lays out the joint islands that tum_topology_finish_joints found.
///
/// @return TUM_OK, or TUM_ERROR_MEMORY: the layout is incomplete until a call returns TUM_OK.
TumStatus tum_joint_layout_make(JointLayout *layout, const Topology *topology,
                                const JointLayoutDef *def, const TumAllocator *allocator);

/// Removes all islands and keeps the memory of the lists.
void tum_joint_layout_empty(JointLayout *layout, const TumAllocator *allocator);

/// Releases all memory.
void tum_joint_layout_clear(JointLayout *layout, const TumAllocator *allocator);

#endif
