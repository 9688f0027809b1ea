// SPDX-License-Identifier: MIT
/// joint_pieces3.h: joint islands move to the end of a substep, where arms sweep far in pieces.
///
/// Rows of the pose at the beginning of a substep are wrong for arms that sweep far in it, as when
/// a chain snaps taut. The joint island then moves in pieces, each a substep for the joints alone.
/// So does a separated or strained joint island.
#ifndef TUM_JOINT3_JOINT_PIECES3_H
#define TUM_JOINT3_JOINT_PIECES3_H

#include "space3/space3.h"

/// Number of pieces, PIECES_MOST at most, in which arms that sweep `sweep` [rad] in a substep move.
int tum_joint3_pieces_to_sweep(double sweep);

/// Moves the bodies of a joint island by a substep; those of a joint sweep move elsewhere. Stops
/// early where a body would hit an immovable one: tum_move_joined3.
void tum_joint_island3_move(Space3 *space, const Sim *sim, StepTime time,
                            JointIsland3 *joint_island);

#endif
