// SPDX-License-Identifier: MIT
/// sat_choice3.h: which of several separating axes is taken: sat3.c and sat_hull3.c.
///
/// A face is preferred over an edge pair unless the pair is clearly better: a face gives up to four
/// points of contact and keeps its normal while bodies settle, an edge pair gives one. The same
/// holds for what won in the last step.
#ifndef TUM_COLLIDE3_SAT_CHOICE3_H
#define TUM_COLLIDE3_SAT_CHOICE3_H

#include "collide3/sat3.h"

// An axis has to be this share of the smaller shape's size better to replace the one it competes
// with, and an edge pair this share of the depth besides.
static const float size_bias = 5e-4f, edge_depth_bias = 0.05f;

// Sine below which edges count as parallel: the faces beside them then hold a better axis.
static const float parallel_sine = 0.01f;

// Cosine between an edge pair's axis and a face beside one of the edges from which on the face is
// to be asked for: 3 degrees.
static const float flat_cosine = 0.9986f;

static const float endless = __builtin_inff();

// The candidates of one kind, of which the last winner is kept when it is nearly as good.
typedef struct BestFace {
    float separation;
    uint32_t face;
    float last_separation; // of the face that won in the last step; -infinity: none did
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
