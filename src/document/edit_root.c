// SPDX-License-Identifier: MIT
// edit_root.c: arrays of a document under edit.
#include "document/edit_root.h"

TumStatus tum_edit_root_array(TumDocument *document, const char *key, JsonValue **array)
{
    *array = tum_json_find_mutable(&document->root, key);
    if (*array == NULL || (*array)->kind == JSON_NULL) {
        *array = tum_json_set(&document->arena, &document->root, key, json_empty(JSON_ARRAY));
        return *array != NULL ? TUM_OK : TUM_ERROR_MEMORY;
    }
    return (*array)->kind == JSON_ARRAY ? TUM_OK : TUM_ERROR_INPUT;
}

TumStatus tum_edit_add_to_root(TumDocument *document, const char *key, JsonValue value,
                               int32_t *index)
{
    JsonValue *array;
    const TumStatus status = tum_edit_root_array(document, key, &array);
    if (status != TUM_OK) {
        return status;
    }
    if (array->count >= INT32_MAX) {
        return TUM_ERROR_CAPACITY;
    }
    const int32_t at = (int32_t)array->count;
    if (tum_json_push(&document->arena, array, value) == NULL) {
        return TUM_ERROR_MEMORY;
    }
    if (index != NULL) {
        *index = at;
    }
    return TUM_OK;
}

bool tum_edit_make_numbers(Arena *arena, const double *values, size_t count, JsonValue *array)
{
    *array = json_empty(JSON_ARRAY);
    if (count > UINT32_MAX || !tum_json_reserve(arena, array, (uint32_t)count)) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        array->items[i] = json_number(values[i]);
    }
    array->count = (uint32_t)count;
    return true;
}
