// SPDX-License-Identifier: MIT
// Reading all bodies of a world at once.
#include "recording/snapshot.h"

#include "base/size.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

TumStatus tum_snapshot_read(Snapshot *snapshot, const TumWorld *world, size_t count)
{
    // The program may have added bodies to the scene's own; reading fills the arrays with all.
    const size_t all = tum_world_body_count(world);
    size_t most = 0;
    if (all < count) {
        return TUM_ERROR_ARGUMENT;
    }
    const SnapshotWidths widths = snapshot_widths(tum_world_dimension(world));
    if (!size_multiply(all, widths.turns, &most) ||
        !array_reserve(&snapshot->position, all * widths.axes, NULL) ||
        !array_reserve(&snapshot->orientation, most, NULL) ||
        !array_reserve(&snapshot->linear, all * widths.axes, NULL) ||
        !array_reserve(&snapshot->angular, all * widths.planes, NULL) ||
        !array_reserve(&snapshot->asleep, all, NULL)) {
        return TUM_ERROR_MEMORY;
    }
    snapshot->count = count;
    if (tum_world_dimension(world) == 4) {
        tum_world_read_bodies4(world, snapshot->position.items, snapshot->orientation.items,
                               snapshot->linear.items, snapshot->angular.items);
    } else {
        tum_world_read_bodies3(world, snapshot->position.items, snapshot->orientation.items,
                               snapshot->linear.items, snapshot->angular.items);
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
