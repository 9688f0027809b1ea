# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/compare.h: changes go there.
"""compare.h: differences of two scenes: bodies, colliders, surfaces, joints, gravity, motion.

    static bool print(void *user, const TumDifference *difference) { …; return true; }

    TumComparison found;
    TumStatus status = tum_scenes_compare(a, b, NULL, print, NULL, &found, report);
    if (status == TUM_OK && found.difference_count == 0) { … }    // the same physics

Things are matched by the name of their node where it is unique in both scenes, then by the path of names from
the root, then by the index of the node. Static bodies count as the world: dialects differ in whether a
collider that never moves has a body.

Threads: calls on several threads may share scenes, never a report or an allocator that does not allow it.
"""
from __future__ import annotations

import ctypes
import enum
from typing import Any, Optional

from tumble._types import Address, Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumAllocator, TumStatus
from tumble.c.report import TumReport
from tumble.c.scene import TumScene


TumDifferenceSink = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.POINTER(TumDifference))
"""Receives a difference. @return false to end the comparison."""


class TumDifferenceKind(enum.IntEnum):
    """Kind of a difference."""

    TUM_DIFFERENCE_VALUE = 0
    """A quantity has two values."""
    TUM_DIFFERENCE_ONLY_A = 1
    """Only the first scene has the thing."""
    TUM_DIFFERENCE_ONLY_B = 2
    """Only the second scene has it."""
    TUM_DIFFERENCE_MOTION = 3
    """The first difference of the motion beyond the tolerance."""


class TumCompareOptions(ctypes.Structure):
    """Options of a comparison. An all-zero struct holds the defaults.

    allocator: Working memory and that of the worlds; all zero: malloc and free.

    no_structure: What the scenes say is not compared.

    no_motion: The scenes are not simulated.

    same_bits: Poses of any gap or angle differ; `tolerance` does not count.

    tolerance: [m] and [rad] Largest gap and angle between two poses of a body that count as none. 0: 0.001.

    duration: [s] Simulated time, at most 1e6. 0: 10.

    rate: [Hz] Steps per second, 1 to 1e4. 0: 60.
    """

    allocator: TumAllocator
    no_structure: bool
    no_motion: bool
    same_bits: bool
    tolerance: float
    duration: float
    rate: float
    _fields_ = [
        ("allocator", TumAllocator),
        ("no_structure", ctypes.c_bool),
        ("no_motion", ctypes.c_bool),
        ("same_bits", ctypes.c_bool),
        ("tolerance", ctypes.c_double),
        ("duration", ctypes.c_double),
        ("rate", ctypes.c_double),
    ]


class TumDifference(ctypes.Structure):
    """Difference of two scenes. Everything it points to lives until the callback returns.

    A value is `count` numbers, or a text where `count` is 0.

    kind: Kind, which says the members in use.

    subject: Thing: "body", "collider", "trigger", "material", "filter", "joint", "limit", "drive", "gravity",
    "gravity volume", "animation", "scene".

    name: Name of its node in the first scene that has it; "" without one.

    quantity: "mass", "size"; "" where the whole thing is missing.

    unit: "kg", "m"; "" where the value has none.

    node_a: Node in the first scene, or -1.

    node_b: Node in the second scene, or -1.

    pointer_a: JSON pointer in the first document; "" where there is none.

    pointer_b: JSON pointer in the second document; "" where there is none.

    value_a: [count] Numbers of the first scene; of a motion its position [m].

    value_b: [count] Numbers of the second scene.

    count: Number of numbers in a value; 0: texts.

    text_a: Text in place of numbers; "" with numbers.

    text_b: Text in place of numbers; "" with numbers.

    time: [s] Of a motion: simulated time of the first difference.

    gap: [m] Of a motion: distance of the two origins of the body frame.

    angle: [rad] Of a motion: largest angle between the axes of both frames.
    """

    kind: int
    subject: Optional[bytes]
    name: Optional[bytes]
    quantity: Optional[bytes]
    unit: Optional[bytes]
    node_a: int
    node_b: int
    pointer_a: Optional[bytes]
    pointer_b: Optional[bytes]
    value_a: Pointer[ctypes.c_double]
    value_b: Pointer[ctypes.c_double]
    count: int
    text_a: Optional[bytes]
    text_b: Optional[bytes]
    time: float
    gap: float
    angle: float
    _fields_ = [
        ("kind", ctypes.c_int),
        ("subject", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("quantity", ctypes.c_char_p),
        ("unit", ctypes.c_char_p),
        ("node_a", ctypes.c_int32),
        ("node_b", ctypes.c_int32),
        ("pointer_a", ctypes.c_char_p),
        ("pointer_b", ctypes.c_char_p),
        ("value_a", ctypes.POINTER(ctypes.c_double)),
        ("value_b", ctypes.POINTER(ctypes.c_double)),
        ("count", ctypes.c_size_t),
        ("text_a", ctypes.c_char_p),
        ("text_b", ctypes.c_char_p),
        ("time", ctypes.c_double),
        ("gap", ctypes.c_double),
        ("angle", ctypes.c_double),
    ]


class TumComparison(ctypes.Structure):
    """Result of a comparison: counts and extremes.

    difference_count: Differences found, the one of the motion included.

    motion_differs: One of them is of the motion.

    body_count: Pairs of bodies compared.

    collider_count: Pairs of colliders compared.

    joint_count: Pairs of joints compared.

    moving_count: Pairs of bodies whose motion was compared.

    step_count: Steps compared.

    largest_gap: [m] Largest gap of all poses compared.

    largest_angle: [rad] Largest angle of all poses compared.
    """

    difference_count: int
    motion_differs: bool
    body_count: int
    collider_count: int
    joint_count: int
    moving_count: int
    step_count: int
    largest_gap: float
    largest_angle: float
    _fields_ = [
        ("difference_count", ctypes.c_size_t),
        ("motion_differs", ctypes.c_bool),
        ("body_count", ctypes.c_size_t),
        ("collider_count", ctypes.c_size_t),
        ("joint_count", ctypes.c_size_t),
        ("moving_count", ctypes.c_size_t),
        ("step_count", ctypes.c_uint64),
        ("largest_gap", ctypes.c_double),
        ("largest_angle", ctypes.c_double),
    ]


_tum_scenes_compare = _bind(
    "tum_scenes_compare", ctypes.c_int,
    ctypes.POINTER(TumScene),
    ctypes.POINTER(TumScene),
    ctypes.POINTER(TumCompareOptions),
    TumDifferenceSink,
    ctypes.c_void_p,
    ctypes.POINTER(TumComparison),
    ctypes.POINTER(TumReport),
)


def tum_scenes_compare(
    a: Ref[TumScene],
    b: Ref[TumScene],
    options: Ref[TumCompareOptions],
    sink: Any,
    user: Address,
    comparison: Ref[TumComparison],
    report: Ref[TumReport],
) -> TumStatus:
    """Compares two scenes: numbers and texts of bodies, colliders, shapes, materials, filters, triggers, joints,
    gravity and animations of nodes; then the motion, step by step, up to the first difference.

    Numbers are the same within four millionths of the larger one; places, rotations and velocities within a
    millionth of their unit besides: conversions between dialects stay below. Masses that both scenes compute
    from colliders are not compared; the colliders are.

    options: may be NULL: the defaults.

    sink: may be NULL: differences are counted only.

    user: handed to the sink.

    comparison: receives the result.

    report: receives the approximations of the engine; may be NULL.

    Returns TUM_OK, whether or not there are differences; TUM_ERROR_ARGUMENT (a required pointer is NULL, or
    an option out of range), TUM_ERROR_DIVERGED (both motions leave the finite numbers in the same step,
    without a difference before), TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_scenes_compare(a, b, options, sink, user, comparison, report))
