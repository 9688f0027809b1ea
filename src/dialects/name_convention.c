// SPDX-License-Identifier: MIT
// name_convention.c: physics in the names of nodes: -colonly, -convcolonly, -rigid, -col, -convcol.
//
// The rules are those of Godot's import, which other programs export for (docs "Node type
// customization using name suffixes"; docs/dialects.md#names-of-nodes). Names are not reliable
// data: Alps_col may be the name of a mountain pass. The convention is therefore applied only on
// request.
#include "dialects/dialect.h"
#include "dialects/mesh_geometry.h"

#include <string.h>

typedef enum NameRole {
    ROLE_NONE,
    ROLE_TRIANGLES, ///< A static collider of the triangles of the node's mesh.
    ROLE_HULL,      ///< A static collider of the hull of the node's mesh.
    ROLE_RIGID      ///< A body of 1 kg with the hull as its collider.
} NameRole;

typedef struct NameState {
    unsigned char *roles; ///< [node_count] NameRole
    bool is_seen;
} NameState;

// Names.

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_word_at(const char *text, const char *word, size_t length)
{
    for (size_t i = 0; i < length; ++i) {
        if (lower(text[i]) != word[i]) {
            return false;
        }
    }
    return true;
}

// Programs number copies: wall-col.001, wall-col_2.
static size_t length_without_number(const char *name)
{
    size_t length = strlen(name);
    while (length > 0 && strchr("0123456789 _.", name[length - 1]) != NULL) {
        --length;
    }
    return length;
}

// "-word" or "_word" at the end, "$word" anywhere.
static bool has_suffix(const char *name, const char *word)
{
    const size_t length = length_without_number(name), word_length = strlen(word);
    if (length > word_length && is_word_at(name + length - word_length, word, word_length)) {
        const char mark = name[length - word_length - 1];
        if (mark == '-' || mark == '_') {
            return true;
        }
    }
    for (size_t i = 0; i + word_length < length; ++i) {
        if (name[i] == '$' && is_word_at(name + i + 1, word, word_length)) {
            return true;
        }
    }
    return false;
}

static NameRole role_beside_mesh(const char *name)
{
    return has_suffix(name, "col") ? ROLE_TRIANGLES
                                   : (has_suffix(name, "convcol") ? ROLE_HULL : ROLE_NONE);
}

// Roles that replace the mesh by a collider or a body, which the root of a scene cannot be.
static NameRole role_instead_of_mesh(const char *name)
{
    static const struct {
        const char *word;
        NameRole role;
    } rows[] = {{"colonly", ROLE_TRIANGLES}, {"convcolonly", ROLE_HULL}, {"rigid", ROLE_RIGID}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        if (has_suffix(name, rows[i].word)) {
            return rows[i].role;
        }
    }
    return ROLE_NONE;
}

// Nodes.

static const char *mesh_name(const SceneReader *reader, int32_t mesh)
{
    Cursor root = reader->root;
    root.report = NULL; // Only this reader uses names of meshes.
    const Cursor meshes = tum_cursor_array(&root, "meshes");
    const Cursor item = tum_cursor_object_at(&meshes, (size_t)mesh);
    const char *name = "";
    tum_cursor_text(&item, "name", &name);
    return name;
}

static void report_ignored(const SceneReader *reader, size_t node, const char *reason)
{
    if (tum_document_node(reader->document, node)->in_scene) {
        const Cursor item = tum_cursor_item(&reader->nodes, node);
        const Cursor name = tum_cursor_member(&item, "name");
        tum_cursor_report(&name, CODE_PHYSICS_NAME_IGNORED,
                          "The name asks for a collider, but the node %s.", reason);
    }
}

static NameRole role_of(const SceneReader *reader, size_t index, bool has_single_root)
{
    const DocumentNode *node = tum_document_node(reader->document, index);
    const NameRole instead = role_instead_of_mesh(node->name);
    const NameRole beside = role_beside_mesh(node->name);
    const bool is_root = has_single_root && node->parent < 0;
    if (node->mesh < 0) {
        if (instead != ROLE_NONE || beside != ROLE_NONE) {
            report_ignored(reader, index, "has no mesh");
        }
        return ROLE_NONE;
    }
    if (instead != ROLE_NONE && is_root) {
        report_ignored(reader, index, "is the root of the scene");
    }
    if (instead != ROLE_NONE && !is_root) {
        return instead;
    }
    return beside != ROLE_NONE ? beside : role_beside_mesh(mesh_name(reader, node->mesh));
}

enum { IMPORT_UNKNOWN, IMPORT_YES, IMPORT_NO };

// True where a node or one above has the suffix -noimp. Results are cached along the way, so that
// all queries together walk every edge of the tree once.
static bool is_left_out(const SceneReader *reader, unsigned char *known, int32_t node)
{
    int32_t top = node;
    for (;;) {
        const DocumentNode *at = tum_document_node(reader->document, (size_t)top);
        if (known[top] == IMPORT_UNKNOWN && has_suffix(at->name, "noimp")) {
            known[top] = IMPORT_NO;
        }
        if (known[top] != IMPORT_UNKNOWN || at->parent < 0) {
            break;
        }
        top = at->parent;
    }
    const unsigned char answer = known[top] == IMPORT_NO ? IMPORT_NO : IMPORT_YES;
    known[top] = answer;
    for (int32_t at = node; at != top;) {
        known[at] = answer;
        at = tum_document_node(reader->document, (size_t)at)->parent;
    }
    return answer == IMPORT_NO;
}

static void *names_open(SceneReader *reader)
{
    NameState *state = tum_arena_zeroed(&reader->arena, 1, sizeof *state);
    unsigned char *known = tum_arena_zeroed(&reader->arena, reader->node_count, 1);
    if (state == NULL || known == NULL) {
        return NULL;
    }
    state->roles = tum_arena_zeroed(&reader->arena, reader->node_count, 1);
    // Without the extension, Godot adds a root above the roots of a file.
    const bool has_single_root = tum_reader_declares(reader, "GODOT_single_root");
    for (size_t i = 0; state->roles != NULL && i < reader->node_count; ++i) {
        if (!is_left_out(reader, known, (int32_t)i)) {
            state->roles[i] = (unsigned char)role_of(reader, i, has_single_root);
        }
    }
    return state->roles != NULL ? state : NULL;
}

static unsigned names_aspects(const void *opened, const Cursor *node)
{
    const NameState *state = opened;
    switch ((NameRole)state->roles[node->index]) {
    case ROLE_TRIANGLES:
    case ROLE_HULL: return ASPECT_COLLIDER;
    case ROLE_RIGID: return ASPECT_COLLIDER | ASPECT_MOTION;
    default: return 0;
    }
}

static void names_read_node(SceneReader *reader, void *opened, int32_t node, const Cursor *at,
                            unsigned wanted)
{
    NameState *state = opened;
    const NameRole role = (NameRole)state->roles[node];
    const char *pointer = tum_reader_pointer(reader, at);
    state->is_seen = true;
    if ((wanted & ASPECT_MOTION) != 0) {
        MotionDef motion = tum_default_motion_def();
        motion.node = node;
        motion.mass = 1.0;
        motion.mass_origin = TUM_ORIGIN_DEFAULTED;
        motion.pointer = pointer;
        tum_scene_builder_motion(reader->builder, &motion);
    }
    if ((wanted & ASPECT_COLLIDER) != 0) {
        const MeshSource source = {.mesh = tum_document_node(reader->document, (size_t)node)->mesh,
                                   .skin = -1};
        const Cursor mesh = tum_cursor_member(at, "mesh");
        const MeshUse use = {.is_hull = role != ROLE_TRIANGLES, .at = &mesh, .shape = at};
        const int32_t shape = tum_shape_of_mesh(reader, &source, node, &use);
        const ColliderDef collider = {.node = node,
                                      .shape = shape,
                                      .material = -1,
                                      .filter = -1,
                                      .group = -1,
                                      .pointer = pointer};
        if (shape >= 0) {
            tum_scene_builder_collider(reader->builder, &collider);
        }
    }
}

static void names_close(SceneReader *reader, void *opened)
{
    const NameState *state = opened;
    if (state->is_seen) {
        tum_reader_add_id(reader, "NM");
    }
}

static const char *const no_extensions[] = {NULL};

const Dialect tum_name_convention = {
    .name = "names of nodes",
    .extensions = no_extensions,
    .answers_to = DIALECT_BIT(NAMES),
    .is_on_request = true,
    .open = names_open,
    .aspects = names_aspects,
    .read_node = names_read_node,
    .close = names_close,
};
