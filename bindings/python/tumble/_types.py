# SPDX-License-Identifier: MIT
"""Types of the low-level part for type checkers: pointers as ctypes has them."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, TypeVar, Union

T = TypeVar("T", bound="ctypes._CData")

if TYPE_CHECKING:
    Pointer = ctypes._Pointer
    Ref = Union["ctypes._Pointer[T]", "ctypes.Array[T]", "ctypes._CArgObject", T, None]
    Address = Union[int, bytes, "ctypes._Pointer[Any]", "ctypes.Array[Any]", "ctypes._CArgObject", ctypes.c_void_p, None]
else:
    # The names stand in annotations alone, which are not evaluated.
    Pointer = Ref = Address = None
