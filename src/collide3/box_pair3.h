// SPDX-License-Identifier: MIT
/// box_pair3.h: pairs of boxes, eight at once: the axis of greatest separation, and the points
/// where the faces along it lie over each other.
///
/// The face to which the axis belongs, the reference, is a rectangle. In its frame the contact
/// points need no polygon clipping: they are the corners of the other face within the rectangle,
/// the points where the other face's edges enter and leave the rectangle, and the rectangle's
/// corners within the other face. For an axis of two edges the reference is A's face most along the
/// axis, and the other face is projected on it along the axis.
///
/// box_pair_kernel3.c implements this, a kernel.
#ifndef TUM_COLLIDE3_BOX_PAIR3_H
#define TUM_COLLIDE3_BOX_PAIR3_H

#include "base/kernel.h"
#include "collide3/sat3.h"
#include "math/wide3.h"

/// Input for a pair: two rows of eight numbers.
typedef struct BoxPairRow3 {
    Pose3 a_from_b;
    float margin; ///< [m]
    Vec3 half_a;  ///< [m] Half edges of A.
    float bias;  ///< [m] Separation by which an axis has to exceed a face that was the axis before.
    Vec3 half_b; ///< [m] Half edges of B.
    float last;  ///< The face or edges of the last step, as below.
} BoxPairRow3;

_Static_assert(sizeof(BoxPairRow3) == 64, "a cache line");

/// BoxPairRow3.last. Faces of A are numbered from 0, faces of B from 6.
enum { BOX_LAST_NONE = -1, BOX_LAST_OF_B = 6, BOX_LAST_EDGES = 12 };

/// Points where two faces may lie over each other, four of each kind, one per corner or edge. Edge
/// i of a face leads from corner i to the next. Corners are (-, -), (+, -), (+, +), (-, +) along
/// the two axes that follow the face's own.
enum {
    BOX_CORNERS = 0,     ///< Corners of the other face.
    BOX_ENTRIES = 4,     ///< Entries of the other face's edges into the reference.
    BOX_EXITS = 8,       ///< Exits of these edges.
    BOX_REFERENCES = 12, ///< Corners of the reference.
    BOX_POINTS = 16
};

/// Answer: an Axis3 per lane, with integers as floats. AXIS3_NONE: the separation exceeds the
/// margin. For AXIS3_EDGES, a and b are the axes along which the edges run.
typedef struct BoxPairResults3 {
    _Alignas(32) Lanes kind, a, b;
    Lanes3 normal;
    Lanes separation;
    Lanes reference, other; ///< Both faces, numbered as in Axis3.
    Lanes points; ///< Bits of the points that exist and whose height is within the margin.
    Lanes sides;  ///< Bits of the crossings at a side across v; the others are at a side across u.
    Lanes u[BOX_POINTS], v[BOX_POINTS]; ///< [m] Along the axes after the reference's own.
    Lanes height[BOX_POINTS];           ///< [m] Height over the reference, along the axis.
} BoxPairResults3;

typedef struct BoxPairKernel3 {
    /// Tests all 15 axes of each pair, and finds the points over the reference. Among nearly equal
    /// axes, faces win over edges, the last winner over other axes, and A over B.
    void (*meet)(const BoxPairRow3 rows[WIDE], BoxPairResults3 *results);
} BoxPairKernel3;

KERNEL_DECLARE(const BoxPairKernel3, tum_box_pair3);

/// Input for a pair of boxes.
BoxPairRow3 tum_box_pair3_row(const Shape3 *a, const Shape3 *b, Pose3 a_from_b, float margin,
                              const PairCache3 *cache);

/// Axis in a lane. Edges are numbered axis * 4 + the signs of the other two coordinates.
///
/// @return false when some axis separates the boxes by more than the margin; axis->separation is
///         then that separation.
bool tum_box_pair3_axis(const BoxPairRow3 *row, const BoxPairResults3 *results, uint32_t lane,
                        Axis3 *axis);

/// Points over the reference as u, v and half the height. Features are the numbers of the points.
///
/// @return number of points.
int tum_box_pair3_points(const BoxPairResults3 *results, uint32_t lane,
                         LocalPoint3 points[BOX_POINTS]);

/// Manifold of the best four of these points, with the names of clip3.h.
///
/// @return 1, or 0 without points.
int tum_box_pair3_manifold(const BoxPairRow3 *row, const BoxPairResults3 *results, uint32_t lane,
                           const Axis3 *axis, const LocalPoint3 *points, int count,
                           LocalManifold3 *manifold);

/// Adds to the single point of an edge contact the points where the faces beside the edges lie over
/// each other, and keeps the best four.
///
/// @param apart  [m] points nearer than this to the single point are left out.
void tum_box_pair3_beside(const BoxPairRow3 *row, const BoxPairResults3 *results, uint32_t lane,
                          float apart, LocalManifold3 *manifold);

#endif
