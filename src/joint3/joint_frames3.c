// SPDX-License-Identifier: MIT
// joint_frames3.c: frames of joints: poses in the world, and motion of frames in their bodies.
#include "joint3/joint_frames3.h"

DPose3 tum_joint3_body_center(const Space3 *space, int32_t body)
{
    const BodyPlace3 *place = &space->bodies.places.items[body];
    const Quat q = place->rotation;
    return (DPose3){{(double)place->center.x, (double)place->center.y, (double)place->center.z},
                    dquat_normalize((DQuat){(double)q.x, (double)q.y, (double)q.z, (double)q.w})};
}

DPose3 tum_space3_joint_frame(const Space3 *space, int32_t slot, int side, int32_t body)
{
    return dpose3_multiply(tum_joint3_body_center(space, body),
                           space->joints.joints.items[slot].frame[side]);
}

void tum_joint3_advance_frames(Joint3 *joint, double substep)
{
    for (int side = 0; side < 2; ++side) {
        DPose3 frame = joint->frame[side];
        const DVec3 turn = dvec3_scale(joint->frame_angular[side], substep);
        frame.position = dvec3_add_scaled(frame.position, joint->frame_linear[side], substep);
        const double angle = dvec3_length(turn);
        if (angle > 0.0) {
            double sine, cosine;
            tum_sine_cosine64(0.5 * angle, &sine, &cosine);
            const DVec3 part = dvec3_scale(turn, sine / angle);
            frame.rotation = dquat_normalize(
                dquat_multiply((DQuat){part.x, part.y, part.z, cosine}, frame.rotation));
        }
        joint3_set_frame(joint, side, frame);
    }
}
