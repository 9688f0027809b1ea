// SPDX-License-Identifier: MIT
// extensions.c: names and schemas of extensions.
#include "validate/extensions.h"

#include <string.h>

#include "base/sort.h"
#include "dialects/required_extensions.h"

static const ExtensionSchema *const schemas[] = {tum_khr_schemas, tum_omi_schemas};

static const ExtensionSchema *next_named(const ExtensionSchema *at, const char *name)
{
    while (at->name != NULL && strcmp(at->name, name) != 0) {
        ++at;
    }
    return at->name != NULL ? at : NULL;
}

const ExtensionSchema *tum_extension_schema(const char *name, SchemaPlace place)
{
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; ++i) {
        const ExtensionSchema *at = next_named(schemas[i], name);
        for (; at != NULL; at = next_named(at + 1, name)) {
            if (at->place == place) {
                return at;
            }
        }
    }
    return NULL;
}

bool tum_extension_is_physics(const char *name)
{
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; ++i) {
        if (next_named(schemas[i], name) != NULL) {
            return true;
        }
    }
    return false;
}

// Extensions of G4MF are all unknown.
static bool is_known(const SchemaWalk *walk, const char *name)
{
    return !walk->is_g4mf && (tum_extension_is_physics(name) || tum_extension_is_registered(name));
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool tum_extensions_open(SchemaWalk *walk)
{
    const Cursor root = tum_cursor_root(walk->document, NULL);
    const Cursor asset = tum_cursor_member(&root, "asset");
    const Cursor used = tum_cursor_member(walk->is_g4mf ? &asset : &root, "extensionsUsed");
    const size_t count = tum_cursor_kind(&used) == JSON_ARRAY ? tum_cursor_count(&used) : 0;
    walk->declared = tum_arena_zeroed(walk->arena, count, sizeof *walk->declared);
    if (walk->declared == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(&used, i);
        walk->declared_count += tum_cursor_text_here(&item, &walk->declared[walk->declared_count]);
    }
    tum_sort_any(walk->declared, walk->declared_count, sizeof *walk->declared, compare_names);
    return true;
}

bool tum_extension_is_declared(const SchemaWalk *walk, const char *name)
{
    return walk->declared_count > 0 && tum_sort_find(&name, walk->declared, walk->declared_count,
                                                     sizeof *walk->declared, compare_names) != NULL;
}

void tum_extension_check_declared(const SchemaWalk *walk, const Cursor *extension, const char *name)
{
    if (!tum_extension_is_declared(walk, name)) {
        tum_cursor_report(extension, CODE_UNDECLARED_EXTENSION,
                          "'%.64s' is not in 'extensionsUsed'; add it there.", name);
    }
}

static bool is_listed(const Cursor *list, const char *name)
{
    const size_t count = tum_cursor_kind(list) == JSON_ARRAY ? tum_cursor_count(list) : 0;
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(list, i);
        const char *other = NULL;
        if (tum_cursor_kind(&item) == JSON_TEXT && tum_cursor_text_here(&item, &other) &&
            strcmp(other, name) == 0) {
            return true;
        }
    }
    return false;
}

static void check_required(const SchemaWalk *walk, const Cursor *required)
{
    const size_t count = tum_cursor_count(required);
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(required, i);
        const char *name = NULL;
        if (tum_cursor_kind(&item) != JSON_TEXT || !tum_cursor_text_here(&item, &name)) {
            continue;
        }
        if (!tum_extension_is_declared(walk, name)) {
            tum_cursor_report(&item, CODE_UNUSED_EXTENSION_REQUIRED,
                              "'%.64s' is required but not in 'extensionsUsed'; add it there.",
                              name);
        }
        if (!is_known(walk, name)) {
            tum_cursor_report_as(&item, CODE_UNSUPPORTED_EXTENSION, TUM_SEVERITY_ERROR,
                                 "The document requires the extension '%.64s', which is unknown.",
                                 name);
        }
    }
}

void tum_extensions_check_lists(SchemaWalk *walk, const Cursor *owner)
{
    const Cursor used = tum_cursor_member(owner, "extensionsUsed");
    const Cursor required = tum_cursor_member(owner, "extensionsRequired");
    if (tum_cursor_kind(&required) == JSON_ARRAY) {
        if (tum_cursor_kind(&used) == JSON_ABSENT) {
            tum_cursor_report(&required, CODE_UNSATISFIED_DEPENDENCY,
                              "'extensionsRequired' needs 'extensionsUsed', which is absent.");
        } else {
            check_required(walk, &required);
        }
    }
    const size_t count = tum_cursor_kind(&used) == JSON_ARRAY ? tum_cursor_count(&used) : 0;
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(&used, i);
        const char *name = NULL;
        if (tum_cursor_kind(&item) == JSON_TEXT && tum_cursor_text_here(&item, &name) &&
            !is_known(walk, name) && !is_listed(&required, name)) {
            tum_cursor_report(&item, CODE_UNSUPPORTED_EXTENSION,
                              "'%.64s' is unknown here; what it says is not looked at.", name);
        }
    }
}
