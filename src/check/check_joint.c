// SPDX-License-Identifier: MIT
// check_joint.c: violated joint limits.
#include "check/check_data.h"
#include "joint3/limit3.h"
#include "tumble/world3.h"

static DPose3 pose_of(const double position[4], const TumRotation *rotation)
{
    return (DPose3){{position[0], position[1], position[2]},
                    {rotation->q[0], rotation->q[1], rotation->q[2], rotation->q[3]}};
}

// The pose of a body, in the world if it exists.
static DPose3 body_pose(const SceneCheck *check, int32_t body)
{
    const DPose3 identity = {{0.0, 0.0, 0.0}, DQUAT_IDENTITY};
    if (body < 0) {
        return identity;
    }
    if (check->world == NULL) {
        const TumBody *at = &check->scene->bodies[body];
        return pose_of(at->position, &at->rotation);
    }
    const TumPose3 at = tum_body_pose3(check->world, tum_world_body_at(check->world, (size_t)body));
    return (DPose3){{(double)at.position.x, (double)at.position.y, (double)at.position.z},
                    dquat_normalize((DQuat){(double)at.rotation.x, (double)at.rotation.y,
                                            (double)at.rotation.z, (double)at.rotation.w})};
}

// An angle about one axis as counted by the world, or with its initial number of turns.
static double whole_angle(const SceneCheck *check, const TumJoint *joint, const TumLimit *limit,
                          double angle)
{
    if (check->world == NULL) {
        return tum_limit3_unwrap_into(angle, limit->min, limit->max);
    }
    const size_t index = (size_t)(joint - check->scene->joints);
    return (double)tum_joint_position3(check->world, tum_world_joint_at(check->world, index),
                                       TUM_SPACE_ANGULAR, limit->axes);
}

static double measure(const SceneCheck *check, const TumJoint *joint, const TumLimit *limit)
{
    const DPose3 a = dpose3_multiply(body_pose(check, joint->body_a),
                                     pose_of(joint->position_a, &joint->rotation_a));
    const DPose3 b = dpose3_multiply(body_pose(check, joint->body_b),
                                     pose_of(joint->position_b, &joint->rotation_b));
    if (limit->space == TUM_SPACE_LINEAR) {
        return tum_limit3_linear(dquat_matrix(a.rotation), dvec3_sub(b.position, a.position),
                                 limit->axes)
            .value;
    }
    const double angle =
        tum_limit3_angle(dquat_multiply(dquat_conjugate(a.rotation), b.rotation), limit->axes);
    return (limit->axes & (limit->axes - 1)) == 0 ? whole_angle(check, joint, limit, angle) : angle;
}

// The distance of a value from a range.
static double excess(double value, double low, double high)
{
    return value < low ? low - value : value > high ? value - high : 0.0;
}

void tum_check_joints(const SceneCheck *check, DiagnosticCode code, double most_metres,
                      double most_radians)
{
    const TumScene *scene = check->scene;
    const bool has_run = check->world != NULL;
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        for (int32_t k = 0; k < joint->limit_count; ++k) {
            const TumLimit *limit = &scene->limits[joint->limit_first + k];
            const bool is_linear = limit->space == TUM_SPACE_LINEAR;
            const double value = measure(check, joint, limit);
            const double open = excess(value, limit->min, limit->max);
            // Soft limits yield by design.
            if (open <= (is_linear ? most_metres : most_radians) ||
                (has_run && is_finite64(limit->stiffness))) {
                continue;
            }
            tum_report_add(check->report, code, scene->file, joint->pointer,
                           "%s limit %d is at %.4g %s%s, outside of %.4g to %.4g by %.4g.",
                           is_linear ? "Linear" : "Angular", (int)k, value, is_linear ? "m" : "rad",
                           has_run ? " after a second" : "", limit->min, limit->max, open);
            break;
        }
    }
}
