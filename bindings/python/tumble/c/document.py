# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/document.h: changes go there.
"""document.h: a glTF or G4MF file as a tree that keeps every member, also those that tumble does not know.

    TumReport *report = tum_report_create(NULL);
    TumDocument *document = NULL;
    if (tum_document_open("crate.glb", NULL, &document, report) == TUM_OK) {
        tum_document_save(document, "crate.gltf", NULL, report);
    }
    tum_document_destroy(document);
    tum_report_destroy(report);

A document that lies in memory, in an archive or on the web names other files too. A callback finds them:

    static TumStatus find(void *user, const char *path, const void **bytes, size_t *size)
    {
        const Entry *entry = archive_find(user, path);      // "textures/crate.bin"
        if (entry == NULL) {
            return TUM_ERROR_FILE;
        }
        *bytes = entry->bytes;
        *size = entry->size;
        return TUM_OK;
    }

    const TumDocumentOptions options = {.name = "crate.gltf",
                                        .resources = {.read = find, .user = archive}};
    status = tum_document_read(text, text_size, &options, &document, report);

Threads: several threads may read one document once its buffers are loaded, which opening does. A change
belongs to one thread.
"""
from __future__ import annotations

import ctypes
import enum
from typing import Any, Optional

from tumble._types import Address, Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumAllocator, TumStatus
from tumble.c.report import TumReport


class TumContainer(enum.IntEnum):
    """Container that a document is saved in."""

    TUM_CONTAINER_BY_NAME = 0
    """Binary for .glb and .g4b, text for any other name. In memory: as the document was opened."""
    TUM_CONTAINER_TEXT = 1
    """JSON, with buffers beside it or as data URIs."""
    TUM_CONTAINER_BINARY = 2
    """GLB, or G4B of a G4MF document."""


class TumFormat(enum.IntEnum):
    """Format of a document."""

    TUM_FORMAT_GLTF = 0
    """glTF 2.0 or 2.1"""
    TUM_FORMAT_G4MF = 1
    """G4MF"""


class TumDocument(ctypes.Structure):
    """Document: a tree of JSON with its buffers. Opaque; made by tum_document_open, tum_document_read,
    tum_document_copy or tum_scene_write, freed by tum_document_destroy.
    """


TumResources_read = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_size_t))
"""Finds the bytes of a path."""

TumResources_release = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
"""Takes bytes back: called once for each TUM_OK of `read`, before the next `read`. May be NULL."""


class TumResources(ctypes.Structure):
    """Source of the other files that a document names. An all-zero struct means the file system.

    Calls come from the thread that opens the document, one after the other, before opening returns, in the
    order of the document's buffers; none comes later. A path that is found is asked for once, however many
    buffers name it (compressed buffers of G4MF: once each); a path that is not found may be asked for again.

    A path is the URI with its percent signs decoded and steps that stay where they are ("", ".") left out:
    UTF-8, relative, with slashes, below the folder of the document. A URI that is anything else (".." in it,
    a backslash, a control character, a leading slash, a scheme) is INVALID_URI or NON_RELATIVE_URI, and the
    callback is not called. Query and fragment are no concepts here: "a.bin?b" is a name.

    read: Finds the bytes of a path.

    release: Takes bytes back: called once for each TUM_OK of `read`, before the next `read`. May be NULL.

    user: Handed to both functions; owned by the caller.
    """

    read: Any
    release: Any
    user: Optional[int]
    _fields_ = [
        ("read", TumResources_read),
        ("release", TumResources_release),
        ("user", ctypes.c_void_p),
    ]


class TumDocumentOptions(ctypes.Structure):
    """Options of opening a document. An all-zero struct holds the defaults.

    allocator: Memory of the document; all zero: malloc and free.

    no_resources: External files are not opened.

    map_from_bytes: [bytes] Files of this size and more are mapped, not read: opening takes no time and no
    memory for parts that are never read. A process that shortens such a file while the document lives ends
    this process (SIGBUS); replacing the file by another is fine. 0: none is mapped.

    folder: For tum_document_read: the folder that resolves relative URIs; NULL: none are resolved.

    resources: Source of the files that the document names; all zero: the file system.

    resource_bytes: [bytes] Limit of all other files together; a file beyond is an IO_ERROR. 0, and the limit
    in any case: TUM_MAX_FILE_BYTES.

    name: For tum_document_read: name of the file in findings; NULL: "".
    """

    allocator: TumAllocator
    no_resources: bool
    map_from_bytes: int
    folder: Optional[bytes]
    resources: TumResources
    resource_bytes: int
    name: Optional[bytes]
    _fields_ = [
        ("allocator", TumAllocator),
        ("no_resources", ctypes.c_bool),
        ("map_from_bytes", ctypes.c_uint64),
        ("folder", ctypes.c_char_p),
        ("resources", TumResources),
        ("resource_bytes", ctypes.c_uint64),
        ("name", ctypes.c_char_p),
    ]


TumSaveOptions_note_temporary = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_bool)
"""Told by tum_document_save which file is temporary: `exists` is true once it stands, and false when it is gone
or has its name. For programs that remove it when a signal ends them. May be NULL.
"""


class TumSaveOptions(ctypes.Structure):
    """Options of saving a document. An all-zero struct holds the defaults.

    container: Container of the file.

    embed: Text: buffers become data URIs. Binary: all buffers join one chunk.

    separate: Text: buffers that are no files become files beside it, named after it: crate.gltf has
    crate.bin, crate-1.bin …; only in tum_document_save.

    no_indent: Text: one line.

    note_temporary: Told by tum_document_save which file is temporary: `exists` is true once it stands, and
    false when it is gone or has its name. For programs that remove it when a signal ends them. May be NULL.

    user: Handed to note_temporary; owned by the caller.
    """

    container: int
    embed: bool
    separate: bool
    no_indent: bool
    note_temporary: Any
    user: Optional[int]
    _fields_ = [
        ("container", ctypes.c_int),
        ("embed", ctypes.c_bool),
        ("separate", ctypes.c_bool),
        ("no_indent", ctypes.c_bool),
        ("note_temporary", TumSaveOptions_note_temporary),
        ("user", ctypes.c_void_p),
    ]


_tum_document_open = _bind(
    "tum_document_open", ctypes.c_int,
    ctypes.c_char_p,
    ctypes.POINTER(TumDocumentOptions),
    ctypes.POINTER(ctypes.POINTER(TumDocument)),
    ctypes.POINTER(TumReport),
)


def tum_document_open(
    path: Optional[bytes],
    options: Ref[TumDocumentOptions],
    document: Ref[Pointer[TumDocument]],
    report: Ref[TumReport],
) -> TumStatus:
    """Opens a .gltf, .glb, .g4tf or .g4b file (told apart by content) and the buffers it names. "-" is standard
    input.

    Problems are filed in the report; those that leave part of the document usable do not stop opening.
    External buffers are opened only inside the document's own folder.

    options: may be NULL: the defaults.

    document: receives the document; free it with tum_document_destroy. NULL on failure.

    report: may be NULL.

    Returns TUM_OK, TUM_ERROR_FILE (the file cannot be read), TUM_ERROR_INPUT (not a document at all, or a
    node tree with cycles or double parents), TUM_ERROR_UNSUPPORTED (a version or size beyond tumble),
    TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (`path` or `document` is NULL).
    """
    return TumStatus(_tum_document_open(path, options, document, report))


_tum_document_read = _bind(
    "tum_document_read", ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_size_t,
    ctypes.POINTER(TumDocumentOptions),
    ctypes.POINTER(ctypes.POINTER(TumDocument)),
    ctypes.POINTER(TumReport),
)


def tum_document_read(
    bytes: Address,
    count: int,
    options: Ref[TumDocumentOptions],
    document: Ref[Pointer[TumDocument]],
    report: Ref[TumReport],
) -> TumStatus:
    """Opens a document whose bytes lie in memory; they are copied.

    bytes: [count]

    options: may be NULL: the defaults.

    document: receives the document; free it with tum_document_destroy. NULL on failure.

    report: may be NULL.

    Returns as tum_document_open, without TUM_ERROR_FILE.
    """
    return TumStatus(_tum_document_read(bytes, count, options, document, report))


_tum_document_copy = _bind(
    "tum_document_copy", ctypes.c_int,
    ctypes.POINTER(TumDocument),
    ctypes.POINTER(ctypes.POINTER(TumDocument)),
)


def tum_document_copy(source: Ref[TumDocument], copy: Ref[Pointer[TumDocument]]) -> TumStatus:
    """Copies a document. The copy is equal to the source and independent of it.

    copy: receives the copy; free it with tum_document_destroy. NULL on failure.

    Returns TUM_OK, TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (a pointer is NULL).
    """
    return TumStatus(_tum_document_copy(source, copy))


_tum_document_destroy = _bind("tum_document_destroy", None, ctypes.POINTER(TumDocument))


def tum_document_destroy(document: Ref[TumDocument]) -> None:
    """Frees a document. Scenes that were read from it stay. NULL is fine."""
    _tum_document_destroy(document)


_tum_document_save = _bind(
    "tum_document_save", ctypes.c_int,
    ctypes.POINTER(TumDocument),
    ctypes.c_char_p,
    ctypes.POINTER(TumSaveOptions),
    ctypes.POINTER(TumReport),
)


def tum_document_save(
    document: Ref[TumDocument],
    path: Optional[bytes],
    options: Ref[TumSaveOptions],
    report: Ref[TumReport],
) -> TumStatus:
    """Writes the document beside `path` and renames it into place: the old file or the new one is there at any
    time, never half of one. Buffers of their own come before it. External buffers that were not changed stay
    external when the new file is in the same folder, else they are embedded, like those that a callback
    found. "-" is standard output.

    Members keep their order, numbers their value bit for bit in the shortest decimal.

    options: may be NULL: the defaults.

    report: may be NULL.

    Returns TUM_OK, TUM_ERROR_FILE (a file cannot be written; the old one stays), TUM_ERROR_CAPACITY (more
    bytes than a GLB can state), TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (`document` or `path` is NULL).
    """
    return TumStatus(_tum_document_save(document, path, options, report))


_tum_document_write = _bind(
    "tum_document_write", ctypes.c_int,
    ctypes.POINTER(TumDocument),
    ctypes.POINTER(TumSaveOptions),
    ctypes.POINTER(ctypes.c_void_p),
    ctypes.POINTER(ctypes.c_size_t),
    ctypes.POINTER(TumReport),
)


def tum_document_write(
    document: Ref[TumDocument],
    options: Ref[TumSaveOptions],
    bytes: Ref[ctypes.c_void_p],
    count: Ref[ctypes.c_size_t],
    report: Ref[TumReport],
) -> TumStatus:
    """Writes the document into memory.

    options: may be NULL: the defaults.

    bytes: receives the bytes; free them with tum_document_free_bytes. NULL on failure.

    count: [bytes] receives their number.

    report: may be NULL.

    Returns TUM_OK, TUM_ERROR_CAPACITY, TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (a required pointer is NULL).
    """
    return TumStatus(_tum_document_write(document, options, bytes, count, report))


_tum_document_free_bytes = _bind(
    "tum_document_free_bytes", None,
    ctypes.POINTER(TumDocument),
    ctypes.c_void_p,
    ctypes.c_size_t,
)


def tum_document_free_bytes(document: Ref[TumDocument], bytes: Address, count: int) -> None:
    """Frees the bytes that tum_document_write gave for this document.

    bytes: [count]

    count: [bytes] as tum_document_write gave it.
    """
    _tum_document_free_bytes(document, bytes, count)


_tum_document_number = _bind(
    "tum_document_number", ctypes.c_int,
    ctypes.POINTER(TumDocument),
    ctypes.c_char_p,
    ctypes.POINTER(ctypes.c_double),
)


def tum_document_number(
    document: Ref[TumDocument],
    pointer: Optional[bytes],
    number: Ref[ctypes.c_double],
) -> TumStatus:
    """Reads a number of the document by its JSON pointer (RFC 6901).

    pointer: "/nodes/3/translation/1"

    number: receives the number, the nearest double; unchanged on failure.

    Returns TUM_OK, TUM_ERROR_INPUT (there is no number) or TUM_ERROR_ARGUMENT (a pointer is NULL or no JSON
    pointer).
    """
    return TumStatus(_tum_document_number(document, pointer, number))


_tum_document_set_number = _bind(
    "tum_document_set_number", ctypes.c_int,
    ctypes.POINTER(TumDocument),
    ctypes.c_char_p,
    ctypes.c_double,
)


def tum_document_set_number(document: Ref[TumDocument], pointer: Optional[bytes], number: float) -> TumStatus:
    """Sets a number of the document by its JSON pointer. An object that lacks the member gets it. A scene that
    is read afterwards has the number.

    pointer: as for tum_document_number.

    number: finite.

    Returns TUM_OK; TUM_ERROR_INPUT (another value stands there, its object or array does not exist, or nodes
    no longer form a tree: the document can then no longer be used); TUM_ERROR_UNSUPPORTED (buffers,
    bufferViews and accessors, whose bytes are read when the document is opened); TUM_ERROR_MEMORY or
    TUM_ERROR_ARGUMENT (a pointer is NULL or no JSON pointer, or the number is not finite).
    """
    return TumStatus(_tum_document_set_number(document, pointer, number))


_tum_document_name = _bind("tum_document_name", ctypes.c_char_p, ctypes.POINTER(TumDocument))


def tum_document_name(document: Ref[TumDocument]) -> Optional[bytes]:
    """Name of the file, as it was given when opened; lives as long as the document."""
    return _tum_document_name(document)  # type: ignore[no-any-return]


_tum_document_format = _bind("tum_document_format", ctypes.c_int, ctypes.POINTER(TumDocument))


def tum_document_format(document: Ref[TumDocument]) -> TumFormat:
    """Format of the document."""
    return TumFormat(_tum_document_format(document))


_tum_document_dimension = _bind("tum_document_dimension", ctypes.c_int, ctypes.POINTER(TumDocument))


def tum_document_dimension(document: Ref[TumDocument]) -> int:
    """Dimension of the space that the document describes: 3, or the one that a G4MF document states."""
    return _tum_document_dimension(document)  # type: ignore[no-any-return]
