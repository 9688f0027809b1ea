// SPDX-License-Identifier: MIT
// state_check.c: bytes claimed to be a simulation; are they?
//
// Each check is a fact that the rest of the code relies on without asking. Chains are told to be
// free of cycles by counting: a chain that visits more items than can belong to it has come back.
#include "sim/state_check.h"

#include "sim/space.h"

enum { MANIFOLDS_MOST = 16 }; // of a contact: what the narrow phase looks through

static bool is_index(int32_t index, size_t count)
{
    return index >= 0 && (size_t)index < count;
}

static bool is_index_or_none(int32_t index, size_t count)
{
    return index == NONE || is_index(index, count);
}

static bool bodies_are_sound(const Sim *sim)
{
    const BodyRecord *bodies = sim->bodies.items;
    if (sim->bodies.count == 0 || bodies[WORLD_BODY].kind != TUM_BODY_STATIC ||
        bodies[WORLD_BODY].set != SET_STATIC || !bodies[WORLD_BODY].exists) {
        return false;
    }
    for (size_t i = 0; i < sim->bodies.count; ++i) {
        const BodyRecord *body = &bodies[i];
        const bool never_moves = body->kind == TUM_BODY_STATIC;
        // Roots are never above those they hold: that keeps the search for them short of circles.
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

// Only what is switched on, of bodies that are, and in the tree of its body's kind.
static bool may_be_in_tree(const Sim *sim, const ColliderRecord *collider)
{
    const BodyRecord *body = &sim->bodies.items[collider->body];
    return collider->exists && collider->is_enabled && body->set != SET_ABSENT &&
           collider->is_static == (body->kind == TUM_BODY_STATIC);
}

// Every collider hangs on the chain of its own body, once.
static bool colliders_are_sound(const Sim *sim)
{
    const size_t count = sim->colliders.count;
    size_t existing = 0;
    for (size_t i = 0; i < count; ++i) {
        const ColliderRecord *collider = &sim->colliders.items[i];
        if (!is_index(collider->body, sim->bodies.count) ||
            !is_index_or_none(collider->next, count) ||
            !is_index_or_none(collider->filter, sim->filter_count) || collider->generation == 0 ||
            (collider->is_in_tree && !may_be_in_tree(sim, collider))) {
            return false;
        }
        existing += collider->exists;
    }
    size_t visited = 0;
    for (size_t i = 0; i < sim->bodies.count; ++i) {
        int32_t slot = sim->bodies.items[i].first_collider;
        for (; slot != NONE; slot = sim->colliders.items[slot].next) {
            if (!is_index(slot, count) || sim->colliders.items[slot].body != (int32_t)i ||
                !sim->colliders.items[slot].exists || ++visited > count) {
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

// An edge and the one after it on its body know of each other.
static bool edge_is_sound(const Sim *sim, int32_t slot, int side)
{
    const Contact *contact = &sim->contacts.items[slot];
    const size_t edges = sim->contacts.count * 2;
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
        const Contact *other = &sim->contacts.items[around[i] / 2];
        const ContactEdge back = other->edge[around[i] & 1];
        if (is_free(other) || other->body[around[i] & 1] != body ||
            (i == 0 ? back.next : back.previous) != self) {
            return false;
        }
    }
    return (edge.previous == NONE) == (sim->bodies.items[body].first_contact == self);
}

static bool contact_is_sound(const Sim *sim, int32_t slot)
{
    const Contact *contact = &sim->contacts.items[slot];
    const int32_t a = contact->collider[0], b = contact->collider[1];
    if (!is_index(a, sim->colliders.count) || !is_index(b, sim->colliders.count) || a >= b) {
        return false;
    }
    const ColliderRecord *first = &sim->colliders.items[a], *second = &sim->colliders.items[b];
    return first->is_in_tree && second->is_in_tree && contact->body[0] == first->body &&
           contact->body[1] == second->body && first->body != second->body &&
           (sim->bodies.items[first->body].is_movable ||
            sim->bodies.items[second->body].is_movable) &&
           edge_is_sound(sim, slot, 0) && edge_is_sound(sim, slot, 1);
}

static bool contacts_are_sound(const Sim *sim)
{
    const size_t count = sim->contacts.count;
    if (count > INT32_MAX / 2) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        if (!is_free(&sim->contacts.items[i]) && !contact_is_sound(sim, (int32_t)i)) {
            return false;
        }
    }
    for (size_t i = 0; i < sim->bodies.count; ++i) {
        const int32_t edge = sim->bodies.items[i].first_contact;
        if (edge != NONE &&
            (!is_index(edge, count * 2) || is_free(&sim->contacts.items[edge / 2]) ||
             sim->contacts.items[edge / 2].body[edge & 1] != (int32_t)i)) {
            return false;
        }
    }
    return true;
}

static bool manifolds_are_sound(const Sim *sim)
{
    const size_t count = sim->manifolds.count;
    size_t left = count;
    for (size_t i = 0; i < sim->contacts.count; ++i) {
        const Contact *contact = &sim->contacts.items[i];
        int32_t length = 0;
        for (int32_t slot = contact->first_manifold; slot != NONE;
             slot = sim->manifolds.items[slot].next) {
            if (is_free(contact) || !is_index(slot, count) ||
                sim->manifolds.items[slot].contact != (int32_t)i || left-- == 0 ||
                ++length > MANIFOLDS_MOST) {
                return false;
            }
        }
        if (contact->manifold_count != length) {
            return false;
        }
    }
    size_t free = 0;
    for (size_t i = 0; i < count; ++i) {
        free += sim->manifolds.items[i].contact == NONE;
    }
    return left == free;
}

static void derive_manifold_counts(Sim *sim)
{
    for (size_t i = 0; i < sim->contacts.count; ++i) {
        const Contact *contact = &sim->contacts.items[i];
        for (int side = 0; side < 2 && !is_free(contact); ++side) {
            sim->bodies.items[contact->body[side]].manifold_count += contact->manifold_count;
        }
    }
}

static TumStatus derive_pairs(Sim *sim)
{
    for (size_t i = 0; i < sim->contacts.count; ++i) {
        const Contact *contact = &sim->contacts.items[i];
        if (is_free(contact)) {
            continue;
        }
        switch (tum_pair_set_add(
            &sim->pairs, pair_key((uint32_t)contact->collider[0], (uint32_t)contact->collider[1]),
            &sim->allocator)) {
        case PAIR_IS_NEW: break;
        case PAIR_IS_KNOWN: return TUM_ERROR_INPUT;
        case PAIR_NO_MEMORY: return TUM_ERROR_MEMORY;
        }
    }
    return TUM_OK;
}

// A slot that is named twice would be given away twice: each is marked when it is met.
static bool free_slots_are_sound(Sim *sim)
{
    bool sound = true;
    for (size_t i = 0; i < sim->free_bodies.count && sound; ++i) {
        const int32_t slot = sim->free_bodies.items[i];
        sound = is_index(slot, sim->bodies.count) && !sim->bodies.items[slot].exists &&
                sim->bodies.items[slot].generation < UINT16_MAX &&
                !sim->bodies.items[slot].may_sleep;
        if (sound) {
            sim->bodies.items[slot].may_sleep = true;
        }
    }
    for (size_t i = 0; i < sim->free_colliders.count && sound; ++i) {
        const int32_t slot = sim->free_colliders.items[i];
        sound = is_index(slot, sim->colliders.count) && !sim->colliders.items[slot].exists &&
                sim->colliders.items[slot].generation < UINT16_MAX &&
                !sim->colliders.items[slot].is_enabled;
        if (sound) {
            sim->colliders.items[slot].is_enabled = true;
        }
    }
    for (size_t i = 0; i < sim->free_bodies.count && sound; ++i) {
        sim->bodies.items[sim->free_bodies.items[i]].may_sleep = false;
    }
    for (size_t i = 0; i < sim->free_colliders.count && sound; ++i) {
        sim->colliders.items[sim->free_colliders.items[i]].is_enabled = false;
    }
    return sound;
}

// Boxes are made anew with the next step, as if nobody knew what room they have.
static TumStatus derive_boxes(Sim *sim)
{
    const size_t count = sim->colliders.count;
    if (!array_reserve(&sim->boxes, count, &sim->allocator) ||
        !array_reserve(&sim->margins, sim->bodies.count, &sim->allocator) ||
        !array_reserve(&sim->left, sim->bodies.count, &sim->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    sim->boxes.count = count;
    sim->margins.count = sim->left.count = sim->bodies.count;
    tum_sim_forget_margins(sim);
    for (size_t i = 0; i < count; ++i) {
        const ColliderRecord *collider = &sim->colliders.items[i];
        sim->boxes.items[i] =
            collider->is_in_tree ? sim_tree(sim, collider)->boxes[i] : box_inside_out();
    }
    return TUM_OK;
}

static TumStatus derive_free_slots(Sim *sim)
{
    const size_t contacts = sim->contacts.count, manifolds = sim->manifolds.count;
    if (!tum_free_slots_reserve(&sim->free_contacts, contacts, &sim->allocator) ||
        !tum_free_slots_reserve(&sim->free_manifolds, manifolds, &sim->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < contacts; ++i) {
        if (is_free(&sim->contacts.items[i])) {
            tum_free_slots_add(&sim->free_contacts, (uint32_t)i);
        }
    }
    for (size_t i = 0; i < manifolds; ++i) {
        if (sim->manifolds.items[i].contact == NONE) {
            tum_free_slots_add(&sim->free_manifolds, (uint32_t)i);
        }
    }
    return TUM_OK;
}

static TumStatus derive_lists(Sim *sim)
{
    if (!array_reserve(&sim->awake, sim->bodies.count, &sim->allocator) ||
        !bitset_grow(&sim->active_set, sim->contacts.count, &sim->allocator) ||
        !array_reserve(&sim->active, sim->contacts.count, &sim->allocator) ||
        !array_reserve(&sim->free_bodies, sim->bodies.count, &sim->allocator) ||
        !array_reserve(&sim->free_colliders, sim->colliders.count, &sim->allocator) ||
        !array_reserve(&sim->touch_changes, sim->touch_changes.count + sim->contacts.count,
                       &sim->allocator)) {
        return TUM_ERROR_MEMORY;
    }
    size_t awake = 0;
    for (size_t i = 0; i < sim->bodies.count; ++i) {
        sim->bodies.items[i].awake_index = NONE;
        sim->bodies.items[i].first_joint = NONE;
        sim->bodies.items[i].joint_island = NONE;
        awake += sim->bodies.items[i].set == SET_AWAKE;
    }
    for (size_t i = 0; i < sim->awake.count; ++i) {
        const int32_t slot = sim->awake.items[i];
        if (!is_index(slot, sim->bodies.count) || sim->bodies.items[slot].set != SET_AWAKE ||
            sim->bodies.items[slot].awake_index != NONE) {
            return TUM_ERROR_INPUT;
        }
        sim->bodies.items[slot].awake_index = (int32_t)i;
    }
    for (size_t i = 0; i < sim->active.count; ++i) {
        const int32_t slot = sim->active.items[i];
        if (!is_index(slot, sim->contacts.count) || is_free(&sim->contacts.items[slot]) ||
            (i > 0 && slot <= sim->active.items[i - 1])) {
            return TUM_ERROR_INPUT;
        }
        bitset_set(&sim->active_set, (uint32_t)slot);
    }
    sim->active_count = (uint32_t)sim->active.count;
    return awake == sim->awake.count ? TUM_OK : TUM_ERROR_INPUT;
}

// Bodies of a sleeping island form a ring: each is the next of exactly one.
static TumStatus check_rings(const Sim *sim)
{
    const size_t count = sim->bodies.count;
    uint8_t *has_previous = tum_allocate_zeroed(&sim->allocator, count, 1);
    if (has_previous == NULL) {
        return TUM_ERROR_MEMORY;
    }
    bool sound = true;
    for (size_t i = 0; i < count && sound; ++i) {
        const BodyRecord *body = &sim->bodies.items[i];
        const int32_t next = body->next_asleep;
        if (body->set != SET_ASLEEP) {
            sound = next == NONE;
        } else {
            sound = is_index(next, count) && sim->bodies.items[next].set == SET_ASLEEP &&
                    has_previous[next] == 0;
            if (sound) {
                has_previous[next] = 1;
            }
        }
    }
    tum_release(&sim->allocator, has_previous, count);
    return sound ? TUM_OK : TUM_ERROR_INPUT;
}

// Each movable body has its lanes in one cluster, or in shared ones, and one in a colour.
static bool mark_body(Sim *sim, int32_t color, int32_t body)
{
    if (!sim->bodies.items[body].is_movable) {
        return true;
    }
    GraphBody *entry = &sim->graph.bodies.items[body];
    const int32_t own = graph_batch_of_color(color);
    const int32_t batch = sim->graph.batches.items[own].is_shared ? BATCH_SHARED : own;
    const uint32_t bit = graph_is_overflow(color) ? 0 : 1u << color % COLOR_COUNT;
    if ((entry->colors & bit) != 0 || (entry->lanes > 0 && entry->batch != batch)) {
        return false;
    }
    entry->colors |= bit;
    entry->batch = batch;
    ++entry->lanes;
    return true;
}

// What moves and no push stops is looked at while others are solved: all that it touches is shared.
static bool may_be_in_color(const Sim *sim, int32_t color, const Contact *contact)
{
    bool may = true;
    for (int side = 0; side < 2; ++side) {
        const BodyRecord *body = &sim->bodies.items[contact->body[side]];
        may = may && (body->is_movable || body->kind == TUM_BODY_STATIC);
    }
    const int32_t batch = graph_batch_of_color(color);
    return sim->graph.batches.items[batch].is_shared ? tum_sim_shared_batch(sim, contact) == batch
                                                     : may;
}

// A tree of parts, each node of which has a cluster of its own, and bodies that are of one of them.
static bool parts_are_sound(Sim *sim)
{
    ConstraintGraph *graph = &sim->graph;
    const size_t nodes = graph->nodes.count;
    bool sound = graph->bodies.count <= sim->bodies.count && graph->depth >= 0 &&
                 graph->depth <= SUBDOMAIN_DEPTH_MAX && ((size_t)2 << graph->depth) - 2 <= nodes;
    for (size_t i = 0; i < nodes && sound; ++i) {
        const int32_t batch = graph->nodes.items[i];
        sound = is_index(batch, graph->batches.count) && batch != sim->open_batch &&
                !graph->batches.items[batch].is_shared;
        if (sound) {
            graph->batches.items[batch].is_shared = true;
        }
    }
    for (size_t i = 0; i < graph->bodies.count && sound; ++i) {
        const int32_t part = graph->bodies.items[i].part, top = graph->bodies.items[i].top;
        sound = (part == 0 ||
                 (part >= graph_first_leaf(graph) && part <= 2 * graph_first_leaf(graph))) &&
                top >= 0 && top <= part && graph_common_node(part, top) == top;
    }
    return sound;
}

static bool place_manifold(Sim *sim, int32_t slot, GraphPlace place)
{
    if (!is_index(slot, sim->manifolds.count)) {
        return false;
    }
    ManifoldRecord *manifold = &sim->manifolds.items[slot];
    if (manifold->color != NONE || manifold->contact == NONE) {
        return false;
    }
    const Contact *contact = &sim->contacts.items[manifold->contact];
    manifold->color = place.color;
    manifold->lane = place.lane;
    return bitset_test(&sim->active_set, (uint32_t)manifold->contact) &&
           may_be_in_color(sim, place.color, contact) &&
           mark_body(sim, place.color, contact->body[0]) &&
           mark_body(sim, place.color, contact->body[1]);
}

static bool make_room_for_bodies(Sim *sim)
{
    return array_extend(&sim->graph.bodies, sim->bodies.count, &sim->allocator);
}

// A lane for every plane of an active contact and for no other.
static TumStatus derive_lanes(Sim *sim)
{
    ConstraintGraph *graph = &sim->graph;
    size_t lanes = 0, wanted = 0;
    if (sim->open_batch != NO_BATCH &&
        (sim->open_batch == BATCH_SHARED || !is_index(sim->open_batch, graph->batches.count))) {
        return TUM_ERROR_INPUT;
    }
    if (!parts_are_sound(sim)) {
        return TUM_ERROR_INPUT;
    }
    if (!make_room_for_bodies(sim)) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < sim->manifolds.count; ++i) {
        ManifoldRecord *manifold = &sim->manifolds.items[i];
        manifold->color = NONE;
        manifold->lane = NONE;
        wanted +=
            manifold->contact != NONE && bitset_test(&sim->active_set, (uint32_t)manifold->contact);
    }
    for (size_t i = 0; i < graph->colors.count; ++i) {
        const GraphColor *color = &graph->colors.items[i];
        GraphBatch *batch = &graph->batches.items[i / COLOR_COUNT];
        batch->lanes += (uint32_t)color->constraints.count;
        graph->lanes_alone += batch->is_shared ? 0 : (uint32_t)color->constraints.count;
        for (size_t k = 0; k < color->constraints.count; ++k, ++lanes) {
            const GraphPlace place = {(int32_t)i, (int32_t)k};
            if (!place_manifold(sim, color->constraints.items[k], place)) {
                return TUM_ERROR_INPUT;
            }
            if (!tum_sim_lane_follows(sim, color->constraints.items[k])) {
                return TUM_ERROR_INPUT;
            }
        }
    }
    return lanes == wanted ? TUM_OK : TUM_ERROR_INPUT;
}

TumStatus tum_sim_derive(Sim *sim)
{
    if (!bodies_are_sound(sim) || !colliders_are_sound(sim) || !contacts_are_sound(sim) ||
        !manifolds_are_sound(sim) || !free_slots_are_sound(sim)) {
        return TUM_ERROR_INPUT;
    }
    derive_manifold_counts(sim);
    TumStatus status = derive_pairs(sim);
    status = status == TUM_OK ? derive_boxes(sim) : status;
    status = status == TUM_OK ? derive_free_slots(sim) : status;
    status = status == TUM_OK ? derive_lists(sim) : status;
    status = status == TUM_OK ? check_rings(sim) : status;
    return status == TUM_OK ? derive_lanes(sim) : status;
}

bool tum_sim_joint_is_sound(const Sim *sim, const JointRecord *joint)
{
    bool sound = joint->generation > 0;
    for (int side = 0; side < 2 && joint->exists; ++side) {
        sound = sound && is_index(joint->body[side], sim->bodies.count) &&
                sim->bodies.items[joint->body[side]].exists;
    }
    return sound;
}

// As in free_slots_are_sound: what is free is off, so that flag can mark it.
bool tum_sim_free_joints_are_sound(Sim *sim)
{
    JointTable *table = &sim->joints;
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

// Each body's ring, by the lowest slot in it.
static void name_rings(const Sim *sim, int32_t *ring)
{
    for (size_t i = 0; i < sim->bodies.count; ++i) {
        ring[i] = NONE;
    }
    for (size_t i = 0; i < sim->bodies.count; ++i) {
        int32_t body = (int32_t)i;
        while (sim->bodies.items[body].set == SET_ASLEEP && ring[body] == NONE) {
            ring[body] = (int32_t)i;
            body = sim->bodies.items[body].next_asleep;
        }
    }
}

TumStatus tum_sim_check_joint_islands(const Sim *sim)
{
    const JointTable *table = &sim->joints;
    if (table->joint_islands.count == 0) {
        return TUM_OK;
    }
    const size_t count = sim->bodies.count;
    int32_t *ring = tum_allocate_zeroed(&sim->allocator, count, sizeof *ring);
    if (ring == NULL) {
        return TUM_ERROR_MEMORY;
    }
    name_rings(sim, ring);
    bool sound = true;
    for (size_t i = 0; i < table->joint_islands.count; ++i) {
        const JointIsland *joint_island = &table->joint_islands.items[i];
        const int32_t *members = table->members.items + joint_island->body_first;
        for (int32_t k = 1; k < joint_island->body_count; ++k) {
            sound = sound && ring[members[k]] == ring[members[0]];
        }
    }
    tum_release(&sim->allocator, ring, count * sizeof *ring);
    return sound ? TUM_OK : TUM_ERROR_INPUT;
}
