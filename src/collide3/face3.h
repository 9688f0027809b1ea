// SPDX-License-Identifier: MIT
/// face3.h: the part of a convex shape's surface that faces a direction, as a polygon, an edge or a
/// point: what is clipped against its counterpart to find where two shapes lie on each other.
#ifndef TUM_COLLIDE3_FACE3_H
#define TUM_COLLIDE3_FACE3_H

#include "shape3/shape3.h"

/// Corners of a face; a polygon with more is thinned out evenly. A disc has RIM_POINTS.
enum { FACE_POINTS_MAX = 64, RIM_POINTS = 16 };

typedef struct Face3 {
    Vec3 normal;                     ///< Unit, outward; of an edge: of the surface beside it. Zero
                                     ///< where the surface is curved both ways.
    int count;                       ///< 1 a point, 2 an edge, more: a polygon
    Vec3 points[FACE_POINTS_MAX];    ///< counter-clockwise seen from outside
    uint32_t names[FACE_POINTS_MAX]; ///< the same from step to step, unique among the shape's
    bool is_round;                   ///< The polygon stands for a disc.
} Face3;

/// The widest feature whose outward normal is near `direction` and that holds, or nearly holds, the
/// farthest point along it.
///
/// The rim of a cylinder is a polygon of exact rim points. Where the cap leans its first corner is
/// the farthest point; where it faces `direction` squarely, the polygon is locked to the axes
/// `shape_from_lock` turns: those of what it touches, so that a spinning cylinder does not carry
/// its contacts around.
///
/// @param direction  unit, in the shape's frame.
void tum_face3_toward(const Shape3 *shape, Vec3 direction, Quat shape_from_lock, Face3 *face);

/// The edge at the farthest point that lies nearly (EDGE_SLOPE) across `direction`.
/// @return false when there is none.
bool tum_face3_edge_toward(const Shape3 *shape, Vec3 direction, Face3 *edge);

/// One face of a hull.
void tum_face3_of_hull(const Hull3 *hull, uint32_t index, Face3 *face);

/// One side of a box: axis 0 to 2.
void tum_face3_of_box(Vec3 half, int axis, bool positive, Face3 *face);

/// Turned and moved into another frame.
void tum_face3_transform(Face3 *face, Pose3 pose);

#endif
