// SPDX-License-Identifier: MIT
/// track.h: what animations make of a property at a time.
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

/// The value at a time [s]: before the first key that of the first, after the last that of the last
/// (glTF 2.0, section 3.11 and appendix C). A time that is no number is before the first.
///
/// @param value  receives track->width numbers; of a rotation a unit quaternion.
void tum_track_sample(const TumTrack *track, double seconds, double *value);

#endif
