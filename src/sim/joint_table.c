// SPDX-License-Identifier: MIT
// joint_table.c: assemblies of joined bodies, their sleep, and who does not collide for a joint.
#include "base/assert.h"
#include "sim/sim.h"
#include "sim/space.h"

void tum_sim_clear_joints(Sim *sim)
{
    JointTable *table = &sim->joints;
    array_free(&table->joints, &sim->allocator);
    array_free(&table->assemblies, &sim->allocator);
    array_free(&table->order, &sim->allocator);
    array_free(&table->members, &sim->allocator);
    array_free(&table->active, &sim->allocator);
    tum_pair_set_clear(&table->bodies, &sim->allocator);
    tum_pair_set_clear(&table->colliders, &sim->allocator);
}

int32_t tum_sim_add_joint(Sim *sim, int32_t body_a, int32_t body_b, bool is_driven)
{
    TUM_ASSERT(sim->bodies.items[body_a].is_movable || sim->bodies.items[body_b].is_movable);
    JointRecord *joint = array_push(&sim->joints.joints, &sim->allocator);
    if (joint == NULL) {
        return NONE;
    }
    *joint = (JointRecord){{body_a, body_b}, NONE, is_driven};
    return (int32_t)sim->joints.joints.count - 1;
}

TumStatus tum_sim_forbid_bodies(Sim *sim, int32_t body_a, int32_t body_b)
{
    const uint64_t key = pair_key((uint32_t)body_a, (uint32_t)body_b);
    return tum_pair_set_add(&sim->joints.bodies, key, &sim->allocator) == PAIR_NO_MEMORY
               ? TUM_ERROR_MEMORY
               : TUM_OK;
}

TumStatus tum_sim_forbid_colliders(Sim *sim, int32_t collider_a, int32_t collider_b)
{
    const uint64_t key = pair_key((uint32_t)collider_a, (uint32_t)collider_b);
    return tum_pair_set_add(&sim->joints.colliders, key, &sim->allocator) == PAIR_NO_MEMORY
               ? TUM_ERROR_MEMORY
               : TUM_OK;
}

bool tum_sim_joint_forbids(const Sim *sim, int32_t collider_a, int32_t collider_b)
{
    const JointTable *table = &sim->joints;
    const int32_t body_a = sim->colliders.items[collider_a].body;
    const int32_t body_b = sim->colliders.items[collider_b].body;
    return (table->bodies.count > 0 &&
            tum_pair_set_has(&table->bodies, pair_key((uint32_t)body_a, (uint32_t)body_b))) ||
           (table->colliders.count > 0 &&
            tum_pair_set_has(&table->colliders,
                             pair_key((uint32_t)collider_a, (uint32_t)collider_b)));
}

// Union by lowest slot, in BodyRecord.island, which nobody needs before the first step.
static int32_t root_of(Sim *sim, int32_t body)
{
    BodyRecord *bodies = sim->bodies.items;
    while (bodies[body].island != body) {
        bodies[body].island = bodies[bodies[body].island].island;
        body = bodies[body].island;
    }
    return body;
}

static void connect_bodies(Sim *sim)
{
    for (size_t i = 0; i < sim->bodies.count; ++i) {
        sim->bodies.items[i].island = (int32_t)i;
    }
    for (size_t i = 0; i < sim->joints.joints.count; ++i) {
        const int32_t *body = sim->joints.joints.items[i].body;
        if (sim->bodies.items[body[0]].is_movable && sim->bodies.items[body[1]].is_movable) {
            const int32_t a = root_of(sim, body[0]), b = root_of(sim, body[1]);
            sim->bodies.items[a > b ? a : b].island = a < b ? a : b;
        }
    }
}

static int32_t movable_side(const Sim *sim, const JointRecord *joint)
{
    return joint->body[sim->bodies.items[joint->body[0]].is_movable ? 0 : 1];
}

// An assembly for each root that a joint leads to, in the order of roots.
static bool make_assemblies(Sim *sim)
{
    JointTable *table = &sim->joints;
    for (size_t i = 0; i < table->joints.count; ++i) {
        const int32_t root = root_of(sim, movable_side(sim, &table->joints.items[i]));
        sim->bodies.items[root].assembly = 0;
    }
    for (size_t i = 0; i < sim->bodies.count; ++i) {
        BodyRecord *body = &sim->bodies.items[i];
        if (body->assembly == 0) {
            if (array_push(&table->assemblies, &sim->allocator) == NULL) {
                return false;
            }
            body->assembly = (int32_t)table->assemblies.count - 1;
        }
    }
    return array_reserve(&table->order, table->joints.count, &sim->allocator) &&
           array_reserve(&table->members, sim->bodies.count, &sim->allocator) &&
           array_reserve(&table->active, table->assemblies.count, &sim->allocator);
}

static void list_members(Sim *sim)
{
    JointTable *table = &sim->joints;
    for (size_t i = 0; i < sim->bodies.count; ++i) {
        BodyRecord *body = &sim->bodies.items[i];
        const int32_t root = root_of(sim, (int32_t)i);
        body->assembly = body->is_movable ? sim->bodies.items[root].assembly : NONE;
        if (body->assembly != NONE) {
            ++table->assemblies.items[body->assembly].body_count;
        }
    }
    for (size_t i = 0; i < table->joints.count; ++i) {
        JointRecord *joint = &table->joints.items[i];
        joint->assembly = sim->bodies.items[movable_side(sim, joint)].assembly;
        Assembly *assembly = &table->assemblies.items[joint->assembly];
        ++assembly->joint_count;
        assembly->is_driven |= joint->is_driven;
    }
    for (size_t i = 0; i < table->assemblies.count; ++i) {
        Assembly *assembly = &table->assemblies.items[i];
        assembly->body_first = (int32_t)table->members.count;
        assembly->joint_first = (int32_t)table->order.count;
        table->members.count += (size_t)assembly->body_count;
        table->order.count += (size_t)assembly->joint_count;
        assembly->body_count = assembly->joint_count = 0;
    }
    for (size_t i = 0; i < sim->bodies.count; ++i) {
        const int32_t index = sim->bodies.items[i].assembly;
        if (index != NONE) {
            Assembly *assembly = &table->assemblies.items[index];
            table->members.items[assembly->body_first + assembly->body_count++] = (int32_t)i;
        }
    }
    for (size_t i = 0; i < table->joints.count; ++i) {
        Assembly *assembly = &table->assemblies.items[table->joints.items[i].assembly];
        table->order.items[assembly->joint_first + assembly->joint_count++] = (int32_t)i;
    }
}

TumStatus tum_sim_finish_joints(Sim *sim)
{
    if (sim->joints.joints.count == 0) {
        return TUM_OK;
    }
    connect_bodies(sim);
    if (!make_assemblies(sim)) {
        return TUM_ERROR_MEMORY;
    }
    list_members(sim);
    return TUM_OK;
}

static bool is_awake(const Sim *sim, const Assembly *assembly)
{
    const int32_t first = sim->joints.members.items[assembly->body_first];
    return sim->bodies.items[first].set == SET_AWAKE;
}

// Something that no push moves carries the joint along.
static bool is_carried(const Sim *sim, const JointRecord *joint)
{
    for (int side = 0; side < 2; ++side) {
        const int32_t body = joint->body[side];
        if (!sim->bodies.items[body].is_movable && !sim->ops->is_still(sim->space, body)) {
            return true;
        }
    }
    return false;
}

bool tum_sim_is_carried(const Sim *sim, const Assembly *assembly)
{
    for (int32_t i = 0; i < assembly->joint_count; ++i) {
        const int32_t joint = sim->joints.order.items[assembly->joint_first + i];
        if (is_carried(sim, &sim->joints.joints.items[joint])) {
            return true;
        }
    }
    return false;
}

TumStatus tum_sim_wake_joined(Sim *sim)
{
    for (size_t i = 0; i < sim->joints.assemblies.count; ++i) {
        const Assembly *assembly = &sim->joints.assemblies.items[i];
        if (!is_awake(sim, assembly) && tum_sim_is_carried(sim, assembly)) {
            const TumStatus status =
                tum_sim_wake(sim, sim->joints.members.items[assembly->body_first]);
            if (status != TUM_OK) {
                return status;
            }
        }
    }
    return TUM_OK;
}

void tum_sim_gather_assemblies(Sim *sim)
{
    JointTable *table = &sim->joints;
    table->active.count = 0;
    for (size_t i = 0; i < table->assemblies.count; ++i) {
        if (is_awake(sim, &table->assemblies.items[i])) {
            table->active.items[table->active.count++] = (int32_t)i;
        }
    }
}
