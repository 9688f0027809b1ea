# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/expect.h: changes go there.
"""expect.h: expectations on the motion of a scene, held against a run of any engine.

Expectations are JSON: in a file of their own, or in the extras of a document's scene. Each of their checks
compares a quantity of a motion with bounds (docs/expectations.md lists checks and quantities). A run is a
motion: a pose and two velocities of each body at each step. tumble runs the scene itself, or takes the run of
another engine, step by step or as JSON Lines (docs/formats.md).

    TumExpectations *expectations = NULL;
    status = tum_expectations_read(json, json_bytes, "crate.expect.json", document, scene, NULL,
                                   &expectations, report);
    TumVerdicts *verdicts = tum_verdicts_create(NULL);
    if (status == TUM_OK) {
        status = tum_expectations_judge(expectations, NULL, NULL, 0, verdicts);
    }
    for (size_t i = 0; i < tum_verdicts_count(verdicts); ++i) { … }         // verdict.h
    tum_expectations_destroy(expectations);

Memory: a run is judged as it passes by. Judging keeps two states of each body and a few numbers for each
check, however long the run is.

Threads: expectations are constant once read; a run and a list of verdicts belong to one thread at a time.
"""
from __future__ import annotations

import ctypes
from typing import Any, Optional

from tumble._types import Address, Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumAllocator, TumStatus
from tumble.c.document import TumDocument
from tumble.c.report import TumReport
from tumble.c.scene import TumScene
from tumble.c.verdict import TumVerdicts
from tumble.c.world import TumWorldDef


TUM_MAX_CHECKS = 65536
"""Checks of a set of expectations."""
TUM_MAX_RATES = 16
"""Rates of a set of expectations."""
TUM_MAX_RUN_STEPS = 1000000
"""Steps of a run: 4.6 hours at 60 Hz."""
TUM_MAX_RUN_LINE_BYTES = 268435456
"""[bytes] Length of a line of a run."""
TUM_RUN_NO_NODE = -2
"""Node of an event that is not given."""


class TumExpectations(ctypes.Structure):
    """Expectations on the motion of a scene. Opaque; made by tum_expectations_read and
    tum_expectations_read_extras, freed by tum_expectations_destroy.
    """


class TumRun(ctypes.Structure):
    """Run that is being judged. Opaque; lent to TumEngine.run until its return."""


class TumRunNode(ctypes.Structure):
    """Body of a run.

    index: Node of the document.

    name: Name of the node; NULL: the engine does not know it.
    """

    index: int
    name: Optional[bytes]
    _fields_ = [
        ("index", ctypes.c_int32),
        ("name", ctypes.c_char_p),
    ]


class TumRunHeader(ctypes.Structure):
    """Facts that stand before the first step of a run. Pointers are borrowed during the call.

    rate: [Hz] Steps per second.

    dimension: Dimension of the run: that of the scene, 3 or 4.

    nodes: [node_count] Bodies of the run.

    node_count: Number of bodies.

    engine: Name of the engine; NULL: unknown.

    version: Version of the engine; NULL: unknown.

    unsupported: [unsupported_count] JSON pointers into the document of content that the engine leaves out.

    unsupported_count: Number of the pointers.
    """

    rate: float
    dimension: int
    nodes: Pointer[TumRunNode]
    node_count: int
    engine: Optional[bytes]
    version: Optional[bytes]
    unsupported: Pointer[ctypes.c_char_p]
    unsupported_count: int
    _fields_ = [
        ("rate", ctypes.c_double),
        ("dimension", ctypes.c_int),
        ("nodes", ctypes.POINTER(TumRunNode)),
        ("node_count", ctypes.c_size_t),
        ("engine", ctypes.c_char_p),
        ("version", ctypes.c_char_p),
        ("unsupported", ctypes.POINTER(ctypes.c_char_p)),
        ("unsupported_count", ctypes.c_size_t),
    ]


class TumRunBody(ctypes.Structure):
    """State of a body at a step, in the world: in 3D the first 3 or 4 numbers of each array, in 4D all.

    node: Node of the document, one of the header's.

    position: [m] Origin of the node.

    orientation: Unit quaternion x y z w of the node, or its matrix by columns.

    linear_velocity: [m/s] Velocity of the centre of mass.

    angular_velocity: [rad/s] About X, Y, Z, or in the planes XY XZ YZ XW YW ZW.

    asleep: The engine does not simulate the body for now.
    """

    node: int
    position: ctypes.Array[ctypes.c_double]
    orientation: ctypes.Array[ctypes.c_double]
    linear_velocity: ctypes.Array[ctypes.c_double]
    angular_velocity: ctypes.Array[ctypes.c_double]
    asleep: bool
    _fields_ = [
        ("node", ctypes.c_int32),
        ("position", ctypes.c_double * 4),
        ("orientation", ctypes.c_double * 16),
        ("linear_velocity", ctypes.c_double * 4),
        ("angular_velocity", ctypes.c_double * 6),
        ("asleep", ctypes.c_bool),
    ]


class TumRunEvent(ctypes.Structure):
    """Event of a step. Members without a node are TUM_RUN_NO_NODE.

    type: "triggerEntered", "triggerExited", "contactStarted", "contactEnded".

    trigger: Node of the trigger.

    collider: Node of the collider inside of it.

    motion: Node of the body that the collider moves with; -1: it never moves.

    collider_a: Node of the first collider of a contact.

    collider_b: Node of its second collider.
    """

    type: Optional[bytes]
    trigger: int
    collider: int
    motion: int
    collider_a: int
    collider_b: int
    _fields_ = [
        ("type", ctypes.c_char_p),
        ("trigger", ctypes.c_int32),
        ("collider", ctypes.c_int32),
        ("motion", ctypes.c_int32),
        ("collider_a", ctypes.c_int32),
        ("collider_b", ctypes.c_int32),
    ]


class TumRunStep(ctypes.Structure):
    """Step of a run. Pointers are borrowed during the call.

    time: [s] Number of the step over the rate.

    bodies: [body_count] Every body of the header, in any order.

    body_count: Number of bodies.

    events: [event_count] Events of the step.

    event_count: Number of events.
    """

    time: float
    bodies: Pointer[TumRunBody]
    body_count: int
    events: Pointer[TumRunEvent]
    event_count: int
    _fields_ = [
        ("time", ctypes.c_double),
        ("bodies", ctypes.POINTER(TumRunBody)),
        ("body_count", ctypes.c_size_t),
        ("events", ctypes.POINTER(TumRunEvent)),
        ("event_count", ctypes.c_size_t),
    ]


TumEngine_run = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_double, ctypes.c_double, ctypes.POINTER(TumRun))
"""Runs the scene from its start and gives the motion to `run`."""


class TumEngine(ctypes.Structure):
    """Engine that runs a scene.

    run: Runs the scene from its start and gives the motion to `run`.

    user: Handed to run; owned by the caller.

    name: Name that subjects of verdicts begin with; NULL: none.

    is_recorded: The motion is there already and cannot be run again, or at another rate.
    """

    run: Any
    user: Optional[int]
    name: Optional[bytes]
    is_recorded: bool
    _fields_ = [
        ("run", TumEngine_run),
        ("user", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("is_recorded", ctypes.c_bool),
    ]


class TumOwnEngine(ctypes.Structure):
    """Engine of tumble itself: a world of the expectations' scene.

    scene: Borrowed.

    def_: Definition of the world; borrowed task system and allocator.

    report: Receives approximations of the world. May be NULL.
    """

    scene: Pointer[TumScene]
    def_: TumWorldDef
    report: Pointer[TumReport]
    _fields_ = [
        ("scene", ctypes.POINTER(TumScene)),
        ("def_", TumWorldDef),
        ("report", ctypes.POINTER(TumReport)),
    ]


class TumRecordOptions(ctypes.Structure):
    """Options of recording expectations. An all-zero struct holds the defaults.

    duration: [s] Simulated time. 0: 3.

    rates: [Hz] [rate_count] Rates at which they shall hold. NULL: 30, 60, 120.

    rate_count: Number of rates, at most TUM_MAX_RATES.
    """

    duration: float
    rates: Pointer[ctypes.c_double]
    rate_count: int
    _fields_ = [
        ("duration", ctypes.c_double),
        ("rates", ctypes.POINTER(ctypes.c_double)),
        ("rate_count", ctypes.c_size_t),
    ]


_tum_expectations_read = _bind(
    "tum_expectations_read", ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_size_t,
    ctypes.c_char_p,
    ctypes.POINTER(TumDocument),
    ctypes.POINTER(TumScene),
    ctypes.POINTER(TumAllocator),
    ctypes.POINTER(ctypes.POINTER(TumExpectations)),
    ctypes.POINTER(TumReport),
)


def tum_expectations_read(
    json: Address,
    count: int,
    name: Optional[bytes],
    document: Ref[TumDocument],
    scene: Ref[TumScene],
    allocator: Ref[TumAllocator],
    expectations: Ref[Pointer[TumExpectations]],
    report: Ref[TumReport],
) -> TumStatus:
    """Reads expectations from JSON.

    A check that cannot be read (a node that is not there, a name that two nodes have, an unknown quantity)
    gets a finding at its place and fails in every run; the other checks are judged.

    json: [count] bytes of an object; copied.

    name: name of the file in findings; NULL: "".

    document: the document that the scene was read from; used during the call alone.

    scene: outlives the expectations.

    allocator: NULL or all zero: malloc and free. Copied.

    expectations: receives them; free them with tum_expectations_destroy. NULL on failure.

    report: may be NULL.

    Returns TUM_OK; TUM_ERROR_INPUT (no JSON, no object, another version than 1); TUM_ERROR_UNSUPPORTED (a
    scene of another dimension than 3 and 4); TUM_ERROR_CAPACITY (more than TUM_MAX_CHECKS checks,
    TUM_MAX_RATES rates or TUM_MAX_RUN_STEPS steps at one of them); TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (a
    required pointer is NULL).
    """
    return TumStatus(_tum_expectations_read(json, count, name, document, scene, allocator, expectations, report))


_tum_expectations_read_extras = _bind(
    "tum_expectations_read_extras", ctypes.c_int,
    ctypes.POINTER(TumDocument),
    ctypes.POINTER(TumScene),
    ctypes.POINTER(TumAllocator),
    ctypes.POINTER(ctypes.POINTER(TumExpectations)),
    ctypes.POINTER(TumReport),
)


def tum_expectations_read_extras(
    document: Ref[TumDocument],
    scene: Ref[TumScene],
    allocator: Ref[TumAllocator],
    expectations: Ref[Pointer[TumExpectations]],
    report: Ref[TumReport],
) -> TumStatus:
    """Reads expectations from the member tumbleExpectations of the extras of the document's active scene. A
    document without that member gives TUM_OK and NULL.

    expectations: receives them, or NULL; free them with tum_expectations_destroy.

    Returns and other parameters as tum_expectations_read.
    """
    return TumStatus(_tum_expectations_read_extras(document, scene, allocator, expectations, report))


_tum_expectations_destroy = _bind("tum_expectations_destroy", None, ctypes.POINTER(TumExpectations))


def tum_expectations_destroy(expectations: Ref[TumExpectations]) -> None:
    """Frees expectations. NULL is fine."""
    _tum_expectations_destroy(expectations)


_tum_expectations_duration = _bind(
    "tum_expectations_duration", ctypes.c_double,
    ctypes.POINTER(TumExpectations),
)


def tum_expectations_duration(expectations: Ref[TumExpectations]) -> float:
    """[s] Simulated time of a run."""
    return _tum_expectations_duration(expectations)  # type: ignore[no-any-return]


_tum_expectations_rates = _bind(
    "tum_expectations_rates", ctypes.c_size_t,
    ctypes.POINTER(TumExpectations),
    ctypes.POINTER(ctypes.POINTER(ctypes.c_double)),
)


def tum_expectations_rates(expectations: Ref[TumExpectations], rates: Ref[Pointer[ctypes.c_double]]) -> int:
    """Rates at which every check holds.

    rates: [Hz] receives the array, which lives as long as the expectations.

    Returns number of rates, 1 or more.
    """
    return _tum_expectations_rates(expectations, rates)  # type: ignore[no-any-return]


_tum_expectations_check_count = _bind(
    "tum_expectations_check_count", ctypes.c_size_t,
    ctypes.POINTER(TumExpectations),
)


def tum_expectations_check_count(expectations: Ref[TumExpectations]) -> int:
    """Number of checks."""
    return _tum_expectations_check_count(expectations)  # type: ignore[no-any-return]


_tum_expectations_why = _bind(
    "tum_expectations_why", ctypes.c_char_p,
    ctypes.POINTER(TumExpectations),
    ctypes.c_size_t,
)


def tum_expectations_why(expectations: Ref[TumExpectations], check: int) -> Optional[bytes]:
    """Reason that an author gave for a check; "" without one.

    check: below tum_expectations_check_count.

    Returns a text that lives as long as the expectations.
    """
    return _tum_expectations_why(expectations, check)  # type: ignore[no-any-return]


_tum_run_header = _bind("tum_run_header", ctypes.c_bool, ctypes.POINTER(TumRun), ctypes.POINTER(TumRunHeader))


def tum_run_header(run: Ref[TumRun], header: Ref[TumRunHeader]) -> bool:
    """Gives a run its header, before all steps.

    Returns false where the run is refused or out of memory; no step is needed then.
    """
    return _tum_run_header(run, header)  # type: ignore[no-any-return]


_tum_run_step = _bind("tum_run_step", ctypes.c_bool, ctypes.POINTER(TumRun), ctypes.POINTER(TumRunStep))


def tum_run_step(run: Ref[TumRun], step: Ref[TumRunStep]) -> bool:
    """Adds a step. Step 0 is the state before any motion.

    Returns false where the run is refused or out of memory; no further step is needed then.
    """
    return _tum_run_step(run, step)  # type: ignore[no-any-return]


_tum_run_lines = _bind(
    "tum_run_lines", ctypes.c_bool,
    ctypes.POINTER(TumRun),
    ctypes.c_void_p,
    ctypes.c_size_t,
)


def tum_run_lines(run: Ref[TumRun], bytes: Address, count: int) -> bool:
    """Adds bytes of a run in JSON Lines (docs/formats.md), header and steps, in pieces of any size. In place of
    tum_run_header and tum_run_step.

    bytes: [count]

    Returns false where the run is refused or out of memory; no further bytes are needed then.
    """
    return _tum_run_lines(run, bytes, count)  # type: ignore[no-any-return]


_tum_run_refuse = _bind("tum_run_refuse", None, ctypes.POINTER(TumRun), ctypes.c_char_p)


def tum_run_refuse(run: Ref[TumRun], reason: Optional[bytes]) -> None:
    """Refuses a run with a reason, for an engine that fails.

    reason: one sentence without a full stop; copied.
    """
    _tum_run_refuse(run, reason)


_tum_own_engine = _bind("tum_own_engine", TumEngine, ctypes.POINTER(TumOwnEngine))


def tum_own_engine(own: Ref[TumOwnEngine]) -> TumEngine:
    """Engine for tum_expectations_judge that steps a world.

    own: outlives the engine.

    Returns the engine, a value that owns nothing.
    """
    return _tum_own_engine(own)  # type: ignore[no-any-return]


_tum_expectations_judge = _bind(
    "tum_expectations_judge", ctypes.c_int,
    ctypes.POINTER(TumExpectations),
    ctypes.POINTER(TumEngine),
    ctypes.POINTER(ctypes.c_double),
    ctypes.c_size_t,
    ctypes.POINTER(TumVerdicts),
)


def tum_expectations_judge(
    expectations: Ref[TumExpectations],
    engine: Ref[TumEngine],
    rates: Ref[ctypes.c_double],
    rate_count: int,
    verdicts: Ref[TumVerdicts],
) -> TumStatus:
    """Judges runs of an engine, one at each rate, and adds a verdict "run" for the form of each run and one for
    each check.

    The order of verdicts is that of rates, then of checks. The verdict of a check has its kind as `check`,
    the measured value next to its bounds, and after a failure the likeliest cause in the document. Checks of
    a run that is refused are skipped; so are those that touch a pointer which the engine does not support,
    and checks that need a second run of a recording.

    engine: NULL: a world of the scene with the defaults of tum_default_world_def.

    rates: [Hz] [rate_count] in place of those of the expectations; NULL: those.

    verdicts: receives the verdicts.

    Returns TUM_OK, also where checks failed; TUM_ERROR_DIVERGED, after all verdicts; TUM_ERROR_FILE or
    another error of the engine; TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT.
    """
    return TumStatus(_tum_expectations_judge(expectations, engine, rates, rate_count, verdicts))


_tum_expectations_record = _bind(
    "tum_expectations_record", ctypes.c_int,
    ctypes.POINTER(TumDocument),
    ctypes.POINTER(TumScene),
    ctypes.POINTER(TumRecordOptions),
    ctypes.POINTER(TumEngine),
    ctypes.POINTER(ctypes.POINTER(ctypes.c_char)),
    ctypes.POINTER(ctypes.c_size_t),
)


def tum_expectations_record(
    document: Ref[TumDocument],
    scene: Ref[TumScene],
    options: Ref[TumRecordOptions],
    engine: Ref[TumEngine],
    json: Ref[Pointer[ctypes.c_char]],
    count: Ref[ctypes.c_size_t],
) -> TumStatus:
    """Writes down the motion of a scene as expectations, with margins around it: ranges of places, rest, limits
    of joints, events. The same motion passes them.

    Nodes go by their names where these are unique, so that they are found again after tools that reorder
    nodes. Bodies beyond the first 1024 are left out.

    document: the document that the scene was read from.

    options: may be NULL: the defaults.

    engine: NULL: a world of the scene with the defaults of tum_default_world_def.

    json: receives the text; free it with tum_expectations_free_text. NULL on failure.

    count: [bytes] receives its length.

    Returns TUM_OK, TUM_ERROR_UNSUPPORTED (a scene of another dimension than 3 and 4), TUM_ERROR_DIVERGED,
    TUM_ERROR_INPUT (the engine's run is refused), TUM_ERROR_MEMORY, TUM_ERROR_ARGUMENT or an error of the
    engine.
    """
    return TumStatus(_tum_expectations_record(document, scene, options, engine, json, count))


_tum_expectations_free_text = _bind(
    "tum_expectations_free_text", None,
    ctypes.POINTER(ctypes.c_char),
    ctypes.c_size_t,
)


def tum_expectations_free_text(json: Address, count: int) -> None:
    """Frees the text of tum_expectations_record.

    json: [count]
    """
    _tum_expectations_free_text(json, count)


_tum_expectations_write_extras = _bind(
    "tum_expectations_write_extras", ctypes.c_int,
    ctypes.POINTER(TumDocument),
    ctypes.c_char_p,
    ctypes.c_size_t,
    ctypes.POINTER(TumReport),
)


def tum_expectations_write_extras(
    document: Ref[TumDocument],
    json: Optional[bytes],
    count: int,
    report: Ref[TumReport],
) -> TumStatus:
    """Sets the member tumbleExpectations of the extras of the document's active scene, in place of the one that
    is there. Extras that are no object become one.

    json: [count] an object of JSON.

    report: may be NULL.

    Returns TUM_OK, TUM_ERROR_INPUT (no JSON, or a document without a scene), TUM_ERROR_MEMORY or
    TUM_ERROR_ARGUMENT.
    """
    return TumStatus(_tum_expectations_write_extras(document, json, count, report))
