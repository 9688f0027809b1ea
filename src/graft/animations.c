// SPDX-License-Identifier: MIT
// animations.c: animations of needed nodes and of properties of physics, from the source.
//
// Optimizers resample animations and drop those of extensions. Channels of the source that move
// needed nodes or change physics take the place of the optimizer's; all others stay.
#include <stdio.h>
#include <string.h>

#include "dialects/dialect.h"
#include "document/edit_extension.h"
#include "graft/graft_data.h"

static const char pointer_extension[] = "KHR_animation_pointer";

static bool is_path(const char *path)
{
    return strcmp(path, "translation") == 0 || strcmp(path, "rotation") == 0 ||
           strcmp(path, "scale") == 0;
}

static const char *pointer_of(const Cursor *target)
{
    const Cursor extensions = tum_cursor_member(target, "extensions");
    const Cursor extension = tum_cursor_member(&extensions, pointer_extension);
    const char *pointer = "";
    tum_cursor_text(&extension, "pointer", &pointer);
    return pointer;
}

// "/extensions/NAME/…": true where NAME is an extension of physics.
static bool is_physics(const char *pointer)
{
    static const char prefix[] = "/extensions/";
    char name[64];
    if (strncmp(pointer, prefix, sizeof prefix - 1) != 0) {
        return strncmp(pointer, "/shapes/", 8) == 0;
    }
    pointer += sizeof prefix - 1;
    const size_t length = strcspn(pointer, "/");
    if (length >= sizeof name) {
        return false;
    }
    memcpy(name, pointer, length);
    name[length] = '\0';
    return tum_dialects_read_extension(name);
}

// "/nodes/4/rest": the node; *rest points to "/rest". @return -1 for any other pointer.
static int64_t node_of_pointer(const char *pointer, const char **rest)
{
    if (strncmp(pointer, "/nodes/", 7) != 0 || pointer[7] < '0' || pointer[7] > '9') {
        return -1;
    }
    int64_t node = 0;
    for (*rest = pointer + 7; **rest >= '0' && **rest <= '9' && node < INT32_MAX; ++*rest) {
        node = 10 * node + (**rest - '0');
    }
    return **rest == '/' ? node : -1;
}

// A pointer to a node, with the node's index in the result.
static const char *pointer_to(Graft *graft, int32_t node, const char *rest)
{
    char prefix[32];
    const size_t length = (size_t)snprintf(prefix, sizeof prefix, "/nodes/%d", (int)node);
    const size_t bytes = length + strlen(rest);
    char *pointer = tum_arena_zeroed(&graft->arena, bytes + 1, 1);
    if (pointer == NULL) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return NULL;
    }
    memcpy(pointer, prefix, length);
    memcpy(pointer + length, rest, bytes - length);
    return pointer;
}

/// Place that a channel of the source changes, in the result.
typedef struct Target {
    int32_t node;        ///< -1: none.
    const char *path;    ///< "translation", "pointer" …
    const char *pointer; ///< For "pointer", in the result.
} Target;

// @return false for a channel that physics does not depend on.
static bool find_target(Graft *graft, const Cursor *target, Target *found)
{
    const char *path = "", *rest = "";
    *found = (Target){.node = -1};
    tum_cursor_text(target, "path", &path);
    found->path = path;
    if (strcmp(path, "pointer") != 0) {
        const int32_t node = tum_cursor_index(target, "node", graft->source_count);
        if (node < 0 || !graft->is_needed[node] || !is_path(path)) {
            return false;
        }
        found->node = graft->node_of[node];
        return true;
    }
    found->pointer = pointer_of(target);
    const int64_t node = node_of_pointer(found->pointer, &rest);
    if (node < 0) {
        return is_physics(found->pointer);
    }
    if (node >= (int64_t)graft->source_count || !graft->is_needed[node] ||
        !(is_path(rest + 1) || is_physics(rest))) {
        return false;
    }
    found->pointer = pointer_to(graft, graft->node_of[node], rest);
    return found->pointer != NULL;
}

// Removal.

// True where a channel of the result moves a needed node or changes physics.
static bool is_replaced(const Graft *graft, const Cursor *target)
{
    const char *path = "", *rest = "";
    tum_cursor_text(target, "path", &path);
    int64_t node = -1;
    if (strcmp(path, "pointer") == 0) {
        const char *pointer = pointer_of(target);
        node = node_of_pointer(pointer, &rest);
        if (node < 0 || is_physics(rest)) {
            return node >= 0 || is_physics(pointer);
        }
        path = rest + 1;
    } else {
        node = tum_cursor_index(target, "node", graft->optimized_count);
    }
    return node >= 0 && node < (int64_t)graft->optimized_count && graft->source_of[node] >= 0 &&
           is_path(path);
}

// Channels that stay follow their node to its index in the result; weights follow the mesh to the
// node that holds it now.
static void follow_node(Graft *graft, const Cursor *target, const Cursor *place)
{
    const char *path = "";
    tum_cursor_text(target, "path", &path);
    const int32_t node = tum_cursor_index(target, "node", graft->optimized_count);
    if (node < 0) {
        return;
    }
    const int32_t slot = graft->slot_of[node], holder = graft->holders.items[slot];
    const bool is_held = strcmp(path, "weights") == 0 && holder >= 0;
    if (is_held || slot != node) {
        graft_note(graft,
                   tum_edit_set_number(graft->document, place, "node", is_held ? holder : slot));
    }
}

static void follow_pointer(Graft *graft, const Cursor *target, const Cursor *place)
{
    const char *rest = "";
    const int64_t node = node_of_pointer(pointer_of(target), &rest);
    if (node < 0 || node >= (int64_t)graft->optimized_count || graft->slot_of[node] == node) {
        return;
    }
    const char *pointer = pointer_to(graft, graft->slot_of[node], rest);
    const Cursor extensions = graft_member(place, "extensions");
    const Cursor extension = graft_member(&extensions, pointer_extension);
    if (pointer != NULL) {
        graft_note(graft, tum_edit_set_text(graft->document, &extension, "pointer", pointer));
    }
}

// Channels are gone through from the last one, since removal moves later ones up.
static void clean_animation(Graft *graft, const Cursor *animations, size_t index)
{
    const Cursor place = graft_item(animations, index);
    const Cursor channels = graft_member(&place, "channels");
    for (size_t i = tum_edit_count(graft->document, &channels); i-- > 0 && graft_is_fine(graft);) {
        const Cursor root = tum_cursor_root(graft->document, NULL);
        const Cursor all = tum_cursor_member(&root, "animations");
        const Cursor animation = tum_cursor_item(&all, index);
        const Cursor list = tum_cursor_member(&animation, "channels");
        const Cursor channel = tum_cursor_item(&list, i);
        const Cursor target = tum_cursor_member(&channel, "target");
        if (is_replaced(graft, &target)) {
            tum_edit_remove_item(graft->document, &channels, i);
        } else {
            const Cursor at = graft_item(&channels, i);
            const Cursor target_place = graft_member(&at, "target");
            follow_pointer(graft, &target, &target_place);
            follow_node(graft, &target, &target_place);
        }
    }
}

static void clean(Graft *graft)
{
    const Cursor animations = graft_member(&graft->root, "animations");
    const Cursor before = tum_cursor_root(graft->document, NULL);
    const Cursor list = tum_cursor_member(&before, "animations");
    if (tum_cursor_kind(&list) != JSON_ARRAY) {
        tum_edit_remove(graft->document, &graft->root, "animations");
        return;
    }
    for (size_t i = tum_edit_count(graft->document, &animations);
         i-- > 0 && graft_is_fine(graft);) {
        const Cursor root = tum_cursor_root(graft->document, NULL);
        const Cursor all = tum_cursor_member(&root, "animations");
        const Cursor animation = tum_cursor_item(&all, i);
        const Cursor channels = tum_cursor_member(&animation, "channels");
        const char *name = "";
        tum_cursor_text(&animation, "name", &name);
        const bool was_empty = tum_cursor_count(&channels) == 0;
        const Cursor place = graft_item(&animations, i);
        const Cursor left = graft_member(&place, "channels");
        clean_animation(graft, &animations, i);
        const bool is_ours = strcmp(name, GRAFT_ANIMATION) == 0;
        if (is_ours || (!was_empty && tum_edit_count(graft->document, &left) == 0)) {
            tum_edit_remove_item(graft->document, &animations, i);
        }
    }
    if (tum_edit_count(graft->document, &animations) == 0) {
        tum_edit_remove(graft->document, &graft->root, "animations");
    }
}

// Additions.

/// An animation of the source on its way into the result.
typedef struct Adding {
    Cursor from;       ///< In the source.
    Cursor animations; ///< Places in the result.
    Cursor to;
    int32_t *sampler_of; ///< [samplers] Index in the result, or -1.
    bool is_begun;
} Adding;

static void begin(Graft *graft, Adding *adding)
{
    graft_note(graft, tum_edit_set_array(graft->document, &graft->root, "animations"));
    if (!graft_is_fine(graft)) {
        return;
    }
    const size_t index = tum_edit_count(graft->document, &adding->animations);
    graft_note(graft, tum_edit_add_object(graft->document, &adding->animations));
    adding->to = graft_item(&adding->animations, index);
    const Cursor name = tum_cursor_member(&adding->from, "name");
    if (tum_cursor_exists(&name) && graft_is_fine(graft)) {
        graft_note(graft, tum_edit_set_copy(graft->document, &adding->to, "name", &name));
    }
    graft_note(graft, tum_edit_set_array(graft->document, &adding->to, "channels"));
    graft_note(graft, tum_edit_set_array(graft->document, &adding->to, "samplers"));
    adding->is_begun = true;
}

static void tell_unreadable(Graft *graft, const Cursor *sampler, const char *key)
{
    if (!graft_is_fine(graft)) {
        return; // for lack of memory
    }
    char pointer[64];
    tum_cursor_pointer(sampler, pointer, sizeof pointer);
    tum_report_add(graft->report, CODE_GRAFT_ANIMATION_LOST, tum_document_name(graft->source),
                   pointer, "The %s of this sampler cannot be read, so it cannot come along.", key);
    graft_note(graft, TUM_ERROR_INPUT);
}

static int32_t bring_sampler(Graft *graft, Adding *adding, const Cursor *samplers, int32_t index)
{
    static const char *const keys[] = {"input", "output"};
    if (adding->sampler_of[index] >= 0) {
        return adding->sampler_of[index];
    }
    const size_t accessor_count = tum_cursor_root_count(graft->source, "accessors");
    const Cursor from = tum_cursor_item(samplers, (size_t)index);
    const Cursor list = graft_member(&adding->to, "samplers");
    const size_t place = tum_edit_count(graft->document, &list);
    graft_note(graft, tum_edit_add_object(graft->document, &list));
    const Cursor to = graft_item(&list, place);
    const Cursor interpolation = tum_cursor_member(&from, "interpolation");
    if (tum_cursor_exists(&interpolation)) {
        graft_note(graft, tum_edit_set_copy(graft->document, &to, "interpolation", &interpolation));
    }
    for (size_t i = 0; i < 2 && graft_is_fine(graft); ++i) {
        const int32_t accessor = tum_cursor_index(&from, keys[i], accessor_count);
        const int32_t copy = accessor >= 0 ? tum_graft_bring_accessor(graft, accessor) : -1;
        if (copy >= 0) {
            graft_note(graft, tum_edit_set_number(graft->document, &to, keys[i], copy));
        } else {
            tell_unreadable(graft, &from, keys[i]);
        }
    }
    adding->sampler_of[index] = (int32_t)place;
    return (int32_t)place;
}

static void add_channel(Graft *graft, Adding *adding, const Target *target, int32_t sampler)
{
    const Cursor list = graft_member(&adding->to, "channels");
    const size_t index = tum_edit_count(graft->document, &list);
    graft_note(graft, tum_edit_add_object(graft->document, &list));
    const Cursor channel = graft_item(&list, index);
    graft_note(graft, tum_edit_set_number(graft->document, &channel, "sampler", sampler));
    graft_note(graft, tum_edit_set_object(graft->document, &channel, "target"));
    const Cursor place = graft_member(&channel, "target");
    if (target->node >= 0) {
        graft_note(graft, tum_edit_set_number(graft->document, &place, "node", target->node));
    }
    graft_note(graft, tum_edit_set_text(graft->document, &place, "path", target->path));
    if (target->pointer != NULL && graft_is_fine(graft)) {
        const Cursor extensions = graft_member(&place, "extensions");
        const Cursor extension = graft_member(&extensions, pointer_extension);
        graft_note(graft, tum_edit_set_object(graft->document, &place, "extensions"));
        graft_note(graft, tum_edit_set_object(graft->document, &extensions, pointer_extension));
        graft_note(graft,
                   tum_edit_set_text(graft->document, &extension, "pointer", target->pointer));
        graft_note(graft, tum_edit_declare_extension(graft->document, pointer_extension, false));
    }
}

static void add_animation(Graft *graft, const Cursor *from)
{
    const Cursor channels = tum_cursor_member(from, "channels");
    const Cursor samplers = tum_cursor_member(from, "samplers");
    const size_t sampler_count = tum_cursor_count(&samplers);
    Adding adding = {.from = *from, .animations = graft_member(&graft->root, "animations")};
    adding.sampler_of = tum_arena_zeroed(&graft->arena, sampler_count, sizeof *adding.sampler_of);
    if (adding.sampler_of == NULL) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return;
    }
    memset(adding.sampler_of, 0xff, sampler_count * sizeof *adding.sampler_of);
    for (size_t i = 0; i < tum_cursor_count(&channels) && graft_is_fine(graft); ++i) {
        const Cursor channel = tum_cursor_item(&channels, i);
        const Cursor at = tum_cursor_member(&channel, "target");
        const int32_t sampler = tum_cursor_index(&channel, "sampler", sampler_count);
        Target target;
        if (sampler < 0 || !find_target(graft, &at, &target)) {
            continue;
        }
        if (!adding.is_begun) {
            begin(graft, &adding);
        }
        if (graft_is_fine(graft)) {
            add_channel(graft, &adding, &target, bring_sampler(graft, &adding, &samplers, sampler));
        }
    }
}

void tum_graft_animations(Graft *graft)
{
    const Cursor root = tum_cursor_root(graft->source, NULL);
    const Cursor animations = tum_cursor_member(&root, "animations");
    clean(graft);
    for (size_t i = 0; i < tum_cursor_count(&animations) && graft_is_fine(graft); ++i) {
        const Cursor animation = tum_cursor_item(&animations, i);
        const char *name = "";
        tum_cursor_text(&animation, "name", &name);
        if (strcmp(name, GRAFT_ANIMATION) != 0) {
            add_animation(graft, &animation);
        }
    }
}
