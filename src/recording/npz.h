// SPDX-License-Identifier: MIT
/// npz.h: arrays for NumPy's load: .npy files, format 1.0, in a zip archive
/// (numpy.lib.format).
///
///     time f8[T]   node i4[N]   position f4[T,N,3]   orientation f4[T,N,4]
///     linear_velocity f4[T,N,3]   angular_velocity f4[T,N,3]   asleep bool[T,N]
///     in 4D: 4, 16 (a matrix, column by column), 4 and 6 numbers in place of 3, 4, 3 and 3
///     event_step i8[E]   event_time f8[E]   event_kind u1[E]   event_impulse f4[E]
///     event_trigger, event_collider, event_motion, event_collider_a, event_collider_b i4[E]
///
/// A zip file states sizes before contents, so the motion stays in memory until the end: 57 bytes
/// for each body and step, in 4D 121; 41 for each event.
#ifndef TUM_RECORDING_NPZ_H
#define TUM_RECORDING_NPZ_H

#include "base/array.h"
#include "recording/snapshot.h"
#include "tumble/recording.h"

/// A zeroed Npz is empty.
typedef struct Npz {
    SnapshotWidths widths;
    ARRAY(double) time;
    ARRAY(int32_t) node;
    ARRAY(float) position;
    ARRAY(float) orientation;
    ARRAY(float) linear_velocity;
    ARRAY(float) angular_velocity;
    ARRAY(uint8_t) asleep;
    ARRAY(int64_t) event_step;
    ARRAY(double) event_time;
    ARRAY(uint8_t) event_kind;
    ARRAY(int32_t) event_trigger, event_collider, event_motion;
    ARRAY(int32_t) event_collider_a, event_collider_b;
    ARRAY(float) event_impulse;
} Npz;

/// Sets the nodes of the bodies, once.
TumStatus tum_npz_begin(Npz *npz, const TumScene *scene);

/// Adds one step with one body for each node.
/// @return TUM_OK or TUM_ERROR_MEMORY: the step is then not added.
TumStatus tum_npz_add(Npz *npz, double time, const Snapshot *snapshot);

/// Adds the events of the newest step.
/// @return TUM_OK or TUM_ERROR_MEMORY: no event is then added.
TumStatus tum_npz_add_events(Npz *npz, const TumEvent *events, size_t count);

/// Writes the archive. @return TUM_OK, TUM_ERROR_FILE or TUM_ERROR_MEMORY.
TumStatus tum_npz_write(const Npz *npz, TumSink sink);

void tum_npz_clear(Npz *npz);

#endif
