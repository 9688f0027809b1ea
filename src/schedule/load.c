// SPDX-License-Identifier: MIT
// load.c: loads are handed down, tilts are added up, and substeps follow from both.
#include "schedule/load.h"

#include "schedule/contact_numbers.h"

#include <math.h>

// Overlaps at rest are no deeper than this part of the radius of a ball that fits inside the
// thinner body.
static const float SINK_MOST = 0.06f;

// Of the load at which columns buckle, or rather of a lower bound of it. Nearer to it they bend by
// many times what they were put off the vertical.
static const float BUCKLE_MOST = 0.8f;

// Points nearly on a line, about which a body tilts freely, resist it by less than this part of all
// they resist: something else keeps it from tilting.
static const float LINE_SHARE = 0.01f;

// Points nearer to the middle, in radii of a ball that fits inside: balls stand on them, and roll.
static const float POINT_SHARE = 0.05f;

// [1/s] Of substeps. What thin things bear that would need more of them tips as soon as friction is
// not what it should be: leaning cards.
static const float USUAL_RATE = 240.0f;

// Contacts of a stack that swings press with more and with less than what they bear. Loads are not
// looked for while none presses with this part of what would make it sink in too deep, or would
// make a column buckle that is as high as what is there.
static const float SINK_SWING = 0.65f;
static const float COLUMN_SWING = 0.2f;

// Of bodies that touch, the heaviest weighs no more than this many of the lightest where what they
// press with tells what they bear.
static const float ALIKE_MOST = 20.0f;

// Cubes of numbers whose cube root is asked for: that of twice it is no infinity yet.
static const float CUBE_MOST = 1e30f;

static float square(float a)
{
    return a * a;
}

static float cube(float a)
{
    return a * a * a;
}

// What a spring turns in a substep, squared.
static float turn_squared(void)
{
    return square(2.0f * PI_F * CONTACT_SHARE);
}

// Of a number above 0: Newton's method, from a power of two beside it.
static float cube_root(float a)
{
    float root = 1.0f;
    while (cube(root) < a) {
        root *= 2.0f;
    }
    while (cube(root) > a) {
        root *= 0.5f;
    }
    for (int i = 0; i < 5; ++i) {
        root = (2.0f * root + a / square(root)) / 3.0f;
    }
    return root;
}

// A column of n equal bodies whose lowest contact is loaded by a = 2 n g [m/s^2], each twice its
// reach high and on points as far from its middle as a ball inside it reaches, stands while
// n^2 a reach h^2 / (3 r^2 W^2) is below BUCKLE_MOST. Without gravity, or without a body known to
// be thin, loads ask for nothing.
float tum_load_light(LoadBounds bounds, float substep)
{
    if (bounds.pull <= 0.0f || bounds.thinnest >= INFINITY) {
        return INFINITY;
    }
    if (bounds.most_inverse_mass > ALIKE_MOST * bounds.least_inverse_mass) {
        return 0.0f;
    }
    const float usual = maximum(square(substep), 1.0f / square(USUAL_RATE));
    const float sinks = SINK_SWING * SINK_MOST * bounds.thinnest * turn_squared() / usual;
    const float cubed =
        minimum(12.0f * BUCKLE_MOST * square(bounds.pull * bounds.thinnest / substep) *
                    turn_squared() / maximum(bounds.reach, 1e-6f),
                CUBE_MOST);
    const float heavier = bounds.most_inverse_mass / bounds.least_inverse_mass;
    const float count = heavier * (1.0f + bounds.height / (2.0f * bounds.thinnest));
    if (cubed > cube(2.0f * count * bounds.pull)) {
        return sinks * substep; // nothing is high enough
    }
    return minimum(sinks, COLUMN_SWING * cube_root(cubed)) * substep;
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

void tum_load_add(LoadGraph *graph, const LoadSides *sides, LoadLean lean)
{
    LoadBody *body = &graph->bodies.items[sides->upper];
    lean.lower = sides->lower;
    lean.thin = body->thin;
    lean.next = body->first;
    body->first = (int32_t)graph->leans.count;
    body->stiffness += lean.stiffness;
    if (lean.lower != NONE) {
        LoadBody *lower = &graph->bodies.items[lean.lower];
        lean.thin = minimum(lean.thin, lower->thin);
        ++lower->burdens;
    }
    graph->leans.items[graph->leans.count++] = lean;
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
    if (body->first == NONE || body->thin >= INFINITY) {
        return 0.0f;
    }
    const float *squares = body->squares;
    const float x = body->sum[0] / body->stiffness, y = body->sum[1] / body->stiffness;
    const float own = lesser(squares[0] - body->sum[0] * x, squares[1] - body->sum[1] * y,
                             squares[2] - body->sum[0] * y);
    const float enough = maximum(LINE_SHARE * (squares[0] + squares[1]),
                                 body->stiffness * square(POINT_SHARE * body->thin));
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
    const float least = sinks / (SINK_MOST * turn_squared());
    return (LoadNeeds){
        .haste = FALL_MOST * maximum(least, bends / (BUCKLE_MOST * turn_squared())),
        .is_tight = least > square(USUAL_RATE),
    };
}
