// SPDX-License-Identifier: MIT
// trigger_writer.c: the triggers of a scene: simple ones at their nodes, compounds with members.
#include "convert/trigger_writer.h"

#include "convert/fit_shape.h"

/// The nodes of triggers.
typedef struct TriggerNodes {
    int32_t *of_trigger; ///< [trigger_count] The node, or -1.
    int32_t *simple_at;  ///< [node_count] The first simple trigger of the node, or -1.
    bool *is_simple;     ///< [node_count] The node has a simple trigger.
} TriggerNodes;

static bool is_simple(const TumScene *scene, const TumTrigger *trigger)
{
    return trigger->part_count == 1 && trigger->filter < 0 &&
           scene->trigger_parts[trigger->part_first].node == trigger->node;
}

// True for a trigger of one part at another node without a trigger: written there, it gives one
// event for each overlap, where a compound and its member would both give one.
static bool is_lone_part(const TumScene *scene, const TriggerNodes *nodes,
                         const TumTrigger *trigger)
{
    return trigger->part_count == 1 && trigger->filter < 0 && !is_simple(scene, trigger) &&
           !nodes->is_simple[scene->trigger_parts[trigger->part_first].node];
}

static bool is_compound(const TumScene *scene, const TriggerNodes *nodes, const TumTrigger *trigger)
{
    return trigger->part_count > 0 && !is_simple(scene, trigger) &&
           !is_lone_part(scene, nodes, trigger);
}

// A node without a trigger: the authored one, or a new one below it.
static int32_t claim_node(SceneWriter *writer, int32_t node, const char *pointer)
{
    if (!writer->has_trigger[node]) {
        writer->has_trigger[node] = true;
        return node;
    }
    const int32_t child = tum_writer_add_node(writer, node, NULL);
    const Cursor at = tum_writer_node(writer, child);
    tum_writer_tell(writer, CODE_B_SPLIT, pointer, &at,
                    "Node %d has another trigger; this one has a node of its own below it.",
                    (int)node);
    return child;
}

static bool make_trigger_nodes(SceneWriter *writer, TriggerNodes *nodes)
{
    const TumScene *scene = writer->scene;
    nodes->of_trigger =
        tum_arena_zeroed(&writer->arena, scene->trigger_count, sizeof *nodes->of_trigger);
    nodes->simple_at =
        tum_arena_zeroed(&writer->arena, scene->node_count, sizeof *nodes->simple_at);
    nodes->is_simple =
        tum_arena_zeroed(&writer->arena, scene->node_count, sizeof *nodes->is_simple);
    if (nodes->of_trigger == NULL || nodes->simple_at == NULL || nodes->is_simple == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return false;
    }
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        const TumTrigger *trigger = &scene->triggers[i];
        nodes->is_simple[trigger->node] |= is_simple(scene, trigger);
    }
    for (size_t i = 0; i < scene->node_count; ++i) {
        nodes->simple_at[i] = -1;
    }
    return true;
}

// Compounds keep their nodes; other triggers there move below.
static void claim_compounds(SceneWriter *writer, const TriggerNodes *nodes)
{
    const TumScene *scene = writer->scene;
    for (size_t i = 0; i < scene->trigger_count && writer_can(writer, CAN_COMPOUND); ++i) {
        const TumTrigger *trigger = &scene->triggers[i];
        if (is_compound(scene, nodes, trigger)) {
            nodes->of_trigger[i] = claim_node(writer, trigger->node, trigger->pointer);
        }
    }
}

// @return the node with the part's trigger, -1 for a shape that the target lacks.
static int32_t write_part(SceneWriter *writer, const TumTriggerPart *part, const char *cause,
                          const char *pointer)
{
    const ShapePlacement placement = {.node = part->node,
                                      .body = part->body,
                                      .authored_shape = part->authored_shape,
                                      .shape = part->shape,
                                      .position = part->position,
                                      .rotation = part->rotation.q,
                                      .scale = part->scale,
                                      .enabled = part->enabled,
                                      .role = "Trigger",
                                      .pointer = cause};
    FittedShape shape;
    int32_t node = part->node;
    if (writer->target->place_shape != NULL) {
        node = writer->target->place_shape(writer, &placement, &shape);
    } else {
        shape = tum_writer_fit_shape(writer, part->authored_shape, cause);
        node = shape.result != FIT_NONE
                   ? writer_node_for(writer, claim_node(writer, part->node, cause), &shape)
                   : node;
    }
    if (shape.result == FIT_NONE) {
        return -1;
    }
    const WrittenTrigger written = {
        .node = node, .shape = shape, .filter = part->filter, .pointer = pointer};
    writer->target->trigger(writer, &written);
    return written.node;
}

static void write_simple_triggers(SceneWriter *writer, const TriggerNodes *nodes)
{
    const TumScene *scene = writer->scene;
    for (size_t i = 0; i < scene->trigger_count && writer_is_fine(writer); ++i) {
        const TumTrigger *trigger = &scene->triggers[i];
        const TumTriggerPart *part = &scene->trigger_parts[trigger->part_first];
        if (trigger->part_count == 0 || is_compound(scene, nodes, trigger)) {
            continue;
        }
        nodes->of_trigger[i] = write_part(writer, part, trigger->pointer, trigger->pointer);
        if (part->node != trigger->node) {
            tum_writer_tell(writer, CODE_B_SPLIT, trigger->pointer, NULL,
                            "The trigger's only part, node %d, is the trigger now.",
                            (int)part->node);
            continue;
        }
        if (nodes->simple_at[trigger->node] < 0 && nodes->of_trigger[i] >= 0) {
            nodes->simple_at[trigger->node] = (int32_t)i;
        }
    }
}

// The node of the simple trigger equal to a compound's part, or of a new one.
static int32_t member_node(SceneWriter *writer, const TriggerNodes *nodes,
                           const TumTrigger *trigger, const TumTriggerPart *part)
{
    const TumScene *scene = writer->scene;
    const int32_t simple = nodes->simple_at[part->node];
    if (simple >= 0) {
        const TumTriggerPart *other = &scene->trigger_parts[scene->triggers[simple].part_first];
        if (other->authored_shape == part->authored_shape && other->filter == part->filter) {
            return nodes->of_trigger[simple];
        }
    }
    return write_part(writer, part, trigger->pointer, "");
}

// A part without a filter takes the compound's filter; two filters cannot be merged.
static void fold_filter(SceneWriter *writer, const TumTrigger *trigger, TumTriggerPart *part)
{
    if (trigger->filter < 0 || writer_can(writer, CAN_COMPOUND_SHAPE) ||
        !writer_can(writer, CAN_FILTER)) {
        return;
    }
    tum_writer_tell(writer, CODE_A_FILTER, trigger->pointer, NULL,
                    part->filter < 0
                        ? "The filter of the compound went into its parts."
                        : "The parts keep their own filters; that of the compound is gone.");
    part->filter = part->filter < 0 ? trigger->filter : part->filter;
}

static void write_compound(SceneWriter *writer, const TriggerNodes *nodes, size_t index)
{
    const TumScene *scene = writer->scene;
    const TumTrigger *trigger = &scene->triggers[index];
    WrittenTrigger written = {.node = nodes->of_trigger[index],
                              .shape = {.result = FIT_NONE, .index = -1},
                              .filter = trigger->filter,
                              .pointer = trigger->pointer};
    int32_t *members =
        tum_arena_zeroed(&writer->arena, (size_t)trigger->part_count, sizeof *members);
    if (members == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return;
    }
    for (int32_t i = 0; i < trigger->part_count; ++i) {
        TumTriggerPart part = scene->trigger_parts[trigger->part_first + i];
        if (part.node == trigger->node && writer_can(writer, CAN_COMPOUND_SHAPE)) {
            written.shape = tum_writer_fit_shape(writer, part.authored_shape, trigger->pointer);
            continue;
        }
        fold_filter(writer, trigger, &part);
        const int32_t node = member_node(writer, nodes, trigger, &part);
        if (node >= 0) {
            members[written.member_count++] = node;
        }
    }
    written.members = members;
    if (!writer_can(writer, CAN_COMPOUND)) {
        tum_writer_tell(
            writer, CODE_A_COMPOUND, trigger->pointer, NULL,
            "The target has no compound triggers; each of the %zu parts tells of itself.",
            written.member_count);
    } else if (written.member_count > 0 || written.shape.result != FIT_NONE) {
        writer->target->trigger(writer, &written);
    }
}

void tum_writer_triggers(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    TriggerNodes nodes;
    if (writer->target->triggers != NULL) {
        writer->target->triggers(writer);
        return;
    }
    if (scene->trigger_count == 0 || !make_trigger_nodes(writer, &nodes)) {
        return;
    }
    claim_compounds(writer, &nodes);
    write_simple_triggers(writer, &nodes);
    for (size_t i = 0; i < scene->trigger_count && writer_is_fine(writer); ++i) {
        const TumTrigger *trigger = &scene->triggers[i];
        if (is_compound(scene, &nodes, trigger)) {
            write_compound(writer, &nodes, i);
        }
    }
}
