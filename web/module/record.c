// SPDX-License-Identifier: MIT
// record.c: trajectories of worlds, and motion baked into documents; in the full module alone.
#include <stdlib.h>
#include <string.h>

#include "module.h"

/// A trajectory on its way into memory.
typedef struct WebTrajectory {
    TumTrajectory *trajectory;
    char *bytes; ///< [capacity]
    size_t count, capacity;
} WebTrajectory;

static bool take(void *user, const void *bytes, size_t count)
{
    WebTrajectory *taken = user;
    if (count > taken->capacity - taken->count) {
        const size_t capacity = 2 * taken->capacity + count + 4096;
        char *larger = realloc(taken->bytes, capacity);
        if (larger == NULL) {
            return false;
        }
        taken->bytes = larger;
        taken->capacity = capacity;
    }
    memcpy(taken->bytes + taken->count, bytes, count);
    taken->count += count;
    return true;
}

/// Begins a trajectory of a world that was made from a scene.
///
/// @param format  TumTrajectoryFormat.
/// @param status  receives the TumStatus.
/// @return NULL on failure; tum_web_trajectory_end frees it.
WebTrajectory *WEB_EXPORT(tum_web_trajectory_begin)(const TumWebWorld *world, double rate,
                                                    int format, int *status)
{
    WebTrajectory *made = calloc(1, sizeof *made);
    if (made == NULL || world->scene == NULL) {
        free(made);
        *status = made == NULL ? TUM_ERROR_MEMORY : TUM_ERROR_ARGUMENT;
        return NULL;
    }
    *status = (int)tum_trajectory_begin(world->scene, rate, (TumTrajectoryFormat)format,
                                        (TumSink){take, made}, &made->trajectory);
    if (*status != TUM_OK) {
        free(made->bytes);
        free(made);
        return NULL;
    }
    return made;
}

int WEB_EXPORT(tum_web_trajectory_add)(WebTrajectory *trajectory, const TumWebWorld *world)
{
    return (int)tum_trajectory_add(trajectory->trajectory, world->world);
}

/// Ends a trajectory and frees it.
///
/// @param block  receives pointer and bytes, to be freed with tum_web_release; NULL on failure.
int WEB_EXPORT(tum_web_trajectory_end)(WebTrajectory *trajectory, size_t block[2])
{
    const TumStatus status = tum_trajectory_end(trajectory->trajectory);
    block[0] = block[1] = 0;
    if (status == TUM_OK) {
        block[0] = (size_t)(uintptr_t)trajectory->bytes;
        block[1] = trajectory->count;
    } else {
        free(trajectory->bytes);
    }
    free(trajectory);
    return (int)status;
}

/// Begins a bake of a world that was made from a scene.
///
/// @param options  tolerances [m] and [rad], below 0: the default; strip.
/// @param name     of the animation.
/// @param status   receives the TumStatus.
/// @return NULL on failure; tum_web_bake_destroy frees it.
TumBake *WEB_EXPORT(tum_web_bake_begin)(const TumWebWorld *world, const double options[3],
                                        const char *name, int *status)
{
    TumBakeOptions all = tum_default_bake_options();
    if (options[0] >= 0.0) {
        all.position_tolerance = options[0];
    }
    if (options[1] >= 0.0) {
        all.angle_tolerance = options[1];
    }
    all.strip = options[2] != 0.0;
    if (name[0] != '\0') {
        all.name = name;
    }
    TumBake *bake = NULL;
    *status =
        world->scene != NULL ? (int)tum_bake_begin(world->scene, &all, &bake) : TUM_ERROR_ARGUMENT;
    return bake;
}

int WEB_EXPORT(tum_web_bake_add)(TumBake *bake, const TumWebWorld *world)
{
    return (int)tum_bake_add(bake, world->world);
}

void WEB_EXPORT(tum_web_bake_destroy)(TumBake *bake)
{
    tum_bake_destroy(bake);
}

/// Writes a document with the animation of a bake.
///
/// @param source     the document that the scene of the world was read from; changed.
/// @param container  TumContainer.
/// @param block      receives pointer and bytes, to be freed with tum_web_release.
int WEB_EXPORT(tum_web_source_bake)(TumWebSource *source, TumBake *bake, int container,
                                    size_t block[2])
{
    const TumStatus status = tum_bake_end(bake, source->document, source->report);
    return status == TUM_OK
               ? (int)web_write_document(source->document, container, block, source->report)
               : (int)status;
}
