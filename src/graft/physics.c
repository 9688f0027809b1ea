// SPDX-License-Identifier: MIT
// physics.c: extensions of physics copied from the source, with the indices of the result.
#include "dialects/dialect.h"
#include "document/edit_extension.h"
#include "document/node.h"
#include "graft/graft_data.h"

#include <string.h>

/// Target of an index, or of a list of them, by the name of the member that holds it: the same in
/// every dialect (docs/dialects.md).
typedef enum Reference {
    REFERENCE_NONE,    ///< Another value.
    REFERENCE_NODE,    ///< A node of the scene.
    REFERENCE_SUBTREE, ///< A node whose meshes are a collider.
    REFERENCE_MESH     ///< A mesh that is a collider.
} Reference;

static const struct {
    const char *key;
    Reference reference;
} references[] = {{"connectedNode", REFERENCE_NODE}, {"nodeA", REFERENCE_NODE},
                  {"nodeB", REFERENCE_NODE},         {"nodes", REFERENCE_NODE},
                  {"node", REFERENCE_SUBTREE},       {"mesh", REFERENCE_MESH}};

/// Names of members that are texts and numbers of others.
static const char extras[] = "extras";

// Index in the result; -1 for what is no index, which stays as it is. An index beyond the table of
// the source names nothing, and must not name one of the more nodes or meshes of the result.
static int32_t translate(Graft *graft, Reference reference, double index, int32_t owner)
{
    const size_t mesh_count = tum_cursor_root_count(graft->source, "meshes");
    const size_t most = reference == REFERENCE_MESH ? mesh_count : graft->source_count;
    if (index >= (double)most) {
        return INT32_MAX;
    }
    if (!(index >= 0.0) || index != (double)(int32_t)index) {
        return -1;
    }
    switch (reference) {
    case REFERENCE_NODE: return graft->node_of[(int32_t)index];
    case REFERENCE_SUBTREE: return tum_graft_bring_subtree(graft, (int32_t)index);
    case REFERENCE_NONE:
    case REFERENCE_MESH: break;
    }
    return tum_graft_bring_mesh(graft, (int32_t)index, owner);
}

// @param key  NULL in arrays.
static Reference reference_of(const char *key)
{
    for (size_t i = 0; key != NULL && i < sizeof references / sizeof *references; ++i) {
        if (strcmp(references[i].key, key) == 0) {
            return references[i].reference;
        }
    }
    return REFERENCE_NONE;
}

static void translate_list(Graft *graft, const Cursor *from, const Cursor *owner, const char *key,
                           Reference reference)
{
    const Cursor list = graft_member(owner, key);
    tum_edit_remove(graft->document, owner, key);
    graft_note(graft, tum_edit_set_array(graft->document, owner, key));
    for (size_t i = 0; i < tum_cursor_count(from) && graft_is_fine(graft); ++i) {
        const Cursor item = tum_cursor_item(from, i);
        double index = -1.0;
        tum_cursor_number_here(&item, &index);
        const int32_t to = translate(graft, reference, index, -1);
        graft_note(graft, tum_edit_add_number(graft->document, &list, to >= 0 ? to : index));
    }
}

static bool holds_numbers(const Cursor *list)
{
    for (size_t i = 0; i < tum_cursor_count(list); ++i) {
        const Cursor item = tum_cursor_item(list, i);
        if (tum_cursor_kind(&item) != JSON_NUMBER) {
            return false;
        }
    }
    return tum_cursor_count(list) > 0;
}

// Walks a value of the source beside its copy. Nesting is at most TUM_MAX_JSON_DEPTH.
static void translate_inside(Graft *graft, const Cursor *from, const Cursor *to, int32_t owner)
{
    const JsonKind kind = tum_cursor_kind(from);
    for (size_t i = 0; i < tum_cursor_count(from) && graft_is_fine(graft); ++i) {
        const char *key = NULL;
        const Cursor child =
            kind == JSON_OBJECT ? tum_cursor_member_at(from, i, &key) : tum_cursor_item(from, i);
        const Cursor copy = key != NULL ? graft_member(to, key) : graft_item(to, i);
        const JsonKind inner = tum_cursor_kind(&child);
        const Reference reference = reference_of(key);
        if (key != NULL && strcmp(key, extras) == 0) {
            continue;
        }
        if (reference != REFERENCE_NONE && inner == JSON_NUMBER) {
            double index = -1.0;
            tum_cursor_number_here(&child, &index);
            const int32_t there = translate(graft, reference, index, owner);
            if (there >= 0) {
                graft_note(graft, tum_edit_set_number(graft->document, to, key, there));
            }
        } else if (reference != REFERENCE_NONE && inner == JSON_ARRAY && holds_numbers(&child)) {
            translate_list(graft, &child, to, key, reference);
        } else if (inner == JSON_OBJECT || inner == JSON_ARRAY) {
            translate_inside(graft, &child, &copy, owner);
        }
    }
}

// Extensions that are no object in the optimized document give way.
static void copy_extension(Graft *graft, const Cursor *owner, const Cursor *place, const char *name,
                           const Cursor *extension)
{
    TumStatus status = tum_edit_set_copy(graft->document, place, name, extension);
    if (status == TUM_ERROR_ARGUMENT) {
        tum_edit_remove(graft->document, owner, "extensions");
        graft_note(graft, tum_edit_set_object(graft->document, owner, "extensions"));
        status = tum_edit_set_copy(graft->document, place, name, extension);
    }
    graft_note(graft, status);
}

// Copies all physics extensions of an object.
static void copy_extensions(Graft *graft, const Cursor *from, const Cursor *to, int32_t owner)
{
    const Cursor extensions = tum_cursor_member(from, "extensions");
    const Cursor place = graft_member(to, "extensions");
    size_t index = 0;
    const char *name;
    while ((name = tum_graft_next_extension(&extensions, &index)) != NULL && graft_is_fine(graft)) {
        const Cursor extension = tum_cursor_member(&extensions, name);
        const Cursor copy = graft_member(&place, name);
        graft_note(graft, tum_edit_set_object(graft->document, to, "extensions"));
        if (graft_is_fine(graft)) {
            copy_extension(graft, to, &place, name, &extension);
            translate_inside(graft, &extension, &copy, owner);
        }
    }
}

static bool lists(const Cursor *names, const char *name)
{
    for (size_t i = 0; i < tum_cursor_count(names); ++i) {
        const Cursor item = tum_cursor_item(names, i);
        const char *text = "";
        if (tum_cursor_text_here(&item, &text) && strcmp(text, name) == 0) {
            return true;
        }
    }
    return false;
}

static void declare_extensions(Graft *graft, const Cursor *source)
{
    const Cursor used = tum_cursor_member(source, "extensionsUsed");
    const Cursor required = tum_cursor_member(source, "extensionsRequired");
    for (size_t i = 0; i < tum_cursor_count(&used) && graft_is_fine(graft); ++i) {
        const Cursor item = tum_cursor_item(&used, i);
        const char *name = "";
        if (tum_cursor_text_here(&item, &name) && tum_dialects_read_extension(name)) {
            graft_note(graft,
                       tum_edit_declare_extension(graft->document, name, lists(&required, name)));
        }
    }
}

// The shapes of glTF 2.1 are a table of the core.
static void copy_core_shapes(Graft *graft, const Cursor *source)
{
    const Cursor shapes = tum_cursor_member(source, "shapes");
    const Cursor asset = tum_cursor_member(source, "asset");
    const Cursor version = tum_cursor_member(&asset, "version");
    const Cursor place = graft_member(&graft->root, "shapes");
    const Cursor asset_place = graft_member(&graft->root, "asset");
    if (tum_cursor_kind(&shapes) != JSON_ARRAY) {
        return;
    }
    graft_note(graft, tum_edit_set_copy(graft->document, &graft->root, "shapes", &shapes));
    translate_inside(graft, &shapes, &place, -1);
    if (tum_cursor_exists(&version) && graft_is_fine(graft)) {
        graft_note(graft, tum_edit_set_copy(graft->document, &asset_place, "version", &version));
    }
}

// World gravity is an extension of the active scene.
static void copy_scene(Graft *graft, const Cursor *source)
{
    const Cursor scenes = tum_cursor_member(source, "scenes");
    const size_t count = tum_cursor_count(&scenes);
    const int32_t active = tum_cursor_index(source, "scene", count);
    const Cursor scene = tum_cursor_item(&scenes, active >= 0 ? (size_t)active : 0);
    const Cursor root = tum_cursor_root(graft->document, NULL);
    const Cursor own = tum_cursor_member(&root, "scenes");
    const size_t own_count = tum_cursor_count(&own);
    const int32_t own_active = tum_cursor_index(&root, "scene", own_count);
    const Cursor places = graft_member(&graft->root, "scenes");
    const Cursor place = graft_item(&places, own_active >= 0 ? (size_t)own_active : 0);
    if (count > 0 && own_count > 0) {
        copy_extensions(graft, &scene, &place, -1);
    }
}

void tum_graft_physics(Graft *graft)
{
    const Cursor source = tum_cursor_root(graft->source, NULL);
    const Cursor nodes = tum_cursor_member(&source, "nodes");
    declare_extensions(graft, &source);
    copy_extensions(graft, &source, &graft->root, -1);
    copy_core_shapes(graft, &source);
    copy_scene(graft, &source);
    for (size_t i = 0; i < graft->source_count && graft_is_fine(graft); ++i) {
        if (graft->is_needed[i]) {
            const Cursor from = tum_cursor_item(&nodes, i);
            const Cursor to = graft_item(&graft->nodes, (size_t)graft->node_of[i]);
            copy_extensions(graft, &from, &to, (int32_t)i);
        }
    }
}
