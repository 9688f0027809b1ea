# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/query.h: changes go there.
"""query.h: rules and the filter that queries of three and of four dimensions share (query3.h, query4.h).

    TumQueryFilter filter = tum_default_query_filter();
    filter.triggers = true;
    tum_world_cast_ray3(world, &ray, &filter, &hit);

Queries see the world as the last step left it; a world that was never stepped, as it was built. They see the
solid colliders of all bodies, asleep or not, and of the world itself; triggers on request. Lengths are in
metres, in the frame of the world; normals have unit length. A fraction is a part of the path of a cast: 0 at
its begin, 1 at its end.

Convex shapes and endless single-sided planes are solid; meshes and other planes are thin. A cast that begins
inside a solid shape hits it at fraction 0, with the normal opposite to the path. A plane that is neither
endless nor double-sided is met from its +Y side only; meshes are met from both. Among hits at the same
fraction a collider wins over a trigger, the lower node over the higher, and of the same node, or without one,
the lower place (tum_world_collider_at) over the higher: answers depend on nothing but the state of the world.

Memory: nothing is allocated; answers go into memory of the caller.

Threads: queries take a `const TumWorld *` and may run on many threads at once, between steps. The exceptions
say so: tum_world_cast_rays3 and tum_world_cast_rays4.

Errors: TUM_ERROR_ARGUMENT where a number is not finite, a path has no length, or a filter is none of the
scene's; the answer then is "no hit". In a world of another dimension calls stop in Debug and answer
TUM_ERROR_UNSUPPORTED in Release.
"""
from __future__ import annotations

import ctypes

from tumble._types import Pointer
from tumble._library import bind as _bind


class TumQueryFilter(ctypes.Structure):
    """Filter of a query: the colliders it sees. Start from tum_default_query_filter; NULL in its place means the
    same.

    filter: Index into the scene's filters: the query sees the colliders that a collider with this filter
    would meet. -1: it sees everything. Default -1.

    ignored: [ignored_words] One bit for each body, in the order of tum_world_body_at, 32 in a word, the
    lowest first: bodies with set bits are not seen. Borrowed for the call; may be NULL.

    ignored_words: Words at `ignored`; bodies beyond them are seen. Default 0.

    triggers: Triggers are seen too, by their parts, which are tested one by one. Default false.

    no_colliders: Solid colliders are not seen: with `triggers`, triggers alone. Default false.
    """

    filter: int
    ignored: Pointer[ctypes.c_uint32]
    ignored_words: int
    triggers: bool
    no_colliders: bool
    _fields_ = [
        ("filter", ctypes.c_int32),
        ("ignored", ctypes.POINTER(ctypes.c_uint32)),
        ("ignored_words", ctypes.c_size_t),
        ("triggers", ctypes.c_bool),
        ("no_colliders", ctypes.c_bool),
    ]


_tum_default_query_filter = _bind("tum_default_query_filter", TumQueryFilter)


def tum_default_query_filter() -> TumQueryFilter:
    """Filter that sees all solid colliders and no triggers."""
    return _tum_default_query_filter()  # type: ignore[no-any-return]
