// SPDX-License-Identifier: MIT
/// snapshot.h: the states of a scene's bodies at one moment, for recorders.
#ifndef TUM_RECORDING_SNAPSHOT_H
#define TUM_RECORDING_SNAPSHOT_H

#include "base/array.h"
#include "tumble/world.h"

/// A zeroed Snapshot is empty. The bodies are those of the scene, in its order.
typedef struct Snapshot {
    size_t count;             ///< Bodies of the scene.
    ARRAY(float) position;    ///< [m] SnapshotWidths.axes numbers for each body.
    ARRAY(float) orientation; ///< `turns` numbers for each body.
    ARRAY(float) linear;      ///< [m/s] `axes` numbers for each body, at the centre of mass.
    ARRAY(float) angular;     ///< [rad/s] `planes` numbers for each body.
    ARRAY(bool) asleep;
} Snapshot;

/// Numbers of a body's quantities by dimension.
typedef struct SnapshotWidths {
    size_t axes;   ///< 3, or 4
    size_t turns;  ///< 4: x y z w; or 16: a matrix, column by column
    size_t planes; ///< 3: about x y z; or 6: XY XZ YZ XW YW ZW
} SnapshotWidths;

static inline SnapshotWidths snapshot_widths(int dimension)
{
    return dimension == 4 ? (SnapshotWidths){4, 16, 6} : (SnapshotWidths){3, 4, 3};
}

/// Reads the first `count` bodies of a world, those of its scene.
/// @return TUM_OK, TUM_ERROR_ARGUMENT (the world has fewer) or TUM_ERROR_MEMORY.
TumStatus tum_snapshot_read(Snapshot *snapshot, const TumWorld *world, size_t count);

void tum_snapshot_clear(Snapshot *snapshot);

#endif
