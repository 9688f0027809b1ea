# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/draw3.h: changes go there.
"""draw3.h: a three-dimensional world as lines, points and labels, for whatever draws lines.

No renderer is attached: a call writes into buffers that the caller owns and counts what there is to draw, so
that a first call with empty buffers tells how much room a second one needs.

    TumDraw3 draw = {.flags = TUM_DRAW_SHAPES | TUM_DRAW_CONTACTS};
    tum_world_draw3(world, &draw);
    draw.lines = malloc(draw.line_count * sizeof *draw.lines);
    draw.line_capacity = draw.line_count;
    draw.points = malloc(draw.point_count * sizeof *draw.points);
    draw.point_capacity = draw.point_count;
    tum_world_draw3(world, &draw);

Positions are in metres, in the world, as the last step left it. The same world gives the same lines in the
same order. Colors are 0xRRGGBBAA.

Limits stand in the joint node's frame, as they are simulated: locks at zero of several axes are drawn as one,
limits that never act are not drawn. Bounds that are farther than 10 km count as open. A range or drive has a
point, whose value is the measured [m] or [rad]; hard locks have none.

    linear, 1 axis     a segment from min to max with a cross at each end
            2 axes     a disc or annulus: a circle for each bound, four spokes
            3 axes     a ball or shell: three circles for each bound
    angular, 1 axis    an arc of 0.25 m from min to max, its ends, and the turn now; one turn of
                       arc where the range is wider
             2 axes    a cone of 0.25 m for each bound, and the connected node's axis now
             3 axes    an arc about each axis as far as the turn may go, both ways, and the turn
                       now along its axis, 0.25 m for half a turn
    locked at zero     linear: two bars across each axis; angular: a square across each axis
    drive              linear: a line to its target, an X there; angular: an arc to its target,
                       the target's radius; its speed as an arrow over the path of 0.1 s

An open end is an arrow: 0.5 m or a quarter turn beyond both the bound and the present position.

Threads: drawing is a query: between steps, on any number of threads, each with its own buffers.
"""
from __future__ import annotations

import ctypes
import enum

from tumble._types import Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumStatus
from tumble.c.pose import TumVec3
from tumble.c.scene import TumScene
from tumble.c.world import TumWorld


TUM_COLOR_STATIC = 2358021375
"""Colliders of static bodies."""
TUM_COLOR_AWAKE = 4071177215
"""Colliders of dynamic bodies that are awake."""
TUM_COLOR_ASLEEP = 1535092479
"""Colliders of dynamic bodies that sleep."""
TUM_COLOR_KINEMATIC = 1338141695
"""Colliders of kinematic bodies."""
TUM_COLOR_TRIGGER = 3010191615
"""Parts of triggers."""
TUM_COLOR_CONTACT = 4282069247
"""Contact points and their normals."""
TUM_COLOR_CENTER = 4294967295
"""Centres of mass."""
TUM_COLOR_BOX = 1078613503
"""Boxes of the broad phase."""
TUM_COLOR_VELOCITY = 819003391
"""Velocities."""
TUM_COLOR_JOINT = 3907013887
"""Gaps between the two frames of a joint."""
TUM_COLOR_LOCK = 2964898047
"""Hard limits at zero."""
TUM_COLOR_LIMIT = 4287249663
"""Other hard limits."""
TUM_COLOR_SPRING = 1876994303
"""Soft limits."""
TUM_COLOR_DRIVE = 4285191679
"""Drives and their measures."""
TUM_COLOR_MEASURE = 4109694207
"""Present measures of limits."""
TUM_COLOR_X = 3762307327
"""X axes of joint frames."""
TUM_COLOR_Y = 1086341375
"""Y axes of joint frames."""
TUM_COLOR_Z = 1080090879
"""Z axes of joint frames."""


class TumDrawFlags(enum.IntEnum):
    """Things that tum_world_draw3 draws, or-ed."""

    TUM_DRAW_SHAPES = 1
    """Lines: wireframes of solid colliders, colored by their body's state."""
    TUM_DRAW_TRIGGERS = 2
    """Lines: wireframes of triggers' parts."""
    TUM_DRAW_CONTACTS = 4
    """A point for each contact point, with its impulse; a line along its normal."""
    TUM_DRAW_CENTERS = 8
    """A point at the centre of mass of each body that moves."""
    TUM_DRAW_BOXES = 16
    """Lines: boxes of the broad phase, with room for the coming step."""
    TUM_DRAW_VELOCITIES = 32
    """A line for each moving body: the path of its centre in 0.1 s."""
    TUM_DRAW_JOINTS = 64
    """Lines: both frames of each joint that acts, and the gap between them."""
    TUM_DRAW_NAMES = 128
    """A label for each body: its node's name where `scene` is given, or number."""
    TUM_DRAW_LIMITS = 256
    """Lines and points: ranges of limits and targets of drives, as above."""
    TUM_DRAW_MEASURES = 512
    """A label for each such point: "twist x 0.35 rad, -0.5 to 1.2"."""


class TumDrawLine3(ctypes.Structure):
    """Line segment.

    from_: [m] First end, in the world.

    to: [m] Second end.

    color: 0xRRGGBBAA
    """

    from_: TumVec3
    to: TumVec3
    color: int
    _fields_ = [
        ("from_", TumVec3),
        ("to", TumVec3),
        ("color", ctypes.c_uint32),
    ]


class TumDrawPoint3(ctypes.Structure):
    """Point with a value.

    position: [m] In the world.

    value: Contacts: [N s] normal impulse of the last substep. Limits and drives: [m] or [rad] measured value.
    Centres: 0.

    color: 0xRRGGBBAA
    """

    position: TumVec3
    value: float
    color: int
    _fields_ = [
        ("position", TumVec3),
        ("value", ctypes.c_float),
        ("color", ctypes.c_uint32),
    ]


class TumDrawLabel3(ctypes.Structure):
    """Text at a point.

    position: [m] In the world.

    color: 0xRRGGBBAA

    text: UTF-8, ends with 0; longer names are cut between characters.
    """

    position: TumVec3
    color: int
    text: bytes
    _fields_ = [
        ("position", TumVec3),
        ("color", ctypes.c_uint32),
        ("text", ctypes.c_char * 56),
    ]


class TumDraw3(ctypes.Structure):
    """Request and buffers of a drawing. All zero but flags: the call only counts.

    flags: TumDrawFlags, or-ed.

    scene: Scene that the world was made from, or NULL.

    lines: [line_capacity] Owned by the caller; NULL where the capacity is 0.

    points: [point_capacity] Likewise.

    labels: [label_capacity] Likewise.

    line_capacity: Lines that fit.

    point_capacity: Points that fit.

    label_capacity: Labels that fit.

    line_count: Written: lines there are, also beyond the capacity.

    point_count: Written: points there are, also beyond the capacity.

    label_count: Written: labels there are, also beyond the capacity.
    """

    flags: int
    scene: Pointer[TumScene]
    lines: Pointer[TumDrawLine3]
    points: Pointer[TumDrawPoint3]
    labels: Pointer[TumDrawLabel3]
    line_capacity: int
    point_capacity: int
    label_capacity: int
    line_count: int
    point_count: int
    label_count: int
    _fields_ = [
        ("flags", ctypes.c_uint32),
        ("scene", ctypes.POINTER(TumScene)),
        ("lines", ctypes.POINTER(TumDrawLine3)),
        ("points", ctypes.POINTER(TumDrawPoint3)),
        ("labels", ctypes.POINTER(TumDrawLabel3)),
        ("line_capacity", ctypes.c_size_t),
        ("point_capacity", ctypes.c_size_t),
        ("label_capacity", ctypes.c_size_t),
        ("line_count", ctypes.c_size_t),
        ("point_count", ctypes.c_size_t),
        ("label_count", ctypes.c_size_t),
    ]


_tum_world_draw3 = _bind("tum_world_draw3", ctypes.c_int, ctypes.POINTER(TumWorld), ctypes.POINTER(TumDraw3))


def tum_world_draw3(world: Ref[TumWorld], draw: Ref[TumDraw3]) -> TumStatus:
    """Fills the buffers up to their capacity, in the order of the flags.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT where `scene` has another number of bodies than the world was made
    with.
    """
    return TumStatus(_tum_world_draw3(world, draw))
