// SPDX-License-Identifier: MIT
/// load.h: which bodies carry which, their loads, and the substeps that these loads need.
///
/// Contacts act like springs whose frequency is a fixed share of the substep rate. A contact whose
/// points have the effective mass m [kg] and bear the force P has at rest the depth
///
///     s = P h^2 / (m W^2)       W = 2 pi CONTACT_SHARE: angle of the spring in a substep h
///
/// A thin body, such as a card, must not sink into another by more than a share of its thickness.
/// Columns bend: a body on points of the mean square arm r^2 tilts against the body below it by
///
///     h^2 / (m r^2 W^2) per torque
///
/// Let C be this tilt summed over the body and all bodies below it, and M the load on the body
/// times the height over which the body bears it. A column is stable while
///
///     sum of M C < 1
///
/// (Dunkerley's lower bound of the buckling load; for n equal bodies the sum is n^3 / 6 times the
/// weight of one, its height and its tilt against the next). Both bounds are proportional to h^2.
///
/// On a slope the weight of a body acts downhill, above its contacts, and tilts it: its upper side
/// is steeper than the slope. With the tangent of the slope as unit, the tilt of a body is its own
/// tilt per torque times the moments of all bodies from it upward; the slant is the sum of tilts of
/// the body and all below. A body slips off the one below if the slant of that one exceeds what
/// friction has left. Slants are looked at below bodies that stand on one other body, or on the
/// ground alone, near their friction angle and that hardly move: the number of substeps that they
/// ask for falls with the distance from that angle. A body on several others is held by more than
/// the friction at one of them.
///
/// A pass over the contacts of a light body passes on a share of an impulse between the heavy body
/// on it and the ground, about the inverse of the ratio of masses. Until impulses hold up weights,
/// velocities are relaxed more often; otherwise both bodies slip while they settle, and close to
/// the friction angle they stop slowly.
///
/// Loads are sums of weights, passed down from body to body, not contact impulses: springs that
/// stiffen while they are pressed would add energy to a swinging stack.
#ifndef TUM_SCHEDULE_LOAD_H
#define TUM_SCHEDULE_LOAD_H

#include "math/scalar.h"
#include "schedule/contact_numbers.h"
#include "schedule/space.h"

// A contact bears weight if the angle between its normal and the vertical is no larger.
#define SUPPORT_COSINE_LEAST 0.25f // cosine

/// A body of a job.
typedef struct LoadBody {
    float down[4];    ///< Unit vector of gravity; the fourth number is 0 in 3D.
    float weight;     ///< [N] Its own weight; in the end with its loads.
    float own;        ///< [N] Its own weight alone.
    float thin;       ///< [m] Radius of a ball that fits inside; INFINITY: unknown.
    int32_t first;    ///< First LoadEdge below it, or NONE.
    int32_t burdens;  ///< Bodies on it that have not passed down their load yet.
    float stiffness;  ///< [kg] Sum of the effective masses of the points below it.
    float moment;     ///< [N m] Loads times the heights over which it bears them.
    float torque;     ///< [N m] The same, with the moments of the bodies on it.
    float pushed[4];  ///< [N s] Contact impulses in a substep; the fourth number is 0 in 3D.
    float sum[2];     ///< [kg m] First moments of the points below it, across the normal.
    float squares[3]; ///< [kg m^2] Second moments xx, yy, xy of those points.
    float tilt;       ///< [1/(kg m^2)] C W^2 / h^2
    float bend;       ///< [1/s^2] Sum of M C, times W^2 / h^2.
    float slant;      ///< [1/s^2] Of its upper side, times W^2 / h^2.
} LoadBody;

/// Contact that bears weight: an upper body on a lower one, or on the ground.
typedef struct LoadEdge {
    int32_t lower; ///< Body below, or NONE: the ground.
    int32_t next;  ///< Next LoadEdge of the same upper body.
    float stiffness;
    float thin;                 ///< [m] Radius of the thinner body.
    float slope;                ///< Tangent of the angle between its normal and the vertical.
    bool slips;                 ///< load_may_slip, and the bodies hardly move.
    float friction;             ///< Coefficient of static friction.
    float speed_squared;        ///< [m^2/s^2] Of the bodies' centres against each other.
    float upper_arm, lower_arm; ///< [m] From the centres of both bodies to the contact, along its
                                ///< normal.
} LoadEdge;

/// Bodies and edges of a job. Each worker has one graph and fills it anew in each step.
struct LoadGraph {
    ARRAY(LoadBody) bodies; ///< In the order of the job's solver bodies.
    ARRAY(LoadEdge) edges;
    ARRAY(int32_t) order; ///< Bodies in topological order: none before a body that leans on it.
    uint32_t first_body;  ///< First body of the job in solver_bodies.
};

/// Index of a body in the graph; NONE: it counts as ground.
static inline int32_t load_index(const LoadGraph *graph, const Sim *sim, int32_t body)
{
    return sim->topology.bodies.items[body].is_movable
               ? (int32_t)(sim->solver_index.items[body] - graph->first_body)
               : NONE;
}

/// @return false when out of memory.
bool tum_load_reserve(LoadGraph *graph, size_t bodies, size_t edges, const TumAllocator *allocator);
void tum_load_free(LoadGraph *graph, const TumAllocator *allocator);

/// Upper and lower body of a contact.
typedef struct LoadSides {
    int32_t upper; ///< Index in the graph; NONE: the contact bears no weight.
    int32_t lower; ///< Index in the graph; NONE: the ground.
    bool a_is_upper;
    float along; ///< Cosine of the angle between the normal and the vertical, of either sign.
} LoadSides;

/// @param normal  from A to B; the fourth number is 0 in 3D.
static inline LoadSides load_sides(const LoadGraph *graph, const Sim *sim, int32_t body_a,
                                   int32_t body_b, const float normal[4])
{
    const int32_t a = load_index(graph, sim, body_a), b = load_index(graph, sim, body_b);
    const float *down = graph->bodies.items[a != NONE ? a : b].down;
    const float along =
        normal[0] * down[0] + normal[1] * down[1] + normal[2] * down[2] + normal[3] * down[3];
    const bool a_is_upper = along > 0.0f;
    const bool edges = absolute(along) > SUPPORT_COSINE_LEAST;
    return (LoadSides){!edges ? NONE : a_is_upper ? a : b, a_is_upper ? b : a, a_is_upper, along};
}

/// Adds the impulse of a contact to the sums of its bodies.
///
/// @param impulse  [N s] on B; the fourth number is 0 in 3D
void tum_load_push(LoadGraph *graph, const Sim *sim, int32_t body_a, int32_t body_b,
                   const float impulse[4]);

/// Adds an edge to the graph, which must have room. Sets the bodies, `thin` and `slope` of `edge`.
void tum_load_add(LoadGraph *graph, const LoadSides *sides, LoadEdge edge);

/// [m/s] StepTime.light for bodies with these bounds: if no impulse exceeds it, the loads need no
/// more substeps. 0: they may need more at any impulse, because a heavy body may come to rest on a
/// light one.
float tum_load_light(LoadBounds bounds, float substep);

/// True for a contact between bodies on a slope near its friction angle, where slants can make
/// bodies slip; a few percent beyond that angle too, since bodies may be slanted already.
///
/// @param along     cosine of the angle between the normal and the vertical, of either sign
/// @param friction  coefficient
static inline bool load_may_slip(float along, float friction)
{
    const float squared = along * along, limit = friction * friction * squared;
    const float slope = 1.0f - squared;
    return (slope > SLOPE_LEAST * SLOPE_LEAST * limit) & (slope < SLOPE_MOST * SLOPE_MOST * limit);
}

/// Requirements of the loads of a job.
typedef struct LoadNeeds {
    float substep_demand; ///< [1/s^2] SpaceSolve.substep_demand that these loads need.
    bool is_tight;        ///< A thin body bears so much, or impulses between bodies of unlike loads
                          ///< are so far from holding up their weights, that velocities must be
                          ///< relaxed more often.
} LoadNeeds;

/// @param substep  [s] to which LoadBody.pushed belongs
/// @param bears    heavy loads may be borne; otherwise only slants are looked at
LoadNeeds tum_load_needs(LoadGraph *graph, float substep, bool bears);

#endif
