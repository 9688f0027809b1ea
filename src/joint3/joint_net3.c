// SPDX-License-Identifier: MIT
// joint_net3.c: whether a net is swept, or has a matrix: by the masses that it may have to hold.
//
// A sweep takes a twentieth to a fiftieth of the time of a matrix, and opens joints by 8 mm where
// 12 by 12 spheres half a metre apart hang by two corners. Nets of 5 by 5 and 6 by 6 balls a metre
// apart, stretched flat between four corners, open by 22 mm by themselves, by up to 0.18 m under
// what weighs 32 knots and falls on them, and by 0.8 m under 400 knots, which a matrix holds.
#include "joint3/joint_net3.h"

#include <math.h>

// Heaviest body of the world by the lightest one of a net that is swept.
static const float HEAVIER_MOST = 32.0f;

static float mass_of(const Space3 *space, int32_t body)
{
    const float inverse = space->bodies.masses.items[body].inverse_mass;
    return inverse > 0.0f ? 1.0f / inverse : 0.0f;
}

NetJudge3 tum_net_judge3(const Space3 *space, const Topology *topology)
{
    NetJudge3 judge = {.space = space, .heaviest = 0.0f};
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        const BodyRecord *body = &topology->bodies.items[i];
        if (body->exists && body->kind == TUM_BODY_DYNAMIC) {
            judge.heaviest = maximum(judge.heaviest, mass_of(space, (int32_t)i));
        }
    }
    return judge;
}

bool tum_net3_is_held_by_sweep(const void *judge, const int32_t *bodies, int32_t count)
{
    const NetJudge3 *by = judge;
    float lightest = INFINITY;
    for (int32_t i = 0; i < count; ++i) {
        const float mass = mass_of(by->space, bodies[i]);
        lightest = mass > 0.0f ? minimum(lightest, mass) : lightest;
    }
    return by->heaviest <= HEAVIER_MOST * lightest;
}

bool tum_space3_rejudges_nets(Space3 *space, const Topology *topology)
{
    JointSet3 *set = &space->joints;
    const JointLayout *layout = &set->layout;
    if (set->masses_judged == set->masses_changes) {
        return false;
    }
    set->masses_judged = set->masses_changes;
    NetJudge3 judge = {0};
    bool differs = false;
    for (size_t i = 0; i < layout->islands.count && !differs; ++i) {
        const JointRanges *island = &layout->islands.items[i];
        if (island->is_net) {
            judge = judge.space != NULL ? judge : tum_net_judge3(space, topology);
            differs = island->is_swept !=
                      tum_net3_is_held_by_sweep(&judge, &layout->bodies.items[island->body_first],
                                                island->body_count);
        }
    }
    return differs;
}
