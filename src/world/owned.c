// SPDX-License-Identifier: MIT
// owned.c: colliders and joints of a body, and user data of bodies, colliders and joints.
#include "world/world_data.h"

int32_t tum_world_slot_or_own(const TumWorld *world, TumBodyId body)
{
    return tum_body_id_is_null(body) ? WORLD_BODY : tum_world_slot(world, body);
}

size_t tum_body_collider_count(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot_or_own(world, body);
    size_t count = 0;
    for (int32_t i = slot == NONE ? NONE : world->sim.topology.bodies.items[slot].first_collider;
         i != NONE; i = world->sim.topology.colliders.items[i].next) {
        ++count;
    }
    return count;
}

TumColliderId tum_body_collider_at(const TumWorld *world, TumBodyId body, size_t index)
{
    const int32_t slot = tum_world_slot_or_own(world, body);
    int32_t i = slot == NONE ? NONE : world->sim.topology.bodies.items[slot].first_collider;
    for (; i != NONE && index > 0; --index) {
        i = world->sim.topology.colliders.items[i].next;
    }
    return i == NONE ? (TumColliderId){0, 0, 0} : tum_world_collider_at(world, (size_t)i);
}

// The first joint edge of a body, and the edge after an edge; NONE at the end.
static int32_t first_edge(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    return slot == NONE ? NONE : world->sim.topology.bodies.items[slot].first_joint;
}

static int32_t next_edge(const TumWorld *world, int32_t edge)
{
    return world->sim.topology.joints.joints.items[edge / 2].next[edge & 1];
}

size_t tum_body_joint_count(const TumWorld *world, TumBodyId body)
{
    size_t count = 0;
    for (int32_t edge = first_edge(world, body); edge != NONE; edge = next_edge(world, edge)) {
        ++count;
    }
    return count;
}

TumJointId tum_body_joint_at(const TumWorld *world, TumBodyId body, size_t index)
{
    int32_t edge = first_edge(world, body);
    for (; edge != NONE && index > 0; --index) {
        edge = next_edge(world, edge);
    }
    return edge == NONE ? (TumJointId){0, 0, 0} : tum_world_joint_at(world, (size_t)edge / 2);
}

uint64_t tum_body_user(const TumWorld *world, TumBodyId body)
{
    const int32_t slot = tum_world_slot(world, body);
    return slot == NONE ? 0 : world->sim.topology.traits.items[slot].user;
}

TumStatus tum_body_set_user(TumWorld *world, TumBodyId body, uint64_t user)
{
    const int32_t slot = tum_world_slot(world, body);
    if (slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    world->sim.topology.traits.items[slot].user = user;
    return TUM_OK;
}

uint64_t tum_collider_user(const TumWorld *world, TumColliderId collider)
{
    const int32_t slot = tum_world_collider_slot(world, collider);
    return slot == NONE ? 0 : world->sim.topology.collider_users.items[slot];
}

TumStatus tum_collider_set_user(TumWorld *world, TumColliderId collider, uint64_t user)
{
    const int32_t slot = tum_world_collider_slot(world, collider);
    if (slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    world->sim.topology.collider_users.items[slot] = user;
    return TUM_OK;
}

uint64_t tum_joint_user(const TumWorld *world, TumJointId joint)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    return slot == NONE ? 0 : world->joints.items[slot].user;
}

TumStatus tum_joint_set_user(TumWorld *world, TumJointId joint, uint64_t user)
{
    const int32_t slot = tum_world_joint_slot(world, joint);
    if (slot == NONE) {
        return TUM_ERROR_ARGUMENT;
    }
    world->joints.items[slot].user = user;
    return TUM_OK;
}
