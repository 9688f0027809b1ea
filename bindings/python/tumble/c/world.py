# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/world.h: changes go there.
"""world.h: a world of bodies that move through time.

A world is built from a physics scene, advances in fixed steps and reports the events of each. This header
holds the functions that are the same in any number of dimensions; poses, velocities, forces and queries are
in world3.h and world4.h, and a world answers the functions of its own dimension.

    TumWorldDef def = tum_default_world_def();
    TumWorld *world = NULL;
    if (tum_world_create(scene, &def, &world, report) == TUM_OK) {
        while (tum_world_time(world) < 10.0 && tum_world_step(world, 1.0f / 60.0f) == TUM_OK) {
        }
    }
    tum_world_destroy(world);

Changes. Functions that change a world are called between two steps. They answer TUM_OK, TUM_ERROR_ARGUMENT
(the body, collider or joint does not exist, or a number is not finite or out of range: nothing changed) or
TUM_ERROR_MEMORY. Bodies that rest on a changed body or collider, or are joined to it, wake; contacts are
found anew by the next step.

Memory: ids and statuses are values; pointers that a world gives out stay its own and live as long as their
function says. Definitions are copied.

Threads: a world belongs to one thread at a time. Between steps, functions that take a `const TumWorld *` may
run on many threads at once. Two worlds share nothing.
"""
from __future__ import annotations

import ctypes
import enum
from typing import Optional

from tumble._types import Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumAllocator, TumStatus, TumTasks
from tumble.c.id import TumBodyId, TumColliderId, TumJointId
from tumble.c.pose import TumVec4
from tumble.c.report import TumReport
from tumble.c.scene import TumBodyKind, TumDrive, TumLimit, TumMaterial, TumScene


class TumInstructions(enum.IntEnum):
    """Vector instructions of a processor. All give the same bits."""

    TUM_INSTRUCTIONS_WIDEST = 0
    """The widest that this machine has."""
    TUM_INSTRUCTIONS_SCALAR = 1
    """None."""
    TUM_INSTRUCTIONS_SSE2 = 2
    """SSE2."""
    TUM_INSTRUCTIONS_AVX2 = 3
    """AVX2."""
    TUM_INSTRUCTIONS_AVX512 = 4
    """AVX-512 F and VL."""
    TUM_INSTRUCTIONS_NEON = 5
    """NEON, of 64-bit ARM."""
    TUM_INSTRUCTIONS_COUNT = 6
    """Number of the choices."""


class TumJointSide(enum.IntEnum):
    """Side of a joint."""

    TUM_JOINT_A = 0
    """Side A: the joint's node in a document."""
    TUM_JOINT_B = 1
    """Side B: the connected node."""


class TumEventKind(enum.IntEnum):
    """Kind of an event."""

    TUM_EVENT_TRIGGER_ENTERED = 0
    """The first part of a trigger began to touch a solid collider."""
    TUM_EVENT_TRIGGER_EXITED = 1
    """The last part that touched it no longer does."""
    TUM_EVENT_CONTACT_STARTED = 2
    """Two solid colliders pressed against each other."""
    TUM_EVENT_CONTACT_ENDED = 3
    """They press no more and are apart, or one of them is gone."""


class TumPhase(enum.IntEnum):
    """Phases of a step, in their order."""

    TUM_PHASE_PAIRS = 0
    """Broad phase: boxes, trees, pairs."""
    TUM_PHASE_COLLIDE = 1
    """Narrow phase: contact points of pairs."""
    TUM_PHASE_MATCH = 2
    """Contact manifolds begin and end."""
    TUM_PHASE_ISLANDS = 3
    """Small islands: one thread solves each of them in all phases below."""
    TUM_PHASE_PREPARE = 4
    """Other islands: solver data of bodies and contacts."""
    TUM_PHASE_JOINTS = 5
    """All work on joints."""
    TUM_PHASE_INTEGRATE = 6
    """Velocities and positions of bodies."""
    TUM_PHASE_WARM_START = 7
    """Contacts: the impulses of the substep before."""
    TUM_PHASE_SOLVE = 8
    """Contacts: non-penetration with a push apart."""
    TUM_PHASE_RELAX = 9
    """Contacts: without the velocity of the push apart."""
    TUM_PHASE_RESTITUTION = 10
    """Contacts: bounces."""
    TUM_PHASE_FINISH = 11
    """Impulses and poses are stored."""
    TUM_PHASE_REST = 12
    """Islands are split, bodies fall asleep."""
    TUM_PHASE_COUNT = 13
    """Number of phases."""


class TumWorld(ctypes.Structure):
    """World: bodies, colliders and joints that move through time. Opaque; made by tum_world_create, freed by
    tum_world_destroy.
    """


class TumWorldDef(ctypes.Structure):
    """Definition of a world. Start from tum_default_world_def and change what matters.

    stamp: Written by tum_default_world_def.

    dimension: Dimension of a world without a scene, 3 or 4; a scene has its own. Default 3.

    gravity: [m/s^2] Used where the scene sets none and override_gravity is false. Default (0, -9.81, 0, 0).

    restitution_threshold: [m/s] Approaches below this speed do not bounce. 0: all do, and bodies with
    restitution never quite rest. Negative, the default: the speed that gravity and forces add in two
    substeps, at least 0.001.

    override_gravity: `gravity` acts even where the scene sets another. Default false.

    no_sleep: Every body stays awake. Default false.

    contact_events: tum_world_events has contact events, too. Default false.

    phase_times: The phases of a step are timed: tum_world_times. Default false.

    substeps: Solver substeps per step, 1 to 64. Default 4.

    threads: Threads that share a step, 1 to 64. Default 1.

    instructions: Instructions of all kernels. Default: the widest. Those that this machine lacks are
    TUM_ERROR_ARGUMENT.

    tasks: Task system of the caller, copied; all zero: own threads.

    allocator: Source of memory, copied; all zero: malloc and free.

    number: Number that tells this world's ids from those of others, also of one that is gone: a program with
    several counts them, 1, 2, 3… 0: taken from the clock; then one world in 65535 has the number of another.
    """

    stamp: int
    dimension: int
    gravity: ctypes.Array[ctypes.c_float]
    restitution_threshold: float
    override_gravity: bool
    no_sleep: bool
    contact_events: bool
    phase_times: bool
    substeps: int
    threads: int
    instructions: int
    tasks: TumTasks
    allocator: TumAllocator
    number: int
    _fields_ = [
        ("stamp", ctypes.c_uint32),
        ("dimension", ctypes.c_int),
        ("gravity", ctypes.c_float * 4),
        ("restitution_threshold", ctypes.c_float),
        ("override_gravity", ctypes.c_bool),
        ("no_sleep", ctypes.c_bool),
        ("contact_events", ctypes.c_bool),
        ("phase_times", ctypes.c_bool),
        ("substeps", ctypes.c_int),
        ("threads", ctypes.c_int),
        ("instructions", ctypes.c_int),
        ("tasks", TumTasks),
        ("allocator", TumAllocator),
        ("number", ctypes.c_uint16),
    ]


class TumEventSide(ctypes.Structure):
    """Side of an event, as it was when the event happened: ids and numbers of bodies and colliders that a
    program has removed since are still those.

    collider: Zero on the side of a trigger.

    body: Body of the collider; zero: the world. Zero on the side of a trigger.

    user: tum_collider_user; 0 on the side of a trigger.

    body_user: tum_body_user; 0 where `body` is zero.

    node: Document node of the collider or trigger; -1: it has none.

    motion: Node of the body that it moves with; -1: it never moves, or the body has no node.
    """

    collider: TumColliderId
    body: TumBodyId
    user: int
    body_user: int
    node: int
    motion: int
    _fields_ = [
        ("collider", TumColliderId),
        ("body", TumBodyId),
        ("user", ctypes.c_uint64),
        ("body_user", ctypes.c_uint64),
        ("node", ctypes.c_int32),
        ("motion", ctypes.c_int32),
    ]


class TumEvent(ctypes.Structure):
    """Event of a step. Triggers: `a` is the trigger, `b` the solid collider. Contacts: both are colliders, that
    of the lower node first, those without a node last; of the same node that of the lower place
    (tum_world_collider_at). impulse, speed, point and normal belong to CONTACT_STARTED and are else 0.

    kind: Kind of the event, which says the members in use.

    a: First side.

    b: Second side.

    trigger: Index of the scene's trigger; -1 in contact events.

    impulse: [N s] Sum of the normal impulses between the two during the step.

    speed: [m/s] Approach speed of their surfaces along the normal: as the step began, or right before an
    impact within it. 0 or less where they were pushed together only during the step.

    point: [m] In the world: place of contact. On the immovable surface where one of them is, else between
    both. In 3D w is 0, also of the normal.

    normal: Unit, from `a` to `b`.
    """

    kind: int
    a: TumEventSide
    b: TumEventSide
    trigger: int
    impulse: float
    speed: float
    point: TumVec4
    normal: TumVec4
    _fields_ = [
        ("kind", ctypes.c_int),
        ("a", TumEventSide),
        ("b", TumEventSide),
        ("trigger", ctypes.c_int32),
        ("impulse", ctypes.c_float),
        ("speed", ctypes.c_float),
        ("point", TumVec4),
        ("normal", TumVec4),
    ]


class TumWorldCounts(ctypes.Structure):
    """Counts of the work of the last step.

    bodies: Bodies that exist.

    awake_bodies: Dynamic and kinematic, awake.

    pairs: Colliders whose boxes overlap, less those that fly past each other.

    contacts: Pairs that touch.

    manifolds: Contact manifolds; a pair with a mesh may have several.

    points: Contact points.

    colors: Groups of constraints that share no body.

    islands: Islands of awake bodies, when last counted.

    left_out: Pairs left out beyond TUM_MAX_CROWD, TUM_MAX_NEIGHBORS and TUM_MAX_SURFACE_NEIGHBORS, since the
    world was made.
    """

    bodies: int
    awake_bodies: int
    pairs: int
    contacts: int
    manifolds: int
    points: int
    colors: int
    islands: int
    left_out: int
    _fields_ = [
        ("bodies", ctypes.c_uint32),
        ("awake_bodies", ctypes.c_uint32),
        ("pairs", ctypes.c_uint32),
        ("contacts", ctypes.c_uint32),
        ("manifolds", ctypes.c_uint32),
        ("points", ctypes.c_uint32),
        ("colors", ctypes.c_uint32),
        ("islands", ctypes.c_uint32),
        ("left_out", ctypes.c_uint64),
    ]


class TumWorldTimes(ctypes.Structure):
    """Times of the phases of a step.

    seconds: [s] By TumPhase: time of the clock, however many threads share the phase.
    """

    seconds: ctypes.Array[ctypes.c_double]
    _fields_ = [
        ("seconds", ctypes.c_double * 13),
    ]


_tum_instructions_exist = _bind("tum_instructions_exist", ctypes.c_bool, ctypes.c_int)


def tum_instructions_exist(instructions: int) -> bool:
    """True where this machine has these instructions, so that tum_world_create takes them."""
    return _tum_instructions_exist(instructions)  # type: ignore[no-any-return]


_tum_instructions_name = _bind("tum_instructions_name", ctypes.c_char_p, ctypes.c_int)


def tum_instructions_name(instructions: int) -> Optional[bytes]:
    """Name of instructions: "widest", "scalar", "sse2", "avx2", "avx512", "neon"; NULL for a number that is none
    of them.

    Returns a text that lives as long as the program.
    """
    return _tum_instructions_name(instructions)  # type: ignore[no-any-return]


_tum_world_def_init = _bind("tum_world_def_init", None, ctypes.POINTER(TumWorldDef), ctypes.c_size_t)


def tum_world_def_init(def_: Ref[TumWorldDef], bytes: int) -> None:
    """Fills a definition with the defaults, for languages that cannot call the inline function below.

    bytes: sizeof *def, as the caller was compiled. A size that is not the library's leaves all zero but the
    stamp, and functions that take the definition answer TUM_ERROR_VERSION.
    """
    _tum_world_def_init(def_, bytes)


def tum_default_world_def() -> TumWorldDef:
    """Definition of a world with the defaults."""
    made = TumWorldDef()
    tum_world_def_init(made, ctypes.sizeof(made))
    return made


_tum_world_create = _bind(
    "tum_world_create", ctypes.c_int,
    ctypes.POINTER(TumScene),
    ctypes.POINTER(TumWorldDef),
    ctypes.POINTER(ctypes.POINTER(TumWorld)),
    ctypes.POINTER(TumReport),
)


def tum_world_create(
    scene: Ref[TumScene],
    def_: Ref[TumWorldDef],
    world: Ref[Pointer[TumWorld]],
    report: Ref[TumReport],
) -> TumStatus:
    """Builds the world that a scene describes, in the scene's dimension, or an empty one: to be filled with
    tum_world_add_body3, tum_world_add_collider3, tum_world_add_joint3 or their twins of world4.h.

    The scene is read and not kept. Each approximation of the engine is noted in the report, once, with the
    JSON pointer of its cause.

    scene: NULL: an empty world of def.dimension with the gravity of the definition. It has no nodes and no
    filters.

    def_: may be NULL: the defaults.

    world: receives the world; free it with tum_world_destroy. NULL on failure.

    report: may be NULL.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (def not from tum_default_world_def, or out of range, or instructions
    that this machine does not have), TUM_ERROR_VERSION (def of another version's layout), TUM_ERROR_CAPACITY
    (a count beyond capacity.h), TUM_ERROR_UNSUPPORTED (a dimension other than 3 and 4), TUM_ERROR_DIVERGED (a
    pose or velocity of a body is no finite float) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_world_create(scene, def_, world, report))


_tum_world_destroy = _bind("tum_world_destroy", None, ctypes.POINTER(TumWorld))


def tum_world_destroy(world: Ref[TumWorld]) -> None:
    """Frees a world with all its bodies, colliders and joints. The scene stays. NULL is fine."""
    _tum_world_destroy(world)


_tum_world_step = _bind("tum_world_step", ctypes.c_int, ctypes.POINTER(TumWorld), ctypes.c_float)


def tum_world_step(world: Ref[TumWorld], seconds: float) -> TumStatus:
    """Moves the world forward by one step.

    The same calls on the same world give the same bits, on any number of threads and every supported
    processor (docs/determinism.md).

    seconds: [s] length of the step, TUM_MIN_STEP_SECONDS to TUM_MAX_STEP_SECONDS; 1/240 to 1/20 for
    dependable results.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (a length out of range), TUM_ERROR_MEMORY, or TUM_ERROR_DIVERGED when a
    body left the finite numbers: the world then steps no further, and tum_world_diverged_body names the body.
    """
    return TumStatus(_tum_world_step(world, seconds))


_tum_world_time = _bind("tum_world_time", ctypes.c_double, ctypes.POINTER(TumWorld))


def tum_world_time(world: Ref[TumWorld]) -> float:
    """[s] Simulated time since the world was created: the sum of its steps, in double."""
    return _tum_world_time(world)  # type: ignore[no-any-return]


_tum_world_step_count = _bind("tum_world_step_count", ctypes.c_uint64, ctypes.POINTER(TumWorld))


def tum_world_step_count(world: Ref[TumWorld]) -> int:
    """Number of steps completed since the world was created."""
    return _tum_world_step_count(world)  # type: ignore[no-any-return]


_tum_world_dimension = _bind("tum_world_dimension", ctypes.c_int, ctypes.POINTER(TumWorld))


def tum_world_dimension(world: Ref[TumWorld]) -> int:
    """Dimension of the world: 3 or 4."""
    return _tum_world_dimension(world)  # type: ignore[no-any-return]


_tum_world_hash = _bind("tum_world_hash", ctypes.c_uint64, ctypes.POINTER(TumWorld))


def tum_world_hash(world: Ref[TumWorld]) -> int:
    """Hash that two worlds share when they are in the same state to the last bit: poses, velocities, sleep and
    the memory of contacts. User numbers (TumBodyDef3.user) are no part of it: they move nothing.
    """
    return _tum_world_hash(world)  # type: ignore[no-any-return]


_tum_world_body_count = _bind("tum_world_body_count", ctypes.c_size_t, ctypes.POINTER(TumWorld))


def tum_world_body_count(world: Ref[TumWorld]) -> int:
    """Number of places for bodies: those of the scene first and in its order, then those that were added. The
    place of a removed body stays; added bodies use such places again.
    """
    return _tum_world_body_count(world)  # type: ignore[no-any-return]


_tum_world_body_at = _bind("tum_world_body_at", TumBodyId, ctypes.POINTER(TumWorld), ctypes.c_size_t)


def tum_world_body_at(world: Ref[TumWorld], index: int) -> TumBodyId:
    """Body at a place.

    index: below tum_world_body_count.

    Returns the id; zero where the body was removed or the index is too large.
    """
    return _tum_world_body_at(world, index)  # type: ignore[no-any-return]


_tum_body_exists = _bind("tum_body_exists", ctypes.c_bool, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_exists(world: Ref[TumWorld], body: TumBodyId) -> bool:
    """True where an id names a body of this world that was not removed."""
    return _tum_body_exists(world, body)  # type: ignore[no-any-return]


_tum_body_user = _bind("tum_body_user", ctypes.c_uint64, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_user(world: Ref[TumWorld], body: TumBodyId) -> int:
    """User number of a body: TumBodyDef3.user, 0 for bodies of a scene until it is set. Queries and events carry
    it. It is a number rather than a pointer because checkpoints keep it, and must mean the same in another
    process: an index or an id of the program's does; a pointer, as `(uint64_t)(uintptr_t)pointer`, does as
    long as that process lives.

    Returns 0 where the body does not exist.
    """
    return _tum_body_user(world, body)  # type: ignore[no-any-return]


_tum_body_set_user = _bind(
    "tum_body_set_user", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.c_uint64,
)


def tum_body_set_user(world: Ref[TumWorld], body: TumBodyId, user: int) -> TumStatus:
    """Sets the user number of a body. No body wakes.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT: the body does not exist.
    """
    return TumStatus(_tum_body_set_user(world, body, user))


_tum_body_node = _bind("tum_body_node", ctypes.c_int32, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_node(world: Ref[TumWorld], body: TumBodyId) -> int:
    """Document node a body belongs to, or TumBodyDef3.node; -1 where the body does not exist."""
    return _tum_body_node(world, body)  # type: ignore[no-any-return]


_tum_body_kind = _bind("tum_body_kind", ctypes.c_int, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_kind(world: Ref[TumWorld], body: TumBodyId) -> TumBodyKind:
    """Kind of a body as the world moves it: a body that an animation of the document drives is kinematic,
    whatever it is in the scene, and its velocity is that of the animation in the last step. TUM_BODY_STATIC
    where the body does not exist.
    """
    return TumBodyKind(_tum_body_kind(world, body))


_tum_body_is_awake = _bind("tum_body_is_awake", ctypes.c_bool, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_is_awake(world: Ref[TumWorld], body: TumBodyId) -> bool:
    """True for bodies that are awake. False for bodies that sleep, are disabled or do not exist. Static bodies
    never sleep.
    """
    return _tum_body_is_awake(world, body)  # type: ignore[no-any-return]


_tum_world_diverged_body = _bind("tum_world_diverged_body", TumBodyId, ctypes.POINTER(TumWorld))


def tum_world_diverged_body(world: Ref[TumWorld]) -> TumBodyId:
    """Body that made the last step answer TUM_ERROR_DIVERGED; zero before that."""
    return _tum_world_diverged_body(world)  # type: ignore[no-any-return]


_tum_body_collider_count = _bind(
    "tum_body_collider_count", ctypes.c_size_t,
    ctypes.POINTER(TumWorld),
    TumBodyId,
)


def tum_body_collider_count(world: Ref[TumWorld], body: TumBodyId) -> int:
    """Number of colliders of a body, disabled ones too.

    body: zero: the world, for colliders that it owns itself.

    Returns 0 where the body does not exist.
    """
    return _tum_body_collider_count(world, body)  # type: ignore[no-any-return]


_tum_body_collider_at = _bind(
    "tum_body_collider_at", TumColliderId,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.c_size_t,
)


def tum_body_collider_at(world: Ref[TumWorld], body: TumBodyId, index: int) -> TumColliderId:
    """Collider of a body at an index: in no meaningful order, but the same one until a collider of the body is
    added or removed.

    body: zero: the world.

    index: below tum_body_collider_count.

    Returns the id; zero where the body does not exist or the index is too large.
    """
    return _tum_body_collider_at(world, body, index)  # type: ignore[no-any-return]


_tum_body_joint_count = _bind("tum_body_joint_count", ctypes.c_size_t, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_joint_count(world: Ref[TumWorld], body: TumBodyId) -> int:
    """Number of joints of a body, disabled ones too; 0 where the body is zero or does not exist."""
    return _tum_body_joint_count(world, body)  # type: ignore[no-any-return]


_tum_body_joint_at = _bind(
    "tum_body_joint_at", TumJointId,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.c_size_t,
)


def tum_body_joint_at(world: Ref[TumWorld], body: TumBodyId, index: int) -> TumJointId:
    """Joint of a body at an index, in the order of tum_world_joint_at.

    index: below tum_body_joint_count.

    Returns the id; zero where the body does not exist or the index is too large.
    """
    return _tum_body_joint_at(world, body, index)  # type: ignore[no-any-return]


_tum_world_collider_count = _bind("tum_world_collider_count", ctypes.c_size_t, ctypes.POINTER(TumWorld))


def tum_world_collider_count(world: Ref[TumWorld]) -> int:
    """Number of places for colliders: those of the scene that could be built, in its order, then those that were
    added. The place of a removed collider stays, as for bodies.
    """
    return _tum_world_collider_count(world)  # type: ignore[no-any-return]


_tum_world_collider_at = _bind(
    "tum_world_collider_at", TumColliderId,
    ctypes.POINTER(TumWorld),
    ctypes.c_size_t,
)


def tum_world_collider_at(world: Ref[TumWorld], index: int) -> TumColliderId:
    """Collider at a place.

    index: below tum_world_collider_count.

    Returns the id; zero where the collider was removed or the index is too large.
    """
    return _tum_world_collider_at(world, index)  # type: ignore[no-any-return]


_tum_collider_exists = _bind("tum_collider_exists", ctypes.c_bool, ctypes.POINTER(TumWorld), TumColliderId)


def tum_collider_exists(world: Ref[TumWorld], collider: TumColliderId) -> bool:
    """True where an id names a collider of this world that was not removed."""
    return _tum_collider_exists(world, collider)  # type: ignore[no-any-return]


_tum_collider_node = _bind("tum_collider_node", ctypes.c_int32, ctypes.POINTER(TumWorld), TumColliderId)


def tum_collider_node(world: Ref[TumWorld], collider: TumColliderId) -> int:
    """Document node of a collider, or TumColliderDef3.node; -1 where it does not exist."""
    return _tum_collider_node(world, collider)  # type: ignore[no-any-return]


_tum_collider_body = _bind("tum_collider_body", TumBodyId, ctypes.POINTER(TumWorld), TumColliderId)


def tum_collider_body(world: Ref[TumWorld], collider: TumColliderId) -> TumBodyId:
    """Body that a collider belongs to; zero where the world owns it or it does not exist."""
    return _tum_collider_body(world, collider)  # type: ignore[no-any-return]


_tum_collider_user = _bind("tum_collider_user", ctypes.c_uint64, ctypes.POINTER(TumWorld), TumColliderId)


def tum_collider_user(world: Ref[TumWorld], collider: TumColliderId) -> int:
    """User number of a collider, as tum_body_user; 0 where it does not exist."""
    return _tum_collider_user(world, collider)  # type: ignore[no-any-return]


_tum_collider_set_user = _bind(
    "tum_collider_set_user", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumColliderId,
    ctypes.c_uint64,
)


def tum_collider_set_user(world: Ref[TumWorld], collider: TumColliderId, user: int) -> TumStatus:
    """Sets the user number of a collider. No body wakes.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT: the collider does not exist.
    """
    return TumStatus(_tum_collider_set_user(world, collider, user))


_tum_world_joint_count = _bind("tum_world_joint_count", ctypes.c_size_t, ctypes.POINTER(TumWorld))


def tum_world_joint_count(world: Ref[TumWorld]) -> int:
    """Number of places for joints: joint i of the scene at place i, then those that were added. The place of a
    removed joint stays, as for bodies.
    """
    return _tum_world_joint_count(world)  # type: ignore[no-any-return]


_tum_world_joint_at = _bind("tum_world_joint_at", TumJointId, ctypes.POINTER(TumWorld), ctypes.c_size_t)


def tum_world_joint_at(world: Ref[TumWorld], index: int) -> TumJointId:
    """Joint at a place.

    index: below tum_world_joint_count.

    Returns the id; zero where the joint was removed or the index is too large.
    """
    return _tum_world_joint_at(world, index)  # type: ignore[no-any-return]


_tum_joint_exists = _bind("tum_joint_exists", ctypes.c_bool, ctypes.POINTER(TumWorld), TumJointId)


def tum_joint_exists(world: Ref[TumWorld], joint: TumJointId) -> bool:
    """True where an id names a joint of this world that was not removed."""
    return _tum_joint_exists(world, joint)  # type: ignore[no-any-return]


_tum_joint_body = _bind("tum_joint_body", TumBodyId, ctypes.POINTER(TumWorld), TumJointId, ctypes.c_int)


def tum_joint_body(world: Ref[TumWorld], joint: TumJointId, side: int) -> TumBodyId:
    """Body on a side of a joint; zero where that is the world, or the joint does not exist."""
    return _tum_joint_body(world, joint, side)  # type: ignore[no-any-return]


_tum_joint_node = _bind("tum_joint_node", ctypes.c_int32, ctypes.POINTER(TumWorld), TumJointId, ctypes.c_int)


def tum_joint_node(world: Ref[TumWorld], joint: TumJointId, side: int) -> int:
    """Document node on a side of a joint, or TumJointDef3.node_a and node_b; -1 where the joint does not exist."""
    return _tum_joint_node(world, joint, side)  # type: ignore[no-any-return]


_tum_joint_user = _bind("tum_joint_user", ctypes.c_uint64, ctypes.POINTER(TumWorld), TumJointId)


def tum_joint_user(world: Ref[TumWorld], joint: TumJointId) -> int:
    """User number of a joint, as tum_body_user; 0 where it does not exist."""
    return _tum_joint_user(world, joint)  # type: ignore[no-any-return]


_tum_joint_set_user = _bind(
    "tum_joint_set_user", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.c_uint64,
)


def tum_joint_set_user(world: Ref[TumWorld], joint: TumJointId, user: int) -> TumStatus:
    """Sets the user number of a joint. No body wakes.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT: the joint does not exist.
    """
    return TumStatus(_tum_joint_set_user(world, joint, user))


_tum_joint_limit_count = _bind("tum_joint_limit_count", ctypes.c_size_t, ctypes.POINTER(TumWorld), TumJointId)


def tum_joint_limit_count(world: Ref[TumWorld], joint: TumJointId) -> int:
    """Number of limits of a joint; 0 where it does not exist."""
    return _tum_joint_limit_count(world, joint)  # type: ignore[no-any-return]


_tum_joint_drive_count = _bind("tum_joint_drive_count", ctypes.c_size_t, ctypes.POINTER(TumWorld), TumJointId)


def tum_joint_drive_count(world: Ref[TumWorld], joint: TumJointId) -> int:
    """Number of drives of a joint; 0 where it does not exist."""
    return _tum_joint_drive_count(world, joint)  # type: ignore[no-any-return]


_tum_joint_limit = _bind(
    "tum_joint_limit", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.c_size_t,
    ctypes.POINTER(TumLimit),
)


def tum_joint_limit(world: Ref[TumWorld], joint: TumJointId, index: int, limit: Ref[TumLimit]) -> TumStatus:
    """Reads the present numbers of a limit of a joint; `pointer` is NULL.

    index: below tum_joint_limit_count, in the order in which the joint got its limits.

    limit: receives the limit.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT: no such joint or index, nothing is written.
    """
    return TumStatus(_tum_joint_limit(world, joint, index, limit))


_tum_joint_drive = _bind(
    "tum_joint_drive", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.c_size_t,
    ctypes.POINTER(TumDrive),
)


def tum_joint_drive(world: Ref[TumWorld], joint: TumJointId, index: int, drive: Ref[TumDrive]) -> TumStatus:
    """Reads the present numbers of a drive of a joint; `pointer` is NULL.

    index: below tum_joint_drive_count, in the order in which the joint got its drives.

    drive: receives the drive.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT: no such joint or index, nothing is written.
    """
    return TumStatus(_tum_joint_drive(world, joint, index, drive))


_tum_body_set_kind = _bind(
    "tum_body_set_kind", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.c_int,
)


def tum_body_set_kind(world: Ref[TumWorld], body: TumBodyId, kind: int) -> TumStatus:
    """Makes a body static, kinematic or dynamic. A dynamic body has the mass it had before, or the one of the
    scene, and keeps its velocity; a static one has no velocity. A body that follows an animation is
    kinematic: given another kind it leaves its animation for good and goes on with its present velocity.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
    """
    return TumStatus(_tum_body_set_kind(world, body, kind))


_tum_body_set_gravity_factor = _bind(
    "tum_body_set_gravity_factor", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.c_float,
)


def tum_body_set_gravity_factor(world: Ref[TumWorld], body: TumBodyId, factor: float) -> TumStatus:
    """Sets the multiple of gravity that acts on a body.

    factor: finite; negative: upward.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
    """
    return TumStatus(_tum_body_set_gravity_factor(world, body, factor))


_tum_body_gravity_factor = _bind(
    "tum_body_gravity_factor", ctypes.c_float,
    ctypes.POINTER(TumWorld),
    TumBodyId,
)


def tum_body_gravity_factor(world: Ref[TumWorld], body: TumBodyId) -> float:
    """Multiple of gravity that acts on a body; 1 where the body does not exist."""
    return _tum_body_gravity_factor(world, body)  # type: ignore[no-any-return]


_tum_body_set_damping = _bind(
    "tum_body_set_damping", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.c_float,
    ctypes.c_float,
)


def tum_body_set_damping(world: Ref[TumWorld], body: TumBodyId, linear: float, angular: float) -> TumStatus:
    """Sets the rates at which a dynamic body loses its velocities by itself, as in thick air: with no other
    influence exp(-damping t) of a velocity is left after a time t, however long the steps. Each step takes
    half of its share before forces, contacts and joints act, and half after them, so that a falling body
    comes to the speed gravity / damping, to a relative error of (damping step)^2 / 24. Bodies of another kind
    keep their velocities, as do all while both are 0, their default. Sleeping bodies stay asleep.

    linear: [1/s] finite, not negative.

    angular: [1/s] finite, not negative.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT (no such body, or a number out of range: nothing changed).
    """
    return TumStatus(_tum_body_set_damping(world, body, linear, angular))


_tum_body_linear_damping = _bind(
    "tum_body_linear_damping", ctypes.c_float,
    ctypes.POINTER(TumWorld),
    TumBodyId,
)


def tum_body_linear_damping(world: Ref[TumWorld], body: TumBodyId) -> float:
    """[1/s] Damping of the linear velocity; 0 where the body does not exist."""
    return _tum_body_linear_damping(world, body)  # type: ignore[no-any-return]


_tum_body_angular_damping = _bind(
    "tum_body_angular_damping", ctypes.c_float,
    ctypes.POINTER(TumWorld),
    TumBodyId,
)


def tum_body_angular_damping(world: Ref[TumWorld], body: TumBodyId) -> float:
    """[1/s] Damping of the angular velocity; 0 where the body does not exist."""
    return _tum_body_angular_damping(world, body)  # type: ignore[no-any-return]


_tum_body_set_enabled = _bind(
    "tum_body_set_enabled", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.c_bool,
)


def tum_body_set_enabled(world: Ref[TumWorld], body: TumBodyId, is_enabled: bool) -> TumStatus:
    """Enables or disables a body. A disabled body stays where it is, moves nothing and touches nothing; its
    joints do not act. A body that follows an animation takes the animation's present pose when it is enabled
    again.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
    """
    return TumStatus(_tum_body_set_enabled(world, body, is_enabled))


_tum_body_is_enabled = _bind("tum_body_is_enabled", ctypes.c_bool, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_is_enabled(world: Ref[TumWorld], body: TumBodyId) -> bool:
    """True where a body exists and is enabled."""
    return _tum_body_is_enabled(world, body)  # type: ignore[no-any-return]


_tum_body_wake = _bind("tum_body_wake", ctypes.c_int, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_wake(world: Ref[TumWorld], body: TumBodyId) -> TumStatus:
    """Wakes a body with all bodies that fell asleep together with it.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (no such body) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_body_wake(world, body))


_tum_body_sleep = _bind("tum_body_sleep", ctypes.c_int, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_sleep(world: Ref[TumWorld], body: TumBodyId) -> TumStatus:
    """Stops a dynamic body and puts it to sleep with all bodies it touches or is joined to, unless a kinematic
    body that moves touches or holds one of them. Bodies of another kind do not sleep.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (no such body) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_body_sleep(world, body))


_tum_body_set_may_sleep = _bind(
    "tum_body_set_may_sleep", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumBodyId,
    ctypes.c_bool,
)


def tum_body_set_may_sleep(world: Ref[TumWorld], body: TumBodyId, may_sleep: bool) -> TumStatus:
    """Allows or forbids a dynamic body to fall asleep by itself. Allowed is the default, and the state after
    tum_body_set_kind. Bodies that touch one that may not sleep stay awake with it; a sleeping one wakes.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (no such body, or it is not dynamic) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_body_set_may_sleep(world, body, may_sleep))


_tum_body_may_sleep = _bind("tum_body_may_sleep", ctypes.c_bool, ctypes.POINTER(TumWorld), TumBodyId)


def tum_body_may_sleep(world: Ref[TumWorld], body: TumBodyId) -> bool:
    """True where a dynamic body may fall asleep by itself. False for bodies that are not dynamic, and where the
    body does not exist.
    """
    return _tum_body_may_sleep(world, body)  # type: ignore[no-any-return]


_tum_world_remove_body = _bind("tum_world_remove_body", ctypes.c_int, ctypes.POINTER(TumWorld), TumBodyId)


def tum_world_remove_body(world: Ref[TumWorld], body: TumBodyId) -> TumStatus:
    """Removes a body with its colliders and joints. Its id and theirs name nothing from then on. An animation
    that moved it goes on without it.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (no such body) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_world_remove_body(world, body))


_tum_world_remove_collider = _bind(
    "tum_world_remove_collider", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumColliderId,
)


def tum_world_remove_collider(world: Ref[TumWorld], collider: TumColliderId) -> TumStatus:
    """Removes a collider. Its id names nothing from then on. The mass of its body stays.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (no such collider) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_world_remove_collider(world, collider))


_tum_collider_set_material = _bind(
    "tum_collider_set_material", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumColliderId,
    ctypes.POINTER(TumMaterial),
)


def tum_collider_set_material(
    world: Ref[TumWorld],
    collider: TumColliderId,
    material: Ref[TumMaterial],
) -> TumStatus:
    """Sets the material of a collider. Existing contacts use it from the next step on.

    material: frictions from 0 to 1e6, restitution from 0 to 1; `pointer` is not used.

    Returns TUM_OK, TUM_ERROR_ARGUMENT or TUM_ERROR_MEMORY, as every change (world.h).
    """
    return TumStatus(_tum_collider_set_material(world, collider, material))


_tum_collider_material = _bind(
    "tum_collider_material", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumColliderId,
    ctypes.POINTER(TumMaterial),
)


def tum_collider_material(
    world: Ref[TumWorld],
    collider: TumColliderId,
    material: Ref[TumMaterial],
) -> TumStatus:
    """Reads the present material of a collider, in the precision of the simulation; `pointer` is NULL.

    material: receives the material.

    Returns TUM_OK, or TUM_ERROR_ARGUMENT: the collider does not exist, nothing is written.
    """
    return TumStatus(_tum_collider_material(world, collider, material))


_tum_collider_filter = _bind("tum_collider_filter", ctypes.c_int32, ctypes.POINTER(TumWorld), TumColliderId)


def tum_collider_filter(world: Ref[TumWorld], collider: TumColliderId) -> int:
    """Index of the scene's filter that decides which colliders a collider meets; -1: it meets all, or does not
    exist.
    """
    return _tum_collider_filter(world, collider)  # type: ignore[no-any-return]


_tum_collider_set_enabled = _bind(
    "tum_collider_set_enabled", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumColliderId,
    ctypes.c_bool,
)


def tum_collider_set_enabled(world: Ref[TumWorld], collider: TumColliderId, is_enabled: bool) -> TumStatus:
    """Enables or disables a collider. A disabled collider touches nothing.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (no such collider) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_collider_set_enabled(world, collider, is_enabled))


_tum_collider_is_enabled = _bind(
    "tum_collider_is_enabled", ctypes.c_bool,
    ctypes.POINTER(TumWorld),
    TumColliderId,
)


def tum_collider_is_enabled(world: Ref[TumWorld], collider: TumColliderId) -> bool:
    """True where a collider exists and is enabled."""
    return _tum_collider_is_enabled(world, collider)  # type: ignore[no-any-return]


_tum_joint_enables_collision = _bind(
    "tum_joint_enables_collision", ctypes.c_bool,
    ctypes.POINTER(TumWorld),
    TumJointId,
)


def tum_joint_enables_collision(world: Ref[TumWorld], joint: TumJointId) -> bool:
    """True where the two sides of a joint may collide with each other, as TumJointDef3.enable_collision or an
    animation has it. False where the joint does not exist.
    """
    return _tum_joint_enables_collision(world, joint)  # type: ignore[no-any-return]


_tum_joint_set_enables_collision = _bind(
    "tum_joint_set_enables_collision", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.c_bool,
)


def tum_joint_set_enables_collision(
    world: Ref[TumWorld],
    joint: TumJointId,
    enables_collision: bool,
) -> TumStatus:
    """Lets the two sides of a joint collide with each other, or not, as TumJointDef3.enable_collision does.
    Bodies wake where it changes; a contact that is no longer allowed ends at once. An animation that changed
    it does so no longer.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (no such joint) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_joint_set_enables_collision(world, joint, enables_collision))


_tum_world_remove_joint = _bind("tum_world_remove_joint", ctypes.c_int, ctypes.POINTER(TumWorld), TumJointId)


def tum_world_remove_joint(world: Ref[TumWorld], joint: TumJointId) -> TumStatus:
    """Removes a joint. Its two sides collide again, unless another joint forbids it.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (no such joint) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_world_remove_joint(world, joint))


_tum_joint_set_enabled = _bind(
    "tum_joint_set_enabled", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.c_bool,
)


def tum_joint_set_enabled(world: Ref[TumWorld], joint: TumJointId, is_enabled: bool) -> TumStatus:
    """Enables or disables a joint. A disabled joint is as good as removed: it does not act, and its bodies
    collide. The whole turns that its drives and limits counted are forgotten.

    Returns TUM_OK, TUM_ERROR_ARGUMENT (no such joint) or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_joint_set_enabled(world, joint, is_enabled))


_tum_joint_is_enabled = _bind("tum_joint_is_enabled", ctypes.c_bool, ctypes.POINTER(TumWorld), TumJointId)


def tum_joint_is_enabled(world: Ref[TumWorld], joint: TumJointId) -> bool:
    """True where a joint exists and is enabled."""
    return _tum_joint_is_enabled(world, joint)  # type: ignore[no-any-return]


_tum_joint_set_limit = _bind(
    "tum_joint_set_limit", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.c_size_t,
    ctypes.POINTER(TumLimit),
)


def tum_joint_set_limit(
    world: Ref[TumWorld],
    joint: TumJointId,
    index: int,
    limit: Ref[TumLimit],
) -> TumStatus:
    """Replaces a limit of a joint: min, max, stiffness and damping, and space and axes too. No body wakes where
    the numbers are the same as before. New numbers alone cost next to nothing; where a limit begins or ceases
    to act, or a lock at zero becomes a range, the solver prepares the joints anew in the next step. An
    animation that changed the limit does so no longer.

    index: below tum_joint_limit_count.

    limit: min <= max, axes of bits 0 to 2 (in 4D those of its joint), stiffness and damping not negative.

    Returns TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h), or TUM_ERROR_CAPACITY: a
    joint acts in 64 directions at the most.
    """
    return TumStatus(_tum_joint_set_limit(world, joint, index, limit))


_tum_joint_set_drive = _bind(
    "tum_joint_set_drive", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.c_size_t,
    ctypes.POINTER(TumDrive),
)


def tum_joint_set_drive(
    world: Ref[TumWorld],
    joint: TumJointId,
    index: int,
    drive: Ref[TumDrive],
) -> TumStatus:
    """Replaces a drive of a joint, as tum_joint_set_limit replaces a limit.

    An angle about one axis that a drive or a limit measures counts whole turns: a target of 12.6 is two turns
    away from zero. All drives and limits of the axis measure one number. It begins in (-pi, pi], or in the
    range of the limits of the axis, or nearest to it, and goes on while limits, drives and frames change,
    also while a drive has no effect. Where tum_body_set_pose3 turns a body of the joint it begins again,
    unless the joint's bodies end up turned alike.

    index: below tum_joint_drive_count.

    drive: axis 0 to 2 (in 4D one of its joint), stiffness, damping and max_force not negative.

    Returns TUM_OK, TUM_ERROR_ARGUMENT, TUM_ERROR_MEMORY, as every change (world.h), or TUM_ERROR_CAPACITY: a
    joint acts in 64 directions at the most.
    """
    return TumStatus(_tum_joint_set_drive(world, joint, index, drive))


_tum_joint_set_position_target = _bind(
    "tum_joint_set_position_target", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.c_size_t,
    ctypes.c_double,
)


def tum_joint_set_position_target(
    world: Ref[TumWorld],
    joint: TumJointId,
    drive: int,
    target: float,
) -> TumStatus:
    """Sets the position target of a drive, the number that a controller changes most. The drive has a position
    target from then on; its other numbers stay.

    drive: index of the drive, below tum_joint_drive_count.

    target: [m] or [rad]

    Returns as tum_joint_set_drive.
    """
    return TumStatus(_tum_joint_set_position_target(world, joint, drive, target))


_tum_joint_set_velocity_target = _bind(
    "tum_joint_set_velocity_target", ctypes.c_int,
    ctypes.POINTER(TumWorld),
    TumJointId,
    ctypes.c_size_t,
    ctypes.c_double,
)


def tum_joint_set_velocity_target(
    world: Ref[TumWorld],
    joint: TumJointId,
    drive: int,
    target: float,
) -> TumStatus:
    """Sets the velocity target of a drive; its other numbers stay.

    drive: index of the drive, below tum_joint_drive_count.

    target: [m/s] or [rad/s]

    Returns as tum_joint_set_drive.
    """
    return TumStatus(_tum_joint_set_velocity_target(world, joint, drive, target))


_tum_world_events = _bind(
    "tum_world_events", ctypes.c_size_t,
    ctypes.POINTER(TumWorld),
    ctypes.POINTER(ctypes.POINTER(TumEvent)),
)


def tum_world_events(world: Ref[TumWorld], events: Ref[Pointer[TumEvent]]) -> int:
    """Events of the last step; of a new world: the overlaps at the start. Their order depends on nothing but the
    state of the world: triggers before contacts. Trigger events are sorted exits before entries, then by
    trigger node, then by collider node. Contact events, which TumWorldDef.contact_events asks for, are sorted
    ends before starts, then by node of `a`, then by node of `b`. Sides without a node come after those with
    one; where nodes are the same, the lower place comes first.

    events: receives a pointer to them, owned by the world; valid until the next step or the world's end.

    Returns their number.
    """
    return _tum_world_events(world, events)  # type: ignore[no-any-return]


_tum_world_counts = _bind("tum_world_counts", TumWorldCounts, ctypes.POINTER(TumWorld))


def tum_world_counts(world: Ref[TumWorld]) -> TumWorldCounts:
    """Counts of the work of the last step."""
    return _tum_world_counts(world)  # type: ignore[no-any-return]


_tum_world_times = _bind("tum_world_times", TumWorldTimes, ctypes.POINTER(TumWorld))


def tum_world_times(world: Ref[TumWorld]) -> TumWorldTimes:
    """Times of the last step. All zero unless TumWorldDef.phase_times asks for them. Animations, triggers and
    events are in none. No simulated number depends on them.
    """
    return _tum_world_times(world)  # type: ignore[no-any-return]


_tum_phase_name = _bind("tum_phase_name", ctypes.c_char_p, ctypes.c_int)


def tum_phase_name(phase: int) -> Optional[bytes]:
    """Name of a phase, "pairs", "collide" and so on; NULL for a number that is no phase.

    Returns a text that lives as long as the program.
    """
    return _tum_phase_name(phase)  # type: ignore[no-any-return]
