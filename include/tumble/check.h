// SPDX-License-Identifier: MIT
/// check.h: whether a scene makes sense: what its numbers say, and what a second of it shows.
///
/// A file can follow every rule and still not do what its author meant. tum_scene_check compares
/// what is written with what is likely, and files hints with figures:
///
///     CHECK_DENSITY            a mass and shapes lighter or heavier together than any stuff
///     CHECK_INERTIA            an inertia that is nothing like that of the body's shapes
///     CHECK_JOINT_VIOLATED     a limit that is exceeded before anything moves
///     CHECK_COLLIDERS_OVERLAP  colliders that stand in each other
///     CHECK_DIVERGED           a second of simulation leaves the finite numbers
///     CHECK_JOINT_OPEN         a hard limit that is still exceeded after a second
///     CHECK_BODY_FALLS         a body that falls freely, with nothing below it
///
/// Hints are guesses: a ghost may well weigh nothing.
#ifndef TUMBLE_CHECK_H
#define TUMBLE_CHECK_H

#include "tumble/report.h"
#include "tumble/scene.h"
#include "tumble/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Looks at the scene, builds a world of it with the defaults of tum_default_world_def and steps it
/// for one second.
///
/// Overlaps are looked for from all colliders of dynamic bodies to everything. In four dimensions
/// there is no stuff to compare a density with, and limits of joints are not looked at.
///
/// @param allocator  NULL or all zero: malloc and free.
/// @param report     receives the hints, and what the engine approximates.
/// @return TUM_OK, TUM_ERROR_UNSUPPORTED (a dimension other than 3 and 4), TUM_ERROR_CAPACITY or
///         TUM_ERROR_MEMORY.
TUM_API TumStatus tum_scene_check(const TumScene *scene, const TumAllocator *allocator,
                                  TumReport *report);

/// Overlaps of colliders before anything moves, as CHECK_COLLIDERS_OVERLAP has them.
typedef struct TumOverlaps {
    size_t count;        ///< Pairs of colliders.
    double depth;        ///< [m] Of the deepest; 0 where there is none.
    int32_t node, other; ///< Nodes of its two colliders; -1 where there is none.
} TumOverlaps;

/// Counts the overlaps in a world.
///
/// @param world  made of the scene, and never stepped.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_scene_overlaps(const TumScene *scene, const TumWorld *world,
                                     TumOverlaps *overlaps);

#ifdef __cplusplus
}
#endif

#endif
