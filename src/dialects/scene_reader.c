// SPDX-License-Identifier: MIT
// scene_reader.c: services for all dialect readers: memory that records its failures, tables,
// numbers in range.
#include "dialects/scene_reader.h"

#include "math/scalar.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Lower functions (tum_mesh_read) return the same for bad data and for lack of memory. This
// allocator records each failure, which distinguishes the two.
static void *noting_allocate(void *user, size_t bytes, size_t alignment)
{
    SceneReader *reader = user;
    void *block = reader->caller.allocate(reader->caller.user, bytes, alignment);
    if (block == NULL) {
        reader->out_of_memory = true;
    }
    return block;
}

static void noting_release(void *user, void *block, size_t bytes)
{
    SceneReader *reader = user;
    reader->caller.release(reader->caller.user, block, bytes);
}

bool tum_scene_reader_init(SceneReader *reader, const TumDocument *document,
                           const TumSceneOptions *options, TumReport *report)
{
    *reader = (SceneReader){.document = document, .report = report};
    reader->dialect = options != NULL ? options->dialect : TUM_DIALECT_ANY;
    reader->caller = tum_allocator_or_default(options != NULL ? &options->allocator : NULL);
    reader->memory = (TumAllocator){noting_allocate, noting_release, reader};
    reader->node_count = tum_document_node_count(document);
    reader->root = tum_cursor_root(document, report);
    reader->extensions = tum_cursor_object(&reader->root, "extensions");
    reader->nodes = tum_cursor_member(&reader->root, "nodes");
    tum_arena_init(&reader->arena, &reader->memory);
    reader->aspects = tum_arena_zeroed(&reader->arena, reader->node_count, 1);
    return reader->aspects != NULL;
}

void tum_scene_reader_clear(SceneReader *reader)
{
    array_free(&reader->compounds, &reader->memory);
    array_free(&reader->compound_members, &reader->memory);
    tum_arena_clear(&reader->arena);
}

bool tum_reader_expand(SceneReader *reader, size_t count)
{
    if (reader->beyond_capacity || count > READER_MAX_EXPANDED - reader->expanded) {
        reader->beyond_capacity = true;
        return false;
    }
    reader->expanded += count;
    return true;
}

const char *tum_reader_pointer(SceneReader *reader, const Cursor *cursor)
{
    char start[256];
    const size_t length = tum_cursor_pointer(cursor, start, sizeof start);
    if (length < sizeof start) {
        return tum_scene_builder_text(reader->builder, start, length);
    }
    char *text = tum_arena_allocate(&reader->arena, length + 1);
    if (text == NULL) {
        reader->out_of_memory = true;
        return "";
    }
    tum_cursor_pointer(cursor, text, length + 1);
    return text;
}

bool tum_reader_declares(const SceneReader *reader, const char *extension)
{
    Cursor root = reader->root;
    root.report = NULL; // The check of the document files faults of the list.
    const Cursor used = tum_cursor_array(&root, "extensionsUsed");
    const size_t count = tum_cursor_count(&used);
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(&used, i);
        const char *name = NULL;
        if (tum_cursor_text_here(&item, &name) && strcmp(name, extension) == 0) {
            return true;
        }
    }
    return false;
}

void tum_reader_report_undeclared(const Cursor *object, const char *extension)
{
    tum_cursor_report(object, CODE_UNDECLARED_EXTENSION,
                      "'%s' is not in 'extensionsUsed'; it is read all the same.", extension);
}

void tum_reader_report_left_out(SceneReader *reader, const Cursor *object)
{
    if (!reader->has_left_out) {
        reader->has_left_out = true;
        tum_cursor_report(object, CODE_PHYSICS_DIALECT_FORCED,
                          "This, and perhaps more, is not in the form of '%s', which was asked "
                          "for; it is left out.",
                          tum_dialect_name(reader->dialect));
    }
}

void tum_reader_add_id(SceneReader *reader, const char *id)
{
    // An id is never a whole word within another one, so a search between separators suffices.
    const size_t length = strlen(id), used = strlen(reader->ids);
    for (const char *at = reader->ids; (at = strstr(at, id)) != NULL; at += length) {
        const bool starts = at == reader->ids || at[-1] == ' ';
        if (starts && (at[length] == ',' || at[length] == '\0')) {
            return;
        }
    }
    if (used + length + 3 <= sizeof reader->ids) {
        snprintf(reader->ids + used, sizeof reader->ids - used, "%s%s", used > 0 ? ", " : "", id);
    }
}

void tum_root_table_open(RootTable *table, const SceneReader *reader, const char *extension,
                         const char *key)
{
    table->name = extension != NULL ? extension : "";
    table->owner = extension != NULL ? tum_cursor_object(&reader->extensions, extension)
                                     : tum_cursor_root(reader->document, reader->report);
    table->items = tum_cursor_array(&table->owner, key);
    table->count = tum_cursor_count(&table->items);
}

bool tum_root_table_has_owner(const RootTable *table)
{
    return tum_cursor_exists(&table->owner);
}

void tum_root_table_check_declared(const RootTable *table, const SceneReader *reader)
{
    if (tum_root_table_has_owner(table) && !tum_reader_declares(reader, table->name)) {
        tum_reader_report_undeclared(&table->owner, table->name);
    }
}

int32_t tum_read_reference(const Cursor *object, const char *key, const RootTable *table)
{
    if (tum_root_table_has_owner(table)) {
        return tum_cursor_index(object, key, table->count);
    }
    // A value that is no index gets its own finding, and none about the missing table.
    if (tum_cursor_index(object, key, INT32_MAX) >= 0) {
        tum_cursor_report(object, CODE_UNSATISFIED_DEPENDENCY,
                          "'%s' is an index into the extension '%s', which the document root does "
                          "not have.",
                          key, table->name);
    }
    return -1;
}

// Worlds compute in float, so a larger number cannot be simulated.
static bool is_in_range(double value, double minimum)
{
    return value >= minimum && absolute64(value) <= (double)FLT_MAX;
}

static void report_range(const Cursor *at, double value, double minimum)
{
    if (absolute64(value) > (double)FLT_MAX) {
        tum_cursor_report(at, CODE_VALUE_NOT_IN_RANGE, "%g is beyond what a float can hold.",
                          value);
    } else {
        tum_cursor_report(at, CODE_VALUE_NOT_IN_RANGE, "%g is below the minimum %g.", value,
                          minimum);
    }
}

bool tum_read_number(const Cursor *object, const char *key, double minimum, double *value)
{
    double found = 0.0;
    if (!tum_cursor_number(object, key, &found)) {
        return false;
    }
    if (!is_in_range(found, minimum)) {
        const Cursor at = tum_cursor_member(object, key);
        report_range(&at, found, minimum);
        return false;
    }
    *value = found;
    return true;
}

bool tum_read_number_or_infinity(const Cursor *object, const char *key, double minimum,
                                 double *value)
{
    const Cursor at = tum_cursor_member(object, key);
    const char *text = NULL;
    if (tum_cursor_kind(&at) != JSON_TEXT || !tum_cursor_text_here(&at, &text) ||
        (strcmp(text, "Infinity") != 0 && strcmp(text, "-Infinity") != 0)) {
        return tum_read_number(object, key, minimum, value);
    }
    tum_cursor_report(&at, CODE_PHYSICS_INFINITY_STRING, "'%s' is a text, not a number.", text);
    *value = text[0] == '-' ? -(double)INFINITY : (double)INFINITY;
    return true;
}

bool tum_read_vector(const Cursor *object, const char *key, double *values, size_t count)
{
    double found[16];
    if (count > 16 || !tum_cursor_numbers(object, key, found, count)) {
        return false;
    }
    const Cursor array = tum_cursor_member(object, key);
    for (size_t i = 0; i < count; ++i) {
        if (!is_in_range(found[i], -(double)FLT_MAX)) {
            const Cursor item = tum_cursor_item(&array, i);
            report_range(&item, found[i], 0.0);
            return false;
        }
    }
    memcpy(values, found, count * sizeof *values);
    return true;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_word(const char *a, const char *b, bool any_case)
{
    if (!any_case) {
        return strcmp(a, b) == 0;
    }
    for (; lower(*a) == lower(*b); ++a, ++b) {
        if (*a == '\0') {
            return true;
        }
    }
    return false;
}

int tum_read_choice(const Cursor *object, const char *key, const char *const *names,
                    size_t name_count, bool any_case)
{
    const char *text = NULL;
    if (!tum_cursor_text(object, key, &text)) {
        return CHOICE_ABSENT;
    }
    for (size_t i = 0; i < name_count; ++i) {
        if (same_word(text, names[i], any_case)) {
            return (int)i;
        }
    }
    const Cursor at = tum_cursor_member(object, key);
    char known[160] = "";
    for (size_t i = 0; i < name_count; ++i) {
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    tum_cursor_report(&at, CODE_VALUE_NOT_IN_LIST, "'%.64s' is none of %s.", text, known);
    return CHOICE_UNKNOWN;
}

bool tum_read_required(const Cursor *object, const char *key)
{
    const Cursor member = tum_cursor_member(object, key);
    if (tum_cursor_exists(&member)) {
        return true;
    }
    tum_cursor_report_missing(object, key);
    return false;
}
