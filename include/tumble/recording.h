// SPDX-License-Identifier: MIT
/// recording.h: motion as a trajectory in a file, or baked into the document that the scene came
/// from.
///
/// Formats: docs/formats.md. Memory comes from malloc.
///
/// Threads: a recording belongs to one thread at a time; two recordings share nothing.
#ifndef TUMBLE_RECORDING_H
#define TUMBLE_RECORDING_H

#include "tumble/document.h"
#include "tumble/scene.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Destination of bytes.
typedef struct TumSink {
    /// Takes `count` bytes, which lie there until the return.
    ///
    /// @return false when the bytes could not be taken; the recording then stops with
    /// TUM_ERROR_FILE.
    bool (*write)(void *user, const void *bytes, size_t count);
    void *user; ///< Handed to write; owned by the caller.
} TumSink;

/// Trajectory that is being written. Opaque; made by tum_trajectory_begin, freed by
/// tum_trajectory_end.
typedef struct TumTrajectory TumTrajectory;

/// Format of a trajectory.
typedef enum TumTrajectoryFormat {
    TUM_TRAJECTORY_LINES, ///< JSON Lines, version 1.
    TUM_TRAJECTORY_NPZ    ///< NumPy arrays in a zip archive; written when the trajectory ends.
} TumTrajectoryFormat;

/// Begins a trajectory, in 3D or in 4D: writes the header.
///
/// @param scene  read during the call alone.
/// @param rate  [Hz] steps per second, for the header; above 0.
/// @param sink  copied; usable until tum_trajectory_end.
/// @param trajectory  receives the trajectory, NULL on failure; tum_trajectory_end frees it.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (no write function, rate or format), TUM_ERROR_UNSUPPORTED (a
///         dimension other than 3 and 4), TUM_ERROR_FILE (the sink refused) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_trajectory_begin(const TumScene *scene, double rate,
                                       TumTrajectoryFormat format, TumSink sink,
                                       TumTrajectory **trajectory);

/// Writes the state of a world as one step. Call it once before the first step (t = 0, or where a
/// checkpoint left off) and after each. Bodies are listed in node order, with the events of the
/// step.
///
/// @param world  made from the scene of the trajectory.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (another dimension, or fewer bodies than the scene has),
///         TUM_ERROR_FILE or TUM_ERROR_MEMORY. The first error stays: later calls answer it and
///         write nothing.
TUM_API TumStatus tum_trajectory_add(TumTrajectory *trajectory, const TumWorld *world);

/// Writes the rest and frees the trajectory, also after an error. NULL is fine.
///
/// @return TUM_OK, or the first error of the trajectory.
TUM_API TumStatus tum_trajectory_end(TumTrajectory *trajectory);

/// Column of a table: a named array with one item for each row.
typedef struct TumColumn {
    const char *name;      ///< Name of the array, below 100 bytes: letters, digits, "_".
    const double *numbers; ///< [rows] Items; NULL for a column of texts.
    const char *texts;     ///< [rows * text_bytes] Items, padded with zeros; NULL for numbers.
    size_t text_bytes;     ///< [bytes] Width of a text; 1 or more for a column of texts.
} TumColumn;

/// Writes columns as a zip archive of arrays for NumPy's load: float64, and bytes of one width. The
/// same columns give the same bytes.
///
/// @param columns  [count] names differ.
/// @param rows  items of each column.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (a pointer is NULL, a name is empty or too long, a column has
///         both kinds of items or none), TUM_ERROR_FILE (the sink refused) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_columns_write_npz(const TumColumn *columns, size_t count, size_t rows,
                                        TumSink sink);

/// Bake: the motion of nodes as keys of an animation. Opaque; made by tum_bake_begin, freed by
/// tum_bake_destroy.
typedef struct TumBake TumBake;

/// Options of a bake. Start from tum_default_bake_options.
typedef struct TumBakeOptions {
    double
        position_tolerance; ///< [m] Keys are left out where the motion stays within this distance,
                            ///< in the world, however parents are scaled; >= 0. Default 0.0001.
    double angle_tolerance; ///< [rad] The same for rotations; >= 0. Default 0.01 degrees.
    bool strip;             ///< The physics extensions are removed. Default false.
    const char *name;       ///< Name of the animation, copied; NULL, the default: "Physics".
} TumBakeOptions;

/// Options with their defaults.
TUM_API TumBakeOptions tum_default_bake_options(void);

/// Begins to record the nodes that a simulation moves. Formats have no animations of four
/// dimensions.
///
/// @param scene  outlives the bake.
/// @param options  may be NULL: the defaults.
/// @param bake  receives the bake; free it with tum_bake_destroy. NULL on failure.
/// @return TUM_OK, TUM_ERROR_UNSUPPORTED (a scene of another dimension than 3), TUM_ERROR_ARGUMENT
///         (a tolerance below 0 or NAN) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_bake_begin(const TumScene *scene, const TumBakeOptions *options,
                                 TumBake **bake);

/// Records the poses of all nodes. Call it once before the first step and after each.
///
/// @param world  made from the scene of the bake.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (fewer bodies than the scene has) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_bake_add(TumBake *bake, const TumWorld *world);

/// Adds one animation with translation and rotation channels for every node that moved to a
/// document, and keeps all else. Physics extensions that the document requires become merely used,
/// so that viewers without them play the animation; the report says so. tum_document_save writes
/// the result.
///
/// @param document  the document the scene was read from; changed.
/// @param report  may be NULL.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (another number of nodes than the scene has) or
///         TUM_ERROR_MEMORY.
TUM_API TumStatus tum_bake_end(TumBake *bake, TumDocument *document, TumReport *report);

/// Keys in the animation that tum_bake_end added, of all channels together; 0 where nothing moved.
TUM_API size_t tum_bake_key_count(const TumBake *bake);

/// Frees a bake. The document keeps its animation. NULL is fine.
TUM_API void tum_bake_destroy(TumBake *bake);

#ifdef __cplusplus
}
#endif

#endif
