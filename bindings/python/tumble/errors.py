# SPDX-License-Identifier: MIT
"""Findings on files, and the exceptions that carry them.

A finding tells a person what to change: a code, a severity, a place and a sentence. An exception says
that a call could not do what it was asked for; its findings say why. Findings that stop nothing are
`findings` of the document, scene, validation or world that the call made.
"""
from __future__ import annotations

import ctypes
from types import TracebackType
from typing import Dict, List, NamedTuple, Optional, Tuple, Type

from tumble import c

Severity = c.TumSeverity
Status = c.TumStatus


class Finding(NamedTuple):
    """A finding on a file (TumDiagnostic)."""

    code: str
    """Code; docs/diagnostics.md lists all of them, and `explain` has a cure for each."""
    severity: Severity
    file: str
    """Name of the file as it was opened."""
    pointer: Optional[str]
    """JSON pointer of its place; None: see `offset`."""
    offset: int
    """[bytes] from the start of the file, where `pointer` is None."""
    message: str
    """One sentence."""
    decision: Optional[str]
    """"D7" where the finding tells how an open point of the specifications was read."""
    result: Optional[str]
    """JSON pointer of the counterpart in the document that was written."""

    def __str__(self) -> str:
        place = self.pointer if self.pointer is not None else "byte %d" % self.offset
        return "%s [%s]" % (": ".join(part for part in (self.file, place, self.message) if part), self.code)


class Explanation(NamedTuple):
    """Explanation of a code (TumExplanation)."""

    code: str
    severity: Severity
    meaning: str
    advice: str


def text_of(value: Optional[bytes]) -> str:
    """Text of the library; "" for NULL."""
    return "" if value is None else value.decode("utf-8", "replace")


def optional_text(value: Optional[bytes]) -> Optional[str]:
    """Text of the library; None for NULL."""
    return None if value is None else value.decode("utf-8", "replace")


def explain(code: str) -> Optional[Explanation]:
    """Explanation of a code of a finding; None for a text that is no code."""
    found = c.tum_report_explain(code.encode())
    if not found:
        return None
    row = found.contents
    return Explanation(text_of(row.code), Severity(row.severity), text_of(row.meaning), text_of(row.advice))


class Report:
    """A report of C for one call: `with Report() as report: …; report.findings()`."""

    def __init__(self) -> None:
        self.handle = c.tum_report_create(None)
        if not self.handle:
            raise MemoryError("no memory for a report")

    def __enter__(self) -> Report:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        c.tum_report_destroy(self.handle)

    def findings(self) -> Tuple[Finding, ...]:
        """Findings so far, in the order found."""
        found: List[Finding] = []
        for i in range(c.tum_report_count(self.handle)):
            row = c.tum_report_at(self.handle, i).contents
            found.append(Finding(text_of(row.code), Severity(row.severity), text_of(row.file),
                                 optional_text(row.pointer), row.offset, text_of(row.message),
                                 optional_text(row.decision), optional_text(row.result)))
        return tuple(found)

    def check(self, status: Status) -> Tuple[Finding, ...]:
        """Findings where the status is TUM_OK, else an exception with them."""
        findings = self.findings()
        if status != Status.TUM_OK:
            raise error_of(status, findings)
        return findings


class TumbleError(Exception):
    """A call that failed."""

    status: Status = Status.TUM_ERROR_INTERNAL
    """Status that the library answered."""
    findings: Tuple[Finding, ...] = ()
    """Findings of the call."""

    def __init__(self, message: str, findings: Tuple[Finding, ...] = ()) -> None:
        super().__init__(message)
        self.findings = findings


class ArgumentError(TumbleError, ValueError):
    """TUM_ERROR_ARGUMENT: the caller broke a rule of the function's text."""

    status = Status.TUM_ERROR_ARGUMENT


class InputError(TumbleError, ValueError):
    """TUM_ERROR_INPUT: the content of a file has errors; `findings` says which."""

    status = Status.TUM_ERROR_INPUT


class FileError(TumbleError, OSError):
    """TUM_ERROR_FILE: a file could not be opened, read or written."""

    status = Status.TUM_ERROR_FILE


class UnsupportedError(TumbleError):
    """TUM_ERROR_UNSUPPORTED: valid, but beyond what this version can do."""

    status = Status.TUM_ERROR_UNSUPPORTED


class CapacityError(TumbleError):
    """TUM_ERROR_CAPACITY: a count beyond capacity.h."""

    status = Status.TUM_ERROR_CAPACITY


class OutOfMemoryError(TumbleError, MemoryError):
    """TUM_ERROR_MEMORY: no memory."""

    status = Status.TUM_ERROR_MEMORY


class DivergedError(TumbleError, ArithmeticError):
    """TUM_ERROR_DIVERGED: a simulated state left the finite or sensible numbers."""

    status = Status.TUM_ERROR_DIVERGED


class VersionError(TumbleError):
    """TUM_ERROR_VERSION: a definition has the layout of another version."""

    status = Status.TUM_ERROR_VERSION


_KINDS: Dict[Status, Type[TumbleError]] = {kind.status: kind for kind in (
    ArgumentError, InputError, FileError, UnsupportedError, CapacityError, OutOfMemoryError, DivergedError,
    VersionError)}


def error_of(status: Status, findings: Tuple[Finding, ...] = ()) -> TumbleError:
    """The exception for a status."""
    sentence = text_of(c.tum_status_text(status))
    errors = [str(f) for f in findings if f.severity == Severity.TUM_SEVERITY_ERROR]
    if errors:
        more = " (and %d more)" % (len(errors) - 1) if len(errors) > 1 else ""
        sentence += ": " + errors[0] + more
    return _KINDS.get(status, TumbleError)(sentence, findings)


def check(status: Status) -> None:
    """An exception unless the status is TUM_OK."""
    if status != Status.TUM_OK:
        raise error_of(status)


def array_of(kind: Type[ctypes.Structure], items: List[ctypes.Structure]) -> ctypes.Array[ctypes.Structure]:
    """A C array of structs."""
    return (kind * len(items))(*items)
