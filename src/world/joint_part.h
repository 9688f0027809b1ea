// SPDX-License-Identifier: MIT
/// joint_part.h: limits and drives of a scene as parts of the solver's joints.
#ifndef TUM_WORLD_JOINT_PART_H
#define TUM_WORLD_JOINT_PART_H

#include "space3/joint3.h"
#include "tumble/scene.h"

/// A limit as it is now; is_open where it limits nothing, or its minimum is above its maximum.
/// @param is_animated  it has the rows for whatever it may become.
JointPart3 tum_joint_part_of_limit(const TumLimit *limit, bool is_animated);

/// A drive as it is now; axis 0 to 2. One that pulls at nothing is a part all the same.
JointPart3 tum_joint_part_of_drive(const TumDrive *drive);

/// A limit or a drive with the numbers that animations give it at a time [s].
TumLimit tum_limit_at(const TumScene *scene, int32_t limit, double seconds);
TumDrive tum_drive_at(const TumScene *scene, int32_t drive, double seconds);

#endif
