# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/checkpoint.h: changes go there.
"""checkpoint.h: the state of a world as bytes, from which a world goes on to the bit.

    size_t count = tum_checkpoint_bytes(world);
    void *bytes = malloc(count);
    tum_checkpoint_write(world, bytes, count);
    …
    // A world of the same scene and definition goes on where `world` was.
    tum_world_create(scene, &def, &later, report);
    tum_checkpoint_read(later, bytes, count, "run.tck", report);

A world that goes on from a checkpoint takes every step as the one that never stopped, bit for bit, on any
number of threads and any supported processor. The bytes are the same on every machine. They hold the state of
the world, not the scene: whatever came from files is read from files again.

Threads: those of world.h. Sizes and writing only read the world; reading a checkpoint changes it.
"""
from __future__ import annotations

import ctypes
from typing import Optional

from tumble._types import Address, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumStatus
from tumble.c.report import TumReport
from tumble.c.world import TumWorld


_tum_checkpoint_bytes = _bind("tum_checkpoint_bytes", ctypes.c_size_t, ctypes.POINTER(TumWorld))


def tum_checkpoint_bytes(world: Ref[TumWorld]) -> int:
    """[bytes] Size that tum_checkpoint_write needs for the world in its present state."""
    return _tum_checkpoint_bytes(world)  # type: ignore[no-any-return]


_tum_checkpoint_write = _bind(
    "tum_checkpoint_write", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    ctypes.c_void_p,
    ctypes.c_size_t,
)


def tum_checkpoint_write(world: Ref[TumWorld], bytes: Address, count: int) -> TumStatus:
    """Writes the state of the world.

    bytes: [count] receives the checkpoint; owned by the caller.

    count: [bytes] at `bytes`; tum_checkpoint_bytes of them are written.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (too few bytes) or TUM_ERROR_DIVERGED (a diverged world cannot go on).
    """
    return TumStatus(_tum_checkpoint_write(world, bytes, count))


_tum_checkpoint_read = _bind(
    "tum_checkpoint_read", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    ctypes.c_void_p,
    ctypes.c_size_t,
    ctypes.c_char_p,
    ctypes.POINTER(TumReport),
)


def tum_checkpoint_read(
    world: Ref[TumWorld],
    bytes: Address,
    count: int,
    name: Optional[bytes],
    report: Ref[TumReport],
) -> TumStatus:
    """Puts a world into the state of a checkpoint. The world must have been made from the same scene with the
    same definition; threads, tasks, allocator and instructions may differ. Ids keep their meaning: a body of
    the world that was written has the same index and generation here.

    On failure the world stays as it was and the report has the reason: the bytes are no checkpoint, end
    early, were altered (a checksum tells), or belong to another scene, other settings or another version.

    bytes: [count] borrowed until the return.

    name: the name of the bytes in findings, as of a file; NULL is "".

    report: may be NULL.

    Returns TUM_OK, TUM_ERROR_INPUT (no checkpoint of this world), TUM_ERROR_UNSUPPORTED (another version) or
    TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_checkpoint_read(world, bytes, count, name, report))
