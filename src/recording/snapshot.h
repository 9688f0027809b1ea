// SPDX-License-Identifier: MIT
/// snapshot.h: the state of a scene's bodies at one moment, as the recorders need it.
#ifndef TUM_RECORDING_SNAPSHOT_H
#define TUM_RECORDING_SNAPSHOT_H

#include "base/array.h"
#include "tumble/world.h"

/// Zeroed: empty. The bodies are those of the scene, in its order.
typedef struct Snapshot {
    size_t count;             ///< Bodies of the scene.
    ARRAY(float) position;    ///< [m] SnapshotWidths.axes numbers a body.
    ARRAY(float) orientation; ///< `turns` numbers a body.
    ARRAY(float) linear;      ///< [m/s] `axes` numbers a body, of the centre of mass.
    ARRAY(float) angular;     ///< [rad/s] `planes` numbers a body.
    ARRAY(bool) asleep;
} Snapshot;

/// How many numbers a body has of each, by dimension.
typedef struct SnapshotWidths {
    size_t axes;   ///< 3, or 4
    size_t turns;  ///< 4: x y z w; or 16: a matrix, column by column
    size_t planes; ///< 3: about x y z; or 6: XY XZ YZ XW YW ZW
} SnapshotWidths;

static inline SnapshotWidths snapshot_widths(int dimension)
{
    return dimension == 4 ? (SnapshotWidths){4, 16, 6} : (SnapshotWidths){3, 4, 3};
}

/// Reads the first `count` bodies of a world: those of the scene it was made from.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (the world has fewer) or TUM_ERROR_MEMORY.
TumStatus tum_snapshot_read(Snapshot *snapshot, const TumWorld *world, size_t count);

void tum_snapshot_clear(Snapshot *snapshot);

#endif
