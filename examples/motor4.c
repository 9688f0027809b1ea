// SPDX-License-Identifier: MIT
// motor4.c: a wheel with two axles, as only four dimensions have room for: a joint that lets it
// turn in XY and in ZW at once, and a motor for each.
//
//     motor4

#include <stdio.h>

#include "tumble/tumble.h"

static TumDrive motor(TumPlane4 plane, double speed, double torque)
{
    return (TumDrive){.space = TUM_SPACE_ANGULAR,
                      .axis = (int32_t)plane,
                      .velocity_target = speed,
                      .damping = 1e4, // how hard it holds on to its speed
                      .max_force = torque};
}

static double angle(const TumWorld *world, TumJointId joint, TumPlane4 plane)
{
    return (double)tum_joint_position4(world, joint, TUM_SPACE_ANGULAR, 1u << plane);
}

int main(void)
{
    const TumScene nothing = {.dimension = 4, .file = ""};
    const TumWorldDef def = tum_default_world_def();
    const TumBodyDef4 wheel = tum_default_body_def4(); // 1 kg, moments of 1 kg m^2
    const TumDrive motors[2] = {motor(TUM_PLANE_XY, 1.0, 2.0), motor(TUM_PLANE_ZW, -2.0, 4.0)};
    TumJointDef4 axles = tum_default_joint_def4();
    TumJointId joint = {0, 0, 0};
    TumWorld *world = NULL;
    axles.kind = TUM_JOINT4_DUO_HINGE; // side A stays what it is: the world
    axles.drives = motors;
    axles.drive_count = 2;
    TumStatus status = tum_world_create(&nothing, &def, &world, NULL);
    status = status ? status : tum_world_add_body4(world, &wheel, &axles.body_b);
    status = status ? status : tum_world_add_joint4(world, &axles, &joint);
    for (int step = 1; step <= 120 && status == TUM_OK; ++step) {
        status = tum_world_step(world, 1.0f / 60.0f);
        if (status == TUM_OK && step % 30 == 0) {
            TumBivec4 torque;
            tum_joint_force4(world, joint, NULL, &torque);
            printf("%.1f s: XY %5.2f rad, ZW %5.2f rad, pulled by %4.1f and %4.1f N m\n",
                   tum_world_time(world), angle(world, joint, TUM_PLANE_XY),
                   angle(world, joint, TUM_PLANE_ZW), (double)torque.xy, (double)torque.zw);
        }
    }
    tum_world_destroy(world);
    return status == TUM_OK ? 0 : 1;
}
