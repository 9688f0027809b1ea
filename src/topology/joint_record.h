// SPDX-License-Identifier: MIT
/// joint_record.h: records of joints, and the joint islands that they form.
///
/// Movable bodies that are connected by joints, directly or through one another, form a joint
/// island. One worker solves a joint island as a whole; two joint islands share no movable body, so
/// joints need no colors. A joint island falls asleep and wakes as a whole. Joint islands follow
/// from the joints that act and are recomputed before the next step when those change.
#ifndef TUM_TOPOLOGY_JOINT_RECORD_H
#define TUM_TOPOLOGY_JOINT_RECORD_H

#include "base/array.h"
#include "topology/pair_set.h"

typedef struct JointRecord {
    int32_t body[2];
    /// Next joint of the same body as joint * 2 + side, or NONE; unused for the side of the world.
    int32_t next[2];
    int32_t joint_island; ///< Index while the joint acts, or NONE.
    bool exists;          ///< False: the slot is free.
    bool is_enabled;
    bool lets_collide; ///< The joined bodies may collide with each other.
    bool acts;         ///< The joint is enabled and one of its bodies is movable.
    /// The joint has more than hard limits: its bodies may creep, which does not count as rest.
    bool is_driven;
    uint16_t generation;
} JointRecord;

typedef struct JointIsland {
    int32_t joint_first, joint_count; ///< Range of JointTable.order.
    int32_t body_first, body_count;   ///< Range of JointTable.members: movable bodies, ascending.
    bool is_driven;
} JointIsland;

typedef struct JointTable {
    ARRAY(JointRecord) joints;
    ARRAY(int32_t) free;              ///< Free slots, a stack.
    ARRAY(JointIsland) joint_islands; ///< Sorted by their first body.
    ARRAY(int32_t) order;             ///< Joints grouped by joint island, ascending in each.
    ARRAY(int32_t) members;           ///< Bodies grouped by joint island, ascending in each.
    ARRAY(int32_t) active;            ///< Joint islands that are awake.
    PairSet bodies; ///< Pairs of bodies that joints forbid to collide, whatever their filters say.
    PairSet colliders; ///< Likewise pairs of a body (upper half of the key) and a collider.
    bool is_stale;     ///< Joint islands must be recomputed.
} JointTable;

#endif
