// SPDX-License-Identifier: MIT
// body_table.c: who exists.
#include "base/assert.h"
#include "sim/load.h"
#include "sim/sim.h"
#include "sim/space.h"
#include "system/task_pool.h"

TumStatus tum_sim_init(Sim *sim, const TumAllocator *allocator, TumTasks tasks, const SpaceOps *ops,
                       Space *space)
{
    *sim = (Sim){.allocator = tum_allocator_or_default(allocator),
                 .tasks = tasks.run != NULL ? tasks : tum_tasks_inline(),
                 .ops = ops,
                 .space = space,
                 .open_batch = NO_BATCH,
                 .may_sleep = true,
                 .diverged = NONE};
    tum_bvh_init(&sim->moving, ops->dimension);
    tum_bvh_init(&sim->still, ops->dimension);
    sim->enlarged_nodes =
        tum_allocate_zeroed(&sim->allocator, sim->tasks.worker_count, sizeof *sim->enlarged_nodes);
    sim->loads = tum_allocate_zeroed(&sim->allocator, sim->tasks.worker_count, sizeof *sim->loads);
    const bool has_room = sim->enlarged_nodes != NULL && sim->loads != NULL &&
                          tum_graph_add_batch(&sim->graph, &sim->allocator) == BATCH_SHARED &&
                          tum_sim_add_body(sim, TUM_BODY_STATIC, NONE, false, false) == WORLD_BODY;
    return has_room ? TUM_OK : TUM_ERROR_MEMORY;
}

void tum_sim_clear(Sim *sim)
{
    const TumAllocator *allocator = &sim->allocator;
    array_free(&sim->bodies, allocator);
    array_free(&sim->colliders, allocator);
    array_free(&sim->traits, allocator);
    array_free(&sim->collider_users, allocator);
    array_free(&sim->boxes, allocator);
    array_free(&sim->contacts, allocator);
    array_free(&sim->manifolds, allocator);
    array_free(&sim->awake, allocator);
    array_free(&sim->solver_bodies, allocator);
    array_free(&sim->solver_index, allocator);
    array_free(&sim->shared_bodies, allocator);
    array_free(&sim->solver_batches, allocator);
    array_free(&sim->kinematic, allocator);
    array_free(&sim->jobs, allocator);
    array_free(&sim->arrivals, allocator);
    array_free(&sim->progress, allocator);
    array_free(&sim->active, allocator);
    bitset_free(&sim->active_set, allocator);
    tum_free_slots_clear(&sim->free_contacts, allocator);
    tum_free_slots_clear(&sim->free_manifolds, allocator);
    array_free(&sim->changes, allocator);
    array_free(&sim->stale, allocator);
    array_free(&sim->changed, allocator);
    array_free(&sim->parted, allocator);
    array_free(&sim->found, allocator);
    array_free(&sim->sorted, allocator);
    array_free(&sim->order, allocator);
    for (uint32_t i = 0; sim->enlarged_nodes != NULL && i < sim->tasks.worker_count; ++i) {
        bitset_free(&sim->enlarged_nodes[i], allocator);
    }
    tum_release(allocator, sim->enlarged_nodes,
                sim->tasks.worker_count * sizeof *sim->enlarged_nodes);
    sim->enlarged_nodes = NULL;
    for (uint32_t i = 0; sim->loads != NULL && i < sim->tasks.worker_count; ++i) {
        tum_load_free(&sim->loads[i], allocator);
    }
    tum_release(allocator, sim->loads, sim->tasks.worker_count * sizeof *sim->loads);
    sim->loads = NULL;
    array_free(&sim->left, allocator);
    array_free(&sim->margins, allocator);
    array_free(&sim->free_bodies, allocator);
    array_free(&sim->free_colliders, allocator);
    array_free(&sim->touch_changes, allocator);
    array_free(&sim->meetings, allocator);
    tum_bvh_clear(&sim->moving, allocator);
    tum_bvh_clear(&sim->still, allocator);
    tum_pair_set_clear(&sim->pairs, allocator);
    tum_graph_clear(&sim->graph, allocator);
    tum_sim_clear_joints(sim);
    const size_t bits = (size_t)sim->filter_count * sim->filter_count;
    tum_release(allocator, sim->filter_matrix, (bits + 7) / 8);
    sim->filter_matrix = NULL;
    sim->filter_count = 0;
}

// The generation counts on where a slot is used again.
static int32_t take_slot(int32_t *free, size_t *free_count)
{
    return *free_count > 0 ? free[--*free_count] : NONE;
}

int32_t tum_sim_add_body(Sim *sim, TumBodyKind kind, int32_t node, bool is_movable, bool may_sleep)
{
    int32_t slot = take_slot(sim->free_bodies.items, &sim->free_bodies.count);
    uint16_t generation = 1;
    if (slot != NONE) {
        generation = (uint16_t)(sim->bodies.items[slot].generation + 1);
    } else {
        // The lists of the awake and of the free have room for all bodies, so that neither waking
        // nor removing fails for them.
        if (array_push(&sim->bodies, &sim->allocator) == NULL) {
            return NONE;
        }
        if (!array_reserve(&sim->awake, sim->bodies.count, &sim->allocator) ||
            !array_reserve(&sim->margins, sim->bodies.count, &sim->allocator) ||
            !array_reserve(&sim->left, sim->bodies.count, &sim->allocator) ||
            !array_reserve(&sim->traits, sim->bodies.count, &sim->allocator) ||
            !array_reserve(&sim->free_bodies, sim->bodies.count, &sim->allocator)) {
            --sim->bodies.count;
            return NONE;
        }
        slot = (int32_t)sim->bodies.count - 1;
        sim->margins.count = sim->left.count = sim->traits.count = sim->bodies.count;
    }
    sim->traits.items[slot] = (BodyTraits){.user = 0};
    BodyRecord *body = &sim->bodies.items[slot];
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
    sim->margins.items[slot] = 0.0f;
    sim->awake_is_listed = false;
    if (kind != TUM_BODY_STATIC) {
        body->awake_index = (int32_t)sim->awake.count;
        sim->awake.items[sim->awake.count++] = slot;
    }
    return slot;
}

int32_t tum_sim_add_collider(Sim *sim, const ColliderRecord *collider, const Box *box)
{
    int32_t slot = take_slot(sim->free_colliders.items, &sim->free_colliders.count);
    uint16_t generation = 1;
    if (slot != NONE) {
        generation = (uint16_t)(sim->colliders.items[slot].generation + 1);
    } else {
        if (!array_reserve(&sim->colliders, sim->colliders.count + 1, &sim->allocator) ||
            !array_reserve(&sim->boxes, sim->colliders.count + 1, &sim->allocator) ||
            !array_reserve(&sim->collider_users, sim->colliders.count + 1, &sim->allocator) ||
            !array_reserve(&sim->free_colliders, sim->colliders.count + 1, &sim->allocator)) {
            return NONE;
        }
        slot = (int32_t)sim->colliders.count++;
        sim->boxes.count = sim->collider_users.count = sim->colliders.count;
    }
    sim->collider_users.items[slot] = 0;
    BodyRecord *body = &sim->bodies.items[collider->body];
    ColliderRecord *record = &sim->colliders.items[slot];
    *record = *collider;
    record->exists = true;
    record->is_enabled = true;
    record->generation = generation;
    record->is_in_tree = false;
    record->next = body->first_collider;
    body->first_collider = slot;
    sim->boxes.items[slot] = *box;
    if (body->set != SET_ABSENT && tum_sim_attach_collider(sim, slot) != TUM_OK) {
        (void)tum_sim_detach_collider(sim, slot); // It has no contacts: this cannot fail.
        tum_sim_remove_collider(sim, slot, 0);
        return NONE;
    }
    return slot;
}
