# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/query4.h: changes go there.
r"""query4.h: rays, moving shapes, overlaps and nearest points in a four-dimensional world.

    TumRay4 ray = {.from = {0, 10, 0, 0}, .along = {0, -20, 0, 0}};
    TumHit4 hit;
    if (tum_world_cast_ray4(world, &ray, NULL, &hit) == TUM_OK && hit.is_hit) {
        printf("node %d at %g m\n", hit.node, (double)hit.distance);
    }

The rules of query.h hold here: what queries see and when, solid shapes, the order of hits, memory, threads
and errors.

Threads: those of query.h.
"""
from __future__ import annotations

import ctypes

from tumble._types import Ref
from tumble._library import bind as _bind
from tumble.c.base import TumStatus
from tumble.c.id import TumBodyId, TumColliderId
from tumble.c.pose import TumPose4, TumVec4
from tumble.c.query import TumQueryFilter
from tumble.c.scene import TumShape
from tumble.c.world import TumWorld


class TumRay4(ctypes.Structure):
    """Path of a ray from `from` to `from + along`; `along` must not be zero.

    from_: [m] Begin, in the world.

    along: [m] Vector to the end.
    """

    from_: TumVec4
    along: TumVec4
    _fields_ = [
        ("from_", TumVec4),
        ("along", TumVec4),
    ]


class TumHit4(ctypes.Structure):
    """Hit of a query.

    is_hit: False: nothing was found; all else is then zero, node, motion and tetrahedron are -1.

    is_trigger: The hit is a part of a trigger, not a collider.

    fraction: Part of the path. Nearest points and overlaps: 0.

    distance: [m] fraction times the length of the path. Nearest points: to the surface, negative inside a
    solid shape. Overlaps: negative depth.

    point: [m] On the surface that was hit, in the world.

    normal: Unit normal of that surface, toward the begin of the query.

    node: Node of the collider or of the trigger; -1: it has none.

    motion: Node of the body it moves with; -1: it never moves, or the body has no node.

    tetrahedron: Index into the cells of the scene's mesh; -1: no mesh.

    collider: Collider that was hit; zero: a trigger.

    body: Body of the collider; zero: the world itself.

    user: tum_collider_user of the collider; 0: a trigger.

    body_user: tum_body_user of the body; 0: the world itself.
    """

    is_hit: bool
    is_trigger: bool
    fraction: float
    distance: float
    point: TumVec4
    normal: TumVec4
    node: int
    motion: int
    tetrahedron: int
    collider: TumColliderId
    body: TumBodyId
    user: int
    body_user: int
    _fields_ = [
        ("is_hit", ctypes.c_bool),
        ("is_trigger", ctypes.c_bool),
        ("fraction", ctypes.c_float),
        ("distance", ctypes.c_float),
        ("point", TumVec4),
        ("normal", TumVec4),
        ("node", ctypes.c_int32),
        ("motion", ctypes.c_int32),
        ("tetrahedron", ctypes.c_int32),
        ("collider", TumColliderId),
        ("body", TumBodyId),
        ("user", ctypes.c_uint64),
        ("body_user", ctypes.c_uint64),
    ]


_tum_world_cast_ray4 = _bind(
    "tum_world_cast_ray4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(TumRay4),
    ctypes.POINTER(TumQueryFilter),
    ctypes.POINTER(TumHit4),
)


def tum_world_cast_ray4(
    world: Ref[TumWorld],
    ray: Ref[TumRay4],
    filter: Ref[TumQueryFilter],
    hit: Ref[TumHit4],
) -> TumStatus:
    """Finds the first hit of a ray.

    filter: NULL: the default one.

    hit: receives the hit.

    Returns TUM_OK, also without a hit; TUM_ERROR_ARGUMENT or TUM_ERROR_UNSUPPORTED (query.h).
    """
    return TumStatus(_tum_world_cast_ray4(world, ray, filter, hit))


_tum_world_is_ray_blocked4 = _bind(
    "tum_world_is_ray_blocked4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(TumRay4),
    ctypes.POINTER(TumQueryFilter),
    ctypes.POINTER(ctypes.c_bool),
)


def tum_world_is_ray_blocked4(
    world: Ref[TumWorld],
    ray: Ref[TumRay4],
    filter: Ref[TumQueryFilter],
    is_blocked: Ref[ctypes.c_bool],
) -> TumStatus:
    """Tells whether anything is on a ray: faster than finding the first hit.

    filter: NULL: the default one.

    is_blocked: receives the answer; false on failure.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_UNSUPPORTED (query.h).
    """
    return TumStatus(_tum_world_is_ray_blocked4(world, ray, filter, is_blocked))


_tum_world_cast_ray_all4 = _bind(
    "tum_world_cast_ray_all4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(TumRay4),
    ctypes.POINTER(TumQueryFilter),
    ctypes.POINTER(TumHit4),
    ctypes.c_size_t,
    ctypes.POINTER(ctypes.c_size_t),
)


def tum_world_cast_ray_all4(
    world: Ref[TumWorld],
    ray: Ref[TumRay4],
    filter: Ref[TumQueryFilter],
    hits: Ref[TumHit4],
    capacity: int,
    count: Ref[ctypes.c_size_t],
) -> TumStatus:
    """Finds all hits of a ray, one for each collider and each part of a trigger, nearest first.

    filter: NULL: the default one.

    hits: [capacity] receives the nearest `capacity` of them; may be NULL where capacity is 0.

    capacity: hits that fit.

    count: receives the number of hits, also beyond `capacity`.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_UNSUPPORTED (query.h).
    """
    return TumStatus(_tum_world_cast_ray_all4(world, ray, filter, hits, capacity, count))


_tum_world_cast_rays4 = _bind(
    "tum_world_cast_rays4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(TumRay4),
    ctypes.c_size_t,
    ctypes.POINTER(TumQueryFilter),
    ctypes.POINTER(TumHit4),
)


def tum_world_cast_rays4(
    world: Ref[TumWorld],
    rays: Ref[TumRay4],
    count: int,
    filter: Ref[TumQueryFilter],
    hits: Ref[TumHit4],
) -> TumStatus:
    """Casts many rays in one call, shared out over the world's tasks: the same answers as those of
    tum_world_cast_ray4 to the last bit, in the order of the rays.

    Threads: the call uses the world's tasks, so one such call at a time in a world; other queries may run
    beside it.

    rays: [count]

    filter: NULL: the default one.

    hits: [count] receives one hit for each ray.

    Returns TUM_OK, TUM_ERROR_UNSUPPORTED (query.h) or TUM_ERROR_ARGUMENT (also where a ray is not valid: its
    answer is "no hit", the others are cast).
    """
    return TumStatus(_tum_world_cast_rays4(world, rays, count, filter, hits))


_tum_world_cast_shape4 = _bind(
    "tum_world_cast_shape4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(TumShape),
    TumPose4,
    TumVec4,
    ctypes.POINTER(TumQueryFilter),
    ctypes.POINTER(TumHit4),
)


def tum_world_cast_shape4(
    world: Ref[TumWorld],
    shape: Ref[TumShape],
    pose: TumPose4,
    along: TumVec4,
    filter: Ref[TumQueryFilter],
    hit: Ref[TumHit4],
) -> TumStatus:
    """Finds the first hit of a shape that moves without turning.

    `point` of the hit is the point of first contact. The answer is early by a micrometre of distance, and by
    more only where shapes graze each other for long, never late. Shapes that touch at the start and do not
    come closer pass.

    shape: a sphere, box, capsule or cylinder with finite sizes.

    pose: pose at the begin; the rotation nearest to its matrix is taken.

    along: [m] vector of the path, not zero.

    filter: NULL: the default one.

    hit: receives the hit.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_UNSUPPORTED (query.h; also a shape of another kind).
    """
    return TumStatus(_tum_world_cast_shape4(world, shape, pose, along, filter, hit))


_tum_world_cast_body4 = _bind(
    "tum_world_cast_body4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    TumVec4,
    ctypes.POINTER(TumQueryFilter),
    ctypes.POINTER(TumHit4),
)


def tum_world_cast_body4(
    world: Ref[TumWorld],
    body: TumBodyId,
    along: TumVec4,
    filter: Ref[TumQueryFilter],
    hit: Ref[TumHit4],
) -> TumStatus:
    """Finds the first hit of a body that moves from its present pose without turning; the body itself is not
    seen. Its convex colliders are cast like shapes, general ones and hulls included; its planes and meshes
    are not cast.

    along: [m] vector of the path, not zero.

    filter: NULL: the default one.

    hit: receives the hit.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (query.h; also where the body does not exist) or TUM_ERROR_UNSUPPORTED.
    """
    return TumStatus(_tum_world_cast_body4(world, body, along, filter, hit))


_tum_world_overlap_shape4 = _bind(
    "tum_world_overlap_shape4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(TumShape),
    TumPose4,
    ctypes.POINTER(TumQueryFilter),
    ctypes.POINTER(TumHit4),
    ctypes.c_size_t,
    ctypes.POINTER(ctypes.c_size_t),
)


def tum_world_overlap_shape4(
    world: Ref[TumWorld],
    shape: Ref[TumShape],
    pose: TumPose4,
    filter: Ref[TumQueryFilter],
    hits: Ref[TumHit4],
    capacity: int,
    count: Ref[ctypes.c_size_t],
) -> TumStatus:
    """Finds all colliders that a shape overlaps, in the order of the scene, triggers last. `fraction` of a hit
    is 0, `distance` the negative depth, and `point` its place.

    shape: as for tum_world_cast_shape4.

    pose: pose of the shape; the rotation nearest to its matrix is taken.

    filter: NULL: the default one.

    hits: [capacity] receives the first `capacity` of them; may be NULL where capacity is 0.

    capacity: hits that fit.

    count: receives the number of hits, also beyond `capacity`.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_UNSUPPORTED (query.h; also a shape of another kind).
    """
    return TumStatus(_tum_world_overlap_shape4(world, shape, pose, filter, hits, capacity, count))


_tum_world_overlap_collider4 = _bind(
    "tum_world_overlap_collider4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumColliderId,
    ctypes.POINTER(TumQueryFilter),
    ctypes.POINTER(TumHit4),
    ctypes.c_size_t,
    ctypes.POINTER(ctypes.c_size_t),
)


def tum_world_overlap_collider4(
    world: Ref[TumWorld],
    collider: TumColliderId,
    filter: Ref[TumQueryFilter],
    hits: Ref[TumHit4],
    capacity: int,
    count: Ref[ctypes.c_size_t],
) -> TumStatus:
    """Finds all colliders that a collider of the world, of any shape, overlaps in its present pose. The collider
    itself and other colliders of its body are not seen.

    filter: NULL: the default one.

    hits: [capacity] as for tum_world_overlap_shape4.

    capacity: hits that fit.

    count: receives the number of hits, also beyond `capacity`.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (query.h; also where the collider does not exist) or
    TUM_ERROR_UNSUPPORTED.
    """
    return TumStatus(_tum_world_overlap_collider4(world, collider, filter, hits, capacity, count))


_tum_world_overlap_box4 = _bind(
    "tum_world_overlap_box4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumVec4,
    TumVec4,
    ctypes.POINTER(TumQueryFilter),
    ctypes.POINTER(TumColliderId),
    ctypes.c_size_t,
    ctypes.POINTER(ctypes.c_size_t),
)


def tum_world_overlap_box4(
    world: Ref[TumWorld],
    low: TumVec4,
    high: TumVec4,
    filter: Ref[TumQueryFilter],
    colliders: Ref[TumColliderId],
    capacity: int,
    count: Ref[ctypes.c_size_t],
) -> TumStatus:
    """Finds the solid colliders whose bounding boxes touch a box, both along the axes of the world: faster than
    overlaps of shapes, and a superset of them, since a box is larger than the shape in it.

    low: [m] corner; nowhere above high; infinite numbers are allowed.

    high: [m] opposite corner.

    filter: NULL: the default one. Triggers are not found.

    colliders: [capacity] receives the first `capacity` of them in the order of tum_world_collider_at; may be
    NULL where capacity is 0.

    capacity: ids that fit.

    count: receives the number of colliders, also beyond `capacity`.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_UNSUPPORTED (query.h).
    """
    return TumStatus(_tum_world_overlap_box4(world, low, high, filter, colliders, capacity, count))


_tum_world_nearest_point4 = _bind(
    "tum_world_nearest_point4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumVec4,
    ctypes.c_float,
    ctypes.POINTER(TumQueryFilter),
    ctypes.POINTER(TumHit4),
)


def tum_world_nearest_point4(
    world: Ref[TumWorld],
    point: TumVec4,
    reach: float,
    filter: Ref[TumQueryFilter],
    hit: Ref[TumHit4],
) -> TumStatus:
    """Finds the point of all surfaces that is nearest to a point. Inside a solid shape distances are negative,
    and the deepest counts as the nearest.

    point: [m] in the world.

    reach: [m] greatest distance of a hit; positive, INFINITY allowed.

    filter: NULL: the default one.

    hit: receives the hit.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_UNSUPPORTED (query.h).
    """
    return TumStatus(_tum_world_nearest_point4(world, point, reach, filter, hit))
