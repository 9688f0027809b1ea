// SPDX-License-Identifier: MIT
// contact_table.c: contacts and their manifolds: slots, chains per body, and activity.
//
// A contact exists while the boxes of two colliders overlap. It is active while one of its bodies
// is awake; the manifolds of an active contact have a lane in the constraint graph.
#include "base/assert.h"
#include "math/scalar.h"
#include "topology/topology.h"
#include "tumble/capacity.h"

// Last contact of a movable body with an immovable one, or NONE.
static int32_t last_immovable(const Topology *topology, const BodyRecord *body)
{
    int32_t last = NONE;
    for (int32_t edge = body->first_contact;
         edge != NONE && !topology_is_movable(topology, topology_other_body(topology, edge));
         edge = topology->contacts.items[edge / 2].edge[edge & 1].next) {
        last = edge;
    }
    return last;
}

static void link_edge(Topology *topology, int32_t contact, int side)
{
    Contact *record = &topology->contacts.items[contact];
    BodyRecord *body = &topology->bodies.items[record->body[side]];
    const int32_t edge = contact * 2 + side;
    const bool comes_first =
        !body->is_movable || !topology_is_movable(topology, record->body[1 - side]);
    const int32_t previous = comes_first ? NONE : last_immovable(topology, body);
    int32_t *link = previous == NONE
                        ? &body->first_contact
                        : &topology->contacts.items[previous / 2].edge[previous & 1].next;
    const int32_t next = *link;
    record->edge[side] = (ContactEdge){previous, next};
    if (next != NONE) {
        topology->contacts.items[next / 2].edge[next & 1].previous = edge;
    }
    *link = edge;
}

static void unlink_edge(Topology *topology, int32_t contact, int side)
{
    const Contact *record = &topology->contacts.items[contact];
    const ContactEdge edge = record->edge[side];
    if (edge.previous != NONE) {
        topology->contacts.items[edge.previous / 2].edge[edge.previous & 1].next = edge.next;
    } else {
        topology->bodies.items[record->body[side]].first_contact = edge.next;
    }
    if (edge.next != NONE) {
        topology->contacts.items[edge.next / 2].edge[edge.next & 1].previous = edge.previous;
    }
}

static float combine(uint8_t mode_a, float a, uint8_t mode_b, float b)
{
    return (float)tum_combine((TumCombine)mode_a, (double)a, (TumCombine)mode_b, (double)b);
}

void tum_topology_combine_materials(const Topology *topology, Contact *contact)
{
    const ColliderRecord *a = &topology->colliders.items[contact->collider[0]];
    const ColliderRecord *b = &topology->colliders.items[contact->collider[1]];
    contact->static_friction =
        combine(a->friction_combine, a->static_friction, b->friction_combine, b->static_friction);
    contact->dynamic_friction =
        combine(a->friction_combine, a->dynamic_friction, b->friction_combine, b->dynamic_friction);
    contact->restitution =
        combine(a->restitution_combine, a->restitution, b->restitution_combine, b->restitution);
    for (int32_t manifold = contact->first_manifold;
         manifold != NONE && topology->life->name_lane != NULL;
         manifold = topology->manifolds.items[manifold].next) {
        topology->life->name_lane(topology->space, topology, manifold);
    }
}

static bool is_awake(const Topology *topology, int32_t body)
{
    return topology->bodies.items[body].set == SET_AWAKE;
}

static void add_active(Topology *topology, int32_t contact)
{
    topology->life->reopen(topology->space, contact);
    bitset_set(&topology->active_set, (uint32_t)contact);
    ++topology->active_count;
    topology->active_is_old = true;
}

void tum_topology_list_active(Topology *topology)
{
    if (!topology->active_is_old) {
        return;
    }
    size_t count = 0;
    for (uint32_t w = 0; w < topology->active_set.word_count; ++w) {
        for (uint64_t left = topology->active_set.words[w]; left != 0; left &= left - 1) {
            topology->active.items[count++] = (int32_t)w * 64 + __builtin_ctzll(left);
        }
    }
    topology->active.count = count;
    topology->active_is_old = false;
}

static const Contact free_contact = {.collider = {NONE, NONE}, .first_manifold = NONE};

// Takes a free slot close to a contact of a movable body of the pair. Contacts of an unmovable
// body, such as the ground, can be anywhere.
static int32_t take_contact(Topology *topology, int32_t body_a, int32_t body_b)
{
    const BodyRecord *a = &topology->bodies.items[body_a], *b = &topology->bodies.items[body_b];
    const int32_t edge_a = a->is_movable ? a->first_contact : NONE;
    const int32_t edge_b = b->is_movable ? b->first_contact : NONE;
    const int32_t edge = edge_a != NONE ? edge_a : edge_b;
    const uint32_t near = edge != NONE ? (uint32_t)edge / 2 : BITSET_NONE;
    const uint32_t slot =
        tum_free_slots_take(&topology->free_contacts, near, topology->contacts.count);
    return slot != BITSET_NONE ? (int32_t)slot : NONE;
}

// Arrays of active and of free contacts have room for all contacts, so that waking or removing
// cannot fail.
static int32_t push_contact(Topology *topology)
{
    Contact *contact = array_push(&topology->contacts, &topology->allocator);
    if (contact == NULL) {
        return NONE;
    }
    *contact = free_contact;
    const size_t count = topology->contacts.count;
    if (!bitset_grow(&topology->active_set, count, &topology->allocator) ||
        !array_reserve(&topology->active, count, &topology->allocator) ||
        !tum_free_slots_reserve(&topology->free_contacts, count, &topology->allocator) ||
        !tum_columns_extend(topology->life, topology->space, COLUMNS_OF_CONTACTS, count,
                            &topology->allocator)) {
        --topology->contacts.count;
        return NONE;
    }
    return (int32_t)count - 1;
}

static float longest_edge(const Topology *topology, int32_t collider)
{
    const Box *box = topology_fat_box(topology, collider);
    float most = 0.0f;
    for (int i = 0; i < topology->life->dimension; ++i) {
        most = maximum(most, box->high[i] - box->low[i]);
    }
    return most;
}

static uint8_t lesser_side(const Topology *topology, int32_t collider_a, int32_t collider_b)
{
    return longest_edge(topology, collider_a) > longest_edge(topology, collider_b) ? 1 : 0;
}

int32_t tum_topology_add_contact(Topology *topology, int32_t collider_a, int32_t collider_b)
{
    const ColliderRecord *a = &topology->colliders.items[collider_a];
    const ColliderRecord *b = &topology->colliders.items[collider_b];
    int32_t slot = take_contact(topology, a->body, b->body);
    slot = slot == NONE ? push_contact(topology) : slot;
    if (slot == NONE) {
        return NONE;
    }
    topology->life->begin_contact(topology->space, slot);
    topology->contacts.items[slot] =
        (Contact){.collider = {collider_a, collider_b},
                  .body = {a->body, b->body},
                  .first_manifold = NONE,
                  .lesser = lesser_side(topology, collider_a, collider_b)};
    tum_topology_combine_materials(topology, &topology->contacts.items[slot]);
    link_edge(topology, slot, 0);
    link_edge(topology, slot, 1);
    if (is_awake(topology, a->body) || is_awake(topology, b->body)) {
        add_active(topology, slot);
    }
    return slot;
}

void tum_topology_remove_contact(Topology *topology, int32_t contact)
{
    tum_topology_note_parting(topology, contact);
    while (topology->contacts.items[contact].first_manifold != NONE) {
        tum_topology_remove_manifold(topology, contact,
                                     topology->contacts.items[contact].first_manifold);
    }
    tum_topology_deactivate_contact(topology, contact);
    Contact *record = &topology->contacts.items[contact];
    tum_pair_set_remove(&topology->pairs,
                        pair_key((uint32_t)record->collider[0], (uint32_t)record->collider[1]));
    unlink_edge(topology, contact, 0);
    unlink_edge(topology, contact, 1);
    *record = free_contact;
    tum_free_slots_add(&topology->free_contacts, (uint32_t)contact);
}

TumStatus tum_topology_set_surface(Topology *topology, int32_t collider, float static_friction,
                                   float dynamic_friction, float restitution)
{
    ColliderRecord *record = &topology->colliders.items[collider];
    record->static_friction = static_friction;
    record->dynamic_friction = dynamic_friction;
    record->restitution = restitution;
    TumStatus status = TUM_OK;
    for (int32_t edge = topology->bodies.items[record->body].first_contact;
         edge != NONE && status == TUM_OK;
         edge = topology->contacts.items[edge / 2].edge[edge & 1].next) {
        Contact *contact = &topology->contacts.items[edge / 2];
        if (contact->collider[edge & 1] != collider) {
            continue;
        }
        tum_topology_combine_materials(topology, contact);
        for (int side = 0; side < 2 && contact->manifold_count > 0 && status == TUM_OK; ++side) {
            status = tum_topology_wake(topology, contact->body[side]);
        }
    }
    return status;
}

static int32_t movable_body(const Topology *topology, int32_t body)
{
    return topology->bodies.items[body].is_movable ? body : NONE;
}

// Gives a manifold a color and a lane, and copies its cached impulses into the lane.
static bool color_manifold(Topology *topology, int32_t manifold)
{
    ManifoldRecord *record = &topology->manifolds.items[manifold];
    const Contact *contact = &topology->contacts.items[record->contact];
    const int32_t batch = tum_topology_choose_batch(topology, contact);
    if (batch == NO_BATCH) {
        return false;
    }
    const int32_t body_a = movable_body(topology, contact->body[0]);
    const int32_t body_b = movable_body(topology, contact->body[1]);
    const GraphPlace place =
        tum_graph_add(&topology->graph, manifold, batch, body_a, body_b, &topology->allocator);
    if (place.color < 0) {
        return false;
    }
    if (!topology->life->reserve_lanes(topology->space, place.color, (size_t)place.lane + 1)) {
        (void)tum_graph_remove(&topology->graph, place, body_a, body_b);
        return false;
    }
    record->color = place.color;
    record->lane = place.lane;
    topology->life->put_lane(topology->space, topology, manifold);
    tum_topology_enter_lane(topology, manifold);
    return true;
}

// Removes a manifold from its color; the last lane of the color moves into the gap.
static void uncolor_manifold(Topology *topology, int32_t manifold)
{
    tum_topology_leave_lane(topology, manifold);
    ManifoldRecord *record = &topology->manifolds.items[manifold];
    const Contact *contact = &topology->contacts.items[record->contact];
    const GraphPlace place = {record->color, record->lane};
    const int32_t moved =
        tum_graph_remove(&topology->graph, place, movable_body(topology, contact->body[0]),
                         movable_body(topology, contact->body[1]));
    const size_t left = topology->graph.colors.items[place.color].constraints.count;
    topology->life->move_lane(topology->space, (GraphPlace){place.color, (int32_t)left}, place);
    if (moved != NONE) {
        topology->manifolds.items[moved].lane = place.lane;
    }
    record->color = NONE;
    record->lane = NONE;
}

TumStatus tum_topology_activate_contact(Topology *topology, int32_t contact)
{
    if (bitset_test(&topology->active_set, (uint32_t)contact)) {
        return TUM_OK;
    }
    add_active(topology, contact);
    for (int32_t manifold = topology->contacts.items[contact].first_manifold; manifold != NONE;
         manifold = topology->manifolds.items[manifold].next) {
        if (!color_manifold(topology, manifold)) {
            return TUM_ERROR_MEMORY;
        }
    }
    return TUM_OK;
}

void tum_topology_deactivate_contact(Topology *topology, int32_t contact)
{
    if (!bitset_test(&topology->active_set, (uint32_t)contact)) {
        return;
    }
    bitset_clear(&topology->active_set, (uint32_t)contact);
    --topology->active_count;
    topology->active_is_old = true;
    for (int32_t manifold = topology->contacts.items[contact].first_manifold; manifold != NONE;
         manifold = topology->manifolds.items[manifold].next) {
        if (topology->manifolds.items[manifold].color != NONE) {
            topology->life->take_lane(topology->space, topology, manifold);
            uncolor_manifold(topology, manifold);
        }
    }
}

static void count_manifolds(Topology *topology, Contact *contact, int32_t more)
{
    const bool touched = contact->manifold_count > 0;
    contact->manifold_count += more;
    topology->colliders.items[contact->collider[contact->lesser]].neighbor_count +=
        (contact->manifold_count > 0) - touched;
    topology->bodies.items[contact->body[0]].manifold_count += more;
    topology->bodies.items[contact->body[1]].manifold_count += more;
}

bool tum_topology_drops(Topology *topology, int32_t contact, bool at_surface)
{
    Contact *record = &topology->contacts.items[contact];
    const int32_t most = at_surface ? TUM_MAX_SURFACE_NEIGHBORS : TUM_MAX_NEIGHBORS;
    const bool drops =
        record->manifold_count == 0 &&
        topology->colliders.items[record->collider[record->lesser]].neighbor_count >= most;
    topology->dropped_pairs += drops && !record->is_dropped ? 1 : 0;
    record->is_dropped = drops;
    return drops;
}

static const ManifoldRecord free_manifold = {
    .contact = NONE, .next = NONE, .color = NONE, .lane = NONE};

static bool push_manifold(Topology *topology)
{
    ManifoldRecord *record = array_push(&topology->manifolds, &topology->allocator);
    if (record == NULL) {
        return false;
    }
    *record = free_manifold;
    const size_t count = topology->manifolds.count;
    if (!tum_columns_extend(topology->life, topology->space, COLUMNS_OF_MANIFOLDS, count,
                            &topology->allocator) ||
        !tum_free_slots_reserve(&topology->free_manifolds, count, &topology->allocator)) {
        --topology->manifolds.count;
        return false;
    }
    tum_free_slots_add(&topology->free_manifolds, (uint32_t)count - 1);
    return true;
}

// Takes the slot with the number of the contact, or a free one close to it.
static int32_t take_manifold(Topology *topology, int32_t contact)
{
    while (topology->manifolds.count <= (size_t)contact) {
        if (!push_manifold(topology)) {
            return NONE;
        }
    }
    FreeSlots *free = &topology->free_manifolds;
    uint32_t slot = tum_free_slots_take(free, (uint32_t)contact, topology->manifolds.count);
    if (slot == BITSET_NONE && push_manifold(topology)) {
        const size_t count = topology->manifolds.count;
        slot = tum_free_slots_take(free, (uint32_t)count - 1, count);
    }
    return slot != BITSET_NONE ? (int32_t)slot : NONE;
}

int32_t tum_topology_add_manifold(Topology *topology, int32_t contact)
{
    const int32_t slot = take_manifold(topology, contact);
    if (slot == NONE) {
        return NONE;
    }
    topology->manifolds.items[slot] =
        (ManifoldRecord){.contact = contact, .next = NONE, .color = NONE, .lane = NONE};
    Contact *record = &topology->contacts.items[contact];
    int32_t *end = &record->first_manifold;
    while (*end != NONE) {
        end = &topology->manifolds.items[*end].next;
    }
    *end = slot;
    count_manifolds(topology, record, 1);
    return slot;
}

TumStatus tum_topology_start_manifold(Topology *topology, int32_t manifold)
{
    return color_manifold(topology, manifold) ? TUM_OK : TUM_ERROR_MEMORY;
}

void tum_topology_remove_manifold(Topology *topology, int32_t contact, int32_t manifold)
{
    if (topology->manifolds.items[manifold].color != NONE) {
        uncolor_manifold(topology, manifold); // The lane's impulses are dropped.
    }
    Contact *record = &topology->contacts.items[contact];
    int32_t *link = &record->first_manifold;
    while (*link != manifold) {
        link = &topology->manifolds.items[*link].next;
    }
    *link = topology->manifolds.items[manifold].next;
    count_manifolds(topology, record, -1);
    topology->manifolds.items[manifold] = free_manifold;
    tum_free_slots_add(&topology->free_manifolds, (uint32_t)manifold);
}
