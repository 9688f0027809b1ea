// SPDX-License-Identifier: MIT
/// track.h: the value of an animated property at a time.
///
///     const TumTrack *track = tum_scene_track(scene, TUM_TRACK_ROTATION, node);
///     double rotation[4];
///     if (track != NULL) {
///         tum_track_sample(track, 1.5, rotation);
///     }
#ifndef TUM_SCENE_TRACK_H
#define TUM_SCENE_TRACK_H

#include "tumble/scene.h"

enum { TRACK_WIDTH_MOST = 4 };

/// The track of a property, or NULL: no animation changes it.
const TumTrack *tum_scene_track(const TumScene *scene, TumTrackTarget target, int32_t index);

/// The value at a time [s]: before the first key the first value, after the last key the last value
/// (glTF 2.0, section 3.11 and appendix C). NaN counts as before the first key.
///
/// @param value  receives track->width numbers; for a rotation a unit quaternion.
void tum_track_sample(const TumTrack *track, double seconds, double *value);

#endif
