// SPDX-License-Identifier: MIT
/// toi3.h: time of impact of two shapes that move and rotate.
///
///     double t = tum_impact_time3(&wall, &thing, slop, 1.0, &normal);
///     if (t < 1.0) { … both are put where they are at t … }
///
/// Conservative advancement (Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems",
/// 1996; Zhang, Lee, Kim, "Interactive Continuous Collision Detection for Non-convex Polyhedra",
/// 2006): until the answer, the penetration never exceeds the given depth.
#ifndef TUM_DISTANCE3_TOI3_H
#define TUM_DISTANCE3_TOI3_H

#include "math/math3_64.h"
#include "shape3/core3.h"

/// A shape on a body with constant velocity and angular velocity. Fractions are of `along` and
/// `turn`.
typedef struct Moving3 {
    const Shape3 *shape;
    Pose3 center_from_shape;
    DVec3 center;   ///< [m] Centre of rotation of the body at fraction 0.
    DQuat rotation; ///< World from body at fraction 0.
    DVec3 along;    ///< [m] Displacement at fraction 1.
    DVec3 turn;     ///< [rad] Rotation vector at fraction 1.
} Moving3;

DQuat tum_moving3_rotation(const Moving3 *moving, double fraction);
DVec3 tum_moving3_center(const Moving3 *moving, double fraction);

/// Fraction at which the probe has sunk into the target by `slop`.
///
/// @param target  any shape.
/// @param probe   a convex shape.
/// @param slop    [m] > 0, less than the thickness of either shape. Shapes that begin at this depth
///                meet at 0; shapes that begin six times as deep meet once they have sunk by
///                another quarter.
/// @param limit   greatest fraction of the search.
/// @param normal  receives the unit vector from target to probe at the impact, in the world.
/// @return the fraction, 0 to `limit`; beyond `limit`: no impact. Where shapes stay close without
///         contact the answer may be early, never late.
double tum_impact_time3(const Moving3 *target, const Moving3 *probe, double slop, double limit,
                        Vec3 *normal);

#endif
