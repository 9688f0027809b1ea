// SPDX-License-Identifier: MIT
/// id.h: ids of bodies, colliders and joints.
///
/// An id names one body, collider or joint of one world. An all-zero id names none. An id stays
/// safe after its body is gone: tum_body_exists then answers false, also when another body has
/// taken the slot. Ids are values: they are copied, compared, and kept as one number where a
/// program has room for no more:
///
///     map_insert(players, tum_body_id_to_u64(body), player);
///
/// The numbers are neither dense nor ordered. Ids of a world that was read from a checkpoint are
/// those of the world that was written but for `world`, which is that of the world that reads
/// (TumWorldDef.number).
///
/// Threads: every function may be called on any thread at any time.
#ifndef TUMBLE_ID_H
#define TUMBLE_ID_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Id of one body of one world.
typedef struct TumBodyId {
    uint32_t index1;     ///< Slot plus one; 0: none.
    uint16_t generation; ///< Counts the bodies that have used the slot.
    uint16_t world;      ///< TumWorldDef.number: tells ids of this world from those of another.
} TumBodyId;

/// Id of one collider of one world.
typedef struct TumColliderId {
    uint32_t index1;     ///< Slot plus one; 0: none.
    uint16_t generation; ///< Counts the colliders that have used the slot.
    uint16_t world;      ///< As in TumBodyId.
} TumColliderId;

/// Id of one joint of one world.
typedef struct TumJointId {
    uint32_t index1;     ///< Slot plus one; 0: none.
    uint16_t generation; ///< Counts the joints that have used the slot.
    uint16_t world;      ///< As in TumBodyId.
} TumJointId;

/// True for an id that names none. Any other id may still name a body that is gone:
/// tum_body_exists.
static inline bool tum_body_id_is_null(TumBodyId id)
{
    return id.index1 == 0;
}

/// True for an id that names none. Any other id may still name a collider that is gone:
/// tum_collider_exists.
static inline bool tum_collider_id_is_null(TumColliderId id)
{
    return id.index1 == 0;
}

/// True for an id that names none. Any other id may still name a joint that is gone:
/// tum_joint_exists.
static inline bool tum_joint_id_is_null(TumJointId id)
{
    return id.index1 == 0;
}

/// True where two ids name the same body; two ids that name none are equal.
static inline bool tum_body_id_equals(TumBodyId a, TumBodyId b)
{
    return a.index1 == b.index1 && a.generation == b.generation && a.world == b.world;
}

/// True where two ids name the same collider; two ids that name none are equal.
static inline bool tum_collider_id_equals(TumColliderId a, TumColliderId b)
{
    return a.index1 == b.index1 && a.generation == b.generation && a.world == b.world;
}

/// True where two ids name the same joint; two ids that name none are equal.
static inline bool tum_joint_id_equals(TumJointId a, TumJointId b)
{
    return a.index1 == b.index1 && a.generation == b.generation && a.world == b.world;
}

/// Id of a body as one number; 0 is the id that names none.
static inline uint64_t tum_body_id_to_u64(TumBodyId id)
{
    return (uint64_t)id.index1 << 32 | (uint64_t)id.generation << 16 | id.world;
}

/// Id of a body from the number that tum_body_id_to_u64 made of it.
static inline TumBodyId tum_body_id_from_u64(uint64_t number)
{
    const TumBodyId id = {(uint32_t)(number >> 32), (uint16_t)(number >> 16 & 0xffffu),
                          (uint16_t)(number & 0xffffu)};
    return id;
}

/// Id of a collider as one number; 0 is the id that names none.
static inline uint64_t tum_collider_id_to_u64(TumColliderId id)
{
    return (uint64_t)id.index1 << 32 | (uint64_t)id.generation << 16 | id.world;
}

/// Id of a collider from the number that tum_collider_id_to_u64 made of it.
static inline TumColliderId tum_collider_id_from_u64(uint64_t number)
{
    const TumColliderId id = {(uint32_t)(number >> 32), (uint16_t)(number >> 16 & 0xffffu),
                              (uint16_t)(number & 0xffffu)};
    return id;
}

/// Id of a joint as one number; 0 is the id that names none.
static inline uint64_t tum_joint_id_to_u64(TumJointId id)
{
    return (uint64_t)id.index1 << 32 | (uint64_t)id.generation << 16 | id.world;
}

/// Id of a joint from the number that tum_joint_id_to_u64 made of it.
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
