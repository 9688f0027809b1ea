# SPDX-License-Identifier: MIT
"""Owners: Python objects that hold one object of C, and free it once."""
from __future__ import annotations

from types import TracebackType
from typing import Any, Optional, Type, TypeVar

from tumble.errors import ArgumentError

Own = TypeVar("Own", bound="Owner")


class Owner:
    """Holds an object of C until close(), the end of a `with`, or the last reference to the owner.

    A class of owners says what a closed one is called in its messages, and how its object is freed.
    """

    _closed = "the object is closed"
    _handle: Any = None

    def _free(self, handle: Any) -> None:
        raise NotImplementedError

    @property
    def handle(self) -> Any:
        """The object of the C interface. Raises ArgumentError after close()."""
        if not self._handle:
            raise ArgumentError(self._closed)
        return self._handle

    def close(self) -> None:
        """Frees the object of C. A second call does nothing."""
        handle, self._handle = self._handle, None
        if handle:
            self._free(handle)

    def __enter__(self: Own) -> Own:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()
