# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/recording.h: changes go there.
"""recording.h: motion as a trajectory in a file, or baked into the document that the scene came from.

Formats: docs/formats.md. Memory comes from malloc.

Threads: a recording belongs to one thread at a time; two recordings share nothing.
"""
from __future__ import annotations

import ctypes
import enum
from typing import Any, Optional

from tumble._types import Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumStatus
from tumble.c.document import TumDocument
from tumble.c.report import TumReport
from tumble.c.scene import TumScene
from tumble.c.world import TumWorld


class TumTrajectoryFormat(enum.IntEnum):
    """Format of a trajectory."""

    TUM_TRAJECTORY_LINES = 0
    """JSON Lines, version 1."""
    TUM_TRAJECTORY_NPZ = 1
    """NumPy arrays in a zip archive; written when the trajectory ends."""


TumSink_write = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
"""Takes `count` bytes, which lie there until the return."""


class TumSink(ctypes.Structure):
    """Destination of bytes.

    write: Takes `count` bytes, which lie there until the return.

    user: Handed to write; owned by the caller.
    """

    write: Any
    user: Optional[int]
    _fields_ = [
        ("write", TumSink_write),
        ("user", ctypes.c_void_p),
    ]


class TumTrajectory(ctypes.Structure):
    """Trajectory that is being written. Opaque; made by tum_trajectory_begin, freed by tum_trajectory_end."""


class TumColumn(ctypes.Structure):
    """Column of a table: a named array with one item for each row.

    name: Name of the array, below 100 bytes: letters, digits, "_".

    numbers: [rows] Items; NULL for a column of texts.

    texts: [rows * text_bytes] Items, padded with zeros; NULL for numbers.

    text_bytes: [bytes] Width of a text; 1 or more for a column of texts.
    """

    name: Optional[bytes]
    numbers: Pointer[ctypes.c_double]
    texts: Optional[bytes]
    text_bytes: int
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("numbers", ctypes.POINTER(ctypes.c_double)),
        ("texts", ctypes.c_char_p),
        ("text_bytes", ctypes.c_size_t),
    ]


class TumBake(ctypes.Structure):
    """Bake: the motion of nodes as keys of an animation. Opaque; made by tum_bake_begin, freed by
    tum_bake_destroy.
    """


class TumBakeOptions(ctypes.Structure):
    """Options of a bake. Start from tum_default_bake_options.

    position_tolerance: [m] Keys are left out where the motion stays within this distance, in the world,
    however parents are scaled; >= 0. Default 0.0001.

    angle_tolerance: [rad] The same for rotations; >= 0. Default 0.01 degrees.

    strip: The physics extensions are removed. Default false.

    name: Name of the animation, copied; NULL, the default: "Physics".
    """

    position_tolerance: float
    angle_tolerance: float
    strip: bool
    name: Optional[bytes]
    _fields_ = [
        ("position_tolerance", ctypes.c_double),
        ("angle_tolerance", ctypes.c_double),
        ("strip", ctypes.c_bool),
        ("name", ctypes.c_char_p),
    ]


_tum_trajectory_begin = _bind(
    "tum_trajectory_begin", ctypes.c_int,
    ctypes.POINTER(TumScene),
    ctypes.c_double,
    ctypes.c_int,
    TumSink,
    ctypes.POINTER(ctypes.POINTER(TumTrajectory)),
)


def tum_trajectory_begin(
    scene: Ref[TumScene],
    rate: float,
    format: int,
    sink: TumSink,
    trajectory: Ref[Pointer[TumTrajectory]],
) -> TumStatus:
    """Begins a trajectory, in 3D or in 4D: writes the header.

    scene: read during the call alone.

    rate: [Hz] steps per second, for the header; above 0.

    sink: copied; usable until tum_trajectory_end.

    trajectory: receives the trajectory, NULL on failure; tum_trajectory_end frees it.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (no write function, rate or format), TUM_ERROR_UNSUPPORTED (a dimension
    other than 3 and 4), TUM_ERROR_FILE (the sink refused) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_trajectory_begin(scene, rate, format, sink, trajectory))


_tum_trajectory_add = _bind(
    "tum_trajectory_add", ctypes.c_int,
    ctypes.POINTER(TumTrajectory),
    ctypes.POINTER(TumWorld),
)


def tum_trajectory_add(trajectory: Ref[TumTrajectory], world: Ref[TumWorld]) -> TumStatus:
    """Writes the state of a world as one step. Call it once before the first step (t = 0, or where a checkpoint
    left off) and after each. Bodies are listed in node order, with the events of the step.

    world: made from the scene of the trajectory.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (another dimension, or fewer bodies than the scene has), TUM_ERROR_FILE
    or TUM_ERROR_MEMORY. The first error stays: later calls answer it and write nothing.
    """
    return TumStatus(_tum_trajectory_add(trajectory, world))


_tum_trajectory_end = _bind("tum_trajectory_end", ctypes.c_int, ctypes.POINTER(TumTrajectory))


def tum_trajectory_end(trajectory: Ref[TumTrajectory]) -> TumStatus:
    """Writes the rest and frees the trajectory, also after an error. NULL is fine.

    Returns TUM_OK, or the first error of the trajectory.
    """
    return TumStatus(_tum_trajectory_end(trajectory))


_tum_columns_write_npz = _bind(
    "tum_columns_write_npz", ctypes.c_int,
    ctypes.POINTER(TumColumn),
    ctypes.c_size_t,
    ctypes.c_size_t,
    TumSink,
)


def tum_columns_write_npz(columns: Ref[TumColumn], count: int, rows: int, sink: TumSink) -> TumStatus:
    """Writes columns as a zip archive of arrays for NumPy's load: float64, and bytes of one width. The same
    columns give the same bytes.

    columns: [count] names differ.

    rows: items of each column.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (a pointer is NULL, a name is empty or too long, a column has both
    kinds of items or none), TUM_ERROR_FILE (the sink refused) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_columns_write_npz(columns, count, rows, sink))


_tum_default_bake_options = _bind("tum_default_bake_options", TumBakeOptions)


def tum_default_bake_options() -> TumBakeOptions:
    """Options with their defaults."""
    return _tum_default_bake_options()  # type: ignore[no-any-return]


_tum_bake_begin = _bind(
    "tum_bake_begin", ctypes.c_int,
    ctypes.POINTER(TumScene),
    ctypes.POINTER(TumBakeOptions),
    ctypes.POINTER(ctypes.POINTER(TumBake)),
)


def tum_bake_begin(
    scene: Ref[TumScene],
    options: Ref[TumBakeOptions],
    bake: Ref[Pointer[TumBake]],
) -> TumStatus:
    """Begins to record the nodes that a simulation moves. Formats have no animations of four dimensions.

    scene: outlives the bake.

    options: may be NULL: the defaults.

    bake: receives the bake; free it with tum_bake_destroy. NULL on failure.

    Returns TUM_OK, TUM_ERROR_UNSUPPORTED (a scene of another dimension than 3), TUM_ERROR_ARGUMENT (a
    tolerance below 0 or NAN) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_bake_begin(scene, options, bake))


_tum_bake_add = _bind("tum_bake_add", ctypes.c_int, ctypes.POINTER(TumBake), ctypes.POINTER(TumWorld))


def tum_bake_add(bake: Ref[TumBake], world: Ref[TumWorld]) -> TumStatus:
    """Records the poses of all nodes. Call it once before the first step and after each.

    world: made from the scene of the bake.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (fewer bodies than the scene has) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_bake_add(bake, world))


_tum_bake_end = _bind(
    "tum_bake_end", ctypes.c_int,
    ctypes.POINTER(TumBake),
    ctypes.POINTER(TumDocument),
    ctypes.POINTER(TumReport),
)


def tum_bake_end(bake: Ref[TumBake], document: Ref[TumDocument], report: Ref[TumReport]) -> TumStatus:
    """Adds one animation with translation and rotation channels for every node that moved to a document, and
    keeps all else. Physics extensions that the document requires become merely used, so that viewers without
    them play the animation; the report says so. tum_document_save writes the result.

    document: the document the scene was read from; changed.

    report: may be NULL.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (another number of nodes than the scene has) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_bake_end(bake, document, report))


_tum_bake_key_count = _bind("tum_bake_key_count", ctypes.c_size_t, ctypes.POINTER(TumBake))


def tum_bake_key_count(bake: Ref[TumBake]) -> int:
    """Keys in the animation that tum_bake_end added, of all channels together; 0 where nothing moved."""
    return _tum_bake_key_count(bake)  # type: ignore[no-any-return]


_tum_bake_destroy = _bind("tum_bake_destroy", None, ctypes.POINTER(TumBake))


def tum_bake_destroy(bake: Ref[TumBake]) -> None:
    """Frees a bake. The document keeps its animation. NULL is fine."""
    _tum_bake_destroy(bake)
