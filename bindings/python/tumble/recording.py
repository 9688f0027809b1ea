# SPDX-License-Identifier: MIT
"""Motion as a file: trajectories, and animations baked into the document that a scene came from."""
from __future__ import annotations

import ctypes
from types import TracebackType
from typing import IO, Any, Optional, Tuple, Type

from tumble import c
from tumble.document import Document
from tumble.errors import ArgumentError, Finding, Report, check
from tumble.scene import Scene
from tumble.world import World

TrajectoryFormat = c.TumTrajectoryFormat


class Trajectory:
    """A trajectory that is being written, as JSON Lines or as NumPy arrays (.npz).

        with open("run.ndjson", "wb") as file, tumble.Trajectory(scene, 60, file) as trajectory:
            trajectory.add(world)
            for _ in range(120):
                world.step(1 / 60)
                trajectory.add(world)

    rate: [Hz] steps per second, for the header. file: opened for bytes.
    """

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
        if not self._handle:
            raise ArgumentError("the trajectory has ended")
        self._check(c.tum_trajectory_add(self._handle, world.handle))

    def end(self) -> None:
        """Writes the rest."""
        handle, self._handle = self._handle, None
        if handle:
            self._check(c.tum_trajectory_end(handle))

    def __enter__(self) -> Trajectory:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.end()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self.end()


class Bake:
    """The motion of nodes as an animation, which any viewer plays; three dimensions alone.

        bake = tumble.Bake(scene)
        bake.add(world)                 # and after each step
        bake.end(document)
        document.save("animated.glb")

    Options are members of TumBakeOptions: position_tolerance [m], angle_tolerance [rad], strip.
    """

    def __init__(self, scene: Scene, **options: Any) -> None:
        from tumble.scene import set_member
        made = c.tum_default_bake_options()
        for name, value in options.items():
            set_member(made, name, value)
        self._scene = scene  # It outlives the bake.
        self._handle = ctypes.POINTER(c.TumBake)()
        check(c.tum_bake_begin(scene.handle, made, self._handle))

    def add(self, world: World) -> None:
        """Records the poses of all nodes: before the first step, and after each."""
        check(c.tum_bake_add(self._handle, world.handle))

    def end(self, document: Document) -> Tuple[Finding, ...]:
        """Adds the animation to the document that the scene was read from."""
        with Report() as report:
            return report.check(c.tum_bake_end(self._handle, document.handle, report.handle))

    @property
    def key_count(self) -> int:
        """Keys of the animation that `end` added."""
        return c.tum_bake_key_count(self._handle)

    def __del__(self) -> None:
        handle, self._handle = getattr(self, "_handle", None), None  # type: ignore[assignment]
        if handle:
            c.tum_bake_destroy(handle)
