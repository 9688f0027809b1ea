# SPDX-License-Identifier: MIT
"""Queries of a world: rays, boxes and nearest points, in three and four dimensions."""
from __future__ import annotations

import ctypes
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

from tumble import c
from tumble._owner import Owner
from tumble.arrays import address_of, numbers, records
from tumble.body import values
from tumble.errors import check


class Hit(NamedTuple):
    """Hit of a query (TumHit3, TumHit4)."""

    is_trigger: bool
    fraction: float
    """Part of the path."""
    distance: float
    """[m] Along the path; of nearest points to the surface, negative inside."""
    point: Tuple[float, ...]
    """[m] On the surface that was hit."""
    normal: Tuple[float, ...]
    node: int
    """Node of the collider or trigger; -1: none."""
    motion: int
    """Node of the body it moves with; -1: none."""
    cell: int
    """Index into the cells of the scene's mesh; -1: no mesh."""
    collider: int
    """Id of the collider as one number (tum_collider_id_to_u64); 0: a trigger."""
    body: int
    """Id of the body as one number (tum_body_id_to_u64); 0: the world itself."""
    user: int
    body_user: int


def hit_of(hit: Any) -> Optional[Hit]:
    """A hit of C as a value; None where nothing was found."""
    if not hit.is_hit:
        return None
    cell = hit.triangle if isinstance(hit, c.TumHit3) else hit.tetrahedron
    return Hit(hit.is_trigger, hit.fraction, hit.distance, values(hit.point), values(hit.normal), hit.node, hit.motion,
               cell, c.tum_collider_id_to_u64(hit.collider), c.tum_body_id_to_u64(hit.body), hit.user, hit.body_user)


def query_filter(filter: int = -1, triggers: bool = False, colliders: bool = True) -> c.TumQueryFilter:
    """Colliders that a query sees. filter: index of one of the scene's; -1: everything."""
    made = c.tum_default_query_filter()
    made.filter, made.triggers, made.no_colliders = filter, triggers, not colliders
    return made


class Queries(Owner):
    """The queries of a world. Nothing changes; many threads may ask at once, between steps.

    `seen` of a query is query_filter(…); None: all solid colliders.
    """

    dimension: int

    def _types(self) -> Tuple[Any, Any, Any]:
        """Vector, ray and hit of the dimension."""
        return (c.TumVec3, c.TumRay3, c.TumHit3) if self.dimension == 3 else (c.TumVec4, c.TumRay4, c.TumHit4)

    def _ask(self, name: str, *arguments: Any) -> None:
        check(getattr(c, "tum_world_%s%d" % (name, self.dimension))(self.handle, *arguments))

    def cast_ray(self, start: Sequence[float], along: Sequence[float],
                 seen: Optional[c.TumQueryFilter] = None) -> Optional[Hit]:
        """First hit of a ray from `start` [m] to `start + along`; None: it meets nothing."""
        vector, ray, hit = self._types()
        found = hit()
        self._ask("cast_ray", ray(vector(*start), vector(*along)), seen, found)
        return hit_of(found)

    def cast_ray_all(self, start: Sequence[float], along: Sequence[float],
                     seen: Optional[c.TumQueryFilter] = None) -> List[Hit]:
        """All hits of a ray, nearest first."""
        vector, ray, hit = self._types()
        path, count, room = ray(vector(*start), vector(*along)), ctypes.c_size_t(), 16
        while True:
            found = (hit * room)()
            self._ask("cast_ray_all", path, seen, found, room, count)
            if count.value <= room:
                return [made for made in map(hit_of, found[:count.value]) if made is not None]
            room = count.value

    def cast_rays(self, rays: Any, seen: Optional[c.TumQueryFilter] = None) -> Any:
        """First hits of many rays, over the threads of the world. Rows of `rays` are start and along: 6
        numbers, in 4D 8. An array of float32 is read where it lies.

        Answers NumPy records with the members of TumHit3 or TumHit4 (`is_hit`, `distance` …), without
        NumPy an array of these structs.
        """
        _, ray, hit = self._types()
        rows, count = numbers(rays, 2 * self.dimension)
        found = (hit * count)()
        pointer = ctypes.cast(address_of(rows), ctypes.POINTER(ray))
        self._ask("cast_rays", pointer, count, seen, found)
        return records(found)

    def nearest_point(self, point: Sequence[float], reach: float = float("inf"),
                      seen: Optional[c.TumQueryFilter] = None) -> Optional[Hit]:
        """Point of all surfaces that is nearest to a point [m]; None: there is none within `reach` [m]."""
        vector, _, hit = self._types()
        found = hit()
        self._ask("nearest_point", vector(*point), reach, seen, found)
        return hit_of(found)

    def overlap_box(self, low: Sequence[float], high: Sequence[float],
                    seen: Optional[c.TumQueryFilter] = None) -> List[c.TumColliderId]:
        """Solid colliders whose bounding boxes touch a box along the axes of the world."""
        vector, _, _ = self._types()
        count, room = ctypes.c_size_t(), 64
        while True:
            found = (c.TumColliderId * room)()
            self._ask("overlap_box", vector(*low), vector(*high), seen, found, room, count)
            if count.value <= room:
                return list(found[:count.value])
            room = count.value
