// SPDX-License-Identifier: MIT
// load.c: passes loads down, adds tilts up, and computes the substeps that both need (load.h).
#include "schedule/load.h"

#include "schedule/contact_numbers.h"

#include <math.h>

// Maximum depth of an overlap at rest, as a share of the radius of a ball inside the thinner body.
static const float SINK_MOST = 0.06f;

// Share of the lower bound of the buckling load. Closer to it, columns bend by many times their
// initial deviation from the vertical.
static const float BUCKLE_MOST = 0.8f;

// Points closer to the centre than this, in radii of a ball inside the body, are one point: a ball
// stands on it and rolls.
static const float POINT_SHARE = 0.05f;

// [1/s] Substeps. A structure of thin bodies that would need more, such as leaning cards, tips as
// soon as friction is inexact.
static const float USUAL_RATE = 240.0f;

// Impulses of a swinging stack vary around its loads. Loads are computed once an impulse exceeds
// this share of the load at which a body would sink in too deep, or at which a column of the height
// of the job would buckle.
static const float SINK_SWING = 0.65f;
static const float COLUMN_SWING = 0.2f;

// Largest ratio of masses in a job for which impulses still tell the loads.
static const float ALIKE_MOST = 4.0f;

// Load of a body, in its own weight, beyond which a pass over its contacts passes on too little of
// an impulse.
static const float BURDEN_MOST = 4.0f;

// Weights count as held up by impulses that differ from them by no more than this share. Half a
// percent of a friction limit is a few thousandths of the weight.
static const float SETTLED = 3e-3f;

// Smallest slant that matters, as a share of the slope's tangent: friction 0.5 % below its limit
// holds.
static const float SLANT_MOST = 2e-3f;

// Farther from the limit a slant may be this share of what friction has left; below BURDEN_MOST,
// and beyond. A share, so that substeps change little by little as a body tilts: a sudden change
// would push overlaps apart.
static const float SLANT_SHARE = 0.2f;
static const float SLANT_SHARE_BURDENED = 0.05f;

// [m/s] Bodies that move faster against each other slip anyway.
static const float REST_SPEED = 2.0f * SLEEP_SPEED;

// Upper bound for cube_root: eight times as much is still finite.
static const float CUBE_MOST = 1e30f;

static float square(float a)
{
    return a * a;
}

static float cube(float a)
{
    return a * a * a;
}

// Square of the angle of a contact spring in a substep.
static float turn_squared(void)
{
    return square(2.0f * PI_F * CONTACT_SHARE);
}

// Cube root of a number above 0: Newton's method, starting at a power of two.
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

// Bound for a column of n equal bodies, each twice its bounding radius R high and on points as far
// from its middle as a ball inside it reaches. With the load a = 2 n g [m/s^2] on the lowest
// contact, the column is stable while n^2 a R h^2 / (3 r^2 W^2) is below BUCKLE_MOST. Without
// gravity, or without a body known to be thin, loads need no more substeps.
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
                    turn_squared() / maximum(bounds.bounding_radius, 1e-6f),
                CUBE_MOST);
    const float heavier = bounds.most_inverse_mass / bounds.least_inverse_mass;
    const float count = heavier * (1.0f + bounds.height / (2.0f * bounds.thinnest));
    if (cubed > cube(2.0f * count * bounds.pull)) {
        return sinks * substep; // no column is high enough
    }
    return minimum(sinks, COLUMN_SWING * cube_root(cubed)) * substep;
}

bool tum_load_reserve(LoadGraph *graph, size_t bodies, size_t edges, const TumAllocator *allocator)
{
    return array_reserve_anew(&graph->bodies, bodies, allocator) &&
           array_reserve_anew(&graph->edges, edges, allocator) &&
           array_reserve_anew(&graph->order, bodies, allocator);
}

void tum_load_free(LoadGraph *graph, const TumAllocator *allocator)
{
    array_free(&graph->bodies, allocator);
    array_free(&graph->edges, allocator);
    array_free(&graph->order, allocator);
}

void tum_load_add(LoadGraph *graph, const LoadSides *sides, LoadEdge edge)
{
    LoadBody *body = &graph->bodies.items[sides->upper];
    edge.lower = sides->lower;
    edge.thin = body->thin;
    edge.slope = square_root(maximum(0.0f, 1.0f - square(sides->along))) / absolute(sides->along);
    edge.next = body->first;
    body->first = (int32_t)graph->edges.count;
    body->stiffness += edge.stiffness;
    edge.slips =
        load_may_slip(sides->along, edge.friction) && edge.speed_squared < square(REST_SPEED);
    if (edge.lower != NONE) {
        LoadBody *lower = &graph->bodies.items[edge.lower];
        edge.thin = minimum(edge.thin, lower->thin);
        ++lower->burdens;
    }
    graph->edges.items[graph->edges.count++] = edge;
}

static void append(LoadGraph *graph, int32_t body)
{
    graph->order.items[graph->order.count++] = body;
}

// Passes the load of a body to the bodies below it, in proportion to the stiffness of the contacts.
// @return [1/s^2] maximum of load by stiffness and thickness.
static float hand_down(LoadGraph *graph, LoadBody *body)
{
    float most = 0.0f;
    for (int32_t i = body->first; i != NONE; i = graph->edges.items[i].next) {
        const LoadEdge *edge = &graph->edges.items[i];
        body->moment += body->weight * (edge->stiffness / body->stiffness) * edge->upper_arm;
    }
    body->torque += body->moment;
    for (int32_t i = body->first; i != NONE; i = graph->edges.items[i].next) {
        const LoadEdge *edge = &graph->edges.items[i];
        const float load = body->weight * (edge->stiffness / body->stiffness);
        most = maximum(most, load / (edge->stiffness * edge->thin));
        if (edge->lower != NONE) {
            LoadBody *lower = &graph->bodies.items[edge->lower];
            lower->weight += load;
            lower->moment += load * edge->lower_arm;
            lower->torque += body->torque * (edge->stiffness / body->stiffness);
            if (--lower->burdens == 0) {
                append(graph, edge->lower);
            }
        }
    }
    return most;
}

// Smaller eigenvalue of a symmetric 2 x 2 matrix.
static float lesser(float xx, float yy, float xy)
{
    return 0.5f * (xx + yy - square_root(square(xx - yy) + 4.0f * square(xy)));
}

// Tilt per torque [1/(kg m^2)] by the second moment of points; 0: the points are one point.
static float tilt_by(const LoadBody *body, float moment)
{
    return moment > body->stiffness * square(POINT_SHARE * body->thin) ? 1.0f / moment : 0.0f;
}

// Tilt of a body on its points per torque [1/(kg m^2)], about its weakest axis; 0: the points lie
// on a line.
static float stand_tilt(const LoadBody *body)
{
    if (body->first == NONE || body->thin >= INFINITY) {
        return 0.0f;
    }
    const float *squares = body->squares;
    const float x = body->sum[0] / body->stiffness, y = body->sum[1] / body->stiffness;
    return tilt_by(body, lesser(squares[0] - body->sum[0] * x, squares[1] - body->sum[1] * y,
                                squares[2] - body->sum[0] * y));
}

// The same; if the points lie on a line, as those of a card that leans on another, the tilt is
// taken about the centre of the body.
static float own_tilt(const LoadBody *body)
{
    const float stand = stand_tilt(body);
    if (stand > 0.0f || body->first == NONE || body->thin >= INFINITY) {
        return stand;
    }
    const float *squares = body->squares;
    return tilt_by(body, lesser(squares[0], squares[1], squares[2]));
}

// True for a body on one other. A body on several is held by more than friction along one slope.
static bool stands(const LoadGraph *graph, const LoadBody *body)
{
    return body->first != NONE && graph->edges.items[body->first].next == NONE;
}

// Adds the tilts of the bodies below to that of a body.
static void bend(const LoadGraph *graph, LoadBody *body)
{
    body->tilt = own_tilt(body);
    body->bend = 0.0f;
    const bool is_standing = stands(graph, body);
    body->slant = is_standing ? body->torque * stand_tilt(body) : 0.0f;
    for (int32_t i = body->first; i != NONE; i = graph->edges.items[i].next) {
        const LoadEdge *edge = &graph->edges.items[i];
        if (edge->lower != NONE) {
            const LoadBody *lower = &graph->bodies.items[edge->lower];
            const float share = edge->stiffness / body->stiffness;
            body->tilt += share * lower->tilt;
            body->bend += share * lower->bend;
            body->slant += is_standing ? lower->slant : 0.0f;
        }
    }
    body->bend += body->moment * body->tilt;
}

void tum_load_push(LoadGraph *graph, const Sim *sim, int32_t body_a, int32_t body_b,
                   const float impulse[4])
{
    const int32_t a = load_index(graph, sim, body_a), b = load_index(graph, sim, body_b);
    for (int i = 0; i < 4; ++i) {
        if (a != NONE) {
            graph->bodies.items[a].pushed[i] -= impulse[i];
        }
        if (b != NONE) {
            graph->bodies.items[b].pushed[i] += impulse[i];
        }
    }
}

// Largest difference of a body's contact impulses from its weight, as a share of the weight, before
// loads are added to weights.
static float unrest(const LoadGraph *graph, float substep)
{
    float most = 0.0f;
    for (size_t i = 0; i < graph->bodies.count; ++i) {
        const LoadBody *body = &graph->bodies.items[i];
        const float due = body->weight * substep;
        float squared = 0.0f;
        for (int k = 0; k < 4; ++k) {
            squared += square(body->pushed[k] + due * body->down[k]);
        }
        most = due > 0.0f ? maximum(most, squared / square(due)) : most;
    }
    return square_root(most);
}

static bool is_burdened(const LoadBody *body)
{
    return body->own > 0.0f && body->weight > (1.0f + BURDEN_MOST) * body->own;
}

// True for a contact near its friction limit below a burdened body, or below one that burdens it.
static bool burdens_slip(const LoadGraph *graph, const LoadBody *upper, const LoadEdge *edge)
{
    const LoadBody *lower = edge->lower != NONE ? &graph->bodies.items[edge->lower] : NULL;
    return edge->slips &&
           (is_burdened(upper) || (lower != NULL && stands(graph, lower) && is_burdened(lower)));
}

// Slant of a contact by the slant that it bears [1/s^2]: that of the body below, or on the ground
// that of the body itself, since a normal can be that of a face of either.
static float slant_at(const LoadGraph *graph, const LoadBody *upper, const LoadEdge *edge)
{
    if (edge->slope <= 0.0f || edge->speed_squared >= square(REST_SPEED)) {
        return 0.0f;
    }
    const LoadBody *slanted = edge->lower != NONE ? &graph->bodies.items[edge->lower] : upper;
    const float share = is_burdened(slanted) ? SLANT_SHARE_BURDENED : SLANT_SHARE;
    const float margin = absolute(edge->friction / edge->slope - 1.0f);
    return slanted->slant / maximum(SLANT_MOST, share * margin);
}

typedef struct Slips {
    float slant; // [1/s^2] Largest slant_at.
    bool burdens;
} Slips;

// Contacts that may slip: those below bodies that nothing but the friction there holds.
static Slips slips_of(const LoadGraph *graph)
{
    Slips slips = {0};
    for (size_t i = 0; i < graph->bodies.count; ++i) {
        const LoadBody *body = &graph->bodies.items[i];
        if (stands(graph, body)) {
            const LoadEdge *edge = &graph->edges.items[body->first];
            slips.slant = maximum(slips.slant, slant_at(graph, body, edge));
            slips.burdens |= burdens_slip(graph, body, edge);
        }
    }
    return slips;
}

// Passes loads down in topological order, then adds tilts in reverse. Bodies that lean on each
// other in a circle are never reached.
LoadNeeds tum_load_needs(LoadGraph *graph, float substep, bool bears)
{
    float sinks = 0.0f, bends = 0.0f;
    const float restless = unrest(graph, substep);
    graph->order.count = 0;
    for (size_t i = 0; i < graph->bodies.count; ++i) {
        graph->bodies.items[i].own = graph->bodies.items[i].weight;
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
    const float least = bears ? sinks / (SINK_MOST * turn_squared()) : 0.0f;
    const float column = bears ? bends / (BUCKLE_MOST * turn_squared()) : 0.0f;
    const Slips slips = slips_of(graph);
    const float slant = slips.slant / turn_squared();
    return (LoadNeeds){
        .substep_demand = FALL_MOST * maximum(least, maximum(column, slant)),
        .is_tight = least > square(USUAL_RATE) || (slips.burdens && restless > SETTLED),
    };
}
