// SPDX-License-Identifier: MIT
/// shapecast3.h: where a convex shape that moves along a line, without turning, first touches
/// another; and how near a point is to a shape.
#ifndef TUM_DISTANCE3_SHAPECAST3_H
#define TUM_DISTANCE3_SHAPECAST3_H

#include "distance3/raycast3.h"

/// How near shapes that touch come to each other before a cast answers. [m]
#define SHAPECAST3_TOUCH 1e-6

/// Moves `probe`, a convex shape, from its pose along `along` until it touches `target`.
///
/// By conservative advancement (Mirtich, "Impulse-based Dynamic Simulation", 1996): never farther
/// than a plane between both shapes allows, so nothing is passed through. The answer is early by
/// a micrometre of separation, by a tenth of a millimetre where distances cannot be told better
/// (rims and edges about to touch), and by more only where shapes graze each other for long, the
/// search being bounded. A cast that begins in overlap hits at fraction 0 with the normal opposite
/// to the way. Shapes that touch at the start and do not come closer do not hit.
///
/// Meshes are thin; sheets too, and one that is not double-sided is met only by probes whose middle
/// is on its +Y side at the start.
///
/// @param along  [m] in the world; has a length.
/// @param limit  the fraction up to which a hit counts, itself included.
/// @param hit    written only when the answer is true; the normal leads from target to probe.
bool tum_shapecast3(const Shape3 *target, Pose3 world_from_target, const Shape3 *probe,
                    Pose3 world_from_probe, Vec3 along, double limit, CastHit3 *hit);

/// The point of a shape that is nearest to another point.
typedef struct Nearest3 {
    double distance;  ///< [m] To the surface; negative inside what is solid.
    Vec3 normal;      ///< Unit, in the world: the way out from the surface, toward the other point
                      ///< unless that is inside.
    Vec3 point;       ///< [m] In the world, on the surface.
    int32_t triangle; ///< As in CastHit3.
} Nearest3;

/// @param limit    [m] what is farther does not count.
/// @param nearest  written only when the answer is true.
bool tum_nearest3(const Shape3 *shape, Pose3 world_from_shape, Vec3 point, double limit,
                  Nearest3 *nearest);

#endif
