// SPDX-License-Identifier: MIT
// state_check.c: checks of a topology that was read from bytes.
//
// Each check establishes an invariant that other code relies on without a test. Cycles in chains
// are found by counting: a chain that visits more items than exist has a cycle.
#include "topology/state_check.h"

#include "topology/topology.h"

static bool is_index(int32_t index, size_t count)
{
    return index >= 0 && (size_t)index < count;
}

static bool is_index_or_none(int32_t index, size_t count)
{
    return index == NONE || is_index(index, count);
}

static bool bodies_are_sound(const Topology *topology)
{
    const BodyRecord *bodies = topology->bodies.items;
    if (topology->bodies.count == 0 || bodies[WORLD_BODY].kind != TUM_BODY_STATIC ||
        bodies[WORLD_BODY].set != SET_STATIC || !bodies[WORLD_BODY].exists) {
        return false;
    }
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        const BodyRecord *body = &bodies[i];
        const bool never_moves = body->kind == TUM_BODY_STATIC;
        // The root of an island has the lowest slot, so that the search for roots ends.
        if (body->kind > TUM_BODY_DYNAMIC || body->set > SET_ABSENT ||
            (body->set != SET_ABSENT && never_moves != (body->set == SET_STATIC)) ||
            (!body->exists && (body->set != SET_ABSENT || body->first_collider != NONE)) ||
            (body->is_movable && body->kind != TUM_BODY_DYNAMIC) ||
            (body->set == SET_ASLEEP && body->kind != TUM_BODY_DYNAMIC) || body->island < 0 ||
            (size_t)body->island > i || body->generation == 0) {
            return false;
        }
    }
    return true;
}

// True for an enabled collider of a present body, in the tree of its body's kind.
static bool may_be_in_tree(const Topology *topology, const ColliderRecord *collider)
{
    const BodyRecord *body = &topology->bodies.items[collider->body];
    return collider->exists && collider->is_enabled && body->set != SET_ABSENT &&
           collider->is_static == (body->kind == TUM_BODY_STATIC);
}

// Checks that every collider is in the chain of its body exactly once.
static bool colliders_are_sound(const Topology *topology)
{
    const size_t count = topology->colliders.count;
    size_t existing = 0;
    for (size_t i = 0; i < count; ++i) {
        const ColliderRecord *collider = &topology->colliders.items[i];
        if (!is_index(collider->body, topology->bodies.count) ||
            !is_index_or_none(collider->next, count) ||
            !is_index_or_none(collider->filter, topology->filter_count) ||
            collider->generation == 0 ||
            (collider->is_in_tree && !may_be_in_tree(topology, collider))) {
            return false;
        }
        existing += collider->exists;
    }
    size_t visited = 0;
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        int32_t slot = topology->bodies.items[i].first_collider;
        for (; slot != NONE; slot = topology->colliders.items[slot].next) {
            if (!is_index(slot, count) || topology->colliders.items[slot].body != (int32_t)i ||
                !topology->colliders.items[slot].exists || ++visited > count) {
                return false;
            }
        }
    }
    return visited == existing;
}

static bool is_free(const Contact *contact)
{
    return contact->collider[1] == NONE;
}

// True when a contact with a movable body is before one with an immovable body in the chain of a
// movable one.
static bool contacts_are_in_disorder(const Topology *topology, int32_t edge, int32_t next)
{
    const int32_t body = topology->contacts.items[edge / 2].body[edge & 1];
    const int32_t last = topology_other_body(topology, next);
    return is_index(last, topology->bodies.count) && topology_is_movable(topology, body) &&
           topology_is_movable(topology, topology_other_body(topology, edge)) &&
           !topology_is_movable(topology, last);
}

// Checks that the neighbours of an edge in the chain of its body link back to it.
static bool edge_is_sound(const Topology *topology, int32_t slot, int side)
{
    const Contact *contact = &topology->contacts.items[slot];
    const size_t edges = topology->contacts.count * 2;
    const ContactEdge edge = contact->edge[side];
    const int32_t body = contact->body[side], self = slot * 2 + side;
    const int32_t around[2] = {edge.previous, edge.next};
    for (int i = 0; i < 2; ++i) {
        if (around[i] == NONE) {
            continue;
        }
        if (!is_index(around[i], edges)) {
            return false;
        }
        const Contact *other = &topology->contacts.items[around[i] / 2];
        const ContactEdge back = other->edge[around[i] & 1];
        if (is_free(other) || other->body[around[i] & 1] != body ||
            (i == 0 ? back.next : back.previous) != self ||
            (i == 1 && contacts_are_in_disorder(topology, self, around[1]))) {
            return false;
        }
    }
    return (edge.previous == NONE) == (topology->bodies.items[body].first_contact == self);
}

static bool contact_is_sound(const Topology *topology, int32_t slot)
{
    const Contact *contact = &topology->contacts.items[slot];
    const int32_t a = contact->collider[0], b = contact->collider[1];
    if (!is_index(a, topology->colliders.count) || !is_index(b, topology->colliders.count) ||
        a >= b) {
        return false;
    }
    const ColliderRecord *first = &topology->colliders.items[a],
                         *second = &topology->colliders.items[b];
    return first->is_in_tree && second->is_in_tree && contact->body[0] == first->body &&
           contact->body[1] == second->body && first->body != second->body &&
           (topology->bodies.items[first->body].is_movable ||
            topology->bodies.items[second->body].is_movable) &&
           edge_is_sound(topology, slot, 0) && edge_is_sound(topology, slot, 1);
}

static bool contacts_are_sound(const Topology *topology)
{
    const size_t count = topology->contacts.count;
    if (count > INT32_MAX / 2) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        if (!is_free(&topology->contacts.items[i]) && !contact_is_sound(topology, (int32_t)i)) {
            return false;
        }
    }
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        const int32_t edge = topology->bodies.items[i].first_contact;
        if (edge != NONE &&
            (!is_index(edge, count * 2) || is_free(&topology->contacts.items[edge / 2]) ||
             topology->contacts.items[edge / 2].body[edge & 1] != (int32_t)i)) {
            return false;
        }
    }
    return true;
}

static bool manifolds_are_sound(const Topology *topology)
{
    const size_t count = topology->manifolds.count;
    size_t left = count;
    for (size_t i = 0; i < topology->contacts.count; ++i) {
        const Contact *contact = &topology->contacts.items[i];
        int32_t length = 0;
        for (int32_t slot = contact->first_manifold; slot != NONE;
             slot = topology->manifolds.items[slot].next) {
            if (is_free(contact) || !is_index(slot, count) ||
                topology->manifolds.items[slot].contact != (int32_t)i || left-- == 0 ||
                ++length > CONTACT_MANIFOLDS_MAX) {
                return false;
            }
        }
        if (contact->manifold_count != length) {
            return false;
        }
    }
    size_t free = 0;
    for (size_t i = 0; i < count; ++i) {
        free += topology->manifolds.items[i].contact == NONE;
    }
    return left == free;
}

static void derive_manifold_counts(Topology *topology)
{
    for (size_t i = 0; i < topology->contacts.count; ++i) {
        const Contact *contact = &topology->contacts.items[i];
        if (is_free(contact)) {
            continue;
        }
        for (int side = 0; side < 2; ++side) {
            topology->bodies.items[contact->body[side]].manifold_count += contact->manifold_count;
        }
        topology->colliders.items[contact->collider[contact->lesser]].neighbor_count +=
            contact->manifold_count > 0;
    }
}

static TumStatus derive_pairs(Topology *topology)
{
    for (size_t i = 0; i < topology->contacts.count; ++i) {
        const Contact *contact = &topology->contacts.items[i];
        if (is_free(contact)) {
            continue;
        }
        switch (tum_pair_set_add(
            &topology->pairs,
            pair_key((uint32_t)contact->collider[0], (uint32_t)contact->collider[1]),
            &topology->allocator)) {
        case PAIR_IS_NEW: break;
        case PAIR_IS_KNOWN: return TUM_ERROR_INPUT;
        case PAIR_NO_MEMORY: return TUM_ERROR_MEMORY;
        }
    }
    return TUM_OK;
}

// Checks that no slot is listed twice, since it would be reused twice. Each listed slot is marked
// during the check.
static bool free_slots_are_sound(Topology *topology)
{
    bool sound = true;
    for (size_t i = 0; i < topology->free_bodies.count && sound; ++i) {
        const int32_t slot = topology->free_bodies.items[i];
        sound = is_index(slot, topology->bodies.count) && !topology->bodies.items[slot].exists &&
                topology->bodies.items[slot].generation < UINT16_MAX &&
                !topology->bodies.items[slot].may_sleep;
        if (sound) {
            topology->bodies.items[slot].may_sleep = true;
        }
    }
    for (size_t i = 0; i < topology->free_colliders.count && sound; ++i) {
        const int32_t slot = topology->free_colliders.items[i];
        sound = is_index(slot, topology->colliders.count) &&
                !topology->colliders.items[slot].exists &&
                topology->colliders.items[slot].generation < UINT16_MAX &&
                !topology->colliders.items[slot].is_enabled;
        if (sound) {
            topology->colliders.items[slot].is_enabled = true;
        }
    }
    for (size_t i = 0; i < topology->free_bodies.count && sound; ++i) {
        topology->bodies.items[topology->free_bodies.items[i]].may_sleep = false;
    }
    for (size_t i = 0; i < topology->free_colliders.count && sound; ++i) {
        topology->colliders.items[topology->free_colliders.items[i]].is_enabled = false;
    }
    return sound;
}

// Marks all boxes stale; the next step computes them.
static TumStatus derive_boxes(Topology *topology)
{
    const size_t count = topology->colliders.count;
    if (!array_reserve(&topology->boxes, count, &topology->allocator) ||
        !array_reserve(&topology->margins, topology->bodies.count, &topology->allocator) ||
        !array_reserve(&topology->escaped, topology->bodies.count, &topology->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    topology->boxes.count = count;
    topology->margins.count = topology->escaped.count = topology->bodies.count;
    tum_topology_forget_margins(topology);
    for (size_t i = 0; i < count; ++i) {
        const ColliderRecord *collider = &topology->colliders.items[i];
        topology->boxes.items[i] =
            collider->is_in_tree ? topology_tree(topology, collider)->boxes[i] : box_inside_out();
    }
    return TUM_OK;
}

static TumStatus derive_free_slots(Topology *topology)
{
    const size_t contacts = topology->contacts.count, manifolds = topology->manifolds.count;
    if (!tum_free_slots_reserve(&topology->free_contacts, contacts, &topology->allocator) ||
        !tum_free_slots_reserve(&topology->free_manifolds, manifolds, &topology->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < contacts; ++i) {
        if (is_free(&topology->contacts.items[i])) {
            tum_free_slots_add(&topology->free_contacts, (uint32_t)i);
        }
    }
    for (size_t i = 0; i < manifolds; ++i) {
        if (topology->manifolds.items[i].contact == NONE) {
            tum_free_slots_add(&topology->free_manifolds, (uint32_t)i);
        }
    }
    return TUM_OK;
}

static TumStatus derive_lists(Topology *topology)
{
    if (!array_reserve(&topology->awake, topology->bodies.count, &topology->allocator) ||
        !bitset_grow(&topology->active_set, topology->contacts.count, &topology->allocator) ||
        !array_reserve(&topology->active, topology->contacts.count, &topology->allocator) ||
        !array_reserve(&topology->free_bodies, topology->bodies.count, &topology->allocator) ||
        !array_reserve(&topology->free_colliders, topology->colliders.count,
                       &topology->allocator) ||
        !array_reserve(&topology->touch_changes,
                       topology->touch_changes.count + topology->contacts.count,
                       &topology->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    size_t awake = 0;
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        topology->bodies.items[i].awake_index = NONE;
        topology->bodies.items[i].first_joint = NONE;
        topology->bodies.items[i].joint_island = NONE;
        awake += topology->bodies.items[i].set == SET_AWAKE;
    }
    for (size_t i = 0; i < topology->awake.count; ++i) {
        const int32_t slot = topology->awake.items[i];
        if (!is_index(slot, topology->bodies.count) ||
            topology->bodies.items[slot].set != SET_AWAKE ||
            topology->bodies.items[slot].awake_index != NONE) {
            return TUM_ERROR_INPUT;
        }
        topology->bodies.items[slot].awake_index = (int32_t)i;
    }
    for (size_t i = 0; i < topology->active.count; ++i) {
        const int32_t slot = topology->active.items[i];
        if (!is_index(slot, topology->contacts.count) || is_free(&topology->contacts.items[slot]) ||
            (i > 0 && slot <= topology->active.items[i - 1])) {
            return TUM_ERROR_INPUT;
        }
        bitset_set(&topology->active_set, (uint32_t)slot);
    }
    topology->active_count = (uint32_t)topology->active.count;
    return awake == topology->awake.count ? TUM_OK : TUM_ERROR_INPUT;
}

// Checks that the bodies of sleeping islands form rings: each has exactly one predecessor.
static TumStatus check_rings(const Topology *topology)
{
    const size_t count = topology->bodies.count;
    uint8_t *has_previous = tum_allocate_zeroed(&topology->allocator, count, 1);
    if (has_previous == NULL) {
        return TUM_ERROR_MEMORY;
    }
    bool sound = true;
    for (size_t i = 0; i < count && sound; ++i) {
        const BodyRecord *body = &topology->bodies.items[i];
        const int32_t next = body->next_asleep;
        if (body->set != SET_ASLEEP) {
            sound = next == NONE;
        } else {
            sound = is_index(next, count) && topology->bodies.items[next].set == SET_ASLEEP &&
                    has_previous[next] == 0;
            if (sound) {
                has_previous[next] = 1;
            }
        }
    }
    tum_release(&topology->allocator, has_previous, count);
    return sound ? TUM_OK : TUM_ERROR_INPUT;
}

// Adds a lane to a movable body. All lanes of the body must be in one batch, or in shared batches,
// and at most one in each color.
static bool mark_body(Topology *topology, int32_t color, int32_t body)
{
    if (!topology->bodies.items[body].is_movable) {
        return true;
    }
    GraphBody *entry = &topology->graph.bodies.items[body];
    const int32_t own = graph_batch_of_color(color);
    const int32_t batch = topology->graph.batches.items[own].is_shared ? BATCH_SHARED : own;
    const uint32_t number = graph_color_number(color);
    const bool is_alone = graph_is_overflow(color);
    if ((!is_alone && color_set_has(&entry->colors, number)) ||
        (entry->lanes > 0 && entry->batch != batch)) {
        return false;
    }
    if (!is_alone) {
        color_set_add(&entry->colors, number);
    }
    entry->batch = batch;
    ++entry->lanes;
    return true;
}

// Checks the batch of a contact. Bodies that are neither movable nor static are read by other
// passes, so their contacts must be shared.
static bool may_be_in_color(const Topology *topology, int32_t color, const Contact *contact)
{
    bool may = true;
    for (int side = 0; side < 2; ++side) {
        const BodyRecord *body = &topology->bodies.items[contact->body[side]];
        may = may && (body->is_movable || body->kind == TUM_BODY_STATIC);
    }
    const int32_t batch = graph_batch_of_color(color);
    return topology->graph.batches.items[batch].is_shared
               ? tum_topology_shared_batch(topology, contact) == batch
               : may;
}

// Checks the tree of subdomains, each node of which has a batch of its own, and the subdomain and
// top of each body.
static bool parts_are_sound(Topology *topology)
{
    ConstraintGraph *graph = &topology->graph;
    const size_t nodes = graph->nodes.count;
    bool sound = graph->bodies.count <= topology->bodies.count && graph->depth >= 0 &&
                 graph->depth <= SUBDOMAIN_DEPTH_MAX && ((size_t)2 << graph->depth) - 2 <= nodes;
    for (size_t i = 0; i < nodes && sound; ++i) {
        const int32_t batch = graph->nodes.items[i];
        sound = is_index(batch, graph->batches.count) && batch != topology->open_batch &&
                !graph->batches.items[batch].is_shared;
        if (sound) {
            graph->batches.items[batch].is_shared = true;
        }
    }
    for (size_t i = 0; i < graph->bodies.count && sound; ++i) {
        const int32_t subdomain = graph->bodies.items[i].subdomain,
                      top = graph->bodies.items[i].top;
        sound = (subdomain == 0 || (subdomain >= graph_first_leaf(graph) &&
                                    subdomain <= 2 * graph_first_leaf(graph))) &&
                top >= 0 && top <= subdomain && graph_common_node(subdomain, top) == top;
    }
    return sound;
}

static bool place_manifold(Topology *topology, int32_t slot, GraphPlace place)
{
    if (!is_index(slot, topology->manifolds.count)) {
        return false;
    }
    ManifoldRecord *manifold = &topology->manifolds.items[slot];
    if (manifold->color != NONE || manifold->contact == NONE) {
        return false;
    }
    const Contact *contact = &topology->contacts.items[manifold->contact];
    manifold->color = place.color;
    manifold->lane = place.lane;
    return bitset_test(&topology->active_set, (uint32_t)manifold->contact) &&
           may_be_in_color(topology, place.color, contact) &&
           mark_body(topology, place.color, contact->body[0]) &&
           mark_body(topology, place.color, contact->body[1]);
}

static bool make_room_for_bodies(Topology *topology)
{
    return array_extend(&topology->graph.bodies, topology->bodies.count, &topology->allocator);
}

// Derives the lanes: one for each manifold of an active contact and for no other.
static TumStatus derive_lanes(Topology *topology)
{
    ConstraintGraph *graph = &topology->graph;
    size_t lanes = 0, wanted = 0;
    if (topology->open_batch != NO_BATCH &&
        (topology->open_batch == BATCH_SHARED ||
         !is_index(topology->open_batch, graph->batches.count))) {
        return TUM_ERROR_INPUT;
    }
    if (!parts_are_sound(topology)) {
        return TUM_ERROR_INPUT;
    }
    if (!make_room_for_bodies(topology)) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < topology->manifolds.count; ++i) {
        ManifoldRecord *manifold = &topology->manifolds.items[i];
        manifold->color = NONE;
        manifold->lane = NONE;
        wanted += manifold->contact != NONE &&
                  bitset_test(&topology->active_set, (uint32_t)manifold->contact);
    }
    for (size_t i = 0; i < graph->colors.count; ++i) {
        const GraphColor *color = &graph->colors.items[i];
        GraphBatch *batch = &graph->batches.items[i / COLOR_COUNT];
        batch->lanes += (uint32_t)color->constraints.count;
        graph->lanes_alone += batch->is_shared ? 0 : (uint32_t)color->constraints.count;
        for (size_t k = 0; k < color->constraints.count; ++k, ++lanes) {
            const GraphPlace place = {(int32_t)i, (int32_t)k};
            if (!place_manifold(topology, color->constraints.items[k], place)) {
                return TUM_ERROR_INPUT;
            }
            if (!tum_topology_lane_follows(topology, color->constraints.items[k])) {
                return TUM_ERROR_INPUT;
            }
        }
    }
    return lanes == wanted ? TUM_OK : TUM_ERROR_INPUT;
}

TumStatus tum_topology_derive(Topology *topology)
{
    if (!bodies_are_sound(topology) || !colliders_are_sound(topology) ||
        !contacts_are_sound(topology) || !manifolds_are_sound(topology) ||
        !free_slots_are_sound(topology)) {
        return TUM_ERROR_INPUT;
    }
    derive_manifold_counts(topology);
    TumStatus status = derive_pairs(topology);
    status = status == TUM_OK ? derive_boxes(topology) : status;
    status = status == TUM_OK ? derive_free_slots(topology) : status;
    status = status == TUM_OK ? derive_lists(topology) : status;
    status = status == TUM_OK ? check_rings(topology) : status;
    return status == TUM_OK ? derive_lanes(topology) : status;
}

bool tum_topology_joint_is_sound(const Topology *topology, const JointRecord *joint)
{
    bool sound = joint->generation > 0;
    for (int side = 0; side < 2 && joint->exists; ++side) {
        sound = sound && is_index(joint->body[side], topology->bodies.count) &&
                topology->bodies.items[joint->body[side]].exists;
    }
    return sound;
}

// Works as free_slots_are_sound: free joints are not enabled, so that flag can mark them.
bool tum_topology_free_joints_are_sound(Topology *topology)
{
    JointTable *table = &topology->joints;
    bool sound = true;
    size_t marked = 0;
    for (; marked < table->free.count && sound; ++marked) {
        const int32_t slot = table->free.items[marked];
        sound = is_index(slot, table->joints.count) && !table->joints.items[slot].exists &&
                !table->joints.items[slot].is_enabled &&
                table->joints.items[slot].generation < UINT16_MAX;
        if (sound) {
            table->joints.items[slot].is_enabled = true;
        }
    }
    for (size_t i = 0; i < marked; ++i) {
        const int32_t slot = table->free.items[i];
        if (is_index(slot, table->joints.count) && !table->joints.items[slot].exists) {
            table->joints.items[slot].is_enabled = false;
        }
    }
    return sound;
}

// Writes for each sleeping body the lowest slot of its ring.
static void name_rings(const Topology *topology, int32_t *ring)
{
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        ring[i] = NONE;
    }
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        int32_t body = (int32_t)i;
        while (topology->bodies.items[body].set == SET_ASLEEP && ring[body] == NONE) {
            ring[body] = (int32_t)i;
            body = topology->bodies.items[body].next_asleep;
        }
    }
}

TumStatus tum_topology_check_joint_islands(const Topology *topology)
{
    const JointTable *table = &topology->joints;
    if (table->joint_islands.count == 0) {
        return TUM_OK;
    }
    const size_t count = topology->bodies.count;
    int32_t *ring = tum_allocate_zeroed(&topology->allocator, count, sizeof *ring);
    if (ring == NULL) {
        return TUM_ERROR_MEMORY;
    }
    name_rings(topology, ring);
    bool sound = true;
    for (size_t i = 0; i < table->joint_islands.count; ++i) {
        const JointIsland *joint_island = &table->joint_islands.items[i];
        const int32_t *members = table->members.items + joint_island->body_first;
        for (int32_t k = 1; k < joint_island->body_count; ++k) {
            sound = sound && ring[members[k]] == ring[members[0]];
        }
    }
    tum_release(&topology->allocator, ring, count * sizeof *ring);
    return sound ? TUM_OK : TUM_ERROR_INPUT;
}
