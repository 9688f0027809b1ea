# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/validate.h: changes go there.
"""validate.h: all violations of the rules of physics in a file, each with its place.

    TumReport *report = tum_report_create(NULL);
    TumValidation validation;
    if (tum_validate("crate.gltf", NULL, &validation, report) == TUM_OK) {
        for (size_t i = 0; i < tum_report_count(report); ++i) {
            const TumDiagnostic *found = tum_report_at(report, i);
            …
        }
    }
    tum_validation_clear(&validation);
    tum_report_destroy(report);

Codes, severities and pointers are those of the Khronos glTF-Validator where it knows the situation; codes
that begin with PHYSICS_ or G4MF_ are tumble's (docs/diagnostics.md). Materials, cameras and lights are not
checked: run both validators. tum_world_create takes every file without errors.

Threads: two validations with reports of their own share nothing.
"""
from __future__ import annotations

import ctypes
from typing import Optional

from tumble._types import Address, Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumAllocator, TumStatus
from tumble.c.document import TumDocument, TumDocumentOptions
from tumble.c.report import TumReport
from tumble.c.scene import TumScene


class TumValidateOptions(ctypes.Structure):
    """Options of validation. An all-zero struct holds the defaults.

    allocator: All zero: malloc and free.

    no_resources: External files are not opened; rules about their bytes are left out.

    map_from_bytes: [bytes] As in TumDocumentOptions.

    dialect: The only dialect that the scene is read in. Objects of other dialects are checked all the same,
    but they are no bodies.
    """

    allocator: TumAllocator
    no_resources: bool
    map_from_bytes: int
    dialect: int
    _fields_ = [
        ("allocator", TumAllocator),
        ("no_resources", ctypes.c_bool),
        ("map_from_bytes", ctypes.c_uint64),
        ("dialect", ctypes.c_int),
    ]


class TumValidation(ctypes.Structure):
    """Results of opening and reading on the way.

    document: Document; NULL where the file could not be opened.

    scene: Scene; NULL where the document could not be read.
    """

    document: Pointer[TumDocument]
    scene: Pointer[TumScene]
    _fields_ = [
        ("document", ctypes.POINTER(TumDocument)),
        ("scene", ctypes.POINTER(TumScene)),
    ]


_tum_validate = _bind(
    "tum_validate", ctypes.c_int,
    ctypes.c_char_p,
    ctypes.POINTER(TumValidateOptions),
    ctypes.POINTER(TumValidation),
    ctypes.POINTER(TumReport),
)


def tum_validate(
    path: Optional[bytes],
    options: Ref[TumValidateOptions],
    validation: Ref[TumValidation],
    report: Ref[TumReport],
) -> TumStatus:
    """Opens a file, reads its physics and checks every rule.

    path: "-" is standard input.

    options: may be NULL: the defaults.

    validation: receives document and scene; free them with tum_validation_clear, whatever the status. May be
    NULL.

    report: receives the findings; errors among them are no failure of this call.

    Returns TUM_OK, TUM_ERROR_FILE (the file itself cannot be read), TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT
    (`path` or `report` is NULL).
    """
    return TumStatus(_tum_validate(path, options, validation, report))


_tum_validate_bytes = _bind(
    "tum_validate_bytes", ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_size_t,
    ctypes.POINTER(TumDocumentOptions),
    ctypes.POINTER(TumValidation),
    ctypes.POINTER(TumReport),
)


def tum_validate_bytes(
    bytes: Address,
    count: int,
    document_options: Ref[TumDocumentOptions],
    validation: Ref[TumValidation],
    report: Ref[TumReport],
) -> TumStatus:
    """Validates a file whose bytes lie in memory.

    bytes: [count] borrowed until the return.

    document_options: name and folder of the bytes, as for tum_document_read; may be NULL.

    validation: as for tum_validate.

    report: receives the findings.

    Returns TUM_OK, TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (`bytes` or `report` is NULL).
    """
    return TumStatus(_tum_validate_bytes(bytes, count, document_options, validation, report))


_tum_validate_document = _bind(
    "tum_validate_document", ctypes.c_int,
    ctypes.POINTER(TumDocument),
    ctypes.POINTER(TumValidateOptions),
    ctypes.POINTER(ctypes.POINTER(TumScene)),
    ctypes.POINTER(TumReport),
)


def tum_validate_document(
    document: Ref[TumDocument],
    options: Ref[TumValidateOptions],
    scene: Ref[Pointer[TumScene]],
    report: Ref[TumReport],
) -> TumStatus:
    """Checks the rules for an open document. Findings of opening are not repeated.

    options: may be NULL: the defaults.

    scene: receives the scene, or NULL where it cannot be read; free it with tum_scene_destroy. May be NULL.

    report: receives the findings.

    Returns TUM_OK, TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (`document` or `report` is NULL).
    """
    return TumStatus(_tum_validate_document(document, options, scene, report))


_tum_validation_info = _bind(
    "tum_validation_info", ctypes.c_int,
    ctypes.POINTER(TumValidation),
    ctypes.POINTER(ctypes.POINTER(ctypes.c_char)),
    ctypes.POINTER(ctypes.c_size_t),
)


def tum_validation_info(
    validation: Ref[TumValidation],
    text: Ref[Pointer[ctypes.c_char]],
    count: Ref[ctypes.c_size_t],
) -> TumStatus:
    """Writes a summary of the file, as the member `info` of a report of the Khronos glTF-Validator has it: JSON
    in one object, without line breaks.

    text: receives `count` bytes; free them with tum_validation_free_text. NULL on failure.

    count: [bytes] receives their number.

    Returns TUM_OK or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_validation_info(validation, text, count))


_tum_validation_free_text = _bind(
    "tum_validation_free_text", None,
    ctypes.POINTER(ctypes.c_char),
    ctypes.c_size_t,
)


def tum_validation_free_text(text: Address, count: int) -> None:
    """Frees the text of tum_validation_info. NULL is fine.

    text: [count]

    count: [bytes] as tum_validation_info gave it.
    """
    _tum_validation_free_text(text, count)


_tum_validation_mime_type = _bind("tum_validation_mime_type", ctypes.c_char_p, ctypes.POINTER(TumValidation))


def tum_validation_mime_type(validation: Ref[TumValidation]) -> Optional[bytes]:
    """MIME type of the file: "model/gltf+json", "model/gltf-binary", "model/g4mf+json" or "model/g4mf-binary".

    Returns a text that lives as long as the program; NULL where the file could not be opened.
    """
    return _tum_validation_mime_type(validation)  # type: ignore[no-any-return]


_tum_validation_clear = _bind("tum_validation_clear", None, ctypes.POINTER(TumValidation))


def tum_validation_clear(validation: Ref[TumValidation]) -> None:
    """Frees document and scene of a validation, and sets both to NULL."""
    _tum_validation_clear(validation)
