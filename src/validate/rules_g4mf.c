// SPDX-License-Identifier: MIT
// rules_g4mf.c: rules of G4MF documents, one function each.
#include "validate/rules_g4mf.h"

#include <string.h>

#include "base/text.h"
#include "document/g4mf_accessor.h"
#include "document/g4mf_name.h"
#include "math/scalar.h"
#include "validate/extensions.h"
#include "validate/rules_document.h"
#include "validate/schema_walk.h"

// [1] Largest deviation of a rotor's length from 1 (docs/dialects.md#what-every-reader-does).
static const double unit_slack = 0.00769;

// Files no finding: the check of the row does.
static int32_t index_of(const SchemaWalk *walk, const Cursor *object, const char *key,
                        SchemaTable table)
{
    Cursor quiet = *object;
    quiet.report = NULL;
    return tum_cursor_index(&quiet, key, walk->tables[table].count);
}

static const char *text_or(const Cursor *object, const char *key, const char *fallback)
{
    const Cursor member = tum_cursor_member(object, key);
    const char *text = fallback;
    if (tum_cursor_kind(&member) == JSON_TEXT) {
        tum_cursor_text_here(&member, &text);
    }
    return text;
}

// Names.

/// The names of the items visited so far.
typedef struct Names {
    SchemaWalk *walk;
    TextSet taken;
} Names;

static void check_name(Names *names, const Cursor *item)
{
    const Cursor member = tum_cursor_member(item, "name");
    const char *name = text_or(item, "name", "");
    const size_t count = strlen(name), allowed = tum_g4mf_name_allowed_bytes(name);
    if (count == 0) {
        return;
    }
    if (allowed < count) {
        tum_cursor_report(&member, CODE_G4MF_INVALID_NAME,
                          "Names have no control characters and none of \" # %% * . : / < > ? @ [ "
                          "\\ ] { } |; the first here is at byte %zu.",
                          allowed);
    }
    if (tum_text_set_find(&names->taken, name, count) != TEXT_NONE) {
        tum_cursor_report(&member, CODE_G4MF_DUPLICATE_NAME,
                          "Another item is called '%.64s' already; names are unique in a file.",
                          name);
    } else {
        tum_text_set_add(&names->taken, name, count);
    }
}

// The recursion is as deep as the document, which the reader has bounded.
static void check_names_below(Names *names, const Cursor *value)
{
    const JsonKind kind = tum_cursor_kind(value);
    const size_t count = tum_cursor_count(value);
    for (size_t i = 0; kind == JSON_ARRAY && i < count; ++i) {
        const Cursor item = tum_cursor_item(value, i);
        check_names_below(names, &item);
    }
    if (kind == JSON_OBJECT) {
        check_name(names, value);
    }
    for (size_t i = 0; kind == JSON_OBJECT && i < count; ++i) {
        const char *key = NULL;
        const Cursor member = tum_cursor_member_at(value, i, &key);
        if (strcmp(key, "extras") != 0 && strcmp(key, "extensions") != 0) {
            check_names_below(names, &member);
        }
    }
}

void tum_check_g4mf_document(SchemaWalk *walk, const Cursor *root)
{
    // Among equal names the later one in this order gets the finding.
    static const char *const tables[] = {"asset",  "buffers", "bufferViews", "accessors",
                                         "files",  "models",  "textures",    "materials",
                                         "lights", "meshes",  "shapes",      "nodes"};
    Names names = {.walk = walk};
    tum_text_set_init(&names.taken, &walk->arena->allocator);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; ++i) {
        const Cursor table = tum_cursor_member(root, tables[i]);
        check_names_below(&names, &table);
    }
    tum_text_set_clear(&names.taken);
}

void tum_check_g4mf_asset(SchemaWalk *walk, const Cursor *asset)
{
    tum_extensions_check_lists(walk, asset);
}

// Data.

void tum_check_g4mf_view(SchemaWalk *walk, const Cursor *view)
{
    if (!schema_has(view, "buffer")) {
        tum_schema_mark(walk, TABLE_BUFFERS, 0);
    }
    tum_check_buffer_view(walk, view);
}

void tum_check_g4mf_accessor(SchemaWalk *walk, const Cursor *at)
{
    G4mfAccessor accessor;
    if (!schema_has(at, "componentType") && !schema_has(at, "primitiveType")) {
        tum_cursor_report_missing(at, "componentType");
    }
    if (!tum_g4mf_accessor_open(walk->document, (int32_t)at->index, &accessor, walk->report) ||
        accessor.kind != G4MF_FLOAT ||
        !tum_check_budget(walk, at, (uint64_t)accessor.count * accessor.width)) {
        return;
    }
    for (size_t i = 0; i < accessor.count * accessor.width; ++i) {
        if (!is_finite64(tum_g4mf_accessor_number(&accessor, i))) {
            tum_cursor_report(at, CODE_ACCESSOR_INVALID_FLOAT, "Number %zu is not finite.", i);
            return;
        }
    }
}

// Meshes.

static void need(const Cursor *surface, const char *key, const char *needed, const char *older)
{
    const Cursor member = tum_cursor_member(surface, key);
    if (tum_cursor_exists(&member) && tum_cursor_kind(&member) != JSON_FALSE &&
        !schema_has(surface, needed) && !schema_has(surface, older)) {
        tum_cursor_report(&member, CODE_UNSATISFIED_DEPENDENCY, "'%s' needs '%s', which is absent.",
                          key, needed);
    }
}

void tum_check_g4mf_surface(SchemaWalk *walk, const Cursor *surface)
{
    (void)walk;
    need(surface, "geometry", "edges", "edges");
    need(surface, "seams", "edges", "edges");
    need(surface, "polytopeSimplexes", "simplexes", "cells");
    need(surface, "polytopeCells", "simplexes", "cells");
}

static bool open_named(const SchemaWalk *walk, const Cursor *object, const char *key,
                       G4mfAccessor *accessor)
{
    const int32_t index = index_of(walk, object, key, TABLE_ACCESSORS);
    return index >= 0 && tum_g4mf_accessor_open(walk->document, index, accessor, NULL);
}

// @return true where there are vertices for indices.
static bool open_vertices(const SchemaWalk *walk, const Cursor *owner, G4mfAccessor *vertices)
{
    if (!open_named(walk, owner, "vertices", vertices)) {
        return false;
    }
    if (vertices->kind != G4MF_FLOAT || vertices->width != walk->dimension) {
        const Cursor member = tum_cursor_member(owner, "vertices");
        tum_cursor_report(&member, CODE_MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT,
                          "Accessor %d does not hold floats, %zu to an element.",
                          (int)vertices->index, walk->dimension);
        return false;
    }
    return true;
}

static void check_corners(SchemaWalk *walk, const Cursor *surface, const char *key, size_t width,
                          const G4mfAccessor *vertices)
{
    G4mfAccessor corners;
    const Cursor member = tum_cursor_member(surface, key);
    if (!open_named(walk, surface, key, &corners)) {
        return;
    }
    if (corners.kind == G4MF_FLOAT || corners.width != width) {
        tum_cursor_report(&member, CODE_MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT,
                          "Accessor %d does not hold integers, %zu to an element.",
                          (int)corners.index, width);
        return;
    }
    const size_t count = corners.count * corners.width;
    if (vertices == NULL || !tum_check_budget(walk, &member, count)) {
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        const uint32_t index = tum_g4mf_accessor_index(&corners, i);
        if (index >= vertices->count) {
            tum_cursor_report(&member, CODE_ACCESSOR_INDEX_OOB,
                              "Index %u of %zu vertices; what uses it is left out.",
                              (unsigned)index, vertices->count);
            return;
        }
    }
}

void tum_check_g4mf_mesh(SchemaWalk *walk, const Cursor *mesh)
{
    const Cursor surfaces = tum_cursor_member(mesh, "surfaces");
    const size_t count = tum_cursor_kind(&surfaces) == JSON_ARRAY ? tum_cursor_count(&surfaces) : 0;
    // In two dimensions surfaces consist of triangles as well (docs/formats.md#g4mf).
    const size_t corners = walk->dimension == 2 ? 3 : walk->dimension;
    G4mfAccessor shared, own;
    const bool has_shared = open_vertices(walk, mesh, &shared);
    bool is_placed = schema_has(mesh, "vertices");
    for (size_t i = 0; i < count; ++i) {
        const Cursor surface = tum_cursor_item(&surfaces, i);
        const bool has_own = !has_shared && open_vertices(walk, &surface, &own);
        const G4mfAccessor *vertices = has_shared ? &shared : has_own ? &own : NULL;
        is_placed |= schema_has(&surface, "vertices");
        check_corners(walk, &surface, "simplexes", corners, vertices);
        check_corners(walk, &surface, "cells", corners, vertices);
        check_corners(walk, &surface, "edges", 2, vertices);
    }
    if (!is_placed) {
        tum_cursor_report_missing(mesh, "vertices");
    }
}

// Shapes.

void tum_check_g4mf_shape(SchemaWalk *walk, const Cursor *shape)
{
    static const struct {
        const char *type, *keys, *needed;
    } types[] = {
        {"general", "size curves", NULL},
        {"concave", "mesh", "mesh"},
        {"convex", "mesh", "mesh"},
        {"heightmap", "size heights gridSize gridSpacing", NULL},
        {"plane", "", NULL},
        {"ray", "length", NULL},
    };
    static const char *const keys[] = {"curves", "heights", "length", "mesh", "size"};
    const char *type = text_or(shape, "type", "general");
    (void)walk;
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
        for (size_t k = 0; strcmp(types[i].type, type) == 0 && k < sizeof keys / sizeof *keys;
             ++k) {
            const Cursor member = tum_cursor_member(shape, keys[k]);
            if (tum_cursor_exists(&member) && strstr(types[i].keys, keys[k]) == NULL) {
                tum_cursor_report(&member, CODE_EXTRA_PROPERTY,
                                  "'%s' has no effect on a shape of type '%s'.", keys[k], type);
            }
        }
        if (strcmp(types[i].type, type) == 0 && types[i].needed != NULL &&
            !schema_has(shape, types[i].needed)) {
            tum_cursor_report_missing(shape, types[i].needed);
        }
    }
    if (strcmp(type, "heightmap") == 0) {
        if (!schema_has(shape, "heights")) {
            tum_cursor_report_missing(shape, "heights");
        }
        if (!schema_has(shape, "size") && !schema_has(shape, "gridSize")) {
            tum_cursor_report_missing(shape, "size");
        }
    }
}

// Physics.

// True where a number of the array is not 0; for moments, where they are given.
static bool has_nonzero(const Cursor *array)
{
    for (size_t i = 0; tum_cursor_kind(array) == JSON_ARRAY && i < tum_cursor_count(array); ++i) {
        const Cursor item = tum_cursor_item(array, i);
        double number = 0.0;
        if (tum_cursor_kind(&item) != JSON_NUMBER || !tum_cursor_number_here(&item, &number) ||
            number != 0.0) {
            return true;
        }
    }
    return false;
}

// A rotor of unit length other than the identity.
static bool is_turn(const Cursor *rotor)
{
    double squares = 0.0, scalar = 1.0;
    for (size_t i = 0; tum_cursor_kind(rotor) == JSON_ARRAY && i < tum_cursor_count(rotor); ++i) {
        const Cursor item = tum_cursor_item(rotor, i);
        double number = 0.0;
        if (tum_cursor_kind(&item) != JSON_NUMBER || !tum_cursor_number_here(&item, &number)) {
            return false;
        }
        squares += number * number;
        scalar = i == 0 ? number : scalar;
    }
    return absolute64(square_root64(squares) - 1.0) <= unit_slack &&
           absolute64(scalar) < 1.0 - 1e-9;
}

void tum_check_g4mf_motion(SchemaWalk *walk, const Cursor *motion)
{
    const Cursor moments = tum_cursor_member(motion, "inertiaDiagonal");
    const Cursor rotor = tum_cursor_member(motion, "inertiaOrientation");
    (void)walk;
    if (!has_nonzero(&moments) && is_turn(&rotor)) {
        tum_cursor_report(&rotor, CODE_EXTRA_PROPERTY,
                          "'inertiaOrientation' has no effect without 'inertiaDiagonal'.");
    }
}

void tum_check_g4mf_trigger(SchemaWalk *walk, const Cursor *trigger)
{
    const bool has_shape = schema_has(trigger, "shape"), has_nodes = schema_has(trigger, "nodes");
    (void)walk;
    if (has_shape == has_nodes) {
        tum_cursor_report(trigger, CODE_ONE_OF_MISMATCH,
                          "A trigger has exactly one of 'shape' and 'nodes', not %s.",
                          has_shape ? "both" : "neither");
    }
}

void tum_check_g4mf_physics(SchemaWalk *walk, const Cursor *physics)
{
    const int roles = schema_has(physics, "motion") + schema_has(physics, "collider") +
                      schema_has(physics, "trigger");
    (void)walk;
    if (roles > 1) {
        tum_cursor_report(physics, CODE_G4MF_PHYSICS_MULTIPLE_ROLES,
                          "The node has %d of motion, collider and trigger; each takes a node of "
                          "its own.",
                          roles);
    }
}

// Nodes.

void tum_check_g4mf_model_instance(SchemaWalk *walk, const Cursor *instance)
{
    static const Property children = INDICES("nodeAdditionalChildren", 0, TABLE_NODES);
    const Cursor lists = tum_cursor_member(instance, "nodeAdditionalChildren");
    if (!schema_has(instance, "file") && !schema_has(instance, "model")) {
        tum_cursor_report_missing(instance, "file");
    }
    for (size_t i = 0; tum_cursor_kind(&lists) == JSON_OBJECT && i < tum_cursor_count(&lists);
         ++i) {
        const char *name = NULL;
        const Cursor list = tum_cursor_member_at(&lists, i, &name);
        for (size_t k = 0; tum_cursor_kind(&list) == JSON_ARRAY && k < tum_cursor_count(&list);
             ++k) {
            const Cursor item = tum_cursor_item(&list, k);
            tum_schema_check_index(walk, &list, &item, &children);
        }
    }
}

void tum_check_g4mf_node(SchemaWalk *walk, const Cursor *node)
{
    const Cursor light = tum_cursor_member(node, "light");
    (void)walk;
    if (tum_cursor_kind(&light) == JSON_NUMBER) {
        tum_cursor_report(&light, CODE_G4MF_OLD_LAYOUT, "A light is an object of its node today.");
    }
}
