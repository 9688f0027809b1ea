// SPDX-License-Identifier: MIT
// graft.c: the order of a graft, and the nodes that it needs.
#include <stdio.h>
#include <string.h>

#include "dialects/dialect.h"
#include "document/edit_extension.h"
#include "document/node.h"
#include "graft/graft_data.h"

// As in scene_reader.c: reading a mesh returns the same for bad data and for lack of memory.
static void *noting_allocate(void *user, size_t bytes, size_t alignment)
{
    Graft *graft = user;
    void *block = graft->caller.allocate(graft->caller.user, bytes, alignment);
    if (block == NULL) {
        graft_note(graft, TUM_ERROR_MEMORY);
    }
    return block;
}

static void noting_release(void *user, void *block, size_t bytes)
{
    Graft *graft = user;
    graft->caller.release(graft->caller.user, block, bytes);
}

void tum_graft_begin(Graft *graft, const TumDocument *like)
{
    graft->caller = *tum_document_allocator(like);
    const TumAllocator noting = {noting_allocate, noting_release, graft};
    tum_arena_init(&graft->arena, &noting);
}

void tum_graft_end(Graft *graft, const TumDocument *like)
{
    array_free(&graft->parents, &graft->caller);
    array_free(&graft->holders, &graft->caller);
    tum_arena_clear(&graft->arena);
    tum_scene_destroy(graft->scene);
    // Edits refuse places where the document has values of another kind, a number for a scene.
    if (graft->status == TUM_ERROR_ARGUMENT) {
        tum_report_add(graft->report, CODE_TYPE_MISMATCH, tum_document_name(like), "",
                       "A value has another kind than the scenes or nodes that it stands for.");
        graft->status = TUM_ERROR_INPUT;
    }
    if (graft->status != TUM_OK) {
        tum_document_destroy(graft->document);
        graft->document = NULL;
    }
}

const char *tum_graft_next_extension(const Cursor *extensions, size_t *index)
{
    const char *name;
    while ((name = tum_dialects_extension((*index)++)) != NULL) {
        const Cursor extension = tum_cursor_member(extensions, name);
        if (tum_cursor_exists(&extension)) {
            return name;
        }
    }
    return NULL;
}

bool tum_graft_moves(const Graft *graft, size_t node)
{
    const TumNode *at = &graft->scene->nodes[node];
    const bool is_animated = at->animated[0] || at->animated[1] || at->animated[2];
    const TumBody *body = at->body >= 0 ? &graft->scene->bodies[at->body] : NULL;
    return is_animated || (body != NULL && (body->kind != TUM_BODY_STATIC || body->driven));
}

// Needed nodes.

static void need(Graft *graft, double index)
{
    if (index >= 0.0 && index < (double)graft->source_count) {
        graft->is_needed[(size_t)index] = true;
    }
}

// Nodes that physics names by index: joints, parts of triggers. A node that is the mesh of a
// collider is copied and not needed itself.
static void need_named(Graft *graft, const Cursor *object)
{
    static const char *const keys[] = {"connectedNode", "nodeA", "nodeB"};
    double index;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        const Cursor member = tum_cursor_member(object, keys[i]);
        if (tum_cursor_kind(&member) == JSON_NUMBER && tum_cursor_number_here(&member, &index)) {
            need(graft, index);
        }
    }
    const Cursor nodes = tum_cursor_member(object, "nodes");
    for (size_t i = 0; tum_cursor_kind(&nodes) == JSON_ARRAY && i < tum_cursor_count(&nodes); ++i) {
        const Cursor item = tum_cursor_item(&nodes, i);
        if (tum_cursor_kind(&item) == JSON_NUMBER && tum_cursor_number_here(&item, &index)) {
            need(graft, index);
        }
    }
}

// Nesting is at most TUM_MAX_JSON_DEPTH.
static void need_inside(Graft *graft, const Cursor *value)
{
    const JsonKind kind = tum_cursor_kind(value);
    for (size_t i = 0; i < tum_cursor_count(value); ++i) {
        const char *key = NULL;
        const Cursor child =
            kind == JSON_OBJECT ? tum_cursor_member_at(value, i, &key) : tum_cursor_item(value, i);
        const JsonKind inner = tum_cursor_kind(&child);
        if (inner == JSON_OBJECT || inner == JSON_ARRAY) {
            need_inside(graft, &child);
        }
    }
    if (kind == JSON_OBJECT) {
        need_named(graft, value);
    }
}

static void need_extensions(Graft *graft, const Cursor *owner, int32_t node)
{
    const Cursor extensions = tum_cursor_member(owner, "extensions");
    size_t index = 0;
    const char *name;
    while ((name = tum_graft_next_extension(&extensions, &index)) != NULL) {
        const Cursor extension = tum_cursor_member(&extensions, name);
        need_inside(graft, &extension);
        need(graft, node);
    }
}

// A list of the nodes, parents first: as a child is met, so are its ancestors.
static bool order_nodes(Graft *graft)
{
    const size_t count = graft->source_count;
    bool *is_listed = tum_arena_zeroed(&graft->arena, count, sizeof *is_listed);
    int32_t *pending = tum_arena_zeroed(&graft->arena, count, sizeof *pending);
    graft->order = tum_arena_zeroed(&graft->arena, count, sizeof *graft->order);
    if (is_listed == NULL || pending == NULL || graft->order == NULL) {
        return false;
    }
    size_t listed = 0;
    for (size_t i = 0; i < count; ++i) {
        size_t depth = 0;
        for (int32_t at = (int32_t)i; at >= 0 && !is_listed[at];
             at = tum_document_node(graft->source, (size_t)at)->parent) {
            pending[depth++] = at;
            is_listed[at] = true;
        }
        while (depth > 0) {
            graft->order[listed++] = pending[--depth];
        }
    }
    return true;
}

void tum_graft_survey(Graft *graft)
{
    const TumSceneOptions reading = {.allocator = graft->caller};
    graft_note(graft, tum_scene_read(graft->source, &reading, &graft->scene, graft->report));
    graft->source_count = tum_document_node_count(graft->source);
    graft->is_needed =
        tum_arena_zeroed(&graft->arena, graft->source_count, sizeof *graft->is_needed);
    if (!graft_is_fine(graft)) {
        return;
    }
    if (graft->is_needed == NULL || !order_nodes(graft)) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return;
    }
    const Cursor root = tum_cursor_root(graft->source, NULL);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    need_extensions(graft, &root, -1);
    for (size_t i = 0; i < graft->source_count; ++i) {
        const Cursor node = tum_cursor_item(&nodes, i);
        need_extensions(graft, &node, (int32_t)i);
        // Meshes that bodies carry stay below them.
        const DocumentNode *at = tum_document_node(graft->source, i);
        if (at->mesh >= 0 && at->in_scene && tum_graft_moves(graft, i)) {
            graft->is_needed[i] = true;
        }
    }
    // Children come after their parents in the order.
    for (size_t i = graft->source_count; i-- > 0;) {
        const int32_t node = graft->order[i];
        const int32_t parent = tum_document_node(graft->source, (size_t)node)->parent;
        if (graft->is_needed[node] && parent >= 0) {
            graft->is_needed[parent] = true;
        }
        graft->counts.node_count += graft->is_needed[node];
    }
}

// The graft.

// A node that a scene names without its parent has no place in the lists that are written.
static void check_roots(Graft *graft, const TumDocument *document)
{
    for (size_t i = 0; i < tum_document_node_count(document); ++i) {
        const DocumentNode *node = tum_document_node(document, i);
        if (node->in_scene && node->parent >= 0 &&
            !tum_document_node(document, (size_t)node->parent)->in_scene) {
            char pointer[32];
            snprintf(pointer, sizeof pointer, "/nodes/%zu", i);
            tum_report_add(graft->report, CODE_SCENE_NON_ROOT_NODE, tum_document_name(document),
                           pointer, "The scene has node %zu \"%.200s\", and not its parent.", i,
                           node->name);
            graft_note(graft, TUM_ERROR_INPUT);
        }
    }
}

static void strip(Graft *graft)
{
    const char *extension;
    for (size_t i = 0; (extension = tum_dialects_extension(i)) != NULL; ++i) {
        tum_edit_remove_extension(graft->document, extension);
    }
}

static bool prepare(Graft *graft)
{
    Arena *arena = &graft->arena;
    const size_t mesh_count = tum_cursor_root_count(graft->source, "meshes");
    graft->optimized_count = tum_document_node_count(graft->optimized);
    graft->node_of = tum_arena_zeroed(arena, graft->source_count, sizeof *graft->node_of);
    graft->match_of = tum_arena_zeroed(arena, graft->source_count, sizeof *graft->match_of);
    graft->subtree_of = tum_arena_zeroed(arena, graft->source_count, sizeof *graft->subtree_of);
    graft->source_of = tum_arena_zeroed(arena, graft->optimized_count, sizeof *graft->source_of);
    graft->mesh_of = tum_arena_zeroed(arena, mesh_count, sizeof *graft->mesh_of);
    if (graft->node_of == NULL || graft->match_of == NULL || graft->subtree_of == NULL ||
        graft->source_of == NULL || graft->mesh_of == NULL) {
        return false;
    }
    // Indices of -1 have all bits set.
    memset(graft->match_of, 0xff, graft->source_count * sizeof *graft->match_of);
    memset(graft->node_of, 0xff, graft->source_count * sizeof *graft->node_of);
    memset(graft->subtree_of, 0xff, graft->source_count * sizeof *graft->subtree_of);
    memset(graft->source_of, 0xff, graft->optimized_count * sizeof *graft->source_of);
    memset(graft->mesh_of, 0xff, mesh_count * sizeof *graft->mesh_of);
    return true;
}

static void run(Graft *graft)
{
    void (*const steps[])(Graft *) = {tum_graft_rebuild, tum_graft_physics, tum_graft_animations,
                                      tum_graft_settle};
    graft_note(graft, prepare(graft) ? TUM_OK : TUM_ERROR_MEMORY);
    if (graft_is_fine(graft)) {
        tum_graft_find(graft);
    }
    if (!graft_is_fine(graft)) {
        return;
    }
    graft_note(graft, tum_document_copy(graft->optimized, &graft->document));
    if (!graft_is_fine(graft)) {
        return;
    }
    graft->root = tum_cursor_root(graft->document, NULL);
    graft->nodes = graft_member(&graft->root, "nodes");
    tum_edit_drop_unresolved(graft->document);
    tum_graft_slots(graft);
    strip(graft);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && graft_is_fine(graft); ++i) {
        steps[i](graft);
    }
    if (graft_is_fine(graft)) {
        graft_note(graft, tum_edit_settle_nodes(graft->document, graft->report));
    }
}

static bool is_gltf(const TumDocument *document, TumReport *report)
{
    if (tum_document_format(document) == TUM_FORMAT_GLTF) {
        return true;
    }
    tum_report_add(report, CODE_UNSUPPORTED_DIMENSION, tum_document_name(document), "",
                   "Grafts are for glTF: optimizers do not read G4MF.");
    return false;
}

TumStatus tum_document_graft(const TumDocument *source, const TumDocument *optimized,
                             TumDocument **grafted, TumGraftCounts *counts, TumReport *report)
{
    if (source == NULL || optimized == NULL || grafted == NULL) {
        return TUM_ERROR_ARGUMENT;
    }
    *grafted = NULL;
    if (!is_gltf(source, report) || !is_gltf(optimized, report)) {
        return TUM_ERROR_UNSUPPORTED;
    }
    Graft graft = {.source = source, .optimized = optimized, .report = report};
    tum_graft_begin(&graft, optimized);
    check_roots(&graft, source);
    check_roots(&graft, optimized);
    if (graft_is_fine(&graft)) {
        tum_graft_survey(&graft);
    }
    if (graft_is_fine(&graft)) {
        run(&graft);
    }
    tum_graft_end(&graft, optimized);
    if (counts != NULL) {
        *counts = graft.counts;
    }
    *grafted = graft.document;
    return graft.status;
}
