// SPDX-License-Identifier: MIT
/// whip.h: a light chain that comes down over an edge.
///
///     assert_between(whip_gap((Whip){.is_fixed = true, .over_the_edge = 1, .speed = 8}), 0, 1e-4);
#ifndef TUM_TESTS_WHIP_H
#define TUM_TESTS_WHIP_H

#include "tests/support/joint_support.h"

typedef struct Whip {
    bool is_fixed;        ///< Hangs on a post; else on nothing.
    double over_the_edge; ///< [m]
    double speed;         ///< [m/s] downwards
    double post_speed;    ///< [m/s] Up, of the post: it is moved, whatever hangs on it.
} Whip;

/// A node that moves with a thing whose axis Y lies along -X of the world, `along` its middle.
static inline int whip_end(Setup *setup, int thing, double along)
{
    const int end = setup_node(setup, 0, -along, 0);
    setup_parent(setup, end, thing);
    return end;
}

static inline int whip_post(Setup *setup, const Whip *whip)
{
    const int post = setup_body(setup, sphere_shape(0.01), whip->over_the_edge - 3, 0, 0);
    MotionDef *motion = &setup->things[post].motion;
    motion->kind = TUM_BODY_KINEMATIC;
    set3(motion->linear_velocity, 0, whip->post_speed, 0);
    return post;
}

/// Thirty links of 0.1 m and 0.02 kg lie straight above the edge of a box and come down.
/// @return the widest gap [m] of a joint within two seconds.
static inline double whip_gap(Whip whip)
{
    enum { LINKS = 30 };
    Setup setup = setup_empty();
    Joints joints = joints_of(&setup);
    setup_static(&setup, box_shape(1, 1, 1), 0, -0.55, 0);
    int before = whip.is_fixed ? whip_post(&setup, &whip) : -1;
    for (int i = 0; i < LINKS; ++i) {
        const double x = whip.over_the_edge - 3 + 0.1 * i;
        const int link = setup_body(&setup, capsule_shape(0.06, 0.02, 0.02), x + 0.05, 0, 0);
        setup_turn(&setup, link, 0, 0, 1, acos(-1) / 2);
        setup.things[link].motion.mass = 0.02;
        set3(setup.things[link].motion.linear_velocity, 0, -whip.speed, 0);
        if (before >= 0) {
            const int joint = joint_between(&joints, before, link);
            joints.defs[joint].node_a =
                whip_end(&setup, before, whip.is_fixed && i == 0 ? 0 : 0.05);
            joints.defs[joint].node_b = whip_end(&setup, link, -0.05);
            joint_ball(&joints, joint);
        }
        before = link;
    }
    setup_start(&setup);
    double widest = 0;
    for (int step = 0; step < 120; ++step) {
        setup_step(&setup);
        for (int i = 0; i < setup.joint_count; ++i) {
            const double gap = joint_gap(&joints, i);
            widest = gap > widest ? gap : widest;
        }
    }
    joints_end(&joints);
    return widest;
}

#endif
