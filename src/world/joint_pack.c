// SPDX-License-Identifier: MIT
// joint_pack.c: joints in checkpoints. Sources are packed for all joints, since those of the scene
// may have changed. Parts follow from sources; the solver state of the parts comes last.
#include "world/joint_pack.h"

#include "joint3/joint_edit3.h"
#include "joint3/joint_state3.h"
#include "topology/state.h"
#include "topology/state_check.h"
#include "world/world_data.h"

enum { LIMIT_BYTES = 37, DRIVE_BYTES = 47, KEPT_BYTES = 8 };

static void fail_for_memory(Pack *pack)
{
    pack->failed = true;
    pack->out_of_memory = true;
}

// Allocates memory for the items to read. @return the count of items, 0 on failure.
static size_t pack_items(Pack *pack, void **items, int32_t *count, size_t item_bytes,
                         size_t least_bytes, const TumAllocator *allocator)
{
    const size_t wanted = tum_pack_count(pack, (size_t)*count, least_bytes);
    if (pack_is_reading(pack)) {
        *count = 0;
        *items = NULL;
        if (wanted > 0 && wanted <= INT32_MAX) {
            *items = tum_allocate_zeroed(allocator, wanted, item_bytes);
        }
        if (wanted > 0 && *items == NULL) {
            fail_for_memory(pack);
            return 0;
        }
        *count = (int32_t)wanted;
    }
    return wanted;
}

static void pack_space(Pack *pack, TumSpace *space)
{
    uint8_t byte = (uint8_t)*space;
    tum_pack_u8(pack, &byte);
    pack_require(pack, byte <= TUM_SPACE_ANGULAR);
    *space = byte == TUM_SPACE_ANGULAR ? TUM_SPACE_ANGULAR : TUM_SPACE_LINEAR;
}

static void pack_limit(Pack *pack, TumLimit *limit)
{
    pack_space(pack, &limit->space);
    tum_pack_u32(pack, &limit->axes);
    tum_pack_f64(pack, &limit->min);
    tum_pack_f64(pack, &limit->max);
    tum_pack_f64(pack, &limit->stiffness);
    tum_pack_f64(pack, &limit->damping);
}

static void pack_drive(Pack *pack, TumDrive *drive)
{
    uint8_t mode = (uint8_t)drive->mode;
    pack_space(pack, &drive->space);
    tum_pack_u8(pack, &mode);
    pack_require(pack, mode <= TUM_DRIVE_ACCELERATION);
    drive->mode = mode == TUM_DRIVE_ACCELERATION ? TUM_DRIVE_ACCELERATION : TUM_DRIVE_FORCE;
    tum_pack_i32(pack, &drive->axis);
    tum_pack_f64(pack, &drive->max_force);
    tum_pack_bool(pack, &drive->has_position_target);
    tum_pack_f64(pack, &drive->position_target);
    tum_pack_f64(pack, &drive->velocity_target);
    tum_pack_f64(pack, &drive->stiffness);
    tum_pack_f64(pack, &drive->damping);
}

static void pack_frame(Pack *pack, DPose3 *frame)
{
    DVec3 *p = &frame->position;
    DQuat *q = &frame->rotation;
    tum_pack_f64(pack, &p->x);
    tum_pack_f64(pack, &p->y);
    tum_pack_f64(pack, &p->z);
    tum_pack_f64(pack, &q->x);
    tum_pack_f64(pack, &q->y);
    tum_pack_f64(pack, &q->z);
    tum_pack_f64(pack, &q->w);
    const double square = q->x * q->x + q->y * q->y + q->z * q->z + q->w * q->w;
    pack_require(pack, absolute64(square - 1.0) < 1e-6);
}

static void pack_source(Pack *pack, JointSource3 *source, const TumWorld *state)
{
    const TumAllocator *allocator = &state->allocator;
    tum_pack_u64(pack, &source->user);
    for (int side = 0; side < 2; ++side) {
        tum_pack_i32(pack, &source->node[side]);
        pack_frame(pack, &source->frame[side]);
        tum_pack_bool(pack, &source->frame_follows[side]);
        tum_pack_i32(pack, &source->part_of[side]);
        pack_require(pack, source->part_of[side] >= 0 &&
                               (size_t)source->part_of[side] < state->sim.topology.bodies.count);
    }
    tum_pack_bool(pack, &source->collision_follows);
    void *items = source->limits;
    size_t count = pack_items(pack, &items, &source->limit_count, sizeof *source->limits,
                              LIMIT_BYTES, allocator);
    source->limits = items;
    for (size_t i = 0; i < count; ++i) {
        pack_limit(pack, &source->limits[i]);
    }
    items = source->drives;
    count = pack_items(pack, &items, &source->drive_count, sizeof *source->drives, DRIVE_BYTES,
                       allocator);
    source->drives = items;
    for (size_t i = 0; i < count; ++i) {
        pack_drive(pack, &source->drives[i]);
    }
    count = (size_t)source->limit_count + (size_t)source->drive_count;
    if (pack_is_reading(pack)) {
        source->follows = tum_allocate_zeroed(allocator, count, sizeof *source->follows);
        if (count > 0 && source->follows == NULL) {
            fail_for_memory(pack);
            return;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        tum_pack_bool(pack, &source->follows[i]);
    }
    pack_array(pack, &source->apart, KEPT_BYTES, allocator);
    for (size_t i = 0; i < source->apart.count; ++i) {
        KeptApart *kept = &source->apart.items[i];
        tum_pack_i32(pack, &kept->body);
        tum_pack_i32(pack, &kept->collider);
        pack_require(pack, kept->body > WORLD_BODY &&
                               (size_t)kept->body < state->sim.topology.bodies.count &&
                               kept->collider >= NONE);
    }
}

static void pack_form(Pack *pack, JointForm4 *form)
{
    uint8_t kind = (uint8_t)form->kind;
    tum_pack_u8(pack, &kind);
    pack_require(pack, kind < JOINT_KIND_COUNT);
    form->kind = kind < JOINT_KIND_COUNT ? (JointKind4)kind : JOINT_PIN;
    for (int side = 0; side < 2; ++side) {
        DPose4 *frame = &form->frame[side];
        double *numbers[3] = {&frame->position.x, &frame->rotation.left.x,
                              &frame->rotation.right.x};
        double square[3] = {0.0, 0.0, 0.0};
        for (int i = 0; i < 12; ++i) {
            tum_pack_f64(pack, &numbers[i / 4][i % 4]);
            square[i / 4] += numbers[i / 4][i % 4] * numbers[i / 4][i % 4];
        }
        pack_require(pack, is_finite64(square[0]) && absolute64(square[1] - 1.0) < 1e-6 &&
                               absolute64(square[2] - 1.0) < 1e-6);
    }
}

// True when the joint leaves the freedoms of its limits and drives free, and their count fits.
static bool is_sound4(const JointForm4 *form, const JointSource3 *source)
{
    bool sound = tum_joint4_lock_count(form->kind) + source->limit_count + source->drive_count <=
                 BLOCK_SIZE_MOST;
    for (int32_t i = 0; sound && i < source->limit_count; ++i) {
        sound = tum_joint4_allows_limit(form->kind, &source->limits[i]);
    }
    for (int32_t i = 0; sound && i < source->drive_count; ++i) {
        sound = tum_joint4_allows_drive(form->kind, &source->drives[i]);
    }
    return sound;
}

static bool reserve_joint(TumWorld *state, size_t slot)
{
    return state->space4 != NULL ? tum_space4_reserve_joint(state->space4, slot)
                                 : tum_space3_reserve_joint(state->space3, slot);
}

static TumStatus join(TumWorld *state)
{
    const size_t count = state->joints.count;
    TumStatus status = count == 0 || reserve_joint(state, count - 1) ? TUM_OK : TUM_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == TUM_OK; ++i) {
        if (state->sim.topology.joints.joints.items[i].exists) {
            status = tum_world_forbid_joint(state, (int32_t)i);
            status = status == TUM_OK ? tum_world_refresh_joint(state, (int32_t)i) : status;
        }
    }
    return status;
}

// Where joints changed since the last step, contacts of joined bodies stay in place until the next
// step.
static TumStatus lay_out(TumWorld *state, bool is_stale)
{
    TumStatus status = tum_world_lay_out_joints(state);
    status = status == TUM_OK ? tum_topology_check_joint_islands(&state->sim.topology) : status;
    if (status == TUM_OK && !is_stale) {
        status = tum_topology_share_joined(&state->sim.topology);
    }
    state->sim.topology.joints.is_stale = is_stale;
    return status;
}

static void note(Pack *pack, TumStatus status)
{
    pack->failed |= status != TUM_OK;
    pack->out_of_memory |= status == TUM_ERROR_MEMORY;
}

void tum_world_pack_joints(Pack *pack, TumWorld *state)
{
    if (pack->failed) {
        return;
    }
    tum_topology_pack_joints(pack, &state->sim.topology);
    bool is_stale = state->sim.topology.joints.is_stale;
    tum_pack_bool(pack, &is_stale);
    while (pack_is_reading(pack) && !pack->failed &&
           state->joints.count < state->sim.topology.joints.joints.count) {
        if (array_push(&state->joints, &state->allocator) == NULL ||
            (state->space4 != NULL && array_push(&state->joints4, &state->allocator) == NULL)) {
            fail_for_memory(pack);
        }
    }
    for (size_t i = 0; i < state->joints.count && !pack->failed; ++i) {
        if (state->sim.topology.joints.joints.items[i].exists) {
            pack_source(pack, &state->joints.items[i], state);
            if (state->space4 != NULL && !pack->failed) {
                pack_form(pack, &state->joints4.items[i]);
                pack_require(pack, is_sound4(&state->joints4.items[i], &state->joints.items[i]));
            }
        }
    }
    if (pack_is_reading(pack) && !pack->failed) {
        note(pack, join(state));
    }
    if (pack->failed) {
        return;
    }
    if (state->space4 != NULL) {
        tum_joint_set4_pack(pack, &state->space4->joints);
    } else {
        tum_joint_state3_pack(pack, &state->space3->joints);
    }
    if (pack_is_reading(pack) && !pack->failed) {
        note(pack, lay_out(state, is_stale));
    }
}
