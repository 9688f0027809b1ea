# SPDX-License-Identifier: MIT
"""Definitions of colliders of three dimensions for World.add_body and World.add_collider.

Each function answers a TumColliderDef3 with the defaults of the library: lengths in metres, full sizes.
Members that hold for every shape are keywords: friction, restitution, position, rotation, filter, node,
user.
"""
from __future__ import annotations

import ctypes
from typing import Any, Optional, Sequence

from tumble import c

INFINITY = float("inf")


def _made(kind: c.TumShapeKind, *, friction: Optional[float] = None, restitution: Optional[float] = None,
          position: Sequence[float] = (0.0, 0.0, 0.0), rotation: Sequence[float] = (0.0, 0.0, 0.0, 1.0),
          filter: int = -1, node: int = -1, user: int = 0) -> c.TumColliderDef3:
    made = c.tum_default_collider_def3()
    made.kind = kind
    made.pose.position = c.TumVec3(*position)
    made.pose.rotation = c.TumQuat(*rotation)
    if friction is not None:
        made.material.static_friction = made.material.dynamic_friction = friction
    if restitution is not None:
        made.material.restitution = restitution
    made.filter, made.node, made.user = filter, node, user
    return made


def sphere(radius: float, **common: Any) -> c.TumColliderDef3:
    """A ball."""
    made = _made(c.TumShapeKind.TUM_SHAPE_SPHERE, **common)
    made.radius = radius
    return made


def box(x: float, y: float, z: float, **common: Any) -> c.TumColliderDef3:
    """A box with these edges."""
    made = _made(c.TumShapeKind.TUM_SHAPE_BOX, **common)
    made.size = c.TumVec3(x, y, z)
    return made


def capsule(height: float, radius: float, top: Optional[float] = None, **common: Any) -> c.TumColliderDef3:
    """A capsule along Y: `height` between the centres of its end spheres; `top` is the radius at +Y."""
    made = _made(c.TumShapeKind.TUM_SHAPE_CAPSULE, **common)
    made.height, made.radius_bottom, made.radius_top = height, radius, radius if top is None else top
    return made


def cylinder(height: float, radius: float, top: Optional[float] = None, **common: Any) -> c.TumColliderDef3:
    """A cylinder along Y, `height` in all; `top` is the radius at +Y, 0 for a cone."""
    made = _made(c.TumShapeKind.TUM_SHAPE_CYLINDER, **common)
    made.height, made.radius_bottom, made.radius_top = height, radius, radius if top is None else top
    return made


def plane(x: float = INFINITY, z: float = INFINITY, *, double_sided: bool = False,
          **common: Any) -> c.TumColliderDef3:
    """A plane with its normal along +Y; endless unless sizes are given."""
    made = _made(c.TumShapeKind.TUM_SHAPE_PLANE, **common)
    made.size = c.TumVec3(x, 0.0, z)
    made.double_sided = double_sided
    return made


def convex(points: Sequence[Sequence[float]], **common: Any) -> c.TumColliderDef3:
    """The convex hull of points."""
    made = _made(c.TumShapeKind.TUM_SHAPE_CONVEX, **common)
    _give_points(made, points)
    return made


def mesh(points: Sequence[Sequence[float]], triangles: Sequence[Sequence[int]], **common: Any) -> c.TumColliderDef3:
    """A thin shell of triangles, counter-clockwise seen from outside; each has three indices of points."""
    made = _made(c.TumShapeKind.TUM_SHAPE_MESH, **common)
    _give_points(made, points)
    flat = [int(i) for triangle in triangles for i in triangle]
    made.triangles = ctypes.cast((ctypes.c_uint32 * len(flat))(*flat), ctypes.POINTER(ctypes.c_uint32))
    made.triangle_count = len(flat) // 3
    return made


def _give_points(made: c.TumColliderDef3, points: Sequence[Sequence[float]]) -> None:
    flat = [float(v) for point in points for v in point]
    # The definition keeps the array alive.
    made.points = ctypes.cast((ctypes.c_float * len(flat))(*flat), ctypes.POINTER(ctypes.c_float))
    made.point_count = len(flat) // 3
