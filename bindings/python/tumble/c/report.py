# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/report.h: changes go there.
"""report.h: findings on a file for a person, each with a place and a reason.

A report collects diagnostics from any number of calls. The same code at the same place of the same file is
kept once.

Threads: a report belongs to one thread at a time. Codes and explanations are constant: any thread may read
them.
"""
from __future__ import annotations

import ctypes
import enum
from typing import Optional

from tumble._types import Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumAllocator


class TumSeverity(enum.IntEnum):
    """Severity of a finding. The numbers are those of the Khronos glTF-Validator."""

    TUM_SEVERITY_ERROR = 0
    """The file breaks a rule."""
    TUM_SEVERITY_WARNING = 1
    """The file is valid, and part of it acts otherwise than written."""
    TUM_SEVERITY_INFO = 2
    """A fact worth knowing."""
    TUM_SEVERITY_HINT = 3
    """A guess at a mistake, or advice."""


class TumReport(ctypes.Structure):
    """Report: a list of findings. Opaque; made by tum_report_create, freed by tum_report_destroy."""


class TumDiagnostic(ctypes.Structure):
    """Finding. Texts live as long as the report.

    code: "UNRESOLVED_REFERENCE"; all are listed in docs/diagnostics.md.

    severity: Severity of this finding.

    file: Name of the file as it was opened; "" for bytes from memory.

    pointer: JSON pointer (RFC 6901), "" for the root. NULL: see offset.

    offset: [bytes] from the start of the file, where pointer is NULL.

    message: One sentence, UTF-8, at most 300 bytes.

    decision: "D7" when the finding tells how an open point of the specifications was read, else NULL.

    result: JSON pointer of the counterpart in the document that was written, or NULL.
    """

    code: Optional[bytes]
    severity: int
    file: Optional[bytes]
    pointer: Optional[bytes]
    offset: int
    message: Optional[bytes]
    decision: Optional[bytes]
    result: Optional[bytes]
    _fields_ = [
        ("code", ctypes.c_char_p),
        ("severity", ctypes.c_int),
        ("file", ctypes.c_char_p),
        ("pointer", ctypes.c_char_p),
        ("offset", ctypes.c_uint64),
        ("message", ctypes.c_char_p),
        ("decision", ctypes.c_char_p),
        ("result", ctypes.c_char_p),
    ]


class TumExplanation(ctypes.Structure):
    """Explanation of a code. Texts are sentences; 'words in quotes' stand in a file or on a command line.

    code: Code that is explained.

    severity: Severity of most findings with the code; some rules have another.

    meaning: The finding in one sentence.

    advice: How to mend the cause.
    """

    code: Optional[bytes]
    severity: int
    meaning: Optional[bytes]
    advice: Optional[bytes]
    _fields_ = [
        ("code", ctypes.c_char_p),
        ("severity", ctypes.c_int),
        ("meaning", ctypes.c_char_p),
        ("advice", ctypes.c_char_p),
    ]


_tum_report_create = _bind("tum_report_create", ctypes.POINTER(TumReport), ctypes.POINTER(TumAllocator))


def tum_report_create(allocator: Ref[TumAllocator]) -> Pointer[TumReport]:
    """Makes an empty report.

    allocator: NULL or all zero: malloc and free. Copied.

    Returns the report; free it with tum_report_destroy. NULL when out of memory.
    """
    return _tum_report_create(allocator)  # type: ignore[no-any-return]


_tum_report_destroy = _bind("tum_report_destroy", None, ctypes.POINTER(TumReport))


def tum_report_destroy(report: Ref[TumReport]) -> None:
    """Frees a report with its findings. NULL is fine."""
    _tum_report_destroy(report)


_tum_report_count = _bind("tum_report_count", ctypes.c_size_t, ctypes.POINTER(TumReport))


def tum_report_count(report: Ref[TumReport]) -> int:
    """Number of findings that can be read. 0 where report is NULL."""
    return _tum_report_count(report)  # type: ignore[no-any-return]


_tum_report_lost = _bind("tum_report_lost", ctypes.c_size_t, ctypes.POINTER(TumReport))


def tum_report_lost(report: Ref[TumReport]) -> int:
    """Findings that are counted and not kept: those beyond TUM_MAX_FINDINGS_OF_CODE of their code, and those for
    which memory was short. 0 where report is NULL.
    """
    return _tum_report_lost(report)  # type: ignore[no-any-return]


_tum_report_lost_of = _bind("tum_report_lost_of", ctypes.c_size_t, ctypes.POINTER(TumReport), ctypes.c_char_p)


def tum_report_lost_of(report: Ref[TumReport], code: Optional[bytes]) -> int:
    """Lost findings of one code, as tum_report_code gives it; 0 for a text that is no code."""
    return _tum_report_lost_of(report, code)  # type: ignore[no-any-return]


_tum_report_count_of = _bind("tum_report_count_of", ctypes.c_size_t, ctypes.POINTER(TumReport), ctypes.c_int)


def tum_report_count_of(report: Ref[TumReport], severity: int) -> int:
    """Number of findings of a severity, the lost ones among them: an error counts even where it is not kept."""
    return _tum_report_count_of(report, severity)  # type: ignore[no-any-return]


_tum_report_at = _bind(
    "tum_report_at", ctypes.POINTER(TumDiagnostic),
    ctypes.POINTER(TumReport),
    ctypes.c_size_t,
)


def tum_report_at(report: Ref[TumReport], index: int) -> Pointer[TumDiagnostic]:
    """Finding of a report, in the order found.

    index: below tum_report_count.

    Returns the finding; lives as long as the report.
    """
    return _tum_report_at(report, index)  # type: ignore[no-any-return]


_tum_report_code = _bind("tum_report_code", ctypes.c_char_p, ctypes.c_size_t)


def tum_report_code(index: int) -> Optional[bytes]:
    """Code at an index, in the order of docs/diagnostics.md; NULL from their number on.

    Returns a text that lives as long as the program.
    """
    return _tum_report_code(index)  # type: ignore[no-any-return]


_tum_report_explain = _bind("tum_report_explain", ctypes.POINTER(TumExplanation), ctypes.c_char_p)


def tum_report_explain(code: Optional[bytes]) -> Pointer[TumExplanation]:
    """Explanation of a code.

    Returns the explanation, which lives as long as the program; NULL for a text that is no code.
    """
    return _tum_report_explain(code)  # type: ignore[no-any-return]
