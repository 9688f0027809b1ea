// SPDX-License-Identifier: MIT
// ode_joint.c: from limits on axes to kinds of joints.
//
// Joints of ODE connect the body of frame B as their first and that of A as their second, so that
// angles and positions grow as those of the scene do: B seen from A.
#include "ode_joint.h"

#include <math.h>
#include <stdio.h>

// How far each axis may go: three along, three about. Free until a limit says otherwise.
typedef struct Ranges {
    double low[6], high[6];
} Ranges;

typedef struct Teller {
    OdeSay *say;
    void *user;
    const char *pointer;
} Teller;

static void tell(const Teller *teller, const char *what, int index, const char *text)
{
    if (teller->say == NULL) {
        return;
    }
    char line[200];
    snprintf(line, sizeof line, "%s %d: %s", what, index, text);
    teller->say(teller->user, teller->pointer, line);
}

static bool is_single(uint32_t axes)
{
    return (axes & (axes - 1)) == 0;
}

// @return false where some limit is none of single axes.
static bool read_ranges(const TumScene *scene, const TumJoint *joint, Ranges *ranges,
                        const Teller *teller)
{
    for (int axis = 0; axis < 6; ++axis) {
        ranges->low[axis] = -(double)INFINITY;
        ranges->high[axis] = (double)INFINITY;
    }
    for (int32_t i = 0; i < joint->limit_count; ++i) {
        const TumLimit *limit = &scene->limits[joint->limit_first + i];
        if (!is_single(limit->axes) && !(limit->min <= 0.0 && limit->max == 0.0)) {
            tell(teller, "limit", (int)i, "ODE has no limit of a distance or a cone");
            return false;
        }
        if (isfinite(limit->stiffness)) {
            tell(teller, "limit", (int)i, "hard instead of soft");
        }
        const int first = limit->space == TUM_SPACE_ANGULAR ? 3 : 0;
        const double least = is_single(limit->axes) ? limit->min : 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            if ((limit->axes >> axis & 1u) != 0) {
                ranges->low[first + axis] = fmax(ranges->low[first + axis], least);
                ranges->high[first + axis] = fmin(ranges->high[first + axis], limit->max);
            }
        }
    }
    return true;
}

static bool is_locked(const Ranges *ranges, int axis)
{
    return ranges->low[axis] == 0.0 && ranges->high[axis] == 0.0;
}

static bool is_free(const Ranges *ranges, int axis)
{
    return isinf(ranges->low[axis]) && isinf(ranges->high[axis]);
}

// How many of three axes are locked; *open is the last that is not.
static int locked_count(const Ranges *ranges, int first, int *open)
{
    int count = 0;
    for (int axis = first; axis < first + 3; ++axis) {
        if (is_locked(ranges, axis)) {
            ++count;
        } else {
            *open = axis - first;
        }
    }
    return count;
}

static void stop(dJointID made, const Ranges *ranges, int axis, int low, int high,
                 void (*set)(dJointID, int, dReal))
{
    // Twice: the first low stop is refused where it is above the high one that was there before.
    for (int i = 0; i < 2 && !is_free(ranges, axis); ++i) {
        set(made, low, isinf(ranges->low[axis]) ? -dInfinity : ranges->low[axis]);
        set(made, high, isinf(ranges->high[axis]) ? dInfinity : ranges->high[axis]);
    }
}

// Axis i of a frame in the world: a column of its matrix, which ODE keeps by rows of four.
static void axis_of(const dReal *rotation, int i, dVector3 axis)
{
    for (int k = 0; k < 3; ++k) {
        axis[k] = rotation[4 * k + i];
    }
}

static bool all_free(const Ranges *ranges, int first)
{
    return is_free(ranges, first) && is_free(ranges, first + 1) && is_free(ranges, first + 2);
}

static dJointID create_kind(dWorldID world, const Ranges *ranges)
{
    int linear = -1, angular = -1;
    const int linear_locked = locked_count(ranges, 0, &linear);
    const int angular_locked = locked_count(ranges, 3, &angular);
    if (linear_locked == 3 && angular_locked == 3) {
        return dJointCreateFixed(world, 0);
    }
    if (linear_locked == 3 && all_free(ranges, 3)) {
        return dJointCreateBall(world, 0);
    }
    if (linear_locked == 3 && angular_locked == 2) {
        return dJointCreateHinge(world, 0);
    }
    if (linear_locked == 3 && angular_locked == 1) {
        return dJointCreateUniversal(world, 0);
    }
    if (linear_locked == 2 && angular_locked == 3) {
        return dJointCreateSlider(world, 0);
    }
    if (linear_locked == 2 && angular_locked == 2 && linear == angular) {
        return dJointCreatePiston(world, 0);
    }
    return NULL;
}

static void place(dJointID made, const Ranges *ranges, const dReal *p, const dReal *rotation)
{
    int linear = 0, angular = 0;
    dVector3 x, y;
    locked_count(ranges, 0, &linear);
    locked_count(ranges, 3, &angular);
    switch (dJointGetType(made)) {
    case dJointTypeFixed: dJointSetFixed(made); break;
    case dJointTypeBall: dJointSetBallAnchor(made, p[0], p[1], p[2]); break;
    case dJointTypeHinge:
        axis_of(rotation, angular, x);
        dJointSetHingeAnchor(made, p[0], p[1], p[2]);
        dJointSetHingeAxis(made, x[0], x[1], x[2]);
        stop(made, ranges, 3 + angular, dParamLoStop, dParamHiStop, dJointSetHingeParam);
        break;
    case dJointTypeSlider:
        axis_of(rotation, linear, x);
        dJointSetSliderAxis(made, x[0], x[1], x[2]);
        stop(made, ranges, linear, dParamLoStop, dParamHiStop, dJointSetSliderParam);
        break;
    case dJointTypePiston:
        axis_of(rotation, linear, x);
        dJointSetPistonAnchor(made, p[0], p[1], p[2]);
        dJointSetPistonAxis(made, x[0], x[1], x[2]);
        stop(made, ranges, linear, dParamLoStop1, dParamHiStop1, dJointSetPistonParam);
        stop(made, ranges, 3 + linear, dParamLoStop2, dParamHiStop2, dJointSetPistonParam);
        break;
    default: {
        // The axes that are not locked, whichever is locked.
        const int locked = is_locked(ranges, 3) ? 0 : is_locked(ranges, 4) ? 1 : 2;
        const int first = (locked + 1) % 3, second = (locked + 2) % 3;
        axis_of(rotation, first, x);
        axis_of(rotation, second, y);
        dJointSetUniversalAnchor(made, p[0], p[1], p[2]);
        dJointSetUniversalAxis1(made, x[0], x[1], x[2]);
        dJointSetUniversalAxis2(made, y[0], y[1], y[2]);
        stop(made, ranges, 3 + first, dParamLoStop1, dParamHiStop1, dJointSetUniversalParam);
        stop(made, ranges, 3 + second, dParamLoStop2, dParamHiStop2, dJointSetUniversalParam);
        break;
    }
    }
}

// A drive works where the joint has one axis of its kind, and that is the one.
static bool is_driven(const TumDrive *drive, dJointID made, const Ranges *ranges)
{
    const bool is_hinge = dJointGetType(made) == dJointTypeHinge;
    const bool is_slider = dJointGetType(made) == dJointTypeSlider;
    return drive->mode == TUM_DRIVE_FORCE &&
           ((is_hinge && drive->space == TUM_SPACE_ANGULAR &&
             !is_locked(ranges, 3 + drive->axis)) ||
            (is_slider && drive->space == TUM_SPACE_LINEAR && !is_locked(ranges, drive->axis)));
}

static void say_drives(const TumScene *scene, const TumJoint *joint, dJointID made,
                       const Ranges *ranges, const Teller *teller)
{
    for (int32_t i = 0; i < joint->drive_count; ++i) {
        if (!is_driven(&scene->drives[joint->drive_first + i], made, ranges)) {
            tell(teller, "drive", (int)i,
                 "only forces along a slider and about a hinge are driven: left out");
        }
    }
}

dJointID ode_joint_create(dWorldID world, const TumScene *scene, const TumJoint *joint, dBodyID a,
                          dBodyID b, const dReal *position, const dReal *rotation, OdeSay *say,
                          void *user)
{
    const Teller teller = {say, user, joint->pointer};
    Ranges ranges;
    dJointID made = NULL;
    if (joint->limit_count == 0 && joint->drive_count == 0) {
        return NULL; // All it does is keep its two sides from colliding, which is not done here.
    }
    if (read_ranges(scene, joint, &ranges, &teller)) {
        made = create_kind(world, &ranges);
    }
    if (made == NULL) {
        say(user, joint->pointer, "ODE has no joint of this kind: left out");
        return NULL;
    }
    dJointAttach(made, b, a);
    place(made, &ranges, position, rotation);
    say_drives(scene, joint, made, &ranges, &teller);
    return made;
}

static double clamp(double force, double largest)
{
    return fmax(-largest, fmin(largest, force));
}

void ode_joint_drive(const TumScene *scene, const TumJoint *joint, dJointID made)
{
    const bool is_hinge = dJointGetType(made) == dJointTypeHinge;
    if (!is_hinge && dJointGetType(made) != dJointTypeSlider) {
        return;
    }
    Ranges ranges;
    read_ranges(scene, joint, &ranges, &(Teller){0});
    const double position = is_hinge ? dJointGetHingeAngle(made) : dJointGetSliderPosition(made);
    const double rate =
        is_hinge ? dJointGetHingeAngleRate(made) : dJointGetSliderPositionRate(made);
    for (int32_t i = joint->drive_first; i < joint->drive_first + joint->drive_count; ++i) {
        const TumDrive *drive = &scene->drives[i];
        if (!is_driven(drive, made, &ranges)) {
            continue;
        }
        double force = drive->damping * (drive->velocity_target - rate);
        if (drive->has_position_target) {
            force += drive->stiffness * (drive->position_target - position);
        }
        force = clamp(force, drive->max_force);
        if (is_hinge) {
            dJointAddHingeTorque(made, force);
        } else {
            dJointAddSliderForce(made, force);
        }
    }
}
