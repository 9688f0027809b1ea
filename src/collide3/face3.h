// SPDX-License-Identifier: MIT
/// face3.h: the part of a convex shape's surface that faces a direction, as a polygon, an edge or a
/// point. Clipping of two such parts gives the contact points of two shapes.
#ifndef TUM_COLLIDE3_FACE3_H
#define TUM_COLLIDE3_FACE3_H

#include "shape3/shape3.h"

/// Corners of a face; a polygon with more is thinned out evenly. A disc has RIM_POINTS.
enum { FACE_POINTS_MAX = 64, RIM_POINTS = 16 };

typedef struct Face3 {
    Vec3 normal; ///< Unit, outward; for an edge, the normal of the surface beside it. Zero where
                 ///< the surface has curvature in both directions.
    int count;   ///< 1: point; 2: edge; more: polygon
    Vec3 points[FACE_POINTS_MAX];    ///< counter-clockwise seen from outside
    uint32_t names[FACE_POINTS_MAX]; ///< constant from step to step, unique within the shape
    bool is_round;                   ///< The polygon approximates a disc.
    float curvature[2]; ///< [m] Of an edge: radius of the surface across it, at both points; 0: a
                        ///< sharp edge, or an uneven curve.
} Face3;

/// The widest feature whose outward normal is near `direction` and that contains, or nearly
/// contains, the support point along it.
///
/// The rim of a cylinder is a polygon of exact rim points. The polygon of a leaning cap begins at
/// the support point. The polygon of a cap that faces `direction` squarely is locked to the axes of
/// `shape_from_lock`, those of the other shape, so that a spinning cylinder does not carry its
/// contacts around.
///
/// @param direction  unit, in the shape's frame.
void tum_face3_toward(const Shape3 *shape, Vec3 direction, Quat shape_from_lock, Face3 *face);

/// The edge at the support point, or the line along a round bar, that is nearly perpendicular to
/// `direction`.
///
/// @param slope  the greatest sine of the angle by which it leans.
/// @return false when there is none.
bool tum_face3_edge_toward(const Shape3 *shape, Vec3 direction, float slope, Face3 *edge);

/// Cosine between a direction and the flat face most nearly perpendicular to it: exact for boxes
/// and cylinders, 1 for hulls, whose faces have to be searched, and 0 for shapes without faces.
float tum_face3_alignment(const Shape3 *shape, Vec3 direction);

/// Normal of a cylinder's or cone's side at the azimuth of a direction.
Vec3 tum_face3_side_normal(const Shape3 *cylinder, Vec3 direction);

/// Face of a hull.
void tum_face3_of_hull(const Hull3 *hull, uint32_t index, Face3 *face);

/// Side of a box; axis 0 to 2.
void tum_face3_of_box(Vec3 half, int axis, bool positive, Face3 *face);

/// Transforms a face into another frame.
void tum_face3_transform(Face3 *face, Pose3 pose);

#endif
