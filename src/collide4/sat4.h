// SPDX-License-Identifier: MIT
/// sat4.h: separating axis test of boxes in 4D: the axis of greatest separation or least overlap.
#ifndef TUM_COLLIDE4_SAT4_H
#define TUM_COLLIDE4_SAT4_H

#include "collide4/pair_cache4.h"

typedef enum AxisKind4 {
    AXIS4_NONE,   ///< The value of an empty PairCache4.
    AXIS4_CELL_A, ///< a: the axis of A
    AXIS4_CELL_B, ///< b: the axis of B
    AXIS4_AAB,    ///< a: the pair of A's axes that the face is perpendicular to, b: the edge's axis
                  ///< in B
    AXIS4_ABB,    ///< a: the edge's axis in A, b: the pair of B's axes
    AXIS4_FREE    ///< A direction only; GJK leaves it in a PairCache4.
} AxisKind4;

typedef struct Axis4 {
    AxisKind4 kind;
    uint32_t a, b;
    Vec4 normal; ///< Unit, from A toward B.
    float separation;
} Axis4;

/// Tests two boxes of half sizes half_a and half_b on all 56 axes: 4 cells of A, 4 of B, 24 of a
/// face of A with an edge of B, 24 of an edge of A with a face of B. The normal perpendicular to an
/// edge of B and to all axes of A but p and q lies in the plane of p and q: pairs are numbered XY
/// XZ YZ XW YW ZW. Among nearly equal axes, cells win over the others, the axis of the cache over
/// another, and A over B.
///
/// @param rotation  turns B's axes into A's.
/// @param best      receives the best axis, and the best axis of the other sort: cells are one
///                  sort, edges with faces the other.
/// @return false when an axis separates the boxes by more than the margin; best[0] is that axis.
bool tum_sat4_boxes(Vec4 half_a, Vec4 half_b, Vec4 position, Mat4 rotation, float margin,
                    const PairCache4 *cache, Axis4 best[2]);

#endif
