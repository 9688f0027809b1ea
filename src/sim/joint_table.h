// SPDX-License-Identifier: MIT
/// joint_table.h: which bodies are joined.
///
/// Movable bodies that hang together by joints, directly or through one another, form an assembly.
/// An assembly is solved as one, by one worker: no two share a movable body, so they need no
/// colours. It sleeps and wakes as one. Joints are made before the first step and stay.
#ifndef TUM_SIM_JOINT_TABLE_H
#define TUM_SIM_JOINT_TABLE_H

#include "base/array.h"
#include "sim/pair_set.h"

typedef struct JointRecord {
    int32_t body[2];  ///< At least one is movable.
    int32_t assembly; ///< Once finished.
    bool is_driven;   ///< Something but hard limits acts: it may creep, and does not rest for that.
} JointRecord;

typedef struct Assembly {
    int32_t joint_first, joint_count; ///< Into JointTable.order.
    int32_t body_first, body_count;   ///< Movable bodies, ascending: into JointTable.members.
    bool is_driven;
} Assembly;

typedef struct JointTable {
    ARRAY(JointRecord) joints;
    ARRAY(Assembly) assemblies; ///< In the order of their first body.
    ARRAY(int32_t) order;       ///< Joints by assembly, ascending in each.
    ARRAY(int32_t) members;     ///< Bodies by assembly, ascending in each.
    ARRAY(int32_t) active;      ///< Assemblies that are awake.
    PairSet bodies;    ///< Pairs of bodies that do not collide, though their filters agree.
    PairSet colliders; ///< Likewise of colliders.
} JointTable;

#endif
