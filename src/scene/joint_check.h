// SPDX-License-Identifier: MIT
/// joint_check.h: joints that cannot all have what they want.
#ifndef TUM_SCENE_JOINT_CHECK_H
#define TUM_SCENE_JOINT_CHECK_H

#include "base/report.h"
#include "tumble/scene.h"

/// Reports joints of three dimensions that are locked together far from each other, or that close
/// loops of locks which do not close.
/// @return TUM_OK, or TUM_ERROR_MEMORY.
TumStatus tum_scene_check_joints(const TumScene *scene, const TumAllocator *allocator,
                                 TumReport *report);

#endif
