// SPDX-License-Identifier: MIT
// dialect.c: the dialects by rank, their names and extensions.
#include "dialects/dialect.h"

#include <string.h>

const Dialect *const tum_dialects[] = {
    &tum_khr_dialect,
    &tum_khr_early_dialect,
    &tum_msft_dialect,
    &tum_msft_camel_dialect,
    &tum_msft_physics_dialect,
    &tum_omi_dialect,
    &tum_omi_draft_dialect,
    &tum_omi_collider_dialect,
    // The next two never compete for bodies; they depend on the results of all dialects above.
    &tum_omi_joint_dialect,
    &tum_omi_gravity_dialect,
    &tum_name_convention,
};

const char *tum_dialects_extension(size_t index)
{
    for (int i = 0; i < DIALECT_COUNT; ++i) {
        for (const char *const *at = tum_dialects[i]->extensions; *at != NULL; ++at) {
            if (index-- == 0) {
                return *at;
            }
        }
    }
    return NULL;
}

static const char *const dialect_names[TUM_DIALECT_COUNT] = {
    "", "khr", "khr-draft", "msft", "omi", "omi-draft", "omi-collider", "g4mf", "gltf21", "names"};

// The revisions that each dialect reads, as ids.
static const char *const dialect_ids[TUM_DIALECT_COUNT] = {"",
                                                           "K6 K7",
                                                           "K0 K1 K2 K3 K4 K5",
                                                           "M0 M1 M2 M3",
                                                           "B3 B4 B5 S0 S1 S2 S3 S4 J0 J1 GR",
                                                           "B0 B1 B2",
                                                           "OC OC0",
                                                           "F",
                                                           "G21",
                                                           "NM"};

// True where a list of words contains the word.
static bool has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; *at != '\0'; at += strspn(at, " ")) {
        const size_t bytes = strcspn(at, " ");
        if (bytes == length && memcmp(at, word, length) == 0) {
            return true;
        }
        at += bytes;
    }
    return false;
}

const char *tum_dialect_name(TumDialect dialect)
{
    return dialect > TUM_DIALECT_ANY && dialect < TUM_DIALECT_COUNT ? dialect_names[dialect] : "";
}

bool tum_dialect_by_name(const char *name, TumDialect *dialect)
{
    for (int i = TUM_DIALECT_ANY + 1; name != NULL && i < TUM_DIALECT_COUNT; ++i) {
        if (strcmp(dialect_names[i], name) == 0 || has_word(dialect_ids[i], name)) {
            *dialect = (TumDialect)i;
            return true;
        }
    }
    return false;
}

bool tum_dialects_read_extension(const char *name)
{
    for (int i = 0; i < DIALECT_COUNT; ++i) {
        for (const char *const *at = tum_dialects[i]->extensions; *at != NULL; ++at) {
            if (strcmp(*at, name) == 0) {
                return true;
            }
        }
    }
    return false;
}

// The dialects that read an extension of this name.
static unsigned readers_of(const char *name)
{
    unsigned readers = 0;
    for (unsigned i = 0; i < DIALECT_COUNT; ++i) {
        for (const char *const *at = tum_dialects[i]->extensions; *at != NULL; ++at) {
            readers |= strcmp(*at, name) == 0 ? 1u << i : 0;
        }
    }
    return readers;
}

// The dialects that read no extension, and so every node.
static unsigned readers_of_any_node(void)
{
    unsigned readers = 0;
    for (unsigned i = 0; i < DIALECT_COUNT; ++i) {
        readers |= tum_dialects[i]->extensions[0] == NULL ? 1u << i : 0;
    }
    return readers;
}

bool tum_dialects_mark(SceneReader *reader)
{
    const unsigned any = (1u << DIALECT_COUNT) - 1, always = readers_of_any_node();
    Cursor nodes = reader->nodes;
    nodes.report = NULL;
    // Nodes mostly have the same extension, and the same text for its name.
    const char *last = NULL;
    unsigned readers_of_last = 0;
    reader->extended =
        tum_arena_zeroed(&reader->arena, reader->node_count, sizeof *reader->extended);
    for (size_t i = 0; reader->extended != NULL && i < reader->node_count; ++i) {
        const Cursor node = tum_cursor_item(&nodes, i);
        const Cursor extensions = tum_cursor_member(&node, "extensions");
        const bool is_object = tum_cursor_kind(&extensions) == JSON_OBJECT;
        unsigned readers = is_object || !tum_cursor_exists(&extensions) ? always : any;
        for (size_t k = 0; is_object && k < tum_cursor_count(&extensions); ++k) {
            const char *name = NULL;
            tum_cursor_member_at(&extensions, k, &name);
            if (name != last) {
                last = name;
                readers_of_last = readers_of(name);
                reader->has_omi |= strncmp(name, "OMI_", 4) == 0;
            }
            readers |= readers_of_last;
        }
        reader->extended[i] = (uint16_t)readers;
        reader->on_nodes |= readers;
    }
    return reader->extended != NULL;
}

bool tum_dialect_is_on_nodes(const SceneReader *reader, const Dialect *dialect)
{
    unsigned bits = 0;
    for (unsigned i = 0; i < DIALECT_COUNT; ++i) {
        bits |= tum_dialects[i] == dialect ? 1u << i : 0;
    }
    return (reader->on_nodes & bits) != 0;
}
