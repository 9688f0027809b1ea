// SPDX-License-Identifier: MIT
// json_document.c: JSON that is no file of 3D as a document, and places by JSON pointer.
#include "document/json_document.h"

#include <string.h>

#include "document/json.h"
#include "document/state.h"

TumStatus tum_json_document_read(const void *bytes, size_t count, const char *name,
                                 const TumAllocator *allocator, TumDocument **document,
                                 TumReport *report)
{
    const TumAllocator own = tum_allocator_or_default(allocator);
    *document = NULL;
    TumDocument *made = tum_allocate_zeroed(&own, 1, sizeof *made);
    if (made == NULL) {
        return TUM_ERROR_MEMORY;
    }
    made->allocator = own;
    made->dimension = 3;
    tum_arena_init(&made->arena, &own);
    made->name = tum_arena_text(&made->arena, name, strlen(name));
    TumStatus status = made->name == NULL
                           ? TUM_ERROR_MEMORY
                           : tum_json_parse(bytes, count, &made->arena, &made->root, name, report);
    if (status == TUM_OK && made->root.kind != JSON_OBJECT) {
        tum_report_add(report, CODE_TYPE_MISMATCH, name, "", "Type mismatch: this is no object.");
        status = TUM_ERROR_INPUT;
    }
    if (status != TUM_OK) {
        tum_document_destroy(made);
        return status;
    }
    *document = made;
    return TUM_OK;
}

// Undoes the escapes ~1 and ~0 of a token. @return false where the token is too long for any member
// that a caller asks for.
static bool read_token(const char *token, size_t bytes, char *key, size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < bytes; ++i) {
        char c = token[i];
        if (c == '~' && i + 1 < bytes && (token[i + 1] == '0' || token[i + 1] == '1')) {
            c = token[++i] == '1' ? '/' : '~';
        }
        if (used + 1 >= room) {
            return false;
        }
        key[used++] = c;
    }
    key[used] = '\0';
    return true;
}

static const JsonValue *item_of(const JsonValue *array, const char *token)
{
    uint32_t index = 0;
    for (const char *digit = token; *digit != '\0'; ++digit) {
        if (*digit < '0' || *digit > '9' || index > (UINT32_MAX - 9) / 10) {
            return NULL;
        }
        index = index * 10 + (uint32_t)(*digit - '0');
    }
    return *token != '\0' && index < array->count ? &array->items[index] : NULL;
}

bool tum_json_document_has(const TumDocument *document, const char *pointer, const char *key)
{
    const JsonValue *value = &document->root;
    while (value != NULL && *pointer == '/') {
        const char *token = pointer + 1;
        const size_t bytes = strcspn(token, "/");
        char text[256];
        pointer = token + bytes;
        if (!read_token(token, bytes, text, sizeof text)) {
            return false;
        }
        value = value->kind == JSON_OBJECT  ? tum_json_find(value, text)
                : value->kind == JSON_ARRAY ? item_of(value, text)
                                            : NULL;
    }
    const JsonValue *member =
        value != NULL && value->kind == JSON_OBJECT ? tum_json_find(value, key) : NULL;
    return member != NULL && member->kind != JSON_NULL;
}
