// SPDX-License-Identifier: MIT
// edit.c: members and items of a document at the place of a cursor.
#include "document/edit.h"

#include <string.h>

#include "base/assert.h"
#include "document/edit_root.h"
#include "math/scalar.h"

// A cursor gives the place of its value. The value is looked up again, for edits may have moved it.
static JsonValue *resolve(TumDocument *document, const Cursor *cursor)
{
    if (cursor->parent == NULL) {
        return &document->root;
    }
    JsonValue *parent = resolve(document, cursor->parent);
    if (parent == NULL) {
        return NULL;
    }
    if (cursor->key != NULL) {
        return tum_json_find_mutable(parent, cursor->key);
    }
    return parent->kind == JSON_ARRAY && cursor->index < parent->count
               ? &parent->items[cursor->index]
               : NULL;
}

static JsonValue *resolve_as(TumDocument *document, const Cursor *cursor, JsonKind kind)
{
    JsonValue *value = resolve(document, cursor);
    return value != NULL && value->kind == kind ? value : NULL;
}

static TumStatus set_member(TumDocument *document, const Cursor *object, const char *key,
                            JsonValue value)
{
    JsonValue *at = resolve_as(document, object, JSON_OBJECT);
    if (at == NULL) {
        return TUM_ERROR_ARGUMENT;
    }
    return tum_json_set(&document->arena, at, key, value) != NULL ? TUM_OK : TUM_ERROR_MEMORY;
}

static TumStatus add_item(TumDocument *document, const Cursor *array, JsonValue value)
{
    JsonValue *at = resolve_as(document, array, JSON_ARRAY);
    if (at == NULL) {
        return TUM_ERROR_ARGUMENT;
    }
    return tum_json_push(&document->arena, at, value) != NULL ? TUM_OK : TUM_ERROR_MEMORY;
}

static bool are_finite(const double *values, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (!is_finite64(values[i])) {
            return false;
        }
    }
    return true;
}

TumStatus tum_edit_set_number(TumDocument *document, const Cursor *object, const char *key,
                              double value)
{
    return is_finite64(value) ? set_member(document, object, key, json_number(value))
                              : TUM_ERROR_ARGUMENT;
}

TumStatus tum_edit_set_numbers(TumDocument *document, const Cursor *object, const char *key,
                               const double *values, size_t count)
{
    JsonValue array;
    if (!are_finite(values, count)) {
        return TUM_ERROR_ARGUMENT;
    }
    return tum_edit_make_numbers(&document->arena, values, count, &array)
               ? set_member(document, object, key, array)
               : TUM_ERROR_MEMORY;
}

TumStatus tum_edit_set_text(TumDocument *document, const Cursor *object, const char *key,
                            const char *text)
{
    JsonValue value;
    return tum_json_text(&document->arena, text, strlen(text), &value)
               ? set_member(document, object, key, value)
               : TUM_ERROR_MEMORY;
}

TumStatus tum_edit_set_boolean(TumDocument *document, const Cursor *object, const char *key,
                               bool value)
{
    return set_member(document, object, key, json_truth(value));
}

TumStatus tum_edit_set_copy(TumDocument *document, const Cursor *object, const char *key,
                            const Cursor *value)
{
    JsonValue copy;
    if (value->value == NULL) {
        return TUM_ERROR_ARGUMENT;
    }
    return tum_json_copy(&document->arena, value->value, &copy)
               ? set_member(document, object, key, copy)
               : TUM_ERROR_MEMORY;
}

size_t tum_edit_count(TumDocument *document, const Cursor *place)
{
    const JsonValue *value = resolve(document, place);
    const bool has_items =
        value != NULL && (value->kind == JSON_ARRAY || value->kind == JSON_OBJECT);
    return has_items ? value->count : 0;
}

static TumStatus set_empty(TumDocument *document, const Cursor *object, const char *key,
                           JsonKind kind)
{
    JsonValue *at = resolve_as(document, object, JSON_OBJECT);
    const JsonValue *old = at != NULL ? tum_json_find(at, key) : NULL;
    return old != NULL && old->kind == kind ? TUM_OK
                                            : set_member(document, object, key, json_empty(kind));
}

TumStatus tum_edit_set_object(TumDocument *document, const Cursor *object, const char *key)
{
    return set_empty(document, object, key, JSON_OBJECT);
}

TumStatus tum_edit_set_array(TumDocument *document, const Cursor *object, const char *key)
{
    return set_empty(document, object, key, JSON_ARRAY);
}

TumStatus tum_edit_add_number(TumDocument *document, const Cursor *array, double value)
{
    return is_finite64(value) ? add_item(document, array, json_number(value)) : TUM_ERROR_ARGUMENT;
}

TumStatus tum_edit_add_text(TumDocument *document, const Cursor *array, const char *text)
{
    JsonValue value;
    return tum_json_text(&document->arena, text, strlen(text), &value)
               ? add_item(document, array, value)
               : TUM_ERROR_MEMORY;
}

TumStatus tum_edit_add_object(TumDocument *document, const Cursor *array)
{
    return add_item(document, array, json_empty(JSON_OBJECT));
}

void tum_edit_remove(TumDocument *document, const Cursor *object, const char *key)
{
    JsonValue *at = resolve_as(document, object, JSON_OBJECT);
    if (at != NULL) {
        tum_json_remove(at, key);
    }
}

void tum_edit_remove_item(TumDocument *document, const Cursor *array, size_t index)
{
    JsonValue *at = resolve_as(document, array, JSON_ARRAY);
    if (at != NULL && index < at->count) {
        tum_json_remove_item(at, (uint32_t)index);
    }
}

TumStatus tum_edit_set_transform(TumDocument *document, size_t node, const double translation[3],
                                 const double rotation[4], const double scale[3])
{
    const Cursor root = tum_cursor_root(document, NULL);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    const Cursor at = tum_cursor_item(&nodes, node);
    TumStatus status = tum_edit_set_numbers(document, &at, "translation", translation, 3);
    if (status == TUM_OK) {
        status = tum_edit_set_numbers(document, &at, "rotation", rotation, 4);
    }
    if (status == TUM_OK) {
        status = tum_edit_set_numbers(document, &at, "scale", scale, 3);
    }
    if (status == TUM_OK) {
        tum_edit_remove(document, &at, "matrix");
    }
    return status;
}

static bool is_resolved(const JsonValue *index, size_t count)
{
    return index->kind == JSON_NUMBER && tum_json_number_of(index) >= 0.0 &&
           tum_json_number_of(index) < (double)count;
}

static void drop_unresolved(JsonValue *object, const char *key, size_t count)
{
    JsonValue *list = tum_json_find_mutable(object, key);
    uint32_t kept = 0;
    if (list == NULL || list->kind != JSON_ARRAY) {
        return;
    }
    for (uint32_t i = 0; i < list->count; ++i) {
        if (is_resolved(&list->items[i], count)) {
            list->items[kept++] = list->items[i];
        }
    }
    const bool is_empty = kept == 0 && list->count > 0;
    list->count = kept;
    if (is_empty) {
        tum_json_remove(object, key);
    }
}

void tum_edit_drop_unresolved(TumDocument *document)
{
    const size_t node_count = tum_cursor_root_count(document, "nodes");
    const size_t mesh_count = tum_cursor_root_count(document, "meshes");
    JsonValue *nodes = tum_json_find_mutable(&document->root, "nodes");
    JsonValue *scenes = tum_json_find_mutable(&document->root, "scenes");
    for (uint32_t i = 0; scenes != NULL && scenes->kind == JSON_ARRAY && i < scenes->count; ++i) {
        drop_unresolved(&scenes->items[i], "nodes", node_count);
    }
    for (uint32_t i = 0; nodes != NULL && nodes->kind == JSON_ARRAY && i < nodes->count; ++i) {
        drop_unresolved(&nodes->items[i], "children", node_count);
        const JsonValue *mesh = tum_json_find(&nodes->items[i], "mesh");
        if (mesh != NULL && !is_resolved(mesh, mesh_count)) {
            tum_json_remove(&nodes->items[i], "mesh");
        }
    }
}
