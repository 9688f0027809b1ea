// SPDX-License-Identifier: MIT
/// shapecast4.h: where a convex shape that moves along a line in 4D, without turning, first touches
/// another; and how near a point is to a shape.
#ifndef TUM_SPACE4_SHAPECAST4_H
#define TUM_SPACE4_SHAPECAST4_H

#include "space4/gjk4.h"
#include "space4/raycast4.h"

/// How near shapes that touch come to each other before a cast answers. [m]
#define SHAPECAST4_TOUCH 1e-6

/// Where a convex shape on its way meets another, in the frame both are placed in.
typedef struct Advance4 {
    double fraction;
    DVec4 normal; ///< From target to probe; any length.
    DVec4 point;  ///< On the target.
} Advance4;

/// Conservative advancement (Mirtich, "Impulse-based Dynamic Simulation", 1996): never farther than
/// a plane between both allows, so nothing is passed through.
///
/// @param touch  [m] how near is touching.
bool tum_advance4(const Placed4 *target, const Placed4 *probe, DVec4 along, double limit,
                  double touch, Advance4 *met);

/// Moves `probe`, a convex shape, from its pose along `along` until it touches `target`.
///
/// The answer is early by a micrometre of separation, and by more only where shapes graze each
/// other for long, the search being bounded. A cast that begins in overlap hits at fraction 0 with
/// the normal opposite to the way. Shapes that touch at the start and do not come closer do not
/// hit. Meshes are thin.
///
/// @param along  [m] in the world; has a length.
/// @param limit  the fraction up to which a hit counts, itself included.
/// @param hit    written only when the answer is true; the normal leads from target to probe.
bool tum_shapecast4(const Shape4 *target, Pose4 world_from_target, const Shape4 *probe,
                    Pose4 world_from_probe, Vec4 along, double limit, CastHit4 *hit);

/// The point of a shape that is nearest to another point.
typedef struct Nearest4 {
    double distance; ///< [m] To the surface; negative inside what is solid.
    Vec4 normal;     ///< Unit, in the world: the way out from the surface, toward the other point
                     ///< unless that is inside.
    Vec4 point;      ///< [m] In the world, on the surface.
    int32_t tetrahedron; ///< As in CastHit4.
} Nearest4;

/// @param limit    [m] what is farther does not count.
/// @param nearest  written only when the answer is true.
bool tum_nearest4(const Shape4 *shape, Pose4 world_from_shape, Vec4 point, double limit,
                  Nearest4 *nearest);

#endif
