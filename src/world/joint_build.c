// SPDX-License-Identifier: MIT
// joint_build.c: a scene's joints become rows, and pairs that do not collide (spec/scene-model.md
// section 9).
#include "base/report.h"
#include "scene/track.h"
#include "space3/limit3.h"
#include "world/animate.h"
#include "world/joint_part.h"
#include "world/world_data.h"

#include <math.h>

static const double INFINITE = (double)INFINITY;

// The parts of one joint. A limit gives at most one and so does a drive; locks of one kind are
// joined into one.
typedef struct PartList {
    JointPart3 items[BLOCK_SIZE_MOST];
    int32_t sources[BLOCK_SIZE_MOST]; // as tum_world_follow_joint3 has them
    size_t count;
    int32_t row_count;
    bool is_full, is_driven;
} PartList;

static void add_part(PartList *list, JointPart3 part, int32_t source)
{
    const int32_t rows = tum_joint3_row_count(&part, 1);
    if (list->row_count + rows > BLOCK_SIZE_MOST) {
        list->is_full = true;
        return;
    }
    list->sources[list->count] = source;
    list->items[list->count++] = part;
    list->row_count += rows;
    list->is_driven |= part.kind == PART_DRIVE || is_finite64(part.stiffness);
}

// A metric of several axes is a length or an opening: never below zero (section 9.2).
static void clip_range(const TumLimit *limit, double *low, double *high)
{
    *low = limit->min;
    *high = limit->max;
    if (axis_count(limit->axes) > 1) {
        *low = *low > 0.0 ? *low : -INFINITE;
        *high = *high > 0.0 ? *high : 0.0;
        if (limit->space == TUM_SPACE_ANGULAR && *high >= PI) {
            *high = INFINITE;
        }
        *low = *high == 0.0 ? 0.0 : *low;
    }
}

JointPart3 tum_joint_part_of_limit(const TumLimit *limit, bool is_animated)
{
    double low, high;
    clip_range(limit, &low, &high);
    const bool is_locked = low == 0.0 && high == 0.0;
    const bool is_single = axis_count(limit->axes) == 1;
    const bool is_open = !(low > -INFINITE) && !(high < INFINITE);
    return (JointPart3){.kind = is_locked && !(is_animated && is_single) ? PART_LOCK : PART_RANGE,
                        .is_angular = limit->space == TUM_SPACE_ANGULAR,
                        .may_lock = is_animated && !is_single,
                        .is_open = is_open || !(limit->min <= limit->max),
                        .axes = limit->axes & AXES_ALL,
                        .low = low,
                        .high = high,
                        .stiffness = limit->stiffness,
                        .damping = limit->damping};
}

JointPart3 tum_joint_part_of_drive(const TumDrive *drive)
{
    const bool pulls = drive->has_position_target && drive->stiffness > 0.0;
    return (JointPart3){.kind = PART_DRIVE,
                        .is_angular = drive->space == TUM_SPACE_ANGULAR,
                        .axes = 1u << drive->axis,
                        .stiffness = pulls ? drive->stiffness : 0.0,
                        .damping = drive->damping,
                        .has_target = pulls,
                        .accelerates = drive->mode == TUM_DRIVE_ACCELERATION,
                        .target = drive->has_position_target ? drive->position_target : 0.0,
                        .speed = drive->velocity_target,
                        .max_force = drive->max_force};
}

static bool is_animated(const TumScene *scene, int32_t index, TumTrackTarget first,
                        TumTrackTarget last)
{
    for (int target = (int)first; target <= (int)last; ++target) {
        if (tum_scene_track(scene, (TumTrackTarget)target, index) != NULL) {
            return true;
        }
    }
    return false;
}

static bool is_limit_animated(const TumScene *scene, int32_t index)
{
    return is_animated(scene, index, TUM_TRACK_LIMIT_MIN, TUM_TRACK_LIMIT_DAMPING);
}

// Hard locks at zero of single axes are locks of them all: two angles that are zero are one swing
// that is zero, and the latter has a direction in every pose.
static bool is_plain_lock(const TumScene *scene, int32_t index)
{
    const TumLimit *limit = &scene->limits[index];
    double low, high;
    clip_range(limit, &low, &high);
    return low == 0.0 && high == 0.0 && !is_finite64(limit->stiffness) &&
           !is_limit_animated(scene, index);
}

static void gather_locks(PartList *list, const TumScene *scene, const TumJoint *joint)
{
    for (int space = 0; space < 2; ++space) {
        JointPart3 lock = {
            .kind = PART_LOCK, .is_angular = space == TUM_SPACE_ANGULAR, .stiffness = INFINITE};
        for (int32_t i = 0; i < joint->limit_count; ++i) {
            const TumLimit *limit = &scene->limits[joint->limit_first + i];
            if ((int)limit->space == space && is_plain_lock(scene, joint->limit_first + i)) {
                lock.axes |= limit->axes & AXES_ALL;
            }
        }
        if (lock.axes != 0) {
            add_part(list, lock, NONE);
        }
    }
}

static void add_limit(PartList *list, const TumScene *scene, int32_t index)
{
    const TumLimit *limit = &scene->limits[index];
    if ((limit->axes & AXES_ALL) == 0 || is_plain_lock(scene, index)) {
        return;
    }
    if (is_limit_animated(scene, index)) {
        const TumLimit first = tum_limit_at(scene, index, 0.0);
        add_part(list, tum_joint_part_of_limit(&first, true), 2 * index);
        return;
    }
    const JointPart3 part = tum_joint_part_of_limit(limit, false);
    if (!part.is_open && part.low <= part.high) {
        add_part(list, part, NONE);
    }
}

static void add_drive(PartList *list, const TumScene *scene, int32_t index)
{
    const TumDrive *drive = &scene->drives[index];
    if (drive->axis < 0 || drive->axis > 2) {
        return;
    }
    if (is_animated(scene, index, TUM_TRACK_DRIVE_MAX_FORCE, TUM_TRACK_DRIVE_DAMPING)) {
        const TumDrive first = tum_drive_at(scene, index, 0.0);
        add_part(list, tum_joint_part_of_drive(&first), 2 * index + 1);
        return;
    }
    const JointPart3 part = tum_joint_part_of_drive(drive);
    if (part.max_force > 0.0 && (part.has_target || part.damping > 0.0)) {
        add_part(list, part, NONE);
    }
}

static void gather_parts(PartList *list, const TumScene *scene, const TumJoint *joint)
{
    list->count = 0;
    list->row_count = 0;
    list->is_full = list->is_driven = false;
    gather_locks(list, scene, joint);
    for (int32_t i = 0; i < joint->limit_count; ++i) {
        add_limit(list, scene, joint->limit_first + i);
    }
    for (int32_t i = 0; i < joint->drive_count; ++i) {
        add_drive(list, scene, joint->drive_first + i);
    }
}

static int32_t slot_of(int32_t body)
{
    return body >= 0 ? body + 1 : WORLD_BODY;
}

// The joint's frame relative to the centre of mass of its body.
static DPose3 frame_of(const TumWorld *world, const Seat3 *seat)
{
    const Vec3 center = world->space3->masses.items[seat->body].local_center;
    const DVec3 p = seat->exact.position;
    return (DPose3){{p.x - (double)center.x, p.y - (double)center.y, p.z - (double)center.z},
                    seat->exact.rotation};
}

static bool is_above(const TumScene *scene, int32_t node, int32_t below)
{
    for (int32_t at = below; at >= 0; at = scene->nodes[at].parent) {
        if (at == node) {
            return true;
        }
    }
    return false;
}

// A joint of the scene on its way into the world.
typedef struct JointBuild {
    TumWorld *world;
    const TumScene *scene;
    const TumJoint *joint;
    int32_t gate; // that opens and shuts what it forbids, or NONE
} JointBuild;

// Colliders of one body that the world or a static body owns, against those of another body.
static TumStatus forbid_fixed_side(const JointBuild *build, int32_t node, int32_t owner,
                                   int32_t body)
{
    const Sim *sim = &build->world->sim;
    for (int32_t i = sim->bodies.items[owner].first_collider; i != NONE && node >= 0;
         i = sim->colliders.items[i].next) {
        const int32_t at = sim->colliders.items[i].node;
        if (build->scene->nodes[at].body >= 0 ||
            (!is_above(build->scene, node, at) && !is_above(build->scene, at, node))) {
            continue;
        }
        for (int32_t k = sim->bodies.items[body].first_collider; k != NONE;
             k = sim->colliders.items[k].next) {
            const TumStatus status = tum_world_forbid3(build->world, build->gate, false, i, k);
            if (status != TUM_OK) {
                return status;
            }
        }
    }
    return TUM_OK;
}

// A side that is the world is not the whole world: only what the joint's node stands for. What of
// it an animation moves has bodies of its own.
static TumStatus forbid_world_side(const JointBuild *build, int32_t node, int32_t body)
{
    const Animation3 *animation = build->world->animation;
    TumStatus status = forbid_fixed_side(build, node, WORLD_BODY, body);
    for (size_t i = 0; animation != NULL && i < animation->keyframes.count && status == TUM_OK;
         ++i) {
        if (keyframe3_is_own(animation, i, build->world->scene_body_count)) {
            status = forbid_fixed_side(build, node, animation->keyframes.items[i].body, body);
        }
    }
    return status;
}

// The same of what a static body owns and an animation moves.
static TumStatus forbid_moved_side(const JointBuild *build, int32_t side, int32_t other)
{
    const Animation3 *animation = build->world->animation;
    const Sim *sim = &build->world->sim;
    TumStatus status = TUM_OK;
    for (size_t i = 0; animation != NULL && i < animation->keyframes.count && status == TUM_OK;
         ++i) {
        const int32_t own = animation->keyframes.items[i].body;
        const int32_t first = sim->bodies.items[own].first_collider;
        if (keyframe3_is_own(animation, i, build->world->scene_body_count) && first != NONE &&
            build->scene->nodes[sim->colliders.items[first].node].body + 1 == side) {
            status = tum_world_forbid3(build->world, build->gate, true, own, other);
        }
    }
    return status;
}

static TumStatus forbid_collision(const JointBuild *build)
{
    const int32_t a = slot_of(build->joint->body_a), b = slot_of(build->joint->body_b);
    if (a == WORLD_BODY || b == WORLD_BODY) {
        return a == WORLD_BODY ? forbid_world_side(build, build->joint->node_a, b)
                               : forbid_world_side(build, build->joint->node_b, a);
    }
    TumStatus status = tum_world_forbid3(build->world, build->gate, true, a, b);
    status = status == TUM_OK ? forbid_moved_side(build, a, b) : status;
    return status == TUM_OK ? forbid_moved_side(build, b, a) : status;
}

static TumStatus add_parts(TumWorld *world, const TumScene *scene, const Seat3 seats[2],
                           const PartList *list)
{
    const JointSet3 *set = &world->space3->joints;
    const JointDef3 def = {.frame = {frame_of(world, &seats[0]), frame_of(world, &seats[1])},
                           .parts = list->items,
                           .part_count = list->count};
    const int32_t joint = (int32_t)set->joints.count, first = (int32_t)set->parts.count;
    if (tum_sim_add_joint(&world->sim, seats[0].body, seats[1].body, list->is_driven) == NONE ||
        !tum_space3_add_joint(world->space3, &def)) {
        return TUM_ERROR_MEMORY;
    }
    return tum_world_follow_joint3(world, scene, joint, first, list->sources, list->count, seats);
}

static TumStatus add_joint(TumWorld *world, const TumScene *scene, size_t index, PartList *list,
                           TumReport *report)
{
    const TumJoint *joint = &scene->joints[index];
    const Seat3 seats[2] = {tum_world_seat3(world, scene, joint->node_a, joint->body_a,
                                            joint->driven_a, joint->position_a, &joint->rotation_a),
                            tum_world_seat3(world, scene, joint->node_b, joint->body_b,
                                            joint->driven_b, joint->position_b,
                                            &joint->rotation_b)};
    const int32_t a = seats[0].body, b = seats[1].body;
    const BodyRecord *bodies = world->sim.bodies.items;
    if (a == b || (!bodies[a].is_movable && !bodies[b].is_movable)) {
        tum_report_add(report, CODE_SIMULATION_JOINT_IGNORED, scene->file, joint->pointer,
                       a == b ? "Both sides of this joint are one body; it is ignored."
                              : "Nothing that this joint connects can be moved; it is ignored.");
        return TUM_OK;
    }
    TumStatus status = TUM_OK;
    const JointBuild build = {
        world, scene, joint,
        tum_world_joint_gate(world, scene, index, (int32_t[2]){a, b}, &status)};
    if (status == TUM_OK && (!joint->enable_collision || build.gate != NONE)) {
        status = forbid_collision(&build);
    }
    if (status != TUM_OK) {
        return status;
    }
    gather_parts(list, scene, joint);
    if (list->is_full) {
        tum_report_add(report, CODE_SIMULATION_APPROXIMATED, scene->file, joint->pointer,
                       "This joint acts in more than %d directions; the rest is left out.",
                       (int)BLOCK_SIZE_MOST);
    }
    return list->count > 0 ? add_parts(world, scene, seats, list) : TUM_OK;
}

TumStatus tum_world_build_joints3(TumWorld *world, const TumScene *scene, TumReport *report)
{
    PartList list;
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumStatus status = add_joint(world, scene, i, &list, report);
        if (status != TUM_OK) {
            return status;
        }
    }
    const TumStatus status = tum_sim_finish_joints(&world->sim);
    return status == TUM_OK ? tum_space3_finish_joints(world->space3, &world->sim) : status;
}
