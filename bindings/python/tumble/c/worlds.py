# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/worlds.h: changes go there.
"""worlds.h: many worlds that step side by side, one worker each: rollouts for search, training and sensitivity.

    TumWorkers *workers = tum_workers_create(2, NULL);
    const TumTasks tasks = tum_workers_tasks(workers);
    for (int i = 0; i < 600; ++i) {
        tum_worlds_step(worlds, 1024, 1.0f / 60.0f, 1, &tasks, NULL);
        tum_worlds_read_bodies3(worlds, 1024, &arrays, &tasks);
    }
    tum_workers_destroy(workers);

Copies of one scene are made by tum_world_create, with TumWorldDef.threads = 1, and put into a common state by
tum_checkpoint_read. Each world has the same bits as it has alone, however the worlds are shared out.

Threads: the worlds of a call belong to the call until its return. Workers run one call at a time.
"""
from __future__ import annotations

import ctypes

from tumble._types import Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumAllocator, TumStatus, TumTasks
from tumble.c.world import TumWorld
from tumble.c.world3 import TumBodyArrays3
from tumble.c.world4 import TumBodyArrays4


class TumWorkers(ctypes.Structure):
    """Workers: threads that wait for tasks. Opaque; made by tum_workers_create, freed by tum_workers_destroy."""


_tum_workers_create = _bind(
    "tum_workers_create", ctypes.POINTER(TumWorkers),
    ctypes.c_uint32,
    ctypes.POINTER(TumAllocator),
)


def tum_workers_create(threads: int, allocator: Ref[TumAllocator]) -> Pointer[TumWorkers]:
    """Starts workers. The thread that calls is one of them, so `threads` - 1 threads are created; fewer where
    the system creates no more.

    threads: 1 to TUM_MAX_THREADS; 0: one for each processor.

    allocator: NULL or all zero: malloc and free. Copied.

    Returns the workers; free them with tum_workers_destroy. NULL when out of memory.
    """
    return _tum_workers_create(threads, allocator)  # type: ignore[no-any-return]


_tum_workers_destroy = _bind("tum_workers_destroy", None, ctypes.POINTER(TumWorkers))


def tum_workers_destroy(workers: Ref[TumWorkers]) -> None:
    """Ends the threads and frees the workers. NULL is fine."""
    _tum_workers_destroy(workers)


_tum_workers_tasks = _bind("tum_workers_tasks", TumTasks, ctypes.POINTER(TumWorkers))


def tum_workers_tasks(workers: Ref[TumWorkers]) -> TumTasks:
    """Workers as a task system: for the functions below, or for TumWorldDef.tasks of worlds that step one after
    the other.

    Returns the task system, usable until tum_workers_destroy.
    """
    return _tum_workers_tasks(workers)  # type: ignore[no-any-return]


_tum_worlds_step = _bind(
    "tum_worlds_step", ctypes.c_int,
    ctypes.POINTER(ctypes.POINTER(TumWorld)),
    ctypes.c_size_t,
    ctypes.c_float,
    ctypes.c_uint32,
    ctypes.POINTER(TumTasks),
    ctypes.POINTER(ctypes.c_int),
)


def tum_worlds_step(
    worlds: Ref[Pointer[TumWorld]],
    count: int,
    seconds: float,
    steps: int,
    tasks: Ref[TumTasks],
    statuses: Ref[ctypes.c_int],
) -> TumStatus:
    """Moves each world forward by a number of steps of the same length. A world takes all its steps on one
    worker. A world that fails stops; the others go on. Nothing is allocated besides what the worlds allocate.

    worlds: [count] of any dimensions, no world twice.

    count: number of worlds.

    seconds: [s] length of each step, as for tum_world_step.

    steps: number of steps of each world; 0 moves none.

    tasks: NULL or all zero: the calling thread alone. Not the task system of one of the worlds. Borrowed
    until the return.

    statuses: [count] receives the status of the last step of each world; may be NULL.

    Returns TUM_OK; TUM_ERROR_ARGUMENT (a world is NULL or comes twice, a length out of range, or a task
    system that is one of a world's: no world has moved), or the status of the first world that failed, as
    tum_world_step answers it.
    """
    return TumStatus(_tum_worlds_step(worlds, count, seconds, steps, tasks, statuses))


_tum_worlds_read_bodies3 = _bind(
    "tum_worlds_read_bodies3", ctypes.c_int,
    ctypes.POINTER(ctypes.POINTER(TumWorld)),
    ctypes.c_size_t,
    ctypes.POINTER(TumBodyArrays3),
    ctypes.POINTER(TumTasks),
)


def tum_worlds_read_bodies3(
    worlds: Ref[Pointer[TumWorld]],
    count: int,
    arrays: Ref[TumBodyArrays3],
    tasks: Ref[TumTasks],
) -> TumStatus:
    """Reads poses and velocities of the bodies of many worlds at once, as tum_world_read_bodies3 reads those of
    one. World i begins at item i * arrays->capacity of each array; items beyond the bodies of a world stay as
    they are.

    worlds: [count] of three dimensions, no world twice.

    count: number of worlds.

    arrays: `capacity` is that of each world: arrays have [count * capacity] items.

    tasks: as for tum_worlds_step.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT (a world is NULL, comes twice or has another dimension, or a task
    system that is one of a world's: nothing is read).
    """
    return TumStatus(_tum_worlds_read_bodies3(worlds, count, arrays, tasks))


_tum_worlds_read_bodies4 = _bind(
    "tum_worlds_read_bodies4", ctypes.c_int,
    ctypes.POINTER(ctypes.POINTER(TumWorld)),
    ctypes.c_size_t,
    ctypes.POINTER(TumBodyArrays4),
    ctypes.POINTER(TumTasks),
)


def tum_worlds_read_bodies4(
    worlds: Ref[Pointer[TumWorld]],
    count: int,
    arrays: Ref[TumBodyArrays4],
    tasks: Ref[TumTasks],
) -> TumStatus:
    """Reads poses and velocities of the bodies of many worlds of four dimensions at once, as
    tum_worlds_read_bodies3 reads those of three.

    worlds: [count] of four dimensions, no world twice.

    count: number of worlds.

    arrays: `capacity` is that of each world: arrays have [count * capacity] items.

    tasks: as for tum_worlds_step.

    Returns as tum_worlds_read_bodies3.
    """
    return TumStatus(_tum_worlds_read_bodies4(worlds, count, arrays, tasks))
