// SPDX-License-Identifier: MIT
// number.c: numbers of a document by their JSON pointers (RFC 6901).
#include <string.h>

#include "base/assert.h"
#include "document/edit.h"
#include "document/state.h"
#include "math/scalar.h"

enum { MOST_TOKEN_BYTES = 1024 };

// Bytes that these describe are read when the document is opened.
static const char *const fixed[] = {"buffers", "bufferViews", "accessors"};

// Reads the token after a slash and decodes "~1" and "~0".
//
// @param pointer  at the slash; receives the place behind the token.
// @return false where the token is no valid one, or too long.
static bool read_token(const char **pointer, char token[MOST_TOKEN_BYTES])
{
    const char *at = *pointer + 1;
    size_t used = 0;
    for (; *at != '\0' && *at != '/'; ++at) {
        char letter = *at;
        if (letter == '~') {
            ++at;
            if (*at != '0' && *at != '1') {
                return false;
            }
            letter = *at == '0' ? '~' : '/';
        }
        if (used + 1 == MOST_TOKEN_BYTES) {
            return false;
        }
        token[used++] = letter;
    }
    token[used] = '\0';
    *pointer = at;
    return true;
}

// An index of an array: digits without leading zeros. @return false for any other token.
static bool read_index(const char *token, size_t *index)
{
    const size_t length = strspn(token, "0123456789");
    if (length == 0 || length > 9 || token[length] != '\0' || (token[0] == '0' && length > 1)) {
        return false;
    }
    *index = 0;
    for (size_t i = 0; i < length; ++i) {
        *index = 10 * *index + (size_t)(token[i] - '0');
    }
    return true;
}

static JsonValue *step_into(JsonValue *value, const char *token)
{
    size_t index;
    if (value->kind == JSON_OBJECT) {
        return tum_json_find_mutable(value, token);
    }
    return value->kind == JSON_ARRAY && read_index(token, &index) && index < value->count
               ? &value->items[index]
               : NULL;
}

// Walks to the value that holds the last token's value.
//
// @param last  receives the last token.
// @return TUM_OK, TUM_ERROR_INPUT where there is no such value, or TUM_ERROR_ARGUMENT.
static TumStatus find_parent(JsonValue *root, const char *pointer, JsonValue **parent,
                             char last[MOST_TOKEN_BYTES])
{
    if (*pointer != '/') {
        return TUM_ERROR_ARGUMENT;
    }
    *parent = root;
    while (read_token(&pointer, last)) {
        if (*pointer == '\0') {
            return TUM_OK;
        }
        // The walk goes on where a value is missing: the rest may be no pointer at all.
        *parent = *parent != NULL ? step_into(*parent, last) : NULL;
        if (*parent == NULL) {
            return TUM_ERROR_INPUT;
        }
    }
    return TUM_ERROR_ARGUMENT;
}

TumStatus tum_document_number(const TumDocument *document, const char *pointer, double *number)
{
    char last[MOST_TOKEN_BYTES];
    JsonValue *parent = NULL;
    if (document == NULL || pointer == NULL || number == NULL) {
        return TUM_ERROR_ARGUMENT;
    }
    JsonValue root = document->root;
    const TumStatus status = find_parent(&root, pointer, &parent, last);
    const JsonValue *value = status == TUM_OK ? step_into(parent, last) : NULL;
    if (value == NULL || value->kind != JSON_NUMBER) {
        return status == TUM_OK ? TUM_ERROR_INPUT : status;
    }
    *number = tum_json_number_of(value);
    return TUM_OK;
}

static bool is_fixed(const char *pointer)
{
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; ++i) {
        const size_t length = strlen(fixed[i]);
        if (strncmp(pointer + 1, fixed[i], length) == 0 && pointer[1 + length] == '/') {
            return true;
        }
    }
    return false;
}

// Replaces a number, or adds one to an object.
static TumStatus set_in(TumDocument *document, JsonValue *parent, const char *key, double number)
{
    JsonValue *value = step_into(parent, key);
    if (value != NULL && value->kind == JSON_NUMBER) {
        *value = json_number(number);
        return TUM_OK;
    }
    if (value != NULL || parent->kind != JSON_OBJECT) {
        return TUM_ERROR_INPUT;
    }
    return tum_json_set(&document->arena, parent, key, json_number(number)) != NULL
               ? TUM_OK
               : TUM_ERROR_MEMORY;
}

TumStatus tum_document_set_number(TumDocument *document, const char *pointer, double number)
{
    char last[MOST_TOKEN_BYTES];
    JsonValue *parent = NULL;
    if (document == NULL || pointer == NULL || !is_finite64(number)) {
        return TUM_ERROR_ARGUMENT;
    }
    TumStatus status = find_parent(&document->root, pointer, &parent, last);
    if (status == TUM_OK && is_fixed(pointer)) {
        status = TUM_ERROR_UNSUPPORTED;
    }
    if (status == TUM_OK) {
        status = set_in(document, parent, last, number);
    }
    // Transforms and children of nodes are in a table beside the tree.
    const bool is_of_nodes =
        strncmp(pointer, "/nodes/", 7) == 0 || strncmp(pointer, "/scene", 6) == 0;
    return status == TUM_OK && is_of_nodes ? tum_edit_settle_nodes(document, NULL) : status;
}
