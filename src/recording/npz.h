// SPDX-License-Identifier: MIT
/// npz.h: arrays that NumPy's load understands: .npy files, format 1.0, in a zip archive
/// (numpy.lib.format).
///
///     time f8[T]   node i4[N]   position f4[T,N,3]   orientation f4[T,N,4]
///     linear_velocity f4[T,N,3]   angular_velocity f4[T,N,3]   asleep bool[T,N]
///     in 4D: 4, 16 (a matrix, column by column), 4 and 6 numbers in place of 3, 4, 3 and 3
///     event_step i8[E]   event_time f8[E]   event_kind u1[E]   event_impulse f4[E]
///     event_trigger, event_collider, event_motion, event_collider_a, event_collider_b i4[E]
///
/// A zip file states sizes before contents, so the motion is held until the end: 57 bytes a body
/// and step, in 4D 121; 41 an event.
#ifndef TUM_RECORDING_NPZ_H
#define TUM_RECORDING_NPZ_H

#include "base/array.h"
#include "recording/snapshot.h"
#include "tumble/recording.h"

/// Zeroed: empty.
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

/// Says which nodes the bodies belong to, once.
TumStatus tum_npz_begin(Npz *npz, const TumScene *scene);

/// Notes one step, of as many bodies as there are nodes.
/// @return TUM_OK or TUM_ERROR_MEMORY: the step is then not noted.
TumStatus tum_npz_add(Npz *npz, double time, const Snapshot *snapshot);

/// Notes what happened in the step that was noted last.
/// @return TUM_OK or TUM_ERROR_MEMORY: none of it is then noted.
TumStatus tum_npz_add_events(Npz *npz, const TumEvent *events, size_t count);

/// Writes the archive. @return TUM_OK, TUM_ERROR_FILE or TUM_ERROR_MEMORY.
TumStatus tum_npz_write(const Npz *npz, TumSink sink);

void tum_npz_clear(Npz *npz);

#endif
