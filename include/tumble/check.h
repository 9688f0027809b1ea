// SPDX-License-Identifier: MIT
/// check.h: hints on scenes that follow every rule and yet may not do what their author meant.
///
/// tum_scene_check compares the numbers of a scene with likely ones, simulates a second of the
/// scene, and files hints with figures:
///
///     CHECK_DENSITY            mass over volume is outside of what matter has
///     CHECK_INERTIA            an inertia is far from that of the body's shapes
///     CHECK_JOINT_VIOLATED     a limit is exceeded before anything moves
///     CHECK_COLLIDERS_OVERLAP  colliders overlap at the start
///     CHECK_DIVERGED           a second of simulation leaves the finite numbers
///     CHECK_JOINT_OPEN         a hard limit is still exceeded after a second
///     CHECK_BODY_FALLS         a body falls freely, with nothing below it
///
/// Hints are guesses: a ghost may well weigh nothing.
///
/// Threads: calls on several threads may share a scene and an allocator that allows it, never a
/// report.
#ifndef TUMBLE_CHECK_H
#define TUMBLE_CHECK_H

#include "tumble/report.h"
#include "tumble/scene.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Inspects a scene, builds a world of it with the defaults of tum_default_world_def and steps that
/// world for one second.
///
/// Overlaps are tested between each collider of a dynamic body and all others. In four dimensions
/// densities and limits of joints are not tested.
///
/// @param allocator  NULL or all zero: malloc and free. It serves the world, which is destroyed
///                   before the return.
/// @param report  receives the hints, and the approximations of the engine.
/// @return TUM_OK, TUM_ERROR_UNSUPPORTED (a dimension other than 3 and 4), TUM_ERROR_CAPACITY or
///         TUM_ERROR_MEMORY. A simulation that diverges is a hint, not an error.
TUM_API TumStatus tum_scene_check(const TumScene *scene, const TumAllocator *allocator,
                                  TumReport *report);

/// Overlaps of colliders before anything moves, as CHECK_COLLIDERS_OVERLAP counts them.
typedef struct TumOverlaps {
    size_t count;  ///< Pairs of colliders.
    double depth;  ///< [m] Depth of the deepest overlap; 0 where there is none.
    int32_t node;  ///< Node of the first collider of the deepest overlap; -1 where there is none.
    int32_t other; ///< Node of its second collider; -1 where there is none.
} TumOverlaps;

/// Counts the overlaps in a world.
///
/// @param world  made of the scene, and never stepped.
/// @param overlaps  receives the counts.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_scene_overlaps(const TumScene *scene, const TumWorld *world,
                                     TumOverlaps *overlaps);

#ifdef __cplusplus
}
#endif

#endif
