// SPDX-License-Identifier: MIT
/// body_size.h: which bodies are smaller than what is simulated dependably.
#ifndef TUM_SCENE_BODY_SIZE_H
#define TUM_SCENE_BODY_SIZE_H

#include "base/arena.h"
#include "tumble/report.h"
#include "tumble/scene.h"

/// Files a finding for each dynamic body none of whose colliders is TUM_MIN_BODY_SIZE long, or as
/// far from the first. @return false when out of memory.
bool tum_report_small_bodies(const TumScene *scene, Arena *scratch, TumReport *report);

#endif
