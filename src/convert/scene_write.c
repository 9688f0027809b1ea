// SPDX-License-Identifier: MIT
// scene_write.c: a scene's physics in a copy of its document: the order of writing, and changes of
// the tree of nodes where the target cannot represent the scene directly
// (docs/dialects.md#from-one-to-another).
#include "convert/g4mf_writer4.h"
#include "convert/khr_writer.h"
#include "convert/scene_document.h"
#include "convert/transcribe.h"
#include "dialects/dialect.h"
#include "document/transform.h"

#include <string.h>

static const DialectWriter *writer_of(const TumWriteOptions *options)
{
    switch (options->target) {
    case TUM_TARGET_KHR:
        return options->geometry_by_node ? &tum_khr_node_writer.writer : &tum_khr_writer.writer;
    case TUM_TARGET_KHR_DRAFT: return &tum_khr_draft_writer.writer;
    case TUM_TARGET_MSFT: return &tum_msft_writer.writer;
    case TUM_TARGET_GLTF21: return &tum_gltf21_writer.writer;
    case TUM_TARGET_OMI: return &tum_omi_writer;
    case TUM_TARGET_G4MF: return &tum_g4mf_writer;
    case TUM_TARGET_OMI_DRAFT: return tum_omi_draft_writer;
    case TUM_TARGET_OMI_COLLIDER: return tum_omi_collider_writer;
    }
    return NULL;
}

// Bodies.

static const TumBody *body_above(const TumScene *scene, int32_t node)
{
    const int32_t parent = scene->nodes[node].parent;
    const int32_t body = parent >= 0 ? scene->nodes[parent].body : -1;
    return body >= 0 ? &scene->bodies[body] : NULL;
}

// Without a motion its colliders would belong to the body above.
static void free_static_body(SceneWriter *writer, const TumBody *body)
{
    const TumScene *scene = writer->scene;
    const TumBody *above = body_above(scene, body->node);
    if (above == NULL || above->kind == TUM_BODY_STATIC || !writer_is_fine(writer)) {
        return;
    }
    double translation[3], rotation[4], scale[3];
    tum_transform_decompose(scene->nodes[body->node].world, translation, rotation, scale);
    writer_note(writer, tum_edit_move_to_root(writer->document, body->node,
                                              scene->nodes[body->node].parent));
    if (writer_is_fine(writer)) {
        writer_note(writer, tum_edit_set_transform(writer->document, (size_t)body->node,
                                                   translation, rotation, scale));
    }
    const Cursor at = tum_writer_node(writer, body->node);
    tum_writer_tell(writer, CODE_A_REPARENT, body->pointer, &at,
                    "The static body stood below node %d, which moves; it is a root now.",
                    (int)above->node);
}

// [body_count] Marks bodies with joints and colliders.
static bool *mark_joined(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    bool *has_collider = tum_arena_zeroed(&writer->arena, scene->body_count, sizeof(bool));
    bool *is_joined = tum_arena_zeroed(&writer->arena, scene->body_count, sizeof(bool));
    if (has_collider == NULL || is_joined == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return NULL;
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        if (scene->colliders[i].body >= 0) {
            has_collider[scene->colliders[i].body] = true;
        }
    }
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const int32_t sides[2] = {scene->joints[i].body_a, scene->joints[i].body_b};
        for (int k = 0; k < 2; ++k) {
            if (sides[k] >= 0 && !scene->joints[i].enable_collision) {
                is_joined[sides[k]] = has_collider[sides[k]];
            }
        }
    }
    return is_joined;
}

// A body joined to a static body does not collide with its colliders; colliders of the world would
// collide.
static void write_as_kinematic(SceneWriter *writer, const TumBody *body)
{
    TumBody still = *body;
    still.kind = TUM_BODY_KINEMATIC;
    writer->target->body(writer, &still);
    const Cursor at = tum_writer_node(writer, body->node);
    tum_writer_tell(
        writer, CODE_B_KINEMATIC, body->pointer, &at,
        "Joints hold on to the static body, whose colliders they keep apart from what they "
        "join: it is kinematic now, and at rest.");
}

static void write_bodies(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    const bool *is_joined = mark_joined(writer);
    for (size_t i = 0; i < scene->body_count && writer_is_fine(writer); ++i) {
        const TumBody *body = &scene->bodies[i];
        if (body->tag != TUM_BODY_TAG_NONE && !writer_can(writer, CAN_TAG)) {
            tum_writer_tell(writer, CODE_L_TAG, body->pointer, NULL,
                            "The target has no word for a %s.",
                            body->tag == TUM_BODY_TAG_CHARACTER ? "character" : "vehicle");
        }
        if (body->kind == TUM_BODY_STATIC && !writer_can(writer, CAN_STATIC_BODY)) {
            if (is_joined[i]) {
                write_as_kinematic(writer, body);
            } else {
                free_static_body(writer, body);
            }
        } else {
            writer->target->body(writer, body);
        }
    }
}

// Shapes on nodes.

// The node for a fitted shape: the collider's node, or a new one below it.
static int32_t node_for(SceneWriter *writer, int32_t node, const FittedShape *shape)
{
    return shape->result == FIT_BELOW ? tum_writer_add_below(writer, node, shape) : node;
}

static void write_colliders(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    for (size_t i = 0; i < scene->collider_count && writer_is_fine(writer); ++i) {
        const TumCollider *collider = &scene->colliders[i];
        if (!collider->enabled && !writer_can(writer, CAN_DISABLE)) {
            tum_writer_tell(writer, CODE_A_ZERO, collider->pointer, NULL,
                            "Its scale disables the collider, which the target has no word for.");
            continue;
        }
        const ShapeSeat seat = {.node = collider->node,
                                .body = collider->body,
                                .authored_shape = collider->authored_shape,
                                .shape = collider->shape,
                                .position = collider->position,
                                .rotation = collider->rotation.q,
                                .scale = collider->scale,
                                .enabled = collider->enabled,
                                .role = "Collider",
                                .pointer = collider->pointer};
        FittedShape shape;
        int32_t node = collider->node;
        if (writer->target->seat != NULL) {
            node = writer->target->seat(writer, &seat, &shape);
        } else {
            shape = tum_writer_fit_scaled_shape(writer, collider->authored_shape, collider->scale,
                                                collider->pointer);
            node = shape.result != FIT_NONE ? node_for(writer, node, &shape) : node;
        }
        if (shape.result != FIT_NONE) {
            writer->target->collider(writer, collider, node, &shape);
        }
    }
}

// Triggers.

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
    const ShapeSeat seat = {.node = part->node,
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
    if (writer->target->seat != NULL) {
        node = writer->target->seat(writer, &seat, &shape);
    } else {
        shape = tum_writer_fit_shape(writer, part->authored_shape, cause);
        node = shape.result != FIT_NONE
                   ? node_for(writer, claim_node(writer, part->node, cause), &shape)
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

static void write_triggers(SceneWriter *writer)
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

// Joints.

static bool have_same_limits(const WrittenJoint *a, const WrittenJoint *b)
{
    for (int32_t i = 0; a->limit_count == b->limit_count && i < a->limit_count; ++i) {
        const TumLimit *x = &a->limits[i], *y = &b->limits[i];
        if (x->space != y->space || x->axes != y->axes || x->min != y->min || x->max != y->max ||
            x->stiffness != y->stiffness || x->damping != y->damping) {
            return false;
        }
    }
    return a->limit_count == b->limit_count;
}

static bool have_same_drives(const WrittenJoint *a, const WrittenJoint *b)
{
    for (int32_t i = 0; a->drive_count == b->drive_count && i < a->drive_count; ++i) {
        const TumDrive *x = &a->drives[i], *y = &b->drives[i];
        if (x->space != y->space || x->mode != y->mode || x->axis != y->axis ||
            x->max_force != y->max_force || x->has_position_target != y->has_position_target ||
            x->position_target != y->position_target || x->velocity_target != y->velocity_target ||
            x->stiffness != y->stiffness || x->damping != y->damping) {
            return false;
        }
    }
    return a->drive_count == b->drive_count;
}

// Joints with a common description keep sharing it, and equal descriptions of others are merged.
static int32_t description_of(SceneWriter *writer, const WrittenJoint *joint)
{
    for (size_t i = 0; i < writer->joints.count; ++i) {
        const WrittenJoint *other = &writer->joints.items[i];
        if (have_same_limits(joint, other) && have_same_drives(joint, other) &&
            tum_writer_may_merge(writer, joint->source->description, other->source->description)) {
            return other->description;
        }
    }
    WrittenJoint *slot = array_push(&writer->joints, &writer->allocator);
    if (slot == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
        return 0;
    }
    *slot = *joint;
    slot->description = writer->target->description(writer, joint);
    return slot->description;
}

static void write_joint(SceneWriter *writer, const TumJoint *joint)
{
    if (!writer_can(writer, CAN_JOIN)) {
        tum_writer_tell(writer, CODE_L_JOINT, joint->pointer, NULL, "The target has no joints.");
        return;
    }
    if (joint->enable_collision && !writer_can(writer, CAN_COLLIDE_JOINED)) {
        tum_writer_tell(writer, CODE_L_COLLIDE, joint->pointer, NULL,
                        "In the target, bodies that are joined never collide.");
    }
    WrittenJoint written = {.source = joint,
                            .node_a = joint->node_a,
                            .node_b = joint->node_b,
                            .limits = &writer->scene->limits[joint->limit_first],
                            .drives = &writer->scene->drives[joint->drive_first],
                            .limit_count = joint->limit_count,
                            .drive_count = joint->drive_count};
    tum_writer_place_joint(writer, &written);
    tum_writer_fit_joint(writer, &written);
    if (writer->target->description != NULL && writer_is_fine(writer)) {
        written.description = description_of(writer, &written);
    }
    if (writer_is_fine(writer)) {
        writer->target->joint(writer, &written);
    }
}

static void write_joints(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    for (size_t i = 0; i < scene->joint_count && writer_is_fine(writer); ++i) {
        write_joint(writer, &scene->joints[i]);
    }
}

// Gravity.

static const char gravity_extension[] = "OMI_physics_gravity";

static void write_world_gravity(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    const double *g = scene->world_gravity;
    const Cursor root = tum_cursor_root(writer->source, NULL);
    const Cursor extensions = tum_cursor_member(&root, "extensions");
    const Cursor known = tum_cursor_member(&extensions, gravity_extension);
    if (!scene->has_world_gravity || tum_cursor_exists(&known)) {
        return;
    }
    const double strength = dvec3_length(dvec3(g[0], g[1], g[2]));
    const Cursor at = tum_writer_root_extension(writer, gravity_extension);
    tum_writer_number(writer, &at, "gravity", strength);
    if (strength > 0.0) {
        const double direction[3] = {g[0] / strength, g[1] / strength, g[2] / strength};
        tum_writer_numbers(writer, &at, "direction", direction, 3);
    }
    tum_writer_declare(writer, gravity_extension, false);
    tum_writer_tell(writer, CODE_B_GRAVITY, "", &at,
                    "The world's gravity, %g m/s^2, has a new place.", strength);
}

// Volumes keep their nodes; a shape that they name may have a new index.
static void write_gravity_volume(SceneWriter *writer, const TumGravityVolume *volume)
{
    if (writer->target->keeps_shapes_in == NULL) {
        tum_writer_tell(writer, CODE_A_VOLUME, volume->pointer, NULL,
                        "The volume stays in OMI_physics_gravity, beside a trigger of the target.");
        return;
    }
    if (volume->kind == TUM_GRAVITY_SHAPED && volume->shape >= 0) {
        const FittedShape shape = tum_writer_fit_shape(writer, volume->shape, volume->pointer);
        const Cursor at = tum_writer_node_extension(writer, volume->node, gravity_extension);
        const Cursor shaped = tum_writer_object(writer, &at, "shaped");
        if (shape.result != FIT_NONE) {
            tum_writer_number(writer, &shaped, "shape", shape.index);
        }
    }
}

void tum_writer_tell_lost_gravity(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    if (scene->has_world_gravity) {
        tum_writer_tell(writer, CODE_L_GRAVITY, "", NULL,
                        "The world's gravity, (%g, %g, %g) m/s^2, cannot be said.",
                        scene->world_gravity[0], scene->world_gravity[1], scene->world_gravity[2]);
    }
    for (size_t i = 0; i < scene->gravity_volume_count; ++i) {
        tum_writer_tell(writer, CODE_L_GRAVITY, scene->gravity_volumes[i].pointer, NULL,
                        "The volume of gravity cannot be said.");
    }
}

static void write_gravity(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    if (writer->node_shift > 0) {
        tum_writer_tell_lost_gravity(writer);
        return;
    }
    write_world_gravity(writer);
    for (size_t i = 0; writer->is_new && i < scene->gravity_volume_count; ++i) {
        tum_writer_tell(writer, CODE_L_GRAVITY, scene->gravity_volumes[i].pointer, NULL,
                        "The volume of gravity is not written without a source.");
    }
    for (size_t i = 0; !writer->is_new && i < scene->gravity_volume_count && writer_is_fine(writer);
         ++i) {
        write_gravity_volume(writer, &scene->gravity_volumes[i]);
    }
}

// The document.

// OMI_physics_gravity has its own content besides the dialects and stays.
const char *tum_writer_extension_taken(size_t index)
{
    const char *extension;
    for (size_t i = 0; (extension = tum_dialects_extension(i)) != NULL; ++i) {
        if (strcmp(extension, gravity_extension) != 0 && index-- == 0) {
            return extension;
        }
    }
    return NULL;
}

static bool has_shaped_gravity(const TumScene *scene)
{
    for (size_t i = 0; i < scene->gravity_volume_count; ++i) {
        if (scene->gravity_volumes[i].kind == TUM_GRAVITY_SHAPED) {
            return true;
        }
    }
    return false;
}

// A table with shapes of gravity volumes stays, unless the target writes its own table in its
// place.
static bool is_still_needed(const SceneWriter *writer, const char *extension)
{
    return strcmp(extension, "OMI_physics_shape") == 0 && has_shaped_gravity(writer->scene) &&
           writer->target->keeps_shapes_in == NULL;
}

// Removes the physics of all dialects. @return true where the document required some of it.
static bool strip(SceneWriter *writer)
{
    bool is_required = false;
    const Cursor source = tum_cursor_root(writer->source, NULL);
    const Cursor required = tum_cursor_member(&source, "extensionsRequired");
    const size_t required_count = tum_cursor_count(&required);
    const char *extension;
    for (size_t i = 0; (extension = tum_writer_extension_taken(i)) != NULL; ++i) {
        if (is_still_needed(writer, extension)) {
            continue;
        }
        for (size_t k = 0; k < required_count; ++k) {
            const Cursor item = tum_cursor_item(&required, k);
            const char *name = "";
            tum_cursor_text_here(&item, &name);
            is_required = is_required || strcmp(name, extension) == 0;
        }
        tum_edit_remove_extension(writer->document, extension);
    }
    return is_required;
}

static bool speaks(const TumScene *scene, const char *id)
{
    const size_t length = strlen(id);
    for (const char *at = scene->dialects; (at = strstr(at, id)) != NULL; at += length) {
        if ((at == scene->dialects || at[-1] == ' ') && (at[length] == ',' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

// Reports effects of the source's dialect on the result.
static void tell_of_source(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    if (speaks(scene, "NM")) {
        tum_writer_tell(
            writer, CODE_B_NAMES, "", NULL,
            "Names keep their suffixes: a reader that honours them makes everything twice.");
    }
    for (size_t i = 0; i < scene->filter_count && speaks(scene, "M0"); ++i) {
        const TumFilter *filter = &scene->filters[i];
        const char *name = filter->system_count > 0
                               ? scene->system_names[scene->filter_systems[filter->system_first]]
                               : "";
        if (strncmp(name, "layer_", 6) == 0) {
            tum_writer_tell(
                writer, CODE_A_MASK, filter->pointer, NULL,
                "The bits became systems 'layer_0' to 'layer_31'; both sides have to admit "
                "now, where one was enough.");
        }
    }
}

static bool is_physical(const TumScene *scene)
{
    return scene->body_count > 0 || scene->collider_count > 0 || scene->trigger_count > 0 ||
           scene->joint_count > 0 || scene->material_count > 0 || scene->filter_count > 0;
}

static void write_physics(SceneWriter *writer)
{
    const bool is_required = strip(writer);
    if (!is_physical(writer->scene)) {
        return;
    }
    writer->target->begin(writer);
    write_bodies(writer);
    write_colliders(writer);
    write_triggers(writer);
    write_joints(writer);
    write_gravity(writer);
    tum_writer_pointers(writer);
    tell_of_source(writer);
    writer->target->finish(writer, is_required);
}

// Bodies, visible objects and shapes occupy their nodes.
static void mark_taken(SceneWriter *writer)
{
    static const char *const seen[] = {"mesh", "camera", "skin"};
    const TumScene *scene = writer->scene;
    const Cursor root = tum_cursor_root(writer->source, NULL);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    for (size_t i = 0; i < scene->node_count; ++i) {
        const Cursor node = tum_cursor_item(&nodes, i);
        for (size_t k = 0; k < sizeof seen / sizeof *seen; ++k) {
            const Cursor member = tum_cursor_member(&node, seen[k]);
            writer->is_taken[i] = writer->is_taken[i] || tum_cursor_exists(&member);
        }
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        writer->is_taken[scene->bodies[i].node] = true;
    }
    for (size_t i = 0; i < scene->collider_count; ++i) {
        writer->is_taken[scene->colliders[i].node] = true;
    }
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        writer->is_taken[scene->triggers[i].node] = true;
    }
    for (size_t i = 0; i < scene->trigger_part_count; ++i) {
        writer->is_taken[scene->trigger_parts[i].node] = true;
    }
}

static bool prepare(SceneWriter *writer)
{
    const TumScene *scene = writer->scene;
    Arena *arena = &writer->arena;
    writer->root = tum_cursor_root(writer->document, NULL);
    writer->nodes = writer_member(&writer->root, "nodes");
    writer->fits = tum_arena_zeroed(arena, 2 * scene->shape_count, sizeof *writer->fits);
    writer->is_fitted = tum_arena_zeroed(arena, 2 * scene->shape_count, sizeof *writer->is_fitted);
    writer->mesh_of = tum_arena_zeroed(arena, scene->mesh_count, sizeof *writer->mesh_of);
    writer->has_trigger = tum_arena_zeroed(arena, scene->node_count, sizeof *writer->has_trigger);
    writer->has_joint = tum_arena_zeroed(arena, scene->node_count, sizeof *writer->has_joint);
    writer->is_taken = tum_arena_zeroed(arena, scene->node_count, sizeof *writer->is_taken);
    for (size_t i = 0; writer->mesh_of != NULL && i < scene->mesh_count; ++i) {
        writer->mesh_of[i] = -1;
    }
    if (writer->is_taken != NULL) {
        mark_taken(writer);
    }
    return writer->is_taken != NULL && writer->fits != NULL && writer->is_fitted != NULL &&
           writer->mesh_of != NULL && writer->has_trigger != NULL && writer->has_joint != NULL;
}

static void clear(SceneWriter *writer)
{
    array_free(&writer->shapes, &writer->allocator);
    array_free(&writer->joints, &writer->allocator);
    array_free(&writer->mesh_nodes, &writer->allocator);
    array_free(&writer->constraints, &writer->allocator);
    array_free(&writer->moved, &writer->allocator);
    tum_arena_clear(&writer->arena);
}

// True where the document has all its physics in the target dialect already.
static bool is_in_target_already(const SceneWriter *writer)
{
    const char *ids = writer->scene->dialects, *known = writer->target->revisions;
    bool is_known = ids[0] != '\0';
    while (*ids != '\0') {
        const size_t length = strcspn(ids, ", ");
        const char *at = known;
        for (; at != NULL; at = strchr(at, ' '), at = at != NULL ? at + 1 : NULL) {
            if (strcspn(at, " ") == length && strncmp(at, ids, length) == 0) {
                break;
            }
        }
        is_known = is_known && at != NULL;
        ids += length;
        ids += strspn(ids, ", ");
    }
    return is_known;
}

// As in scene_reader.c: reading a mesh returns the same for bad data and for lack of memory.
static void *noting_allocate(void *user, size_t bytes, size_t alignment)
{
    SceneWriter *writer = user;
    void *block = writer->caller.allocate(writer->caller.user, bytes, alignment);
    if (block == NULL) {
        writer_note(writer, TUM_ERROR_MEMORY);
    }
    return block;
}

static void noting_release(void *user, void *block, size_t bytes)
{
    SceneWriter *writer = user;
    writer->caller.release(writer->caller.user, block, bytes);
}

// @param is_new  the source was created for the scene and has no other content.
static TumStatus write_scene(const TumScene *scene, const TumDocument *source, bool is_new,
                             const TumWriteOptions *options, TumDocument **written,
                             TumReport *report)
{
    SceneWriter writer = {.scene = scene, .source = source, .report = report, .is_new = is_new};
    writer.options = *options;
    writer.caller = tum_allocator_or_default(&writer.options.allocator);
    writer.allocator = (TumAllocator){noting_allocate, noting_release, &writer};
    writer.target = writer_of(&writer.options);
    if (writer.target == NULL) {
        return TUM_ERROR_UNSUPPORTED;
    }
    const bool is_g4mf = tum_document_format(source) == TUM_FORMAT_G4MF;
    const bool wants_g4mf = writer.options.target == TUM_TARGET_G4MF;
    const bool is_same_format = is_g4mf == wants_g4mf;
    tum_arena_init(&writer.arena, &writer.allocator);
    if (is_same_format) {
        writer.status = tum_document_copy(source, &writer.document);
    } else if (wants_g4mf) {
        tum_transcribe_to_g4mf(&writer);
    } else {
        tum_transcribe_to_gltf(&writer);
    }
    if (!writer_is_fine(&writer)) {
        tum_arena_clear(&writer.arena);
        tum_document_destroy(writer.document);
        return writer.status;
    }
    if (!is_same_format || (!wants_g4mf && (is_new || !is_in_target_already(&writer)))) {
        tum_edit_drop_unresolved(writer.document);
        writer_note(&writer, prepare(&writer) ? TUM_OK : TUM_ERROR_MEMORY);
        if (writer_is_fine(&writer)) {
            write_physics(&writer);
        }
    }
    if (writer_is_fine(&writer)) {
        writer_note(&writer, tum_edit_settle_nodes(writer.document, NULL));
    }
    clear(&writer);
    if (writer.status != TUM_OK) {
        tum_document_destroy(writer.document);
        return writer.status;
    }
    *written = writer.document;
    return TUM_OK;
}

TumStatus tum_scene_write(const TumScene *scene, const TumDocument *source,
                          const TumWriteOptions *options, TumDocument **written, TumReport *report)
{
    static const TumWriteOptions defaults = {0};
    if (written == NULL) {
        return TUM_ERROR_ARGUMENT;
    }
    *written = NULL;
    if (scene == NULL) {
        return TUM_ERROR_ARGUMENT;
    }
    options = options != NULL ? options : &defaults;
    if (scene->dimension == 4 && source == NULL && options->target == TUM_TARGET_G4MF) {
        return tum_g4mf_write4(scene, options, written, report);
    }
    if (scene->dimension != 3 && (source == NULL || options->target != TUM_TARGET_G4MF)) {
        tum_report_add(report, CODE_UNSUPPORTED_DIMENSION, scene->file, "",
                       "A scene of %d dimensions cannot be said in glTF%s.", scene->dimension,
                       scene->dimension > 3 && source != NULL ? "; projected to three it could"
                                                              : "");
        return TUM_ERROR_UNSUPPORTED;
    }
    if (source != NULL) {
        return write_scene(scene, source, false, options, written, report);
    }
    const TumAllocator allocator = tum_allocator_or_default(&options->allocator);
    TumDocument *made;
    TumStatus status = tum_scene_document(scene, &allocator, &made, report);
    if (status == TUM_OK) {
        status = write_scene(scene, made, true, options, written, report);
    }
    tum_document_destroy(made);
    return status;
}
