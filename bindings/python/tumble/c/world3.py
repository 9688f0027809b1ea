# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/world3.h: changes go there.
"""world3.h: poses, velocities, forces and contacts in a three-dimensional world.

    TumBodyDef3 def = tum_default_body_def3();
    def.pose.position.y = 3;
    TumBodyId ball;
    tum_world_add_body3(world, &def, &ball);
    TumColliderDef3 shape = tum_default_collider_def3();
    shape.radius = 0.5f;
    tum_world_add_collider3(world, ball, &shape, NULL);

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
from tumble.c.pose import TumPose3, TumQuat, TumVec3
from tumble.c.scene import TumDrive, TumLimit, TumMaterial
from tumble.c.world import TumWorld


TUM_CONTACT3_POINTS = 4
"""Points of a manifold, at most."""


class TumBodyArrays3(ctypes.Structure):
    """Arrays of the caller for all bodies at once; each may be NULL.

    capacity: Items that fit into each array.

    positions: [m] [capacity] Origins of body frames.

    rotations: [capacity] World from body frames.

    linear_velocities: [m/s] [capacity] Of centres of mass.

    angular_velocities: [rad/s] [capacity]
    """

    capacity: int
    positions: Pointer[TumVec3]
    rotations: Pointer[TumQuat]
    linear_velocities: Pointer[TumVec3]
    angular_velocities: Pointer[TumVec3]
    _fields_ = [
        ("capacity", ctypes.c_size_t),
        ("positions", ctypes.POINTER(TumVec3)),
        ("rotations", ctypes.POINTER(TumQuat)),
        ("linear_velocities", ctypes.POINTER(TumVec3)),
        ("angular_velocities", ctypes.POINTER(TumVec3)),
    ]


class TumMass3(ctypes.Structure):
    """Mass properties of a body.

    mass: [kg] > 0; INFINITY: nothing changes its linear velocity.

    center: [m] Of mass, in the body frame.

    inertia: [kg m^2] Principal moments about the centre, each > 0; INFINITY.

    orientation: Body frame from principal frame.
    """

    mass: float
    center: TumVec3
    inertia: TumVec3
    orientation: TumQuat
    _fields_ = [
        ("mass", ctypes.c_float),
        ("center", TumVec3),
        ("inertia", TumVec3),
        ("orientation", TumQuat),
    ]


class TumBodyDef3(ctypes.Structure):
    """Definition of a body to add. Start from tum_default_body_def3.

    stamp: Written by tum_default_body_def3.

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
    pose: TumPose3
    linear_velocity: TumVec3
    angular_velocity: TumVec3
    mass: TumMass3
    gravity_factor: float
    linear_damping: float
    angular_damping: float
    user: int
    _fields_ = [
        ("stamp", ctypes.c_uint32),
        ("kind", ctypes.c_int),
        ("node", ctypes.c_int32),
        ("pose", TumPose3),
        ("linear_velocity", TumVec3),
        ("angular_velocity", TumVec3),
        ("mass", TumMass3),
        ("gravity_factor", ctypes.c_float),
        ("linear_damping", ctypes.c_float),
        ("angular_damping", ctypes.c_float),
        ("user", ctypes.c_uint64),
    ]


class TumColliderDef3(ctypes.Structure):
    """Definition of a collider to add. Start from tum_default_collider_def3. Sizes are full ones, as in
    TumShape.

    stamp: Written by tum_default_collider_def3.

    kind: Sphere, box, capsule, cylinder, plane, convex or mesh. Default sphere.

    size: [m] Box: edges. Plane: x and z, INFINITY allowed.

    height: [m] Capsule: between the centres of the end spheres. Cylinder: in all.

    radius: [m] Sphere.

    radius_bottom: [m] Capsule, cylinder: at -Y.

    radius_top: [m] Capsule, cylinder: at +Y.

    double_sided: Plane: it is met from both sides. Default false.

    points: [m] [point_count * 3] Convex and mesh. Copied.

    point_count: Number of points. Default 0.

    triangles: [triangle_count * 3] Indices of points; mesh. Copied.

    triangle_count: Number of triangles. Default 0.

    pose: In the body frame, in the world where it has no body. Default the identity.

    material: Default tum_default_material.

    filter: Index of one of the scene's filters; default -1: it meets every collider.

    node: Its node in events and tum_collider_node. Default -1.

    user: User number: tum_collider_user. Default 0.
    """

    stamp: int
    kind: int
    size: TumVec3
    height: float
    radius: float
    radius_bottom: float
    radius_top: float
    double_sided: bool
    points: Pointer[ctypes.c_float]
    point_count: int
    triangles: Pointer[ctypes.c_uint32]
    triangle_count: int
    pose: TumPose3
    material: TumMaterial
    filter: int
    node: int
    user: int
    _fields_ = [
        ("stamp", ctypes.c_uint32),
        ("kind", ctypes.c_int),
        ("size", TumVec3),
        ("height", ctypes.c_float),
        ("radius", ctypes.c_float),
        ("radius_bottom", ctypes.c_float),
        ("radius_top", ctypes.c_float),
        ("double_sided", ctypes.c_bool),
        ("points", ctypes.POINTER(ctypes.c_float)),
        ("point_count", ctypes.c_size_t),
        ("triangles", ctypes.POINTER(ctypes.c_uint32)),
        ("triangle_count", ctypes.c_size_t),
        ("pose", TumPose3),
        ("material", TumMaterial),
        ("filter", ctypes.c_int32),
        ("node", ctypes.c_int32),
        ("user", ctypes.c_uint64),
    ]


class TumContactPoint3(ctypes.Structure):
    """Point of a contact manifold.

    position: [m] In the world, halfway between the two surfaces.

    separation: [m] Along the normal; negative: they overlap.

    normal_impulse: [N s] On B, along the normal.
    """

    position: TumVec3
    separation: float
    normal_impulse: float
    _fields_ = [
        ("position", TumVec3),
        ("separation", ctypes.c_float),
        ("normal_impulse", ctypes.c_float),
    ]


class TumContact3(ctypes.Structure):
    """Contact manifold of two colliders that touch, or nearly do: their surfaces are a few millimetres apart at
    most, or the distance of their approach in a step. Two colliders may have several manifolds where one of
    them is a mesh or hollow.

    Impulses are those of the last substep of the last step that the bodies were awake in: divided by its
    length, they are the forces [N]. The solver holds friction for a manifold, not for each point.

    collider_a: Collider at the lower place (tum_world_collider_at).

    collider_b: The other collider.

    body_a: Body of collider A; zero: the world.

    body_b: Body of collider B; zero: the world.

    normal: Unit, from A to B.

    friction_impulse: [N s] On B, at the middle of the points.

    twist_impulse: [N m s] On B, about the normal.

    point_count: 1 to TUM_CONTACT3_POINTS.

    points: [point_count]
    """

    collider_a: TumColliderId
    collider_b: TumColliderId
    body_a: TumBodyId
    body_b: TumBodyId
    normal: TumVec3
    friction_impulse: TumVec3
    twist_impulse: float
    point_count: int
    points: ctypes.Array[TumContactPoint3]
    _fields_ = [
        ("collider_a", TumColliderId),
        ("collider_b", TumColliderId),
        ("body_a", TumBodyId),
        ("body_b", TumBodyId),
        ("normal", TumVec3),
        ("friction_impulse", TumVec3),
        ("twist_impulse", ctypes.c_float),
        ("point_count", ctypes.c_int32),
        ("points", TumContactPoint3 * 4),
    ]


class TumJointDef3(ctypes.Structure):
    """Definition of a joint to add. Start from tum_default_joint_def3.

    stamp: Written by tum_default_joint_def3.

    body_a: Body of side A; zero: the world.

    body_b: Body of side B, another one; zero: the world.

    frame_a: In the body frame of A; in the world where the side is the world. Default the identity.

    frame_b: Likewise for B.

    limits: [limit_count] As in a scene. Copied.

    limit_count: Number of limits. Default 0.

    drives: [drive_count] As in a scene. Copied.

    drive_count: Number of drives. Default 0.

    enable_collision: Default false: the two bodies do not collide. Where a side is the world, the world's
    colliders of that side's node do not collide with the other side.

    node_a: Node of side A in tum_joint_node. Default -1.

    node_b: Node of side B. Default -1.

    user: User number: tum_joint_user. Default 0.
    """

    stamp: int
    body_a: TumBodyId
    body_b: TumBodyId
    frame_a: TumPose3
    frame_b: TumPose3
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
        ("body_a", TumBodyId),
        ("body_b", TumBodyId),
        ("frame_a", TumPose3),
        ("frame_b", TumPose3),
        ("limits", ctypes.POINTER(TumLimit)),
        ("limit_count", ctypes.c_size_t),
        ("drives", ctypes.POINTER(TumDrive)),
        ("drive_count", ctypes.c_size_t),
        ("enable_collision", ctypes.c_bool),
        ("node_a", ctypes.c_int32),
        ("node_b", ctypes.c_int32),
        ("user", ctypes.c_uint64),
    ]


_tum_body_pose3 = _bind("tum_body_pose3", TumPose3, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_pose3(world: Ref[TumWorld], body: TumBodyId) -> TumPose3:
    """Pose of the body frame in the world: that of the body's node. Identity where the body does not exist."""
    return _tum_body_pose3(world, body)  # type: ignore[no-any-return]


_tum_body_linear_velocity3 = _bind("tum_body_linear_velocity3", TumVec3, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_linear_velocity3(world: Ref[TumWorld], body: TumBodyId) -> TumVec3:
    """[m/s] Velocity of the centre of mass, in the world. Zero where the body does not exist."""
    return _tum_body_linear_velocity3(world, body)  # type: ignore[no-any-return]


_tum_body_angular_velocity3 = _bind(
    "tum_body_angular_velocity3", TumVec3,
    ctypes.POINTER(TumWorld),
    TumBodyId,
)


def tum_body_angular_velocity3(world: Ref[TumWorld], body: TumBodyId) -> TumVec3:
    """[rad/s] Angular velocity in the world. Zero where the body does not exist."""
    return _tum_body_angular_velocity3(world, body)  # type: ignore[no-any-return]


_tum_body_center_of_mass3 = _bind("tum_body_center_of_mass3", TumVec3, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_center_of_mass3(world: Ref[TumWorld], body: TumBodyId) -> TumVec3:
    """[m] Centre of mass in the world. Zero where the body does not exist."""
    return _tum_body_center_of_mass3(world, body)  # type: ignore[no-any-return]


_tum_world_read_bodies3 = _bind(
    "tum_world_read_bodies3", ctypes.c_size_t,
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(TumBodyArrays3),
)


def tum_world_read_bodies3(world: Ref[TumWorld], arrays: Ref[TumBodyArrays3]) -> int:
    """Reads poses and velocities of all bodies at once, in the order of tum_world_body_at, for a renderer or a
    recorder. The items of a removed body are its last ones.

    arrays: filled up to their capacity.

    Returns the number of bodies, also beyond the capacity: tum_world_body_count.
    """
    return _tum_world_read_bodies3(world, arrays)  # type: ignore[no-any-return]


_tum_world_gravity3 = _bind("tum_world_gravity3", TumVec3, ctypes.POINTER(TumWorld))


def tum_world_gravity3(world: Ref[TumWorld]) -> TumVec3:
    """[m/s^2] Gravity of the world, outside of the scene's volumes of gravity."""
    return _tum_world_gravity3(world)  # type: ignore[no-any-return]


_tum_world_set_gravity3 = _bind("tum_world_set_gravity3", ctypes.c_int, ctypes.POINTER(TumWorld), TumVec3)


def tum_world_set_gravity3(world: Ref[TumWorld], gravity: TumVec3) -> TumStatus:
    """Sets the gravity of a running world, from the next step on; checkpoints keep it. A new value wakes
    sleeping bodies whose gravity factor is not 0.

    gravity: [m/s^2] finite.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
    """
    return TumStatus(_tum_world_set_gravity3(world, gravity))


_tum_body_set_pose3 = _bind("tum_body_set_pose3", ctypes.c_int, ctypes.POINTER(TumWorld), TumBodyId, TumPose3)


def tum_body_set_pose3(world: Ref[TumWorld], body: TumBodyId, pose: TumPose3) -> TumStatus:
    """Puts the body frame somewhere else; velocities stay as they are. The rotation is normalized. Joints draw
    the bodies that are joined to it after it.

    Returns TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h), or TUM_ERROR_UNSUPPORTED
    for a body that follows an animation.
    """
    return TumStatus(_tum_body_set_pose3(world, body, pose))


_tum_body_set_linear_velocity3 = _bind(
    "tum_body_set_linear_velocity3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    TumVec3,
)


def tum_body_set_linear_velocity3(world: Ref[TumWorld], body: TumBodyId, velocity: TumVec3) -> TumStatus:
    """Sets the velocity of the centre of mass.

    velocity: [m/s] in the world.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (also for a static body) or TUM_ERROR_MEMORY, as every change
    (world.h).
    """
    return TumStatus(_tum_body_set_linear_velocity3(world, body, velocity))


_tum_body_set_angular_velocity3 = _bind(
    "tum_body_set_angular_velocity3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    TumVec3,
)


def tum_body_set_angular_velocity3(world: Ref[TumWorld], body: TumBodyId, velocity: TumVec3) -> TumStatus:
    """Sets the angular velocity.

    velocity: [rad/s] in the world.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (also for a static body) or TUM_ERROR_MEMORY, as every change
    (world.h).
    """
    return TumStatus(_tum_body_set_angular_velocity3(world, body, velocity))


_tum_body_move_to3 = _bind(
    "tum_body_move_to3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    TumPose3,
    ctypes.c_float,
)


def tum_body_move_to3(world: Ref[TumWorld], body: TumBodyId, pose: TumPose3, seconds: float) -> TumStatus:
    """Moves a kinematic body to a pose by the end of the next step: gives it the even velocities, the shorter
    way round, that take it there. It pushes the bodies on its path, and keeps these velocities in later steps
    until they are set anew.

    seconds: [s] length of the next step.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (as every change, world.h; also for a body of another kind, and for
    velocities above 1e5 m/s or rad/s: tum_body_set_pose3 puts a body elsewhere), TUM_ERROR_MEMORY, or
    TUM_ERROR_UNSUPPORTED for a body that follows an animation.
    """
    return TumStatus(_tum_body_move_to3(world, body, pose, seconds))


_tum_body_set_mass3 = _bind(
    "tum_body_set_mass3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.POINTER(TumMass3),
)


def tum_body_set_mass3(world: Ref[TumWorld], body: TumBodyId, mass: Ref[TumMass3]) -> TumStatus:
    """Sets the mass properties of a body. The body stays where it is and moves as it did: where the centre of
    mass changes, the linear velocity becomes that of the new centre.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
    """
    return TumStatus(_tum_body_set_mass3(world, body, mass))


_tum_body_mass3 = _bind(
    "tum_body_mass3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.POINTER(TumMass3),
)


def tum_body_mass3(world: Ref[TumWorld], body: TumBodyId, mass: Ref[TumMass3]) -> TumStatus:
    """Reads the mass properties that a body has, or would have were it dynamic. The simulation keeps inverses,
    so numbers are the given ones to the rounding of a float.

    mass: receives the properties.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT: the body does not exist, nothing is written.
    """
    return TumStatus(_tum_body_mass3(world, body, mass))


_tum_body_apply_impulse3 = _bind(
    "tum_body_apply_impulse3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    TumVec3,
    TumVec3,
)


def tum_body_apply_impulse3(
    world: Ref[TumWorld],
    body: TumBodyId,
    linear: TumVec3,
    angular: TumVec3,
) -> TumStatus:
    """Changes a body's velocities at once: the linear one by linear / mass, the angular one by the inverse of
    the inertia times `angular`. Wakes the body and all bodies that fell asleep with it.

    Static and kinematic bodies, infinite masses and axes of infinite inertia stay as they are, and then no
    body wakes.

    This function and the next are rigid_body/applyImpulse and applyPointImpulse of KHR_interactivity, which
    act on the body of a node: tum_world_body_at(world, scene->nodes[node].body) where that is not negative.

    linear: [N s] in the world, at the centre of mass.

    angular: [N m s] in the world.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (no such body, a number that is not finite), TUM_ERROR_UNSUPPORTED (a
    world of another dimension) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_body_apply_impulse3(world, body, linear, angular))


_tum_body_apply_point_impulse3 = _bind(
    "tum_body_apply_point_impulse3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    TumVec3,
    TumVec3,
)


def tum_body_apply_point_impulse3(
    world: Ref[TumWorld],
    body: TumBodyId,
    impulse: TumVec3,
    point: TumVec3,
) -> TumStatus:
    """Changes a body's velocities by an impulse at a point: as tum_body_apply_impulse3 with the angular impulse
    (point - centre of mass) x impulse.

    impulse: [N s] in the world.

    point: [m] in the world.

    Returns as tum_body_apply_impulse3.
    """
    return TumStatus(_tum_body_apply_point_impulse3(world, body, impulse, point))


_tum_body_add_force3 = _bind(
    "tum_body_add_force3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    TumVec3,
    ctypes.POINTER(TumVec3),
)


def tum_body_add_force3(
    world: Ref[TumWorld],
    body: TumBodyId,
    force: TumVec3,
    point: Ref[TumVec3],
) -> TumStatus:
    """Adds a force that acts on a dynamic body during the next step; forces add up until then. Wakes the body.

    force: [N] in the world.

    point: [m] in the world: point of attack; NULL: the centre of mass.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (also for a body that is not dynamic or is disabled) or
    TUM_ERROR_MEMORY, as every change (world.h).
    """
    return TumStatus(_tum_body_add_force3(world, body, force, point))


_tum_body_add_torque3 = _bind(
    "tum_body_add_torque3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    TumVec3,
)


def tum_body_add_torque3(world: Ref[TumWorld], body: TumBodyId, torque: TumVec3) -> TumStatus:
    """Adds a torque that acts on a dynamic body during the next step, as tum_body_add_force3 adds a force.

    torque: [N m] in the world.

    Returns as tum_body_add_force3.
    """
    return TumStatus(_tum_body_add_torque3(world, body, torque))


_tum_body_force3 = _bind(
    "tum_body_force3", None,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.POINTER(TumVec3),
    ctypes.POINTER(TumVec3),
)


def tum_body_force3(world: Ref[TumWorld], body: TumBodyId, force: Ref[TumVec3], torque: Ref[TumVec3]) -> None:
    """Reads the forces that act on a body during the next step: the sum of those that tum_body_add_force3 and
    tum_body_add_torque3 added since the last one, without gravity. Zero where the body does not exist.

    force: receives [N] in the world, at the centre of mass; may be NULL.

    torque: receives [N m] about the centre of mass; may be NULL.
    """
    _tum_body_force3(world, body, force, torque)


_tum_body_def3_init = _bind("tum_body_def3_init", None, ctypes.POINTER(TumBodyDef3), ctypes.c_size_t)


def tum_body_def3_init(def_: Ref[TumBodyDef3], bytes: int) -> None:
    """Fills a definition with the defaults, as tum_world_def_init does."""
    _tum_body_def3_init(def_, bytes)


def tum_default_body_def3() -> TumBodyDef3:
    """Definition of a body with the defaults."""
    made = TumBodyDef3()
    tum_body_def3_init(made, ctypes.sizeof(made))
    return made


_tum_world_add_body3 = _bind(
    "tum_world_add_body3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(TumBodyDef3),
    ctypes.POINTER(TumBodyId),
)


def tum_world_add_body3(world: Ref[TumWorld], def_: Ref[TumBodyDef3], body: Ref[TumBodyId]) -> TumStatus:
    """Adds a body.

    def_: copied.

    body: receives the id, zero on failure; may be NULL.

    Returns TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h), TUM_ERROR_VERSION (def of
    another version's layout) or TUM_ERROR_CAPACITY (TUM_MAX_BODIES).
    """
    return TumStatus(_tum_world_add_body3(world, def_, body))


_tum_collider_def3_init = _bind(
    "tum_collider_def3_init", None,
    ctypes.POINTER(TumColliderDef3),
    ctypes.c_size_t,
)


def tum_collider_def3_init(def_: Ref[TumColliderDef3], bytes: int) -> None:
    """Fills a definition with the defaults, as tum_world_def_init does."""
    _tum_collider_def3_init(def_, bytes)


def tum_default_collider_def3() -> TumColliderDef3:
    """Definition of a collider with the defaults."""
    made = TumColliderDef3()
    tum_collider_def3_init(made, ctypes.sizeof(made))
    return made


_tum_mass3_of_colliders = _bind(
    "tum_mass3_of_colliders", ctypes.c_int,
    ctypes.POINTER(TumColliderDef3),
    ctypes.c_size_t,
    ctypes.c_float,
    ctypes.POINTER(TumMass3),
)


def tum_mass3_of_colliders(
    colliders: Ref[TumColliderDef3],
    count: int,
    density: float,
    mass: Ref[TumMass3],
) -> TumStatus:
    """Computes the mass properties of a body of these colliders, filled evenly: for TumBodyDef3.mass. Where they
    overlap, both count; planes and meshes that do not enclose a volume have none.

    colliders: [count]

    density: [kg/m^3] > 0.

    mass: receives the properties.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (a definition or the density is wrong, or there is no volume),
    TUM_ERROR_VERSION (a definition of another version's layout) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_mass3_of_colliders(colliders, count, density, mass))


_tum_body_set_density3 = _bind(
    "tum_body_set_density3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.c_float,
)


def tum_body_set_density3(world: Ref[TumWorld], body: TumBodyId, density: float) -> TumStatus:
    """Sets the mass properties of a body to those of the colliders that it has now, disabled ones too.

    density: [kg/m^3] > 0.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (also where they have no volume) or TUM_ERROR_MEMORY, as every change
    (world.h).
    """
    return TumStatus(_tum_body_set_density3(world, body, density))


_tum_world_add_collider3 = _bind(
    "tum_world_add_collider3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.POINTER(TumColliderDef3),
    ctypes.POINTER(TumColliderId),
)


def tum_world_add_collider3(
    world: Ref[TumWorld],
    body: TumBodyId,
    def_: Ref[TumColliderDef3],
    collider: Ref[TumColliderId],
) -> TumStatus:
    """Adds a collider to a body, whose mass properties stay: tum_body_set_density3 sets them.

    body: zero: the world owns it.

    def_: copied, with its arrays.

    collider: receives the id, zero on failure; may be NULL.

    Returns TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h), TUM_ERROR_VERSION (def of
    another version's layout) or TUM_ERROR_CAPACITY (TUM_MAX_COLLIDERS).
    """
    return TumStatus(_tum_world_add_collider3(world, body, def_, collider))


_tum_collider_def3 = _bind(
    "tum_collider_def3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumColliderId,
    ctypes.POINTER(TumColliderDef3),
)


def tum_collider_def3(world: Ref[TumWorld], collider: TumColliderId, def_: Ref[TumColliderDef3]) -> TumStatus:
    """Reads a collider as it is now: shape and pose in its body, material, filter, node and user number, as a
    definition that would add another one like it.

    Sizes are the simulated ones: none is below 1e-6 m. `points` and `triangles` of a scene's collider are
    NULL and their counts 0: they are in the scene, at TumShape.mesh. A shape that is scaled unevenly, as
    scenes may, has no definition.

    def_: receives the definition; its arrays are borrowed until the collider is removed.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (no such collider) or TUM_ERROR_UNSUPPORTED (an uneven scale): then
    nothing is written.
    """
    return TumStatus(_tum_collider_def3(world, collider, def_))


_tum_body_contacts3 = _bind(
    "tum_body_contacts3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.POINTER(TumContact3),
    ctypes.c_size_t,
    ctypes.POINTER(ctypes.c_size_t),
)


def tum_body_contacts3(
    world: Ref[TumWorld],
    body: TumBodyId,
    contacts: Ref[TumContact3],
    capacity: int,
    count: Ref[ctypes.c_size_t],
) -> TumStatus:
    """Reads the contact manifolds of a body, in the present poses. Disabled bodies and colliders have none; a
    body that was moved by tum_body_set_pose3 has none until the next step.

    contacts: [capacity] receives the first `capacity` of them; may be NULL where capacity is 0. Their order
    holds until the next step.

    capacity: manifolds that fit.

    count: receives their number, also beyond `capacity`.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT: there is no such body, the count is 0.
    """
    return TumStatus(_tum_body_contacts3(world, body, contacts, capacity, count))


_tum_collider_contacts3 = _bind(
    "tum_collider_contacts3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumColliderId,
    ctypes.POINTER(TumContact3),
    ctypes.c_size_t,
    ctypes.POINTER(ctypes.c_size_t),
)


def tum_collider_contacts3(
    world: Ref[TumWorld],
    collider: TumColliderId,
    contacts: Ref[TumContact3],
    capacity: int,
    count: Ref[ctypes.c_size_t],
) -> TumStatus:
    """Reads the contact manifolds of a collider, as tum_body_contacts3 reads those of a body.

    contacts: [capacity] receives the first `capacity` of them; may be NULL where capacity is 0. Their order
    holds until the next step.

    capacity: manifolds that fit.

    count: receives their number, also beyond `capacity`.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT: there is no such collider, the count is 0.
    """
    return TumStatus(_tum_collider_contacts3(world, collider, contacts, capacity, count))


_tum_world_contacts3 = _bind(
    "tum_world_contacts3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(TumContact3),
    ctypes.c_size_t,
    ctypes.POINTER(ctypes.c_size_t),
)


def tum_world_contacts3(
    world: Ref[TumWorld],
    contacts: Ref[TumContact3],
    capacity: int,
    count: Ref[ctypes.c_size_t],
) -> TumStatus:
    """Reads all contact manifolds of a world, each once.

    contacts: [capacity] as for tum_body_contacts3.

    capacity: manifolds that fit.

    count: receives their number, also beyond `capacity`.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT in a world of another dimension.
    """
    return TumStatus(_tum_world_contacts3(world, contacts, capacity, count))


_tum_joint_def3_init = _bind("tum_joint_def3_init", None, ctypes.POINTER(TumJointDef3), ctypes.c_size_t)


def tum_joint_def3_init(def_: Ref[TumJointDef3], bytes: int) -> None:
    """Fills a definition with the defaults, as tum_world_def_init does."""
    _tum_joint_def3_init(def_, bytes)


def tum_default_joint_def3() -> TumJointDef3:
    """Definition of a joint with the defaults."""
    made = TumJointDef3()
    tum_joint_def3_init(made, ctypes.sizeof(made))
    return made


_tum_world_add_joint3 = _bind(
    "tum_world_add_joint3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(TumJointDef3),
    ctypes.POINTER(TumJointId),
)


def tum_world_add_joint3(world: Ref[TumWorld], def_: Ref[TumJointDef3], joint: Ref[TumJointId]) -> TumStatus:
    """Adds a joint between two bodies, which acts from the next step on. The bodies stay where they are: a
    violated limit draws them together, at 4 m/s or 10 rad/s at the most. A joint of two immovable sides has
    no effect.

    def_: copied, with its arrays.

    joint: receives the id, zero on failure; may be NULL.

    Returns TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h), TUM_ERROR_VERSION (def of
    another version's layout) or TUM_ERROR_CAPACITY (TUM_MAX_JOINTS, or more than 64 directions).
    """
    return TumStatus(_tum_world_add_joint3(world, def_, joint))


_tum_joint_frame3 = _bind("tum_joint_frame3", TumPose3, ctypes.POINTER(TumWorld), TumJointId, ctypes.c_int)


def tum_joint_frame3(world: Ref[TumWorld], joint: TumJointId, side: int) -> TumPose3:
    """Present pose of a frame of a joint in the world. Identity where the joint does not exist."""
    return _tum_joint_frame3(world, joint, side)  # type: ignore[no-any-return]


_tum_joint_set_frame3 = _bind(
    "tum_joint_set_frame3", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.c_int,
    TumPose3,
)


def tum_joint_set_frame3(world: Ref[TumWorld], joint: TumJointId, side: int, frame: TumPose3) -> TumStatus:
    """Moves a frame of a joint within its body, or in the world where the side is the world. The joint draws its
    bodies after it; an animation that moved the frame does so no longer.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
    """
    return TumStatus(_tum_joint_set_frame3(world, joint, side, frame))


_tum_joint_local_frame3 = _bind(
    "tum_joint_local_frame3", TumPose3,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.c_int,
)


def tum_joint_local_frame3(world: Ref[TumWorld], joint: TumJointId, side: int) -> TumPose3:
    """Pose of a frame of a joint, as tum_joint_set_frame3 takes it: within its body, or in the world where the
    side is the world. Identity where the joint does not exist.
    """
    return _tum_joint_local_frame3(world, joint, side)  # type: ignore[no-any-return]


_tum_joint_position3 = _bind(
    "tum_joint_position3", ctypes.c_float,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.c_int,
    ctypes.c_uint32,
)


def tum_joint_position3(world: Ref[TumWorld], joint: TumJointId, space: int, axes: int) -> float:
    """[m] or [rad] Distance or angle that a limit of these axes measures between the two frames now: along or
    about one axis of frame A, or the distance or opening of two or three. An angle about one axis is the one
    that the joint counts (tum_joint_set_drive) where it has a limit or a drive of that axis; where it has
    none, the angle is in (-pi, pi]. 0 where the joint does not exist.

    axes: bits 0 to 2, as in TumLimit.
    """
    return _tum_joint_position3(world, joint, space, axes)  # type: ignore[no-any-return]


_tum_joint_force3 = _bind(
    "tum_joint_force3", None,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.POINTER(TumVec3),
    ctypes.POINTER(TumVec3),
)


def tum_joint_force3(
    world: Ref[TumWorld],
    joint: TumJointId,
    force: Ref[TumVec3],
    torque: Ref[TumVec3],
) -> None:
    """Reads the force of a joint: the mean over the last substep that its bodies were awake in. A gets the
    opposite. Zero where the joint does not exist or does not act. Two hinges of the same bodies with one axis
    share the force without a torque; if they are closer than 0.25 m, the first one has all of it.

    force: receives [N] on B, at the origin of frame B, in the world; may be NULL.

    torque: receives [N m] about that point; may be NULL.
    """
    _tum_joint_force3(world, joint, force, torque)
