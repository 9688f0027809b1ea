// SPDX-License-Identifier: MIT
/// joint_numbers3.h: parameters of 3D joints that joint islands and articulations share.
#ifndef TUM_JOINT3_JOINT_NUMBERS3_H
#define TUM_JOINT3_JOINT_NUMBERS3_H

#include "schedule/joint_numbers.h"

// Cosines between which the correction fades out, of the rotation of a range's direction in a
// substep: a correction along an outdated direction makes errors larger.
static const double TURNED_LITTLE = 0.98, TURNED_MUCH = 0.9;

static const double SHORTEST = 1e-12; // [m] shorter vectors have no direction

// angle / sine as a function of the squared sine, for angles below 0.2 rad: the series of the
// arcsine. The remainder is below the rounding error.
enum { ARCSINE_COUNT = 9 };
static const double ARCSINE_TERMS[ARCSINE_COUNT] = {
    1.0,           1.0 / 6.0,       3.0 / 40.0,      5.0 / 112.0,      35.0 / 1152.0,
    63.0 / 2816.0, 231.0 / 13312.0, 143.0 / 10240.0, 6435.0 / 557056.0};
static const double SMALL_SINE_SQUARED = 0.04;

#endif
