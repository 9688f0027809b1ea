// SPDX-License-Identifier: MIT
/// id.h: names of bodies, colliders and joints.
///
/// An id names one thing of one world. All zero names none. An id stays safe after its thing is
/// gone: tum_body_exists then answers false, also when another body has taken the slot. Ids are
/// values: they are copied, compared, and kept as one number where a program has room for no more:
///
///     map_insert(players, tum_body_id_to_u64(body), player);
///
/// The numbers mean nothing but the thing they name: they are neither dense nor ordered. Ids of a
/// world that was read from a checkpoint are those of the world that was written but for `world`,
/// which is that of the world that reads (TumWorldDef.number).
///
/// Threads: every function may be called on any thread at any time.
#ifndef TUMBLE_ID_H
#define TUMBLE_ID_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Names one body of one world.
typedef struct TumBodyId {
    uint32_t index1;     ///< Slot plus one; 0: none.
    uint16_t generation; ///< Counts the bodies that have used the slot.
    uint16_t world;      ///< Tells ids of this world from those of another.
} TumBodyId;

/// Names one collider of one world, as TumBodyId names a body.
typedef struct TumColliderId {
    uint32_t index1;
    uint16_t generation;
    uint16_t world;
} TumColliderId;

/// Names one joint of one world, as TumBodyId names a body.
typedef struct TumJointId {
    uint32_t index1;
    uint16_t generation;
    uint16_t world;
} TumJointId;

/// Whether an id names none. One that is not null may still name what is gone: tum_body_exists.
static inline bool tum_body_id_is_null(TumBodyId id)
{
    return id.index1 == 0;
}

static inline bool tum_collider_id_is_null(TumColliderId id)
{
    return id.index1 == 0;
}

static inline bool tum_joint_id_is_null(TumJointId id)
{
    return id.index1 == 0;
}

/// Whether two ids name the same thing; two that name none do.
static inline bool tum_body_id_equals(TumBodyId a, TumBodyId b)
{
    return a.index1 == b.index1 && a.generation == b.generation && a.world == b.world;
}

static inline bool tum_collider_id_equals(TumColliderId a, TumColliderId b)
{
    return a.index1 == b.index1 && a.generation == b.generation && a.world == b.world;
}

static inline bool tum_joint_id_equals(TumJointId a, TumJointId b)
{
    return a.index1 == b.index1 && a.generation == b.generation && a.world == b.world;
}

/// An id as one number, and back. 0 is the id that names none.
static inline uint64_t tum_body_id_to_u64(TumBodyId id)
{
    return (uint64_t)id.index1 << 32 | (uint64_t)id.generation << 16 | id.world;
}

static inline TumBodyId tum_body_id_from_u64(uint64_t number)
{
    const TumBodyId id = {(uint32_t)(number >> 32), (uint16_t)(number >> 16 & 0xffffu),
                          (uint16_t)(number & 0xffffu)};
    return id;
}

static inline uint64_t tum_collider_id_to_u64(TumColliderId id)
{
    return (uint64_t)id.index1 << 32 | (uint64_t)id.generation << 16 | id.world;
}

static inline TumColliderId tum_collider_id_from_u64(uint64_t number)
{
    const TumColliderId id = {(uint32_t)(number >> 32), (uint16_t)(number >> 16 & 0xffffu),
                              (uint16_t)(number & 0xffffu)};
    return id;
}

static inline uint64_t tum_joint_id_to_u64(TumJointId id)
{
    return (uint64_t)id.index1 << 32 | (uint64_t)id.generation << 16 | id.world;
}

static inline TumJointId tum_joint_id_from_u64(uint64_t number)
{
    const TumJointId id = {(uint32_t)(number >> 32), (uint16_t)(number >> 16 & 0xffffu),
                           (uint16_t)(number & 0xffffu)};
    return id;
}

#ifdef __cplusplus
}
#endif

#endif
