// SPDX-License-Identifier: MIT
/// joint_net3.h: whether a net is swept, or has a matrix: by the masses that it may have to hold.
#ifndef TUM_JOINT3_JOINT_NET3_H
#define TUM_JOINT3_JOINT_NET3_H

#include "space3/space3.h"

/// Criteria of nets.
typedef struct NetJudge3 {
    const Space3 *space;
    float heaviest; ///< [kg] Of all dynamic bodies of the world.
} NetJudge3;

NetJudge3 tum_net_judge3(const Space3 *space, const Topology *topology);

/// JointLayoutDef.holds_net. No body that moves by forces is much heavier than the lightest one of
/// the net, wherever it is.
///
/// @param judge  a NetJudge3.
bool tum_net3_is_held_by_sweep(const void *judge, const int32_t *bodies, int32_t count);

/// Whether changes of masses since joints were laid out change the solver of a net, so that joints
/// have to be laid out anew.
bool tum_space3_rejudges_nets(Space3 *space, const Topology *topology);

#endif
