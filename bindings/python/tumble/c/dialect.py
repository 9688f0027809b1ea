# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/dialect.h: changes go there.
"""dialect.h: reading the physics of a file of any dialect into a scene, and writing a scene in another.

    TumScene *scene = NULL;
    TumReport *report = tum_report_create(NULL);
    if (tum_scene_open("crate.glb", NULL, &scene, report) == TUM_OK) {
        for (size_t i = 0; i < scene->body_count; ++i) { … }    // scene.h
    }
    tum_scene_destroy(scene);
    tum_report_destroy(report);

Threads: documents and scenes are only read here. Calls on several threads may share them, but neither a
report nor an allocator that does not allow it.
"""
from __future__ import annotations

import ctypes
import enum
from typing import Optional

from tumble._types import Address, Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumAllocator, TumStatus
from tumble.c.document import TumDocument, TumDocumentOptions
from tumble.c.report import TumReport
from tumble.c.scene import TumScene


class TumDialect(enum.IntEnum):
    """Dialects, by the names that the command line has for them. Readers tell revisions apart by content, so one
    name stands for all revisions of its line that are read the same way.
    """

    TUM_DIALECT_ANY = 0
    """Every dialect of the document; where two say the same, the newer line counts."""
    TUM_DIALECT_KHR = 1
    """"khr": KHR_physics_rigid_bodies with KHR_implicit_shapes"""
    TUM_DIALECT_KHR_DRAFT = 2
    """"khr-draft": its drafts, with KHR_collision_shapes"""
    TUM_DIALECT_MSFT = 3
    """"msft": MSFT_rigid_bodies, MSFT_RigidBodies, MSFT_physics"""
    TUM_DIALECT_OMI = 4
    """"omi": OMI_physics_body with OMI_physics_shape"""
    TUM_DIALECT_OMI_DRAFT = 5
    """"omi-draft": its first form, with a `type` on the node"""
    TUM_DIALECT_OMI_COLLIDER = 6
    """"omi-collider": that form with OMI_collider"""
    TUM_DIALECT_G4MF = 7
    """"g4mf": G4MF"""
    TUM_DIALECT_GLTF21 = 8
    """"gltf21": KHR_physics_rigid_bodies with the shapes of glTF 2.1"""
    TUM_DIALECT_NAMES = 9
    """"names": suffixes -col, -colonly, -convcol, -convcolonly, -rigid of the names of nodes; read only when
    asked for
    """
    TUM_DIALECT_COUNT = 10
    """Number of the dialects."""


class TumTarget(enum.IntEnum):
    """Forms in which tum_scene_write can write physics."""

    TUM_TARGET_KHR = 0
    """KHR_physics_rigid_bodies and KHR_implicit_shapes, newest."""
    TUM_TARGET_KHR_DRAFT = 1
    """KHR_physics_rigid_bodies and KHR_collision_shapes, first draft."""
    TUM_TARGET_MSFT = 2
    """MSFT_rigid_bodies and MSFT_collision_primitives."""
    TUM_TARGET_OMI = 3
    """OMI_physics_body, _shape, _joint and _gravity, newest."""
    TUM_TARGET_OMI_DRAFT = 4
    """OMI_physics_body before 2023-08, with a type."""
    TUM_TARGET_OMI_COLLIDER = 5
    """OMI_collider with OMI_physics_body."""
    TUM_TARGET_G4MF = 6
    """A G4MF document of the scene's dimension."""
    TUM_TARGET_GLTF21 = 7
    """KHR_physics_rigid_bodies with the core's shapes; experimental."""


class TumSceneOptions(ctypes.Structure):
    """Options of reading a scene. An all-zero struct holds the defaults.

    allocator: Memory of the scene; all zero: malloc and free.

    default_density: [kg/m^3] Density of bodies without a mass. 0: 1000.

    literal_stiffness: A small stiffness of a limit that Godot wrote is N/m like any other. Else it is rigid:
    Godot means a softness without unit by it.

    node_velocities: Velocities are in the space of their node in every dialect. Else OMI's are those of the
    world (`docs/dialects.md#d15`).

    no_animations: Nothing is animated. Else all animations of the document play from the start; of two that
    move the same, the later one counts.

    map_from_bytes: For tum_scene_open: as in TumDocumentOptions.

    dialect: The only dialect that is read; content of others is ignored. A document without this dialect gets
    the finding PHYSICS_DIALECT_FORCED.
    """

    allocator: TumAllocator
    default_density: float
    literal_stiffness: bool
    node_velocities: bool
    no_animations: bool
    map_from_bytes: int
    dialect: int
    _fields_ = [
        ("allocator", TumAllocator),
        ("default_density", ctypes.c_double),
        ("literal_stiffness", ctypes.c_bool),
        ("node_velocities", ctypes.c_bool),
        ("no_animations", ctypes.c_bool),
        ("map_from_bytes", ctypes.c_uint64),
        ("dialect", ctypes.c_int),
    ]


class TumWriteOptions(ctypes.Structure):
    """Options of writing a scene. An all-zero struct holds the defaults.

    allocator: Working memory. The new document uses the allocator of its source, or this one without a
    source.

    target: Form of the new document.

    geometry_by_node: KHR: meshes by `geometry.node`, as the release candidate has them.

    bake_scale: Curved shapes under uneven scale become hulls.

    merge_names: Equal items of a table become one even when named differently.
    """

    allocator: TumAllocator
    target: int
    geometry_by_node: bool
    bake_scale: bool
    merge_names: bool
    _fields_ = [
        ("allocator", TumAllocator),
        ("target", ctypes.c_int),
        ("geometry_by_node", ctypes.c_bool),
        ("bake_scale", ctypes.c_bool),
        ("merge_names", ctypes.c_bool),
    ]


_tum_dialect_name = _bind("tum_dialect_name", ctypes.c_char_p, ctypes.c_int)


def tum_dialect_name(dialect: int) -> Optional[bytes]:
    """Name of a dialect; "" for TUM_DIALECT_ANY.

    Returns a text that lives as long as the program.
    """
    return _tum_dialect_name(dialect)  # type: ignore[no-any-return]


_tum_dialect_by_name = _bind(
    "tum_dialect_by_name", ctypes.c_bool,
    ctypes.c_char_p,
    ctypes.POINTER(ctypes.c_int),
)


def tum_dialect_by_name(name: Optional[bytes], dialect: Ref[ctypes.c_int]) -> bool:
    """Finds the dialect of a name, or of the id of one of its revisions ("K6", as TumScene.dialects lists them).

    dialect: receives the dialect.

    Returns false where no dialect has the name: then nothing is written.
    """
    return _tum_dialect_by_name(name, dialect)  # type: ignore[no-any-return]


_tum_scene_read = _bind(
    "tum_scene_read", ctypes.c_int,
    ctypes.POINTER(TumDocument),
    ctypes.POINTER(TumSceneOptions),
    ctypes.POINTER(ctypes.POINTER(TumScene)),
    ctypes.POINTER(TumReport),
)


def tum_scene_read(
    document: Ref[TumDocument],
    options: Ref[TumSceneOptions],
    scene: Ref[Pointer[TumScene]],
    report: Ref[TumReport],
) -> TumStatus:
    """Reads the physics of a document in any dialect; content tells the dialects apart.

    Findings go to the report; one bad collider does not hide the next. A document without physics gives a
    scene with nodes and nothing else.

    options: may be NULL: the defaults.

    scene: receives the scene; free it with tum_scene_destroy. NULL on failure. It borrows nothing of the
    document. Where both have the same allocator, the transforms of the nodes belong to both and stay until
    both are destroyed.

    report: may be NULL.

    Returns TUM_OK, TUM_ERROR_INPUT (a required extension that tumble cannot honour), TUM_ERROR_CAPACITY (a
    count beyond capacity.h), TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (a required pointer is NULL, or the
    dialect is none).
    """
    return TumStatus(_tum_scene_read(document, options, scene, report))


_tum_scene_open = _bind(
    "tum_scene_open", ctypes.c_int,
    ctypes.c_char_p,
    ctypes.POINTER(TumSceneOptions),
    ctypes.POINTER(ctypes.POINTER(TumScene)),
    ctypes.POINTER(TumReport),
)


def tum_scene_open(
    path: Optional[bytes],
    options: Ref[TumSceneOptions],
    scene: Ref[Pointer[TumScene]],
    report: Ref[TumReport],
) -> TumStatus:
    """Reads the physics of a file, for programs that have no other use for the document.

    path: "-" is standard input.

    options: may be NULL: the defaults.

    scene: receives the scene; free it with tum_scene_destroy. NULL on failure.

    report: may be NULL.

    Returns as tum_document_open and tum_scene_read.
    """
    return TumStatus(_tum_scene_open(path, options, scene, report))


_tum_scene_read_bytes = _bind(
    "tum_scene_read_bytes", ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_size_t,
    ctypes.POINTER(TumDocumentOptions),
    ctypes.POINTER(TumSceneOptions),
    ctypes.POINTER(ctypes.POINTER(TumScene)),
    ctypes.POINTER(TumReport),
)


def tum_scene_read_bytes(
    bytes: Address,
    count: int,
    where: Ref[TumDocumentOptions],
    options: Ref[TumSceneOptions],
    scene: Ref[Pointer[TumScene]],
    report: Ref[TumReport],
) -> TumStatus:
    """Reads the physics of a file whose bytes lie in memory.

    bytes: [count] borrowed until the return.

    where: may be NULL; its folder resolves relative URIs, its name is that of the file in findings.

    options: may be NULL: the defaults.

    scene: receives the scene; free it with tum_scene_destroy. NULL on failure.

    report: may be NULL.

    Returns as tum_document_read and tum_scene_read.
    """
    return TumStatus(_tum_scene_read_bytes(bytes, count, where, options, scene, report))


_tum_scene_write = _bind(
    "tum_scene_write", ctypes.c_int,
    ctypes.POINTER(TumScene),
    ctypes.POINTER(TumDocument),
    ctypes.POINTER(TumWriteOptions),
    ctypes.POINTER(ctypes.POINTER(TumDocument)),
    ctypes.POINTER(TumReport),
)


def tum_scene_write(
    scene: Ref[TumScene],
    source: Ref[TumDocument],
    options: Ref[TumWriteOptions],
    written: Ref[Pointer[TumDocument]],
    report: Ref[TumReport],
) -> TumStatus:
    """Writes the physics of a scene into a copy of the document that the scene was read from, in place of the
    physics that the document has, and leaves everything else as it is. A document that is in the target's
    newest revision already is copied as it is.

    Content that the target cannot express as it stands, or not at all, is a finding with a code of its own
    (docs/diagnostics.md, "Conversion"), at the pointer of its cause in the source.

    scene: read from `source`, with animations; or built for the nodes of `source` (scene_builder.h), which
    then has the same ones in the same order; or any of 3D where there is no source, of 4D too for
    TUM_TARGET_G4MF.

    source: NULL: a document is made of the scene's nodes, its physics and, as one animation, the tracks of
    its nodes. That document shows nothing.

    options: may be NULL: the defaults.

    written: receives the new document; free it with tum_document_destroy. NULL on failure.

    report: may be NULL.

    Returns TUM_OK, TUM_ERROR_UNSUPPORTED (the scene's dimension), TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_scene_write(scene, source, options, written, report))


_tum_document_project = _bind(
    "tum_document_project", ctypes.c_int,
    ctypes.POINTER(TumDocument),
    ctypes.POINTER(ctypes.POINTER(TumDocument)),
    ctypes.POINTER(TumReport),
)


def tum_document_project(
    document: Ref[TumDocument],
    projected: Ref[Pointer[TumDocument]],
    report: Ref[TumReport],
) -> TumStatus:
    """Projects a G4MF document to its first three dimensions, so that its scene can be written in any dialect.
    Shapes keep their first three sizes, rotations become the nearest of three dimensions, meshes the
    triangles of their tetrahedra. Each loss is a finding (A-PROJECT); nodes and shapes keep their index.
    Textures, animations and skins are left out.

    projected: receives the new document, with the allocator of `document`; free it with tum_document_destroy.
    NULL on failure.

    report: may be NULL.

    Returns TUM_OK, TUM_ERROR_UNSUPPORTED (fewer than three dimensions) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_document_project(document, projected, report))
