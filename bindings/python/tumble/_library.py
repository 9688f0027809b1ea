# SPDX-License-Identifier: MIT
"""The shared library: found once, and checked to be of the version that the binding was written for.

It is looked for in this order:

    TUMBLE_LIBRARY    an environment variable with its path
    the package       beside this file, as wheels carry it
    the system        where the loader finds libtumble
"""
from __future__ import annotations

import ctypes
import ctypes.util
import os
import sys
from typing import Any, Iterator

from tumble._version import __version__

VERSION = tuple(int(part) for part in __version__.split("."))
"""Version of the headers that tumble.c was written from: major, minor, patch."""

_FILES = {"win32": ["tumble.dll", "libtumble.dll"], "darwin": ["libtumble.dylib"]}.get(
    sys.platform, ["libtumble.so"])


def _candidates() -> Iterator[str]:
    named = os.environ.get("TUMBLE_LIBRARY")
    if named:
        yield named
        return  # A person who names a library wants that one.
    for name in _FILES:
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
        if os.path.exists(path):
            yield path
    yield _FILES[0] + ".0"  # By its SOVERSION: packages for development alone have the plain name.
    found = ctypes.util.find_library("tumble")
    if found:
        yield found


def _load() -> ctypes.CDLL:
    refused = []
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            refused.append(str(error))
            continue
        library.tum_version.restype = ctypes.c_char_p
        library.tum_version_fits.restype = ctypes.c_bool
        number = VERSION[0] * 1000000 + VERSION[1] * 1000 + VERSION[2]
        if not library.tum_version_fits(ctypes.c_uint32(number)):
            raise ImportError("%s is tumble %s; this binding is for %d.%d.%d" % (
                path, library.tum_version().decode(), *VERSION[:3]))
        return library
    raise ImportError(
        "the shared library of tumble was not found: set TUMBLE_LIBRARY to its path (%s)" % "; ".join(refused))


library = _load()
"""The library. Calls release the interpreter's lock."""


def bind(name: str, result: Any, *parameters: Any) -> Any:
    """A function of the library with its types."""
    try:
        function = getattr(library, name)
    except AttributeError:
        raise ImportError("the library of tumble has no %s: it is older than this binding" % name) from None
    function.restype = result
    function.argtypes = parameters
    return function
