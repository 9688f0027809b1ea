// SPDX-License-Identifier: MIT
/// joint_check.h: contradictory joints.
#ifndef TUM_SCENE_JOINT_CHECK_H
#define TUM_SCENE_JOINT_CHECK_H

#include "base/report.h"
#include "tumble/scene.h"

/// Reports joints of a scene of 3D or 4D that lock distant bodies together, or that close loops of
/// locks with a gap.
/// @return TUM_OK, or TUM_ERROR_MEMORY.
TumStatus tum_scene_check_joints(const TumScene *scene, const TumAllocator *allocator,
                                 TumReport *report);

#endif
