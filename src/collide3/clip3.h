// SPDX-License-Identifier: MIT
/// clip3.h: contact points of two faces or edges that lie over each other.
#ifndef TUM_COLLIDE3_CLIP3_H
#define TUM_COLLIDE3_CLIP3_H

#include "collide3/collide3.h"
#include "collide3/face3.h"

/// Widening of the prism, as a share of the reference's extent: corners of equal faces that are
/// stacked flush stay corners.
#define CLIP_FLUSH_SHARE 2e-4f

/// Each side of the reference cuts off one corner and adds at most one.
enum { CLIP_POINTS_MAX = 2 * FACE_POINTS_MAX };

/// Clips an edge or a polygon against the prism over a reference polygon (Sutherland and Hodgman,
/// "Reentrant Polygon Clipping", 1974) and measures the remaining points against the plane of the
/// reference.
///
/// The feature of a point names what meets: a vertex of A, a vertex of B, or an edge of each. The
/// name does not depend on which of the polygons is the reference.
///
/// @param normal  unit, from A toward B; nearly perpendicular to the reference.
/// @param points  receives the points with a separation up to the margin.
/// @return number of points.
int tum_clip3_faces(const Face3 *reference, const Face3 *incident, bool reference_is_a, Vec3 normal,
                    float margin, LocalPoint3 points[CLIP_POINTS_MAX]);

/// Contact points of two nearly parallel edges, or of a round bar and an edge or another bar at an
/// angle of up to 45 degrees: both ends of the stretch along which they run beside each other. With
/// its nearest point alone, a bar in a pile would rock into what it crosses.
///
/// @return 0 when the edges cross at an angle or do not run beside each other.
int tum_clip3_edges(const Face3 *a, const Face3 *b, Vec3 normal, float margin,
                    LocalPoint3 points[CLIP_POINTS_MAX]);

#endif
