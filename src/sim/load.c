// SPDX-License-Identifier: MIT
#include "sim/load.h"

#include "sim/contact_numbers.h"

// Overlaps at rest are no deeper than this part of the radius of a ball that fits inside the
// thinner body.
static const float SINK_MOST = 0.06f;

// Of the load at which columns buckle, or rather of a lower bound of it. Nearer to it they bend by
// many times what they were put off the vertical.
static const float BUCKLE_MOST = 0.8f;

// Points nearly on a line, about which a body tilts freely, resist it by less than this part of all
// they resist: something else keeps it from tilting.
static const float LINE_SHARE = 0.01f;

// [1/s] Of substeps. What thin things bear that would need more of them tips as soon as friction is
// not what it should be: leaning cards.
static const float USUAL_RATE = 240.0f;

static float square(float a)
{
    return a * a;
}

bool tum_load_reserve(LoadGraph *graph, size_t bodies, size_t leans, const TumAllocator *allocator)
{
    return array_reserve_anew(&graph->bodies, bodies, allocator) &&
           array_reserve_anew(&graph->leans, leans, allocator) &&
           array_reserve_anew(&graph->order, bodies, allocator);
}

void tum_load_free(LoadGraph *graph, const TumAllocator *allocator)
{
    array_free(&graph->bodies, allocator);
    array_free(&graph->leans, allocator);
    array_free(&graph->order, allocator);
}

void tum_load_add(LoadGraph *graph, int32_t upper, LoadLean lean)
{
    LoadBody *body = &graph->bodies.items[upper];
    lean.next = body->first;
    body->first = (int32_t)graph->leans.count;
    body->stiffness += lean.stiffness;
    graph->leans.items[graph->leans.count++] = lean;
    if (lean.lower != NONE) {
        ++graph->bodies.items[lean.lower].burdens;
    }
}

static void append(LoadGraph *graph, int32_t body)
{
    graph->order.items[graph->order.count++] = body;
}

// Hands down what a body bears to what it leans on, to each by how stiff it is.
// @return [1/s^2] load by stiffness and thickness, the most of all.
static float hand_down(LoadGraph *graph, LoadBody *body)
{
    float most = 0.0f;
    for (int32_t i = body->first; i != NONE; i = graph->leans.items[i].next) {
        const LoadLean *lean = &graph->leans.items[i];
        const float load = body->weight * (lean->stiffness / body->stiffness);
        most = maximum(most, load / (lean->stiffness * lean->thin));
        body->moment += load * lean->upper_arm;
        if (lean->lower != NONE) {
            LoadBody *lower = &graph->bodies.items[lean->lower];
            lower->weight += load;
            lower->moment += load * lean->lower_arm;
            if (--lower->burdens == 0) {
                append(graph, lean->lower);
            }
        }
    }
    return most;
}

// The lesser of the principal values of a symmetric matrix.
static float lesser(float xx, float yy, float xy)
{
    return 0.5f * (xx + yy - square_root(square(xx - yy) + 4.0f * square(xy)));
}

// [1/(kg m^2)] How a body tilts on its points, about the axis about which it does so most: where
// they lie on a line, as of a card that leans on another, against what keeps its middle in place.
static float own_tilt(const LoadBody *body)
{
    if (body->first == NONE) {
        return 0.0f;
    }
    const float *squares = body->squares;
    const float x = body->sum[0] / body->stiffness, y = body->sum[1] / body->stiffness;
    const float own = lesser(squares[0] - body->sum[0] * x, squares[1] - body->sum[1] * y,
                             squares[2] - body->sum[0] * y);
    const float enough = LINE_SHARE * (squares[0] + squares[1]);
    const float least = own > enough ? own : lesser(squares[0], squares[1], squares[2]);
    return least > enough ? 1.0f / least : 0.0f;
}

// Adds up how a body and all that is below it tilt.
static void bend(const LoadGraph *graph, LoadBody *body)
{
    body->tilt = own_tilt(body);
    body->bend = 0.0f;
    for (int32_t i = body->first; i != NONE; i = graph->leans.items[i].next) {
        const LoadLean *lean = &graph->leans.items[i];
        if (lean->lower != NONE) {
            const LoadBody *lower = &graph->bodies.items[lean->lower];
            const float share = lean->stiffness / body->stiffness;
            body->tilt += share * lower->tilt;
            body->bend += share * lower->bend;
        }
    }
    body->bend += body->moment * body->tilt;
}

// Hands loads down, then adds up tilts on the way back. Bodies that lean on each other all around
// are never reached.
LoadNeeds tum_load_needs(LoadGraph *graph)
{
    float sinks = 0.0f, bends = 0.0f;
    graph->order.count = 0;
    for (size_t i = 0; i < graph->bodies.count; ++i) {
        if (graph->bodies.items[i].burdens == 0) {
            append(graph, (int32_t)i);
        }
    }
    for (size_t i = 0; i < graph->order.count; ++i) {
        sinks = maximum(sinks, hand_down(graph, &graph->bodies.items[graph->order.items[i]]));
    }
    for (size_t i = graph->order.count; i-- > 0;) {
        LoadBody *body = &graph->bodies.items[graph->order.items[i]];
        bend(graph, body);
        bends = maximum(bends, body->bend);
    }
    const float turn_squared = square(2.0f * PI_F * CONTACT_SHARE);
    const float least = sinks / (SINK_MOST * turn_squared);
    return (LoadNeeds){
        .haste = FALL_MOST * maximum(least, bends / (BUCKLE_MOST * turn_squared)),
        .is_tight = least > square(USUAL_RATE),
    };
}
