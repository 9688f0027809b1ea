# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/check.h: changes go there.
"""check.h: hints on scenes that follow every rule and yet may not do what their author meant.

tum_scene_check compares the numbers of a scene with likely ones, simulates a second of the scene, and files
hints with figures:

    CHECK_DENSITY            mass over volume is outside of what matter has
    CHECK_INERTIA            an inertia is far from that of the body's shapes
    CHECK_JOINT_VIOLATED     a limit is exceeded before anything moves
    CHECK_COLLIDERS_OVERLAP  colliders overlap at the start
    CHECK_DIVERGED           a second of simulation leaves the finite numbers
    CHECK_JOINT_OPEN         a hard limit is still exceeded after a second
    CHECK_BODY_FALLS         a body falls freely, with nothing below it

Hints are guesses: a ghost may well weigh nothing.

Threads: calls on several threads may share a scene and an allocator that allows it, never a report.
"""
from __future__ import annotations

import ctypes

from tumble._types import Ref
from tumble._library import bind as _bind
from tumble.c.base import TumAllocator, TumStatus
from tumble.c.report import TumReport
from tumble.c.scene import TumScene
from tumble.c.world import TumWorld


class TumOverlaps(ctypes.Structure):
    """Overlaps of colliders before anything moves, as CHECK_COLLIDERS_OVERLAP counts them.

    count: Pairs of colliders.

    depth: [m] Depth of the deepest overlap; 0 where there is none.

    node: Node of the first collider of the deepest overlap; -1 where there is none.

    other: Node of its second collider; -1 where there is none.
    """

    count: int
    depth: float
    node: int
    other: int
    _fields_ = [
        ("count", ctypes.c_size_t),
        ("depth", ctypes.c_double),
        ("node", ctypes.c_int32),
        ("other", ctypes.c_int32),
    ]


_tum_scene_check = _bind(
    "tum_scene_check", ctypes.c_int,
    ctypes.POINTER(TumScene),
    ctypes.POINTER(TumAllocator),
    ctypes.POINTER(TumReport),
)


def tum_scene_check(scene: Ref[TumScene], allocator: Ref[TumAllocator], report: Ref[TumReport]) -> TumStatus:
    """Inspects a scene, builds a world of it with the defaults of tum_default_world_def and steps that world for
    one second.

    Overlaps are tested between each collider of a dynamic body and all others. In four dimensions densities
    and limits of joints are not tested.

    allocator: NULL or all zero: malloc and free. It serves the world, which is destroyed before the return.

    report: receives the hints, and the approximations of the engine.

    Returns TUM_OK, TUM_ERROR_UNSUPPORTED (a dimension other than 3 and 4), TUM_ERROR_CAPACITY or
    TUM_ERROR_MEMORY. A simulation that diverges is a hint, not an error.
    """
    return TumStatus(_tum_scene_check(scene, allocator, report))


_tum_scene_overlaps = _bind(
    "tum_scene_overlaps", ctypes.c_int,
    ctypes.POINTER(TumScene),
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(TumOverlaps),
)


def tum_scene_overlaps(scene: Ref[TumScene], world: Ref[TumWorld], overlaps: Ref[TumOverlaps]) -> TumStatus:
    """Counts the overlaps in a world.

    world: made of the scene, and never stepped.

    overlaps: receives the counts.

    Returns TUM_OK or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_scene_overlaps(scene, world, overlaps))
