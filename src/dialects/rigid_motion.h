// SPDX-License-Identifier: MIT
/// rigid_motion.h: motion objects of the MSFT and KHR line.
///
///     {"mass": 2, "inertiaDiagonal": [1, 1, 0], "linearVelocity": [0, 3, 0]}
///
/// One grammar from 2022 to today: a mass or a moment of zero is infinite (decision D3), velocities
/// are in node space (D15). Revisions differ in the meaning of absent properties (D10) and in the
/// form of inertia, once a tensor.
#ifndef TUM_DIALECTS_RIGID_MOTION_H
#define TUM_DIALECTS_RIGID_MOTION_H

#include "dialects/scene_reader.h"

typedef struct MotionRules {
    bool has_defaults; ///< MSFT: 1 kg about the node's origin; otherwise the colliders give mass
                       ///< and centre.
    bool has_tensor;   ///< `inertiaTensor` is read in the absence of `inertiaDiagonal`.
} MotionRules;

/// Adds the motion of a node to the scene.
void tum_rigid_motion_read(SceneReader *reader, int32_t node, const Cursor *motion,
                           const MotionRules *rules);

#endif
