// SPDX-License-Identifier: MIT
/// shapecast4.h: casts of convex shapes along a line without rotation, and nearest points, in 4D.
#ifndef TUM_DISTANCE4_SHAPECAST4_H
#define TUM_DISTANCE4_SHAPECAST4_H

#include "distance4/cast_hit4.h"
#include "distance4/gjk4.h"

/// [m] Separation at which a cast reports a hit.
#define SHAPECAST4_TOUCH 1e-6

/// First contact of a convex shape on its path, in the common frame of both shapes.
typedef struct Advance4 {
    double fraction;
    DVec4 normal; ///< From target to probe; any length.
    DVec4 point;  ///< On the target.
} Advance4;

/// Conservative advancement (Mirtich, "Impulse-based Dynamic Simulation", 1996): each advance is
/// bounded by a plane between the shapes, so the cast cannot tunnel.
///
/// @param touch  [m] separation that counts as contact.
bool tum_advance4(const Placed4 *target, const Placed4 *probe, DVec4 along, double limit,
                  double touch, Advance4 *met);

/// Moves `probe`, a convex shape, from its pose along `along` until it touches `target`.
///
/// The hit is early by a micrometre of separation, and by more only where shapes graze each other
/// over a long distance, since the search is bounded. A cast that begins in overlap hits at
/// fraction 0 with the normal opposite to the displacement. Shapes that touch at the start and do
/// not approach do not hit. Meshes are thin.
///
/// @param along  [m] in the world; not zero.
/// @param limit  the greatest fraction of a hit, inclusive.
/// @param hit    written only when the result is true; the normal points from target to probe.
bool tum_shapecast4(const Shape4 *target, Pose4 world_from_target, const Shape4 *probe,
                    Pose4 world_from_probe, Vec4 along, double limit, CastHit4 *hit);

/// The point of a shape nearest to another point.
typedef struct Nearest4 {
    double distance; ///< [m] To the surface; negative inside a solid.
    Vec4 normal;     ///< Unit, in the world, outward at the surface: toward the other point unless
                     ///< that is inside.
    Vec4 point;      ///< [m] In the world, on the surface.
    int32_t tetrahedron; ///< As in CastHit4.
} Nearest4;

/// Finds the nearest point of a shape.
/// @param limit    [m] the greatest distance.
/// @param nearest  written only when the result is true.
bool tum_nearest4(const Shape4 *shape, Pose4 world_from_shape, Vec4 point, double limit,
                  Nearest4 *nearest);

#endif
