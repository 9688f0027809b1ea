// SPDX-License-Identifier: MIT
/// body_size.h: bodies below the size for dependable simulation.
#ifndef TUM_SCENE_BODY_SIZE_H
#define TUM_SCENE_BODY_SIZE_H

#include "base/arena.h"
#include "tumble/report.h"
#include "tumble/scene.h"

/// Files a finding for each dynamic body without a collider that is TUM_MIN_BODY_SIZE long or as
/// far away from the first one. @return false when out of memory.
bool tum_report_small_bodies(const TumScene *scene, Arena *scratch, TumReport *report);

#endif
