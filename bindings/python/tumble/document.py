# SPDX-License-Identifier: MIT
"""Documents: glTF and G4MF files as trees that keep every member."""
from __future__ import annotations

import ctypes
import os
from typing import Any, Callable, List, NamedTuple, Optional, Tuple, Union

from tumble import c
from tumble._owner import Owner
from tumble.errors import Finding, Report, check, optional_text, text_of
from tumble.scene import Dialect, Scene, scene_options

Container = c.TumContainer
Format = c.TumFormat
Target = c.TumTarget
Path = Union[str, "os.PathLike[str]"]
Find = Callable[[str], Optional[bytes]]
"""Finds the bytes of a path that a document names; None: there is no such file."""


class _Resources:
    """A callback of Python as TumResources. An exception in it ends opening and is raised afterwards."""

    def __init__(self, find: Find) -> None:
        self.error: Optional[BaseException] = None
        self.lent: List[bytes] = []

        def read(_user: Any, path: bytes, data: Any, size: Any) -> int:
            try:
                found = None if self.error is not None else find(path.decode())
            except BaseException as error:  # It cannot pass through C.
                self.error = error
                found = None
            if found is None:
                return int(c.TumStatus.TUM_ERROR_FILE)
            self.lent.append(found)
            data[0] = ctypes.cast(ctypes.c_char_p(found), ctypes.c_void_p)
            size[0] = len(found)
            return int(c.TumStatus.TUM_OK)

        def release(_user: Any, _data: Any, _size: int) -> None:
            self.lent.clear()

        self.read = c.document.TumResources_read(read)
        self.release = c.document.TumResources_release(release)


def path_bytes(path: Path) -> bytes:
    """A path as the library takes it: UTF-8 on Windows, the bytes of the file system elsewhere."""
    name = os.fspath(path)
    return name.encode("utf-8") if os.name == "nt" else os.fsencode(name)


class Document(Owner):
    """A glTF or G4MF file as a tree that keeps every member, also those that tumble does not know.

        document = tumble.Document.open("crate.glb")
        document.convert("omi").save("crate-omi.glb")

    `close` frees it, as does leaving a `with` block, as does the garbage collector. Scenes that were
    read from it stay.
    """

    _closed = "the document is closed"

    def __init__(self, handle: Any, findings: Tuple[Finding, ...] = ()) -> None:
        """For the functions that make documents: open, read, copy, convert, project."""
        self._handle = handle
        self.findings = findings
        """Findings of the call that made the document."""

    @classmethod
    def open(cls, path: Path, *, resources: bool = True, map_from_bytes: int = 0) -> Document:
        """Opens a .gltf, .glb, .g4tf or .g4b file and the buffers it names.

        resources: external files are opened. map_from_bytes: [bytes] files of this size and more are
        mapped, not read; 0: none.
        """
        options = c.TumDocumentOptions(no_resources=not resources, map_from_bytes=map_from_bytes)
        made = ctypes.POINTER(c.TumDocument)()
        with Report() as report:
            findings = report.check(c.tum_document_open(path_bytes(path), options, made, report.handle))
        return cls(made, findings)

    @classmethod
    def read(cls, data: bytes, *, name: str = "", folder: Optional[Path] = None,
             find: Optional[Find] = None) -> Document:
        """Opens a document whose bytes lie in memory; they are copied.

        name: name of the file in findings. folder: resolves relative URIs; None: none are resolved. find:
        finds the other files that the document names, in place of the file system.
        """
        options = c.TumDocumentOptions(name=name.encode(), folder=None if folder is None else path_bytes(folder))
        resources = None
        if find is not None:
            resources = _Resources(find)
            options.resources = c.TumResources(read=resources.read, release=resources.release)
        made = ctypes.POINTER(c.TumDocument)()
        with Report() as report:
            status = c.tum_document_read(data, len(data), options, made, report.handle)
            document = cls(made, report.findings())
            if resources is not None and resources.error is not None:
                raise resources.error
            report.check(status)
        return document

    def _free(self, handle: Any) -> None:
        c.tum_document_destroy(handle)

    @property
    def name(self) -> str:
        """Name of the file, as it was given when opened."""
        return text_of(c.tum_document_name(self.handle))

    @property
    def format(self) -> Format:
        """glTF or G4MF."""
        return c.tum_document_format(self.handle)

    @property
    def dimension(self) -> int:
        """Dimension of the space that the document describes."""
        return c.tum_document_dimension(self.handle)

    def number(self, pointer: str) -> float:
        """The number at a JSON pointer, "/nodes/3/translation/1"."""
        found = ctypes.c_double()
        check(c.tum_document_number(self.handle, pointer.encode(), found))
        return found.value

    def set_number(self, pointer: str, number: float) -> None:
        """Sets the number at a JSON pointer; an object that lacks the member gets it."""
        check(c.tum_document_set_number(self.handle, pointer.encode(), number))

    def copy(self) -> Document:
        """An equal document, independent of this one."""
        made = ctypes.POINTER(c.TumDocument)()
        check(c.tum_document_copy(self.handle, made))
        return Document(made)

    def scene(self, *, dialect: Optional[str] = None, **options: Any) -> Scene:
        """Reads the physics of the document in any dialect, or in one alone.

        Other options are members of TumSceneOptions: default_density, literal_stiffness, node_velocities,
        no_animations.
        """
        made = ctypes.POINTER(c.TumScene)()
        with Report() as report:
            findings = report.check(c.tum_scene_read(self.handle, scene_options(dialect, options), made, report.handle))
        return Scene(made, findings)

    def convert(self, target: Union[str, Target], **options: Any) -> Document:
        """The document with its physics in another dialect: "khr", "omi", "g4mf" … as for `tumble convert`.

        Whatever the target cannot say as it stands is a finding. Options are members of TumWriteOptions:
        geometry_by_node, bake_scale, merge_names.
        """
        return self.scene().write(self, target, **options)

    def project(self) -> Document:
        """A G4MF document in its first three dimensions; each loss is a finding."""
        made = ctypes.POINTER(c.TumDocument)()
        with Report() as report:
            findings = report.check(c.tum_document_project(self.handle, made, report.handle))
        return Document(made, findings)

    def save(self, path: Path, *, container: Container = Container.TUM_CONTAINER_BY_NAME, embed: bool = False,
             separate: bool = False, indent: bool = True) -> Tuple[Finding, ...]:
        """Writes the document beside `path` and renames it into place.

        embed: buffers become data URIs, or join the chunk of a binary file. separate: buffers that are no
        files become files beside it.
        """
        options = c.TumSaveOptions(container=container, embed=embed, separate=separate, no_indent=not indent)
        with Report() as report:
            return report.check(c.tum_document_save(self.handle, path_bytes(path), options, report.handle))

    def to_bytes(self, *, container: Container = Container.TUM_CONTAINER_BY_NAME, embed: bool = False,
                 indent: bool = True) -> bytes:
        """The document as the bytes of a file."""
        options = c.TumSaveOptions(container=container, embed=embed, no_indent=not indent)
        data, count = ctypes.c_void_p(), ctypes.c_size_t()
        with Report() as report:
            report.check(c.tum_document_write(self.handle, options, data, count, report.handle))
        try:
            return ctypes.string_at(data.value or 0, count.value)
        finally:
            c.tum_document_free_bytes(self.handle, data, count.value)


class Validation(NamedTuple):
    """Result of a validation."""

    findings: Tuple[Finding, ...]
    document: Optional[Document]
    """None where the file could not be opened."""
    scene: Optional[Scene]
    """None where the document could not be read."""
    mime_type: Optional[str]
    info: str
    """Summary as the member `info` of a report of the Khronos glTF-Validator: JSON."""

    @property
    def errors(self) -> Tuple[Finding, ...]:
        """Findings of severity error: the file breaks these rules."""
        return tuple(f for f in self.findings if f.severity == c.TumSeverity.TUM_SEVERITY_ERROR)

    @property
    def is_valid(self) -> bool:
        """True where the file breaks no rule."""
        return not self.errors


def _result(made: c.TumValidation, findings: Tuple[Finding, ...]) -> Validation:
    text, count = ctypes.POINTER(ctypes.c_char)(), ctypes.c_size_t()
    check(c.tum_validation_info(made, text, count))
    info = ctypes.string_at(text, count.value).decode("utf-8", "replace")
    c.tum_validation_free_text(text, count.value)
    return Validation(findings, Document(made.document) if made.document else None,
                      Scene(made.scene) if made.scene else None,
                      optional_text(c.tum_validation_mime_type(made)), info)


def validate(path: Path, *, resources: bool = True, dialect: Optional[str] = None) -> Validation:
    """Opens a file, reads its physics and checks every rule. Errors in the file are findings, no exceptions."""
    options = c.TumValidateOptions(no_resources=not resources, dialect=Dialect.of(dialect))
    made = c.TumValidation()
    with Report() as report:
        return _result(made, report.check(c.tum_validate(path_bytes(path), options, made, report.handle)))


def validate_bytes(data: bytes, *, name: str = "", folder: Optional[Path] = None) -> Validation:
    """Validates a file whose bytes lie in memory."""
    options = c.TumDocumentOptions(name=name.encode(), folder=None if folder is None else path_bytes(folder))
    made = c.TumValidation()
    with Report() as report:
        return _result(made, report.check(c.tum_validate_bytes(data, len(data), options, made, report.handle)))
