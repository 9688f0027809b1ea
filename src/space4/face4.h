// SPDX-License-Identifier: MIT
/// face4.h: what of a convex shape lies farthest in a direction, and where two such faces meet.
///
/// Seen along a normal, the space of contact has three dimensions. A face fills it (a cell) or is a
/// polygon, an edge or a point in it. All are kept alike: edges, and slabs the face lies between;
/// what has no thickness has thin slabs. Two faces meet where the edges of either, clipped by the
/// slabs of the other, begin and end (docs/simulation.md#11-four-dimensions).
#ifndef TUM_SPACE4_FACE4_H
#define TUM_SPACE4_FACE4_H

#include "space4/collide4.h"
#include "space4/manifold4.h"

enum { FACE4_EDGES = 12, FACE4_SLABS = 6 };

/// Points between two parallel hyperplanes: low <= normal . p <= high.
typedef struct Slab4 {
    Vec4 normal; ///< At right angles to the normal of contact.
    float low, high;
    float slack; ///< [m] What ends so little outside is not cut: corners flush with each other must
                 ///< not change their names with every breath.
    uint32_t name_low, name_high;
} Slab4;

typedef struct Edge4 {
    Vec4 ends[2];
    uint32_t names[2];  ///< The same twice: a point.
    uint8_t corners[2]; ///< Of a box: their numbers, a bit for each axis.
    bool gives[2];      ///< Which end it stands for where it is not cut: one edge of each corner
                        ///< does.
} Edge4;

/// Where a shape stands in the frame in which contact is looked for.
typedef struct View4 {
    const Shape4 *shape;
    Mat4 rotation;
    Vec4 position;
} View4;

typedef struct Face4 {
    int dimension; ///< 0 to 3
    Vec4 normal;   ///< Unit; of a hyperplane that holds the face, leaning as little as it can from
                   ///< the normal of contact.
    float offset;  ///< normal . p = offset on the face.
    int edge_count, slab_count; ///< Of those kept here.
    Edge4 edges[FACE4_EDGES];
    Slab4 slabs[FACE4_SLABS];
    bool is_box; ///< center and arms are set: what the corners are made of.
    Vec4 center, arms[3];
    int hull_count; ///< Edges, and as many or fewer slabs, that are looked up in a hull, of which
    View4 view;     ///< this is the place,
    uint32_t item;  ///< this the number of the cell or polygon,
    Vec4 plane[2];  ///< and these span the polygon.
    Vec4 contact;   ///< The normal of contact.
} Face4;

/// How much of a shape counts as its face.
typedef enum FaceReach4 {
    FACE4_EXACT, ///< What is at right angles to the direction, within rounding.
    FACE4_TIGHT, ///< What deviates from that by no more than 1 degree.
    FACE4_WIDE   ///< The cell most nearly facing it, however it leans.
} FaceReach4;

/// The face of a convex shape's core in the unit direction `toward`.
///
/// @param normal  of contact: toward or its opposite.
/// @param thin    [m] > 0: half the thickness of what has none.
/// @param slack   [m] of the slabs at the face's own ends; hulls have none.
void tum_face4_of_shape(const View4 *view, Vec4 toward, Vec4 normal, FaceReach4 reach, float thin,
                        float slack, Face4 *face);

/// A simplex as a face.
///
/// @param corners  1 to 4 points that span something.
/// @param names    theirs.
/// @param normal   of contact.
void tum_face4_of_simplex(const Vec4 *corners, const uint32_t *names, int count, Vec4 normal,
                          float thin, Face4 *face);

/// The points where the faces of two cores meet, no two in one place.
///
/// @param normal     unit, from A toward B.
/// @param radius_a   [m] of the balls around the cores: the surfaces are so much farther out.
/// @param margin     [m] points with a greater separation are left out.
/// @param same       [m] points nearer to each other are one.
/// @param batch      receives the points; its normal is set here.
void tum_face4_meet(const Face4 *a, const Face4 *b, Vec4 normal, float radius_a, float radius_b,
                    float margin, float same, Batch4 *batch);

#endif
