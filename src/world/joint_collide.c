// SPDX-License-Identifier: MIT
// joint_collide.c: pairs that do not collide because of a joint.
//
// Several joints may disable collision of the same pair; the pair collides again once the last of
// these joints is gone.
#include "world/world_data.h"

static JointRecord *record_at(const TumWorld *world, int32_t joint)
{
    return &world->sim.topology.joints.joints.items[joint];
}

static bool forbids(const JointRecord *joint)
{
    return joint->exists && joint->is_enabled && !joint->lets_collide &&
           joint->body[0] != joint->body[1];
}

static bool has_pair(const JointSource3 *source)
{
    return source->part_of[0] != WORLD_BODY && source->part_of[1] != WORLD_BODY &&
           source->part_of[0] != source->part_of[1];
}

TumStatus tum_world_forbid_joint(TumWorld *world, int32_t joint)
{
    const JointSource3 *source = &world->joints.items[joint];
    if (!forbids(record_at(world, joint))) {
        return TUM_OK;
    }
    TumStatus status = has_pair(source)
                           ? tum_topology_forbid_bodies(&world->sim.topology, source->part_of[0],
                                                        source->part_of[1])
                           : TUM_OK;
    for (size_t i = 0; i < source->apart.count && status == TUM_OK; ++i) {
        const KeptApart kept = source->apart.items[i];
        if (kept.collider != NONE) {
            status = tum_topology_forbid_collider(&world->sim.topology, kept.body, kept.collider);
        }
    }
    return status;
}

// True when a joint disables collision of this body and collider.
static bool names(const JointSource3 *source, const KeptApart *kept)
{
    for (size_t i = 0; i < source->apart.count; ++i) {
        const KeptApart *item = &source->apart.items[i];
        if (item->body == kept->body && item->collider == kept->collider) {
            return true;
        }
    }
    return false;
}

static bool names_pair(const JointSource3 *source, const int32_t pair[2])
{
    const int32_t *own = source->part_of;
    return has_pair(source) &&
           ((own[0] == pair[0] && own[1] == pair[1]) || (own[0] == pair[1] && own[1] == pair[0]));
}

// True when joint `other` disables collision of the same pair as `joint`: `kept`, or both bodies
// where `kept` is NULL.
static bool forbids_too(const TumWorld *world, int32_t other, int32_t joint, const KeptApart *kept)
{
    const JointSource3 *source = &world->joints.items[other];
    return other != joint && forbids(record_at(world, other)) &&
           (kept != NULL ? names(source, kept)
                         : names_pair(source, world->joints.items[joint].part_of));
}

// A joint that disables collision of `body` is an edge of this body, unless animations gave a
// static body further bodies: the joint may then be an edge of one of those.
static bool is_forbidden_besides(const TumWorld *world, int32_t joint, int32_t body,
                                 const KeptApart *kept)
{
    if (world->fixed_body_count > world->scene_body_count + 1) {
        for (size_t i = 0; i < world->joints.count; ++i) {
            if (forbids_too(world, (int32_t)i, joint, kept)) {
                return true;
            }
        }
        return false;
    }
    for (int32_t edge = world->sim.topology.bodies.items[body].first_joint; edge != NONE;
         edge = record_at(world, edge / 2)->next[edge & 1]) {
        if (forbids_too(world, edge / 2, joint, kept)) {
            return true;
        }
    }
    return false;
}

void tum_world_admit_joint(TumWorld *world, int32_t joint)
{
    const JointSource3 *source = &world->joints.items[joint];
    if (!forbids(record_at(world, joint))) {
        return;
    }
    if (has_pair(source) && !is_forbidden_besides(world, joint, source->part_of[0], NULL)) {
        tum_topology_admit_bodies(&world->sim.topology, source->part_of[0], source->part_of[1]);
    }
    for (size_t i = 0; i < source->apart.count; ++i) {
        const KeptApart *kept = &source->apart.items[i];
        if (kept->collider != NONE && !is_forbidden_besides(world, joint, kept->body, kept)) {
            tum_topology_admit_collider(&world->sim.topology, kept->body, kept->collider);
        }
    }
}

// Bodies for which a joint disables collision, with each other or with colliders of the world: none
// where the joint lets them collide, else at most two.
static int bodies_apart(TumWorld *world, int32_t joint, int32_t bodies[2])
{
    const int32_t *body = world->joints.items[joint].part_of;
    int count = 0;
    for (int side = 0; side < 2 && forbids(record_at(world, joint)); ++side) {
        if (body[side] != WORLD_BODY) {
            bodies[count++] = body[side];
        }
    }
    return count;
}

void tum_world_look_again(TumWorld *world, int32_t joint)
{
    int32_t bodies[2];
    const int count = bodies_apart(world, joint, bodies);
    for (int i = 0; i < count; ++i) {
        tum_topology_look_again(&world->sim.topology, bodies[i]);
    }
}

TumStatus tum_world_end_forbidden(TumWorld *world, int32_t joint)
{
    int32_t bodies[2];
    const int count = bodies_apart(world, joint, bodies);
    TumStatus status = TUM_OK;
    for (int i = 0; i < count && status == TUM_OK; ++i) {
        status = tum_topology_end_forbidden(&world->sim.topology, bodies[i]);
    }
    return status;
}

TumStatus tum_world_let_collide(TumWorld *world, int32_t joint, bool lets_collide)
{
    JointRecord *record = record_at(world, joint);
    if (record->lets_collide == lets_collide) {
        return TUM_OK;
    }
    TumStatus status = tum_topology_wake_joint(&world->sim.topology, joint);
    if (lets_collide) {
        if (status == TUM_OK) {
            tum_world_look_again(world, joint);
            tum_world_admit_joint(world, joint);
            record->lets_collide = true;
        }
        return status;
    }
    record->lets_collide = false;
    status = status == TUM_OK ? tum_world_forbid_joint(world, joint) : status;
    status = status == TUM_OK ? tum_world_end_forbidden(world, joint) : status;
    if (status != TUM_OK) {
        tum_world_admit_joint(world, joint);
        record->lets_collide = true;
    }
    return status;
}

void tum_world_forget_collider(TumWorld *world, int32_t collider)
{
    for (size_t i = 0; i < world->joints.count; ++i) {
        JointSource3 *source = &world->joints.items[i];
        for (size_t k = 0; k < source->apart.count; ++k) {
            KeptApart *kept = &source->apart.items[k];
            if (kept->collider == collider) {
                tum_topology_admit_collider(&world->sim.topology, kept->body, collider);
                kept->collider = NONE;
            }
        }
    }
}
