# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/draw4.h: changes go there.
"""draw4.h: the section of a four-dimensional world at one place along W.

The section at w = c is a world of three dimensions, which draw3.h's lines, points and labels show. A slider
that moves c leads through the rest:

    TumDraw3 draw = {.flags = TUM_DRAW_SHAPES | TUM_DRAW_CENTERS};
    tum_world_draw4(world, 0.0f, &draw); // counts; then with buffers, as in draw3.h

    TUM_DRAW_SHAPES      the edges of sections of boxes, hulls with cells and meshes; a grid of
    a
                         plane; a net over the section of a curved shape
    TUM_DRAW_TRIGGERS    likewise
    TUM_DRAW_CENTERS     a point for each body that moves, at any W: its value [m] is its
    distance
                         beyond c, so that bodies elsewhere can be shown too
    TUM_DRAW_VELOCITIES  lines from there, without their part along W
    TUM_DRAW_JOINTS      lines: the axes X, Y, Z of both frames of each joint that acts, as far
                         as they lie in the section, and the gap between them; at any W
    TUM_DRAW_NAMES       labels at the same places as centres

Other flags draw nothing.

Threads: drawing is a query: between steps, on any number of threads, each with its own buffers.
"""
from __future__ import annotations

import ctypes

from tumble._types import Ref
from tumble._library import bind as _bind
from tumble.c.base import TumStatus
from tumble.c.draw3 import TumDraw3
from tumble.c.world import TumWorld


_tum_world_draw4 = _bind(
    "tum_world_draw4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    ctypes.c_float,
    ctypes.POINTER(TumDraw3),
)


def tum_world_draw4(world: Ref[TumWorld], w: float, draw: Ref[TumDraw3]) -> TumStatus:
    """Fills the buffers up to their capacity, in the order of the flags.

    w: [m] place along W; finite.

    Returns TUM_OK, TUM_ERROR_UNSUPPORTED (the world has another dimension) or TUM_ERROR_ARGUMENT (w is not
    finite, or `scene` has another number of bodies than the world was made with).
    """
    return TumStatus(_tum_world_draw4(world, w, draw))
