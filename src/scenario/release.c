// SPDX-License-Identifier: MIT
// release.c: joints with limits are let go in the middle of their travel; their peak speed is told.
//
// Each joint is first drawn to the middle of its range without gravity, by a drive of ours. Then
// all bodies stand still, gravity and the joint's own drives act, and ours does not.
#include "scenario/joint_axes.h"
#include "tumble/world3.h"

static const double radians = 0.017453292519943295; // [rad/deg]
static const double pull_stiffness = 100.0; // [1/s^2] Critically damped, in about half a second.
static const double pull_damping = 20.0;    // [1/s]
static const double pull_time = 2.0;        // [s]

typedef struct Released {
    bool is_limited;
    JointAxis axis;
    double before; ///< [m] or [rad] At the last step.
    double peak;   ///< [m/s] or [rad/s]
    double time;   ///< [s] Of the peak, since the release.
} Released;

typedef struct Release {
    Stage stage;
    Released *joints; ///< [joint_count]
    TumDrive *drives; ///< Authored drives without force, then ours, of each joint.
    bool *held;       ///< [body_count]
    double let_go;    ///< [s] NAN before.
} Release;

static void lay_out_drives(const Run *run, Release *release)
{
    const TumScene *scene = run->asset->scene;
    size_t count = 0;
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *authored = &scene->joints[i];
        TumJoint *joint = &release->stage.joints[i];
        const Released *own = &release->joints[i];
        joint->drive_first = (int32_t)count;
        for (int32_t k = 0; k < joint->drive_count; ++k) {
            release->drives[count] = scene->drives[authored->drive_first + k];
            release->drives[count].stiffness = release->drives[count].damping = 0.0;
            ++count;
        }
        if (own->is_limited) {
            release->drives[count++] =
                (TumDrive){.space = own->axis.space,
                           .mode = TUM_DRIVE_ACCELERATION,
                           .axis = own->axis.axis,
                           .max_force = INFINITE,
                           .has_position_target = true,
                           .position_target = 0.5 * (own->axis.low + own->axis.high),
                           .stiffness = pull_stiffness,
                           .damping = pull_damping};
            ++joint->drive_count;
        }
    }
    release->stage.scene.drives = release->drives;
    release->stage.scene.drive_count = count;
}

static double position_of(const Release *release, size_t joint)
{
    const Released *own = &release->joints[joint];
    const TumJointId id = tum_world_joint_at(release->stage.world, joint);
    return (double)tum_joint_position3(release->stage.world, id, own->axis.space,
                                       UINT32_C(1) << own->axis.axis);
}

// Drives as authored, ours without force, all bodies at rest, gravity.
static void let_go(const Run *run, Release *release)
{
    const TumScene *scene = run->asset->scene;
    TumWorld *world = release->stage.world;
    release->let_go = release->stage.seconds;
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *authored = &scene->joints[i];
        const TumJointId id = tum_world_joint_at(world, i);
        const size_t count = tum_joint_drive_count(world, id);
        for (size_t k = 0; k < count; ++k) {
            const bool is_own = release->joints[i].is_limited && k + 1 == count;
            TumDrive drive = release->drives[(size_t)release->stage.joints[i].drive_first + k];
            if (is_own) {
                drive.stiffness = drive.damping = 0.0;
            } else {
                drive = scene->drives[(size_t)authored->drive_first + k];
            }
            tum_joint_set_drive(world, id, k, &drive);
        }
        release->joints[i].before = position_of(release, i);
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        const TumBodyId id = tum_world_body_at(world, i);
        if (tum_body_kind(world, id) == TUM_BODY_DYNAMIC) {
            tum_body_set_linear_velocity3(world, id, (TumVec3){0});
            tum_body_set_angular_velocity3(world, id, (TumVec3){0});
        }
    }
    tum_world_set_gravity3(world, (TumVec3){0.0f, (float)-run->weight, 0.0f});
}

static bool observe(const Run *run, void *state)
{
    Release *release = state;
    if (isnan(release->let_go)) {
        if (release->stage.seconds >= pull_time) {
            let_go(run, release);
        }
        return true;
    }
    const double since = release->stage.seconds - release->let_go;
    for (size_t i = 0; i < release->stage.scene.joint_count; ++i) {
        Released *own = &release->joints[i];
        const double now = own->is_limited ? position_of(release, i) : 0.0;
        const double speed = absolute64(now - own->before) * run->rate;
        if (own->is_limited && speed > own->peak) {
            own->peak = speed;
            own->time = since;
        }
        own->before = now;
    }
    return since < run->profile->release_duration;
}

static void judge(const Run *run, const Release *release, int32_t index)
{
    const TumScenarioProfile *profile = run->profile;
    const Released *own = &release->joints[index];
    const bool is_angular = own->axis.space == TUM_SPACE_ANGULAR;
    Measure speed = is_angular ? tum_measure("speed", "deg/s", own->peak / radians)
                               : tum_measure("speed", "m/s", own->peak);
    speed.most = is_angular ? profile->release_angular_speed : profile->release_linear_speed;
    speed.time = own->time;
    speed.joint = index;
    speed.pointer = run->asset->scene->joints[index].pointer;
    speed.cure = "Give the joint a drive with damping, or softer springs.";
    tum_judge(run, &speed, "Released in the middle of its travel the joint reaches %.3g %s.",
              speed.value, speed.unit);
}

static size_t select_joints(const Run *run, Release *release)
{
    const TumScene *scene = run->asset->scene;
    size_t count = 0;
    for (size_t i = 0; i < scene->joint_count; ++i) {
        Released *own = &release->joints[i];
        JointAxis axes[JOINT_AXES];
        tum_joint_axes(scene, &scene->joints[i], axes);
        for (int k = 0; k < JOINT_AXES && !own->is_limited; ++k) {
            own->is_limited =
                axis_is_limited(&axes[k]) && tum_joint_takes_part(run->asset, &scene->joints[i]);
            own->axis = axes[k];
        }
        count += own->is_limited;
    }
    return count;
}

TumStatus tum_run_release(const Run *run)
{
    const TumScene *scene = run->asset->scene;
    Release release = {.let_go = NO_NUMBER};
    const size_t drives = scene->joint_count + scene->drive_count;
    size_t shared = 0; // Joints that share a description have the same drives.
    for (size_t i = 0; i < scene->joint_count; ++i) {
        shared += (size_t)scene->joints[i].drive_count;
    }
    release.joints = tum_arena_zeroed(run->arena, scene->joint_count, sizeof *release.joints);
    release.drives = tum_arena_zeroed(run->arena, drives + shared, sizeof *release.drives);
    release.held = tum_arena_zeroed(run->arena, scene->body_count, sizeof *release.held);
    if (release.joints == NULL || release.drives == NULL || release.held == NULL) {
        return TUM_ERROR_MEMORY;
    }
    if (select_joints(run, &release) == 0) {
        tum_skip(run, "speed", -1, "No joint of the asset has a travel between two limits.");
        return TUM_OK;
    }
    TumStatus status = tum_stage_joints(run, &release.stage, release.held);
    if (status == TUM_OK) {
        lay_out_drives(run, &release);
        status = tum_stage_open(run, &release.stage, (double[4]){0.0});
    }
    status = status == TUM_OK ? tum_stage_play(run, &release.stage, observe, &release) : status;
    for (size_t i = 0; status == TUM_OK && !release.stage.has_diverged && i < scene->joint_count;
         ++i) {
        if (release.joints[i].is_limited) {
            judge(run, &release, (int32_t)i);
        }
    }
    tum_stage_close(&release.stage);
    return status;
}
