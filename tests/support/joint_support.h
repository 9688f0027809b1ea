// SPDX-License-Identifier: MIT
/// joint_support.h: joints between the things of world_support.h, and what they measure.
///
///     Joints joints = joints_of(&setup);
///     const int joint = joint_add(&joints, post, door, 0, 1, 0);
///     joint_lock(&joints, joint, TUM_SPACE_LINEAR, 7);
///     joint_lock(&joints, joint, TUM_SPACE_ANGULAR, 5);
///     setup_start(&setup);
///
/// A joint stands at one place of the world at the start: two nodes without physics, one below each
/// of the two things.
#ifndef TUM_TESTS_JOINT_SUPPORT_H
#define TUM_TESTS_JOINT_SUPPORT_H

#include "math/math3_64.h"
#include "tests/support/world_support.h"

enum { JOINTS_MAX = 1024, JOINT_LIMITS = 4, JOINT_DRIVES = 3 };

typedef struct Joints {
    Setup *setup;
    JointDef *defs;
    TumLimit (*limits)[JOINT_LIMITS];
    TumDrive (*drives)[JOINT_DRIVES];
} Joints;

static inline Joints joints_of(Setup *setup)
{
    Joints joints = {.setup = setup};
    joints.defs = calloc(JOINTS_MAX, sizeof *joints.defs);
    joints.limits = calloc(JOINTS_MAX, sizeof *joints.limits);
    joints.drives = calloc(JOINTS_MAX, sizeof *joints.drives);
    setup->joints = joints.defs;
    return joints;
}

static inline void joints_end(Joints *joints)
{
    setup_end(joints->setup);
    free(joints->defs);
    free(joints->limits);
    free(joints->drives);
}

/// Joins things a and b (-1: the world) where node B's frame and node A's are the things' own.
static inline int joint_between(Joints *joints, int a, int b)
{
    assert_true(joints->setup->joint_count < JOINTS_MAX);
    const int joint = joints->setup->joint_count++;
    joints->defs[joint] = (JointDef){.node_a = a,
                                     .node_b = b,
                                     .limits = joints->limits[joint],
                                     .drives = joints->drives[joint],
                                     .pointer = "/joint"};
    return joint;
}

/// A node that moves with a thing and stands at (x, y, z), not turned; `thing` must not be turned.
static inline int joint_anchor(Setup *setup, int thing, double x, double y, double z)
{
    assert_true(setup->count < THINGS_MAX);
    const double *at = setup->things[thing].position;
    setup->things[setup->count] = (Thing){.is_bare = true,
                                          .parent_plus_one = thing + 1,
                                          .position = {x - at[0], y - at[1], z - at[2]},
                                          .rotation = {0, 0, 0, 1}};
    return setup->count++;
}

/// Joins things a and b at (x, y, z).
static inline int joint_add(Joints *joints, int a, int b, double x, double y, double z)
{
    const int anchor_a = joint_anchor(joints->setup, a, x, y, z);
    const int anchor_b = joint_anchor(joints->setup, b, x, y, z);
    return joint_between(joints, anchor_a, anchor_b);
}

/// The last limit can be changed until the world starts.
static inline TumLimit *joint_range(Joints *joints, int joint, TumSpace space, uint32_t axes,
                                    double min, double max)
{
    const size_t index = joints->defs[joint].limit_count++;
    assert_true(index < JOINT_LIMITS);
    joints->limits[joint][index] =
        (TumLimit){.space = space, .axes = axes, .min = min, .max = max, .stiffness = INFINITY};
    return &joints->limits[joint][index];
}

static inline TumLimit *joint_lock(Joints *joints, int joint, TumSpace space, uint32_t axes)
{
    return joint_range(joints, joint, space, axes, 0, 0);
}

static inline void joint_ball(Joints *joints, int joint)
{
    joint_lock(joints, joint, TUM_SPACE_LINEAR, 7);
}

/// Turns about one axis (0 to 2).
static inline void joint_hinge(Joints *joints, int joint, int axis)
{
    joint_ball(joints, joint);
    joint_lock(joints, joint, TUM_SPACE_ANGULAR, 7u & ~(1u << axis));
}

static inline void joint_fixed(Joints *joints, int joint)
{
    joint_ball(joints, joint);
    joint_lock(joints, joint, TUM_SPACE_ANGULAR, 7);
}

/// Moves along one axis.
static inline void joint_slider(Joints *joints, int joint, int axis)
{
    joint_lock(joints, joint, TUM_SPACE_LINEAR, 7u & ~(1u << axis));
    joint_lock(joints, joint, TUM_SPACE_ANGULAR, 7);
}

static inline TumDrive *joint_drive(Joints *joints, int joint, TumSpace space, int axis,
                                    TumDriveMode mode)
{
    const size_t index = joints->defs[joint].drive_count++;
    assert_true(index < JOINT_DRIVES);
    joints->drives[joint][index] =
        (TumDrive){.space = space, .mode = mode, .axis = axis, .max_force = INFINITY};
    return &joints->drives[joint][index];
}

/// Pose of a frame of a joint in the world now.
static inline DPose3 joint_frame(const Joints *joints, int joint, int side)
{
    const TumJoint *made = &joints->setup->scene->joints[joint];
    const int32_t body = side == 0 ? made->body_a : made->body_b;
    const double *p = side == 0 ? made->position_a : made->position_b;
    const double *q = side == 0 ? made->rotation_a.q : made->rotation_b.q;
    const DPose3 frame = {{p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}};
    if (body < 0) {
        return frame;
    }
    const TumPose3 pose =
        tum_body_pose3(joints->setup->world, tum_world_body_at(joints->setup->world, (size_t)body));
    const DPose3 world_from_body = {
        {(double)pose.position.x, (double)pose.position.y, (double)pose.position.z},
        {(double)pose.rotation.x, (double)pose.rotation.y, (double)pose.rotation.z,
         (double)pose.rotation.w}};
    return dpose3_multiply(world_from_body, frame);
}

/// x'' = -(k/m) (x - rest) - (c/m) x', at rest at x0, below critical damping.
static inline double damped_motion(double x0, double rest, double k_by_m, double c_by_m, double t)
{
    const double decay = c_by_m / 2, omega = sqrt(k_by_m - decay * decay);
    return rest + (x0 - rest) * exp(-decay * t) * (cos(omega * t) + decay / omega * sin(omega * t));
}

/// [m] Between the origins of the frames.
static inline double joint_gap(const Joints *joints, int joint)
{
    return dvec3_distance(joint_frame(joints, joint, 0).position,
                          joint_frame(joints, joint, 1).position);
}

/// [m] Of all joints.
static inline double joints_widest_gap(const Joints *joints)
{
    double widest = 0;
    for (int i = 0; i < joints->setup->joint_count; ++i) {
        const double gap = joint_gap(joints, i);
        widest = gap > widest ? gap : widest;
    }
    return widest;
}

#endif
