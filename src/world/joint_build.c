// SPDX-License-Identifier: MIT
// joint_build.c: a scene's joints become sources, and what sources say becomes parts that act
// (spec/scene-model.md section 9).
#include "base/report.h"
#include "space3/limit3.h"
#include "world/world_data.h"

#include <math.h>
#include <string.h>

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
static void gather_locks(PartList *list, const JointSource3 *source)
{
    for (int space = 0; space < 2; ++space) {
        JointPart3 lock = {.kind = PART_LOCK,
                           .is_angular = space == TUM_SPACE_ANGULAR,
                           .source = NONE,
                           .stiffness = INFINITE};
        for (int32_t i = 0; i < source->limit_count; ++i) {
            const TumLimit *limit = &source->limits[i];
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

static void add_limit(PartList *list, const TumLimit *limit, int32_t index)
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
                                .source = index,
                                .low = low,
                                .high = high,
                                .stiffness = limit->stiffness,
                                .damping = limit->damping});
}

static void add_drive(PartList *list, const TumDrive *drive, int32_t index)
{
    const bool pulls = drive->has_position_target && drive->stiffness > 0.0;
    if (!(drive->max_force > 0.0) || (!pulls && !(drive->damping > 0.0)) || drive->axis < 0 ||
        drive->axis > 2) {
        return;
    }
    add_part(list, (JointPart3){.kind = PART_DRIVE,
                                .is_angular = drive->space == TUM_SPACE_ANGULAR,
                                .axes = 1u << drive->axis,
                                .source = index,
                                .stiffness = pulls ? drive->stiffness : 0.0,
                                .damping = drive->damping,
                                .has_target = pulls,
                                .accelerates = drive->mode == TUM_DRIVE_ACCELERATION,
                                .target = pulls ? drive->position_target : 0.0,
                                .speed = drive->velocity_target,
                                .max_force = drive->max_force});
}

static void gather_parts(PartList *list, const JointSource3 *source)
{
    list->count = 0;
    list->row_count = 0;
    list->is_full = list->is_driven = false;
    gather_locks(list, source);
    for (int32_t i = 0; i < source->limit_count; ++i) {
        add_limit(list, &source->limits[i], i);
    }
    for (int32_t i = 0; i < source->drive_count; ++i) {
        add_drive(list, &source->drives[i], i);
    }
}

bool tum_joint_source_is_full(const JointSource3 *source)
{
    PartList list;
    gather_parts(&list, source);
    return list.is_full;
}

void tum_joint_source_clear(JointSource3 *source, const TumAllocator *allocator)
{
    tum_release(allocator, source->limits, (size_t)source->limit_count * sizeof *source->limits);
    tum_release(allocator, source->drives, (size_t)source->drive_count * sizeof *source->drives);
    tum_release(allocator, source->world_colliders,
                (size_t)source->world_collider_count * sizeof *source->world_colliders);
    *source = (JointSource3){.node = {NONE, NONE}};
}

static void *copy_items(const void *items, size_t count, size_t bytes,
                        const TumAllocator *allocator)
{
    void *copy = tum_allocate_zeroed(allocator, count, bytes);
    if (copy != NULL && count > 0) {
        memcpy(copy, items, count * bytes);
    }
    return copy;
}

bool tum_joint_source_copy(JointSource3 *source, const TumLimit *limits, size_t limit_count,
                           const TumDrive *drives, size_t drive_count,
                           const TumAllocator *allocator)
{
    source->limits = copy_items(limits, limit_count, sizeof *limits, allocator);
    source->limit_count = source->limits != NULL ? (int32_t)limit_count : 0;
    source->drives = copy_items(drives, drive_count, sizeof *drives, allocator);
    source->drive_count = source->drives != NULL ? (int32_t)drive_count : 0;
    return (size_t)source->limit_count == limit_count && (size_t)source->drive_count == drive_count;
}

// A side's frame relative to the centre of mass of its body.
static DPose3 frame_from_center(const TumWorld *world, int32_t body, DPose3 frame)
{
    const Vec3 center = world->space3->masses.items[body].local_center;
    frame.position =
        dvec3_sub(frame.position, dvec3((double)center.x, (double)center.y, (double)center.z));
    return frame;
}

static bool can_act(const TumWorld *world, const JointRecord *joint)
{
    const BodyRecord *a = &world->sim.bodies.items[joint->body[0]];
    const BodyRecord *b = &world->sim.bodies.items[joint->body[1]];
    return joint->is_enabled && a != b && a->set != SET_ABSENT && b->set != SET_ABSENT &&
           (a->is_movable || b->is_movable);
}

TumStatus tum_world_set_joint_frame3(TumWorld *world, int32_t slot, int side, DPose3 frame)
{
    DPose3 *place = &world->joints.items[slot].frame[side];
    if (memcmp(place, &frame, sizeof frame) == 0) {
        return TUM_OK;
    }
    const TumStatus status = tum_sim_wake_joint(&world->sim, slot);
    if (status == TUM_OK) {
        const int32_t body = world->sim.joints.joints.items[slot].body[side];
        *place = frame;
        tum_space3_set_joint_frame(world->space3, slot, side,
                                   frame_from_center(world, body, frame));
    }
    return status;
}

TumStatus tum_world_refresh_joint3(TumWorld *world, int32_t slot)
{
    Sim *sim = &world->sim;
    const JointRecord *record = &sim->joints.joints.items[slot];
    const JointSource3 *source = &world->joints.items[slot];
    PartList list = {.count = 0};
    if (can_act(world, record)) {
        gather_parts(&list, source);
    }
    const JointDef3 def = {.frame = {frame_from_center(world, record->body[0], source->frame[0]),
                                     frame_from_center(world, record->body[1], source->frame[1])},
                           .parts = list.items,
                           .part_count = list.count};
    if (!tum_space3_set_joint(world->space3, slot, &def, &sim->joints.is_stale)) {
        return TUM_ERROR_MEMORY;
    }
    tum_sim_set_acting(sim, slot, list.count > 0, list.is_driven);
    return TUM_OK;
}

void tum_world_quiet_joint3(TumWorld *world, int32_t slot)
{
    const Joint3 *joint = &world->space3->joints.joints.items[slot];
    const JointDef3 nothing = {.frame = {joint->frame[0], joint->frame[1]}};
    (void)tum_space3_set_joint(world->space3, slot, &nothing, &world->sim.joints.is_stale);
    tum_sim_set_acting(&world->sim, slot, false, false);
}

TumStatus tum_world_refresh_joints_of3(TumWorld *world, int32_t body)
{
    TumStatus status = TUM_OK;
    for (int32_t edge = world->sim.bodies.items[body].first_joint; edge != NONE;
         edge = world->sim.joints.joints.items[edge / 2].next[edge & 1]) {
        const TumStatus answer = tum_world_refresh_joint3(world, edge / 2);
        if (answer != TUM_OK) {
            tum_world_quiet_joint3(world, edge / 2);
            status = answer;
        }
    }
    return status;
}

TumStatus tum_world_settle_joints3(TumWorld *world)
{
    Sim *sim = &world->sim;
    if (!sim->joints.is_stale) {
        return TUM_OK;
    }
    TumStatus status = tum_sim_finish_joints(sim);
    status = status == TUM_OK ? tum_space3_finish_joints(world->space3, sim) : status;
    sim->joints.is_stale = status != TUM_OK;
    return status;
}

// Building.

static int32_t slot_of(int32_t body)
{
    return body >= 0 ? body + 1 : WORLD_BODY;
}

static DPose3 frame_of(const double position[4], const TumRotation *rotation)
{
    const double *q = rotation->q;
    return (DPose3){{position[0], position[1], position[2]},
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
static bool list_world_colliders(const TumWorld *world, const TumScene *scene, int32_t node,
                                 JointSource3 *source)
{
    const Sim *sim = &world->sim;
    ARRAY(int32_t) found = {0};
    for (int32_t i = sim->bodies.items[WORLD_BODY].first_collider; i != NONE && node >= 0;
         i = sim->colliders.items[i].next) {
        const int32_t owner = sim->colliders.items[i].node;
        if (is_above(scene, node, owner) || is_above(scene, owner, node)) {
            int32_t *slot = array_push(&found, &world->allocator);
            if (slot == NULL) {
                array_free(&found, &world->allocator);
                return false;
            }
            *slot = i;
        }
    }
    source->world_colliders =
        tum_allocate_zeroed(&world->allocator, found.count, sizeof *source->world_colliders);
    if (source->world_colliders != NULL) {
        source->world_collider_count = (int32_t)found.count;
    }
    for (int32_t i = 0; i < source->world_collider_count; ++i) {
        source->world_colliders[i] = found.items[i];
    }
    const bool has_room = source->world_collider_count == (int32_t)found.count;
    array_free(&found, &world->allocator);
    return has_room;
}

static bool copy_source(const TumWorld *world, const TumScene *scene, const TumJoint *joint,
                        JointSource3 *source)
{
    *source = (JointSource3){.frame = {frame_of(joint->position_a, &joint->rotation_a),
                                       frame_of(joint->position_b, &joint->rotation_b)},
                             .node = {joint->node_a, joint->node_b}};
    const bool is_world_a = slot_of(joint->body_a) == WORLD_BODY;
    const bool is_world_b = slot_of(joint->body_b) == WORLD_BODY;
    return tum_joint_source_copy(source, scene->limits + joint->limit_first,
                                 (size_t)joint->limit_count, scene->drives + joint->drive_first,
                                 (size_t)joint->drive_count, &world->allocator) &&
           (joint->enable_collision || is_world_a == is_world_b ||
            list_world_colliders(world, scene, is_world_a ? joint->node_a : joint->node_b, source));
}

static void report_joint(const TumWorld *world, const TumScene *scene, const TumJoint *joint,
                         const JointSource3 *source, TumReport *report)
{
    const int32_t a = slot_of(joint->body_a), b = slot_of(joint->body_b);
    const BodyRecord *bodies = world->sim.bodies.items;
    if (a == b || (!bodies[a].is_movable && !bodies[b].is_movable)) {
        tum_report_add(report, CODE_SIMULATION_JOINT_IGNORED, scene->file, joint->pointer,
                       a == b ? "Both sides of this joint are one body; it is ignored."
                              : "Nothing that this joint connects can be moved; it is ignored.");
    } else if (tum_joint_source_is_full(source)) {
        tum_report_add(report, CODE_SIMULATION_APPROXIMATED, scene->file, joint->pointer,
                       "This joint acts in more than %d directions; the rest is left out.",
                       (int)BLOCK_SIZE_MOST);
    }
}

static TumStatus add_joint(TumWorld *world, const TumScene *scene, const TumJoint *joint,
                           TumReport *report)
{
    JointSource3 *source = array_push(&world->joints, &world->allocator);
    if (source == NULL || !copy_source(world, scene, joint, source)) {
        return TUM_ERROR_MEMORY;
    }
    report_joint(world, scene, joint, source, report);
    const JointRecord record = {.body = {slot_of(joint->body_a), slot_of(joint->body_b)},
                                .is_enabled = true,
                                .lets_collide = joint->enable_collision};
    const int32_t slot = tum_sim_add_joint(&world->sim, &record);
    TumStatus status = slot == NONE ? TUM_ERROR_MEMORY : tum_world_forbid_joint(world, slot);
    return status == TUM_OK ? tum_world_refresh_joint3(world, slot) : status;
}

TumStatus tum_world_build_joints3(TumWorld *world, const TumScene *scene, TumReport *report)
{
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumStatus status = add_joint(world, scene, &scene->joints[i], report);
        if (status != TUM_OK) {
            return status;
        }
    }
    world->scene_joint_count = scene->joint_count;
    return tum_world_settle_joints3(world);
}
