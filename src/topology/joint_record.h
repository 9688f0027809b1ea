// SPDX-License-Identifier: MIT
/// joint_record.h: which bodies are joined.
///
/// Movable bodies that hang together by joints, directly or through one another, form an assembly.
/// An assembly is solved as one, by one worker: no two share a movable body, so they need no
/// colours. It sleeps and wakes as one. Assemblies follow from the joints that act; where those
/// change, they are worked out anew before the next step.
#ifndef TUM_TOPOLOGY_JOINT_RECORD_H
#define TUM_TOPOLOGY_JOINT_RECORD_H

#include "base/array.h"
#include "topology/pair_set.h"

typedef struct JointRecord {
    int32_t body[2];
    int32_t next[2]; ///< Next joint of the same body, joint * 2 + side, or NONE; unused for the
                     ///< world's side.
    int32_t joint_island; ///< Once laid out, where it acts.
    bool exists;          ///< False: the slot is free.
    bool is_enabled;
    bool lets_collide; ///< Its bodies meet in spite of it.
    bool acts;         ///< It pushes: it is enabled, and one of its bodies is movable.
    bool is_driven; ///< Something but hard limits acts: it may creep, and does not rest for that.
    uint16_t generation;
} JointRecord;

typedef struct JointIsland {
    int32_t joint_first, joint_count; ///< Into JointTable.order.
    int32_t body_first, body_count;   ///< Movable bodies, ascending: into JointTable.members.
    bool is_driven;
} JointIsland;

typedef struct JointTable {
    ARRAY(JointRecord) joints;
    ARRAY(int32_t) free;              ///< Slots to use again, the last first.
    ARRAY(JointIsland) joint_islands; ///< In the order of their first body.
    ARRAY(int32_t) order;             ///< Joints by assembly, ascending in each.
    ARRAY(int32_t) members;           ///< Bodies by assembly, ascending in each.
    ARRAY(int32_t) active;            ///< Assemblies that are awake.
    PairSet bodies;    ///< Pairs of bodies that do not collide, though their filters agree.
    PairSet colliders; ///< Likewise a body and a collider: body in the upper half.
    bool is_stale;     ///< Assemblies are no longer what joints and bodies make them.
} JointTable;

#endif
