// SPDX-License-Identifier: MIT
/// keys.h: which samples of a recorded motion an animation needs, so that a player that
/// interpolates between them stays within a tolerance of all the others.
///
/// Kept samples keep their values, so a jolt stays where it was. From each key the farthest sample
/// is looked for that can be the next (greedy; every sample between is checked), by doubling the
/// distance and then halving the gap: n log n, and never a key too few.
#ifndef TUM_RECORDING_KEYS_H
#define TUM_RECORDING_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "math/math3_64.h"

/// Samples of a motion, `count` of them, at times that rise.
typedef struct KeyTrack {
    const float *times;  ///< [s]
    const float *values; ///< 3 numbers a sample, or 4: x y z w.
    size_t count;
    const double *world_from_parent; ///< [9] Column by column: distances of translations are those
                                     ///< of the world. NULL: they are the parent's.
} KeyTrack;

/// Keys for translations, which players interpolate in a straight line.
///
/// @param tolerance  [m] In the world, or the parent's unit where the track knows no world.
/// @param keys       receives indices of samples, rising; room for track->count. A motion that
///                   stays within tolerance of its first sample has one key, else the first and the
///                   last are among them.
/// @return           number of keys; 0 without samples.
size_t tum_keys_translation(const KeyTrack *track, double tolerance, size_t *keys);

/// The same for rotations, which players interpolate on the sphere, the shorter way.
///
/// @param tolerance  [rad]
size_t tum_keys_rotation(const KeyTrack *track, double tolerance, size_t *keys);

/// The length of a vector of the parent, in the world. @param world_from_parent  [9], or NULL.
double tum_keys_length(const double *world_from_parent, DVec3 v);

/// glTF's slerp (specification 2.0, appendix C.4): `part` of the shorter way from a to b.
DQuat tum_keys_slerp(DQuat a, DQuat b, double part);

#endif
