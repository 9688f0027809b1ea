// SPDX-License-Identifier: MIT
/// query4.h: spatial queries in 4D: colliders near a line or a point, the nearest first.
///
/// The contract is that of query3.h.
#ifndef TUM_SPACE4_QUERY4_H
#define TUM_SPACE4_QUERY4_H

#include "space4/space4.h"

/// A box that moves along a line; a box without size is a ray.
typedef struct Sweep4 {
    DVec4 from;   ///< [m] Centre of the box.
    DVec4 along;  ///< [m] Displacement.
    DVec4 extent; ///< [m] Half edges.
} Sweep4;

/// Relative enlargement of boxes, which were rounded when they were made.
#define SWEEP4_SLACK 1e-6

/// Tests a collider whose box is near enough.
///
/// @param limit  fraction or distance beyond which hits do not count.
/// @return the new limit, at most `limit`; negative: the walk ends.
typedef double QueryVisit4(void *user, int32_t collider, double limit);

/// Visits colliders whose boxes meet the moving box at a fraction up to `limit`.
void tum_query4_sweep(const Topology *topology, const Sweep4 *sweep, double limit,
                      QueryVisit4 *visit, void *user);

/// Visits colliders whose boxes are within `limit` [m] of a point.
void tum_query4_near(const Topology *topology, DVec4 point, double limit, QueryVisit4 *visit,
                     void *user);

#endif
