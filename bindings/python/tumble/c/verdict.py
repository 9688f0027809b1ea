# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/verdict.h: changes go there.
"""verdict.h: outcomes of checks on a motion, each with its value, bounds, time and place.

Scenarios and expectations add one verdict for each check they apply. A check that cannot be applied is
skipped, with the reason, and never passed.

Threads: a list of verdicts belongs to one thread at a time.
"""
from __future__ import annotations

import ctypes
import enum
from typing import Optional

from tumble._types import Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumAllocator, TumStatus


class TumOutcome(enum.IntEnum):
    """Outcome of a check."""

    TUM_OUTCOME_PASSED = 0
    """Outcome of a check."""
    TUM_OUTCOME_FAILED = 1
    """Outcome of a check."""
    TUM_OUTCOME_SKIPPED = 2
    """The check does not apply; the message has the reason."""


class TumVerdicts(ctypes.Structure):
    """List of verdicts. Opaque; made by tum_verdicts_create, freed by tum_verdicts_destroy."""


class TumVerdict(ctypes.Structure):
    """Verdict: the outcome of one check.

    Texts given to tum_verdicts_add are copied; those of a verdict in a list live as long as the list.

    check: Kind of the check: "within", "drop/rest". Never NULL.

    subject: Thing that is checked, for a person: "z(Ball) from 1 s to 3 s"; or "".

    outcome: Passed, failed or skipped.

    value: Measured value, in units of unit; NAN where nothing was measured.

    least: Least value that passes, in units of unit; -INFINITY without a bound.

    most: Greatest value that passes, in units of unit; INFINITY without a bound.

    unit: "m", "rad/s"; "" for counts and where nothing was measured.

    time: [s] Time of the value; NAN where it has none.

    rate: [Hz] Rate of the run; NAN where no run was needed.

    node: Node of the document; -1 where there is none.

    pointer: JSON pointer of the likeliest cause in the document; "" where there is none.

    message: Why the check failed or was skipped, with the cure; "" where it passed.
    """

    check: Optional[bytes]
    subject: Optional[bytes]
    outcome: int
    value: float
    least: float
    most: float
    unit: Optional[bytes]
    time: float
    rate: float
    node: int
    pointer: Optional[bytes]
    message: Optional[bytes]
    _fields_ = [
        ("check", ctypes.c_char_p),
        ("subject", ctypes.c_char_p),
        ("outcome", ctypes.c_int),
        ("value", ctypes.c_double),
        ("least", ctypes.c_double),
        ("most", ctypes.c_double),
        ("unit", ctypes.c_char_p),
        ("time", ctypes.c_double),
        ("rate", ctypes.c_double),
        ("node", ctypes.c_int32),
        ("pointer", ctypes.c_char_p),
        ("message", ctypes.c_char_p),
    ]


_tum_verdicts_create = _bind("tum_verdicts_create", ctypes.POINTER(TumVerdicts), ctypes.POINTER(TumAllocator))


def tum_verdicts_create(allocator: Ref[TumAllocator]) -> Pointer[TumVerdicts]:
    """Makes an empty list.

    allocator: NULL or all zero: malloc and free. Copied.

    Returns the list; free it with tum_verdicts_destroy. NULL when out of memory.
    """
    return _tum_verdicts_create(allocator)  # type: ignore[no-any-return]


_tum_verdicts_destroy = _bind("tum_verdicts_destroy", None, ctypes.POINTER(TumVerdicts))


def tum_verdicts_destroy(verdicts: Ref[TumVerdicts]) -> None:
    """Frees a list with its verdicts. NULL is fine."""
    _tum_verdicts_destroy(verdicts)


_tum_verdicts_add = _bind(
    "tum_verdicts_add", ctypes.c_int,
    ctypes.POINTER(TumVerdicts),
    ctypes.POINTER(TumVerdict),
)


def tum_verdicts_add(verdicts: Ref[TumVerdicts], verdict: Ref[TumVerdict]) -> TumStatus:
    """Adds a copy of a verdict to the end of a list. Texts that are NULL become "".

    verdict: is copied with its texts; its check is not NULL.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, which leaves the list as it was.
    """
    return TumStatus(_tum_verdicts_add(verdicts, verdict))


_tum_verdicts_count = _bind("tum_verdicts_count", ctypes.c_size_t, ctypes.POINTER(TumVerdicts))


def tum_verdicts_count(verdicts: Ref[TumVerdicts]) -> int:
    """Number of verdicts. 0 where verdicts is NULL."""
    return _tum_verdicts_count(verdicts)  # type: ignore[no-any-return]


_tum_verdicts_count_of = _bind(
    "tum_verdicts_count_of", ctypes.c_size_t,
    ctypes.POINTER(TumVerdicts),
    ctypes.c_int,
)


def tum_verdicts_count_of(verdicts: Ref[TumVerdicts], outcome: int) -> int:
    """Number of verdicts with an outcome. 0 where verdicts is NULL."""
    return _tum_verdicts_count_of(verdicts, outcome)  # type: ignore[no-any-return]


_tum_verdicts_at = _bind(
    "tum_verdicts_at", ctypes.POINTER(TumVerdict),
    ctypes.POINTER(TumVerdicts),
    ctypes.c_size_t,
)


def tum_verdicts_at(verdicts: Ref[TumVerdicts], index: int) -> Pointer[TumVerdict]:
    """Verdict of a list, in the order added.

    index: below tum_verdicts_count.

    Returns the verdict; it stays where it is until the next tum_verdicts_add.
    """
    return _tum_verdicts_at(verdicts, index)  # type: ignore[no-any-return]
