// SPDX-License-Identifier: MIT
// g4mf_name.c: valid names in G4MF (docs/formats.md#g4mf).
#include "document/g4mf_name.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "document/edit.h"
#include "document/state.h"

/// Names in use.
typedef struct Names {
    TumDocument *document;
    TextSet taken;
    bool is_out_of_memory;
} Names;

// Bytes of the character at `at` if names must not contain it, else 0. The control characters from
// U+0080 to U+009F have two bytes.
static size_t forbidden_bytes(const char *at)
{
    const unsigned char c = (unsigned char)at[0], next = c != 0 ? (unsigned char)at[1] : 0;
    if (c < 0x20 || c == 0x7f || strchr("\"#*.:|?@<>{}[]/\\%", c) != NULL) {
        return 1;
    }
    return c == 0xc2 && next >= 0x80 && next < 0xa0 ? 2 : 0;
}

size_t tum_g4mf_name_allowed_bytes(const char *name)
{
    size_t count = 0;
    while (name[count] != '\0' && forbidden_bytes(name + count) == 0) {
        ++count;
    }
    return count;
}

// Replaces forbidden characters by '_'.
static void clean(char *name)
{
    for (size_t i = 0; name[i] != '\0'; ++i) {
        memset(name + i, '_', forbidden_bytes(name + i));
    }
}

static void settle(Names *names, JsonValue *name)
{
    Arena *arena = &names->document->arena;
    const size_t length = strlen(name->text);
    char *text = tum_arena_allocate(arena, length + 12);
    if (text == NULL) {
        names->is_out_of_memory = true;
        return;
    }
    memcpy(text, name->text, length + 1);
    clean(text);
    for (unsigned number = 2; tum_text_set_find(&names->taken, text, strlen(text)) != TEXT_NONE;
         ++number) {
        snprintf(text + length, 12, "%u", number);
    }
    const size_t count = strlen(text);
    *name = (JsonValue){.kind = JSON_TEXT, .count = (uint32_t)count, .text = text};
    names->is_out_of_memory |= tum_text_set_add(&names->taken, text, count) == TEXT_NONE;
}

// The recursion is as deep as the document, which the reader has bounded.
static void settle_below(Names *names, JsonValue *value)
{
    if (value->kind == JSON_ARRAY) {
        for (uint32_t i = 0; i < value->count; ++i) {
            settle_below(names, &value->items[i]);
        }
        return;
    }
    for (uint32_t i = 0; value->kind == JSON_OBJECT && i < value->count; ++i) {
        const char *key = value->members[i].key;
        JsonValue *member = &value->members[i].value;
        if (strcmp(key, "name") == 0 && member->kind == JSON_TEXT && member->count > 0) {
            settle(names, member);
        } else if (strcmp(key, "extras") != 0 && strcmp(key, "extensions") != 0) {
            settle_below(names, member);
        }
    }
}

TumStatus tum_edit_settle_names(TumDocument *document)
{
    Names names = {.document = document};
    tum_text_set_init(&names.taken, &document->allocator);
    JsonValue *nodes = tum_json_find_mutable(&document->root, "nodes");
    if (nodes != NULL) {
        settle_below(&names, nodes);
    }
    for (uint32_t i = 0; i < document->root.count; ++i) {
        if (strcmp(document->root.members[i].key, "nodes") != 0) {
            settle_below(&names, &document->root.members[i].value);
        }
    }
    tum_text_set_clear(&names.taken);
    return names.is_out_of_memory ? TUM_ERROR_MEMORY : TUM_OK;
}
