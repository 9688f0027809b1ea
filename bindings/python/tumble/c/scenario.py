# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/scenario.h: changes go there.
r"""scenario.h: scenes of ours that an asset is put into, and the thresholds it has to hold there.

    TumVerdicts *verdicts = tum_verdicts_create(NULL);
    if (tum_scenarios_run(document, scene, NULL, verdicts, report) == TUM_OK) {
        printf("%zu failed\n", tum_verdicts_count_of(verdicts, TUM_OUTCOME_FAILED));
    }
    tum_verdicts_destroy(verdicts);

Scenarios (`docs/scenarios.md`):

    drop     falls onto a floor: touches it, stays above it, comes to rest
    slope    lands on a ramp of 45 degrees on a floor and slides or rolls down
    tilt     stands on a floor that is turned until it slips: friction as authored
    joints   without gravity, each joint is driven along its axes and moves
    release  limited joints are let go in the middle of their travel: their peak speed
    rest     the file's own scene: nothing falls out, nothing sinks in, everything sleeps

The asset is all dynamic bodies with their joints. Static colliders, animations, triggers and volumes of
gravity take part in `rest` alone. In 4D there are drop and rest.

Threads: calls on several threads may share documents, scenes and profiles, never a list of verdicts, a
report, or an allocator that does not allow it.
"""
from __future__ import annotations

import ctypes
import enum
from typing import Any, Optional

from tumble._types import Pointer, Ref
from tumble._library import bind as _bind
from tumble.c.base import TumAllocator, TumStatus
from tumble.c.document import TumDocument
from tumble.c.report import TumReport
from tumble.c.scene import TumScene
from tumble.c.verdict import TumVerdicts
from tumble.c.world import TumWorld


TUM_PROFILE_NAME_BYTES = 64
"""[bytes]"""


class TumScenario(enum.IntEnum):
    """Scenario. TumScenarioOptions.scenarios has a bit for each, 1u << TUM_SCENARIO_DROP."""

    TUM_SCENARIO_DROP = 0
    """"drop" """
    TUM_SCENARIO_SLOPE = 1
    """"slope" """
    TUM_SCENARIO_TILT = 2
    """"tilt" """
    TUM_SCENARIO_JOINTS = 3
    """"joints" """
    TUM_SCENARIO_RELEASE = 4
    """"release" """
    TUM_SCENARIO_REST = 5
    """"rest" """
    TUM_SCENARIO_COUNT = 6
    """Number of the scenarios."""


class TumScenarioProfile(ctypes.Structure):
    """Profile: the thresholds of all scenarios. Members are named as in the JSON of a profile
    (`docs/scenarios.md#profiles`), "drop.height" is drop_height.

    name: UTF-8.

    drop_height: [1] Heights of the asset's box between its lowest point and the floor.

    drop_duration: [s] Time in which the asset has to touch the floor.

    drop_touch: [m] Height of the lowest point that counts as touching the floor; at most half of the height
    of the fall.

    drop_depth: [m] Greatest depth of the lowest point below the floor.

    drop_rest_time: [s] From the first touch until everything rests, at most.

    drop_still: [m] Greatest motion of a body's box that counts as rest.

    drop_still_time: [s] Time for which the boxes have to stay within drop_still.

    slope_angle: [deg] Angle of the ramp.

    slope_static_friction: Friction of the ramp and its floor.

    slope_dynamic_friction: Friction of the ramp and its floor.

    slope_height: [m] Drop of the asset above the ramp.

    slope_ramp: [m] Length of the ramp below the place of the drop, beyond the diagonal of the asset's box.

    slope_duration: [s] Simulated time.

    slope_contact: [m] Distance of the box from the ramp that counts as contact.

    slope_downhill: [m] Least way downhill after contact.

    slope_below: [m] Greatest depth of the whole box below the ramp.

    slope_off: [m] Distance of the box from the ramp that counts as off it.

    slope_off_time: [s] Longest time off the ramp while over it.

    slope_depth: [m] Greatest depth of the lowest point below the floor.

    tilt_rate: [deg/s] Turning of the floor.

    tilt_angle: [deg] End of the turning.

    tilt_settle: [s] Time to come to rest on the level floor.

    tilt_slip: [m] Way along the floor that counts as slip.

    tilt_static_friction: Friction of the floor.

    tilt_dynamic_friction: Friction of the floor.

    tilt_tolerance: [1] Greatest relative error of the friction.

    joints_angular_speed: [deg/s] Least speed of a driven angle.

    joints_linear_speed: [m/s] Least speed of a driven distance.

    joints_duration: [s] Time of one drive.

    joints_effort: [1] Greatest force of a drive, in weights of the joined bodies.

    joints_angle: [deg] Turn that counts as motion.

    joints_share: [1] Way that counts as motion, in diagonals of the child's box.

    release_duration: [s] Time after the release.

    release_angular_speed: [deg/s] Greatest speed of an angle; INFINITY: it is told.

    release_linear_speed: [m/s] Greatest speed of a distance; INFINITY: it is told.

    rest_duration: [s] Simulated time.

    rest_settle: [s] Time from which on colliders may no longer overlap.

    rest_penetration: [m] Greatest depth of contacts from then on.

    rest_lasting: [s] Time for which a contact has to be that deep.

    rest_fall: [m] Greatest depth of a body's box below the static colliders.

    jitter_turn: [deg] Greatest turn of the start in each plane.

    jitter_move: [m] Greatest displacement of the start along each axis.

    jitter_rest_share: [1] Share of both in `rest`, where bodies touch at the start.
    """

    name: bytes
    drop_height: float
    drop_duration: float
    drop_touch: float
    drop_depth: float
    drop_rest_time: float
    drop_still: float
    drop_still_time: float
    slope_angle: float
    slope_static_friction: float
    slope_dynamic_friction: float
    slope_height: float
    slope_ramp: float
    slope_duration: float
    slope_contact: float
    slope_downhill: float
    slope_below: float
    slope_off: float
    slope_off_time: float
    slope_depth: float
    tilt_rate: float
    tilt_angle: float
    tilt_settle: float
    tilt_slip: float
    tilt_static_friction: float
    tilt_dynamic_friction: float
    tilt_tolerance: float
    joints_angular_speed: float
    joints_linear_speed: float
    joints_duration: float
    joints_effort: float
    joints_angle: float
    joints_share: float
    release_duration: float
    release_angular_speed: float
    release_linear_speed: float
    rest_duration: float
    rest_settle: float
    rest_penetration: float
    rest_lasting: float
    rest_fall: float
    jitter_turn: float
    jitter_move: float
    jitter_rest_share: float
    _fields_ = [
        ("name", ctypes.c_char * 64),
        ("drop_height", ctypes.c_double),
        ("drop_duration", ctypes.c_double),
        ("drop_touch", ctypes.c_double),
        ("drop_depth", ctypes.c_double),
        ("drop_rest_time", ctypes.c_double),
        ("drop_still", ctypes.c_double),
        ("drop_still_time", ctypes.c_double),
        ("slope_angle", ctypes.c_double),
        ("slope_static_friction", ctypes.c_double),
        ("slope_dynamic_friction", ctypes.c_double),
        ("slope_height", ctypes.c_double),
        ("slope_ramp", ctypes.c_double),
        ("slope_duration", ctypes.c_double),
        ("slope_contact", ctypes.c_double),
        ("slope_downhill", ctypes.c_double),
        ("slope_below", ctypes.c_double),
        ("slope_off", ctypes.c_double),
        ("slope_off_time", ctypes.c_double),
        ("slope_depth", ctypes.c_double),
        ("tilt_rate", ctypes.c_double),
        ("tilt_angle", ctypes.c_double),
        ("tilt_settle", ctypes.c_double),
        ("tilt_slip", ctypes.c_double),
        ("tilt_static_friction", ctypes.c_double),
        ("tilt_dynamic_friction", ctypes.c_double),
        ("tilt_tolerance", ctypes.c_double),
        ("joints_angular_speed", ctypes.c_double),
        ("joints_linear_speed", ctypes.c_double),
        ("joints_duration", ctypes.c_double),
        ("joints_effort", ctypes.c_double),
        ("joints_angle", ctypes.c_double),
        ("joints_share", ctypes.c_double),
        ("release_duration", ctypes.c_double),
        ("release_angular_speed", ctypes.c_double),
        ("release_linear_speed", ctypes.c_double),
        ("rest_duration", ctypes.c_double),
        ("rest_settle", ctypes.c_double),
        ("rest_penetration", ctypes.c_double),
        ("rest_lasting", ctypes.c_double),
        ("rest_fall", ctypes.c_double),
        ("jitter_turn", ctypes.c_double),
        ("jitter_move", ctypes.c_double),
        ("jitter_rest_share", ctypes.c_double),
    ]


class TumScenarioView(ctypes.Structure):
    """World of a scenario, as a watch sees it.

    scenario: Scenario that runs.

    rate: [Hz] Steps per second.

    attempt: Number of the start; 0 without jitter.

    seconds: [s] Time since the start of the world; 0 before its first step.

    is_last: The scenario ends with this step. Simulations that diverge have none.

    world: Lives until the scenario ends; not to be changed.
    """

    scenario: int
    rate: float
    attempt: int
    seconds: float
    is_last: bool
    world: Pointer[TumWorld]
    _fields_ = [
        ("scenario", ctypes.c_int),
        ("rate", ctypes.c_double),
        ("attempt", ctypes.c_uint32),
        ("seconds", ctypes.c_double),
        ("is_last", ctypes.c_bool),
        ("world", ctypes.POINTER(TumWorld)),
    ]


TumScenarioOptions_watch = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(TumScenarioView))
"""Sees a world before its first step and after each step, on the calling thread; verdicts are the same. "joints"
has a world for each drive. May be NULL.
"""


class TumScenarioOptions(ctypes.Structure):
    """Options of running scenarios. An all-zero struct holds the defaults.

    allocator: Memory of worlds and of all else; all zero: malloc and free.

    scenarios: Bits of the scenarios to run; 0: all of them.

    profile: Thresholds; NULL: the built-in ones.

    rates: [Hz] [rate_count] Steps per second; every check holds at each. NULL: 240 alone.

    rate_count: Number of rates.

    jitter: Runs of each scenario, each with its own start, turned and moved a little; all have to pass. 0:
    one run with the start as authored.

    seed: Seed of these starts.

    substeps: Solver substeps per step; 0: those of tum_default_world_def.

    override_gravity: `gravity` acts in place of 9.81 m/s^2 downward, in "rest" in place of the file's.
    "joints" has none.

    gravity: [m/s^2] W in 4D only. Scenarios with a level floor are skipped where it is not along -Y.

    watch: Sees a world before its first step and after each step, on the calling thread; verdicts are the
    same. "joints" has a world for each drive. May be NULL.

    watch_user: Handed to watch; owned by the caller.
    """

    allocator: TumAllocator
    scenarios: int
    profile: Pointer[TumScenarioProfile]
    rates: Pointer[ctypes.c_double]
    rate_count: int
    jitter: int
    seed: int
    substeps: int
    override_gravity: bool
    gravity: ctypes.Array[ctypes.c_double]
    watch: Any
    watch_user: Optional[int]
    _fields_ = [
        ("allocator", TumAllocator),
        ("scenarios", ctypes.c_uint32),
        ("profile", ctypes.POINTER(TumScenarioProfile)),
        ("rates", ctypes.POINTER(ctypes.c_double)),
        ("rate_count", ctypes.c_size_t),
        ("jitter", ctypes.c_uint32),
        ("seed", ctypes.c_uint64),
        ("substeps", ctypes.c_int),
        ("override_gravity", ctypes.c_bool),
        ("gravity", ctypes.c_double * 4),
        ("watch", TumScenarioOptions_watch),
        ("watch_user", ctypes.c_void_p),
    ]


_tum_scenario_name = _bind("tum_scenario_name", ctypes.c_char_p, ctypes.c_int)


def tum_scenario_name(scenario: int) -> Optional[bytes]:
    """Name of a scenario; NULL for a number that is none.

    Returns a text that lives as long as the program.
    """
    return _tum_scenario_name(scenario)  # type: ignore[no-any-return]


_tum_scenario_by_name = _bind(
    "tum_scenario_by_name", ctypes.c_bool,
    ctypes.c_char_p,
    ctypes.POINTER(ctypes.c_int),
)


def tum_scenario_by_name(name: Optional[bytes], scenario: Ref[ctypes.c_int]) -> bool:
    """Finds the scenario of a name.

    scenario: receives the scenario.

    Returns false where no scenario has the name: then nothing is written.
    """
    return _tum_scenario_by_name(name, scenario)  # type: ignore[no-any-return]


_tum_scenario_takes_gravity = _bind(
    "tum_scenario_takes_gravity", ctypes.c_bool,
    ctypes.c_int,
    ctypes.POINTER(ctypes.c_double),
)


def tum_scenario_takes_gravity(scenario: int, gravity: Ref[ctypes.c_double]) -> bool:
    """True where a scenario can run under a gravity: "rest" takes any, those with a level floor or ramp take one
    along -Y, "joints" has none.

    gravity: [m/s^2] [4]
    """
    return _tum_scenario_takes_gravity(scenario, gravity)  # type: ignore[no-any-return]


_tum_scenario_profile_init = _bind("tum_scenario_profile_init", None, ctypes.POINTER(TumScenarioProfile))


def tum_scenario_profile_init(profile: Ref[TumScenarioProfile]) -> None:
    """Fills a profile with the built-in one, simready-2026.08."""
    _tum_scenario_profile_init(profile)


_tum_scenario_profile_read = _bind(
    "tum_scenario_profile_read", ctypes.c_int,
    ctypes.c_char_p,
    ctypes.c_size_t,
    ctypes.c_char_p,
    ctypes.POINTER(TumScenarioProfile),
    ctypes.POINTER(TumReport),
)


def tum_scenario_profile_read(
    text: Optional[bytes],
    count: int,
    file: Optional[bytes],
    profile: Ref[TumScenarioProfile],
    report: Ref[TumReport],
) -> TumStatus:
    """Reads a profile from JSON. Members that the text leaves out keep the built-in thresholds.

        {"tumbleScenarioProfile": 1, "name": "fragile", "drop": {"height": 0.5}}

    text: [count] JSON; borrowed until the return.

    file: name of the text in findings; NULL: "".

    profile: receives the thresholds; written on TUM_OK alone.

    report: receives an error for each member that is unknown, of another type or out of its range. May be
    NULL.

    Returns TUM_OK, TUM_ERROR_INPUT (an error was found), TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT.
    """
    return TumStatus(_tum_scenario_profile_read(text, count, file, profile, report))


_tum_scenarios_run = _bind(
    "tum_scenarios_run", ctypes.c_int,
    ctypes.POINTER(TumDocument),
    ctypes.POINTER(TumScene),
    ctypes.POINTER(TumScenarioOptions),
    ctypes.POINTER(TumVerdicts),
    ctypes.POINTER(TumReport),
)


def tum_scenarios_run(
    document: Ref[TumDocument],
    scene: Ref[TumScene],
    options: Ref[TumScenarioOptions],
    verdicts: Ref[TumVerdicts],
    report: Ref[TumReport],
) -> TumStatus:
    """Runs scenarios and adds their verdicts, in the order of the scenarios, then of the rates.

    A verdict's check is "drop/rest", its subject the node or joint it is about. A failure has the JSON
    pointer of its likeliest cause, and names cause and cure. A scenario that does not apply (nothing dynamic,
    fixed to the world, no joints) adds one verdict, skipped with the reason, and bodies that are left out of
    a scenario add one for each group of joined bodies.

    document: the scene's document, for findings; may be NULL.

    scene: read from it, or built.

    options: may be NULL: the defaults.

    verdicts: receives the verdicts.

    report: receives the approximations of the engine; may be NULL.

    Returns TUM_OK, also where checks fail; TUM_ERROR_ARGUMENT (a pointer is NULL, a rate outside of the steps
    that worlds take, substeps or gravity outside of theirs), TUM_ERROR_UNSUPPORTED (a dimension other than 3
    and 4), TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
    """
    return TumStatus(_tum_scenarios_run(document, scene, options, verdicts, report))
