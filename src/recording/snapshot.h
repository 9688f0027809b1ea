// SPDX-License-Identifier: MIT
/// snapshot.h: the state of a scene's bodies at one moment, as the recorders need it.
#ifndef TUM_RECORDING_SNAPSHOT_H
#define TUM_RECORDING_SNAPSHOT_H

#include "base/array.h"
#include "tumble/world.h"

/// Zeroed: empty. The bodies are those of the scene, in its order.
typedef struct Snapshot {
    size_t count;             ///< Bodies of the scene.
    ARRAY(float) position;    ///< [m] 3 numbers a body.
    ARRAY(float) orientation; ///< x y z w a body.
    ARRAY(float) linear;      ///< [m/s] 3 numbers a body, of the centre of mass.
    ARRAY(float) angular;     ///< [rad/s] 3 numbers a body.
    ARRAY(bool) asleep;
} Snapshot;

/// Reads the first `count` bodies of a world: those of the scene it was made from.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (the world has fewer) or TUM_ERROR_MEMORY.
TumStatus tum_snapshot_read(Snapshot *snapshot, const TumWorld *world, size_t count);

void tum_snapshot_clear(Snapshot *snapshot);

#endif
