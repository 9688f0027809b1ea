// SPDX-License-Identifier: MIT
/// sat3.h: separating axes of boxes and hulls: the axis of greatest separation, or of least
/// penetration, and the features that meet along it.
#ifndef TUM_COLLIDE3_SAT3_H
#define TUM_COLLIDE3_SAT3_H

#include "collide3/collide3.h"

typedef enum AxisKind3 {
    AXIS3_NONE,   ///< Value of an empty PairCache3.
    AXIS3_FACE_A, ///< a: face; of a box 2 * axis + 1 for the positive side
    AXIS3_FACE_B, ///< b: face, likewise
    AXIS3_EDGES,  ///< a, b: the edges
    AXIS3_FREE    ///< Direction only; GJK and EPA leave it in a PairCache3.
} AxisKind3;

typedef struct Axis3 {
    AxisKind3 kind;
    uint32_t a, b;
    Vec3 normal; ///< Unit, from A toward B.
    float separation;
} Axis3;

/// A box as a hull without allocation: the hull points into this struct, which must not move.
/// Vertices are numbered by the signs of their coordinates, faces as in AXIS3_FACE_A.
typedef struct BoxHull3 {
    Hull3 hull;
    Vec3 vertices[8], normals[6];
    float offsets[6];
    uint32_t face_first[7], face_vertices[24], edges[12][4], neighbor_first[9], neighbors[24];
    uint32_t cap_first[9], caps[24];
    _Alignas(32) float face_lanes[1][4][HULL_LANES];
} BoxHull3;

void tum_box_hull3_init(BoxHull3 *box, Vec3 half);

/// True when two hulls are small enough for tum_sat3_hulls.
bool tum_sat3_suits(const Hull3 *a, const Hull3 *b);

/// Axis of two hulls that suit: all faces, and the pairs of edges that are faces of the Minkowski
/// difference (Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013). Among
/// nearly equal axes, faces win over edges, the last winner over other axes, and A over B. Where an
/// axis separates the hulls, `axis` is that one.
///
/// Where only edges could tell that hulls are apart, and by more than the margin and the overlap
/// along the best face, the answer may still be true: then the faces that meet along the axis have
/// no point over each other, or the edges are farther from each other than `separation`.
bool tum_sat3_hulls(const Hull3 *a, const Hull3 *b, Pose3 a_from_b, float margin,
                    const PairCache3 *cache, Axis3 *axis);

/// The last step's axis of two hulls at their present poses, and the separation along it.
///
/// @return false when there is none, or it is no axis at these poses: edges no longer face each
///         other, or soon lie flat on a face, whose axis would then be better.
bool tum_sat3_kept(const Hull3 *a, const Hull3 *b, Pose3 a_from_b, const PairCache3 *cache,
                   Axis3 *axis);

/// Separation of two hulls along a unit vector in A's frame. [m]
float tum_sat3_along(const Hull3 *a, const Hull3 *b, Pose3 a_from_b, Vec3 axis);

/// Nearest points of the lines through two segments.
void tum_sat3_nearest_on_edges(Vec3 a0, Vec3 a1, Vec3 b0, Vec3 b1, Vec3 *on_a, Vec3 *on_b);

/// Ends of an edge of a box; its number is axis * 4 + the signs of the other two coordinates. The
/// name of the second end has one more bit set.
void tum_sat3_box_edge(Vec3 half, uint32_t edge, Vec3 ends[2], uint32_t names[2]);

#endif
