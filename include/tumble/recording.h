// SPDX-License-Identifier: MIT
/// recording.h: motion written down: as a trajectory, or baked into the document it came from.
///
/// Formats: docs/formats.md. Threads: a recording belongs to one thread at a time.
#ifndef TUMBLE_RECORDING_H
#define TUMBLE_RECORDING_H

#include "tumble/document.h"
#include "tumble/scene.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Where bytes go.
typedef struct TumSink {
    /// @return false when the bytes could not be taken; the recording then stops with
    /// TUM_ERROR_FILE.
    bool (*write)(void *user, const void *bytes, size_t count);
    void *user;
} TumSink;

typedef struct TumTrajectory TumTrajectory;

typedef enum TumTrajectoryFormat {
    TUM_TRAJECTORY_LINES, ///< JSON Lines, version 1.
    TUM_TRAJECTORY_NPZ    ///< NumPy arrays in a zip archive; written when the trajectory ends.
} TumTrajectoryFormat;

/// Begins a trajectory, in 3D or in 4D: writes the header.
///
/// @param rate    [Hz] steps per second, for the header.
/// @param sink    copied; must stay usable until tum_trajectory_end.
TUM_API TumStatus tum_trajectory_begin(const TumScene *scene, double rate,
                                       TumTrajectoryFormat format, TumSink sink,
                                       TumTrajectory **trajectory);

/// Writes the world's state as one step. Call it once before the first step (t = 0, or where a
/// checkpoint left off) and after each.
/// Bodies are listed in node order, with the events of the step. `world` must have been made from
/// the same scene.
TUM_API TumStatus tum_trajectory_add(TumTrajectory *trajectory, const TumWorld *world);

/// Writes what is left and frees the trajectory, also after an error. NULL is fine.
TUM_API TumStatus tum_trajectory_end(TumTrajectory *trajectory);

typedef struct TumBake TumBake;

/// Start from tum_default_bake_options.
typedef struct TumBakeOptions {
    double position_tolerance; ///< [m] Keys are left out where the motion stays this near, in the
                               ///< world, however parents are scaled. 0.0001.
    double angle_tolerance;    ///< [rad] The same for rotations. 0.01 degrees.
    bool strip;                ///< Remove the physics extensions.
    const char *name;          ///< Of the animation; NULL: "Physics".
} TumBakeOptions;

TUM_API TumBakeOptions tum_default_bake_options(void);

/// Begins to record the nodes that a simulation moves. `scene` must outlive the bake. Only scenes
/// of three dimensions can be baked, else TUM_ERROR_UNSUPPORTED: no format has animations in four.
///
/// @param options  may be NULL: the defaults.
TUM_API TumStatus tum_bake_begin(const TumScene *scene, const TumBakeOptions *options,
                                 TumBake **bake);

/// Notes where everything is now. Call it once before the first step and after each.
TUM_API TumStatus tum_bake_add(TumBake *bake, const TumWorld *world);

/// Adds one animation with translation and rotation channels for every node that moved to the
/// document the scene was read from, and keeps all else. Extensions of physics that were required
/// are used and no more, so that viewers without them play the animation; the report says so. Save
/// it with tum_document_save.
TUM_API TumStatus tum_bake_end(TumBake *bake, TumDocument *document, TumReport *report);

/// Keys in the animation that tum_bake_end added, of all channels together; 0 where nothing moved.
TUM_API size_t tum_bake_key_count(const TumBake *bake);

TUM_API void tum_bake_destroy(TumBake *bake);

#ifdef __cplusplus
}
#endif

#endif
