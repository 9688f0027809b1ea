// SPDX-License-Identifier: MIT
// joint_build.c: parts of 3D joints from their definitions (docs/dialects.md#joints).
#include "joint3/joint_build3.h"
#include "joint3/joint_edit3.h"
#include "joint3/joint_net3.h"
#include "joint3/joint_redundant3.h"
#include "joint3/limit3.h"
#include "world/joint_part.h"
#include "world/world_data.h"

#include <math.h>
#include <string.h>

static const double INFINITE = (double)INFINITY;

// Parts of one joint. A limit or a drive gives at most one part; locks of the same kind are merged
// into one.
typedef struct PartList {
    JointPart3 items[BLOCK_SIZE_MOST];
    size_t count;
    int32_t row_count;
    unsigned counts; // Mask of axes whose angle counts whole turns.
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

// A metric of several axes is a length or an opening angle: never negative (section 9.2).
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

JointPart3 tum_joint_part_of_limit(const TumLimit *limit, bool follows)
{
    double low, high;
    clip_range(limit, &low, &high);
    const bool is_locked = low == 0.0 && high == 0.0;
    const bool is_single = axis_count(limit->axes) == 1;
    const bool is_open = !(low > -INFINITE) && !(high < INFINITE);
    return (JointPart3){.kind = is_locked && !(follows && is_single) ? PART_LOCK : PART_RANGE,
                        .is_angular = limit->space == TUM_SPACE_ANGULAR,
                        .may_lock = follows && !is_single,
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
                        .is_open = !(drive->max_force > 0.0) || (!pulls && !(drive->damping > 0.0)),
                        .axes = 1u << drive->axis,
                        .stiffness = pulls ? drive->stiffness : 0.0,
                        .damping = drive->damping,
                        .has_target = pulls,
                        .accelerates = drive->mode == TUM_DRIVE_ACCELERATION,
                        .target = drive->has_position_target ? drive->position_target : 0.0,
                        .speed = drive->velocity_target,
                        .max_force = drive->max_force};
}

// Hard locks at zero of single axes are merged into one lock: two angles at zero equal one swing at
// zero, and the swing has a direction in every pose.
static bool is_plain_lock(const JointSource3 *source, int32_t index)
{
    const TumLimit *limit = &source->limits[index];
    double low, high;
    clip_range(limit, &low, &high);
    return low == 0.0 && high == 0.0 && !is_finite64(limit->stiffness) &&
           !*joint_source_follows(source, false, index);
}

static void gather_locks(PartList *list, const JointSource3 *source)
{
    for (int space = 0; space < 2; ++space) {
        JointPart3 lock = {.kind = PART_LOCK,
                           .is_angular = space == TUM_SPACE_ANGULAR,
                           .source = NONE,
                           .stiffness = INFINITE};
        for (int32_t i = 0; i < source->limit_count; ++i) {
            if ((int)source->limits[i].space == space && is_plain_lock(source, i)) {
                lock.axes |= source->limits[i].axes & AXES_ALL;
            }
        }
        if (lock.axes != 0) {
            add_part(list, lock);
        }
    }
}

// A limit with tracks may act later, so it has a part even while it has no effect.
static void add_limit(PartList *list, const JointSource3 *source, int32_t index)
{
    const bool follows = *joint_source_follows(source, false, index);
    if ((source->limits[index].axes & AXES_ALL) == 0 || is_plain_lock(source, index)) {
        return;
    }
    JointPart3 part = tum_joint_part_of_limit(&source->limits[index], follows);
    if (follows || !part.is_open) {
        part.source = index;
        list->counts |= part.is_angular && axis_count(part.axes) == 1 ? part.axes : 0u;
        add_part(list, part);
    }
}

static void add_drive(PartList *list, const JointSource3 *source, int32_t index)
{
    const TumDrive *drive = &source->drives[index];
    if (drive->axis < 0 || drive->axis > 2) {
        return;
    }
    JointPart3 part = tum_joint_part_of_drive(drive);
    list->counts |= part.is_angular ? part.axes : 0u; // even while the drive has no effect
    if (!part.is_open || *joint_source_follows(source, true, index)) {
        part.source = index;
        add_part(list, part);
    }
}

static void gather_parts(PartList *list, const JointSource3 *source)
{
    list->count = 0;
    list->row_count = 0;
    list->counts = 0;
    list->is_full = list->is_driven = false;
    gather_locks(list, source);
    for (int32_t i = 0; i < source->limit_count; ++i) {
        add_limit(list, source, i);
    }
    for (int32_t i = 0; i < source->drive_count; ++i) {
        add_drive(list, source, i);
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
    tum_release(allocator, source->follows,
                (size_t)(source->limit_count + source->drive_count) * sizeof *source->follows);
    array_free(&source->apart, allocator);
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

// Pointers into the document are cleared, since the world may outlive it.
bool tum_joint_source_copy(JointSource3 *source, const TumLimit *limits, size_t limit_count,
                           const TumDrive *drives, size_t drive_count,
                           const TumAllocator *allocator)
{
    const size_t count = limit_count + drive_count;
    source->limits = copy_items(limits, limit_count, sizeof *limits, allocator);
    source->drives = copy_items(drives, drive_count, sizeof *drives, allocator);
    source->follows = tum_allocate_zeroed(allocator, count, sizeof *source->follows);
    if ((limit_count > 0 && source->limits == NULL) ||
        (drive_count > 0 && source->drives == NULL) || (count > 0 && source->follows == NULL)) {
        tum_release(allocator, source->limits, limit_count * sizeof *limits);
        tum_release(allocator, source->drives, drive_count * sizeof *drives);
        tum_release(allocator, source->follows, count * sizeof *source->follows);
        source->limits = NULL;
        source->drives = NULL;
        source->follows = NULL;
        return false;
    }
    source->limit_count = (int32_t)limit_count;
    source->drive_count = (int32_t)drive_count;
    for (size_t i = 0; i < limit_count; ++i) {
        source->limits[i].pointer = NULL;
    }
    for (size_t i = 0; i < drive_count; ++i) {
        source->drives[i].pointer = NULL;
    }
    return true;
}

bool tum_joint_source_keep_apart(JointSource3 *source, int32_t body, int32_t collider,
                                 const TumAllocator *allocator)
{
    KeptApart *kept = array_push(&source->apart, allocator);
    if (kept != NULL) {
        *kept = (KeptApart){body, collider};
    }
    return kept != NULL;
}

static bool list_colliders(const TumWorld *world, int32_t owner, int32_t node, int32_t body,
                           JointSource3 *source)
{
    const Topology *topology = &world->sim.topology;
    for (int32_t i = topology->bodies.items[owner].first_collider; i != NONE;
         i = topology->colliders.items[i].next) {
        if (topology->colliders.items[i].node == node &&
            !tum_joint_source_keep_apart(source, body, i, &world->allocator)) {
            return false;
        }
    }
    return true;
}

TumStatus tum_joint_source_keep_world_apart(JointSource3 *source, const TumWorld *world,
                                            int32_t node, int32_t body)
{
    if (node < 0 || body == WORLD_BODY) {
        return TUM_OK;
    }
    bool has_room = list_colliders(world, WORLD_BODY, node, body, source);
    for (size_t i = world->scene_body_count + 1; i < world->fixed_body_count && has_room; ++i) {
        has_room = list_colliders(world, (int32_t)i, node, body, source);
    }
    return has_room ? TUM_OK : TUM_ERROR_MEMORY;
}

TumStatus tum_joint_source_keep_side_apart(JointSource3 *source, const TumWorld *world)
{
    const int side = source->part_of[0] == WORLD_BODY ? 0 : 1;
    if (source->part_of[side] != WORLD_BODY) {
        return TUM_OK;
    }
    return tum_joint_source_keep_world_apart(source, world, source->node[side],
                                             source->part_of[1 - side]);
}

DPose3 tum_world_frame_from_center3(const TumWorld *world, int32_t body, DPose3 frame)
{
    const Vec3 center = world->space3->bodies.masses.items[body].local_center;
    frame.position =
        dvec3_sub(frame.position, dvec3((double)center.x, (double)center.y, (double)center.z));
    return frame;
}

bool tum_world_joint_can_act(const TumWorld *world, int32_t slot)
{
    const JointRecord *joint = &world->sim.topology.joints.joints.items[slot];
    const BodyRecord *a = &world->sim.topology.bodies.items[joint->body[0]];
    const BodyRecord *b = &world->sim.topology.bodies.items[joint->body[1]];
    return joint->is_enabled && a != b && a->set != SET_ABSENT && b->set != SET_ABSENT &&
           (a->is_movable || b->is_movable);
}

// The caller moved a frame of a joint: another joint of the same bodies may be redundant now.
static void frame_changed(TumWorld *world, int32_t slot)
{
    const JointSource3 *source = &world->joints.items[slot];
    const bool follows = source->frame_follows[0] || source->frame_follows[1];
    world->sim.topology.joints.is_stale |=
        tum_joint3_set_follows(&world->space3->joints, slot, follows);
}

TumStatus tum_world_set_joint_frame3(TumWorld *world, int32_t slot, int side, DPose3 frame)
{
    JointSource3 *source = &world->joints.items[slot];
    DPose3 *place = &source->frame[side];
    if (memcmp(place, &frame, sizeof frame) == 0) {
        source->frame_follows[side] = false;
        frame_changed(world, slot);
        return TUM_OK;
    }
    const TumStatus status = tum_topology_wake_joint(&world->sim.topology, slot);
    if (status == TUM_OK) {
        source->frame_follows[side] = false;
        const int32_t body = world->sim.topology.joints.joints.items[slot].body[side];
        *place = frame;
        tum_space3_set_joint_frame(world->space3, slot, side,
                                   tum_world_frame_from_center3(world, body, frame));
        frame_changed(world, slot);
    }
    return status;
}

static TumStatus refresh_joint3(TumWorld *world, int32_t slot)
{
    Topology *topology = &world->sim.topology;
    const JointRecord *record = &topology->joints.joints.items[slot];
    const JointSource3 *source = &world->joints.items[slot];
    PartList list = {.count = 0};
    if (tum_world_joint_can_act(world, slot)) {
        gather_parts(&list, source);
    }
    const JointDef3 def = {
        .frame = {tum_world_frame_from_center3(world, record->body[0], source->frame[0]),
                  tum_world_frame_from_center3(world, record->body[1], source->frame[1])},
        .parts = list.items,
        .part_count = list.count,
        .counts = list.count > 0 ? list.counts : 0,
        .frames_follow = source->frame_follows[0] || source->frame_follows[1]};
    if (!tum_space3_set_joint(world->space3, slot, &def, &topology->joints.is_stale)) {
        return TUM_ERROR_MEMORY;
    }
    tum_topology_set_acting(topology, slot, list.count > 0, list.is_driven);
    return TUM_OK;
}

TumStatus tum_world_refresh_joint(TumWorld *world, int32_t slot)
{
    return world->dimension == 4 ? tum_world_refresh_joint4(world, slot)
                                 : refresh_joint3(world, slot);
}

void tum_world_quiet_joint(TumWorld *world, int32_t slot)
{
    if (world->dimension == 4) {
        tum_world_quiet_joint4(world, slot);
        return;
    }
    const Joint3 *joint = &world->space3->joints.joints.items[slot];
    const JointDef3 nothing = {.frame = {joint->frame[0], joint->frame[1]}};
    (void)tum_space3_set_joint(world->space3, slot, &nothing, &world->sim.topology.joints.is_stale);
    tum_topology_set_acting(&world->sim.topology, slot, false, false);
}

TumStatus tum_world_refresh_joints_of(TumWorld *world, int32_t body)
{
    TumStatus status = TUM_OK;
    for (int32_t edge = world->sim.topology.bodies.items[body].first_joint; edge != NONE;
         edge = world->sim.topology.joints.joints.items[edge / 2].next[edge & 1]) {
        const TumStatus answer = tum_world_refresh_joint(world, edge / 2);
        if (answer != TUM_OK) {
            tum_world_quiet_joint(world, edge / 2);
            status = answer;
        }
    }
    return status;
}

TumStatus tum_world_lay_out_joints(TumWorld *world)
{
    const TumStatus status = tum_topology_finish_joints(&world->sim.topology);
    if (status != TUM_OK) {
        return status;
    }
    return world->space4 != NULL ? tum_space4_finish_joints(world->space4, &world->sim.topology)
                                 : tum_space3_finish_joints(world->space3, &world->sim.topology);
}

TumStatus tum_world_settle_joints(TumWorld *world)
{
    if (!world->sim.topology.joints.is_stale &&
        (world->space4 != NULL || !tum_space3_rejudges_nets(world->space3, &world->sim.topology))) {
        return TUM_OK;
    }
    TumStatus status = tum_world_lay_out_joints(world);
    status = status == TUM_OK ? tum_topology_share_joined(&world->sim.topology) : status;
    world->sim.topology.joints.is_stale = status != TUM_OK;
    return status;
}

void tum_world_place_joint_frames3(TumWorld *world, int32_t body)
{
    for (int32_t edge = world->sim.topology.bodies.items[body].first_joint; edge != NONE;
         edge = world->sim.topology.joints.joints.items[edge / 2].next[edge & 1]) {
        const DPose3 frame = world->joints.items[edge / 2].frame[edge & 1];
        tum_space3_set_joint_frame(world->space3, edge / 2, edge & 1,
                                   tum_world_frame_from_center3(world, body, frame));
        frame_changed(world, edge / 2);
    }
}
