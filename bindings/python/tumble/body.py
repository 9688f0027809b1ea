# SPDX-License-Identifier: MIT
"""Bodies of a world: a place in its arrays, and the calls that read and change one body."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence, Tuple

from tumble import c
from tumble.errors import check

if TYPE_CHECKING:
    from tumble.world import World

Kind = c.TumBodyKind


def values(struct: Any) -> Tuple[float, ...]:
    """Numbers of a vector, quaternion, bivector or basis; nested ones one behind the other."""
    found: Tuple[float, ...] = ()
    for name, _ in struct._fields_:
        value = getattr(struct, name)
        found += values(value) if hasattr(value, "_fields_") else (value,)
    return found


def basis(numbers: Sequence[float]) -> c.TumBasis4:
    """A rotation of 4D from 16 numbers, column by column."""
    return c.TumBasis4(*(c.TumVec4(*numbers[i:i + 4]) for i in (0, 4, 8, 12)))


class Body:
    """A body of a world, by its id. The id stays safe after the body is gone: `exists` then is False.

    Calls that change a body raise ArgumentError where it does not exist or a number is out of range.
    """

    def __init__(self, world: World, id: c.TumBodyId) -> None:
        self.world = world
        self.id = id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Body) and c.tum_body_id_equals(self.id, other.id)

    def __hash__(self) -> int:
        return hash(c.tum_body_id_to_u64(self.id))

    def __repr__(self) -> str:
        return "<tumble.Body %#x of node %d>" % (c.tum_body_id_to_u64(self.id), self.node)

    def _call(self, name: str, *arguments: Any) -> Any:
        """A function of the dimension of the world: tum_body_…3 or tum_body_…4."""
        function = getattr(c, "tum_body_%s%d" % (name, self.world.dimension))
        return function(self.world.handle, self.id, *arguments)

    def _change(self, status: c.TumStatus) -> None:
        self.world.changed()
        check(status)

    def _vector(self, numbers: Sequence[float]) -> Any:
        return c.TumVec3(*numbers) if self.world.dimension == 3 else c.TumVec4(*numbers)

    def _turn(self, numbers: Sequence[float]) -> Any:
        """An angular velocity, torque or angular impulse."""
        return c.TumVec3(*numbers) if self.world.dimension == 3 else c.TumBivec4(*numbers)

    def _pose(self, position: Sequence[float], rotation: Sequence[float]) -> Any:
        if self.world.dimension == 3:
            return c.TumPose3(c.TumVec3(*position), c.TumQuat(*rotation))
        return c.TumPose4(c.TumVec4(*position), basis(rotation))

    @property
    def exists(self) -> bool:
        """True where the body was not removed."""
        return c.tum_body_exists(self.world.handle, self.id)

    @property
    def node(self) -> int:
        """Document node it belongs to; -1: none."""
        return c.tum_body_node(self.world.handle, self.id)

    @property
    def user(self) -> int:
        """Number of the program, which queries, events and checkpoints carry."""
        return c.tum_body_user(self.world.handle, self.id)

    @user.setter
    def user(self, number: int) -> None:
        check(c.tum_body_set_user(self.world.handle, self.id, number))

    @property
    def kind(self) -> Kind:
        """Static, kinematic or dynamic."""
        return c.tum_body_kind(self.world.handle, self.id)

    @kind.setter
    def kind(self, kind: Kind) -> None:
        self._change(c.tum_body_set_kind(self.world.handle, self.id, kind))

    @property
    def is_awake(self) -> bool:
        """False for bodies that sleep, are disabled or do not exist."""
        return c.tum_body_is_awake(self.world.handle, self.id)

    def wake(self) -> None:
        """Wakes the body with all that fell asleep together with it."""
        self._change(c.tum_body_wake(self.world.handle, self.id))

    @property
    def position(self) -> Tuple[float, ...]:
        """[m] Origin of the body frame in the world."""
        return values(self._call("pose").position)

    @property
    def rotation(self) -> Tuple[float, ...]:
        """World from body frame: a quaternion x y z w; in 4D the 16 numbers of a matrix, column by column."""
        return values(self._call("pose").rotation)

    @property
    def linear_velocity(self) -> Tuple[float, ...]:
        """[m/s] Of the centre of mass, in the world."""
        return values(self._call("linear_velocity"))

    @property
    def angular_velocity(self) -> Tuple[float, ...]:
        """[rad/s] In the world; in 4D one number for each plane."""
        return values(self._call("angular_velocity"))

    def set_pose(self, position: Sequence[float], rotation: Sequence[float]) -> None:
        """Puts the body frame somewhere else; velocities stay as they are."""
        self._change(self._call("set_pose", self._pose(position, rotation)))

    def move_to(self, position: Sequence[float], rotation: Sequence[float], seconds: float) -> None:
        """Moves a kinematic body to a pose by the end of the next step, which lasts `seconds`."""
        self._change(self._call("move_to", self._pose(position, rotation), seconds))

    def set_velocity(self, linear: Sequence[float], angular: Sequence[float]) -> None:
        """Sets both velocities: [m/s] of the centre of mass, [rad/s]."""
        self._change(self._call("set_linear_velocity", self._vector(linear)))
        self._change(self._call("set_angular_velocity", self._turn(angular)))

    def apply_impulse(self, linear: Sequence[float], point: Sequence[float]) -> None:
        """Changes the velocities by an impulse [N s] at a point [m] of the world."""
        self._change(self._call("apply_point_impulse", self._vector(linear), self._vector(point)))

    def add_force(self, force: Sequence[float], point: Any = None) -> None:
        """Adds a force [N] that acts during the next step, at a point [m] of the world; None: at the centre."""
        self._change(self._call("add_force", self._vector(force), None if point is None else self._vector(point)))

    def add_torque(self, torque: Sequence[float]) -> None:
        """Adds a torque [N m] that acts during the next step; in 4D one number for each plane."""
        self._change(self._call("add_torque", self._turn(torque)))

    def remove(self) -> None:
        """Removes the body with its colliders and joints."""
        self._change(c.tum_world_remove_body(self.world.handle, self.id))
