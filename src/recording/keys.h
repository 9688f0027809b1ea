// SPDX-License-Identifier: MIT
/// keys.h: selection of the keys of a recorded motion, so that a player's interpolation stays
/// within a tolerance of all other samples.
///
/// Keys keep the values of their samples, so a jolt stays in place. The search finds for each key
/// the farthest sample that can be the next key (greedy; every sample between is checked), by
/// doubling the distance and then halving the gap: n log n, with every sample within tolerance.
#ifndef TUM_RECORDING_KEYS_H
#define TUM_RECORDING_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "math/math3_64.h"

/// Samples of a motion, `count` of them, at ascending times.
typedef struct KeyTrack {
    const float *times;  ///< [s]
    const float *values; ///< 3 numbers for each sample, or 4: x y z w.
    size_t count;
    const double *world_from_parent; ///< [9] Column by column: distances of translations are
                                     ///< measured in the world. NULL: in the parent.
} KeyTrack;

/// Keys for translations, which players interpolate in a straight line.
///
/// @param tolerance  [m] In the world, or in the parent's unit without world_from_parent.
/// @param keys       receives indices of samples, ascending; at least track->count items. A motion
///                   within tolerance of its first sample has one key; otherwise the first and the
///                   last are keys.
/// @return           number of keys; 0 without samples.
size_t tum_keys_translation(const KeyTrack *track, double tolerance, size_t *keys);

/// Keys for rotations, which players interpolate on the sphere, the shorter way.
///
/// @param tolerance  [rad]
size_t tum_keys_rotation(const KeyTrack *track, double tolerance, size_t *keys);

/// The length in the world of a vector of the parent. @param world_from_parent  [9], or NULL.
double tum_keys_length(const double *world_from_parent, DVec3 v);

/// glTF's slerp (specification 2.0, appendix C.4): a share `part` of the shorter way from a to b.
DQuat tum_keys_slerp(DQuat a, DQuat b, double part);

#endif
