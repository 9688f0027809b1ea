// SPDX-License-Identifier: MIT
// scene_write.c: a scene's physics in a copy of its document: the order of writing, and changes of
// the tree of nodes where the target cannot represent the scene directly
// (docs/dialects.md#from-one-to-another).
#include "convert/fit_shape.h"
#include "convert/g4mf_writer4.h"
#include "convert/gravity_writer.h"
#include "convert/joint_writer.h"
#include "convert/khr_writer.h"
#include "convert/pointer_writer.h"
#include "convert/scene_document.h"
#include "convert/source_physics.h"
#include "convert/transcribe.h"
#include "convert/trigger_writer.h"
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

// Colliders.

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
        const ShapePlacement placement = {.node = collider->node,
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
        if (writer->target->place_shape != NULL) {
            node = writer->target->place_shape(writer, &placement, &shape);
        } else {
            shape = tum_writer_fit_scaled_shape(writer, collider->authored_shape, collider->scale,
                                                collider->pointer);
            node = shape.result != FIT_NONE ? writer_node_for(writer, node, &shape) : node;
        }
        if (shape.result != FIT_NONE) {
            writer->target->collider(writer, collider, node, &shape);
        }
    }
}

// The document.

static bool is_physical(const TumScene *scene)
{
    return scene->body_count > 0 || scene->collider_count > 0 || scene->trigger_count > 0 ||
           scene->joint_count > 0 || scene->material_count > 0 || scene->filter_count > 0;
}

static void write_physics(SceneWriter *writer)
{
    const bool is_required = tum_writer_strip(writer);
    if (!is_physical(writer->scene)) {
        return;
    }
    writer->target->begin(writer);
    write_bodies(writer);
    write_colliders(writer);
    tum_writer_triggers(writer);
    tum_writer_joints(writer);
    tum_writer_gravity(writer);
    tum_writer_pointers(writer);
    tum_writer_tell_of_source(writer);
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
