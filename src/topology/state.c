// SPDX-License-Identifier: MIT
// state.c: packing of a topology: one line per field, in the order of topology.h.
#include "topology/state.h"

#include "math/scalar.h"
#include "topology/state_check.h"
#include "topology/topology.h"

// A field added to one of these records must be packed below or derived in tum_topology_derive.
_Static_assert(sizeof(BodyRecord) == 48, "BodyRecord changed: pack_body");
_Static_assert(sizeof(BodyTraits) == 16, "BodyTraits changed: pack_traits");
_Static_assert(sizeof(void *) != 8 || sizeof(TouchChange) == 128,
               "TouchChange changed: pack_change");
_Static_assert(sizeof(ColliderRecord) == 44, "ColliderRecord changed: pack_collider");
_Static_assert(sizeof(Contact) == 56, "Contact changed: pack_contact");
_Static_assert(sizeof(JointRecord) == 28, "JointRecord changed: pack_joint");
_Static_assert(sizeof(ManifoldRecord) == 16, "ManifoldRecord changed: tum_topology_pack");

// Packs all fields but `first_joint` and `joint_island`, which tum_topology_pack_joints restores,
// and `manifold_count`, which is derived.
static void pack_body(Pack *pack, BodyRecord *body)
{
    tum_pack_u8(pack, &body->kind);
    tum_pack_u8(pack, &body->set);
    tum_pack_bool(pack, &body->is_movable);
    tum_pack_bool(pack, &body->may_sleep);
    tum_pack_bool(pack, &body->exists);
    tum_pack_u16(pack, &body->generation);
    tum_pack_i32(pack, &body->node);
    tum_pack_i32(pack, &body->first_collider);
    tum_pack_i32(pack, &body->first_contact);
    tum_pack_i32(pack, &body->next_asleep);
    tum_pack_i32(pack, &body->island);
    tum_pack_f32(pack, &body->sleep_time);
}

static void pack_collider(Pack *pack, ColliderRecord *collider)
{
    tum_pack_i32(pack, &collider->body);
    tum_pack_i32(pack, &collider->next);
    tum_pack_i32(pack, &collider->filter);
    tum_pack_i32(pack, &collider->node);
    tum_pack_bool(pack, &collider->is_static);
    tum_pack_bool(pack, &collider->exists);
    tum_pack_bool(pack, &collider->is_enabled);
    tum_pack_bool(pack, &collider->is_in_tree);
    tum_pack_u16(pack, &collider->generation);
    tum_pack_f32(pack, &collider->static_friction);
    tum_pack_f32(pack, &collider->dynamic_friction);
    tum_pack_f32(pack, &collider->restitution);
    tum_pack_u8(pack, &collider->friction_combine);
    tum_pack_u8(pack, &collider->restitution_combine);
    pack_require(pack, collider->friction_combine <= TUM_COMBINE_MULTIPLY &&
                           collider->restitution_combine <= TUM_COMBINE_MULTIPLY);
}

static void pack_contact(Pack *pack, Contact *contact)
{
    for (int side = 0; side < 2; ++side) {
        tum_pack_i32(pack, &contact->collider[side]);
        tum_pack_i32(pack, &contact->body[side]);
        tum_pack_i32(pack, &contact->edge[side].previous);
        tum_pack_i32(pack, &contact->edge[side].next);
    }
    tum_pack_i32(pack, &contact->first_manifold);
    tum_pack_i32(pack, &contact->manifold_count);
    tum_pack_u8(pack, &contact->lesser);
    pack_require(pack, contact->lesser <= 1);
    tum_pack_bool(pack, &contact->is_dropped);
    tum_pack_bool(pack, &contact->touches);
    tum_pack_f32(pack, &contact->static_friction);
    tum_pack_f32(pack, &contact->dynamic_friction);
    tum_pack_f32(pack, &contact->restitution);
}

static void pack_box(Pack *pack, Box *box)
{
    tum_pack_floats(pack, box->low, 4);
    tum_pack_floats(pack, box->high, 4);
}

// Packs the box at the last search for pairs, from which the next search goes on: a pair that was
// found then and left out (broadphase.c) is not looked at again.
static void pack_past(Pack *pack, Bvh *tree, int32_t item)
{
    enum { PAST_IS_BOX, PAST_IS_OTHER, PAST_IS_NONE };
    const bool is_reading = pack_is_reading(pack);
    Box past = is_reading ? tree->boxes[item] : tum_bvh_past(tree, item);
    uint8_t kind = PAST_IS_BOX;
    if (!is_reading && past.low[0] > past.high[0]) {
        kind = PAST_IS_NONE;
    } else if (!is_reading && !box_is_same(&past, &tree->boxes[item])) {
        kind = PAST_IS_OTHER;
    }
    tum_pack_u8(pack, &kind);
    pack_require(pack, kind <= PAST_IS_NONE);
    if (kind == PAST_IS_OTHER) {
        pack_box(pack, &past);
        pack_require(pack, box_contains(&past, &past));
    }
    if (is_reading && !pack->failed && kind != PAST_IS_NONE) {
        tum_bvh_set_past(tree, item, &past);
    }
}

// Packs which colliders are in trees, with their fat boxes. The layout of a tree does not matter,
// as it has no influence on results.
static void pack_trees(Pack *pack, Topology *topology)
{
    for (size_t i = 0; i < topology->colliders.count && !pack->failed; ++i) {
        const ColliderRecord *collider = &topology->colliders.items[i];
        if (!collider->is_in_tree) {
            continue;
        }
        Box box = {{0}, {0}};
        if (!pack_is_reading(pack)) {
            box = topology_tree(topology, collider)->boxes[i];
        }
        pack_box(pack, &box);
        // A box that contains itself has no NaN.
        pack_require(pack, box_contains(&box, &box));
        Bvh *tree = topology_own_tree(topology, collider);
        if (pack_is_reading(pack) && !pack->failed &&
            !tum_bvh_insert(tree, (int32_t)i, &box, &topology->allocator)) {
            pack->failed = true;
            pack->out_of_memory = true;
        }
        if (!pack->failed) {
            pack_past(pack, tree, (int32_t)i);
        }
    }
    if (pack_is_reading(pack) && !pack->failed) {
        tum_bvh_build(&topology->moving);
        tum_bvh_build(&topology->still);
    }
}

static bool is_damping(float x)
{
    return is_finite(x) && x >= 0.0f;
}

static void pack_traits(Pack *pack, BodyTraits *traits)
{
    tum_pack_u64(pack, &traits->user);
    tum_pack_f32(pack, &traits->linear_damping);
    tum_pack_f32(pack, &traits->angular_damping);
    pack_require(pack, is_damping(traits->linear_damping) && is_damping(traits->angular_damping));
}

// Extends the arrays of user data to the bodies and colliders that were read.
static void make_traits(Pack *pack, Topology *topology)
{
    if (pack_is_reading(pack) &&
        (!array_extend(&topology->traits, topology->bodies.count, &topology->allocator) ||
         !array_extend(&topology->collider_users, topology->colliders.count,
                       &topology->allocator))) {
        pack->failed = pack->out_of_memory = true;
    }
}

static void pack_all_traits(Pack *pack, Topology *topology)
{
    make_traits(pack, topology);
    topology->damped_count = 0;
    for (size_t i = 0; i < topology->bodies.count && !pack->failed; ++i) {
        pack_traits(pack, &topology->traits.items[i]);
        topology->damped_count += traits_damp(&topology->traits.items[i]);
    }
    for (size_t i = 0; i < topology->colliders.count && !pack->failed; ++i) {
        tum_pack_u64(pack, &topology->collider_users.items[i]);
    }
}

static void pack_bodies(Pack *pack, Topology *topology)
{
    pack_array(pack, &topology->bodies, 30, &topology->allocator);
    for (size_t i = 0; i < topology->bodies.count; ++i) {
        pack_body(pack, &topology->bodies.items[i]);
    }
    pack_array(pack, &topology->colliders, 32, &topology->allocator);
    for (size_t i = 0; i < topology->colliders.count; ++i) {
        pack_collider(pack, &topology->colliders.items[i]);
    }
    pack_all_traits(pack, topology);
    pack_trees(pack, topology);
}

static void pack_batches(Pack *pack, Topology *topology)
{
    ConstraintGraph *graph = &topology->graph;
    const size_t count = tum_pack_count(pack, graph->batches.count, COLOR_COUNT * 8);
    pack_require(pack, count > BATCH_SHARED);
    while (!pack->failed && graph->batches.count < count) {
        if (tum_graph_add_batch(graph, &topology->allocator) == NO_BATCH) {
            pack->failed = true;
            pack->out_of_memory = true;
        }
    }
    for (size_t i = 0; i < graph->colors.count && !pack->failed; ++i) {
        GraphColor *color = &graph->colors.items[i];
        pack_array(pack, &color->constraints, 4, &topology->allocator);
        for (size_t k = 0; k < color->constraints.count; ++k) {
            tum_pack_i32(pack, &color->constraints.items[k]);
        }
    }
    tum_pack_i32(pack, &topology->open_batch);
    tum_pack_u32(pack, &topology->untidy_steps);
}

// Packs the tree of subdomains, then the subdomain of each body. Both are checked together with the
// lanes.
static void pack_parts(Pack *pack, Topology *topology)
{
    ConstraintGraph *graph = &topology->graph;
    pack_array(pack, &graph->nodes, 4, &topology->allocator);
    for (size_t i = 0; i < graph->nodes.count; ++i) {
        tum_pack_i32(pack, &graph->nodes.items[i]);
    }
    tum_pack_i32(pack, &graph->depth);
    for (size_t i = 0; i < topology->bodies.count && !pack->failed; ++i) {
        if (pack_is_reading(pack) && array_push(&graph->bodies, &topology->allocator) == NULL) {
            pack->failed = pack->out_of_memory = true;
            return;
        }
        GraphBody none = {.subdomain = 0};
        GraphBody *entry = i < graph->bodies.count ? &graph->bodies.items[i] : &none;
        tum_pack_i32(pack, &entry->subdomain);
        tum_pack_i32(pack, &entry->top);
    }
    tum_pack_u32(pack, &topology->cut.all);
    tum_pack_u32(pack, &topology->cut.largest);
    tum_pack_u32(pack, &topology->cut.between);
}

static void pack_contacts(Pack *pack, Topology *topology)
{
    pack_array(pack, &topology->contacts, 49, &topology->allocator);
    for (size_t i = 0; i < topology->contacts.count; ++i) {
        pack_contact(pack, &topology->contacts.items[i]);
    }
    pack_array(pack, &topology->manifolds, 8, &topology->allocator);
    for (size_t i = 0; i < topology->manifolds.count; ++i) {
        tum_pack_i32(pack, &topology->manifolds.items[i].contact);
        tum_pack_i32(pack, &topology->manifolds.items[i].next);
    }
    pack_batches(pack, topology);
    pack_parts(pack, topology);
}

void tum_topology_pack_side(Pack *pack, TouchSide *side)
{
    tum_pack_u32(pack, &side->node);
    tum_pack_u32(pack, &side->collider);
    tum_pack_u32(pack, &side->body);
    tum_pack_u16(pack, &side->generation);
    tum_pack_u16(pack, &side->body_generation);
    tum_pack_i32(pack, &side->motion);
    tum_pack_u64(pack, &side->user);
    tum_pack_u64(pack, &side->body_user);
}

void tum_topology_pack_growth(Pack *pack, RestGrowth *growth)
{
    tum_pack_f32(pack, &growth->elapsed);
    tum_pack_u32(pack, &growth->count);
    tum_pack_floats(pack, growth->place, 4);
    tum_pack_floats(pack, growth->velocity[0], 4);
    tum_pack_floats(pack, growth->velocity[1], 4);
}

static void pack_change(Pack *pack, TouchChange *change)
{
    tum_topology_pack_side(pack, &change->side[0]);
    tum_topology_pack_side(pack, &change->side[1]);
    tum_pack_u32(pack, &change->began);
    tum_pack_f32(pack, &change->impulse);
    tum_pack_f32(pack, &change->approach.speed);
    tum_pack_floats(pack, change->approach.point, 4);
    tum_pack_floats(pack, change->approach.normal, 4);
}

static void pack_lists(Pack *pack, Topology *topology)
{
    pack_array(pack, &topology->awake, 4, &topology->allocator);
    for (size_t i = 0; i < topology->awake.count; ++i) {
        tum_pack_i32(pack, &topology->awake.items[i]);
    }
    tum_topology_list_active(topology);
    pack_array(pack, &topology->active, 4, &topology->allocator);
    for (size_t i = 0; i < topology->active.count; ++i) {
        tum_pack_i32(pack, &topology->active.items[i]);
    }
    pack_array(pack, &topology->free_bodies, 4, &topology->allocator);
    for (size_t i = 0; i < topology->free_bodies.count; ++i) {
        tum_pack_i32(pack, &topology->free_bodies.items[i]);
    }
    pack_array(pack, &topology->free_colliders, 4, &topology->allocator);
    for (size_t i = 0; i < topology->free_colliders.count; ++i) {
        tum_pack_i32(pack, &topology->free_colliders.items[i]);
    }
    pack_array(pack, &topology->touch_changes, 116, &topology->allocator);
    for (size_t i = 0; i < topology->touch_changes.count; ++i) {
        pack_change(pack, &topology->touch_changes.items[i]);
    }
}

// Packs the constant part of a joint. Whether it acts follows from its bodies and its definition.
static void pack_joint(Pack *pack, JointRecord *joint)
{
    tum_pack_i32(pack, &joint->body[0]);
    tum_pack_i32(pack, &joint->body[1]);
    tum_pack_bool(pack, &joint->exists);
    tum_pack_bool(pack, &joint->is_enabled);
    tum_pack_bool(pack, &joint->lets_collide);
    tum_pack_u16(pack, &joint->generation);
}

enum { JOINT_BYTES = 13 };

static void read_joints(Pack *pack, Topology *topology, size_t count)
{
    for (size_t i = 0; i < count && !pack->failed; ++i) {
        JointRecord joint = {.next = {NONE, NONE}};
        pack_joint(pack, &joint);
        pack_require(pack, tum_topology_joint_is_sound(topology, &joint));
        if (!pack->failed && !tum_topology_restore_joint(topology, &joint)) {
            pack->failed = true;
            pack->out_of_memory = true;
        }
    }
}

void tum_topology_pack_joints(Pack *pack, Topology *topology)
{
    JointTable *table = &topology->joints;
    const size_t count = tum_pack_count(pack, table->joints.count, JOINT_BYTES);
    if (pack_is_reading(pack)) {
        read_joints(pack, topology, count);
    } else {
        for (size_t i = 0; i < count; ++i) {
            pack_joint(pack, &table->joints.items[i]);
        }
    }
    pack_array(pack, &table->free, 4, &topology->allocator);
    for (size_t i = 0; i < table->free.count; ++i) {
        tum_pack_i32(pack, &table->free.items[i]);
    }
    pack_require(pack, tum_topology_free_joints_are_sound(topology));
    if (pack_is_reading(pack) &&
        !array_reserve(&table->free, table->joints.count, &topology->allocator)) {
        pack->failed = true;
        pack->out_of_memory = true;
    }
}

void tum_topology_pack(Pack *pack, Topology *topology)
{
    pack_bodies(pack, topology);
    pack_contacts(pack, topology);
    pack_lists(pack, topology);
    tum_pack_f32(pack, &topology->restitution_threshold);
    tum_pack_bool(pack, &topology->may_sleep);
    tum_pack_bool(pack, &topology->notes_touches);
    tum_pack_bool(pack, &topology->boxes_are_stale);
    tum_pack_u32(pack, &topology->island_count);
    tum_pack_f32(pack, &topology->last_substep);
    tum_pack_f32(pack, &topology->swept);
    tum_pack_u64(pack, &topology->dropped_pairs);
    if (!pack_is_reading(pack) || pack->failed) {
        return;
    }
    switch (tum_topology_derive(topology)) {
    case TUM_OK: break;
    case TUM_ERROR_MEMORY:
        pack->out_of_memory = true;
        pack->failed = true;
        break;
    default: pack->failed = true; break;
    }
}

bool tum_state_reserve_contacts(Space *space, const Topology *topology)
{
    bool enough = tum_columns_extend(topology->life, space, COLUMNS_OF_CONTACTS,
                                     topology->contacts.count, &topology->allocator) &&
                  tum_columns_extend(topology->life, space, COLUMNS_OF_MANIFOLDS,
                                     topology->manifolds.count, &topology->allocator);
    for (size_t i = 0; i < topology->graph.colors.count && enough; ++i) {
        enough = topology->life->reserve_lanes(space, (int32_t)i,
                                               topology->graph.colors.items[i].constraints.count);
    }
    return enough;
}
