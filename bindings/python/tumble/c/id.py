# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/id.h: changes go there.
"""id.h: ids of bodies, colliders and joints.

An id names one body, collider or joint of one world. An all-zero id names none. An id stays safe after its
body is gone: tum_body_exists then answers false, also when another body has taken the slot. Ids are values:
they are copied, compared, and kept as one number where a program has room for no more:

    map_insert(players, tum_body_id_to_u64(body), player);

The numbers are neither dense nor ordered. Ids of a world that was read from a checkpoint are those of the
world that was written but for `world`, which is that of the world that reads (TumWorldDef.number).

Threads: every function may be called on any thread at any time.
"""
from __future__ import annotations

import ctypes


class TumBodyId(ctypes.Structure):
    """Id of one body of one world.

    index1: Slot plus one; 0: none.

    generation: Counts the bodies that have used the slot.

    world: TumWorldDef.number: tells ids of this world from those of another.
    """

    index1: int
    generation: int
    world: int
    _fields_ = [
        ("index1", ctypes.c_uint32),
        ("generation", ctypes.c_uint16),
        ("world", ctypes.c_uint16),
    ]


class TumColliderId(ctypes.Structure):
    """Id of one collider of one world.

    index1: Slot plus one; 0: none.

    generation: Counts the colliders that have used the slot.

    world: As in TumBodyId.
    """

    index1: int
    generation: int
    world: int
    _fields_ = [
        ("index1", ctypes.c_uint32),
        ("generation", ctypes.c_uint16),
        ("world", ctypes.c_uint16),
    ]


class TumJointId(ctypes.Structure):
    """Id of one joint of one world.

    index1: Slot plus one; 0: none.

    generation: Counts the joints that have used the slot.

    world: As in TumBodyId.
    """

    index1: int
    generation: int
    world: int
    _fields_ = [
        ("index1", ctypes.c_uint32),
        ("generation", ctypes.c_uint16),
        ("world", ctypes.c_uint16),
    ]


def tum_body_id_is_null(id: TumBodyId) -> bool:
    """True for an id that names none. Any other id may still name a body that is gone: tum_body_exists."""
    return bool(id.index1 == 0)


def tum_collider_id_is_null(id: TumColliderId) -> bool:
    """True for an id that names none. Any other id may still name a collider that is gone: tum_collider_exists."""
    return bool(id.index1 == 0)


def tum_joint_id_is_null(id: TumJointId) -> bool:
    """True for an id that names none. Any other id may still name a joint that is gone: tum_joint_exists."""
    return bool(id.index1 == 0)


def tum_body_id_equals(a: TumBodyId, b: TumBodyId) -> bool:
    """True where two ids name the same body; two ids that name none are equal."""
    return bool(a.index1 == b.index1 and a.generation == b.generation
                and a.world == b.world)


def tum_collider_id_equals(a: TumColliderId, b: TumColliderId) -> bool:
    """True where two ids name the same collider; two ids that name none are equal."""
    return bool(a.index1 == b.index1 and a.generation == b.generation
                and a.world == b.world)


def tum_joint_id_equals(a: TumJointId, b: TumJointId) -> bool:
    """True where two ids name the same joint; two ids that name none are equal."""
    return bool(a.index1 == b.index1 and a.generation == b.generation
                and a.world == b.world)


def tum_body_id_to_u64(id: TumBodyId) -> int:
    """Id of a body as one number; 0 is the id that names none."""
    return int(id.index1 << 32 | id.generation << 16 | id.world)


def tum_body_id_from_u64(number: int) -> TumBodyId:
    """Id of a body from the number that tum_body_id_to_u64 made of it."""
    return TumBodyId(number >> 32 & 0xffffffff, number >> 16 & 0xffff, number & 0xffff)


def tum_collider_id_to_u64(id: TumColliderId) -> int:
    """Id of a collider as one number; 0 is the id that names none."""
    return int(id.index1 << 32 | id.generation << 16 | id.world)


def tum_collider_id_from_u64(number: int) -> TumColliderId:
    """Id of a collider from the number that tum_collider_id_to_u64 made of it."""
    return TumColliderId(number >> 32 & 0xffffffff, number >> 16 & 0xffff, number & 0xffff)


def tum_joint_id_to_u64(id: TumJointId) -> int:
    """Id of a joint as one number; 0 is the id that names none."""
    return int(id.index1 << 32 | id.generation << 16 | id.world)


def tum_joint_id_from_u64(number: int) -> TumJointId:
    """Id of a joint from the number that tum_joint_id_to_u64 made of it."""
    return TumJointId(number >> 32 & 0xffffffff, number >> 16 & 0xffff, number & 0xffff)
