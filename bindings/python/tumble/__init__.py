# SPDX-License-Identifier: MIT
"""tumble: the physics of glTF and G4MF files, read, checked, converted and simulated, in 3D and 4D.

    import tumble

    scene = tumble.Scene.open("crate.glb")
    world = tumble.World(scene)
    for _ in range(300):
        world.step(1 / 60)
    print(world.positions)          # a live view: NumPy where it is there, else a memoryview

`tumble.c` is the whole C interface under its own names.
"""
from __future__ import annotations

from tumble import c, shapes
from tumble._version import __version__
from tumble.body import Body, Kind
from tumble.document import Container, Document, Format, Target, Validation, validate, validate_bytes
from tumble.errors import (
    ArgumentError,
    CapacityError,
    DivergedError,
    Explanation,
    FileError,
    Finding,
    InputError,
    OutOfMemoryError,
    Severity,
    Status,
    TumbleError,
    UnsupportedError,
    VersionError,
    explain,
)
from tumble.query import Hit, query_filter
from tumble.recording import Bake, Trajectory, TrajectoryFormat
from tumble.rollouts import Rollouts
from tumble.scene import Dialect, Scene
from tumble.world import Event, EventKind, EventSide, World

__all__ = [
    "ArgumentError", "Bake", "Body", "CapacityError", "Container", "Dialect", "DivergedError", "Document", "Event",
    "EventKind", "EventSide", "Explanation", "FileError", "Finding", "Format", "Hit", "InputError", "Kind",
    "OutOfMemoryError", "Rollouts", "Scene", "Severity", "Status", "Target", "Trajectory", "TrajectoryFormat",
    "TumbleError", "UnsupportedError", "Validation", "VersionError", "World", "__version__", "c", "explain",
    "query_filter", "shapes", "validate", "validate_bytes",
]
