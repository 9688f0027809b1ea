// SPDX-License-Identifier: MIT
/// joint_axes.h: freedoms of a joint and the bodies that stay in place while joints move; inside
/// scenario/ only.
#ifndef TUM_SCENARIO_JOINT_AXES_H
#define TUM_SCENARIO_JOINT_AXES_H

#include "scenario/scenario_data.h"

enum { JOINT_AXES = 6 };

/// Range of a joint along or about one axis of its frame A.
typedef struct JointAxis {
    TumSpace space;
    int32_t axis;     ///< 0 to 2
    double low, high; ///< [m] or [rad] Infinite where no limit acts; equal: locked.
    int32_t lock;     ///< Index of the limit that locks it, or -1.
} JointAxis;

/// All axes, locked ones too: the three of translation, then those of rotation.
void tum_joint_axes(const TumScene *scene, const TumJoint *joint, JointAxis axes[JOINT_AXES]);

static inline bool axis_is_movable(const JointAxis *axis)
{
    return axis->high > axis->low;
}

static inline bool axis_is_limited(const JointAxis *axis)
{
    return axis_is_movable(axis) && !isinf(axis->low) && !isinf(axis->high);
}

/// Limit that locks an axis which is meant to move: a drive acts on the axis, or the limit holds it
/// away from zero. -1 where there is none.
int32_t tum_joint_false_lock(const TumScene *scene, const TumJoint *joint);

/// True where a joint takes part: it has limits or drives, and a side that is dynamic.
bool tum_joint_takes_part(const Asset *asset, const TumJoint *joint);

/// Makes the stage of scenarios that move joints: asset bodies with joints alone, under no gravity;
/// in each group that is free the heaviest body is held. Joints have no drives but one each, from
/// `drives`, where their axis is not -1.
///
/// @param held  [body_count] receives whether a body is held.
TumStatus tum_stage_joints(const Run *run, Stage *stage, bool *held);

/// [N] Weight of the finite masses of a joint's group.
double tum_joint_weight(const Asset *asset, const TumJoint *joint);

/// [m] Diagonal of the box around a joint's child: the side that is not held, B before A.
double tum_joint_child_diagonal(const Run *run, const Stage *stage, const TumJoint *joint,
                                const bool *held, int32_t *child);

#endif
