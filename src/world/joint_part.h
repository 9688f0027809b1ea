// SPDX-License-Identifier: MIT
/// joint_part.h: limits and drives as joint parts of the solver.
#ifndef TUM_WORLD_JOINT_PART_H
#define TUM_WORLD_JOINT_PART_H

#include "space3/joint_data3.h"
#include "tumble/scene.h"

/// A limit with its current values. is_open is set where it limits nothing: its range is infinite
/// or its minimum exceeds its maximum.
/// @param follows  its values follow tracks: the part gets the rows for any value it may take.
JointPart3 tum_joint_part_of_limit(const TumLimit *limit, bool follows);

/// A drive with its current values. Axis is 0 to 2; is_open is set where it exerts no force.
JointPart3 tum_joint_part_of_drive(const TumDrive *drive);

#endif
