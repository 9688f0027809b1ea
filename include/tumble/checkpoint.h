// SPDX-License-Identifier: MIT
/// checkpoint.h: the state of a world as bytes, from which a world goes on to the bit.
///
///     size_t count = tum_checkpoint_bytes(world);
///     void *bytes = malloc(count);
///     tum_checkpoint_write(world, bytes, count);
///     …
///     // A world of the same scene and definition goes on where `world` was.
///     tum_world_create(scene, &def, &later, report);
///     tum_checkpoint_read(later, bytes, count, "run.tck", report);
///
/// A world that goes on from a checkpoint takes every step as the one that never stopped, bit for
/// bit, on any number of threads and any supported processor. The bytes are the same on every
/// machine. They hold the state of the world, not the scene: whatever came from files is read from
/// files again.
///
/// Threads: those of world.h. Sizes and writing only read the world; reading a checkpoint changes
/// it.
#ifndef TUMBLE_CHECKPOINT_H
#define TUMBLE_CHECKPOINT_H

#include "tumble/report.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// [bytes] Size that tum_checkpoint_write needs for the world in its present state.
TUM_API size_t tum_checkpoint_bytes(const TumWorld *world);

/// Writes the state of the world.
///
/// @param bytes  receives the checkpoint; owned by the caller.
/// @param count  [bytes] at `bytes`; tum_checkpoint_bytes of them are written.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (too few bytes) or TUM_ERROR_DIVERGED (a diverged world
///         cannot go on).
TUM_API TumStatus tum_checkpoint_write(const TumWorld *world, void *bytes, size_t count);

/// Puts a world into the state of a checkpoint. The world must have been made from the same scene
/// with the same definition; threads, tasks, allocator and instructions may differ. Ids keep their
/// meaning: a body of the world that was written has the same index and generation here.
///
/// On failure the world stays as it was and the report has the reason: the bytes are no checkpoint,
/// end early, were altered (a checksum tells), or belong to another scene, other settings or
/// another version.
///
/// @param bytes  borrowed until the return.
/// @param name  the name of the bytes in findings, as of a file; NULL is "".
/// @param report  may be NULL.
/// @return TUM_OK, TUM_ERROR_INPUT (no checkpoint of this world), TUM_ERROR_UNSUPPORTED (another
///         version) or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_checkpoint_read(TumWorld *world, const void *bytes, size_t count,
                                      const char *name, TumReport *report);

#ifdef __cplusplus
}
#endif

#endif
