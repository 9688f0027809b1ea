// SPDX-License-Identifier: MIT
/// scenario_data.h: data shared by the scenarios; inside scenario/ only.
///
/// Lengths, boxes and places have four coordinates in every dimension; in 3D the fourth is 0.
#ifndef TUM_SCENARIO_SCENARIO_DATA_H
#define TUM_SCENARIO_SCENARIO_DATA_H

#include <math.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/report.h"
#include "math/math4_64.h"
#include "shape4/shape4.h"
#include "tumble/scenario.h"
#include "tumble/world.h"

#define INFINITE ((double)INFINITY)
#define NO_NUMBER ((double)NAN)

/// Pose of a body: maps p to position + axes * p.
typedef struct Place {
    DVec4 position;
    DMat4 axes;
} Place;

#define TUM_PLACE_IDENTITY                                                                         \
    ((Place){.axes = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}})

/// Collider of a body, as its support function needs it.
typedef struct Solid {
    int32_t collider;     ///< Index of the scene.
    Place in_body;        ///< Body frame from shape.
    Shape4 shape;         ///< Where points is NULL. A shape of 3D is one of 4D, cut at w = 0.
    const DVec4 *points;  ///< [point_count] Hull vertices in the shape's frame; NULL: see shape.
    uint32_t point_count; ///< Number of points.
} Solid;

/// Body with its solids, and its part in the asset.
typedef struct AssetBody {
    const Solid *solids;  ///< [solid_count]
    uint32_t solid_count; ///< Enabled colliders that have an extent.
    int32_t group;        ///< Index of its group of joined bodies; -1: it is not dynamic.
} AssetBody;

/// Group of dynamic bodies that joints hold together.
typedef struct Group {
    const char *held_by; ///< JSON pointer of the joint to an immovable side; NULL: the group is
                         ///< free.
    int32_t body;        ///< First body.
    bool is_driven;      ///< A joint of the group has a drive with a velocity target.
} Group;

/// The scene's asset: dynamic bodies in groups.
typedef struct Asset {
    const TumScene *scene;
    const AssetBody *bodies; ///< [scene->body_count]
    const Group *groups;     ///< [group_count]
    size_t group_count;
    size_t dynamic_count; ///< Bodies in groups.
    size_t free_count;    ///< Bodies in groups that are free.
} Asset;

/// Axis-aligned box.
typedef struct Bounds {
    DVec4 low, high;
} Bounds;

/// Verdicts of a scenario at one rate.
typedef struct Results {
    Arena arena; ///< Texts.
    ARRAY(TumVerdict) items;
    bool is_out_of_memory;
} Results;

/// One run of a scenario: an asset, a rate, a start.
typedef struct Run {
    const TumDocument *document; ///< May be NULL.
    const Asset *asset;
    const TumScenarioProfile *profile;
    const TumAllocator *allocator;
    TumReport *report; ///< NULL in runs whose findings are known.
    Arena *arena;      ///< Ends with the run.
    Results *results;
    TumScenario scenario;
    double rate;      ///< [Hz]
    uint32_t attempt; ///< Number of the start.
    bool is_turned;   ///< The start is turned and moved by the seed and the attempt.
    uint64_t seed;
    int substeps;
    double weight;         ///< [m/s^2] Gravity along -Y in scenes of ours.
    const double *gravity; ///< [m/s^2] [4] In place of the file's in "rest"; NULL: the file's.
    void (*watch)(void *user, const TumScenarioView *view); ///< May be NULL.
    void *watch_user;
} Run;

static inline bool is_free(const Asset *asset, size_t body)
{
    const int32_t group = asset->bodies[body].group;
    return group >= 0 && asset->groups[group].held_by == NULL;
}

// asset.c ----------------------------------------------------------------------------------------

/// Finds bodies, colliders and groups. @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_asset_read(const TumScene *scene, Arena *arena, Asset *asset);

/// [m] Greatest coordinate of a body along a direction; of one without solids, that of its centre
/// of mass.
double tum_asset_reach(const Asset *asset, size_t body, const Place *place, DVec4 direction);

/// [m] Greatest coordinate of a collider of the scene along a direction; -INFINITY where its shape
/// has no extent.
///
/// @param owner  place of its body, or the identity.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_collider_reach(const TumScene *scene, const TumCollider *collider, const Place *owner,
                             DVec4 direction, Arena *arena, double *reach);

/// Box around a body.
Bounds tum_asset_bounds(const Asset *asset, size_t body, const Place *place);

/// a_from_c of a_from_b and b_from_c.
Place tum_place_multiply(const Place *a_from_b, Place b_from_c);

/// Place of a frame of a scene.
Place tum_place_of(int dimension, const double position[4], const TumRotation *rotation);

/// Box around all free bodies, or all dynamic ones.
Bounds tum_asset_box(const Asset *asset, const Place *places, bool only_free);

/// First body of the asset that is free, or -1.
int32_t tum_asset_first(const Asset *asset);

/// [m] Length of the box's diagonal.
double tum_bounds_diagonal(Bounds bounds);

// stage.c ----------------------------------------------------------------------------------------

/// A world that a scene was put into.
typedef struct Stage {
    TumScene scene; ///< Copy with arrays of its own where they differ; lives as long as the run.
    TumBody *bodies;
    TumCollider *colliders;
    TumJoint *joints;
    TumDrive *drives;
    Place *places;   ///< [body_count] Poses at present.
    TumWorld *world; ///< NULL before tum_stage_open.
    double seconds;  ///< [s] Time since the start.
    bool has_diverged;
} Stage;

/// Copies the scene for changes. @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_stage_copy(const Run *run, Stage *stage);

/// Takes out of the copy whatever is no free body with its joints: other bodies are static and
/// without colliders, triggers, volumes of gravity and animations are gone. Free bodies stand
/// still, and motors do.
///
/// @param keeps_held  bodies that are joined to the world stay in.
void tum_stage_isolate(const Run *run, Stage *stage, bool keeps_held);

/// Turns and moves the free bodies of the copy by the run's jitter, each group by itself or all
/// together.
///
/// @param share  of the profile's jitter.
void tum_stage_jitter(const Run *run, Stage *stage, double share, bool by_group);

/// Moves all free bodies of the copy.
void tum_stage_move(const Run *run, Stage *stage, DVec4 by);

/// Makes the world of the copy.
///
/// @param gravity  [m/s^2] [4] NULL: that of the scene.
TumStatus tum_stage_open(const Run *run, Stage *stage, const double *gravity);

/// Adds a half-space below a plane. @param normal  unit, in the plane of X and Y.
TumStatus tum_stage_add_ground(Stage *stage, DVec4 normal, double static_friction,
                               double dynamic_friction);

/// Looks at the stage after a step. @return false where the run is over.
typedef bool Observe(const Run *run, void *state);

/// Steps the world until an observer ends the run. A simulation that diverges is judged, sets
/// has_diverged and ends the run, too.
///
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_stage_play(const Run *run, Stage *stage, Observe *observe, void *state);

void tum_stage_close(Stage *stage);

/// Gravity of Earth, which weights of drives count with too.
extern const double tum_stage_gravity; ///< [m/s^2]

// verdicts.c -------------------------------------------------------------------------------------

/// Measured value of a check and its bounds.
typedef struct Measure {
    const char *check;   ///< "rest", without the scenario.
    const char *subject; ///< NULL: the name of the body's node.
    const char *unit;
    double value, least, most;
    double time;         ///< [s] NAN: none.
    int32_t body;        ///< Index, or -1.
    int32_t joint;       ///< Index, or -1.
    const char *pointer; ///< A cause that the scenario knows; NULL: tum_find_cause looks for one.
    const char *cure;    ///< Cause and cure for `pointer`.
} Measure;

/// A measure without bounds, time and body.
Measure tum_measure(const char *check, const char *unit, double value);

/// Judges a measure and adds its verdict. `format` says what was found, for the failure's message.
///
/// @return true where it passed.
__attribute__((format(__printf__, 3, 4))) bool tum_judge(const Run *run, const Measure *measure,
                                                         const char *format, ...);

/// Adds a verdict that a check is skipped.
__attribute__((format(__printf__, 4, 5))) void tum_skip(const Run *run, const char *check,
                                                        int32_t body, const char *format, ...);

/// Adds the failure of a simulation that left the finite numbers.
///
/// @param body  index, or -1.
/// @param seconds  [s] Time of the failure.
void tum_judge_diverged(const Run *run, int32_t body, double seconds);

/// Merges the verdicts of one run into those of earlier ones, the worse of two counting.
void tum_merge_results(Results *merged, const Results *run, uint32_t attempt, uint32_t attempts,
                       uint64_t seed);

// cause.c ----------------------------------------------------------------------------------------

/// Likeliest cause of a failure.
typedef struct Cause {
    const char *pointer; ///< "" where none is known.
    const char *text;    ///< The cause and its cure; in the arena of the run.
} Cause;

Cause tum_find_cause(const Run *run, const Measure *measure);

// The scenarios ----------------------------------------------------------------------------------

TumStatus tum_run_drop(const Run *run);
TumStatus tum_run_slope(const Run *run);
TumStatus tum_run_tilt(const Run *run);
TumStatus tum_run_joints(const Run *run);
TumStatus tum_run_release(const Run *run);
TumStatus tum_run_rest(const Run *run);

#endif
