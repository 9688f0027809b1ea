// SPDX-License-Identifier: MIT
// trigger.c: compound triggers, flattened without recursion.
#include "scene/trigger.h"

#include "scene/collider_shape.h"

// Limit of the parts of all triggers. Compounds of compounds, which the specifications forbid,
// could otherwise reach the square of the file's size.
#define TRIGGER_PARTS_MAX 16777216u
#define TRIGGER_STEPS_MAX 67108864u // members visited on the way

#define NONE UINT32_MAX

/// Scratch for the walk from a trigger to its members.
typedef struct Walk {
    uint32_t *first_at;    // [node_count] first trigger of the node, or NONE
    uint32_t *next_at;     // [triggers] next trigger of the same node
    uint32_t *seen;        // [triggers] the last root whose walk reached the trigger, plus one
    uint32_t *stack;       // [triggers]
    TumTriggerPart *own;   // [triggers] the trigger's own shape; shape -1: none
    TumTriggerPart *parts; // [SceneBuilder.trigger_parts] the same for parts
    size_t steps;
} Walk;

// A shape at a node; shape -1 where there is none.
static TumStatus place_part(SceneBuilder *builder, const Hierarchy *hierarchy,
                            const TriggerPartDef *source, TumTriggerPart *part)
{
    part->shape = -1;
    if (source->shape < 0 || !builder_has_live_node(builder, source->node)) {
        return TUM_OK;
    }
    Placement placement;
    const TumStatus status = tum_place_shape(builder, hierarchy, source->node, source->shape,
                                             source->pointer, &placement);
    if (status != TUM_OK) {
        return status;
    }
    *part = (TumTriggerPart){.node = source->node,
                             .body = builder->nodes[source->node].body,
                             .shape = placement.shape,
                             .authored_shape = source->shape,
                             .filter = source->filter,
                             .enabled = placement.enabled};
    tum_placement_store(builder, &placement, part->position, &part->rotation, part->scale);
    return TUM_OK;
}

static TumStatus prepare(SceneBuilder *builder, const Hierarchy *hierarchy, Arena *scratch,
                         Walk *walk)
{
    const size_t count = builder->triggers.count;
    walk->first_at = tum_arena_allocate(scratch, builder->node_count * sizeof *walk->first_at);
    walk->next_at = tum_arena_zeroed(scratch, count, sizeof *walk->next_at);
    walk->seen = tum_arena_zeroed(scratch, count, sizeof *walk->seen);
    walk->stack = tum_arena_zeroed(scratch, count, sizeof *walk->stack);
    walk->own = tum_arena_zeroed(scratch, count, sizeof *walk->own);
    walk->parts = tum_arena_zeroed(scratch, builder->trigger_parts.count, sizeof *walk->parts);
    if (walk->first_at == NULL || walk->next_at == NULL || walk->seen == NULL ||
        walk->stack == NULL || walk->own == NULL || walk->parts == NULL) {
        return TUM_ERROR_MEMORY;
    }
    memset(walk->first_at, 0xff, builder->node_count * sizeof *walk->first_at);
    for (size_t i = count; i-- > 0;) {
        const BuiltTrigger *trigger = &builder->triggers.items[i];
        walk->next_at[i] = NONE;
        if (!builder_has_live_node(builder, trigger->node)) {
            continue;
        }
        walk->next_at[i] = walk->first_at[trigger->node];
        walk->first_at[trigger->node] = (uint32_t)i;
    }
    for (size_t i = 0; i < count; ++i) {
        const BuiltTrigger *trigger = &builder->triggers.items[i];
        const TriggerPartDef own = {trigger->node, trigger->shape, trigger->filter,
                                    trigger->pointer};
        const TumStatus status = place_part(builder, hierarchy, &own, &walk->own[i]);
        if (status != TUM_OK) {
            return status;
        }
    }
    for (size_t i = 0; i < builder->trigger_parts.count; ++i) {
        const TumStatus status =
            place_part(builder, hierarchy, &builder->trigger_parts.items[i], &walk->parts[i]);
        if (status != TUM_OK) {
            return status;
        }
    }
    return TUM_OK;
}

// Each member is visited once, however often it is listed, so that cycles end.
static void push_members(SceneBuilder *builder, Walk *walk, uint32_t root, uint32_t trigger,
                         size_t *waiting)
{
    const BuiltTrigger *t = &builder->triggers.items[trigger];
    for (size_t k = t->member_count; k-- > 0 && walk->steps <= TRIGGER_STEPS_MAX;) {
        const int32_t node = builder->members.items[t->member_first + k];
        const uint32_t first = builder_has_live_node(builder, node) ? walk->first_at[node] : NONE;
        ++walk->steps;
        for (uint32_t m = first; m != NONE && walk->steps <= TRIGGER_STEPS_MAX;
             m = walk->next_at[m]) {
            ++walk->steps;
            if (m == trigger) {
                continue;
            }
            if (walk->seen[m] != root + 1) {
                walk->seen[m] = root + 1;
                walk->stack[(*waiting)++] = m;
            }
        }
    }
}

static bool add_part(SceneBuilder *builder, const TumTriggerPart *placed)
{
    if (placed->shape < 0) {
        return true;
    }
    TumTriggerPart *part = array_push(&builder->parts, &builder->allocator);
    if (part != NULL) {
        *part = *placed;
    }
    return part != NULL;
}

// Adds the shapes of one trigger without those of its members.
static bool add_parts(SceneBuilder *builder, const Walk *walk, uint32_t trigger)
{
    const BuiltTrigger *source = &builder->triggers.items[trigger];
    bool is_added = add_part(builder, &walk->own[trigger]);
    for (size_t i = 0; is_added && i < source->part_count; ++i) {
        is_added = add_part(builder, &walk->parts[source->part_first + i]);
    }
    return is_added;
}

static TumStatus flatten(SceneBuilder *builder, Walk *walk, uint32_t root)
{
    const BuiltTrigger *source = &builder->triggers.items[root];
    const size_t first = builder->parts.count;
    size_t waiting = 0;
    walk->stack[waiting++] = root;
    walk->seen[root] = root + 1;
    while (waiting > 0) {
        const uint32_t trigger = walk->stack[--waiting];
        if (!add_parts(builder, walk, trigger)) {
            return TUM_ERROR_MEMORY;
        }
        push_members(builder, walk, root, trigger, &waiting);
        if (builder->parts.count > TRIGGER_PARTS_MAX || walk->steps > TRIGGER_STEPS_MAX) {
            return TUM_ERROR_CAPACITY;
        }
    }
    const bool is_compound = source->member_count > 0 || source->part_count > 0;
    TumTrigger *made = array_push(&builder->built_triggers, &builder->allocator);
    if (made == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *made = (TumTrigger){.node = source->node,
                         .part_first = (int32_t)first,
                         .part_count = (int32_t)(builder->parts.count - first),
                         .filter = is_compound ? source->filter : -1,
                         .pointer = source->pointer};
    return TUM_OK;
}

TumStatus tum_build_triggers(SceneBuilder *builder, const Hierarchy *hierarchy)
{
    if (builder->triggers.count == 0) {
        return TUM_OK;
    }
    Arena scratch;
    tum_arena_init(&scratch, &builder->allocator);
    Walk walk = {0};
    TumStatus status = prepare(builder, hierarchy, &scratch, &walk);
    // Order: by node, and within a node in the order of addition.
    for (size_t n = 0; status == TUM_OK && n < builder->node_count; ++n) {
        for (uint32_t t = walk.first_at[n]; status == TUM_OK && t != NONE; t = walk.next_at[t]) {
            status = flatten(builder, &walk, t);
        }
    }
    tum_arena_clear(&scratch);
    return status;
}
