// SPDX-License-Identifier: MIT
/// fingerprint.h: a number that tells scenes apart.
#ifndef TUM_SCENE_FINGERPRINT_H
#define TUM_SCENE_FINGERPRINT_H

#include "tumble/scene.h"

/// A hash of all that a simulation reads of a scene, bit by bit. Names, pointers and the file's own
/// name are not part of it: a scene that was moved is the same scene.
uint64_t tum_scene_fingerprint(const TumScene *scene);

#endif
