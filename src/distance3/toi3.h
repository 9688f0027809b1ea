// SPDX-License-Identifier: MIT
/// toi3.h: when two shapes that fly and turn meet.
///
///     double t = tum_impact_time3(&wall, &thing, slop, 1.0, &normal);
///     if (t < 1.0) { … both are put where they are at t … }
///
/// Conservative advancement (Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems",
/// 1996; Zhang, Lee, Kim, "Interactive Continuous Collision Detection for Non-convex Polyhedra",
/// 2006): whatever the answer, up to it the shapes are never deeper in each other than asked for.
#ifndef TUM_DISTANCE3_TOI3_H
#define TUM_DISTANCE3_TOI3_H

#include "math/math3_64.h"
#include "shape3/core3.h"

/// A shape on a body that goes straight and turns evenly. Fractions are of `along` and `turn`.
typedef struct Moving3 {
    const Shape3 *shape;
    Pose3 center_from_shape;
    DVec3 center;   ///< [m] Of the body's turning, at fraction 0.
    DQuat rotation; ///< World from body at fraction 0.
    DVec3 along;    ///< [m]
    DVec3 turn;     ///< [rad] A vector along the axis.
} Moving3;

DQuat tum_moving3_rotation(const Moving3 *moving, double fraction);
DVec3 tum_moving3_center(const Moving3 *moving, double fraction);

/// When the probe has sunk into the target by `slop`.
///
/// @param target  any shape
/// @param probe   a convex shape
/// @param slop    [m] > 0, less than the thickness of either. What is that deep to begin with meets
///                at 0; what is six times as deep, when it sinks by another quarter.
/// @param limit   fraction up to which is looked
/// @param normal  receives the unit vector from the target to the probe there, in the world
/// @return the fraction, 0 to `limit`; beyond `limit`: never. Where shapes stay close without
///         touching it may be too early, never too late.
double tum_impact_time3(const Moving3 *target, const Moving3 *probe, double slop, double limit,
                        Vec3 *normal);

#endif
