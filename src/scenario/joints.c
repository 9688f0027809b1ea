// SPDX-License-Identifier: MIT
// joints.c: without gravity each joint is driven along its axes, and moves.
//
// Thresholds: NVIDIA SimReady Foundation, benchmark test joint_movement 2.2.0
// (docs/scenarios.md#joints). The joints of an asset are driven together: doors that close on each
// other do not jam. Axes of a joint take turns, and so do the two ways of an axis without limits.
#include "scenario/joint_axes.h"
#include "tumble/world3.h"

static const double radians = 0.017453292519943295; // [rad/deg]
static const double drive_damping = 100.0; // [1/s] An axis reaches its speed in about 0.01 s.

// Joint during all drives.
typedef struct Motion {
    bool is_tested;
    JointAxis axes[JOINT_AXES]; ///< [axis_count] Movable ones.
    int axis_count;
    int32_t child;
    double diagonal; ///< [m] Of the child's box.
    TumPose3 start;  ///< Frame B in frame A at the beginning of the drive.
    double angle;    ///< [rad] Greatest turn.
    double way;      ///< [m] Greatest way.
    double time;     ///< [s] Of the greater of both, since the beginning of its drive.
    double share;    ///< Greatest part of a threshold that was reached: 1 and more moves.
} Motion;

typedef struct Joints {
    Stage stage;
    Motion *motions; ///< [joint_count]
    TumDrive *own;   ///< [joint_count] Drives of this turn.
    bool *held;      ///< [body_count]
} Joints;

static DQuat quat_of(TumQuat q)
{
    return (DQuat){(double)q.x, (double)q.y, (double)q.z, (double)q.w};
}

static DVec3 vec_of(TumVec3 v)
{
    return (DVec3){(double)v.x, (double)v.y, (double)v.z};
}

// Frame B in frame A.
static TumPose3 relative_frame(const TumWorld *world, size_t joint)
{
    const TumJointId id = tum_world_joint_at(world, joint);
    const TumPose3 a = tum_joint_frame3(world, id, TUM_JOINT_A);
    const TumPose3 b = tum_joint_frame3(world, id, TUM_JOINT_B);
    const DPose3 relative = dpose3_relative((DPose3){vec_of(a.position), quat_of(a.rotation)},
                                            (DPose3){vec_of(b.position), quat_of(b.rotation)});
    const DVec3 p = relative.position;
    const DQuat q = relative.rotation;
    return (TumPose3){{(float)p.x, (float)p.y, (float)p.z},
                      {(float)q.x, (float)q.y, (float)q.z, (float)q.w}};
}

static bool observe(const Run *run, void *state)
{
    Joints *joints = state;
    const TumScenarioProfile *profile = run->profile;
    for (size_t i = 0; i < joints->stage.scene.joint_count; ++i) {
        Motion *motion = &joints->motions[i];
        if (!motion->is_tested) {
            continue;
        }
        const TumPose3 now = relative_frame(joints->stage.world, i);
        const DQuat turn =
            dquat_multiply(dquat_conjugate(quat_of(motion->start.rotation)), quat_of(now.rotation));
        const double sine = dvec3_length((DVec3){turn.x, turn.y, turn.z});
        const double angle = 2.0 * tum_atan2_64(sine, absolute64(turn.w));
        const double way = dvec3_distance(vec_of(now.position), vec_of(motion->start.position));
        const double least_way = profile->joints_share * motion->diagonal;
        const double share = maximum64(angle / (profile->joints_angle * radians),
                                       least_way > 0.0 ? way / least_way : 0.0);
        if (share > motion->share) {
            motion->share = share;
            motion->angle = angle;
            motion->way = way;
            motion->time = joints->stage.seconds;
        }
    }
    return joints->stage.seconds < profile->joints_duration;
}

// Velocity target of a joint's drive: to the far limit, or both ways one after the other.
static double target_of(const Run *run, const TumWorld *world, size_t joint, const JointAxis *axis,
                        int way)
{
    const TumScenarioProfile *profile = run->profile;
    const double least = axis->space == TUM_SPACE_ANGULAR ? profile->joints_angular_speed * radians
                                                          : profile->joints_linear_speed;
    if (isinf(axis->low) && isinf(axis->high)) {
        return way == 0 ? least : -least;
    }
    const TumJointId id = tum_world_joint_at(world, joint);
    const double now =
        (double)tum_joint_position3(world, id, axis->space, UINT32_C(1) << axis->axis);
    const double above = axis->high - now, below = now - axis->low;
    const double far = maximum64(above, below);
    const double speed = isinf(far) ? least : maximum64(least, far / profile->joints_duration);
    return way != 0 ? 0.0 : above >= below ? speed : -speed;
}

static double most_force(const Run *run, const Stage *stage, const TumJoint *joint,
                         const JointAxis *axis)
{
    const double weight = tum_joint_weight(run->asset, joint);
    const double arm = axis->space == TUM_SPACE_ANGULAR
                           ? tum_bounds_diagonal(tum_asset_box(run->asset, stage->places, false))
                           : 1.0;
    return run->profile->joints_effort * weight * arm;
}

// Makes the world of one turn: each joint that has not moved yet is driven along one axis.
//
// @param is_any  receives whether there is such a joint.
static TumStatus begin_turn(const Run *run, Joints *joints, int slot, int way, bool *is_any)
{
    Stage *stage = &joints->stage;
    *stage = (Stage){0};
    TumStatus status = tum_stage_joints(run, stage, joints->held);
    if (status != TUM_OK) {
        return status;
    }
    *is_any = false;
    stage->scene.drives = joints->own;
    stage->scene.drive_count = stage->scene.joint_count;
    for (size_t i = 0; i < stage->scene.joint_count; ++i) {
        const Motion *motion = &joints->motions[i];
        const JointAxis *axis = &motion->axes[slot];
        TumJoint *joint = &stage->joints[i];
        joint->drive_first = (int32_t)i;
        joint->drive_count = 0;
        joints->own[i] = (TumDrive){0};
        if (!motion->is_tested || motion->share >= 1.0 || slot >= motion->axis_count ||
            (way > 0 && !(isinf(axis->low) && isinf(axis->high)))) {
            continue;
        }
        *is_any = true;
        joint->drive_count = 1;
        joints->own[i] = (TumDrive){.space = axis->space,
                                    .mode = TUM_DRIVE_ACCELERATION,
                                    .axis = axis->axis,
                                    .max_force = most_force(run, stage, joint, axis),
                                    .damping = drive_damping};
    }
    return *is_any ? tum_stage_open(run, stage, (double[4]){0.0}) : TUM_OK;
}

static void start_turn(const Run *run, Joints *joints, int slot, int way)
{
    TumWorld *world = joints->stage.world;
    for (size_t i = 0; i < joints->stage.scene.joint_count; ++i) {
        Motion *motion = &joints->motions[i];
        if (motion->is_tested) {
            motion->start = relative_frame(world, i);
            motion->diagonal = tum_joint_child_diagonal(
                run, &joints->stage, &run->asset->scene->joints[i], joints->held, &motion->child);
        }
        if (joints->stage.joints[i].drive_count > 0) {
            const double target = target_of(run, world, i, &motion->axes[slot], way);
            tum_joint_set_velocity_target(world, tum_world_joint_at(world, i), 0, target);
        }
    }
}

static TumStatus drive_all(const Run *run, Joints *joints)
{
    TumStatus status = TUM_OK;
    for (int turn = 0; status == TUM_OK && turn < 2 * JOINT_AXES; ++turn) {
        bool is_any = false;
        status = begin_turn(run, joints, turn / 2, turn % 2, &is_any);
        if (status == TUM_OK && is_any) {
            start_turn(run, joints, turn / 2, turn % 2);
            status = tum_stage_play(run, &joints->stage, observe, joints);
        }
        tum_stage_close(&joints->stage);
        if (joints->stage.has_diverged) {
            break;
        }
    }
    return status;
}

static void judge(const Run *run, const Joints *joints, int32_t index)
{
    const TumScene *scene = run->asset->scene;
    const TumScenarioProfile *profile = run->profile;
    const Motion *motion = &joints->motions[index];
    const double angle_share = motion->angle / (profile->joints_angle * radians);
    const bool is_angular =
        motion->share > 0.0 ? angle_share >= motion->share
                            : motion->axis_count == 0 || motion->axes[0].space == TUM_SPACE_ANGULAR;
    Measure moves = is_angular ? tum_measure("moves", "deg", motion->angle / radians)
                               : tum_measure("moves", "m", motion->way);
    moves.least = is_angular ? profile->joints_angle : profile->joints_share * motion->diagonal;
    moves.time = motion->time;
    moves.joint = index;
    moves.body = motion->child;
    const int32_t lock = tum_joint_false_lock(scene, &scene->joints[index]);
    if (lock >= 0) {
        moves.pointer = scene->limits[lock].pointer;
        moves.cure = "Its limit has the same min and max: give the axis a range, or take away "
                     "what drives it.";
    }
    tum_judge(run, &moves, "Driven along %d axes, the joint moves %.3g %s.", motion->axis_count,
              moves.value, moves.unit);
}

static void select_joints(const Run *run, Joints *joints)
{
    const TumScene *scene = run->asset->scene;
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        Motion *motion = &joints->motions[i];
        JointAxis axes[JOINT_AXES];
        tum_joint_axes(scene, joint, axes);
        for (int k = 0; k < JOINT_AXES; ++k) {
            if (axis_is_movable(&axes[k])) {
                motion->axes[motion->axis_count++] = axes[k];
            }
        }
        const bool is_weld = motion->axis_count == 0 && tum_joint_false_lock(scene, joint) < 0;
        motion->is_tested = tum_joint_takes_part(run->asset, joint) && !is_weld;
        motion->child = joint->body_b >= 0 ? joint->body_b : joint->body_a;
    }
}

TumStatus tum_run_joints(const Run *run)
{
    const TumScene *scene = run->asset->scene;
    Joints joints = {0};
    joints.motions = tum_arena_zeroed(run->arena, scene->joint_count, sizeof *joints.motions);
    joints.own = tum_arena_zeroed(run->arena, scene->joint_count, sizeof *joints.own);
    joints.held = tum_arena_zeroed(run->arena, scene->body_count, sizeof *joints.held);
    if (joints.motions == NULL || joints.own == NULL || joints.held == NULL) {
        return TUM_ERROR_MEMORY;
    }
    select_joints(run, &joints);
    size_t count = 0;
    for (size_t i = 0; i < scene->joint_count; ++i) {
        count += joints.motions[i].is_tested;
    }
    if (count == 0) {
        tum_skip(run, "moves", -1, "No joint of the asset has an axis that moves.");
        return TUM_OK;
    }
    const TumStatus status = drive_all(run, &joints);
    for (size_t i = 0; status == TUM_OK && !joints.stage.has_diverged && i < scene->joint_count;
         ++i) {
        if (joints.motions[i].is_tested) {
            judge(run, &joints, (int32_t)i);
        }
    }
    return status;
}
