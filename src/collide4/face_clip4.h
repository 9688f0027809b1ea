// SPDX-License-Identifier: MIT
/// face_clip4.h: the contact points of two faces: the ends of the edges of either, clipped by the
/// slabs of the other (docs/simulation.md#11-four-dimensions).
#ifndef TUM_COLLIDE4_FACE_CLIP4_H
#define TUM_COLLIDE4_FACE_CLIP4_H

#include "collide4/face4.h"

/// The contact points of the faces of two cores, without duplicates.
///
/// @param normal     unit, from A toward B.
/// @param radius_a   [m] radius around the core of A; likewise radius_b.
/// @param margin     [m] greatest separation of points.
/// @param same       [m] nearer points count as one.
/// @param batch      receives the points; its normal is set here.
void tum_face4_meet(const Face4 *a, const Face4 *b, Vec4 normal, float radius_a, float radius_b,
                    float margin, float same, Batch4 *batch);

#endif
