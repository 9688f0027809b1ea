// SPDX-License-Identifier: MIT
// edit.c: changes between two steps.
//
// A body is changed by detaching its colliders from their tree, which ends their contacts and wakes
// the bodies that rested on them, and attaching them again. The next step then finds their pairs.
#include "base/assert.h"
#include "topology/topology.h"

void tum_topology_remove_awake(Topology *topology, int32_t body)
{
    BodyRecord *record = &topology->bodies.items[body];
    const int32_t last = topology->awake.items[--topology->awake.count];
    topology->awake.items[record->awake_index] = last;
    topology->bodies.items[last].awake_index = record->awake_index;
    record->awake_index = NONE;
    topology->awake_is_listed = false;
}

static bool has_collider(const Contact *contact, int32_t collider)
{
    return contact->collider[0] == collider || contact->collider[1] == collider;
}

// Wakes all bodies before it removes contacts: waking iterates over the chains that removal
// changes.
static TumStatus end_contacts(Topology *topology, int32_t collider)
{
    const int32_t body = topology->colliders.items[collider].body;
    int32_t next = NONE;
    for (int32_t edge = topology->bodies.items[body].first_contact; edge != NONE; edge = next) {
        const Contact *contact = &topology->contacts.items[edge / 2];
        next = contact->edge[edge & 1].next;
        if (has_collider(contact, collider) && contact->manifold_count > 0) {
            const TumStatus status = tum_topology_wake(topology, contact->body[1 - (edge & 1)]);
            if (status != TUM_OK) {
                return status;
            }
        }
    }
    for (int32_t edge = topology->bodies.items[body].first_contact; edge != NONE; edge = next) {
        next = topology->contacts.items[edge / 2].edge[edge & 1].next;
        if (has_collider(&topology->contacts.items[edge / 2], collider)) {
            tum_topology_remove_contact(topology, edge / 2);
        }
    }
    return TUM_OK;
}

TumStatus tum_topology_detach_collider(Topology *topology, int32_t collider)
{
    ColliderRecord *record = &topology->colliders.items[collider];
    if (!record->is_in_tree) {
        return TUM_OK;
    }
    const TumStatus status = end_contacts(topology, collider);
    if (status != TUM_OK) {
        return status;
    }
    tum_bvh_remove(topology_own_tree(topology, record), collider);
    record->is_in_tree = false;
    return TUM_OK;
}

typedef struct Waking {
    Topology *topology;
    bool out_of_memory;
} Waking;

static bool note_item(void *user, uint32_t item)
{
    Waking *waking = user;
    FoundPair *found = array_push(&waking->topology->found, &waking->topology->allocator);
    if (found == NULL) {
        waking->out_of_memory = true;
        return false;
    }
    *found = (FoundPair){item, item};
    return true;
}

// Wakes the bodies inside the box of a static collider. A moving body is awake, so that its own
// contacts wake sleeping bodies; a static one must wake them here. Colliders are sorted, because
// the order of waking decides the order of lists.
static TumStatus wake_inside(Topology *topology, const Box *box)
{
    Waking waking = {.topology = topology};
    topology->found.count = 0;
    tum_bvh_query(&topology->moving, box, note_item, &waking);
    const bool is_sorted = !waking.out_of_memory && tum_topology_sort_found(topology);
    TumStatus status = is_sorted ? TUM_OK : TUM_ERROR_MEMORY;
    for (size_t i = 0; i < topology->found.count && status == TUM_OK; ++i) {
        status = tum_topology_wake(topology,
                                   topology->colliders.items[topology->found.items[i].low].body);
    }
    topology->found.count = 0;
    return status;
}

TumStatus tum_topology_attach_collider(Topology *topology, int32_t collider)
{
    ColliderRecord *record = &topology->colliders.items[collider];
    const BodyRecord *body = &topology->bodies.items[record->body];
    TUM_ASSERT(!record->is_in_tree && body->set != SET_ABSENT);
    record->is_static = body->kind == TUM_BODY_STATIC;
    record->is_in_tree = tum_bvh_insert(topology_own_tree(topology, record), collider,
                                        &topology->boxes.items[collider], &topology->allocator);
    if (!record->is_in_tree) {
        return TUM_ERROR_MEMORY;
    }
    topology->boxes_are_stale = true;
    return record->is_static ? wake_inside(topology, &topology->boxes.items[collider]) : TUM_OK;
}

static bool is_forbidden(const Topology *topology, int32_t contact)
{
    const int32_t *collider = topology->contacts.items[contact].collider;
    return tum_topology_joint_forbids(topology, collider[0], collider[1]);
}

TumStatus tum_topology_end_forbidden(Topology *topology, int32_t body)
{
    int32_t next = NONE;
    for (int32_t edge = topology->bodies.items[body].first_contact; edge != NONE; edge = next) {
        const Contact *contact = &topology->contacts.items[edge / 2];
        next = contact->edge[edge & 1].next;
        if (contact->manifold_count > 0 && is_forbidden(topology, edge / 2)) {
            const TumStatus status = tum_topology_wake(topology, contact->body[1 - (edge & 1)]);
            if (status != TUM_OK) {
                return status;
            }
        }
    }
    for (int32_t edge = topology->bodies.items[body].first_contact; edge != NONE; edge = next) {
        next = topology->contacts.items[edge / 2].edge[edge & 1].next;
        if (is_forbidden(topology, edge / 2)) {
            tum_topology_remove_contact(topology, edge / 2);
        }
    }
    return TUM_OK;
}

void tum_topology_look_again(Topology *topology, int32_t body)
{
    for (int32_t slot = topology->bodies.items[body].first_collider; slot != NONE;
         slot = topology->colliders.items[slot].next) {
        if (topology->colliders.items[slot].is_in_tree) {
            tum_bvh_forget(topology_own_tree(topology, &topology->colliders.items[slot]), slot);
        }
    }
}

void tum_topology_set_body(Topology *topology, int32_t body, TumBodyKind kind, bool is_movable,
                           bool is_absent)
{
    BodyRecord *record = &topology->bodies.items[body];
    TUM_ASSERT(record->set != SET_ASLEEP && record->first_contact == NONE);
    if (record->awake_index != NONE) {
        tum_topology_remove_awake(topology, body);
    }
    topology->joints.is_stale |= record->first_joint != NONE && record->is_movable != is_movable;
    record->kind = (uint8_t)kind;
    record->is_movable = is_movable;
    topology->awake_is_listed = false;
    record->may_sleep = kind == TUM_BODY_DYNAMIC;
    record->sleep_time = 0.0f;
    record->island = body;
    record->set = is_absent ? SET_ABSENT : kind == TUM_BODY_STATIC ? SET_STATIC : SET_AWAKE;
    if (record->set == SET_AWAKE) {
        record->awake_index = (int32_t)topology->awake.count;
        topology->awake.items[topology->awake.count++] = body;
    }
}

void tum_topology_remove_collider(Topology *topology, int32_t collider, size_t least)
{
    ColliderRecord *record = &topology->colliders.items[collider];
    int32_t *link = &topology->bodies.items[record->body].first_collider;
    while (*link != collider) {
        link = &topology->colliders.items[*link].next;
    }
    *link = record->next;
    *record = (ColliderRecord){
        .next = NONE, .filter = NONE, .node = NONE, .generation = record->generation};
    // A slot whose generations are used up is never reused: the ids of its past owners stay
    // invalid.
    if ((size_t)collider >= least && record->generation < UINT16_MAX) {
        topology->free_colliders.items[topology->free_colliders.count++] = collider;
    }
}

void tum_topology_remove_body(Topology *topology, int32_t body, size_t least)
{
    BodyRecord *record = &topology->bodies.items[body];
    TUM_ASSERT(record->set == SET_ABSENT && record->first_collider == NONE &&
               record->first_joint == NONE);
    record->exists = false;
    record->may_sleep = false;
    record->node = NONE;
    tum_topology_set_damping(topology, body, 0.0f, 0.0f);
    if ((size_t)body >= least && record->generation < UINT16_MAX) {
        topology->free_bodies.items[topology->free_bodies.count++] = body;
    }
}

void tum_topology_set_damping(Topology *topology, int32_t body, float linear, float angular)
{
    BodyTraits *traits = &topology->traits.items[body];
    topology->damped_count -= traits_damp(traits);
    traits->linear_damping = linear;
    traits->angular_damping = angular;
    topology->damped_count += traits_damp(traits);
}

void tum_topology_update_materials(Topology *topology, int32_t collider)
{
    const int32_t body = topology->colliders.items[collider].body;
    for (int32_t edge = topology->bodies.items[body].first_contact; edge != NONE;
         edge = topology->contacts.items[edge / 2].edge[edge & 1].next) {
        Contact *contact = &topology->contacts.items[edge / 2];
        if (has_collider(contact, collider)) {
            tum_topology_combine_materials(topology, contact);
        }
    }
}
