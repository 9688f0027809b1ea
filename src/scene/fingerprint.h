// SPDX-License-Identifier: MIT
/// fingerprint.h: a hash of a scene.
#ifndef TUM_SCENE_FINGERPRINT_H
#define TUM_SCENE_FINGERPRINT_H

#include "tumble/scene.h"

/// A hash of all scene data that a simulation reads, bit by bit. Names, pointers and the file's own
/// name do not count: a file that was moved gives the same hash.
uint64_t tum_scene_fingerprint(const TumScene *scene);

#endif
