// SPDX-License-Identifier: MIT
/// face_pair4.h: the contact points of two convex shapes whose contact normal is known.
#ifndef TUM_COLLIDE4_FACE_PAIR4_H
#define TUM_COLLIDE4_FACE_PAIR4_H

#include "collide4/face4.h"

/// Two convex shapes and their contact normal.
typedef struct FacePair4 {
    View4 a, b;
    Vec4 normal; ///< Unit, from A toward B.
    float separation, margin;
    float extent;       ///< [m] Size of the smaller shape, to which tolerances are relative.
    const Vec4 *middle; ///< Midpoint of the nearest points of the surfaces, or NULL: unknown.
    bool is_part;       ///< A is part of a larger shape, so the deepest point may lie outside the
                        ///< faces.
} FacePair4;

/// The contact points of the faces of A and B that face each other, plus the middle where the faces
/// are not as deep.
/// @return false without points, or without deep points where the middle is unknown.
bool tum_meet_faces4(const FacePair4 *pair, Batch4 *batch);

/// The local manifold of the best of these points. @return 1, or 0.
int tum_local_manifold4_of_faces(const FacePair4 *pair, LocalManifold4 *manifold);

/// True when the faces meet at the separation along the normal. No axis separates the shapes more
/// then, and no search is needed. Cores must be separate along the axis, or another axis may have
/// less overlap.
bool tum_faces_are_deepest4(const FacePair4 *pair, Batch4 *batch);

#endif
