// SPDX-License-Identifier: MIT
// joint_ahead3.c: rows of a joint island at the predicted end of a substep.
#include "joint3/joint_ahead3.h"

#include "joint3/joint_measure3.h"

// Predicts poses at the end of a substep: the rotation as in integrate3.c, up to high powers.
static void load_poses_ahead(Space3 *space, const JointIsland3 *joint_island, double substep)
{
    for (int32_t i = 0; i < joint_island->body_count; ++i) {
        JointBody3 *body = &space->joints.bodies.items[joint_island->body_first + i];
        const DVec3 turn = dvec3_scale(body->angular, substep);
        const double x2 = minimum64(0.25 * dvec3_length_squared(turn), 1.0);
        const double stretch = 1.0 + x2 * (1.0 / 3.0 + x2 * (2.0 / 15.0 + x2 * (17.0 / 315.0)));
        body->ahead.position = dvec3_add_scaled(body->center.position, body->linear, substep);
        body->ahead.rotation = dquat_advance(body->center.rotation, dvec3_scale(turn, stretch));
        body->axes = dquat_matrix(body->ahead.rotation);
    }
}

double tum_joint3_aim_ahead(Space3 *space, const JointIsland3 *joint_island, double substep)
{
    JointSet3 *set = &space->joints;
    double turn_squared = 0.0;
    load_poses_ahead(space, joint_island, substep);
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        const Joint3 *joint = joint_island3_joint(set, joint_island, i);
        turn_squared = maximum64(turn_squared, tum_joint3_look_ahead(set, joint, substep));
    }
    return square_root64(turn_squared);
}
