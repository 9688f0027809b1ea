// SPDX-License-Identifier: MIT
/// bridge3.h: limbs that go through something.
///
/// The shortest way out of an overlap is the wrong one for an arm that goes through a torso: it may
/// lead along the arm, and what it is joined to is on either side and pushed the other way. Joints
/// win, and the two are never parted. Such a limb has to leave sideways.
#ifndef TUM_CONTACT3_BRIDGE3_H
#define TUM_CONTACT3_BRIDGE3_H

#include "space3/space3.h"

/// Turns the plane of contact of a pair of convex shapes that overlap deeply, where one of them is
/// joined to bodies on both sides of the other, or by one body to the other and pulled away from
/// there: across the line between these, along the shortest way out that there is.
///
/// @param world_from_a  pose of the first shape.
/// @param a_from_b      pose of the second one in its frame.
/// @return whether it did.
bool tum_bridge3(const Space3 *space, const Topology *topology, const Contact *contact,
                 Pose3 world_from_a, Pose3 a_from_b, LocalManifold3 *touch);

#endif
