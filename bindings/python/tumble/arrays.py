# SPDX-License-Identifier: MIT
"""Arrays of numbers that C writes and Python reads: NumPy arrays where NumPy is there, else memoryviews.

The memory belongs to Python and keeps its address; C writes straight into it, so that a view shows the
present numbers without a copy.
"""
from __future__ import annotations

import ctypes
import importlib
from typing import Any, Sequence, Tuple

numpy: Any
try:
    numpy = importlib.import_module("numpy")
except ImportError:
    numpy = None


class Block:
    """Single-precision numbers of one shape."""

    def __init__(self, shape: Sequence[int]) -> None:
        self.shape: Tuple[int, ...] = tuple(shape)
        count = 1
        for length in self.shape:
            count *= length
        self.memory = (ctypes.c_float * count)()
        self.view: Any = self._view()
        """A read-only view of the memory: a NumPy array, or a memoryview of the same shape."""

    def _view(self) -> Any:
        if numpy is not None:
            made = numpy.frombuffer(self.memory, dtype=numpy.float32).reshape(self.shape) if len(self.memory) \
                else numpy.zeros(self.shape, dtype=numpy.float32)
            made.flags.writeable = False
            return made
        if len(self.memory) == 0:
            return memoryview(b"").cast("B")
        return memoryview(self.memory).cast("B").cast("f", self.shape).toreadonly()

    def pointer(self, kind: Any) -> Any:
        """The address, as a pointer to items of a struct."""
        return ctypes.cast(self.memory, ctypes.POINTER(kind))

    @property
    def address(self) -> int:
        """Address of the first number; that of `view`."""
        return ctypes.addressof(self.memory)


def numbers(values: Any, width: int) -> Tuple[Any, int]:
    """Rows of `width` single-precision numbers as a C array, and their number. An array of float32 whose
    rows follow each other is used where it lies; anything else is copied.
    """
    if numpy is not None:
        rows = numpy.ascontiguousarray(values, dtype=numpy.float32)
        if rows.size % width:
            raise ValueError("the numbers are no rows of %d" % width)
        return rows, rows.size // width
    flat = [float(v) for row in values for v in (row if hasattr(row, "__len__") else (row,))]
    if len(flat) % width:
        raise ValueError("the numbers are no rows of %d" % width)
    return (ctypes.c_float * len(flat))(*flat), len(flat) // width


def address_of(rows: Any) -> int:
    """Address of what `numbers` gave."""
    if isinstance(rows, ctypes.Array):
        return ctypes.addressof(rows)
    return int(rows.ctypes.data)


def records(memory: Any) -> Any:
    """An array of structs as NumPy records with the members' names, without a copy; without NumPy as it is."""
    if numpy is None:
        return memory
    return numpy.frombuffer(memory, dtype=numpy.dtype(memory._type_)) if len(memory) \
        else numpy.zeros(0, dtype=numpy.dtype(memory._type_))
