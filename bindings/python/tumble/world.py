# SPDX-License-Identifier: MIT
"""Worlds: bodies that move through time."""
from __future__ import annotations

import ctypes
from typing import Any, Callable, List, NamedTuple, Optional, Sequence, Tuple

from tumble import c
from tumble.arrays import Block
from tumble.body import Body, basis, values
from tumble.errors import Finding, Report, check
from tumble.query import Queries
from tumble.scene import Scene, set_member

EventKind = c.TumEventKind


class EventSide(NamedTuple):
    """Side of an event (TumEventSide). Ids are numbers: tum_body_id_from_u64 makes ids of them."""

    collider: int
    body: int
    user: int
    body_user: int
    node: int
    motion: int


class Event(NamedTuple):
    """Event of a step (TumEvent)."""

    kind: EventKind
    a: EventSide
    """The trigger, or the first collider."""
    b: EventSide
    """The solid collider, or the second one."""
    trigger: int
    """Index of the scene's trigger; -1 in contact events."""
    impulse: float
    """[N s] Sum of the normal impulses during the step."""
    speed: float
    """[m/s] Approach speed of the surfaces along the normal."""
    point: Tuple[float, ...]
    """[m] Place of contact."""
    normal: Tuple[float, ...]


def _side(side: c.TumEventSide) -> EventSide:
    return EventSide(c.tum_collider_id_to_u64(side.collider), c.tum_body_id_to_u64(side.body), side.user,
                     side.body_user, side.node, side.motion)


class BodyArrays:
    """Poses and velocities of all bodies of one world or of many, in memory of fixed address."""

    WIDTHS = {3: ((3,), (4,), (3,), (3,)), 4: ((4,), (4, 4), (4,), (6,))}
    TYPES = {3: (c.TumVec3, c.TumQuat, c.TumVec3, c.TumVec3), 4: (c.TumVec4, c.TumBasis4, c.TumVec4, c.TumBivec4)}

    def __init__(self, dimension: int, leading: Tuple[int, ...]) -> None:
        self.dimension = dimension
        self.capacity = leading[-1]
        self.blocks = [Block(leading + width) for width in self.WIDTHS[dimension]]
        pointers = [block.pointer(kind) for block, kind in zip(self.blocks, self.TYPES[dimension])]
        self.struct: Any = (c.TumBodyArrays3 if dimension == 3 else c.TumBodyArrays4)(self.capacity, *pointers)
        """The arrays as the library takes them."""


class World(Queries):
    """A world: built from a scene or empty, advanced in fixed steps, asked between them.

        world = tumble.World(tumble.Scene.open("crate.glb"))
        for _ in range(300):
            world.step(1 / 60)
        print(world.positions)

    Options are members of TumWorldDef: gravity, override_gravity, dimension, substeps, threads, no_sleep,
    contact_events, restitution_threshold, phase_times, instructions, number. The same scene, options and
    calls give the same bits as in C, on any number of threads.

    A world belongs to one thread at a time; calls release the interpreter's lock. `close` frees it, as does
    leaving a `with` block, as does the garbage collector. Arrays that it gave out stay readable.
    """

    _closed = "the world is closed"

    def __init__(self, scene: Optional[Scene] = None, **options: Any) -> None:
        made = c.tum_default_world_def()
        gravity = options.pop("gravity", None)
        if gravity is not None:
            made.gravity[:len(gravity)] = list(gravity)
            made.override_gravity = True
        for name, value in options.items():
            set_member(made, name, value)
        self._handle: Any = ctypes.POINTER(c.TumWorld)()
        self._arrays: Optional[BodyArrays] = None
        self._fresh = False
        self._on_change: Optional[Callable[[], None]] = None  # Rollouts hear of changes.
        with Report() as report:
            self.findings: Tuple[Finding, ...] = report.check(c.tum_world_create(
                None if scene is None else scene.handle, made, self._handle, report.handle))
            """Approximations of the engine, each with its cause."""

    def _free(self, handle: Any) -> None:
        c.tum_world_destroy(handle)

    def step(self, seconds: float = 1.0 / 60.0, count: int = 1) -> None:
        """Moves the world forward by `count` steps of `seconds` [s] each; 1/240 to 1/20 for dependable results.

        Raises DivergedError where a body left the finite numbers.
        """
        handle, status = self.handle, c.TumStatus.TUM_OK
        for _ in range(count):
            status = c.tum_world_step(handle, seconds)
            if status != c.TumStatus.TUM_OK:
                break
        self.changed()
        if self._arrays is not None:
            self._read()
        check(status)

    def changed(self) -> None:
        """Says that a call of tumble.c changed poses or velocities: the arrays are read again when asked for."""
        self._fresh = False
        if self._on_change is not None:
            self._on_change()

    @property
    def time(self) -> float:
        """[s] Simulated time."""
        return c.tum_world_time(self.handle)

    @property
    def step_count(self) -> int:
        """Steps completed."""
        return c.tum_world_step_count(self.handle)

    @property
    def dimension(self) -> int:  # type: ignore[override]
        """3 or 4."""
        return c.tum_world_dimension(self.handle)

    @property
    def hash(self) -> int:
        """Number that two worlds share when they are in the same state to the last bit."""
        return c.tum_world_hash(self.handle)

    @property
    def counts(self) -> c.TumWorldCounts:
        """Counts of the work of the last step."""
        return c.tum_world_counts(self.handle)

    def _read(self) -> BodyArrays:
        """Reads all bodies where the arrays are older than the world."""
        count = c.tum_world_body_count(self.handle)
        if self._arrays is None or self._arrays.capacity < count:
            self._arrays, self._fresh = BodyArrays(self.dimension, (count,)), False
        if not self._fresh:
            read = c.tum_world_read_bodies3 if self._arrays.dimension == 3 else c.tum_world_read_bodies4
            read(self.handle, self._arrays.struct)
            self._fresh = True
        return self._arrays

    @property
    def positions(self) -> Any:
        """[m] [bodies, dimension] Origins of body frames: a live view.

        The library writes into the memory of the view, at the end of each step and before a property is
        read after a change: nothing is copied in Python. The address stays until a body is added beyond the
        places there are; a view of before then shows the old numbers. The row of a removed body is its last
        one. The view is read-only: `Body` changes bodies.
        """
        return self._read().blocks[0].view

    @property
    def rotations(self) -> Any:
        """[bodies, 4] Quaternions x y z w, world from body frame; in 4D [bodies, 4, 4], row i the image of
        axis i. A live view, as `positions`.
        """
        return self._read().blocks[1].view

    @property
    def linear_velocities(self) -> Any:
        """[m/s] [bodies, dimension] Of centres of mass. A live view, as `positions`."""
        return self._read().blocks[2].view

    @property
    def angular_velocities(self) -> Any:
        """[rad/s] [bodies, 3], in 4D [bodies, 6]. A live view, as `positions`."""
        return self._read().blocks[3].view

    @property
    def arrays(self) -> BodyArrays:
        """The memory behind the views."""
        return self._read()

    def __len__(self) -> int:
        """Places for bodies, as many as rows of the arrays."""
        return c.tum_world_body_count(self.handle)

    def body(self, index: int) -> Body:
        """Body at a place: the row of the arrays with the same index."""
        if not 0 <= index < len(self):
            raise IndexError("there are %d bodies" % len(self))
        return Body(self, c.tum_world_body_at(self.handle, index))

    @property
    def bodies(self) -> List[Body]:
        """All bodies that exist."""
        found = [c.tum_world_body_at(self.handle, i) for i in range(len(self))]
        return [Body(self, id) for id in found if not c.tum_body_id_is_null(id)]

    def events(self) -> List[Event]:
        """Events of the last step; of a new world the overlaps at the start. Contacts: contact_events=True."""
        pointer = ctypes.POINTER(c.TumEvent)()
        count = c.tum_world_events(self.handle, pointer)
        return [Event(EventKind(e.kind), _side(e.a), _side(e.b), e.trigger, e.impulse, e.speed,
                      values(e.point)[:self.dimension], values(e.normal)[:self.dimension])
                for e in pointer[:count]]

    def checkpoint(self) -> bytes:
        """The state as bytes, from which a world of the same scene and options goes on to the bit."""
        made = ctypes.create_string_buffer(c.tum_checkpoint_bytes(self.handle))
        check(c.tum_checkpoint_write(self.handle, made, len(made)))
        return made.raw

    def resume(self, checkpoint: bytes, name: str = "") -> None:
        """Puts the world into the state of a checkpoint. Where that fails the world stays as it was."""
        self.changed()
        with Report() as report:
            report.check(c.tum_checkpoint_read(self.handle, checkpoint, len(checkpoint), name.encode(), report.handle))
        if self._arrays is not None:
            self._read()

    def add_body(self, colliders: Sequence[c.TumColliderDef3] = (), *, position: Sequence[float] = (),
                 rotation: Sequence[float] = (), linear_velocity: Sequence[float] = (),
                 angular_velocity: Sequence[float] = (), kind: c.TumBodyKind = c.TumBodyKind.TUM_BODY_DYNAMIC,
                 density: float = 1000.0, node: int = -1, user: int = 0) -> Body:
        """Adds a body with colliders (tumble.shapes), whose mass follows from the density [kg/m^3].

        In a world of four dimensions the colliders are TumColliderDef4, and rotations have 16 numbers.
        """
        three = self.dimension == 3
        made: Any = c.tum_default_body_def3() if three else c.tum_default_body_def4()
        vector, turn = (c.TumVec3, c.TumVec3) if three else (c.TumVec4, c.TumBivec4)
        made.kind, made.node, made.user = kind, node, user
        made.pose.position = vector(*position)
        if len(rotation):
            made.pose.rotation = c.TumQuat(*rotation) if three else basis(rotation)
        made.linear_velocity = vector(*linear_velocity)
        made.angular_velocity = turn(*angular_velocity)
        if colliders and kind == c.TumBodyKind.TUM_BODY_DYNAMIC:
            block: Any = (type(colliders[0]) * len(colliders))(*colliders)
            mass_of: Any = c.tum_mass3_of_colliders if three else c.tum_mass4_of_colliders
            check(mass_of(block, len(colliders), density, made.mass))
        id = c.TumBodyId()
        add: Any = c.tum_world_add_body3 if three else c.tum_world_add_body4
        self.changed()
        check(add(self.handle, made, id))
        body = Body(self, id)
        for collider in colliders:
            self.add_collider(collider, body)
        return body

    def add_collider(self, collider: Any, body: Optional[Body] = None) -> c.TumColliderId:
        """Adds a collider to a body, whose mass stays; None: to the world itself, immovable."""
        id = c.TumColliderId()
        add: Any = c.tum_world_add_collider3 if self.dimension == 3 else c.tum_world_add_collider4
        check(add(self.handle, c.TumBodyId() if body is None else body.id, collider, id))
        return id
