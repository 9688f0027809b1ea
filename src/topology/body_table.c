// SPDX-License-Identifier: MIT
// body_table.c: creation of bodies and colliders, and of the topology itself.
#include "base/assert.h"
#include "system/task_pool.h"
#include "topology/topology.h"

TumStatus tum_topology_init(Topology *topology, const TumAllocator *allocator, TumTasks tasks,
                            const SpatialKernels *kernels, const SpaceLife *life, Space *space)
{
    *topology = (Topology){.allocator = tum_allocator_or_default(allocator),
                           .tasks = tasks.run != NULL ? tasks : tum_tasks_inline(),
                           .life = life,
                           .space = space,
                           .open_batch = NO_BATCH,
                           .may_sleep = true,
                           .diverged = NONE};
    tum_bvh_init(&topology->moving, life->dimension, kernels);
    tum_bvh_init(&topology->still, life->dimension, kernels);
    topology->enlarged_nodes = tum_allocate_zeroed(
        &topology->allocator, topology->tasks.worker_count, sizeof *topology->enlarged_nodes);
    topology->passing = tum_allocate_zeroed(&topology->allocator, topology->tasks.worker_count,
                                            sizeof *topology->passing);
    const bool has_room =
        topology->enlarged_nodes != NULL && topology->passing != NULL &&
        tum_graph_add_batch(&topology->graph, &topology->allocator) == BATCH_SHARED &&
        tum_topology_add_body(topology, TUM_BODY_STATIC, NONE, false, false) == WORLD_BODY;
    return has_room ? TUM_OK : TUM_ERROR_MEMORY;
}

// Frees the sets of all workers.
static void free_sets(Topology *topology, Bitset **sets)
{
    const uint32_t count = topology->tasks.worker_count;
    for (uint32_t i = 0; *sets != NULL && i < count; ++i) {
        bitset_free(&(*sets)[i], &topology->allocator);
    }
    tum_release(&topology->allocator, *sets, count * sizeof **sets);
    *sets = NULL;
}

void tum_topology_clear(Topology *topology)
{
    const TumAllocator *allocator = &topology->allocator;
    array_free(&topology->bodies, allocator);
    array_free(&topology->colliders, allocator);
    array_free(&topology->traits, allocator);
    array_free(&topology->collider_users, allocator);
    array_free(&topology->boxes, allocator);
    array_free(&topology->contacts, allocator);
    array_free(&topology->manifolds, allocator);
    array_free(&topology->awake, allocator);
    array_free(&topology->active, allocator);
    bitset_free(&topology->active_set, allocator);
    tum_free_slots_clear(&topology->free_contacts, allocator);
    tum_free_slots_clear(&topology->free_manifolds, allocator);
    array_free(&topology->found, allocator);
    array_free(&topology->sorted, allocator);
    array_free(&topology->order, allocator);
    free_sets(topology, &topology->enlarged_nodes);
    free_sets(topology, &topology->passing);
    array_free(&topology->escaped, allocator);
    array_free(&topology->margins, allocator);
    array_free(&topology->free_bodies, allocator);
    array_free(&topology->free_colliders, allocator);
    array_free(&topology->touch_changes, allocator);
    array_free(&topology->results, allocator);
    tum_bvh_clear(&topology->moving, allocator);
    tum_bvh_clear(&topology->still, allocator);
    tum_pair_set_clear(&topology->pairs, allocator);
    tum_graph_clear(&topology->graph, allocator);
    tum_topology_clear_joints(topology);
    const size_t bits = (size_t)topology->filter_class_count * topology->filter_class_count;
    tum_release(allocator, topology->filter_matrix, (bits + 7) / 8);
    tum_release(allocator, topology->filter_classes,
                topology->filter_count * sizeof *topology->filter_classes);
    topology->filter_matrix = NULL;
    topology->filter_classes = NULL;
    topology->filter_count = topology->filter_class_count = 0;
}

// Takes a free slot, or NONE. The caller increases the slot's generation.
static int32_t take_slot(int32_t *free, size_t *free_count)
{
    return *free_count > 0 ? free[--*free_count] : NONE;
}

int32_t tum_topology_add_body(Topology *topology, TumBodyKind kind, int32_t node, bool is_movable,
                              bool may_sleep)
{
    int32_t slot = take_slot(topology->free_bodies.items, &topology->free_bodies.count);
    uint16_t generation = 1;
    if (slot != NONE) {
        generation = (uint16_t)(topology->bodies.items[slot].generation + 1);
    } else {
        // The lists of awake and of free bodies have room for all bodies, so that waking or
        // removing a body cannot fail.
        if (array_push(&topology->bodies, &topology->allocator) == NULL) {
            return NONE;
        }
        if (!array_reserve(&topology->awake, topology->bodies.count, &topology->allocator) ||
            !array_reserve(&topology->margins, topology->bodies.count, &topology->allocator) ||
            !array_reserve(&topology->escaped, topology->bodies.count, &topology->allocator) ||
            !array_reserve(&topology->traits, topology->bodies.count, &topology->allocator) ||
            !array_reserve(&topology->free_bodies, topology->bodies.count, &topology->allocator)) {
            --topology->bodies.count;
            return NONE;
        }
        slot = (int32_t)topology->bodies.count - 1;
        topology->margins.count = topology->escaped.count = topology->traits.count =
            topology->bodies.count;
    }
    topology->traits.items[slot] = (BodyTraits){.user = 0};
    BodyRecord *body = &topology->bodies.items[slot];
    *body = (BodyRecord){.kind = (uint8_t)kind,
                         .set = kind == TUM_BODY_STATIC ? SET_STATIC : SET_AWAKE,
                         .is_movable = is_movable,
                         .may_sleep = may_sleep,
                         .exists = true,
                         .generation = generation,
                         .node = node,
                         .awake_index = NONE,
                         .first_collider = NONE,
                         .first_contact = NONE,
                         .first_joint = NONE,
                         .next_asleep = NONE,
                         .joint_island = NONE,
                         .island = slot};
    topology->margins.items[slot] = 0.0f;
    topology->awake_is_listed = false;
    if (kind != TUM_BODY_STATIC) {
        body->awake_index = (int32_t)topology->awake.count;
        topology->awake.items[topology->awake.count++] = slot;
    }
    return slot;
}

int32_t tum_topology_add_collider(Topology *topology, const ColliderRecord *collider,
                                  const Box *box)
{
    int32_t slot = take_slot(topology->free_colliders.items, &topology->free_colliders.count);
    uint16_t generation = 1;
    if (slot != NONE) {
        generation = (uint16_t)(topology->colliders.items[slot].generation + 1);
    } else {
        if (!array_reserve(&topology->colliders, topology->colliders.count + 1,
                           &topology->allocator) ||
            !array_reserve(&topology->boxes, topology->colliders.count + 1, &topology->allocator) ||
            !array_reserve(&topology->collider_users, topology->colliders.count + 1,
                           &topology->allocator) ||
            !array_reserve(&topology->free_colliders, topology->colliders.count + 1,
                           &topology->allocator)) {
            return NONE;
        }
        slot = (int32_t)topology->colliders.count++;
        topology->boxes.count = topology->collider_users.count = topology->colliders.count;
    }
    topology->collider_users.items[slot] = 0;
    BodyRecord *body = &topology->bodies.items[collider->body];
    ColliderRecord *record = &topology->colliders.items[slot];
    *record = *collider;
    record->exists = true;
    record->is_enabled = true;
    record->generation = generation;
    record->is_in_tree = false;
    record->next = body->first_collider;
    body->first_collider = slot;
    topology->boxes.items[slot] = *box;
    if (body->set != SET_ABSENT && tum_topology_attach_collider(topology, slot) != TUM_OK) {
        (void)tum_topology_detach_collider(topology, slot); // A new collider has no contacts: this
                                                            // cannot fail.
        tum_topology_remove_collider(topology, slot, 0);
        return NONE;
    }
    return slot;
}
