// SPDX-License-Identifier: MIT
// body_table.c: who exists.
#include "base/assert.h"
#include "sim/sim.h"
#include "sim/space.h"

static void run_inline(void *user, TumTaskFunction *function, void *context, uint32_t item_count,
                       uint32_t range)
{
    (void)user;
    (void)range;
    function(context, 0, item_count, 0);
}

TumStatus tum_sim_init(Sim *sim, const TumAllocator *allocator, TumTasks tasks, const SpaceOps *ops,
                       Space *space)
{
    *sim = (Sim){.allocator = tum_allocator_or_default(allocator),
                 .tasks = tasks,
                 .ops = ops,
                 .space = space,
                 .free_contact = NONE,
                 .free_manifold = NONE,
                 .may_sleep = true,
                 .diverged = NONE};
    if (sim->tasks.run == NULL) {
        sim->tasks = (TumTasks){run_inline, 1, NULL};
    }
    tum_bvh_init(&sim->moving);
    tum_bvh_init(&sim->still);
    return tum_sim_add_body(sim, TUM_BODY_STATIC, NONE, false, false) == WORLD_BODY
               ? TUM_OK
               : TUM_ERROR_MEMORY;
}

void tum_sim_clear(Sim *sim)
{
    const TumAllocator *allocator = &sim->allocator;
    array_free(&sim->bodies, allocator);
    array_free(&sim->colliders, allocator);
    array_free(&sim->boxes, allocator);
    array_free(&sim->contacts, allocator);
    array_free(&sim->manifolds, allocator);
    array_free(&sim->awake, allocator);
    array_free(&sim->active, allocator);
    array_free(&sim->changes, allocator);
    array_free(&sim->found, allocator);
    array_free(&sim->sorted, allocator);
    array_free(&sim->moved, allocator);
    array_free(&sim->touch_changes, allocator);
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

void tum_sim_run(const Sim *sim, TumTaskFunction *function, void *context, uint32_t count,
                 uint32_t range)
{
    if (count == 0) {
        return;
    }
    if (count <= range || sim->tasks.worker_count <= 1) {
        function(context, 0, count, 0);
        return;
    }
    sim->tasks.run(sim->tasks.user, function, context, count, range);
}

int32_t tum_sim_add_body(Sim *sim, TumBodyKind kind, int32_t node, bool is_movable, bool may_sleep)
{
    // The list of the awake has room for all bodies, so that waking never fails for it.
    BodyRecord *body = array_push(&sim->bodies, &sim->allocator);
    if (body == NULL) {
        return NONE;
    }
    if (!array_reserve(&sim->awake, sim->bodies.count, &sim->allocator)) {
        --sim->bodies.count;
        return NONE;
    }
    const int32_t slot = (int32_t)sim->bodies.count - 1;
    *body = (BodyRecord){.kind = (uint8_t)kind,
                         .set = kind == TUM_BODY_STATIC ? SET_STATIC : SET_AWAKE,
                         .is_movable = is_movable,
                         .may_sleep = may_sleep,
                         .generation = 1,
                         .node = node,
                         .awake_index = NONE,
                         .first_collider = NONE,
                         .first_contact = NONE,
                         .next_asleep = NONE,
                         .assembly = NONE,
                         .island = slot};
    if (kind != TUM_BODY_STATIC) {
        body->awake_index = (int32_t)sim->awake.count;
        sim->awake.items[sim->awake.count++] = slot;
    }
    return slot;
}

int32_t tum_sim_add_collider(Sim *sim, const ColliderRecord *collider, const Box *box)
{
    ColliderRecord *record = array_push(&sim->colliders, &sim->allocator);
    Box *tight = array_push(&sim->boxes, &sim->allocator);
    if (record == NULL || tight == NULL || sim->boxes.count != sim->colliders.count) {
        return NONE;
    }
    const int32_t slot = (int32_t)sim->colliders.count - 1;
    BodyRecord *body = &sim->bodies.items[collider->body];
    *record = *collider;
    *tight = *box;
    record->is_static = body->kind == TUM_BODY_STATIC;
    record->leaf = tum_bvh_insert(record->is_static ? &sim->still : &sim->moving, box,
                                  (uint32_t)slot, &sim->allocator);
    if (record->leaf == NONE) {
        return NONE;
    }
    sim->boxes_are_stale = true;
    record->next = body->first_collider;
    body->first_collider = slot;
    if (!record->is_static) {
        int32_t *moved = array_push(&sim->moved, &sim->allocator);
        if (moved == NULL) {
            return NONE;
        }
        *moved = slot;
    }
    return slot;
}
