// SPDX-License-Identifier: MIT
// contact_table.c: pairs of colliders, from the first overlap of their boxes to the last.
#include "base/assert.h"
#include "sim/sim.h"
#include "sim/space.h"

static void link_edge(Sim *sim, int32_t contact, int side)
{
    Contact *record = &sim->contacts.items[contact];
    BodyRecord *body = &sim->bodies.items[record->body[side]];
    const int32_t edge = contact * 2 + side;
    record->edge[side] = (ContactEdge){NONE, body->first_contact};
    if (body->first_contact != NONE) {
        const int32_t next = body->first_contact;
        sim->contacts.items[next / 2].edge[next & 1].previous = edge;
    }
    body->first_contact = edge;
}

static void unlink_edge(Sim *sim, int32_t contact, int side)
{
    const Contact *record = &sim->contacts.items[contact];
    const ContactEdge edge = record->edge[side];
    if (edge.previous != NONE) {
        sim->contacts.items[edge.previous / 2].edge[edge.previous & 1].next = edge.next;
    } else {
        sim->bodies.items[record->body[side]].first_contact = edge.next;
    }
    if (edge.next != NONE) {
        sim->contacts.items[edge.next / 2].edge[edge.next & 1].previous = edge.previous;
    }
}

static float combine(uint8_t mode_a, float a, uint8_t mode_b, float b)
{
    return (float)tum_combine((TumCombine)mode_a, (double)a, (TumCombine)mode_b, (double)b);
}

void tum_sim_combine_materials(const Sim *sim, Contact *contact)
{
    const ColliderRecord *a = &sim->colliders.items[contact->collider[0]];
    const ColliderRecord *b = &sim->colliders.items[contact->collider[1]];
    contact->static_friction =
        combine(a->friction_combine, a->static_friction, b->friction_combine, b->static_friction);
    contact->dynamic_friction =
        combine(a->friction_combine, a->dynamic_friction, b->friction_combine, b->dynamic_friction);
    contact->restitution =
        combine(a->restitution_combine, a->restitution, b->restitution_combine, b->restitution);
    for (int32_t manifold = contact->first_manifold;
         manifold != NONE && sim->ops->name_lane != NULL;
         manifold = sim->manifolds.items[manifold].next) {
        sim->ops->name_lane(sim->space, sim, manifold);
    }
}

static bool is_awake(const Sim *sim, int32_t body)
{
    return sim->bodies.items[body].set == SET_AWAKE;
}

static void add_active(Sim *sim, int32_t contact)
{
    sim->ops->reopen(sim->space, contact);
    bitset_set(&sim->active_set, (uint32_t)contact);
    ++sim->active_count;
    sim->active_is_old = true;
}

void tum_sim_list_active(Sim *sim)
{
    if (!sim->active_is_old) {
        return;
    }
    size_t count = 0;
    for (uint32_t w = 0; w < sim->active_set.word_count; ++w) {
        for (uint64_t left = sim->active_set.words[w]; left != 0; left &= left - 1) {
            sim->active.items[count++] = (int32_t)w * 64 + __builtin_ctzll(left);
        }
    }
    sim->active.count = count;
    sim->active_is_old = false;
}

static const Contact free_contact = {.collider = {NONE, NONE}, .first_manifold = NONE};

// A slot beside a contact of one of two bodies, of one that moves: what does not has contacts
// anywhere.
static int32_t take_contact(Sim *sim, int32_t body_a, int32_t body_b)
{
    const BodyRecord *a = &sim->bodies.items[body_a], *b = &sim->bodies.items[body_b];
    const int32_t edge_a = a->is_movable ? a->first_contact : NONE;
    const int32_t edge_b = b->is_movable ? b->first_contact : NONE;
    const int32_t edge = edge_a != NONE ? edge_a : edge_b;
    const uint32_t near = edge != NONE ? (uint32_t)edge / 2 : BITSET_NONE;
    const uint32_t slot = tum_free_slots_take(&sim->free_contacts, near, sim->contacts.count);
    return slot != BITSET_NONE ? (int32_t)slot : NONE;
}

// There is room for all among the active ones and among the free, so that neither waking nor
// removing fails for it.
static int32_t push_contact(Sim *sim)
{
    Contact *contact = array_push(&sim->contacts, &sim->allocator);
    if (contact == NULL) {
        return NONE;
    }
    *contact = free_contact;
    const size_t count = sim->contacts.count;
    if (!bitset_grow(&sim->active_set, count, &sim->allocator) ||
        !array_reserve(&sim->active, count, &sim->allocator) ||
        !tum_free_slots_reserve(&sim->free_contacts, count, &sim->allocator) ||
        !sim->ops->reserve_contacts(sim->space, count)) {
        --sim->contacts.count;
        return NONE;
    }
    return (int32_t)count - 1;
}

int32_t tum_sim_add_contact(Sim *sim, int32_t collider_a, int32_t collider_b)
{
    const ColliderRecord *a = &sim->colliders.items[collider_a];
    const ColliderRecord *b = &sim->colliders.items[collider_b];
    int32_t slot = take_contact(sim, a->body, b->body);
    slot = slot == NONE ? push_contact(sim) : slot;
    if (slot == NONE) {
        return NONE;
    }
    sim->ops->begin_contact(sim->space, slot);
    sim->contacts.items[slot] = (Contact){
        .collider = {collider_a, collider_b}, .body = {a->body, b->body}, .first_manifold = NONE};
    tum_sim_combine_materials(sim, &sim->contacts.items[slot]);
    link_edge(sim, slot, 0);
    link_edge(sim, slot, 1);
    if (is_awake(sim, a->body) || is_awake(sim, b->body)) {
        add_active(sim, slot);
    }
    return slot;
}

void tum_sim_remove_contact(Sim *sim, int32_t contact)
{
    tum_sim_note_parting(sim, contact);
    while (sim->contacts.items[contact].first_manifold != NONE) {
        tum_sim_remove_manifold(sim, contact, sim->contacts.items[contact].first_manifold);
    }
    tum_sim_deactivate_contact(sim, contact);
    Contact *record = &sim->contacts.items[contact];
    tum_pair_set_remove(&sim->pairs,
                        pair_key((uint32_t)record->collider[0], (uint32_t)record->collider[1]));
    unlink_edge(sim, contact, 0);
    unlink_edge(sim, contact, 1);
    *record = free_contact;
    tum_free_slots_add(&sim->free_contacts, (uint32_t)contact);
}

TumStatus tum_sim_set_surface(Sim *sim, int32_t collider, float static_friction,
                              float dynamic_friction, float restitution)
{
    ColliderRecord *record = &sim->colliders.items[collider];
    record->static_friction = static_friction;
    record->dynamic_friction = dynamic_friction;
    record->restitution = restitution;
    TumStatus status = TUM_OK;
    for (int32_t edge = sim->bodies.items[record->body].first_contact;
         edge != NONE && status == TUM_OK;
         edge = sim->contacts.items[edge / 2].edge[edge & 1].next) {
        Contact *contact = &sim->contacts.items[edge / 2];
        if (contact->collider[edge & 1] != collider) {
            continue;
        }
        tum_sim_combine_materials(sim, contact);
        for (int side = 0; side < 2 && contact->manifold_count > 0 && status == TUM_OK; ++side) {
            status = tum_sim_wake(sim, contact->body[side]);
        }
    }
    return status;
}

static int32_t movable_body(const Sim *sim, int32_t body)
{
    return sim->bodies.items[body].is_movable ? body : NONE;
}

// Finds a colour for a manifold and hands its memory of impulses to the lane.
static bool color_manifold(Sim *sim, int32_t manifold)
{
    ManifoldRecord *record = &sim->manifolds.items[manifold];
    const Contact *contact = &sim->contacts.items[record->contact];
    const int32_t batch = tum_sim_choose_batch(sim, contact);
    if (batch == NO_BATCH) {
        return false;
    }
    const int32_t body_a = movable_body(sim, contact->body[0]);
    const int32_t body_b = movable_body(sim, contact->body[1]);
    const GraphPlace place =
        tum_graph_add(&sim->graph, manifold, batch, body_a, body_b, &sim->allocator);
    if (place.color < 0) {
        return false;
    }
    if (!sim->ops->reserve_lanes(sim->space, place.color, (size_t)place.lane + 1)) {
        (void)tum_graph_remove(&sim->graph, place, body_a, body_b);
        return false;
    }
    record->color = place.color;
    record->lane = place.lane;
    sim->ops->put_lane(sim->space, sim, manifold);
    tum_sim_enter_lane(sim, manifold);
    return true;
}

// The last lane of the colour moves into the gap.
static void uncolor_manifold(Sim *sim, int32_t manifold)
{
    tum_sim_leave_lane(sim, manifold);
    ManifoldRecord *record = &sim->manifolds.items[manifold];
    const Contact *contact = &sim->contacts.items[record->contact];
    const GraphPlace place = {record->color, record->lane};
    const int32_t moved = tum_graph_remove(&sim->graph, place, movable_body(sim, contact->body[0]),
                                           movable_body(sim, contact->body[1]));
    const size_t left = sim->graph.colors.items[place.color].constraints.count;
    sim->ops->move_lane(sim->space, (GraphPlace){place.color, (int32_t)left}, place);
    if (moved != NONE) {
        sim->manifolds.items[moved].lane = place.lane;
    }
    record->color = NONE;
    record->lane = NONE;
}

TumStatus tum_sim_activate_contact(Sim *sim, int32_t contact)
{
    if (bitset_test(&sim->active_set, (uint32_t)contact)) {
        return TUM_OK;
    }
    add_active(sim, contact);
    for (int32_t manifold = sim->contacts.items[contact].first_manifold; manifold != NONE;
         manifold = sim->manifolds.items[manifold].next) {
        if (!color_manifold(sim, manifold)) {
            return TUM_ERROR_MEMORY;
        }
    }
    return TUM_OK;
}

void tum_sim_deactivate_contact(Sim *sim, int32_t contact)
{
    if (!bitset_test(&sim->active_set, (uint32_t)contact)) {
        return;
    }
    bitset_clear(&sim->active_set, (uint32_t)contact);
    --sim->active_count;
    sim->active_is_old = true;
    for (int32_t manifold = sim->contacts.items[contact].first_manifold; manifold != NONE;
         manifold = sim->manifolds.items[manifold].next) {
        if (sim->manifolds.items[manifold].color != NONE) {
            sim->ops->take_lane(sim->space, sim, manifold);
            uncolor_manifold(sim, manifold);
        }
    }
}

static void count_manifolds(Sim *sim, Contact *contact, int32_t more)
{
    contact->manifold_count += more;
    sim->bodies.items[contact->body[0]].manifold_count += more;
    sim->bodies.items[contact->body[1]].manifold_count += more;
}

static const ManifoldRecord free_manifold = {
    .contact = NONE, .next = NONE, .color = NONE, .lane = NONE};

static bool push_manifold(Sim *sim)
{
    ManifoldRecord *record = array_push(&sim->manifolds, &sim->allocator);
    if (record == NULL) {
        return false;
    }
    *record = free_manifold;
    const size_t count = sim->manifolds.count;
    if (!sim->ops->reserve_manifolds(sim->space, count) ||
        !tum_free_slots_reserve(&sim->free_manifolds, count, &sim->allocator)) {
        --sim->manifolds.count;
        return false;
    }
    tum_free_slots_add(&sim->free_manifolds, (uint32_t)count - 1);
    return true;
}

// The slot of the contact's own number, or one near it: planes lie in the order of contacts.
static int32_t take_manifold(Sim *sim, int32_t contact)
{
    while (sim->manifolds.count <= (size_t)contact) {
        if (!push_manifold(sim)) {
            return NONE;
        }
    }
    FreeSlots *free = &sim->free_manifolds;
    uint32_t slot = tum_free_slots_take(free, (uint32_t)contact, sim->manifolds.count);
    if (slot == BITSET_NONE && push_manifold(sim)) {
        const size_t count = sim->manifolds.count;
        slot = tum_free_slots_take(free, (uint32_t)count - 1, count);
    }
    return slot != BITSET_NONE ? (int32_t)slot : NONE;
}

int32_t tum_sim_add_manifold(Sim *sim, int32_t contact)
{
    const int32_t slot = take_manifold(sim, contact);
    if (slot == NONE) {
        return NONE;
    }
    sim->manifolds.items[slot] =
        (ManifoldRecord){.contact = contact, .next = NONE, .color = NONE, .lane = NONE};
    Contact *record = &sim->contacts.items[contact];
    int32_t *end = &record->first_manifold;
    while (*end != NONE) {
        end = &sim->manifolds.items[*end].next;
    }
    *end = slot;
    count_manifolds(sim, record, 1);
    return slot;
}

TumStatus tum_sim_start_manifold(Sim *sim, int32_t manifold)
{
    return color_manifold(sim, manifold) ? TUM_OK : TUM_ERROR_MEMORY;
}

void tum_sim_remove_manifold(Sim *sim, int32_t contact, int32_t manifold)
{
    if (sim->manifolds.items[manifold].color != NONE) {
        uncolor_manifold(sim, manifold); // what it remembers ends with it
    }
    Contact *record = &sim->contacts.items[contact];
    int32_t *link = &record->first_manifold;
    while (*link != manifold) {
        link = &sim->manifolds.items[*link].next;
    }
    *link = sim->manifolds.items[manifold].next;
    count_manifolds(sim, record, -1);
    sim->manifolds.items[manifold] = free_manifold;
    tum_free_slots_add(&sim->free_manifolds, (uint32_t)manifold);
}
