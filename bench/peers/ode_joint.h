// SPDX-License-Identifier: MIT
/// ode_joint.h: frames, freedoms and motors of joints, as ODE's joints take them.
#ifndef BENCH_ODE_JOINT_H
#define BENCH_ODE_JOINT_H

#include <ode/ode.h>

#include <cmath>
#include <cstring>

#include "peer.h"

constexpr double FRAME_GAP = 1e-4; // [m] and [rad] Frames of a joint may begin so far apart.

// Quaternions of ODE begin with w.
struct Turn {
    dQuaternion q;

    explicit Turn(const double *xyzw) : q{xyzw[3], xyzw[0], xyzw[1], xyzw[2]}
    {
    }
};

// A frame in the world.
struct Frame {
    dVector3 position;
    dMatrix3 axes; // Columns; rows of four.

    // @param center  of mass in the frame of the scene's body; ODE's bodies have it as origin.
    Frame(dBodyID body, const double *center, const double *local, const double *xyzw)
    {
        const Turn turn(xyzw);
        dQuaternion world;
        if (body != nullptr) {
            dBodyGetRelPointPos(body, local[0] - center[0], local[1] - center[1],
                                local[2] - center[2], position);
            dQMultiply0(world, dBodyGetQuaternion(body), turn.q);
        } else {
            std::memcpy(position, local, 3 * sizeof *position);
            std::memcpy(world, turn.q, sizeof world);
        }
        dRfromQ(axes, world);
    }

    // The axis: 0 is X.
    void axis(int i, dReal *out) const
    {
        for (int k = 0; k < 3; ++k) {
            out[k] = axes[4 * k + i];
        }
    }

    bool is_at(const Frame &other) const
    {
        double most = 0.0;
        for (int k = 0; k < 3; ++k) {
            most = std::fmax(most, std::fabs(position[k] - other.position[k]));
        }
        for (int k = 0; k < 12; ++k) {
            most = std::fmax(most, k % 4 < 3 ? std::fabs(axes[k] - other.axes[k]) : 0.0);
        }
        return most < FRAME_GAP;
    }
};

// Limits of a joint by its six freedoms: 0 to 2 along the axes, 3 to 5 about them.
struct Freedoms {
    bool locked[6] = {};
    const TumLimit *range[6] = {};  // Bounds of one axis.
    const TumLimit *cone = nullptr; // Bounds of the angle across two axes.
    int twist = 0;                  // The third axis of the cone.

    Freedoms(const TumScene &scene, const TumJoint &joint)
    {
        for (int32_t i = 0; i < joint.limit_count; ++i) {
            add(scene.limits[joint.limit_first + i]);
        }
    }

    void add(const TumLimit &limit)
    {
        const int first = limit.space == TUM_SPACE_ANGULAR ? 3 : 0;
        const bool is_single = (limit.axes & (limit.axes - 1)) == 0;
        const bool is_locked = limit.max == 0.0 && (limit.min == 0.0 || !is_single);
        if (!std::isinf(limit.stiffness)) {
            peer_refuse("a soft limit");
        }
        if (!is_locked && !is_single) {
            if (first == 0 || limit.axes == 7 || limit.min > 0.0) {
                peer_refuse("a limit of a distance or of a whole rotation");
            }
            cone = &limit;
            twist = limit.axes == 6 ? 0 : limit.axes == 5 ? 1 : 2;
            return;
        }
        for (int axis = 0; axis < 3; ++axis) {
            if ((limit.axes >> axis & 1u) != 0) {
                locked[first + axis] = locked[first + axis] || is_locked;
                range[first + axis] = is_locked ? nullptr : &limit;
            }
        }
    }

    // @return how many of three are locked. *open is the last that is not.
    int count(int first, int *open) const
    {
        int number = 0;
        for (int axis = first; axis < first + 3; ++axis) {
            number += locked[axis];
            *open = locked[axis] ? *open : axis;
        }
        return number;
    }
};

// The one axis of a hinge or a slider: its bounds and its motor.
inline void set_axis(const TumScene &scene, const TumJoint &joint, const Freedoms &freedoms,
                     int axis, dJointID made, void (*set)(dJointID, int, dReal))
{
    const TumLimit *limit = freedoms.range[axis];
    if (joint.body_b < 0 && (limit != nullptr || joint.drive_count > 0)) {
        peer_refuse("a bounded or driven joint whose connected side is the world"); // Signs turn.
    }
    // Twice: a low stop is refused above the high one that was there before.
    for (int i = 0; i < 2 && limit != nullptr; ++i) {
        set(made, dParamLoStop, std::isinf(limit->min) ? -dInfinity : limit->min);
        set(made, dParamHiStop, std::isinf(limit->max) ? dInfinity : limit->max);
    }
    for (int32_t i = 0; i < joint.drive_count; ++i) {
        const TumDrive &drive = scene.drives[joint.drive_first + i];
        const int driven = (drive.space == TUM_SPACE_ANGULAR ? 3 : 0) + drive.axis;
        if (driven != axis || drive.has_position_target || drive.mode != TUM_DRIVE_FORCE) {
            peer_refuse("a drive that is no motor of a hinge or a slider");
        }
        set(made, dParamVel, drive.velocity_target);
        set(made, dParamFMax, std::isinf(drive.max_force) ? dInfinity : drive.max_force);
    }
}

#endif
