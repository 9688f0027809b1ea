// SPDX-License-Identifier: MIT
/// local_manifold3.h: where and along which normal two shapes touch.
#ifndef TUM_COLLIDE3_LOCAL_MANIFOLD3_H
#define TUM_COLLIDE3_LOCAL_MANIFOLD3_H

#include "math/math3.h"

enum {
    TOUCH_POINTS = 4, ///< Points of one plane of contact.
    TOUCHES_MAX = 16  ///< Planes of contact of one pair; only meshes have more than one.
};

/// One point where two shapes meet.
typedef struct TouchPoint3 {
    Vec3 position;    ///< [m] In the frame of A, halfway between the two surfaces.
    float separation; ///< [m] Along the normal; negative: they overlap.
    uint32_t feature; ///< Names what meets here (vertex, edge, face of either side, triangle); the
                      ///< same from step to step while the same features meet. Unique in a Touch3.
} TouchPoint3;

/// A plane of contact.
typedef struct Touch3 {
    Vec3 normal;     ///< Unit, in the frame of A, from A toward B.
    int point_count; ///< 1 to TOUCH_POINTS.
    TouchPoint3 points[TOUCH_POINTS];
} Touch3;

#endif
