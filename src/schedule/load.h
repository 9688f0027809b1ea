// SPDX-License-Identifier: MIT
/// load.h: what leans on what, how heavy, and how short substeps have to be for it.
///
/// Contacts give way like springs whose frequency is a share of the substep rate. One whose points
/// have the effective mass m [kg] and bear the force P is, at rest,
///
///     s = P h^2 / (m W^2)       W = 2 pi CONTACT_SHARE: what it turns in a substep h
///
/// deep, and a card must not sink into another by more than a part of its thickness. Columns bend:
/// a body on points of the mean square arm r^2 tilts against what carries it by h^2 / (m r^2 W^2) a
/// torque. With C that of all that is below it as well, and M the load that it bears times the
/// height over which it does, a column stands while
///
///     sum of M C < 1
///
/// (Dunkerley's lower bound of the load at which it buckles; of n equal bodies the sum is n^3 / 6
/// times the weight of one, its height and its tilt against the next). Both bounds are of h^2.
///
/// Loads are weights, handed down from body to body, not what contacts press with: of springs that
/// stiffen while they are pressed a swinging stack would gain.
#ifndef TUM_SCHEDULE_LOAD_H
#define TUM_SCHEDULE_LOAD_H

#include "math/scalar.h"
#include "schedule/space.h"

// A contact bears weight where its normal is no farther from the vertical.
#define LEAN_LEAST 0.25f // cosine

/// A body of a unit.
typedef struct LoadBody {
    float down[4];    ///< Its weight's direction, in 3D with one number less.
    float weight;     ///< [N] Its own; in the end with what leans on it.
    float thin;       ///< [m] Radius of a ball that fits inside; INFINITY: unknown.
    int32_t first;    ///< Of what it leans on, or NONE.
    int32_t burdens;  ///< How many lean on it, and have not handed down their load yet.
    float stiffness;  ///< [kg] Of all that it leans on: effective masses of points.
    float moment;     ///< [N m] Loads times the heights over which it bears them.
    float sum[2];     ///< [kg m] Of the points that it leans on: where they are across the normal,
    float squares[3]; ///< [kg m^2] xx, yy, xy: squares of that.
    float tilt;       ///< [1/(kg m^2)] W^2 / h^2 C.
    float bend;       ///< [1/s^2] W^2 / h^2 times the sum above.
} LoadBody;

/// That one body leans on another.
typedef struct LoadLean {
    int32_t lower; ///< Body, or NONE: the ground.
    int32_t next;  ///< Of those of the same upper body.
    float stiffness;
    float thin;                 ///< [m] Of the thinner.
    float upper_arm, lower_arm; ///< [m] From the middles of both bodies to the contact, along it.
} LoadLean;

/// Of a unit: a worker makes it anew in each step.
struct LoadGraph {
    ARRAY(LoadBody) bodies; ///< In the order of the unit's.
    ARRAY(LoadLean) leans;
    ARRAY(int32_t) order; ///< Bodies, none before what leans on it.
    uint32_t first_body;  ///< Of the unit, into movers.
};

/// Where a body is in the graph; NONE: it is ground.
static inline int32_t load_index(const LoadGraph *graph, const Sim *sim, int32_t body)
{
    return sim->topology.bodies.items[body].is_movable
               ? (int32_t)(sim->solver_index.items[body] - graph->first_body)
               : NONE;
}

/// @return false when out of memory.
bool tum_load_reserve(LoadGraph *graph, size_t bodies, size_t leans, const TumAllocator *allocator);
void tum_load_free(LoadGraph *graph, const TumAllocator *allocator);

/// What leans on what in a contact.
typedef struct LoadSides {
    int32_t upper; ///< Of the graph; NONE: neither does.
    int32_t lower; ///< NONE: the ground.
    bool a_is_upper;
} LoadSides;

/// @param normal  From A to B; in 3D the last number is 0.
static inline LoadSides load_sides(const LoadGraph *graph, const Sim *sim, int32_t body_a,
                                   int32_t body_b, const float normal[4])
{
    const int32_t a = load_index(graph, sim, body_a), b = load_index(graph, sim, body_b);
    const float *down = graph->bodies.items[a != NONE ? a : b].down;
    const float along =
        normal[0] * down[0] + normal[1] * down[1] + normal[2] * down[2] + normal[3] * down[3];
    const bool a_is_upper = along > 0.0f;
    const bool leans = absolute(along) > LEAN_LEAST;
    return (LoadSides){!leans ? NONE : a_is_upper ? a : b, a_is_upper ? b : a, a_is_upper};
}

/// A body leans on another, or on the ground; there is room for it. Sides and `thin` of `lean` are
/// set here.
void tum_load_add(LoadGraph *graph, const LoadSides *sides, LoadLean lean);

/// [m/s] What StepTime.light is for bodies with these bounds: where nothing presses with more,
/// loads ask for nothing. 0: they may anyway, of a heavy body that is about to come down on a light
/// one.
float tum_load_light(LoadBounds bounds, float substep);

/// What loads ask for.
typedef struct LoadNeeds {
    float haste;   ///< [1/s^2] See SpaceOps.haste.
    bool is_tight; ///< Something thin bears so much that velocities are to be relaxed more often.
} LoadNeeds;

LoadNeeds tum_load_needs(LoadGraph *graph);

#endif
