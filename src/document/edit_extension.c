// SPDX-License-Identifier: MIT
// edit_extension.c: extensions removed from a document and declared in it.
#include "document/edit_extension.h"

#include <string.h>

#include "document/edit_root.h"

// Removes the extension from an object and all values below. The recursion is as deep as the
// document, which the reader has bounded.
static void strip(JsonValue *value, const char *name)
{
    for (uint32_t i = 0; value->kind == JSON_ARRAY && i < value->count; ++i) {
        strip(&value->items[i], name);
    }
    if (value->kind != JSON_OBJECT) {
        return;
    }
    JsonValue *extensions = tum_json_find_mutable(value, "extensions");
    if (extensions != NULL && tum_json_remove(extensions, name) && extensions->count == 0) {
        tum_json_remove(value, "extensions");
    }
    for (uint32_t i = 0; i < value->count; ++i) {
        if (strcmp(value->members[i].key, "extras") != 0) {
            strip(&value->members[i].value, name);
        }
    }
}

static bool is_text(const JsonValue *value, const char *text)
{
    return value->kind == JSON_TEXT && strcmp(value->text, text) == 0;
}

// Removes a name from a root list, and the list when it becomes empty. @return true where the list
// held the name.
static bool remove_name(TumDocument *document, const char *key, const char *name)
{
    JsonValue *list = tum_json_find_mutable(&document->root, key);
    bool is_removed = false;
    if (list == NULL || list->kind != JSON_ARRAY) {
        return false;
    }
    for (uint32_t i = list->count; i-- > 0;) {
        if (is_text(&list->items[i], name)) {
            tum_json_remove_item(list, i);
            is_removed = true;
        }
    }
    if (is_removed && list->count == 0) {
        tum_json_remove(&document->root, key);
    }
    return is_removed;
}

void tum_edit_remove_extension(TumDocument *document, const char *name)
{
    strip(&document->root, name);
    (void)remove_name(document, "extensionsUsed", name);
    (void)remove_name(document, "extensionsRequired", name);
}

static TumStatus add_name(TumDocument *document, const char *key, const char *name)
{
    JsonValue *list;
    const TumStatus status = tum_edit_root_array(document, key, &list);
    if (status != TUM_OK) {
        return status;
    }
    for (uint32_t i = 0; i < list->count; ++i) {
        if (is_text(&list->items[i], name)) {
            return TUM_OK;
        }
    }
    JsonValue value;
    return tum_json_text(&document->arena, name, strlen(name), &value) &&
                   tum_json_push(&document->arena, list, value) != NULL
               ? TUM_OK
               : TUM_ERROR_MEMORY;
}

TumStatus tum_edit_relax_extension(TumDocument *document, const char *name, bool *was_required)
{
    *was_required = remove_name(document, "extensionsRequired", name);
    return *was_required ? add_name(document, "extensionsUsed", name) : TUM_OK;
}

TumStatus tum_edit_declare_extension(TumDocument *document, const char *name, bool is_required)
{
    const TumStatus status = add_name(document, "extensionsUsed", name);
    return status == TUM_OK && is_required ? add_name(document, "extensionsRequired", name)
                                           : status;
}
