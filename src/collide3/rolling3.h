// SPDX-License-Identifier: MIT
/// rolling3.h: the surface of a shape near a contact as a radius around a core on its axis.
///
/// A shape of revolution turns about its axis without any change of its surface. A contact that
/// followed points of the surface would be carried away by such a turn; a contact that follows
/// points of the axis stays where the shapes touch.
#ifndef TUM_COLLIDE3_ROLLING3_H
#define TUM_COLLIDE3_ROLLING3_H

#include "collide3/local_manifold3.h"
#include "shape3/shape3.h"

/// Radius around a segment of the shape's Y axis. Radius 0: the surface is flat or a corner, and
/// the contact follows its points.
typedef struct RollingCore3 {
    float radius;    ///< [m]
    float low, high; ///< [m] Ends of the segment.
} RollingCore3;

/// Cores of two shapes at a manifold. The surface around a core has the normal of the shape's own
/// surface at the contact, and differs from it by second order in the motion.
///
/// @param manifold  of A and B, in the frame of A.
/// @return false when there are none: points of the manifold would leave the place of contact, as
/// on
///         the slanted side of a cone or on surfaces with two curvatures.
bool tum_rolling_cores3(const Shape3 *a, const Shape3 *b, Pose3 a_from_b,
                        const LocalManifold3 *manifold, RollingCore3 cores[2]);

#endif
