// SPDX-License-Identifier: MIT
/// face4.h: faces of convex shapes in a direction.
///
/// Seen along a normal, the contact hyperplane has three dimensions. A face fills it (a cell), or
/// is a polygon, an edge or a point in it. All of these are stored alike: as edges, and as slabs
/// between which the face lies; directions without thickness have thin slabs. Contact
/// points are found by clipping the edges of one face by the slabs of another (face_clip4.h).
#ifndef TUM_COLLIDE4_FACE4_H
#define TUM_COLLIDE4_FACE4_H

#include "collide4/face_data4.h"

/// Size of the region that counts as the face of a shape.
typedef enum FaceTolerance4 {
    FACE4_EXACT, ///< Perpendicular to the direction within rounding.
    FACE4_TIGHT, ///< Perpendicular to the direction within 1 degree.
    FACE4_WIDE   ///< The cell that faces the direction most, at any tilt.
} FaceTolerance4;

/// The face of a convex shape's core in the unit direction `toward`.
///
/// @param normal  contact normal: toward or its opposite.
/// @param thin    [m] > 0: half thickness of slabs in directions without extent.
/// @param slack   [m] of the slabs at the face's own ends; hulls have none.
void tum_face4_of_shape(const View4 *view, Vec4 toward, Vec4 normal, FaceTolerance4 tolerance,
                        float thin, float slack, Face4 *face);

/// A simplex as a face.
///
/// @param corners  1 to 4 affinely independent points.
/// @param names    names of the corners.
/// @param normal   contact normal.
void tum_face4_of_simplex(const Vec4 *corners, const uint32_t *names, int count, Vec4 normal,
                          float thin, Face4 *face);

#endif
