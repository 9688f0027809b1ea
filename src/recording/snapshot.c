// SPDX-License-Identifier: MIT
// snapshot.c: the states of all bodies of a world at once.
#include "recording/snapshot.h"

#include "base/size.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

TumStatus tum_snapshot_read(Snapshot *snapshot, const TumWorld *world, size_t count)
{
    // The world may have more bodies than the scene.
    size_t most = 0;
    if (tum_world_body_count(world) < count) {
        return TUM_ERROR_ARGUMENT;
    }
    const SnapshotWidths widths = snapshot_widths(tum_world_dimension(world));
    if (!size_multiply(count, widths.turns, &most) ||
        !array_reserve(&snapshot->position, count * widths.axes, NULL) ||
        !array_reserve(&snapshot->orientation, most, NULL) ||
        !array_reserve(&snapshot->linear, count * widths.axes, NULL) ||
        !array_reserve(&snapshot->angular, count * widths.planes, NULL) ||
        !array_reserve(&snapshot->asleep, count, NULL)) {
        return TUM_ERROR_MEMORY;
    }
    snapshot->count = count;
    if (tum_world_dimension(world) == 4) {
        tum_world_read_bodies4(world, &(TumBodyArrays4){count, (TumVec4 *)snapshot->position.items,
                                                        (TumBasis4 *)snapshot->orientation.items,
                                                        (TumVec4 *)snapshot->linear.items,
                                                        (TumBivec4 *)snapshot->angular.items});
    } else {
        tum_world_read_bodies3(world, &(TumBodyArrays3){count, (TumVec3 *)snapshot->position.items,
                                                        (TumQuat *)snapshot->orientation.items,
                                                        (TumVec3 *)snapshot->linear.items,
                                                        (TumVec3 *)snapshot->angular.items});
    }
    for (size_t i = 0; i < count; ++i) {
        const TumBodyId body = tum_world_body_at(world, i);
        snapshot->asleep.items[i] = tum_body_kind(world, body) != TUM_BODY_STATIC &&
                                    tum_body_exists(world, body) && !tum_body_is_awake(world, body);
    }
    return TUM_OK;
}

void tum_snapshot_clear(Snapshot *snapshot)
{
    array_free(&snapshot->position, NULL);
    array_free(&snapshot->orientation, NULL);
    array_free(&snapshot->linear, NULL);
    array_free(&snapshot->angular, NULL);
    array_free(&snapshot->asleep, NULL);
    snapshot->count = 0;
}
