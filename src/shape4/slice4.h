// SPDX-License-Identifier: MIT
/// slice4.h: slices of shapes by the hyperplane w = c: 3D solids for drawing.
///
/// Slices of convex shapes are convex. A corner on the hyperplane counts as above it, so that a
/// slice is always closed (docs/simulation.md#11-four-dimensions).
#ifndef TUM_SHAPE4_SLICE4_H
#define TUM_SHAPE4_SLICE4_H

#include "shape4/shape4.h"

enum { SLICE4_VERTICES = 12, SLICE4_EDGES = 18, SLICE4_CORNERS = 4 };

/// An edge of a sliced box, and the two cells of the box that meet there: axis * 2, + 1 on its
/// positive side. The edges with the same cell form one polygon.
typedef struct SliceEdge4 {
    uint8_t vertex[2], cell[2];
} SliceEdge4;

typedef struct BoxSlice4 {
    DVec3 vertices[SLICE4_VERTICES];
    SliceEdge4 edges[SLICE4_EDGES];
    int vertex_count, edge_count; ///< 0: the box does not reach the hyperplane.
} BoxSlice4;

BoxSlice4 tum_slice4_box(DVec4 half, DPose4 pose, double w);

/// Slices a tetrahedron.
/// @param corners  in the world.
/// @param polygon  receives the corners of a triangle or quadrangle, in order around it.
/// @return the count of corners: 0, 3 or 4.
int tum_slice4_tetrahedron(const DVec4 corners[4], double w, DVec3 polygon[SLICE4_CORNERS]);

/// The point of a convex shape's slice that is farthest along a direction, of any length but zero.
/// @return false where the shape does not reach the hyperplane.
bool tum_slice4_support(const Shape4 *shape, DPose4 pose, double w, DVec3 direction, DVec3 *point);

/// Slices a plane.
/// @param middle  receives the point of the slice nearest to the plane's origin.
/// @param normal  receives the unit normal of the slice.
/// @return false where the plane is nearly parallel to the hyperplane: there is no slice.
bool tum_slice4_plane(DPose4 pose, double w, DVec3 *middle, DVec3 *normal);

/// True for boxes without curves.
static inline bool slice4_is_box(const Shape4 *shape)
{
    return shape->kind == SHAPE4_ROUNDED && !(shape->radius > 0.0) && shape->exponents[0] == 0.0;
}

typedef void SliceLine4(void *user, DVec3 from, DVec3 to);

/// Count of lines of a round slice: its outline points along the directions of a lattice are
/// joined.
enum { SLICE4_LATTICE = 4, SLICE4_LATTICE_LINES = 12 * SLICE4_LATTICE * SLICE4_LATTICE };

/// Calls `line` for each line of a wireframe of the slice:
///
///     box, hull with cells    its edges
///     mesh                    the polygons of its tetrahedra
///     plane                   a grid of 2 times 11 over 20 m
///     all others              a lattice of SLICE4_LATTICE_LINES
void tum_slice4(const Shape4 *shape, DPose4 pose, double w, SliceLine4 *line, void *user);

#endif
