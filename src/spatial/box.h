// SPDX-License-Identifier: MIT
/// box.h: axis-aligned boxes of up to four dimensions. [m] In 3D the fourth lane is 0.
#ifndef TUM_SPATIAL_BOX_H
#define TUM_SPATIAL_BOX_H

#include <math.h>
#include <stdbool.h>

typedef struct Box {
    float low[4], high[4];
} Box;

/// The empty box: low is above high, so it overlaps no finite box, and joining it changes nothing.
static inline Box box_inside_out(void)
{
    return (Box){{INFINITY, INFINITY, INFINITY, INFINITY},
                 {-INFINITY, -INFINITY, -INFINITY, -INFINITY}};
}

static inline bool box_overlaps(const Box *a, const Box *b)
{
    bool apart = false;
    for (int i = 0; i < 4; ++i) {
        apart |= (a->low[i] > b->high[i]) | (b->low[i] > a->high[i]);
    }
    return !apart;
}

static inline bool box_contains(const Box *outer, const Box *inner)
{
    bool inside = true;
    for (int i = 0; i < 4; ++i) {
        inside &= (outer->low[i] <= inner->low[i]) & (inner->high[i] <= outer->high[i]);
    }
    return inside;
}

/// Equality of boxes; false where a bound is not a number.
static inline bool box_is_same(const Box *a, const Box *b)
{
    return box_contains(a, b) && box_contains(b, a);
}

static inline Box box_join(const Box *a, const Box *b)
{
    Box joined;
    for (int i = 0; i < 4; ++i) {
        joined.low[i] = a->low[i] < b->low[i] ? a->low[i] : b->low[i];
        joined.high[i] = a->high[i] > b->high[i] ? a->high[i] : b->high[i];
    }
    return joined;
}

/// Sum of the edge lengths [m], the surface measure of the tree. It also ranks flat, endless and
/// four-dimensional boxes (an area would be infinity times zero). Endless edges count as 1e6 m.
static inline float box_edge_sum(const Box *a)
{
    float edge_sum = 0.0f;
    for (int i = 0; i < 4; ++i) {
        const float edge = a->high[i] - a->low[i];
        edge_sum += edge < 1e6f ? edge : 1e6f;
    }
    return edge_sum;
}

/// Twice the middle of a box along an axis [m]. Sides beyond 1e18 m count as 1e18 m.
static inline float box_middle2(const Box *box, int axis)
{
    const float far = 1e18f, low = box->low[axis], high = box->high[axis];
    return (low < -far  ? -far
            : low > far ? far
                        : low) +
           (high < -far  ? -far
            : high > far ? far
                         : high);
}

#endif
