// SPDX-License-Identifier: MIT
/// sat_choice3.h: the choice among several separating axes, in sat3.c and sat_hull3.c.
///
/// A face is preferred to a pair of edges unless the pair is clearly better: a face gives up to
/// four contact points and keeps its normal while bodies come to rest, a pair of edges gives one
/// point. The winner of the last step is preferred likewise.
#ifndef TUM_COLLIDE3_SAT_CHOICE3_H
#define TUM_COLLIDE3_SAT_CHOICE3_H

#include "collide3/sat3.h"

// An axis has to be better by this share of the smaller shape's size to replace its competitor, and
// a pair of edges by this share of the depth besides.
static const float size_bias = 5e-4f, edge_depth_bias = 0.05f;

// Sine below which edges count as parallel: an adjacent face then has a better axis.
static const float parallel_sine = 0.01f;

// Cosine between the axis of two edges and an adjacent face from which on the face is tested as
// well: 3 degrees.
static const float flat_cosine = 0.9986f;

static const float endless = __builtin_inff();

// Candidates of one kind. The last winner is kept when its separation is within the bias of the
// best.
typedef struct BestFace {
    float separation;
    uint32_t face;
    float last_separation; // separation of the last step's face; -infinity: none
    uint32_t last;
} BestFace;

static inline BestFace best_face(const PairCache3 *cache, AxisKind3 kind, uint32_t last)
{
    return (BestFace){-endless, 0, -endless, cache->kind == (uint32_t)kind ? last : UINT32_MAX};
}

static inline void offer(BestFace *best, uint32_t face, float separation)
{
    if (separation > best->separation) {
        best->separation = separation;
        best->face = face;
    }
    if (face == best->last) {
        best->last_separation = separation;
    }
}

static inline void keep_last(BestFace *best, float bias)
{
    if (best->last_separation >= best->separation - bias) {
        best->separation = best->last_separation;
        best->face = best->last;
    }
}

// The better of A's and B's best faces, with the bias toward the last winner, else toward A.
static inline bool prefers_b(const BestFace *a, const BestFace *b, const PairCache3 *cache,
                             float bias)
{
    return cache->kind == AXIS3_FACE_B ? !(a->separation > b->separation + bias)
                                       : b->separation > a->separation + bias;
}

static inline bool edges_win(float edges, float face, const PairCache3 *cache, float bias)
{
    const float needed = cache->kind == AXIS3_EDGES
                             ? face + 0.5f * edge_depth_bias * absolute(face)
                             : face + bias + edge_depth_bias * absolute(face);
    return edges > needed;
}

#endif
