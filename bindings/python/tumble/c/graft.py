# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/graft.h: changes go there.
"""graft.h: physics put back into a glTF document that an optimizer wrote.

Optimizers such as gltfpack and glTF-Transform drop extensions that they do not know, merge and rename nodes,
and quantize meshes. A graft takes nodes, physics and the meshes of colliders from the document before, and
everything that is seen from the document after:

    tum_document_tag(source, &tagged, report);        // optional: save it, optimize that file
    tum_document_graft(source, optimized, &grafted, &counts, report);

The scene of the grafted document is that of the source: the same bits wherever colliders are implicit shapes
or meshes of floats.

Threads: documents are only read here. Calls on several threads may share them, never a report.
"""
from __future__ import annotations

import ctypes

from tumble._types import Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumStatus
from tumble.c.document import TumDocument
from tumble.c.report import TumReport


class TumGraftCounts(ctypes.Structure):
    """Counts of a graft.

    node_count: Nodes with physics, and those above them.

    by_tag: Nodes found by their tag.

    by_name: Nodes found by their name.

    by_pose: Nodes found by the place of their mesh.

    made_count: Nodes that nothing visible depends on, made anew.

    mesh_count: Meshes of colliders that came along.

    reused_count: Meshes of colliders that the optimizer left as they were.
    """

    node_count: int
    by_tag: int
    by_name: int
    by_pose: int
    made_count: int
    mesh_count: int
    reused_count: int
    _fields_ = [
        ("node_count", ctypes.c_size_t),
        ("by_tag", ctypes.c_size_t),
        ("by_name", ctypes.c_size_t),
        ("by_pose", ctypes.c_size_t),
        ("made_count", ctypes.c_size_t),
        ("mesh_count", ctypes.c_size_t),
        ("reused_count", ctypes.c_size_t),
    ]


_tum_document_tag = _bind(
    "tum_document_tag", ctypes.c_int,
    ctypes.POINTER(TumDocument),
    ctypes.POINTER(ctypes.POINTER(TumDocument)),
    ctypes.POINTER(TumReport),
)


def tum_document_tag(
    source: Ref[TumDocument],
    tagged: Ref[Pointer[TumDocument]],
    report: Ref[TumReport],
) -> TumStatus:
    """Writes tags into a copy of a document: `extras.tumbleNode`, the node's index, on all nodes with physics
    and above them; and an animation of the moving bodies that are seen, because optimizers keep animated
    nodes apart. The graft removes both.

    source: glTF.

    tagged: receives the copy; free it with tum_document_destroy. NULL on failure.

    report: receives findings about the source; may be NULL.

    Returns TUM_OK, TUM_ERROR_INPUT (the scene cannot be read), TUM_ERROR_UNSUPPORTED (G4MF),
    TUM_ERROR_CAPACITY, TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (a required pointer is NULL).
    """
    return TumStatus(_tum_document_tag(source, tagged, report))


_tum_document_graft = _bind(
    "tum_document_graft", ctypes.c_int,
    ctypes.POINTER(TumDocument),
    ctypes.POINTER(TumDocument),
    ctypes.POINTER(ctypes.POINTER(TumDocument)),
    ctypes.POINTER(TumGraftCounts),
    ctypes.POINTER(TumReport),
)


def tum_document_graft(
    source: Ref[TumDocument],
    optimized: Ref[TumDocument],
    grafted: Ref[Pointer[TumDocument]],
    counts: Ref[TumGraftCounts],
    report: Ref[TumReport],
) -> TumStatus:
    """Puts the physics of a document into a copy of what an optimizer made of it.

    Nodes are found again by tag, by name, by the place of their mesh. Nodes that are not found are made anew
    where nothing that is seen would have to move with them; others are errors of code GRAFT_NODE_LOST, and
    there is no result. Each node with physics gets the transform and the parent that it has in the source; a
    transform that an optimizer put on the node of a quantized mesh goes to a node of its own below. Meshes of
    colliders come along as meshes that no node shows, unless they are unchanged. Physics that the optimized
    document has is replaced.

    source: the document before, tagged or not; glTF.

    optimized: the document after; glTF.

    grafted: receives the result, with the allocator of `optimized`; free it with tum_document_destroy. NULL
    on failure.

    counts: receives the counts; may be NULL.

    report: receives findings about the source; may be NULL.

    Returns TUM_OK, TUM_ERROR_INPUT (a node is lost, a scene names a node that has a parent outside of it, or
    the scene, a mesh or an animation cannot be read), TUM_ERROR_UNSUPPORTED (G4MF), TUM_ERROR_CAPACITY,
    TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (a required pointer is NULL).
    """
    return TumStatus(_tum_document_graft(source, optimized, grafted, counts, report))
