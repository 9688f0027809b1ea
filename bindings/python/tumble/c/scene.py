# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/scene.h: changes go there.
"""scene.h: the physics scene, one form for the physics of every dialect.

The scene is the waist of tumble. Every dialect is read into a scene, every consumer starts from one: worlds,
the converter, another engine. A scene is a value to read: plain arrays, indices instead of pointers (-1 is
none), doubles, nothing left to guess: masses, centres of mass and inertia are there whether a file gave them
or not.

    for (size_t i = 0; i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        engine_add_body(body->kind, body->mass, body->position, body->rotation);
    }

Frames, all right-handed, metres, column vectors, matrices column by column:

    node space    a node's full local frame, scale included
    body frame    rotation and translation of the body's node, without its scale
    world         the root of the active scene

In 3D the fourth number of a vector is 0; in 4D rotations are the 16 numbers of a matrix, angular velocities
and moments of inertia six numbers, one for each plane: XY XZ YZ XW YW ZW.

Memory: a scene owns all its arrays and texts; they live until tum_scene_destroy.

Threads: a scene is constant once built and may be read from any number of threads.
"""
from __future__ import annotations

import ctypes
import enum
from typing import Optional

from tumble._types import Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumAllocator, TumStatus
from tumble.c.pose import TumTransform, TumTransform4


class TumBodyKind(enum.IntEnum):
    """Part of a body in the simulation."""

    TUM_BODY_STATIC = 0
    """Hit, never moved."""
    TUM_BODY_KINEMATIC = 1
    """Keeps its velocity; pushes and is never pushed."""
    TUM_BODY_DYNAMIC = 2
    """Simulated."""


class TumOrigin(enum.IntEnum):
    """Origin of a mass property."""

    TUM_ORIGIN_AUTHORED = 0
    """The file gives it."""
    TUM_ORIGIN_DEFAULTED = 1
    """The dialect's documented default."""
    TUM_ORIGIN_COMPUTED = 2
    """From the colliders."""


class TumBodyTag(enum.IntEnum):
    """Role that a G4MF file gives to a body."""

    TUM_BODY_TAG_NONE = 0
    """No role."""
    TUM_BODY_TAG_CHARACTER = 1
    """A character."""
    TUM_BODY_TAG_VEHICLE = 2
    """A vehicle."""


class TumShapeKind(enum.IntEnum):
    """Kind of a shape; each line names the members of TumShape that it uses."""

    TUM_SHAPE_SPHERE = 0
    """radius"""
    TUM_SHAPE_BOX = 1
    """size"""
    TUM_SHAPE_CAPSULE = 2
    """height between the centres of the end spheres, radius_bottom/_top"""
    TUM_SHAPE_CYLINDER = 3
    """height in all, radius_bottom/_top; one of them 0: a cone"""
    TUM_SHAPE_PLANE = 4
    """size[0] and size[2] (INFINITY), double_sided; normal +Y"""
    TUM_SHAPE_CONVEX = 5
    """mesh: the convex hull of its points"""
    TUM_SHAPE_MESH = 6
    """mesh: a thin shell of its cells"""
    TUM_SHAPE_GENERAL = 7
    """size, curves: a rounded box of G4MF; colliders in 3D have its hull"""
    TUM_SHAPE_HEIGHTMAP = 8
    """mesh of the grid's cells"""
    TUM_SHAPE_RAY = 9
    """height: from the origin down -Y; never solid"""


class TumCombine(enum.IntEnum):
    """Rule that joins the coefficients of two materials: tum_combine."""

    TUM_COMBINE_NONE = 0
    """Abstains: the other side decides."""
    TUM_COMBINE_AVERAGE = 1
    """(a + b) / 2"""
    TUM_COMBINE_MINIMUM = 2
    """min(a, b)"""
    TUM_COMBINE_MAXIMUM = 3
    """max(a, b)"""
    TUM_COMBINE_MULTIPLY = 4
    """a b"""


class TumGravityKind(enum.IntEnum):
    """Source that a volume of gravity pulls towards; each line names the members of TumGravityVolume that it
    uses.
    """

    TUM_GRAVITY_DIRECTIONAL = 0
    """direction: the same everywhere"""
    TUM_GRAVITY_POINT = 1
    """the origin of its frame"""
    TUM_GRAVITY_DISC = 2
    """radii: the nearest point of a filled ellipse in its XZ plane"""
    TUM_GRAVITY_TORUS = 3
    """radii: the nearest point of that ellipse's rim"""
    TUM_GRAVITY_LINE = 4
    """points: the nearest point of a line through them"""
    TUM_GRAVITY_SHAPED = 5
    """shape: the nearest point of its surface"""


class TumSpace(enum.IntEnum):
    """Motion that a limit or drive acts on."""

    TUM_SPACE_LINEAR = 0
    """metres"""
    TUM_SPACE_ANGULAR = 1
    """radians"""


class TumDriveMode(enum.IntEnum):
    """Unit of a drive."""

    TUM_DRIVE_FORCE = 0
    """Stiffness and damping give a force or torque."""
    TUM_DRIVE_ACCELERATION = 1
    """They give an acceleration, whatever the masses are."""


class TumJointKind4(enum.IntEnum):
    """Kind of a joint in 4D: the directions that it holds, in the axes of its frames. Two bodies have ten
    freedoms to each other: four of translation, six of rotation.

        TUM_JOINT4_PIN        a point: free to turn in all six planes
        TUM_JOINT4_LINE_PIN   the line along W: free to turn in XY, XZ and YZ, as a ball joint of 3D
        TUM_JOINT4_HINGE      the plane ZW: free to turn in XY, as a door of 3D
        TUM_JOINT4_DUO_HINGE  a point and both planes: free to turn in XY and in ZW
        TUM_JOINT4_WELD       all
        TUM_JOINT4_SLIDER     all but translation along X
    """

    TUM_JOINT4_PIN = 0
    """Holds 4 freedoms."""
    TUM_JOINT4_LINE_PIN = 1
    """Holds 7."""
    TUM_JOINT4_HINGE = 2
    """Holds 9."""
    TUM_JOINT4_DUO_HINGE = 3
    """Holds 8."""
    TUM_JOINT4_WELD = 4
    """Holds 10."""
    TUM_JOINT4_SLIDER = 5
    """Holds 9."""


class TumPlane4(enum.IntEnum):
    """Planes of a frame, as TumDrive.axis names them where it is angular; TumLimit.axes has a bit for each, 1u
    << TUM_PLANE_XY.
    """

    TUM_PLANE_XY = 0
    """A positive angle turns +X toward +Y."""
    TUM_PLANE_XZ = 1
    """A positive angle turns +X toward +Z."""
    TUM_PLANE_YZ = 2
    """A positive angle turns +Y toward +Z."""
    TUM_PLANE_XW = 3
    """A positive angle turns +X toward +W."""
    TUM_PLANE_YW = 4
    """A positive angle turns +Y toward +W."""
    TUM_PLANE_ZW = 5
    """A positive angle turns +Z toward +W."""


class TumTrackTarget(enum.IntEnum):
    """Property that a track changes: values are one number where no other width is stated."""

    TUM_TRACK_TRANSLATION = 0
    """Translation of a node in its parent: 3 numbers [m]."""
    TUM_TRACK_ROTATION = 1
    """Rotation of a node in its parent: a quaternion x y z w."""
    TUM_TRACK_STATIC_FRICTION = 2
    """Static friction of a material."""
    TUM_TRACK_DYNAMIC_FRICTION = 3
    """Dynamic friction of a material."""
    TUM_TRACK_RESTITUTION = 4
    """Restitution of a material."""
    TUM_TRACK_MASS = 5
    """Mass of a body [kg]; 0: nothing changes its linear velocity."""
    TUM_TRACK_GRAVITY_FACTOR = 6
    """Gravity factor of a body."""
    TUM_TRACK_LINEAR_VELOCITY = 7
    """Linear velocity of a body: 3 numbers [m/s], in the frame of TumBody.velocity_in_world."""
    TUM_TRACK_ANGULAR_VELOCITY = 8
    """Angular velocity of a body: 3 numbers [rad/s], likewise."""
    TUM_TRACK_KINEMATIC = 9
    """Kind of a body: kinematic or, at 0, dynamic."""
    TUM_TRACK_CENTER_OF_MASS = 10
    """Centre of mass of a body: 3 numbers [m], in the body frame."""
    TUM_TRACK_INERTIA = 11
    """Principal moments of a body: 3 numbers [kg m^2]; 0: that rate never changes."""
    TUM_TRACK_INERTIA_ROTATION = 12
    """Principal frame of a body: body frame from principal frame, a quaternion."""
    TUM_TRACK_LIMIT_MIN = 13
    """Lower bound of a limit [m] or [rad]."""
    TUM_TRACK_LIMIT_MAX = 14
    """Upper bound of a limit [m] or [rad]. Below the lower bound the limit does not act."""
    TUM_TRACK_LIMIT_STIFFNESS = 15
    """Stiffness of a limit."""
    TUM_TRACK_LIMIT_DAMPING = 16
    """Damping of a limit."""
    TUM_TRACK_DRIVE_MAX_FORCE = 17
    """Greatest force of a drive."""
    TUM_TRACK_DRIVE_POSITION = 18
    """Position target of a drive [m] or [rad]."""
    TUM_TRACK_DRIVE_VELOCITY = 19
    """Velocity target of a drive [m/s] or [rad/s]."""
    TUM_TRACK_DRIVE_STIFFNESS = 20
    """Stiffness of a drive."""
    TUM_TRACK_DRIVE_DAMPING = 21
    """Damping of a drive."""
    TUM_TRACK_JOINT_COLLISION = 22
    """TumJoint.enable_collision: 0 or not."""
    TUM_TRACK_SHAPE_SIZE = 23
    """Size of a box: 3 numbers [m]."""
    TUM_TRACK_SHAPE_SIZE_X = 24
    """Size of a plane along X [m]."""
    TUM_TRACK_SHAPE_SIZE_Z = 25
    """Size of a plane along Z [m]."""
    TUM_TRACK_SHAPE_SIDES = 26
    """TumShape.double_sided of a plane: 0 or not."""
    TUM_TRACK_SHAPE_RADIUS = 27
    """Radius of a sphere [m]."""
    TUM_TRACK_SHAPE_HEIGHT = 28
    """Height of a capsule or cylinder [m]."""
    TUM_TRACK_SHAPE_BOTTOM = 29
    """Radius of a capsule or cylinder at -Y [m]."""
    TUM_TRACK_SHAPE_TOP = 30
    """Radius of a capsule or cylinder at +Y [m]."""


class TumInterpolation(enum.IntEnum):
    """Interpolation between two keys."""

    TUM_INTERPOLATION_STEP = 0
    """The value of the earlier key."""
    TUM_INTERPOLATION_LINEAR = 1
    """Rotations along the shorter arc, at even speed."""
    TUM_INTERPOLATION_CUBIC_SPLINE = 2
    """Hermite; in-tangent, value, out-tangent per key."""


class TumRotation(ctypes.Structure):
    """Rotation of 3D or 4D.

    q: In 3D the unit quaternion x y z w.

    m: [16] In 4D the matrix, 4 by 4, column by column; in 3D NULL. The identity is shared.
    """

    q: ctypes.Array[ctypes.c_double]
    m: Pointer[ctypes.c_double]
    _fields_ = [
        ("q", ctypes.c_double * 4),
        ("m", ctypes.POINTER(ctypes.c_double)),
    ]


class TumNode(ctypes.Structure):
    """Node of the document, same index. Equal data is shared: nodes without a transform point to one identity,
    nodes that stand where their parent does to their parent's matrix.

    parent: Index, or -1.

    body: Index of the body that moves it, or -1: physics never moves it.

    in_scene: Below a root of the active scene.

    has_matrix: Authored as a matrix, and written back as one.

    animated: Translation, rotation, scale have an animation channel.

    local: To the parent, at load.

    world: [16] 4 by 4, column by column, to the world, at load.

    name: UTF-8, "" where the document gives none.
    """

    parent: int
    body: int
    in_scene: bool
    has_matrix: bool
    animated: ctypes.Array[ctypes.c_bool]
    local: Pointer[TumTransform]
    world: Pointer[ctypes.c_double]
    name: Optional[bytes]
    _fields_ = [
        ("parent", ctypes.c_int32),
        ("body", ctypes.c_int32),
        ("in_scene", ctypes.c_bool),
        ("has_matrix", ctypes.c_bool),
        ("animated", ctypes.c_bool * 3),
        ("local", ctypes.POINTER(TumTransform)),
        ("world", ctypes.POINTER(ctypes.c_double)),
        ("name", ctypes.c_char_p),
    ]


class TumNode4(ctypes.Structure):
    """Transforms of a node in 4D, same index. The transforms of TumNode are then the identity.

    local: To the parent, at load.

    world: To the world, at load.
    """

    local: Pointer[TumTransform4]
    world: Pointer[TumTransform4]
    _fields_ = [
        ("local", ctypes.POINTER(TumTransform4)),
        ("world", ctypes.POINTER(TumTransform4)),
    ]


class TumBody(ctypes.Structure):
    """Body: a node with motion and everything that moves with it.

    node: Index of its node.

    kind: Part in the simulation at load.

    tag: Role; it has no influence on the simulation.

    position: [m] The body frame's origin in the world, at load.

    rotation: World from body frame, at load.

    stretch: [16] World linear part = rotation * stretch; constant for the run. The identity is shared.

    mass: [kg] > 0; INFINITY: nothing changes its linear velocity.

    center_of_mass: [m] In the body frame.

    inertia: [kg m^2] Principal moments about the centre of mass: 3 in 3D, one per plane in 4D. Each > 0;
    INFINITY: that rate never changes.

    inertia_rotation: Body frame from principal frame.

    linear_velocity: [m/s] Of the centre of mass, in the world, at load.

    angular_velocity: [rad/s] In the world, at load; a bivector in 4D.

    gravity_factor: Multiple of gravity that acts on the body.

    velocity_in_world: The file gives velocities in the world, not in the space of the node.

    driven: An animation moves it: its own node's, or, where it is not dynamic, that of a node above.

    mass_origin: Origin of `mass`.

    center_of_mass_origin: Origin of `center_of_mass`.

    inertia_origin: Origin of each of the moments.

    user: TumBodyDef.user; 0 in a scene that was read.

    pointer: JSON pointer of the motion object.
    """

    node: int
    kind: int
    tag: int
    position: ctypes.Array[ctypes.c_double]
    rotation: TumRotation
    stretch: Pointer[ctypes.c_double]
    mass: float
    center_of_mass: ctypes.Array[ctypes.c_double]
    inertia: ctypes.Array[ctypes.c_double]
    inertia_rotation: TumRotation
    linear_velocity: ctypes.Array[ctypes.c_double]
    angular_velocity: ctypes.Array[ctypes.c_double]
    gravity_factor: float
    velocity_in_world: bool
    driven: bool
    mass_origin: int
    center_of_mass_origin: int
    inertia_origin: ctypes.Array[ctypes.c_int]
    user: int
    pointer: Optional[bytes]
    _fields_ = [
        ("node", ctypes.c_int32),
        ("kind", ctypes.c_int),
        ("tag", ctypes.c_int),
        ("position", ctypes.c_double * 4),
        ("rotation", TumRotation),
        ("stretch", ctypes.POINTER(ctypes.c_double)),
        ("mass", ctypes.c_double),
        ("center_of_mass", ctypes.c_double * 4),
        ("inertia", ctypes.c_double * 6),
        ("inertia_rotation", TumRotation),
        ("linear_velocity", ctypes.c_double * 4),
        ("angular_velocity", ctypes.c_double * 6),
        ("gravity_factor", ctypes.c_double),
        ("velocity_in_world", ctypes.c_bool),
        ("driven", ctypes.c_bool),
        ("mass_origin", ctypes.c_int),
        ("center_of_mass_origin", ctypes.c_int),
        ("inertia_origin", ctypes.c_int * 6),
        ("user", ctypes.c_uint64),
        ("pointer", ctypes.c_char_p),
    ]


class TumShape(ctypes.Structure):
    """Shape in its own frame. The axis of revolution is Y; `_top` is at +Y.

    kind: Kind, which says the members in use; the others are 0.

    size: [m] Full edge lengths.

    height: [m] Along Y.

    radius: [m] Of a sphere.

    radius_bottom: [m] At -Y. Of a hull of 4D: with size, height and radius_top the tapered shape that the
    hull stands for, whose mass it has; else 0.

    radius_top: [m] At +Y; of a hull as radius_bottom.

    double_sided: A plane is met from both sides.

    mesh: Index into meshes, or -1.

    curve_first: Index into curves.

    curve_count: Number of curves.

    pointer: JSON pointer of the shape.
    """

    kind: int
    size: ctypes.Array[ctypes.c_double]
    height: float
    radius: float
    radius_bottom: float
    radius_top: float
    double_sided: bool
    mesh: int
    curve_first: int
    curve_count: int
    pointer: Optional[bytes]
    _fields_ = [
        ("kind", ctypes.c_int),
        ("size", ctypes.c_double * 4),
        ("height", ctypes.c_double),
        ("radius", ctypes.c_double),
        ("radius_bottom", ctypes.c_double),
        ("radius_top", ctypes.c_double),
        ("double_sided", ctypes.c_bool),
        ("mesh", ctypes.c_int32),
        ("curve_first", ctypes.c_int32),
        ("curve_count", ctypes.c_int32),
        ("pointer", ctypes.c_char_p),
    ]


class TumCurve(ctypes.Structure):
    """Curve of a general shape: rounds the axes whose radius is positive.

    radii: [m] Half axes; 0: the curve does not round this axis.

    exponent: 2 is an ellipse.
    """

    radii: ctypes.Array[ctypes.c_double]
    exponent: float
    _fields_ = [
        ("radii", ctypes.c_double * 4),
        ("exponent", ctypes.c_double),
    ]


class TumMesh(ctypes.Structure):
    """Points and simplexes in the shape's frame. Cells are triangles in 3D, tetrahedra in 4D.

    points: [m] [point_count * dimension]

    cells: [cell_count * dimension] Indices of points, each below point_count.

    point_count: Number of points.

    cell_count: Number of cells.

    is_closed: After welding, each facet of a cell is shared by exactly two cells that agree on the outside.

    document_mesh: Index of the document's mesh whose triangles these are, all of them and unchanged; -1: the
    points were moved, deformed or gathered.
    """

    points: Pointer[ctypes.c_double]
    cells: Pointer[ctypes.c_uint32]
    point_count: int
    cell_count: int
    is_closed: bool
    document_mesh: int
    _fields_ = [
        ("points", ctypes.POINTER(ctypes.c_double)),
        ("cells", ctypes.POINTER(ctypes.c_uint32)),
        ("point_count", ctypes.c_size_t),
        ("cell_count", ctypes.c_size_t),
        ("is_closed", ctypes.c_bool),
        ("document_mesh", ctypes.c_int32),
    ]


class TumMaterial(ctypes.Structure):
    """Material of a surface.

    static_friction: Coefficient of friction at rest, 0 or more.

    dynamic_friction: Coefficient of friction in motion, 0 or more.

    restitution: Part of the approach speed that is left after an impact, 0 to 1.

    friction_combine: Rule for both frictions.

    restitution_combine: Rule for restitution.

    pointer: JSON pointer of the material.
    """

    static_friction: float
    dynamic_friction: float
    restitution: float
    friction_combine: int
    restitution_combine: int
    pointer: Optional[bytes]
    _fields_ = [
        ("static_friction", ctypes.c_double),
        ("dynamic_friction", ctypes.c_double),
        ("restitution", ctypes.c_double),
        ("friction_combine", ctypes.c_int),
        ("restitution_combine", ctypes.c_int),
        ("pointer", ctypes.c_char_p),
    ]


class TumFilter(ctypes.Structure):
    """Filter: decides the pairs of colliders that may touch. Systems are indices into system_names, lists are
    ranges of filter_systems.

    system_first: First membership.

    system_count: Number of memberships.

    collide_with_first: First system of the whitelist.

    collide_with_count: Length of the whitelist; 0: none.

    not_collide_with_first: First system of the blacklist.

    not_collide_with_count: Length of the blacklist; 0: none.

    pointer: JSON pointer of the filter.
    """

    system_first: int
    system_count: int
    collide_with_first: int
    collide_with_count: int
    not_collide_with_first: int
    not_collide_with_count: int
    pointer: Optional[bytes]
    _fields_ = [
        ("system_first", ctypes.c_int32),
        ("system_count", ctypes.c_int32),
        ("collide_with_first", ctypes.c_int32),
        ("collide_with_count", ctypes.c_int32),
        ("not_collide_with_first", ctypes.c_int32),
        ("not_collide_with_count", ctypes.c_int32),
        ("pointer", ctypes.c_char_p),
    ]


class TumCollider(ctypes.Structure):
    """Solid shape that belongs to a body or to the world.

    node: Index of its node.

    body: Index of its body, or -1: the world owns it.

    shape: Index of the simulated shape.

    authored_shape: Index of the shape as the file gives it, in node space: another one than `shape` where the
    points went through the node's scale, or where a rarer shape became one of the others.

    position: [m] Collider frame in the body frame (in the world where body is -1).

    rotation: Body frame from collider frame.

    scale: >= 0: scales the shape in the collider frame. All 1 for meshes and hulls, whose points are baked.

    material: Index, or -1: tum_default_material.

    filter: Index, or -1: it meets every collider.

    enabled: False: it touches nothing.

    driven: An animation moves it in its body frame (in the world where body is -1), or changes its shape.

    group: Node of the compound it came from, or -1.

    user: TumColliderDef.user; 0 in a scene that was read.

    pointer: JSON pointer of the collider object.
    """

    node: int
    body: int
    shape: int
    authored_shape: int
    position: ctypes.Array[ctypes.c_double]
    rotation: TumRotation
    scale: ctypes.Array[ctypes.c_double]
    material: int
    filter: int
    enabled: bool
    driven: bool
    group: int
    user: int
    pointer: Optional[bytes]
    _fields_ = [
        ("node", ctypes.c_int32),
        ("body", ctypes.c_int32),
        ("shape", ctypes.c_int32),
        ("authored_shape", ctypes.c_int32),
        ("position", ctypes.c_double * 4),
        ("rotation", TumRotation),
        ("scale", ctypes.c_double * 4),
        ("material", ctypes.c_int32),
        ("filter", ctypes.c_int32),
        ("enabled", ctypes.c_bool),
        ("driven", ctypes.c_bool),
        ("group", ctypes.c_int32),
        ("user", ctypes.c_uint64),
        ("pointer", ctypes.c_char_p),
    ]


class TumTriggerPart(ctypes.Structure):
    """Shape of a trigger.

    node: Index of its node.

    body: Index of the body that it moves with, or -1.

    shape: As in TumCollider.

    authored_shape: As in TumCollider.

    position: [m] Its frame in the body frame (in the world where body is -1).

    rotation: Body frame from its frame.

    scale: As in TumCollider.

    filter: Index, or -1: it notices every collider.

    enabled: False: it notices nothing.

    driven: As in TumCollider.
    """

    node: int
    body: int
    shape: int
    authored_shape: int
    position: ctypes.Array[ctypes.c_double]
    rotation: TumRotation
    scale: ctypes.Array[ctypes.c_double]
    filter: int
    enabled: bool
    driven: bool
    _fields_ = [
        ("node", ctypes.c_int32),
        ("body", ctypes.c_int32),
        ("shape", ctypes.c_int32),
        ("authored_shape", ctypes.c_int32),
        ("position", ctypes.c_double * 4),
        ("rotation", TumRotation),
        ("scale", ctypes.c_double * 4),
        ("filter", ctypes.c_int32),
        ("enabled", ctypes.c_bool),
        ("driven", ctypes.c_bool),
    ]


class TumTrigger(ctypes.Structure):
    """Volume that detects solid colliders and never pushes.

    node: Index of its node.

    part_first: Index into trigger_parts.

    part_count: Number of parts.

    filter: Index of a compound's own filter, or -1.

    pointer: JSON pointer of the trigger object.
    """

    node: int
    part_first: int
    part_count: int
    filter: int
    pointer: Optional[bytes]
    _fields_ = [
        ("node", ctypes.c_int32),
        ("part_first", ctypes.c_int32),
        ("part_count", ctypes.c_int32),
        ("filter", ctypes.c_int32),
        ("pointer", ctypes.c_char_p),
    ]


class TumGravityVolume(ctypes.Structure):
    """Gravity inside a trigger (`docs/simulation.md#9-volumes-of-gravity`).

    A body that touches the trigger is pulled with `gravity`, or, where unit_distance is above zero, with
    gravity * (unit_distance / distance)^2. Volumes count in the order they stand here, and the world's
    gravity after them, unless one of them stops.

    node: Index of its node.

    trigger: Index of the trigger, or -1: the node has none, so no body is ever inside.

    kind: Source of the pull.

    gravity: [m/s^2] Negative: away.

    priority: Volumes of higher priority count first.

    replace: Takes the place of the volumes before it.

    stop: No volume after it counts, nor the world's gravity.

    unit_distance: [m] 0: the same at every distance.

    body: The source of the pull moves with this body, or -1.

    position: [m] Its frame in the body frame (in the world where body is -1).

    rotation: Body frame from its frame.

    driven: An animation moves it in its body frame (in the world).

    direction: Unit vector in its frame.

    radii: [m] Half axes along X and Z of its frame.

    point_first: Index into gravity_points.

    point_count: Number of points.

    shape: Index, or -1.

    scale: Scale of the shape, as in TumCollider.

    pointer: JSON pointer of the gravity object.
    """

    node: int
    trigger: int
    kind: int
    gravity: float
    priority: int
    replace: bool
    stop: bool
    unit_distance: float
    body: int
    position: ctypes.Array[ctypes.c_double]
    rotation: TumRotation
    driven: bool
    direction: ctypes.Array[ctypes.c_double]
    radii: ctypes.Array[ctypes.c_double]
    point_first: int
    point_count: int
    shape: int
    scale: ctypes.Array[ctypes.c_double]
    pointer: Optional[bytes]
    _fields_ = [
        ("node", ctypes.c_int32),
        ("trigger", ctypes.c_int32),
        ("kind", ctypes.c_int),
        ("gravity", ctypes.c_double),
        ("priority", ctypes.c_int64),
        ("replace", ctypes.c_bool),
        ("stop", ctypes.c_bool),
        ("unit_distance", ctypes.c_double),
        ("body", ctypes.c_int32),
        ("position", ctypes.c_double * 4),
        ("rotation", TumRotation),
        ("driven", ctypes.c_bool),
        ("direction", ctypes.c_double * 4),
        ("radii", ctypes.c_double * 2),
        ("point_first", ctypes.c_int32),
        ("point_count", ctypes.c_int32),
        ("shape", ctypes.c_int32),
        ("scale", ctypes.c_double * 4),
        ("pointer", ctypes.c_char_p),
    ]


class TumLimit(ctypes.Structure):
    """Limit: keeps a metric of the two frames within a range (`docs/simulation.md#5-joints`).

    space: Distance or angle.

    axes: Bits 0 to 2: one, two or three axes of frame A. In 4D one bit, of an axis or of a plane (TumPlane4).

    min: [m] or [rad] Lower bound; -INFINITY: open.

    max: [m] or [rad] Upper bound; INFINITY: open.

    stiffness: [N/m] or [N m/rad] Beyond the bounds; INFINITY: hard.

    damping: [N s/m] or [N m s/rad] Beyond the bounds.

    pointer: JSON pointer of the limit; joints may share one.
    """

    space: int
    axes: int
    min: float
    max: float
    stiffness: float
    damping: float
    pointer: Optional[bytes]
    _fields_ = [
        ("space", ctypes.c_int),
        ("axes", ctypes.c_uint32),
        ("min", ctypes.c_double),
        ("max", ctypes.c_double),
        ("stiffness", ctypes.c_double),
        ("damping", ctypes.c_double),
        ("pointer", ctypes.c_char_p),
    ]


class TumDrive(ctypes.Structure):
    """Drive: pulls a joint toward a position and a velocity along or about one axis.

    space: Distance or angle.

    mode: Unit of stiffness and damping.

    axis: 0 to 2, of frame A; in 4D an axis or a plane (TumPlane4).

    max_force: [N] or [N m]; INFINITY.

    has_position_target: False: position_target and stiffness do not act.

    position_target: [m] or [rad]

    velocity_target: [m/s] or [rad/s]

    stiffness: [N/m] or [N m/rad]; as acceleration [1/s^2].

    damping: [N s/m] or [N m s/rad]; as acceleration [1/s].

    pointer: JSON pointer of the drive; joints may share one.
    """

    space: int
    mode: int
    axis: int
    max_force: float
    has_position_target: bool
    position_target: float
    velocity_target: float
    stiffness: float
    damping: float
    pointer: Optional[bytes]
    _fields_ = [
        ("space", ctypes.c_int),
        ("mode", ctypes.c_int),
        ("axis", ctypes.c_int32),
        ("max_force", ctypes.c_double),
        ("has_position_target", ctypes.c_bool),
        ("position_target", ctypes.c_double),
        ("velocity_target", ctypes.c_double),
        ("stiffness", ctypes.c_double),
        ("damping", ctypes.c_double),
        ("pointer", ctypes.c_char_p),
    ]


class TumJoint(ctypes.Structure):
    """Joint: limits and drives between two frames. A is the joint's node, B the connected one.

    kind4: In 4D: the directions that it holds; its limits and drives act on those that it leaves. In 3D:
    TUM_JOINT4_PIN, without meaning.

    node_a: Index, or -1: the world itself.

    node_b: Likewise.

    body_a: Index, or -1: the world.

    body_b: Likewise.

    position_a: [m] Origin of frame A in its body frame, or in the world.

    position_b: [m] Likewise of frame B.

    rotation_a: Body frame, or world, from frame A.

    rotation_b: Likewise from frame B.

    is_at_nodes: Each frame stands where its node does; else at a place of its own.

    driven_a: An animation moves frame A in its body frame (in the world).

    driven_b: Likewise of frame B.

    limit_first: Index into limits.

    limit_count: Number of limits.

    drive_first: Index into drives.

    drive_count: Number of drives.

    enable_collision: The two sides may collide with each other.

    user: TumJointDef.user; 0 in a scene that was read.

    pointer: JSON pointer of the joint.

    description: JSON pointer of the limits and drives, which joints may share.
    """

    kind4: int
    node_a: int
    node_b: int
    body_a: int
    body_b: int
    position_a: ctypes.Array[ctypes.c_double]
    position_b: ctypes.Array[ctypes.c_double]
    rotation_a: TumRotation
    rotation_b: TumRotation
    is_at_nodes: bool
    driven_a: bool
    driven_b: bool
    limit_first: int
    limit_count: int
    drive_first: int
    drive_count: int
    enable_collision: bool
    user: int
    pointer: Optional[bytes]
    description: Optional[bytes]
    _fields_ = [
        ("kind4", ctypes.c_int),
        ("node_a", ctypes.c_int32),
        ("node_b", ctypes.c_int32),
        ("body_a", ctypes.c_int32),
        ("body_b", ctypes.c_int32),
        ("position_a", ctypes.c_double * 4),
        ("position_b", ctypes.c_double * 4),
        ("rotation_a", TumRotation),
        ("rotation_b", TumRotation),
        ("is_at_nodes", ctypes.c_bool),
        ("driven_a", ctypes.c_bool),
        ("driven_b", ctypes.c_bool),
        ("limit_first", ctypes.c_int32),
        ("limit_count", ctypes.c_int32),
        ("drive_first", ctypes.c_int32),
        ("drive_count", ctypes.c_int32),
        ("enable_collision", ctypes.c_bool),
        ("user", ctypes.c_uint64),
        ("pointer", ctypes.c_char_p),
        ("description", ctypes.c_char_p),
    ]


class TumTrack(ctypes.Structure):
    """Track: one property over time, all animations of the document together; of two that change the same
    property, the later one counts. Before the first key the property has the first value, after the last the
    last.

    target: Property.

    index: Index of the node, material, body, limit, drive, joint or shape.

    interpolation: Interpolation between keys; of properties that are true or false always steps.

    width: Numbers in a value: 1, 3 or 4. True or false is one number: 0 or not.

    key_count: 1 or more.

    same_as: Index of the first track with these times and values: joints that share a description share them.
    The track's own index where it is the first.

    times: [s] [key_count], rising.

    values: [key_count * width], three times as many for splines.
    """

    target: int
    index: int
    interpolation: int
    width: int
    key_count: int
    same_as: int
    times: Pointer[ctypes.c_double]
    values: Pointer[ctypes.c_double]
    _fields_ = [
        ("target", ctypes.c_int),
        ("index", ctypes.c_int32),
        ("interpolation", ctypes.c_int),
        ("width", ctypes.c_int32),
        ("key_count", ctypes.c_size_t),
        ("same_as", ctypes.c_int32),
        ("times", ctypes.POINTER(ctypes.c_double)),
        ("values", ctypes.POINTER(ctypes.c_double)),
    ]


class TumScene(ctypes.Structure):
    """Physics scene. Free it with tum_scene_destroy. Its arrays are to be read: a changed scene is built anew
    (scene_builder.h), a running one is changed in a world. Layouts of these structs may change with every
    minor version before 1.0: tum_version_fits tells a program whether it was compiled with those of the
    library (docs/versioning.md).

    dimension: 3 or 4; any other: nodes and nothing else.

    world_gravity: [m/s^2] (0, -9.81, 0, 0) where the file has none.

    has_world_gravity: The file sets it.

    default_density: [kg/m^3], in 4D [kg/m^4].

    file: Name of the file as it was opened.

    dialects: Ids of the dialects found, "K7" or "K7, J1"; "" without physics.

    nodes: [node_count]

    nodes4: [node_count] In 4D, else NULL.

    bodies: [body_count] In node order.

    colliders: [collider_count] In node order.

    shapes: [shape_count]

    curves: [curve_count]

    meshes: [mesh_count]

    materials: [material_count]

    filters: [filter_count]

    filter_systems: [filter_system_count] Indices into system_names.

    system_names: [system_name_count] UTF-8.

    triggers: [trigger_count]

    trigger_parts: [trigger_part_count]

    gravity_volumes: [gravity_volume_count] By priority, the highest first, then in node order.

    gravity_points: [m] [gravity_point_count * 3] In the frame of their volume.

    joints: [joint_count]

    limits: [limit_count]

    drives: [drive_count]

    tracks: [track_count] In order of target, then index; no two have both.

    node_count: Number of nodes.

    body_count: Number of bodies.

    collider_count: Number of colliders.

    shape_count: Number of shapes.

    curve_count: Number of curves.

    mesh_count: Number of meshes.

    material_count: Number of materials.

    filter_count: Number of filters.

    filter_system_count: Number of entries of all lists of filters.

    system_name_count: Number of names of systems.

    trigger_count: Number of triggers.

    trigger_part_count: Number of parts of triggers.

    joint_count: Number of joints.

    limit_count: Number of limits.

    drive_count: Number of drives.

    gravity_volume_count: Number of volumes of gravity.

    gravity_point_count: Number of points of volumes of gravity.

    track_count: Number of tracks.

    memory: Internal: owns everything above.
    """

    dimension: int
    world_gravity: ctypes.Array[ctypes.c_double]
    has_world_gravity: bool
    default_density: float
    file: Optional[bytes]
    dialects: Optional[bytes]
    nodes: Pointer[TumNode]
    nodes4: Pointer[TumNode4]
    bodies: Pointer[TumBody]
    colliders: Pointer[TumCollider]
    shapes: Pointer[TumShape]
    curves: Pointer[TumCurve]
    meshes: Pointer[TumMesh]
    materials: Pointer[TumMaterial]
    filters: Pointer[TumFilter]
    filter_systems: Pointer[ctypes.c_int32]
    system_names: Pointer[ctypes.c_char_p]
    triggers: Pointer[TumTrigger]
    trigger_parts: Pointer[TumTriggerPart]
    gravity_volumes: Pointer[TumGravityVolume]
    gravity_points: Pointer[ctypes.c_double]
    joints: Pointer[TumJoint]
    limits: Pointer[TumLimit]
    drives: Pointer[TumDrive]
    tracks: Pointer[TumTrack]
    node_count: int
    body_count: int
    collider_count: int
    shape_count: int
    curve_count: int
    mesh_count: int
    material_count: int
    filter_count: int
    filter_system_count: int
    system_name_count: int
    trigger_count: int
    trigger_part_count: int
    joint_count: int
    limit_count: int
    drive_count: int
    gravity_volume_count: int
    gravity_point_count: int
    track_count: int
    memory: Optional[int]
    _fields_ = [
        ("dimension", ctypes.c_int),
        ("world_gravity", ctypes.c_double * 4),
        ("has_world_gravity", ctypes.c_bool),
        ("default_density", ctypes.c_double),
        ("file", ctypes.c_char_p),
        ("dialects", ctypes.c_char_p),
        ("nodes", ctypes.POINTER(TumNode)),
        ("nodes4", ctypes.POINTER(TumNode4)),
        ("bodies", ctypes.POINTER(TumBody)),
        ("colliders", ctypes.POINTER(TumCollider)),
        ("shapes", ctypes.POINTER(TumShape)),
        ("curves", ctypes.POINTER(TumCurve)),
        ("meshes", ctypes.POINTER(TumMesh)),
        ("materials", ctypes.POINTER(TumMaterial)),
        ("filters", ctypes.POINTER(TumFilter)),
        ("filter_systems", ctypes.POINTER(ctypes.c_int32)),
        ("system_names", ctypes.POINTER(ctypes.c_char_p)),
        ("triggers", ctypes.POINTER(TumTrigger)),
        ("trigger_parts", ctypes.POINTER(TumTriggerPart)),
        ("gravity_volumes", ctypes.POINTER(TumGravityVolume)),
        ("gravity_points", ctypes.POINTER(ctypes.c_double)),
        ("joints", ctypes.POINTER(TumJoint)),
        ("limits", ctypes.POINTER(TumLimit)),
        ("drives", ctypes.POINTER(TumDrive)),
        ("tracks", ctypes.POINTER(TumTrack)),
        ("node_count", ctypes.c_size_t),
        ("body_count", ctypes.c_size_t),
        ("collider_count", ctypes.c_size_t),
        ("shape_count", ctypes.c_size_t),
        ("curve_count", ctypes.c_size_t),
        ("mesh_count", ctypes.c_size_t),
        ("material_count", ctypes.c_size_t),
        ("filter_count", ctypes.c_size_t),
        ("filter_system_count", ctypes.c_size_t),
        ("system_name_count", ctypes.c_size_t),
        ("trigger_count", ctypes.c_size_t),
        ("trigger_part_count", ctypes.c_size_t),
        ("joint_count", ctypes.c_size_t),
        ("limit_count", ctypes.c_size_t),
        ("drive_count", ctypes.c_size_t),
        ("gravity_volume_count", ctypes.c_size_t),
        ("gravity_point_count", ctypes.c_size_t),
        ("track_count", ctypes.c_size_t),
        ("memory", ctypes.c_void_p),
    ]


_tum_default_material = _bind("tum_default_material", TumMaterial)


def tum_default_material() -> TumMaterial:
    """Material of a collider without one: 0.6, 0.6, 0, abstaining."""
    return _tum_default_material()  # type: ignore[no-any-return]


_tum_combine = _bind(
    "tum_combine", ctypes.c_double,
    ctypes.c_int,
    ctypes.c_double,
    ctypes.c_int,
    ctypes.c_double,
)


def tum_combine(mode_a: int, a: float, mode_b: int, b: float) -> float:
    """Joins two coefficients: average wins over minimum over maximum over multiply; both none is average
    (KHR_physics_rigid_bodies; decision D4).

    Returns the coefficient of the pair.
    """
    return _tum_combine(mode_a, a, mode_b, b)  # type: ignore[no-any-return]


_tum_scene_destroy = _bind("tum_scene_destroy", None, ctypes.POINTER(TumScene))


def tum_scene_destroy(scene: Ref[TumScene]) -> None:
    """Frees a scene with all its arrays. Worlds that were made from it stay. NULL is fine."""
    _tum_scene_destroy(scene)


_tum_scene_filters_admit = _bind(
    "tum_scene_filters_admit", ctypes.c_bool,
    ctypes.POINTER(TumScene),
    ctypes.c_int32,
    ctypes.c_int32,
)


def tum_scene_filters_admit(scene: Ref[TumScene], filter_a: int, filter_b: int) -> bool:
    """True when two colliders with these filters (indices, or -1) may meet: both directions must admit
    (`docs/dialects.md#surfaces-and-filters`).
    """
    return _tum_scene_filters_admit(scene, filter_a, filter_b)  # type: ignore[no-any-return]


_tum_scene_surface3 = _bind(
    "tum_scene_surface3", ctypes.c_int,
    ctypes.POINTER(TumScene),
    ctypes.c_int32,
    ctypes.POINTER(ctypes.c_double),
    ctypes.c_double,
    ctypes.POINTER(TumAllocator),
    ctypes.POINTER(ctypes.POINTER(TumMesh)),
)


def tum_scene_surface3(
    scene: Ref[TumScene],
    shape: int,
    scale: Ref[ctypes.c_double],
    deviation: float,
    allocator: Ref[TumAllocator],
    surface: Ref[Pointer[TumMesh]],
) -> TumStatus:
    """Triangulates a shape, counter-clockwise seen from outside: for engines that have no tapered capsule, no
    ellipsoid, no hull. Points of a convex shape lie on its surface, so a hull of them is the shape, too.

    shape: index of a shape of a scene of 3D.

    scale: [3] as TumCollider.scale; NULL: 1.

    deviation: [m] > 0: greatest depth of triangles inside a curved surface.

    allocator: NULL or all zero: malloc and free. Copied.

    surface: receives the triangles; free them with tum_surface_destroy. NULL on failure.

    Returns TUM_OK, TUM_ERROR_UNSUPPORTED (infinite planes, rays, general shapes, points without a hull),
    TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (an index or a deviation out of range, a scene of 4D).
    """
    return TumStatus(_tum_scene_surface3(scene, shape, scale, deviation, allocator, surface))


_tum_surface_destroy = _bind("tum_surface_destroy", None, ctypes.POINTER(TumMesh))


def tum_surface_destroy(surface: Ref[TumMesh]) -> None:
    """Frees the triangles of tum_scene_surface3. NULL is fine."""
    _tum_surface_destroy(surface)


_tum_scene_local_transforms3 = _bind(
    "tum_scene_local_transforms3", ctypes.c_int,
    ctypes.POINTER(TumScene),
    ctypes.POINTER(ctypes.c_double),
    ctypes.POINTER(ctypes.c_double),
    ctypes.POINTER(ctypes.c_double),
    ctypes.POINTER(ctypes.c_double),
    ctypes.POINTER(ctypes.c_bool),
)


def tum_scene_local_transforms3(
    scene: Ref[TumScene],
    positions: Ref[ctypes.c_double],
    rotations: Ref[ctypes.c_double],
    translation: Ref[ctypes.c_double],
    rotation: Ref[ctypes.c_double],
    sheared: Ref[ctypes.c_bool],
) -> TumStatus:
    """Computes the node transforms that follow from body poses: those that a simulation writes back into a
    document.

    A node that belongs to no moving body keeps its local transform. Where the exact local matrix has shear (a
    parent scaled unevenly) the nearest translation and rotation are given and `sheared` is set for that node.

    positions: [m] [body_count * 3] The body frame's origin in the world.

    rotations: [body_count * 4] Quaternions x y z w, world from body frame.

    translation: [m] [node_count * 3] receives local translations.

    rotation: [node_count * 4] receives local rotations.

    sheared: [node_count], or NULL; entries are set, never cleared.

    Returns TUM_OK or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_scene_local_transforms3(scene, positions, rotations, translation, rotation, sheared))


_tum_scene_local_transforms3_at = _bind(
    "tum_scene_local_transforms3_at", ctypes.c_int,
    ctypes.POINTER(TumScene),
    ctypes.c_double,
    ctypes.POINTER(ctypes.c_double),
    ctypes.POINTER(ctypes.c_double),
    ctypes.POINTER(ctypes.c_double),
    ctypes.POINTER(ctypes.c_double),
    ctypes.POINTER(ctypes.c_bool),
)


def tum_scene_local_transforms3_at(
    scene: Ref[TumScene],
    seconds: float,
    positions: Ref[ctypes.c_double],
    rotations: Ref[ctypes.c_double],
    translation: Ref[ctypes.c_double],
    rotation: Ref[ctypes.c_double],
    sheared: Ref[ctypes.c_bool],
) -> TumStatus:
    """Computes the node transforms that follow from body poses and all animations of the document at a time:
    nodes between the bodies stand where animations put them, and a node that an animation moves has the
    animation's transform.

    seconds: [s] since the start of the animations.

    positions: [body_count * 3]

    rotations: [body_count * 4]

    translation: [node_count * 3]

    rotation: [node_count * 4]

    sheared: [node_count]

    Returns TUM_OK or TUM_ERROR_MEMORY. The other parameters are those of tum_scene_local_transforms3.
    """
    return TumStatus(_tum_scene_local_transforms3_at(scene, seconds, positions, rotations, translation, rotation, sheared))
