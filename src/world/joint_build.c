// SPDX-License-Identifier: MIT
// joint_build.c: a scene's joints become rows, and pairs that do not collide (spec/scene-model.md
// section 9).
#include "base/report.h"
#include "space3/limit3.h"
#include "world/world_data.h"

#include <math.h>

static const double INFINITE = (double)INFINITY;

// The parts of one joint. A limit gives at most one and so does a drive; locks of one kind are
// joined into one.
typedef struct PartList {
    JointPart3 items[BLOCK_SIZE_MOST];
    size_t count;
    int32_t row_count;
    bool is_full, is_driven;
} PartList;

static void add_part(PartList *list, JointPart3 part)
{
    const int32_t rows = tum_joint3_row_count(&part, 1);
    if (list->row_count + rows > BLOCK_SIZE_MOST) {
        list->is_full = true;
        return;
    }
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

// Hard locks at zero of single axes are locks of them all: two angles that are zero are one swing
// that is zero, and the latter has a direction in every pose.
static void gather_locks(PartList *list, const TumScene *scene, const TumJoint *joint)
{
    for (int space = 0; space < 2; ++space) {
        JointPart3 lock = {
            .kind = PART_LOCK, .is_angular = space == TUM_SPACE_ANGULAR, .stiffness = INFINITE};
        for (int32_t i = 0; i < joint->limit_count; ++i) {
            const TumLimit *limit = &scene->limits[joint->limit_first + i];
            double low, high;
            clip_range(limit, &low, &high);
            if ((int)limit->space == space && !is_finite64(limit->stiffness) && low == 0.0 &&
                high == 0.0) {
                lock.axes |= limit->axes & AXES_ALL;
            }
        }
        if (lock.axes != 0) {
            add_part(list, lock);
        }
    }
}

static void add_limit(PartList *list, const TumLimit *limit)
{
    double low, high;
    clip_range(limit, &low, &high);
    const bool is_locked = low == 0.0 && high == 0.0, is_hard = !is_finite64(limit->stiffness);
    const bool is_open = !(low > -INFINITE) && !(high < INFINITE);
    if (is_open || (is_locked && is_hard) || !(low <= high) || (limit->axes & AXES_ALL) == 0) {
        return;
    }
    add_part(list, (JointPart3){.kind = is_locked ? PART_LOCK : PART_RANGE,
                                .is_angular = limit->space == TUM_SPACE_ANGULAR,
                                .axes = limit->axes & AXES_ALL,
                                .low = low,
                                .high = high,
                                .stiffness = limit->stiffness,
                                .damping = limit->damping});
}

static void add_drive(PartList *list, const TumDrive *drive)
{
    const bool pulls = drive->has_position_target && drive->stiffness > 0.0;
    if (!(drive->max_force > 0.0) || (!pulls && !(drive->damping > 0.0)) || drive->axis < 0 ||
        drive->axis > 2) {
        return;
    }
    add_part(list, (JointPart3){.kind = PART_DRIVE,
                                .is_angular = drive->space == TUM_SPACE_ANGULAR,
                                .axes = 1u << drive->axis,
                                .stiffness = pulls ? drive->stiffness : 0.0,
                                .damping = drive->damping,
                                .has_target = pulls,
                                .accelerates = drive->mode == TUM_DRIVE_ACCELERATION,
                                .target = pulls ? drive->position_target : 0.0,
                                .speed = drive->velocity_target,
                                .max_force = drive->max_force});
}

static void gather_parts(PartList *list, const TumScene *scene, const TumJoint *joint)
{
    list->count = 0;
    list->row_count = 0;
    list->is_full = list->is_driven = false;
    gather_locks(list, scene, joint);
    for (int32_t i = 0; i < joint->limit_count; ++i) {
        add_limit(list, &scene->limits[joint->limit_first + i]);
    }
    for (int32_t i = 0; i < joint->drive_count; ++i) {
        add_drive(list, &scene->drives[joint->drive_first + i]);
    }
}

static int32_t slot_of(int32_t body)
{
    return body >= 0 ? body + 1 : WORLD_BODY;
}

// The joint's frame relative to the centre of mass of its body.
static DPose3 frame_of(const TumWorld *world, int32_t slot, const double position[4],
                       const TumRotation *rotation)
{
    const Vec3 center = world->space3->masses.items[slot].local_center;
    const double *q = rotation->q;
    return (DPose3){{position[0] - (double)center.x, position[1] - (double)center.y,
                     position[2] - (double)center.z},
                    dquat_normalize((DQuat){q[0], q[1], q[2], q[3]})};
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

// A side that is the world is not the whole world: only what the joint's node stands for.
static TumStatus forbid_world_side(TumWorld *world, const TumScene *scene, int32_t node,
                                   int32_t body)
{
    Sim *sim = &world->sim;
    for (int32_t i = sim->bodies.items[WORLD_BODY].first_collider; i != NONE && node >= 0;
         i = sim->colliders.items[i].next) {
        const int32_t owner = sim->colliders.items[i].node;
        if (!is_above(scene, node, owner) && !is_above(scene, owner, node)) {
            continue;
        }
        for (int32_t k = sim->bodies.items[body].first_collider; k != NONE;
             k = sim->colliders.items[k].next) {
            if (tum_sim_forbid_colliders(sim, i, k) != TUM_OK) {
                return TUM_ERROR_MEMORY;
            }
        }
    }
    return TUM_OK;
}

static TumStatus forbid_collision(TumWorld *world, const TumScene *scene, const TumJoint *joint)
{
    const int32_t a = slot_of(joint->body_a), b = slot_of(joint->body_b);
    if (a != WORLD_BODY && b != WORLD_BODY) {
        return tum_sim_forbid_bodies(&world->sim, a, b);
    }
    return a == WORLD_BODY ? forbid_world_side(world, scene, joint->node_a, b)
                           : forbid_world_side(world, scene, joint->node_b, a);
}

static TumStatus add_joint(TumWorld *world, const TumScene *scene, const TumJoint *joint,
                           PartList *list, TumReport *report)
{
    const int32_t a = slot_of(joint->body_a), b = slot_of(joint->body_b);
    const BodyRecord *bodies = world->sim.bodies.items;
    if (a == b || (!bodies[a].is_movable && !bodies[b].is_movable)) {
        tum_report_add(report, CODE_SIMULATION_JOINT_IGNORED, scene->file, joint->pointer,
                       a == b ? "Both sides of this joint are one body; it is ignored."
                              : "Nothing that this joint connects can be moved; it is ignored.");
        return TUM_OK;
    }
    if (!joint->enable_collision && forbid_collision(world, scene, joint) != TUM_OK) {
        return TUM_ERROR_MEMORY;
    }
    gather_parts(list, scene, joint);
    if (list->is_full) {
        tum_report_add(report, CODE_SIMULATION_APPROXIMATED, scene->file, joint->pointer,
                       "This joint acts in more than %d directions; the rest is left out.",
                       (int)BLOCK_SIZE_MOST);
    }
    if (list->count == 0) {
        return TUM_OK;
    }
    const JointDef3 def = {.frame = {frame_of(world, a, joint->position_a, &joint->rotation_a),
                                     frame_of(world, b, joint->position_b, &joint->rotation_b)},
                           .parts = list->items,
                           .part_count = list->count};
    return tum_sim_add_joint(&world->sim, a, b, list->is_driven) == NONE ||
                   !tum_space3_add_joint(world->space3, &def)
               ? TUM_ERROR_MEMORY
               : TUM_OK;
}

TumStatus tum_world_build_joints3(TumWorld *world, const TumScene *scene, TumReport *report)
{
    PartList list;
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumStatus status = add_joint(world, scene, &scene->joints[i], &list, report);
        if (status != TUM_OK) {
            return status;
        }
    }
    const TumStatus status = tum_sim_finish_joints(&world->sim);
    return status == TUM_OK ? tum_space3_finish_joints(world->space3, &world->sim) : status;
}
