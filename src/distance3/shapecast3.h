// SPDX-License-Identifier: MIT
/// shapecast3.h: first contact of a convex shape that moves along a line without rotation; nearest
/// point of a shape.
#ifndef TUM_DISTANCE3_SHAPECAST3_H
#define TUM_DISTANCE3_SHAPECAST3_H

#include "distance3/raycast3.h"

/// Separation at which a cast counts as contact. [m]
#define SHAPECAST3_TOUCH 1e-6

/// Moves `probe`, a convex shape, from its pose along `along` until it touches `target`.
///
/// Conservative advancement (Mirtich, "Impulse-based Dynamic Simulation", 1996): the probe never
/// moves farther than a separating plane allows, so nothing is tunnelled through. The answer is
/// early by a micrometre of separation; by a tenth of a millimetre where distances are less certain
/// (rims and edges about to touch); and by more only where shapes graze each other for long,
/// because the number of advances is bounded. A cast that begins in overlap hits at fraction 0,
/// with the normal opposite to the motion. Shapes that touch at the start and do not approach do
/// not hit.
///
/// Meshes are thin. Sheets are thin too; a single-sided sheet is hit only by probes whose middle is
/// on its +Y side at the start.
///
/// @param along  [m] in the world; not zero.
/// @param limit  greatest fraction of a hit.
/// @param hit    written only when the answer is true; the normal is from target to probe.
bool tum_shapecast3(const Shape3 *target, Pose3 world_from_target, const Shape3 *probe,
                    Pose3 world_from_probe, Vec3 along, double limit, CastHit3 *hit);

/// The point of a shape nearest to another point.
typedef struct Nearest3 {
    double distance;  ///< [m] From the surface; negative inside solid shapes.
    Vec3 normal;      ///< Unit, in the world: outward normal of the surface, toward the other point
                      ///< unless that is inside.
    Vec3 point;       ///< [m] In the world, on the surface.
    int32_t triangle; ///< As in CastHit3.
} Nearest3;

/// Nearest point of a shape to a point of the world.
///
/// @param limit    [m] greatest distance of the nearest point.
/// @param nearest  written only when the answer is true.
bool tum_nearest3(const Shape3 *shape, Pose3 world_from_shape, Vec3 point, double limit,
                  Nearest3 *nearest);

#endif
