# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/scene_builder.h: changes go there.
"""scene_builder.h: a physics scene made by a program, in 3D or 4D.

A scene that was built is like one that was read: it can be simulated (world.h), checked (check.h), handed to
another engine (scene.h) and written as a file: in 3D of any dialect, in 4D of G4MF (tum_scene_write of
dialect.h, without a source).

    TumSceneBuilder *builder = tum_scene_builder_create(NULL, 3, 0.0, "crate", report);
    TumShape cube = {.kind = TUM_SHAPE_BOX, .size = {1, 1, 1}};         // 1 m along each edge
    TumNodeDef node = tum_default_node_def();
    TumBodyDef body = tum_default_body_def();
    TumColliderDef collider = tum_default_collider_def();
    node.name = "Crate";
    node.position[1] = 3.0;
    body.node = collider.node = tum_scene_builder_add_node(builder, &node);
    collider.shape = tum_scene_builder_add_shape(builder, &cube);
    tum_scene_builder_add_body(builder, &body);                         // dynamic, 1000 kg
    tum_scene_builder_add_collider(builder, &collider);
    TumScene *scene = NULL;
    TumStatus status = tum_scene_builder_finish(builder, &scene);
    tum_scene_builder_destroy(builder);

Nodes are places: each has a pose in its parent. Bodies, colliders, triggers, joints, volumes of gravity and
tracks stand at nodes and have no place of their own; a collider belongs to the body of its node or of the
nearest node above, else to the world. An item that another one names by index (node, mesh, curves, shape,
material, filter) is added before it. Finishing computes masses, centres of mass, moments of inertia, frames
and scaled shapes.

Errors. Content is never asserted. A faulty item (a number out of range or not finite, an index of nothing, a
second body at one node) is a finding of severity error in the report, at a pointer that names the call
("/builder/colliders/2/shape" is the third tum_scene_builder_add_collider) unless the definition has a pointer
of its own; the item is left out, and the call answers -1 or false. A node is never left out: it stands
unturned at its parent's origin then. Items that name one which was left out are left out without another
finding. Faults that only finishing can find (a body whose mass cannot be determined, a joint of one body with
itself) are the findings that files have.

Lack of memory and definitions of another version are remembered: adding answers -1 or false from then on, and
finishing answers the status. Inputs are copied, texts too. Units are SI, angles radians.

Threads: a builder belongs to one thread at a time; two share nothing but their report.
"""
from __future__ import annotations

import ctypes
from typing import Optional

from tumble._types import Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumAllocator, TumStatus
from tumble.c.report import TumReport
from tumble.c.scene import TumCurve, TumDrive, TumLimit, TumMaterial, TumRotation, TumScene, TumShape


class TumSceneBuilder(ctypes.Structure):
    """Builder of a scene. Opaque; made by tum_scene_builder_create, freed by tum_scene_builder_destroy."""


class TumNodeDef(ctypes.Structure):
    """Definition of a node: a place. In 3D the fourth numbers are not read.

    stamp: Written by tum_default_node_def.

    parent: An earlier node; default -1: a root of the scene.

    name: UTF-8. Default "".

    position: [m] In the parent. Default 0.

    rotation: In the parent: q in 3D, of any length but 0; m in 4D, a rotation matrix, or NULL: the identity.
    It is copied. Default the identity.

    scale: Along the node's axes, negative: mirrored. Default 1.
    """

    stamp: int
    parent: int
    name: Optional[bytes]
    position: ctypes.Array[ctypes.c_double]
    rotation: TumRotation
    scale: ctypes.Array[ctypes.c_double]
    _fields_ = [
        ("stamp", ctypes.c_uint32),
        ("parent", ctypes.c_int32),
        ("name", ctypes.c_char_p),
        ("position", ctypes.c_double * 4),
        ("rotation", TumRotation),
        ("scale", ctypes.c_double * 4),
    ]


class TumFilterDef(ctypes.Structure):
    """Definition of a filter: names of systems that decide the pairs of colliders that may touch. Lists are
    copied.

    stamp: Written by tum_default_filter_def.

    systems: [system_count] Names of the systems that it belongs to. Default none.

    collide_with: [collide_with_count] It meets members of these systems alone. Default none: every collider.

    not_collide_with: [not_collide_with_count] It meets all but members of these systems. Default none. Not
    together with collide_with.

    system_count: Number of memberships. Default 0.

    collide_with_count: Default 0.

    not_collide_with_count: Default 0.

    pointer: Its place in findings. Default NULL: the call.
    """

    stamp: int
    systems: Pointer[ctypes.c_char_p]
    collide_with: Pointer[ctypes.c_char_p]
    not_collide_with: Pointer[ctypes.c_char_p]
    system_count: int
    collide_with_count: int
    not_collide_with_count: int
    pointer: Optional[bytes]
    _fields_ = [
        ("stamp", ctypes.c_uint32),
        ("systems", ctypes.POINTER(ctypes.c_char_p)),
        ("collide_with", ctypes.POINTER(ctypes.c_char_p)),
        ("not_collide_with", ctypes.POINTER(ctypes.c_char_p)),
        ("system_count", ctypes.c_size_t),
        ("collide_with_count", ctypes.c_size_t),
        ("not_collide_with_count", ctypes.c_size_t),
        ("pointer", ctypes.c_char_p),
    ]


class TumBodyDef(ctypes.Structure):
    """Definition of a body: its node, and the nodes below that have no body of their own, move as one. In 3D the
    numbers beyond the third are not read.

    stamp: Written by tum_default_body_def.

    node: A node that has no body yet. Default -1: has to be set.

    kind: Default TUM_BODY_DYNAMIC.

    mass: [kg] > 0, INFINITY; default NAN: from volume and density.

    center_of_mass: [m] In node space. Default NAN: of the volume.

    inertia: [kg m^2] As TumBody.inertia, each > 0 or INFINITY; default NAN: that moment is computed.

    inertia_rotation: Body frame from principal frame; for a given inertia. As TumNodeDef.rotation.

    linear_velocity: [m/s] Of the centre of mass, in the world. Default 0.

    angular_velocity: [rad/s] In the world, in 4D one for each plane. Default 0.

    gravity_factor: Default 1.

    user: User number: tum_body_user of worlds. Default 0.

    pointer: Its place in findings. Default NULL: the call.
    """

    stamp: int
    node: int
    kind: int
    mass: float
    center_of_mass: ctypes.Array[ctypes.c_double]
    inertia: ctypes.Array[ctypes.c_double]
    inertia_rotation: TumRotation
    linear_velocity: ctypes.Array[ctypes.c_double]
    angular_velocity: ctypes.Array[ctypes.c_double]
    gravity_factor: float
    user: int
    pointer: Optional[bytes]
    _fields_ = [
        ("stamp", ctypes.c_uint32),
        ("node", ctypes.c_int32),
        ("kind", ctypes.c_int),
        ("mass", ctypes.c_double),
        ("center_of_mass", ctypes.c_double * 4),
        ("inertia", ctypes.c_double * 6),
        ("inertia_rotation", TumRotation),
        ("linear_velocity", ctypes.c_double * 4),
        ("angular_velocity", ctypes.c_double * 6),
        ("gravity_factor", ctypes.c_double),
        ("user", ctypes.c_uint64),
        ("pointer", ctypes.c_char_p),
    ]


class TumColliderDef(ctypes.Structure):
    """Definition of a collider: a solid shape at a node.

    stamp: Written by tum_default_collider_def.

    node: A node that has no collider yet. Default -1: has to be set.

    shape: Default -1: has to be set.

    material: Default -1: tum_default_material.

    filter: Default -1: it meets every collider.

    user: User number: tum_collider_user of worlds. Default 0.

    pointer: Its place in findings. Default NULL: the call.
    """

    stamp: int
    node: int
    shape: int
    material: int
    filter: int
    user: int
    pointer: Optional[bytes]
    _fields_ = [
        ("stamp", ctypes.c_uint32),
        ("node", ctypes.c_int32),
        ("shape", ctypes.c_int32),
        ("material", ctypes.c_int32),
        ("filter", ctypes.c_int32),
        ("user", ctypes.c_uint64),
        ("pointer", ctypes.c_char_p),
    ]


class TumTriggerDef(ctypes.Structure):
    """Definition of a trigger: a volume that detects colliders, made of a shape, the shapes of other triggers,
    or both.

    stamp: Written by tum_default_trigger_def.

    node: Default -1: has to be set.

    shape: Default -1: none.

    filter: Default -1: it detects every collider.

    members: [member_count] Nodes with triggers of their own, which may come later; copied. Default none.

    member_count: Number of members. Default 0.

    pointer: Its place in findings. Default NULL: the call.
    """

    stamp: int
    node: int
    shape: int
    filter: int
    members: Pointer[ctypes.c_int32]
    member_count: int
    pointer: Optional[bytes]
    _fields_ = [
        ("stamp", ctypes.c_uint32),
        ("node", ctypes.c_int32),
        ("shape", ctypes.c_int32),
        ("filter", ctypes.c_int32),
        ("members", ctypes.POINTER(ctypes.c_int32)),
        ("member_count", ctypes.c_size_t),
        ("pointer", ctypes.c_char_p),
    ]


class TumGravityVolumeDef(ctypes.Structure):
    """Definition of a volume of gravity inside the trigger of a node; 3D alone. tum_scene_write has no word for
    it without a source.

    stamp: Written by tum_default_gravity_volume_def.

    node: A node that has a trigger. Default -1: has to be set.

    kind: Default TUM_GRAVITY_DIRECTIONAL.

    gravity: [m/s^2] Negative: away. Default 9.81.

    priority: Volumes of higher priority count first. Default 0.

    replace: As in TumGravityVolume. Default false.

    stop: As in TumGravityVolume. Default false.

    unit_distance: [m] As in TumGravityVolume, >= 0. Default 0.

    direction: Directional: in node space, of any length but 0. Default (0, -1, 0).

    radius: [m] Disc and torus: in node space, > 0. Default 1.

    points: [m] [point_count * 3] Line: in node space, at least two; copied.

    point_count: Number of points. Default 0.

    shape: Shaped: index of the shape. Default -1.

    pointer: Its place in findings. Default NULL: the call.
    """

    stamp: int
    node: int
    kind: int
    gravity: float
    priority: int
    replace: bool
    stop: bool
    unit_distance: float
    direction: ctypes.Array[ctypes.c_double]
    radius: float
    points: Pointer[ctypes.c_double]
    point_count: int
    shape: int
    pointer: Optional[bytes]
    _fields_ = [
        ("stamp", ctypes.c_uint32),
        ("node", ctypes.c_int32),
        ("kind", ctypes.c_int),
        ("gravity", ctypes.c_double),
        ("priority", ctypes.c_int64),
        ("replace", ctypes.c_bool),
        ("stop", ctypes.c_bool),
        ("unit_distance", ctypes.c_double),
        ("direction", ctypes.c_double * 3),
        ("radius", ctypes.c_double),
        ("points", ctypes.POINTER(ctypes.c_double)),
        ("point_count", ctypes.c_size_t),
        ("shape", ctypes.c_int32),
        ("pointer", ctypes.c_char_p),
    ]


class TumJointDef(ctypes.Structure):
    """Definition of a joint: limits and drives between the frames of two nodes, as they stand at load. In 4D the
    kind says which directions it holds, and limits and drives act on those that it leaves, one each
    (TumJointDef4).

    stamp: Written by tum_default_joint_def.

    kind4: 4D alone. Default TUM_JOINT4_PIN.

    node_a: Default -1: has to be set.

    node_b: Default -1: the world, at the pose of node A.

    limits: [limit_count] Copied; pointers may be NULL. Default none.

    limit_count: Number of limits. Default 0.

    drives: [drive_count] Copied; pointers may be NULL. Default none.

    drive_count: Number of drives. Default 0.

    enable_collision: The two sides may collide with each other. Default false.

    user: User number: tum_joint_user of worlds. Default 0.

    pointer: Its place in findings. Default NULL: the call.
    """

    stamp: int
    kind4: int
    node_a: int
    node_b: int
    limits: Pointer[TumLimit]
    limit_count: int
    drives: Pointer[TumDrive]
    drive_count: int
    enable_collision: bool
    user: int
    pointer: Optional[bytes]
    _fields_ = [
        ("stamp", ctypes.c_uint32),
        ("kind4", ctypes.c_int),
        ("node_a", ctypes.c_int32),
        ("node_b", ctypes.c_int32),
        ("limits", ctypes.POINTER(TumLimit)),
        ("limit_count", ctypes.c_size_t),
        ("drives", ctypes.POINTER(TumDrive)),
        ("drive_count", ctypes.c_size_t),
        ("enable_collision", ctypes.c_bool),
        ("user", ctypes.c_uint64),
        ("pointer", ctypes.c_char_p),
    ]


class TumTrackDef(ctypes.Structure):
    """Definition of a track: the translation or rotation of a node over time; 3D alone. Bodies that it carries
    are kinematic.

    stamp: Written by tum_default_track_def.

    node: Default -1: has to be set.

    target: TUM_TRACK_TRANSLATION, the default, or TUM_TRACK_ROTATION.

    interpolation: Default TUM_INTERPOLATION_LINEAR.

    key_count: 1 or more.

    times: [s] [key_count], rising; copied.

    values: [key_count * 3] translations [m], or [key_count * 4] quaternions x y z w, three times as many for
    splines; copied.

    pointer: Its place in findings. Default NULL: the call.
    """

    stamp: int
    node: int
    target: int
    interpolation: int
    key_count: int
    times: Pointer[ctypes.c_double]
    values: Pointer[ctypes.c_double]
    pointer: Optional[bytes]
    _fields_ = [
        ("stamp", ctypes.c_uint32),
        ("node", ctypes.c_int32),
        ("target", ctypes.c_int),
        ("interpolation", ctypes.c_int),
        ("key_count", ctypes.c_size_t),
        ("times", ctypes.POINTER(ctypes.c_double)),
        ("values", ctypes.POINTER(ctypes.c_double)),
        ("pointer", ctypes.c_char_p),
    ]


_tum_scene_builder_create = _bind(
    "tum_scene_builder_create", ctypes.POINTER(TumSceneBuilder),
    ctypes.POINTER(TumAllocator),
    ctypes.c_int,
    ctypes.c_double,
    ctypes.c_char_p,
    ctypes.POINTER(TumReport),
)


def tum_scene_builder_create(
    allocator: Ref[TumAllocator],
    dimension: int,
    default_density: float,
    name: Optional[bytes],
    report: Ref[TumReport],
) -> Pointer[TumSceneBuilder]:
    """Makes a builder without items.

    allocator: memory of the builder and of the scene; NULL or all zero: malloc and free. Copied.

    dimension: 3 or 4; with any other the scene has nodes alone.

    default_density: [kg/m^3], in 4D [kg/m^4]: density of bodies without a mass; 0: 1000.

    name: name of the scene in findings: TumDiagnostic.file. Copied. NULL: "".

    report: receives the findings; it outlives finishing. May be NULL.

    Returns the builder; free it with tum_scene_builder_destroy. NULL when out of memory.
    """
    return _tum_scene_builder_create(allocator, dimension, default_density, name, report)  # type: ignore[no-any-return]


_tum_scene_builder_destroy = _bind("tum_scene_builder_destroy", None, ctypes.POINTER(TumSceneBuilder))


def tum_scene_builder_destroy(builder: Ref[TumSceneBuilder]) -> None:
    """Frees the builder, finished or not. NULL is fine."""
    _tum_scene_builder_destroy(builder)


_tum_scene_builder_finish = _bind(
    "tum_scene_builder_finish", ctypes.c_int,
    ctypes.POINTER(TumSceneBuilder),
    ctypes.POINTER(ctypes.POINTER(TumScene)),
)


def tum_scene_builder_finish(builder: Ref[TumSceneBuilder], scene: Ref[Pointer[TumScene]]) -> TumStatus:
    """Makes the scene. No item can be added afterwards.

    scene: receives the scene, NULL on failure; free it with tum_scene_destroy. It does not need the builder.
    Items that were left out are no failure.

    Returns TUM_OK, TUM_ERROR_MEMORY, TUM_ERROR_CAPACITY (a count beyond capacity.h), TUM_ERROR_UNSUPPORTED
    (items besides nodes in other dimensions than 3 and 4), TUM_ERROR_VERSION (a definition of another
    version's layout) or TUM_ERROR_ARGUMENT (a definition that is from no tum_default_…_def; the builder was
    finished before).
    """
    return TumStatus(_tum_scene_builder_finish(builder, scene))


_tum_scene_builder_set_gravity = _bind(
    "tum_scene_builder_set_gravity", ctypes.c_bool,
    ctypes.POINTER(TumSceneBuilder),
    ctypes.POINTER(ctypes.c_double),
)


def tum_scene_builder_set_gravity(builder: Ref[TumSceneBuilder], gravity: Ref[ctypes.c_double]) -> bool:
    """Sets the gravity of the world. Without it the scene has none, and TumWorldDef.gravity acts.

    gravity: [m/s^2] four numbers; the fourth counts in 4D alone.

    Returns false where a number is not finite.
    """
    return _tum_scene_builder_set_gravity(builder, gravity)  # type: ignore[no-any-return]


_tum_node_def_init = _bind("tum_node_def_init", None, ctypes.POINTER(TumNodeDef), ctypes.c_size_t)


def tum_node_def_init(def_: Ref[TumNodeDef], bytes: int) -> None:
    """Fills a definition with the defaults, for languages that cannot call the inline function below.

    bytes: sizeof *def, as the caller was compiled. A size that is not the library's leaves all zero but the
    stamp; finishing a scene that has such a definition answers TUM_ERROR_VERSION.
    """
    _tum_node_def_init(def_, bytes)


def tum_default_node_def() -> TumNodeDef:
    """Definition of a node with the defaults."""
    made = TumNodeDef()
    tum_node_def_init(made, ctypes.sizeof(made))
    return made


_tum_scene_builder_add_node = _bind(
    "tum_scene_builder_add_node", ctypes.c_int32,
    ctypes.POINTER(TumSceneBuilder),
    ctypes.POINTER(TumNodeDef),
)


def tum_scene_builder_add_node(builder: Ref[TumSceneBuilder], node: Ref[TumNodeDef]) -> int:
    """Adds a node.

    Returns the node's index, also in the scene; -1 when out of memory.
    """
    return _tum_scene_builder_add_node(builder, node)  # type: ignore[no-any-return]


_tum_scene_builder_add_mesh = _bind(
    "tum_scene_builder_add_mesh", ctypes.c_int32,
    ctypes.POINTER(TumSceneBuilder),
    ctypes.POINTER(ctypes.c_double),
    ctypes.c_size_t,
    ctypes.POINTER(ctypes.c_uint32),
    ctypes.c_size_t,
)


def tum_scene_builder_add_mesh(
    builder: Ref[TumSceneBuilder],
    points: Ref[ctypes.c_double],
    point_count: int,
    cells: Ref[ctypes.c_uint32],
    cell_count: int,
) -> int:
    """Adds points, and cells between them: triangles in 3D, tetrahedra in 4D.

    points: [m] [point_count * dimension], at least one point, each number within 1e18.

    point_count: number of points.

    cells: [cell_count * dimension] indices of points. Triangles are counter-clockwise seen from outside. NULL
    for a hull.

    cell_count: number of cells; 0 for a hull.

    Returns the mesh, for TumShape.mesh; -1 where it was left out.
    """
    return _tum_scene_builder_add_mesh(builder, points, point_count, cells, cell_count)  # type: ignore[no-any-return]


_tum_scene_builder_add_curves = _bind(
    "tum_scene_builder_add_curves", ctypes.c_int32,
    ctypes.POINTER(TumSceneBuilder),
    ctypes.POINTER(TumCurve),
    ctypes.c_size_t,
)


def tum_scene_builder_add_curves(builder: Ref[TumSceneBuilder], curves: Ref[TumCurve], count: int) -> int:
    """Adds curves of a general shape, one behind the other. Each rounds at least one axis; the exponent is above
    0.

    curves: [count]

    Returns the first, for TumShape.curve_first; -1 where they were left out.
    """
    return _tum_scene_builder_add_curves(builder, curves, count)  # type: ignore[no-any-return]


_tum_scene_builder_add_shape = _bind(
    "tum_scene_builder_add_shape", ctypes.c_int32,
    ctypes.POINTER(TumSceneBuilder),
    ctypes.POINTER(TumShape),
)


def tum_scene_builder_add_shape(builder: Ref[TumSceneBuilder], shape: Ref[TumShape]) -> int:
    """Adds a shape. The members that its kind has (TumShapeKind) are read; lengths are above 0, but for one of
    the two radii of a cylinder, one of a capsule, the height of a capsule, and sizes of a general shape that
    has curves. Planes may be infinite along X, Z or both.

    shape: pointer may be NULL.

    Returns the shape, for any number of colliders, triggers and volumes of gravity; -1 where it was left out.
    """
    return _tum_scene_builder_add_shape(builder, shape)  # type: ignore[no-any-return]


_tum_scene_builder_add_material = _bind(
    "tum_scene_builder_add_material", ctypes.c_int32,
    ctypes.POINTER(TumSceneBuilder),
    ctypes.POINTER(TumMaterial),
)


def tum_scene_builder_add_material(builder: Ref[TumSceneBuilder], material: Ref[TumMaterial]) -> int:
    """Adds a material: frictions and restitution of 0 or more. Start from tum_default_material.

    material: pointer may be NULL.

    Returns the material, for any number of colliders; -1 where it was left out.
    """
    return _tum_scene_builder_add_material(builder, material)  # type: ignore[no-any-return]


_tum_filter_def_init = _bind("tum_filter_def_init", None, ctypes.POINTER(TumFilterDef), ctypes.c_size_t)


def tum_filter_def_init(def_: Ref[TumFilterDef], bytes: int) -> None:
    """Fills a definition with the defaults, as tum_node_def_init does."""
    _tum_filter_def_init(def_, bytes)


def tum_default_filter_def() -> TumFilterDef:
    """Definition of a filter with the defaults."""
    made = TumFilterDef()
    tum_filter_def_init(made, ctypes.sizeof(made))
    return made


_tum_scene_builder_add_filter = _bind(
    "tum_scene_builder_add_filter", ctypes.c_int32,
    ctypes.POINTER(TumSceneBuilder),
    ctypes.POINTER(TumFilterDef),
)


def tum_scene_builder_add_filter(builder: Ref[TumSceneBuilder], filter: Ref[TumFilterDef]) -> int:
    """Adds a filter.

    Returns the filter, for any number of colliders and triggers; -1 where it was left out.
    """
    return _tum_scene_builder_add_filter(builder, filter)  # type: ignore[no-any-return]


_tum_body_def_init = _bind("tum_body_def_init", None, ctypes.POINTER(TumBodyDef), ctypes.c_size_t)


def tum_body_def_init(def_: Ref[TumBodyDef], bytes: int) -> None:
    """Fills a definition with the defaults, as tum_node_def_init does."""
    _tum_body_def_init(def_, bytes)


def tum_default_body_def() -> TumBodyDef:
    """Definition of a body with the defaults."""
    made = TumBodyDef()
    tum_body_def_init(made, ctypes.sizeof(made))
    return made


_tum_scene_builder_add_body = _bind(
    "tum_scene_builder_add_body", ctypes.c_bool,
    ctypes.POINTER(TumSceneBuilder),
    ctypes.POINTER(TumBodyDef),
)


def tum_scene_builder_add_body(builder: Ref[TumSceneBuilder], body: Ref[TumBodyDef]) -> bool:
    """Adds a body. The scene lists bodies in the order of their nodes: TumNode.body tells the index.

    Returns false where it was left out.
    """
    return _tum_scene_builder_add_body(builder, body)  # type: ignore[no-any-return]


_tum_collider_def_init = _bind("tum_collider_def_init", None, ctypes.POINTER(TumColliderDef), ctypes.c_size_t)


def tum_collider_def_init(def_: Ref[TumColliderDef], bytes: int) -> None:
    """Fills a definition with the defaults, as tum_node_def_init does."""
    _tum_collider_def_init(def_, bytes)


def tum_default_collider_def() -> TumColliderDef:
    """Definition of a collider with the defaults."""
    made = TumColliderDef()
    tum_collider_def_init(made, ctypes.sizeof(made))
    return made


_tum_scene_builder_add_collider = _bind(
    "tum_scene_builder_add_collider", ctypes.c_bool,
    ctypes.POINTER(TumSceneBuilder),
    ctypes.POINTER(TumColliderDef),
)


def tum_scene_builder_add_collider(builder: Ref[TumSceneBuilder], collider: Ref[TumColliderDef]) -> bool:
    """Adds a collider. The scene lists colliders in the order of their nodes.

    Returns false where it was left out.
    """
    return _tum_scene_builder_add_collider(builder, collider)  # type: ignore[no-any-return]


_tum_trigger_def_init = _bind("tum_trigger_def_init", None, ctypes.POINTER(TumTriggerDef), ctypes.c_size_t)


def tum_trigger_def_init(def_: Ref[TumTriggerDef], bytes: int) -> None:
    """Fills a definition with the defaults, as tum_node_def_init does."""
    _tum_trigger_def_init(def_, bytes)


def tum_default_trigger_def() -> TumTriggerDef:
    """Definition of a trigger with the defaults."""
    made = TumTriggerDef()
    tum_trigger_def_init(made, ctypes.sizeof(made))
    return made


_tum_scene_builder_add_trigger = _bind(
    "tum_scene_builder_add_trigger", ctypes.c_bool,
    ctypes.POINTER(TumSceneBuilder),
    ctypes.POINTER(TumTriggerDef),
)


def tum_scene_builder_add_trigger(builder: Ref[TumSceneBuilder], trigger: Ref[TumTriggerDef]) -> bool:
    """Adds a trigger. The scene keeps the order.

    Returns false where it was left out.
    """
    return _tum_scene_builder_add_trigger(builder, trigger)  # type: ignore[no-any-return]


_tum_gravity_volume_def_init = _bind(
    "tum_gravity_volume_def_init", None,
    ctypes.POINTER(TumGravityVolumeDef),
    ctypes.c_size_t,
)


def tum_gravity_volume_def_init(def_: Ref[TumGravityVolumeDef], bytes: int) -> None:
    """Fills a definition with the defaults, as tum_node_def_init does."""
    _tum_gravity_volume_def_init(def_, bytes)


def tum_default_gravity_volume_def() -> TumGravityVolumeDef:
    """Definition of a volume of gravity with the defaults."""
    made = TumGravityVolumeDef()
    tum_gravity_volume_def_init(made, ctypes.sizeof(made))
    return made


_tum_scene_builder_add_gravity_volume = _bind(
    "tum_scene_builder_add_gravity_volume", ctypes.c_bool,
    ctypes.POINTER(TumSceneBuilder),
    ctypes.POINTER(TumGravityVolumeDef),
)


def tum_scene_builder_add_gravity_volume(
    builder: Ref[TumSceneBuilder],
    volume: Ref[TumGravityVolumeDef],
) -> bool:
    """Adds a volume of gravity.

    Returns false where it was left out.
    """
    return _tum_scene_builder_add_gravity_volume(builder, volume)  # type: ignore[no-any-return]


_tum_joint_def_init = _bind("tum_joint_def_init", None, ctypes.POINTER(TumJointDef), ctypes.c_size_t)


def tum_joint_def_init(def_: Ref[TumJointDef], bytes: int) -> None:
    """Fills a definition with the defaults, as tum_node_def_init does."""
    _tum_joint_def_init(def_, bytes)


def tum_default_joint_def() -> TumJointDef:
    """Definition of a joint with the defaults."""
    made = TumJointDef()
    tum_joint_def_init(made, ctypes.sizeof(made))
    return made


_tum_scene_builder_add_joint = _bind(
    "tum_scene_builder_add_joint", ctypes.c_bool,
    ctypes.POINTER(TumSceneBuilder),
    ctypes.POINTER(TumJointDef),
)


def tum_scene_builder_add_joint(builder: Ref[TumSceneBuilder], joint: Ref[TumJointDef]) -> bool:
    """Adds a joint. The scene keeps the order of joints that join two different sides.

    Returns false where it was left out.
    """
    return _tum_scene_builder_add_joint(builder, joint)  # type: ignore[no-any-return]


_tum_track_def_init = _bind("tum_track_def_init", None, ctypes.POINTER(TumTrackDef), ctypes.c_size_t)


def tum_track_def_init(def_: Ref[TumTrackDef], bytes: int) -> None:
    """Fills a definition with the defaults, as tum_node_def_init does."""
    _tum_track_def_init(def_, bytes)


def tum_default_track_def() -> TumTrackDef:
    """Definition of a track with the defaults."""
    made = TumTrackDef()
    tum_track_def_init(made, ctypes.sizeof(made))
    return made


_tum_scene_builder_add_track = _bind(
    "tum_scene_builder_add_track", ctypes.c_bool,
    ctypes.POINTER(TumSceneBuilder),
    ctypes.POINTER(TumTrackDef),
)


def tum_scene_builder_add_track(builder: Ref[TumSceneBuilder], track: Ref[TumTrackDef]) -> bool:
    """Adds a track. The later of two with the same node and target counts.

    Returns false where it was left out.
    """
    return _tum_scene_builder_add_track(builder, track)  # type: ignore[no-any-return]
