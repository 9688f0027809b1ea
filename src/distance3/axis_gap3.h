// SPDX-License-Identifier: MIT
/// axis_gap3.h: distance of a shape of revolution and a straight feature of another shape: the axis
/// of a capsule or cylinder, an edge or a corner. Closed forms where GJK and EPA would search.
#ifndef TUM_DISTANCE3_AXIS_GAP3_H
#define TUM_DISTANCE3_AXIS_GAP3_H

#include "distance3/epa3.h"

/// Distance or shallow overlap of two cores, of which one at least is a capsule, a cylinder or a
/// cone and the other has an edge, a corner or an axis toward it.
///
/// The result is certified: no point of B lies nearer along the normal than the gap says. A gap
/// above 0 is then the distance. A gap below 0 is the depth along a normal from which the depth
/// only grows in its neighbourhood, near the guess; the overlap is shallow, and reaches no end of a
/// side within 1.2 times the depth.
///
/// @param guess  unit, from A to B: the normal of the step before.
/// @return false where no closed form holds.
bool tum_axis_gap3(Core3 *a, Core3 *b, DVec3 guess, Gap3 *gap);

#endif
