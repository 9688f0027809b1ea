// SPDX-License-Identifier: MIT
/// joint_part.h: limits and drives as parts of the solver's joints.
#ifndef TUM_WORLD_JOINT_PART_H
#define TUM_WORLD_JOINT_PART_H

#include "space3/joint_data3.h"
#include "tumble/scene.h"

/// A limit as it is now; is_open where it limits nothing, or its minimum is above its maximum.
/// @param follows  tracks: it has the rows for whatever it may become.
JointPart3 tum_joint_part_of_limit(const TumLimit *limit, bool follows);

/// A drive as it is now; axis 0 to 2; is_open where it never pushes.
JointPart3 tum_joint_part_of_drive(const TumDrive *drive);

#endif
