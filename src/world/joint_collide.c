// SPDX-License-Identifier: MIT
// joint_collide.c: what does not collide for the sake of a joint.
//
// Several joints may keep the same two apart: they meet again once the last of these is gone.
#include "world/world_data.h"

static bool forbids(const JointRecord *joint)
{
    return joint->exists && joint->is_enabled && !joint->lets_collide &&
           joint->body[0] != joint->body[1];
}

// The side that is no world; with two of them the first.
static int32_t own_side(const JointRecord *joint)
{
    return joint->body[0] == WORLD_BODY ? 1 : 0;
}

static const JointRecord *record_at(const TumWorld *world, int32_t joint)
{
    return &world->sim.joints.joints.items[joint];
}

static bool has_world_side(const JointRecord *joint)
{
    return joint->body[0] == WORLD_BODY || joint->body[1] == WORLD_BODY;
}

TumStatus tum_world_forbid_joint(TumWorld *world, int32_t joint)
{
    const JointRecord *record = record_at(world, joint);
    const JointSource3 *source = &world->joints.items[joint];
    if (!forbids(record)) {
        return TUM_OK;
    }
    if (!has_world_side(record)) {
        return tum_sim_forbid_bodies(&world->sim, record->body[0], record->body[1]);
    }
    TumStatus status = TUM_OK;
    for (int32_t i = 0; i < source->world_collider_count && status == TUM_OK; ++i) {
        if (source->world_colliders[i] != NONE) {
            status = tum_sim_forbid_collider(&world->sim, record->body[own_side(record)],
                                             source->world_colliders[i]);
        }
    }
    return status;
}

static bool names_collider(const JointSource3 *source, int32_t collider)
{
    for (int32_t i = 0; i < source->world_collider_count; ++i) {
        if (source->world_colliders[i] == collider) {
            return true;
        }
    }
    return false;
}

// Whether a joint of `body` other than `joint` keeps it from `other`; of the world: from
// `collider`.
static bool is_forbidden_besides(const TumWorld *world, int32_t joint, int32_t body, int32_t other,
                                 int32_t collider)
{
    int32_t next = NONE;
    for (int32_t edge = world->sim.bodies.items[body].first_joint; edge != NONE; edge = next) {
        const JointRecord *record = record_at(world, edge / 2);
        next = record->next[edge & 1];
        if (edge / 2 != joint && forbids(record) && record->body[1 - (edge & 1)] == other &&
            (other != WORLD_BODY || names_collider(&world->joints.items[edge / 2], collider))) {
            return true;
        }
    }
    return false;
}

void tum_world_admit_joint(TumWorld *world, int32_t joint)
{
    const JointRecord *record = record_at(world, joint);
    const JointSource3 *source = &world->joints.items[joint];
    const int side = own_side(record);
    const int32_t body = record->body[side], other = record->body[1 - side];
    if (!forbids(record)) {
        return;
    }
    if (!has_world_side(record)) {
        if (!is_forbidden_besides(world, joint, body, other, NONE)) {
            tum_sim_admit_bodies(&world->sim, body, other);
        }
        return;
    }
    for (int32_t i = 0; i < source->world_collider_count; ++i) {
        if (!is_forbidden_besides(world, joint, body, other, source->world_colliders[i])) {
            tum_sim_admit_collider(&world->sim, body, source->world_colliders[i]);
        }
    }
}

TumStatus tum_world_look_again(TumWorld *world, int32_t joint)
{
    const JointRecord *record = record_at(world, joint);
    return forbids(record) ? tum_sim_look_again(&world->sim, record->body[own_side(record)])
                           : TUM_OK;
}

TumStatus tum_world_end_forbidden(TumWorld *world, int32_t joint)
{
    const JointRecord *record = record_at(world, joint);
    return forbids(record) ? tum_sim_end_forbidden(&world->sim, record->body[own_side(record)])
                           : TUM_OK;
}

void tum_world_forget_world_collider(TumWorld *world, int32_t collider)
{
    for (size_t i = 0; i < world->joints.count; ++i) {
        JointSource3 *source = &world->joints.items[i];
        const JointRecord *record = record_at(world, (int32_t)i);
        for (int32_t k = 0; k < source->world_collider_count; ++k) {
            if (source->world_colliders[k] == collider) {
                tum_sim_admit_collider(&world->sim, record->body[own_side(record)], collider);
                source->world_colliders[k] = NONE;
            }
        }
    }
}
