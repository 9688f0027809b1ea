# SPDX-License-Identifier: MIT
"""Many copies of a scene that step side by side on all processors, for search, training and sensitivity."""
from __future__ import annotations

import ctypes
import weakref
from typing import Any, Iterator, List, Optional

from tumble import c
from tumble._owner import Owner
from tumble.errors import ArgumentError, check
from tumble.scene import Scene
from tumble.world import BodyArrays, World


class Rollouts(Owner):
    """Copies of a scene, one worker a world. Each has the bits that it has alone.

        with tumble.Rollouts(scene, 1024) as rollouts:
            for world, push in zip(rollouts, pushes):
                world.body(0).add_force(push)
            rollouts.step(1 / 60, 60)
            print(rollouts.positions[:, 0])     # of body 0 in each world

    threads: workers, the calling thread among them; 0: one for each processor. Other options are those of
    World. The interpreter's lock is released while the worlds step.
    """

    _closed = "the rollouts are closed"

    def __init__(self, scene: Optional[Scene], count: int, *, threads: int = 0, **options: Any) -> None:
        if count < 1:
            raise ArgumentError("rollouts are one world or more")
        self.worlds: List[World] = []
        """The worlds: to be changed and asked between steps."""
        self._handle = c.tum_workers_create(threads, None)
        if not self._handle:
            raise MemoryError("no memory for workers")
        self._tasks = c.tum_workers_tasks(self._handle)
        for _ in range(count):
            self.worlds.append(World(scene, **options))
        self._handles = (ctypes.POINTER(c.TumWorld) * count)(*(world.handle for world in self.worlds))
        self._statuses = (ctypes.c_int * count)()
        self._arrays: Optional[BodyArrays] = None
        self._fresh = False
        own = weakref.ref(self)

        def changed() -> None:
            rollouts = own()
            if rollouts is not None:
                rollouts._fresh = False

        for world in self.worlds:
            world._on_change = changed

    def _free(self, handle: Any) -> None:
        for world in self.worlds:
            world.close()
        c.tum_workers_destroy(handle)

    def __len__(self) -> int:
        return len(self.worlds)

    def __getitem__(self, index: int) -> World:
        return self.worlds[index]

    def __iter__(self) -> Iterator[World]:
        return iter(self.worlds)

    @property
    def worker_count(self) -> int:
        """Threads that share the worlds."""
        return int(self._tasks.worker_count)

    def step(self, seconds: float = 1.0 / 60.0, count: int = 1, *, strict: bool = True) -> None:
        """Moves each world forward by `count` steps of `seconds` [s].

        A world that fails stops, and the others go on. strict: an exception tells of the first one that
        failed; else `statuses` does.
        """
        self._open()
        status = c.tum_worlds_step(self._handles, len(self), seconds, count, self._tasks, self._statuses)
        for world in self.worlds:
            world.changed()
        if self._arrays is not None and status != c.TumStatus.TUM_ERROR_ARGUMENT:
            self._read()
        if strict or status == c.TumStatus.TUM_ERROR_ARGUMENT:
            check(status)

    @property
    def statuses(self) -> List[c.TumStatus]:
        """Status of the last step of each world."""
        return [c.TumStatus(status) for status in self._statuses]

    def resume(self, checkpoint: bytes) -> None:
        """Puts all worlds into the state of one checkpoint."""
        for world in self.worlds:
            world.resume(checkpoint)

    def _open(self) -> None:
        """Raises ArgumentError after close()."""
        _ = self.handle

    def _read(self) -> BodyArrays:
        self._open()
        room = max(len(world) for world in self.worlds)
        if self._arrays is None or self._arrays.capacity < room:
            self._arrays = BodyArrays(self.worlds[0].dimension, (len(self), room))
            self._fresh = False
        if not self._fresh:
            read: Any = c.tum_worlds_read_bodies3 if self._arrays.dimension == 3 else c.tum_worlds_read_bodies4
            check(read(self._handles, len(self), self._arrays.struct, self._tasks))
            self._fresh = True
        return self._arrays

    @property
    def positions(self) -> Any:
        """[m] [worlds, bodies, dimension] Origins of body frames: a live view, as World.positions.

        It is written at the end of each step, and before the property is read after a change of a world.
        """
        return self._read().blocks[0].view

    @property
    def rotations(self) -> Any:
        """[worlds, bodies, 4] Quaternions x y z w; in 4D [worlds, bodies, 4, 4]. A live view."""
        return self._read().blocks[1].view

    @property
    def linear_velocities(self) -> Any:
        """[m/s] [worlds, bodies, dimension] Of centres of mass. A live view."""
        return self._read().blocks[2].view

    @property
    def angular_velocities(self) -> Any:
        """[rad/s] [worlds, bodies, 3], in 4D [worlds, bodies, 6]. A live view."""
        return self._read().blocks[3].view

    @property
    def arrays(self) -> BodyArrays:
        """The memory behind the views."""
        return self._read()
