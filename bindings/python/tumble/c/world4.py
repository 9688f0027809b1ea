# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/world4.h: changes go there.
r"""world4.h: poses, velocities, forces and contacts in a four-dimensional world.

    for (size_t i = 0; i < tum_world_body_count(world); ++i) {
        const TumPose4 pose = tum_body_pose4(world, tum_world_body_at(world, i));
        printf("w = %g m\n", (double)pose.position.w);
    }

The rules of world.h for changes, errors and memory hold here too. A call in a world of another dimension
stops in Debug; in Release it answers the identity, zero or TUM_ERROR_ARGUMENT.

Threads: those of world.h.
"""
from __future__ import annotations

import ctypes

from tumble._types import Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumStatus
from tumble.c.id import TumBodyId, TumColliderId, TumJointId
from tumble.c.pose import TumBasis4, TumBivec4, TumPose4, TumVec4
from tumble.c.scene import TumCurve, TumDrive, TumJointKind4, TumLimit, TumMaterial
from tumble.c.world import TumWorld


TUM_CONTACT4_POINTS = 8
"""Points of one hyperplane of contact, at the most."""


class TumBodyArrays4(ctypes.Structure):
    """Arrays of the caller for all bodies at once; each may be NULL.

    capacity: Items that fit into each array.

    positions: [m] [capacity] Origins of body frames.

    rotations: [capacity] World from body frames.

    linear_velocities: [m/s] [capacity] Of centres of mass.

    angular_velocities: [rad/s] [capacity]
    """

    capacity: int
    positions: Pointer[TumVec4]
    rotations: Pointer[TumBasis4]
    linear_velocities: Pointer[TumVec4]
    angular_velocities: Pointer[TumBivec4]
    _fields_ = [
        ("capacity", ctypes.c_size_t),
        ("positions", ctypes.POINTER(TumVec4)),
        ("rotations", ctypes.POINTER(TumBasis4)),
        ("linear_velocities", ctypes.POINTER(TumVec4)),
        ("angular_velocities", ctypes.POINTER(TumBivec4)),
    ]


class TumMass4(ctypes.Structure):
    """Mass properties of a body.

    mass: [kg] > 0; INFINITY: nothing changes its linear velocity.

    center: [m] Of mass, in the body frame.

    inertia: [kg m^2] Principal moments about the centre, one for each plane, each > 0; INFINITY. Those of
    real matter have XY + ZW = XZ + YW = YZ + XW.

    orientation: Body frame from principal frame.
    """

    mass: float
    center: TumVec4
    inertia: TumBivec4
    orientation: TumBasis4
    _fields_ = [
        ("mass", ctypes.c_float),
        ("center", TumVec4),
        ("inertia", TumBivec4),
        ("orientation", TumBasis4),
    ]


class TumBodyDef4(ctypes.Structure):
    """Definition of a body to add. Start from tum_default_body_def4.

    stamp: Written by tum_default_body_def4.

    kind: Default TUM_BODY_DYNAMIC.

    node: Its node in events and tum_body_node. Default -1.

    pose: World from body frame. Default the identity.

    linear_velocity: [m/s] Of the centre of mass, in the world. Default 0.

    angular_velocity: [rad/s] In the world. Default 0.

    mass: Default 1 kg with moments of 1 kg m^2.

    gravity_factor: Default 1.

    linear_damping: [1/s] tum_body_set_damping. Default 0.

    angular_damping: [1/s] Default 0.

    user: User number: tum_body_user. Default 0.
    """

    stamp: int
    kind: int
    node: int
    pose: TumPose4
    linear_velocity: TumVec4
    angular_velocity: TumBivec4
    mass: TumMass4
    gravity_factor: float
    linear_damping: float
    angular_damping: float
    user: int
    _fields_ = [
        ("stamp", ctypes.c_uint32),
        ("kind", ctypes.c_int),
        ("node", ctypes.c_int32),
        ("pose", TumPose4),
        ("linear_velocity", TumVec4),
        ("angular_velocity", TumBivec4),
        ("mass", TumMass4),
        ("gravity_factor", ctypes.c_float),
        ("linear_damping", ctypes.c_float),
        ("angular_damping", ctypes.c_float),
        ("user", ctypes.c_uint64),
    ]


class TumColliderDef4(ctypes.Structure):
    """Definition of a collider to add. Start from tum_default_collider_def4. Sizes are full ones, as in
    TumShape.

    stamp: Written by tum_default_collider_def4.

    kind: Sphere, box, capsule, cylinder, general, plane, convex or mesh. Default sphere. A plane is endless:
    the half-space below its own Y.

    size: [m] Box and general: edges.

    height: [m] Capsule: between the centres of the end spheres. Cylinder: in all.

    radius: [m] Sphere.

    radius_bottom: [m] Capsule, cylinder: at -Y.

    radius_top: [m] Capsule, cylinder: at +Y.

    curves: [curve_count] General; copied. Each axis has an edge or is rounded.

    curve_count: Number of curves. Default 0.

    points: [m] [point_count * 4] Convex and mesh. Copied.

    point_count: Number of points; 2048 at the most for a hull. Points in one hyperplane touch as points.
    Default 0.

    tetrahedra: [tetrahedron_count * 4] Indices of points; mesh. Copied.

    tetrahedron_count: Number of tetrahedra. Default 0.

    pose: In the body frame, in the world where it has no body. Default the identity.

    material: Default tum_default_material.

    filter: Index of one of the scene's filters; default -1: it meets every collider.

    node: Its node in events and tum_collider_node. Default -1.

    user: User number: tum_collider_user. Default 0.
    """

    stamp: int
    kind: int
    size: TumVec4
    height: float
    radius: float
    radius_bottom: float
    radius_top: float
    curves: Pointer[TumCurve]
    curve_count: int
    points: Pointer[ctypes.c_float]
    point_count: int
    tetrahedra: Pointer[ctypes.c_uint32]
    tetrahedron_count: int
    pose: TumPose4
    material: TumMaterial
    filter: int
    node: int
    user: int
    _fields_ = [
        ("stamp", ctypes.c_uint32),
        ("kind", ctypes.c_int),
        ("size", TumVec4),
        ("height", ctypes.c_float),
        ("radius", ctypes.c_float),
        ("radius_bottom", ctypes.c_float),
        ("radius_top", ctypes.c_float),
        ("curves", ctypes.POINTER(TumCurve)),
        ("curve_count", ctypes.c_size_t),
        ("points", ctypes.POINTER(ctypes.c_float)),
        ("point_count", ctypes.c_size_t),
        ("tetrahedra", ctypes.POINTER(ctypes.c_uint32)),
        ("tetrahedron_count", ctypes.c_size_t),
        ("pose", TumPose4),
        ("material", TumMaterial),
        ("filter", ctypes.c_int32),
        ("node", ctypes.c_int32),
        ("user", ctypes.c_uint64),
    ]


class TumContactPoint4(ctypes.Structure):
    """Point of a contact manifold.

    position: [m] In the world, halfway between the two surfaces.

    separation: [m] Along the normal; negative: they overlap.

    normal_impulse: [N s] On B, along the normal.
    """

    position: TumVec4
    separation: float
    normal_impulse: float
    _fields_ = [
        ("position", TumVec4),
        ("separation", ctypes.c_float),
        ("normal_impulse", ctypes.c_float),
    ]


class TumContact4(ctypes.Structure):
    """Contact manifold of two colliders that touch, or nearly do, in one hyperplane, as TumContact3. Where
    bodies move much against each other in a step, positions, separations and normal are as the last step
    began.

    collider_a: Collider at the lower place (tum_world_collider_at).

    collider_b: The other collider.

    body_a: Body of collider A; zero: the world.

    body_b: Body of collider B; zero: the world.

    normal: Unit, from A to B.

    friction_impulse: [N s] On B, at the middle of the points.

    point_count: 1 to TUM_CONTACT4_POINTS.

    points: [point_count]
    """

    collider_a: TumColliderId
    collider_b: TumColliderId
    body_a: TumBodyId
    body_b: TumBodyId
    normal: TumVec4
    friction_impulse: TumVec4
    point_count: int
    points: ctypes.Array[TumContactPoint4]
    _fields_ = [
        ("collider_a", TumColliderId),
        ("collider_b", TumColliderId),
        ("body_a", TumBodyId),
        ("body_b", TumBodyId),
        ("normal", TumVec4),
        ("friction_impulse", TumVec4),
        ("point_count", ctypes.c_int32),
        ("points", TumContactPoint4 * 8),
    ]


class TumJointDef4(ctypes.Structure):
    """Definition of a joint to add. Start from tum_default_joint_def4.

    Limits and drives are those of 3D, of the freedoms that the joint leaves and measures: the turn in XY of a
    hinge, in XY and ZW of a duo hinge, the distance along X (axis 0) of a slider. Each acts on one of these.
    world.h reads and changes them. A motor is a drive with a velocity target, a damping that says how hard it
    holds on to it, and a greatest force:

        const TumDrive motor = {.space = TUM_SPACE_ANGULAR, .axis = TUM_PLANE_XY,
                                .velocity_target = 3.0, .damping = 1e4, .max_force = 50.0};

    stamp: Written by tum_default_joint_def4.

    kind: Default TUM_JOINT4_PIN.

    body_a: Body of side A; zero: the world.

    body_b: Body of side B, another one; zero: the world.

    frame_a: In the body frame of A; in the world where the side is the world. Default the identity.

    frame_b: Likewise for B.

    limits: [limit_count] Copied.

    limit_count: Number of limits. Default 0.

    drives: [drive_count] Copied.

    drive_count: Number of drives. Default 0.

    enable_collision: Default false: the two bodies do not collide. Where a side is the world, the world's
    colliders of that side's node do not collide with the other side.

    node_a: Node of side A in tum_joint_node. Default -1.

    node_b: Node of side B. Default -1.

    user: User number: tum_joint_user. Default 0.
    """

    stamp: int
    kind: int
    body_a: TumBodyId
    body_b: TumBodyId
    frame_a: TumPose4
    frame_b: TumPose4
    limits: Pointer[TumLimit]
    limit_count: int
    drives: Pointer[TumDrive]
    drive_count: int
    enable_collision: bool
    node_a: int
    node_b: int
    user: int
    _fields_ = [
        ("stamp", ctypes.c_uint32),
        ("kind", ctypes.c_int),
        ("body_a", TumBodyId),
        ("body_b", TumBodyId),
        ("frame_a", TumPose4),
        ("frame_b", TumPose4),
        ("limits", ctypes.POINTER(TumLimit)),
        ("limit_count", ctypes.c_size_t),
        ("drives", ctypes.POINTER(TumDrive)),
        ("drive_count", ctypes.c_size_t),
        ("enable_collision", ctypes.c_bool),
        ("node_a", ctypes.c_int32),
        ("node_b", ctypes.c_int32),
        ("user", ctypes.c_uint64),
    ]


_tum_body_pose4 = _bind("tum_body_pose4", TumPose4, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_pose4(world: Ref[TumWorld], body: TumBodyId) -> TumPose4:
    """Pose of the body frame in the world: that of the body's node. Identity where the body does not exist."""
    return _tum_body_pose4(world, body)  # type: ignore[no-any-return]


_tum_body_linear_velocity4 = _bind("tum_body_linear_velocity4", TumVec4, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_linear_velocity4(world: Ref[TumWorld], body: TumBodyId) -> TumVec4:
    """[m/s] Velocity of the centre of mass, in the world. Zero where the body does not exist."""
    return _tum_body_linear_velocity4(world, body)  # type: ignore[no-any-return]


_tum_body_angular_velocity4 = _bind(
    "tum_body_angular_velocity4", TumBivec4,
    ctypes.POINTER(TumWorld),
    TumBodyId,
)


def tum_body_angular_velocity4(world: Ref[TumWorld], body: TumBodyId) -> TumBivec4:
    """[rad/s] Angular velocity in the world: a rate in each of the six planes of the axes. Zero where the body
    does not exist.
    """
    return _tum_body_angular_velocity4(world, body)  # type: ignore[no-any-return]


_tum_body_center_of_mass4 = _bind("tum_body_center_of_mass4", TumVec4, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_center_of_mass4(world: Ref[TumWorld], body: TumBodyId) -> TumVec4:
    """[m] Centre of mass in the world. Zero where the body does not exist."""
    return _tum_body_center_of_mass4(world, body)  # type: ignore[no-any-return]


_tum_world_read_bodies4 = _bind(
    "tum_world_read_bodies4", ctypes.c_size_t,
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(TumBodyArrays4),
)


def tum_world_read_bodies4(world: Ref[TumWorld], arrays: Ref[TumBodyArrays4]) -> int:
    """Reads poses and velocities of all bodies at once, in the order of tum_world_body_at, for a renderer or a
    recorder. The items of a removed body are its last ones.

    arrays: filled up to their capacity.

    Returns the number of bodies, also beyond the capacity: tum_world_body_count.
    """
    return _tum_world_read_bodies4(world, arrays)  # type: ignore[no-any-return]


_tum_world_gravity4 = _bind("tum_world_gravity4", TumVec4, ctypes.POINTER(TumWorld))


def tum_world_gravity4(world: Ref[TumWorld]) -> TumVec4:
    """[m/s^2] Gravity of the world."""
    return _tum_world_gravity4(world)  # type: ignore[no-any-return]


_tum_world_set_gravity4 = _bind("tum_world_set_gravity4", ctypes.c_int, ctypes.POINTER(TumWorld), TumVec4)


def tum_world_set_gravity4(world: Ref[TumWorld], gravity: TumVec4) -> TumStatus:
    """Sets the gravity of a running world, from the next step on; checkpoints keep it. A new value wakes
    sleeping bodies whose gravity factor is not 0.

    gravity: [m/s^2] finite.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
    """
    return TumStatus(_tum_world_set_gravity4(world, gravity))


_tum_body_set_pose4 = _bind("tum_body_set_pose4", ctypes.c_int, ctypes.POINTER(TumWorld), TumBodyId, TumPose4)


def tum_body_set_pose4(world: Ref[TumWorld], body: TumBodyId, pose: TumPose4) -> TumStatus:
    """Puts the body frame somewhere else; velocities stay as they are. The rotation nearest to the matrix is
    taken. Joints draw the bodies that are joined to it after it.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (also where the matrix mirrors or flattens) or TUM_ERROR_MEMORY, as
    every change (world.h).
    """
    return TumStatus(_tum_body_set_pose4(world, body, pose))


_tum_body_set_linear_velocity4 = _bind(
    "tum_body_set_linear_velocity4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    TumVec4,
)


def tum_body_set_linear_velocity4(world: Ref[TumWorld], body: TumBodyId, velocity: TumVec4) -> TumStatus:
    """Sets the velocity of the centre of mass.

    velocity: [m/s] in the world.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (also for a static body) or TUM_ERROR_MEMORY, as every change
    (world.h).
    """
    return TumStatus(_tum_body_set_linear_velocity4(world, body, velocity))


_tum_body_set_angular_velocity4 = _bind(
    "tum_body_set_angular_velocity4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    TumBivec4,
)


def tum_body_set_angular_velocity4(world: Ref[TumWorld], body: TumBodyId, velocity: TumBivec4) -> TumStatus:
    """Sets the angular velocity.

    velocity: [rad/s] in the world.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (also for a static body) or TUM_ERROR_MEMORY, as every change
    (world.h).
    """
    return TumStatus(_tum_body_set_angular_velocity4(world, body, velocity))


_tum_body_move_to4 = _bind(
    "tum_body_move_to4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    TumPose4,
    ctypes.c_float,
)


def tum_body_move_to4(world: Ref[TumWorld], body: TumBodyId, pose: TumPose4, seconds: float) -> TumStatus:
    """Moves a kinematic body to a pose by the end of the next step: gives it the even velocities, the shorter
    way round, that take it there. It pushes the bodies on its path, and keeps these velocities in later steps
    until they are set anew.

    seconds: [s] length of the next step.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (as every change, world.h; also for a body of another kind, and for
    velocities above 1e5 m/s or rad/s: tum_body_set_pose4 puts a body elsewhere) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_body_move_to4(world, body, pose, seconds))


_tum_body_apply_impulse4 = _bind(
    "tum_body_apply_impulse4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    TumVec4,
    TumBivec4,
)


def tum_body_apply_impulse4(
    world: Ref[TumWorld],
    body: TumBodyId,
    linear: TumVec4,
    angular: TumBivec4,
) -> TumStatus:
    """Changes a body's velocities at once: the linear one by linear / mass, the angular one by the inverse of
    the inertia times `angular`. Wakes the body and all bodies that fell asleep with it. Static and kinematic
    bodies, infinite masses and planes of infinite inertia stay as they are.

    linear: [N s] in the world, at the centre of mass.

    angular: [N m s] in the world.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
    """
    return TumStatus(_tum_body_apply_impulse4(world, body, linear, angular))


_tum_body_apply_point_impulse4 = _bind(
    "tum_body_apply_point_impulse4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    TumVec4,
    TumVec4,
)


def tum_body_apply_point_impulse4(
    world: Ref[TumWorld],
    body: TumBodyId,
    impulse: TumVec4,
    point: TumVec4,
) -> TumStatus:
    """Changes a body's velocities by an impulse at a point: as tum_body_apply_impulse4 with the angular impulse
    (point - centre of mass) ^ impulse.

    impulse: [N s] in the world.

    point: [m] in the world.

    Returns as tum_body_apply_impulse4.
    """
    return TumStatus(_tum_body_apply_point_impulse4(world, body, impulse, point))


_tum_body_add_force4 = _bind(
    "tum_body_add_force4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    TumVec4,
    ctypes.POINTER(TumVec4),
)


def tum_body_add_force4(
    world: Ref[TumWorld],
    body: TumBodyId,
    force: TumVec4,
    point: Ref[TumVec4],
) -> TumStatus:
    """Adds a force that acts on a dynamic body during the next step; forces add up until then. Wakes the body.

    force: [N] in the world.

    point: [m] in the world: point of attack; NULL: the centre of mass.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (also for a body that is not dynamic or is disabled) or
    TUM_ERROR_MEMORY, as every change (world.h).
    """
    return TumStatus(_tum_body_add_force4(world, body, force, point))


_tum_body_add_torque4 = _bind(
    "tum_body_add_torque4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    TumBivec4,
)


def tum_body_add_torque4(world: Ref[TumWorld], body: TumBodyId, torque: TumBivec4) -> TumStatus:
    """Adds a torque that acts on a dynamic body during the next step, as tum_body_add_force4 adds a force.

    torque: [N m] in the world.

    Returns as tum_body_add_force4.
    """
    return TumStatus(_tum_body_add_torque4(world, body, torque))


_tum_body_force4 = _bind(
    "tum_body_force4", None,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.POINTER(TumVec4),
    ctypes.POINTER(TumBivec4),
)


def tum_body_force4(
    world: Ref[TumWorld],
    body: TumBodyId,
    force: Ref[TumVec4],
    torque: Ref[TumBivec4],
) -> None:
    """Reads the forces that act on a body during the next step: the sum of those that tum_body_add_force4 and
    tum_body_add_torque4 added since the last one, without gravity. Zero where the body does not exist.

    force: receives [N] in the world, at the centre of mass; may be NULL.

    torque: receives [N m] about the centre of mass; may be NULL.
    """
    _tum_body_force4(world, body, force, torque)


_tum_body_set_mass4 = _bind(
    "tum_body_set_mass4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.POINTER(TumMass4),
)


def tum_body_set_mass4(world: Ref[TumWorld], body: TumBodyId, mass: Ref[TumMass4]) -> TumStatus:
    """Sets the mass properties of a body. The body stays where it is and moves as it did: where the centre of
    mass changes, the linear velocity becomes that of the new centre.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
    """
    return TumStatus(_tum_body_set_mass4(world, body, mass))


_tum_body_mass4 = _bind(
    "tum_body_mass4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.POINTER(TumMass4),
)


def tum_body_mass4(world: Ref[TumWorld], body: TumBodyId, mass: Ref[TumMass4]) -> TumStatus:
    """Reads the mass properties that a body has, or would have were it dynamic, to the rounding of a float.

    mass: receives the properties.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT: the body does not exist, nothing is written.
    """
    return TumStatus(_tum_body_mass4(world, body, mass))


_tum_body_def4_init = _bind("tum_body_def4_init", None, ctypes.POINTER(TumBodyDef4), ctypes.c_size_t)


def tum_body_def4_init(def_: Ref[TumBodyDef4], bytes: int) -> None:
    """Fills a definition with the defaults, as tum_world_def_init does."""
    _tum_body_def4_init(def_, bytes)


def tum_default_body_def4() -> TumBodyDef4:
    """Definition of a body with the defaults."""
    made = TumBodyDef4()
    tum_body_def4_init(made, ctypes.sizeof(made))
    return made


_tum_world_add_body4 = _bind(
    "tum_world_add_body4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(TumBodyDef4),
    ctypes.POINTER(TumBodyId),
)


def tum_world_add_body4(world: Ref[TumWorld], def_: Ref[TumBodyDef4], body: Ref[TumBodyId]) -> TumStatus:
    """Adds a body.

    def_: copied.

    body: receives the id, zero on failure; may be NULL.

    Returns TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h), TUM_ERROR_VERSION (def of
    another version's layout) or TUM_ERROR_CAPACITY (TUM_MAX_BODIES).
    """
    return TumStatus(_tum_world_add_body4(world, def_, body))


_tum_collider_def4_init = _bind(
    "tum_collider_def4_init", None,
    ctypes.POINTER(TumColliderDef4),
    ctypes.c_size_t,
)


def tum_collider_def4_init(def_: Ref[TumColliderDef4], bytes: int) -> None:
    """Fills a definition with the defaults, as tum_world_def_init does."""
    _tum_collider_def4_init(def_, bytes)


def tum_default_collider_def4() -> TumColliderDef4:
    """Definition of a collider with the defaults."""
    made = TumColliderDef4()
    tum_collider_def4_init(made, ctypes.sizeof(made))
    return made


_tum_mass4_of_colliders = _bind(
    "tum_mass4_of_colliders", ctypes.c_int,
    ctypes.POINTER(TumColliderDef4),
    ctypes.c_size_t,
    ctypes.c_float,
    ctypes.POINTER(TumMass4),
)


def tum_mass4_of_colliders(
    colliders: Ref[TumColliderDef4],
    count: int,
    density: float,
    mass: Ref[TumMass4],
) -> TumStatus:
    """Computes the mass properties of a body of these colliders, filled evenly: for TumBodyDef4.mass. Where they
    overlap, both count; planes and meshes that do not enclose a volume have none.

    colliders: [count]

    density: [kg/m^4] > 0.

    mass: receives the properties.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (a definition or the density is wrong, or there is no volume),
    TUM_ERROR_VERSION (a definition of another version's layout), TUM_ERROR_CAPACITY (points of a hull) or
    TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_mass4_of_colliders(colliders, count, density, mass))


_tum_body_set_density4 = _bind(
    "tum_body_set_density4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.c_float,
)


def tum_body_set_density4(world: Ref[TumWorld], body: TumBodyId, density: float) -> TumStatus:
    """Sets the mass properties of a body to those of the colliders that it has now, disabled ones too.

    density: [kg/m^4] > 0.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (also where they have no volume) or TUM_ERROR_MEMORY, as every change
    (world.h).
    """
    return TumStatus(_tum_body_set_density4(world, body, density))


_tum_world_add_collider4 = _bind(
    "tum_world_add_collider4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.POINTER(TumColliderDef4),
    ctypes.POINTER(TumColliderId),
)


def tum_world_add_collider4(
    world: Ref[TumWorld],
    body: TumBodyId,
    def_: Ref[TumColliderDef4],
    collider: Ref[TumColliderId],
) -> TumStatus:
    """Adds a collider to a body, whose mass properties stay: tum_body_set_density4 sets them.

    body: zero: the world owns it.

    def_: copied, with its arrays.

    collider: receives the id, zero on failure; may be NULL.

    Returns TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h), TUM_ERROR_VERSION (def of
    another version's layout) or TUM_ERROR_CAPACITY (TUM_MAX_COLLIDERS, points of a hull).
    """
    return TumStatus(_tum_world_add_collider4(world, body, def_, collider))


_tum_collider_def4 = _bind(
    "tum_collider_def4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumColliderId,
    ctypes.POINTER(TumColliderDef4),
)


def tum_collider_def4(world: Ref[TumWorld], collider: TumColliderId, def_: Ref[TumColliderDef4]) -> TumStatus:
    """Reads a collider as it is now: shape and pose in its body, material, filter, node and user number, as a
    definition that would add another one like it.

    Sizes are the simulated ones: none is below 1e-6 m. `points` and `tetrahedra` of a scene's collider are
    NULL and their counts 0: they are in the scene, at TumShape.mesh. A sphere or a capsule that is scaled
    unevenly, or a cylinder that is across its axis, has no definition.

    def_: receives the definition; its arrays are borrowed until the collider is removed.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (no such collider) or TUM_ERROR_UNSUPPORTED (an uneven scale): then
    nothing is written.
    """
    return TumStatus(_tum_collider_def4(world, collider, def_))


_tum_body_contacts4 = _bind(
    "tum_body_contacts4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.POINTER(TumContact4),
    ctypes.c_size_t,
    ctypes.POINTER(ctypes.c_size_t),
)


def tum_body_contacts4(
    world: Ref[TumWorld],
    body: TumBodyId,
    contacts: Ref[TumContact4],
    capacity: int,
    count: Ref[ctypes.c_size_t],
) -> TumStatus:
    """Reads the contact manifolds of a body, in the present poses. Disabled bodies and colliders have none; a
    body that was moved by tum_body_set_pose4 has none until the next step.

    contacts: [capacity] receives the first `capacity` of them; may be NULL where capacity is 0. Their order
    holds until the next step.

    capacity: manifolds that fit.

    count: receives their number, also beyond `capacity`.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT: there is no such body, the count is 0.
    """
    return TumStatus(_tum_body_contacts4(world, body, contacts, capacity, count))


_tum_collider_contacts4 = _bind(
    "tum_collider_contacts4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumColliderId,
    ctypes.POINTER(TumContact4),
    ctypes.c_size_t,
    ctypes.POINTER(ctypes.c_size_t),
)


def tum_collider_contacts4(
    world: Ref[TumWorld],
    collider: TumColliderId,
    contacts: Ref[TumContact4],
    capacity: int,
    count: Ref[ctypes.c_size_t],
) -> TumStatus:
    """Reads the contact manifolds of a collider, as tum_body_contacts4 reads those of a body.

    contacts: [capacity] receives the first `capacity` of them; may be NULL where capacity is 0. Their order
    holds until the next step.

    capacity: manifolds that fit.

    count: receives their number, also beyond `capacity`.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT: there is no such collider, the count is 0.
    """
    return TumStatus(_tum_collider_contacts4(world, collider, contacts, capacity, count))


_tum_world_contacts4 = _bind(
    "tum_world_contacts4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(TumContact4),
    ctypes.c_size_t,
    ctypes.POINTER(ctypes.c_size_t),
)


def tum_world_contacts4(
    world: Ref[TumWorld],
    contacts: Ref[TumContact4],
    capacity: int,
    count: Ref[ctypes.c_size_t],
) -> TumStatus:
    """Reads all contact manifolds of a world, each once.

    contacts: [capacity] as for tum_body_contacts4.

    capacity: manifolds that fit.

    count: receives their number, also beyond `capacity`.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT in a world of another dimension.
    """
    return TumStatus(_tum_world_contacts4(world, contacts, capacity, count))


_tum_joint_def4_init = _bind("tum_joint_def4_init", None, ctypes.POINTER(TumJointDef4), ctypes.c_size_t)


def tum_joint_def4_init(def_: Ref[TumJointDef4], bytes: int) -> None:
    """Fills a definition with the defaults, as tum_world_def_init does."""
    _tum_joint_def4_init(def_, bytes)


def tum_default_joint_def4() -> TumJointDef4:
    """Definition of a joint with the defaults."""
    made = TumJointDef4()
    tum_joint_def4_init(made, ctypes.sizeof(made))
    return made


_tum_world_add_joint4 = _bind(
    "tum_world_add_joint4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(TumJointDef4),
    ctypes.POINTER(TumJointId),
)


def tum_world_add_joint4(world: Ref[TumWorld], def_: Ref[TumJointDef4], joint: Ref[TumJointId]) -> TumStatus:
    """Adds a joint between two bodies, which acts from the next step on. The bodies stay where they are: a
    violated joint draws them together, at 4 m/s or 10 rad/s at the most. A joint of two immovable sides has
    no effect. A group of more than 512 joints, or of so many loops that it cannot be solved as one, gives way
    under load (`docs/simulation.md#11-four-dimensions`).

    def_: copied, with its arrays.

    joint: receives the id, zero on failure; may be NULL.

    Returns TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h), TUM_ERROR_VERSION (def of
    another version's layout) or TUM_ERROR_CAPACITY (TUM_MAX_JOINTS, or more than 64 directions, of which each
    limit and drive is one).
    """
    return TumStatus(_tum_world_add_joint4(world, def_, joint))


_tum_joint_kind4 = _bind("tum_joint_kind4", ctypes.c_int, ctypes.POINTER(TumWorld), TumJointId)


def tum_joint_kind4(world: Ref[TumWorld], joint: TumJointId) -> TumJointKind4:
    """Kind of a joint; TUM_JOINT4_PIN where the joint does not exist."""
    return TumJointKind4(_tum_joint_kind4(world, joint))


_tum_joint_frame4 = _bind("tum_joint_frame4", TumPose4, ctypes.POINTER(TumWorld), TumJointId, ctypes.c_int)


def tum_joint_frame4(world: Ref[TumWorld], joint: TumJointId, side: int) -> TumPose4:
    """Present pose of a frame of a joint in the world. Identity where the joint does not exist."""
    return _tum_joint_frame4(world, joint, side)  # type: ignore[no-any-return]


_tum_joint_set_frame4 = _bind(
    "tum_joint_set_frame4", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.c_int,
    TumPose4,
)


def tum_joint_set_frame4(world: Ref[TumWorld], joint: TumJointId, side: int, frame: TumPose4) -> TumStatus:
    """Moves a frame of a joint within its body, or in the world where the side is the world. The joint draws its
    bodies after it.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (also where the matrix mirrors or flattens) or TUM_ERROR_MEMORY, as
    every change (world.h).
    """
    return TumStatus(_tum_joint_set_frame4(world, joint, side, frame))


_tum_joint_local_frame4 = _bind(
    "tum_joint_local_frame4", TumPose4,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.c_int,
)


def tum_joint_local_frame4(world: Ref[TumWorld], joint: TumJointId, side: int) -> TumPose4:
    """Pose of a frame of a joint, as tum_joint_set_frame4 takes it: within its body, or in the world where the
    side is the world. Identity where the joint does not exist.
    """
    return _tum_joint_local_frame4(world, joint, side)  # type: ignore[no-any-return]


_tum_joint_position4 = _bind(
    "tum_joint_position4", ctypes.c_float,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.c_int,
    ctypes.c_uint32,
)


def tum_joint_position4(world: Ref[TumWorld], joint: TumJointId, space: int, axes: int) -> float:
    """[m] or [rad] Distance or angle that a limit of this axis measures between the two frames now. An angle
    counts whole turns from the step on in which the joint begins to act; before that it lies within half a
    turn of zero, or in the range of the limits of the plane, or nearest to it. 0 where the joint does not
    exist or measures no such freedom.

    axes: one bit, as in TumLimit.
    """
    return _tum_joint_position4(world, joint, space, axes)  # type: ignore[no-any-return]


_tum_joint_force4 = _bind(
    "tum_joint_force4", None,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.POINTER(TumVec4),
    ctypes.POINTER(TumBivec4),
)


def tum_joint_force4(
    world: Ref[TumWorld],
    joint: TumJointId,
    force: Ref[TumVec4],
    torque: Ref[TumBivec4],
) -> None:
    """Reads the force of a joint: the mean over the last substep that its bodies were awake in. A gets the
    opposite. Zero where the joint does not exist or does not act.

    force: receives [N] on B, at the origin of frame B, in the world; may be NULL.

    torque: receives [N m] about that point; may be NULL.
    """
    _tum_joint_force4(world, joint, force, torque)
