// SPDX-License-Identifier: MIT
/// pair_cache4.h: the cache of a pair of shapes in the narrow phase in 4D.
#ifndef TUM_COLLIDE4_PAIR_CACHE4_H
#define TUM_COLLIDE4_PAIR_CACHE4_H

#include "math/math4.h"

/// State of a pair of shapes that speeds up the next test: a separating axis. All zero: empty. The
/// result may depend on it, so it is part of the simulation's deterministic state.
typedef struct PairCache4 {
    Vec4 axis;     ///< In the frame of A.
    uint32_t kind; ///< 0: empty; other values are defined by the pair function.
    uint32_t a, b; ///< Features.
    float apart;   ///< [m] Output without contact: a lower bound of the distance. Not kept.
} PairCache4;

#endif
