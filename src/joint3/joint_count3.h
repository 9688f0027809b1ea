// SPDX-License-Identifier: MIT
/// joint_count3.h: angles about one axis of a joint, with whole turns counted.
#ifndef TUM_JOINT3_JOINT_COUNT3_H
#define TUM_JOINT3_JOINT_COUNT3_H

#include "space3/space3.h"

/// [rad] The counted angle about an axis, from the angle without its whole turns.
/// @param is_undefined  the angle has no meaning now: tum_limit3_is_twist_undefined.
double tum_joint3_whole_angle(const JointSet3 *set, const Joint3 *joint, int axis, double angle,
                              bool is_undefined);

/// [rad] The angle about an axis, whole turns included where a range or a drive counts them.
double tum_space3_counted_angle(const Space3 *space, int32_t slot, int axis, DQuat a_from_b);

/// Call this before a body is teleported: joints record that their counted angles end there.
void tum_space3_hold_counts(Space3 *space, const Topology *topology, int32_t body);

/// Continues counted angles after a teleport, or starts them anew, before a step measures them.
void tum_space3_settle_counts(Space3 *space, const Topology *topology);

#endif
