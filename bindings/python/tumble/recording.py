# SPDX-License-Identifier: MIT
"""Motion as a file: trajectories, and animations baked into the document that a scene came from."""
from __future__ import annotations

import ctypes
from typing import IO, Any, Optional, Tuple

from tumble import c
from tumble._owner import Owner
from tumble.document import Document
from tumble.errors import Finding, Report, check
from tumble.scene import Scene, set_member
from tumble.world import World

TrajectoryFormat = c.TumTrajectoryFormat


class Trajectory(Owner):
    """A trajectory that is being written, as JSON Lines or as NumPy arrays (.npz).

        with open("run.ndjson", "wb") as file, tumble.Trajectory(scene, 60, file) as trajectory:
            trajectory.add(world)
            for _ in range(120):
                world.step(1 / 60)
                trajectory.add(world)

    rate: [Hz] steps per second, for the header. file: opened for bytes.
    """

    _closed = "the trajectory has ended"

    def __init__(self, scene: Scene, rate: float, file: IO[bytes],
                 format: TrajectoryFormat = TrajectoryFormat.TUM_TRAJECTORY_LINES) -> None:
        self._error: Optional[BaseException] = None

        def write(_user: Any, data: int, count: int) -> bool:
            try:
                file.write(ctypes.string_at(data, count))
                return True
            except BaseException as error:  # It cannot pass through C.
                self._error = error
                return False

        self._write = c.recording.TumSink_write(write)
        self._handle: Any = ctypes.POINTER(c.TumTrajectory)()
        self._check(c.tum_trajectory_begin(scene.handle, rate, format, c.TumSink(write=self._write), self._handle))

    def _check(self, status: c.TumStatus) -> None:
        error, self._error = self._error, None
        if error is not None:
            raise error
        check(status)

    def add(self, world: World) -> None:
        """Writes the state of a world as one step: before the first step, and after each."""
        self._check(c.tum_trajectory_add(self.handle, world.handle))

    def end(self) -> None:
        """Writes the rest, as close() does."""
        self.close()

    def _free(self, handle: Any) -> None:
        self._check(c.tum_trajectory_end(handle))


class Bake(Owner):
    """The motion of nodes as an animation, which any viewer plays; three dimensions alone.

        bake = tumble.Bake(scene)
        bake.add(world)                 # and after each step
        bake.end(document)
        document.save("animated.glb")

    Options are members of TumBakeOptions: position_tolerance [m], angle_tolerance [rad], strip.
    """

    _closed = "the bake is closed"

    def __init__(self, scene: Scene, **options: Any) -> None:
        made = c.tum_default_bake_options()
        for name, value in options.items():
            set_member(made, name, value)
        self._scene = scene  # It outlives the bake.
        self._handle: Any = ctypes.POINTER(c.TumBake)()
        check(c.tum_bake_begin(scene.handle, made, self._handle))

    def add(self, world: World) -> None:
        """Records the poses of all nodes: before the first step, and after each."""
        check(c.tum_bake_add(self.handle, world.handle))

    def end(self, document: Document) -> Tuple[Finding, ...]:
        """Adds the animation to the document that the scene was read from."""
        with Report() as report:
            return report.check(c.tum_bake_end(self.handle, document.handle, report.handle))

    @property
    def key_count(self) -> int:
        """Keys of the animation that `end` added."""
        return c.tum_bake_key_count(self.handle)

    def _free(self, handle: Any) -> None:
        c.tum_bake_destroy(handle)
