// SPDX-License-Identifier: MIT
/// query4.h: which colliders a line or a point comes near in 4D, the nearest first.
///
/// All that query3.h says of walks holds here.
#ifndef TUM_SPACE4_QUERY4_H
#define TUM_SPACE4_QUERY4_H

#include "space4/space4.h"

/// A box that moves along a line; a ray is a box without size.
typedef struct Sweep4 {
    DVec4 from;   ///< [m] The middle of the box.
    DVec4 along;  ///< [m]
    DVec4 extent; ///< [m] Half edges.
} Sweep4;

/// Boxes were rounded when they were made; by this share of where they lie they count as larger.
#define SWEEP4_SLACK 1e-6

/// Looks at a collider whose box is near enough.
///
/// @param limit  fraction or distance beyond which nothing counts any more.
/// @return the limit from now on, at most `limit`; negative: the walk ends.
typedef double QueryVisit4(void *user, int32_t collider, double limit);

/// Visits colliders whose boxes the moving box meets at a fraction up to `limit`.
void tum_query4_sweep(const Topology *topology, const Sweep4 *sweep, double limit,
                      QueryVisit4 *visit, void *user);

/// Visits colliders whose boxes are within `limit` [m] of a point.
void tum_query4_near(const Topology *topology, DVec4 point, double limit, QueryVisit4 *visit,
                     void *user);

#endif
