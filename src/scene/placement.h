// SPDX-License-Identifier: MIT
/// placement.h: the place of a shape in the frame of its owner, in 3D or 4D.
#ifndef TUM_SCENE_PLACEMENT_H
#define TUM_SCENE_PLACEMENT_H

#include "math/math3_64.h"
#include "tumble/scene.h"

typedef struct Placement {
    int32_t shape; ///< The authored shape, a baked one, or -1: no shape.
    DPose3 pose;   ///< In the frame of the node's body, or in the world.
    DVec3 scale;
    bool enabled;
    DMat3 map;  ///< From the authored shape's points to the collider frame; all zero when disabled.
    bool is_4d; ///< The next three members replace pose and scale; no map is set.
    double position4[4], rotation4[16], scale4[4];
} Placement;

#endif
