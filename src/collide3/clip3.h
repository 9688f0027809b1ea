// SPDX-License-Identifier: MIT
/// clip3.h: face against face: where two features that face each other lie over each other.
#ifndef TUM_COLLIDE3_CLIP3_H
#define TUM_COLLIDE3_CLIP3_H

#include "collide3/collide3.h"
#include "collide3/face3.h"

/// The prism is this share of the reference's extent wider than the reference, so that the corners
/// of equal faces stacked flush stay the corners they are.
#define CLIP_FLUSH_SHARE 2e-4f

/// Each side of the reference cuts off one corner and adds at most one.
enum { CLIP_POINTS_MAX = 2 * FACE_POINTS_MAX };

/// Clips an edge or a polygon against the prism over a reference polygon (Sutherland and Hodgman,
/// "Reentrant Polygon Clipping", 1974) and measures what is left against the reference's plane.
///
/// Points are named after what meets: a vertex of A, a vertex of B, or an edge of each. That is the
/// same whichever polygon is the reference.
///
/// @param normal  unit, from A toward B; nearly across the reference.
/// @param points  receives those with a separation up to the margin.
/// @return their number.
int tum_clip3_faces(const Face3 *reference, const Face3 *incident, bool reference_is_a, Vec3 normal,
                    float margin, LocalPoint3 points[CLIP_POINTS_MAX]);

/// Where two nearly parallel edges run beside each other: the two ends of that stretch.
/// @return 0 when they cross at an angle or pass each other by.
int tum_clip3_edges(const Face3 *a, const Face3 *b, Vec3 normal, float margin,
                    LocalPoint3 points[CLIP_POINTS_MAX]);

#endif
