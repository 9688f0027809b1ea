// SPDX-License-Identifier: MIT
/// face4.h: faces of convex shapes in a direction, and the contact points of two faces.
///
/// Seen along a normal, the contact hyperplane has three dimensions. A face fills it (a cell), or
/// is a polygon, an edge or a point in it. All of these are stored alike: as edges, and as slabs
/// between which the face lies; directions without thickness have thin slabs. The contact points of
/// two faces are the ends of the edges of either, clipped by the slabs of the other
/// (docs/simulation.md#11-four-dimensions).
#ifndef TUM_COLLIDE4_FACE4_H
#define TUM_COLLIDE4_FACE4_H

#include "collide4/manifold4.h"
#include "shape4/shape4.h"

enum { FACE4_EDGES = 12, FACE4_SLABS = 6 };

/// Region between two parallel hyperplanes: low <= normal . p <= high.
typedef struct Slab4 {
    Vec4 normal; ///< Perpendicular to the contact normal.
    float low, high;
    float slack; ///< [m] Ends of edges outside by less are not clipped, so that flush corners keep
                 ///< their names.
    uint32_t name_low, name_high;
} Slab4;

typedef struct Edge4 {
    Vec4 ends[2];
    uint32_t names[2];  ///< Two equal names: a point.
    uint8_t corners[2]; ///< Corner numbers of a box, a bit per axis.
    bool gives[2];      ///< The unclipped end gives a point: one edge of each corner has this flag.
} Edge4;

/// Pose of a shape in the frame of the contact search.
typedef struct View4 {
    const Shape4 *shape;
    Mat4 rotation;
    Vec4 position;
} View4;

typedef struct Face4 {
    int dimension; ///< 0 to 3
    Vec4 normal;   ///< Unit normal of a hyperplane that contains the face, tilted as little as
                   ///< possible from the contact normal.
    float offset;  ///< normal . p = offset on the face.
    int edge_count, slab_count; ///< Counts of those stored here.
    Edge4 edges[FACE4_EDGES];
    Slab4 slabs[FACE4_SLABS];
    bool is_box; ///< center and arms are set; the corners are computed from them.
    Vec4 center, arms[3];
    int hull_count; ///< Count of edges, and bound of slabs, that are looked up in a hull.
    View4 view;     ///< Pose of the hull.
    uint32_t item;  ///< Index of the cell or polygon.
    Vec4 plane[2];  ///< Basis of the polygon.
    Vec4 contact;   ///< The contact normal.
} Face4;

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

/// The contact points of the faces of two cores, without duplicates.
///
/// @param normal     unit, from A toward B.
/// @param radius_a   [m] radius around the core of A; likewise radius_b.
/// @param margin     [m] greatest separation of points.
/// @param same       [m] nearer points count as one.
/// @param batch      receives the points; its normal is set here.
void tum_face4_meet(const Face4 *a, const Face4 *b, Vec4 normal, float radius_a, float radius_b,
                    float margin, float same, Batch4 *batch);

#endif
