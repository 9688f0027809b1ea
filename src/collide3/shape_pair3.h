// SPDX-License-Identifier: MIT
/// shape_pair3.h: a pair of shapes in the narrow phase, its cache, and batches of pairs.
#ifndef TUM_COLLIDE3_SHAPE_PAIR3_H
#define TUM_COLLIDE3_SHAPE_PAIR3_H

#include "shape3/shape3.h"

/// Warm start of a pair of shapes from one step to the next: a separating axis or a simplex. All
/// zero: empty. The outcome may depend on the cache, so it belongs to the simulation's state.
typedef struct PairCache3 {
    Vec3 axis;     ///< In the frame of A, or as the pair function defines.
    uint32_t kind; ///< 0: empty; otherwise defined by the pair function.
    uint32_t a, b; ///< Features.
    float apart; ///< [m] Out, for shapes out of contact: lower bound of their separation. Not kept.
} PairCache3;

/// Batches of pairs that are computed together, faster than one by one and with the same bits.
typedef enum Batch3 {
    BATCH3_NONE,
    BATCH3_BOXES,
    BATCH3_CAPSULES,      ///< Capsules that do not taper.
    BATCH3_CAPSULE_BOXES, ///< A capsule that does not taper and a box, in either order.
    BATCH3_COUNT
} Batch3;

enum { BATCH_PAIRS = 8 }; ///< Greatest number of pairs in a batch.

/// A pair of shapes: the arguments of tum_collide3.
typedef struct ShapePair3 {
    const Shape3 *a, *b;
    Pose3 a_from_b;
    float margin;
    PairCache3 *cache;
} ShapePair3;

#endif
