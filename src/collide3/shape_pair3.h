// SPDX-License-Identifier: MIT
/// shape_pair3.h: a pair of shapes, what it remembers, and pairs that are looked at together.
#ifndef TUM_COLLIDE3_SHAPE_PAIR3_H
#define TUM_COLLIDE3_SHAPE_PAIR3_H

#include "shape3/shape3.h"

/// What a pair of shapes remembers from one step to the next to be found faster: a separating axis,
/// a simplex. All zero: nothing. Deterministic: the outcome may depend on it, so it belongs to the
/// simulation's state.
typedef struct PairCache3 {
    Vec3 axis;     ///< In the frame of A.
    uint32_t kind; ///< 0: empty; otherwise meaning is the pair function's own.
    uint32_t a, b; ///< Features.
    float apart; ///< [m] Out, where nothing touches: no points of the shapes are nearer. Not kept.
} PairCache3;

/// Pairs that are looked at together, sooner than one by one, with the same bits.
typedef enum Batch3 {
    BATCH3_NONE,
    BATCH3_BOXES,
    BATCH3_CAPSULES,      ///< That do not taper.
    BATCH3_CAPSULE_BOXES, ///< Such a capsule and a box, whichever comes first.
    BATCH3_COUNT
} Batch3;

enum { BATCH_PAIRS = 8 }; ///< As many as there may be.

/// What tum_collide3 is asked of a pair.
typedef struct ShapePair3 {
    const Shape3 *a, *b;
    Pose3 a_from_b;
    float margin;
    PairCache3 *cache;
} ShapePair3;

#endif
