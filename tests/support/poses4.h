// SPDX-License-Identifier: MIT
/// poses4.h: poses in 4D to place shapes at.
#ifndef TUM_TESTS_POSES4_H
#define TUM_TESTS_POSES4_H

#include "math/widen4.h"
#include "tests/support/support4.h"

static inline Pose4 pose4_narrow(DPose4 pose)
{
    return (Pose4){vec4_narrow(pose.position), rotation4_narrow(pose.rotation)};
}

static inline DPose4 at_place(double x, double y, double z, double w)
{
    return (DPose4){dvec4(x, y, z, w), DROTATION4_IDENTITY};
}

/// Anything in so(4), double rotations and all.
static inline DRotation4 random_rotation(Random *random)
{
    DQuat halves[2];
    for (int i = 0; i < 2; ++i) {
        DQuat q;
        double squared;
        do {
            q = (DQuat){random_in(random, -1, 1), random_in(random, -1, 1),
                        random_in(random, -1, 1), random_in(random, -1, 1)};
            squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
        } while (squared > 1 || squared < 0.01);
        halves[i] = dquat_normalize(q);
    }
    return (DRotation4){halves[0], halves[1]};
}

static inline DVec4 random_vec4(Random *random, double low, double high)
{
    const double x = random_in(random, low, high), y = random_in(random, low, high);
    const double z = random_in(random, low, high);
    return dvec4(x, y, z, random_in(random, low, high));
}

#endif
