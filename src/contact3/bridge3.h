// SPDX-License-Identifier: MIT
/// bridge3.h: limbs that pass through a collider.
///
/// The shortest direction out of an overlap is the wrong one for an arm that passes through a
/// torso: it may lead along the arm, while the neighbours of the arm on either side are pushed in
/// opposite directions. The joints win, and the two bodies never separate. Such a limb has to leave
/// sideways.
#ifndef TUM_CONTACT3_BRIDGE3_H
#define TUM_CONTACT3_BRIDGE3_H

#include "space3/space3.h"

/// Turns the local manifold of two convex shapes that overlap deeply, if one of them is joined to
/// bodies on both sides of the other, or by one body to the other and pulled away from that body.
/// The new normal is at right angles to the line between these bodies, in the direction of least
/// overlap.
///
/// @param world_from_a  pose of the first shape.
/// @param a_from_b      pose of the second shape in the frame of the first.
/// @return whether the manifold was turned.
bool tum_bridge3(const Space3 *space, const Topology *topology, const Contact *contact,
                 Pose3 world_from_a, Pose3 a_from_b, LocalManifold3 *manifold);

#endif
