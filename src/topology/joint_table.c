// SPDX-License-Identifier: MIT
// joint_table.c: joints, joint islands and their sleep, and pairs that joints forbid to collide.
//
// Joint islands are the connected components of movable bodies and acting joints, found with a
// disjoint-set forest. Joint islands are numbered by their lowest body, so that the numbers do not
// depend on the order in which joints were added.
#include "base/assert.h"
#include "base/disjoint.h"
#include "topology/topology.h"

void tum_topology_clear_joints(Topology *topology)
{
    JointTable *table = &topology->joints;
    array_free(&table->joints, &topology->allocator);
    array_free(&table->free, &topology->allocator);
    array_free(&table->joint_islands, &topology->allocator);
    array_free(&table->order, &topology->allocator);
    array_free(&table->members, &topology->allocator);
    array_free(&table->active, &topology->allocator);
    tum_pair_set_clear(&table->bodies, &topology->allocator);
    tum_pair_set_clear(&table->colliders, &topology->allocator);
}

// Link of a body's joint chain that leads to `edge`, or past it. Chains are sorted by slot, so that
// they do not depend on the order in which joints were added.
static int32_t *link_before(Topology *topology, int32_t body, int32_t edge)
{
    int32_t *link = &topology->bodies.items[body].first_joint;
    while (*link != NONE && *link < edge) {
        link = &topology->joints.joints.items[*link / 2].next[*link & 1];
    }
    return link;
}

static void link_joint(Topology *topology, int32_t joint)
{
    JointRecord *record = &topology->joints.joints.items[joint];
    for (int side = 0; side < 2; ++side) {
        record->next[side] = NONE;
        if (record->body[side] != WORLD_BODY) {
            int32_t *link = link_before(topology, record->body[side], joint * 2 + side);
            record->next[side] = *link;
            *link = joint * 2 + side;
        }
    }
}

int32_t tum_topology_add_joint(Topology *topology, const JointRecord *joint)
{
    JointTable *table = &topology->joints;
    int32_t slot = (int32_t)table->joints.count;
    uint16_t generation = 1;
    if (table->free.count > 0) {
        slot = table->free.items[--table->free.count];
        generation = (uint16_t)(table->joints.items[slot].generation + 1);
    } else if (!array_reserve(&table->free, table->joints.count + 1, &topology->allocator) ||
               array_push(&table->joints, &topology->allocator) == NULL) {
        return NONE;
    }
    JointRecord *record = &table->joints.items[slot];
    *record = *joint;
    record->exists = true;
    record->acts = false;
    record->joint_island = NONE;
    record->generation = generation;
    link_joint(topology, slot);
    return slot;
}

bool tum_topology_restore_joint(Topology *topology, const JointRecord *joint)
{
    JointTable *table = &topology->joints;
    if (!array_reserve(&table->free, table->joints.count + 1, &topology->allocator)) {
        return false;
    }
    JointRecord *record = array_push(&table->joints, &topology->allocator);
    if (record == NULL) {
        return false;
    }
    *record = *joint;
    record->acts = false;
    record->joint_island = NONE;
    if (record->exists) {
        link_joint(topology, (int32_t)table->joints.count - 1);
    }
    return true;
}

void tum_topology_remove_joint(Topology *topology, int32_t joint, size_t least)
{
    JointRecord *record = &topology->joints.joints.items[joint];
    TUM_ASSERT(record->exists && !record->acts);
    for (int side = 0; side < 2; ++side) {
        if (record->body[side] != WORLD_BODY) {
            *link_before(topology, record->body[side], joint * 2 + side) = record->next[side];
        }
    }
    *record =
        (JointRecord){.next = {NONE, NONE}, .joint_island = NONE, .generation = record->generation};
    // A slot whose generations are used up is never reused: the ids of its past owners stay
    // invalid.
    if ((size_t)joint >= least && record->generation < UINT16_MAX) {
        topology->joints.free.items[topology->joints.free.count++] = joint;
    }
}

void tum_topology_set_acting(Topology *topology, int32_t joint, bool acts, bool is_driven)
{
    JointRecord *record = &topology->joints.joints.items[joint];
    topology->joints.is_stale |= record->acts != acts || (acts && record->is_driven != is_driven);
    record->acts = acts;
    record->is_driven = acts && is_driven;
}

TumStatus tum_topology_wake_joint(Topology *topology, int32_t joint)
{
    const JointRecord *record = &topology->joints.joints.items[joint];
    const TumStatus status = tum_topology_wake(topology, record->body[0]);
    return status == TUM_OK ? tum_topology_wake(topology, record->body[1]) : status;
}

static uint64_t collider_key(int32_t body, int32_t collider)
{
    return (uint64_t)(uint32_t)body << 32 | (uint32_t)collider;
}

TumStatus tum_topology_forbid_bodies(Topology *topology, int32_t body_a, int32_t body_b)
{
    const uint64_t key = pair_key((uint32_t)body_a, (uint32_t)body_b);
    return tum_pair_set_add(&topology->joints.bodies, key, &topology->allocator) == PAIR_NO_MEMORY
               ? TUM_ERROR_MEMORY
               : TUM_OK;
}

TumStatus tum_topology_forbid_collider(Topology *topology, int32_t body, int32_t collider)
{
    const uint64_t key = collider_key(body, collider);
    return tum_pair_set_add(&topology->joints.colliders, key, &topology->allocator) ==
                   PAIR_NO_MEMORY
               ? TUM_ERROR_MEMORY
               : TUM_OK;
}

void tum_topology_admit_bodies(Topology *topology, int32_t body_a, int32_t body_b)
{
    tum_pair_set_remove(&topology->joints.bodies, pair_key((uint32_t)body_a, (uint32_t)body_b));
}

void tum_topology_admit_collider(Topology *topology, int32_t body, int32_t collider)
{
    tum_pair_set_remove(&topology->joints.colliders, collider_key(body, collider));
}

bool tum_topology_joint_forbids(const Topology *topology, int32_t collider_a, int32_t collider_b)
{
    const JointTable *table = &topology->joints;
    const int32_t a = topology->colliders.items[collider_a].body;
    const int32_t b = topology->colliders.items[collider_b].body;
    if (table->bodies.count > 0 &&
        tum_pair_set_has(&table->bodies, pair_key((uint32_t)a, (uint32_t)b))) {
        return true;
    }
    return table->colliders.count > 0 &&
           ((a != WORLD_BODY && tum_pair_set_has(&table->colliders, collider_key(a, collider_b))) ||
            (b != WORLD_BODY && tum_pair_set_has(&table->colliders, collider_key(b, collider_a))));
}

// Disjoint-set forest of bodies; the lowest slot is the root.
typedef struct Union {
    Topology *topology;
    uint32_t *next; // [bodies], as in base/disjoint.h
} Union;

static uint32_t root_of(const Union *sets, int32_t body)
{
    return disjoint_root(sets->next, (uint32_t)body);
}

static void connect_bodies(const Union *sets)
{
    Topology *topology = sets->topology;
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        sets->next[i] = (uint32_t)i;
        topology->bodies.items[i].joint_island = NONE;
    }
    for (size_t i = 0; i < topology->joints.joints.count; ++i) {
        const JointRecord *joint = &topology->joints.joints.items[i];
        const int32_t *body = joint->body;
        if (joint->acts && topology->bodies.items[body[0]].is_movable &&
            topology->bodies.items[body[1]].is_movable) {
            const uint32_t a = root_of(sets, body[0]), b = root_of(sets, body[1]);
            sets->next[a > b ? a : b] = a < b ? a : b;
        }
    }
}

static int32_t movable_side(const Topology *topology, const JointRecord *joint)
{
    return joint->body[topology->bodies.items[joint->body[0]].is_movable ? 0 : 1];
}

// Adds a joint island for each root that an acting joint leads to, in the order of roots.
static bool make_joint_islands(const Union *sets)
{
    Topology *topology = sets->topology;
    JointTable *table = &topology->joints;
    table->joint_islands.count = table->order.count = table->members.count = table->active.count =
        0;
    for (size_t i = 0; i < table->joints.count; ++i) {
        if (table->joints.items[i].acts) {
            const uint32_t root = root_of(sets, movable_side(topology, &table->joints.items[i]));
            topology->bodies.items[root].joint_island = 0;
        }
    }
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        BodyRecord *body = &topology->bodies.items[i];
        if (body->joint_island == 0) {
            if (array_push(&table->joint_islands, &topology->allocator) == NULL) {
                return false;
            }
            body->joint_island = (int32_t)table->joint_islands.count - 1;
        }
    }
    return array_reserve(&table->order, table->joints.count, &topology->allocator) &&
           array_reserve(&table->members, topology->bodies.count, &topology->allocator) &&
           array_reserve(&table->active, table->joint_islands.count, &topology->allocator);
}

static void list_members(const Union *sets)
{
    Topology *topology = sets->topology;
    JointTable *table = &topology->joints;
    topology->awake_is_listed = false;
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        BodyRecord *body = &topology->bodies.items[i];
        const uint32_t root = root_of(sets, (int32_t)i);
        body->joint_island = body->is_movable ? topology->bodies.items[root].joint_island : NONE;
        if (body->joint_island != NONE) {
            ++table->joint_islands.items[body->joint_island].body_count;
        }
    }
    for (size_t i = 0; i < table->joints.count; ++i) {
        JointRecord *joint = &table->joints.items[i];
        joint->joint_island = NONE;
        if (!joint->acts) {
            continue;
        }
        joint->joint_island = topology->bodies.items[movable_side(topology, joint)].joint_island;
        JointIsland *joint_island = &table->joint_islands.items[joint->joint_island];
        ++joint_island->joint_count;
        joint_island->is_driven |= joint->is_driven;
    }
    for (size_t i = 0; i < table->joint_islands.count; ++i) {
        JointIsland *joint_island = &table->joint_islands.items[i];
        joint_island->body_first = (int32_t)table->members.count;
        joint_island->joint_first = (int32_t)table->order.count;
        table->members.count += (size_t)joint_island->body_count;
        table->order.count += (size_t)joint_island->joint_count;
        joint_island->body_count = joint_island->joint_count = 0;
    }
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        const int32_t index = topology->bodies.items[i].joint_island;
        if (index != NONE) {
            JointIsland *joint_island = &table->joint_islands.items[index];
            table->members.items[joint_island->body_first + joint_island->body_count++] =
                (int32_t)i;
        }
    }
    for (size_t i = 0; i < table->joints.count; ++i) {
        if (table->joints.items[i].joint_island != NONE) {
            JointIsland *joint_island =
                &table->joint_islands.items[table->joints.items[i].joint_island];
            table->order.items[joint_island->joint_first + joint_island->joint_count++] =
                (int32_t)i;
        }
    }
}

TumStatus tum_topology_finish_joints(Topology *topology)
{
    const size_t count = topology->bodies.count;
    Union sets = {topology, tum_allocate_zeroed(&topology->allocator, count, sizeof *sets.next)};
    if (sets.next == NULL) {
        return TUM_ERROR_MEMORY;
    }
    connect_bodies(&sets);
    const bool has_room = make_joint_islands(&sets);
    if (has_room) {
        list_members(&sets);
    }
    tum_release(&topology->allocator, sets.next, count * sizeof *sets.next);
    return has_room ? TUM_OK : TUM_ERROR_MEMORY;
}

static bool is_awake(const Topology *topology, const JointIsland *joint_island)
{
    const int32_t first = topology->joints.members.items[joint_island->body_first];
    return topology->bodies.items[first].set == SET_AWAKE;
}

// True when an unmovable body that moves holds one end of the joint.
static bool is_carried(const Topology *topology, const JointRecord *joint)
{
    for (int side = 0; side < 2; ++side) {
        const int32_t body = joint->body[side];
        if (!topology->bodies.items[body].is_movable &&
            !topology->life->is_still(topology->space, body)) {
            return true;
        }
    }
    return false;
}

bool tum_topology_is_carried(const Topology *topology, const JointIsland *joint_island)
{
    for (int32_t i = 0; i < joint_island->joint_count; ++i) {
        const int32_t joint = topology->joints.order.items[joint_island->joint_first + i];
        if (is_carried(topology, &topology->joints.joints.items[joint])) {
            return true;
        }
    }
    return false;
}

TumStatus tum_topology_wake_joined(Topology *topology)
{
    for (size_t i = 0; i < topology->joints.joint_islands.count; ++i) {
        const JointIsland *joint_island = &topology->joints.joint_islands.items[i];
        if (!is_awake(topology, joint_island) && tum_topology_is_carried(topology, joint_island)) {
            const TumStatus status = tum_topology_wake(
                topology, topology->joints.members.items[joint_island->body_first]);
            if (status != TUM_OK) {
                return status;
            }
        }
    }
    return TUM_OK;
}

void tum_topology_gather_joint_islands(Topology *topology)
{
    JointTable *table = &topology->joints;
    table->active.count = 0;
    for (size_t i = 0; i < table->joint_islands.count; ++i) {
        if (is_awake(topology, &table->joint_islands.items[i])) {
            table->active.items[table->active.count++] = (int32_t)i;
        }
    }
}
