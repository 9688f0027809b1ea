# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/base.h: changes go there.
"""base.h: status codes, memory, tasks and the version, which all of tumble shares.

Threads: every function of this header may be called on any thread at any time.
"""
from __future__ import annotations

import ctypes
import enum
from typing import Any, Optional

from tumble._library import bind as _bind


def TUM_VERSION_NUMBER(major: int, minor: int, patch: int) -> int:
    """A version as one number that grows with it: 1.2.3 is 1002003."""
    return ((major)*1000000 + (minor)*1000 + (patch))


def TUM_VERSION_AT_LEAST(major: int, minor: int, patch: int) -> bool:
    """True, for the preprocessor, where these headers are of that version or a later one."""
    return (TUM_VERSION >= TUM_VERSION_NUMBER(major, minor, patch))


TUM_VERSION_MAJOR = 0
"""A change breaks programs (docs/versioning.md)."""
TUM_VERSION_MINOR = 2
"""A change adds, and before 1.0 may break programs."""
TUM_VERSION_PATCH = 0
"""A change mends."""
TUM_VERSION = 2000
"""The version of these headers."""


TumTaskFunction = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32)
"""Task that runs items `begin` to `end` - 1. `worker` is below TumTasks.worker_count, and no two calls with the
same worker overlap.
"""


class TumStatus(enum.IntEnum):
    """Answer of a function: a program decides by the status, a person reads the report."""

    TUM_OK = 0
    """The function did what its comment says."""
    TUM_ERROR_ARGUMENT = 1
    """The caller broke a rule of the function's comment."""
    TUM_ERROR_INPUT = 2
    """The content of a file has errors; the report says which."""
    TUM_ERROR_FILE = 3
    """A file could not be opened, read or written."""
    TUM_ERROR_UNSUPPORTED = 4
    """Valid, but beyond what this build or version can do."""
    TUM_ERROR_CAPACITY = 5
    """A count beyond capacity.h."""
    TUM_ERROR_MEMORY = 6
    """The allocator returned NULL."""
    TUM_ERROR_DIVERGED = 7
    """A simulated state left the finite or sensible numbers."""
    TUM_ERROR_INTERNAL = 8
    """A fault of ours."""
    TUM_ERROR_VERSION = 9
    """A definition has the layout of another version: compile again."""


TumAllocator_allocate = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)
"""Returns `bytes` bytes at a multiple of `alignment` (a power of two, at most 64), or NULL."""

TumAllocator_release = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
"""Takes back a block with the size it was allocated with. `block` is never NULL."""


class TumAllocator(ctypes.Structure):
    """Source of memory. An all-zero allocator means malloc and free. All workers of a world may call both
    functions at once while the world steps.

    allocate: Returns `bytes` bytes at a multiple of `alignment` (a power of two, at most 64), or NULL.

    release: Takes back a block with the size it was allocated with. `block` is never NULL.

    user: Handed to both functions; owned by the caller, usable until the last release.
    """

    allocate: Any
    release: Any
    user: Optional[int]
    _fields_ = [
        ("allocate", TumAllocator_allocate),
        ("release", TumAllocator_release),
        ("user", ctypes.c_void_p),
    ]


TumTasks_run = ctypes.CFUNCTYPE(None, ctypes.c_void_p, TumTaskFunction, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32)
"""Runs function(context, …) over ranges that cover 0 to item_count - 1 once, each of at most `range` items
unless there is one worker, and returns when all are done. How the ranges are shared out has no influence on
results.
"""


class TumTasks(ctypes.Structure):
    """Task system of the caller. An all-zero struct means that the world brings its own threads.

    run: Runs function(context, …) over ranges that cover 0 to item_count - 1 once, each of at most `range`
    items unless there is one worker, and returns when all are done. How the ranges are shared out has no
    influence on results.

    worker_count: 1 to 64.

    user: Handed to run; owned by the caller, usable until the world is destroyed.
    """

    run: Any
    worker_count: int
    user: Optional[int]
    _fields_ = [
        ("run", TumTasks_run),
        ("worker_count", ctypes.c_uint32),
        ("user", ctypes.c_void_p),
    ]


_tum_version = _bind("tum_version", ctypes.c_char_p)


def tum_version() -> Optional[bytes]:
    """Version of the library that is linked, "major.minor.patch".

    Returns a text that lives as long as the program.
    """
    return _tum_version()  # type: ignore[no-any-return]


_tum_version_number = _bind("tum_version_number", ctypes.c_uint32)


def tum_version_number() -> int:
    """Version of the library that is linked, as TUM_VERSION_NUMBER makes it."""
    return _tum_version_number()  # type: ignore[no-any-return]


_tum_version_fits = _bind("tum_version_fits", ctypes.c_bool, ctypes.c_uint32)


def tum_version_fits(headers: int) -> bool:
    """True where a program that was compiled with headers of a version may use the library that is linked:
    structs have the same layout and functions the same arguments (docs/versioning.md).

        if (!tum_version_fits(TUM_VERSION)) { … }    // once, at the start of a program

    headers: TUM_VERSION of the caller.
    """
    return _tum_version_fits(headers)  # type: ignore[no-any-return]


_tum_status_text = _bind("tum_status_text", ctypes.c_char_p, ctypes.c_int)


def tum_status_text(status: int) -> Optional[bytes]:
    """Sentence for a status, "no error" for TUM_OK.

    Returns a text that lives as long as the program.
    """
    return _tum_status_text(status)  # type: ignore[no-any-return]
