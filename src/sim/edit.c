// SPDX-License-Identifier: MIT
// edit.c: changes between two steps: what comes, goes or becomes something else.
//
// A body is changed by taking its colliders out of their tree, which ends their contacts and wakes
// who rested on them, and putting them back in: pairs are then found anew by the next step.
#include "base/assert.h"
#include "sim/sim.h"
#include "sim/space.h"

void tum_sim_remove_awake(Sim *sim, int32_t body)
{
    BodyRecord *record = &sim->bodies.items[body];
    const int32_t last = sim->awake.items[--sim->awake.count];
    sim->awake.items[record->awake_index] = last;
    sim->bodies.items[last].awake_index = record->awake_index;
    record->awake_index = NONE;
    sim->awake_is_listed = false;
}

static bool has_collider(const Contact *contact, int32_t collider)
{
    return contact->collider[0] == collider || contact->collider[1] == collider;
}

// First all wake, then contacts go: waking walks the chains that going changes.
static TumStatus end_contacts(Sim *sim, int32_t collider)
{
    const int32_t body = sim->colliders.items[collider].body;
    int32_t next = NONE;
    for (int32_t edge = sim->bodies.items[body].first_contact; edge != NONE; edge = next) {
        const Contact *contact = &sim->contacts.items[edge / 2];
        next = contact->edge[edge & 1].next;
        if (has_collider(contact, collider) && contact->manifold_count > 0) {
            const TumStatus status = tum_sim_wake(sim, contact->body[1 - (edge & 1)]);
            if (status != TUM_OK) {
                return status;
            }
        }
    }
    for (int32_t edge = sim->bodies.items[body].first_contact; edge != NONE; edge = next) {
        next = sim->contacts.items[edge / 2].edge[edge & 1].next;
        if (has_collider(&sim->contacts.items[edge / 2], collider)) {
            tum_sim_remove_contact(sim, edge / 2);
        }
    }
    return TUM_OK;
}

TumStatus tum_sim_detach_collider(Sim *sim, int32_t collider)
{
    ColliderRecord *record = &sim->colliders.items[collider];
    if (!record->is_in_tree) {
        return TUM_OK;
    }
    const TumStatus status = end_contacts(sim, collider);
    if (status != TUM_OK) {
        return status;
    }
    tum_bvh_remove(sim_own_tree(sim, record), collider);
    record->is_in_tree = false;
    return TUM_OK;
}

typedef struct Waking {
    Sim *sim;
    bool out_of_memory;
} Waking;

static bool note_item(void *user, uint32_t item)
{
    Waking *waking = user;
    FoundPair *found = array_push(&waking->sim->found, &waking->sim->allocator);
    if (found == NULL) {
        waking->out_of_memory = true;
        return false;
    }
    *found = (FoundPair){item, item};
    return true;
}

// A sleeper notices what moves into it, for that is awake; what never moves has to tell. In the
// order of colliders, for who wakes first is first in lists.
static TumStatus wake_inside(Sim *sim, const Box *box)
{
    Waking waking = {.sim = sim};
    sim->found.count = 0;
    tum_bvh_query(&sim->moving, box, note_item, &waking);
    const bool is_sorted = !waking.out_of_memory && tum_sim_sort_found(sim);
    TumStatus status = is_sorted ? TUM_OK : TUM_ERROR_MEMORY;
    for (size_t i = 0; i < sim->found.count && status == TUM_OK; ++i) {
        status = tum_sim_wake(sim, sim->colliders.items[sim->found.items[i].low].body);
    }
    sim->found.count = 0;
    return status;
}

TumStatus tum_sim_attach_collider(Sim *sim, int32_t collider)
{
    ColliderRecord *record = &sim->colliders.items[collider];
    const BodyRecord *body = &sim->bodies.items[record->body];
    TUM_ASSERT(!record->is_in_tree && body->set != SET_ABSENT);
    record->is_static = body->kind == TUM_BODY_STATIC;
    record->is_in_tree = tum_bvh_insert(sim_own_tree(sim, record), collider,
                                        &sim->boxes.items[collider], &sim->allocator);
    if (!record->is_in_tree) {
        return TUM_ERROR_MEMORY;
    }
    sim->boxes_are_stale = true;
    return record->is_static ? wake_inside(sim, &sim->boxes.items[collider]) : TUM_OK;
}

static bool is_forbidden(const Sim *sim, int32_t contact)
{
    const int32_t *collider = sim->contacts.items[contact].collider;
    return tum_sim_joint_forbids(sim, collider[0], collider[1]);
}

TumStatus tum_sim_end_forbidden(Sim *sim, int32_t body)
{
    int32_t next = NONE;
    for (int32_t edge = sim->bodies.items[body].first_contact; edge != NONE; edge = next) {
        const Contact *contact = &sim->contacts.items[edge / 2];
        next = contact->edge[edge & 1].next;
        if (contact->manifold_count > 0 && is_forbidden(sim, edge / 2)) {
            const TumStatus status = tum_sim_wake(sim, contact->body[1 - (edge & 1)]);
            if (status != TUM_OK) {
                return status;
            }
        }
    }
    for (int32_t edge = sim->bodies.items[body].first_contact; edge != NONE; edge = next) {
        next = sim->contacts.items[edge / 2].edge[edge & 1].next;
        if (is_forbidden(sim, edge / 2)) {
            tum_sim_remove_contact(sim, edge / 2);
        }
    }
    return TUM_OK;
}

void tum_sim_look_again(Sim *sim, int32_t body)
{
    for (int32_t slot = sim->bodies.items[body].first_collider; slot != NONE;
         slot = sim->colliders.items[slot].next) {
        if (sim->colliders.items[slot].is_in_tree) {
            tum_bvh_forget(sim_own_tree(sim, &sim->colliders.items[slot]), slot);
        }
    }
}

void tum_sim_set_body(Sim *sim, int32_t body, TumBodyKind kind, bool is_movable, bool is_absent)
{
    BodyRecord *record = &sim->bodies.items[body];
    TUM_ASSERT(record->set != SET_ASLEEP && record->first_contact == NONE);
    if (record->awake_index != NONE) {
        tum_sim_remove_awake(sim, body);
    }
    sim->joints.is_stale |= record->first_joint != NONE && record->is_movable != is_movable;
    record->kind = (uint8_t)kind;
    record->is_movable = is_movable;
    sim->awake_is_listed = false;
    record->may_sleep = kind == TUM_BODY_DYNAMIC;
    record->sleep_time = 0.0f;
    record->island = body;
    record->set = is_absent ? SET_ABSENT : kind == TUM_BODY_STATIC ? SET_STATIC : SET_AWAKE;
    if (record->set == SET_AWAKE) {
        record->awake_index = (int32_t)sim->awake.count;
        sim->awake.items[sim->awake.count++] = body;
    }
}

void tum_sim_remove_collider(Sim *sim, int32_t collider, size_t least)
{
    ColliderRecord *record = &sim->colliders.items[collider];
    int32_t *link = &sim->bodies.items[record->body].first_collider;
    while (*link != collider) {
        link = &sim->colliders.items[*link].next;
    }
    *link = record->next;
    *record = (ColliderRecord){
        .next = NONE, .filter = NONE, .node = NONE, .generation = record->generation};
    // A slot whose generations are used up is left alone: its ids stay what they are.
    if ((size_t)collider >= least && record->generation < UINT16_MAX) {
        sim->free_colliders.items[sim->free_colliders.count++] = collider;
    }
}

void tum_sim_remove_body(Sim *sim, int32_t body, size_t least)
{
    BodyRecord *record = &sim->bodies.items[body];
    TUM_ASSERT(record->set == SET_ABSENT && record->first_collider == NONE &&
               record->first_joint == NONE);
    record->exists = false;
    record->may_sleep = false;
    record->node = NONE;
    tum_sim_set_damping(sim, body, 0.0f, 0.0f);
    if ((size_t)body >= least && record->generation < UINT16_MAX) {
        sim->free_bodies.items[sim->free_bodies.count++] = body;
    }
}

void tum_sim_set_damping(Sim *sim, int32_t body, float linear, float angular)
{
    BodyTraits *traits = &sim->traits.items[body];
    sim->damped_count -= traits_damp(traits);
    traits->linear_damping = linear;
    traits->angular_damping = angular;
    sim->damped_count += traits_damp(traits);
}

void tum_sim_update_materials(Sim *sim, int32_t collider)
{
    const int32_t body = sim->colliders.items[collider].body;
    for (int32_t edge = sim->bodies.items[body].first_contact; edge != NONE;
         edge = sim->contacts.items[edge / 2].edge[edge & 1].next) {
        Contact *contact = &sim->contacts.items[edge / 2];
        if (has_collider(contact, collider)) {
            tum_sim_combine_materials(sim, contact);
        }
    }
}
