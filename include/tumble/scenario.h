// SPDX-License-Identifier: MIT
/// scenario.h: scenes of ours that an asset is put into, and the thresholds it has to hold there.
///
///     TumVerdicts *verdicts = tum_verdicts_create(NULL);
///     if (tum_scenarios_run(document, scene, NULL, verdicts, report) == TUM_OK) {
///         printf("%zu failed\n", tum_verdicts_count_of(verdicts, TUM_OUTCOME_FAILED));
///     }
///     tum_verdicts_destroy(verdicts);
///
/// Scenarios (`docs/scenarios.md`):
///
///     drop     falls onto a floor: touches it, stays above it, comes to rest
///     slope    lands on a ramp of 45 degrees on a floor and slides or rolls down
///     tilt     stands on a floor that is turned until it slips: friction as authored
///     joints   without gravity, each joint is driven along its axes and moves
///     release  limited joints are let go in the middle of their travel: their peak speed
///     rest     the file's own scene: nothing falls out, nothing sinks in, everything sleeps
///
/// The asset is all dynamic bodies with their joints. Static colliders, animations, triggers and
/// volumes of gravity take part in `rest` alone. In 4D there are drop and rest.
///
/// Threads: calls on several threads may share documents, scenes and profiles, never a list of
/// verdicts, a report, or an allocator that does not allow it.
#ifndef TUMBLE_SCENARIO_H
#define TUMBLE_SCENARIO_H

#include "tumble/document.h"
#include "tumble/report.h"
#include "tumble/scene.h"
#include "tumble/verdict.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Scenario. TumScenarioOptions.scenarios has a bit for each, 1u << TUM_SCENARIO_DROP.
typedef enum TumScenario {
    TUM_SCENARIO_DROP,    ///< "drop"
    TUM_SCENARIO_SLOPE,   ///< "slope"
    TUM_SCENARIO_TILT,    ///< "tilt"
    TUM_SCENARIO_JOINTS,  ///< "joints"
    TUM_SCENARIO_RELEASE, ///< "release"
    TUM_SCENARIO_REST,    ///< "rest"
    TUM_SCENARIO_COUNT    ///< Number of the scenarios.
} TumScenario;

/// Name of a scenario; NULL for a number that is none.
///
/// @return a text that lives as long as the program.
TUM_API const char *tum_scenario_name(TumScenario scenario);

/// Finds the scenario of a name.
///
/// @param scenario  receives the scenario.
/// @return false where no scenario has the name: then nothing is written.
TUM_API bool tum_scenario_by_name(const char *name, TumScenario *scenario);

/// True where a scenario can run under a gravity: "rest" takes any, those with a level floor or
/// ramp take one along -Y, "joints" has none.
///
/// @param gravity  [m/s^2] [4]
TUM_API bool tum_scenario_takes_gravity(TumScenario scenario, const double gravity[4]);

/// Longest name of a profile, with its terminating zero.
enum { TUM_PROFILE_NAME_BYTES = 64 }; ///< [bytes]

/// Profile: the thresholds of all scenarios. Members are named as in the JSON of a profile
/// (`docs/scenarios.md#profiles`), "drop.height" is drop_height.
typedef struct TumScenarioProfile {
    char name[TUM_PROFILE_NAME_BYTES]; ///< UTF-8.

    double drop_height;    ///< [1] Heights of the asset's box between its lowest point and the
                           ///< floor.
    double drop_duration;  ///< [s] Time in which the asset has to touch the floor.
    double drop_touch;     ///< [m] Height of the lowest point that counts as touching the floor; at
                           ///< most half of the height of the fall.
    double drop_depth;     ///< [m] Greatest depth of the lowest point below the floor.
    double drop_rest_time; ///< [s] From the first touch until everything rests, at most.
    double drop_still;     ///< [m] Greatest motion of a body's box that counts as rest.
    double drop_still_time; ///< [s] Time for which the boxes have to stay within drop_still.

    double slope_angle;            ///< [deg] Angle of the ramp.
    double slope_static_friction;  ///< Friction of the ramp and its floor.
    double slope_dynamic_friction; ///< Friction of the ramp and its floor.
    double slope_height;           ///< [m] Drop of the asset above the ramp.
    double slope_ramp;     ///< [m] Length of the ramp below the place of the drop, beyond the
                           ///< diagonal of the asset's box.
    double slope_duration; ///< [s] Simulated time.
    double slope_contact;  ///< [m] Distance of the box from the ramp that counts as contact.
    double slope_downhill; ///< [m] Least way downhill after contact.
    double slope_below;    ///< [m] Greatest depth of the whole box below the ramp.
    double slope_off;      ///< [m] Distance of the box from the ramp that counts as off it.
    double slope_off_time; ///< [s] Longest time off the ramp while over it.
    double slope_depth;    ///< [m] Greatest depth of the lowest point below the floor.

    double tilt_rate;             ///< [deg/s] Turning of the floor.
    double tilt_angle;            ///< [deg] End of the turning.
    double tilt_settle;           ///< [s] Time to come to rest on the level floor.
    double tilt_slip;             ///< [m] Way along the floor that counts as slip.
    double tilt_static_friction;  ///< Friction of the floor.
    double tilt_dynamic_friction; ///< Friction of the floor.
    double tilt_tolerance;        ///< [1] Greatest relative error of the friction.

    double joints_angular_speed; ///< [deg/s] Least speed of a driven angle.
    double joints_linear_speed;  ///< [m/s] Least speed of a driven distance.
    double joints_duration;      ///< [s] Time of one drive.
    double joints_effort; ///< [1] Greatest force of a drive, in weights of the joined bodies.
    double joints_angle;  ///< [deg] Turn that counts as motion.
    double joints_share;  ///< [1] Way that counts as motion, in diagonals of the child's box.

    double release_duration;      ///< [s] Time after the release.
    double release_angular_speed; ///< [deg/s] Greatest speed of an angle; INFINITY: it is told.
    double release_linear_speed;  ///< [m/s] Greatest speed of a distance; INFINITY: it is told.

    double rest_duration;    ///< [s] Simulated time.
    double rest_settle;      ///< [s] Time from which on colliders may no longer overlap.
    double rest_penetration; ///< [m] Greatest depth of contacts from then on.
    double rest_lasting;     ///< [s] Time for which a contact has to be that deep.
    double rest_fall;        ///< [m] Greatest depth of a body's box below the static colliders.

    double jitter_turn;       ///< [deg] Greatest turn of the start in each plane.
    double jitter_move;       ///< [m] Greatest displacement of the start along each axis.
    double jitter_rest_share; ///< [1] Share of both in `rest`, where bodies touch at the start.
} TumScenarioProfile;

/// Fills a profile with the built-in one, simready-2026.08.
TUM_API void tum_scenario_profile_init(TumScenarioProfile *profile);

/// Reads a profile from JSON. Members that the text leaves out keep the built-in thresholds.
///
///     {"tumbleScenarioProfile": 1, "name": "fragile", "drop": {"height": 0.5}}
///
/// @param text  [count] JSON; borrowed until the return.
/// @param file  name of the text in findings; NULL: "".
/// @param profile  receives the thresholds; written on TUM_OK alone.
/// @param report  receives an error for each member that is unknown, of another type or out of its
///                range. May be NULL.
/// @return TUM_OK, TUM_ERROR_INPUT (an error was found), TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT.
TUM_API TumStatus tum_scenario_profile_read(const char *text, size_t count, const char *file,
                                            TumScenarioProfile *profile, TumReport *report);

/// World of a scenario, as a watch sees it.
typedef struct TumScenarioView {
    TumScenario scenario; ///< Scenario that runs.
    double rate;          ///< [Hz] Steps per second.
    uint32_t attempt;     ///< Number of the start; 0 without jitter.
    double seconds;       ///< [s] Time since the start of the world; 0 before its first step.
    bool is_last;         ///< The scenario ends with this step. Simulations that diverge have none.
    const TumWorld *world; ///< Lives until the scenario ends; not to be changed.
} TumScenarioView;

/// Options of running scenarios. An all-zero struct holds the defaults.
typedef struct TumScenarioOptions {
    TumAllocator allocator; ///< Memory of worlds and of all else; all zero: malloc and free.
    uint32_t scenarios;     ///< Bits of the scenarios to run; 0: all of them.
    const TumScenarioProfile *profile; ///< Thresholds; NULL: the built-in ones.
    const double *rates;   ///< [Hz] [rate_count] Steps per second; every check holds at each. NULL:
                           ///< 240 alone.
    size_t rate_count;     ///< Number of rates.
    uint32_t jitter;       ///< Runs of each scenario, each with its own start, turned and moved a
                           ///< little; all have to pass. 0: one run with the start as authored.
    uint64_t seed;         ///< Seed of these starts.
    int substeps;          ///< Solver substeps per step; 0: those of tum_default_world_def.
    bool override_gravity; ///< `gravity` acts in place of 9.81 m/s^2 downward, in "rest" in place
                           ///< of the file's. "joints" has none.
    double gravity[4]; ///< [m/s^2] W in 4D only. Scenarios with a level floor are skipped where it
                       ///< is not along -Y.
    /// Sees a world before its first step and after each step, on the calling thread; verdicts are
    /// the same. "joints" has a world for each drive. May be NULL.
    void (*watch)(void *user, const TumScenarioView *view);
    void *watch_user; ///< Handed to watch; owned by the caller.
} TumScenarioOptions;

/// Runs scenarios and adds their verdicts, in the order of the scenarios, then of the rates.
///
/// A verdict's check is "drop/rest", its subject the node or joint it is about. A failure has the
/// JSON pointer of its likeliest cause, and names cause and cure. A scenario that does not apply
/// (nothing dynamic, fixed to the world, no joints) adds one verdict, skipped with the reason, and
/// bodies that are left out of a scenario add one for each group of joined bodies.
///
/// @param document  the scene's document, for findings; may be NULL.
/// @param scene  read from it, or built.
/// @param options  may be NULL: the defaults.
/// @param verdicts  receives the verdicts.
/// @param report  receives the approximations of the engine; may be NULL.
/// @return TUM_OK, also where checks fail; TUM_ERROR_ARGUMENT (a pointer is NULL, a rate outside of
///         the steps that worlds take, substeps or gravity outside of theirs),
///         TUM_ERROR_UNSUPPORTED (a dimension other than 3 and 4), TUM_ERROR_CAPACITY or
///         TUM_ERROR_MEMORY.
TUM_API TumStatus tum_scenarios_run(const TumDocument *document, const TumScene *scene,
                                    const TumScenarioOptions *options, TumVerdicts *verdicts,
                                    TumReport *report);

#ifdef __cplusplus
}
#endif

#endif
