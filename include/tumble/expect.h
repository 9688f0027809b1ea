// SPDX-License-Identifier: MIT
/// expect.h: expectations on the motion of a scene, held against a run of any engine.
///
/// Expectations are JSON: in a file of their own, or in the extras of a document's scene. Each of
/// their checks compares a quantity of a motion with bounds (docs/expectations.md lists checks and
/// quantities). A run is a motion: a pose and two velocities of each body at each step. tumble runs
/// the scene itself, or takes the run of another engine, step by step or as JSON Lines
/// (docs/formats.md).
///
///     TumExpectations *expectations = NULL;
///     status = tum_expectations_read(json, json_bytes, "crate.expect.json", document, scene, NULL,
///                                    &expectations, report);
///     TumVerdicts *verdicts = tum_verdicts_create(NULL);
///     if (status == TUM_OK) {
///         status = tum_expectations_judge(expectations, NULL, NULL, 0, verdicts);
///     }
///     for (size_t i = 0; i < tum_verdicts_count(verdicts); ++i) { … }         // verdict.h
///     tum_expectations_destroy(expectations);
///
/// Memory: a run is judged as it passes by. Judging keeps two states of each body and a few numbers
/// for each check, however long the run is.
///
/// Threads: expectations are constant once read; a run and a list of verdicts belong to one thread
/// at a time.
#ifndef TUMBLE_EXPECT_H
#define TUMBLE_EXPECT_H

#include "tumble/document.h"
#include "tumble/scene.h"
#include "tumble/verdict.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TUM_MAX_CHECKS 65536             ///< Checks of a set of expectations.
#define TUM_MAX_RATES 16                 ///< Rates of a set of expectations.
#define TUM_MAX_RUN_STEPS 1000000        ///< Steps of a run: 4.6 hours at 60 Hz.
#define TUM_MAX_RUN_LINE_BYTES 268435456 ///< [bytes] Length of a line of a run.

/// Expectations on the motion of a scene. Opaque; made by tum_expectations_read and
/// tum_expectations_read_extras, freed by tum_expectations_destroy.
typedef struct TumExpectations TumExpectations;

/// Reads expectations from JSON.
///
/// A check that cannot be read (a node that is not there, a name that two nodes have, an unknown
/// quantity) gets a finding at its place and fails in every run; the other checks are judged.
///
/// @param json  [count] bytes of an object; copied.
/// @param name  name of the file in findings; NULL: "".
/// @param document  the document that the scene was read from; used during the call alone.
/// @param scene  outlives the expectations.
/// @param allocator  NULL or all zero: malloc and free. Copied.
/// @param expectations  receives them; free them with tum_expectations_destroy. NULL on failure.
/// @param report  may be NULL.
/// @return TUM_OK; TUM_ERROR_INPUT (no JSON, no object, another version than 1);
///         TUM_ERROR_UNSUPPORTED (a scene of another dimension than 3 and 4); TUM_ERROR_CAPACITY
///         (more than TUM_MAX_CHECKS checks, TUM_MAX_RATES rates or TUM_MAX_RUN_STEPS steps at one
///         of them); TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (a required pointer is NULL).
TUM_API TumStatus tum_expectations_read(const void *json, size_t count, const char *name,
                                        const TumDocument *document, const TumScene *scene,
                                        const TumAllocator *allocator,
                                        TumExpectations **expectations, TumReport *report);

/// Reads expectations from the member tumbleExpectations of the extras of the document's active
/// scene. A document without that member gives TUM_OK and NULL.
///
/// @param expectations  receives them, or NULL; free them with tum_expectations_destroy.
/// @return and other parameters as tum_expectations_read.
TUM_API TumStatus tum_expectations_read_extras(const TumDocument *document, const TumScene *scene,
                                               const TumAllocator *allocator,
                                               TumExpectations **expectations, TumReport *report);

/// Frees expectations. NULL is fine.
TUM_API void tum_expectations_destroy(TumExpectations *expectations);

/// [s] Simulated time of a run.
TUM_API double tum_expectations_duration(const TumExpectations *expectations);

/// Rates at which every check holds.
///
/// @param rates  [Hz] receives the array, which lives as long as the expectations.
/// @return number of rates, 1 or more.
TUM_API size_t tum_expectations_rates(const TumExpectations *expectations, const double **rates);

/// Number of checks.
TUM_API size_t tum_expectations_check_count(const TumExpectations *expectations);

/// Reason that an author gave for a check; "" without one.
///
/// @param check  below tum_expectations_check_count.
/// @return a text that lives as long as the expectations.
TUM_API const char *tum_expectations_why(const TumExpectations *expectations, size_t check);

/// Run that is being judged. Opaque; lent to TumEngine.run until its return.
typedef struct TumRun TumRun;

/// Body of a run.
typedef struct TumRunNode {
    int32_t index;    ///< Node of the document.
    const char *name; ///< Name of the node; NULL: the engine does not know it.
} TumRunNode;

/// Facts that stand before the first step of a run. Pointers are borrowed during the call.
typedef struct TumRunHeader {
    double rate;                    ///< [Hz] Steps per second.
    int dimension;                  ///< Dimension of the run: that of the scene, 3 or 4.
    const TumRunNode *nodes;        ///< [node_count] Bodies of the run.
    size_t node_count;              ///< Number of bodies.
    const char *engine;             ///< Name of the engine; NULL: unknown.
    const char *version;            ///< Version of the engine; NULL: unknown.
    const char *const *unsupported; ///< [unsupported_count] JSON pointers into the document of
                                    ///< content that the engine leaves out.
    size_t unsupported_count;       ///< Number of the pointers.
} TumRunHeader;

/// State of a body at a step, in the world: in 3D the first 3 or 4 numbers of each array, in 4D
/// all.
typedef struct TumRunBody {
    int32_t node;               ///< Node of the document, one of the header's.
    double position[4];         ///< [m] Origin of the node.
    double orientation[16];     ///< Unit quaternion x y z w of the node, or its matrix by columns.
    double linear_velocity[4];  ///< [m/s] Velocity of the centre of mass.
    double angular_velocity[6]; ///< [rad/s] About X, Y, Z, or in the planes XY XZ YZ XW YW ZW.
    bool asleep;                ///< The engine does not simulate the body for now.
} TumRunBody;

/// Node of an event that is not given.
#define TUM_RUN_NO_NODE -2

/// Event of a step. Members without a node are TUM_RUN_NO_NODE.
typedef struct TumRunEvent {
    const char *type;   ///< "triggerEntered", "triggerExited", "contactStarted", "contactEnded".
    int32_t trigger;    ///< Node of the trigger.
    int32_t collider;   ///< Node of the collider inside of it.
    int32_t motion;     ///< Node of the body that the collider moves with; -1: it never moves.
    int32_t collider_a; ///< Node of the first collider of a contact.
    int32_t collider_b; ///< Node of its second collider.
} TumRunEvent;

/// Step of a run. Pointers are borrowed during the call.
typedef struct TumRunStep {
    double time;               ///< [s] Number of the step over the rate.
    const TumRunBody *bodies;  ///< [body_count] Every body of the header, in any order.
    size_t body_count;         ///< Number of bodies.
    const TumRunEvent *events; ///< [event_count] Events of the step.
    size_t event_count;        ///< Number of events.
} TumRunStep;

/// Gives a run its header, before all steps.
///
/// @return false where the run is refused or out of memory; no step is needed then.
TUM_API bool tum_run_header(TumRun *run, const TumRunHeader *header);

/// Adds a step. Step 0 is the state before any motion.
///
/// @return false where the run is refused or out of memory; no further step is needed then.
TUM_API bool tum_run_step(TumRun *run, const TumRunStep *step);

/// Adds bytes of a run in JSON Lines (docs/formats.md), header and steps, in pieces of any size. In
/// place of tum_run_header and tum_run_step.
///
/// @return false where the run is refused or out of memory; no further bytes are needed then.
TUM_API bool tum_run_lines(TumRun *run, const void *bytes, size_t count);

/// Refuses a run with a reason, for an engine that fails.
///
/// @param reason  one sentence without a full stop; copied.
TUM_API void tum_run_refuse(TumRun *run, const char *reason);

/// Engine that runs a scene.
typedef struct TumEngine {
    /// Runs the scene from its start and gives the motion to `run`.
    ///
    /// @param duration  [s] Simulated time: step 0 to step duration * rate.
    /// @param rate  [Hz] Steps per second. 0 where is_recorded: the recording has its own.
    /// @return TUM_OK, also where the run was refused; TUM_ERROR_DIVERGED where the state left the
    ///         finite numbers, after tum_run_refuse; any other error ends the judging.
    TumStatus (*run)(void *user, double duration, double rate, TumRun *run);
    void *user;       ///< Handed to run; owned by the caller.
    const char *name; ///< Name that subjects of verdicts begin with; NULL: none.
    bool is_recorded; ///< The motion is there already and cannot be run again, or at another rate.
} TumEngine;

/// Engine of tumble itself: a world of the expectations' scene.
typedef struct TumOwnEngine {
    const TumScene *scene; ///< Borrowed.
    TumWorldDef def;       ///< Definition of the world; borrowed task system and allocator.
    TumReport *report;     ///< Receives approximations of the world. May be NULL.
} TumOwnEngine;

/// Engine for tum_expectations_judge that steps a world.
///
/// @param own  outlives the engine.
/// @return the engine, a value that owns nothing.
TUM_API TumEngine tum_own_engine(TumOwnEngine *own);

/// Judges runs of an engine, one at each rate, and adds a verdict "run" for the form of each run
/// and one for each check.
///
/// The order of verdicts is that of rates, then of checks. The verdict of a check has its kind as
/// `check`, the measured value next to its bounds, and after a failure the likeliest cause in the
/// document. Checks of a run that is refused are skipped; so are those that touch a pointer which
/// the engine does not support, and checks that need a second run of a recording.
///
/// @param engine  NULL: a world of the scene with the defaults of tum_default_world_def.
/// @param rates  [Hz] [rate_count] in place of those of the expectations; NULL: those.
/// @param verdicts  receives the verdicts.
/// @return TUM_OK, also where checks failed; TUM_ERROR_DIVERGED, after all verdicts; TUM_ERROR_FILE
///         or another error of the engine; TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT.
TUM_API TumStatus tum_expectations_judge(const TumExpectations *expectations,
                                         const TumEngine *engine, const double *rates,
                                         size_t rate_count, TumVerdicts *verdicts);

/// Options of recording expectations. An all-zero struct holds the defaults.
typedef struct TumRecordOptions {
    double duration;     ///< [s] Simulated time. 0: 3.
    const double *rates; ///< [Hz] [rate_count] Rates at which they shall hold. NULL: 30, 60, 120.
    size_t rate_count;   ///< Number of rates, at most TUM_MAX_RATES.
} TumRecordOptions;

/// Writes down the motion of a scene as expectations, with margins around it: ranges of places,
/// rest, limits of joints, events. The same motion passes them.
///
/// Nodes go by their names where these are unique, so that they are found again after tools that
/// reorder nodes. Bodies beyond the first 1024 are left out.
///
/// @param document  the document that the scene was read from.
/// @param options  may be NULL: the defaults.
/// @param engine  NULL: a world of the scene with the defaults of tum_default_world_def.
/// @param json  receives the text; free it with tum_expectations_free_text. NULL on failure.
/// @param count  [bytes] receives its length.
/// @return TUM_OK, TUM_ERROR_UNSUPPORTED (a scene of another dimension than 3 and 4),
/// TUM_ERROR_DIVERGED,
///         TUM_ERROR_INPUT (the engine's run is refused), TUM_ERROR_MEMORY, TUM_ERROR_ARGUMENT or
///         an error of the engine.
TUM_API TumStatus tum_expectations_record(const TumDocument *document, const TumScene *scene,
                                          const TumRecordOptions *options, const TumEngine *engine,
                                          char **json, size_t *count);

/// Frees the text of tum_expectations_record.
TUM_API void tum_expectations_free_text(char *json, size_t count);

/// Sets the member tumbleExpectations of the extras of the document's active scene, in place of the
/// one that is there. Extras that are no object become one.
///
/// @param json  [count] an object of JSON.
/// @param report  may be NULL.
/// @return TUM_OK, TUM_ERROR_INPUT (no JSON, or a document without a scene), TUM_ERROR_MEMORY or
///         TUM_ERROR_ARGUMENT.
TUM_API TumStatus tum_expectations_write_extras(TumDocument *document, const char *json,
                                                size_t count, TumReport *report);

#ifdef __cplusplus
}
#endif

#endif
