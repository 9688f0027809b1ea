// SPDX-License-Identifier: MIT
/// bound3.h: axis-aligned boxes in 3D. [m]
#ifndef TUM_SHAPE3_BOUND3_H
#define TUM_SHAPE3_BOUND3_H

#include "math/math3.h"

/// Axis-aligned box. [m]
typedef struct Bound3 {
    Vec3 low, high;
} Bound3;

#endif
