// SPDX-License-Identifier: MIT
// joint.c: joints of a script's world, their limits and drives.
//
// A limit is six numbers: TumSpace, axes, min, max, stiffness, damping. A drive is nine: TumSpace,
// TumDriveMode, axis, greatest force, has a position target, position target, velocity target,
// stiffness, damping.
#include <stdlib.h>

#include "module.h"

enum { LIMIT_NUMBERS = 6, DRIVE_NUMBERS = 9 };

static TumLimit limit_of(const double n[LIMIT_NUMBERS])
{
    return (TumLimit){.space = (TumSpace)n[0],
                      .axes = (uint32_t)n[1],
                      .min = n[2],
                      .max = n[3],
                      .stiffness = n[4],
                      .damping = n[5]};
}

static TumDrive drive_of(const double n[DRIVE_NUMBERS])
{
    return (TumDrive){.space = (TumSpace)n[0],
                      .mode = (TumDriveMode)n[1],
                      .axis = (int32_t)n[2],
                      .max_force = n[3],
                      .has_position_target = n[4] != 0.0,
                      .position_target = n[5],
                      .velocity_target = n[6],
                      .stiffness = n[7],
                      .damping = n[8]};
}

/// Adds a joint.
///
/// @param def     body A, body B (0: the world), frame A (7), frame B (7), enable collision, node
/// A,
///                node B.
/// @param limits  [limit_count * 6]
/// @param drives  [drive_count * 9]
/// @param id      receives the id, 0 on failure.
int WEB_EXPORT(tum_web_add_joint)(TumWebWorld *world, const double def[19], const double *limits,
                                  size_t limit_count, const double *drives, size_t drive_count,
                                  double *id)
{
    TumLimit *all_limits = calloc(limit_count + 1, sizeof *all_limits);
    TumDrive *all_drives = calloc(drive_count + 1, sizeof *all_drives);
    TumJointDef3 joint = tum_default_joint_def3();
    TumJointId made = {0};
    TumStatus status = TUM_ERROR_MEMORY;
    if (all_limits != NULL && all_drives != NULL) {
        for (size_t i = 0; i < limit_count; ++i) {
            all_limits[i] = limit_of(limits + i * LIMIT_NUMBERS);
        }
        for (size_t i = 0; i < drive_count; ++i) {
            all_drives[i] = drive_of(drives + i * DRIVE_NUMBERS);
        }
        joint.body_a = web_body(def[0]);
        joint.body_b = web_body(def[1]);
        joint.frame_a = web_pose3(def + 2);
        joint.frame_b = web_pose3(def + 9);
        joint.enable_collision = def[16] != 0.0;
        joint.node_a = (int32_t)def[17];
        joint.node_b = (int32_t)def[18];
        joint.limits = all_limits;
        joint.limit_count = limit_count;
        joint.drives = all_drives;
        joint.drive_count = drive_count;
        // Numbers that are no body's must not name the world.
        status = TUM_ERROR_ARGUMENT;
        if ((def[0] == 0.0 || joint.body_a.index1 > 0) &&
            (def[1] == 0.0 || joint.body_b.index1 > 0)) {
            status = tum_world_add_joint3(world->world, &joint, &made);
        }
    }
    free(all_limits);
    free(all_drives);
    *id = web_joint_id(made);
    return web_changed(world, status);
}

size_t WEB_EXPORT(tum_web_joint_count)(const TumWebWorld *world)
{
    return tum_world_joint_count(world->world);
}

double WEB_EXPORT(tum_web_joint_at)(const TumWebWorld *world, size_t index)
{
    return web_joint_id(tum_world_joint_at(world->world, index));
}

double WEB_EXPORT(tum_web_joint_body)(const TumWebWorld *world, double id, int side)
{
    return web_body_id(tum_joint_body(world->world, web_joint(id), (TumJointSide)side));
}

size_t WEB_EXPORT(tum_web_limit_count)(const TumWebWorld *world, double id)
{
    return tum_joint_limit_count(world->world, web_joint(id));
}

size_t WEB_EXPORT(tum_web_drive_count)(const TumWebWorld *world, double id)
{
    return tum_joint_drive_count(world->world, web_joint(id));
}

int WEB_EXPORT(tum_web_limit)(const TumWebWorld *world, double id, size_t index,
                              double n[LIMIT_NUMBERS])
{
    TumLimit limit;
    const TumStatus status = tum_joint_limit(world->world, web_joint(id), index, &limit);
    if (status == TUM_OK) {
        n[0] = limit.space;
        n[1] = limit.axes;
        n[2] = limit.min;
        n[3] = limit.max;
        n[4] = limit.stiffness;
        n[5] = limit.damping;
    }
    return (int)status;
}

int WEB_EXPORT(tum_web_drive)(const TumWebWorld *world, double id, size_t index,
                              double n[DRIVE_NUMBERS])
{
    TumDrive drive;
    const TumStatus status = tum_joint_drive(world->world, web_joint(id), index, &drive);
    if (status == TUM_OK) {
        n[0] = drive.space;
        n[1] = drive.mode;
        n[2] = drive.axis;
        n[3] = drive.max_force;
        n[4] = drive.has_position_target;
        n[5] = drive.position_target;
        n[6] = drive.velocity_target;
        n[7] = drive.stiffness;
        n[8] = drive.damping;
    }
    return (int)status;
}

int WEB_EXPORT(tum_web_set_limit)(TumWebWorld *world, double id, size_t index,
                                  const double n[LIMIT_NUMBERS])
{
    const TumLimit limit = limit_of(n);
    return web_changed(world, tum_joint_set_limit(world->world, web_joint(id), index, &limit));
}

int WEB_EXPORT(tum_web_set_drive)(TumWebWorld *world, double id, size_t index,
                                  const double n[DRIVE_NUMBERS])
{
    const TumDrive drive = drive_of(n);
    return web_changed(world, tum_joint_set_drive(world->world, web_joint(id), index, &drive));
}

/// Sets the position target of a drive; a new one for its velocity too where `what` is 1.
int WEB_EXPORT(tum_web_set_drive_target)(TumWebWorld *world, double id, size_t index, int what,
                                         double target)
{
    const TumJointId joint = web_joint(id);
    return web_changed(
        world, what == 0 ? tum_joint_set_position_target(world->world, joint, index, target)
                         : tum_joint_set_velocity_target(world->world, joint, index, target));
}

/// Moves a frame of a joint within its body or the world.
int WEB_EXPORT(tum_web_set_joint_frame)(TumWebWorld *world, double id, int side,
                                        const double frame[7])
{
    return web_changed(world, tum_joint_set_frame3(world->world, web_joint(id), (TumJointSide)side,
                                                   web_pose3(frame)));
}

/// @return [m] or [rad], tum_joint_position3.
float WEB_EXPORT(tum_web_joint_position)(const TumWebWorld *world, double id, int space, int axes)
{
    return tum_joint_position3(world->world, web_joint(id), (TumSpace)space, (uint32_t)axes);
}
