# SPDX-License-Identifier: MIT
"""Scenes: the physics of a file of any dialect as plain arrays."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union, overload

from tumble import c
from tumble._owner import Owner
from tumble.errors import ArgumentError, Finding, Report, text_of

if TYPE_CHECKING:
    from tumble.document import Document, Path

_TARGETS = {
    "khr": c.TumTarget.TUM_TARGET_KHR, "khr-draft": c.TumTarget.TUM_TARGET_KHR_DRAFT,
    "msft": c.TumTarget.TUM_TARGET_MSFT, "omi": c.TumTarget.TUM_TARGET_OMI,
    "omi-draft": c.TumTarget.TUM_TARGET_OMI_DRAFT, "omi-collider": c.TumTarget.TUM_TARGET_OMI_COLLIDER,
    "g4mf": c.TumTarget.TUM_TARGET_G4MF, "gltf21": c.TumTarget.TUM_TARGET_GLTF21,
}


class Dialect:
    """Dialects by the names that the command line has for them."""

    @staticmethod
    def of(name: Optional[str]) -> int:
        """TumDialect of a name; None: any."""
        if name is None:
            return int(c.TumDialect.TUM_DIALECT_ANY)
        found = ctypes.c_int()
        if not c.tum_dialect_by_name(name.encode(), found):
            raise ArgumentError("%r is no dialect; there are %s" % (name, ", ".join(Dialect.names())))
        return found.value

    @staticmethod
    def names() -> List[str]:
        """Names of all dialects."""
        return [text_of(c.tum_dialect_name(d)) for d in c.TumDialect
                if c.TumDialect.TUM_DIALECT_ANY < d < c.TumDialect.TUM_DIALECT_COUNT]


def scene_options(dialect: Optional[str], options: Dict[str, Any]) -> c.TumSceneOptions:
    """TumSceneOptions of keyword arguments."""
    made = c.TumSceneOptions(dialect=Dialect.of(dialect))
    for name, value in options.items():
        set_member(made, name, value)
    return made


def set_member(struct: ctypes.Structure, name: str, value: Any) -> None:
    """Sets a member that exists: an unknown attribute of a struct would be set in silence."""
    members = [field[0] for field in struct._fields_]
    if name not in members:
        raise TypeError("%s has no %r; there are %s" % (type(struct).__name__, name, ", ".join(members)))
    setattr(struct, name, value)


class Items(Sequence[Any]):
    """An array of a scene: structs of C where they lie, without a copy."""

    def __init__(self, scene: Scene, pointer: Any, count: int) -> None:
        self._scene, self._pointer, self._count = scene, pointer, count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Any: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Any]: ...

    def __getitem__(self, index: Union[int, slice]) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._count))]
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError("there are %d items" % self._count)
        item = self._pointer[index]
        if isinstance(item, ctypes.Structure):
            item._scene = self._scene  # The struct lies in its memory.
        return item

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(self._count))


class Scene(Owner):
    """The physics scene: one form for the physics of every dialect. Plain arrays to be read.

        scene = tumble.Scene.open("crate.glb")
        for body in scene.bodies:
            print(body.mass, list(body.position))

    The items of an array are structs of tumble.c (TumBody, TumCollider …), whose docstrings name units.
    `close` frees a scene, as does leaving a `with` block, as does the garbage collector. Worlds that were
    made of it stay; items of its arrays must not be used any more.
    """

    _closed = "the scene is closed"

    def __init__(self, handle: Any, findings: Tuple[Finding, ...] = ()) -> None:
        """For the functions that make scenes: open, read, Document.scene."""
        self._handle = handle
        self.findings = findings
        """Findings of the call that made the scene."""

    @classmethod
    def open(cls, path: Path, *, dialect: Optional[str] = None, **options: Any) -> Scene:
        """Reads the physics of a file. Options are members of TumSceneOptions."""
        from tumble.document import path_bytes
        made = ctypes.POINTER(c.TumScene)()
        with Report() as report:
            findings = report.check(c.tum_scene_open(
                path_bytes(path), scene_options(dialect, options), made, report.handle))
        return cls(made, findings)

    @classmethod
    def read(cls, data: bytes, *, name: str = "", dialect: Optional[str] = None, **options: Any) -> Scene:
        """Reads the physics of a file whose bytes lie in memory."""
        made = ctypes.POINTER(c.TumScene)()
        where = c.TumDocumentOptions(name=name.encode())
        with Report() as report:
            findings = report.check(c.tum_scene_read_bytes(
                data, len(data), where, scene_options(dialect, options), made, report.handle))
        return cls(made, findings)

    def _free(self, handle: Any) -> None:
        c.tum_scene_destroy(handle)

    @property
    def dimension(self) -> int:
        """3 or 4."""
        return int(self.handle.contents.dimension)

    @property
    def dialects(self) -> str:
        """Ids of the dialects found, "K7" or "K7, J1"; "" without physics."""
        return text_of(self.handle.contents.dialects)

    @property
    def gravity(self) -> Optional[Tuple[float, ...]]:
        """[m/s^2] Gravity of the world; None where the file sets none."""
        scene = self.handle.contents
        return tuple(scene.world_gravity)[:self.dimension] if scene.has_world_gravity else None

    def _items(self, name: str, count: str) -> Items:
        scene = self.handle.contents
        return Items(self, getattr(scene, name), getattr(scene, count))

    @property
    def nodes(self) -> Items:
        """Nodes of the document (TumNode)."""
        return self._items("nodes", "node_count")

    @property
    def bodies(self) -> Items:
        """Bodies in node order (TumBody)."""
        return self._items("bodies", "body_count")

    @property
    def colliders(self) -> Items:
        """Colliders in node order (TumCollider)."""
        return self._items("colliders", "collider_count")

    @property
    def shapes(self) -> Items:
        """Shapes (TumShape)."""
        return self._items("shapes", "shape_count")

    @property
    def meshes(self) -> Items:
        """Meshes (TumMesh)."""
        return self._items("meshes", "mesh_count")

    @property
    def materials(self) -> Items:
        """Materials (TumMaterial)."""
        return self._items("materials", "material_count")

    @property
    def triggers(self) -> Items:
        """Triggers (TumTrigger)."""
        return self._items("triggers", "trigger_count")

    @property
    def joints(self) -> Items:
        """Joints (TumJoint)."""
        return self._items("joints", "joint_count")

    def node_name(self, node: int) -> str:
        """Name of a node; "" where the document gives none, and for -1."""
        return text_of(self.nodes[node].name) if node >= 0 else ""

    def check(self) -> Tuple[Finding, ...]:
        """Hints on a scene that follows every rule and yet may not do what its author meant."""
        with Report() as report:
            return report.check(c.tum_scene_check(self.handle, None, report.handle))

    def write(self, source: Optional[Document], target: Union[str, c.TumTarget], **options: Any) -> Document:
        """Writes the physics into a copy of the document that the scene was read from; None: into a new one.

        Options are members of TumWriteOptions: geometry_by_node, bake_scale, merge_names.
        """
        from tumble.document import Document
        if isinstance(target, str):
            if target not in _TARGETS:
                raise ArgumentError("%r is no target; there are %s" % (target, ", ".join(_TARGETS)))
            target = _TARGETS[target]
        made = ctypes.POINTER(c.TumDocument)()
        written = c.TumWriteOptions(target=target)
        for name, value in options.items():
            set_member(written, name, value)
        with Report() as report:
            findings = report.check(c.tum_scene_write(
                self.handle, None if source is None else source.handle, written, made, report.handle))
        return Document(made, findings)
